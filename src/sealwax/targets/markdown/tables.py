"""Tables of values, which the reference pages and regions of other Markdown files have in common."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import TypeAlias, TypeVar

from msgspec import Struct

from sealwax.contract import model as m
from sealwax.languages import number
from sealwax.languages.markdown import cell, code_cell
from sealwax.rendering import Finished
from sealwax.targets.markdown.filters import doc_cell, retry, retry_decision

Item = TypeVar("Item")
Column: TypeAlias = tuple[str, Callable[[Item], Finished]]
"""The title of a column, and its cell in the row of an item."""
Columns: TypeAlias = Mapping[str, Column[Item]]
_VALUES = {
    m.Catalogue.PLAIN: ("value", "Value", "Description"),
    m.Catalogue.ERROR_TYPES: ("type", "Error type", "Description"),
    m.Catalogue.ERROR_CODES: ("code", "Error code", "When to use"),
    m.Catalogue.WARNING_CODES: ("code", "Warning code", "When to use"),
}
"""The name and the title of the column for a value, and the title of its description."""
GROUPS = {m.Catalogue.ERROR_CODES: "Error type", m.Catalogue.WARNING_CODES: "Severity"}
"""The title of the column for what classifies a value."""
_OURS = "code value type severity status number retry description message remediation tier".split()
"""Names that a column of the contract's own cannot have."""
ON_REQUEST = ("message", "remediation")
"""Columns that only a region has, if it names them: their texts are long."""


class Table(Struct, frozen=True):
    titles: dict[str, Finished]
    """By column."""
    rows: tuple[tuple[Finished, ...], ...]
    """A cell for each title."""


def table(columns: Columns[Item], items: Sequence[Item], names: Sequence[str] = ()) -> Table:
    """A table with the columns of these names; by default those of the reference pages, unless they are empty."""
    usual = (name for name in columns if name not in ON_REQUEST)
    cells = {name: [columns[name][1](item) for item in items] for name in names or usual}
    shown = {name: made for name, made in cells.items() if names or any(made)}
    return Table({name: cell(columns[name][0]) for name in shown}, tuple(zip(*shown.values(), strict=True)))


def kinds_of(enum: m.Enum) -> dict[str, m.EnumValue]:
    """Each error code with its type, each error type with itself."""
    if enum.catalogue is m.Catalogue.ERROR_TYPES:
        return {value.value: value for value in enum.values}
    if enum.catalogue is not m.Catalogue.ERROR_CODES or (types := enum.classified_by) is None:
        return {}
    return {code.value: kind for code in enum.values if (kind := types.value(code.classified_as)) is not None}


def value_columns(enum: m.Enum) -> Columns[m.EnumValue]:
    """The columns that a table of values can have."""
    return dict(_columns(enum, kinds_of(enum)))


def _columns(enum: m.Enum, kinds: Mapping[str, m.EnumValue]) -> Iterator[tuple[str, Column[m.EnumValue]]]:
    name, title, described = _VALUES[enum.catalogue]
    yield name, (title, lambda each: code_cell(each.value))
    if enum.catalogue in GROUPS:
        group = GROUPS[enum.catalogue]
        yield group.split()[-1].lower(), (group, lambda each: code_cell(each.classified_as))
    if any(kind.http is not None for kind in kinds.values()):
        yield "status", ("HTTP status", lambda each: number(kinds[each.value].http))
    if any(kind.jsonrpc is not None for kind in kinds.values()):
        yield "number", ("JSON-RPC number", lambda each: number(kinds[each.value].jsonrpc))
    if any(kind.retry is not None for kind in kinds.values()):
        shown = retry if enum.catalogue is m.Catalogue.ERROR_TYPES else retry_decision
        yield "retry", ("Retry?", lambda each: shown(kinds[each.value].retry))
    yield "description", (described, lambda each: doc_cell(each.docs))
    if any(each.message for each in enum.values):
        yield "message", ("Message", lambda each: _template(each.message))
    if any(each.remediation for each in enum.values):
        yield "remediation", ("Remediation", lambda each: _template(each.remediation))
    for index, column in enumerate(enum.columns):
        name = column.key if column.key not in _OURS else f"own-{column.key}"
        yield name, (column.title, partial(_own, index))
    if any(each.tier is not None for each in enum.values):
        yield "tier", ("Tier", lambda each: cell("" if each.tier is None else each.tier.name))


def _template(words: str) -> Finished:
    return code_cell(words) if words else Finished("")


def _own(index: int, value: m.EnumValue) -> Finished:
    return cell(value.cells[index])
