"""Tiers, gates, tiered records, and the function that merges keys into one."""

from collections.abc import Collection, Iterable

from sealwax.contract.model import ABSENT, Envelope, Field, Gate, Level, Merging, MergingExample, Tier, record_of
from sealwax.contract.resolving.examples import check_result
from sealwax.contract.resolving.scope import Scope
from sealwax.contract.resolving.types import UNRESOLVED
from sealwax.contract.source import child, key
from sealwax.diagnostics import Code
from sealwax.language import grammar as g
from sealwax.meaning.checks import Plan
from sealwax.meaning.merging import merge
from sealwax.naming import title


def read_tiers(decl: g.ContractDecl, scope: Scope) -> dict[str, Tier]:
    found: dict[str, Tier] = {}
    scope.check_distinct(((name, key(decl.node, "tiers", name)) for name in decl.tiers), "tier")
    for name, entry in decl.tiers.items():
        _check_prefix(entry, found.values(), scope)
        heading, docs = entry.title or title(name), scope.docs(entry.docs)
        found[name] = Tier(name, heading, entry.promise, entry.prefix, entry.promotion, entry.undeclared, docs)
    return found


def _check_prefix(decl: g.TierDecl, others: Iterable[Tier], scope: Scope) -> None:
    """Report prefixes that overlap, and `undeclared` without a prefix."""
    if decl.undeclared and not decl.prefix:
        message = "undeclared keys of this tier cannot be recognized without a prefix"
        scope.error(Code.BAD_TIER, key(decl.node, "undeclared"), message, "add a `prefix`, or remove this")
    other = next((tier for tier in others if tier.prefix and decl.prefix and _overlap(decl.prefix, tier.prefix)), None)
    if other is not None:
        message = f"this prefix overlaps with '{other.prefix}', the prefix of '{other.name}'"
        scope.error(Code.BAD_TIER, child(decl.node, "prefix"), message, "choose another prefix")


def _overlap(left: str, right: str) -> bool:
    return left.startswith(right) or right.startswith(left)


def read_gates(decl: g.ContractDecl, scope: Scope) -> dict[str, Gate]:
    scope.check_distinct(((name, key(decl.node, "gates", name)) for name in decl.gates), "gate")
    return {name: Gate(name, scope.docs(entry.docs)) for name, entry in decl.gates.items()}


def tier_of(
    decl: g.FieldDecl | g.EnumValueDecl | g.ErrorTypeDecl | g.ErrorCodeDecl | g.WarningCodeDecl, scope: Scope
) -> Tier | None:
    if decl.tier is not None and decl.tier not in scope.tiers:
        scope.unknown(Code.UNKNOWN_NAME, child(decl.node, "tier"), "tier", decl.tier, scope.tiers)
    return scope.tiers.get(decl.tier or "")


def gate_of(decl: g.FieldDecl, levels: Collection[Level], scope: Scope) -> Gate | None:
    """Resolve the gate of a field with these levels."""
    if decl.gate is not None and decl.gate not in scope.gates:
        scope.unknown(Code.UNKNOWN_NAME, child(decl.node, "gate"), "gate", decl.gate, scope.gates)
    elif decl.gate is not None and Level.MUST in levels:
        message = f"the key is absent while '{decl.gate}' is off, so its level cannot be `must`"
        scope.error(Code.BAD_TIER, child(decl.node, "gate"), message, "write `level: should` or `level: may`")
    return scope.gates.get(decl.gate or "")


# -- tiered records ---------------------------------------------------------------------------------------------------


def tiers_of_record(decl: g.TypeDecl, fields: Iterable[Field], scope: Scope) -> tuple[Tier, ...]:
    """The tiers of a tiered record; keys without a tier or with the wrong prefix are reported."""
    node = key(decl.node, "tiered")
    if not scope.tiers:
        scope.error(Code.BAD_TIER, node, "the contract has no tiers", "declare them under `tiers`")
        return ()
    if not decl.open:
        scope.error(Code.BAD_TIER, node, "a tiered record must be open", "add `open: true`")
    for field in fields:
        _check_key(field, decl, scope)
    return tuple(scope.tiers.values())


def _check_key(field: Field, decl: g.TypeDecl, scope: Scope) -> None:
    own = (decl.fields or {}).get(field.name)
    node = key(decl.node, "includes") if own is None else key(decl.node, "fields", field.name)
    by_prefix = next(
        (tier for tier in scope.tiers.values() if tier.prefix and field.name.startswith(tier.prefix)), None
    )
    plain = next((tier.name for tier in scope.tiers.values() if not tier.prefix), "…")
    if field.tier is None and (own is None or own.tier is None):
        message = f"'{field.name}' has no tier, but every key of a tiered record needs one"
        scope.error(Code.BAD_TIER, node, message, f"add `tier: {by_prefix.name if by_prefix else plain}`")
    elif field.tier is not None and field.tier.prefix and by_prefix != field.tier:
        message = f"keys of the tier '{field.tier.name}' start with '{field.tier.prefix}'"
        hint = f"rename it to '{field.tier.prefix}{field.name}', or choose another tier"
        scope.error(Code.BAD_TIER, node, message, hint)
    elif field.tier is not None and not field.tier.prefix and by_prefix is not None:
        message = f"'{field.name}' starts with '{by_prefix.prefix}', the prefix of the tier '{by_prefix.name}'"
        scope.error(Code.BAD_TIER, node, message, f"write `tier: {by_prefix.name}`, or rename the key")


# -- merging ----------------------------------------------------------------------------------------------------------


def read_merging(decl: g.MergingDecl, envelope: Envelope, scope: Scope) -> Merging | None:
    node = child(decl.node, "into")
    by_name = {field.name: field for field in envelope.fields}
    field = by_name.get(decl.into)
    if field is None:
        scope.unknown(Code.UNKNOWN_FIELD, node, "field of the envelope", decl.into, by_name)
        return None
    if field.type is UNRESOLVED:
        return None
    record = record_of(field.type)
    if record is None:
        hint = "name a field of the envelope whose type is a tiered record"
        scope.error(Code.BAD_TIER, node, f"'{decl.into}' is not a record", hint)
        return None
    if not record.tiered:
        message = f"'{record.name}' is not tiered, so nothing decides which keys can be merged"
        scope.error(Code.BAD_TIER, node, message, f"add `tiered: true` to '{record.name}'")
        return None
    examples = (_example(entry, scope) for entry in decl.examples)
    found = tuple(example for example in examples if example is not None)
    return Merging(decl.name, field, record, scope.docs(decl.docs), found, tuple(scope.gates))


def _example(decl: g.MergingExampleDecl, scope: Scope) -> MergingExample | None:
    for gate in decl.gates:
        if gate not in scope.gates:
            scope.unknown(Code.UNKNOWN_NAME, child(decl.node, "gates"), "gate", gate, scope.gates)
    if not isinstance(decl.response, dict):
        scope.error(Code.BAD_VALUE, child(decl.node, "response"), "a response must be an object")
        return None
    origin = scope.citations(decl.source, decl.node)
    return MergingExample(
        decl.title, decl.doc, decl.response, decl.given, decl.plugins, decl.gates, decl.result, origin
    )


def check_merges(merging: Merging, decl: g.MergingDecl, plan: Plan, scope: Scope) -> None:
    """Report examples whose result is not that of the merge, or is not valid."""
    for entry, example in zip(decl.examples, merging.examples, strict=True):
        given = None if example.given is ABSENT else example.given
        made = merge(merging, example.response, given, example.plugins, example.gates).response
        node = key(entry.node, "result")
        check_result(made, example.result, "merge", "the merge returns something else", node, plan, scope)
