"""The arguments of a builder: the names that its function uses, and expressions for what is given."""

from collections.abc import Collection, Iterator, Sequence

from msgspec import Struct
from msgspec.structs import replace

from sealwax.contract import model as m
from sealwax.languages.python import attribute, class_name, literal
from sealwax.meaning import builder_plan as bp
from sealwax.meaning import builder_sources as bs
from sealwax.rendering import Finished
from sealwax.targets.python.dataclasses import to_wire, unless_none
from sealwax.targets.python.names import built_fields, built_name

NONE = Finished("None")


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
    variables: dict[bs.Path, Finished]
    """By place: the variable that its value is put together in."""
    wholes: dict[bs.Path, Finished]
    """By object: the variable with what was given for the whole of it, where that is used more than once."""
    fixed: dict[bs.Path, tuple[bs.Fixed, ...]]
    """By object: the constants that an argument for the whole of it must not contradict."""
    planned: dict[bs.Path, bs.Code]
    """The codes that other values depend on."""
    codes: dict[bs.Path, Finished]
    """The variables that hold them."""
    plain: Finished
    """A record that was just turned into a dict."""


def function_of(given: m.Builder, contract: m.Contract) -> Function:
    builder, envelope = _with_records(given) if contract.tools else given, contract.envelope
    taken = {
        *(attribute(parameter.name) for parameter in builder.parameters),
        *(map(Finished, m.CLOCK_ARGUMENTS) if builder.clock is not None else ()),
    }
    rest, top = _free("fields", taken), bp.plan(builder)
    codes, fixed = bp.codes(top), bs.fixed(builder)
    used = {(builder.extra_keywords,), *(path[:-1] for path in codes)}
    return Function(
        builder=builder,
        fields=built_fields(envelope, given.outcome),
        returns=built_name(envelope, given.outcome),
        places=top,
        rest=rest,
        variables={
            place.path: _local("wire", place.path, taken)
            for place in bp.places(top)
            if isinstance(place, bp.Compound) or (place.is_checked and len(place.path) == 1)
        },
        wholes={path: _local("given", path, taken) for path in _wholes(top, used, fixed)}
        | {each.path: rest for each in top if isinstance(each, bp.Compound) and each.takes_rest},
        fixed=fixed,
        planned=codes,
        codes={path: _free("code", taken) for path in codes},
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


def _local(start: str, path: bs.Path, taken: set[Finished]) -> Finished:
    return _free("_".join((start, *map(attribute, path))), taken)


def _free(name: str, taken: set[Finished]) -> Finished:
    while name in taken:
        name += "_"
    taken.add(Finished(name))
    return Finished(name)


def _wholes(
    members: Sequence[bp.Place], used: Collection[bs.Path], fixed: Collection[bs.Path], *, is_certain: bool = True
) -> Iterator[bs.Path]:
    """The objects whose argument is used more than once, such as those that are `used` elsewhere.

    `is_certain`: there always is an object around them.
    """
    for member in members:
        parameters = {each.parameter.path: each.parameter for each in member.triggers}
        own = parameters.get(member.path) if m.is_object(member.field.type) else None
        if own is not None:
            is_asked = bool(own.sets) or not is_certain or member.path in used
            if isinstance(member, bp.Compound):
                is_asked |= not member.is_certain or isinstance(own.default, dict)
            else:
                # Only a record may turn out to be empty: other arguments can be tested as they are.
                is_asked = (is_asked and m.is_record(own.field.type)) or member.path in (*used, *fixed)
            if is_asked:
                yield member.path
        if isinstance(member, bp.Compound):
            yield from _wholes(member.members, used, fixed, is_certain=is_certain and member.is_certain)


# -- arguments --------------------------------------------------------------------------------------------------------


class Case(Struct, frozen=True):
    """A value, and the test that it depends on."""

    test: Finished
    """Empty: always."""
    value: Finished
    table: Finished = Finished("")
    """The table that the test and the value look a code up in."""
    key: Finished = Finished("")


def is_given(function: Function, argument: bs.Argument) -> Finished:
    """An expression that is true when the argument counts as given."""
    name = attribute(argument.parameter.name)
    match argument.given:
        case bs.Given.PRESENT:
            return Finished(f"{name} is not UNSET")
        case bs.Given.NULL_OR_FILLED:
            return Finished(f"({name} is None or {_is_filled(function, argument.parameter)})")
        case bs.Given.NOT_EMPTY:
            return _is_filled(function, argument.parameter)
        case _:
            return Finished(f"{name} is not None")


def is_missing(parameter: m.Parameter) -> Finished:
    """The test whether an argument that a provider can give is not given."""
    name = attribute(parameter.name)
    match bs.argument_of(parameter).given:
        case bs.Given.PRESENT:
            return Finished(f"{name} is UNSET")
        case bs.Given.NOT_EMPTY if _has_length(parameter.field.type):
            return Finished(f"not {name}")
        case _:
            return Finished(f"{name} is None")


def _is_filled(function: Function, parameter: m.Parameter) -> Finished:
    name, kind = attribute(parameter.name), m.bare(parameter.field.type)
    if parameter.path in function.wholes:
        return function.wholes[parameter.path]
    if isinstance(kind, m.AnyValue):
        return Finished(f'{name} not in (None, "", [], {{}})')
    if m.is_record(kind):
        return Finished(f"{name} and ({function.plain} := {on_wire(kind, name)})")
    return name if _has_length(kind) else Finished(f"{name} is not None")


def _has_length(kind: m.Type) -> bool:
    match m.bare(kind):
        case m.Boolean() | m.Integer() | m.Number() | m.Null():
            return False
        case m.Constant(value):
            return isinstance(value, str)
        case _:
            return True


def cases(function: Function, argument: bs.Argument) -> Iterator[Case]:
    """The argument on the wire."""
    own = argument.parameter
    name, kind = attribute(own.name), own.field.type
    if argument.given in (bs.Given.ALWAYS, bs.Given.PRESENT):
        test = Finished("") if argument.given is bs.Given.ALWAYS else is_given(function, argument)
        yield Case(test, function.wholes.get(own.path) or on_wire(kind, name))
        return
    if argument.given is bs.Given.NULL_OR_FILLED:
        yield Case(Finished(f"{name} is None"), NONE)
        argument = bs.Argument(own, bs.Given.NOT_EMPTY)
    test, value = is_given(function, argument), on_wire(m.bare(kind), name)
    if own.path in function.wholes:
        value = function.wholes[own.path]
    elif m.is_record(kind) and argument.given is bs.Given.NOT_EMPTY:
        value = function.plain
    yield Case(test, value)


def on_wire(kind: m.Type, name: Finished) -> Finished:
    """A value of a type as plain JSON. A closed enum has to list it."""
    enum = m.enum_of(m.bare(kind))
    if enum is not None and not enum.open:
        made = Finished(f"{class_name(enum.name)}({name}).value")
        return unless_none(name, made) if isinstance(kind, m.Nullable) else made
    return to_wire(kind, name, is_argument=True)


# -- whole objects ----------------------------------------------------------------------------------------------------


def new_whole(own: m.Parameter) -> Finished:
    """The argument for a whole object as a new dict, which is empty if there is none."""
    name = attribute(own.name)
    made = on_wire(m.bare(own.field.type), name)
    return made if bs.whole_of(own).given is bs.Given.ALWAYS else Finished(f"{made} if {name} else {{}}")


def merged(function: Function, path: bs.Path, own: bs.Argument | None) -> Case:
    """What is merged into an object last."""
    if own is not None and path not in function.wholes:
        name = attribute(own.parameter.name)
        made = on_wire(m.bare(own.parameter.field.type), name)
        return Case(Finished("") if own.given is bs.Given.ALWAYS else name, made)
    kept = function.wholes[path]
    if own is None or not isinstance(own.parameter.default, dict):
        return Case(kept, kept)
    return Case(Finished(""), Finished(f"{kept} or {literal(own.parameter.default)}"))
