"""The stability of keys and codes, gates, and merging."""

from collections.abc import Iterator

from msgspec import Struct

from sealwax.contract import model as m
from sealwax.meaning.merging import merge, merging_words, message
from sealwax.targets.reference.envelope import SupersededRow, superseded_rows


class Owner(Struct, frozen=True):
    """The declaration that a field belongs to: the envelope, a record or a code."""

    name: str
    enum: str
    """The enum of a code; empty for the others."""


_Owned = tuple[Owner, m.Field]


class TierSection(Struct, frozen=True):
    tier: m.Tier
    fields: dict[Owner, tuple[m.Field, ...]]
    """By the declaration that they belong to."""
    values: dict[str, tuple[m.EnumValue, ...]]
    """The codes of the tier, by the name of their enum, which describes them."""
    promoted: tuple[SupersededRow, ...]
    """Keys that used to be in this tier and have another name now."""


class MergeExample(Struct, frozen=True):
    example: m.MergingExample
    arguments: dict[str, m.Json]
    left_out: tuple[str, ...]
    """The log messages about keys that were left out."""


class Tiers(Struct, frozen=True):
    has_prefixes: bool
    """Whether prefixes matter: they do in tiered records only."""
    sections: tuple[TierSection, ...]
    gated: dict[str, tuple[str, ...]]
    """The keys behind each gate, by its name."""
    behaviour: tuple[str, ...]
    """The behaviour of a merge, as sentences."""
    examples: tuple[MergeExample, ...]
    """Examples of merging."""


def tiers_of(contract: m.Contract) -> Tiers:
    owned, merging = tuple(_owned_fields(contract)), contract.merging
    return Tiers(
        any(record.tiered for record in contract.records),
        tuple(_tier(tier, contract, owned) for tier in contract.tiers),
        {gate.name: _behind(gate, owned) for gate in contract.gates},
        () if merging is None else merging_words(merging),
        () if merging is None else tuple(_merge_example(merging, example) for example in merging.examples),
    )


def _owned_fields(contract: m.Contract) -> Iterator[_Owned]:
    owners = [(Owner(contract.envelope.name, ""), contract.envelope.fields)]
    owners += ((Owner(record.name, ""), record.fields) for record in contract.records)
    owners += ((Owner(value.value, enum.name), value.context) for enum in contract.enums for value in enum.values)
    for owner, fields in owners:
        yield from ((owner, field) for field in fields)


def _tier(tier: m.Tier, contract: m.Contract, owned: tuple[_Owned, ...]) -> TierSection:
    superseded = superseded_rows(contract.envelope.fields)
    own: dict[Owner, list[m.Field]] = {}
    for owner, field in owned:
        if field.tier == tier:
            own.setdefault(owner, []).append(field)
    return TierSection(
        tier,
        {owner: tuple(fields) for owner, fields in own.items()},
        dict(_values(tier, contract)),
        tuple(row for row in superseded if tier.prefix and row.path[1].startswith(tier.prefix)),
    )


def _values(tier: m.Tier, contract: m.Contract) -> Iterator[tuple[str, tuple[m.EnumValue, ...]]]:
    for enum in contract.enums:
        if found := tuple(value for value in enum.values if value.tier == tier):
            yield enum.name, found


def _behind(gate: m.Gate, owned: tuple[_Owned, ...]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(field.name for _, field in owned if field.gate == gate))


def _merge_example(merging: m.Merging, example: m.MergingExample) -> MergeExample:
    given = None if example.given is m.ABSENT else example.given
    merged = merge(merging, example.response, given, example.plugins, example.gates)
    arguments: dict[str, m.Json] = {"response": example.response}
    arguments |= {} if example.given is m.ABSENT else {merging.field.name: example.given}
    arguments |= {"plugins": example.plugins} if example.plugins else {}
    arguments |= {"gates": list(example.gates)} if example.gates else {}
    return MergeExample(example, arguments, tuple(message(merging, each) for each in merged.left_out))
