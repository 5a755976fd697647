"""Names: split into words once, then spelled as snake, Pascal, camel or SCREAMING; and prose, which has paragraphs.

Different words give different spellings in every style, so names that differ in their words never collide in any
target, and a collision can be reported when the contract is read.
"""

import re
from collections.abc import Collection
from functools import cache

_WORD = re.compile(r"[A-Z]+(?![a-z])[a-z0-9]*|[A-Z]?[a-z0-9]+")


@cache
def words(name: str) -> tuple[str, ...]:
    """The lower-case words of a name: 'HTTPStatus_code-2' -> 'http', 'status', 'code', '2'.

    An identifier cannot start with a digit, so 'value' is put in front of a name that does.
    """
    found = _split(name)
    return ("value", *found) if found and found[0][0].isdigit() else found


@cache
def snake(name: str) -> str:
    return "_".join(words(name))


@cache
def screaming(name: str) -> str:
    return snake(name).upper()


def kebab(name: str) -> str:
    return "-".join(words(name))


@cache
def pascal(name: str) -> str:
    # A capital marks the start of a word, but a digit cannot, so it gets an underscore: 'v2' -> V2, 'v-2' -> V_2.
    return "".join(f"_{word}" if word[0].isdigit() else word.capitalize() for word in words(name))


@cache
def camel(name: str) -> str:
    spelled = pascal(name)
    return spelled[:1].lower() + spelled[1:]


def plural(name: str) -> str:
    """The camel-case plural: 'ErrorCode' -> 'errorCodes', 'Severity' -> 'severities'."""
    one = camel(name)
    if one.endswith("y") and one[-2:-1] not in "aeiou":
        return f"{one[:-1]}ies"
    return f"{one}es" if one.endswith(("s", "x", "z", "ch", "sh")) else f"{one}s"


def parts_types(text: str, forms: Collection[str]) -> tuple[str, ...]:
    """The types for the parts of a composite string, one per form: `PdfLocator`, or `MessageIdParts` if it is alone."""
    return (parts_type(text),) if len(forms) == 1 else tuple(pascal(f"{form}_{text}") for form in forms)


def parts_type(text: str) -> str:
    """The type for the parts of a composite string, whatever its form."""
    return f"{text}Parts"


CONTRACT_ERROR = "ContractError"
"""The base class of the exceptions of a generated package."""


def exception(name: str) -> str:
    """The exception for an error type: 'not_found' -> 'NotFoundError', 'server_error' -> 'ServerError'."""
    found = words(name)
    return pascal(name) if len(found) > 1 and found[-1] == "error" else f"{pascal(name)}Error"


def title(name: str) -> str:
    """A heading made from a name. It is not an identifier, so it may start with a digit."""
    return " ".join(word.capitalize() for word in _split(name))


def _split(name: str) -> tuple[str, ...]:
    return tuple(match.group().lower() for match in _WORD.finditer(name))


def article(name: str) -> str:
    """The indefinite article before a name."""
    return "an" if name[:1] in "AEIOU" else "a"


def counted(number: int, noun: str) -> str:
    """A number and its noun: `1 file`, `2 files`."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def normalized(distribution: str) -> str:
    """The name of a distribution as installers compare it: without case and kinds of separators."""
    return re.sub(r"[-_.]+", "-", distribution).lower()


# -- text that spans several lines: line breaks within a paragraph are spaces ------------------------------------------

_BLANKS, _PARAGRAPHS = re.compile(r"[ \n]+"), re.compile(r"\n[ ]*\n[ \n]*")


def one_line(text: str) -> str:
    """The text with each run of spaces and line breaks as one space, and none around it."""
    return (_BLANKS.sub(" ", text) if "\n" in text or "  " in text else text).strip(" ")


def paragraphs(text: str) -> list[str]:
    """The paragraphs of a text, each on one line."""
    return [line for line in map(one_line, _PARAGRAPHS.split(text) if "\n" in text else [text]) if line]
