"""Payloads -> findings: reads JSON and JSON Lines a line at a time, and checks each value against a contract."""

import json
import re
from collections import Counter
from collections.abc import Iterator
from io import BytesIO
from itertools import chain, islice
from typing import TYPE_CHECKING, BinaryIO

from msgspec import Struct

from sealwax.diagnostics import Severity, fails
from sealwax.meaning.findings import MESSAGES, Finding, RuleId, Weight, has_errors
from sealwax.meaning.json_values import DEPTH
from sealwax.verify.json_positions import TextPlace, places_of

if TYPE_CHECKING:
    from sealwax.verify.compiled import Validate

SEVERITIES = {Weight.ERROR: Severity.ERROR, Weight.ADVICE: Severity.WARNING}
MAX_BYTES = 64 * 1024 * 1024
"""The most bytes of one value, which has to fit in memory."""
MAX_ITEMS = 2_000_000
"""The most items, members, lists and objects of one value: each takes far more memory than text."""
LONG_INTEGER = 309
"""Digits from which an integer is read as a float, as other JSON parsers do. Beyond the range it is not a number."""

_NO_JSON = Finding("", Weight.ERROR, RuleId.JSON, MESSAGES.unreadable)
_TOO_DEEP = Finding("", Weight.ERROR, RuleId.JSON, MESSAGES.too_deep)
_BLANK = b" \t\r\n"
_BYTE_ORDER_MARK = b"\xef\xbb\xbf"


class TooLong(Exception):
    """A value is longer than `MAX_BYTES` bytes, so its end is unknown; or it has more than `MAX_ITEMS` items."""

    def __init__(self, line: int, limit: str = f"is larger than {MAX_BYTES // 2**20} MiB") -> None:
        super().__init__(f"the value on line {line} {limit}")


class ReadValue(Struct, frozen=True):
    """A value and the line where it starts; or the place where the text stops being JSON."""

    line: int
    value: object = None
    unread: Finding | None = None
    """The reason why there is no value."""
    column: int = 0
    """1 for the first character of the line; 0 when the value is JSON, or when only its line is known."""
    text: str = ""
    """The source of the value."""
    undecoded: bool = False
    """Whether the value may be nested too deep, or hold a number that is too large."""

    @property
    def is_json(self) -> bool:
        return self.unread is None


class LocatedFinding(Struct, frozen=True):
    """A finding, and where its value is."""

    file: str
    line: int
    column: int
    """0 if only its line is known."""
    finding: Finding


class Tally:
    """Counts of values and findings so far."""

    def __init__(self) -> None:
        self.values = 0
        self.with_errors = 0
        self.with_advice = 0
        self.rules: Counter[tuple[Weight, RuleId]] = Counter()

    def add(self, findings: list[Finding]) -> None:
        self.values += 1
        if findings:
            broken = has_errors(findings)
            self.with_errors += broken
            self.with_advice += not broken
            self.rules.update((finding.level, finding.rule) for finding in findings)

    def fails(self, fail_on: str) -> bool:
        """Whether a value has findings at the level of --fail-on or above."""
        return fails((SEVERITIES[level] for level, _rule in self.rules), fail_on)

    def count(self, level: Weight) -> int:
        return sum(count for (found, _), count in self.rules.items() if found is level)


def verify(
    validate: "Validate", file: str, stream: BinaryIO, tally: Tally, *, columns: bool = False
) -> Iterator[list[LocatedFinding]]:
    """The findings for each payload of a stream, as soon as it is read. Finding their columns takes time."""
    for payload in payloads(stream, only_lines=file.endswith((".jsonl", ".ndjson"))):
        findings = [payload.unread] if payload.unread else validate(payload.value, payload.undecoded)
        tally.add(findings)
        yield list(_located(findings, payload, file, columns=columns)) if findings else []


def _located(findings: list[Finding], payload: ReadValue, file: str, *, columns: bool) -> Iterator[LocatedFinding]:
    is_needed = columns or "\n" in payload.text
    found = places_of(payload.text, [each.pointer for each in findings]) if payload.text and is_needed else {}
    for each in findings:
        place = found.get(each.pointer, TextPlace(0, 0))
        column = place.column + 1 if found and columns else payload.column
        yield LocatedFinding(file, payload.line + place.line, column, each)


# -- from bytes to values ---------------------------------------------------------------------------------------------


def payloads(stream: BinaryIO, *, only_lines: bool) -> Iterator[ReadValue]:
    """The values of a stream: one per line, or one document if the first line is the start of a longer value."""
    lines = _lines(stream)
    first = next(lines, None)
    if first is None:
        return
    if only_lines or not _continues(first[1]):
        yield from (_payload(number, raw) for number, raw in chain((first,), lines))
    else:
        yield from _document(*first, stream)


def _lines(stream: BinaryIO) -> Iterator[tuple[int, bytes]]:
    """The lines that are not blank, numbered."""
    number = 0
    while raw := stream.readline(MAX_BYTES + 1):
        number += 1
        if len(raw) > MAX_BYTES:
            raise TooLong(number)
        if number == 1:
            raw = raw.removeprefix(_BYTE_ORDER_MARK)
        if raw.strip(_BLANK):
            yield number, raw


def _continues(raw: bytes) -> bool:
    """Whether a line is the start of a value that may continue on the next."""
    try:
        _decode(raw.decode())
    except json.JSONDecodeError as error:
        return error.pos >= len(error.doc.rstrip())
    except (ValueError, RecursionError):
        return False
    return False


def _document(line: int, first: bytes, stream: BinaryIO) -> Iterator[ReadValue]:
    """The rest of the stream as one value. It is not kept as lines: a list of short ones takes much more memory."""
    text = first + stream.read(MAX_BYTES + 1)
    if len(text) > MAX_BYTES:
        raise TooLong(line)
    whole = _payload(line, text)
    # The first of many values may be cut off. A broken document is reported once, not line by line.
    if not whole.is_json and any(_is_object(raw) for _, raw in islice(_lines(BytesIO(text)), 1, 2)):
        yield from (_payload(line - 1 + number, raw) for number, raw in _lines(BytesIO(text)))
    else:
        yield whole


def _is_object(raw: bytes) -> bool:
    return raw.lstrip(_BLANK).startswith(b"{") and _payload(1, raw).is_json


def _payload(line: int, raw: bytes) -> ReadValue:
    if _has_too_many_items(raw):
        raise TooLong(line, f"has more than {MAX_ITEMS:,} items")
    raw = raw.rstrip(_BLANK)  # so that a value that ends too early is reported at its end, not on the next line
    try:
        text = raw.decode()
        if _is_ordinary(raw):
            return ReadValue(line, _decode_ordinary(text), text=text)
        return ReadValue(line, _decode(text), text=text, undecoded=True)
    except json.JSONDecodeError as error:
        return ReadValue(line + error.lineno - 1, unread=_NO_JSON, column=error.colno)
    except UnicodeDecodeError as error:
        before = raw[: error.start].decode()
        return ReadValue(line + before.count("\n"), unread=_NO_JSON, column=len(before) - before.rfind("\n"))
    except ValueError:  # a constant such as NaN
        return ReadValue(line, unread=_NO_JSON)
    except RecursionError:
        return ReadValue(line, unread=_TOO_DEEP)


def _has_too_many_items(raw: bytes) -> bool:
    if len(raw) <= MAX_ITEMS or sum(map(raw.count, _SEPARATORS)) <= MAX_ITEMS:
        return False
    return sum(map(_STRING.sub(b"", raw).count, _SEPARATORS)) > MAX_ITEMS


def _is_ordinary(raw: bytes) -> bool:
    """Whether no value in the text can be nested too deep, and no number can be too large.

    A number is too large if it has hundreds of digits, or an exponent of at least three.
    """
    digits = raw.translate(_DIGITS_ALIKE, b"+")
    if _MANY_DIGITS in digits or b"0e000" in digits:
        return False
    return len(raw) <= 2 * DEPTH or raw.count(b"[") + raw.count(b"{") <= DEPTH


def _integer(digits: str) -> int | float:
    return int(digits) if len(digits) < LONG_INTEGER else float(digits)


def _reject_constant(name: str) -> object:
    raise ValueError(name)


_DIGITS_ALIKE = bytes.maketrans(b"123456789E", b"000000000e")
_MANY_DIGITS = b"0" * 200
_SEPARATORS = (b",", b"[", b"{")
_STRING = re.compile(rb'"[^"\\]*(?:\\.[^"\\]*)*(?:"|\\?\Z)', re.DOTALL)
"""A string, or the rest of the text if one is not closed: searching for each end in vain would take long."""
_decode_ordinary = json.JSONDecoder(parse_constant=_reject_constant).decode
_decode = json.JSONDecoder(parse_int=_integer, parse_constant=_reject_constant).decode
