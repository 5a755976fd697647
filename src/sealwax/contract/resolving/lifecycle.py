"""Tiers, gates and what depends on them; renames and promotions; and the function that merges keys into a record.

`_exp_hit: {type: boolean, tier: experimental, gate: cache}` needs `tiers: {experimental: {prefix: _exp_, …}}` and
`gates: {cache: …}`. It is an error if the name lacks the prefix, or if the level of a stable field depends on this one.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import TypeAlias

from sealwax.contract import model as m
from sealwax.contract.resolving.examples import check_result
from sealwax.contract.resolving.scope import Scope
from sealwax.contract.resolving.types import UNRESOLVED, is_narrower
from sealwax.contract.source import Node, child, key
from sealwax.diagnostics import Code, did_you_mean
from sealwax.language import grammar as g
from sealwax.meaning.checks import Plan
from sealwax.meaning.merging import merge
from sealwax.naming import title, words

Named: TypeAlias = m.Field | m.EnumValue | m.Record | m.Enum | m.Text | m.Tool
"""What can have been renamed."""


def read_tiers(decl: g.ContractDecl, scope: Scope) -> dict[str, m.Tier]:
    found: dict[str, m.Tier] = {}
    scope.check_distinct(((name, key(decl.node, "tiers", name)) for name in decl.tiers), "tier")
    for name, entry in decl.tiers.items():
        _check_prefix(entry, found.values(), scope)
        heading, docs = entry.title or title(name), scope.docs(entry.docs)
        found[name] = m.Tier(name, heading, entry.promise, entry.prefix, entry.promotion, entry.undeclared, docs)
    return found


def _check_prefix(decl: g.TierDecl, others: Iterable[m.Tier], scope: Scope) -> None:
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


def read_gates(decl: g.ContractDecl, scope: Scope) -> dict[str, m.Gate]:
    scope.check_distinct(((name, key(decl.node, "gates", name)) for name in decl.gates), "gate")
    return {name: m.Gate(name, scope.docs(entry.docs)) for name, entry in decl.gates.items()}


def tier_of(
    decl: g.FieldDecl | g.EnumValueDecl | g.ErrorTypeDecl | g.ErrorCodeDecl | g.WarningCodeDecl, scope: Scope
) -> m.Tier | None:
    if decl.tier is None:
        return None
    return scope.find(Code.UNKNOWN_NAME, child(decl.node, "tier"), "tier", decl.tier, scope.tiers)


def gate_of(decl: g.FieldDecl, levels: Collection[m.Level], scope: Scope) -> m.Gate | None:
    """Resolve the gate of a field with these levels."""
    if decl.gate is None:
        return None
    node = child(decl.node, "gate")
    found = scope.find(Code.UNKNOWN_NAME, node, "gate", decl.gate, scope.gates)
    if found is not None and m.Level.MUST in levels:
        message = f"the key is absent while '{decl.gate}' is off, so its level cannot be `must`"
        scope.error(Code.BAD_TIER, node, message, "write `level: should` or `level: may`")
    return found


# -- tiered records ---------------------------------------------------------------------------------------------------


def tiers_of_record(decl: g.TypeDecl, fields: Iterable[m.Field], scope: Scope) -> tuple[m.Tier, ...]:
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


def _check_key(field: m.Field, decl: g.TypeDecl, scope: Scope) -> None:
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


def read_merging(decl: g.MergingDecl, envelope: m.Envelope, scope: Scope) -> m.Merging | None:
    node = child(decl.node, "into")
    by_name = {field.name: field for field in envelope.fields}
    field = scope.find(Code.UNKNOWN_FIELD, node, "field of the envelope", decl.into, by_name)
    if field is None or field.type is UNRESOLVED:
        return None
    record = m.record_of(field.type)
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
    return m.Merging(decl.name, field, record, scope.docs(decl.docs), found, tuple(scope.gates))


def _example(decl: g.MergingExampleDecl, scope: Scope) -> m.MergingExample | None:
    for gate in decl.gates:
        scope.find(Code.UNKNOWN_NAME, child(decl.node, "gates"), "gate", gate, scope.gates)
    if not isinstance(decl.response, dict):
        scope.error(Code.BAD_VALUE, child(decl.node, "response"), "a response must be an object")
        return None
    return m.MergingExample(decl.title, decl.doc, decl.response, decl.given, decl.plugins, decl.gates, decl.result)


def check_merges(merging: m.Merging, decl: g.MergingDecl, plan: Plan, scope: Scope) -> None:
    """Report examples whose result is not that of the merge, or is not valid."""
    for entry, example in zip(decl.examples, merging.examples, strict=True):
        given = None if example.given is m.ABSENT else example.given
        made = merge(merging, example.response, given, example.plugins, example.gates).response
        node = key(entry.node, "result")
        check_result(made, example.result, "merge", "the merge returns something else", node, plan, scope)


# -- renames and promotions -------------------------------------------------------------------------------------------


def name_of(thing: Named) -> str:
    return thing.value if isinstance(thing, m.EnumValue) else thing.name


def check_former_names(things: Sequence[Named], node_of: Callable[[str], Node], kind: str, scope: Scope) -> None:
    """Report wrong `renamed_from` and `promoted_from` among things of one kind, which share a namespace."""
    by_name = {name_of(thing): thing for thing in things}
    spelled = {_spelling(thing, name): name for name, thing in by_name.items()}
    claims: dict[tuple[str, ...], str] = {}
    for name, thing in by_name.items():
        if old := thing.renamed_from:
            spelling = _spelling(thing, old)
            first = claims.setdefault(spelling, name)
            node = child(node_of(name), "renamed_from")
            _check_rename(name, old, by_name, spelled.get(spelling, name), first, node, scope)
        if isinstance(thing, m.Field | m.EnumValue) and thing.promoted_from:
            _check_promotion(thing, by_name, node_of(name), kind, scope)


def _spelling(thing: Named, name: str) -> tuple[str, ...]:
    """What no two names of one kind may share. Generated code has constants for the old names of values only."""
    return words(name) if isinstance(thing, m.EnumValue) else (name,)


def _check_rename(
    name: str, old: str, by_name: dict[str, Named], spelled: str, first: str, node: Node, scope: Scope
) -> None:
    """`spelled`: the declared name that generated code spells like the old one; `first`: the first that had it."""
    if old == name:
        scope.error(Code.BAD_RENAME, node, f"'{name}' is its name now", "write the name that it had before")
    elif first != name:
        scope.error(Code.BAD_RENAME, node, f"'{old}' is already the old name of '{first}'", "remove one of the two")
    elif old in by_name and by_name[old].docs.deprecated is None:
        message = f"'{old}' is still declared, and not deprecated"
        scope.error(Code.BAD_RENAME, node, message, f"remove '{old}', or add `deprecated` to it")
    elif spelled != name and spelled != old:
        message = f"generated code would spell the old name '{old}' the same as '{spelled}'"
        scope.error(Code.BAD_RENAME, node, message, "remove this: the old name means something else now")


def _check_promotion(
    new: m.Field | m.EnumValue, by_name: dict[str, Named], owner: Node, kind: str, scope: Scope
) -> None:
    name, node = name_of(new), child(owner, "promoted_from")
    old = by_name.get(new.promoted_from)
    if new.renamed_from:
        hint = "remove it: `promoted_from` gives the old name"
        scope.error(Code.BAD_RENAME, key(owner, "renamed_from"), "a promotion is a rename already", hint)
    if new.promoted_from == name:
        hint = "write its name in the tier that it comes from"
        scope.error(Code.BAD_RENAME, node, f"'{name}' is its name now", hint)
    elif not isinstance(old, m.Field | m.EnumValue):
        hint = "keep the old one next to it, with `deprecated`, for at least one minor version; then remove this"
        hint = did_you_mean(new.promoted_from, (each for each in by_name if each != name), hint)
        scope.error(Code.BAD_RENAME, node, f"there is no {kind} '{new.promoted_from}'", hint)
    elif old.docs.deprecated is None:
        hint = f"add `deprecated` to '{new.promoted_from}', with `replacement: {name}`"
        scope.error(Code.BAD_RENAME, node, f"'{new.promoted_from}' is not deprecated", hint)
    elif new.tier is None or old.tier is None:
        missing = name if new.tier is None else new.promoted_from
        message = f"'{missing}' has no tier, so this is not a promotion"
        hint = f"add `tier` to '{missing}', or write `renamed_from`"
        scope.error(Code.BAD_RENAME, node, message, hint)
    elif not is_less_stable(old.tier, new.tier, scope):
        message = f"the tier '{new.tier.name}' is not more stable than '{old.tier.name}'"
        scope.error(Code.BAD_RENAME, node, message, "write `renamed_from`, or list the most stable tier first")
    elif isinstance(new, m.Field) and isinstance(old, m.Field) and not _are_alike(new.type, old.type):
        message = f"'{name}' has another type than '{new.promoted_from}', so this is not a promotion"
        scope.error(Code.BAD_RENAME, node, message, f"give it the type of '{new.promoted_from}', or another name")


def _are_alike(one: m.Type, other: m.Type) -> bool:
    """Whether two types differ in limits at most."""
    return is_narrower(m.bare(one), m.bare(other)) or is_narrower(m.bare(other), m.bare(one))


# -- dependencies -----------------------------------------------------------------------------------------------------


def check_replacements(values: Sequence[m.EnumValue], node_of: Callable[[str], Node], scope: Scope) -> None:
    """Report deprecated values whose replacement is less stable."""
    tiers = {value.value: value.tier for value in values}
    for value in values:
        if (old := value.docs.deprecated) is not None and old.replacement in tiers:
            node = child(node_of(value.value), "deprecated")
            check_dependency(value.tier, old.replacement, tiers[old.replacement], node, scope)


def is_less_stable(tier: m.Tier | None, than: m.Tier | None, scope: Scope) -> bool:
    """Whether a tier promises less than another one. What has no tier is as stable as the first one."""
    ranks = {name: rank for rank, name in enumerate(scope.tiers)}
    return _rank(tier, ranks) > _rank(than, ranks)


def _rank(tier: m.Tier | None, ranks: dict[str, int]) -> int:
    return 0 if tier is None else ranks[tier.name]


def check_dependency(
    own: m.Tier | None, name: str, other: m.Tier | None, node: Node, scope: Scope, *, can_move: bool = True
) -> None:
    """Report that something in one tier depends on something in a less stable one. Not everything can have a tier."""
    if other is not None and is_less_stable(other, own, scope):
        first = next(iter(scope.tiers))
        than = f"'{own.name}'" if own is not None else f"'{first}', the tier of what has none"
        message = f"this depends on '{name}', whose tier '{other.name}' is less stable than {than}"
        moved = f", or this to '{other.name}'" if can_move else ""
        hint = f"move '{name}' to the tier '{own.name if own is not None else first}'{moved}"
        scope.error(Code.UNSTABLE_DEPENDENCY, node, message, hint)


def check_dependencies(fields: Sequence[m.Field], decls: dict[str, g.FieldDecl], scope: Scope) -> None:
    """Report fields that depend on less stable siblings, values or keys."""
    tiers, types = {field.name: field.tier for field in fields}, {field.name: field.type for field in fields}
    for field in fields:
        decl = decls[field.name]
        for name, word in _siblings(field):
            check_dependency(field.tier, name, tiers.get(name), child(decl.node, word), scope)
        for value, tier, word in _values(field, types):
            check_dependency(field.tier, value, tier, child(decl.node, word), scope)
        # An object without a tier of its own is as stable as each of its keys says.
        for inner in _demanded(field) if field.tier is not None else ():
            check_dependency(field.tier, inner.name, inner.tier, child(decl.node, "type"), scope)


def _siblings(field: m.Field) -> Iterator[tuple[str, str]]:
    """The siblings that a field depends on, each with the key that says so."""
    yield from ((each, "follows") for each in (field.follows,) if each)
    yield from ((each, "sum_of") for each in field.sum_of)
    yield from ((test.key, "expects") for test in field.expects)
    if field.conditional is not None:
        yield from ((test.key, "level") for test in field.conditional.condition)
    if field.number_of is not None:
        yield field.number_of.path[0], "number_of"
    if field.docs.deprecated is not None:
        yield field.docs.deprecated.replacement, "deprecated"


def _values(field: m.Field, types: Mapping[str, m.Type]) -> Iterator[tuple[str, m.Tier | None, str]]:
    """The values of enums that a field depends on: its default, and those that it expects of siblings, by name."""
    conditions = {"expects": field.expects, "level": field.conditional.condition if field.conditional else ()}
    named: list[tuple[m.Type, m.Json | m.Absent, str]] = [(field.type, field.default, "default")]
    for word, condition in conditions.items():
        for test in condition:
            if isinstance(test, m.HasValue) and not test.phrase and test.key in types:
                named += ((types[test.key], value, word) for value in test.values)
    for kind, name, word in named:
        enum = m.enum_of(m.bare(kind))
        value = enum.value(name) if enum is not None and isinstance(name, str) else None
        if value is not None:
            yield value.value, value.tier, word


def _demanded(field: m.Field) -> tuple[m.Field, ...]:
    """The keys that every value of a field has."""
    record = m.named_in(field.type)
    return tuple(each for each in record.fields if each.required) if isinstance(record, m.Record) else ()
