"""Payloads -> findings: reads JSON and JSON Lines a line at a time, and holds each value to a contract."""

import json
from collections import Counter
from collections.abc import Iterator
from itertools import chain
from typing import BinaryIO

from sealwax.frozen import frozen
from sealwax.meaning import messages
from sealwax.meaning.checks import Plan
from sealwax.meaning.findings import Finding, RuleId, Weight, has_errors
from sealwax.meaning.interpreter import check
from sealwax.verify.json_positions import lines_of

LONGEST = 64 * 1024 * 1024
"""Bytes that one value may take: what is longer is no response, and would have to be held in memory."""
LONG_INTEGER = 309
"""Digits from which a whole number is read as a float, as everywhere else: beyond its range it is not a number."""

_BLANK = b" \t\r\n"
_BYTE_ORDER_MARK = b"\xef\xbb\xbf"


class TooLong(Exception):
    """A value takes more than `LONGEST` bytes, so that not even its end can be found."""

    def __init__(self, line: int) -> None:
        super().__init__(f"the value in line {line} takes more than {LONGEST // 2**20} MiB")


@frozen
class Payload:
    """A value, and the line that it begins in; or the place where the text stops to be JSON."""

    line: int
    value: object = None
    is_json: bool = True
    column: int = 0
    """1 for the first character of the line; 0 when the value is JSON, or when only its line is known."""
    text: str = ""
    """What the value was read from, when that has several lines."""


@frozen
class Note:
    """A finding, and the payload that it is about."""

    file: str
    line: int
    column: int
    finding: Finding


class Tally:
    """What was found so far."""

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


def verify(plan: Plan, name: str, file: str, stream: BinaryIO, tally: Tally) -> Iterator[list[Note]]:
    """The findings about each payload of a stream, checked as the named type, as soon as it is read."""
    for payload in payloads(stream, only_lines=file.endswith((".jsonl", ".ndjson"))):
        if payload.is_json:
            findings = check(plan, name, payload.value)
        else:
            findings = [Finding("", Weight.ERROR, RuleId.JSON, messages.NO_JSON_TEXT)]
        tally.add(findings)
        lines = lines_of(payload.text, [each.pointer for each in findings]) if payload.text and findings else {}
        yield [
            Note(file, payload.line + lines.get(finding.pointer, 0), payload.column, finding) for finding in findings
        ]


# -- from bytes to values ---------------------------------------------------------------------------------------------


def payloads(stream: BinaryIO, *, only_lines: bool) -> Iterator[Payload]:
    """The values of a stream. One that begins like a document over several lines is read as one, if it is one."""
    lines = _lines(stream)
    first = next(lines, None)
    if first is None:
        return
    if only_lines or not _goes_on(first[1]):
        yield from (_payload(number, raw) for number, raw in chain((first,), lines))
    else:
        yield from _document(first, lines)


def _lines(stream: BinaryIO) -> Iterator[tuple[int, bytes]]:
    """The lines that are not blank, with their numbers."""
    number = 0
    while raw := stream.readline(LONGEST + 1):
        number += 1
        if len(raw) > LONGEST:
            raise TooLong(number)
        if number == 1:
            raw = raw.removeprefix(_BYTE_ORDER_MARK)
        if raw.strip(_BLANK):
            yield number, raw


def _goes_on(raw: bytes) -> bool:
    """Whether a line is JSON as far as it goes, so that more lines can make it a value."""
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
    # A list of values may begin with a line that was cut off; a broken document is told once, not line by line.
    if not whole.is_json and len(kept) > 1 and _is_object(kept[1][1]):
        yield from (_payload(number, raw) for number, raw in kept)
    else:
        yield whole


def _rejoined(lines: list[tuple[int, bytes]]) -> bytes:
    """The text of numbered lines, with an empty one for each that was left out because it was blank."""
    text, at = [], lines[0][0]
    for number, raw in lines:
        text.append(b"\n" * (number - at) + raw)
        at = number + 1
    return b"".join(text)


def _is_object(raw: bytes) -> bool:
    return raw.lstrip(_BLANK).startswith(b"{") and _payload(1, raw).is_json


def _payload(line: int, raw: bytes) -> Payload:
    raw = raw.rstrip(_BLANK)  # so that what ends too early breaks at its end, not in the line after it
    try:
        text = raw.decode()
        return Payload(line, _decode(text), text=text if "\n" in text else "")
    except json.JSONDecodeError as error:
        return Payload(line + error.lineno - 1, None, is_json=False, column=error.colno)
    except UnicodeDecodeError as error:
        before = raw[: error.start].decode()
        return Payload(line + before.count("\n"), None, is_json=False, column=len(before) - before.rfind("\n"))
    except (ValueError, RecursionError):  # a name such as NaN, or brackets without an end
        return Payload(line, None, is_json=False)


def _integer(digits: str) -> int | float:
    return int(digits) if len(digits) < LONG_INTEGER else float(digits)


def _no_number(name: str) -> object:
    raise ValueError(name)


_decode = json.JSONDecoder(parse_int=_integer, parse_constant=_no_number).decode
