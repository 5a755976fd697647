"""The values in the bodies of builders: where each comes from, as one expression."""

from collections.abc import Sequence

from msgspec import Struct

from sealwax.contract import model as m
from sealwax.languages.typescript import INHERITED, literal, option_key, property_key, string
from sealwax.meaning import builder_sources as bs
from sealwax.rendering import Finished
from sealwax.targets.typescript.catalogue import classification_key, table_name

NOTHING = Finished("")
OPTIONS = Finished("options")
CLOCK = Finished("systemClock")
DEFAULTS = Finished("defaults")
"""The functions that the application can set."""
REMEDIATIONS = Finished("remediations")
"""The table of remediations that need no facts."""
NUMBERED = frozenset({Finished("errorCodes"), Finished("errorTypes")})
"""The tables in which the number of a code is found."""
HELPERS = frozenset(
    """
    agree checkFollowed checkListed defined described given isGiven millisecondsSince mustBeGiven notEmpty numberOf own
    """.split()
)
"""The functions of the run-time module that builders call."""


class CodeVariable(Struct, frozen=True):
    """A variable for a code that other fields depend on, because the body uses it more than once."""

    name: Finished
    value: Finished
    is_certain: bool
    """Whether it always holds a code."""


class BuilderCase(Struct, frozen=True):
    """A value, and the test that it depends on."""

    test: Finished
    value: Finished


class BodyScope:
    """The names in the body of a builder. It collects the codes and the helpers that the body turns out to need."""

    def __init__(self, reads: dict[str, Finished]) -> None:
        self.reads = reads
        """By parameter, the expression that reads its argument."""
        self.codes: dict[bs.Path, CodeVariable] = {}
        self.helpers: set[Finished] = set()
        """The functions of the run-time module that are called, because the module imports those."""
        self.looked_up: set[Finished] = set()
        """The same for tables and enums of the catalogue."""

    def read(self, parameter: m.Parameter) -> Finished:
        return self.reads[parameter.name]

    def call(self, helper: str, *arguments: str) -> Finished:
        self.helpers.add(Finished(helper))
        return Finished(f"{helper}({', '.join(arguments)})")

    def look_up(self, name: Finished) -> Finished:
        self.looked_up.add(name)
        return name

    def is_given(self, argument: bs.Argument) -> Finished:
        read = self.read(argument.parameter)
        match argument.given:
            case bs.Given.PRESENT:
                return Finished(f"{read} !== undefined")
            case bs.Given.NULL_OR_FILLED:
                return Finished(f"({read} === null || {self.call('isGiven', read)})")
            case bs.Given.NOT_EMPTY:
                return self.call("isGiven", read)
            case _:
                return Finished(f"{read} != null")

    def whole(self, own: m.Parameter) -> Finished:
        """The argument for a whole object, or its default."""
        read = self.read(own)
        if not isinstance(own.default, dict):
            return read
        return Finished(f"{self.is_given(bs.whole_of(own))} ? {read} : {literal(own.default)}")


class Chain(Struct, frozen=True):
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


# -- values -----------------------------------------------------------------------------------------------------------


def chain(sources: Sequence[bs.Source], scope: BodyScope) -> Chain:
    """The sources of a value, as tests where they need one, and otherwise as operands."""
    operator = _operator(sources)
    cases: list[BuilderCase] = []
    operands: list[Finished] = []
    for source in sources:
        if isinstance(source, bs.Argument) and operator:
            operands.append(scope.read(source.parameter))
        elif isinstance(source, bs.Argument | bs.Setter) and not bs.is_sure(source):
            cases.append(case_of(source, scope))
        else:
            operands.append(_value(source, scope))
    return Chain(tuple(cases), tuple(operands), operator or "??")


def case_of(source: bs.Argument | bs.Setter, scope: BodyScope) -> BuilderCase:
    argument = source if isinstance(source, bs.Argument) else source.argument
    return BuilderCase(scope.is_given(argument), _value(source, scope))


def _operator(sources: Sequence[bs.Source]) -> str:
    """The operator behind an argument that shows by itself whether it is given; empty if there is none."""
    own = sources[0] if sources else None
    if not isinstance(own, bs.Argument) or any(isinstance(each, bs.Setter) for each in sources):
        return ""
    if own.given is bs.Given.NOT_EMPTY and len(sources) == 1:
        return "||"  # `given` leaves out what is empty, and copies the rest
    kind = m.bare(own.parameter.field.type)
    if isinstance(kind, m.ListOf) or m.is_object(kind):
        return ""
    if own.given is bs.Given.NOT_EMPTY:
        return "||" if _is_text(kind) else "??" if isinstance(kind, m.Boolean | m.Integer | m.Number) else ""
    return "??" if own.given is bs.Given.NOT_NULL else ""


def _value(source: bs.Source, scope: BodyScope) -> Finished:
    clock = f"{OPTIONS}.clock ?? {CLOCK}"
    match source:
        case bs.Argument():
            return _copied(source, scope)
        case bs.Setter(value=value) | bs.Default(value):
            return literal(value)
        case bs.Followed():
            return followed(source, scope)
        case bs.Numbered(code):
            return scope.call("numberOf", *map(scope.look_up, sorted(NUMBERED)), scope.codes[code.path].name)
        case bs.Explained(code, described):
            table = scope.look_up(table_name(described.codes)) if described.needs_docs else "{}"
            messages = (literal({**described.messages}),) if described.messages else ()
            return scope.call("described", table, scope.codes[code.path].name, *messages)
        case bs.Reading.NOW:
            return Finished(f"({clock}).now().toISOString()")
        case bs.Reading.ELAPSED:
            return scope.call("millisecondsSince", f"{OPTIONS}.started", clock)


def followed(source: bs.Followed, scope: BodyScope) -> Finished:
    code, codes = scope.codes[source.code.path], source.code.codes
    if source.is_binding:
        found = f"{scope.look_up(table_name(codes))}[{code.name}]?.{classification_key(codes)}"
    else:
        found = f"{REMEDIATIONS}[{code.name}]"
    return Finished(found if code.is_certain else f"({code.name} ? {found} : undefined)")


def code_value(code: bs.Code, scope: BodyScope) -> Finished:
    """A code: the one in the whole object, or else the value of its own field."""
    own = chain(code.sources, scope)
    if code.whole is None:
        return own.text
    whole = scope.whole(code.whole)
    inside = member_of(Finished(f"({whole})" if "?" in whole else whole), code.path[-1], scope)
    if not code.sources:
        return inside
    return Finished(f"{inside} || {own.text if own.is_or else f'({own.text})'}")


def _copied(argument: bs.Argument, scope: BodyScope) -> Finished:
    """A list or an object is copied, so that the caller can change the result without changing the argument."""
    kind, read = argument.parameter.field.type, scope.read(argument.parameter)
    can_be_null = argument.given in (bs.Given.ALWAYS, bs.Given.PRESENT, bs.Given.NULL_OR_FILLED)
    start = f"{read} && " if isinstance(kind, m.Nullable) and can_be_null else ""
    if m.is_object(kind):
        return Finished(f"{start}{scope.call('defined', read)}")
    return Finished(f"{start}[...{read}]") if isinstance(m.bare(kind), m.ListOf) else read


def _is_text(kind: m.Type) -> bool:
    return isinstance(kind, m.String) or (isinstance(kind, m.Reference) and isinstance(kind.target, m.Enum | m.Text))


def member_of(record: Finished, key: str, scope: BodyScope) -> Finished:
    if key in INHERITED:
        return scope.call("own", record, string(key))
    spelled = property_key(key)
    return Finished(f"{record}?.{spelled}" if spelled == key else f"{record}?.[{spelled}]")


# -- values that the application provides -----------------------------------------------------------------------------


class Provided(Struct, frozen=True):
    """An argument that the application can provide."""

    is_missing: Finished
    """The test whether it is not given."""
    assignment: Finished


def provided_argument(parameter: m.Parameter, name: Finished | None, scope: BodyScope) -> Provided:
    """`name`: that of the argument, unless it is an option."""
    key, read = option_key(parameter.name), scope.read(parameter)
    match bs.argument_of(parameter).given:
        case bs.Given.NOT_EMPTY:
            is_missing = f"!{scope.call('isGiven', read)}"
        case bs.Given.PRESENT | bs.Given.NULL_OR_FILLED:
            is_missing = f"{read} === undefined"
        case _:
            is_missing = f"{read} == null"
    value = f"{DEFAULTS}.{key}?.()"
    assignment = f"{OPTIONS} = {{ ...{OPTIONS}, {key}: {value} }}" if name is None else f"{name} = {value}"
    return Provided(Finished(is_missing), Finished(assignment))
