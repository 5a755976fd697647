"""Templates: text with placeholders in braces, such as the message of a code or the form of a string."""

import re
from collections.abc import Iterable

from sealwax.contract import model as m
from sealwax.contract.resolving.scope import Scope
from sealwax.contract.resolving.types import UNRESOLVED
from sealwax.contract.source import Node
from sealwax.diagnostics import Code

PLACEHOLDER = re.compile(r"\{([^{}]*)\}")


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
