"""The fields and parameters of a builder -> its plan: what fills each key, and what is checked."""

from collections.abc import Container, Iterable, Iterator, Sequence

from sealwax.contract import model as m
from sealwax.meaning.builders.demands import demands
from sealwax.meaning.builders.parameters import Path, is_never_empty, listed_in, must_be_given, replaces_empty
from sealwax.meaning.builders.plan import (
    Argument,
    Assigned,
    Changed,
    Check,
    Constant,
    Contradicted,
    Empty,
    Fact,
    Key,
    Known,
    Merged,
    Missing,
    Object,
    OfCode,
    Plan,
    Reading,
    Source,
    Unlisted,
    UsualCode,
    is_certain,
    within,
)
from sealwax.meaning.remembering import remembered

UNLISTED_NUMBER = -32603
"""The JSON-RPC number for an error whose code has none: "internal error"."""


@remembered
def plan(builder: m.Builder) -> Plan:
    planner = _Planner(builder)
    members = tuple(planner.members(builder.outcome.fields, ()))
    keys = [each for each in within(members) if isinstance(each, Key)]
    sources = {key.path: key.sources for key in keys}
    asked = (source.code for key in keys for source in key.sources if isinstance(source, OfCode))
    undetermined = frozenset(_undetermined(keys, planner))
    refuses = builder.outcome.outcome is not m.OutcomeName.FAILURE
    return Plan(
        provided=tuple(planner.argument(each) for each in builder.parameters if each.provided),
        codes={path: planner.known(path, sources.get(path, ())) for path in asked},
        members=members,
        checks=(*_of_arguments(planner), *_of_constants(planner), *_of_codes(keys, undetermined, planner)),
        undetermined=undetermined,
        demands=() if refuses else demands(builder),
        refuses=refuses,
    )


class _Planner:
    """Walks the fields of an outcome and asks of each what fills it.

    `request_id: {into: meta.request_id}` makes the key `request_id` of the object `meta`, from the argument.
    """

    def __init__(self, builder: m.Builder) -> None:
        self.builder = builder
        self.fields = dict(m.field_paths(builder.outcome.fields))
        self.parameters = {each.path: each for each in builder.parameters}
        self.assigned = {
            other.path: Assigned(self.argument(each), other.value) for each in builder.parameters for other in each.sets
        }
        clock = builder.clock or m.Clock()
        asked = {clock.now: Reading.NOW, clock.elapsed: Reading.ELAPSED}
        self.readings = {path: reading for path, reading in asked.items() if path}
        self.wholes = {path for path, each in self.parameters.items() if m.is_object(each.field.type)}
        self.wholes |= {(builder.extra_keywords,)} if builder.extra_keywords else set()
        given = (*self.parameters, *self.assigned, *self.readings)
        self.reached = self.wholes | {path[:end] for path in given for end in range(1, len(path))}

    def argument(self, parameter: m.Parameter) -> Argument:
        return Argument(parameter, must_be_given(parameter) and not replaces_empty(self.builder, parameter))

    def default(self, path: Path) -> m.Json | m.Absent:
        """The default at a path: its own, or what the default of an object around it has there."""
        inherited: dict[str, m.Json] = {}
        found: m.Json | m.Absent = m.ABSENT
        for end in range(1, len(path) + 1):
            field, parameter = self.fields[path[:end]], self.parameters.get(path[:end])
            found = inherited.get(field.name, field.default if field.required else m.ABSENT)
            found = found if parameter is None or parameter.default is m.ABSENT else parameter.default
            inherited = found if isinstance(found, dict) else {}
        return found

    # -- objects ------------------------------------------------------------------------------------------------------

    def members(self, fields: Iterable[m.Field], above: Path) -> Iterator[Key | Object]:
        for field in fields:
            path = (*above, field.name)
            made = self.object(field, path) if self.is_put_together(field, path) else None
            if made is not None and (made.members or (made.merged and made.merged.has_keywords)):
                yield made
            elif sources := self.sources(field, path):
                yield Key(path, sources)

    def is_put_together(self, field: m.Field, path: Path) -> bool:
        is_alone = field.required and not isinstance(field.type, m.Nullable) and self.default(path) is m.ABSENT
        return m.is_object(field.type) and (path in self.reached or is_alone)

    def object(self, field: m.Field, path: Path) -> Object:
        fields, default, own = m.fields_of(field.type), self.default(path), self.parameters.get(path)
        declared = {each.name for each in fields}
        inherited = default if isinstance(default, dict) else {}
        free = (Key((*path, key), (Constant(value),)) for key, value in inherited.items() if key not in declared)
        members = (*free, *self.members(fields, path))
        can_be_null = isinstance(field.type, m.Nullable)
        is_required = (field.required or (own is not None and must_be_given(own))) and default is m.ABSENT
        return Object(
            path=path,
            members=members,
            is_certain=isinstance(default, dict) or (is_required and not can_be_null) or self.is_always_given(members),
            merged=self.merged(path),
            otherwise=None if default is None or (is_required and can_be_null) else m.ABSENT,
        )

    def merged(self, path: Path) -> Merged | None:
        own = self.parameters.get(path)
        argument = None if own is None else self.argument(own)
        return Merged(argument, path == (self.builder.extra_keywords,)) if path in self.wholes else None

    def is_always_given(self, members: Iterable[Key | Object]) -> bool:
        """Whether somebody always gives one of the keys: a caller, the clock, or the default of a parameter."""
        keys = [each for each in within(tuple(members)) if isinstance(each, Key)]
        has_default = (self.parameters[each.path].default for each in keys if each.path in self.parameters)
        certain = (source for each in keys for source in each.sources if is_certain(source))
        return any(isinstance(each, Argument | Assigned | Reading) for each in certain) or any(
            each is not m.ABSENT for each in has_default
        )

    # -- keys ---------------------------------------------------------------------------------------------------------

    def sources(self, field: m.Field, path: Path) -> tuple[Source, ...]:
        """The sources of a key, up to the first that always has a value."""
        found: list[Source] = []
        for source in self.every_source(field, path):
            found.append(source)
            if is_certain(source):
                break
        else:
            # The class of the envelope has a value for each field that it requires.
            found += [Constant(None)] if found and field.required and len(path) == 1 else []
        return tuple(found)

    def every_source(self, field: m.Field, path: Path) -> Iterator[Source]:
        parameter, default, can_be_null = (
            self.parameters.get(path),
            self.default(path),
            isinstance(field.type, m.Nullable),
        )
        yield from (self.readings[path],) if path in self.readings else ()
        yield from (self.argument(parameter),) if parameter is not None else ()
        yield from (self.assigned[path],) if path in self.assigned else ()
        yield from (each for each in self.of_code(field, path) if each.table or each.otherwise)
        usual = self.usual_code(field, path, default)
        yield from (usual,) if usual is not None else ()
        if default is not m.ABSENT and (usual is None or field.required):
            yield Constant(default)
        elif field.required and field.number_of is not None:
            yield Constant(UNLISTED_NUMBER)
        elif field.required and (can_be_null or m.is_object(field.type)):
            yield Constant(None if can_be_null else {})

    def of_code(self, field: m.Field, path: Path) -> Iterator[OfCode]:
        """What the catalogue says."""
        described, parameter = self.builder.described, self.parameters.get(path)
        if described is not None and parameter is not None and parameter == described.message:
            otherwise = m.NO_DESCRIPTION if replaces_empty(self.builder, parameter) and must_be_given(parameter) else ""
            yield OfCode(Fact.MESSAGE, described.code.path, described.codes, {**described.descriptions}, otherwise)
        if described is not None and parameter is not None and parameter == described.remediation:
            yield OfCode(Fact.REMEDIATION, described.code.path, described.codes, {**described.remediations})
        if field.number_of is not None and self.is_known(code := (*path[:-1], *field.number_of.path)):
            yield OfCode(Fact.NUMBER, code, field.number_of.codes, {**field.number_of.numbers})
        if field.follows and self.is_known(code := (*path[:-1], field.follows)):
            codes = m.enum_of(m.bare(self.fields[code].type))
            table: dict[str, m.Json] = {each.value: each.classified_as for each in codes.values} if codes else {}
            yield from (OfCode(Fact.CLASS, code, codes, {k: v for k, v in table.items() if v}),) if codes else ()

    def is_known(self, code: Path) -> bool:
        """Whether anything can fill a code."""
        return self.can_be_told(code) or self.default(code) is not m.ABSENT

    def can_be_told(self, path: Path) -> bool:
        """Whether a caller can say what is at a path."""
        return path in self.parameters or path in self.assigned or path[:-1] in self.wholes

    def usual_code(self, field: m.Field, path: Path, default: m.Json | m.Absent) -> UsualCode | None:
        codes = m.enum_of(m.bare(field.type))
        kind = next(
            (at for at, each in self.fields.items() if at[:-1] == path[:-1] and each.follows == field.name), None
        )
        if codes is None or codes.catalogue is not m.Catalogue.ERROR_CODES or codes.classified_by is None:
            return None
        is_written = field.level is not m.Level.MAY or default is not m.ABSENT
        if kind is None or not is_written or not self.can_be_told(kind):
            return None
        table = {each.value: each.usual_code for each in codes.classified_by.values if each.usual_code}
        told = (self.argument(self.parameters[kind]),) if kind in self.parameters else ()
        set_by = (self.assigned[kind],) if kind in self.assigned else ()
        is_text = isinstance(default, str) and not isinstance(default, m.Absent)
        return UsualCode(self.known(kind, (*told, *set_by)), table, str(default) if is_text else "")

    def known(self, path: Path, sources: tuple[Source, ...]) -> Known:
        return Known(path, self.merged(path[:-1]), sources)


# -- checks -----------------------------------------------------------------------------------------------------------


def _of_arguments(planner: _Planner) -> Iterator[Check]:
    arguments = [planner.argument(each) for each in planner.builder.parameters]
    yield from (Empty(each) for each in arguments if is_never_empty(planner.builder, each.parameter))
    for each in arguments:
        if enum := listed_in(each.parameter):
            yield Unlisted(each, enum)


def _of_constants(planner: _Planner) -> Iterator[Check]:
    """The constants in the objects that a caller can give as a whole."""
    for path, field in planner.fields.items():
        merged = planner.merged(path[:-1])
        if merged is not None and isinstance(field.type, m.Constant):
            yield Changed(path, merged, field.type.value)


def _of_codes(keys: Iterable[Key], undetermined: Container[Path], planner: _Planner) -> Iterator[Check]:
    """The checks of keys that follow a code, but for those in an object that can be replaced with one around it."""
    for key in keys:
        if any(key.path[:end] in planner.wholes for end in range(1, len(key.path) - 1)):
            continue
        for source in key.sources:
            if isinstance(source, OfCode) and source.fact is Fact.CLASS and planner.can_be_told(key.path):
                yield Contradicted(key.path, source)
        if key.path in undetermined:
            yield Missing(key.path)


def _undetermined(keys: Sequence[Key], planner: _Planner) -> Iterator[Path]:
    """The required keys that follow a code which the catalogue may not list, or which may be missing."""
    sources = {key.path: key.sources for key in keys}
    for key in keys:
        for source in key.sources:
            field = planner.fields.get(key.path)
            if field is None or not field.required or not isinstance(source, OfCode) or source.fact is not Fact.CLASS:
                continue
            is_null = key.sources[-1] == Constant(None) and not isinstance(field.type, m.Nullable)
            is_total = len(source.table) == len(source.codes.values) and not source.codes.open
            if (is_null or not key.is_certain) and not (is_total and _always_has_code(sources.get(source.code, ()))):
                yield key.path


def _always_has_code(sources: tuple[Source, ...]) -> bool:
    match sources[-1:]:
        case (Argument(parameter, is_certain=True),):
            return not isinstance(parameter.field.type, m.Nullable)
        case (Assigned(by, value),):
            return by.is_certain and value is not None
        case (Constant(value),):
            return value is not None
        case _:
            return False
