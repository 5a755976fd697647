"""Payloads -> findings: reads JSON and JSON Lines a line at a time, and checks each value against a contract."""

import json
from collections import Counter
from collections.abc import Iterator
from itertools import chain
from typing import BinaryIO

from sealwax.frozen import frozen
from sealwax.meaning.checks import Plan
from sealwax.meaning.findings import NO_JSON_TEXT, Finding, RuleId, Weight, has_errors
from sealwax.meaning.interpreter import check
from sealwax.verify.json_positions import lines_of

LONGEST = 64 * 1024 * 1024
"""The most bytes of one value, which has to fit in memory."""
LONG_INTEGER = 309
"""Digits from which an integer is read as a float, as other JSON parsers do. Beyond the range it is not a number."""

_BLANK = b" \t\r\n"
_BYTE_ORDER_MARK = b"\xef\xbb\xbf"


class TooLong(Exception):
    """A value is longer than `LONGEST` bytes, so its end is unknown."""

    def __init__(self, line: int) -> None:
        super().__init__(f"the value on line {line} is larger than {LONGEST // 2**20} MiB")


@frozen
class Payload:
    """A value and the line where it starts; or the place where the text stops being JSON."""

    line: int
    value: object = None
    is_json: bool = True
    column: int = 0
    """1 for the first character of the line; 0 when the value is JSON, or when only its line is known."""
    text: str = ""
    """The source of the value, when it has several lines."""


@frozen
class LocatedFinding:
    """A finding, and where its value is."""

    file: str
    line: int
    column: int
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

    def count(self, level: Weight) -> int:
        return sum(count for (found, _), count in self.rules.items() if found is level)


def verify(plan: Plan, name: str, file: str, stream: BinaryIO, tally: Tally) -> Iterator[list[LocatedFinding]]:
    """The findings for each payload of a stream, checked as the named type, as soon as it is read."""
    for payload in payloads(stream, only_lines=file.endswith((".jsonl", ".ndjson"))):
        if payload.is_json:
            findings = check(plan, name, payload.value)
        else:
            findings = [Finding("", Weight.ERROR, RuleId.JSON, NO_JSON_TEXT)]
        tally.add(findings)
        lines = lines_of(payload.text, [each.pointer for each in findings]) if payload.text and findings else {}
        yield [
            LocatedFinding(file, payload.line + lines.get(each.pointer, 0), payload.column, each) for each in findings
        ]


# -- from bytes to values ---------------------------------------------------------------------------------------------


def payloads(stream: BinaryIO, *, only_lines: bool) -> Iterator[Payload]:
    """The values of a stream: one per line, or one document if the first line is the start of a longer value."""
    lines = _lines(stream)
    first = next(lines, None)
    if first is None:
        return
    if only_lines or not _continues(first[1]):
        yield from (_payload(number, raw) for number, raw in chain((first,), lines))
    else:
        yield from _document(first, lines)


def _lines(stream: BinaryIO) -> Iterator[tuple[int, bytes]]:
    """The lines that are not blank, numbered."""
    number = 0
    while raw := stream.readline(LONGEST + 1):
        number += 1
        if len(raw) > LONGEST:
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


def _document(first: tuple[int, bytes], lines: Iterator[tuple[int, bytes]]) -> Iterator[Payload]:
    kept, size = [first], 0
    for number, raw in lines:
        kept.append((number, raw))
        size += len(raw)
        if size > LONGEST:
            raise TooLong(first[0])
    whole = _payload(first[0], _rejoined(kept))
    # The first of many values may be cut off. A broken document is reported once, not line by line.
    if not whole.is_json and len(kept) > 1 and _is_object(kept[1][1]):
        yield from (_payload(number, raw) for number, raw in kept)
    else:
        yield whole


def _rejoined(lines: list[tuple[int, bytes]]) -> bytes:
    """The text of numbered lines, with an empty line for each blank one that was skipped."""
    text, at = [], lines[0][0]
    for number, raw in lines:
        text.append(b"\n" * (number - at) + raw)
        at = number + 1
    return b"".join(text)


def _is_object(raw: bytes) -> bool:
    return raw.lstrip(_BLANK).startswith(b"{") and _payload(1, raw).is_json


def _payload(line: int, raw: bytes) -> Payload:
    raw = raw.rstrip(_BLANK)  # so that a value that ends too early is reported at its end, not on the next line
    try:
        text = raw.decode()
        return Payload(line, _decode(text), text=text if "\n" in text else "")
    except json.JSONDecodeError as error:
        return Payload(line + error.lineno - 1, None, is_json=False, column=error.colno)
    except UnicodeDecodeError as error:
        before = raw[: error.start].decode()
        return Payload(line + before.count("\n"), None, is_json=False, column=len(before) - before.rfind("\n"))
    except (ValueError, RecursionError):  # a constant such as NaN, or endless nesting
        return Payload(line, None, is_json=False)


def _integer(digits: str) -> int | float:
    return int(digits) if len(digits) < LONG_INTEGER else float(digits)


def _reject_constant(name: str) -> object:
    raise ValueError(name)


_decode = json.JSONDecoder(parse_int=_integer, parse_constant=_reject_constant).decode
