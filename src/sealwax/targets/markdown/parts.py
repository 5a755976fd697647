"""What all reference pages are made of: links to sections, rows of fields, remarks."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from sealwax.contract.model import ABSENT, Citation, Constant, Field, Lore, Type
from sealwax.languages.markdown import anchor, cell, code, code_cell, paragraphs, text
from sealwax.rendering import Finished
from sealwax.wording import (
    citation_words,
    default_words,
    field_words,
    follows_words,
    level_words,
    lifecycle_words,
    named,
    type_words,
)

NOTHING = Finished("")


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


@dataclass(frozen=True, slots=True)
class Places:
    """Where each declaration has its section, its examples and its guides: the end of a link, by name."""

    sections: dict[str, str]
    examples: dict[str, str]
    guides: dict[str, tuple[Finished, ...]]
    """Whole links: a guide's title is no name."""

    def link(self, name: str) -> Finished:
        return Finished(f"[{name}]({self.sections[name]})")

    def type_cell(self, kind: Type) -> Finished:
        """The words of a type. Their only capitalised word is the declared name, which becomes a link."""
        words = cell(type_words(kind))
        target = named(kind)
        return Finished(words.replace(target.name, self.link(target.name))) if target else words

    def see_also(self, name: str) -> tuple[Finished, ...]:
        """Links to what other pages tell about a declaration."""
        examples = (Finished(f"[Examples]({self.examples[name]})"),) if name in self.examples else ()
        return examples + self.guides.get(name, ())


# -- lore -------------------------------------------------------------------------------------------------------------


def doc_of(lore: Lore) -> Finished:
    """The description as paragraphs, with what is known about its lifecycle as the last one."""
    return paragraphs("\n\n".join((lore.doc, " ".join(lifecycle_words(lore)))))


def doc_cell(lore: Lore, *more: str) -> Finished:
    return cell(" ".join(filter(None, (lore.doc, *more, *lifecycle_words(lore)))))


def cited(origin: tuple[Citation, ...]) -> str:
    return "; ".join(citation_words(citation) for citation in origin)


def remarks(lore: Lore, subject: Finished = NOTHING) -> Iterator[Finished]:
    """The notes and the origin of a statement, each as the text of a bullet."""
    lead = f"{subject}: " if subject else ""
    for note in lore.notes:
        source = f" ({text(cited(note.origin))})" if note.origin else ""
        yield Finished(f"{lead}{text(note.text)}{source}")
    if lore.origin:
        yield Finished(f"{lead}{'from' if subject else 'From'} {text(cited(lore.origin))}")


# -- fields -----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class FieldRow:
    """A row of a table of fields."""

    name: Finished
    type: Finished
    level: Finished
    constraints: Finished
    description: Finished


def field_row(field: Field, places: Places) -> FieldRow:
    return FieldRow(
        code_cell(field.name),
        places.type_cell(field.type),
        cell(level_words(field)),
        cell("; ".join(limits(field))),
        doc_cell(field.lore, follows_words(field)),
    )


def limits(field: Field) -> tuple[str, ...]:
    """Constraints in words, and what a constructor fills in; for a constant the two are the same."""
    words = field_words(field)
    if field.default is ABSENT or isinstance(field.type, Constant):
        return words
    return (*words, f"default {default_words(field)}")


@dataclass(frozen=True, slots=True)
class FieldTable:
    """The fields of a record, outcome or code, and what there is to remark on them."""

    rows: tuple[FieldRow, ...]
    remarks: tuple[Finished, ...]


def field_table(fields: tuple[Field, ...], places: Places) -> FieldTable:
    return FieldTable(
        tuple(field_row(field, places) for field in fields),
        tuple(remark for field in fields for remark in remarks(field.lore, code(field.name))),
    )


def summary(title: str, *facts: str) -> Finished:
    """The line below a heading: a title for people, then facts about the declaration."""
    return Finished(" · ".join((f"**{text(title)}**", *facts)))
