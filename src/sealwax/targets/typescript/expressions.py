"""JavaScript expressions as a tree, and their layout over lines of at most 100 columns."""

from collections.abc import Iterator
from typing import TypeAlias, assert_never

from sealwax.contract.model import Json
from sealwax.frozen import frozen
from sealwax.languages.typescript import WIDTH, literal, property_key
from sealwax.rendering import Finished


@frozen
class Code:
    """An expression on one line."""

    text: str


@frozen
class Items:
    """A list of values that are known; on a line each, if one line is too short for all."""

    values: tuple[Json, ...]


@frozen
class Spread:
    """What an object takes over from another one."""

    source: "Expression"


@frozen
class Literal:
    """A new object: keys with values, and spreads between them."""

    entries: tuple["tuple[str, Expression] | Spread", ...]


@frozen
class Call:
    """A function that makes a new object from one."""

    function: str
    argument: Literal


@frozen
class Unchecked:
    """An object whose type is beyond what the type checker can prove."""

    inner: "Literal | Call | Code"


@frozen
class Choice:
    """An object that is there under a condition."""

    test: str
    inner: "Expression"
    otherwise: str


Expression: TypeAlias = Code | Items | Literal | Call | Unchecked | Choice

_WORDS = frozenset({"true", "false", "null"})
"""What is a key like any other, and no name of a variable."""


def laid_out(expression: Expression, indent: int, before: int = 0) -> Finished:
    """The expression; its first line is not indented, because something stands before it, `before` columns of it."""
    match expression:
        case Code(text):
            return Finished(text)
        case Items(values):
            return _known(list(values), indent, before)
        case Call(function, argument):
            return Finished(f"{function}({laid_out(argument, indent)})")
        case Unchecked(inner):
            return Finished(f"/** @type {{any}} */ ({laid_out(inner, indent)})")
        case Choice(test, inner, otherwise):
            return Finished(f"{test} ? {laid_out(inner, indent)} : {otherwise}")
        case Literal(()):
            return Finished("{}")
        case Literal((Spread(Code(text)),)):
            return Finished(f"{{ ...{text} }}")
        case Literal((Spread(Call() as call),)):
            return laid_out(call, indent)
        case Literal():
            body = "".join(f"{line}\n" for line in _entries(expression, indent + 2))
            return Finished(f"{{\n{body}{' ' * indent}}}")
        case _:
            assert_never(expression)


def _known(value: Json, indent: int, before: int = 0) -> Finished:
    line = literal(value)
    if not value or not isinstance(value, dict | list) or indent + before + len(f"{line},") <= WIDTH:
        return line
    margin = "\n" + " " * (indent + 2)
    keyed = [(f"{property_key(key)}: ", item) for key, item in value.items()] if isinstance(value, dict) else []
    pairs = keyed or [("", item) for item in value]
    inner = "".join(f"{margin}{key}{_known(item, indent + 2, len(key))}," for key, item in pairs)
    opening, closing = "{}" if isinstance(value, dict) else "[]"
    return Finished(f"{opening}{inner}\n{' ' * indent}{closing}")


def _entries(made: Literal, indent: int) -> Iterator[str]:
    margin = " " * indent
    for entry in made.entries:
        if isinstance(entry, Spread):
            yield f"{margin}...{laid_out(entry.source, indent)},"
            continue
        key = property_key(entry[0])
        value = laid_out(entry[1], indent, len(f"{key}: "))
        is_short = key == entry[0] == value and value not in _WORDS
        line = f"{margin}{key}," if is_short else f"{margin}{key}: {value},"
        fits = len(line) <= WIDTH or not isinstance(entry[1], Code)
        yield line if fits else f"{margin}{key}:\n{margin}  {value},"
