"""What a JSON value is, among everything that a program can hold.

Only the exact built-in types are JSON: a subclass could compare, iterate or print in its own way. So no test here
calls code of the value, and none of them can raise.
"""

from collections.abc import Iterator
from typing import TypeGuard

from msgspec import Struct

DEPTH = 500
"""How many levels a value may have below itself."""
LARGEST_EXACT = 2**53 - 1
"""Up to this, every whole number is a double of its own. Larger ones are rounded in JavaScript."""
BEYOND = 2**1024 - 2**970
"""The smallest whole number that is rounded to infinity, which JSON does not have."""

_SINGLE = frozenset({str, bool, int, float, type(None)})
_ENDLESS = DEPTH + 2


def steps_of(pointer: str) -> list[str]:
    """The keys and indices in a JSON pointer."""
    return [step.replace("~1", "/").replace("~0", "~") for step in pointer.split("/")[1:]]


def is_number(value: object) -> TypeGuard[int | float]:
    """Whether a value is a JSON number: one that a double can hold. Not-a-number and the infinities are none."""
    if type(value) is int:
        return abs(value) < BEYOND
    return type(value) is float and value - value == 0.0


def is_integer(value: object) -> TypeGuard[int | float]:
    """Whether a value is a number without a fraction: 1.0 is one, true is not."""
    return is_number(value) and (type(value) is int or float(value).is_integer())


def is_count(value: object) -> TypeGuard[int | float]:
    """Whether a value is a number of things, and exact in every language."""
    return is_integer(value) and 0 <= value <= LARGEST_EXACT


def _has_text_keys(value: dict[object, object]) -> TypeGuard[dict[str, object]]:
    for key in value:  # noqa: SIM110 - a loop takes half the time of `all`, and every object is asked
        if type(key) is not str:
            return False
    return True


def same(left: object, right: object) -> bool:
    """Equality of single JSON values: 1 equals 1.0, but not true."""
    if type(left) is type(right):
        return type(left) in _SINGLE and left == right
    return is_number(left) and is_number(right) and left == right


class Fault(Struct, frozen=True):
    """Why a value is not JSON: the keys that lead to the first place that is not, or None if it is only too deep."""

    way: tuple[str | int, ...] | None


_HERE = Fault(())


class _Walk:
    """A list or object that is being walked, its current key, and the levels found below it so far."""

    __slots__ = ("at", "entries", "height", "whole")

    def __init__(self, whole: dict[str, object] | list[object]) -> None:
        self.whole = whole
        self.entries: Iterator[tuple[str | int, object]] = iter(
            whole.items() if type(whole) is dict else enumerate(whole)
        )
        self.at: str | int = ""
        self.height = 0


def fault(value: object) -> Fault | None:
    """Why a value is not JSON down to its last leaf, and at most `DEPTH` levels deep when it is written out.

    What is held in several places is walked in the first of them only, so that the time is linear in what there is,
    not in what would be written. What holds itself has no end, and so is too deep.
    """
    heights: dict[int, int] = {}
    walks = [_Walk([value])]
    while True:
        walk = walks[-1]
        inner = _next_inner(walk, heights, is_deepest=len(walks) > DEPTH)
        if isinstance(inner, Fault):
            return Fault(tuple(each.at for each in walks[1:]))
        if inner is not None:
            walks.append(_Walk(inner))
            continue
        walks.pop()
        if not walks:
            return None if walk.height <= DEPTH + 1 else Fault(None)
        heights[id(walk.whole)] = walk.height
        walks[-1].height = max(walks[-1].height, walk.height + 1)


def _next_inner(
    walk: _Walk, heights: dict[int, int], *, is_deepest: bool
) -> dict[str, object] | list[object] | Fault | None:
    """Go on to the next list or object that is not known yet and may be entered; None at the end."""
    for key, member in walk.entries:
        walk.at, height = key, 0
        if type(member) is dict or type(member) is list:
            if id(member) not in heights:
                if type(member) is dict and not _has_text_keys(member):
                    return _HERE
                heights[id(member)] = 0 if is_deepest and not member else _ENDLESS  # a cycle is never walked to its end
                if not is_deepest:
                    return member
            height = heights[id(member)]
        elif not (member is None or type(member) is str or type(member) is bool or is_number(member)):
            return _HERE
        walk.height = max(walk.height, height + 1)
    return None
