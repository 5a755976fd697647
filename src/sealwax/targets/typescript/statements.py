"""JavaScript statements as a tree, and their layout over lines of at most 100 columns."""

from collections.abc import Iterator
from typing import TypeAlias, assert_never

from sealwax.frozen import frozen
from sealwax.languages.typescript import WIDTH
from sealwax.rendering import Finished


@frozen
class If:
    """What is done when one of the conditions holds, or all of them."""

    conditions: tuple[str, ...]
    body: tuple["Statement", ...]
    otherwise: tuple["Statement", ...] = ()
    by: str = "||"


@frozen
class Return:
    """Gives whether one of the conditions holds."""

    conditions: tuple[str, ...]


@frozen
class For:
    head: str
    body: tuple["Statement", ...]


@frozen
class Do:
    """A call for the sake of what it does."""

    function: str
    arguments: tuple[str, ...]


@frozen
class Each:
    """A call whose last argument is a function that checks a place."""

    head: str
    body: tuple["Statement", ...]


Statement: TypeAlias = str | If | Return | For | Do | Each
"""A plain statement is its text, with the semicolon."""

RETURN_FALSE: tuple[Statement, ...] = ("return false;",)


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
        case If():
            return _if(statement, indent)
        case Return(conditions):
            return _return(conditions, margin)
        case For(head, body):
            return _headed(f"for ({head})", body, indent)
        case Do():
            return _do(statement, margin)
        case Each(head, body):
            return [f"{margin}{head}(at) => {{", *_body(body, indent + 2), f"{margin}}});"]
        case _:
            assert_never(statement)


def _if(statement: If, indent: int) -> list[str]:
    margin = " " * indent
    head = f"if ({f' {statement.by} '.join(statement.conditions)})"
    if not statement.otherwise and (len(f"{margin}{head} {{") <= WIDTH or len(statement.conditions) == 1):
        return _headed(head, statement.body, indent)
    first = [*_head(statement, margin), *_body(statement.body, indent + 2)]
    match statement.otherwise:
        case ():
            return [*first, f"{margin}}}"]
        case (If() as other,):
            start, *rest = _braced(other, indent)
            return [*first, f"{margin}}} else {start.strip(' ')}", *rest]
        case others:
            return [*first, f"{margin}}} else {{", *_body(others, indent + 2), f"{margin}}}"]


def _braced(statement: If, indent: int) -> list[str]:
    """The statement with braces, even where it could do without."""
    if statement.otherwise:
        return _if(statement, indent)
    margin = " " * indent
    return [*_head(statement, margin), *_body(statement.body, indent + 2), f"{margin}}}"]


def _head(statement: If, margin: str) -> list[str]:
    line = f"{margin}if ({f' {statement.by} '.join(statement.conditions)}) {{"
    if len(line) <= WIDTH or len(statement.conditions) == 1:
        return [line]
    return [f"{margin}if (", *_joined(statement.conditions, statement.by, f"{margin}  "), f"{margin}) {{"]


def _return(conditions: tuple[str, ...], margin: str) -> list[str]:
    line = f"{margin}return {' || '.join(conditions)};"
    if len(line) <= WIDTH or len(conditions) == 1:
        return [line]
    return [f"{margin}return (", *_joined(conditions, "||", f"{margin}  "), f"{margin});"]


def _joined(conditions: tuple[str, ...], by: str, margin: str) -> Iterator[str]:
    *most, last = conditions
    yield from (f"{margin}{each} {by}" for each in most)
    yield f"{margin}{last}"


def _headed(head: str, body: tuple[Statement, ...], indent: int) -> list[str]:
    """A single short statement stands beside the head, anything else below it in braces."""
    margin = " " * indent
    beside = _beside(body[0]) if len(body) == 1 else ""
    if beside and len(f"{margin}{head} {beside}") <= WIDTH:
        return [f"{margin}{head} {beside}"]
    return [f"{margin}{head} {{", *_body(body, indent + 2), f"{margin}}}"]


def one_line(call: Do) -> str:
    return f"{call.function}({', '.join(call.arguments)})"


def _beside(statement: Statement) -> str:
    """A statement that can stand beside the head of another one; empty for those that cannot."""
    if isinstance(statement, Do):
        return f"{one_line(statement)};"
    return statement if isinstance(statement, str) else ""


def _do(statement: Do, margin: str) -> list[str]:
    line = f"{margin}{one_line(statement)};"
    if len(line) <= WIDTH:
        return [line]
    arguments = (f"{margin}  {argument}," for argument in statement.arguments)
    return [f"{margin}{statement.function}(", *arguments, f"{margin});"]
