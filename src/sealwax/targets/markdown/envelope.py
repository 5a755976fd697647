"""envelope.md: the fields of every response, the differences between outcomes, and superseded keys."""

from collections.abc import Iterator

from sealwax.contract.model import Contract, Envelope, Field, Outcome, Payload
from sealwax.frozen import frozen, replace
from sealwax.rendering import Finished
from sealwax.targets.markdown.filters import path
from sealwax.targets.markdown.places import Places
from sealwax.targets.markdown.tables import Table, field_table, superseded_rows, table


@frozen
class OutcomeSection:
    """The fields of an outcome that differ from the common ones."""

    outcome: Outcome
    table: Table


@frozen
class EnvelopeView:
    header: Finished
    places: Places
    envelope: Envelope
    fields: Table
    """The fields that every outcome has."""
    outcomes: tuple[OutcomeSection, ...]
    """Empty if there is only one outcome."""
    superseded: Table
    has_payload: bool
    """Whether a field holds the payload of a tool."""


def envelope_view(contract: Contract, header: Finished, places: Places) -> EnvelopeView:
    envelope = contract.envelope
    common = _common_fields(envelope)
    fields = field_table(common)
    return EnvelopeView(
        header,
        places,
        envelope,
        fields,
        tuple(_outcome(each, common, fields) for each in envelope.outcomes if each.mark is not None),
        table((path(row.path), row) for row in superseded_rows(_superseding(envelope))),
        any(isinstance(field.type, Payload) for outcome in envelope.outcomes for field in outcome.fields),
    )


def _common_fields(envelope: Envelope) -> tuple[Field, ...]:
    names = [{field.name for field in outcome.fields} for outcome in envelope.outcomes]
    return tuple(field for field in envelope.fields if all(field.name in known for known in names))


def _outcome(outcome: Outcome, common: tuple[Field, ...], general: Table) -> OutcomeSection:
    """An outcome inherits the notes on the fields that it narrows, so they are not repeated."""
    own = field_table(field for field in outcome.fields if field not in common)
    return OutcomeSection(outcome, replace(own, notes=tuple(note for note in own.notes if note not in general.notes)))


def _superseding(envelope: Envelope) -> Iterator[Field]:
    """The fields with superseded keys, once each: an outcome repeats the fields that it does not narrow."""
    seen = set()
    for field in (*envelope.fields, *(each for outcome in envelope.outcomes for each in outcome.fields)):
        keys = (field.name, tuple(key.name for key in field.superseded))
        if field.superseded and keys not in seen:
            seen.add(keys)
            yield field
