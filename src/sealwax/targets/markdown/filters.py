"""The filters of the Markdown templates: parts of a contract as text, table cells and links."""

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import Protocol

from sealwax.contract import model as m
from sealwax.frozen import frozen
from sealwax.languages.markdown import cell, code, code_cell, json_block, paragraphs, text, text_block
from sealwax.meaning import wording
from sealwax.meaning.enforcement import Kind
from sealwax.naming import kebab
from sealwax.naming import title as default_title
from sealwax.patterns import Pattern
from sealwax.rendering import Filters, Finished
from sealwax.targets.markdown.places import Places

# Other schemes may run code in a browser, and a path would be relative to a document that is not ours.
_WEB_ADDRESS = re.compile(r"https?://[^\s]+")
_UNSAFE_IN_ADDRESS = re.compile(r"[^A-Za-z0-9/:?#@!$&*+,;=._~%-]")

common_cell = lru_cache(maxsize=1024)(cell)
"""A cell with text that many rows share, such as a level or a source."""


@frozen
class SupersededRow:
    """A key that older writers used, and its replacement."""

    path: tuple[str, str]
    """The field of the envelope, and the key in it."""
    replacement: str
    docs: m.Documentation


# -- names, paths and values ------------------------------------------------------------------------------------------


def path(keys: tuple[str, ...]) -> Finished:
    """A path of keys as code: `meta.request_id`."""
    return code(".".join(keys))


def path_cell(keys: tuple[str, ...]) -> Finished:
    """A path of keys as code in a table cell."""
    return code_cell(".".join(keys))


def number(value: int | None) -> Finished:
    """A number; empty for None."""
    return Finished("" if value is None else str(value))


def value(json: m.Json) -> Finished:
    """A JSON value as code."""
    return text(wording.quoted(json))


def default_cell(parameter: m.Parameter) -> Finished:
    """The default of a parameter in a table cell; empty if there is none."""
    return Finished("") if parameter.default is m.ABSENT else cell(wording.quoted(parameter.default))


def verbatim(lines: str) -> Finished:
    """Text with its line breaks, in a fenced block."""
    return text_block(lines.rstrip("\n"))


def file_name(name: str) -> Finished:
    """A name as part of a file name, in kebab case."""
    return Finished(kebab(name))


def own_title(declaration: m.Record | m.Enum | m.Text | m.Tier) -> Finished:
    """The title of a declaration; empty if it only repeats the name."""
    return Finished("") if declaration.title == default_title(declaration.name) else text(declaration.title)


def link(name: str, places: Places) -> Finished:
    """A link to the section of a declaration."""
    return Finished(f"[{name}]({places.sections[name]})")


def type_cell(kind: m.Type, places: Places) -> Finished:
    """A type in a table cell, with a link if it refers to a declaration."""
    return Finished(wording.type_words(kind, lambda name: link(name, places), bar=r"\|"))


def web_address(target: str) -> Finished:
    """A web address as the target of a link; empty if it is not a web address."""
    if not _WEB_ADDRESS.fullmatch(target):
        return Finished("")
    return Finished(_UNSAFE_IN_ADDRESS.sub(_percent, target))


def _percent(match: re.Match[str]) -> str:
    return "".join(f"%{byte:02X}" for byte in match.group().encode())


# -- documentation ----------------------------------------------------------------------------------------------------


def doc(docs: m.Documentation) -> Finished:
    """The description as paragraphs, followed by a paragraph about its lifecycle."""
    return paragraphs("\n\n".join((docs.doc, " ".join(wording.lifecycle_words(docs)))))


def doc_text(docs: m.Documentation) -> Finished:
    """The description and its lifecycle on one line."""
    return text(" ".join((docs.doc, *wording.lifecycle_words(docs))))


def doc_cell(docs: m.Documentation, *more: str) -> Finished:
    """The description and its lifecycle in a table cell."""
    return cell(" ".join(filter(None, (docs.doc, *more, *wording.lifecycle_words(docs)))))


def status_doc(status: str, partial: m.Partial) -> Finished:
    """The description of a status of partial results in a table cell."""
    value = partial.statuses.value(status)
    return Finished("") if value is None else doc_cell(value.docs)


def field_doc(field: m.Field) -> Finished:
    """The description of a field in a table cell. The promise of its tier is on another page."""
    gate = "" if field.gate is None else f"Gate: `{field.gate.name}`."
    return doc_cell(field.docs, wording.follows_words(field), wording.value_tier_words(field.tier), gate)


def parameter_doc(parameter: m.Parameter) -> Finished:
    """The description of a parameter and its constraints in a table cell."""
    words = wording.constraint_words(parameter.field.type)
    return doc_cell(parameter.docs, *(f"{word[:1].upper()}{word[1:]}." for word in words))


def edge_case(case: m.EdgeCase) -> Finished:
    """The behaviour in an edge case in a table cell."""
    return cell(" ".join(filter(None, (case.behaviour, case.docs.doc, *wording.lifecycle_words(case.docs)))))


def origin(citations: tuple[m.Citation, ...]) -> Finished:
    """The cited sources by title."""
    return text(wording.origin_words(citations))


def source(docs: m.Documentation) -> Finished:
    """The cited sources by key, short enough for a column: `guide L3-7, L12; page`."""
    if not docs.origin:
        return Finished("")
    cited = wording.cited_lines(docs.origin).items()
    keys = (f"{source.key} {', '.join(f'L{line}' for line in lines)}".rstrip() for source, lines in cited)
    return common_cell("; ".join(keys))


class Row(Protocol):
    """A row of a table: anything with documentation."""

    @property
    def docs(self) -> m.Documentation: ...


def sourced(rows: Iterable[Row]) -> Finished:
    """Not empty if any row cites a source, so that the table has a column for it."""
    return Finished("yes" if any(row.docs.origin for row in rows) else "")


def notes(rows: Iterable[Row]) -> Finished:
    """The notes on the rows of a table, as a list."""
    return Finished("\n".join(f"- {_subject(row)}: {note_text(note)}" for row in rows for note in row.docs.notes))


def _subject(row: Row) -> Finished:
    match row:
        case m.EdgeCase(scenario):
            return text(scenario)
        case m.EnumValue(value):
            return code(value)
        case m.Field(name) | m.Parameter(name) | m.Gate(name):
            return code(name)
        case SupersededRow(keys):
            return path(keys)
        case _:
            raise TypeError(f"notes on {type(row).__name__} have no subject")


def note_text(note: m.Note) -> Finished:
    """A note, with its sources."""
    return Finished(f"{text(note.text)} ({origin(note.origin)})" if note.origin else text(note.text))


# -- levels, constraints and conditions -------------------------------------------------------------------------------


def level(field: m.Field) -> Finished:
    """The level of a field in a table cell, with its condition."""
    return common_cell(wording.level_words(field))


def limits(field: m.Field) -> Finished:
    """The constraints of a field and its default in a table cell; for a constant the two are the same."""
    words = wording.field_words(field)
    if field.default is not m.ABSENT and not isinstance(field.type, m.Constant):
        words += (f"default {wording.default_words(field)}",)
    return common_cell("; ".join(words))


def string_points(string: m.String) -> Finished:
    """The constraints of a string as a list."""
    return Finished("\n".join(f"- {text(words)}" for words in wording.string_words(string)))


def string_limits(string: m.String) -> Finished:
    """The constraints of a string in a table cell."""
    return cell("; ".join(wording.string_words(string)))


def pattern(pattern: Pattern) -> Finished:
    """A pattern in a table cell."""
    return cell(wording.pattern_words(pattern.source))


def followed(parameter: m.Parameter) -> Finished:
    """The value of an omitted argument that a code determines; empty if no code does."""
    return text(wording.followed_words(parameter))


def rule(kind: Kind) -> Finished:
    """A rule as the start of a sentence."""
    return text(f"{kind.value[0].upper()}{kind.value[1:]}")


def retry(policy: m.Retry | None) -> Finished:
    """A retry policy in a table cell; empty for None."""
    return Finished("") if policy is None else common_cell(wording.retry_words(policy))


def order(enum: m.Enum) -> Finished:
    """The order in which an enum lists its values."""
    return text(wording.order_words(enum))


def tiered(record: m.Record) -> Finished:
    """The keys that a tiered record accepts."""
    return text(wording.tiered_words(record))


def discriminator(discriminator: m.Tag | m.Presence) -> Finished:
    """The condition under which a response has an outcome."""
    match discriminator:
        case m.Tag(field, value):
            return text(f"`{field}` is {wording.quoted(value)}")
        case m.Presence(field, expected):
            return text(f"the key `{field}` is {'present' if expected else 'absent'}")


FILTERS: Filters = {
    each.__name__: each
    for each in (
        text, cell, code, code_cell, paragraphs, json_block, verbatim,
        path, path_cell, number, value, default_cell, file_name, own_title, link, type_cell, web_address, doc, doc_text,
        doc_cell, status_doc, field_doc, parameter_doc, edge_case, origin, source, sourced, notes, note_text,
        level, limits, string_limits, string_points, followed, rule, pattern, retry, order, tiered, discriminator,
    )
}  # fmt: skip
