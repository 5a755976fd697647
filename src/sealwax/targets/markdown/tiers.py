"""The page of tiers: what each promises, what belongs to it, the gates, and how keys are merged into a response."""

from collections.abc import Iterator

from sealwax.contract.model import ABSENT, Contract, Documentation, Field, Gate, Json, Merging, MergingExample, Tier
from sealwax.frozen import frozen
from sealwax.languages.markdown import code, code_cell, json_block, paragraphs, text
from sealwax.meaning.merging import merge, message
from sealwax.meaning.wording import level_words, merging_words
from sealwax.naming import title as default_title
from sealwax.rendering import Finished
from sealwax.targets.markdown.parts import (
    NOTHING,
    Places,
    doc_cell,
    doc_of,
    from_words,
    notes,
    remarks,
    source_cell,
    summary,
    words_cell,
)


@frozen
class TierFieldRow:
    name: Finished
    owner: Finished
    type: Finished
    level: Finished
    gate: Finished
    description: Finished
    source: Finished


@frozen
class TierValueRow:
    value: Finished
    owner: Finished
    description: Finished


@frozen
class PromotedRow:
    key: Finished
    replacement: Finished
    description: Finished
    source: Finished


@frozen
class TierSection:
    name: Finished
    summary: Finished
    promise: Finished
    promotion: Finished
    doc: Finished
    remarks: tuple[Finished, ...]
    fields: tuple[TierFieldRow, ...]
    notes: tuple[Finished, ...]
    values: tuple[TierValueRow, ...]
    promoted: tuple[PromotedRow, ...]
    """Keys that were of this tier, and are called otherwise now."""


@frozen
class GateRow:
    name: Finished
    description: Finished
    fields: Finished
    source: Finished


@frozen
class MergeExample:
    title: Finished
    doc: Finished
    arguments: Finished
    result: Finished
    left_out: tuple[Finished, ...]
    origin: Finished


@frozen
class MergeSection:
    name: Finished
    doc: Finished
    remarks: tuple[Finished, ...]
    behaviour: tuple[Finished, ...]
    examples: tuple[MergeExample, ...]


@frozen
class TiersView:
    header: Finished
    sections: tuple[TierSection, ...]
    gates: tuple[GateRow, ...]
    has_gates: bool
    gate_notes: tuple[Finished, ...]
    merging: tuple[MergeSection, ...]
    """One, or none."""


def tiers_view(contract: Contract, header: Finished, places: Places) -> TiersView:
    owned = tuple(_owned_fields(contract, places))
    return TiersView(
        header,
        tuple(_section(tier, contract, owned, places) for tier in contract.tiers),
        tuple(_gate(gate, owned) for gate in contract.gates),
        bool(contract.gates),
        tuple(note for gate in contract.gates for note in notes(gate.docs, code(gate.name))),
        () if contract.merging is None else (_merging(contract.merging),),
    )


def _owned_fields(contract: Contract, places: Places) -> Iterator[tuple[Finished, Field]]:
    """Every field with a link to what it is a key of."""
    yield from ((places.link(contract.envelope.name), field) for field in contract.envelope.fields)
    for record in contract.records:
        yield from ((places.link(record.name), field) for field in record.fields)
    for enum in contract.enums:
        for value in enum.values:
            yield from ((code_cell(value.value), field) for field in value.context)


def _section(tier: Tier, contract: Contract, owned: tuple[tuple[Finished, Field], ...], places: Places) -> TierSection:
    fields = [(owner, field) for owner, field in owned if field.tier == tier]
    return TierSection(
        text(tier.name),
        _summary(tier, contract),
        text(tier.promise),
        text(tier.promotion),
        doc_of(tier.docs),
        remarks(tier.docs),
        tuple(_field(owner, field, places) for owner, field in fields),
        tuple(note for _, field in fields for note in notes(field.docs, code(field.name))),
        tuple(
            TierValueRow(code_cell(value.value), places.link(enum.name), doc_cell(value.docs))
            for enum in contract.enums
            for value in enum.values
            if value.tier == tier
        ),
        tuple(_promoted(tier, contract)),
    )


def _summary(tier: Tier, contract: Contract) -> Finished:
    """Prefixes mean something in tiered records only."""
    if not any(record.tiered for record in contract.records):
        return NOTHING if tier.title == default_title(tier.name) else Finished(f"**{text(tier.title)}**")
    prefix = f"keys start with {code(tier.prefix)}" if tier.prefix else "keys have no prefix"
    declared = "keys need no declaration" if tier.undeclared else "every key is declared"
    return summary(tier.title, tier.name, prefix, declared)


def _field(owner: Finished, field: Field, places: Places) -> TierFieldRow:
    return TierFieldRow(
        code_cell(field.name),
        owner,
        places.type_cell(field.type),
        words_cell(level_words(field)),
        code_cell(field.gate.name) if field.gate is not None else NOTHING,
        doc_cell(field.docs),
        source_cell(field.docs),
    )


def _promoted(tier: Tier, contract: Contract) -> Iterator[PromotedRow]:
    for field in contract.envelope.fields:
        for old in field.superseded:
            if tier.prefix and old.name.startswith(tier.prefix):
                key, docs = code_cell(f"{field.name}.{old.name}"), old.docs
                yield PromotedRow(key, code_cell(old.replacement), doc_cell(docs), source_cell(docs))


def _gate(gate: Gate, owned: tuple[tuple[Finished, Field], ...]) -> GateRow:
    behind = dict.fromkeys(code_cell(field.name) for _, field in owned if field.gate == gate)
    docs: Documentation = gate.docs
    return GateRow(code_cell(gate.name), doc_cell(docs), Finished(", ".join(behind)), source_cell(docs))


# -- merging ----------------------------------------------------------------------------------------------------------


def _merging(merging: Merging) -> MergeSection:
    return MergeSection(
        text(merging.name),
        doc_of(merging.docs),
        remarks(merging.docs),
        tuple(text(words) for words in merging_words(merging)),
        tuple(_example(merging, example) for example in merging.examples),
    )


def _example(merging: Merging, example: MergingExample) -> MergeExample:
    given = None if example.given is ABSENT else example.given
    merged = merge(merging, example.response, given, example.plugins, example.gates)
    arguments: dict[str, Json] = {"response": example.response}
    arguments |= {} if example.given is ABSENT else {merging.field.name: example.given}
    arguments |= {"plugins": example.plugins} if example.plugins else {}
    arguments |= {"gates": list(example.gates)} if example.gates else {}
    return MergeExample(
        text(example.title),
        paragraphs(example.doc),
        json_block(arguments),
        json_block(example.result),
        tuple(code(message(merging, each)) for each in merged.left_out),
        from_words(example.origin),
    )
