"""The check plan -> verdicts: the shortest way to whether a value is valid, decided once and before any language.

Only what makes a value invalid is part of a verdict. Objects are checked key by key; whatever is inside an object of a
named type has a verdict of its own, except enums and texts: a call costs more than most checks.
"""

from collections.abc import Iterable
from typing import TypeAlias, TypeVar, assert_never

from msgspec import Struct
from msgspec.structs import replace

from sealwax.meaning import checks

MANY = 6
"""Before so many optional keys, it pays to ask whether there is any key besides the required ones."""
_QUICK = checks.KindCheck | checks.NumberCheck | checks.StringCheck | checks.ConstantCheck
"""Checks that come first, because they fail quickly."""

Plain: TypeAlias = (
    checks.KindCheck
    | checks.NumberCheck
    | checks.StringCheck
    | checks.ConstantCheck
    | checks.ListCheck
    | checks.MapCheck
    | checks.TypeRef
)
"""The checks of a value apart from what it holds. A reference is to a type of objects."""


class Value(Struct, frozen=True):
    """The verdict on a value that is not known to be valid."""

    check: Plain
    type: str = ""
    """The enum or text that the check is taken from, if any."""
    accepts_null: bool = False
    """Whether null passes as well, and nothing else is looked at."""
    each: "Value | None" = None
    """The verdict on each item of a list or value of a map; None if all of them pass."""

    @property
    def limits(self) -> tuple[checks.Limit, ...]:
        limited = checks.NumberCheck | checks.StringCheck | checks.ListCheck
        return self.check.limits if isinstance(self.check, limited) else ()

    @property
    def is_single(self) -> bool:
        """Whether a single comparison or call decides."""
        return not self.limits and not self.accepts_null and self.each is None


class Member(Struct, frozen=True):
    """The verdict on a key."""

    key: str
    value: Value | None
    """None if every value passes."""
    is_required: bool
    required_if: tuple[tuple[checks.Test, ...], ...]
    """The key has to be present if all tests of one of these hold."""
    rules: tuple[checks.Lookup, ...]
    """All other rules of a row give advice."""

    @property
    def accepts_anything(self) -> bool:
        """Whether only the presence of the key counts."""
        return self.value is None and not self.rules


class Closed(Struct, frozen=True):
    """The only keys that an object may have."""

    name: str
    """For the constant that holds them."""
    keys: tuple[str, ...]
    is_counted: bool
    """Whether counting the keys of an object is enough, because all of these are required."""


class Members(Struct, frozen=True):
    """The verdict on some keys of an object: those that can make it invalid."""

    required: tuple[Member, ...] = ()
    """The ones that fail quickly come first."""
    optional: tuple[Member, ...] = ()
    at_least: int | None = None
    """An object with no more keys has none of the optional ones. None if it does not pay to count."""
    closed: Closed | None = None

    @property
    def is_empty(self) -> bool:
        """Whether every object passes."""
        return not self.required and not self.optional and self.closed is None


class CaseVerdict(Struct, frozen=True):
    """The verdict on the keys that are special to a case of an object."""

    when: checks.Test | None
    """None for what is left when no other case applies."""
    members: Members


class TypeVerdict(Struct, frozen=True):
    """The verdict on a value of a named type: a string, or an object."""

    string: Value | None = None
    members: Members = Members()
    """The keys of an object, or those that all of its cases have in common."""
    cases: tuple[CaseVerdict, ...] = ()
    """If the last one has a condition, an object of no case is invalid."""
    tag: str = ""
    """The key that tells all cases apart by its value; empty if other tests do."""

    @property
    def objects(self) -> tuple[Members, ...]:
        return (self.members, *(case.members for case in self.cases))


_N = TypeVar("_N", bound=checks.Node)


def errors_only(node: _N) -> _N:
    """The part of a plan without everything that reports advice. Types that it refers to by name stay as they are."""
    kept: dict[str, checks.Node | tuple[checks.Node, ...]] = {}
    for name, inner in checks.nodes_in(node).items():
        if isinstance(inner, tuple):
            kept[name] = tuple(errors_only(each) for each in inner if not _is_advice(each))
        else:
            kept[name] = errors_only(inner)
    return replace(node, **kept) if kept else node


def _is_advice(node: checks.Node) -> bool:
    message = getattr(node, "message", None)
    return isinstance(message, checks.Message) and not message.is_error


def verdict(name: str, types: checks.Types) -> TypeVerdict:
    """The verdict on a value of a named type."""
    match errors_only(types[name].check):
        case checks.StringCheck() as check:
            return TypeVerdict(string=Value(check))
        case checks.ObjectCheck(rows) as check:
            count = sum(row.is_required for row in rows)
            return TypeVerdict(members=_members(rows, types, count, _closed(name, check)))
        case checks.CasesCheck() as check:
            return _cases(name, check, types)
        case check:
            raise TypeError(f"'{name}' is neither a string nor an object: {check}")


def _cases(name: str, check: checks.CasesCheck, types: checks.Types) -> TypeVerdict:
    """What all cases have in common is checked once, after what is special to one of them."""
    shapes = {case.type.name: errors_only(types[case.type.name].check) for case in check.cases}
    objects = {each: shape for each, shape in shapes.items() if isinstance(shape, checks.ObjectCheck)}
    first, *others = objects.values()
    by_key = [{row.key: row for row in other.rows} for other in others]
    common = {row.key: row for row in first.rows if all(rows.get(row.key) == row for rows in by_key)}
    closed = _closed(name, first)
    is_same = all(_closed(name, other) == closed for other in others)
    cases = []
    for case in check.cases:
        shape = objects[case.type.name]
        own = [row for row in shape.rows if row.key not in common and not _is_tag(row, check.tag)]
        count = sum(row.is_required for row in shape.rows)
        cases.append(
            CaseVerdict(case.when, _members(own, types, count, None if is_same else _closed(case.type.name, shape)))
        )
    if check.otherwise is None:
        cases[-1] = replace(cases[-1], when=None)
    count = sum(row.is_required for row in common.values())
    members = _members([*common.values()], types, count, closed if is_same else None)
    return TypeVerdict(members=members, cases=tuple(cases), tag=check.tag)


def _is_tag(row: checks.Row, tag: str) -> bool:
    """Whether the test of the case says all about the row."""
    return bool(tag) and row.key == tag and isinstance(row.check, checks.ConstantCheck)


def _closed(name: str, check: checks.ObjectCheck) -> Closed | None:
    keys = tuple(row.key for row in check.rows)
    return Closed(name, keys, all(row.is_required for row in check.rows)) if check.other_keys else None


def _members(rows: Iterable[checks.Row], types: checks.Types, at_least: int, closed: Closed | None) -> Members:
    members = [_member(row, types) for row in rows]
    decisive = [each for each in members if each.is_required or each.required_if or not each.accepts_anything]
    optional = tuple(each for each in decisive if not each.is_required)
    is_sparse = len(optional) >= MANY and not any(each.required_if for each in optional)
    return Members(
        required=tuple(sorted((each for each in decisive if each.is_required), key=lambda each: not _is_quick(each))),
        optional=optional,
        at_least=at_least if is_sparse else None,
        closed=closed,
    )


def _member(row: checks.Row, types: checks.Types) -> Member:
    required_if = () if row.is_required else tuple(missing.when for missing in row.missing)
    rules = tuple(rule for rule in row.rules if isinstance(rule, checks.Lookup))
    return Member(row.key, _value(row.check, types), row.is_required, required_if, rules)


def _is_quick(member: Member) -> bool:
    value = member.value
    return value is None or (not (value.type or value.accepts_null) and isinstance(value.check, _QUICK))


def _value(check: checks.Check, types: checks.Types) -> Value | None:
    """The verdict on a value within an object; None if every value passes."""
    match check:
        case checks.AnyCheck():
            return None
        case checks.NullableCheck(inner):
            value = _value(inner, types)
            return None if value is None else replace(value, accepts_null=True)
        case checks.ListCheck(inner) | checks.MapCheck(inner):
            return Value(check, each=_value(inner, types))
        case checks.TypeRef(name):
            named = types[name].check
            return Value(errors_only(named), name) if isinstance(named, checks.StringCheck) else Value(check)
        case checks.KindCheck() | checks.NumberCheck() | checks.StringCheck() | checks.ConstantCheck():
            return Value(check)
        case checks.ObjectCheck() | checks.CasesCheck():
            raise TypeError(f"an object within an object has a named type: {check}")
        case _:
            assert_never(check)
