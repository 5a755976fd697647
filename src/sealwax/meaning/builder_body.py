"""The body of a builder: a plan, lowered to what a function checks and which keys it writes under which tests.

Python and TypeScript print this form. They spell names, tests and values; which argument counts as given, which keys an
object always has and what is checked is decided here.
"""

from collections.abc import Iterator, Sequence
from enum import Enum
from typing import TypeAlias

from msgspec import Struct

from sealwax.contract import model as m
from sealwax.meaning import builder_plan as bp
from sealwax.meaning import builder_sources as bs
from sealwax.meaning.builder_sources import Code, Default, Explained, Fixed, Followed, Given, Numbered, Path, Reading


class Shown(Enum):
    """What a test asks of an argument."""

    PRESENT = "it is not left out"
    NULL = "it is null"
    NOT_NULL = "it is neither left out nor null"
    FILLED = "it is neither left out nor null, nor an empty string, list or object"


class Test(Struct, frozen=True):
    """A test of an argument."""

    parameter: m.Parameter
    shown: Shown


class Known(Struct, frozen=True):
    """A test whether the catalogue has a value for a code."""

    source: Followed | Numbered


class Passed(Struct, frozen=True):
    """The value of an argument."""

    parameter: m.Parameter
    type: m.Type
    """The type of the parameter, without null where a test rules it out."""


class Whole(Struct, frozen=True):
    """What the caller gives for a whole object, as a new object, which is empty if nothing is given."""

    path: Path
    parameter: m.Parameter | None
    """None: only keyword arguments that are no parameters are part of it."""
    takes_rest: bool
    """Whether keyword arguments that are no parameters are part of it."""
    constants: tuple[Fixed, ...] = ()
    """What it must not contradict."""

    @property
    def is_required(self) -> bool:
        """Whether a call has to give an object."""
        return self.parameter is not None and bs.whole_of(self.parameter).given is Given.ALWAYS

    @property
    def default(self) -> m.Json | m.Absent:
        """The object that replaces one that is not given or empty."""
        default = m.ABSENT if self.parameter is None else self.parameter.default
        return default if isinstance(default, dict) else m.ABSENT


Value: TypeAlias = Passed | Whole | Code | Followed | Numbered | Explained | Reading | Default


class Case(Struct, frozen=True):
    """A value, and when it is written."""

    tests: tuple[Test | Known, ...]
    """One of them has to hold; empty: always."""
    value: Value


class Slot(Struct, frozen=True):
    """A key with one value."""

    field: m.Field
    path: Path
    cases: tuple[Case, ...]
    """The first that applies decides. If none does, there is no key."""
    is_certain: bool
    """Whether the key is always there."""
    is_demanded: bool
    """Whether a check rejects the response if none applies."""
    holds_empty: bool
    """Whether null or an empty value can be written, if the key is not always there."""
    is_checked: bool
    """Whether the value is checked when the object around it is complete."""
    whole: Whole | None
    """The argument for it, if it is an object."""


class Follow(Struct, frozen=True):
    """A check that a value is the one that the catalogue has for the code."""

    slot: Slot
    known: Followed | None
    """None: it only has to be there."""
    passed: tuple[Case, ...]
    """What arguments write, unless the whole object has another value."""
    whole: Whole | None
    tests: tuple[Test, ...]
    """One of them has to hold, or there is no object to check; empty if that makes no difference."""


class Object(Struct, frozen=True):
    """A key with an object that is put together."""

    field: m.Field
    path: Path
    free: dict[str, m.Json]
    """The keys of its default that no field declares."""
    members: tuple["Slot | Object", ...]
    whole: Whole | None
    """Merged last, so that its keys win."""
    follows: tuple[Follow, ...]
    """What to check when it is complete."""
    is_certain: bool
    """Whether it is always made."""
    tests: tuple[Test, ...]
    """Otherwise: it is made if one of them holds, or if there are keyword arguments for it."""
    null: m.Parameter | None
    """The argument whose null is written if no object is made."""
    otherwise: m.Json | m.Absent
    """What is written if none is made: null, or no key at all."""


Entry: TypeAlias = Slot | Object


class CodeValue(Struct, frozen=True):
    """A code that other values depend on. It is worked out first."""

    code: Code
    whole: Whole | None
    """The code in there wins, unless it is empty."""
    cases: tuple[Case, ...]


class Listed(Struct, frozen=True):
    """An argument that a closed enum has to list, unless it is null."""

    parameter: m.Parameter
    enum: m.Enum
    tests: tuple[Test, ...]
    """Whether it is checked; empty: always."""


class Body(Struct, frozen=True):
    """What a builder does, in this order."""

    provided: tuple[Test, ...]
    """Arguments that the application provides unless the test holds."""
    required: tuple[m.Parameter, ...]
    """Arguments that a call must not leave out."""
    not_empty: tuple[m.Parameter, ...]
    """Arguments that must not be empty."""
    listed: tuple[Listed, ...]
    constants: tuple[Fixed, ...]
    """What the arguments for whole objects must not contradict."""
    codes: tuple[CodeValue, ...]
    members: tuple[Entry, ...]
    """The envelope."""
    follows: tuple[Follow, ...]
    """The checks of its own keys."""
    sole: tuple[m.Parameter, ...]
    """Arguments for whole objects, or other values, that nothing else can fill."""


def body_of(builder: m.Builder) -> Body:
    return _Lowering(builder).body()


def entries(members: Sequence[Entry]) -> Iterator[Entry]:
    """All entries, each before those within it."""
    for member in members:
        yield member
        if isinstance(member, Object):
            yield from entries(member.members)


def follows(body: Body) -> Iterator[Follow]:
    """The checks of all objects, from the outside in."""
    yield from body.follows
    yield from (each for entry in entries(body.members) if isinstance(entry, Object) for each in entry.follows)


def values(body: Body) -> Iterator[Value]:
    """The values that the slots of all objects can get."""
    slots = (entry for entry in entries(body.members) if isinstance(entry, Slot))
    return (case.value for slot in slots for case in slot.cases)


def tests(body: Body) -> Iterator[Test]:
    """The tests of arguments on which slots and objects depend."""
    for entry in entries(body.members):
        yield from entry.tests if isinstance(entry, Object) else ()
        cases = entry.cases if isinstance(entry, Slot) else ()
        yield from (test for case in cases for test in case.tests if isinstance(test, Test))


def test_of(parameter: m.Parameter) -> tuple[Test, ...]:
    """The tests whether an argument counts as given; empty when it always does."""
    return _tests(bs.argument_of(parameter))


class _Lowering:
    def __init__(self, builder: m.Builder) -> None:
        self.builder, self.places, self.fixed = builder, bp.plan(builder), bs.fixed(builder)
        self.codes = bp.codes(self.places)

    def body(self) -> Body:
        builder = self.builder
        not_empty = tuple(each for each in builder.parameters if bs.refuses_empty(builder, each))
        return Body(
            provided=tuple(test for each in builder.parameters if each.provided for test in test_of(each)),
            required=tuple(
                each
                for each in builder.parameters
                if bs.must_be_given(each) and each not in not_empty and not bs.replaces_empty(builder, each)
            ),
            not_empty=not_empty,
            listed=tuple(
                Listed(each, enum, tuple(test for test in test_of(each) if test.shown is Shown.FILLED))
                for each in builder.parameters
                if (enum := bs.listed_in(each)) is not None
            ),
            constants=tuple(each for found in self.fixed.values() for each in found),
            codes=tuple(
                CodeValue(
                    code,
                    self.whole(path[:-1], code.whole) if code.whole is not None or code.takes_rest else None,
                    _cases(code.sources),
                )
                for path, code in self.codes.items()
            ),
            members=tuple(self.entry(place, ()) for place in self.places),
            follows=self.follows(self.places, None, ()),
            sole=tuple(
                place.triggers[0].parameter
                for place in bp.places(self.places)
                if [each.parameter.path for each in place.triggers] == [place.path]
                and not (isinstance(place, bp.Compound) and place.free)
            ),
        )

    def entry(self, place: bp.Place, above: tuple[Test, ...]) -> Entry:
        return self.slot(place) if isinstance(place, bp.Single) else self.object(place, above)

    def slot(self, place: bp.Single) -> Slot:
        code, cases, whole = self.codes.get(place.path), _cases(place.sources), None
        if code is not None and code.is_certain:
            cases = (Case((), code),)
        match place.sources:
            case (bs.Argument(own), *others) if m.is_object(own.field.type):
                whole = self.whole(place.path, own)
                cases = (Case((), whole),) if others == [Default({})] else cases
            case _:
                pass
        return Slot(
            field=place.field,
            path=place.path,
            cases=cases,
            is_certain=place.is_certain,
            is_demanded=place.is_demanded,
            holds_empty=place.holds_empty,
            is_checked=place.is_checked,
            whole=whole,
        )

    def object(self, place: bp.Compound, above: tuple[Test, ...]) -> Object:
        own = place.whole.parameter if place.whole is not None else None
        whole = self.whole(place.path, own) if own is not None or place.takes_rest else None
        tests = () if place.is_certain else tuple(test for each in place.makers for test in _tests(each))
        return Object(
            field=place.field,
            path=place.path,
            free=place.free,
            members=tuple(self.entry(each, tests or above) for each in place.members),
            whole=whole,
            follows=self.follows(place.members, whole, tests or above),
            is_certain=place.is_certain,
            tests=tests,
            null=own if place.takes_null else None,
            otherwise=place.otherwise,
        )

    def whole(self, path: Path, own: m.Parameter | None) -> Whole:
        return Whole(path, own, path == (self.builder.extra_keywords,), self.fixed.get(path, ()))

    def follows(self, members: Sequence[bp.Place], whole: Whole | None, tests: tuple[Test, ...]) -> tuple[Follow, ...]:
        return tuple(
            Follow(
                slot=self.slot(place),
                known=place.followed if place.followed is not None and place.followed.is_binding else None,
                passed=_cases([each for each in place.sources if isinstance(each, bs.Argument | bs.Setter)]),
                whole=whole,
                tests=tests if place.is_demanded else (),
            )
            for place in bp.checked(members)
        )


# -- cases and tests --------------------------------------------------------------------------------------------------


def _cases(sources: Sequence[bs.Source]) -> tuple[Case, ...]:
    return tuple(case for source in sources for case in _cases_of(source))


def _cases_of(source: bs.Source) -> Iterator[Case]:
    match source:
        case bs.Argument(own, Given.NULL_OR_FILLED):
            yield Case((Test(own, Shown.NULL),), Default(None))
            yield Case((_filled(own),), Passed(own, m.bare(own.field.type)))
        case bs.Argument(own, given):
            can_be_null = given in (Given.ALWAYS, Given.PRESENT)
            yield Case(_tests(source), Passed(own, own.field.type if can_be_null else m.bare(own.field.type)))
        case bs.Setter(argument, value):
            yield Case(_tests(argument), Default(value))
        case Followed() | Numbered():
            yield Case(() if source.is_sure else (Known(source),), source)
        case _:
            yield Case((), source)


def _tests(argument: bs.Argument) -> tuple[Test, ...]:
    own = argument.parameter
    match argument.given:
        case Given.ALWAYS:
            return ()
        case Given.PRESENT:
            return (Test(own, Shown.PRESENT),)
        case Given.NOT_NULL:
            return (Test(own, Shown.NOT_NULL),)
        case Given.NOT_EMPTY:
            return (_filled(own),)
        case Given.NULL_OR_FILLED:
            return (Test(own, Shown.NULL), _filled(own))


def _filled(parameter: m.Parameter) -> Test:
    """Numbers and booleans are never empty."""
    match m.bare(parameter.field.type):
        case m.Boolean() | m.Integer() | m.Number() | m.Null():
            return Test(parameter, Shown.NOT_NULL)
        case m.Constant(value) if not isinstance(value, str):
            return Test(parameter, Shown.NOT_NULL)
        case _:
            return Test(parameter, Shown.FILLED)
