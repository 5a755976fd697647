"""The names in the body of a builder, and its tests and values as single expressions."""

from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from sealwax.contract import model as m
from sealwax.languages import free
from sealwax.languages.python import attribute, class_name, constant_name, literal, string
from sealwax.languages.python.types import NONE
from sealwax.meaning.builders import plan as bp
from sealwax.meaning.builders.parameters import Path, can_be_empty
from sealwax.meaning.builders.planning import plan
from sealwax.rendering import Finished
from sealwax.targets.python.dataclasses import absent, to_wire
from sealwax.targets.python.names import built_shape

USUAL_CODES = Finished("_USUAL_CODE_OF")
_TABLES = {
    bp.Fact.MESSAGE: Finished("_DESCRIPTION_OF"),
    bp.Fact.NUMBER: Finished("_JSONRPC_OF"),
    bp.Fact.REMEDIATION: Finished("_REMEDIATION_OF"),
}
_READINGS = {
    bp.Reading.NOW: Finished("clock.utc_text()"),
    bp.Reading.ELAPSED: Finished("clock.milliseconds_since(started)"),
}
_EMPTY = '(None, "", [], {})'


class ConditionalExpression(Finished):
    """`a if b else c`, which needs brackets behind `or`."""

    __slots__ = ()


class BuilderScope(Struct, frozen=True):
    """A builder, and the names that its function uses."""

    builder: m.Builder
    plan: bp.Plan
    fields: tuple[m.Field, ...]
    """Those of the class that it makes."""
    returns: Finished
    """The class that it makes."""
    rest: Finished
    """Other keyword arguments."""
    variables: dict[Path, Finished]
    """By key: the variable that its value is put together in."""
    wholes: dict[Path, Finished]
    """By object: the variable with what was given for the whole of it."""
    codes: dict[Path, Finished]
    """The variables for codes that other values depend on, and for types that decide the code."""
    plain: Finished
    """A record that was just turned into a dict."""

    # -- tests --------------------------------------------------------------------------------------------------------

    def is_given(self, argument: bp.Argument) -> Finished:
        """The test whether an argument is given; for a required one, whether it is more than null."""
        name, kind = attribute(argument.parameter.name), m.bare(argument.parameter.field.type)
        if argument.is_certain or not can_be_empty(kind):
            return Finished(f"{name} is not None")
        if argument.parameter.path in self.wholes:
            return self.wholes[argument.parameter.path]
        if m.is_record(kind):
            return Finished(f"{name} and ({self.plain} := {on_wire(kind, name)})")
        return Finished(f"{name} not in {_EMPTY}") if isinstance(kind, m.AnyValue) else name

    def is_missing(self, argument: bp.Argument) -> Finished:
        name, kind = attribute(argument.parameter.name), m.bare(argument.parameter.field.type)
        if isinstance(kind, m.AnyValue):
            return Finished(f"{name} in {_EMPTY}")
        return Finished(f"not {name}" if can_be_empty(kind) else f"{name} is None")

    def has_value(self, source: bp.Source) -> Finished:
        """The test whether a source that is not certain has a value."""
        match source:
            case bp.OfCode(code=path):
                return Finished(f"{self.codes[path]} in {table_of(source)}")
            case bp.Assigned(by) | (bp.Argument() as by):
                return self.is_given(by)
            case _:
                return self.value(source)

    # -- values -------------------------------------------------------------------------------------------------------

    def value(self, source: bp.Source) -> Finished:
        """The value of a source that has one."""
        match source:
            case bp.Argument(own, certain):
                kind, name = own.field.type, attribute(own.name)
                if certain:
                    return on_wire(kind, name)
                plain = self.wholes.get(own.path) or (self.plain if m.is_record(kind) else None)
                return plain or on_wire(m.bare(kind), name)
            case bp.Assigned(_, value) | bp.Constant(value):
                return literal(value)
            case bp.OfCode(code=path, otherwise=otherwise):
                code, table = self.codes[path], table_of(source)
                known = f"{table}.get({code}) or " if source.table else ""
                return Finished(f"{known}{code} or {literal(otherwise)}" if otherwise else f"{table}[{code}]")
            case bp.UsualCode(kind, _, default):
                given = self.codes[kind.path]
                otherwise = literal(default) if default else NONE
                return ConditionalExpression(f"{USUAL_CODES}.get({given}) if {given} else {otherwise}")
            case bp.Reading():
                return _READINGS[source]

    def first(self, sources: Sequence[bp.Source], otherwise: str) -> Finished:
        """The value of the first source that has one."""
        if not sources:
            return Finished(otherwise)
        source, value = sources[0], self.value(sources[0])
        if bp.is_certain(source):
            return value
        rest = self.first(sources[1:], otherwise)
        if isinstance(source, bp.UsualCode):
            return value if rest == NONE else Finished(f"{_operand(value)} or {_operand(rest)}")
        if isinstance(source, bp.OfCode):
            default = "" if rest == NONE else f", {rest}"
            return Finished(f"{table_of(source)}.get({self.codes[source.code]}{default})")
        test = self.has_value(source)
        if value == test:
            return Finished(f"{value} or {_operand(rest)}")
        if test == f"{value} is not None" and rest == NONE:
            return value
        return ConditionalExpression(f"{value} if {test} else {rest}")

    def known(self, known: bp.Known) -> Finished:
        """What is known to be at a path, as it was given; None or an empty text if there is nothing."""
        inside = self.wholes[known.path[:-1]] if known.merged is not None else None
        found = [f"{inside}.get({string(known.path[-1])})"] if inside else []
        for source in known.sources:
            given = attribute(source.parameter.name) if isinstance(source, bp.Argument) else None
            value = given or self.first((source,), NONE)
            is_last = bp.is_certain(source) or source == known.sources[-1]
            found.append(value if is_last and not found else _operand(value))
            if is_last:
                break
        return Finished(" or ".join(found))

    def is_converted(self, known: bp.Known) -> bool:
        """Whether a code may be something else than a string: a member of an enum, or null."""
        is_constant = len(known.sources) == 1 and isinstance(known.sources[0], bp.Constant)
        return not is_constant or known.merged is not None

    def code(self, known: bp.Known) -> Finished:
        """A code as a plain string, which is empty if there is none."""
        found, last = self.known(known), known.sources[-1] if known.sources else None
        if not self.is_converted(known):
            return found
        is_text = last is not None and bp.is_certain(last) and last != bp.Constant(None) and not _can_be_null(last)
        found = _operand(found) if not is_text else found
        return Finished(f"_text({found})" if is_text else f'_text({found} or "")')

    def written(self, key: bp.Key, otherwise: str = NONE) -> Finished:
        """The expression for what a key holds. For a code that others depend on, that is a variable."""
        if self.plan.is_asked_for(key):
            code = self.codes[key.path]
            if key.sources[-1] == bp.Constant(None):
                return Finished(f"{code} or {NONE}")
            return code if key.is_certain else Finished(f"{code} or {otherwise}")
        return self.first(key.sources, otherwise)

    def absent_value(self, place: bp.Key | bp.Object) -> Finished:
        """What the class gets for a key of its own that is not there."""
        field = next(field for field in self.fields if field.name == place.path[0])
        return NONE if isinstance(place, bp.Object) and place.otherwise is None else absent(field)


def _can_be_null(source: bp.Source) -> bool:
    return isinstance(source, bp.Argument) and isinstance(source.parameter.field.type, m.Nullable)


def _operand(expression: Finished) -> Finished:
    return Finished(f"({expression})") if isinstance(expression, ConditionalExpression) else expression


def on_wire(kind: m.Type, name: Finished) -> Finished:
    """An argument of a type as plain JSON."""
    return to_wire(kind, name, is_argument=True)


def new_whole(own: bp.Argument) -> Finished:
    """The argument for a whole object as a new dict, which is empty if there is none."""
    kind, name = own.parameter.field.type, attribute(own.parameter.name)
    made = on_wire(m.bare(kind), name)
    is_sure = own.is_certain and not isinstance(kind, m.Nullable)
    return made if is_sure else Finished(f"{made} if {name} else {{}}")


def table_of(source: bp.OfCode) -> Finished:
    return _TABLES.get(source.fact) or Finished(f"_{constant_name(property_of(source))}_OF")


def property_of(source: bp.OfCode) -> str:
    """The property of the enum of the codes."""
    return "error_type" if source.codes.catalogue is m.Catalogue.ERROR_CODES else "severity"


def values_of(enum: m.Enum) -> Finished:
    """The name of the set of the values that a closed enum lists."""
    return Finished(f"_{constant_name(enum.name)}_VALUES")


# -- names ------------------------------------------------------------------------------------------------------------


def scope_of(given: m.Builder, contract: m.Contract) -> BuilderScope:
    builder = _with_records(given) if contract.tools else given
    taken = {
        *(attribute(parameter.name) for parameter in builder.parameters),
        *(map(Finished, m.CLOCK_ARGUMENTS) if builder.clock is not None else ()),
    }
    rest, known, shape = _free("fields", taken), plan(builder), built_shape(contract, given.outcome)
    checked = {each.path for each in known.checks if isinstance(each, bp.Contradicted | bp.Missing)}
    checked |= {each.path for each in known.keys if _may_lack(each)}
    own = [each.path for each in known.members if each.path in checked and isinstance(each, bp.Key)]
    paths = [*(each.path for each in known.objects), *own]
    kinds = (source.kind.path for source in known.sources if isinstance(source, bp.UsualCode))
    wholes = {
        path: rest if merged.argument is None else _local("given", path, taken)
        for path, merged in _wholes(known).items()
    }
    # An object that only its argument fills needs no other variable.
    plain = {each.path: wholes[each.path] for each in known.objects if each.is_certain and not each.members}
    return BuilderScope(
        builder=builder,
        plan=known,
        fields=shape.fields,
        returns=class_name(shape.name),
        rest=rest,
        variables={path: plain.get(path) or _local("wire", path, taken) for path in paths},
        wholes=wholes,
        codes={
            **{path: _free("code", taken) for path in known.codes},
            **{path: _free("kind", taken) for path in dict.fromkeys(kinds)},
        },
        plain=_free("plain", taken),
    )


def _may_lack(key: bp.Key) -> bool:
    """Whether a key can turn out to be without the value that its class requires."""
    return key.sources[-1] == bp.Constant(None) and any(isinstance(each, bp.OfCode) for each in key.sources)


def _wholes(known: bp.Plan) -> dict[Path, bp.Merged]:
    """What is given for whole objects and has a variable, because it is used more than once."""
    found = {each.path: each.merged for each in known.objects if each.merged is not None}
    asked = (*known.codes.values(), *(each.kind for each in known.sources if isinstance(each, bp.UsualCode)))
    found |= {each.path[:-1]: each.merged for each in asked if each.merged is not None}
    found |= {each.path[:-1]: each.merged for each in known.checks if isinstance(each, bp.Changed)}
    # Only a record may turn out to be empty: other arguments can be tested as they are.
    setting = (each.by for each in known.sources if isinstance(each, bp.Assigned))
    records = (each for each in setting if m.is_record(each.parameter.field.type))
    return found | {each.parameter.path: bp.Merged(each, has_keywords=False) for each in records}


_PAYLOAD = m.Reference(m.Record("Payload", "", m.Documentation(), open=True, standalone=False, fields=()))


def _with_records(builder: m.Builder) -> m.Builder:
    """The builder of a contract with tools, whose payloads can be given as records."""
    parameters = tuple(replace(each, field=_with_record(each.field)) for each in builder.parameters)
    outcome = replace(builder.outcome, fields=tuple(map(_with_record, builder.outcome.fields)))
    return replace(builder, parameters=parameters, outcome=outcome)


def _with_record(field: m.Field) -> m.Field:
    return replace(field, type=_PAYLOAD) if isinstance(field.type, m.Payload) else field


def _local(start: str, path: Path, taken: set[Finished]) -> Finished:
    return _free("_".join((start, *map(attribute, path))), taken)


def _free(name: str, taken: set[Finished]) -> Finished:
    """A name that is taken from now on."""
    taken.add(found := free(name, taken))
    return found
