"""Templates: text with placeholders in braces, such as the message of a code or the form of a string."""

import re
from collections.abc import Iterable

from sealwax.contract import model as m
from sealwax.contract.resolving.scope import Scope
from sealwax.contract.resolving.types import UNRESOLVED
from sealwax.contract.source import Node, Scalar, part_of
from sealwax.diagnostics import Code, did_you_mean

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
        field, place = by_name.get(name), f"{{{name}}}"
        if field is None:
            continue
        if isinstance(field.type, m.Constant):
            message = f"'{name}' is a constant, so it needs no placeholder"
            _report(place, message, "write its value", node, scope)
        elif not _is_printable(field.type):
            hint = "use a string, number or boolean that cannot be null"
            _report(place, f"the value of '{name}' cannot be part of a message", hint, node, scope)
        elif not field.required and isinstance(field.default, m.Absent):
            hint = f"give '{name}' the level `must` or a default, or remove it from the template"
            _report(place, f"'{name}' can be absent", hint, node, scope)


def _is_printable(kind: m.Type) -> bool:
    named = isinstance(kind, m.Reference) and isinstance(kind.target, m.Enum | m.Text)
    return named or isinstance(kind, m.String | m.Integer | m.Number | m.Boolean) or kind is UNRESOLVED


def check_template(template: str, known: Iterable[str], node: Node, scope: Scope) -> tuple[str, ...]:
    """The placeholders of a template; unknown ones and unmatched braces are reported."""
    names = tuple(PLACEHOLDER.findall(template))
    for name in names:
        if name not in known:
            listed = ", ".join(f"{{{each}}}" for each in known)
            hint = did_you_mean(
                name, known, f"known placeholders: {listed}" if listed else "declare it, or remove the braces"
            )
            _report(f"{{{name}}}", f"there is no placeholder '{name}'", hint, node, scope)
    text = node.text if isinstance(node, Scalar) else template
    unmatched = re.search(r"[{}]", PLACEHOLDER.sub(lambda match: " " * len(match.group()), text))
    if unmatched is not None:
        hint = "use braces for placeholders only, such as {limit}"
        _report(unmatched.group(), "unmatched brace", hint, node, scope, unmatched.start())
    return names


def _report(part: str, message: str, hint: str, node: Node, scope: Scope, after: int = 0) -> None:
    """Report a part of a template, which starts at or after an offset."""
    position, width = part_of(node, part, after)
    scope.report.add(Code.BAD_TEMPLATE, position, message, hint, width)
