"""Tiers, gates and merging: what is declared of them, and the keys of tiered records that break it."""

from collections.abc import Collection, Iterable

from sealwax.contract.model import (
    ABSENT,
    Envelope,
    Field,
    Gate,
    Level,
    Merging,
    MergingExample,
    Record,
    Reference,
    Tier,
)
from sealwax.contract.resolving.scope import Scope, child, key
from sealwax.contract.resolving.types import UNRESOLVED
from sealwax.diagnostics import Code
from sealwax.language.grammar import (
    ContractDecl,
    EnumValueDecl,
    ErrorCodeDecl,
    ErrorTypeDecl,
    FieldDecl,
    MergingDecl,
    MergingExampleDecl,
    TierDecl,
    TypeDecl,
    WarningCodeDecl,
)
from sealwax.meaning.checks import Plan
from sealwax.meaning.findings import errors_in
from sealwax.meaning.interpreter import check
from sealwax.meaning.merging import merge
from sealwax.naming import title


def read_tiers(decl: ContractDecl, scope: Scope) -> dict[str, Tier]:
    found: dict[str, Tier] = {}
    scope.distinct(((name, key(decl.node, "tiers", name)) for name in decl.tiers), "tier")
    for name, entry in decl.tiers.items():
        _check_prefix(entry, found.values(), scope)
        heading, docs = entry.title or title(name), scope.docs(entry.docs)
        found[name] = Tier(name, heading, entry.promise, entry.prefix, entry.promotion, entry.undeclared, docs)
    return found


def _check_prefix(decl: TierDecl, others: Iterable[Tier], scope: Scope) -> None:
    """No key can have two prefixes, and what is not declared is known by its prefix alone."""
    if decl.undeclared and not decl.prefix:
        message = "nothing tells keys of this tier that are not declared, because they have no prefix"
        scope.mistake(Code.BAD_TIER, key(decl.node, "undeclared"), message, "add a `prefix`, or leave this out")
    other = next((tier for tier in others if tier.prefix and decl.prefix and _overlap(decl.prefix, tier.prefix)), None)
    if other is not None:
        message = f"a key could start with this prefix and with '{other.prefix}', that of '{other.name}'"
        scope.mistake(Code.BAD_TIER, child(decl.node, "prefix"), message, "choose another prefix for one of them")


def _overlap(left: str, right: str) -> bool:
    return left.startswith(right) or right.startswith(left)


def read_gates(decl: ContractDecl, scope: Scope) -> dict[str, Gate]:
    scope.distinct(((name, key(decl.node, "gates", name)) for name in decl.gates), "gate")
    return {name: Gate(name, scope.docs(entry.docs)) for name, entry in decl.gates.items()}


def tier_of(
    decl: FieldDecl | EnumValueDecl | ErrorTypeDecl | ErrorCodeDecl | WarningCodeDecl, scope: Scope
) -> Tier | None:
    if decl.tier is not None and decl.tier not in scope.tiers:
        scope.unknown(Code.UNKNOWN_NAME, child(decl.node, "tier"), "tier", decl.tier, scope.tiers)
    return scope.tiers.get(decl.tier or "")


def gate_of(decl: FieldDecl, levels: Collection[Level], scope: Scope) -> Gate | None:
    """The gate of a field that can have these levels."""
    if decl.gate is not None and decl.gate not in scope.gates:
        scope.unknown(Code.UNKNOWN_NAME, child(decl.node, "gate"), "gate", decl.gate, scope.gates)
    elif decl.gate is not None and Level.MUST in levels:
        message = f"while '{decl.gate}' is off the key is missing, so that it cannot be a `must`"
        scope.mistake(Code.BAD_TIER, child(decl.node, "gate"), message, "write `level: should` or `level: may`")
    return scope.gates.get(decl.gate or "")


# -- tiered records ---------------------------------------------------------------------------------------------------


def tiers_of_record(decl: TypeDecl, fields: Iterable[Field], scope: Scope) -> tuple[Tier, ...]:
    """The tiers that the keys of a record belong to, once each key has the prefix of its own; none without tiers."""
    if not decl.tiered:
        return ()
    node = key(decl.node, "tiered")
    if not scope.tiers:
        scope.mistake(Code.BAD_TIER, node, "the contract has no tiers", "declare them below `tiers`")
        return ()
    if not decl.open:
        scope.mistake(
            Code.BAD_TIER, node, "a tiered record is open: tiers say which other keys it takes", "add `open: true`"
        )
    for field in fields:
        _check_key(field, decl, scope)
    return tuple(scope.tiers.values())


def _check_key(field: Field, decl: TypeDecl, scope: Scope) -> None:
    own = (decl.fields or {}).get(field.name)
    node = key(decl.node, "includes") if own is None else key(decl.node, "fields", field.name)
    marked = next((tier for tier in scope.tiers.values() if tier.prefix and field.name.startswith(tier.prefix)), None)
    plain = next((tier.name for tier in scope.tiers.values() if not tier.prefix), "…")
    if field.tier is None and (own is None or own.tier is None):
        message = f"'{field.name}' has no tier, and every key of a tiered record has one"
        scope.mistake(Code.BAD_TIER, node, message, f"add `tier: {marked.name if marked else plain}`")
    elif field.tier is not None and field.tier.prefix and marked != field.tier:
        message = f"keys of the tier '{field.tier.name}' start with '{field.tier.prefix}'"
        hint = f"call it '{field.tier.prefix}{field.name}', or give it another tier"
        scope.mistake(Code.BAD_TIER, node, message, hint)
    elif field.tier is not None and not field.tier.prefix and marked is not None:
        message = f"'{field.name}' starts with '{marked.prefix}', the prefix of the tier '{marked.name}'"
        scope.mistake(Code.BAD_TIER, node, message, f"write `tier: {marked.name}`, or give it another name")


# -- merging ----------------------------------------------------------------------------------------------------------


def read_merging(decl: MergingDecl, envelope: Envelope, scope: Scope) -> Merging | None:
    node = child(decl.node, "into")
    by_name = {field.name: field for field in envelope.fields}
    field = by_name.get(decl.into)
    if field is None:
        scope.unknown(Code.UNKNOWN_FIELD, node, "field of the envelope", decl.into, by_name)
        return None
    if field.type is UNRESOLVED:
        return None
    record = field.type.target if isinstance(field.type, Reference) else None
    if not isinstance(record, Record):
        hint = "keys are merged into a field of the envelope whose type is a tiered record"
        scope.mistake(Code.BAD_TIER, node, f"'{decl.into}' is not an object with declared keys", hint)
        return None
    if not record.tiered:
        message = f"'{record.name}' is not tiered, so that nothing says which keys can be merged"
        scope.mistake(Code.BAD_TIER, node, message, f"add `tiered: true` to '{record.name}'")
        return None
    examples = (_example(entry, scope) for entry in decl.examples)
    found = tuple(example for example in examples if example is not None)
    return Merging(decl.name, field, record, scope.docs(decl.docs), found, tuple(scope.gates))


def _example(decl: MergingExampleDecl, scope: Scope) -> MergingExample | None:
    for gate in decl.gates:
        if gate not in scope.gates:
            scope.unknown(Code.UNKNOWN_NAME, child(decl.node, "gates"), "gate", gate, scope.gates)
    if not isinstance(decl.response, dict):
        scope.mistake(Code.BAD_VALUE, child(decl.node, "response"), "a response is an object")
        return None
    origin = scope.citations(decl.source, decl.node)
    return MergingExample(
        decl.title, decl.doc, decl.response, decl.given, decl.plugins, decl.gates, decl.result, origin
    )


def check_merges(merging: Merging, decl: MergingDecl, plan: Plan, scope: Scope) -> None:
    """Reports an example whose result is not what the merge gives, or is not valid."""
    for entry, example in zip(decl.examples, merging.examples, strict=True):
        given = None if example.given is ABSENT else example.given
        made = merge(merging, example.response, given, example.plugins, example.gates).response
        result = key(entry.node, "result")
        errors = errors_in(check(plan, plan.envelope, made, decoded=True))
        if made != example.result:
            import json  # of no use to a contract without this mistake

            hint = f"it gives {json.dumps(made, ensure_ascii=False)}"
            scope.mistake(Code.WRONG_VERDICT, result, "this is not what the merge gives", hint)
        elif errors:
            told = f"{errors[0].pointer or 'the value'}: {errors[0].message}"
            scope.mistake(Code.WRONG_VERDICT, result, f"what the merge gives is not valid: {told}")
