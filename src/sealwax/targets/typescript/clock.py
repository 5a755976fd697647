"""The clock of the builders -> clock.js and clock.d.ts, and the options that replace it."""

from collections.abc import Iterator

from sealwax.contract.model import Builder, Contract
from sealwax.frozen import frozen
from sealwax.languages.typescript import tsdoc
from sealwax.rendering import Finished
from sealwax.targets.typescript.declarations import Property, first_line


@frozen
class ClockView:
    """clock.js and clock.d.ts"""

    header: Finished
    tells_now: bool
    """Whether a builder needs the date and time."""
    tells_elapsed: bool
    """Whether a builder measures how long something took."""


def clock_view(contract: Contract) -> ClockView:
    clocks = [builder.clock for builder in contract.builders if builder.clock is not None]
    return ClockView(
        header=first_line(contract),
        tells_now=any(clock.now for clock in clocks),
        tells_elapsed=any(clock.elapsed for clock in clocks),
    )


def has_clock(contract: Contract) -> bool:
    return any(builder.clock is not None for builder in contract.builders)


def has_options(builder: Builder) -> bool:
    """Whether a builder takes more than its first argument."""
    return bool(builder.parameters[1:]) or builder.clock is not None


def clock_options(builder: Builder) -> Iterator[Property]:
    clock = builder.clock
    if clock is None:
        return
    if clock.elapsed:
        place = ".".join(clock.elapsed)
        words = f"The reading of `clock.monotonic()` at the start. Fills `{place}`, which is 0 without it."
        yield Property(tsdoc(words), Finished("started"), True, Finished("number | null | undefined"))
    fills = f", which fills `{'.'.join(clock.now)}`" if clock.now else ""
    words = f"The source of the time{fills}. A test can pass a clock that stands still."
    yield Property(tsdoc(words), Finished("clock"), True, Finished("Clock | null | undefined"))
