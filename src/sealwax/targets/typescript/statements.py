"""JavaScript statements as a tree, and their layout over lines of at most 100 columns."""

from collections.abc import Iterator
from itertools import chain
from typing import TypeAlias, assert_never

from sealwax.frozen import frozen
from sealwax.languages.typescript import WIDTH
from sealwax.rendering import Finished


@frozen
class If:
    """What is done when one of the conditions holds."""

    conditions: tuple[str, ...]
    body: tuple["Statement", ...]
    otherwise: tuple["Statement", ...] = ()


@frozen
class Return:
    """Gives whether one of the conditions holds."""

    conditions: tuple[str, ...]


@frozen
class For:
    head: str
    body: tuple["Statement", ...]


@frozen
class Case:
    """The values of a switch that are dealt with alike."""

    labels: tuple[str, ...]
    body: tuple["Statement", ...]


@frozen
class Switch:
    subject: str
    cases: tuple[Case, ...]
    default: tuple["Statement", ...]


@frozen
class Do:
    """A call for the sake of what it does."""

    function: str
    arguments: tuple[str, ...]


@frozen
class Each:
    """A call whose last argument is a function that checks a value."""

    head: str
    body: tuple["Statement", ...]


Statement: TypeAlias = str | If | Return | For | Switch | Do | Each
"""A plain statement is its text, with the semicolon."""

RETURN_FALSE: tuple[Statement, ...] = ("return false;",)


def listed(statements: tuple[Statement, ...], indent: int) -> tuple[Finished, ...]:
    """The lines of a body, each with its indentation."""
    return tuple(Finished(line) for statement in statements for line in _lines(statement, indent))


def _lines(statement: Statement, indent: int) -> Iterator[str]:
    match statement:
        case str():
            yield f"{' ' * indent}{statement}"
        case If():
            yield from _if(statement, indent)
        case Return(conditions):
            yield from _return(conditions, indent)
        case For(head, body):
            yield from _headed(f"for ({head})", body, indent)
        case Switch():
            yield from _switch(statement, indent)
        case Do():
            yield from _do(statement, " " * indent)
        case Each(head, body):
            yield f"{' ' * indent}{head}(found, at, value) => {{"
            yield from listed(body, indent + 2)
            yield f"{' ' * indent}}});"
        case _:
            assert_never(statement)


def _if(statement: If, indent: int) -> Iterator[str]:
    margin = " " * indent
    head = f"if ({' || '.join(statement.conditions)})"
    if not statement.otherwise and (len(f"{margin}{head} {{") <= WIDTH or len(statement.conditions) == 1):
        yield from _headed(head, statement.body, indent)
        return
    yield from _head(statement, margin)
    yield from listed(statement.body, indent + 2)
    match statement.otherwise:
        case ():
            yield f"{margin}}}"
        case (If() as other,):
            first, *rest = _braced(other, indent)
            yield f"{margin}}} else {first.strip(' ')}"
            yield from rest
        case others:
            yield f"{margin}}} else {{"
            yield from listed(others, indent + 2)
            yield f"{margin}}}"


def _braced(statement: If, indent: int) -> Iterator[str]:
    """The statement with braces, even where it could do without."""
    if statement.otherwise:
        return _if(statement, indent)
    margin = " " * indent
    return chain(_head(statement, margin), listed(statement.body, indent + 2), (f"{margin}}}",))


def _head(statement: If, margin: str) -> Iterator[str]:
    line = f"{margin}if ({' || '.join(statement.conditions)}) {{"
    if len(line) <= WIDTH or len(statement.conditions) == 1:
        yield line
        return
    *most, last = statement.conditions
    yield f"{margin}if ("
    yield from (f"{margin}  {condition} ||" for condition in most)
    yield from (f"{margin}  {last}", f"{margin}) {{")


def _return(conditions: tuple[str, ...], indent: int) -> Iterator[str]:
    margin = " " * indent
    line = f"{margin}return {' || '.join(conditions)};"
    if len(line) <= WIDTH or len(conditions) == 1:
        yield line
        return
    *most, last = conditions
    yield f"{margin}return ("
    yield from (f"{margin}  {condition} ||" for condition in most)
    yield from (f"{margin}  {last}", f"{margin});")


def _headed(head: str, body: tuple[Statement, ...], indent: int) -> Iterator[str]:
    """A single short statement stands beside the head, anything else below it in braces."""
    margin = " " * indent
    beside = _one_line(body[0]) if len(body) == 1 else ""
    if beside and len(f"{margin}{head} {beside}") <= WIDTH:
        yield f"{margin}{head} {beside}"
        return
    yield f"{margin}{head} {{"
    yield from listed(body, indent + 2)
    yield f"{margin}}}"


def _one_line(statement: Statement) -> str:
    """A statement that can stand beside the head of another one; empty for those that cannot."""
    if isinstance(statement, Do):
        return f"{statement.function}({', '.join(statement.arguments)});"
    return statement if isinstance(statement, str) else ""


def _do(statement: Do, margin: str) -> Iterator[str]:
    line = f"{margin}{_one_line(statement)}"
    if len(line) <= WIDTH:
        yield line
        return
    yield f"{margin}{statement.function}("
    yield from (f"{margin}  {argument}," for argument in statement.arguments)
    yield f"{margin});"


def _switch(statement: Switch, indent: int) -> Iterator[str]:
    margin = " " * indent
    yield f"{margin}switch ({statement.subject}) {{"
    for case in statement.cases:
        yield from (f"{margin}  case {label}:" for label in case.labels)
        yield from listed(case.body, indent + 4)
        yield f"{margin}    break;"
    yield f"{margin}  default:"
    yield from listed(statement.default, indent + 4)
    yield f"{margin}}}"
