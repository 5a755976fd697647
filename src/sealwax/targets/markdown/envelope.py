"""The page of the envelope: its fields, how success and failure differ, the keys that older writers used."""

from collections.abc import Iterator
from typing import assert_never

from sealwax.contract.model import Envelope, Field, Outcome, Payload, Presence, Tag
from sealwax.frozen import frozen, replace
from sealwax.languages.markdown import cell, code, code_cell, text
from sealwax.meaning.wording import quoted
from sealwax.rendering import Finished
from sealwax.targets.markdown.parts import (
    FieldTable,
    Places,
    doc_cell,
    doc_of,
    field_table,
    notes,
    remarks,
    source_cell,
    summary,
)


@frozen
class OutcomeSection:
    """The envelope in one case: the fields that differ from the general table."""

    name: Finished
    when: Finished
    doc: Finished
    remarks: tuple[Finished, ...]
    tables: tuple[FieldTable, ...]


@frozen
class SupersededRow:
    key: Finished
    replacement: Finished
    description: Finished
    source: Finished


@frozen
class EnvelopeView:
    header: Finished
    title: Finished
    summary: Finished
    doc: Finished
    remarks: tuple[Finished, ...]
    see_also: tuple[Finished, ...]
    tables: tuple[FieldTable, ...]
    has_payload: bool
    outcomes: tuple[OutcomeSection, ...]
    superseded: tuple[SupersededRow, ...]
    superseded_notes: tuple[Finished, ...]


def envelope_view(envelope: Envelope, header: Finished, places: Places) -> EnvelopeView:
    openness = "open: other keys are valid too" if envelope.open else "closed: no other key is valid"
    keys = [(field, key) for field in _superseding(envelope) for key in field.superseded]
    return EnvelopeView(
        header,
        text(envelope.title),
        summary(envelope.name, "", openness, *places.schema("envelope")),
        doc_of(envelope.docs),
        remarks(envelope.docs),
        places.see_also(envelope.name),
        (field_table(_in_general(envelope), places),),
        any(isinstance(field.type, Payload) for outcome in envelope.outcomes for field in outcome.fields),
        tuple(_outcome(outcome, envelope, places) for outcome in envelope.outcomes if outcome.mark is not None),
        tuple(
            SupersededRow(
                code_cell(f"{field.name}.{key.name}"),
                code_cell(key.replacement),
                doc_cell(key.docs),
                source_cell(key.docs),
            )
            for field, key in keys
        ),
        tuple(note for field, key in keys for note in notes(key.docs, code(f"{field.name}.{key.name}"))),
    )


def _in_general(envelope: Envelope) -> tuple[Field, ...]:
    """The fields that every response has: those of one outcome alone are told there."""
    names = [{field.name for field in outcome.fields} for outcome in envelope.outcomes]
    return tuple(field for field in envelope.fields if all(field.name in known for known in names))


def _superseding(envelope: Envelope) -> Iterator[Field]:
    """The fields with superseded keys, once each: an outcome repeats what it does not refine."""
    seen = set()
    for field in (*envelope.fields, *(each for outcome in envelope.outcomes for each in outcome.fields)):
        keys = (field.name, tuple(key.name for key in field.superseded))
        if field.superseded and keys not in seen:
            seen.add(keys)
            yield field


def _outcome(outcome: Outcome, envelope: Envelope, places: Places) -> OutcomeSection:
    shared = _in_general(envelope)
    general = field_table(shared, places)
    refined = tuple(field for field in outcome.fields if field not in shared)
    return OutcomeSection(
        text(outcome.name),
        cell(_when(outcome.mark)),
        doc_of(outcome.docs),
        remarks(outcome.docs),
        (_without_notes_of(general, field_table(refined, places)),),
    )


def _when(mark: Tag | Presence | None) -> str:
    match mark:
        case Tag(field, value):
            return f"`{field}` is {quoted(value)}"
        case Presence(field, expected):
            return f"there is {'a' if expected else 'no'} key `{field}`"
        case None:
            return "always"
        case _:
            assert_never(mark)


def _without_notes_of(general: FieldTable, table: FieldTable) -> FieldTable:
    """The table without what the general one has said: an outcome inherits the notes on what it refines."""
    return replace(table, notes=tuple(note for note in table.notes if note not in general.notes))
