"""The stability of keys and codes, gates, and merging."""

from collections.abc import Iterator
from typing import TypeAlias, TypeVar

from msgspec import Struct

from sealwax.contract import model as m
from sealwax.meaning.merging import merge, merging_words, message
from sealwax.targets.reference.envelope import SupersededRow, superseded_rows


class Owner(Struct, frozen=True):
    """The declaration that a field belongs to: the envelope, a record or a code."""

    name: str
    enum: str
    """The enum of a code; empty for the others."""


_K = TypeVar("_K")
_V = TypeVar("_V")
_Owned = tuple[Owner, m.Field]
_Groups: TypeAlias = dict[str, dict[_K, list[_V]]]
"""By tier."""


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
    promotions: tuple[m.Tier, ...]
    """The tiers with a policy for promotion."""
    gated: dict[str, tuple[str, ...]]
    """The keys behind each gate, by its name."""
    behaviour: tuple[str, ...]
    """The behaviour of a merge, as sentences."""
    examples: tuple[MergeExample, ...]
    """Examples of merging."""


def tiers_of(contract: m.Contract) -> Tiers:
    owned, merging = tuple(_owned_fields(contract)), contract.merging
    fields: _Groups[Owner, m.Field] = {tier.name: {} for tier in contract.tiers}
    values: _Groups[str, m.EnumValue] = {tier.name: {} for tier in contract.tiers}
    promoted: dict[str, list[SupersededRow]] = {tier.prefix: [] for tier in contract.tiers}
    gated: dict[str, dict[str, None]] = {gate.name: {} for gate in contract.gates}
    for owner, field in owned:
        if field.tier is not None:
            fields[field.tier.name].setdefault(owner, []).append(field)
        if field.gate is not None:
            gated[field.gate.name][field.name] = None
    for enum in contract.enums:
        for value in enum.values:
            if value.tier is not None:
                values[value.tier.name].setdefault(enum.name, []).append(value)
    lengths = {len(prefix) for prefix in promoted if prefix}
    for row in superseded_rows(contract.envelope.fields):
        for prefix in {row.path[1][:length] for length in lengths} & promoted.keys():  # one at most: none overlap
            promoted[prefix].append(row)
    return Tiers(
        any(record.tiered for record in contract.records),
        tuple(
            TierSection(tier, _tuples(fields[tier.name]), _tuples(values[tier.name]), tuple(promoted[tier.prefix]))
            for tier in contract.tiers
        ),
        tuple(tier for tier in contract.tiers if tier.promotion),
        {name: tuple(keys) for name, keys in gated.items()},
        () if merging is None else merging_words(merging),
        () if merging is None else tuple(_merge_example(merging, example) for example in merging.examples),
    )


def _tuples(groups: dict[_K, list[_V]]) -> dict[_K, tuple[_V, ...]]:
    return {key: tuple(group) for key, group in groups.items()}


def _owned_fields(contract: m.Contract) -> Iterator[_Owned]:
    owners = [(Owner(contract.envelope.name, ""), contract.envelope.fields)]
    owners += ((Owner(record.name, ""), record.fields) for record in contract.records)
    owners += ((Owner(value.value, enum.name), value.context) for enum in contract.enums for value in enum.values)
    for owner, fields in owners:
        yield from ((owner, field) for field in fields)


def _merge_example(merging: m.Merging, example: m.MergingExample) -> MergeExample:
    given = None if example.given is m.ABSENT else example.given
    merged = merge(merging, example.response, given, example.plugins, example.gates)
    arguments: dict[str, m.Json] = {"response": example.response}
    arguments |= {} if example.given is m.ABSENT else {merging.field.name: example.given}
    arguments |= {"plugins": example.plugins} if example.plugins else {}
    arguments |= {"gates": list(example.gates)} if example.gates else {}
    return MergeExample(example, arguments, tuple(message(merging, each) for each in merged.left_out))
