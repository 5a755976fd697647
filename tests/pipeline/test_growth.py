"""Twice as much contract takes about twice the work and makes about twice the text, whatever it is that grows.

Work is counted in calls of functions, which are the same on every machine; where a loop calls nothing, in instructions.
"""

import cProfile
import sys
from collections.abc import Callable, Iterator
from functools import partial
from itertools import pairwise
from types import FrameType
from typing import TYPE_CHECKING

import pytest
from samples.growing_contracts import (
    SHAPES,
    Shape,
    chain_that_grows,
    growing,
    listed,
    narrowed,
    numbered,
    tiered,
    types,
)
from strategies.effort import EFFORT

from sealwax.contract.model import Contract
from sealwax.diagnostics import Report, errors
from sealwax.pipeline import load
from sealwax.project.configuration_file import configure
from sealwax.rendering import Renderer
from sealwax.reports.diagnostics import render_json, render_text
from sealwax.targets import TARGETS, pages, project_pages
from sealwax.targets.conformance.cases import ALL, lines
from sealwax.targets.json_schema.schemas import writer_of
from sealwax.targets.python.records import records_view
from sealwax.targets.reference.tiers import tiers_of

if TYPE_CHECKING:
    from _typeshed import TraceFunction

FACTOR = 2.6
"""How much more work the second doubling may take than the first: 2 if work is linear, 4 if it is quadratic."""
SHARPER = {"error codes with messages": 2.1}
"""The same for a shape of which a page makes so much that little of the work would be quadratic."""
SIZES = {
    "error codes with messages": 300,
    "records": 60,
    "records in a record": 60,
    "chain": 5,
    "diamonds": 3,
    "nested": 12,
    "doubling": 12,
    "doubling lists": 12,
    "doubling lists, extended": 12,
    "nested payload": 12,
    "doubling payload": 12,
    "tools": 12,
    "an enum in many fields": 800,  # where pages leave out what fewer have
    "unused types": 60,
    "fields": 100,
    "fields, extended": 160,
    "fields of the envelope": 40,
    "fields of the envelope, extended": 20,
}
"""The first of three sizes in a full search, where there is a limit or where each step takes long."""
SMALL = 20
"""A size that takes no time, so that half of it says no more about growth."""
RENDERER = Renderer()


def work(sources: dict[str, bytes]) -> int:
    """Read the contracts, then render everything or report their errors; returns the length of the text."""
    contracts, diagnostics = load(sources)
    if errors(diagnostics):
        return len(render_text(diagnostics, sources, color=False)) + len(render_json(diagnostics))
    printed = (*pages(contracts, TARGETS), *project_pages(contracts))
    return sum(len(RENDERER.render(page, filters)) for page, filters, _owner in printed)


def costs(shape: Shape, size: int) -> tuple[int, int]:
    """The number of calls, and the length of the text."""
    sources, profile = shape(size), cProfile.Profile()
    length = profile.runcall(work, sources)
    return sum(each.callcount for each in profile.getstats()), length


def increases(numbers: list[int]) -> Iterator[int]:
    return (more - fewer for fewer, more in pairwise(numbers))


@pytest.mark.search
@pytest.mark.parametrize("name", SHAPES)
def test_twice_the_size_is_twice_the_work(name: str) -> None:
    full = SIZES.get(name, 150)
    first = full if EFFORT >= 1 or full < SMALL else full // 2
    work(SHAPES[name](min(first, SMALL)))  # what happens only once, such as loading templates
    found = [costs(SHAPES[name], first * 2**times) for times in range(3)]
    for numbers in zip(*found, strict=True):
        once, twice = increases(list(numbers))
        assert twice <= SHARPER.get(name, FACTOR) * max(once, numbers[0] / 20)


def instructions(work: Callable[[], object]) -> int:
    """What the interpreter does, also in comprehensions and in loops that call nothing."""
    count = 0

    def step(frame: FrameType, event: str, _argument: object) -> "TraceFunction":
        nonlocal count
        frame.f_trace_opcodes, frame.f_trace_lines = True, False
        count += event == "opcode"
        return step

    before = sys.gettrace()
    sys.settrace(step)
    try:
        work()
    finally:
        sys.settrace(before)
    return count


classes = partial(records_view, has_unset=True)
LOOPS: dict[str, tuple[Shape, Callable[[Contract], object]]] = {
    "numbers of error codes": (numbered, lambda contract: writer_of(contract).type(contract.records[0].name)),
    "tiers": (tiered, tiers_of),
    "fields, extended": (narrowed, classes),
}
"""Shapes, and what is made of the contract that extends the others."""


@pytest.mark.parametrize("name", LOOPS)
def test_loops_that_call_nothing_are_no_longer_than_what_they_look_at(name: str) -> None:
    shape, made = LOOPS[name]
    found = []
    for size in (40, 80, 160):
        contracts, diagnostics = load(shape(size))
        assert errors(diagnostics) == ()
        contract = min(contracts, key=lambda each: each.name)
        found.append(instructions(partial(made, contract)))
    once, twice = increases(found)
    assert twice <= 2.2 * once


def test_a_class_is_compared_with_that_of_its_base_once() -> None:
    """Each contract has all fields of those before, so twice as many have four times as many fields."""

    def calls(size: int) -> int:
        contracts, _diagnostics = load(chain_that_grows(size))
        profile = cProfile.Profile()
        profile.runcall(lambda: [*map(classes, contracts)])
        return sum(each.callcount for each in profile.getstats())

    once, twice = increases([calls(size) for size in (6, 12, 24)])
    assert twice <= 5 * once


CONFIGURATIONS: dict[str, Callable[[int], str]] = {
    "entries": lambda size: (
        "contracts = [\n" + "".join(f'  "c/x{at}.yaml",\n' for at in range(size)) + "]\noutput = 5\n"
    ),
    "mistakes": lambda size: "".join(f"key{at} = 1\n" for at in range(size)),
    "tables": lambda size: (
        "".join(f'[packages.a{at}]\npython = "p{at}"\n' for at in range(size)) + "[packages]\nx = 1\n"
    ),
    "list of tables": lambda size: "[[x]]\ny = ['z']\n" * size,
    "items in a line": lambda size: f"x = [{'{a.b = 1}, ' * size}]\n",
    "comments": lambda size: "# output\n" * size + "output = 5\n",
}


def configured(files: dict[str, bytes]) -> int:
    """Read a configuration with an error, and report it."""
    report = Report()
    configure(files, report)
    assert report.diagnostics
    return len(render_text(report.sorted(), files, color=False))


@pytest.mark.parametrize("name", CONFIGURATIONS)
def test_twice_as_much_configuration_is_twice_the_work(name: str) -> None:
    numbers = []
    for size in (200, 200, 400, 800):
        profile = cProfile.Profile()
        profile.runcall(configured, {"sealwax.toml": CONFIGURATIONS[name](size).encode()})
        numbers.append(sum(each.callcount for each in profile.getstats()))
    once, twice = increases(numbers[1:])
    assert twice <= FACTOR * max(once, numbers[0] / 20)


def wide(size: int) -> Contract:
    ((contract,), diagnostics) = load(growing("f{at}: {{type: string, max_length: 5}}")(size))
    assert diagnostics == ()
    return contract


def test_every_limit_of_a_wide_record_has_its_cases() -> None:
    text = "".join(lines(wide(400)))
    broken = '"pointer": "/f{at}", "level": "error", "rule": "{rule}"'
    for at in range(400):
        assert broken.format(at=at, rule="max-length") in text
        assert broken.format(at=at, rule="required") in text
        assert broken.format(at=at, rule="type") in text
        assert f'"f{at}": "😀😀😀😀😀"' in text
        assert f'"f{at}": "😀😀😀😀😀😀"' in text


FRAGMENTS = "  - {{title: E{at}, kind: fragment, value: {{ok: true, data: {{f{at}: x}}}}}}"
MANY = 400


def fragments() -> dict[str, bytes]:
    """Examples that lack all but one key of a wide record."""
    wide = ", ".join(f"f{at}: {{type: string}}" for at in range(MANY))
    return listed(f"types: {{T: {{fields: {{{wide}}}}}}}\nexamples:\n", FRAGMENTS, "T")(MANY)


def records_with_a_wide_one() -> dict[str, bytes]:
    wide = ", ".join(f"f{at}: {{type: string}}" for at in range(MANY))
    return types(
        [f"Wide: {{fields: {{{wide}}}}}", *(f"R{at}: {{fields: {{a: {{type: Wide}}}}}}" for at in range(MANY))]
    )


@pytest.mark.parametrize("sources", [fragments, records_with_a_wide_one])
def test_what_is_inside_a_key_is_not_told_again_and_again(sources: Callable[[], dict[str, bytes]]) -> None:
    ((contract,), _diagnostics) = load(sources())
    assert sum(map(len, lines(contract))) < 2 * ALL


def test_keys_have_cases_of_their_own_as_long_as_there_are_few() -> None:
    assert not any("several keys" in line for line in lines(wide(30)))
