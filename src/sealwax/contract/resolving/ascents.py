"""Parts of composite strings that hold ascending numbers -> patterns that find both numbers."""

from collections.abc import Iterator

from sealwax.contract.model import Ascent, TextPart
from sealwax.contract.resolving.scope import Scope
from sealwax.contract.resolving.templates import PLACEHOLDER
from sealwax.contract.source import Node, child
from sealwax.diagnostics import Code
from sealwax.language.grammar.types import TypeDecl
from sealwax.patterns import Pattern, grouped, matches_only_digits


def read_ascents(decl: TypeDecl, parts: dict[str, TextPart], scope: Scope) -> tuple[Ascent, ...]:
    """The pairs of parts that `after` declares. `parts` are those whose patterns are valid."""
    pairs = ((entry.after, name, child(entry.node, "after")) for name, entry in decl.parts.items())
    found = (_ascent(low, high, node, decl, parts, scope) for low, high, node in pairs if low is not None)
    return tuple(ascent for ascent in found if ascent is not None)


def _ascent(low: str, high: str, node: Node, decl: TypeDecl, parts: dict[str, TextPart], scope: Scope) -> Ascent | None:
    if low == high or low not in decl.parts:
        others = [name for name in decl.parts if name != high]
        scope.unknown(Code.UNKNOWN_NAME, node, "other part called", low, others)
        return None
    for name in (low, high):
        if name in parts and not matches_only_digits(parts[name].pattern):
            message = f"'{name}' may not be a number: its pattern also matches characters other than digits"
            scope.error(Code.BAD_CONDITION, node, message, "use a pattern such as `^[0-9]+$`")
    bodies = tuple(_bodies(low, high, node, decl, parts, scope))
    return Ascent(low, high, Pattern("", "|".join(bodies), grouped=len(bodies) > 1)) if bodies else None


def _bodies(low: str, high: str, node: Node, decl: TypeDecl, parts: dict[str, TextPart], scope: Scope) -> Iterator[str]:
    """For each form with both parts, a regular expression with a group for each of the two."""
    together = 0
    for form in (decl.forms or {}).values():
        names = PLACEHOLDER.findall(form.template)
        order = [name for name in names if name in (low, high)]
        together += len(order) > 1
        if len(order) > 1 and order != [low, high]:
            message = f"'{form.template}' does not have '{low}' once, followed by '{high}' once"
            scope.error(Code.BAD_CONDITION, node, message, f"remove `after`, or put '{high}' after '{low}'")
        elif len(order) > 1 and all(name in parts for name in names):
            pair = [at for at, name in enumerate(names) if name in (low, high)]
            yield grouped(PLACEHOLDER.split(form.template)[::2], [parts[name].pattern for name in names], pair).body
    if not together:
        scope.error(Code.BAD_CONDITION, node, f"no form has both '{low}' and '{high}'", "remove `after`")
