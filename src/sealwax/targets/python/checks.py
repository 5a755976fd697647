"""What `checks.j2` asks about the nodes of a plan: names, places, and how much there is to check.

A filter that answers yes or no returns a text, which is empty for no.
"""

import re
from typing import TypeAlias, assert_never

from sealwax.languages.python import inside, string
from sealwax.meaning import checks
from sealwax.meaning.checks import JsonKind
from sealwax.meaning.checks.bodies import Body, Branch
from sealwax.naming import snake
from sealwax.rendering import Finished
from sealwax.targets.python.conditions import SINGLE, fails, is_simple, item_of, passes, verdict_name, wrong

Slot: TypeAlias = checks.KindCheck | checks.TypeRef
"""What the payloads of all tools have in common: that they are objects, or a record."""
MANY = 6
"""Before so many optional keys, it pays to ask whether there is any key besides the required ones."""

# -- names and places -------------------------------------------------------------------------------------------------


_EXPRESSION = re.compile(r"\{(?:\w+|below\(.*\))\}")
"""An f-string that is nothing but one expression."""


def check_name(name: str) -> Finished:
    """The function that collects the findings about a type."""
    return Finished(f"_check_{snake(name)}")


def envelope_verdict(name: str) -> Finished:
    """The function with the verdict on an envelope, whose payload differs by tool."""
    return Finished(f"_is_valid_{snake(name)}")


def function_of(slot: Slot, is_verdict: bool) -> Finished:
    """The function that checks a payload as far as all tools have it in common."""
    match slot:
        case checks.TypeRef(name):
            return verdict_name(name) if is_verdict else check_name(name)
        case checks.KindCheck():
            return Finished("_is_any_object" if is_verdict else "_any_object")
        case _:
            assert_never(slot)


def payload_function(slot: Slot, slots: tuple[Slot, ...], is_verdict: bool) -> Finished:
    """The function for a payload. Where keys have different ones in common, only that of a tool is given."""
    given = "is_valid_payload" if is_verdict else "check_payload"
    return Finished(given if len(slots) == 1 else f"({given} or {function_of(slot, is_verdict)})")


def pointer(at: str) -> Finished:
    """The expression of a JSON pointer: `at` is the inside of an f-string, or a call in braces."""
    if _EXPRESSION.fullmatch(at):
        return Finished(at[1:-1])
    return Finished(f'f"{at}"' if "{" in at or "}" in at else f'"{at}"')


def at_key(at: str, key: str) -> Finished:
    """The pointer to a key, as the inside of an f-string."""
    return Finished(f"{at}/{inside(key.replace('~', '~0').replace('/', '~1'))}")


def at_index(at: str, index: str) -> Finished:
    """The pointer to an item of a list."""
    return Finished(f"{at}/{{{index}}}")


def at_any_key(at: str, key: str) -> Finished:
    """The pointer to a value of a map."""
    return Finished(f"{{below({pointer(at)}, {key})}}")


def in_braces(expression: str) -> Finished:
    return Finished(f"{{{expression}}}")


def within(loops: str) -> Finished:
    """How the variables of a loop within others end: `item`, `item_2`, `item_3`."""
    return Finished(f"_{int(loops[1:] or 1) + 1}")


def slot_of(row: checks.Row) -> Slot:
    """What the payloads in a key have in common."""
    check = row.check.inner if isinstance(row.check, checks.NullableCheck) else row.check
    if isinstance(check, checks.KindCheck | checks.TypeRef):
        return check
    raise TypeError(f"a payload is an object: {check}")


# -- rows -------------------------------------------------------------------------------------------------------------


def get(row: checks.Row, is_verdict: bool) -> Finished:
    """The expression that reads a key, which may be absent. If null is valid, nothing else may stand for that."""
    takes_null = isinstance(row.check, checks.NullableCheck) or (
        isinstance(row.check, checks.KindCheck) and row.check.kind is JsonKind.NULL
    )
    absent = ", _ABSENT" if takes_null or not is_verdict else ""
    return Finished(f"value.get({string(row.key)}{absent})")


def reads_once(row: checks.Row, slots: tuple[Slot, ...], is_verdict: bool) -> Finished:
    """Whether the value of a key is needed only once, so that no variable has to hold it."""
    is_call = isinstance(row.check, checks.TypeRef) or (row.per_tool and bool(slots))
    is_once = is_call if not is_verdict else is_simple(row.check)
    return _flag(not row.rules and is_once and not isinstance(row.check, checks.NullableCheck))


def is_null_if_absent(row: checks.Row) -> Finished:
    """Whether an absent key is as good as one that is null."""
    is_free = not (row.is_required or row.missing or row.rules)
    return _flag(is_free and isinstance(row.check, checks.NullableCheck))


def decides(row: checks.Row) -> bool:
    """Whether a row can make an object invalid."""
    return bool(row.missing or row.rules) or not isinstance(row.check, checks.AnyCheck)


def ends(row: checks.Row) -> bool:
    """Whether a single condition decides on a row, so that a verdict can end with it."""
    inner = row.check.inner if isinstance(row.check, checks.NullableCheck) else row.check
    if row.rules or not decides(row) or (row.missing and not row.is_required):
        return False
    if row.is_required or isinstance(row.check, checks.NullableCheck):
        return isinstance(inner, checks.AnyCheck) or not _has_parts(inner)
    return is_simple(row.check)


def _has_parts(check: checks.Check) -> bool:
    """Whether a list or a map takes a loop."""
    inner = (
        check.item
        if isinstance(check, checks.ListCheck)
        else check.value
        if isinstance(check, checks.MapCheck)
        else None
    )
    return inner is not None and not isinstance(inner, checks.AnyCheck | checks.TypeRef)


def row_passes(row: checks.Row, it: str, slots: tuple[Slot, ...]) -> Finished:
    """The condition that holds when the value of a key is valid."""
    if not (row.per_tool and slots):
        return passes(row.check, it)
    is_nullable = isinstance(row.check, checks.NullableCheck)
    call = f"{payload_function(slot_of(row), slots, is_verdict=True)}({it})"
    return Finished(f"{it} is None or {call}" if is_nullable else call)


def in_one_condition(row: checks.Row, slots: tuple[Slot, ...], is_verdict: bool) -> Finished:
    """The condition that decides on the value of an optional key that is present; empty if that takes more."""
    it = item_of(row.key)
    if row.missing or row.rules or not is_simple(row.check):
        return Finished("")
    if row.per_tool and slots and isinstance(row.check, checks.KindCheck | checks.TypeRef):
        return Finished(f"not {payload_function(row.check, slots, is_verdict)}({it})" if is_verdict else "")
    if isinstance(row.check, checks.TypeRef):
        return fails(row.check, it) if is_verdict else Finished("")
    return wrong(row.check, it) if isinstance(row.check, SINGLE) else Finished("")


def asks_presence(row: checks.Row) -> Finished:
    """Whether a rule is about a key that is present, whatever its value."""
    is_free = isinstance(row.check, checks.AnyCheck)
    return _flag(is_free or any(isinstance(each, checks.Expected | checks.DeprecatedKey) for each in row.rules))


def needs_value(row: checks.Row) -> Finished:
    """Whether the value of a key is looked at, and not only its presence."""
    is_free = isinstance(row.check, checks.AnyCheck)
    return _flag(not is_free or any(not isinstance(each, checks.Expected | checks.DeprecatedKey) for each in row.rules))


def has_one_test(check: checks.NullableCheck, is_verdict: bool) -> Finished:
    """Whether one condition decides on a value that may be null."""
    inner = check.inner
    if is_verdict:
        return _flag(not _has_parts(inner))
    is_list = isinstance(inner, checks.ListCheck | checks.MapCheck)
    if is_list or isinstance(inner, checks.ConstantCheck):
        return _flag(not holds_any(inner))
    return _flag(is_simple(inner) and not isinstance(inner, checks.TypeRef))


def holds_any(check: checks.Check) -> Finished:
    """Whether there is more to check in a list or a map than its type."""
    match check:
        case checks.NullableCheck(inner):
            return holds_any(inner)
        case checks.ListCheck(inner, _, limits):
            return _flag(bool(limits) or not isinstance(inner, checks.AnyCheck))
        case checks.MapCheck(inner):
            return _flag(not isinstance(inner, checks.AnyCheck))
        case _:
            return _flag(False)


def compact(block: Finished) -> Finished:
    """The block without empty lines, which macros leave that have nothing to print."""
    return Finished("\n".join(line for line in block.split("\n") if line.strip()))


def _flag(is_so: bool) -> Finished:
    return Finished("yes" if is_so else "")


# -- how many keys ----------------------------------------------------------------------------------------------------


def size(body: Body, branch: Branch | None = None) -> Finished:
    """The number of keys if counting them is enough, because all of them are required; empty otherwise."""
    part = branch or body
    branches = (branch,) if branch else tuple(each for each in body.branches if each.is_case)
    rows = (*(row for each in branches for row in each.rows), *body.rows)
    return Finished(len(part.keys) if part.other_keys and all(row.is_required for row in rows) else "")


def sparse(body: Body) -> Finished:
    """The number of required keys if an object often has no others; empty if that does not pay to ask."""
    optional = [row for row in body.rows if not row.is_required]
    looked_at = [row for row in optional if not isinstance(row.check, checks.AnyCheck)]
    is_sparse = len(looked_at) >= MANY and not body.branches and not any(row.missing for row in optional)
    return Finished(len(body.rows) - len(optional) if is_sparse else "")
