"""The facts that come with a code: whether a template can tell them, and whether they fit where they go."""

from collections.abc import Iterable

from sealwax.contract.model import (
    Enum,
    Field,
    MapOf,
    Record,
    Reference,
    String,
    Template,
    Text,
    Type,
)
from sealwax.contract.resolving.enums import PLACEHOLDER
from sealwax.contract.resolving.scope import Scope, child, key
from sealwax.contract.resolving.types import narrower
from sealwax.contract.source import Node
from sealwax.diagnostics import Code
from sealwax.meaning.builder_plan import bare
from sealwax.naming import pascal


def is_text(kind: Type) -> bool:
    inner = bare(kind)
    return isinstance(inner, String) or (isinstance(inner, Reference) and isinstance(inner.target, Text))


def refers_to(kind: Type, enum: Enum) -> bool:
    inner = bare(kind)
    return isinstance(inner, Reference) and inner.target == enum


def takes_code(kind: Type, enum: Enum) -> bool:
    return is_text(kind) or refers_to(kind, enum)


# -- templates --------------------------------------------------------------------------------------------------------


def read_template(text: str, fields: tuple[Field, ...]) -> Template:
    """The pieces of a template whose placeholders are known to be sound."""
    by_name = {field.name: field for field in fields}
    pieces = PLACEHOLDER.split(text)
    parts = (by_name[piece] if at % 2 else piece for at, piece in enumerate(pieces))
    return tuple(part for part in parts if part)


# -- places -----------------------------------------------------------------------------------------------------------


def check_keywords(fields: Iterable[Field], taken: Iterable[str], owner: Node, maker: str, scope: Scope) -> None:
    """Reports facts that a factory could not tell from its other arguments."""
    known = {pascal(name).casefold(): name for name in taken}
    for field in fields:
        if (name := known.get(pascal(field.name).casefold())) is not None:
            message = f"'{field.name}' is the name of an argument already: '{name}' of '{maker}'"
            scope.mistake(Code.BAD_CONTEXT, key(owner, field.name), message, "rename it")


def check_object(fields: tuple[Field, ...], place: str, into: Field, owner: Node, scope: Scope) -> None:
    """Reports facts that the object at the place does not take."""
    kind = bare(into.type)
    old = {entry.name: entry.replacement for entry in into.superseded}
    record = kind.target if isinstance(kind, Reference) and isinstance(kind.target, Record) else None
    declared = {} if record is None else {field.name: field for field in record.fields}
    for field in fields:
        node = key(owner, field.name)
        where = f"{place}.{field.name}"
        wanted = declared[field.name].type if field.name in declared else None
        wanted = kind.value if isinstance(kind, MapOf) else wanted
        if field.name in old:
            scope.mistake(Code.BAD_CONTEXT, node, f"'{where}' is superseded", f"see '{old[field.name]}'")
        elif record is not None and field.name not in declared and not record.open:
            message = f"'{place}' takes no key '{field.name}'"
            scope.mistake(Code.BAD_CONTEXT, node, message, f"declare it in '{record.name}', or make that open")
        elif wanted is not None and not narrower(field.type, wanted):
            node = child(owner, field.name, "type")
            scope.mistake(Code.BAD_CONTEXT, node, f"'{where}' has another type", "give both the same type")


def check_complete(
    fields: tuple[Field, ...], others: set[str], place: str, into: Field, node: Node, scope: Scope
) -> None:
    """Reports what an object needs besides the facts and the keys that it has anyhow."""
    kind = bare(into.type)
    if not isinstance(kind, Reference) or not isinstance(kind.target, Record):
        return
    given = others | {field.name for field in fields if field.is_settled}
    for field in kind.target.fields:
        if field.required and field.name not in given:
            message = f"'{place}' must have '{field.name}', which the context does not always give"
            scope.mistake(Code.BAD_CONTEXT, node, message, f"add '{field.name}' to the context, with the level `must`")
