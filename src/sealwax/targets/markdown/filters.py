"""The filters of the Markdown templates: parts of a contract as text, table cells and links."""

from collections.abc import Iterable
from functools import lru_cache
from typing import Protocol

from sealwax.contract import model as m
from sealwax.languages import json_line, number
from sealwax.languages.markdown import cell, code, code_cell, json_block, paragraphs, text, text_block
from sealwax.meaning import wording
from sealwax.meaning.builders.wording import parameter_words
from sealwax.meaning.json_values import steps_of
from sealwax.naming import kebab
from sealwax.rendering import Filters, Finished, spelled
from sealwax.targets.markdown.links import Links
from sealwax.targets.reference.addresses import link_target
from sealwax.targets.reference.envelope import SupersededRow

common_cell = lru_cache(maxsize=1024)(cell)
"""A cell with text that many rows share, such as a level or a source."""


# -- names, paths and values ------------------------------------------------------------------------------------------


def path_cell(keys: tuple[str, ...]) -> Finished:
    """A path of keys as code in a table cell."""
    return code_cell(".".join(keys))


def verbatim(lines: str, language: str = "text") -> Finished:
    """Text with its line breaks, in a fenced block."""
    return text_block(lines.rstrip("\n"), language)


def file_name(name: str) -> Finished:
    """A name as part of a file name, in kebab case."""
    return Finished(kebab(name))


def link(name: str, links: Links) -> Finished:
    """A link to the section of a declaration."""
    return Finished(f"[{name}]({links.sections[name]})")


def type_cell(kind: m.Type, links: Links) -> Finished:
    """A type in a table cell, with a link if it refers to a declaration."""
    return Finished(wording.type_words(kind, lambda name: link(name, links), bar=r"\|"))


def field_type(field: m.Field, links: Links) -> Finished:
    """The type of a field in a table cell, with its constraints and its default; for a constant these are the same."""
    words = wording.limit_words(field)
    return Finished(", ".join((type_cell(field.type, links), *map(common_cell, words))))


# -- documentation ----------------------------------------------------------------------------------------------------


def doc_cell(docs: m.Documentation, *more: str) -> Finished:
    """The description and its lifecycle in a table cell."""
    return cell(" ".join(filter(None, (docs.doc, *more, *wording.lifecycle_words(docs)))))


def field_doc(field: m.Field) -> Finished:
    """The description of a field in a table cell. The promise of its tier is on another page."""
    tier = wording.value_tier_words(field.tier)
    return doc_cell(field.docs, wording.relation_words(field), tier, wording.gate_words(field))


def parameter_doc(parameter: m.Parameter) -> Finished:
    """A parameter in a table cell: its default, what else it sets, and its description if its field has another one."""
    docs = parameter.docs
    return doc_cell(docs if docs.doc != parameter.field.docs.doc else m.Documentation(), *parameter_words(parameter))


def argument(field: m.Field) -> Finished:
    """An argument, or a constant that is always written, on one line."""
    words = wording.argument_words(field)
    return Finished(f"{code(field.name)}: {text(f'{words}. {wording.doc_text(field.docs)}')}".rstrip())


def edge_case(case: m.EdgeCase) -> Finished:
    """The behaviour in an edge case in a table cell."""
    return cell(" ".join(filter(None, (case.behaviour, case.docs.doc, *wording.lifecycle_words(case.docs)))))


def remarks(docs: m.Documentation) -> Finished:
    """The notes as a list."""
    return Finished("\n".join(f"- {text(note)}" for note in docs.notes))


class NotedRow(Protocol):
    """A row of a table: anything with documentation."""

    @property
    def docs(self) -> m.Documentation: ...


def notes(rows: Iterable[NotedRow]) -> Finished:
    """The notes on the rows of a table, as a list."""
    found = ((row, note) for row in rows for note in row.docs.notes)
    return Finished("\n".join(f"- {_subject(row)}: {text(note)}" for row, note in found))


def _subject(row: NotedRow) -> Finished:
    match row:
        case m.EdgeCase(scenario):
            return text(scenario)
        case m.EnumValue(value):
            return code(value)
        case m.Field(name) | m.Parameter(name) | m.Gate(name) | m.NamedConstant(name):
            return code(name)
        case SupersededRow(keys):
            return code(".".join(keys))
        case _:
            raise TypeError(f"notes on {type(row).__name__} have no subject")


# -- examples ---------------------------------------------------------------------------------------------------------

_SHORT = 60


def example_line(example: m.Example) -> Finished:
    """An example on one line; for an invalid one, the value at the error."""
    found = None if example.value is m.ABSENT else _pointed(example.value, example.at)
    shown = json_line(found) if found is not None else ""
    what = (code(shown),) if 0 < len(shown) <= _SHORT else ()
    where = (f"at {code(example.at)}",) if example.at else ()
    value = " ".join((*what, *where))
    title = text(example.title)
    line = f"{title}: {value}" if title and value else title or value
    return Finished(" ".join(filter(None, (f"{line}.", text(example.doc)))))


def _pointed(value: m.Json, pointer: str) -> m.Json | None:
    """The value at a JSON pointer; None if there is none, as for a missing key."""
    for name in steps_of(pointer):
        if isinstance(value, dict) and name in value:
            value = value[name]
        elif isinstance(value, list) and name.isdecimal() and int(name) < len(value):
            value = value[int(name)]
        else:
            return None
    return value


# -- levels, constraints and conditions -------------------------------------------------------------------------------


def level(field: m.Field | m.Parameter) -> Finished:
    """The level of a field or parameter in a table cell, with its condition."""
    return common_cell(wording.level_words(field))


def plain_level(parameter: m.Parameter) -> Finished:
    """The level of a parameter in a table cell. A condition is that of its field, and stands there."""
    levels = (parameter.level,) if parameter.conditional is None else (parameter.conditional.level, parameter.level)
    return common_cell(" or ".join(level.name for level in levels))


def string_points(string: m.String) -> Finished:
    """The constraints of a string as a list."""
    return Finished("\n".join(f"- {text(words)}" for words in wording.string_words(string)))


def part_type(part: m.TextPart, links: Links) -> Finished:
    """The type of a part of a composite string in a table cell, with its constraints."""
    return Finished(", ".join((type_cell(part.type, links), *map(common_cell, wording.constraint_words(part.type)))))


def table_anchor(enum: m.Enum) -> Finished:
    """The anchor of the table of a catalogue, the same whatever the enum is called; empty for other enums."""
    return Finished("") if enum.catalogue is m.Catalogue.PLAIN else Finished(kebab(enum.catalogue))


def tier_cell(tier: m.Tier) -> Finished:
    """The name of a tier in a table cell, with its title if that says more."""
    title = wording.own_title(tier)
    return Finished(f"{code_cell(tier.name)} ({cell(title)})") if title else code_cell(tier.name)


def retry(policy: m.Retry | None) -> Finished:
    """A retry policy in a table cell; empty for None."""
    return Finished("") if policy is None else common_cell(wording.retry_words(policy))


def retry_decision(policy: m.Retry | None) -> Finished:
    """Whether a retry can help, in a table cell; empty for None. The hint is in the table of error types."""
    return Finished("") if policy is None else common_cell(policy.decision.value.capitalize())


FILTERS: Filters = {
    **spelled(wording.INLINE, text),
    **spelled({"doc": wording.doc}, paragraphs),
    **spelled({"value_cell": wording.quoted}, cell),
    **{
        each.__name__: each
        for each in (
            text, cell, code, code_cell, paragraphs, json_block, verbatim,
            path_cell, number, file_name, link, field_type, link_target,
            doc_cell, field_doc, parameter_doc, argument, edge_case, remarks, notes,
            example_line, level, plain_level, string_points, part_type, table_anchor, tier_cell,
        )
    },
}  # fmt: skip
