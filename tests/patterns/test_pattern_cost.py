"""What matching a pattern can cost: steps are counted by a matcher that backtracks, as those of Python and V8 do."""

from random import Random

import jsonschema_rs
import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st
from judges.backtracking import steps_to_fail
from strategies.effort import examples
from strategies.patterns import CHARACTERS, SOURCES, fitting

from sealwax.patterns import PatternError, parse_pattern
from sealwax.patterns.cost import MAX_RATE, MAX_REPEATED, MAX_STEPS, Cost, cost
from sealwax.patterns.syntax import PatternParser


def cost_of(source: str) -> Cost | None:
    try:
        return cost(PatternParser(source).pattern())
    except PatternError:
        return None


# -- the bound holds --------------------------------------------------------------------------------------------------


@settings(max_examples=examples(150), suppress_health_check=[HealthCheck.filter_too_much], deadline=None)
@given(SOURCES, st.randoms(use_true_random=False))
def test_no_text_takes_more_steps_than_promised(body: str, random: Random) -> None:
    found = cost_of(f"^{body}$")
    assume(found is not None)
    assert found is not None
    tree = PatternParser(f"^{body}$").pattern()
    pieces = [fitting(tree, random) for _ in range(4)] + random.sample(CHARACTERS, 3)
    text = "".join(random.choice(pieces) for _ in range(12))[:60]
    if found.longest is not None:
        text = text[: found.longest]
    steps = steps_to_fail(f"^{body}$", text)
    assert steps <= MAX_STEPS + (MAX_RATE * len(text) if found.is_linear else 0)


OPTIONAL = "".join(f"{chr(0x100 + 2 * at)}?" for at in range(300))


@pytest.mark.parametrize(
    ("source", "text"),
    [
        ("^[a-z]*" + OPTIONAL[:200] + "$", "a"),
        ("^(?:" + "|".join(OPTIONAL[:80].split("?")[:-1]) + ")*$", "Ā"),
        ("^x*(?:(?:(?:a?)?)?)?(?:(?:(?:b?)?)?)?(?:(?:(?:c?)?)?)?$", "x"),
    ],
)
def test_attempts_that_fail_and_ways_to_match_nothing_are_steps(source: str, text: str) -> None:
    """At each character, an engine tries everything that could follow, and every way to get to the end."""
    found = cost_of(source)
    assert found is not None
    assert not found.is_linear
    assert found.longest is not None
    steps = steps_to_fail(source, text * (found.longest // 4) + "!")
    assert MAX_STEPS / 16 < steps <= MAX_STEPS / 3


@pytest.mark.parametrize(
    "source",
    [
        "^" + "(?:||||||||||||||||||||)" * 8 + "$",
        "^x*" + "(?:||||)" * 7 + "$",
        "^" + "(?:a?|b?)" * 20 + "$",
        "^" + "(?:(?:a?)?)?" * 40 + "$",
        "^[a-z]*" + OPTIONAL * 3 + "$",
        "^(?:" + OPTIONAL * 3 + "x){2}$",
    ],
)
def test_very_many_ways_to_match_nothing_are_rejected(source: str) -> None:
    assert cost_of(source) is None


LINEAR = {
    "^[a-z0-9]+(-[a-z0-9]+)*$": "a-",
    "^[^@]+@[^@][^@.]*\\.[^@]+$": "a@" + ".",
    "^(a|ab)*$": "ab",
    "^[^@\\n]+@[^@\\n]+\\.[a-z]+$": "a.",
    "^(?:[^ab]b?)*$": "cb",
    "^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)*$": "a",
    "^([0-9]{1,3}\\.){3}[0-9]{1,3}$": "1.",
    "^[A-Za-z0-9._%+-]+@[A-Za-z0-9.-]+\\.[A-Za-z]{2,}$": "a.",
    "^(0|[1-9]\\d*)(\\.(0|[1-9]\\d*|\\d*[a-zA-Z-][0-9a-zA-Z-]*))*$": "1.9",
    "^-?[0-9]*(\\.[0-9]*)?(e[0-9]+)?$": "1",
}


@pytest.mark.parametrize("source", LINEAR)
def test_twice_the_text_takes_twice_the_steps(source: str) -> None:
    found = cost_of(source)
    assert found is not None
    assert found.is_linear
    few, many = (steps_to_fail(source, "a@" + LINEAR[source] * times + "!") for times in (50, 100))
    assert many <= 2 * few


SLOW = {
    "^[a-z]*[a-z0-9]*[a-z_]*$": ("a", 64),
    "^[^@]+@[^@]+\\.[^@]+$": (".", 254),
    "^[a-z]*[a-z]*$": ("a", 255),
    "^[0-9]*\\.?[0-9]*$": ("1", 100),
    "^[^\\n]+/[^\\n]+/[0-9]+$": ("/", 200),
}


@pytest.mark.parametrize("source", SLOW)
def test_what_is_not_linear_is_bounded_by_a_length(source: str) -> None:
    """The length is large enough for what such patterns are used for, and not much lower than it could be."""
    found, (unit, usual) = cost_of(source), SLOW[source]
    assert found is not None
    assert not found.is_linear
    assert found.longest is not None
    assert found.longest >= usual
    start = "a@a" if "@" in source else ""
    half, whole = (
        steps_to_fail(source, start + unit * (length - len(start))) for length in (found.longest // 2, found.longest)
    )
    assert whole > 3 * half
    assert MAX_STEPS / 2 < whole <= MAX_STEPS


EXPONENTIAL = [
    "^(a+)+$",
    "^(a|a)*$",
    "^(a|aa)*b$",
    "^([a-z]+|[0-9a-z])*x$",
    "^(a|aa){30}$",
    "^(?:[a-z]{1,20} ?){1,50}$",
    "^(x(a?|b?))*$",
    "^[a-z]*[a-z]*[a-z]*[a-z]*[a-z]*$",
    "^" + "a?" * 30 + "a{30}$",
]


@pytest.mark.parametrize("source", EXPONENTIAL)
def test_a_pattern_that_is_slow_on_short_texts_is_rejected(source: str) -> None:
    assert cost_of(source) is None


# -- repeated groups and large programs --------------------------------------------------------------------------------


def test_only_repeated_groups_have_a_limit_by_themselves() -> None:
    assert parse_pattern("^[^\\n]+$").cost.longest is None
    assert parse_pattern("^(ab){1,9}c?$").cost.longest is None
    assert parse_pattern("^[a-z]+(-[a-z]+)*$").cost.longest == MAX_REPEATED


LARGE = [
    "^[^a]{1000}[^b]{1000}$",
    "^[^\\d😀]{1000}$",
    "^[é-中]{1000}x?$",
    f"^[{''.join(chr(0x100 + 2 * at) for at in range(300))}]{{300}}$",
    f"^[{''.join(chr(0x10000 + 200 * at) for at in range(300))}]{{400}}$",
    f"^[{''.join(chr(0x10000 + 200 * at) for at in range(300))}]{{600}}$",
    f"^[^{''.join(chr(0x10000 + 20000 * at) for at in range(50))}]{{1000}}$",
]


@pytest.mark.parametrize("source", LARGE, ids=range(len(LARGE)))
def test_what_is_accepted_compiles_in_rust(source: str) -> None:
    """Rust's engine rejects programs of more than ten megabytes."""
    schema = {"pattern": source}
    compiles = True
    try:
        jsonschema_rs.validator_for(schema, pattern_options=jsonschema_rs.RegexOptions())
    except jsonschema_rs.ValidationError:
        compiles = False
    assert compiles or cost_of(source) is None


def test_a_program_that_is_too_large_for_rust_is_rejected() -> None:
    assert [source for source in LARGE if cost_of(source) is None]
