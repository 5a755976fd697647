"""The tables of values: a column for each thing that is known of them."""

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import TypeAlias

from msgspec import Struct

from sealwax.contract import model as m
from sealwax.languages import number
from sealwax.languages.markdown import cell, code_cell
from sealwax.meaning.wording import argument_words
from sealwax.rendering import Finished
from sealwax.targets.markdown.codes import CodeSection
from sealwax.targets.markdown.filters import doc_cell, retry, retry_decision

Column: TypeAlias = tuple[str, Callable[[m.EnumValue], Finished]]
"""The title of a column, and its cell in the row of a value."""
_VALUES = {
    m.Catalogue.PLAIN: ("Value", "Description"),
    m.Catalogue.ERROR_TYPES: ("Error type", "Description"),
    m.Catalogue.ERROR_CODES: ("Error code", "When to use"),
    m.Catalogue.WARNING_CODES: ("Warning code", "When to use"),
}
"""The titles of the columns for a value and for its description."""
_GROUPS = {m.Catalogue.ERROR_CODES: "Error type", m.Catalogue.WARNING_CODES: "Severity"}
"""The title of the column for what classifies a value."""


class Table(Struct, frozen=True):
    titles: tuple[Finished, ...]
    rows: tuple[tuple[Finished, ...], ...]
    """A cell for each title."""


def value_table(enum: m.Enum, texts: Mapping[str, CodeSection]) -> Table:
    """The values of an enum, with the columns that any of them needs."""
    made_of = (*_columns(enum, _kinds(enum)), *_of_texts(texts))
    columns = ((title, [made(value) for value in enum.values]) for title, made in made_of)
    shown = [(cell(title), cells) for title, cells in columns if any(cells)]
    return Table(tuple(title for title, _ in shown), tuple(zip(*(cells for _, cells in shown), strict=True)))


def _kinds(enum: m.Enum) -> dict[str, m.EnumValue]:
    """Each error code with its type, each error type with itself."""
    if enum.catalogue is m.Catalogue.ERROR_TYPES:
        return {value.value: value for value in enum.values}
    if enum.catalogue is not m.Catalogue.ERROR_CODES or (types := enum.classified_by) is None:
        return {}
    return {code.value: kind for code in enum.values if (kind := types.value(code.classified_as)) is not None}


def _columns(enum: m.Enum, kinds: Mapping[str, m.EnumValue]) -> Iterator[Column]:
    title, described = _VALUES[enum.catalogue]
    yield title, lambda each: code_cell(each.value)
    if enum.catalogue in _GROUPS:
        yield _GROUPS[enum.catalogue], lambda each: code_cell(each.classified_as)
    if any(kind.http is not None for kind in kinds.values()):
        yield "HTTP status", lambda each: number(kinds[each.value].http)
    if any(kind.jsonrpc is not None for kind in kinds.values()):
        yield "JSON-RPC number", lambda each: number(kinds[each.value].jsonrpc)
    if any(kind.retry is not None for kind in kinds.values()):
        shown = retry if enum.catalogue is m.Catalogue.ERROR_TYPES else retry_decision
        yield "Retry?", lambda each: shown(kinds[each.value].retry)
    yield described, lambda each: doc_cell(each.docs)
    for index, column in enumerate(enum.columns):
        yield column.title, partial(_own, index)
    if any(each.tier is not None for each in enum.values):
        yield "Tier", lambda each: cell("" if each.tier is None else each.tier.name)


def _of_texts(texts: Mapping[str, CodeSection]) -> Iterator[Column]:
    """The message of a code, and its arguments by where they go."""
    yield "Message", lambda each: code_cell(texts[each.value].functions[0].message) if each.value in texts else cell("")
    groups = (group for each in texts.values() for group in each.functions[0].arguments)
    for group in dict.fromkeys(groups):
        yield group, partial(_arguments, texts, group)


def _arguments(texts: Mapping[str, CodeSection], group: str, value: m.EnumValue) -> Finished:
    fields = texts[value.value].functions[0].arguments.get(group, ()) if value.value in texts else ()
    return Finished("; ".join(f"{code_cell(each.name)}: {cell(argument_words(each))}" for each in fields))


def _own(index: int, value: m.EnumValue) -> Finished:
    return cell(value.cells[index])
