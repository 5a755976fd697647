"""The builder plan: which values a builder writes, place by place. Every target follows it.

A plan is a tree of places, each with its cases in order: the first one that applies decides. The interpreter runs that
list, and each language prints it. Everything that the contract decides is decided here:

- A required argument is written as it is; an empty one is refused where the contract demands at least one character
  or item. Any other argument counts as given unless it is null, an object without keys, or an empty string or list
  for an optional field. Where null is a value of the field, null is given too, and so is an empty string or list. A
  value of a closed enum is refused unless the enum lists it.
- An empty message of an error is replaced by that of the code, if the catalogue has one that needs no facts, or else
  by the description of the code. A remediation that is not given is that of the code, on the same condition.
- A single value is the argument. Without one, it is what another argument sets (the last one wins), then what the
  catalogue says about the code that the field follows, then the parameter's default, then the contract's default.
- Where the catalogue lists the code, a field that follows it has the catalogue's value: any other value is refused,
  wherever it comes from. Where it does not, a required field without a default has to be given.
- An object exists if the contract requires it, or if something is written into it. Its defaults are filled in then.
  An argument for the whole object is merged last, so that its keys win; other keyword arguments are part of it.
  Null inside it is kept, because the caller wrote it. Null instead of it is written if nothing makes the object.
- A code is taken from the argument for the whole object if that has one that is not empty, and from the sources of its
  own field otherwise. What depends on it asks for the same code: values that follow it, its number, its description.
- Readings of a clock are always written. If a code has no number, the default of the number's own field is written.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import TypeAlias

from msgspec import Struct

from sealwax.contract import model as m
from sealwax.meaning.builders import sources as bs
from sealwax.meaning.builders.sources import Case, Given, KnownCode, Path
from sealwax.meaning.remembering import remembered


class Single(Struct, frozen=True):
    """A place that holds one value."""

    field: m.Field
    path: Path
    cases: tuple[Case, ...]
    is_written: bool = False
    """Whether it makes the object around it: more than a default is always written."""
    followed: bs.Followed | None = None
    """What the catalogue has for the code that the field follows."""
    is_demanded: bool = False
    """Whether it is required, but follows a code that the catalogue may not list."""
    is_checked: bool = False
    """Whether arguments could contradict the code, or leave out what is demanded."""

    @property
    def is_certain(self) -> bool:
        """Whether there is always a value."""
        return self.is_demanded or bs.is_certain(self.cases)

    @property
    def triggers(self) -> tuple[Given, ...]:
        """The arguments that write here when they are given."""
        return _each_once(case.by for case in self.cases if case.by is not None)

    @property
    def holds_empty(self) -> bool:
        """Whether an argument may put null or an empty value here, where there may be nothing at all."""
        return not self.is_certain and any(map(_can_be_empty, self.cases))


class Compound(Struct, frozen=True):
    """A place that holds an object with several sources."""

    field: m.Field
    path: Path
    whole: Given | None
    """For the whole object."""
    takes_rest: bool
    """Whether keyword arguments that are no parameters make the whole object."""
    free: dict[str, m.Json]
    """Keys of its default that no field declares."""
    members: tuple["Single | Compound", ...]
    is_written: bool
    is_certain: bool
    """Whether there is always an object."""
    otherwise: m.Json | m.Absent
    """The value if nothing is written: null, or no key at all."""
    takes_null: bool
    """Whether null is written if it is the argument for the whole object, and nothing makes the object."""

    @property
    def makers(self) -> tuple[Given, ...]:
        """The arguments that make the object when they are given."""
        found = (*(each for member in self.members for each in member.triggers), *((self.whole,) if self.whole else ()))
        return _each_once(found)

    @property
    def tests(self) -> tuple[bs.ArgumentTest, ...]:
        """One has to hold, or there have to be keyword arguments for it, if the object is not always made."""
        return () if self.is_certain else tuple(test for each in self.makers for test in each.tests)

    @property
    def null(self) -> m.Parameter | None:
        """The argument whose null is written if nothing makes the object."""
        return self.whole.parameter if self.whole is not None and self.takes_null else None

    @property
    def triggers(self) -> tuple[Given, ...]:
        """The arguments that write here when they are given: null may be written without making the object."""
        own = self.whole if not self.takes_null or self.whole is None else bs.argument_of(self.whole.parameter)
        others = [each for each in self.makers if own is None or each.parameter != own.parameter]
        return (*others, *((own,) if own else ()))


Place: TypeAlias = Single | Compound


@remembered
def plan(builder: m.Builder) -> tuple[Place, ...]:
    """The places of the envelope that are filled, in the order of the contract."""
    return _Planner(builder).members(builder.outcome.fields, (), None)


def places(members: Sequence[Place]) -> Iterator[Place]:
    """All places, each before those within it."""
    for member in members:
        yield member
        if isinstance(member, Compound):
            yield from places(member.members)


def singles(members: Sequence[Place]) -> Iterator[Single]:
    """All places that hold one value."""
    return (place for place in places(members) if isinstance(place, Single))


def codes(members: Sequence[Place]) -> dict[Path, KnownCode]:
    """The codes that values depend on, by path."""
    found = {}
    for place in singles(members):
        for value in (*(case.value for case in place.cases), place.followed):
            if isinstance(value, bs.Followed | bs.Numbered | bs.Explained):
                found[value.code.path] = value.code
    return found


def checked(members: Sequence[Place]) -> tuple[Single, ...]:
    """The members of an object that have to agree with a code, where arguments could contradict it."""
    return tuple(member for member in members if isinstance(member, Single) and member.is_checked)


def _each_once(arguments: Iterable[Given]) -> tuple[Given, ...]:
    return tuple({each.parameter.name: each for each in arguments}.values())


def _can_be_empty(case: Case) -> bool:
    match case.value:
        case bs.Passed(parameter):
            return case.tests != bs.if_filled(parameter).tests
        case bs.Default(value):
            return value in (None, "", [], {})
        case _:
            return False


Base: TypeAlias = dict[str, m.Json] | None
"""The default of the object that holds the fields: the defaults of its fields do not count then."""


class _Planner:
    """Walks the fields of an outcome and asks of each what fills it."""

    def __init__(self, builder: m.Builder) -> None:
        self.builder, self.described = builder, builder.described
        self.parameters = {parameter.path: parameter for parameter in builder.parameters}
        self.set: dict[Path, list[Case]] = {}
        """What arguments for other places write."""
        for given in map(bs.argument_of, builder.parameters):
            for other in given.parameter.sets:
                case = Case(given.tests, bs.Default(other.value), given)
                self.set.setdefault(other.path, []).insert(0, case)  # the last one wins
        clock = builder.clock or m.Clock()
        asked = {clock.now: bs.Reading.NOW, clock.elapsed: bs.Reading.ELAPSED}
        self.readings = {path: reading for path, reading in asked.items() if path}
        reached = (*self.parameters, *self.set, *self.readings)
        self.inner = {path[:end] for path in reached for end in range(1, len(path))}
        """Paths of objects that arguments reach into."""

    def members(self, fields: Sequence[m.Field], above: Path, base: Base) -> tuple[Place, ...]:
        found = (self.place(field, (*above, field.name), *_default(field, base)) for field in fields)
        return tuple(place for place in found if place is not None)

    def place(self, field: m.Field, path: Path, default: m.Json | m.Absent, required: bool) -> Place | None:
        is_dynamic = path in self.parameters or path in self.inner or self.takes_rest(path)
        always_has_value = isinstance(default, dict) or (default is m.ABSENT and required)
        if (is_dynamic or always_has_value) and m.is_object(field.type):
            compound = self.compound(field, path, default, required)
            if is_dynamic:
                return _simplified(compound)
            default = _settled(compound) if compound.is_certain else m.ABSENT
        single = self.single(field, path, default, required)
        return single if single.cases or single.followed else None

    def takes_rest(self, path: Path) -> bool:
        return path == (self.builder.extra_keywords,) and path not in self.parameters

    # -- single values ------------------------------------------------------------------------------------------------

    def single(self, field: m.Field, path: Path, default: m.Json | m.Absent, required: bool) -> Single:
        if path in self.readings:
            return Single(field, path, (Case((), self.readings[path]),), is_written=True)
        parameter, followed = self.parameters.get(path), self.followed(field, path)
        written: list[Case] = []
        if field.number_of is None:
            written += self.argument(parameter) if parameter else ()
            written += self.set.get(path, ())
        is_settled = bs.is_certain(written)
        if parameter is not None and not isinstance(parameter.default, m.Absent):
            is_settled, default = True, parameter.default
        needs_value = required and isinstance(field.type, m.Nullable) and isinstance(default, m.Absent)
        if needs_value and field.follows and (followed is None or followed.code.is_nullable):
            default = None  # without a code, there is nothing that follows from it
        cases = [*written, *((bs.looked_up(followed),) if followed else ()), *self.number(field, path)]
        cases += [] if isinstance(default, m.Absent) else [Case((), bs.Default(default))]
        is_demanded = required and followed is not None and not bs.is_certain(cases)
        has_whole = path[:-1] in self.parameters or self.takes_rest(path[:-1])
        is_bound = followed is not None and followed.is_binding and (bool(written) or has_whole)
        return Single(field, path, bs.needed(cases), is_settled, followed, is_demanded, is_bound or is_demanded)

    def argument(self, parameter: m.Parameter) -> tuple[Case, ...]:
        """The argument, and what replaces an empty message."""
        if self.described is None or not bs.replaces_empty(self.builder, parameter):
            return bs.passed(bs.argument_of(parameter))
        code = self.code(self.described.code.path)
        explained = () if code is None else (Case((), bs.Explained(code, self.described)),)
        return (*bs.passed(bs.if_filled(parameter)), *explained)

    def number(self, field: m.Field, path: Path) -> tuple[Case, ...]:
        code = self.code((*path[:-1], *field.number_of.path)) if field.number_of is not None else None
        return () if code is None or field.number_of is None else (bs.looked_up(bs.Numbered(code, field.number_of)),)

    def followed(self, field: m.Field, path: Path) -> bs.Followed | None:
        """What a field follows, if the code is known."""
        parameter, described = self.parameters.get(path), self.described
        if described is not None and parameter is not None and bs.replaces_remediation(self.builder, parameter):
            code = self.code(described.code.path)
            return None if code is None else bs.Followed(code, described.remediations, is_binding=False)
        code = self.code((*path[:-1], field.follows)) if field.follows else None
        if code is None:
            return None
        return bs.Followed(code, {each.value: each.classified_as for each in code.codes.values if each.classified_as})

    def code(self, path: Path) -> KnownCode | None:
        """The code at a path, if anything can fill it."""
        fields: Sequence[m.Field] = self.builder.outcome.fields
        base: Base = None
        for key in path[:-1]:
            around = next(each for each in fields if each.name == key)
            default, _ = _default(around, base)
            fields, base = m.fields_of(around.type), default if isinstance(default, dict) else None
        field = next((each for each in fields if each.name == path[-1]), None)
        codes = m.enum_of(m.bare(field.type)) if field is not None else None
        if field is None or codes is None:
            return None
        whole, takes_rest = self.parameters.get(path[:-1]), self.takes_rest(path[:-1])
        cases = self.single(field, path, *_default(field, base)).cases
        is_known, is_nullable = cases or whole or takes_rest, isinstance(field.type, m.Nullable)
        return KnownCode(path, codes, whole, takes_rest, cases, is_nullable) if is_known else None

    # -- objects ------------------------------------------------------------------------------------------------------

    def compound(self, field: m.Field, path: Path, default: m.Json | m.Absent, required: bool) -> Compound:
        parameter = self.parameters.get(path)
        base = default if isinstance(default, dict) else None
        fields = m.fields_of(field.type)
        members, declared = self.members(fields, path, base), {each.name for each in fields}
        nullable = isinstance(field.type, m.Nullable)
        is_written = any(member.is_written for member in members)
        if parameter is not None:
            is_written |= isinstance(parameter.default, dict) or (bs.must_be_given(parameter) and not nullable)
        is_certain = is_written or base is not None or (required and default is m.ABSENT and not nullable)
        nulls = parameter is not None and (parameter.default is None or bs.must_be_given(parameter))
        return Compound(
            field=field,
            path=path,
            whole=bs.whole_of(parameter) if parameter is not None else None,
            takes_rest=self.takes_rest(path),
            free={key: value for key, value in (base or {}).items() if key not in declared},
            members=members,
            is_written=is_written,
            is_certain=is_certain,
            otherwise=None if nulls or default is None else m.ABSENT,
            takes_null=parameter is not None and not is_certain and bs.null_counts(parameter),
        )


def _default(field: m.Field, base: Base) -> tuple[m.Json | m.Absent, bool]:
    """The default of a field, and whether it is required in spite of `base`."""
    if base is not None:
        return base.get(field.name, m.ABSENT), False
    return field.default if field.required else m.ABSENT, field.required


def _simplified(place: Compound) -> Place:
    """An object that only its argument fills is a value like any other."""
    own = place.whole
    if own is None or place.members or place.free:
        return place
    own = bs.argument_of(own.parameter) if place.takes_null else own
    otherwise = own.parameter.default if isinstance(own.parameter.default, dict) else {}
    value = otherwise if place.is_certain else place.otherwise
    if own.tests and value == {}:
        return Single(place.field, place.path, (Case((), bs.Whole(own.parameter), own),), place.is_written)
    default = [] if isinstance(value, m.Absent) else [Case((), bs.Default(value))]
    return Single(place.field, place.path, bs.needed([*bs.passed(own), *default]), place.is_written)


def _settled(place: Compound) -> m.Json:
    """An object that no argument reaches."""
    values = {member.path[-1]: _constant(member.cases) for member in place.members if isinstance(member, Single)}
    return place.free | {name: value for name, value in values.items() if not isinstance(value, m.Absent)}


def _constant(cases: Sequence[Case]) -> m.Json | m.Absent:
    """The value of a place that no argument reaches."""
    for each in cases:
        match each.value:
            case bs.Default(value):
                return value
            case bs.Followed(code, table) | bs.Numbered(code, m.Numbering(numbers=table)):
                found = table.get(str(_constant(code.cases)))
                if found is not None:
                    return found
            case _:
                pass
    return m.ABSENT
