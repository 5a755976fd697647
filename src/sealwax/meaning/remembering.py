"""Remembers what was made of a part of the model: several targets ask the same, about one contract after another."""

from collections import deque
from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec, TypeVar

_T = TypeVar("_T")
_P = ParamSpec("_P")
_R = TypeVar("_R")

FEW = 2
"""How many parts a function remembers, such as the two usual builders of a contract."""


def remembered(make: Callable[Concatenate[_T, _P], _R]) -> Callable[Concatenate[_T, _P], _R]:
    """The function, which remembers its results for the latest few of its first arguments.

    These are large, so they are told apart by identity, and not compared.
    """
    latest: deque[tuple[_T, dict[object, _R]]] = deque(maxlen=FEW)

    @wraps(make)
    def again(part: _T, /, *more: _P.args, **named: _P.kwargs) -> _R:
        made = next((made for known, made in latest if known is part), None)
        if made is None:
            made = {}
            latest.append((part, made))
        key = (more, *named.items())
        if key not in made:
            made[key] = make(part, *more, **named)
        return made[key]

    return again
