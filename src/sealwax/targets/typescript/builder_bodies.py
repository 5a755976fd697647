"""Builders -> the bodies of builders.js: checks of arguments, codes that other fields follow, and the object made."""

from collections.abc import Iterable, Iterator, Sequence

from msgspec import Struct

from sealwax.contract import model as m
from sealwax.languages.typescript import INHERITED, function_name, literal, option_key, property_key, string, type_name
from sealwax.meaning import builder_plan as bp
from sealwax.meaning import builder_sources as bs
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
    CodeVariable,
    Provided,
    case_of,
    chain,
    code_value,
    followed,
    provided_argument,
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
    looked_up: frozenset[Finished]
    """The tables and enums of the catalogue that it looks values up in."""


# -- the body ---------------------------------------------------------------------------------------------------------


def body(builder: m.Builder) -> Body:
    reads = {each.name: Finished(f"{OPTIONS}.{option_key(each.name)}") for each in builder.parameters[1:]}
    names = {each.name: positional_name(builder) for each in builder.parameters[:1]}
    scope, members = BodyScope(names | reads), bp.plan(builder)
    provided = [provided_argument(each, names.get(each.name), scope) for each in builder.parameters if each.provided]
    spelled = {each.name: string(names.get(each.name, option_key(each.name))) for each in builder.parameters}
    checked = [each for each in builder.parameters if bs.refuses_empty(builder, each)]
    replaced = [each for each in builder.parameters if bs.replaces_empty(builder, each)]
    required = [each for each in builder.parameters if bs.must_be_given(each) and each not in (*checked, *replaced)]
    not_empty = tuple(scope.call("notEmpty", spelled[each.name], scope.read(each)) for each in checked)
    missing = tuple(scope.call("mustBeGiven", spelled[each.name], scope.read(each)) for each in required)
    agreements, listed = tuple(_agreements(builder, scope)), tuple(_listed(builder, scope))
    codes = bp.codes(members)
    taken_names = {*taken(builder), *names.values()}
    for path, code in codes.items():
        name = distinct(function_name(path[-1]), taken_names)
        taken_names.add(name)
        scope.codes[path] = CodeVariable(name, code_value(code, scope), code.is_certain)
    followed = (*_listed_codes(codes.values(), scope), *_followed(members, scope))
    is_unchecked = _hides_inherited(builder.outcome.fields) or _is_demanding(members)
    result = _made(members, scope, is_unchecked=is_unchecked)
    return Body(
        provided=tuple(provided),
        required=missing,
        not_empty=not_empty,
        agreements=agreements,
        listed=listed,
        codes=tuple(scope.codes.values()),
        followed=followed,
        result=result,
        helpers=frozenset(scope.helpers),
        looked_up=frozenset(scope.looked_up),
    )


def _agreements(builder: m.Builder, scope: BodyScope) -> Iterator[Finished]:
    for each in (each for found in bs.fixed(builder).values() for each in found):
        if each.parameter is not None:
            path, read = string(".".join(each.path)), scope.read(each.parameter)
            yield scope.call("agree", path, read, string(each.path[-1]), literal(each.value))


def _listed(builder: m.Builder, scope: BodyScope) -> Iterator[BuilderCheck]:
    for parameter in builder.parameters:
        enum, argument = bs.listed_in(parameter), bs.argument_of(parameter)
        if enum is not None:
            test = scope.is_given(argument) if argument.given is bs.Given.NOT_EMPTY else NOTHING
            yield BuilderCheck(test, _listing(enum, scope.read(parameter), scope))


def _listed_codes(codes: Iterable[bs.Code], scope: BodyScope) -> Iterator[BuilderCheck]:
    for code in codes:
        if code.is_listed and code.whole is not None:
            yield BuilderCheck(NOTHING, _listing(code.codes, f"{scope.codes[code.path].name} || undefined", scope))


def _listing(enum: m.Enum, value: str, scope: BodyScope) -> Finished:
    return scope.call("checkListed", string(enum.name), scope.look_up(type_name(enum.name)), value)


def _followed(
    members: Sequence[bp.Place], scope: BodyScope, above: bp.Compound | None = None
) -> Iterator[BuilderCheck]:
    whole = scope.whole(above.whole.parameter) if above is not None and above.whole is not None else NOTHING
    for place in bp.checked(members):
        if place.followed is not None and (whole or place.triggers or place.is_demanded):
            is_conditional = place.is_demanded and above is not None and not above.is_certain
            test = _is_made(above, scope) if above is not None and is_conditional else NOTHING
            known = followed(place.followed, scope) if place.followed.is_binding else Finished("undefined")
            arguments: list[str] = [known, _given_here(place, scope)]
            arguments += [whole or "undefined"] if whole or place.is_demanded else []
            arguments += ["true"] if place.is_demanded else []
            yield BuilderCheck(test, scope.call("checkFollowed", string(".".join(place.path)), *arguments))
    for member in members:
        if isinstance(member, bp.Compound):
            yield from _followed(member.members, scope, member)


def _is_made(place: bp.Compound, scope: BodyScope) -> Finished:
    return Finished(" || ".join(dict.fromkeys(scope.is_given(each) for each in place.makers)))


def _given_here(place: bp.Single, scope: BodyScope) -> Finished:
    """What arguments write, or undefined: null is what one of them sets."""
    written = [source for source in place.sources if isinstance(source, bs.Argument | bs.Setter)]
    found = chain(written, scope)
    return Finished(f"{found.text} {found.operator} undefined") if found.alternatives else found.text


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
    value = _compound(place, scope) if isinstance(place, bp.Compound) else _single(place, scope)
    if isinstance(value, Made):
        return ObjectEntry(key, NOTHING, value)
    variables = {*scope.reads.values(), *(code.name for code in scope.codes.values())}
    return ObjectEntry(key, value, None, is_variable=key == value and value in variables)


def _single(place: bp.Single, scope: BodyScope) -> Finished:
    code = scope.codes.get(place.path)
    if code is not None and code.is_certain:
        return code.name
    match place.sources:
        case (bs.Argument(own), bs.Default({**nothing})) if not nothing and m.is_object(own.field.type):
            value = scope.call("defined", scope.read(own))
        case _:
            value = chain(place.sources, scope).text
    is_proved = not place.is_certain or not m.is_object(place.field.type) or _is_provable(place.field.type)
    return value if is_proved else Finished(f"/** @type {{any}} */ ({value})")


def _compound(place: bp.Compound, scope: BodyScope) -> Finished | Made:
    if not place.is_certain and not place.triggers:
        return Finished("null")
    return _made(
        place.members,
        scope,
        free=tuple(ObjectEntry(property_key(key), literal(value), None) for key, value in place.free.items()),
        whole=_whole(place, place.whole.parameter, scope) if place.whole is not None else NOTHING,
        is_unchecked=not place.is_certain
        or not _is_provable(place.field.type)
        or _is_repeated(place)
        or _is_demanding(place.members),
        test=NOTHING if place.is_certain else _is_made(place, scope),
        otherwise=Finished("null" if place.otherwise is None else "undefined"),
    )


def _whole(place: bp.Compound, own: m.Parameter, scope: BodyScope) -> Finished:
    whole = scope.whole(own)
    return scope.call("defined", f"/** @type {{object}} */ ({whole})" if _is_repeated(place) else whole)


def _choice(place: bp.Single, scope: BodyScope) -> KeyChoice:
    given = tuple(source for source in place.sources if isinstance(source, bs.Argument | bs.Setter))
    found = chain(place.sources[len(given) :], scope).text if len(given) < len(place.sources) else NOTHING
    scope.helpers.update({Finished("defined")} if found else ())
    return KeyChoice(property_key(place.path[-1]), tuple(case_of(source, scope) for source in given), found)


def _nulls(members: Sequence[bp.Place], scope: BodyScope) -> Iterator[KeyChoice]:
    """Null for the objects whose argument is null, unless another argument makes them."""
    for place in members:
        if isinstance(place, bp.Compound) and place.whole is not None and place.takes_null:
            own = place.whole.parameter
            others = dict.fromkeys(scope.is_given(each) for each in place.makers if each.parameter != own)
            test = f"{scope.read(own)} === null"
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
    own = place.whole.parameter if place.whole is not None else None
    is_whole = own is not None and (bs.must_be_given(own) or not own.merged)
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


def taken(builder: m.Builder) -> frozenset[str]:
    """The names that have a meaning in the body already."""
    tables = {table_name(code.codes) for code in bp.codes(bp.plan(builder)).values()}
    return HELPERS | NUMBERED | tables | {CLOCK, DEFAULTS, OPTIONS, REMEDIATIONS}


def distinct(name: Finished, names: Iterable[str]) -> Finished:
    while name in names:
        name = Finished(f"{name}_")
    return name
