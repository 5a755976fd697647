"""The clock of the builders -> clock.py, and the arguments that replace it."""

from collections.abc import Iterator

from msgspec import Struct

from sealwax.contract.model import Builder, Contract
from sealwax.languages.python.types import FLOAT, NONE, Argument, argument, either
from sealwax.meaning.builders.clock import clock_needs
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
    needs = clock_needs(contract)
    found = ((f"{import_path(base)}.clock", clock_needs(base)) for base in contract.bases)
    inherited = {Finished(module): its for module, its in found if its is not None}
    same = (module for module, its in inherited.items() if its == needs)
    doc = f"The clock of the builders of the contract {contract.name}."
    return ClockView(
        head=Head(first_line(contract.name), doc, tuple(map(import_whole, inherited))),
        same=next(same, Finished("")),
        modules=tuple(map(spelled_module, inherited)),
        has_now=needs is not None and needs.now and not any(its.now for its in inherited.values()),
        has_elapsed=needs is not None and needs.elapsed and not any(its.elapsed for its in inherited.values()),
    )


def clock_names(contract: Contract) -> tuple[Finished, ...]:
    """What the package exports for others."""
    return (CLOCK, SYSTEM) if clock_needs(contract) is not None else ()


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
