"""Templates: text with placeholders in braces, such as the message of a code or the form of a string.

`There is no item {item_id}{? in {shop}}` becomes `("There is no item ", item_id, OptionalPart((" in ", shop)))`.
"""

import re
from collections.abc import Callable, Iterable

from sealwax.contract import model as m
from sealwax.contract.resolving.scope import Scope, some_of
from sealwax.contract.resolving.types import UNRESOLVED
from sealwax.contract.source import Node, Scalar, part_of
from sealwax.diagnostics import Code

PLACEHOLDER = re.compile(r"\{([^{}]*)\}")
OPTIONAL_PART = re.compile(r"\{\?((?:[^{}]|\{[^{}]*\})*)\}")
FIELD = "there is no field '{}' in `context`"
"""What is wrong with a placeholder of a message."""


def read_template(text: str, fields: tuple[m.Field, ...]) -> m.Template:
    """Split a checked template into literal text, fields and optional parts."""
    by_name, found = {field.name: field for field in fields}, list[str | m.Field | m.OptionalPart]()
    for at, piece in enumerate(OPTIONAL_PART.split(text)):
        parts = _split(piece, by_name)
        found += [m.OptionalPart(parts)] if at % 2 else parts
    return tuple(found)


def _split(text: str, by_name: dict[str, m.Field]) -> tuple[str | m.Field, ...]:
    pieces = PLACEHOLDER.split(text)
    parts = (by_name[piece] if at % 2 else piece for at, piece in enumerate(pieces))
    return tuple(part for part in parts if part)


def check_placeholders(template: str, fields: tuple[m.Field, ...], node: Node, scope: Scope) -> None:
    """Report placeholders that are unknown, can be absent, or whose value does not make sense in a sentence."""
    by_name = {field.name: field for field in fields}
    parts = OPTIONAL_PART.findall(template)
    optional = {name for part in parts for name in PLACEHOLDER.findall(part)}
    for part in parts:
        if not PLACEHOLDER.search(part):
            hint = "mention the field that it depends on, or remove the braces and the question mark"
            _report(f"{{?{part}}}", "this part mentions no field, so it does not depend on any", hint, node, scope)
    for name in dict.fromkeys(check_template(template, by_name, node, scope, FIELD, _without_marks)):
        field, place = by_name.get(name), f"{{{name}}}"
        if field is None:
            continue
        if isinstance(field.type, m.Constant):
            message = f"'{name}' is a constant, so it needs no placeholder"
            _report(place, message, "write its value", node, scope)
        elif not is_printable(m.bare(field.type) if name in optional else field.type):
            hint = "use a string, number or boolean, or a list of them, that cannot be null"
            _report(place, f"the value of '{name}' cannot be part of a message", hint, node, scope)
        elif f"{{{name}}}" in OPTIONAL_PART.sub("", template) and not field.always_has_value:
            hint = f"write an optional part such as {{? of {place}}}, or give '{name}' the level `must` or a default"
            text = OPTIONAL_PART.sub(lambda match: " " * len(match[0]), node.text if isinstance(node, Scalar) else "")
            _report(place, f"'{name}' can be absent", hint, node, scope, max(text.find(place), 0))


def _without_marks(template: str) -> str:
    """The template with blanks instead of the marks of optional parts."""
    return OPTIONAL_PART.sub(lambda match: f"  {match[1]} ", template)


def is_printable(kind: m.Type) -> bool:
    """Whether a value can be part of a message. The items of a list are joined with commas."""
    kind = kind.item if isinstance(kind, m.ListOf) else kind
    named = isinstance(kind, m.Reference) and isinstance(kind.target, m.Enum | m.Text)
    return named or isinstance(kind, m.String | m.Integer | m.Number | m.Boolean) or kind is UNRESOLVED


def check_template(
    template: str, known: Iterable[str], node: Node, scope: Scope, unknown: str, prepared: Callable[[str], str] = str
) -> tuple[str, ...]:
    """The placeholders of a prepared template; unknown ones and unmatched braces are reported."""
    names = tuple(PLACEHOLDER.findall(prepared(template)))
    for name in names:
        if name not in known:
            listed = some_of("known placeholders", [f"{{{each}}}" for each in known])
            fallback = f"declare it, as in `{{{name}: {{type: string}}}}`, or remove the braces"
            hint = scope.report.suggest(node.position, name, known, listed or fallback)
            _report(f"{{{name}}}", unknown.format(name), hint, node, scope)
    text = prepared(node.text if isinstance(node, Scalar) else template)
    unmatched = re.search(r"[{}]", PLACEHOLDER.sub(lambda match: " " * len(match.group()), text))
    if unmatched is not None:
        hint = "use braces for placeholders only, such as {limit}"
        _report(unmatched.group(), "unmatched brace", hint, node, scope, unmatched.start())
    return names


def _report(part: str, message: str, hint: str, node: Node, scope: Scope, after: int = 0) -> None:
    """Report a part of a template, which starts at or after an offset."""
    position, width = part_of(node, part, after)
    scope.report.add(Code.BAD_TEMPLATE, position, message, hint, width)
