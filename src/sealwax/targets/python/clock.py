"""The clock of the builders -> clock.py, and the arguments that replace it."""

from collections.abc import Iterator

from msgspec import Struct

from sealwax.contract.model import Builder, Contract
from sealwax.languages.python.types import FLOAT, NONE, Argument, argument, either
from sealwax.meaning.builders.clock import clock_needs
from sealwax.rendering import Finished
from sealwax.targets.python.head import Head, first_line

CLOCK = Finished("Clock")
SYSTEM = Finished("SYSTEM_CLOCK")


class ClockView(Struct, frozen=True):
    head: Head
    has_now: bool
    """Whether it reads the date and time."""
    has_elapsed: bool
    """Whether it measures durations."""


def clock_view(contract: Contract) -> ClockView:
    needs = clock_needs(contract)
    return ClockView(
        head=Head(first_line(contract.name), f"The clock of the builders of the contract {contract.name}."),
        has_now=needs is not None and needs.now,
        has_elapsed=needs is not None and needs.elapsed,
    )


def clock_arguments(builder: Builder) -> Iterator[Argument]:
    clock = builder.clock
    if clock is not None and clock.elapsed:
        fills = f"Fills `{'.'.join(clock.elapsed)}`, which is 0 without it."
        doc = f"What `clock.monotonic()` returned at the start. {fills}"
        yield argument(Finished("started"), either(FLOAT, NONE), "None", doc)
    if clock is not None:
        fills = f" Fills `{'.'.join(clock.now)}`." if clock.now else ""
        doc = f"The clock to read.{fills} Tests can pass one that stands still."
        yield argument(Finished("clock"), CLOCK, SYSTEM, doc)
