"""How hard the tests search: a share of their full strength in `make test`, all of it in `make fuzz MODE=properties`.

A test states its full strength (`max_examples=examples(300)`); how much of it is used is decided here alone.
"""

import os

from hypothesis import HealthCheck, settings

VARIABLE = "SEALWAX_TEST_EFFORT"
SAMPLE = 0.2
"""The share in `make test`."""
FEWEST = 10
"""No test tries fewer, unless its full strength is less."""

EFFORT = float(os.environ.get(VARIABLE, SAMPLE))


def examples(full: int, fewest: int = FEWEST) -> int:
    """How many of something to try, of the number that is tried at full strength."""
    return max(round(full * EFFORT), min(full, fewest))


def search_this_hard() -> None:
    """Set up Hypothesis. A sample is the same each time, so that `make test` says the same about the same code."""
    settings.register_profile(
        "sealwax",
        derandomize=VARIABLE not in os.environ,
        print_blob=True,
        max_examples=examples(100),
        deadline=None,  # a slow example is no failure where others use the machine too
        # Some tests draw a batch per example, because each starts a process: that is large, and may be slow.
        suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
    )
    settings.load_profile("sealwax")
