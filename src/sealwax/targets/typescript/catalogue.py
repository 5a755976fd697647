"""Enums, codes and constants -> catalogue.js: constants, tables of facts, and functions that look them up."""

from collections.abc import Iterator

from msgspec import Struct

from sealwax.contract.model import (
    Catalogue,
    Contract,
    Enum,
    EnumValue,
    Json,
    NamedConstant,
    Order,
    Retry,
    RetryDecision,
)
from sealwax.languages import typescript as ts
from sealwax.meaning.codes.catalogue import (
    Cell,
    DescribedEnum,
    Property,
    PropertyKind,
    described,
    lookups,
    policies,
    properties,
)
from sealwax.meaning.remembering import remembered
from sealwax.meaning.wording import openness_words, order_words, sentence, value_tier_words
from sealwax.naming import camel, plural, words
from sealwax.rendering import Finished
from sealwax.targets.typescript.declarations import first_line
from sealwax.targets.typescript.types import numbers_type


class FactColumn(Struct, frozen=True):
    """A fact that the contract states about every value of an enum."""

    key: str
    type: Finished
    doc: Finished
    """Empty if it would repeat the key."""
    cells: tuple[Json, ...]
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
    columns: tuple[FactColumn, ...]
    """Empty when the contract states nothing about the values."""
    facts: tuple[Finished, ...]
    """The facts about each value, as an object."""
    ranking: Ranking | None
    """The comparison of an ordered enum."""


class LookupView(Struct, frozen=True):
    """The functions that say what the contract knows about a string."""

    policies: tuple[str, ...]
    """Those that error types have."""
    has_codes: bool
    """Whether there are error codes, which lead to error types."""
    types: DescribedEnum | None
    """The descriptions of error types, if there are any."""
    codes: DescribedEnum | None
    warnings: DescribedEnum | None


class CatalogueView(Struct, frozen=True):
    """catalogue.js, and its part of index.d.ts"""

    header: Finished
    constants: dict[Finished, NamedConstant]
    """By name."""
    enums: tuple[EnumView, ...]
    lookup: LookupView | None
    """None if the contract states nothing to look up."""


@remembered
def catalogue_view(contract: Contract) -> CatalogueView:
    return CatalogueView(
        header=first_line(contract),
        constants={Finished(each.name): each for each in contract.constants},
        enums=tuple(map(_enum, contract.enums)),
        lookup=_lookup(contract) if any(lookups(contract)) else None,
    )


def _lookup(contract: Contract) -> LookupView:
    found = {each.enum.catalogue: each for each in described(contract)}
    return LookupView(
        policies=policies(contract),
        has_codes=contract.catalogue(Catalogue.ERROR_CODES) is not None,
        types=found.get(Catalogue.ERROR_TYPES),
        codes=found.get(Catalogue.ERROR_CODES),
        warnings=found.get(Catalogue.WARNING_CODES),
    )


def table_name(enum: Enum) -> Finished:
    """The table of facts about the values of an enum."""
    return ts.function_name(plural(enum.name))


def classification_key(enum: Enum) -> str:
    """The fact of a code that another field can follow."""
    return "errorType" if enum.catalogue is Catalogue.ERROR_CODES else "severity"


def _enum(enum: Enum) -> EnumView:
    columns = tuple(_column(enum, each) for each in properties(enum))
    rows = zip(*(column.cells for column in columns), strict=True)
    keys = [column.key for column in columns]
    return EnumView(
        enum=enum,
        columns=columns,
        facts=tuple(ts.literal(dict(zip(keys, row, strict=True))) for row in rows),
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
    openness = openness_words(enum) if enum.open else ""
    return ts.docs_doc(enum.docs, sentence((openness, order_words(enum))))


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
        kind = " | ".join(dict.fromkeys(ts.literal(cell) for cell in cells if cell is not None))
    spelled = f"{kind} | null" if None in cells else kind
    key = f"{camel(stated.name)}_" if stated.is_taken else camel(stated.name)
    doc = stated.doc if words(stated.doc.rstrip(".")) != words(stated.name) else ""
    return FactColumn(key, Finished(spelled), ts.tsdoc(doc), cells)


def _cell(value: Cell) -> Json:
    return {"decision": value.decision.value, "hint": value.hint} if isinstance(value, Retry) else value
