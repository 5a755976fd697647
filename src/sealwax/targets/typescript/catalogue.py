"""Enums -> catalogue.js and catalogue.d.ts: their constants, and tables of facts about their values."""

from collections.abc import Iterator

from msgspec import Struct

from sealwax.contract.model import Catalogue, Contract, Enum, EnumValue, Order, Retry, RetryDecision
from sealwax.languages import typescript as ts
from sealwax.meaning.codes.catalogue import Cell, Property, PropertyKind, properties
from sealwax.meaning.remembering import remembered
from sealwax.meaning.wording import openness_words, order_words, sentence, value_tier_words
from sealwax.naming import camel, plural
from sealwax.rendering import Finished
from sealwax.targets.typescript.declarations import first_line
from sealwax.targets.typescript.types import numbers_type


class FactColumn(Struct, frozen=True):
    """A fact that the contract states about every value of an enum."""

    key: str
    type: Finished
    doc: Finished
    cells: tuple[Finished, ...]
    """One per value of the enum."""


class Ranking(Struct, frozen=True):
    """The comparison of an ordered enum."""

    function: Finished
    constant: Finished
    """The name of the list of values."""
    values: tuple[str, ...]
    """From the lowest to the highest."""


class EnumView(Struct, frozen=True):
    enum: Enum
    has_plain_names: bool
    """Whether each constant is its value in capitals."""
    columns: tuple[FactColumn, ...]
    """Empty when the contract states nothing about the values."""
    rows: tuple[tuple[Finished, ...], ...]
    """The cells of each value, one per column."""
    ranking: Ranking | None
    """The comparison of an ordered enum."""


class CatalogueView(Struct, frozen=True):
    """catalogue.js and catalogue.d.ts"""

    header: Finished
    enums: tuple[EnumView, ...]
    helpers: frozenset[str]
    """The functions of the run-time module that make constants or tables."""


@remembered
def catalogue_view(contract: Contract) -> CatalogueView:
    enums = tuple(_enum(enum) for enum in contract.enums)
    constants = {"constantsOf" for each in enums if each.has_plain_names}
    tables = {"tableOf" for each in enums if each.columns}
    return CatalogueView(first_line(contract), enums, frozenset(constants | tables))


def table_name(enum: Enum) -> Finished:
    """The table of facts about the values of an enum."""
    return ts.function_name(plural(enum.name))


def classification_key(enum: Enum) -> str:
    """The fact of a code that another field can follow."""
    return "errorType" if enum.catalogue is Catalogue.ERROR_CODES else "severity"


def _enum(enum: Enum) -> EnumView:
    columns = tuple(_column(enum, each) for each in properties(enum))
    return EnumView(
        enum=enum,
        has_plain_names=not enum.old_names
        and all(ts.constant_name(value.value) == value.value.upper() for value in enum.values),
        columns=columns,
        rows=tuple(zip(*(column.cells for column in columns), strict=True)),
        ranking=_ranking(enum) if enum.order is not None else None,
    )


def _ranking(enum: Enum) -> Ranking:
    values = tuple(value.value for value in enum.values)
    return Ranking(
        function=ts.function_name(f"{enum.name}IsBelow"),
        constant=Finished(f"{camel(enum.name)}Ranking"),
        values=values[::-1] if enum.order is Order.HIGHEST_FIRST else values,
    )


# -- documentation ----------------------------------------------------------------------------------------------------


def enum_doc(enum: Enum) -> Finished:
    """The comment above the constants of an enum."""
    return ts.docs_doc(enum.docs, sentence((openness_words(enum), order_words(enum))))


def value_doc(value: EnumValue, enum: Enum) -> Finished:
    """The comment above the constant of a value."""
    words = (sentence(_value_words(enum, value)), value_tier_words(value.tier))
    return ts.docs_doc(value.docs, *words, tags=ts.tier_tag(value.tier))


def _value_words(enum: Enum, value: EnumValue) -> Iterator[str]:
    if value.classified_as:
        title = "error type" if enum.catalogue is Catalogue.ERROR_CODES else "severity"
        yield f"{title} `{value.classified_as}`"
    if value.http is not None:
        yield f"HTTP status {value.http}"
    if value.jsonrpc is not None:
        yield f"JSON-RPC number {value.jsonrpc}"
    if value.retry is not None:
        yield ", ".join(filter(None, (f"retry: {value.retry.decision.value}", value.retry.hint)))
    for column, cell in zip(enum.columns, value.cells, strict=True):
        yield f"{column.title}: {cell.removesuffix('.')}"


# -- facts about each value -------------------------------------------------------------------------------------------


_DECISION = " | ".join(f'"{decision.value}"' for decision in RetryDecision)
_TYPES = {
    PropertyKind.NUMBER: "number",
    PropertyKind.RETRY: f"{{ readonly decision: {_DECISION}; readonly hint: string }}",
}


def _column(enum: Enum, stated: Property) -> FactColumn:
    kind, cells = _TYPES.get(stated.kind, "string"), tuple(map(_cell, stated.values))
    if stated.kind is PropertyKind.CLASS and enum.classified_by is not None:
        kind = ts.type_name(enum.classified_by.name)
    elif stated.name == "jsonrpc":
        kind = numbers_type(enum)
    elif stated.kind is PropertyKind.TIER:
        kind = " | ".join(dict.fromkeys(cell for cell in cells if cell != _NULL))
    spelled = f"{kind} | null" if _NULL in cells else kind
    key = f"{camel(stated.name)}_" if stated.is_taken else camel(stated.name)
    return FactColumn(key, Finished(spelled), ts.tsdoc(stated.doc), cells)


_NULL = ts.literal(None)


def _cell(value: Cell) -> Finished:
    return ts.literal([value.decision.value, value.hint] if isinstance(value, Retry) else value)
