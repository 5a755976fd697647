"""The clock of the builders -> clock.js and clock.d.ts."""

from msgspec import Struct

from sealwax.contract.model import Contract
from sealwax.meaning.builders.clock import clock_needs
from sealwax.rendering import Finished
from sealwax.targets.typescript.declarations import first_line


class ClockView(Struct, frozen=True):
    """clock.js and clock.d.ts"""

    header: Finished
    tells_now: bool
    """Whether a builder needs the date and time."""
    tells_elapsed: bool
    """Whether a builder measures how long something took."""


def clock_view(contract: Contract) -> ClockView | None:
    """The view, unless no builder reads a clock."""
    needs = clock_needs(contract)
    return None if needs is None else ClockView(first_line(contract), needs.now, needs.elapsed)
