"""The names in the body of a builder, and its tests and values as single expressions."""

from collections import Counter
from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from sealwax.contract import model as m
from sealwax.languages import free
from sealwax.languages.python import attribute, class_name, constant_name, literal, string
from sealwax.languages.python.types import NONE, UNSET
from sealwax.meaning.builders import sources as bs
from sealwax.meaning.builders.body import Body, body_of
from sealwax.meaning.builders.plan import Compound, Place, places, singles
from sealwax.meaning.builders.sources import Shown
from sealwax.rendering import Finished
from sealwax.targets.python.dataclasses import absent, is_written_as_it_is, to_wire, unless_none
from sealwax.targets.python.names import built_shape

_ABSENT = {Shown.NOT_NULL: NONE, Shown.PRESENT: UNSET}
DESCRIPTIONS = Finished("_DESCRIPTION_OF")
NUMBERS = Finished("_JSONRPC_OF")
_READINGS = {
    bs.Reading.NOW: Finished("clock.utc_text()"),
    bs.Reading.ELAPSED: Finished("clock.milliseconds_since(started)"),
}


class ConditionalExpression(Finished):
    """`a if b else c`, which needs brackets behind `or`."""

    __slots__ = ()


class BuilderScope(Struct, frozen=True):
    """A builder, and the names that its function uses."""

    builder: m.Builder
    body: Body
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

    def any_of(self, tests: Sequence[bs.ArgumentTest | bs.InCatalogue]) -> Finished:
        return Finished(" or ".join(map(self.test, tests)))

    def test(self, test: bs.ArgumentTest | bs.InCatalogue) -> Finished:
        if isinstance(test, bs.InCatalogue):
            return Finished(f"{self.codes[test.source.code.path]} in {table_of(test.source)}")
        name = attribute(test.parameter.name)
        match test.shown:
            case Shown.PRESENT | Shown.NOT_NULL:
                return Finished(f"{name} is not {_ABSENT[test.shown]}")
            case Shown.NULL:
                return Finished(f"{name} is None")
            case Shown.FILLED:
                return self._filled(test.parameter, name)

    def is_missing(self, test: bs.ArgumentTest) -> Finished:
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

    def value(self, case: bs.Case) -> Finished:
        match case.value:
            case bs.Passed(own, kind):
                tests = (test for test in case.tests if isinstance(test, bs.ArgumentTest))
                has_tested = any(test.shown is Shown.FILLED for test in tests)
                if own.path in self.wholes or (has_tested and m.is_record(kind)):
                    return self.wholes.get(own.path, self.plain)
                return on_wire(kind, attribute(own.name))
            case bs.Whole(own):
                return self.wholes.get(own.path) or new_whole(own)
            case bs.KnownCode(path):
                return self.codes[path]
            case bs.Followed(code) | bs.Numbered(code) as source:
                return Finished(f"{table_of(source)}[{self.codes[code.path]}]")
            case bs.Explained(code, described):
                table = DESCRIPTIONS if described.descriptions else "{}"
                return Finished(f"_described({table}, {self.codes[code.path]})")
            case bs.Reading() as reading:
                return _READINGS[reading]
            case bs.Default(value):
                return literal(value)

    def choice(self, cases: Sequence[bs.Case], otherwise: str = NONE) -> Finished:
        """The value of the first case that applies."""
        if cases and _is_null(cases[-1]):
            cases, otherwise = cases[:-1], NONE
        return self._choose(cases, otherwise)

    def _choose(self, cases: Sequence[bs.Case], otherwise: str, *, is_code: bool = False) -> Finished:
        """`is_code`: arguments are taken as they are, because what they make is checked as a whole."""
        if not cases:
            return Finished(otherwise)
        case, rest = cases[0], self._choose(cases[1:], otherwise, is_code=is_code)
        passed, is_last = case.value if isinstance(case.value, bs.Passed) else None, len(cases) == 1
        value = attribute(passed.parameter.name) if passed and is_code else self.value(case)
        # Whether the test looks at the value itself.
        is_tested = passed is not None and (
            is_code or passed.parameter.path in self.wholes or is_written_as_it_is(passed.type)
        )
        match case.tests:
            case ():
                return value
            case (bs.InCatalogue(source),):
                default = "" if is_last and otherwise == NONE else f", {rest}"
                return Finished(f"{table_of(source)}.get({self.codes[source.code.path]}{default})")
            case (bs.ArgumentTest(shown=Shown.FILLED),) if is_tested:
                return Finished(f"{value} or {_operand(rest)}")
            case (bs.ArgumentTest(shown=shown),) if is_tested and is_last and otherwise == _ABSENT[shown]:
                return value
            case tests:
                return ConditionalExpression(f"{value} if {self.any_of(tests)} else {rest}")

    def code(self, code: bs.KnownCode) -> Finished:
        """A code as a plain string, which is empty if there is none."""
        enum, found = class_name(code.codes.name), []
        if code.whole is not None or code.takes_rest:
            kept, default = self.wholes[code.path[:-1]], bs.whole_default(code.whole) if code.whole else None
            whole = kept if default is None else f"({kept} or {literal(default)})"
            found.append(f"{whole}.get({string(code.path[-1])})")
        is_looked_up = not code.codes.open and (bool(found) or not code.is_certain)
        cases = [case for case in code.cases if not (is_looked_up and _is_null(case))]
        own = self._choose(cases, NONE if is_looked_up else '""', is_code=True)
        if is_looked_up:
            given = (enum, *(f"{inside} or None" for inside in found), *((own,) if cases else ()))
            return Finished(f"_listed({', '.join(given)})")
        if not found and not code.has_arguments:
            return own
        text = " or ".join([*found, _operand(own)]) if found else own
        return Finished(f"_text({text})" if code.codes.open else f"{enum}({text}).value")

    def known(self, followed: bs.Followed) -> Finished:
        """What the catalogue has for a code, or None."""
        return self.choice([bs.looked_up(followed)])

    def absent_value(self, place: Place) -> Finished:
        """What the class gets for a key of its own that is not there."""
        field = next(field for field in self.fields if field.name == place.path[0])
        return NONE if isinstance(place, Compound) and place.otherwise is None else absent(field)


def _is_null(case: bs.Case) -> bool:
    return not case.tests and case.value == bs.Default(None)


def _operand(expression: Finished) -> Finished:
    return Finished(f"({expression})") if isinstance(expression, ConditionalExpression) else expression


def on_wire(kind: m.Type, name: Finished) -> Finished:
    """A value of a type as plain JSON. A closed enum has to list it."""
    enum = m.enum_of(m.bare(kind))
    if enum is not None and not enum.open:
        made = Finished(f"{class_name(enum.name)}({name}).value")
        return unless_none(name, made) if isinstance(kind, m.Nullable) else made
    return to_wire(kind, name, is_argument=True)


def new_whole(own: m.Parameter) -> Finished:
    """The argument for a whole object as a new dict, which is empty if there is none."""
    name = attribute(own.name)
    made = on_wire(m.bare(own.field.type), name)
    return Finished(f"{made} if {name} else {{}}") if bs.whole_of(own).tests else made


def table_of(source: bs.Followed | bs.Numbered) -> Finished:
    return NUMBERS if isinstance(source, bs.Numbered) else Finished(f"_{constant_name(property_of(source))}_OF")


def property_of(followed: bs.Followed) -> str:
    """What the catalogue says about a code: a remediation, or a property of its enum."""
    if not followed.is_binding:
        return "remediation"
    return "error_type" if followed.code.codes.catalogue is m.Catalogue.ERROR_CODES else "severity"


# -- names ------------------------------------------------------------------------------------------------------------


def scope_of(given: m.Builder, contract: m.Contract) -> BuilderScope:
    builder = _with_records(given) if contract.tools else given
    taken = {
        *(attribute(parameter.name) for parameter in builder.parameters),
        *(map(Finished, m.CLOCK_ARGUMENTS) if builder.clock is not None else ()),
    }
    rest, body, shape = _free("fields", taken), body_of(builder), built_shape(contract, given.outcome)
    return BuilderScope(
        builder=builder,
        body=body,
        fields=shape.fields,
        returns=class_name(shape.name),
        rest=rest,
        variables={
            place.path: _local("wire", place.path, taken)
            for place in places(body.members)
            if isinstance(place, Compound) or (place.is_checked and len(place.path) == 1)
        },
        wholes={
            path: rest if own is None else _local("given", path, taken)
            for path, own in _kept_wholes(builder, body).items()
        },
        codes={path: _free("code", taken) for path in body.codes},
        plain=_free("plain", taken),
    )


def _kept_wholes(builder: m.Builder, body: Body) -> dict[bs.Path, m.Parameter | None]:
    """The arguments for whole objects that have a variable, because they are used more than once; None: keywords."""
    tests = [test for place in places(body.members) if isinstance(place, Compound) for test in place.tests]
    for case in (case for place in singles(body.members) for case in body.cases(place)):
        tests += [test for test in case.tests if isinstance(test, bs.ArgumentTest)]
    tested = Counter(test.parameter.name for test in tests if test.shown is Shown.FILLED)
    used = {(builder.extra_keywords,), *(path[:-1] for path in body.codes)}
    used |= {place.path for place in places(body.members) if isinstance(place, Compound)}
    used |= {each.path[:-1] for each in body.constants}
    # Only a record may turn out to be empty: other arguments can be tested as they are.
    records = (each for each in builder.parameters if m.is_record(each.field.type))
    used |= {each.path for each in records if tested[each.name] > 1}
    objects = {each.path: each for each in builder.parameters if m.is_object(each.field.type)}
    return {
        place.path: objects.get(place.path)
        for place in places(body.members)
        if place.path in used and (place.path in objects or (isinstance(place, Compound) and place.takes_rest))
    }


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
    """A name that is taken from now on."""
    taken.add(found := free(name, taken))
    return found
