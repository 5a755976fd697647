"""The values of an enum in a region: which of them, under which headings."""

from collections.abc import Mapping

from sealwax.contract import model as m
from sealwax.languages.markdown import text
from sealwax.regions.options import Options
from sealwax.targets.markdown.tables import GROUPS, kinds_of


def value_groups(enum: m.Enum, options: Options) -> dict[str, list[m.EnumValue]]:
    """The values that the options choose, by the heading above them; all under an empty one without headings."""
    facts = _facts(enum)
    wanted = {name: options.words(name, of, what) for name, (what, of) in _choices(enum, facts).items()}
    groups: dict[str, list[m.EnumValue]] = {}
    depth = options.number("headings", 1, 6)
    for value in enum.values:
        if all(not chosen or facts[value.value][name] in chosen for name, chosen in wanted.items()):
            heading = f"{'#' * depth} {text(value.classified_as)}" if depth and value.classified_as else ""
            groups.setdefault(heading, []).append(value)
    return groups


def _facts(enum: m.Enum) -> dict[str, dict[str, str]]:
    """What values can be chosen by, for each of them."""
    found, kinds = {}, kinds_of(enum)
    for value in enum.values:
        kind = kinds.get(value.value)
        found[value.value] = {
            "group": value.classified_as,
            "status": "" if kind is None or kind.http is None else str(kind.http),
            "retry": "" if kind is None or kind.retry is None else kind.retry.decision.value,
            "tier": "" if value.tier is None else value.tier.name,
        }
    return found


def _choices(enum: m.Enum, facts: Mapping[str, Mapping[str, str]]) -> dict[str, tuple[str, list[str]]]:
    """For each filter: what it is about, and the words that it can have."""
    groups = enum.classified_by
    known = [value.value for value in groups.values] if groups is not None else []
    seen = {name: list(dict.fromkeys(fact[name] for fact in facts.values())) for name in ("group", "status", "tier")}
    return {
        "group": (GROUPS.get(enum.catalogue, "group").lower(), known or list(filter(None, seen["group"]))),
        "status": ("HTTP status", sorted(filter(None, seen["status"]))),
        "retry": ("retry decision", [each.value for each in m.RetryDecision]),
        "tier": ("tier", list(filter(None, seen["tier"]))),
    }
