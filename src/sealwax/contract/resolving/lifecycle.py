"""Renames and promotions, and what a tier may depend on."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TypeAlias

from sealwax.contract.model import (
    Absent,
    Enum,
    EnumValue,
    Field,
    HasValue,
    Json,
    Record,
    Text,
    Tier,
    Tool,
    Type,
    bare,
    enum_of,
    named_in,
)
from sealwax.contract.resolving.scope import Scope
from sealwax.contract.resolving.types import is_narrower
from sealwax.contract.source import Node, child, key
from sealwax.diagnostics import Code, did_you_mean
from sealwax.language.grammar.types import FieldDecl
from sealwax.naming import words

Named: TypeAlias = Field | EnumValue | Record | Enum | Text | Tool
"""What can have been renamed."""


def name_of(thing: Named) -> str:
    return thing.value if isinstance(thing, EnumValue) else thing.name


# -- renames and promotions -------------------------------------------------------------------------------------------


def check_former_names(things: Sequence[Named], node_of: Callable[[str], Node], kind: str, scope: Scope) -> None:
    """Report wrong `renamed_from` and `promoted_from` among things of one kind, which share a namespace."""
    by_name = {name_of(thing): thing for thing in things}
    spelled = {words(name): name for name in by_name}
    claims: dict[tuple[str, ...], str] = {}
    for name, thing in by_name.items():
        if old := thing.renamed_from:
            first = claims.setdefault(words(old), name)
            node = child(node_of(name), "renamed_from")
            _check_rename(name, old, by_name, spelled.get(words(old), name), first, node, scope)
        if isinstance(thing, Field | EnumValue) and thing.promoted_from:
            _check_promotion(thing, by_name, node_of(name), kind, scope)


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


def _check_promotion(new: Field | EnumValue, by_name: dict[str, Named], owner: Node, kind: str, scope: Scope) -> None:
    name, node = name_of(new), child(owner, "promoted_from")
    old = by_name.get(new.promoted_from)
    if new.renamed_from:
        hint = "remove it: `promoted_from` gives the old name"
        scope.error(Code.BAD_RENAME, key(owner, "renamed_from"), "a promotion is a rename already", hint)
    if new.promoted_from == name:
        hint = "write its name in the tier that it comes from"
        scope.error(Code.BAD_RENAME, node, f"'{name}' is its name now", hint)
    elif not isinstance(old, Field | EnumValue):
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
    elif isinstance(new, Field) and isinstance(old, Field) and not _are_alike(new.type, old.type):
        message = f"'{name}' has another type than '{new.promoted_from}', so this is not a promotion"
        scope.error(Code.BAD_RENAME, node, message, f"give it the type of '{new.promoted_from}', or another name")


def _are_alike(one: Type, other: Type) -> bool:
    """Whether two types differ in limits at most."""
    return is_narrower(bare(one), bare(other)) or is_narrower(bare(other), bare(one))


# -- dependencies -----------------------------------------------------------------------------------------------------


def check_replacements(values: Sequence[EnumValue], node_of: Callable[[str], Node], scope: Scope) -> None:
    """Report deprecated values whose replacement is less stable."""
    tiers = {value.value: value.tier for value in values}
    for value in values:
        if (old := value.docs.deprecated) is not None and old.replacement in tiers:
            node = child(node_of(value.value), "deprecated")
            check_dependency(value.tier, old.replacement, tiers[old.replacement], node, scope)


def is_less_stable(tier: Tier | None, than: Tier | None, scope: Scope) -> bool:
    """Whether a tier promises less than another one. What has no tier is as stable as the first one."""
    ranks = {name: rank for rank, name in enumerate(scope.tiers)}
    return _rank(tier, ranks) > _rank(than, ranks)


def _rank(tier: Tier | None, ranks: dict[str, int]) -> int:
    return 0 if tier is None else ranks[tier.name]


def check_dependency(
    own: Tier | None, name: str, other: Tier | None, node: Node, scope: Scope, *, can_move: bool = True
) -> None:
    """Report that something in one tier depends on something in a less stable one. Not everything can have a tier."""
    if other is not None and is_less_stable(other, own, scope):
        first = next(iter(scope.tiers))
        than = f"'{own.name}'" if own is not None else f"'{first}', the tier of what has none"
        message = f"this depends on '{name}', whose tier '{other.name}' is less stable than {than}"
        moved = f", or this to '{other.name}'" if can_move else ""
        hint = f"move '{name}' to the tier '{own.name if own is not None else first}'{moved}"
        scope.error(Code.UNSTABLE_DEPENDENCY, node, message, hint)


def check_dependencies(fields: Sequence[Field], decls: dict[str, FieldDecl], scope: Scope) -> None:
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


def _siblings(field: Field) -> Iterator[tuple[str, str]]:
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


def _values(field: Field, types: Mapping[str, Type]) -> Iterator[tuple[str, Tier | None, str]]:
    """The values of enums that a field depends on: its default, and those that it expects of siblings, by name."""
    conditions = {"expects": field.expects, "level": field.conditional.condition if field.conditional else ()}
    named: list[tuple[Type, Json | Absent, str]] = [(field.type, field.default, "default")]
    for word, condition in conditions.items():
        for test in condition:
            if isinstance(test, HasValue) and not test.phrase and test.key in types:
                named += ((types[test.key], value, word) for value in test.values)
    for kind, name, word in named:
        enum = enum_of(bare(kind))
        value = enum.value(name) if enum is not None and isinstance(name, str) else None
        if value is not None:
            yield value.value, value.tier, word


def _demanded(field: Field) -> tuple[Field, ...]:
    """The keys that every value of a field has."""
    record = named_in(field.type)
    return tuple(each for each in record.fields if each.required) if isinstance(record, Record) else ()
