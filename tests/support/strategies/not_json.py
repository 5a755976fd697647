"""Python values that JSON cannot represent, and some that only look that way."""

import datetime as dt
from collections import OrderedDict, defaultdict
from collections.abc import Callable
from decimal import Decimal
from enum import IntEnum, StrEnum
from random import Random
from types import MappingProxyType
from typing import Any


class Word(str):
    """A subclass of `str`."""

    __slots__ = ()


class Hostile:
    """Fails when it is compared, tested or printed."""

    def __eq__(self, other: object) -> bool:
        raise AssertionError("compared")

    def __hash__(self) -> int:
        return hash("data")

    def __bool__(self) -> bool:
        raise AssertionError("tested")

    def __str__(self) -> str:
        raise AssertionError("shown")


class Colour(StrEnum):
    RED = "red"


class Small(IntEnum):
    ONE = 1


class Items(list[Any]):
    """A subclass of `list`."""


def cyclic_list() -> object:
    found: list[object] = []
    found.append(found)
    return found


def cyclic_object() -> object:
    found: dict[str, object] = {}
    found["data"] = [found]
    return found


def shared(levels: int) -> object:
    """A value that is small in memory and exponentially large as text."""
    found: object = 1
    for _ in range(levels):
        found = [found, found]
    return found


def nested(levels: int) -> object:
    found: object = 1
    for level in range(levels):
        found = [found] if level % 2 else {"a": found}
    return found


def hashed_like_a_key() -> object:
    """A mapping whose key has the hash of a key in the contract."""
    return {Hostile(): 1}


MAKERS: list[Callable[[], object]] = [
    lambda: float("nan"),
    lambda: float("inf"),
    lambda: float("-inf"),
    lambda: 10**400,
    lambda: b"bytes",
    lambda: bytearray(b"bytes"),
    lambda: (1, 2),
    lambda: {1},
    lambda: frozenset(["a"]),
    lambda: 1j,
    lambda: Decimal(1),
    lambda: dt.date(2026, 1, 1),
    lambda: range(3),
    object,
    lambda: int,
    lambda: Word("red"),
    lambda: Colour.RED,
    lambda: Small.ONE,
    lambda: Items(["a"]),
    lambda: OrderedDict(a=1),
    lambda: defaultdict(int),
    lambda: MappingProxyType({"a": 1}),
    lambda: {1: "a"},
    lambda: {None: "a", "a": 1},
    lambda: {Word("data"): 1},
    lambda: {("a",): 1},
    Hostile,
    cyclic_list,
    cyclic_object,
    lambda: shared(60),
    lambda: nested(499),
    lambda: nested(500),
    lambda: nested(501),
    lambda: nested(502),
    lambda: nested(5000),
]


def put_somewhere(value: object, random: Random) -> object:
    """The value with something that is not JSON in one place, or such a thing instead of it."""
    odd = random.choice(MAKERS)()
    if isinstance(value, dict) and value and random.random() < 0.85:
        key = random.choice(list(value))
        if random.random() < 0.15:
            return {**value, random.choice([0, None, True, (), Word("other")]): odd}
        return {**value, key: put_somewhere(value[key], random)}
    if isinstance(value, list) and value and random.random() < 0.85:
        at = random.randrange(len(value))
        return [*value[:at], put_somewhere(value[at], random), *value[at + 1 :]]
    return odd
