"""What a code or an error type demands: the fields that a call must give because of what is known about it."""

from collections.abc import Callable, Iterable, Iterator
from itertools import groupby
from typing import TypeAlias

from msgspec import Struct

from sealwax.contract import model as m
from sealwax.meaning.builders.parameters import Path, must_be_given, written_by
from sealwax.meaning.remembering import remembered

Known: TypeAlias = dict[Path, m.Json]
"""What is known about a call, such as its code, by path."""


class ConditionalField(Struct, frozen=True):
    """A field that is a must under a condition, in an object that arguments fill."""

    path: Path
    field: m.Field
    siblings: tuple[m.Field, ...]
    parameter: m.Parameter | None
    """The one that fills it, and nothing else."""

    def sibling(self, name: str) -> m.Field | None:
        return next((each for each in self.siblings if each.name == name), None)


def conditionals(builder: m.Builder) -> tuple[ConditionalField, ...]:
    """The fields that a call may have to give because of what else it gives."""
    fields = dict(m.field_paths(builder.outcome.fields))
    conditional = {path: field for path, field in fields.items() if field.is_conditional_must}
    if not conditional:
        return ()
    parameters = {each.path: each for each in builder.parameters}
    given = [path for each in builder.parameters for path in written_by(each)]
    reached = {*whole_objects(builder)} | {path[:end] for path in given for end in range(1, len(path))}
    found = []
    for path, field in conditional.items():
        parameter = parameters.get(path)
        is_sure = field.follows or (parameter is not None and must_be_given(parameter))
        if not is_sure and all(path[:end] in reached for end in range(1, len(path))):
            siblings = tuple(each for other, each in fields.items() if other[:-1] == path[:-1])
            found.append(ConditionalField(path, field, siblings, parameter))
    return tuple(found)


def whole_objects(builder: m.Builder) -> Iterator[Path]:
    """The objects that callers can give as a whole, or keyword by keyword."""
    yield from (each.path for each in builder.parameters if m.is_object(each.field.type))
    yield from ((builder.extra_keywords,),) if builder.extra_keywords else ()


def demanding(builder: m.Builder) -> Callable[[Known], tuple[ConditionalField, ...]]:
    """A function that returns the fields that a call must give only because of what is known about it."""
    candidates = conditionals(builder)
    following = tuple(_following(builder)) if candidates else ()

    def demanded(known: Known) -> tuple[ConditionalField, ...]:
        known = known | dict(_followed(following, known))  # what follows a known code is known as well
        return tuple(each for each in candidates if is_demanded(each.field, each.path, known))

    return demanded


def is_demanded(field: m.Field, path: Path, known: Known) -> bool:
    """Whether what is known makes a field a must."""
    tests = field.conditional.condition if field.conditional and field.is_conditional_must else ()
    return bool(tests) and all(_holds(test, path[:-1], known) for test in tests)


def _holds(test: m.Test, above: Path, known: Known) -> bool:
    at = (*above, test.key)
    return at in known and (known[at] in test.values if isinstance(test, m.HasValue) else test.expected)


def _following(builder: m.Builder) -> Iterator[tuple[Path, Path, m.Enum]]:
    """The fields that follow a code, each with the code and its enum."""
    fields = dict(m.field_paths(builder.outcome.fields))
    for path, field in fields.items():
        code = (*path[:-1], field.follows)
        codes = m.enum_of(m.bare(fields[code].type)) if field.follows else None
        if codes is not None:
            yield path, code, codes


def _followed(following: Iterable[tuple[Path, Path, m.Enum]], known: Known) -> Iterator[tuple[Path, m.Json]]:
    for path, at, codes in following:
        code = codes.value(str(known.get(at)))
        if code is not None and code.classified_as:
            yield path, code.classified_as


# -- of codes and error types -----------------------------------------------------------------------------------------


class Demand(Struct, frozen=True):
    """A field that is a must for some codes, or for some error types."""

    path: Path
    parameter: m.Parameter | None
    """The one that fills it; without one, it is a key of an object that the caller gives."""
    of: Path
    """The path of the code, or of the error type."""
    values: tuple[str, ...]

    @property
    def words(self) -> str:
        return ".".join(self.path)


@remembered
def demands(builder: m.Builder) -> tuple[Demand, ...]:
    """The fields that codes and error types make a must, where the builder does not require them anyway."""
    candidates, demanded = conditionals(builder), demanding(builder)
    if not candidates:
        return ()
    enums = [(path, m.enum_of(m.bare(field.type))) for path, field in m.field_paths(builder.outcome.fields)]
    needed = [(of, each, demanded({of: each.value})) for of, enum in enums for each in _errors(enum)]
    found = []
    for each in candidates:
        reasons = [(of, value) for of, value, fields in needed if each in fields]
        types = {value.value for _, value in reasons if not value.classified_as}
        reasons = [(of, value) for of, value in reasons if value.classified_as not in types]
        reasons.sort(key=lambda reason: bool(reason[1].classified_as))
        for of, group in groupby(reasons, lambda reason: reason[0]):
            found.append(Demand(each.path, each.parameter, of, tuple(value.value for _, value in group)))
    return tuple(found)


def _errors(enum: m.Enum | None) -> tuple[m.EnumValue, ...]:
    is_catalogue = enum is not None and enum.catalogue in (m.Catalogue.ERROR_TYPES, m.Catalogue.ERROR_CODES)
    return enum.values if enum is not None and is_catalogue else ()


def demanded_by_type(mapping: m.ErrorMapping, error_type: m.EnumValue) -> tuple[m.Parameter, ...]:
    """The parameters that every exception of an error type must be given, whatever its code."""
    own = {each.value for each in mapping.codes.by_class.get(error_type.value, ())}
    return tuple(
        each.parameter
        for each in demands(mapping.builder)
        if each.parameter is not None
        and (error_type.value in each.values if each.of != mapping.code.path else _has_all(mapping.codes, own, each))
    )


def _has_all(codes: m.Enum, own: set[str], demand: Demand) -> bool:
    return not codes.open and bool(own) and own <= {*demand.values}
