"""JavaScript statements and calls as trees, and their layout over lines of at most 100 columns."""

from collections.abc import Iterator
from typing import TypeAlias, assert_never

from sealwax.frozen import frozen
from sealwax.languages.typescript import WIDTH, property_key
from sealwax.rendering import Finished


@frozen
class If:
    """What is done when one of the conditions holds, or all of them."""

    conditions: tuple[str, ...]
    body: tuple["Statement", ...]
    by: str = "||"


@frozen
class Return:
    """Gives whether one of the conditions holds."""

    conditions: tuple[str, ...]


@frozen
class For:
    head: str
    body: tuple["Statement", ...]


Statement: TypeAlias = str | If | Return | For
"""A plain statement is its text, with the semicolon."""

RETURN_FALSE: tuple[Statement, ...] = ("return false;",)


@frozen
class Call:
    function: str
    arguments: tuple["Argument", ...]


@frozen
class Object:
    """An object with a key for each entry."""

    entries: tuple[tuple[str, "Argument"], ...]


Argument: TypeAlias = str | Call | Object
"""A plain argument is its text."""


# -- statements -------------------------------------------------------------------------------------------------------


def laid_out(statements: tuple[Statement, ...], indent: int) -> Finished:
    """The lines of a body, each with its indentation."""
    return Finished("\n".join(_body(statements, indent)))


def _body(statements: tuple[Statement, ...], indent: int) -> list[str]:
    return [line for statement in statements for line in _lines(statement, indent)]


def _lines(statement: Statement, indent: int) -> list[str]:
    margin = " " * indent
    match statement:
        case str():
            return [f"{margin}{statement}"]
        case If(conditions, body, by):
            return _headed("if", conditions, by, body, indent)
        case Return(conditions):
            return _return(conditions, margin)
        case For(head, body):
            return _headed("for", (head,), "", body, indent)
        case _:
            assert_never(statement)


def _headed(word: str, conditions: tuple[str, ...], by: str, body: tuple[Statement, ...], indent: int) -> list[str]:
    """A single short statement stands beside the head, anything else below it in braces."""
    margin = " " * indent
    head = f"{margin}{word} ({f' {by} '.join(conditions)})"
    beside = body[0] if len(body) == 1 and isinstance(body[0], str) else ""
    if beside and len(f"{head} {beside}") <= WIDTH:
        return [f"{head} {beside}"]
    if len(f"{head} {{") > WIDTH and len(conditions) > 1:
        head = "\n".join([f"{margin}{word} (", *_joined(conditions, by, f"{margin}  "), f"{margin})"])
    return [f"{head} {{", *_body(body, indent + 2), f"{margin}}}"]


def _return(conditions: tuple[str, ...], margin: str) -> list[str]:
    line = f"{margin}return {' || '.join(conditions)};"
    if len(line) <= WIDTH or len(conditions) == 1:
        return [line]
    return [f"{margin}return (", *_joined(conditions, "||", f"{margin}  "), f"{margin});"]


def _joined(conditions: tuple[str, ...], by: str, margin: str) -> Iterator[str]:
    *most, last = conditions
    yield from (f"{margin}{each} {by}" for each in most)
    yield f"{margin}{last}"


# -- calls ------------------------------------------------------------------------------------------------------------


def spelt(argument: Argument, indent: int, before: int = 0) -> Finished:
    """The argument; its first line is not indented, because something stands before it, `before` columns of it."""
    line = one_line(argument)
    if isinstance(argument, str) or indent + before + len(f"{line},") <= WIDTH:
        return Finished(line)
    margin = "\n" + " " * (indent + 2)
    match argument:
        case Call(function, (Object() as only,)):
            return Finished(f"{function}({spelt(only, indent)})")
        case Call(function, arguments):
            inner = "".join(f"{margin}{spelt(each, indent + 2)}," for each in arguments)
            return Finished(f"{function}({inner}\n{' ' * indent})")
        case Object(entries):
            keyed = [(f"{property_key(key)}: ", value) for key, value in entries]
            inner = "".join(f"{margin}{key}{spelt(value, indent + 2, len(key))}," for key, value in keyed)
            return Finished(f"{{{inner}\n{' ' * indent}}}")
        case _:
            assert_never(argument)


def one_line(argument: Argument) -> str:
    match argument:
        case str():
            return argument
        case Call(function, arguments):
            return f"{function}({', '.join(map(one_line, arguments))})"
        case Object(()):
            return "{}"
        case Object(entries):
            inner = ", ".join(f"{property_key(key)}: {one_line(value)}" for key, value in entries)
            return f"{{ {inner} }}"
        case _:
            assert_never(argument)
