"""What a JSON value is, among everything that a program can hold.

Only the exact built-in types are JSON: a subclass could compare, iterate or print in its own way. So no test here
calls code of the value, and none of them can raise.
"""

from collections.abc import Iterator
from typing import TypeGuard

DEPTH = 500
"""How many levels a value may have below itself."""

_SINGLE = frozenset({str, bool, int, float, type(None)})
_ENDLESS = DEPTH + 2
_NO_JSON = object()


def is_number(value: object) -> TypeGuard[int | float]:
    """Whether a value is a JSON number. Not-a-number and the infinities are none."""
    return type(value) is int or (type(value) is float and value - value == 0.0)


def is_integer(value: object) -> TypeGuard[int | float]:
    """Whether a value is a number without a fraction: 1.0 is one, true is not."""
    return type(value) is int or (type(value) is float and value.is_integer())


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


def is_json(value: object) -> bool:
    """Whether a value is JSON down to its last leaf, and at most `DEPTH` levels deep when it is written out.

    What is held in several places is walked once, so that the time is linear in what there is, not in what would be
    written. What holds itself has no end, and so is too deep.
    """
    heights: dict[int, int] = {}
    path = [_Walk(0, iter((value,)))]
    while True:
        inner = _enter(path[-1], heights)
        if inner is _NO_JSON or len(path) > DEPTH + 2:
            return False
        if inner is not None:
            path.append(_Walk(id(inner), _members(inner)))
            continue
        done = path.pop()
        if not path:
            return done.height <= DEPTH + 1
        heights[done.key] = done.height
        path[-1].height = max(path[-1].height, done.height + 1)


def way_to_fault(value: object) -> list[str | int] | None:
    """The keys that lead to the first place, in order, that is not JSON. None when the value is only too deep.

    What is held in several places is looked at in the first of them, so that this ends for every value.
    """
    seen: set[int] = set()
    way: list[str | int] = []
    walks: list[Iterator[tuple[str | int, object]]] = [iter((("", value),))]
    while walks:
        for key, member in walks[-1]:
            way[len(walks) - 1 :] = [key]
            if type(member) is dict or type(member) is list:
                if id(member) in seen:
                    continue
                seen.add(id(member))
                if type(member) is dict and not _has_text_keys(member):
                    return way[1:]
                if len(walks) <= DEPTH:
                    walks.append(_entries(member))
                    break
            elif not _is_leaf(member):
                return way[1:]
        else:
            walks.pop()
    return None


def _entries(value: object) -> Iterator[tuple[str | int, object]]:
    if type(value) is dict and _has_text_keys(value):
        return iter(value.items())
    return iter(enumerate(value)) if type(value) is list else iter(())


class _Walk:
    """A list or object that is being walked, and the levels found below it so far."""

    __slots__ = ("height", "key", "members")

    def __init__(self, key: int, members: Iterator[object]) -> None:
        self.key = key
        self.members = members
        self.height = 0


def _enter(walk: _Walk, heights: dict[int, int]) -> object:
    """Goes on to the next member that has members itself and was not met before; gives None at the end."""
    for member in walk.members:
        height = 0
        if type(member) is dict or type(member) is list:
            if id(member) not in heights:
                heights[id(member)] = _ENDLESS  # until it is walked to its end, which a cycle never is
                return member
            height = heights[id(member)]
        elif not _is_leaf(member):
            return _NO_JSON
        walk.height = max(walk.height, height + 1)
    return None


def _members(value: object) -> Iterator[object]:
    if type(value) is list:
        return iter(value)
    if type(value) is dict and _has_text_keys(value):
        return iter(value.values())
    return iter((_NO_JSON,))


def _is_leaf(value: object) -> bool:
    return value is None or type(value) is str or type(value) is bool or is_number(value)
