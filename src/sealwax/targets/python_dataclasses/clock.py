"""What builders take from a clock -> clock.py, and the arguments by which a caller replaces it."""

from collections.abc import Iterator

from sealwax.contract.model import Builder, Contract
from sealwax.frozen import frozen
from sealwax.languages import python_layout as layout
from sealwax.languages.python_layout import NONE, either
from sealwax.languages.python_types import FLOAT
from sealwax.rendering import Finished

CLOCK = Finished("Clock")
SYSTEM = Finished("SYSTEM_CLOCK")
HOMES = dict.fromkeys((CLOCK, SYSTEM), ".clock")


@frozen
class ClockView:
    header: Finished
    doc: str
    tells_now: bool
    tells_elapsed: bool


def clock_view(contract: Contract, header: Finished) -> ClockView:
    clocks = [builder.clock for builder in contract.builders if builder.clock is not None]
    return ClockView(
        header=header,
        doc=f"The clock of the builders of the contract {contract.name}.",
        tells_now=any(clock.now for clock in clocks),
        tells_elapsed=any(clock.elapsed for clock in clocks),
    )


def clock_names(contract: Contract) -> tuple[Finished, ...]:
    """What the package exports for others."""
    return (CLOCK, SYSTEM) if any(builder.clock is not None for builder in contract.builders) else ()


def clock_arguments(builder: Builder) -> Iterator[layout.Parameter]:
    if builder.clock is None:
        return
    if builder.clock.elapsed:
        yield layout.Parameter("started", either(FLOAT, NONE), "None")
    yield layout.Parameter("clock", CLOCK, SYSTEM)


def clock_imports(builder: Builder) -> frozenset[str]:
    """What the signature of a function with these arguments needs."""
    return frozenset((CLOCK, SYSTEM)) if builder.clock is not None else frozenset()


def clock_texts(builder: Builder) -> Iterator[str]:
    if builder.clock is None:
        return
    if builder.clock.elapsed:
        place = ".".join(builder.clock.elapsed)
        yield f"`started`: What `clock.monotonic()` said at the start; fills `{place}`, which is 0 without it."
    fills = f"; fills `{'.'.join(builder.clock.now)}`" if builder.clock.now else ""
    yield f"`clock`: Tells the time{fills}. Tests give one that stands still."
