"""The clock of the builders -> clock.py, and the arguments that replace it."""

from collections.abc import Iterator

from msgspec import Struct

from sealwax.contract.model import Builder, Contract
from sealwax.languages.python.types import FLOAT, NONE, Argument, argument, either
from sealwax.rendering import Finished
from sealwax.targets.package_names import import_path
from sealwax.targets.python.head import Head, first_line, import_whole, spelled_module

CLOCK = Finished("Clock")
SYSTEM = Finished("SYSTEM_CLOCK")


class ClockView(Struct, frozen=True):
    head: Head
    same: Finished
    """The module of a base package whose clock is all that is needed; empty when there is none."""
    modules: tuple[Finished, ...]
    """The modules of base packages whose clocks this one inherits from."""
    has_now: bool
    """Whether this class declares what reads the date and time; a base may do so already."""
    has_elapsed: bool
    """Whether this class declares what measures durations; a base may do so already."""


def clock_view(contract: Contract) -> ClockView:
    bases = [base for base in contract.bases if clock_names(base)]
    modules = [Finished(f"{import_path(base)}.clock") for base in bases]
    own, inherited = _readings(contract), [_readings(base) for base in bases]
    same = (module for module, readings in zip(modules, inherited, strict=True) if readings == own)
    doc = f"The clock of the builders of the contract {contract.name}."
    return ClockView(
        head=Head(first_line(contract.name), doc, tuple(map(import_whole, modules))),
        same=next(same, Finished("")),
        modules=tuple(map(spelled_module, modules)),
        has_now=own[0] and not any(now for now, _elapsed in inherited),
        has_elapsed=own[1] and not any(elapsed for _now, elapsed in inherited),
    )


def _readings(contract: Contract) -> tuple[bool, bool]:
    """Whether builders ask the clock for the time, and whether they ask for a duration."""
    clocks = [builder.clock for builder in contract.builders if builder.clock is not None]
    return any(clock.now for clock in clocks), any(clock.elapsed for clock in clocks)


def clock_names(contract: Contract) -> tuple[Finished, ...]:
    """What the package exports for others."""
    return (CLOCK, SYSTEM) if any(builder.clock is not None for builder in contract.builders) else ()


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
