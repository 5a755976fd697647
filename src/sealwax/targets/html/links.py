"""The anchors of fields, and what the checker needs to find the entry that a finding is about."""

from collections.abc import Iterator

from sealwax.contract import model as m
from sealwax.languages.html import anchor
from sealwax.rendering import Finished
from sealwax.targets.reference.envelope import EnvelopeSection

Anchors = dict[tuple[str, str], Finished]
"""The anchors of fields on the page, by the name of the declaration and of the field."""


def anchors_of_fields(contract: m.Contract, section: EnvelopeSection) -> Anchors:
    envelope = contract.envelope
    common = {field.name: anchor(envelope.name, field.name) for field in section.fields}
    found: Anchors = {}
    for outcome in envelope.outcomes:
        differing = {field.name for field in section.differences.get(outcome.name, ())}
        for field in outcome.fields:
            own = anchor(outcome.name, field.name)
            place = own if field.name in differing else common.get(field.name, own)
            found[outcome.name, field.name] = place
            found.setdefault((envelope.name, field.name), common.get(field.name, place))
    for tool in contract.tools:
        for field in tool.envelope.fields:
            found[tool.envelope.name, field.name] = found[envelope.name, field.name]
        for narrowed, general in zip(tool.envelope.outcomes, envelope.outcomes, strict=True):
            for field in narrowed.fields:
                found.setdefault((narrowed.name, field.name), found[general.name, field.name])
    for record in contract.records:
        for field in record.fields:
            found[record.name, field.name] = anchor(record.name, field.name)
    return found


def fields_by_type(contract: m.Contract, anchors: Anchors) -> dict[str, m.Json]:
    """By type and key: the anchor, the declaration that the value refers to, and the lists or maps around that."""
    found: dict[str, m.Json] = {}
    envelopes = (contract.envelope, *(tool.envelope for tool in contract.tools))
    outcomes = {outcome.name: outcome for each in envelopes for outcome in each.outcomes}
    shapes: tuple[m.Envelope | m.Outcome | m.Record, ...] = (*outcomes.values(), *envelopes, *contract.records)
    for shape in shapes:
        keys: dict[str, m.Json] = {}
        for field in shape.fields:
            named = m.named_in(field.type)
            keys[field.name] = [anchors[shape.name, field.name], named.name if named else "", _layers(field.type)]
        found[shape.name] = keys
    return found


def outcomes_of(contract: m.Contract) -> dict[str, m.Json]:
    """By envelope: its outcomes, each with the key that identifies it, whether it has a value, and that value."""
    envelopes = (contract.envelope, *(tool.envelope for tool in contract.tools))
    return {envelope.name: [*_outcomes(envelope)] for envelope in envelopes}


def _outcomes(envelope: m.Envelope) -> Iterator[m.Json]:
    for outcome in envelope.outcomes:
        match outcome.discriminator:
            case m.Tag(field, value):
                yield [outcome.name, field, True, value]
            case m.Presence(field, is_expected):
                yield [outcome.name, field, False, is_expected]
            case None:
                pass


def _layers(kind: m.Type) -> int:
    match kind:
        case m.ListOf(inner) | m.MapOf(inner):
            return 1 + _layers(inner)
        case m.Nullable(inner):
            return _layers(inner)
        case _:
            return 0
