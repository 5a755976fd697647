"""The check plan -> bodies: the order in which code checks an object, and the envelopes that differ in their payload.

    outcomes:
      success: {when: {success: true}, fields: {error: {type: "null"}}}
      failure: {when: {success: false}, fields: {error: {type: string, min_length: 1}}}

becomes a branch for each outcome, with the rows that are special to it, and one for all other objects. Rows at the end
that all of them share, such as `meta`, follow once.
"""

from typing import TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from sealwax.meaning import checks


class Branch(Struct, frozen=True):
    """What is checked of the objects of one case."""

    when: checks.Test | None
    """None for the objects of no case before."""
    rows: tuple[checks.Row, ...]
    other_keys: tuple[checks.OtherKeys, ...]
    """Empty where all branches have the same keys."""
    keys: tuple[str, ...]
    is_case: bool
    """Whether these are the objects of a case; all others are invalid."""


class Body(Struct, frozen=True):
    """What is checked of an object, in the order of its findings."""

    keys: tuple[str, ...]
    """Those of all branches."""
    branches: tuple[Branch, ...]
    """Empty if there is a single case."""
    rows: tuple[checks.Row, ...]
    """After the branches."""
    other_keys: tuple[checks.OtherKeys, ...]
    tags: tuple[checks.UnknownTag, ...]
    """Keys that can have a value which selects no case, and which is of the right type."""

    @property
    def every_row(self) -> tuple[checks.Row, ...]:
        return (*(row for branch in self.branches for row in branch.rows), *self.rows)


def body_of(check: checks.ObjectCheck | checks.CasesCheck, types: checks.Types) -> Body:
    if isinstance(check, checks.ObjectCheck):
        return Body(_keys(check), (), check.rows, check.other_keys, check.rules)
    objects = [_object(case.type, types) for case in check.cases]
    tests: list[checks.Test | None] = [case.when for case in check.cases]
    if check.otherwise is None:
        tests[-1] = None
    else:
        objects, tests = [*objects, check.otherwise], [*tests, None]
    shared = _shared(objects)
    is_alike = _have_same_keys(objects)
    branches = tuple(
        Branch(
            when,
            tuple(row for row in each.rows[: len(each.rows) - shared] if not _is_decided(row, when)),
            () if is_alike else each.other_keys,
            _keys(each),
            each is not check.otherwise,
        )
        for when, each in zip(tests, objects, strict=True)
    )
    keys = tuple(dict.fromkeys(key for each in objects for key in _keys(each)))
    # Each of the two booleans has a case.
    rules = () if check.otherwise is None else check.otherwise.rules
    tags = tuple(rule for rule in rules if not isinstance(rule.check, checks.KindCheck))
    rows = objects[0].rows[len(objects[0].rows) - shared :]
    return Body(keys, branches, rows, objects[0].other_keys if is_alike else (), tags)


def _object(name: checks.TypeRef, types: checks.Types) -> checks.ObjectCheck:
    check = types[name.name].check
    if not isinstance(check, checks.ObjectCheck):
        raise TypeError(f"'{name.name}' is not a single object")
    return check


def _keys(check: checks.ObjectCheck) -> tuple[str, ...]:
    return tuple(row.key for row in check.rows)


def _have_same_keys(objects: list[checks.ObjectCheck]) -> bool:
    return all(sorted(_keys(each)) == sorted(_keys(objects[0])) for each in objects)


def _shared(objects: list[checks.ObjectCheck]) -> int:
    """How many rows at the end are the same in all objects."""
    if not _have_same_keys(objects):
        return 0
    count = 0
    for rows in zip(*(reversed(each.rows) for each in objects), strict=True):
        if any(row != rows[0] for row in rows):
            break
        count += 1
    return count


def _is_decided(row: checks.Row, when: checks.Test | None) -> bool:
    """Whether the test of the case says all about the row."""
    is_tag = isinstance(when, checks.HasValue) and when.key == row.key
    return is_tag and isinstance(row.check, checks.ConstantCheck) and not row.rules


# -- envelopes of tools -----------------------------------------------------------------------------------------------


def payload_of(tool: checks.CheckedType, plan: checks.Plan) -> str:
    """The record that makes the envelope of a tool out of the general one; empty if they differ in more than that."""
    if tool.role is not checks.Role.TOOL_ENVELOPE:
        return ""
    general = _unfolded(plan.types[plan.envelope].check, plan.types)
    made = tuple(
        (when, replace(check, rows=tuple(_with_payload(row, tool.payload) for row in check.rows)))
        for when, check in general
    )
    return tool.payload if made == _unfolded(tool.check, plan.types) else ""


_Cases: TypeAlias = tuple[tuple[checks.Test | None, checks.ObjectCheck], ...]
"""The objects of an envelope, with the tests that lead to them."""


def _unfolded(check: checks.Check, types: checks.Types) -> _Cases:
    match check:
        case checks.ObjectCheck():
            return ((None, check),)
        case checks.CasesCheck(cases, otherwise):
            others = () if otherwise is None else ((None, otherwise),)
            return (*((case.when, _object(case.type, types)) for case in cases), *others)
        case _:
            raise TypeError(f"an envelope is an object: {check}")


def _with_payload(row: checks.Row, payload: str) -> checks.Row:
    if not row.per_tool:
        return row
    check: checks.Check = checks.TypeRef(payload)
    takes_null = isinstance(row.check, checks.NullableCheck)
    return replace(row, check=checks.NullableCheck(check) if takes_null else check, per_tool=False)
