"""The names in the body of a builder, and its tests and values as single expressions."""

from collections import Counter
from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from sealwax.contract import model as m
from sealwax.languages.python import attribute, class_name, constant, literal, string
from sealwax.meaning import builder_body as bb
from sealwax.meaning import builder_sources as bs
from sealwax.meaning.builder_body import Shown
from sealwax.rendering import Finished
from sealwax.targets.python.dataclasses import Absence, absent, is_written_as_it_is, to_wire, unless_none
from sealwax.targets.python.names import built_fields, built_name

NONE = Finished(Absence.NONE)
_ABSENT = {Shown.NOT_NULL: Absence.NONE, Shown.PRESENT: Absence.UNSET}
DESCRIPTIONS = Finished("_DESCRIPTION_OF")
NUMBERS = Finished("_JSONRPC_OF")
_READINGS = {
    bs.Reading.NOW: Finished("clock.utc_text()"),
    bs.Reading.ELAPSED: Finished("clock.milliseconds_since(started)"),
}


class Expression(Struct, frozen=True):
    text: Finished
    is_conditional: bool = False
    """Whether it is `a if b else c`."""

    @property
    def operand(self) -> Finished:
        """The same, for use behind `or`."""
        return Finished(f"({self.text})") if self.is_conditional else self.text


class SpelledCase(Struct, frozen=True):
    """A value, and when it is written."""

    tests: tuple[bb.Test | bb.Known, ...]
    value: Finished
    is_tested: bool
    """Whether the test looks at the value itself."""


class BuilderScope(Struct, frozen=True):
    """A builder, and the names that its function uses."""

    builder: m.Builder
    body: bb.Body
    fields: tuple[m.Field, ...]
    """Those of the class that it makes."""
    returns: Finished
    """The class that it makes."""
    rest: Finished
    """Other keyword arguments."""
    variables: dict[bs.Path, Finished]
    """By key: the variable that its value is put together in."""
    wholes: dict[bs.Path, Finished]
    """By object: the variable with what was given for the whole of it."""
    codes: dict[bs.Path, Finished]
    """The variables for codes that other values depend on."""
    plain: Finished
    """A record that was just turned into a dict."""

    # -- tests --------------------------------------------------------------------------------------------------------

    def any_of(self, tests: Sequence[bb.Test | bb.Known]) -> Finished:
        return Finished(" or ".join(map(self.test, tests)))

    def test(self, test: bb.Test | bb.Known) -> Finished:
        if isinstance(test, bb.Known):
            return Finished(f"{self.codes[test.source.code.path]} in {table_of(test.source)}")
        name = attribute(test.parameter.name)
        match test.shown:
            case Shown.PRESENT:
                return Finished(f"{name} is not UNSET")
            case Shown.NULL:
                return Finished(f"{name} is None")
            case Shown.NOT_NULL:
                return Finished(f"{name} is not None")
            case Shown.FILLED:
                return self._filled(test.parameter, name)

    def is_missing(self, test: bb.Test) -> Finished:
        """The test whether an argument is not given."""
        name = attribute(test.parameter.name)
        return Finished(f"not {name}" if test.shown is Shown.FILLED else f"{name} is {_ABSENT[test.shown]}")

    def _filled(self, parameter: m.Parameter, name: Finished) -> Finished:
        kind = m.bare(parameter.field.type)
        if parameter.path in self.wholes:
            return self.wholes[parameter.path]
        if m.is_record(kind):
            return Finished(f"{name} and ({self.plain} := {on_wire(kind, name)})")
        return Finished(f'{name} not in (None, "", [], {{}})') if isinstance(kind, m.AnyValue) else name

    # -- values -------------------------------------------------------------------------------------------------------

    def value(self, case: bb.Case) -> Finished:
        match case.value:
            case bb.Passed(own, kind):
                has_tested = any(isinstance(test, bb.Test) and test.shown is Shown.FILLED for test in case.tests)
                if own.path in self.wholes or (has_tested and m.is_record(kind)):
                    return self.wholes.get(own.path, self.plain)
                return on_wire(kind, attribute(own.name))
            case bb.Whole() as whole:
                return self.wholes.get(whole.path) or new_whole(whole)
            case bs.Code(path):
                return self.codes[path]
            case bs.Followed(code) | bs.Numbered(code) as source:
                return Finished(f"{table_of(source)}[{self.codes[code.path]}]")
            case bs.Explained(code, described):
                return Finished(
                    f"_described({DESCRIPTIONS if described.descriptions else '{}'}, {self.codes[code.path]})"
                )
            case bs.Reading() as reading:
                return _READINGS[reading]
            case bs.Default(value):
                return literal(value)

    def choice(self, cases: Sequence[bb.Case], otherwise: str = NONE) -> Finished:
        """The value of the first case that applies."""
        return self._choose([self._spelled(case) for case in cases], otherwise).text

    def _spelled(self, case: bb.Case) -> SpelledCase:
        value = case.value
        is_tested = isinstance(value, bb.Passed) and (
            value.parameter.path in self.wholes or is_written_as_it_is(value.type)
        )
        return SpelledCase(case.tests, self.value(case), is_tested)

    def _choose(self, cases: Sequence[SpelledCase], otherwise: str) -> Expression:
        if not cases:
            return Expression(Finished(otherwise))
        case, rest = cases[0], self._choose(cases[1:], otherwise)
        is_last = len(cases) == 1
        match case.tests:
            case ():
                return Expression(case.value)
            case (bb.Known(source),):
                default = "" if is_last and otherwise == NONE else f", {rest.text}"
                return Expression(Finished(f"{table_of(source)}.get({self.codes[source.code.path]}{default})"))
            case (bb.Test(shown=Shown.FILLED),) if case.is_tested:
                return Expression(Finished(f"{case.value} or {rest.operand}"))
            case (bb.Test(shown=shown),) if case.is_tested and is_last and otherwise == _ABSENT[shown]:
                return Expression(case.value)
            case tests:
                return Expression(Finished(f"{case.value} if {self.any_of(tests)} else {rest.text}"), True)

    def code(self, each: bb.CodeValue) -> Finished:
        """A code as a plain string, which is empty if there is none."""
        code, enum = each.code, class_name(each.code.codes.name)
        is_looked_up = not code.codes.open and (each.whole is not None or not code.is_certain)
        cases = [
            SpelledCase(case.tests, attribute(case.value.parameter.name), is_tested=True)
            if isinstance(case.value, bb.Passed)
            else self._spelled(case)
            for case in each.cases
        ]
        own = self._choose(cases, NONE if is_looked_up else '""')
        found = [f"{self._merged(each.whole)}.get({string(code.path[-1])})"] if each.whole is not None else []
        if is_looked_up:
            given = (enum, *(f"{inside} or None" for inside in found), *((own.text,) if each.cases else ()))
            return Finished(f"_listed({', '.join(given)})")
        if not found and not code.has_arguments:
            return own.text
        text = " or ".join([*found, own.operand]) if found else own.text
        return Finished(f"_text({text})" if code.codes.open else f"{enum}({text}).value")

    def known(self, followed: bs.Followed) -> Finished:
        """What the catalogue has for a code, or None."""
        return self.choice((bb.Case(() if followed.is_sure else (bb.Known(followed),), followed),))

    def _merged(self, whole: bb.Whole) -> Finished:
        kept = self.wholes[whole.path]
        return kept if isinstance(whole.default, m.Absent) else Finished(f"({kept} or {literal(whole.default)})")

    def absent_value(self, entry: bb.Entry) -> Absence:
        """What the class gets for a key of its own that is not there."""
        field = next(field for field in self.fields if field.name == entry.path[0])
        return Absence.NONE if isinstance(entry, bb.Object) and entry.otherwise is None else absent(field)


def on_wire(kind: m.Type, name: Finished) -> Finished:
    """A value of a type as plain JSON. A closed enum has to list it."""
    enum = m.enum_of(m.bare(kind))
    if enum is not None and not enum.open:
        made = Finished(f"{class_name(enum.name)}({name}).value")
        return unless_none(name, made) if isinstance(kind, m.Nullable) else made
    return to_wire(kind, name, is_argument=True)


def new_whole(whole: bb.Whole) -> Finished:
    """The argument for a whole object as a new dict; empty if keyword arguments make the object."""
    if whole.parameter is None:
        return Finished("")
    name = attribute(whole.parameter.name)
    made = on_wire(m.bare(whole.parameter.field.type), name)
    return made if whole.is_required else Finished(f"{made} if {name} else {{}}")


def table_of(source: bs.Followed | bs.Numbered) -> Finished:
    return NUMBERS if isinstance(source, bs.Numbered) else Finished(f"_{constant(fact_of(source))}_OF")


def fact_of(followed: bs.Followed) -> str:
    """What the catalogue says about a code: a remediation, or a property of its enum."""
    if not followed.is_binding:
        return "remediation"
    return "error_type" if followed.code.codes.catalogue is m.Catalogue.ERROR_CODES else "severity"


# -- names ------------------------------------------------------------------------------------------------------------


def scope_of(given: m.Builder, contract: m.Contract) -> BuilderScope:
    builder, envelope = _with_records(given) if contract.tools else given, contract.envelope
    taken = {
        *(attribute(parameter.name) for parameter in builder.parameters),
        *(map(Finished, m.CLOCK_ARGUMENTS) if builder.clock is not None else ()),
    }
    rest, body = _free("fields", taken), bb.body_of(builder)
    return BuilderScope(
        builder=builder,
        body=body,
        fields=built_fields(envelope, given.outcome),
        returns=built_name(envelope, given.outcome),
        rest=rest,
        variables={
            entry.path: _local("wire", entry.path, taken)
            for entry in bb.entries(body.members)
            if isinstance(entry, bb.Object) or (entry.is_checked and len(entry.path) == 1)
        },
        wholes={
            whole.path: rest if whole.parameter is None else _local("given", whole.path, taken)
            for whole in kept_wholes(body).values()
        },
        codes={each.code.path: _free("code", taken) for each in body.codes},
        plain=_free("plain", taken),
    )


def kept_wholes(body: bb.Body) -> dict[bs.Path, bb.Whole]:
    """What was given for whole objects, where it is used more than once, and so has a variable."""
    tested = Counter(test.parameter.name for test in bb.tests(body) if test.shown is Shown.FILLED)
    found = {each.whole.path: each.whole for each in body.codes if each.whole is not None}
    for entry in bb.entries(body.members):
        whole = entry.whole
        own = whole.parameter if whole is not None else None
        # Only a record may turn out to be empty: other arguments can be tested as they are.
        is_repeated = own is not None and m.is_record(own.field.type) and tested[own.name] > 1
        if whole is not None and (isinstance(entry, bb.Object) or whole.takes_rest or whole.constants or is_repeated):
            found[whole.path] = whole
    return found


_PAYLOAD = m.Reference(m.Record("Payload", "", m.Documentation(), open=True, standalone=False, fields=()))


def _with_records(builder: m.Builder) -> m.Builder:
    """The builder of a contract with tools, whose payloads can be given as records."""
    parameters = tuple(replace(each, field=_with_record(each.field)) for each in builder.parameters)
    outcome = replace(builder.outcome, fields=tuple(map(_with_record, builder.outcome.fields)))
    return replace(builder, parameters=parameters, outcome=outcome)


def _with_record(field: m.Field) -> m.Field:
    return replace(field, type=_PAYLOAD) if isinstance(field.type, m.Payload) else field


def _local(start: str, path: bs.Path, taken: set[Finished]) -> Finished:
    return _free("_".join((start, *map(attribute, path))), taken)


def _free(name: str, taken: set[Finished]) -> Finished:
    while name in taken:
        name += "_"
    taken.add(Finished(name))
    return Finished(name)
