"""What a type can be given: values at each of its limits, just outside them, and of other kinds."""

from collections.abc import Iterator
from typing import TypeAlias, assert_never

from sealwax.contract.model import (
    Absent,
    AnyObject,
    AnyValue,
    Boolean,
    Constant,
    Enum,
    Format,
    Integer,
    Json,
    LetterCase,
    ListOf,
    MapOf,
    Null,
    Nullable,
    Number,
    Payload,
    Record,
    Reference,
    String,
    Text,
    Type,
)
from sealwax.meaning.samples import LARGEST, Samples, repeated, smallest_string, string_of
from sealwax.meaning.wording import number_words, quoted

Variation: TypeAlias = tuple[str, Json]
"""What a value is, in words that need no more than its type, and the value."""

MOST_VALUES = 50
"""How many values of an enum get a case each."""
KINDS: tuple[Variation, ...] = (
    ("null", None),
    ("a number", 1),
    ("a string", "text"),
    ("a list", []),
    ("an object", {}),
)
_ANYTHING: tuple[Variation, ...] = (
    ("a number", 0),
    ("an empty string", ""),
    ("a list", [None]),
    ("an object", {"a": [{}]}),
)
_OBJECTS: tuple[Variation, ...] = (("an object", {"a": [{"b": None}]}), ("a list", []), ("a string", "{}"))
_DATE_TIMES: tuple[Variation, ...] = (
    ("a leap day", "2024-02-29T00:00:00Z"),
    ("a fraction of a second and an offset", "2024-12-31T23:59:59.123456789+23:59"),
    ("the 30th of February", "2024-02-30T00:00:00Z"),
    ("the 31st of April", "2024-04-31T00:00:00Z"),
    ("a leap second", "2016-12-31T23:59:60Z"),
    ("the hour 24", "2024-01-01T24:00:00Z"),
    ("an offset of 24 hours", "2024-01-01T00:00:00+24:00"),
    ("no offset", "2024-01-01T00:00:00"),
    ("a blank between date and time", "2024-01-01 00:00:00Z"),
    ("small letters", "2024-01-01t00:00:00z"),
    ("a date alone", "2024-01-01"),
    ("no digits after the point", "2024-01-01T00:00:00.Z"),
    ("digits of another script", "٢٠٢٤-01-01T00:00:00Z"),
)
_UUIDS: tuple[Variation, ...] = (
    ("capital letters", "123E4567-E89B-12D3-A456-426614174000"),
    ("the nil UUID", "00000000-0000-0000-0000-000000000000"),
    ("no hyphens", "123e4567e89b12d3a456426614174000"),
    ("braces around it", "{123e4567-e89b-12d3-a456-426614174000}"),
    ("one digit too few", "123e4567-e89b-12d3-a456-42661417400"),
    ("a letter that is no digit", "123e4567-e89b-12d3-a456-42661417400g"),
)
_FORMATS = {Format.DATE_TIME: _DATE_TIMES, Format.UUID: _UUIDS}


def variations(kind: Type, samples: Samples) -> Iterator[Variation]:
    """Values inside and outside a type. Those of a named type are few: it has cases of its own."""
    yield "null", None
    match kind:
        case Null():
            yield from (("false", False), ("an empty string", ""))
        case Boolean():
            yield from (("true", True), ("false", False), ("1", 1), ("the string true", "true"))
        case Integer() | Number():
            yield from _numbers(kind)
        case String():
            yield from strings(kind)
        case Constant(value):
            yield from _constants(value)
        case AnyValue():
            yield from _ANYTHING
        case AnyObject() | Payload():
            yield from _OBJECTS
        case ListOf():
            yield from _lists(kind, samples)
        case MapOf():
            yield from _maps(kind, samples)
        case Nullable(inner):
            yield from variations(inner, samples)
        case Reference(target):
            yield from _references(target, samples)
        case _:
            assert_never(kind)


# -- numbers and constants --------------------------------------------------------------------------------------------


def _numbers(kind: Integer | Number) -> Iterator[Variation]:
    yield from (("true", True), ("a string", "1"), ("one with a point", 1.0), ("one and a half", 1.5))
    for limit, name, outwards in ((kind.minimum, "minimum", -1), (kind.maximum, "maximum", 1)):
        if limit is not None:
            yield f"the {name}", limit
            # A whole step is just outside for an integer; for a number, a step that people can still read.
            step = 1 if isinstance(kind, Integer) else max(1.0, abs(limit)) * 1e-9
            yield f"just {'below' if outwards < 0 else 'above'} the {name}", limit + outwards * step


def _constants(value: str | int | float | bool) -> Iterator[Variation]:
    yield quoted(value), value
    match value:
        case bool():
            yield from ((quoted(not value), not value), (quoted(int(value)), int(value)))
            yield "the word as a string", quoted(value).strip("`")
        case str():
            yield "the string with a line break after it", f"{value}\n"
            yield "the string in other letter case", value.swapcase()
            yield "a number", 1
        case _:
            yield "the number with a point", float(value)
            yield "the next number", value + 1
            yield "true", True
            yield "the number as a string", number_words(value)


# -- strings ----------------------------------------------------------------------------------------------------------


def strings(kind: String) -> Iterator[Variation]:
    """Strings at every limit."""
    valid = smallest_string(kind)
    yield from (("an empty string", ""), ("a number", 1))
    if not isinstance(valid, Absent):
        yield "a string", valid
        if kind.pattern is not None or kind.format is not None:
            yield "a string with a line break after it", f"{valid}\n"
            yield "a string with a blank before it", f" {valid}"
            yield "a string without its last character", valid[:-1]
            yield "a string and one more character beyond the basic plane", f"{valid}\U0001f600"
    if kind.format is not None:
        yield from _FORMATS[kind.format]
    for limit, outwards, verdict in ((kind.min_length, -1, "few"), (kind.max_length, 1, "many")):
        if limit is not None and limit <= LARGEST:
            yield f"{limit} characters", string_of(kind, limit)
        if limit is not None and 0 <= limit + outwards <= LARGEST:
            yield f"{limit + outwards} characters, one too {verdict}", string_of(kind, limit + outwards)


def values_of(enum: Enum) -> Iterator[Variation]:
    """Known values, and one that is not known in each spelling that matters."""
    yield from ((quoted(entry.value), entry.value) for entry in enum.values[:MOST_VALUES])
    yield from unknown_values(enum)


def unknown_values(enum: Enum) -> Iterator[Variation]:
    known = {entry.value for entry in enum.values}
    screaming = enum.case is LetterCase.SCREAMING_SNAKE
    candidates = (
        ("an unknown value", "NO_SUCH_VALUE" if screaming else "no_such_value"),
        ("an unknown value in another letter case", "No-Such Value"),
        ("an empty string", ""),
        ("a known value with a line break after it", f"{enum.values[0].value}\n"),
    )
    yield from (candidate for candidate in candidates if candidate[1] not in known)


# -- lists, maps and named types --------------------------------------------------------------------------------------


def _lists(kind: ListOf, samples: Samples) -> Iterator[Variation]:
    yield from (("an empty list", []), ("an object", {}))
    found: list[tuple[str, Json, int]] = []
    for what, value in variations(kind.item, samples):
        found.append((f"a list with {what}", value, max(1, kind.min_items or 0)))
    one = samples.smallest(kind.item)
    if not isinstance(one, Absent):
        yield "a list with something else as its second item", [one, [[]]]
        for limit, outwards, verdict in ((kind.min_items, -1, "few"), (kind.max_items, 1, "many")):
            if limit is not None:
                found.append((f"{limit} items", one, limit))
                found.append((f"{limit + outwards} items, one too {verdict}", one, limit + outwards))
    for what, value, times in found:
        items = repeated(value, times)
        if times >= 0 and not isinstance(items, Absent):
            yield what, items


def _maps(kind: MapOf, samples: Samples) -> Iterator[Variation]:
    yield from (("an empty object", {}), ("a list", []))
    for what, value in variations(kind.value, samples):
        yield f"an object with {what}", {"a/b~c": value}
    one = samples.smallest(kind.value)
    if not isinstance(one, Absent):
        yield "an object with an empty key", {"": one}


def _references(target: Record | Enum | Text, samples: Samples) -> Iterator[Variation]:
    value = samples.named(target)
    if not isinstance(value, Absent):
        yield f"a value of {target.name}", value
    match target:
        case Record():
            yield from (("an empty object", {}), ("a list", []))
        case Enum():
            yield "a number", 1
            yield from list(unknown_values(target))[:1]
        case Text():
            yield from (("a number", 1), ("an empty string", ""))
        case _:
            assert_never(target)
