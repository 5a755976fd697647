"""The builder plan: which values a builder writes, place by place. Every target follows it.

A plan is a tree of places. Everything that the contract alone decides is decided here, so that a target only has to
ask which arguments are given:

- A required argument is written as it is; an empty one is refused where the contract demands at least one character
  or item. Any other argument counts as given unless it is null, an object without keys, or an empty string or list
  for an optional field. Where null is a value of the field, null is given too, and so is an empty string or list. A
  value of a closed enum is refused unless the enum lists it.
- An empty message of an error is replaced by the catalogue's description of the code, wherever that is given. A
  remediation that is not given is that of the code, if the catalogue has one that needs no facts.
- A single value is the argument. Without one, it is what another argument sets (the last one wins), then what the
  catalogue says about the code that the field follows, then the parameter's default, then the contract's default.
- Where the catalogue lists the code, a field that follows it has the catalogue's value: any other value is refused,
  wherever it comes from. Where it does not, a required field without a default has to be given.
- An object exists if the contract requires it, or if something is written into it. Its defaults are filled in then.
  An argument for the whole object is merged last, so that its keys win; other keyword arguments are part of it.
  Null inside it is kept, because the caller wrote it. Null instead of it is written if nothing makes the object.
- A code is taken from the argument for the whole object if that has one that is not empty, and from its own field
  otherwise.
- Readings of a clock are always written. The number of a code belongs to the argument for the code, or to its default;
  if a code has no number, the default of the number's own field is written.
"""

from collections.abc import Iterator, Sequence
from enum import StrEnum
from typing import TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from sealwax.contract import model as m

Path: TypeAlias = tuple[str, ...]


class Setter(Struct, frozen=True):
    """A value that is written when the argument for another place is given."""

    parameter: m.Parameter
    value: m.Json


class Follower(Struct, frozen=True):
    """Where a value comes from that the catalogue derives from a sibling, which is a code."""

    code: str
    codes: m.Enum
    kinds: dict[str, str]
    """By code: the value that follows from it."""
    is_binding: bool = True
    """Whether any other value contradicts the code."""
    is_sure: bool = False
    """Whether there is always a code that the catalogue has a value for."""


class Numbered(Struct, frozen=True):
    """Where a value comes from that is the JSON-RPC number of a code."""

    parameter: m.Parameter
    """The argument for the code."""
    numbering: m.Numbering

    @property
    def is_sure(self) -> bool:
        """Whether there is always a code, which always has a number."""
        has_code = must_be_given(self.parameter) or self.parameter.default is not m.ABSENT
        return has_code and self.numbering.is_total


class Reading(StrEnum):
    """What a builder asks a clock for."""

    NOW = "now"
    ELAPSED = "elapsed"


class Single(Struct, frozen=True):
    """A place that holds one value."""

    field: m.Field
    path: Path
    parameter: m.Parameter | None
    setters: tuple[Setter, ...]
    """The last one that is given wins."""
    follower: Follower | None
    default: m.Json | m.Absent
    """The value if nothing else writes one."""
    is_written: bool
    """Whether the builder always writes a value: the argument, or what replaces it."""
    numbered: Numbered | None = None
    reading: Reading | None = None
    is_demanded: bool = False
    """Whether it is required, but follows a code that the catalogue may not list."""

    @property
    def is_certain(self) -> bool:
        """Whether there is always a value."""
        is_known = any(source is not None and source.is_sure for source in (self.numbered, self.follower))
        return self.is_written or self.is_demanded or self.default is not m.ABSENT or is_known

    @property
    def holds_empty(self) -> bool:
        """Whether an argument may put null or an empty value here, where there may be nothing at all."""
        sets_empty = any(setter.value in (None, "", [], {}) for setter in self.setters)
        return not self.is_certain and (sets_empty or (self.parameter is not None and null_counts(self.parameter)))

    @property
    def triggers(self) -> tuple[m.Parameter, ...]:
        """The arguments that write here when they are given."""
        own = (self.parameter,) if self.parameter else ()
        return (*own, *(setter.parameter for setter in self.setters))


class Compound(Struct, frozen=True):
    """A place that holds an object with several sources."""

    field: m.Field
    path: Path
    parameter: m.Parameter | None
    """For the whole object."""
    takes_rest: bool
    """Whether other keyword arguments belong to the whole object."""
    free: dict[str, m.Json]
    """Keys of its default that no field declares."""
    members: tuple["Single | Compound", ...]
    is_written: bool
    is_certain: bool
    """Whether there is always an object."""
    otherwise: m.Json | m.Absent
    """The value if nothing is written: null, or no key at all."""

    @property
    def triggers(self) -> tuple[m.Parameter, ...]:
        own = (self.parameter,) if self.parameter else ()
        found = (*(each for member in self.members for each in member.triggers), *own)
        return tuple({parameter.name: parameter for parameter in found}.values())

    @property
    def fixed(self) -> dict[str, str | int | float | bool]:
        """The constants that a whole object could contradict."""
        if self.parameter is None and not self.takes_rest:
            return {}
        fields = m.fields_of(self.field.type)
        return {field.name: field.type.value for field in fields if isinstance(field.type, m.Constant)}

    @property
    def takes_null(self) -> bool:
        """Whether null is written if it is the argument for the whole object, and nothing makes the object."""
        return self.parameter is not None and not self.is_certain and null_counts(self.parameter)

    def member(self, name: str) -> "Single | Compound | None":
        return next((member for member in self.members if member.path[-1] == name), None)


Place: TypeAlias = Single | Compound


def plan(builder: m.Builder) -> tuple[Place, ...]:
    """The places of the envelope that are filled, in the order of the contract."""
    planner = _Planner(builder)
    return planner.members(builder.outcome.fields, (), None)


def places(members: Sequence[Place]) -> Iterator[Place]:
    """All places, each before those within it."""
    for member in members:
        yield member
        if isinstance(member, Compound):
            yield from places(member.members)


def is_alone(place: Compound) -> bool:
    """Whether the argument for the whole object is its only source."""
    return not place.members and not place.free


def must_be_given(parameter: m.Parameter) -> bool:
    """Whether a call without the argument makes no sense. The catalogue has a value for a field that follows a code."""
    return parameter.level is m.Level.MUST and not parameter.field.follows


def listed_in(parameter: m.Parameter) -> m.Enum | None:
    """The closed enum that has to list the argument."""
    enum = m.enum_of(m.bare(parameter.field.type))
    return None if enum is None or enum.open else enum


def followers(members: Sequence[Place]) -> Iterator[tuple[Single, Follower]]:
    """The members of an object that follow a code."""
    for member in members:
        if isinstance(member, Single) and member.follower is not None:
            yield member, member.follower


def bound(members: Sequence[Place]) -> Iterator[Single]:
    """The members of an object that have to be what the catalogue says about the code."""
    return (member for member, follower in followers(members) if follower.is_binding)


def refuses_empty(builder: m.Builder, parameter: m.Parameter) -> bool:
    """Whether an empty argument would break the contract, and nothing replaces it."""
    return _is_never_empty(parameter) and not replaces_empty(builder, parameter)


def replaces_empty(builder: m.Builder, parameter: m.Parameter) -> bool:
    """Whether the catalogue's description of the code replaces an empty argument."""
    return builder.described is not None and builder.described.message == parameter and _is_never_empty(parameter)


def code_holder(builder: m.Builder) -> Path | None:
    """The path of the object with the code that describes an error without a message."""
    described = builder.described
    return described.code.path[:-1] if described and replaces_empty(builder, described.message) else None


def replaces_remediation(builder: m.Builder, parameter: m.Parameter) -> bool:
    """Whether the catalogue has remediations for an argument that is not given."""
    described = builder.described
    return described is not None and described.has_remediations_at(parameter.path) and not must_be_given(parameter)


def _is_never_empty(parameter: m.Parameter) -> bool:
    match parameter.field.type if must_be_given(parameter) else None:
        case (
            m.String(min_length=least)
            | m.Reference(m.Text(string=m.String(min_length=least)))
            | m.ListOf(min_items=least)
        ):
            return bool(least)
        case _:
            return False


def empty_counts(parameter: m.Parameter) -> bool:
    """Whether an empty string or list is a value. No object is: merging one without keys changes nothing."""
    return not m.is_object(parameter.field.type) and (parameter.field.required or null_counts(parameter))


def null_counts(parameter: m.Parameter) -> bool:
    """Whether null is a value of an argument that can be left out. A code has to be a text."""
    field, codes = parameter.field, m.enum_of(m.bare(parameter.field.type))
    if must_be_given(parameter) or not isinstance(field.type, m.Nullable | m.Null | m.AnyValue):
        return False
    default = field.default if parameter.default is m.ABSENT else parameter.default
    is_settled = default is None or (isinstance(default, dict) and m.is_object(field.type))
    is_code = codes is not None and codes.catalogue is not m.Catalogue.PLAIN
    return not (is_settled or is_code or field.follows)


class _Planner:
    """Walks the fields of an outcome and asks of each what fills it."""

    def __init__(self, builder: m.Builder) -> None:
        self.extra_keywords, self.described = builder.extra_keywords, builder.described
        self.parameters = {parameter.path: parameter for parameter in builder.parameters}
        self.setters: dict[Path, list[Setter]] = {}
        for parameter in builder.parameters:
            for assignment in parameter.sets:
                self.setters.setdefault(assignment.path, []).append(Setter(parameter, assignment.value))
        clock = builder.clock or m.Clock()
        asked = {clock.now: Reading.NOW, clock.elapsed: Reading.ELAPSED}
        self.readings = {path: reading for path, reading in asked.items() if path}
        reached = (*self.parameters, *self.setters, *self.readings)
        self.inner = {path[:end] for path in reached for end in range(1, len(path))}
        """Paths of objects that arguments reach into."""

    def members(self, fields: Sequence[m.Field], above: Path, base: dict[str, m.Json] | None) -> tuple[Place, ...]:
        found = tuple(self.places(fields, above, base))
        certain = {place.path[-1] for place in found if isinstance(place, Single) and place.is_certain}
        return tuple(_settled_follower(place, certain) if isinstance(place, Single) else place for place in found)

    def places(self, fields: Sequence[m.Field], above: Path, base: dict[str, m.Json] | None) -> Iterator[Place]:
        """`base` is the default of the object that holds the fields: the defaults of its fields do not count then."""
        for field in fields:
            if base is not None:
                default, required = base.get(field.name, m.ABSENT), False
            else:
                default, required = field.default if field.required else m.ABSENT, field.required
            place = self.place(field, (*above, field.name), fields, default, required)
            if place is not None:
                yield place

    def place(
        self, field: m.Field, path: Path, siblings: Sequence[m.Field], default: m.Json | m.Absent, required: bool
    ) -> Place | None:
        is_dynamic = self.is_dynamic(path)
        always_has_value = isinstance(default, dict) or (default is m.ABSENT and required)
        if (is_dynamic or always_has_value) and m.is_object(field.type):
            compound = self.compound(field, path, default, required)
            if is_dynamic:
                return compound
            default = _settled(compound) if compound.is_certain else m.ABSENT
        return self.single(field, path, siblings, default, required)

    def is_dynamic(self, path: Path) -> bool:
        return path in self.parameters or path in self.inner or path == (self.extra_keywords,)

    # -- single values ------------------------------------------------------------------------------------------------

    def single(
        self, field: m.Field, path: Path, siblings: Sequence[m.Field], default: m.Json | m.Absent, required: bool
    ) -> Single | None:
        parameter, setters = self.parameters.get(path), self.setters.get(path, [])
        if path in self.readings:
            return Single(field, path, None, (), None, m.ABSENT, True, reading=self.readings[path])
        if field.number_of is not None:
            return self.number(field, path, field.number_of, default)
        if parameter and must_be_given(parameter):
            return Single(field, path, parameter, (), None, m.ABSENT, True)
        follower = self.follower(field, path, siblings)
        is_written = parameter is not None and parameter.default is not m.ABSENT
        default = parameter.default if parameter and is_written else default
        sure = [at for at, setter in enumerate(setters) if must_be_given(setter.parameter)]
        if sure and follower is None:
            default, is_written = setters[sure[-1]].value, True
            setters = setters[sure[-1] + 1 :]
        if parameter is None and follower is None and not setters and default is m.ABSENT:
            return None
        is_demanded = required and follower is not None and default is m.ABSENT
        return Single(field, path, parameter, tuple(setters), follower, default, is_written, is_demanded=is_demanded)

    def number(self, field: m.Field, path: Path, numbering: m.Numbering, default: m.Json | m.Absent) -> Single | None:
        code = self.parameters.get((*path[:-1], *numbering.path))
        numbered = Numbered(code, numbering) if code is not None else None
        if numbered is None and default is m.ABSENT:
            return None
        return Single(field, path, None, (), None, default, False, numbered=numbered)

    def follower(self, field: m.Field, path: Path, siblings: Sequence[m.Field]) -> Follower | None:
        """What a field follows, if the code is known."""
        described = self.described if self.described and self.described.has_remediations_at(path) else None
        follows = described.code.path[-1] if described else field.follows
        code = next((each for each in siblings if each.name == follows), None) if follows else None
        codes = m.enum_of(code.type) if code is not None else None
        if code is None or codes is None:
            return None
        above, beside = path[:-1], (*path[:-1], follows)
        has_whole = above in self.parameters or above == (self.extra_keywords,)
        if not (code.required or has_whole or beside in self.parameters or beside in self.setters):
            return None
        if described is not None:
            return Follower(follows, codes, described.remediations, is_binding=False)
        return Follower(follows, codes, {each.value: each.classified_as for each in codes.values if each.classified_as})

    # -- objects ------------------------------------------------------------------------------------------------------

    def compound(self, field: m.Field, path: Path, default: m.Json | m.Absent, required: bool) -> Compound:
        parameter = self.parameters.get(path)
        base = default if isinstance(default, dict) else None
        fields = m.fields_of(field.type)
        members = self.members(fields, path, base)
        declared = {each.name for each in fields}
        is_written = any(member.is_written for member in members)
        nullable = isinstance(field.type, m.Nullable)
        if parameter is not None:
            is_written |= isinstance(parameter.default, dict) or (must_be_given(parameter) and not nullable)
        nulls = parameter is not None and (parameter.default is None or must_be_given(parameter))
        return Compound(
            field=field,
            path=path,
            parameter=parameter,
            takes_rest=path == (self.extra_keywords,),
            free={key: value for key, value in (base or {}).items() if key not in declared},
            members=members,
            is_written=is_written,
            is_certain=is_written or base is not None or (required and default is m.ABSENT and not nullable),
            otherwise=None if nulls or default is None else m.ABSENT,
        )


def _settled_follower(place: Single, certain: set[str]) -> Single:
    """The place of a field that follows a code, once it is clear whether there always is a code."""
    follower = place.follower
    if follower is None or follower.code not in certain or follower.codes.open:
        return place
    is_sure = len(follower.kinds) == len(follower.codes.values)
    follower = replace(follower, is_sure=is_sure)
    return replace(place, follower=follower, is_demanded=place.is_demanded and not is_sure)


def _settled(compound: Compound) -> m.Json:
    """An object that no argument reaches."""
    defaults = {member.path[-1]: member.default for member in compound.members if isinstance(member, Single)}
    values = {name: value for name, value in defaults.items() if not isinstance(value, m.Absent)}
    for member, follower in followers(compound.members):
        kind = follower.kinds.get(str(values.get(follower.code)))
        values |= {member.path[-1]: kind} if kind is not None else {}
    return compound.free | values
