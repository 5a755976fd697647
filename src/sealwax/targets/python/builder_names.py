"""The names that the function of a builder uses, and how it asks whether an argument is given."""

from collections.abc import Iterator, Sequence

from sealwax.contract.model import (
    ABSENT,
    CLOCK_ARGUMENTS,
    AnyValue,
    Boolean,
    Builder,
    Catalogue,
    Constant,
    Contract,
    Documentation,
    Enum,
    Field,
    Integer,
    Null,
    Number,
    Parameter,
    Payload,
    Record,
    Reference,
)
from sealwax.frozen import frozen, replace
from sealwax.languages.python import attribute, class_name, constant, literal
from sealwax.languages.python.envelopes import built_fields, built_name
from sealwax.languages.python.layout import Comprehension, assigned
from sealwax.meaning.builder_plan import (
    Compound,
    Follower,
    Path,
    Place,
    Single,
    bare,
    empty_counts,
    is_alone,
    is_record,
    must_be_given,
    places,
    plan,
)
from sealwax.rendering import Finished


@frozen
class Plan:
    """A builder, the places that it fills, and the names that its function uses."""

    builder: Builder
    fields: tuple[Field, ...]
    """Those of the class that it makes."""
    returns: Finished
    """The class that it makes."""
    places: tuple[Place, ...]
    names: dict[str, Finished]
    """By parameter."""
    rest: Finished
    """Keywords that are no parameter."""
    variables: dict[Path, Finished]
    """By place: the variable in which it is put together."""
    wholes: dict[Path, Finished]
    """By object: the variable that holds what was given for the whole of it."""
    codes: dict[Path, Finished]
    """By place of a code that others follow: the variable that holds it."""
    plain: Finished
    """A record that has just been made plain."""


def planned(given: Builder, contract: Contract) -> Plan:
    builder, envelope = _with_records(given) if contract.tools else given, contract.envelope
    names = {parameter.name: attribute(parameter.name) for parameter in builder.parameters}
    taken = {*names.values(), *(map(Finished, CLOCK_ARGUMENTS) if builder.clock is not None else ())}
    rest = _free("fields", taken)
    top = plan(builder)
    everywhere = list(places(top))
    return Plan(
        builder=builder,
        fields=built_fields(envelope, given.outcome),
        returns=built_name(envelope, given.outcome),
        places=top,
        names=names,
        rest=rest,
        variables={place.path: _local("wire", place.path, taken) for place in everywhere if _needs_variable(place)},
        wholes={place.path: _local("given", place.path, taken) for place in _kept_wholes(top, is_certain=True)}
        | {place.path: rest for place in top if isinstance(place, Compound) and _takes_only_rest(place)},
        codes={path: _free("code", taken) for path in dict.fromkeys(_codes(everywhere))},
        plain=_free("plain", taken),
    )


_PAYLOAD = Reference(Record("Payload", "", Documentation(), open=True, standalone=False, fields=()))


def _with_records(builder: Builder) -> Builder:
    """The builder with free payloads that can be given as records, which is what they are for tools."""
    parameters = tuple(replace(each, field=_with_record(each.field)) for each in builder.parameters)
    outcome = replace(builder.outcome, fields=tuple(map(_with_record, builder.outcome.fields)))
    return replace(builder, parameters=parameters, outcome=outcome)


def _with_record(field: Field) -> Field:
    return replace(field, type=_PAYLOAD) if isinstance(field.type, Payload) else field


def _local(start: str, path: Path, taken: set[Finished]) -> Finished:
    return _free("_".join((start, *map(attribute, path))), taken)


def _free(name: str, taken: set[Finished]) -> Finished:
    while name in taken:
        name += "_"
    taken.add(Finished(name))
    return Finished(name)


def _needs_variable(place: Place) -> bool:
    return isinstance(place, Compound) or len(place.path) == 1


def _kept_wholes(members: Sequence[Place], *, is_certain: bool) -> Iterator[Compound]:
    """The objects whose argument is looked at more than once. `is_certain`: those around them are always there."""
    for member in members:
        if isinstance(member, Compound):
            if member.parameter is not None and _is_kept(member, member.parameter, is_certain=is_certain):
                yield member
            yield from _kept_wholes(member.members, is_certain=is_certain and member.is_certain)


def _is_kept(place: Compound, own: Parameter, *, is_certain: bool) -> bool:
    if any(isinstance(member, Single) and member.follower for member in place.members):
        return True
    is_asked_for = own.default is not ABSENT or bool(own.sets) or not is_certain
    if not place.is_certain:
        is_asked_for |= place.takes_rest or len(place.path) == 1 or not is_alone(place)
    # Any other argument can be asked itself: only a record may turn out to be empty.
    return is_asked_for and (place.takes_rest or is_record(place.field.type))


def _takes_only_rest(place: Compound) -> bool:
    return place.takes_rest and place.parameter is None


# -- whether an argument is given -------------------------------------------------------------------------------------


def is_given(plan: Plan, parameter: Parameter) -> str:
    """An expression that is true when the argument counts as given."""
    name = plan.names[parameter.name]
    kind = bare(parameter.field.type)
    if must_be_given(parameter) or empty_counts(parameter):
        return f"{name} is not None"
    if parameter.path in plan.wholes:
        return plan.wholes[parameter.path]
    if isinstance(kind, AnyValue):
        return f'{name} not in (None, "", [], {{}})'
    has_no_empty = isinstance(kind, Boolean | Integer | Number | Null) or (
        isinstance(kind, Constant) and not isinstance(kind.value, str)
    )
    return f"{name} is not None" if has_no_empty else name


# -- values that follow a code ----------------------------------------------------------------------------------------


@frozen
class Table:
    """What the catalogue says about each code, as the generated module holds it."""

    name: Finished
    codes: Finished
    """The enum of the codes."""
    definition: Finished


def table(follower: Follower) -> Table:
    is_error = follower.codes.catalogue is Catalogue.ERROR_CODES
    fact = attribute("error_type" if is_error else "severity")
    codes, name = class_name(follower.codes.name), Finished(f"_{constant(fact)}_OF")
    content = Comprehension("{}", f"str(code): str(code.{fact})", f"for code in {codes}")
    return Table(name, codes, assigned(name, content, 0))


NUMBERS = "_JSONRPC_OF"
"""The table that functions look numbers up in."""


def number_tables(plan: Plan) -> Iterator[Table]:
    """The JSON-RPC number of each code, when the function fills one in."""
    for place in places(plan.places):
        if isinstance(place, Single) and place.numbered is not None:
            yield _number_table(place.numbered.numbering.codes)


def _number_table(enum: Enum) -> Table:
    codes, number = class_name(enum.name), f"code.{attribute('error_type')}.{attribute('jsonrpc')}"
    types = enum.classified_by.values if enum.classified_by is not None else ()
    if all(kind.jsonrpc is not None for kind in types):
        content = Comprehension("{}", f"str(code): {number}", f"for code in {codes}")
        return Table(Finished(NUMBERS), codes, assigned(NUMBERS, content, 0))
    lines = ("str(code): number", f"for code in {codes}", f"if (number := {number}) is not None")
    body = "".join(f"\n    {line}" for line in lines)
    return Table(Finished(NUMBERS), codes, Finished(f"{NUMBERS} = {{{body}\n}}"))


def followers(plan: Plan) -> Iterator[Follower]:
    for place in places(plan.places):
        if isinstance(place, Single) and place.follower:
            yield place.follower


def _codes(everywhere: Sequence[Place]) -> Iterator[Path]:
    for place in everywhere:
        if isinstance(place, Single) and place.follower:
            yield (*place.path[:-1], place.follower.code)


# -- constants --------------------------------------------------------------------------------------------------------


def constants_to_keep(plan: Plan) -> Iterator[tuple[str, str]]:
    """The constants that an argument could contradict: dotted path and value."""
    for place in places(plan.places):
        if isinstance(place, Compound):
            for name, value in place.fixed.items():
                yield ".".join((*place.path, name)), f"`{literal(value)}`"
