"""Frozen data classes that are cheap to declare.

`dataclasses` compiles half a dozen methods per class, which takes about half a millisecond at every start; with
hundreds of classes, that is most of the time that a pre-commit hook would take. Here, a class costs one small
constructor. Type checkers see the same as for `@dataclass(frozen=True, slots=True)` and reject assignments to
attributes; a check at run time would make every constructor twice as slow.
"""

from collections.abc import Callable
from functools import cache
from operator import attrgetter
from types import CodeType, FunctionType
from typing import Any, TypeVar, dataclass_transform

C = TypeVar("C")
T = TypeVar("T")


class Member:
    """An attribute with a default, or with `facts`, arbitrary information about it."""

    __slots__ = ("default", "facts")

    def __init__(self, default: object = ..., facts: object = None) -> None:
        self.default = default
        self.facts = facts

    @property
    def required(self) -> bool:
        return self.default is ...


@dataclass_transform(frozen_default=True, field_specifiers=(Member,))
def frozen(cls: type[C], *, kw_only: bool = False) -> type[C]:
    """Add slots, a constructor, equality by value, a hash and a repr. Type checkers refuse to assign to attributes."""
    body = {name: value for name, value in cls.__dict__.items() if name not in ("__dict__", "__weakref__")}
    names = tuple(body.get("__annotations__", ()))
    given = {name: body.pop(name, ...) for name in names}
    found = {name: value if isinstance(value, Member) else Member(value) for name, value in given.items()}
    body |= {
        "__slots__": names,
        "__match_args__": names,
        "__members__": found,
        "__values__": attrgetter("__class__", *names),
        "__init__": _constructor(found, kw_only),
        "__eq__": _equal,
        "__hash__": _hash,
        "__repr__": _repr,
    }
    return type(cls.__name__, cls.__bases__, body)


def members(cls: type) -> dict[str, Member]:
    """The attributes of a frozen class in declaration order."""
    found: dict[str, Member] = cls.__members__  # type: ignore[attr-defined]
    return found


def replace(instance: T, **changes: object) -> T:
    """Copy a frozen instance with some attributes changed."""
    values = {name: getattr(instance, name) for name in members(type(instance))}
    return type(instance)(**values | changes)


def changed(instance: T, **changes: object) -> T:
    """Like `replace`, but the instance itself if it already has these very attributes, as it usually does."""
    for name, value in changes.items():
        if getattr(instance, name) is not value:
            return replace(instance, **changes)
    return instance


def _constructor(found: dict[str, Member], kw_only: bool) -> Callable[..., None]:
    """Create `__init__`, which must be fast. It is compiled once per number of attributes and then renamed."""
    names = (*found,)
    code = _compiled(len(names)).replace(co_varnames=("self", *names), co_names=names)
    if kw_only:
        code = code.replace(co_argcount=1, co_kwonlyargcount=len(names))
    constructor = FunctionType(code, {}, "__init__")
    defaults = {name: each.default for name, each in found.items() if not each.required}
    if kw_only:
        constructor.__kwdefaults__ = defaults
    else:
        constructor.__defaults__ = (*defaults.values(),)
    return constructor


@cache
def _compiled(count: int) -> CodeType:
    parameters = "".join(f", value{at}" for at in range(count))
    body = "".join(f"\n    self.value{at} = value{at}" for at in range(count))
    scope: dict[str, FunctionType] = {}
    exec(f"def __init__(self{parameters}):{body}\n    return None", scope)  # noqa: S102 - the source contains only numbers
    return scope["__init__"].__code__


def _equal(self: Any, other: Any) -> object:
    if type(self) is not type(other):
        return NotImplemented
    return self is other or self.__values__(self) == self.__values__(other)


def _hash(self: Any) -> int:
    return hash(self.__values__(self))


def _repr(self: object) -> str:
    shown = ", ".join(f"{name}={getattr(self, name)!r}" for name in members(type(self)))
    return f"{type(self).__name__}({shown})"
