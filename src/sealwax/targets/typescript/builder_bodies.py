"""Builders -> the bodies of builders.js: checks of arguments, codes that other fields follow, and the object made."""

from collections.abc import Iterable, Iterator, Sequence

from msgspec import Struct

from sealwax.contract import model as m
from sealwax.languages.typescript import INHERITED, function_name, literal, option_key, property_key, string, type_name
from sealwax.meaning import builder_plan as bp
from sealwax.rendering import Finished
from sealwax.targets.typescript.builder_values import (
    CLOCK,
    DEFAULTS,
    HELPERS,
    NOTHING,
    NUMBERED,
    OPTIONS,
    REMEDIATIONS,
    BodyScope,
    BuilderCase,
    Chain,
    CodeVariable,
    Provided,
    chain,
    code_in,
    descriptions,
    followed,
    member_of,
    provided_argument,
    single,
)
from sealwax.targets.typescript.catalogue import table_name


class KeyChoice(Struct, frozen=True):
    """A key that depends on which arguments are given, and whose value may be null or empty."""

    key: Finished
    cases: tuple[BuilderCase, ...]
    """The first test that holds decides."""
    followed: Finished
    """The value that is taken from the catalogue when no test holds, or nothing."""


class ObjectEntry(Struct, frozen=True):
    """A key of an object, with its value: an expression, or an object that is put together."""

    key: Finished
    value: Finished
    """Empty when the value is put together."""
    made: "Made | None"
    is_variable: bool = False
    """Whether the value is a variable with the name of the key."""


class Made(Struct, frozen=True):
    """An object that a builder puts together."""

    entries: tuple[ObjectEntry, ...]
    """The keys that are always there."""
    optional: tuple[ObjectEntry, ...]
    """The keys that are there when their value counts as given."""
    choices: tuple[KeyChoice, ...]
    whole: Finished
    """An object that is merged last, or nothing."""
    is_unchecked: bool
    """Whether the compiler cannot prove its type."""
    test: Finished
    """The condition under which it is made; empty when it always is."""
    otherwise: Finished
    """The value when it is not made."""


class BuilderCheck(Struct, frozen=True):
    """A call that refuses what contradicts the catalogue."""

    test: Finished
    """The condition under which it is made; empty when it always is."""
    call: Finished


class Body(Struct, frozen=True):
    """The body of a builder."""

    provided: tuple[Provided, ...]
    required: tuple[Finished, ...]
    """Calls that refuse missing arguments."""
    not_empty: tuple[Finished, ...]
    """Calls that refuse empty arguments."""
    agreements: tuple[Finished, ...]
    """Calls that refuse an argument for a whole object that contradicts a constant."""
    listed: tuple[BuilderCheck, ...]
    """Calls that refuse what a closed enum does not list."""
    codes: tuple[CodeVariable, ...]
    followed: tuple[BuilderCheck, ...]
    """Calls that refuse a value that is not the one of the code."""
    result: Made
    helpers: frozenset[Finished]
    """The functions of the run-time module that it calls."""


# -- the body ---------------------------------------------------------------------------------------------------------


def body(builder: m.Builder) -> Body:
    reads = {each.name: Finished(f"{OPTIONS}.{option_key(each.name)}") for each in builder.parameters[1:]}
    names = {each.name: positional_name(builder) for each in builder.parameters[:1]}
    scope, members = BodyScope(names | reads, builder), bp.plan(builder)
    provided = [provided_argument(each, names.get(each.name), scope) for each in builder.parameters if each.provided]
    spelled = {each.name: string(names.get(each.name, option_key(each.name))) for each in builder.parameters}
    checked = [each for each in builder.parameters if bp.refuses_empty(builder, each)]
    replaced = [each for each in builder.parameters if bp.replaces_empty(builder, each)]
    required = [each for each in builder.parameters if bp.must_be_given(each) and each not in (*checked, *replaced)]
    not_empty = tuple(scope.call("notEmpty", spelled[each.name], scope.read(each)) for each in checked)
    missing = tuple(scope.call("mustBeGiven", spelled[each.name], scope.read(each)) for each in required)
    agreements, listed = tuple(_agreements(members, scope)), tuple(_listed(builder, scope))
    _name_codes(members, scope, {*taken(builder), *names.values()})
    followed = tuple(dict.fromkeys(_followed(members, scope)))  # fields that follow the same code share a check of it
    is_unchecked = _hides_inherited(builder.outcome.fields) or _is_demanding(members)
    result = _made(members, scope, is_unchecked=is_unchecked)
    codes, helpers = tuple(scope.codes.values()), frozenset(scope.helpers)
    return Body(tuple(provided), missing, not_empty, agreements, listed, codes, followed, result, helpers)


def _agreements(members: Sequence[bp.Place], scope: BodyScope) -> Iterator[Finished]:
    for place in bp.places(members):
        if isinstance(place, bp.Compound) and place.parameter is not None:
            for key, value in place.fixed.items():
                path = string(".".join((*place.path, key)))
                yield scope.call("agree", path, scope.read(place.parameter), string(key), literal(value))


def _listed(builder: m.Builder, scope: BodyScope) -> Iterator[BuilderCheck]:
    for parameter in builder.parameters:
        enum = bp.listed_in(parameter)
        if enum is not None:
            is_kept = bp.must_be_given(parameter) or bp.empty_counts(parameter)
            test = NOTHING if is_kept else scope.is_given(parameter)
            yield BuilderCheck(test, _listing(enum, scope.read(parameter), scope))


def _listing(enum: m.Enum, value: str, scope: BodyScope) -> Finished:
    name = type_name(enum.name)
    return scope.call("checkListed", string(enum.name), name, value)


def _given(parameter: m.Parameter, scope: BodyScope) -> Finished:
    """An argument for a text, or null or undefined if it does not count as given."""
    read, is_kept = scope.read(parameter), bp.must_be_given(parameter) or bp.empty_counts(parameter)
    return read if is_kept else Finished(f"{read} || undefined")


def _followed(
    members: Sequence[bp.Place], scope: BodyScope, above: bp.Compound | None = None
) -> Iterator[BuilderCheck]:
    for place, follower in bp.followers(members):
        code = scope.codes.get((*place.path[:-1], follower.code))
        whole = scope.read(above.parameter) if above is not None and above.parameter is not None else NOTHING
        if code is not None and whole and not follower.codes.open:
            yield BuilderCheck(NOTHING, _listing(follower.codes, f"{code.name} || undefined", scope))
        if code is not None and follower.is_binding and (whole or place.triggers or place.is_demanded):
            is_conditional = place.is_demanded and above is not None and not above.is_certain
            test = _is_made(above, scope) if above is not None and is_conditional else NOTHING
            arguments: list[str] = [followed(place, follower, scope), _given_here(place, scope)]
            arguments += [whole or "undefined"] if whole or place.is_demanded else []
            arguments += ["true"] if place.is_demanded else []
            yield BuilderCheck(test, scope.call("checkFollowed", string(".".join(place.path)), *arguments))
    for member in members:
        if isinstance(member, bp.Compound):
            yield from _followed(member.members, scope, member)


def _is_made(place: bp.Compound, scope: BodyScope) -> Finished:
    own = place.parameter if place.takes_null else None
    tests = [
        scope.call("isGiven", scope.read(each)) if each == own else scope.is_given(each) for each in place.triggers
    ]
    return Finished(" || ".join(dict.fromkeys(tests)))


def _given_here(place: bp.Single, scope: BodyScope) -> Finished:
    """What arguments write, or undefined."""
    if place.parameter is not None and not place.setters:
        return _given(place.parameter, scope)
    own = place.parameter
    cases = [BuilderCase(scope.is_given(own), scope.read(own))] if own is not None else []
    cases += [BuilderCase(scope.is_given(each.parameter), literal(each.value)) for each in reversed(place.setters)]
    return Chain(tuple(cases), ()).text


def _name_codes(members: Sequence[bp.Place], scope: BodyScope, names: set[str]) -> None:
    """Give a variable to each code that other fields follow."""
    known = {place.path: place for place in bp.places(members)}
    for place in known.values():
        if isinstance(place, bp.Single) and place.follower:
            path = (*place.path[:-1], place.follower.code)
            value = _code(path[-1], known.get(path), known.get(path[:-1]), scope)
            if value and path not in scope.codes:
                name = distinct(function_name(path[-1]), names)
                names.add(name)
                scope.codes[path] = CodeVariable(name, value, path in known and known[path].is_certain)


def _code(key: str, place: bp.Place | None, above: bp.Place | None, scope: BodyScope) -> Finished:
    """A code: the one in the whole object, or else the value of its own field."""
    own = chain(place, scope) if isinstance(place, bp.Single) else None
    if above is None or above.parameter is None:
        return own.text if own else NOTHING
    whole = scope.read(above.parameter)
    return member_of(whole, key, scope) if own is None else code_in(whole, key, own, scope)


# -- objects ----------------------------------------------------------------------------------------------------------


def _made(
    members: Sequence[bp.Place],
    scope: BodyScope,
    *,
    free: tuple[ObjectEntry, ...] = (),
    whole: Finished = NOTHING,
    is_unchecked: bool,
    test: Finished = NOTHING,
    otherwise: Finished = NOTHING,
) -> Made:
    # Without an argument that writes into it, an object can only hold keywords, which JavaScript does not have.
    filled = [each for each in members if isinstance(each, bp.Single) or _is_there(each) or each.triggers]
    chosen = [each for each in filled if isinstance(each, bp.Single) and each.holds_empty]
    optional = tuple(_entry(each, scope) for each in filled if not _is_there(each) and each not in chosen)
    scope.helpers.update({Finished("given")} if optional else ())
    return Made(
        entries=(*free, *(_entry(each, scope) for each in filled if _is_there(each))),
        optional=optional,
        choices=(*(_choice(each, scope) for each in chosen), *_nulls(filled, scope)),
        whole=whole,
        is_unchecked=is_unchecked,
        test=test,
        otherwise=otherwise,
    )


def _is_there(place: bp.Place) -> bool:
    """Whether the key is always there, even if null."""
    return place.is_certain or (isinstance(place, bp.Compound) and place.otherwise is None)


def _entry(place: bp.Place, scope: BodyScope) -> ObjectEntry:
    key = property_key(place.path[-1])
    value = _compound(place, scope) if isinstance(place, bp.Compound) else single(place, scope)
    if isinstance(value, Made):
        return ObjectEntry(key, NOTHING, value)
    variables = {*scope.reads.values(), *(code.name for code in scope.codes.values())}
    return ObjectEntry(key, value, None, is_variable=key == value and value in variables)


def _compound(place: bp.Compound, scope: BodyScope) -> Finished | Made:
    own = place.parameter
    if own is not None and not place.is_certain and bp.is_alone(place):
        read = scope.read(own)  # `given` copies it
        if place.otherwise is not None:
            return read
        return Finished(f"{scope.is_given(own)} ? {scope.call('defined', read)} : null")
    if not place.is_certain and not place.triggers:
        return Finished("null")
    return _made(
        place.members,
        scope,
        free=tuple(ObjectEntry(property_key(key), literal(value), None) for key, value in place.free.items()),
        whole=_whole(place, own, scope) if own is not None else NOTHING,
        is_unchecked=not place.is_certain
        or not _is_provable(place.field.type)
        or _is_repeated(place)
        or _is_demanding(place.members),
        test=NOTHING if place.is_certain else _is_made(place, scope),
        otherwise=Finished("null" if place.otherwise is None else "undefined"),
    )


def _whole(place: bp.Compound, own: m.Parameter, scope: BodyScope) -> Finished:
    read = scope.read(own)
    if isinstance(own.default, dict):
        read = Finished(f"{scope.is_given(own)} ? {read} : {literal(own.default)}")
    return scope.call("defined", f"/** @type {{object}} */ ({read})" if _is_repeated(place) else read)


def _choice(place: bp.Single, scope: BodyScope) -> KeyChoice:
    found = followed(place, place.follower, scope) if place.follower else NOTHING
    scope.helpers.update({Finished("defined")} if found else ())
    return KeyChoice(property_key(place.path[-1]), chain(place, scope).cases, found)


def _nulls(members: Sequence[bp.Place], scope: BodyScope) -> Iterator[KeyChoice]:
    """Null for the objects whose argument is null, unless another argument makes them."""
    for place in members:
        if isinstance(place, bp.Compound) and place.parameter is not None and place.takes_null:
            others = dict.fromkeys(scope.is_given(each) for each in place.triggers if each != place.parameter)
            test = f"{scope.read(place.parameter)} === null"
            test += f" && !({' || '.join(others)})" if others else ""
            yield KeyChoice(property_key(place.path[-1]), (BuilderCase(Finished(test), Finished("null")),), NOTHING)


# -- the limits of the type checker -----------------------------------------------------------------------------------


def _is_provable(kind: m.Type) -> bool:
    """Nothing can be proved about a payload, whose type is a parameter."""
    return not isinstance(m.bare(kind), m.Payload) and not _hides_inherited(m.fields_of(kind))


def _is_demanding(members: Sequence[bp.Place]) -> bool:
    """A value may be missing, to the type checker: `checkFollowed` finds out that it is there."""
    return any(isinstance(member, bp.Single) and member.is_demanded for member in members)


def _is_repeated(place: bp.Compound) -> bool:
    """The type checker sees that a whole record has every key, and rejects the keys before it as useless."""
    own = place.parameter
    is_whole = own is not None and (bp.must_be_given(own) or not own.merged)
    return is_whole and bool(place.members) and bool(m.fields_of(place.field.type))


def _hides_inherited(fields: tuple[m.Field, ...]) -> bool:
    """The type checker takes inherited members for the values of fields with such a name."""
    return any(each.name in INHERITED for each in fields)


# -- names ------------------------------------------------------------------------------------------------------------


def builder_name(builder: m.Builder) -> Finished:
    return distinct(function_name(builder.name), HELPERS | NUMBERED | {CLOCK, DEFAULTS, REMEDIATIONS})


def positional_name(builder: m.Builder) -> Finished:
    """The name of the first parameter, different from every other name in the body."""
    return distinct(function_name(builder.parameters[0].name), taken(builder))


def tables(builder: m.Builder) -> frozenset[Finished]:
    """The tables of the catalogue that the body looks codes up in."""
    singles = [place for place in bp.places(bp.plan(builder)) if isinstance(place, bp.Single)]
    followers = (place.follower for place in singles if place.follower and place.follower.is_binding)
    found = frozenset(table_name(follower.codes) for follower in followers)
    described = builder.described
    if described is not None and bp.replaces_empty(builder, described.message):
        found |= {*descriptions(described)}
    return found | NUMBERED if any(place.numbered for place in singles) else found


def constants(builder: m.Builder) -> frozenset[Finished]:
    """The closed enums that the body looks values up in."""
    singles = [place for place in bp.places(bp.plan(builder)) if isinstance(place, bp.Single)]
    followed = (place.follower.codes for place in singles if place.follower and not place.follower.codes.open)
    listed = (enum for enum in map(bp.listed_in, builder.parameters) if enum is not None)
    return frozenset(type_name(enum.name) for enum in (*followed, *listed))


def taken(builder: m.Builder) -> frozenset[str]:
    """The names that have a meaning in the body already."""
    return HELPERS | NUMBERED | tables(builder) | {CLOCK, DEFAULTS, OPTIONS, REMEDIATIONS}


def distinct(name: Finished, names: Iterable[str]) -> Finished:
    while name in names:
        name = Finished(f"{name}_")
    return name
