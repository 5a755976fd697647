"""Twice as much contract takes about twice the work to compare. Work is counted in calls of functions."""

import cProfile
from collections.abc import Callable
from itertools import pairwise

import pytest
from msgspec.structs import replace
from samples.growing_contracts import SHAPES, contract

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


def renamed(size: int) -> tuple[Contract, Contract]:
    """Two versions in which every type, every key and every code has another name."""
    found = []
    for suffix, was in (("", ""), ("X", ", renamed_from: {}")):
        kinds = [
            f"  T{at}{suffix}: {{fields: {{a{suffix}: {{type: string{was.format('a')}}}}}{was.format(f'T{at}')}}}"
            for at in range(size)
        ]
        codes = [f"    C{at}{suffix}: {{type: full, doc: d{was.format(f'C{at}')}}}" for at in range(size)]
        text = "\n".join(
            ("types:", *kinds, "error_types: {values: {full: {doc: d}}}", "error_codes:", "  values:", *codes)
        )
        contracts, diagnostics = load(contract(body=f"{text}\n"))
        assert errors(diagnostics) == ()
        found.append(contracts[0])
    return found[0], found[1]


def test_twice_as_many_renames_are_twice_the_work() -> None:
    numbers = [calls(*renamed(size)) for size in (50, 100, 200)]
    assert sum(each.change.action == "renamed" for each in assess(*renamed(50))) == 150
    once, twice = (more - fewer for fewer, more in pairwise(numbers))
    assert twice <= FACTOR * once


TIERS = "tiers: {stable: {promise: p}, new: {promise: p, prefix: x_}}\n"
TIERED = (
    f"{TIERS}types:\n  T:\n    open: true\n    tiered: true\n    fields:\n      kept: {{type: string, tier: stable}}\n"
)
VALUES = f"{TIERS}enums:\n  E:\n    values:\n      kept: {{tier: stable}}\n"
REMOVED: dict[str, Callable[[int, int], str]] = {
    "experimental keys": lambda _size, kept: (
        TIERED + "".join(f"      x_f{at}: {{type: string, tier: new, level: may}}\n" for at in range(kept))
    ),
    "experimental values": lambda _size, kept: (
        VALUES + "".join(f"      x_v{at}: {{tier: new}}\n" for at in range(kept))
    ),
    "keys of many tiers": lambda size, kept: (
        "tiers:\n  stable: {promise: p}\n"
        + "".join(f"  t{at}: {{promise: p}}\n" for at in range(size))
        + "types:\n  T:\n    fields:\n      kept: {type: string}\n"
        + "".join(f"      f{at}: {{type: string, level: may, tier: t{at}}}\n" for at in range(kept))
    ),
}
"""By what is removed: the contract, given how much there was and how much is left."""


@pytest.mark.parametrize("name", REMOVED)
def test_twice_as_much_that_is_removed_at_once_is_twice_the_work(name: str) -> None:
    def removing(size: int) -> int:
        data = "E" if "values" in name else "T"
        (old, *_), (new, *_) = (load(contract(data, REMOVED[name](size, kept)))[0] for kept in (size, 0))
        return calls(old, new)

    once, twice = (more - fewer for fewer, more in pairwise([removing(size) for size in (100, 200, 400)]))
    assert twice <= FACTOR * once


def test_most_shapes_are_tried() -> None:
    assert len(VALID) > 10
