"""The values of an enum in a region: which of them, under which headings, in which columns."""

from collections.abc import Callable, Iterator, Mapping
from functools import partial

from sealwax.contract import model as m
from sealwax.languages import number
from sealwax.languages.markdown import cell, code_cell, text
from sealwax.regions.options import Options
from sealwax.rendering import Finished
from sealwax.targets.markdown.declarations import EnumSection
from sealwax.targets.markdown.filters import doc_cell, retry, retry_decision

_NAMES = {
    m.Catalogue.PLAIN: (("value", "Value"), ("", ""), "Description"),
    m.Catalogue.ERROR_TYPES: (("type", "Error type"), ("", ""), "Description"),
    m.Catalogue.ERROR_CODES: (("code", "Error code"), ("type", "Error type"), "When to use"),
    m.Catalogue.WARNING_CODES: (("code", "Warning code"), ("severity", "Severity"), "When to use"),
}
"""The names and titles of the columns for a value and its group, and the title of its description."""
_OURS = "code value type severity status number retry description message remediation tier".split()
"""Names that a column of the contract's own cannot have here."""
ON_REQUEST = ("message", "remediation")
"""Columns that a region has only if it names them: their texts are long."""


def value_groups(section: EnumSection, options: Options) -> dict[str, list[m.EnumValue]]:
    """The values that the options choose, by the heading above them; all under an empty one without headings."""
    enum, facts = section.enum, _facts(section)
    wanted = {name: options.words(name, of, what) for name, (what, of) in _choices(section, facts).items()}
    groups: dict[str, list[m.EnumValue]] = {}
    depth = options.number("headings", 1, 6)
    for value in enum.values:
        if all(not chosen or facts[value.value][name] in chosen for name, chosen in wanted.items()):
            heading = f"{'#' * depth} {text(value.classified_as)}" if depth and value.classified_as else ""
            groups.setdefault(heading, []).append(value)
    return groups


def _facts(section: EnumSection) -> dict[str, dict[str, str]]:
    """What values can be chosen by, for each of them."""
    found = {}
    for value in section.enum.values:
        kind = section.kinds.get(value.value)
        found[value.value] = {
            "group": value.classified_as,
            "status": "" if kind is None or kind.http is None else str(kind.http),
            "retry": "" if kind is None or kind.retry is None else kind.retry.decision.value,
            "tier": "" if value.tier is None else value.tier.name,
        }
    return found


def _choices(section: EnumSection, facts: Mapping[str, Mapping[str, str]]) -> dict[str, tuple[str, list[str]]]:
    """For each filter: what it is about, and the words that it can have."""
    groups = section.enum.classified_by
    known = [value.value for value in groups.values] if groups is not None else []
    seen = {name: list(dict.fromkeys(fact[name] for fact in facts.values())) for name in ("group", "status", "tier")}
    return {
        "group": (_NAMES[section.enum.catalogue][1][1].lower() or "group", known or list(filter(None, seen["group"]))),
        "status": ("HTTP status", sorted(filter(None, seen["status"]))),
        "retry": ("retry decision", [each.value for each in m.RetryDecision]),
        "tier": ("tier", list(filter(None, seen["tier"]))),
    }


def value_columns(section: EnumSection) -> dict[str, tuple[str, Callable[[m.EnumValue], Finished]]]:
    """The columns that a region can show, in the order of the reference pages."""
    return dict(_columns(section))


def _columns(section: EnumSection) -> Iterator[tuple[str, tuple[str, Callable[[m.EnumValue], Finished]]]]:
    enum = section.enum
    (name, title), (group, group_title), described = _NAMES[enum.catalogue]
    yield name, (title, lambda each: code_cell(each.value))
    if group:
        yield group, (group_title, lambda each: code_cell(each.classified_as))
    if section.has_http:
        yield "status", ("HTTP status", lambda each: number(section.kinds[each.value].http))
    if section.numbers:
        yield "number", ("JSON-RPC number", lambda each: number(section.numbers[each.value]))
    if section.has_retry:
        is_type = enum.catalogue is m.Catalogue.ERROR_TYPES
        shown = retry if is_type else retry_decision
        yield "retry", ("Retry?", lambda each: shown(section.kinds[each.value].retry))
    yield "description", (described, lambda each: doc_cell(each.docs))
    if any(each.message for each in enum.values):
        yield "message", ("Message", lambda each: _template(each.message))
    if any(each.remediation for each in enum.values):
        yield "remediation", ("Remediation", lambda each: _template(each.remediation))
    for index, column in enumerate(enum.columns):
        name = column.key if column.key not in _OURS else f"own-{column.key}"
        yield name, (column.title, partial(_own, index))
    if section.has_tiers:
        yield "tier", ("Tier", lambda each: cell("" if each.tier is None else each.tier.name))


def _template(words: str) -> Finished:
    return code_cell(words) if words else Finished("")


def _own(index: int, value: m.EnumValue) -> Finished:
    return cell(value.cells[index])
