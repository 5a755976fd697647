"""Builders that read a clock: what they fill in, how a test replaces it, and that both languages agree."""

import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta, timezone
from typing import Any

import pytest
from checkout import CASES
from packages.both import Packages, both_packages

from sealwax.contract.model import Json, Readings
from sealwax.meaning.builders.interpreter import build

MOMENT = datetime(2024, 2, 26, 10, 30, 45, 123000, tzinfo=UTC)
SPELT = "2024-02-26T10:30:45.123Z"
PATTERN = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z")


@pytest.fixture(scope="module")
def packages() -> Iterator[Packages]:
    with both_packages(CASES / "clock" / "contract.yaml") as found:
        yield found


def still(packages: Packages, moment: datetime = MOMENT, seconds: float = 10.245) -> Any:
    members = {"now": lambda _: moment, "monotonic": lambda _: seconds}
    return type("StillClock", (packages.python.Clock,), members)()


def meta(response: Any) -> dict[str, Json]:
    found: dict[str, Json] = response.to_dict()["meta"]
    return found


def test_the_examples_of_a_contract_come_out_in_both_languages(packages: Packages) -> None:
    for builder in packages.contract.builders:
        for example in builder.examples:
            assert build(builder, example.arguments, example.readings) == example.result
            made = getattr(packages.python, builder.name)(
                **example.arguments, started=10.0, clock=still(packages, seconds=10 + example.readings.elapsed / 1000)
            )
            assert made.to_dict() == example.result
            data, host = example.arguments["data"], example.arguments["host"]
            clock = "{ now: () => new Date(given.now), monotonic: () => 10_000 + given.elapsed }"
            body = f"return it.done(given.data, {{ host: given.host, started: 10_000, clock: {clock} }});"
            given: dict[str, Json] = {
                "now": example.readings.now, "elapsed": example.readings.elapsed, "data": data, "host": host
            }  # fmt: skip
            assert packages.node(body, given) == example.result


def test_time_is_told_in_utc_with_milliseconds(packages: Packages) -> None:
    zone = timezone(timedelta(hours=5, minutes=30))
    moments = {
        MOMENT: SPELT,
        MOMENT.astimezone(zone): SPELT,
        MOMENT.replace(microsecond=0): "2024-02-26T10:30:45.000Z",
        MOMENT.replace(microsecond=123999): SPELT,
        datetime(2024, 1, 1, 0, 30, tzinfo=timezone(timedelta(hours=2))): "2023-12-31T22:30:00.000Z",
    }
    for moment, text in moments.items():
        response = packages.python.done({}, clock=still(packages, moment))
        assert meta(response)["now_utc"] == text
        given: list[Json] = [moment.isoformat(timespec="milliseconds")]
        body = "return it.done({}, { clock: { now: () => new Date(given[0]), monotonic: () => 0 } }).meta.now_utc;"
        assert packages.node(body, given) == text


@pytest.mark.parametrize(
    ("started", "now", "expected"),
    [(None, 5.0, 0), (5.0, 5.0, 0), (5.0, 5.2454, 245), (0.1, 0.3, 200), (7.0, 5.0, 0), (0.0, 86400.0, 86_400_000)],
)
def test_time_that_passed_is_told_in_whole_milliseconds(
    packages: Packages, started: float | None, now: float, expected: int
) -> None:
    response = packages.python.failed("No.", started=started, clock=still(packages, seconds=now))
    assert meta(response)["duration_ms"] == expected
    given: list[Json] = [None if started is None else started * 1000, now * 1000]
    clock = "{ now: () => new Date(0), monotonic: () => given[1] }"
    body = f'return it.failed("No.", {{ started: given[0], clock: {clock} }}).meta.duration_ms;'
    assert packages.node(body, given) == expected


def test_without_a_clock_of_ones_own_it_is_the_computer_s(packages: Packages) -> None:
    it = packages.python
    started = it.SYSTEM_CLOCK.monotonic()
    before = datetime.now(UTC)
    found = meta(it.done({}, started=started))
    told = datetime.fromisoformat(str(found["now_utc"]))
    assert PATTERN.fullmatch(str(found["now_utc"]))
    assert before - timedelta(milliseconds=1) <= told <= datetime.now(UTC)
    assert isinstance(found["duration_ms"], int)
    body = "return it.done({}, { started: it.systemClock.monotonic() }).meta;"
    answer = packages.node(body)
    assert isinstance(answer, dict)
    assert PATTERN.fullmatch(str(answer["now_utc"]))
    assert isinstance(answer["duration_ms"], int)


def test_failures_of_codes_and_exceptions_take_the_clock_too(packages: Packages) -> None:
    it, clock = packages.python, still(packages)
    response = it.errors.timeout(seconds=30, started=10.0, clock=clock)
    assert meta(response) == {"now_utc": SPELT, "duration_ms": 245}
    error = it.TroubleError("No answer.", started=10.0, clock=clock)
    assert meta(error.response) == {"now_utc": SPELT, "duration_ms": 245}
    still_clock = f"{{ now: () => new Date({SPELT!r}), monotonic: () => 245 }}"
    body = f"return it.errors.timeout({{ seconds: 30, started: 0, clock: {still_clock} }});"
    assert packages.node(body) == response.to_dict()


def test_the_reference_meaning_reads_no_clock(packages: Packages) -> None:
    builder = packages.contract.builders[0]
    made = build(builder, {}, Readings(SPELT, 7))
    assert made["meta"] == {"now_utc": SPELT, "duration_ms": 7}


def test_a_contract_without_clocks_has_no_trace_of_one() -> None:
    with both_packages(CASES / "builders" / "contract.yaml") as packages:
        assert not hasattr(packages.python, "Clock")
        for file in ("builders.js", "index.d.ts"):
            assert "clock" not in (packages.index.parent / file).read_text(encoding="utf-8").lower()
