"""Frozen classes behave like frozen dataclasses with slots."""

from typing import TypeVar, dataclass_transform

import pytest

from sealwax.frozen import frozen, members, replace

C = TypeVar("C")


@frozen
class Point:
    x: int
    y: int = 0
    tags: tuple[str, ...] = ()


@frozen
class Other:
    x: int
    y: int = 0
    tags: tuple[str, ...] = ()


@dataclass_transform(frozen_default=True, kw_only_default=True)
def keyword_only(cls: type[C]) -> type[C]:
    return frozen(cls, kw_only=True)


@keyword_only
class Named:
    first: str = "a"
    second: str


@frozen
class Empty:
    pass


def test_values_go_by_position_and_by_name() -> None:
    assert (Point(1).x, Point(1).y, Point(1, y=2).y, Point(x=3).x) == (1, 0, 2, 3)
    assert Named(second="b").first == "a"


def test_a_missing_or_unknown_value_is_refused() -> None:
    with pytest.raises(TypeError, match="missing 1 required positional argument: 'x'"):
        Point()  # type: ignore[call-arg]
    with pytest.raises(TypeError, match="unexpected keyword argument 'z'"):
        Point(1, z=2)  # type: ignore[call-arg]
    with pytest.raises(TypeError, match="missing 1 required keyword-only argument: 'second'"):
        Named()  # type: ignore[call-arg]


def test_nothing_is_added_after_construction() -> None:
    with pytest.raises(AttributeError):
        Point(1).other = 2  # type: ignore[attr-defined]


def test_type_checkers_refuse_to_change_an_attribute() -> None:
    # An ignored error that is none would be an error itself.
    point = Point(1)
    point.x = 2  # type: ignore[misc]
    assert point == Point(2)


def test_equality_is_by_value_within_a_class() -> None:
    assert Point(1) == Point(1)
    assert Point(1) != Point(2)
    assert Point(1) != Other(1)  # type: ignore[comparison-overlap]
    assert Empty() == Empty()
    assert hash(Named(second="b")) == hash(Named(second="b"))


def test_a_copy_differs_where_it_is_told_to() -> None:
    assert replace(Point(1, 2), y=3) == Point(1, 3)


def test_it_shows_its_values_and_can_be_matched() -> None:
    assert repr(Point(1)) == "Point(x=1, y=0, tags=())"
    assert list(members(Point)) == ["x", "y", "tags"]
    match Point(1, 2):
        case Point(x, y):
            assert (x, y) == (1, 2)
