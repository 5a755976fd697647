"""Twice as much contract takes about twice the work to compare. Work is counted in calls of functions."""

import cProfile
from itertools import pairwise

import pytest
from msgspec.structs import replace
from samples.growing_contracts import SHAPES

from sealwax.contract.model import Contract
from sealwax.diagnostics import errors
from sealwax.evolution.assessment import assess
from sealwax.pipeline import load

FACTOR = 2.6
"""How much more work the second doubling may take than the first: 2 if work is linear, 4 if it is quadratic."""


def growing(name: str, size: int) -> Contract | None:
    contracts, diagnostics = load(SHAPES[name](size))
    return None if errors(diagnostics) else contracts[0]


def calls(old: Contract, new: Contract) -> int:
    profile = cProfile.Profile()
    profile.runcall(assess, old, new)
    return sum(each.callcount for each in profile.getstats())


SIZES = {name: 12 if name != "fields" else 60 for name in SHAPES}
VALID = [name for name, size in SIZES.items() if growing(name, 4 * size) is not None]


@pytest.mark.parametrize("name", VALID)
def test_twice_the_size_is_twice_the_work(name: str) -> None:
    found = [each for times in range(3) if (each := growing(name, SIZES[name] * 2**times)) is not None]
    for others in ([replace(each, records=(), enums=(), texts=()) for each in found], found):
        numbers = [calls(old, new) for old, new in zip(others, found, strict=True)]
        once, twice = (more - fewer for fewer, more in pairwise(numbers))
        assert twice <= FACTOR * max(once, numbers[0] / 20)


def test_most_shapes_are_tried() -> None:
    assert len(VALID) > 10
