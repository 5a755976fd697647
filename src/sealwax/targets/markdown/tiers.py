"""tiers.md: the stability tiers with their keys and codes, the gates, and the merging of metadata."""

from collections.abc import Iterator

from sealwax.contract import model as m
from sealwax.frozen import frozen
from sealwax.languages.markdown import code, code_cell
from sealwax.meaning.merging import merge, message
from sealwax.meaning.wording import merging_words
from sealwax.rendering import Finished
from sealwax.targets.markdown.filters import link
from sealwax.targets.markdown.places import Places
from sealwax.targets.markdown.tables import SupersededRow, Table, superseded_rows, table


@frozen
class OwnedField:
    """A field, and the record or code that it belongs to."""

    owner: Finished
    field: m.Field
    docs: m.Documentation


@frozen
class TierValue:
    """A code of a tier, and its enum."""

    value: m.EnumValue
    enum: m.Enum


@frozen
class TierSection:
    tier: m.Tier
    fields: Table
    values: tuple[TierValue, ...]
    promoted: tuple[SupersededRow, ...]
    """Keys that used to be in this tier and have another name now."""


@frozen
class GateRow:
    gate: m.Gate
    docs: m.Documentation
    fields: tuple[Finished, ...]


@frozen
class MergeExample:
    example: m.MergingExample
    arguments: dict[str, m.Json]
    left_out: tuple[str, ...]
    """The log messages about keys that were left out."""


@frozen
class MergeSection:
    merging: m.Merging
    behaviour: tuple[str, ...]
    examples: tuple[MergeExample, ...]


@frozen
class TiersView:
    header: Finished
    places: Places
    has_prefixes: bool
    """Whether prefixes matter: they do in tiered records only."""
    sections: tuple[TierSection, ...]
    gates: Table
    merging: MergeSection | None


def tiers_view(contract: m.Contract, header: Finished, places: Places) -> TiersView:
    owned = tuple(_owned_fields(contract, places))
    return TiersView(
        header,
        places,
        any(record.tiered for record in contract.records),
        tuple(_section(tier, contract, owned) for tier in contract.tiers),
        table((code(gate.name), _gate(gate, owned)) for gate in contract.gates),
        None if contract.merging is None else _merging(contract.merging),
    )


def _owned_fields(contract: m.Contract, places: Places) -> Iterator[OwnedField]:
    owners = [(link(contract.envelope.name, places), contract.envelope.fields)]
    owners += ((link(record.name, places), record.fields) for record in contract.records)
    owners += ((code_cell(value.value), value.context) for enum in contract.enums for value in enum.values)
    for owner, fields in owners:
        yield from (OwnedField(owner, field, field.docs) for field in fields)


def _section(tier: m.Tier, contract: m.Contract, owned: tuple[OwnedField, ...]) -> TierSection:
    superseded = superseded_rows(contract.envelope.fields)
    return TierSection(
        tier,
        table((code(each.field.name), each) for each in owned if each.field.tier == tier),
        tuple(TierValue(value, enum) for enum in contract.enums for value in enum.values if value.tier == tier),
        tuple(row for row in superseded if tier.prefix and row.path[1].startswith(tier.prefix)),
    )


def _gate(gate: m.Gate, owned: tuple[OwnedField, ...]) -> GateRow:
    behind = dict.fromkeys(code_cell(each.field.name) for each in owned if each.field.gate == gate)
    return GateRow(gate, gate.docs, tuple(behind))


def _merging(merging: m.Merging) -> MergeSection:
    return MergeSection(
        merging, merging_words(merging), tuple(_example(merging, example) for example in merging.examples)
    )


def _example(merging: m.Merging, example: m.MergingExample) -> MergeExample:
    given = None if example.given is m.ABSENT else example.given
    merged = merge(merging, example.response, given, example.plugins, example.gates)
    arguments: dict[str, m.Json] = {"response": example.response}
    arguments |= {} if example.given is m.ABSENT else {merging.field.name: example.given}
    arguments |= {"plugins": example.plugins} if example.plugins else {}
    arguments |= {"gates": list(example.gates)} if example.gates else {}
    return MergeExample(example, arguments, tuple(message(merging, each) for each in merged.left_out))
