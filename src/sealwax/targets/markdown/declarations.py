"""envelope.md, enums.md, errors.md, warnings.md and tiers.md: what a contract declares."""

from collections.abc import Iterable, Iterator

from sealwax.contract import model as m
from sealwax.frozen import frozen, replace
from sealwax.languages.markdown import code_cell
from sealwax.meaning.merging import merge, message
from sealwax.meaning.wording import merging_words
from sealwax.rendering import Finished
from sealwax.targets.markdown.filters import SupersededRow, link
from sealwax.targets.markdown.places import Places


def _superseded(fields: Iterable[m.Field]) -> Iterator[SupersededRow]:
    for field in fields:
        for key in field.superseded:
            yield SupersededRow((field.name, key.name), key.replacement, key.docs)


# -- the envelope -----------------------------------------------------------------------------------------------------


@frozen
class EnvelopeView:
    header: Finished
    places: Places
    envelope: m.Envelope
    fields: tuple[m.Field, ...]
    """The fields that every outcome has."""
    differences: dict[str, tuple[m.Field, ...]]
    """The other fields of each outcome, by its name; empty if there is only one outcome."""
    superseded: tuple[SupersededRow, ...]
    has_payload: bool
    """Whether a field holds the payload of a tool."""


def envelope_view(envelope: m.Envelope, header: Finished, places: Places) -> EnvelopeView:
    names = [{field.name for field in outcome.fields} for outcome in envelope.outcomes]
    common = tuple(field for field in envelope.fields if all(field.name in known for known in names))
    own = [field for outcome in envelope.outcomes for field in outcome.fields]
    superseded: dict[tuple[str, str], SupersededRow] = {}
    for row in _superseded((*envelope.fields, *own)):
        superseded.setdefault(row.path, row)  # an outcome repeats the fields that it does not narrow
    return EnvelopeView(
        header,
        places,
        envelope,
        common,
        {each.name: tuple(_differences(each, common)) for each in envelope.outcomes if each.discriminator is not None},
        tuple(superseded.values()),
        any(isinstance(field.type, m.Payload) for field in own),
    )


def _differences(outcome: m.Outcome, common: tuple[m.Field, ...]) -> Iterator[m.Field]:
    """An outcome inherits the notes on the fields that it narrows, so they are not repeated."""
    known = [(field.name, note) for field in common for note in field.docs.notes]
    for field in outcome.fields:
        if field not in common:
            notes = tuple(note for note in field.docs.notes if (field.name, note) not in known)
            yield replace(field, docs=replace(field.docs, notes=notes))


# -- enums ------------------------------------------------------------------------------------------------------------


@frozen
class EnumSection:
    """An enum as a table of its values, with the columns that any of them needs."""

    enum: m.Enum
    classes: dict[str, Finished]
    """Links to the types of error codes, or to the severities of warning codes."""
    numbers: dict[str, int | None]
    """The JSON-RPC numbers of error types or error codes; empty if there are none."""
    has_http: bool
    has_retry: bool
    has_tiers: bool


@frozen
class EnumsView:
    header: Finished
    places: Places
    sections: tuple[EnumSection, ...]


def enums_view(enums: Iterable[m.Enum], header: Finished, places: Places) -> EnumsView:
    return EnumsView(header, places, tuple(_enum(enum, places) for enum in enums))


def _enum(enum: m.Enum, places: Places) -> EnumSection:
    return EnumSection(
        enum,
        _classes(enum, places),
        _numbers(enum),
        any(value.http is not None for value in enum.values),
        any(value.retry is not None for value in enum.values),
        any(value.tier is not None for value in enum.values),
    )


def _classes(enum: m.Enum, places: Places) -> dict[str, Finished]:
    names = {value.classified_as for value in enum.values if value.classified_as}
    if enum.classified_by is None:
        return {name: code_cell(name) for name in names}
    target = places.sections[enum.classified_by.name]
    return {name: Finished(f"[{code_cell(name)}]({target})") for name in names}


def _numbers(enum: m.Enum) -> dict[str, int | None]:
    """An error code has the number of its type."""
    types = enum.classified_by if enum.catalogue is m.Catalogue.ERROR_CODES else enum
    by_type = {} if types is None else {kind.value: kind.jsonrpc for kind in types.values}
    if not any(number is not None for number in by_type.values()):
        return {}
    return {value.value: by_type.get(value.classified_as or value.value) for value in enum.values}


# -- tiers, gates and merging -----------------------------------------------------------------------------------------


_Owned = tuple[Finished, m.Field]
"""A field, after the record or code that it belongs to."""


@frozen
class TierSection:
    tier: m.Tier
    fields: tuple[m.Field, ...]
    owners: tuple[Finished, ...]
    """The record or code that each field belongs to."""
    values: tuple[tuple[m.EnumValue, m.Enum], ...]
    """The codes of the tier, each with its enum."""
    promoted: tuple[SupersededRow, ...]
    """Keys that used to be in this tier and have another name now."""


@frozen
class MergeExample:
    example: m.MergingExample
    arguments: dict[str, m.Json]
    left_out: tuple[str, ...]
    """The log messages about keys that were left out."""


@frozen
class TiersView:
    header: Finished
    places: Places
    contract: m.Contract
    has_prefixes: bool
    """Whether prefixes matter: they do in tiered records only."""
    sections: tuple[TierSection, ...]
    gated: dict[str, tuple[Finished, ...]]
    """The keys behind each gate, by its name."""
    behaviour: tuple[str, ...]
    """The behaviour of a merge, as sentences."""
    examples: tuple[MergeExample, ...]
    """Examples of merging."""


def tiers_view(contract: m.Contract, header: Finished, places: Places) -> TiersView:
    owned, merging = tuple(_owned_fields(contract, places)), contract.merging
    return TiersView(
        header,
        places,
        contract,
        any(record.tiered for record in contract.records),
        tuple(_tier(tier, contract, owned) for tier in contract.tiers),
        {gate.name: _behind(gate, owned) for gate in contract.gates},
        () if merging is None else merging_words(merging),
        () if merging is None else tuple(_merge_example(merging, example) for example in merging.examples),
    )


def _owned_fields(contract: m.Contract, places: Places) -> Iterator[_Owned]:
    owners = [(link(contract.envelope.name, places), contract.envelope.fields)]
    owners += ((link(record.name, places), record.fields) for record in contract.records)
    owners += ((code_cell(value.value), value.context) for enum in contract.enums for value in enum.values)
    for owner, fields in owners:
        yield from ((owner, field) for field in fields)


def _tier(tier: m.Tier, contract: m.Contract, owned: tuple[_Owned, ...]) -> TierSection:
    superseded = _superseded(contract.envelope.fields)
    own = [(owner, field) for owner, field in owned if field.tier == tier]
    return TierSection(
        tier,
        tuple(field for _, field in own),
        tuple(owner for owner, _ in own),
        tuple((value, enum) for enum in contract.enums for value in enum.values if value.tier == tier),
        tuple(row for row in superseded if tier.prefix and row.path[1].startswith(tier.prefix)),
    )


def _behind(gate: m.Gate, owned: tuple[_Owned, ...]) -> tuple[Finished, ...]:
    return tuple(dict.fromkeys(code_cell(field.name) for _, field in owned if field.gate == gate))


def _merge_example(merging: m.Merging, example: m.MergingExample) -> MergeExample:
    given = None if example.given is m.ABSENT else example.given
    merged = merge(merging, example.response, given, example.plugins, example.gates)
    arguments: dict[str, m.Json] = {"response": example.response}
    arguments |= {} if example.given is m.ABSENT else {merging.field.name: example.given}
    arguments |= {"plugins": example.plugins} if example.plugins else {}
    arguments |= {"gates": list(example.gates)} if example.gates else {}
    return MergeExample(example, arguments, tuple(message(merging, each) for each in merged.left_out))
