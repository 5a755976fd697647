"""Values for a check: at each of its limits, just outside them, and of other types.

`{type: integer, min: 1, max: 5}` gives 1, 5, 0 and 6, and also null, true, "1", 1.0 and 1.5.
"""

import re
from collections.abc import Iterator, Sequence
from typing import TypeAlias, assert_never

from sealwax.contract.model import Absent, Ascent, Json
from sealwax.meaning import checks
from sealwax.meaning.checks.samples import (
    LARGEST,
    Samples,
    bounds,
    counts,
    limit_of,
    patterns,
    repeated,
    smallest_string,
)
from sealwax.meaning.wording import number_words, quoted
from sealwax.patterns import FORMATS, LETTER_CASES, Pattern
from sealwax.patterns.samples import matching_text

Variation: TypeAlias = tuple[str, Json]
"""A short description of a value, and the value."""

MAX_VALUES = 50
"""The largest number of enum values with a case of their own."""
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
_BY_KIND: dict[checks.JsonKind, tuple[Variation, ...]] = {
    checks.JsonKind.NULL: (("false", False), ("an empty string", "")),
    checks.JsonKind.BOOLEAN: (("true", True), ("false", False), ("1", 1), ("the string true", "true")),
    checks.JsonKind.OBJECT: (("an object", {"a": [{"b": None}]}), ("a list", []), ("a string", "{}")),
}
_NO_RECORDS: tuple[Variation, ...] = (("an empty object", {}), ("a list", []))
_DATES: tuple[Variation, ...] = (
    ("the 29th of February, in any year", "2023-02-29"),
    ("the 30th of February", "2024-02-30"),
    ("the 31st of April", "2024-04-31"),
    ("the month 13", "2024-13-01"),
    ("the day 0", "2024-01-00"),
    ("no zero before the month", "2024-1-01"),
    ("no hyphens", "20240101"),
    ("the day first", "01-01-2024"),
    ("a year of five digits", "12024-01-01"),
    ("a time after it", "2024-01-01T00:00:00Z"),
    ("non-ASCII digits", "٢٠٢٤-01-01"),
)
_DATE_TIMES: tuple[Variation, ...] = (
    ("a leap day", "2024-02-29T00:00:00Z"),
    ("a fraction of a second and an offset", "2024-12-31T23:59:59.123456789+23:59"),
    ("the 30th of February", "2024-02-30T00:00:00Z"),
    ("the 31st of April", "2024-04-31T00:00:00Z"),
    ("a leap second", "2016-12-31T23:59:60Z"),
    ("the hour 24", "2024-01-01T24:00:00Z"),
    ("an offset of 24 hours", "2024-01-01T00:00:00+24:00"),
    ("no offset", "2024-01-01T00:00:00"),
    ("a space between date and time", "2024-01-01 00:00:00Z"),
    ("lower-case letters", "2024-01-01t00:00:00z"),
    ("a date alone", "2024-01-01"),
    ("no digits after the point", "2024-01-01T00:00:00.Z"),
    ("non-ASCII digits", "٢٠٢٤-01-01T00:00:00Z"),
)
_UUIDS: tuple[Variation, ...] = (
    ("upper-case letters", "123E4567-E89B-12D3-A456-426614174000"),
    ("the nil UUID", "00000000-0000-0000-0000-000000000000"),
    ("no hyphens", "123e4567e89b12d3a456426614174000"),
    ("braces around it", "{123e4567-e89b-12d3-a456-426614174000}"),
    ("a missing digit", "123e4567-e89b-12d3-a456-42661417400"),
    ("a letter that is not a digit", "123e4567-e89b-12d3-a456-42661417400g"),
)
_FORMATS = {
    FORMATS["date"]: _DATES,
    FORMATS["date-time"]: _DATE_TIMES,
    FORMATS["utc-date-time"]: (*_DATE_TIMES, ("an offset of zero", "2024-01-01T00:00:00+00:00")),
    FORMATS["uuid"]: _UUIDS,
}
_ASCENTS = {
    "equal": ("7", "7"),
    "less": ("8", "7"),
    "greater": ("8", "9"),
    "greater by its length alone": ("9", "10"),
    "equal but for zeros": ("7", "007"),
    "greater by 1, in many digits": (f"1{'0' * 30}", f"1{'0' * 29}1"),
}


def variations(check: checks.Check, samples: Samples) -> Iterator[Variation]:
    """Values that pass a check and values that fail it. A named type gets few, because it has its own cases."""
    yield "null", None
    match check:
        case checks.AnyCheck():
            yield from _ANYTHING
        case checks.KindCheck(kind):
            yield from _BY_KIND[kind]
        case checks.NumberCheck():
            yield from _numbers(check)
        case checks.StringCheck():
            yield from strings(check)
        case checks.ConstantCheck(value):
            yield from _constants(value)
        case checks.ListCheck():
            yield from _lists(check, samples)
        case checks.MapCheck(inner):
            yield from _maps(inner, samples)
        case checks.NullableCheck(inner):
            yield from variations(inner, samples)
        case checks.TypeRef(name):
            yield from _references(name, samples)
        case checks.ObjectCheck() | checks.CasesCheck():
            yield from _NO_RECORDS
        case _:
            assert_never(check)


# -- numbers and constants --------------------------------------------------------------------------------------------


def _numbers(check: checks.NumberCheck) -> Iterator[Variation]:
    yield from (("true", True), ("a string", "1"), ("one as a float", 1.0), ("one and a half", 1.5))
    low, high = bounds(check.limits)
    for bound, name, outwards in ((low, "minimum", -1), (high, "maximum", 1)):
        if bound is not None:
            yield f"the {name}", bound
            # For integers the next value is one step away; for numbers the step is small, but still readable.
            step = 1 if check.kind is checks.JsonKind.INTEGER else max(1.0, abs(bound)) * 1e-9
            yield f"just {'below' if outwards < 0 else 'above'} the {name}", bound + outwards * step
    multiple = limit_of(check.limits, checks.MultipleOf)
    if multiple is not None:
        yield "a negative multiple", -multiple.divisor
        yield "one more than a multiple", multiple.divisor + 1
        yield "a multiple that is too large", 2**53 * multiple.divisor


def _around(limits: Sequence[checks.Limit], noun: str) -> Iterator[tuple[str, int]]:
    """The counts at the limits and just outside them."""
    low, high = counts(limits)
    for limit, outside, verdict in ((low, low - 1, "few"), (high, (high or 0) + 1, "many")):
        if limit is not None:
            yield f"{limit} {noun}", limit
            if outside >= 0:
                yield f"{outside} {noun}, one too {verdict}", outside


def _constants(value: str | int | float | bool) -> Iterator[Variation]:
    yield quoted(value), value
    match value:
        case bool():
            yield from ((quoted(not value), not value), (quoted(int(value)), int(value)))
            yield "the word as a string", str(value).lower()
        case str():
            yield "the string followed by a line break", f"{value}\n"
            yield "the string in another letter case", value.swapcase()
            yield "a number", 1
        case _:
            yield "the number as a float", float(value)
            yield "the next number", value + 1
            yield "true", True
            yield "the number as a string", number_words(value)


# -- strings ----------------------------------------------------------------------------------------------------------


def strings(check: checks.StringCheck) -> Iterator[Variation]:
    """Strings at every limit."""
    valid, (pattern, named_format) = smallest_string(check), patterns(check)
    yield from (("an empty string", ""), ("a number", 1))
    if not isinstance(valid, Absent):
        yield "a string", valid
        if pattern is not None or named_format is not None:
            yield "a string followed by a line break", f"{valid}\n"
            yield "a string after a space", f" {valid}"
            yield "a string without its last character", valid[:-1]
            yield "a string followed by a character outside the basic plane", f"{valid}\U0001f600"
    if named_format is not None:
        yield from _FORMATS[named_format]
    for what, length in _around(check.limits, "characters"):
        if length <= LARGEST:
            yield what, _string_of(pattern, length)


def _string_of(pattern: Pattern | None, length: int) -> str:
    """A string of this length, which matches the pattern if such a string is easily found.

    Otherwise its characters are outside the basic plane, because some languages count those as two.
    """
    text = None if pattern is None else matching_text(pattern, length)
    return text if text is not None and len(text) == length else "\U0001f600" * length


def ascents(example: str, ascent: Ascent) -> Iterator[tuple[str, str]]:
    """The example of a form with other numbers, if it has the two parts."""
    found = re.fullmatch(ascent.pattern.body, example)
    spans = [found.span(at) for at, text in enumerate(found.groups(), start=1) if text is not None] if found else []
    for what, numbers in _ASCENTS.items() if spans else ():
        (start, end), (second, last) = spans
        value = f"{example[:start]}{numbers[0]}{example[end:second]}{numbers[1]}{example[last:]}"
        yield f"with '{ascent.high}' {what}", value


def enum_values(check: checks.Check) -> Iterator[Variation]:
    """Known values of an enum, and unknown ones in each relevant spelling."""
    listed = listing(check)
    if listed is not None:
        yield from ((quoted(value), value) for value in listed.values[:MAX_VALUES])
        yield from _unknown_values(listed)


def listing(check: checks.Check) -> checks.Listed | None:
    """The values of an enum; None for other checks."""
    return limit_of(check.limits, checks.Listed) if isinstance(check, checks.StringCheck) else None


def _unknown_values(listed: checks.Listed) -> Iterator[Variation]:
    spelling = listed.spelling
    screaming = spelling is not None and spelling.pattern == LETTER_CASES["SCREAMING_SNAKE"]
    candidates = (
        ("an unknown value", "NO_SUCH_VALUE" if screaming else "no_such_value"),
        ("an unknown value in another letter case", "No-Such Value"),
        ("an empty string", ""),
        ("a known value followed by a line break", f"{listed.values[0]}\n"),
    )
    yield from (candidate for candidate in candidates if candidate[1] not in listed.known)


# -- lists, maps and named types --------------------------------------------------------------------------------------


def _lists(check: checks.ListCheck, samples: Samples) -> Iterator[Variation]:
    yield from (("an empty list", []), ("an object", {}))
    one, least = samples.smallest(check.item), max(1, counts(check.limits)[0])
    found = [(f"a list with {what}", value, least) for what, value in variations(check.item, samples)]
    if not isinstance(one, Absent):
        yield "a list with an invalid second item", [one, [[]]]
        found += ((what, one, times) for what, times in _around(check.limits, "items"))
    for what, value, times in found:
        items = repeated(value, times)
        if not isinstance(items, Absent):
            yield what, items


def _maps(inner: checks.Check, samples: Samples) -> Iterator[Variation]:
    yield from (("an empty object", {}), ("a list", []))
    for what, value in variations(inner, samples):
        yield f"an object with {what}", {"a/b~c": value}
    one = samples.smallest(inner)
    if not isinstance(one, Absent):
        yield "an object with an empty key", {"": one}


def _references(name: str, samples: Samples) -> Iterator[Variation]:
    value, target = samples.named(name), samples.types[name]
    if not isinstance(value, Absent):
        yield f"a value of {name}", value
    match target.role:
        case checks.Role.ENUM:
            listed = listing(target.check)
            yield "a number", 1
            yield from list(_unknown_values(listed))[:1] if listed is not None else ()
        case checks.Role.TEXT:
            yield from (("a number", 1), ("an empty string", ""))
        case (
            checks.Role.RECORD
            | checks.Role.ENVELOPE
            | checks.Role.OUTCOME
            | checks.Role.TOOL_ENVELOPE
            | checks.Role.TOOL_OUTCOME
        ):
            yield from _NO_RECORDS
        case _:
            assert_never(target.role)
