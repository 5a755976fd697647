"""Enums -> catalogue.js and catalogue.d.ts: their constants, and tables of facts about their values."""

from collections.abc import Iterator

from sealwax.contract.model import Catalogue, Contract, Enum, EnumValue, Order, RetryDecision
from sealwax.frozen import frozen
from sealwax.languages import typescript as ts
from sealwax.meaning.wording import openness_words, order_words, value_tier_words
from sealwax.naming import camel, plural
from sealwax.rendering import Finished
from sealwax.targets.typescript.declarations import first_line
from sealwax.targets.typescript.types import numbers_type

RETRY_TYPE = " | ".join(f'"{decision.value}"' for decision in RetryDecision)


@frozen
class EnumMember:
    """A value of an enum under its constant name."""

    doc: Finished
    name: Finished
    value: Finished


@frozen
class Column:
    """A fact that the contract states about every value of an enum."""

    doc: Finished
    key: Finished
    """Its name as a property of an entry."""
    name: Finished
    """Its name as a string."""
    type: Finished
    cells: tuple[Finished, ...]
    """One per value of the enum."""


@frozen
class Ranking:
    """The comparison of an ordered enum."""

    function: Finished
    type: Finished
    """The type of what it compares."""
    constant: Finished
    """The name of the list of values."""
    values: tuple[Finished, ...]
    """From the lowest to the highest."""


@frozen
class EnumView:
    doc: Finished
    name: Finished
    members: tuple[EnumMember, ...]
    has_plain_names: bool
    """Whether each constant is its value in capitals."""
    is_open: bool
    """Whether other values are valid as well."""
    table: Finished
    """The name of the table of facts."""
    columns: tuple[Column, ...]
    """Empty when the contract states nothing about the values."""
    rows: tuple[tuple[Finished, ...], ...]
    """The cells of each value, one per column."""
    ranking: Ranking | None
    """The comparison of an ordered enum."""


@frozen
class CatalogueView:
    """catalogue.js and catalogue.d.ts"""

    header: Finished
    enums: tuple[EnumView, ...]
    helpers: tuple[Finished, ...]
    """The functions of the run-time module that make constants and tables."""


def catalogue_view(contract: Contract) -> CatalogueView:
    enums = tuple(_enum(enum) for enum in contract.enums)
    helpers = {
        "constantsOf": any(enum.has_plain_names for enum in enums),
        "tableOf": any(enum.columns for enum in enums),
    }
    return CatalogueView(
        header=first_line(contract),
        enums=enums,
        helpers=tuple(Finished(name) for name, is_used in helpers.items() if is_used),
    )


def table_name(enum: Enum) -> Finished:
    """The table of facts about the values of an enum."""
    return ts.function_name(plural(enum.name))


def classification_key(enum: Enum) -> str:
    """The fact of a code that another field can follow."""
    return "errorType" if enum.catalogue is Catalogue.ERROR_CODES else "severity"


def _enum(enum: Enum) -> EnumView:
    columns = tuple(_columns(enum))
    return EnumView(
        doc=ts.docs_doc(enum.docs, ts.sentence(filter(None, (openness_words(enum), order_words(enum))))),
        name=ts.type_name(enum.name),
        members=tuple(_member(enum, value) for value in enum.values),
        has_plain_names=all(ts.constant_name(value.value) == value.value.upper() for value in enum.values),
        is_open=enum.open,
        table=table_name(enum),
        columns=columns,
        rows=tuple(zip(*(column.cells for column in columns), strict=True)),
        ranking=_ranking(enum, enum.order) if enum.order is not None else None,
    )


def _member(enum: Enum, value: EnumValue) -> EnumMember:
    words = (ts.sentence(_value_words(enum, value)), value_tier_words(value.tier))
    doc = ts.docs_doc(value.docs, *words, tags=ts.tier_tag(value.tier))
    return EnumMember(doc, ts.constant_name(value.value), ts.string(value.value))


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


def _ranking(enum: Enum, order: Order) -> Ranking:
    values = tuple(ts.string(value.value) for value in enum.values)
    name = ts.type_name(enum.name)
    return Ranking(
        function=ts.function_name(f"{enum.name}IsBelow"),
        type=Finished(f"{name} | (string & {{}})") if enum.open else name,
        constant=Finished(f"{camel(enum.name)}Ranking"),
        values=values[::-1] if order is Order.HIGHEST_FIRST else values,
    )


# -- facts about each value -------------------------------------------------------------------------------------------


def _columns(enum: Enum) -> Iterator[Column]:
    values = enum.values
    if enum.classified_by is not None:
        cells = tuple(ts.string(value.classified_as) for value in values)
        yield _column(classification_key(enum), ts.type_name(enum.classified_by.name), _classified(enum), cells)
    if any(value.http is not None for value in values):
        kind = "number" if all(value.http is not None for value in values) else "number | null"
        yield _column(
            "httpStatus", kind, "The analogous HTTP status.", tuple(ts.literal(value.http) for value in values)
        )
    if any(value.jsonrpc is not None for value in values):
        some = "" if all(value.jsonrpc is not None for value in values) else " | null"
        cells = tuple(ts.literal(value.jsonrpc) for value in values)
        yield _column("jsonrpc", f"{numbers_type(enum)}{some}", "Its number in a JSON-RPC error.", cells)
    if any(value.retry is not None for value in values):
        yield _retry_column(values)
    if any(value.docs.doc for value in values):
        yield _column("description", "string", "What it means.", tuple(ts.string(value.docs.doc) for value in values))
    taken = ["description"]
    if any(value.tier for value in values):
        taken.append("tier")
        yield _tier_column(values)
    for index, column in enumerate(enum.columns):
        key = camel(column.key)
        cells = tuple(ts.string(value.cells[index]) for value in values)
        yield _column(f"{key}_" if key in taken else key, "string", _period(column.title), cells)


def _tier_column(values: tuple[EnumValue, ...]) -> Column:
    cells = tuple(ts.literal(value.tier.name if value.tier else None) for value in values)
    return _column("tier", " | ".join(dict.fromkeys(cells)), "Its stability tier.", cells)


def _period(title: str) -> str:
    return title if title.endswith((".", "!", "?")) else f"{title}."


def _column(key: str, kind: str, doc: str, cells: tuple[Finished, ...]) -> Column:
    return Column(ts.tsdoc(doc), ts.property_key(key), ts.string(key), Finished(kind), cells)


def _retry_column(values: tuple[EnumValue, ...]) -> Column:
    kind = f"{{ readonly decision: {RETRY_TYPE}; readonly hint: string }}"
    if any(value.retry is None for value in values):
        kind = f"{kind} | null"
    cells = tuple(
        ts.literal([value.retry.decision.value, value.retry.hint] if value.retry else None) for value in values
    )
    return _column("retry", kind, "Whether a retry can help, and what has to happen first.", cells)


def _classified(enum: Enum) -> str:
    return "Its error type." if enum.catalogue is Catalogue.ERROR_CODES else "Its usual severity."
