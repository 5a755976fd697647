"""Remembers what was made of a part of the model: several targets ask the same, about one contract after another."""

from collections import deque
from collections.abc import Callable
from functools import wraps
from typing import TypeVar

_T = TypeVar("_T")
_R = TypeVar("_R")

FEW = 2
"""How many results a function remembers, such as those for the two usual builders of a contract."""


def remembered(make: Callable[[_T], _R]) -> Callable[[_T], _R]:
    """The function, which remembers its latest results. Parts are large, so they are told apart by identity."""
    latest: deque[tuple[_T, _R]] = deque(maxlen=FEW)

    @wraps(make)
    def again(part: _T, /) -> _R:
        for known, made in latest:
            if known is part:
                return made
        latest.append((part, make(part)))
        return latest[-1][1]

    return again
