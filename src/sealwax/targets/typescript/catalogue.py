"""TypeScript catalogue: the values of every enum and what the contract knows about each."""

from collections.abc import Iterator

from sealwax.contract.model import Catalogue, Contract, Enum, EnumValue, Order, RetryDecision
from sealwax.frozen import frozen
from sealwax.languages.typescript import (
    WIDTH,
    constant_name,
    function_name,
    literal,
    property_key,
    string,
    tsdoc,
    type_name,
)
from sealwax.meaning.wording import openness_words, order_words, value_tier_words
from sealwax.naming import camel, plural
from sealwax.rendering import Finished, header
from sealwax.targets.typescript.types import docs_doc, numbers_type, sentence, tier_tag

LINE = "\n"
RETRY_TYPE = " | ".join(f'"{decision.value}"' for decision in RetryDecision)


@frozen
class Member:
    """A value of an enum under its constant name."""

    doc: Finished
    has_doc: bool
    name: Finished
    value: Finished


@frozen
class Fact:
    """A column of a catalogue: a property that every entry has."""

    doc: Finished
    key: Finished
    type: Finished


@frozen
class Row:
    """What is known about a value: a cell for each fact."""

    cells: Finished


@frozen
class Ranking:
    """The comparison of an ordered enum."""

    function: Finished
    signature: Finished
    constant: Finished
    values: Finished
    """A list from the lowest to the highest."""


@frozen
class EnumView:
    doc: Finished
    has_doc: bool
    name: Finished
    members: tuple[Member, ...]
    has_plain_names: bool
    """Each constant is its value in capitals."""
    is_open: bool
    table: Finished
    entry_type: Finished
    facts: tuple[Fact, ...]
    """Empty when there is nothing to know about the values."""
    columns: Finished
    rows: tuple[Row, ...]
    """One per value."""
    rankings: tuple[Ranking, ...]
    """One for an ordered enum, none for others."""


@frozen
class CatalogueView:
    header: Finished
    enums: tuple[EnumView, ...]
    has_constants: bool
    has_tables: bool
    has_retry: bool


def catalogue_view(contract: Contract) -> CatalogueView:
    enums = tuple(_enum(enum) for enum in contract.enums)
    return CatalogueView(
        header=Finished(f"// {header(contract.name)}"),
        enums=enums,
        has_constants=any(enum.has_plain_names for enum in enums),
        has_tables=any(enum.facts for enum in enums),
        has_retry=any(value.retry is not None for enum in contract.enums for value in enum.values),
    )


def table_name(enum: Enum) -> Finished:
    """The table of what is known about the values of an enum."""
    return function_name(plural(enum.name))


def classification_key(enum: Enum) -> str:
    """The fact of a code that another field can follow."""
    return "errorType" if enum.catalogue is Catalogue.ERROR_CODES else "severity"


def _enum(enum: Enum) -> EnumView:
    columns = tuple(_columns(enum))
    doc = docs_doc(enum.docs, sentence(filter(None, (openness_words(enum), order_words(enum)))))
    return EnumView(
        doc=doc,
        has_doc=bool(doc),
        name=type_name(enum.name),
        members=tuple(_member(enum, value) for value in enum.values),
        has_plain_names=all(constant_name(value.value) == value.value.upper() for value in enum.values),
        is_open=enum.open,
        table=table_name(enum),
        entry_type=Finished(f"{type_name(enum.name)}Entry"),
        facts=tuple(column.fact for column in columns),
        columns=literal([column.key for column in columns]),
        rows=tuple(_rows(columns)),
        rankings=tuple(_rankings(enum)),
    )


def _member(enum: Enum, value: EnumValue) -> Member:
    words = (sentence(_value_words(enum, value)), value_tier_words(value.tier))
    doc = docs_doc(value.docs, *words, indent=2, tags=tier_tag(value.tier))
    return Member(doc, bool(doc), constant_name(value.value), string(value.value))


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


def _rankings(enum: Enum) -> Iterator[Ranking]:
    if enum.order is not None:
        values = [string(value.value) for value in enum.values]
        ordered = values[::-1] if enum.order is Order.HIGHEST_FIRST else values
        function, constant = function_name(f"{enum.name}IsBelow"), f"{camel(enum.name)}Ranking"
        line = f"[{', '.join(ordered)}]"
        broken = f"[\n{''.join(f'  {value},{LINE}' for value in ordered)}]"
        fits = len(f"const {constant} = {line};") <= WIDTH
        name = type_name(enum.name)
        signature = _signature(function, f"{name} | (string & {{}})" if enum.open else name)
        yield Ranking(function, signature, Finished(constant), Finished(line if fits else broken))


def _signature(function: str, kind: str) -> Finished:
    parameters = (f"value: {kind}", f"other: {kind}")
    line = f"{function}({', '.join(parameters)}): boolean;"
    if len(f"export declare function {line}") <= WIDTH:
        return Finished(line)
    return Finished(f"{function}(\n{''.join(f'  {each},{LINE}' for each in parameters)}): boolean;")


# -- what is known about each value -----------------------------------------------------------------------------------


@frozen
class _Column:
    key: str
    fact: Fact
    cells: tuple[Finished, ...]
    """One value per value of the enum."""


def _columns(enum: Enum) -> Iterator[_Column]:
    values = enum.values
    if enum.classified_by is not None:
        cells = tuple(string(value.classified_as) for value in values)
        yield _column(classification_key(enum), type_name(enum.classified_by.name), _classified(enum), cells)
    if any(value.http is not None for value in values):
        kind = "number" if all(value.http is not None for value in values) else "number | null"
        yield _column("httpStatus", kind, "The analogous HTTP status.", tuple(literal(value.http) for value in values))
    if any(value.jsonrpc is not None for value in values):
        some = "" if all(value.jsonrpc is not None for value in values) else " | null"
        cells = tuple(literal(value.jsonrpc) for value in values)
        yield _column("jsonrpc", f"{numbers_type(enum)}{some}", "Its number in a JSON-RPC error.", cells)
    if any(value.retry is not None for value in values):
        yield _retry_column(values)
    if any(value.docs.doc for value in values):
        yield _column("description", "string", "What it means.", tuple(string(value.docs.doc) for value in values))
    taken = ["description"]
    if any(value.tier for value in values):
        taken.append("tier")
        yield _tier_column(values)
    for index, column in enumerate(enum.columns):
        key = camel(column.key)
        cells = tuple(string(value.cells[index]) for value in values)
        yield _column(f"{key}_" if key in taken else key, "string", _period(column.title), cells)


def _tier_column(values: tuple[EnumValue, ...]) -> _Column:
    names = dict.fromkeys(string(value.tier.name) if value.tier else Finished("null") for value in values)
    cells = tuple(string(value.tier.name) if value.tier else Finished("null") for value in values)
    return _column("tier", " | ".join(names), "How far one can rely on it.", cells)


def _period(title: str) -> str:
    return title if title.endswith((".", "!", "?")) else f"{title}."


def _column(key: str, kind: str, doc: str, cells: tuple[Finished, ...]) -> _Column:
    return _Column(key, Fact(tsdoc(doc, 2), property_key(key), Finished(kind)), cells)


def _retry_column(values: tuple[EnumValue, ...]) -> _Column:
    kind = f"{{ readonly decision: {RETRY_TYPE}; readonly hint: string }}"
    if any(value.retry is None for value in values):
        kind = f"{kind} | null"
    cells = tuple(literal([value.retry.decision.value, value.retry.hint] if value.retry else None) for value in values)
    return _column("retry", kind, "Whether trying again can help, and what has to happen first.", cells)


def _classified(enum: Enum) -> str:
    return "Its error type." if enum.catalogue is Catalogue.ERROR_CODES else "Its usual severity."


def _rows(columns: tuple[_Column, ...]) -> Iterator[Row]:
    for cells in zip(*(column.cells for column in columns), strict=True):
        line = f"[{', '.join(cells)}]"
        broken = f"[\n{''.join(f'    {cell},{LINE}' for cell in cells)}  ]"
        yield Row(Finished(line if len(line) + 3 <= WIDTH else broken))
