"""Builders -> the bodies of builders.js: checks of arguments, codes that other fields follow, and the object made."""

from collections.abc import Iterator, Sequence

from msgspec import Struct

from sealwax.contract import model as m
from sealwax.languages import free
from sealwax.languages.typescript import INHERITED, function_name, literal, option_key, property_key, string, type_name
from sealwax.meaning.builders import sources as bs
from sealwax.meaning.builders.body import Body, Follow
from sealwax.meaning.builders.demands import Demand
from sealwax.meaning.builders.plan import Compound, Place, Single
from sealwax.meaning.builders.sources import Shown
from sealwax.rendering import Finished
from sealwax.targets.typescript.catalogue import classification_key, table_name

OPTIONS, CLOCK, RUNTIME = Finished("options"), Finished("systemClock"), Finished("rt")
_NUMBERED = (Finished("errorCodes"), Finished("errorTypes"))
"""The tables in which the number of a code is found."""
_TAKEN = frozenset({*_NUMBERED, CLOCK, RUNTIME, "defaults", "remediations"})
"""Names that have a meaning in the whole module."""
_UNDEFINED, _NULL, _NOTHING = Finished("undefined"), Finished("null"), Finished("")


class ObjectEntry(Struct, frozen=True):
    """A key of an object, with its value: an expression, or an object that is put together."""

    key: Finished
    value: Finished
    """Empty if it is the variable with the name of the key; if it is put together: what it is if its test fails."""
    made: "Made | None" = None


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


class Step(Struct, frozen=True):
    """An expression that is evaluated for its effect: it fills in an argument, or rejects one."""

    expression: Finished
    test: Finished = _NOTHING
    """The condition under which it is evaluated; empty when it always is."""


class BodyView(Struct, frozen=True):
    """The body of a builder."""

    arguments: tuple[Step, ...]
    """What the application provides is filled in, then single arguments are checked."""
    codes: tuple[tuple[Finished, Finished], ...]
    """Variables for codes that other fields depend on, each with its value."""
    followed: tuple[Step, ...]
    """The checks of what depends on a code."""
    result: Made
    demands: tuple[Demand, ...]
    imported: frozenset[Finished]
    """The tables and enums of the catalogue that it uses."""
    helpers: frozenset[str]
    """The functions of the run-time module that it calls."""


# -- the body ---------------------------------------------------------------------------------------------------------


def body_view(builder: m.Builder, body: Body) -> BodyView:
    scope = BuilderScope(builder, body)
    arguments = (*_provided(body, scope), *_argument_checks(builder, body, scope))
    codes = tuple((scope.codes[path], scope.code(code)) for path, code in body.codes.items())
    followed = tuple(_followed(body, scope))
    result = _made(body.members, scope, is_unchecked=_hides_inherited(builder.outcome.fields))
    helpers = scope.helpers | ({"complete"} if body.demands else set())
    return BodyView(arguments, codes, followed, result, body.demands, frozenset(scope.imported), frozenset(helpers))


def _provided(body: Body, scope: "BuilderScope") -> Iterator[Step]:
    for test in body.provided:
        name, key = scope.names.get(test.parameter.name), option_key(test.parameter.name)
        value = f"defaults.{key}?.()"
        filled = f"{name} = {value}" if name else f"{OPTIONS} = {{ ...{OPTIONS}, {key}: {value} }}"
        yield Step(Finished(filled), scope.is_missing(test))


def required(builder: m.Builder, body: Body) -> list[m.Parameter]:
    """The arguments that must not be undefined. Calls in Python without them fail anyway, and so do empty ones here."""
    needed = filter(bs.must_be_given, builder.parameters)
    return [each for each in needed if each not in body.not_empty and not bs.replaces_empty(builder, each)]


def _argument_checks(builder: m.Builder, body: Body, scope: "BuilderScope") -> Iterator[Step]:
    for helper, parameters in (("mustBeGiven", required(builder, body)), ("notEmpty", body.not_empty)):
        for each in parameters:
            name = string(scope.names.get(each.name) or option_key(each.name))
            yield Step(scope.call(helper, name, scope.read(each)))
    for fixed in body.constants:
        if fixed.parameter is not None:
            path, read = string(".".join(fixed.path)), scope.read(fixed.parameter)
            yield Step(scope.call("checkConstant", path, read, string(fixed.path[-1]), literal(fixed.value)))
    for listed in body.listed:
        yield Step(_listing(listed.enum, scope.read(listed.parameter), scope), scope.any_of(listed.tests))


def _followed(body: Body, scope: "BuilderScope") -> Iterator[Step]:
    for code in body.codes.values():
        if code.is_listed and code.whole is not None:
            yield Step(_listing(code.codes, f"{scope.codes[code.path]} || undefined", scope))
    for each in failing_follows(body):
        whole, is_demanded = _whole_of(each.around), each.place.is_demanded
        known = scope.followed(each.known) if each.known is not None else _UNDEFINED
        arguments = [string(".".join(each.place.path)), known, scope.choice(each.passed)]
        arguments += [scope.whole(whole)] if whole else [_UNDEFINED] if is_demanded else []
        arguments += [Finished("true")] if is_demanded else []
        yield Step(scope.call("checkFollowed", *arguments), scope.any_of(each.tests))


def failing_follows(body: Body) -> Iterator[Follow]:
    """The checks that arguments can fail. JavaScript has no keyword arguments."""
    return (each for each in body.follows if _whole_of(each.around) or each.passed or each.place.is_demanded)


def _whole_of(place: Compound | None) -> m.Parameter | None:
    """The argument for a whole object."""
    return place.whole.parameter if place is not None and place.whole is not None else None


def _listing(enum: m.Enum, value: str, scope: "BuilderScope") -> Finished:
    return scope.call("checkListed", string(enum.name), scope.look_up(type_name(enum.name)), value)


# -- objects ----------------------------------------------------------------------------------------------------------


def _made(
    members: Sequence[Place], scope: "BuilderScope", around: Compound | None = None, *, is_unchecked: bool
) -> Made:
    """`around`: the place of the object; None for the envelope."""
    free = around.free if around is not None else {}
    always = [ObjectEntry(property_key(key), literal(value)) for key, value in free.items()]
    given, present = [], []
    for each in members:
        if each.is_certain or (isinstance(each, Compound) and each.otherwise is None):
            always.append(_entry(each, scope))
        elif each.takes_null if isinstance(each, Compound) else each.holds_empty:
            present.append(_entry(each, scope))
        elif isinstance(each, Single) or each.tests:
            # Without a test, an object can only hold keyword arguments, which JavaScript does not have.
            given.append(_entry(each, scope))
    scope.helpers.update({"given"} if given else (), {"present"} if present else ())
    # To the type checker, such a value may be missing: `checkFollowed` finds out that it is there.
    is_demanding = any(isinstance(each, Single) and each.is_demanded for each in members)
    return Made(
        tuple(always),
        tuple(given),
        tuple(present),
        whole=_merged(around, scope),
        is_unchecked=is_unchecked or is_demanding,
        test=scope.any_of(around.tests if around is not None else ()),
    )


def _entry(place: Place, scope: "BuilderScope") -> ObjectEntry:
    key = property_key(place.path[-1])
    if isinstance(place, Compound):
        is_made = place.is_certain or bool(place.tests)
        is_unchecked = not place.is_certain or not _is_provable(place.field.type) or _is_repeated(place)
        made = _made(place.members, scope, place, is_unchecked=is_unchecked) if is_made else None
        return ObjectEntry(key, _otherwise(place, scope), made)
    value, variables = _value(place, scope.body.cases(place), scope), (*scope.names.values(), *scope.codes.values())
    return ObjectEntry(key, _NOTHING if key == value and value in variables else value)


def _value(place: Single, cases: tuple[bs.Case, ...], scope: "BuilderScope") -> Finished:
    if place.is_certain:
        made, is_object = scope.choice(cases), m.is_object(place.field.type)
        return Finished(f"/** @type {{any}} */ ({made})") if is_object and not _is_provable(place.field.type) else made
    match cases:
        case (bs.Case(value=bs.Passed(own)),) if not place.holds_empty:
            return scope.read(own)  # `given` leaves out what is empty, and copies the rest
        case (bs.Case((bs.ArgumentTest(shown=Shown.PRESENT),), bs.Passed() as passed),):
            return scope.value(passed)
        case _:
            return scope.choice(cases)


def _otherwise(place: Compound, scope: "BuilderScope") -> Finished:
    if place.null is not None and place.otherwise is not None:
        return Finished(f"{scope.read(place.null)} === null ? null : undefined")
    return _NULL if place.otherwise is None else _UNDEFINED


def _merged(place: Compound | None, scope: "BuilderScope") -> Finished:
    own = _whole_of(place)
    if place is None or own is None:
        return _NOTHING
    whole = scope.whole(own)
    return scope.call("defined", f"/** @type {{object}} */ ({whole})" if _is_repeated(place) else whole)


# -- the limits of the type checker -----------------------------------------------------------------------------------


def _is_provable(kind: m.Type) -> bool:
    """Nothing can be proved about a payload, whose type is a parameter."""
    return not isinstance(m.bare(kind), m.Payload) and not _hides_inherited(m.fields_of(kind))


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


def _taken(body: Body) -> frozenset[str]:
    """The names that have a meaning in the body already."""
    return _TAKEN | {OPTIONS, *(table_name(code.codes) for code in body.codes.values())}


# -- expressions ------------------------------------------------------------------------------------------------------


class BuilderScope:
    """The names in the body of a builder. It collects what the body turns out to import."""

    def __init__(self, builder: m.Builder, body: Body) -> None:
        self.body = body
        self.names = {each.name: positional_name(builder, body) for each in builder.parameters[:1]}
        """By parameter that is not an option: the name of its argument."""
        self.codes: dict[bs.Path, Finished] = {}
        """The variables for codes that other fields depend on."""
        for path in body.codes:
            taken = {*_taken(body), *self.names.values(), *self.codes.values()}
            self.codes[path] = free(function_name(path[-1]), taken)
        self.imported: set[Finished] = set()
        """The tables and enums of the catalogue that the body uses."""
        self.helpers: set[str] = set()
        """The functions of the run-time module that the body calls."""

    def read(self, parameter: m.Parameter) -> Finished:
        return self.names.get(parameter.name) or Finished(f"{OPTIONS}.{option_key(parameter.name)}")

    def call(self, helper: str, *arguments: str) -> Finished:
        self.helpers.add(helper)
        return Finished(f"{RUNTIME}.{helper}({', '.join(arguments)})")

    def look_up(self, name: Finished) -> Finished:
        self.imported.add(name)
        return name

    # -- tests --------------------------------------------------------------------------------------------------------

    def any_of(self, tests: Sequence[bs.ArgumentTest]) -> Finished:
        return Finished(" || ".join(map(self.test, tests)))

    def test(self, test: bs.ArgumentTest) -> Finished:
        read = self.read(test.parameter)
        match test.shown:
            case Shown.PRESENT:
                return Finished(f"{read} !== undefined")
            case Shown.NULL:
                return Finished(f"{read} === null")
            case Shown.NOT_NULL:
                return Finished(f"{read} != null")
            case Shown.FILLED:
                return self.call("isGiven", read)

    def is_missing(self, test: bs.ArgumentTest) -> Finished:
        """The test whether an argument is not given."""
        if test.shown is Shown.FILLED:
            return Finished(f"!{self.test(test)}")
        return Finished(f"{self.read(test.parameter)} {'=== undefined' if test.shown is Shown.PRESENT else '== null'}")

    # -- values -------------------------------------------------------------------------------------------------------

    def value(self, value: bs.Value) -> Finished:
        clock = f"{OPTIONS}.clock ?? {CLOCK}"
        match value:
            case bs.Passed():
                return self.copy(value)
            case bs.Whole(own):
                return self.call("defined", self.whole(own))
            case bs.KnownCode():
                return self.codes[value.path]
            case bs.Default(constant):
                return literal(constant)
            case bs.Followed():
                return self.followed(value)
            case bs.Numbered(code):
                return self.call("numberOf", *map(self.look_up, _NUMBERED), self.codes[code.path])
            case bs.Explained(code, described):
                table = self.look_up(table_name(described.codes)) if described.needs_docs else "{}"
                messages = (literal({**described.messages}),) if described.messages else ()
                return self.call("described", table, self.codes[code.path], *messages)
            case bs.Reading.NOW:
                return Finished(f"({clock}).now().toISOString()")
            case bs.Reading.ELAPSED:
                return self.call("millisecondsSince", f"{OPTIONS}.started", clock)

    def copy(self, passed: bs.Passed) -> Finished:
        """A list or an object is copied, so that the caller can change the result without changing the argument."""
        read, kind = self.read(passed.parameter), passed.type
        start = f"{read} && " if isinstance(kind, m.Nullable) else ""
        if m.is_object(kind):
            return Finished(f"{start}{self.call('defined', read)}")
        return Finished(f"{start}[...{read}]") if isinstance(m.bare(kind), m.ListOf) else read

    def whole(self, own: m.Parameter) -> Finished:
        """The argument for a whole object, or its default."""
        read, default = self.read(own), bs.whole_default(own)
        return read if default is None else Finished(f"{self.call('isGiven', read)} ? {read} : {literal(default)}")

    def followed(self, source: bs.Followed) -> Finished:
        name, codes = self.codes[source.code.path], source.code.codes
        if source.is_binding:
            found = f"{self.look_up(table_name(codes))}[{name}]?.{classification_key(codes)}"
        else:
            found = f"remediations[{name}]"
        return Finished(found if source.code.is_certain else f"({name} ? {found} : undefined)")

    # -- choices ------------------------------------------------------------------------------------------------------

    def choice(self, cases: Sequence[bs.Case]) -> Finished:
        """The value of the first case that applies, or undefined."""
        if operator := _operator(cases):
            operands = [self.value(case.value) for case in cases]
            return Finished(f" {operator} ".join(operands if len(operands) > 1 else [*operands, _UNDEFINED]))
        if not cases:
            return _UNDEFINED
        case, others = cases[0], cases[1:]
        tests = [test for test in case.tests if isinstance(test, bs.ArgumentTest)]
        value, is_lookup = self.value(case.value), bool(case.tests) and not tests
        if tests:
            return Finished(f"{self.any_of(tests)} ? {value} : {self.choice(others)}")
        return Finished(f"{value} ?? {self.choice(others)}") if is_lookup and others else value

    def code(self, code: bs.KnownCode) -> Finished:
        """A code: the one in the whole object, or else the value of its own field."""
        match code.cases:
            case (bs.Case(value=bs.Passed(parameter)),):
                own, is_operand = self.read(parameter), True
            case (bs.Case((), value),):
                own, is_operand = self.value(value), True
            case cases:
                own, is_operand = self.choice(cases), _operator(cases) == "||"
        if code.whole is None:
            return own
        whole = self.whole(code.whole)
        record = whole if bs.whole_default(code.whole) is None else Finished(f"({whole})")
        key, spelled = code.path[-1], property_key(code.path[-1])
        if key in INHERITED:
            inside = self.call("own", record, string(key))
        else:
            inside = Finished(f"{record}?.{spelled}" if spelled == key else f"{record}?.[{spelled}]")
        if not code.cases:
            return inside
        return Finished(f"{inside} || {own if is_operand else f'({own})'}")


def _operator(cases: Sequence[bs.Case]) -> str:
    """The operator behind an argument that shows by itself whether it is given; empty if there is none."""
    match cases:
        case [bs.Case((bs.ArgumentTest(shown=shown),), bs.Passed(type=kind)), *others]:
            is_only_test = not any(isinstance(test, bs.ArgumentTest) for case in others for test in case.tests)
            is_scalar = not (isinstance(kind, m.ListOf | m.AnyValue) or m.is_object(kind))
            return {Shown.NOT_NULL: "??", Shown.FILLED: "||"}.get(shown, "") if is_only_test and is_scalar else ""
        case _:
            return ""
