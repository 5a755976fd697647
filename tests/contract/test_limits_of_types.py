"""Every limit that a type of the model can have counts wherever types are looked into.

These functions take types apart by name or by position, so the type checker does not notice a limit that they forget.
"""

import itertools
from typing import Any, get_args

import pytest

from sealwax.contract import model as m
from sealwax.contract.resolving.types import is_narrower
from sealwax.evolution.comparable import limits
from sealwax.meaning.checks.lowering import lower_type
from sealwax.meaning.wording import constraint_words
from sealwax.patterns import parse_pattern

SAMPLES: dict[str, Any] = {
    "minimum": 1,
    "maximum": 5,
    "multiple_of": 3,
    "min_length": 1,
    "max_length": 5,
    "pattern": parse_pattern("^a$"),
    "format": m.Format.DATE,
    "min_items": 1,
    "max_items": 3,
}
INNER: dict[type, tuple[Any, ...]] = {m.ListOf: (m.String(),)}
"""The types that have limits, and are not made without arguments."""
LIMITED = [
    (kind, name)
    for kind in get_args(m.Type)
    for name, default in itertools.zip_longest(
        reversed(kind.__struct_fields__), reversed(kind.__struct_defaults__), fillvalue=m.ABSENT
    )
    if default is None
]


def test_all_limits_are_tried() -> None:
    assert {name for _kind, name in LIMITED} == set(SAMPLES)


@pytest.mark.parametrize(("kind", "name"), LIMITED)
def test_a_limit_counts_wherever_a_type_is_looked_into(kind: type[Any], name: str) -> None:
    plain: m.Type = kind(*INNER.get(kind, ()))
    limited: m.Type = kind(*INNER.get(kind, ()), **{name: SAMPLES[name]})
    assert is_narrower(limited, plain)
    assert not is_narrower(plain, limited)
    assert [key for key, limit in limits(limited).items() if limit.stated is not None]
    assert lower_type(limited)[0] != lower_type(plain)[0]
    assert constraint_words(limited) != constraint_words(plain)


def test_the_innermost_type_is_found_in_every_type_that_holds_another() -> None:
    holding = [each for each in get_args(m.Type) if "Type" in each.__annotations__.values()]
    assert {each.__name__ for each in holding} == {"ListOf", "MapOf", "Nullable"}
    assert [m.innermost(each(m.Boolean())) for each in holding] == [m.Boolean()] * 3
