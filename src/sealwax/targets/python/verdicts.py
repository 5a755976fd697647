"""The check plan -> verdicts: straight-line code that returns when a value is invalid."""

from collections.abc import Iterable
from typing import TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from sealwax.languages import reserved
from sealwax.languages.python import is_name
from sealwax.meaning import checks
from sealwax.meaning.lowering import errors_only
from sealwax.naming import snake
from sealwax.rendering import Finished
from sealwax.targets.python.conditions import (
    both,
    breaks,
    either,
    holds,
    is_counted,
    is_exactly,
    is_required,
    item,
    keys_name,
    limit_tests,
    wrong,
    wrong_size,
)

ROOM = 40
"""How many rows of records the verdict on the envelope may check in place: a call costs more than most checks."""
MANY = 6
"""Before so many optional keys, it pays to ask whether there is any key besides the required ones."""
VALUE = Finished("value")
TAG = Finished("tag")
_QUICK = checks.KindCheck | checks.NumberCheck | checks.StringCheck | checks.ConstantCheck | checks.AnyCheck
"""Checks that come first, because they are the ones that fail quickly."""
NOTHING = Finished("")
TRUE = Finished("True")

# Names that have a meaning, and one that linters take for a digit.
_USED = reserved(
    "abs bool dict float int is_integer is_json is_one_of is_other_sum key l len list str tag text_at type type_of"
    " undecoded value"
)

Scope: TypeAlias = tuple[Finished, ...]
"""The variables that are in use: the value, and whatever leads to the part that is checked, which comes last."""


class Verdict(Struct, frozen=True):
    """The verdict on a value. Its parts come in this order, and all of them are optional."""

    name: Finished
    """The variable that holds the value."""
    unless_null: bool = False
    """Whether null passes, and nothing else is looked at."""
    wrong: Finished = NOTHING
    """The condition under which the value is invalid."""
    loop: "Loop | None" = None
    cases: "Cases | None" = None
    members: "Members | None" = None
    returns: Finished = TRUE
    """The condition that decides in the end."""

    @property
    def fetches(self) -> bool:
        """Whether a key is read without a test, so that a missing one raises `KeyError`."""
        within = [self.loop.verdict] if self.loop else []
        within += [case.verdict for case in self.cases.arms] if self.cases else []
        is_tagged = self.cases is not None and bool(self.cases.tag)
        return is_tagged or any(each.fetches for each in within) or (self.members is not None and self.members.fetches)


class Loop(Struct, frozen=True):
    """The verdict on each item of a list, or on each value of a map."""

    item: Finished
    items: Finished
    verdict: Verdict


class Member(Struct, frozen=True):
    """The verdict on the value of a key."""

    row: checks.Row
    value: Finished
    """The expression that fetches the value."""
    wrong: Finished
    """A condition that needs the value only once; otherwise the value goes into the variable of the verdict."""
    verdict: Verdict
    accepts_anything: bool
    """Whether every value passes."""
    broken_rules: tuple[Finished, ...]
    """Conditions of which one holds when the value breaks a rule of its key."""
    required_if: tuple[Finished, ...]
    """Conditions under which the key has to be present."""


class Members(Struct, frozen=True):
    """The verdict on the keys of an object."""

    name: Finished
    required: tuple[Member, ...]
    optional: tuple[Member, ...]
    at_least: Finished
    """The number of required keys, if the optional ones are only looked for in objects with more keys."""
    known_keys: Finished
    """The table of the keys that are allowed; empty if all are, or if counting the keys is enough."""

    @property
    def fetches(self) -> bool:
        required = any(not member.accepts_anything for member in self.required)
        return required or any(member.verdict.fetches for member in self.optional)


class Case(Struct, frozen=True):
    when: Finished
    """Empty for what is left when no other case applies."""
    verdict: Verdict


class Cases(Struct, frozen=True):
    """The verdict on the keys that are special to the cases of an object."""

    tag: Finished
    """The expression that fetches what tells the cases apart by its value; empty if their conditions do that."""
    arms: tuple[Case, ...]
    """The last one takes what is left if it has no condition; otherwise what is left is invalid."""

    @property
    def rejects_others(self) -> bool:
        return bool(self.arms[-1].when)


class Verdicts:
    """Makes the verdicts on the types of a plan, and collects the tables of keys that they use."""

    def __init__(self, types: checks.Types) -> None:
        self._types = types
        self._room = 0
        self._placed: set[str] = set()
        self.keys: dict[Finished, tuple[str, ...]] = {}

    def of_type(self, name: str, room: int = 0) -> Verdict:
        """The verdict on a value of a named type. `room` is the number of rows of other records to check in place."""
        self._room, self._placed = room, set()
        check = errors_only(self._types[name].check)
        if isinstance(check, checks.StringCheck):
            kept = (limit_tests(limit, VALUE)[0] for limit in check.limits)
            return Verdict(VALUE, returns=Finished(" and ".join((f"type({VALUE}) is str", *kept))))
        verdict = self._verdict(check, (VALUE,), name)
        if verdict.members or verdict.cases:
            return _without_last_guard(verdict)
        is_empty = f" and not {VALUE}" if isinstance(check, checks.ObjectCheck) and check.other_keys else ""
        return Verdict(VALUE, returns=Finished(f"type_of({VALUE}) is dict{is_empty}"))

    def _resolved(self, check: checks.Check, owner: str) -> tuple[checks.Check, str]:
        """The check that a reference stands for, and its name, if it is checked in place; otherwise the check itself.

        Strings are always checked in place. So is each record once, as long as there is room.
        """
        if not isinstance(check, checks.TypeRef):
            return check, owner
        target = errors_only(self._types[check.name].check)
        if isinstance(target, checks.ObjectCheck) and len(target.rows) <= self._room and check.name not in self._placed:
            self._room -= len(target.rows)
            self._placed.add(check.name)
            return target, check.name
        return (check, owner) if isinstance(target, checks.ObjectCheck | checks.CasesCheck) else (target, check.name)

    def _verdict(self, check: checks.Check, scope: Scope, owner: str) -> Verdict:
        """`owner` names the table of keys, if there is one."""
        verdict = Verdict(scope[-1], wrong=either(wrong(check, scope[-1])))
        match check:
            case checks.NullableCheck(inner):
                return self._nullable(*self._resolved(inner, owner), scope)
            case checks.ListCheck(inner):
                return replace(verdict, loop=self._loop(inner, verdict.name, scope, owner))
            case checks.MapCheck(inner):
                return replace(verdict, loop=self._loop(inner, Finished(f"{verdict.name}.values()"), scope, owner))
            case checks.ObjectCheck(rows):
                return replace(verdict, members=self._members(check, rows, scope, owner))
            case checks.CasesCheck():
                return self._cases(check, scope)
            case _:
                return verdict

    def _nullable(self, inner: checks.Check, owner: str, scope: Scope) -> Verdict:
        verdict = self._verdict(inner, scope, owner)
        if verdict.loop or verdict.members or verdict.cases:
            return replace(verdict, unless_null=True)
        conditions = tuple(wrong(inner, verdict.name))
        return replace(verdict, wrong=both(f"{verdict.name} is not None", conditions) if conditions else NOTHING)

    def _loop(self, inner: checks.Check, items: Finished, scope: Scope, owner: str) -> Loop | None:
        if isinstance(inner, checks.AnyCheck):
            return None
        each = _variable(scope, f"{scope[-1]}_item")
        there, owner = self._resolved(inner, owner)
        return Loop(each, items, self._verdict(there, (*scope, each), owner))

    # -- objects ------------------------------------------------------------------------------------------------------

    def _members(
        self, check: checks.ObjectCheck, rows: Iterable[checks.Row], scope: Scope, owner: str
    ) -> Members | None:
        """The verdict on some keys of an object, if any value of them is invalid."""
        checked = [row for row in rows if row.missing or row.rules or not isinstance(row.check, checks.AnyCheck)]
        required = sorted(filter(is_required, checked), key=lambda row: not isinstance(row.check, _QUICK))
        optional = [row for row in checked if not is_required(row)]
        is_sparse = len(optional) >= MANY and not any(row.missing for row in optional)
        is_closed = bool(check.other_keys) and not is_counted(check)
        if is_closed:
            self.keys[keys_name(owner)] = tuple(row.key for row in check.rows)
        elif not checked:
            return None
        return Members(
            name=scope[-1],
            required=tuple(self._member(row, scope, owner) for row in required),
            optional=tuple(self._member(row, scope, owner) for row in optional),
            at_least=Finished(str(sum(map(is_required, check.rows)))) if is_sparse else NOTHING,
            known_keys=keys_name(owner) if is_closed else NOTHING,
        )

    def _member(self, row: checks.Row, scope: Scope, owner: str) -> Member:
        holder, variable = scope[-1], _variable(scope, row.key)
        value = item(holder, row.key)
        check, owner = self._resolved(row.check, f"{owner}_{row.key}")
        conditional = [missing.when for missing in row.missing if missing.when]
        is_once = not row.rules and not conditional and _is_asked_once(check)
        return Member(
            row=row,
            value=value,
            wrong=either(wrong(check, value)) if is_once else NOTHING,
            verdict=self._verdict(check, (*scope, variable), owner),
            accepts_anything=isinstance(check, checks.AnyCheck) and not row.rules,
            broken_rules=tuple(breaks(rule, variable, holder) for rule in row.rules),
            required_if=tuple(holds(tests, holder) for tests in conditional),
        )

    # -- cases --------------------------------------------------------------------------------------------------------

    def _cases(self, check: checks.CasesCheck, scope: Scope) -> Verdict:
        name, tag = scope[-1], check.tag
        objects = (errors_only(self._types[case.type.name].check) for case in check.cases)
        shapes = [shape for shape in objects if isinstance(shape, checks.ObjectCheck)]
        common = [row for row in shapes[0].rows if all(row in shape.rows for shape in shapes)]
        sizes = {wrong_size(shape, name) for shape in shapes}
        is_same_size = len(sizes) == 1
        arms = []
        for case, shape in zip(check.cases, shapes, strict=True):
            own = [row for row in shape.rows if row not in common]
            if tag and isinstance(case.when, checks.HasValue):
                when = is_exactly(case.when.values[0], TAG)
                own = [row for row in own if row.key != tag or not isinstance(row.check, checks.ConstantCheck)]
            else:
                when = holds((case.when,), name)
            size = () if is_same_size else wrong_size(shape, name)
            members = self._members(shape, own, scope, case.type.name)
            arms.append(Case(when, Verdict(name, wrong=either(size), members=members)))
        if check.otherwise is None:
            arms[-1] = replace(arms[-1], when=NOTHING)
        shared = checks.ObjectCheck(tuple(common), check.message)
        return Verdict(
            name,
            wrong=either((*wrong(check, name), *(sizes.pop() if is_same_size else ()))),
            cases=Cases(item(name, tag) if tag else NOTHING, tuple(arms)),
            members=self._members(shared, common, scope, ""),
        )


def _without_last_guard(verdict: Verdict) -> Verdict:
    """The same verdict, which returns its last condition: linters ask for that instead of `if` and `return True`."""
    members = verdict.members
    if members is None or verdict.cases or members.known_keys or members.at_least or members.fetches:
        return verdict
    *others, last = members.optional or members.required
    present, absent = (holds((checks.HasKey(last.row.key, expected),), VALUE) for expected in (True, False))
    if not members.optional:
        return replace(verdict, members=replace(members, required=tuple(others)), returns=present)
    if last.accepts_anything:
        condition = both(absent, last.required_if)
    elif last.wrong:
        condition = both(present, (last.wrong,))
    else:
        return verdict
    return replace(verdict, members=replace(members, optional=tuple(others)), returns=Finished(f"not ({condition})"))


def _variable(scope: Scope, key: str) -> Finished:
    """A variable named after a key, and after the key around it if a value that is still needed has that name."""
    name = snake(key)
    while name in scope or name in _USED or not is_name(name):
        name = f"{scope[-1]}_{name}"
    return Finished(name)


def _is_asked_once(check: checks.Check) -> bool:
    """Whether one expression decides that needs the value only once."""
    match check:
        case checks.KindCheck() | checks.TypeRef() | checks.StringCheck(limits=()):
            return True
        case checks.ConstantCheck(value):
            return isinstance(value, bool)
        case _:
            return False
