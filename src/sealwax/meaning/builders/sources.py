"""Where a value that a builder writes comes from, and what counts as given. Every target asks here."""

from collections.abc import Sequence
from enum import Enum, StrEnum
from typing import TypeAlias

from msgspec import Struct

from sealwax.contract import model as m

Path: TypeAlias = tuple[str, ...]


class Shown(Enum):
    """What a test asks of an argument."""

    PRESENT = "it is not left out"
    NULL = "it is null"
    NOT_NULL = "it is neither left out nor null"
    FILLED = "it is neither left out nor null, nor an empty string, list or object"


class ArgumentTest(Struct, frozen=True):
    """A test of an argument."""

    parameter: m.Parameter
    shown: Shown


class Given(Struct, frozen=True):
    """An argument, and when it counts as given."""

    parameter: m.Parameter
    tests: tuple[ArgumentTest, ...]
    """One of them has to hold; empty: it always counts, because a call has to give it."""


class Passed(Struct, frozen=True):
    """The value of an argument."""

    parameter: m.Parameter
    type: m.Type
    """The type of the parameter, without null where a test rules it out."""


class Whole(Struct, frozen=True):
    """The argument for a whole object, as a new object, which is empty if nothing is given."""

    parameter: m.Parameter


class KnownCode(Struct, frozen=True):
    """A code that other values depend on: the one in the whole object if that is not empty, or else its own value."""

    path: Path
    codes: m.Enum
    whole: m.Parameter | None
    """The argument for the object with the code."""
    takes_rest: bool
    """Whether keyword arguments that are no parameters can hold it."""
    cases: tuple["Case", ...]
    """Those of its own place."""
    is_nullable: bool

    @property
    def is_certain(self) -> bool:
        """Whether there always is a code."""
        return is_certain(self.cases) and not self.is_nullable

    @property
    def has_arguments(self) -> bool:
        """Whether an argument can give it."""
        given = any(isinstance(case.value, Passed) for case in self.cases)
        return given or self.whole is not None or self.takes_rest

    @property
    def is_listed(self) -> bool:
        """Whether it has to be checked that the enum lists it: an argument of its own is checked anyway."""
        return not self.codes.open and (self.whole is not None or self.takes_rest)


class Followed(Struct, frozen=True):
    """The value that the catalogue has for a code."""

    code: KnownCode
    kinds: dict[str, str]
    """By code: the value that follows from it."""
    is_binding: bool = True
    """Whether any other value contradicts the code."""

    @property
    def is_sure(self) -> bool:
        codes = self.code.codes
        return self.code.is_certain and not codes.open and len(self.kinds) == len(codes.values)


class Numbered(Struct, frozen=True):
    """The JSON-RPC number of a code."""

    code: KnownCode
    numbering: m.Numbering

    @property
    def is_sure(self) -> bool:
        return self.code.is_certain and self.numbering.is_total


class Explained(Struct, frozen=True):
    """The catalogue's text for a code, or else the code itself, or else a sentence: never an empty text."""

    code: KnownCode
    described: m.Described


class Reading(StrEnum):
    """What a builder asks a clock for."""

    NOW = "now"
    ELAPSED = "elapsed"


class Default(Struct, frozen=True):
    value: m.Json


Value: TypeAlias = Passed | Whole | KnownCode | Followed | Numbered | Explained | Reading | Default


class InCatalogue(Struct, frozen=True):
    """A test whether the catalogue has a value for a code."""

    source: Followed | Numbered


class Case(Struct, frozen=True):
    """A value, and when it is written. The first case that applies decides; if none does, there is no value."""

    tests: tuple[ArgumentTest | InCatalogue, ...]
    """One of them has to hold; empty: always."""
    value: Value
    by: Given | None = None
    """The argument that writes it, here or because it sets other values too."""


def is_certain(cases: Sequence[Case]) -> bool:
    """Whether there always is a value."""
    return any(not case.tests for case in cases)


def needed(cases: list[Case]) -> tuple[Case, ...]:
    """The cases up to the first one that always applies."""
    end = next((at for at, case in enumerate(cases, 1) if not case.tests), len(cases))
    return tuple(cases[:end])


def passed(given: Given) -> tuple[Case, ...]:
    """The cases of an argument."""
    kind = given.parameter.field.type
    match given.tests:
        case (ArgumentTest(shown=Shown.NULL) as null, *others):
            value = Passed(given.parameter, m.bare(kind))
            return Case((null,), Default(None), given), Case(tuple(others), value, given)
        case tests:
            can_be_null = all(test.shown is Shown.PRESENT for test in tests)
            return (Case(tests, Passed(given.parameter, kind if can_be_null else m.bare(kind)), given),)


def looked_up(source: Followed | Numbered) -> Case:
    return Case(() if source.is_sure else (InCatalogue(source),), source)


# -- what counts as given ---------------------------------------------------------------------------------------------


def argument_of(parameter: m.Parameter) -> Given:
    if must_be_given(parameter):
        return Given(parameter, ())
    if null_counts(parameter):
        is_object = m.is_object(parameter.field.type)
        return _given(parameter, Shown.NULL, Shown.FILLED) if is_object else _given(parameter, Shown.PRESENT)
    return _given(parameter, Shown.NOT_NULL) if empty_counts(parameter) else if_filled(parameter)


def _given(parameter: m.Parameter, *shown: Shown) -> Given:
    return Given(parameter, tuple(ArgumentTest(parameter, each) for each in shown))


def if_filled(parameter: m.Parameter) -> Given:
    """An argument that counts as given unless it is null or empty."""
    return _given(parameter, filled(parameter.field.type))


def filled(kind: m.Type) -> Shown:
    """The test whether a value of a type is neither null nor empty. Numbers and booleans are never empty."""
    match m.bare(kind):
        case m.Boolean() | m.Integer() | m.Number() | m.Null():
            return Shown.NOT_NULL
        case m.Constant(value):
            return Shown.FILLED if isinstance(value, str) else Shown.NOT_NULL
        case _:
            return Shown.FILLED


def whole_of(parameter: m.Parameter) -> Given:
    """The argument for an object, where only an object counts as given."""
    if not must_be_given(parameter):
        return if_filled(parameter)
    is_null = isinstance(parameter.field.type, m.Nullable)
    return _given(parameter, Shown.NOT_NULL) if is_null else Given(parameter, ())


def whole_default(parameter: m.Parameter) -> dict[str, m.Json] | None:
    """The object that replaces an argument for a whole object that is not given, or empty."""
    return parameter.default if isinstance(parameter.default, dict) else None


def written_by(parameter: m.Parameter) -> tuple[Path, ...]:
    """The paths of all fields that get a value if the argument is given."""
    return parameter.path, *(other.path for other in parameter.sets)


def must_be_given(parameter: m.Parameter) -> bool:
    """Whether a call without the argument makes no sense. The catalogue has a value for a field that follows a code."""
    return parameter.level is m.Level.MUST and not parameter.field.follows


def empty_counts(parameter: m.Parameter) -> bool:
    """Whether an empty string or list is a value. No object is: merging one without keys changes nothing."""
    field, conditional = parameter.field, parameter.field.conditional
    can_be_must = field.required or (conditional is not None and conditional.level is m.Level.MUST)
    return not m.is_object(field.type) and (can_be_must or null_counts(parameter))


def null_counts(parameter: m.Parameter) -> bool:
    """Whether null is a value of an argument that can be left out. A code has to be a text."""
    field, codes = parameter.field, m.enum_of(m.bare(parameter.field.type))
    if must_be_given(parameter) or not m.accepts_null(field.type):
        return False
    default = field.default if parameter.default is m.ABSENT else parameter.default
    is_settled = default is None or (isinstance(default, dict) and m.is_object(field.type))
    is_code = codes is not None and codes.catalogue is not m.Catalogue.PLAIN
    return not (is_settled or is_code or field.follows)


def listed_in(parameter: m.Parameter) -> m.Enum | None:
    """The closed enum that has to list the argument."""
    enum = m.enum_of(m.bare(parameter.field.type))
    return None if enum is None or enum.open else enum


def refuses_empty(builder: m.Builder, parameter: m.Parameter) -> bool:
    """Whether an empty argument would break the contract, and nothing replaces it."""
    return _is_never_empty(parameter) and not replaces_empty(builder, parameter)


def replaces_empty(builder: m.Builder, parameter: m.Parameter) -> bool:
    """Whether the catalogue's text for the code replaces an empty argument."""
    is_text = m.named_in(parameter.field.type) is not None or isinstance(parameter.field.type, m.String)
    is_message = builder.described is not None and builder.described.message == parameter
    return is_message and must_be_given(parameter) and is_text


def replaces_remediation(builder: m.Builder, parameter: m.Parameter) -> bool:
    """Whether the catalogue has remediations for an argument that is not given, next to the code."""
    described = builder.described
    if described is None or described.remediation is None or not described.remediations:
        return False
    is_beside = parameter.path[:-1] == described.code.path[:-1]
    return parameter.path == described.remediation.path and is_beside and not must_be_given(parameter)


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
