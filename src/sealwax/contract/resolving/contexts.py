"""The context of a code: the templates that use its fields, and the objects that receive them."""

import re
from collections.abc import Iterable

from sealwax.contract import model as m
from sealwax.contract.resolving.scope import Scope
from sealwax.contract.resolving.types import UNRESOLVED, is_narrower
from sealwax.contract.source import Node, child, key
from sealwax.diagnostics import Code
from sealwax.naming import pascal

PLACEHOLDER = re.compile(r"\{([^{}]*)\}")


def is_text(kind: m.Type) -> bool:
    inner = m.bare(kind)
    return isinstance(inner, m.String) or (isinstance(inner, m.Reference) and isinstance(inner.target, m.Text))


def refers_to(kind: m.Type, enum: m.Enum) -> bool:
    inner = m.bare(kind)
    return isinstance(inner, m.Reference) and inner.target == enum


def accepts_code(kind: m.Type, enum: m.Enum) -> bool:
    return is_text(kind) or refers_to(kind, enum)


# -- templates --------------------------------------------------------------------------------------------------------


def read_template(text: str, fields: tuple[m.Field, ...]) -> m.Template:
    """Split a checked template into literal text and fields."""
    by_name = {field.name: field for field in fields}
    pieces = PLACEHOLDER.split(text)
    parts = (by_name[piece] if at % 2 else piece for at, piece in enumerate(pieces))
    return tuple(part for part in parts if part)


def check_placeholders(template: str, fields: tuple[m.Field, ...], node: Node, scope: Scope) -> None:
    """Report placeholders that are unknown, can be absent, or whose value does not make sense in a sentence."""
    by_name = {field.name: field for field in fields}
    for name in dict.fromkeys(check_template(template, by_name, node, scope)):
        field = by_name.get(name)
        if field is None:
            continue
        if isinstance(field.type, m.Constant):
            message = f"'{name}' is a constant, so it needs no placeholder"
            scope.error(Code.BAD_TEMPLATE, node, message, "write its value")
        elif not _is_printable(field.type):
            hint = "use a string, number or boolean that cannot be null"
            scope.error(Code.BAD_TEMPLATE, node, f"the value of '{name}' cannot be part of a message", hint)
        elif not field.required and isinstance(field.default, m.Absent):
            hint = f"give '{name}' the level `must` or a default, or remove it from the template"
            scope.error(Code.BAD_TEMPLATE, node, f"'{name}' can be absent", hint)


def _is_printable(kind: m.Type) -> bool:
    named = isinstance(kind, m.Reference) and isinstance(kind.target, m.Enum | m.Text)
    return named or isinstance(kind, m.String | m.Integer | m.Number | m.Boolean) or kind is UNRESOLVED


def check_template(template: str, known: Iterable[str], node: Node, scope: Scope) -> tuple[str, ...]:
    """The placeholders of a template; unknown ones and unmatched braces are reported."""
    names = tuple(PLACEHOLDER.findall(template))
    for name in names:
        if name not in known:
            scope.unknown(Code.BAD_TEMPLATE, node, "placeholder", name, known)
    if any(brace in PLACEHOLDER.sub("", template) for brace in "{}"):
        hint = "use braces for placeholders only, such as {limit}"
        scope.error(Code.BAD_TEMPLATE, node, "unmatched brace", hint)
    return names


# -- where the fields go ----------------------------------------------------------------------------------------------


def check_keywords(fields: Iterable[m.Field], arguments: Iterable[str], owner: Node, maker: str, scope: Scope) -> None:
    """Report fields with the name of another argument of the factory."""
    known = {pascal(name).casefold(): name for name in arguments}
    for field in fields:
        if (name := known.get(pascal(field.name).casefold())) is not None:
            message = f"'{field.name}' is already an argument: '{name}' of '{maker}'"
            scope.error(Code.BAD_CONTEXT, key(owner, field.name), message, "rename it")


def check_object(fields: tuple[m.Field, ...], place: str, into: m.Field, owner: Node, scope: Scope) -> None:
    """Report fields that the object at `place` does not accept."""
    kind = m.bare(into.type)
    old = {entry.name: entry.replacement for entry in into.superseded}
    record = m.record_of(kind)
    declared = {} if record is None else {field.name: field for field in record.fields}
    for field in fields:
        node = key(owner, field.name)
        where = f"{place}.{field.name}"
        wanted = declared[field.name].type if field.name in declared else None
        wanted = kind.value if isinstance(kind, m.MapOf) else wanted
        if field.name in old:
            scope.error(Code.BAD_CONTEXT, node, f"'{where}' is superseded", f"use '{old[field.name]}'")
        elif record is not None and field.name not in declared and not record.open:
            message = f"'{place}' does not accept the key '{field.name}'"
            scope.error(Code.BAD_CONTEXT, node, message, f"declare it in '{record.name}', or add `open: true` there")
        elif wanted is not None and not is_narrower(field.type, wanted):
            node = child(owner, field.name, "type")
            scope.error(Code.BAD_CONTEXT, node, f"the type does not match that of '{where}'", "give both the same type")


def check_complete(
    fields: tuple[m.Field, ...], others: set[str], place: str, into: m.Field, node: Node, scope: Scope
) -> None:
    """Report required fields of an object that neither the context nor the builder always provides."""
    record = m.record_of(m.bare(into.type))
    if record is None:
        return
    given = others | {field.name for field in fields if field.always_has_value}
    for field in record.fields:
        if field.required and field.name not in given:
            message = f"'{place}' requires '{field.name}', which the context does not always provide"
            scope.error(Code.BAD_CONTEXT, node, message, f"add '{field.name}' to the context with the level `must`")
