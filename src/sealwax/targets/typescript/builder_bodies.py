"""Builders -> the bodies of builders.js: checks of arguments, codes that other fields follow, and the object made."""

from collections.abc import Iterable, Iterator, Sequence

from sealwax.contract import model as m
from sealwax.frozen import frozen
from sealwax.languages.typescript import INHERITED, function_name, literal, option_key, property_key, string
from sealwax.meaning import builder_plan as bp
from sealwax.rendering import Finished
from sealwax.targets.typescript.catalogue import classification_key, table_name

NOTHING = Finished("")
OPTIONS = Finished("options")
CLOCK = Finished("systemClock")
NUMBERED = frozenset({Finished("errorCodes"), Finished("errorTypes")})
"""The tables in which the number of a code is found."""
HELPERS = frozenset({"agree", "defined", "given", "isGiven", "millisecondsSince", "notEmpty", "numberOf", "own"})
"""The functions of the run-time module that builders call."""


@frozen
class CodeVariable:
    """A variable for a code that other fields follow, because the body uses it more than once."""

    name: Finished
    value: Finished
    is_certain: bool
    """Whether it always holds a code."""


@frozen
class BuilderCase:
    """A value, and the test that it depends on."""

    test: Finished
    value: Finished


class BodyScope:
    """The names in the body of a builder. It collects the codes and the helpers that the body turns out to need."""

    def __init__(self, reads: dict[str, Finished]) -> None:
        self.reads = reads
        """By parameter, the expression that reads its argument."""
        self.codes: dict[bp.Path, CodeVariable] = {}
        self.helpers: set[Finished] = set()
        """The functions of the run-time module that are called, because the module imports those."""

    def read(self, parameter: m.Parameter) -> Finished:
        return self.reads[parameter.name]

    def call(self, helper: str, *arguments: str) -> Finished:
        self.helpers.add(Finished(helper))
        return Finished(f"{helper}({', '.join(arguments)})")

    def is_given(self, parameter: m.Parameter) -> Finished:
        if bp.must_be_given(parameter) or bp.empty_counts(parameter):
            return Finished(f"{self.read(parameter)} != null")
        return self.call("isGiven", self.read(parameter))


@frozen
class Chain:
    """The ways in which a place gets its value: the first one that applies wins."""

    cases: tuple[BuilderCase, ...]
    alternatives: tuple[Finished, ...]
    operator: str = "??"

    @property
    def text(self) -> Finished:
        tests = "".join(f"{case.test} ? {case.value} : " for case in self.cases)
        return Finished(tests + (f" {self.operator} ".join(self.alternatives) or "undefined"))

    @property
    def is_or(self) -> bool:
        """Whether `||` can precede it without brackets."""
        return not self.cases and (self.operator == "||" or len(self.alternatives) == 1)


@frozen
class KeyChoice:
    """A key that depends on which arguments are given, and whose value may be null or empty."""

    key: Finished
    cases: tuple[BuilderCase, ...]
    """The first test that holds decides."""
    followed: Finished
    """The value that is taken from the catalogue when no test holds, or nothing."""


@frozen
class ObjectEntry:
    """A key of an object, with its value: an expression, or an object that is put together."""

    key: Finished
    value: Finished
    """Empty when the value is put together."""
    made: "Made | None"
    is_variable: bool = False
    """Whether the value is a variable with the name of the key."""


@frozen
class Made:
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


@frozen
class Body:
    """The body of a builder."""

    not_empty: tuple[Finished, ...]
    """Calls that refuse empty arguments."""
    agreements: tuple[Finished, ...]
    """Calls that refuse an argument for a whole object that contradicts a constant."""
    codes: tuple[CodeVariable, ...]
    result: Made
    helpers: frozenset[Finished]
    """The functions of the run-time module that it calls."""


# -- the body ---------------------------------------------------------------------------------------------------------


def body(builder: m.Builder) -> Body:
    reads = {each.name: Finished(f"{OPTIONS}.{option_key(each.name)}") for each in builder.parameters[1:]}
    names = {each.name: positional_name(builder) for each in builder.parameters[:1]}
    scope, members = BodyScope(names | reads), bp.plan(builder)
    not_empty = tuple(
        scope.call("notEmpty", string(names.get(each.name, option_key(each.name))), scope.read(each))
        for each in builder.parameters
        if bp.refuses_empty(each)
    )
    agreements = tuple(_agreements(members, scope))
    _name_codes(members, scope, {*taken(builder), *names.values()})
    result = _made(members, scope, is_unchecked=_hides_inherited(builder.outcome.fields))
    return Body(not_empty, agreements, tuple(scope.codes.values()), result, frozenset(scope.helpers))


def _agreements(members: Sequence[bp.Place], scope: BodyScope) -> Iterator[Finished]:
    for place in bp.places(members):
        if isinstance(place, bp.Compound) and place.parameter is not None:
            for key, value in place.fixed.items():
                path = string(".".join((*place.path, key)))
                yield scope.call("agree", path, scope.read(place.parameter), string(key), literal(value))


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
    found = member_of(scope.read(above.parameter), key, scope)
    if own is None:
        return found
    return Finished(f"{found} || {own.text}" if own.is_or else f"{found} || ({own.text})")


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
    chosen = [each for each in filled if isinstance(each, bp.Single) and each.sets_empty]
    optional = tuple(_entry(each, scope) for each in filled if not _is_there(each) and each not in chosen)
    scope.helpers.update({Finished("given")} if optional else ())
    return Made(
        entries=(*free, *(_entry(each, scope) for each in filled if _is_there(each))),
        optional=optional,
        choices=tuple(_choice(each, scope) for each in chosen),
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
    tests = () if place.is_certain else dict.fromkeys(scope.is_given(trigger) for trigger in place.triggers)
    return _made(
        place.members,
        scope,
        free=tuple(ObjectEntry(property_key(key), literal(value), None) for key, value in place.free.items()),
        whole=_whole(place, own, scope) if own is not None else NOTHING,
        is_unchecked=not place.is_certain or not _is_provable(place.field.type) or _is_repeated(place),
        test=Finished(" || ".join(tests)),
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


# -- the limits of the type checker -----------------------------------------------------------------------------------


def _is_provable(kind: m.Type) -> bool:
    """Nothing can be proved about a payload, whose type is a parameter."""
    return not isinstance(m.bare(kind), m.Payload) and not _hides_inherited(m.fields_of(kind))


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
    return distinct(function_name(builder.name), HELPERS | NUMBERED | {CLOCK})


def positional_name(builder: m.Builder) -> Finished:
    """The name of the first parameter, different from every other name in the body."""
    return distinct(function_name(builder.parameters[0].name), taken(builder))


def tables(builder: m.Builder) -> frozenset[Finished]:
    """The tables of the catalogue that the body looks codes up in."""
    singles = [place for place in bp.places(bp.plan(builder)) if isinstance(place, bp.Single)]
    found = frozenset(table_name(place.follower.codes) for place in singles if place.follower)
    return found | NUMBERED if any(place.numbered for place in singles) else found


def taken(builder: m.Builder) -> frozenset[str]:
    """The names that have a meaning in the body already."""
    return HELPERS | NUMBERED | tables(builder) | {CLOCK, OPTIONS}


def distinct(name: Finished, names: Iterable[str]) -> Finished:
    while name in names:
        name = Finished(f"{name}_")
    return name


# -- single values ----------------------------------------------------------------------------------------------------


def single(place: bp.Single, scope: BodyScope) -> Finished:
    clock = f"{OPTIONS}.clock ?? {CLOCK}"
    if place.path in scope.codes:
        return scope.codes[place.path].name
    if place.reading is bp.Reading.NOW:
        return Finished(f"({clock}).now().toISOString()")
    if place.reading is bp.Reading.ELAPSED:
        return scope.call("millisecondsSince", f"{OPTIONS}.started", clock)
    return _number(place, place.numbered, scope) if place.numbered else chain(place, scope).text


def _number(place: bp.Single, numbered: bp.Numbered, scope: BodyScope) -> Finished:
    own = numbered.parameter
    code = scope.read(own)
    if not bp.must_be_given(own) and not isinstance(own.default, m.Absent):
        code = Finished(f"{code} {'??' if bp.empty_counts(own) else '||'} {literal(own.default)}")
    found = scope.call("numberOf", *sorted(NUMBERED), code)
    return found if isinstance(place.default, m.Absent) else Finished(f"{found} ?? {literal(place.default)}")


def chain(place: bp.Single, scope: BodyScope) -> Chain:
    """The argument, what other arguments set, what the catalogue says about the code, the default."""
    own, kind = place.parameter, m.bare(place.field.type)
    classified = (followed(place, place.follower, scope),) if place.follower else ()
    default = () if isinstance(place.default, m.Absent) else (literal(place.default),)
    fallbacks = (*classified, *default)
    cases = tuple(BuilderCase(scope.is_given(each.parameter), literal(each.value)) for each in reversed(place.setters))
    if own is None:
        return Chain(cases, fallbacks)
    read = scope.read(own)
    if bp.must_be_given(own):
        return Chain((), (_copied(place.field.type, read),))
    if not cases and not fallbacks:
        return Chain((), (read,))
    if cases or isinstance(kind, m.ListOf) or not (bp.empty_counts(own) or _is_text(kind)):
        return Chain((BuilderCase(scope.is_given(own), _copied(kind, read)), *cases), fallbacks)
    return Chain((), (read, *fallbacks), "??" if bp.empty_counts(own) else "||")


def followed(place: bp.Single, follower: bp.Follower, scope: BodyScope) -> Finished:
    code = scope.codes.get((*place.path[:-1], follower.code))
    if code is None:
        return Finished("undefined")
    found = f"{table_name(follower.codes)}[{code.name}]?.{classification_key(follower.codes)}"
    return Finished(found if code.is_certain else f"({code.name} ? {found} : undefined)")


def _copied(kind: m.Type, read: Finished) -> Finished:
    """A list is copied, so that the caller can change the result without changing the argument."""
    if not isinstance(m.bare(kind), m.ListOf):
        return read
    return Finished(f"{read} && [...{read}]" if isinstance(kind, m.Nullable) else f"[...{read}]")


def _is_text(kind: m.Type) -> bool:
    return isinstance(kind, m.String) or (isinstance(kind, m.Reference) and isinstance(kind.target, m.Enum | m.Text))


def member_of(record: Finished, key: str, scope: BodyScope) -> Finished:
    if key in INHERITED:
        return scope.call("own", record, string(key))
    spelled = property_key(key)
    return Finished(f"{record}?.{spelled}" if spelled == key else f"{record}?.[{spelled}]")
