"""What builders take from a clock -> clock.py, and the arguments by which a caller replaces it."""

from collections.abc import Iterator

from sealwax.contract.model import Builder, Contract
from sealwax.frozen import frozen
from sealwax.languages.python import layout
from sealwax.languages.python.layout import NONE, class_heading, either, imported
from sealwax.languages.python.types import FLOAT
from sealwax.project.package_names import python_module
from sealwax.rendering import Finished
from sealwax.targets.python.inheritance import all_lines, below_lines

CLOCK = Finished("Clock")
SYSTEM = Finished("SYSTEM_CLOCK")
HOMES = dict.fromkeys((CLOCK, SYSTEM), ".clock")


@frozen
class ClockView:
    header: Finished
    doc: str
    below: tuple[Finished, ...]
    """Imports from packages below; of the clock itself, when it tells no more here."""
    is_declared: bool
    heading: Finished
    tells_now: bool
    tells_elapsed: bool
    """What a clock below does not tell."""


def clock_view(contract: Contract, header: Finished) -> ClockView:
    bases = [base for base in contract.bases if clock_names(base)]
    modules = [f"{python_module(base)}.clock" for base in bases]
    told, known = _told(contract), [_told(base) for base in bases]
    same = next((module for module, each in zip(modules, known, strict=True) if each == told), None)
    handed = (imported(same, (CLOCK, SYSTEM)), *all_lines((CLOCK, SYSTEM))) if same is not None else ()
    return ClockView(
        header=header,
        doc=f"The clock of the builders of the contract {contract.name}.",
        below=handed or below_lines(modules, {}),
        is_declared=same is None,
        heading=class_heading(CLOCK, *(Finished(f"{module}.{CLOCK}") for module in modules)),
        tells_now=told[0] and not any(now for now, _elapsed in known),
        tells_elapsed=told[1] and not any(elapsed for _now, elapsed in known),
    )


def _told(contract: Contract) -> tuple[bool, bool]:
    """Whether the clock tells the time, and whether it tells how long something took."""
    clocks = [builder.clock for builder in contract.builders if builder.clock is not None]
    return any(clock.now for clock in clocks), any(clock.elapsed for clock in clocks)


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
