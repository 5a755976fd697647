"""The clock that builders read: what it has to tell."""

from msgspec import Struct

from sealwax.contract.model import Contract


class ClockNeeds(Struct, frozen=True):
    """What builders need of a clock, together."""

    now: bool
    """Whether a builder needs the date and time."""
    elapsed: bool
    """Whether a builder measures how long something took."""


def clock_needs(contract: Contract) -> ClockNeeds | None:
    """What the builders of a contract need of a clock; None if none of them reads one."""
    clocks = [builder.clock for builder in contract.builders if builder.clock is not None]
    if not clocks:
        return None
    return ClockNeeds(any(clock.now for clock in clocks), any(clock.elapsed for clock in clocks))
