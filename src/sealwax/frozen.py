"""Frozen data classes that are cheap to declare.

`dataclasses` compiles half a dozen methods per class, which takes about half a millisecond at every start; with two
hundred classes, that is most of the time that a pre-commit hook would take. Here, a class costs one small constructor.
Type checkers see the same as for `@dataclass(frozen=True, slots=True)` and reject assignments to attributes; a check at
run time would make every constructor twice as slow.
"""

from collections.abc import Callable
from functools import cache
from operator import attrgetter
from types import CodeType, FunctionType
from typing import Any, TypeVar, dataclass_transform, overload

C = TypeVar("C")
T = TypeVar("T")


class Member:
    """An attribute with a default factory or with `facts`, arbitrary information about it."""

    __slots__ = ("default", "factory", "facts")

    def __init__(
        self, default: object = ..., factory: Callable[[], object] | None = None, facts: object = None
    ) -> None:
        self.default = default
        self.factory = factory
        self.facts = facts

    @property
    def required(self) -> bool:
        return self.default is ... and self.factory is None


def member(*, default: object = ..., factory: Callable[[], object] | None = None) -> Any:
    """Declare the default or default factory of an attribute."""
    return Member(default, factory)


@overload
def frozen(cls: type[C]) -> type[C]: ...
@overload
def frozen(*, kw_only: bool) -> Callable[[type[C]], type[C]]: ...
@dataclass_transform(frozen_default=True, field_specifiers=(member, Member))
def frozen(cls: type[C] | None = None, *, kw_only: bool = False) -> type[C] | Callable[[type[C]], type[C]]:
    """Make a class immutable, with slots, a constructor, equality by value, a hash and a repr."""
    if cls is None:
        return lambda cls: _freeze(cls, kw_only)
    return _freeze(cls, kw_only)


def members(cls: type) -> dict[str, Member]:
    """The attributes of a frozen class in declaration order."""
    defaults: dict[str, object] = cls.__defaults__  # type: ignore[attr-defined]
    return {name: _as_member(defaults.get(name, ...)) for name in _names(cls)}


def replace(instance: T, **changes: object) -> T:
    """Copy a frozen instance with some attributes changed."""
    values = {name: getattr(instance, name) for name in _names(type(instance))}
    return type(instance)(**values | changes)


def _names(cls: type) -> tuple[str, ...]:
    names: tuple[str, ...] = cls.__match_args__  # type: ignore[attr-defined]
    return names


def _freeze(cls: type[C], kw_only: bool) -> type[C]:
    body = dict(cls.__dict__)
    names = tuple(body.get("__annotations__", ()))
    defaults = {name: body.pop(name) for name in names if name in body}
    body.pop("__dict__", None)
    body.pop("__weakref__", None)
    body |= {
        "__slots__": names,
        "__match_args__": names,
        "__init__": _constructor(names, defaults, kw_only),
        "__defaults__": defaults,
        "__values__": attrgetter("__class__", *names),
        "__eq__": _equal,
        "__hash__": _hash,
        "__repr__": _repr,
    }
    return type(cls.__name__, cls.__bases__, body)


def _as_member(default: object) -> Member:
    return default if isinstance(default, Member) else Member(default)


def _constructor(names: tuple[str, ...], given: dict[str, object], kw_only: bool) -> Callable[..., None]:
    """Create `__init__`, which must be fast. It is compiled once per number of attributes and then renamed."""
    code = _compiled(len(names)).replace(co_varnames=("self", *names), co_names=names)
    if kw_only:
        code = code.replace(co_argcount=1, co_kwonlyargcount=len(names))
    constructor = FunctionType(code, {}, "__init__")
    if not given:
        return constructor
    found = {name: _as_member(default) for name, default in given.items()}
    defaults = {name: about.default for name, about in found.items() if not about.required}
    if kw_only:
        constructor.__kwdefaults__ = defaults
    else:
        constructor.__defaults__ = tuple(defaults.values())
    makers = {name: about.factory for name, about in found.items() if about.factory is not None}
    return _with_makers(constructor, names, makers) if makers else constructor


@cache
def _compiled(count: int) -> CodeType:
    parameters = "".join(f", value{at}" for at in range(count))
    body = "".join(f"\n    self.value{at} = value{at}" for at in range(count))
    scope: dict[str, FunctionType] = {}
    exec(f"def __init__(self{parameters}):{body}\n    return None", scope)  # noqa: S102 - the source contains only numbers
    return scope["__init__"].__code__


def _with_makers(
    constructor: Callable[..., None], names: tuple[str, ...], makers: dict[str, Callable[[], object]]
) -> Callable[..., None]:
    def construct(self: object, *values: object, **named: object) -> None:
        given = {*names[: len(values)], *named}
        made = {name: make() for name, make in makers.items() if name not in given}
        constructor(self, *values, **named, **made)

    return construct


def _equal(self: Any, other: Any) -> object:
    if type(self) is not type(other):
        return NotImplemented
    return self is other or self.__values__(self) == self.__values__(other)


def _hash(self: Any) -> int:
    return hash(self.__values__(self))


def _repr(self: object) -> str:
    shown = ", ".join(f"{name}={getattr(self, name)!r}" for name in members(type(self)))
    return f"{type(self).__name__}({shown})"
