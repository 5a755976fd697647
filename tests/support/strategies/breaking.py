"""Small random changes to JSON values that tend to make them invalid."""

import copy
from collections.abc import Callable, Iterator
from random import Random

from sealwax.contract.model import Json

Place = tuple[dict[str, Json], str] | tuple[list[Json], int]

ROUNDED: list[Json] = [2**53, 2**53 + 1, -(2**53) - 1, 2**63, 2**64 + 1, 10**22 + 1, -(10**300), 2**1023 + 1]
"""Integers that JavaScript rounds, but not to infinity."""
ODD_VALUES: list[Json] = [
    None, True, False, 0, 1, 1.0, -1, 0.5, -0.0, 1e-7, 1e300, 2**53 - 1, -(2**53 - 1), *ROUNDED,
    "", "a", "1", "true", "null", "\n", "😀", "e\u0301", [], {}, [None], {"": None}, {"__proto__": {}},
]  # fmt: skip
FREE_VALUES: list[Json] = [*ODD_VALUES, "text", 42, [1, "two", None], {"a": {"b": []}}, "x" * 200, "\x00\x7f\u2028"]


def free_value(random: Random) -> Json:
    """A value where any value is allowed, occasionally a deeply nested one."""
    if random.random() < 0.02:
        return deep_value(random, random.choice([3, 20, 100]))
    return copy.deepcopy(random.choice(FREE_VALUES))


def deep_value(random: Random, levels: int) -> Json:
    value: Json = random.choice(ODD_VALUES)
    for _ in range(levels):
        value = [value] if random.random() < 0.5 else {random.choice(["a", "", "__proto__"]): value}
    return value


def break_somewhere(value: Json, random: Random, keys: list[str], words: list[str]) -> Json:
    """A copy of the value with one thing changed: anywhere in it, or the whole of it."""
    holder: list[Json] = [copy.deepcopy(value)]
    # Each type of value breaks in its own ways, so pick the type first and then the place.
    by_kind: dict[type, list[Place]] = {}
    for place in _places(holder):
        by_kind.setdefault(type(_at(place)), []).append(place)
    place = random.choice(by_kind[random.choice(list(by_kind))])
    found = _at(place)
    if isinstance(found, dict):
        _put(place, _other_object(found, random, keys))
    elif isinstance(found, list):
        _put(place, _other_list(found, random))
    elif isinstance(found, str):
        _put(place, _other_text(found, random, words))
    elif isinstance(found, int | float):
        _put(place, _other_number(found, random))
    else:
        _put(place, random.choice(ODD_VALUES))
    return holder[0]


def _places(container: Json) -> Iterator[Place]:
    """The places of values, from the outside in, up to a limit."""
    queue: list[Json] = [container]
    for each in queue:  # grows during the iteration
        if len(queue) > 300:
            return
        if isinstance(each, dict):
            for key in each:
                yield each, key
                queue.append(each[key])
        elif isinstance(each, list):
            for index, item in enumerate(each):
                yield each, index
                queue.append(item)


def _at(place: Place) -> Json:
    container, key = place
    return container[key]  # type: ignore[index]


def _put(place: Place, value: Json) -> None:
    container, key = place
    container[key] = value  # type: ignore[index]


def _other_object(value: dict[str, Json], random: Random, keys: list[str]) -> Json:
    key = random.choice(list(value)) if value else ""
    other = random.choice(keys)
    changes: list[Callable[[], Json]] = [
        lambda: {each: item for each, item in value.items() if each != key},
        lambda: {each: item for each, item in value.items() if each != key},
        lambda: value | {other: free_value(random)},
        lambda: value | {key: None},
        lambda: {_other_case(each) if each == key else each: item for each, item in value.items()},
        lambda: value | {key: free_value(random)},
        lambda: free_value(random),
        lambda: list(value.values()),
    ]
    return random.choice(changes)()


def _other_list(value: list[Json], random: Random) -> Json:
    changes: list[Callable[[], Json]] = [
        lambda: value[1:],
        lambda: value[:-1],
        lambda: [*value, *value[:1]],
        lambda: [*value, random.choice(ODD_VALUES)],
        lambda: [value],
        list,
        lambda: {str(index): item for index, item in enumerate(value)},
        lambda: random.choice(ODD_VALUES),
    ]
    return random.choice(changes)()


def _other_text(value: str, random: Random, words: list[str]) -> Json:
    end = random.choice(["\n", "\r", "\u2028", "\u0661", "😀", "a", "0", " "])
    at = random.randint(0, len(value))
    changes: list[Callable[[], Json]] = [
        lambda: value + end,
        lambda: value + "\n",
        lambda: end + value,
        lambda: value[:-1],
        lambda: value[:at] + end + value[at + 1 :],
        lambda: _other_case(value),
        lambda: random.choice(words) if words else "",
        lambda: random.choice(ODD_VALUES),
        lambda: [value],
        lambda: None,
    ]
    return random.choice(changes)()


def _other_number(value: int | float, random: Random) -> Json:
    if isinstance(value, bool):
        return random.choice([not value, int(value), float(value), str(value).lower(), None])
    changes: list[Json] = [value + 1, value - 1, value + 0.5, -value, float(value), str(value), bool(value), None]
    if isinstance(value, float) and value.is_integer():
        changes.append(int(value))
    return random.choice([*changes, *ROUNDED])


def _other_case(text: str) -> str:
    return text.swapcase() if text.swapcase() != text else f"{text}_"
