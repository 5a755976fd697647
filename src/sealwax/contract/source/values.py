"""The core schema of YAML 1.2: which plain texts are numbers, booleans or null."""

import re
from typing import TypeAlias

ScalarValue: TypeAlias = str | int | float | bool | None

MAX_NUMBER = 100

_WORDS: dict[str, bool | None] = {
    **dict.fromkeys(("", "~", "null", "Null", "NULL")),
    **dict.fromkeys(("true", "True", "TRUE"), True),
    **dict.fromkeys(("false", "False", "FALSE"), False),
}
_NUMBER_STARTS = frozenset("0123456789+-.")
_DECIMAL = re.compile(r"[-+]?[0-9]+")
_HEXADECIMAL = re.compile(r"0x[0-9a-fA-F]+")
_OCTAL = re.compile(r"0o[0-7]+")
_FLOAT = re.compile(r"[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?")
_SPECIAL_FLOAT = re.compile(r"[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN)")
CORE_TAGS: dict[str, type] = {"int": int, "float": float, "bool": bool, "null": type(None)}


def resolve(text: str) -> ScalarValue:
    """The value of a plain scalar."""
    if text in _WORDS:
        return _WORDS[text]
    if text[0] not in _NUMBER_STARTS or len(text) > MAX_NUMBER:
        return text
    if _DECIMAL.fullmatch(text):
        return int(text)
    if _FLOAT.fullmatch(text):
        return float(text)
    if _HEXADECIMAL.fullmatch(text):
        return int(text, 0)
    if _OCTAL.fullmatch(text):
        return int(text, 0)
    if _SPECIAL_FLOAT.fullmatch(text):
        return float(text.lower().replace(".", ""))
    return text


def kind(value: ScalarValue) -> str:
    match value:
        case None:
            return "null"
        case bool():
            return "true or false"
        case int() | float():
            return "a number"
        case str():
            return "a text"


def is_long_number(text: str) -> bool:
    """A number that would be read as one if it had fewer digits."""
    if len(text) <= MAX_NUMBER or text[0] not in _NUMBER_STARTS:
        return False
    return any(rule.fullmatch(text) for rule in (_FLOAT, _HEXADECIMAL, _OCTAL))
