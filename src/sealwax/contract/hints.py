"""What to write instead: hints for mistakes in the shape of a contract."""

import re

from sealwax.contract.source import Mapping, Node, Scalar, Sequence
from sealwax.contract.versions import VERSION
from sealwax.diagnostics import closest, did_you_mean
from sealwax.language.forms import keys_of, required_keys
from sealwax.language.grammar.types import DeprecationDecl, ItemConstraintsDecl

KEYS_ELSEWHERE = {
    "description": "doc", "desc": "doc", "summary": "doc", "comment": "notes", "minimum": "min", "maximum": "max",
    "required": "level: must", "required: false": "level: may", "optional": "level: may",
    "optional: false": "level: must", "nullable": "type: … | null", "nullable: false": "type: …` without `| null",
    "minLength": "min_length", "maxLength": "max_length", "minItems": "min_items", "maxItems": "max_items",
    "multipleOf": "multiple_of",
    "properties": "fields", "additionalProperties": "open: true", "additionalProperties: false": "open: false",
    "enum": "type: <a name from enums>", "regex": "pattern",
    "endpoints": "tools", "operations": "tools", "commands": "tools", "schemas": "types", "models": "types",
    "definitions": "types", "errors": "error_codes",
    "constant": "const", "id": "contract", "name": "contract", "status": "http", "retryable": "retry", "code": "type",
}  # fmt: skip
"""Keys of other schema languages, some with a value, and what to write instead."""
WORDS_ELSEWHERE = {
    "required": "must", "mandatory": "must", "recommended": "should", "optional": "may",
}  # fmt: skip
FORBIDDING = re.compile(r"(must|should|may)[ _-]?not|never|forbidden|prohibited", re.IGNORECASE)
JSONRPC_NAMES = {
    -32700: "PARSE_ERROR", -32600: "INVALID_REQUEST", -32601: "METHOD_NOT_FOUND", -32602: "INVALID_PARAMS",
    -32603: "INTERNAL_ERROR",
}  # fmt: skip
KEY = re.compile(r"[\w-]+")


def unknown_key(name: str, value: Node, known: list[str]) -> tuple[str, str | None]:
    """What to write instead of a key that does not exist, and the key that was meant."""
    text = value.text.lower() if isinstance(value, Scalar) else ""
    word = KEYS_ELSEWHERE.get(f"{name}: {text}") or KEYS_ELSEWHERE.get(name)
    if word is not None and word.split(":")[0] in known:
        return f"write `{word}`", word.split(":")[0]
    if not KEY.fullmatch(name):
        return "put the text before it in quotes: otherwise it ends at the comma", None
    meant = closest(name, known)
    is_entry = not name.islower() or (isinstance(value, Mapping) and meant is None)
    if "values" in known and is_entry and name.casefold() not in known:
        return "put it below `values`", "values"
    return f"valid keys: {', '.join(known)}" if meant is None else f"did you mean '{meant}'?", meant


def choice(text: str, words: tuple[str, ...]) -> str:
    """What to write instead of a word that is not one of these."""
    if "must" in words and FORBIDDING.fullmatch(text):
        return "no level forbids a key; leave it out of `fields`: a record that is not open rejects other keys"
    meant = WORDS_ELSEWHERE.get(text.lower(), "")
    return did_you_mean(meant if meant in words else text, words, f"write one of: {', '.join(words)}")


def error_number(number: int, link: str) -> str:
    """What to write instead of a number as the name of an error; `link` is between the name and the key."""
    if 100 <= number <= 599:
        from http import HTTPStatus  # imported late: only needed when something is wrong

        name = HTTPStatus(number).name if number in list(HTTPStatus) else f"HTTP_{number}"
        return f"write a name, such as {name}, {link} `http: {number}`"
    name = JSONRPC_NAMES.get(number, f"ERROR_{abs(number)}")
    return f"write a name, such as {name}, {link} `jsonrpc: {number}`; a field with `number_of` holds the number"


def full_version(text: str) -> str:
    """Complete a version that has fewer than three numbers; an example if that is not possible."""
    parts = text.removeprefix("v").split(".")
    meant = ".".join([*parts, "0", "0"][:3])
    return meant if len(parts) < 4 and VERSION.fullmatch(meant) else "1.0.0"


def mapping(declaration: type, node: Node) -> str:
    """What to write where a mapping is expected: the value under its key, an empty mapping, or the valid keys."""
    needed = [key.name for key in required_keys(declaration)]
    if isinstance(node, Scalar) and node.text and needed == ["type"]:
        return f"write {{type: {node.text}}}"
    if declaration is DeprecationDecl:
        return 'write {since: "1.1.0"}, with the version that deprecates it'
    if declaration is ItemConstraintsDecl and isinstance(node, Scalar):
        return f"write `type: list of {node.text or 'string'}`; `items` has constraints on each item"
    if isinstance(node, Scalar) and not needed:
        return "write {} to use the defaults"
    if isinstance(node, Sequence) and "values" in needed:
        listed = [f"{each.text}: {{}}" if isinstance(each, Scalar) else "…" for each in node.items[:3]]
        return f"write {{values: {{{', '.join(listed)}{', …' if len(node.items) > 3 else ''}}}}}"
    return keys(declaration)


def keys(declaration: type) -> str:
    return f"valid keys: {', '.join(keys_of(declaration))}"
