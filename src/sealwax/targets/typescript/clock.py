"""TypeScript clock: what builders read, and the options by which a caller replaces it."""

from collections.abc import Iterator

from sealwax.contract.model import Builder, Contract
from sealwax.frozen import frozen
from sealwax.languages.typescript import tsdoc
from sealwax.rendering import Finished, header
from sealwax.targets.typescript.types import Property

SYSTEM = "systemClock"


@frozen
class ClockView:
    header: Finished
    tells_now: bool
    tells_elapsed: bool


def clock_view(contract: Contract) -> ClockView:
    clocks = [builder.clock for builder in contract.builders if builder.clock is not None]
    return ClockView(
        header=Finished(f"// {header(contract.name)}"),
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
        words = f"What `clock.monotonic()` said at the start; fills `{place}`, which is 0 without it."
        yield Property(tsdoc(words, 2), Finished("started?"), Finished("number | null | undefined"))
    fills = f"; fills `{'.'.join(clock.now)}`" if clock.now else ""
    words = f"Tells the time{fills}. Tests give one that stands still."
    yield Property(tsdoc(words, 2), Finished("clock?"), Finished("Clock | null | undefined"))
