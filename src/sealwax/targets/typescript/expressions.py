"""JavaScript expressions as a tree, and their layout over lines of at most 100 columns."""

from collections.abc import Iterator
from typing import TypeAlias, assert_never

from sealwax.frozen import frozen
from sealwax.languages.typescript import WIDTH, property_key
from sealwax.rendering import Finished


@frozen
class Code:
    """An expression on one line."""

    text: str


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


Expression: TypeAlias = Code | Literal | Call | Unchecked | Choice


def laid_out(expression: Expression, indent: int) -> Finished:
    """The expression; its first line is not indented, because something stands before it."""
    match expression:
        case Code(text):
            return Finished(text)
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


def _entries(literal: Literal, indent: int) -> Iterator[str]:
    margin = " " * indent
    for entry in literal.entries:
        if isinstance(entry, Spread):
            yield f"{margin}...{laid_out(entry.source, indent)},"
            continue
        key, value = property_key(entry[0]), laid_out(entry[1], indent)
        line = f"{margin}{key}: {value},"
        fits = len(line) <= WIDTH or not isinstance(entry[1], Code)
        yield line if fits else f"{margin}{key}:\n{margin}  {value},"
