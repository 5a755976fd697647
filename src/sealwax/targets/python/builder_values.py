"""The values in the body of a builder: the names that its function uses, and expressions made of them."""

from collections.abc import Iterator, Sequence
from enum import StrEnum

from sealwax.contract import model as m
from sealwax.frozen import frozen, replace
from sealwax.languages.python import attribute, constant, literal, string
from sealwax.languages.python.types import PLAIN
from sealwax.meaning import builder_plan as bp
from sealwax.rendering import Finished
from sealwax.targets.python.dataclasses import Absence, absent, constructor_default, is_plain, to_wire
from sealwax.targets.python.names import built_fields, built_name

NUMBERS = Finished("_JSONRPC_OF")


@frozen
class Function:
    """A builder, the places that it fills, and the names that its function uses."""

    builder: m.Builder
    fields: tuple[m.Field, ...]
    """Those of the class that it makes."""
    returns: Finished
    """The class that it makes."""
    places: tuple[bp.Place, ...]
    rest: Finished
    """Other keyword arguments."""
    variables: dict[bp.Path, Finished]
    """By place: the variable that its value is put together in."""
    wholes: dict[bp.Path, Finished]
    """By object: the variable with what was given for the whole of it."""
    codes: dict[bp.Path, Finished]
    """By place of a code that other values follow: the variable that holds it."""
    plain: Finished
    """A record that was just turned into a dict."""


def function_of(given: m.Builder, contract: m.Contract) -> Function:
    builder, envelope = _with_records(given) if contract.tools else given, contract.envelope
    taken = {
        *(attribute(parameter.name) for parameter in builder.parameters),
        *(map(Finished, m.CLOCK_ARGUMENTS) if builder.clock is not None else ()),
    }
    rest = _free("fields", taken)
    top = bp.plan(builder)
    everywhere = list(bp.places(top))
    return Function(
        builder=builder,
        fields=built_fields(envelope, given.outcome),
        returns=built_name(envelope, given.outcome),
        places=top,
        rest=rest,
        variables={
            place.path: _local("wire", place.path, taken)
            for place in everywhere
            if isinstance(place, bp.Compound) or len(place.path) == 1
        },
        wholes={place.path: _local("given", place.path, taken) for place in _kept_wholes(top, is_certain=True)}
        | {
            place.path: rest
            for place in top
            if isinstance(place, bp.Compound) and place.takes_rest and not place.parameter
        },
        codes={path: _free("code", taken) for path in dict.fromkeys(_codes(everywhere))},
        plain=_free("plain", taken),
    )


_PAYLOAD = m.Reference(m.Record("Payload", "", m.Documentation(), open=True, standalone=False, fields=()))


def _with_records(builder: m.Builder) -> m.Builder:
    """The builder of a contract with tools, whose payloads can be given as records."""
    parameters = tuple(replace(each, field=_with_record(each.field)) for each in builder.parameters)
    outcome = replace(builder.outcome, fields=tuple(map(_with_record, builder.outcome.fields)))
    return replace(builder, parameters=parameters, outcome=outcome)


def _with_record(field: m.Field) -> m.Field:
    return replace(field, type=_PAYLOAD) if isinstance(field.type, m.Payload) else field


def _local(start: str, path: bp.Path, taken: set[Finished]) -> Finished:
    return _free("_".join((start, *map(attribute, path))), taken)


def _free(name: str, taken: set[Finished]) -> Finished:
    while name in taken:
        name += "_"
    taken.add(Finished(name))
    return Finished(name)


def _kept_wholes(members: Sequence[bp.Place], *, is_certain: bool) -> Iterator[bp.Compound]:
    """The objects whose argument is used more than once. `is_certain`: those around them are always there."""
    for member in members:
        if isinstance(member, bp.Compound):
            if member.parameter is not None and _is_kept(member, member.parameter, is_certain=is_certain):
                yield member
            yield from _kept_wholes(member.members, is_certain=is_certain and member.is_certain)


def _is_kept(place: bp.Compound, own: m.Parameter, *, is_certain: bool) -> bool:
    if any(isinstance(member, bp.Single) and member.follower for member in place.members):
        return True
    is_tested = own.default is not m.ABSENT or bool(own.sets) or not is_certain
    if not place.is_certain:
        is_tested |= place.takes_rest or len(place.path) == 1 or not bp.is_alone(place)
    # Other arguments can be tested as they are: only a record may turn out to be empty.
    return is_tested and (place.takes_rest or m.is_record(place.field.type))


def _codes(everywhere: Sequence[bp.Place]) -> Iterator[bp.Path]:
    for place in everywhere:
        if isinstance(place, bp.Single) and place.follower:
            yield (*place.path[:-1], place.follower.code)


# -- arguments --------------------------------------------------------------------------------------------------------


class Test(StrEnum):
    """How Python asks whether an argument counts as given."""

    NOT_NONE = "{} is not None"
    TRUTHY = "{}"
    NOT_EMPTY = '{} not in (None, "", [], {{}})'

    def of(self, name: Finished) -> Finished:
        return Finished(self.value.format(name))


def test_of(parameter: m.Parameter) -> Test:
    if bp.must_be_given(parameter) or bp.empty_counts(parameter):
        return Test.NOT_NONE
    match m.bare(parameter.field.type):
        case m.AnyValue():
            return Test.NOT_EMPTY
        case m.Boolean() | m.Integer() | m.Number() | m.Null():
            return Test.NOT_NONE
        case m.Constant(value) if not isinstance(value, str):
            return Test.NOT_NONE
        case _:
            return Test.TRUTHY


def is_given(function: Function, parameter: m.Parameter) -> Finished:
    """An expression that is true when the argument counts as given."""
    test = test_of(parameter)
    if test is not Test.NOT_NONE and parameter.path in function.wholes:
        return function.wholes[parameter.path]
    return test.of(attribute(parameter.name))


def given(own: m.Parameter) -> Finished:
    """The argument on the wire, where it is known to be given."""
    return to_wire(_given_type(own), attribute(own.name), is_argument=True)


def given_or(function: Function, own: m.Parameter, default: m.Json) -> Finished:
    """The argument on the wire, or what the contract puts in its place."""
    name, test, otherwise = attribute(own.name), test_of(own), literal(default)
    if test is Test.NOT_NONE:
        return Finished(f"{otherwise} if {name} is None else {given(own)}")
    if test is Test.TRUTHY and is_plain(_given_type(own)):
        return Finished(f"{name} or {otherwise}")
    if test is Test.TRUTHY and isinstance(default, str) and isinstance(_given_type(own), m.Reference):
        return Finished(f"str({name} or {otherwise})")
    return Finished(f"{given(own)} if {is_given(function, own)} else {otherwise}")


def given_or_nothing(function: Function, own: m.Parameter, otherwise: Absence) -> Finished:
    """The argument on the wire, or what stands for an absent key."""
    name = attribute(own.name)
    if otherwise is not Absence.NONE or not is_plain(_given_type(own)):
        return Finished(f"{given(own)} if {is_given(function, own)} else {otherwise}")
    return name if test_of(own) is Test.NOT_NONE else Finished(f"{name} or None")


def whole(function: Function, place: bp.Compound, own: m.Parameter) -> Finished:
    """The argument for a whole object as a new dict."""
    kept = function.wholes.get(place.path)
    if kept:
        return Finished(f"{kept} or {literal(own.default)}") if isinstance(own.default, dict) else kept
    return new_whole(own, own.default) if place.is_certain else new_dict(own)


def new_whole(own: m.Parameter, default: m.Json | m.Absent) -> Finished:
    if bp.must_be_given(own) and not isinstance(own.field.type, m.Nullable):
        return new_dict(own)
    otherwise = literal(default if isinstance(default, dict) else {})
    return Finished(f"{new_dict(own)} if {attribute(own.name)} else {otherwise}")


def new_dict(own: m.Parameter) -> Finished:
    return to_wire(m.bare(own.field.type), attribute(own.name), is_argument=True)


def merged(own: m.Parameter) -> Finished:
    """The argument for a whole object, where it is copied into another one."""
    kind = m.bare(own.field.type)
    is_converted = m.is_record(kind) or (isinstance(kind, m.MapOf) and not is_plain(kind.value))
    return new_dict(own) if is_converted else attribute(own.name)


def _given_type(own: m.Parameter) -> m.Type:
    return own.field.type if bp.must_be_given(own) else m.bare(own.field.type)


# -- what a clock says, and numbers of codes --------------------------------------------------------------------------


_READINGS = {
    bp.Reading.NOW: Finished("clock.utc_text()"),
    bp.Reading.ELAPSED: Finished("clock.milliseconds_since(started)"),
}


def number_of(place: bp.Single, numbered: bp.Numbered) -> Finished:
    code = _code_argument(numbered)
    if numbered.is_sure or isinstance(place.default, m.Absent):
        return Finished(f"{NUMBERS}[{code}]")
    return Finished(f"{NUMBERS}.get({code}, {literal(place.default)})")


def has_number(numbered: bp.Numbered) -> Finished:
    return Finished(f"{_code_argument(numbered, inner=True)} in {NUMBERS}")


def _code_argument(numbered: bp.Numbered, *, inner: bool = False) -> str:
    """The code as a string, whether it is given or not; `inner` within another expression."""
    own = numbered.parameter
    if bp.must_be_given(own):
        return attribute(own.name)
    code = _code_or(own, "" if isinstance(own.default, m.Absent) else own.default)
    return f"({code})" if inner else code


def _code_or(own: m.Parameter, default: m.Json) -> str:
    """The argument for a code, or its default; either a member or a string."""
    name, is_text = attribute(own.name), default == "" or test_of(own) is Test.TRUTHY
    return f"{name} or {literal(default)}" if is_text else f"{literal(default)} if {name} is None else {name}"


# -- values that follow a code ----------------------------------------------------------------------------------------


def fact_of(follower: bp.Follower) -> str:
    """What the catalogue says about a code, as a property of its enum."""
    return "error_type" if follower.codes.catalogue is m.Catalogue.ERROR_CODES else "severity"


def table_of(follower: bp.Follower) -> Finished:
    return Finished(f"_{constant(fact_of(follower))}_OF")


def code_variable(function: Function, place: bp.Single, follower: bp.Follower) -> Finished:
    return function.codes[(*place.path[:-1], follower.code)]


def given_or_followed(
    function: Function, place: bp.Single, own: m.Parameter, follower: bp.Follower, default: str
) -> Finished:
    """The argument, or else what the catalogue says about the code, or else the default."""
    name, code = attribute(own.name), code_variable(function, place, follower)
    found = f"{table_of(follower)}.get({code}, {literal(default)})"
    is_text = test_of(own) is Test.TRUTHY
    return Finished(f"str({name} or {found})" if is_text else f"str({found} if {name} is None else {name})")


def code_of(function: Function, path: bp.Path, place: bp.Place | None) -> Finished:
    """A code: from the whole object if it has one, or else the value of its own field."""
    above, is_certain = function.wholes.get(path[:-1]), place is not None and place.is_certain
    sources = [f"{above}.get({string(path[-1])})"] if above else []
    if isinstance(place, bp.Single):
        own = _own_code(function, place, inner=bool(sources))
        if is_certain and not sources and not place.triggers:
            return Finished(own)
        sources.append(own)
    sources += [] if is_certain else ['""']
    return Finished(f"str({' or '.join(sources)})")


def _own_code(function: Function, place: bp.Single, *, inner: bool) -> str:
    if place.setters:
        variable = function.variables.get(place.path)
        return variable or f"{function.variables[place.path[:-1]]}.get({string(place.path[-1])})"
    if place.parameter is None:
        return literal("" if isinstance(place.default, m.Absent) else place.default)
    if isinstance(place.default, m.Absent):
        return attribute(place.parameter.name)
    code = _code_or(place.parameter, place.default)
    return f"({code})" if inner and test_of(place.parameter) is not Test.TRUTHY else code


# -- single values ----------------------------------------------------------------------------------------------------

ALWAYS = Finished("")
"""No condition."""
NONE = Finished("None")


@frozen
class Assignment:
    """A variable or a key, and the expression for its value."""

    target: Finished
    value: Finished
    condition: Finished = Finished("")
    """Empty: always. A later assignment wins."""
    type: Finished = Finished("")
    """The annotation, when this declares a variable."""


def is_stepwise(place: bp.Single) -> bool:
    """Whether it takes several statements to find the value."""
    if place.numbered is not None:
        return not place.is_certain
    own, has_text = place.parameter, isinstance(place.default, str) and place.default is not m.ABSENT
    # One expression can choose between the argument, what follows from the code, and the default.
    is_compact = has_text and own is not None and test_of(own) is not Test.NOT_EMPTY
    return bool(place.setters) or (place.follower is not None and not is_compact)


def starts_with_default(function: Function, place: bp.Single) -> bool:
    """Whether the default is written first, and then replaced."""
    if place.default is m.ABSENT or place.numbered is not None or (place.path in function.codes and not place.setters):
        return False
    return place.parameter is None or is_stepwise(place)


def certain_value(function: Function, place: bp.Single) -> Finished:
    """The value as one expression, where there always is one."""
    own = place.parameter
    if place.reading is not None:
        return _READINGS[place.reading]
    if place.numbered is not None:
        return number_of(place, place.numbered)
    if place.path in function.codes:
        return function.codes[place.path]
    if isinstance(place.default, m.Absent):
        return given(own) if own is not None else NONE
    if own is None:
        return literal(place.default)
    if place.follower is not None and isinstance(place.default, str):
        return given_or_followed(function, place, own, place.follower, place.default)
    return given_or(function, own, place.default)


def steps_of(function: Function, place: bp.Single, target: Finished) -> Iterator[Assignment]:
    """The assignments that find the value, each with its condition. A later one wins."""
    own = place.parameter
    if place.numbered is not None and not place.is_certain:
        number = number_of(place, place.numbered)
        yield Assignment(target, number, has_number(place.numbered))
    elif place.path in function.codes and not place.setters:
        code = function.codes[place.path]
        yield Assignment(target, code, ALWAYS if place.is_certain else code)
    elif place.is_certain and not is_stepwise(place):
        if own is not None or place.reading is not None or place.numbered is not None:
            yield Assignment(target, certain_value(function, place))
    else:
        yield from _replacements(function, place, target)


def _replacements(function: Function, place: bp.Single, target: Finished) -> Iterator[Assignment]:
    if place.follower is not None:
        code, table = code_variable(function, place, place.follower), table_of(place.follower)
        yield Assignment(target, Finished(f"{table}[{code}]"), Finished(f"{code} in {table}"))
    for setter in place.setters:
        yield Assignment(target, literal(setter.value), is_given(function, setter.parameter))
    if place.parameter is not None:
        yield Assignment(target, given(place.parameter), is_given(function, place.parameter))


def codes_in(function: Function, members: Sequence[bp.Place], above: bp.Path) -> Iterator[Assignment]:
    """The codes that other fields of the same object follow."""
    for path, name in function.codes.items():
        if path[:-1] == above:
            code = next((member for member in members if member.path == path), None)
            yield Assignment(name, code_of(function, path, code))


# -- absent keys ------------------------------------------------------------------------------------------------------


def nothing(field: m.Field, place: bp.Place | None) -> Absence | None:
    """What the class that is made gets for a field whose key is absent; None when that cannot be."""
    if place is None:
        return None if constructor_default(field, PLAIN) is m.ABSENT else absent(field)
    return None if place.is_certain else absence(field, place)


def absence(field: m.Field, place: bp.Place) -> Absence:
    """The same for a place that is not always filled."""
    return Absence.NONE if isinstance(place, bp.Compound) and place.otherwise is None else absent(field)


def absence_at(function: Function, place: bp.Place) -> Absence:
    return absence(next(field for field in function.fields if field.name == place.path[0]), place)
