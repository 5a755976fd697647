"""The objects that a builder puts together, and its checks, as the template of builders.py prints them."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby, takewhile
from typing import assert_never

from msgspec import Struct

from sealwax.contract import model as m
from sealwax.languages.python import attribute, literal, string
from sealwax.languages.python.types import NONE
from sealwax.meaning.builders import plan as bp
from sealwax.rendering import Finished
from sealwax.targets.python.builder_values import BuilderScope, table_of, values_of

_NOTHING = Finished("")


class Branch(Struct, frozen=True):
    """Values that are written under a condition."""

    test: Finished
    """Empty: always."""
    assignments: dict[Finished, Finished]
    """Keys of the object, each with the expression for its value."""


class CheckView(Struct, frozen=True):
    """A test that finds a contradiction, and what to say about it."""

    test: Finished
    text: str
    """With `%r` for each value."""
    values: tuple[Finished, ...] = ()

    @property
    def logged(self) -> Finished:
        """The arguments for `warning`."""
        return Finished(", ".join((string(self.text), *self.values)))

    @property
    def raised(self) -> Finished:
        """The argument for an exception."""
        first, *others = self.text.split("%r")
        shown = [f"repr({value})" for value in self.values]
        pieces = [piece for pair in zip(shown, map(string, others), strict=True) for piece in pair]
        return Finished(" + ".join(piece for piece in (string(first), *pieces) if piece != '""'))


class ObjectPart(Struct, frozen=True):
    """What is written into an object next."""

    branches: tuple[Branch, ...]
    """The first test that holds decides."""
    object: "ObjectView | None"
    """Written after that, if it is made."""


class ObjectView(Struct, frozen=True):
    """An object that the function puts together in a variable."""

    variable: Finished
    start: dict[Finished, Finished]
    """The keys that it always has, each with the expression for its value."""
    condition: Finished
    """When it is made; empty: always."""
    absent_value: Finished
    """What the variable holds otherwise; empty when it is used under the condition only."""
    inner: tuple["ObjectView", ...]
    """The objects that it always contains."""
    parts: tuple[ObjectPart, ...]
    """The keys that it may have."""
    merged: Finished
    """What is merged into it last; empty if nothing is."""
    checks: tuple[CheckView, ...]
    """Of what it holds when it is complete."""
    key: Finished
    """Where to write it in the object around it; empty if that contains it from the start."""


def object_view(scope: BuilderScope, place: bp.Object, *, is_added: bool = False) -> ObjectView:
    """The object at a key. `is_added`: it is written to the object around it if it is made."""
    certain = (each for each in place.members if isinstance(each, bp.Object) and each.is_certain and is_made(each))
    return ObjectView(
        variable=scope.variables[place.path],
        start=_start(scope, place),
        condition=_NOTHING if place.is_certain else _condition(scope, place),
        absent_value=_NOTHING if place.is_certain or is_added else scope.absent_value(place),
        inner=tuple(object_view(scope, each) for each in certain),
        parts=tuple(_parts(scope, place)),
        merged=scope.wholes[place.path] if place.merged is not None else _NOTHING,
        checks=tuple(checks_of_codes(scope, place.members)),
        key=string(place.path[-1]) if is_added else _NOTHING,
    )


def is_made(place: bp.Object) -> bool:
    """Whether there is more to an object than what its argument holds."""
    return bool(place.members) or not place.is_certain


def _condition(scope: BuilderScope, place: bp.Object) -> Finished:
    rest = (scope.rest,) if place.merged is not None and place.merged.has_keywords else ()
    return Finished(" or ".join(dict.fromkeys((*map(scope.is_given, place.arguments), *rest))))


def _start(scope: BuilderScope, place: bp.Object) -> dict[Finished, Finished]:
    """The keys that it starts with: those that it always has, up to the first that it may lack."""
    return dict(_assigned(scope, each) for each in takewhile(_is_always_there, place.members))


def _is_always_there(member: bp.Key | bp.Object) -> bool:
    return member.is_certain or (isinstance(member, bp.Object) and member.otherwise is None)


def _assigned(scope: BuilderScope, member: bp.Key | bp.Object) -> tuple[Finished, Finished]:
    """The key of a member that is always there, and what it holds; null is replaced if there is an object."""
    if isinstance(member, bp.Key):
        value = scope.written(member)
    else:
        value = scope.variables[member.path] if member.is_certain else NONE
    return string(member.path[-1]), value


def _parts(scope: BuilderScope, place: bp.Object) -> Iterator[ObjectPart]:
    """What is written after that. Values under the same conditions are written together."""
    started = [*takewhile(_is_always_there, place.members)]
    for _, group in groupby(place.members, lambda member: _tests(scope, member)):
        members = [each for each in group if each not in started or not each.is_certain]
        made = (
            object_view(scope, each, is_added=True)
            for each in members
            if isinstance(each, bp.Object) and not each.is_certain
        )
        branches = tuple(_branches(scope, [each for each in members if each not in started]))
        if members:
            yield ObjectPart(branches, next(made, None))


def _tests(scope: BuilderScope, member: bp.Key | bp.Object) -> tuple[str, ...]:
    """The conditions of the values of a key; something else for each object that may be missing."""
    if member.is_certain:
        return ()
    if isinstance(member, bp.Object):
        return member.path
    return (
        (scope.codes[member.path],) if scope.plan.is_asked_for(member) else tuple(map(scope.has_value, member.sources))
    )


def _branches(scope: BuilderScope, members: Sequence[bp.Key | bp.Object]) -> Iterator[Branch]:
    if always := [each for each in members if _is_always_there(each)]:
        yield Branch(_NOTHING, dict(_assigned(scope, each) for each in always))
    keys = [each for each in members if isinstance(each, bp.Key) and not each.is_certain]
    for at, test in enumerate(_tests(scope, keys[0]) if keys else ()):
        values = (
            (key, scope.codes[key.path] if scope.plan.is_asked_for(key) else scope.value(key.sources[at]))
            for key in keys
        )
        yield Branch(Finished(test), {string(key.path[-1]): value for key, value in values})


# -- checks -----------------------------------------------------------------------------------------------------------


def checks_of_arguments(scope: BuilderScope) -> Iterator[CheckView]:
    """What can be seen before anything is made."""
    for check in scope.plan.checks:
        match check:
            case bp.Empty(bp.Argument(own)):
                name = attribute(own.name)
                yield CheckView(Finished(f"not {name}"), f"{name} must not be empty")
            case bp.Unlisted(argument, enum):
                yield _unlisted(argument, enum)
            case bp.Changed(path, _, value):
                whole, key, spelled = scope.wholes[path[:-1]], string(path[-1]), literal(value)
                found = Finished(f"{whole}.get({key}, {spelled})")
                # To Python, true is 1.
                is_other = f"isinstance({found}, bool) or " if value in (0, 1) and not isinstance(value, bool) else ""
                differs = f"{found} is not {spelled}" if isinstance(value, bool) else f"{is_other}{found} != {spelled}"
                text = f"{'.'.join(path)} is always %r, not %r"
                yield CheckView(Finished(differs), text, (spelled, Finished(f"{whole}.get({key})")))
            case bp.Contradicted() | bp.Missing():
                pass  # as soon as the object is complete
            case _:
                assert_never(check)


def _unlisted(argument: bp.Argument, enum: m.Enum) -> CheckView:
    name = attribute(argument.parameter.name)
    is_sure = argument.is_certain and not isinstance(argument.parameter.field.type, m.Nullable)
    given = "" if is_sure else f"{name} is not None and " if argument.is_certain else f"{name} and "
    test = Finished(f"{given}{name} not in {values_of(enum)}")
    return CheckView(test, f"%r is not a valid {enum.name}", (name,))


def checks_of_codes(scope: BuilderScope, members: Iterable[bp.Key | bp.Object]) -> Iterator[CheckView]:
    """The checks of what depends on a code, for the members of an object or of the envelope."""
    keys = {each.path: each for each in members if isinstance(each, bp.Key)}
    for check in scope.plan.checks:
        if not isinstance(check, bp.Contradicted | bp.Missing) or check.path not in keys:
            continue
        found, where = _found(scope, keys[check.path]), ".".join(check.path)
        if isinstance(check, bp.Missing):
            text = f"{where} must be given, because no code in the catalogue determines it"
            yield CheckView(Finished(f"{found} is None"), text)
        else:
            table, code = table_of(check.source), scope.codes[check.source.code]
            test, known = f"{table}.get({code}, {found}) != {found}", Finished(f"{table}[{code}]")
            yield CheckView(Finished(test), f"{where} is %r for this code, not %r", (known, found))


def _found(scope: BuilderScope, key: bp.Key) -> Finished:
    """The expression for what the response has at a key."""
    if len(key.path) == 1:
        return scope.variables[key.path]
    around, name = scope.variables[key.path[:-1]], string(key.path[-1])
    return Finished(f"{around}[{name}]" if key.is_certain else f"{around}.get({name})")
