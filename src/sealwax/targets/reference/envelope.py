"""The envelope: the fields of all responses, what differs between outcomes, and keys that were replaced."""

from collections.abc import Iterable, Iterator

from msgspec import Struct
from msgspec.structs import replace

from sealwax.contract import model as m


class SupersededRow(Struct, frozen=True):
    """A key that older writers used, and its replacement."""

    path: tuple[str, str]
    """The field of the envelope, and the key in it."""
    replacement: str
    docs: m.Documentation


class EnvelopeSection(Struct, frozen=True):
    fields: tuple[m.Field, ...]
    """The fields that every outcome has."""
    differences: dict[str, tuple[m.Field, ...]]
    """The other fields of each outcome, by its name; empty if there is only one outcome."""
    superseded: tuple[SupersededRow, ...]
    has_payload: bool
    """Whether a field holds the payload of a tool."""


def envelope_section(envelope: m.Envelope) -> EnvelopeSection:
    names = [{field.name for field in outcome.fields} for outcome in envelope.outcomes]
    common = tuple(field for field in envelope.fields if all(field.name in known for known in names))
    own = [field for outcome in envelope.outcomes for field in outcome.fields]
    superseded: dict[tuple[str, str], SupersededRow] = {}
    for row in superseded_rows((*envelope.fields, *own)):
        superseded.setdefault(row.path, row)  # an outcome repeats the fields that it does not narrow
    return EnvelopeSection(
        common,
        {each.name: tuple(_differences(each, common)) for each in envelope.outcomes if each.discriminator is not None},
        tuple(superseded.values()),
        any(isinstance(field.type, m.Payload) for field in own),
    )


def superseded_rows(fields: Iterable[m.Field]) -> Iterator[SupersededRow]:
    for field in fields:
        for key in field.superseded:
            yield SupersededRow((field.name, key.name), key.replacement, key.docs)


def _differences(outcome: m.Outcome, common: tuple[m.Field, ...]) -> Iterator[m.Field]:
    """An outcome inherits the notes on the fields that it narrows, so they are not repeated, nor is its tag."""
    known = {field.name: field for field in common}
    tag = outcome.discriminator.field if isinstance(outcome.discriminator, m.Tag) else ""
    for field in outcome.fields:
        same = known.get(field.name)
        is_known_tag = field.name == tag and same is not None and same.docs == field.docs
        if same != field and not is_known_tag:
            said = same.docs.notes if same is not None else ()
            notes = tuple(note for note in field.docs.notes if note not in said)
            yield replace(field, docs=replace(field.docs, notes=notes))
