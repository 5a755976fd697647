"""What all reference pages are made of: links to sections, rows of fields, remarks."""

from collections.abc import Iterable, Iterator
from functools import lru_cache

from sealwax.contract.model import ABSENT, Citation, Constant, Documentation, Field, Type
from sealwax.frozen import frozen
from sealwax.languages.markdown import anchor, cell, code, code_cell, paragraphs, text
from sealwax.meaning.wording import (
    cited_lines,
    default_words,
    field_words,
    follows_words,
    level_words,
    lifecycle_words,
    named,
    origin_words,
    type_words,
    value_tier_words,
)
from sealwax.naming import kebab
from sealwax.naming import title as default_title
from sealwax.rendering import Finished

NOTHING = Finished("")


@lru_cache(maxsize=1024)
def words_cell(words: str) -> Finished:
    """A cell with words that many rows share: levels, types, constraints, sources."""
    return cell(words)


def anchors(headings: Iterable[str]) -> list[str]:
    """The names by which the headings of a page are linked; a repeated one gets a number, as GitHub does."""
    seen: dict[str, int] = {}
    found = []
    for heading in headings:
        plain = name = str(anchor(heading))
        while name in seen:
            seen[plain] += 1
            name = f"{plain}-{seen[plain]}"
        seen[name] = 0
        found.append(name)
    return found


@frozen
class Places:
    """Where each declaration has its section, its examples and its guides: the end of a link, by name."""

    sections: dict[str, str]
    examples: dict[str, str]
    guides: dict[str, tuple[Finished, ...]]
    """Whole links: a guide's title is no name."""
    has_schemas: bool = True

    def schema(self, name: str) -> tuple[str, ...]:
        """A link to the JSON Schema of a declaration, when JSON Schemas are made."""
        return (f"[JSON Schema](../json-schema/{kebab(name)}.schema.json)",) if self.has_schemas else ()

    def link(self, name: str) -> Finished:
        return Finished(f"[{name}]({self.sections[name]})")

    def type_cell(self, kind: Type) -> Finished:
        """The words of a type. Their only capitalised word is the declared name, which becomes a link."""
        words = words_cell(type_words(kind))
        target = named(kind)
        return Finished(words.replace(target.name, self.link(target.name))) if target else words

    def see_also(self, name: str) -> tuple[Finished, ...]:
        """Links to what other pages tell about a declaration."""
        examples = (Finished(f"[Examples]({self.examples[name]})"),) if name in self.examples else ()
        return examples + self.guides.get(name, ())


# -- docs -------------------------------------------------------------------------------------------------------------


def doc_of(docs: Documentation) -> Finished:
    """The description as paragraphs, with what is known about its lifecycle as the last one."""
    return paragraphs("\n\n".join((docs.doc, " ".join(lifecycle_words(docs)))))


def doc_cell(docs: Documentation, *more: str) -> Finished:
    return cell(" ".join(filter(None, (docs.doc, *more, *lifecycle_words(docs)))))


def from_words(origin: tuple[Citation, ...]) -> Finished:
    return text(f"From {origin_words(origin)}") if origin else NOTHING


def source_cell(docs: Documentation) -> Finished:
    """The sources of a statement by their keys, short enough for a column: `guide L3-7, L12; page`."""
    if not docs.origin:
        return NOTHING
    cited = cited_lines(docs.origin).items()
    keys = (f"{source.key} {', '.join(f'L{line}' for line in lines)}".rstrip() for source, lines in cited)
    return words_cell("; ".join(keys))


def notes(docs: Documentation, subject: Finished = NOTHING) -> Iterator[Finished]:
    """The notes on a statement, each as the text of a bullet; on a row of a table with the row's name in front."""
    lead = f"{subject}: " if subject else ""
    for note in docs.notes:
        source = f" ({text(origin_words(note.origin))})" if note.origin else ""
        yield Finished(f"{lead}{text(note.text)}{source}")


def remarks(docs: Documentation) -> tuple[Finished, ...]:
    """The notes on a statement and where it comes from, each as the text of a bullet."""
    origin = (from_words(docs.origin),) if docs.origin else ()
    return *notes(docs), *origin


# -- fields -----------------------------------------------------------------------------------------------------------


@frozen
class FieldRow:
    """A row of a table of fields."""

    name: Finished
    type: Finished
    level: Finished
    constraints: Finished
    description: Finished
    source: Finished


def field_row(field: Field, places: Places) -> FieldRow:
    return FieldRow(
        code_cell(field.name),
        places.type_cell(field.type),
        words_cell(level_words(field)),
        words_cell("; ".join(limits(field))),
        doc_cell(field.docs, follows_words(field), *tier_marks(field)),
        source_cell(field.docs),
    )


def tier_marks(field: Field) -> Iterator[str]:
    """The tier and the gate of a field; their promises stand on a page of their own."""
    if field.tier is not None:
        yield value_tier_words(field.tier)
    if field.gate is not None:
        yield f"Gate: `{field.gate.name}`."


def limits(field: Field) -> tuple[str, ...]:
    """Constraints in words, and what a constructor fills in; for a constant the two are the same."""
    words = field_words(field)
    if field.default is ABSENT or isinstance(field.type, Constant):
        return words
    return (*words, f"default {default_words(field)}")


@frozen
class FieldTable:
    """The fields of a record, outcome or code, and the notes on them."""

    rows: tuple[FieldRow, ...]
    has_sources: bool
    notes: tuple[Finished, ...]


def field_table(fields: tuple[Field, ...], places: Places) -> FieldTable:
    return FieldTable(
        tuple(field_row(field, places) for field in fields),
        any(field.docs.origin for field in fields),
        tuple(note for field in fields for note in notes(field.docs, code(field.name))),
    )


def summary(title: str, name: str, *facts: str) -> Finished:
    """The line below a heading: a title for people, unless it is the name again, then facts about the declaration."""
    if title == default_title(name):
        return Finished(" · ".join((facts[0].capitalize(), *facts[1:])))
    return Finished(" · ".join((f"**{text(title)}**", *facts)))
