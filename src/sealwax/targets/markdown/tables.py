"""Tables of documented things, such as fields, and the notes below them."""

from collections.abc import Iterable, Iterator
from typing import Protocol

from sealwax.contract.model import Documentation, Field, Note
from sealwax.frozen import frozen
from sealwax.languages.markdown import code
from sealwax.rendering import Finished


class Documented(Protocol):
    """Anything with documentation, such as a field or an enum value."""

    @property
    def docs(self) -> Documentation: ...


@frozen
class RowNote:
    """A note on a row of a table."""

    subject: Finished
    note: Note


@frozen
class Table:
    """The rows of a table, and the notes to print below it."""

    rows: tuple[Documented, ...]
    notes: tuple[RowNote, ...]
    has_sources: bool
    """Whether any row cites a source."""


@frozen
class SupersededRow:
    """A key that older writers used, and its replacement."""

    path: tuple[str, str]
    """The field of the envelope, and the key in it."""
    replacement: str
    docs: Documentation


def table(named: Iterable[tuple[Finished, Documented]]) -> Table:
    """A table of rows, each with the name by which notes refer to it."""
    pairs = tuple(named)
    notes = tuple(RowNote(name, note) for name, row in pairs for note in row.docs.notes)
    return Table(tuple(row for _, row in pairs), notes, any(row.docs.origin for _, row in pairs))


def field_table(fields: Iterable[Field]) -> Table:
    return table((code(field.name), field) for field in fields)


def superseded_rows(fields: Iterable[Field]) -> Iterator[SupersededRow]:
    for field in fields:
        for key in field.superseded:
            yield SupersededRow((field.name, key.name), key.replacement, key.docs)
