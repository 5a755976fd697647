"""Builders -> the bodies of builders.js: codes that other fields follow, the object made, and its checks."""

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import assert_never

from msgspec import Struct
from msgspec.structs import replace

from sealwax.contract import model as m
from sealwax.languages import free
from sealwax.languages.typescript import (
    INHERITED,
    function_name,
    literal,
    member,
    option_key,
    property_key,
    string,
    type_name,
)
from sealwax.meaning.builders import plan as bp
from sealwax.meaning.builders.parameters import Path, can_be_empty, must_be_given, replaces_empty
from sealwax.rendering import Finished
from sealwax.targets.typescript.catalogue import classification_key, table_name

OPTIONS, CLOCK, RUNTIME = Finished("options"), Finished("systemClock"), Finished("rt")
_NUMBERED = (Finished("errorCodes"), Finished("errorTypes"))
"""The tables in which the number of a code is found."""
_TAKEN = frozenset({*_NUMBERED, CLOCK, RUNTIME, "defaults", "messages", "remediations", "response", "usualCodes"})
"""Names that have a meaning in the whole module, or in each function."""
_UNDEFINED, _NULL, _NOTHING = Finished("undefined"), Finished("null"), Finished("")


class Alternatives(Finished):
    """`a || b`"""

    __slots__ = ()


class Otherwise(Finished):
    """`a ?? b`, which cannot stand beside `||` without brackets."""

    __slots__ = ()


class Conditional(Finished):
    """`a ? b : c`"""

    __slots__ = ()


class Entry(Struct, frozen=True):
    """A key of an object, with its value: an expression, or an object that is put together."""

    key: Finished
    value: Finished
    """Empty if it is the variable with the name of the key; if it is put together: what it is if its test fails."""
    made: "Made | None" = None


class Branch(Struct, frozen=True):
    """Entries that are written under a condition."""

    test: Finished
    entries: tuple[Entry, ...]


class Part(Struct, frozen=True):
    """A key that is always there, or keys of which the first branch whose test holds decides."""

    entry: Entry | None
    branches: tuple[Branch, ...] = ()


class Made(Struct, frozen=True):
    """An object that a builder puts together."""

    parts: tuple[Part, ...]
    """In the order of the contract, but for a first one that may be missing."""
    merged: Finished
    """An object that is merged last, or nothing."""
    test: Finished = _NOTHING
    """The condition under which it is made; empty when it always is."""


class Provided(Struct, frozen=True):
    """An argument that the application provides."""

    test: Finished
    """Whether it is not given."""
    assignment: Finished


class BodyView(Struct, frozen=True):
    """The body of a builder."""

    provided: tuple[Provided, ...]
    required: Finished
    """The arguments that must not be undefined, as the members of an object; empty if there are none."""
    codes: tuple[tuple[Finished, Finished], ...]
    """Variables for codes that other fields depend on, and for types that decide the code, each with its value."""
    result: Made
    refuses: bool
    """Whether a contradiction is refused, and not logged."""
    checks: tuple[Finished, ...]
    """Calls that each return what contradicts the contract, or nothing."""
    imported: frozenset[Finished]
    """The tables and enums of the catalogue that it uses."""
    helpers: frozenset[str]
    """The functions of the run-time module that it calls."""


# -- the body ---------------------------------------------------------------------------------------------------------


def body_view(builder: m.Builder, known: bp.Plan) -> BodyView:
    scope = BuilderScope(builder, known)
    provided = tuple(_provided(scope, each) for each in known.provided)
    needed = ", ".join(scope.shorthand(each) for each in required(builder))
    codes = tuple((scope.codes[path], scope.known(each, is_code=path in known.codes)) for path, each in scope.asked())
    result, checks = _made(scope, known.members), tuple(_checks(scope))
    scope.helpers.update({"mustBeGiven"} if needed else (), {"refuse" if known.refuses else "warn"} if checks else ())
    return BodyView(
        provided,
        Finished(needed),
        codes,
        result,
        known.refuses,
        checks,
        imported=frozenset(scope.imported),
        helpers=frozenset(scope.helpers),
    )


def _provided(scope: "BuilderScope", argument: bp.Argument) -> Provided:
    name, key = scope.names.get(argument.parameter.name), option_key(argument.parameter.name)
    value = f"defaults.{key}?.()"
    assignment = f"{name} = {value}" if name else f"{OPTIONS} = {{ ...{OPTIONS}, {key}: {value} }}"
    return Provided(Finished(f"!{_bracketed(scope.is_given(argument))}"), Finished(assignment))


def required(builder: m.Builder) -> list[m.Parameter]:
    """The arguments that must not be undefined. Calls in Python without them fail anyway."""
    return [each for each in filter(must_be_given, builder.parameters) if not replaces_empty(builder, each)]


# -- objects ----------------------------------------------------------------------------------------------------------


def _made(scope: "BuilderScope", members: Sequence[bp.Key | bp.Object], around: bp.Object | None = None) -> Made:
    """`around`: the place of the object; None for the envelope."""
    tests = [] if around is None or around.is_certain else [scope.is_given(each) for each in around.arguments]
    merged = around.merged.argument if around is not None and around.merged is not None else None
    return Made(
        parts=_started([*_parts(scope, members)]),
        merged=_NOTHING if merged is None else scope.call("defined", scope.read(merged.parameter)),
        test=Finished(" || ".join(tests)),
    )


def _started(parts: list[Part]) -> tuple[Part, ...]:
    """The parts, with those first that are always there if it started with another, which V8 makes slowly."""
    is_slow = bool(parts) and parts[0].entry is None
    return tuple(sorted(parts, key=lambda part: part.entry is None) if is_slow else parts)


def _parts(scope: "BuilderScope", members: Sequence[bp.Key | bp.Object]) -> Iterator[Part]:
    for _, group in groupby(members, lambda member: _tests(scope, member) or member.path):
        same = list(group)
        if same[0].is_certain or (isinstance(same[0], bp.Object) and same[0].otherwise is None):
            yield from (Part(_entry(scope, each)) for each in same)
        elif branches := tuple(_branches(scope, same)):
            yield Part(None, branches)


def _entry(scope: "BuilderScope", place: bp.Key | bp.Object) -> Entry:
    key = property_key(place.path[-1])
    if isinstance(place, bp.Object):
        return Entry(key, _NULL if place.otherwise is None else _UNDEFINED, _made(scope, place.members, place))
    return _named(scope, key, scope.written(place))


def _named(scope: "BuilderScope", key: Finished, value: Finished) -> Entry:
    is_variable = value in (*scope.names.values(), *scope.codes.values())
    return Entry(key, _NOTHING if key == value and is_variable else value)


def _tests(scope: "BuilderScope", member: bp.Key | bp.Object) -> tuple[str, ...]:
    """The conditions of the values of a key."""
    if isinstance(member, bp.Object) or member.is_certain:
        return ()
    if scope.plan.is_asked_for(member):
        return (scope.codes[member.path],)
    return tuple(scope.has_value(source) for source in member.sources)


def _branches(scope: "BuilderScope", members: Sequence[bp.Key | bp.Object]) -> Iterator[Branch]:
    for place in (each for each in members if isinstance(each, bp.Object)):
        made = _made(scope, place.members, place)
        if made.test:  # without a test, it can only hold keyword arguments
            yield Branch(
                _bracketed(made.test), (Entry(property_key(place.path[-1]), _NOTHING, replace(made, test=_NOTHING)),)
            )
    keys = [each for each in members if isinstance(each, bp.Key)]
    for at, test in enumerate(_tests(scope, keys[0]) if keys else ()):
        values = (
            (key, scope.codes[key.path] if scope.plan.is_asked_for(key) else scope.value(key.sources[at]))
            for key in keys
        )
        yield Branch(_bracketed(test), tuple(_named(scope, property_key(key.path[-1]), value) for key, value in values))


# -- checks -----------------------------------------------------------------------------------------------------------


def _checks(scope: "BuilderScope") -> Iterator[Finished]:
    for check in scope.plan.checks:
        match check:
            case bp.Empty(bp.Argument(own)):
                yield scope.call("empty", string(scope.spelled(own)), scope.read(own))
            case bp.Unlisted(argument, enum):
                given = scope.read(argument.parameter) + ("" if argument.is_certain else " || undefined")
                yield scope.call("unlisted", string(enum.name), scope.look_up(type_name(enum.name)), given)
            case bp.Changed(path, merged, value):
                if merged.argument is not None:
                    record = scope.read(merged.argument.parameter)
                    yield scope.call("changed", _dotted(path), scope.inside(record, path[-1]), literal(value))
            case bp.Contradicted(path, source):
                yield scope.call("contradicted", _dotted(path), scope.made(path), scope.value(source))
            case bp.Missing(path):
                yield scope.call("undetermined", _dotted(path), scope.made(path[:-1]), scope.made(path))
            case _:
                assert_never(check)
    for demand in scope.plan.demands:
        name = str(option_key(demand.parameter.name)) if demand.parameter is not None else demand.words
        values = f"[{', '.join(map(string, demand.values))}]"
        yield scope.call("demanded", "response", string(name), _path(demand.path), _path(demand.of), values)


def _dotted(path: Path) -> Finished:
    return string(".".join(path))


def _path(path: Path) -> Finished:
    return Finished(f"[{', '.join(map(string, path))}]")


# -- names ------------------------------------------------------------------------------------------------------------


def builder_name(builder: m.Builder) -> Finished:
    return free(function_name(builder.name), _TAKEN)


def positional_name(builder: m.Builder, known: bp.Plan) -> Finished:
    """The name of the first parameter, different from every other name in the body."""
    return free(function_name(builder.parameters[0].name), _taken(known))


def _taken(known: bp.Plan) -> frozenset[str]:
    """The names that have a meaning in the body already."""
    tables = (table_name(source.codes) for source in known.sources if isinstance(source, bp.OfCode))
    return _TAKEN | {OPTIONS, *tables}


# -- expressions ------------------------------------------------------------------------------------------------------


class BuilderScope:
    """The names in the body of a builder. It collects what the body turns out to import."""

    def __init__(self, builder: m.Builder, known: bp.Plan) -> None:
        self.plan = known
        self.names = {each.name: positional_name(builder, known) for each in builder.parameters[:1]}
        """By parameter that is not an option: the name of its argument."""
        self.codes: dict[Path, Finished] = {}
        """The variables for codes that other fields depend on, and for types that decide the code."""
        for path, _ in self.asked():
            taken = {*_taken(known), *self.names.values(), *self.codes.values()}
            self.codes[path] = free(function_name(path[-1]), taken)
        self.imported: set[Finished] = set()
        """The tables and enums of the catalogue that the body uses."""
        self.helpers: set[str] = set()
        """The functions of the run-time module that the body calls."""

    def asked(self) -> Iterator[tuple[Path, bp.Known]]:
        """What has a variable: the types that decide a code, then the codes."""
        usual = (source.kind for source in self.plan.sources if isinstance(source, bp.UsualCode))
        yield from {kind.path: kind for kind in usual}.items()
        yield from self.plan.codes.items()

    def read(self, parameter: m.Parameter) -> Finished:
        return self.names.get(parameter.name) or Finished(f"{OPTIONS}.{option_key(parameter.name)}")

    def spelled(self, parameter: m.Parameter) -> Finished:
        return self.names.get(parameter.name) or option_key(parameter.name)

    def shorthand(self, parameter: m.Parameter) -> str:
        """The argument as a member of an object."""
        name = self.spelled(parameter)
        return name if parameter.name in self.names else f"{name}: {self.read(parameter)}"

    def call(self, helper: str, *arguments: str) -> Finished:
        self.helpers.add(helper)
        return Finished(f"{RUNTIME}.{helper}({', '.join(arguments)})")

    def look_up(self, name: Finished) -> Finished:
        self.imported.add(name)
        return name

    # -- tests --------------------------------------------------------------------------------------------------------

    def is_given(self, argument: bp.Argument) -> Finished:
        """The test whether an argument is given; for a required one, whether it is more than null."""
        read, kind = self.read(argument.parameter), m.bare(argument.parameter.field.type)
        if argument.is_certain or not can_be_empty(kind):
            return Finished(f"{read} != null")
        if isinstance(kind, m.ListOf):
            return Finished(f"{read}?.length")
        return self.call("isGiven", read) if isinstance(kind, m.AnyValue) or m.is_object(kind) else read

    def has_value(self, source: bp.Source) -> Finished:
        """The test whether a source that is not certain has a value."""
        match source:
            case bp.Assigned(by) | (bp.Argument() as by):
                return self.is_given(by)
            case _:
                test = self.value(source)
                is_number = isinstance(source, bp.OfCode) and source.fact is bp.Fact.NUMBER
                return Finished(f"{test} !== undefined") if is_number else test

    # -- values -------------------------------------------------------------------------------------------------------

    def value(self, source: bp.Source) -> Finished:
        clock = f"{OPTIONS}.clock ?? {CLOCK}"
        match source:
            case bp.Argument(own, certain):
                return self.copy(own, own.field.type if certain else m.bare(own.field.type))
            case bp.Assigned(_, value) | bp.Constant(value):
                return literal(value)
            case bp.OfCode():
                return self.of_code(source)
            case bp.UsualCode(kind, _, default):
                given = self.codes[kind.path]
                return Conditional(f"{given} ? usualCodes[{given}] : {literal(default) if default else _UNDEFINED}")
            case bp.Reading.NOW:
                return Finished(f"({clock}).now().toISOString()")
            case bp.Reading.ELAPSED:
                return self.call("millisecondsSince", f"{OPTIONS}.started", clock)

    def of_code(self, source: bp.OfCode) -> Finished:
        code = self.codes[source.code]
        match source.fact:
            case bp.Fact.CLASS:
                return Finished(f"{self.row(source)}?.{classification_key(source.codes)}")
            case bp.Fact.NUMBER:
                return self.call("numberOf", *map(self.look_up, _NUMBERED), code)
            case bp.Fact.REMEDIATION:
                return Finished(f"remediations[{code}]")
            case bp.Fact.MESSAGE:
                found = [f"messages[{code}]"] if messages_of(source) else []
                found += [f"{self.row(source)}?.description"] if has_descriptions(source) else []
                found += [code, literal(source.otherwise)] if source.otherwise else []
                return Alternatives(" || ".join(found) or _UNDEFINED)

    def row(self, source: bp.OfCode) -> Finished:
        """What the catalogue has for a code. An error builder takes codes that a closed list does not have."""
        table = self.look_up(table_name(source.codes))
        spelled = table if source.codes.open else Finished(f"/** @type {{any}} */ ({table})")
        return Finished(f"{spelled}[{self.codes[source.code]}]")

    def copy(self, own: m.Parameter, kind: m.Type) -> Finished:
        """A list or an object is copied, so that the caller can change the result without changing the argument."""
        read, start = self.read(own), f"{self.read(own)} && " if isinstance(kind, m.Nullable) else ""
        if m.is_object(kind):
            return Finished(f"{start}{self.call('defined', read)}")
        return Finished(f"{start}[...{read}]") if isinstance(m.bare(kind), m.ListOf) else read

    def written(self, key: bp.Key) -> Finished:
        """What a key holds that always has a value. For a code that others depend on, that is a variable."""
        if self.plan.is_asked_for(key):
            code = self.codes[key.path]
            return Finished(f"{code} || null" if key.sources[-1] == bp.Constant(None) else code)
        return self.first(key.sources)

    def first(self, sources: Sequence[bp.Source]) -> Finished:
        """The value of the first source that has one."""
        source, value = sources[0], self.value(sources[0])
        if len(sources) == 1 or bp.is_certain(source):
            return value
        rest = self.first(sources[1:])
        if isinstance(source, bp.OfCode | bp.UsualCode):
            is_number = isinstance(source, bp.OfCode) and source.fact is bp.Fact.NUMBER
            return _otherwise(value, rest) if is_number else _either(value, rest)
        test = self.has_value(source)
        if test == value:
            return _either(value, rest)
        return _otherwise(value, rest) if test == f"{value} != null" else Conditional(f"{test} ? {value} : {rest}")

    def known(self, known: bp.Known, *, is_code: bool) -> Finished:
        """What is known to be at a path, as it was given. `is_code`: it may be the default, and is never missing."""
        found = _NOTHING
        if known.merged is not None and known.merged.argument is not None:
            found = self.inside(self.read(known.merged.argument.parameter), known.path[-1])
        for source in known.sources:
            value = self.read(source.parameter) if isinstance(source, bp.Argument) else self.value(source)
            if isinstance(source, bp.Assigned) and not bp.is_certain(source):
                value = Conditional(f"{self.is_given(source.by)} ? {value} : undefined")
            found = _either(found, value) if found else value
        if not found:  # only keyword arguments could say it
            return Finished('""')
        last = known.sources[-1] if known.sources else None
        is_text = isinstance(last, bp.Constant) and bool(last.value)
        return _either(found, Finished('""')) if is_code and not is_text else found

    def made(self, path: Path) -> Finished:
        """What the response has at a path."""
        certain = {(), *(each.path for each in self.plan.objects if each.is_certain)}
        found = Finished("response")
        for at, key in enumerate(path):
            found = self.inside(found, key, is_certain=path[:at] in certain)
        return found

    def inside(self, record: Finished, key: str, *, is_certain: bool = False) -> Finished:
        """A key of an object, which may be missing."""
        if key in INHERITED:
            return self.call("own", record, string(key))
        step = member(key)
        return Finished(f"{record}{step}" if is_certain else f"{record}?.{step.removeprefix('.')}")


def messages_of(source: bp.OfCode) -> dict[str, str]:
    """By code: the texts that the catalogue does not have as a description."""
    own = {code.value: code.docs.doc for code in source.codes.values if code.docs.doc}
    return {code: text for code, text in source.table.items() if isinstance(text, str) and own.get(code) != text}


def has_descriptions(source: bp.OfCode) -> bool:
    """Whether the text of a code can be its description."""
    return any(code not in messages_of(source) for code in source.table)


def _either(left: Finished, right: Finished) -> Finished:
    sides = (_bracketed(left) if isinstance(left, Otherwise | Conditional) else left, right)
    return Alternatives(f"{sides[0]} || {_bracketed(right) if isinstance(right, Otherwise | Conditional) else right}")


def _otherwise(left: Finished, right: Finished) -> Finished:
    return Otherwise(f"{left} ?? {_bracketed(right) if isinstance(right, Alternatives | Conditional) else right}")


def _bracketed(expression: str) -> Finished:
    operators = ("||", "??", "?", "&&", "!=", "!==")
    return Finished(f"({expression})" if any(f" {each} " in expression for each in operators) else expression)
