"""Builders -> the bodies of builders.js: checks of arguments, codes that other fields follow, and the object made."""

from collections.abc import Iterable, Iterator, Sequence

from msgspec import Struct

from sealwax.contract import model as m
from sealwax.languages import free
from sealwax.languages.typescript import INHERITED, function_name, literal, option_key, property_key, string, type_name
from sealwax.meaning.builders import sources as bs
from sealwax.meaning.builders.body import Body, Follow
from sealwax.meaning.builders.demands import Demand
from sealwax.meaning.builders.plan import Compound, Place, Single
from sealwax.rendering import Finished
from sealwax.targets.typescript.builder_values import (
    CLOCK,
    DEFAULTS,
    NUMBERED,
    OPTIONS,
    REMEDIATIONS,
    RUNTIME,
    UNDEFINED,
    BuilderScope,
)
from sealwax.targets.typescript.catalogue import table_name

_TAKEN = NUMBERED | {CLOCK, DEFAULTS, REMEDIATIONS, RUNTIME}
"""Names that have a meaning in the whole module."""
_NULL = Finished("null")
_NOTHING = Finished("")


class ObjectEntry(Struct, frozen=True):
    """A key of an object, with its value: an expression, or an object that is put together."""

    key: Finished
    value: Finished
    """If the value is put together: what it is without a test that holds."""
    made: "Made | None" = None
    is_variable: bool = False
    """Whether the value is a variable with the name of the key."""


class Made(Struct, frozen=True):
    """An object that a builder puts together."""

    always: tuple[ObjectEntry, ...]
    """The keys that are always there."""
    given: tuple[ObjectEntry, ...]
    """The keys that are there when their value counts as given."""
    present: tuple[ObjectEntry, ...]
    """The keys that are there when their value is not undefined."""
    whole: Finished
    """An object that is merged last, or nothing."""
    is_unchecked: bool
    """Whether the compiler cannot prove its type."""
    test: Finished = _NOTHING
    """The condition under which it is made; empty when it always is."""


class BuilderCheck(Struct, frozen=True):
    """A call that rejects what contradicts the contract."""

    call: Finished
    test: Finished = _NOTHING
    """The condition under which it is made; empty when it always is."""


class Provided(Struct, frozen=True):
    """An argument that the application can provide."""

    is_missing: Finished
    """The test whether it is not given."""
    key: Finished
    """Of the option, and of the function that provides it."""
    argument: Finished | None
    """The name of the argument, unless it is an option."""


class BodyView(Struct, frozen=True):
    """The body of a builder."""

    provided: tuple[Provided, ...]
    arguments: tuple[BuilderCheck, ...]
    """The checks of single arguments."""
    codes: tuple[tuple[Finished, Finished], ...]
    """Variables for codes that other fields depend on, each with its value."""
    followed: tuple[BuilderCheck, ...]
    """The checks of what depends on a code."""
    result: Made
    demands: tuple[Demand, ...]
    imported: frozenset[Finished]
    """The tables and enums of the catalogue that it uses, and the run-time module if it calls that."""


# -- the body ---------------------------------------------------------------------------------------------------------


def body_view(builder: m.Builder, body: Body) -> BodyView:
    names = {each.name: positional_name(builder, body) for each in builder.parameters[:1]}
    scope = BuilderScope(body, names, _code_names(body, names.values()))
    provided = tuple(_provided(test, scope) for test in body.provided)
    arguments = tuple(_argument_checks(builder, body, scope))
    codes = tuple((scope.codes[path], scope.code(code)) for path, code in body.codes.items())
    followed = tuple(_followed(body, scope))
    is_unchecked = _hides_inherited(builder.outcome.fields) or _is_demanding(body.members)
    result = _made(body.members, scope, is_unchecked=is_unchecked)
    scope.imported.update({RUNTIME} if body.demands else ())
    return BodyView(provided, arguments, codes, followed, result, body.demands, frozenset(scope.imported))


def _provided(test: bs.Test, scope: BuilderScope) -> Provided:
    parameter = test.parameter.name
    return Provided(scope.is_missing(test), option_key(parameter), scope.names.get(parameter))


def required(builder: m.Builder, body: Body) -> list[m.Parameter]:
    """The arguments that must not be undefined. Calls in Python without them fail anyway, and so do empty ones here."""
    needed = filter(bs.must_be_given, builder.parameters)
    return [each for each in needed if each not in body.not_empty and not bs.replaces_empty(builder, each)]


def _argument_checks(builder: m.Builder, body: Body, scope: BuilderScope) -> Iterator[BuilderCheck]:
    for helper, parameters in (("mustBeGiven", required(builder, body)), ("notEmpty", body.not_empty)):
        for each in parameters:
            name = string(scope.names.get(each.name) or option_key(each.name))
            yield BuilderCheck(scope.call(helper, name, scope.read(each)))
    for fixed in body.constants:
        if fixed.parameter is not None:
            path, read = string(".".join(fixed.path)), scope.read(fixed.parameter)
            yield BuilderCheck(scope.call("checkConstant", path, read, string(fixed.path[-1]), literal(fixed.value)))
    for listed in body.listed:
        yield BuilderCheck(_listing(listed.enum, scope.read(listed.parameter), scope), scope.any_of(listed.tests))


def _followed(body: Body, scope: BuilderScope) -> Iterator[BuilderCheck]:
    for code in filter(is_listed_code, body.codes.values()):
        yield BuilderCheck(_listing(code.codes, f"{scope.codes[code.path]} || undefined", scope))
    for each in failing_follows(body):
        whole, is_demanded = _whole_of(each.around), each.place.is_demanded
        known = scope.followed(each.known) if each.known is not None else UNDEFINED
        arguments = [string(".".join(each.place.path)), known, scope.choice(each.passed)]
        arguments += [scope.whole(whole)] if whole else [UNDEFINED] if is_demanded else []
        arguments += [Finished("true")] if is_demanded else []
        yield BuilderCheck(scope.call("checkFollowed", *arguments), scope.any_of(each.tests))


def failing_follows(body: Body) -> Iterator[Follow]:
    """The checks that arguments can fail. JavaScript has no keyword arguments."""
    return (each for each in body.follows if _whole_of(each.around) or each.passed or each.place.is_demanded)


def is_listed_code(code: bs.Code) -> bool:
    """Whether a closed enum has to list a code that the argument for a whole object can hold."""
    return code.is_listed and code.whole is not None


def _whole_of(place: Compound | None) -> m.Parameter | None:
    """The argument for a whole object."""
    return place.whole.parameter if place is not None and place.whole is not None else None


def _listing(enum: m.Enum, value: str, scope: BuilderScope) -> Finished:
    return scope.call("checkListed", string(enum.name), scope.look_up(type_name(enum.name)), value)


# -- objects ----------------------------------------------------------------------------------------------------------


def _made(
    members: Sequence[Place],
    scope: BuilderScope,
    *,
    free: tuple[ObjectEntry, ...] = (),
    whole: Finished = _NOTHING,
    is_unchecked: bool,
    test: Finished = _NOTHING,
) -> Made:
    always, given, present = [*free], [], []
    for each in members:
        if each.is_certain or (isinstance(each, Compound) and each.otherwise is None):
            always.append(_entry(each, scope))
        elif each.takes_null if isinstance(each, Compound) else each.holds_empty:
            present.append(_entry(each, scope))
        elif isinstance(each, Single) or each.tests:
            # Without a test, an object can only hold keyword arguments, which JavaScript does not have.
            given.append(_entry(each, scope))
    scope.imported.update({RUNTIME} if given or present else ())
    return Made(tuple(always), tuple(given), tuple(present), whole, is_unchecked, test)


def _entry(place: Place, scope: BuilderScope) -> ObjectEntry:
    key = property_key(place.path[-1])
    if isinstance(place, Compound):
        is_made = place.is_certain or bool(place.tests)
        return ObjectEntry(key, _otherwise(place, scope), _object(place, scope) if is_made else None)
    value = _value(place, scope.body.cases(place), scope)
    return ObjectEntry(key, value, is_variable=key == value and value in (*scope.names.values(), *scope.codes.values()))


def _value(place: Single, cases: tuple[bs.Case, ...], scope: BuilderScope) -> Finished:
    if place.is_certain:
        made, is_object = scope.choice(cases), m.is_object(place.field.type)
        return Finished(f"/** @type {{any}} */ ({made})") if is_object and not _is_provable(place.field.type) else made
    match cases:
        case (bs.Case(value=bs.Passed(own)),) if not place.holds_empty:
            return scope.read(own)  # `given` leaves out what is empty, and copies the rest
        case (bs.Case((bs.Test(shown=bs.Shown.PRESENT),), bs.Passed() as passed),):
            return scope.value(passed)
        case _:
            return scope.choice(cases)


def _otherwise(place: Compound, scope: BuilderScope) -> Finished:
    if place.null is not None and place.otherwise is not None:
        return Finished(f"{scope.read(place.null)} === null ? null : undefined")
    return _NULL if place.otherwise is None else UNDEFINED


def _object(place: Compound, scope: BuilderScope) -> Made:
    return _made(
        place.members,
        scope,
        free=tuple(ObjectEntry(property_key(key), literal(value)) for key, value in place.free.items()),
        whole=_merged(place, scope),
        is_unchecked=not place.is_certain
        or not _is_provable(place.field.type)
        or _is_repeated(place)
        or _is_demanding(place.members),
        test=scope.any_of(place.tests),
    )


def _merged(place: Compound, scope: BuilderScope) -> Finished:
    own = _whole_of(place)
    if own is None:
        return _NOTHING
    whole = scope.whole(own)
    return scope.call("defined", f"/** @type {{object}} */ ({whole})" if _is_repeated(place) else whole)


# -- the limits of the type checker -----------------------------------------------------------------------------------


def _is_provable(kind: m.Type) -> bool:
    """Nothing can be proved about a payload, whose type is a parameter."""
    return not isinstance(m.bare(kind), m.Payload) and not _hides_inherited(m.fields_of(kind))


def _is_demanding(members: Sequence[Place]) -> bool:
    """A value may be missing, to the type checker: `checkFollowed` finds out that it is there."""
    return any(isinstance(member, Single) and member.is_demanded for member in members)


def _is_repeated(place: Compound) -> bool:
    """The type checker sees that a whole record has every key, and rejects the keys before it as useless."""
    own = _whole_of(place)
    is_whole = own is not None and (bs.must_be_given(own) or not own.merged)
    return is_whole and bool(place.members) and bool(m.fields_of(place.field.type))


def _hides_inherited(fields: tuple[m.Field, ...]) -> bool:
    """The type checker takes inherited members for the values of fields with such a name."""
    return any(each.name in INHERITED for each in fields)


# -- names ------------------------------------------------------------------------------------------------------------


def builder_name(builder: m.Builder) -> Finished:
    return free(function_name(builder.name), _TAKEN)


def positional_name(builder: m.Builder, body: Body) -> Finished:
    """The name of the first parameter, different from every other name in the body."""
    return free(function_name(builder.parameters[0].name), _taken(body))


def _code_names(body: Body, others: Iterable[Finished]) -> dict[bs.Path, Finished]:
    taken, found = {*_taken(body), *others}, {}
    for path in body.codes:
        found[path] = free(function_name(path[-1]), taken)
        taken.add(found[path])
    return found


def _taken(body: Body) -> frozenset[str]:
    """The names that have a meaning in the body already."""
    tables = {table_name(code.codes) for code in body.codes.values()}
    return _TAKEN | tables | {OPTIONS}
