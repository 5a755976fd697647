"""The arguments of a builder: the names that its function uses, and expressions for what is given."""

from collections.abc import Iterator, Sequence
from enum import StrEnum

from msgspec import Struct
from msgspec.structs import replace

from sealwax.contract import model as m
from sealwax.languages.python import attribute, class_name, literal, string
from sealwax.meaning import builder_plan as bp
from sealwax.rendering import Finished
from sealwax.targets.python import responses
from sealwax.targets.python.dataclasses import Absence, is_plain, to_wire, unless_none
from sealwax.targets.python.names import built_fields, built_name

DESCRIPTIONS = Finished("_DESCRIPTION_OF")


class Function(Struct, frozen=True):
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
    helpers: set[str]
    """The functions of `_responses` that the body turns out to call, because the module imports those."""

    def call(self, helper: str, *arguments: str) -> Finished:
        self.helpers.add(helper)
        return Finished(f"{helper.rpartition(' ')[2]}({', '.join(arguments)})")


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
        wholes={place.path: _local("given", place.path, taken) for place in _kept_wholes(builder, top)}
        | {
            place.path: rest
            for place in top
            if isinstance(place, bp.Compound) and place.takes_rest and not place.parameter
        },
        codes={path: _free("code", taken) for path in dict.fromkeys(_codes(everywhere))},
        plain=_free("plain", taken),
        helpers=set(),
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


def _kept_wholes(builder: m.Builder, members: Sequence[bp.Place], *, is_certain: bool = True) -> Iterator[bp.Compound]:
    """The objects whose argument is used more than once. `is_certain`: those around them are always there."""
    for member in members:
        if isinstance(member, bp.Compound):
            own, has_code = member.parameter, member.path == bp.code_holder(builder)
            if own is not None and (has_code or _is_kept(member, own, is_certain=is_certain)):
                yield member
            yield from _kept_wholes(builder, member.members, is_certain=is_certain and member.is_certain)


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
    NOT_UNSET = "{} is not UNSET"
    TRUTHY = "{}"
    NOT_EMPTY = '{} not in (None, "", [], {{}})'

    def of(self, name: Finished) -> Finished:
        return Finished(self.value.format(name))


def test_of(parameter: m.Parameter) -> Test:
    if bp.null_counts(parameter) and not m.is_object(parameter.field.type):
        return Test.NOT_UNSET
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
    if bp.null_counts(parameter) and m.is_object(parameter.field.type):
        return Finished(f"({is_null(parameter)} or {has_contents(function, parameter)})")
    return has_contents(function, parameter)


def is_null(parameter: m.Parameter) -> Finished:
    return Finished(f"{attribute(parameter.name)} is None")


def has_contents(function: Function, parameter: m.Parameter) -> Finished:
    """The same, where an object that is null is none."""
    test = test_of(parameter)
    if test is not Test.NOT_NONE and parameter.path in function.wholes:
        return function.wholes[parameter.path]
    return test.of(attribute(parameter.name))


def given(function: Function, own: m.Parameter) -> Finished:
    """The argument on the wire, where it is known to be given."""
    name, kind = attribute(own.name), _given_type(own)
    if bp.listed_in(own) is not None:
        made = code_text(function, m.bare(kind), name)
        return unless_none(name, made) if isinstance(kind, m.Nullable) else made
    if bp.replaces_empty(function.builder, own) and function.builder.described is not None:
        return Finished(f"{name} or {_description(function, function.builder.described)}")
    return _on_wire(function, kind, name)


def _on_wire(function: Function, kind: m.Type, name: Finished) -> Finished:
    function.helpers.update((responses.TEXT,) if isinstance(m.named_in(kind), m.Enum) else ())
    return to_wire(kind, name, is_argument=True)


def code_text(function: Function, kind: m.Type, value: str) -> Finished:
    """A value of an enum as a plain string. A closed enum has to list it."""
    enum = m.enum_of(kind)
    if enum is not None and not enum.open:
        return Finished(f"{class_name(enum.name)}({value}).value")
    return function.call(responses.TEXT, value)


def _description(function: Function, described: m.Described) -> Finished:
    has_texts = any(code.docs.doc for code in described.codes.values)
    own, whole = described.code, function.wholes.get(described.code.path[:-1])
    is_or = own.default is m.ABSENT or test_of(own) is Test.TRUTHY
    code = code_argument(own, inner=whole is not None and not is_or)
    code = f"{whole}.get({string(own.path[-1])}) or {code}" if whole else code
    return function.call(responses.DESCRIBED, DESCRIPTIONS if has_texts else "{}", code)


def given_or(function: Function, own: m.Parameter, default: m.Json) -> Finished:
    """The argument on the wire, or what the contract puts in its place."""
    name, test, otherwise = attribute(own.name), test_of(own), literal(default)
    if test in (Test.NOT_NONE, Test.NOT_UNSET):
        missing = Absence.UNSET if test is Test.NOT_UNSET else Absence.NONE
        return Finished(f"{otherwise} if {name} is {missing} else {given(function, own)}")
    if test is Test.TRUTHY and is_plain(_given_type(own)):
        return Finished(f"{name} or {otherwise}")
    if test is Test.TRUTHY and isinstance(default, str) and m.enum_of(_given_type(own)) is not None:
        return code_text(function, _given_type(own), f"{name} or {otherwise}")
    return Finished(f"{given(function, own)} if {is_given(function, own)} else {otherwise}")


def given_or_nothing(function: Function, own: m.Parameter, otherwise: Absence) -> Finished:
    """The argument on the wire, or what stands for an absent key."""
    name = attribute(own.name)
    if bp.null_counts(own) and otherwise is Absence.UNSET and is_plain(_given_type(own)):
        return name
    if otherwise is not Absence.NONE or not is_plain(_given_type(own)):
        return Finished(f"{given(function, own)} if {is_given(function, own)} else {otherwise}")
    return name if test_of(own) is Test.NOT_NONE else Finished(f"{name} or None")


def whole(function: Function, place: bp.Compound, own: m.Parameter) -> Finished:
    """The argument for a whole object as a new dict."""
    kept = function.wholes.get(place.path)
    if kept:
        return Finished(f"{kept} or {literal(own.default)}") if isinstance(own.default, dict) else kept
    return new_whole(function, own, own.default) if place.is_certain else new_dict(function, own)


def new_whole(function: Function, own: m.Parameter, default: m.Json | m.Absent) -> Finished:
    if bp.must_be_given(own) and not isinstance(own.field.type, m.Nullable):
        return new_dict(function, own)
    otherwise = literal(default if isinstance(default, dict) else {})
    return Finished(f"{new_dict(function, own)} if {attribute(own.name)} else {otherwise}")


def new_dict(function: Function, own: m.Parameter) -> Finished:
    return _on_wire(function, m.bare(own.field.type), attribute(own.name))


def merged(function: Function, own: m.Parameter) -> Finished:
    """The argument for a whole object, where it is copied into another one."""
    kind = m.bare(own.field.type)
    is_converted = m.is_record(kind) or (isinstance(kind, m.MapOf) and not is_plain(kind.value))
    return new_dict(function, own) if is_converted else attribute(own.name)


def _given_type(own: m.Parameter) -> m.Type:
    is_whole = bp.must_be_given(own) or (bp.null_counts(own) and not m.is_object(own.field.type))
    return own.field.type if is_whole else m.bare(own.field.type)


def code_argument(own: m.Parameter, *, inner: bool = False) -> str:
    """The code as a string, whether it is given or not; `inner` within another expression."""
    if bp.must_be_given(own):
        return attribute(own.name)
    code = code_or(own, "" if isinstance(own.default, m.Absent) else own.default)
    return f"({code})" if inner else code


def code_or(own: m.Parameter, default: m.Json) -> str:
    """The argument for a code, or its default; either a member or a string."""
    name, is_text = attribute(own.name), default == "" or test_of(own) is Test.TRUTHY
    return f"{name} or {literal(default)}" if is_text else f"{literal(default)} if {name} is None else {name}"
