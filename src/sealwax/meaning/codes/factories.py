"""What the functions for error codes and warning codes take and write.

The function for `NOT_FOUND: {message: "There is no {item}", context: {item: {type: string}}}` takes `item`, and of the
builder's parameters all but the code, which is `FIXED`. The message is `STATED`, so it can be omitted.
"""

from collections.abc import Iterator
from enum import Enum, auto

from msgspec import Struct

from sealwax.contract import model as m
from sealwax.meaning.builders.parameters import can_be_empty, must_be_given


class ArgumentNeed(Enum):
    """How a function for a code treats a parameter of the builder."""

    FIXED = auto()
    """It is the code."""
    STATED = auto()
    """The code has a text for it, which the caller can replace."""
    REQUIRED = auto()
    """The caller has to give it."""
    OPTIONAL = auto()


def text_for(parameter: m.Parameter, mapping: m.ErrorMapping, factory: m.ErrorFactory) -> m.Template:
    """The text that a code has for a parameter; empty if there is none."""
    if parameter == mapping.message:
        return factory.message
    return factory.remediation if parameter == mapping.remediation else ()


def is_stated(parameter: m.Parameter, mapping: m.ErrorMapping) -> bool:
    """Whether a code has a text for a parameter."""
    return any(text_for(parameter, mapping, factory) for factory in mapping.factories)


def need_of(parameter: m.Parameter, mapping: m.ErrorMapping, factory: m.ErrorFactory) -> ArgumentNeed:
    if parameter == mapping.code:
        return ArgumentNeed.FIXED
    if text_for(parameter, mapping, factory):
        return ArgumentNeed.STATED
    is_required = must_be_given(parameter) or parameter == mapping.message or parameter in factory.demanded
    return ArgumentNeed.REQUIRED if is_required else ArgumentNeed.OPTIONAL


def required(mapping: m.ErrorMapping, factory: m.ErrorFactory) -> tuple[m.Parameter, ...]:
    """The parameters that a call of the function must give."""
    needs = ((each, need_of(each, mapping, factory)) for each in mapping.builder.parameters)
    return tuple(each for each, need in needs if need is ArgumentNeed.REQUIRED)


def differing(mapping: m.ErrorMapping) -> tuple[m.Parameter, ...]:
    """The parameters that some functions take by position, or have to be given, and others do not."""
    factories = mapping.factories
    return tuple(
        each
        for each in mapping.builder.parameters
        if any(each in factory.positional or each in factory.demanded for factory in factories)
        or len({need_of(each, mapping, factory) is ArgumentNeed.REQUIRED for factory in factories}) > 1
    )


def changed(mapping: m.ErrorMapping, factory: m.ErrorFactory) -> tuple[m.Parameter, ...]:
    """The parameters that a function takes in another way than the builder."""
    return tuple(
        each
        for each in mapping.builder.parameters
        if each == mapping.code
        or each in factory.positional
        or must_be_given(each) != (need_of(each, mapping, factory) is ArgumentNeed.REQUIRED)
    )


class FactArgument(Struct, frozen=True):
    """A fact, as an argument of the function for a code. Null and empty values count as not given, unless it is a must.

    `limit: {type: integer}` is required; `period: {type: string, level: may}` is left out if it is empty.
    """

    field: m.Field
    otherwise: m.Json | m.Absent
    """What replaces it if it is not given."""

    @property
    def is_argument(self) -> bool:
        """Whether the caller can give it: nobody can change a constant."""
        return not isinstance(self.field.type, m.Constant)

    @property
    def is_certain(self) -> bool:
        """Whether it is always written, even if it is null or empty."""
        return self.field.always_has_value

    @property
    def is_always_filled(self) -> bool:
        """Whether it is never missing, null or empty, so that a text can always mention it."""
        return self.is_certain and not self.can_be_empty and not m.accepts_null(self.field.type)

    @property
    def can_be_empty(self) -> bool:
        """Whether an empty value counts as none: an empty text or list, or an object without keys."""
        return can_be_empty(self.field.type)


def fact_of(field: m.Field) -> FactArgument:
    return FactArgument(field, field.type.value if isinstance(field.type, m.Constant) else field.default)


class Origin(Enum):
    CODE = auto()
    SEVERITY = auto()
    """That of the code, unless the caller gives another one."""
    MESSAGE = auto()
    """That of the code, unless the caller gives another one."""
    CONTEXT = auto()
    """The facts of the code."""
    ARGUMENT = auto()
    """Only the caller can fill it."""
    DEFAULT = auto()


class WarningEntry(Struct, frozen=True):
    field: m.Field
    origin: Origin


def entries(mapping: m.WarningMapping) -> Iterator[WarningEntry]:
    """The fields that a function writes, in the order of the record; not a constant that may be left out."""
    by_code = ((mapping.code, Origin.CODE), (mapping.message, Origin.MESSAGE), (mapping.severity, Origin.SEVERITY))
    origins = {field.name: origin for field, origin in (*by_code, (mapping.context, Origin.CONTEXT)) if field}
    for field in mapping.record.fields:
        if field.name in origins:
            yield WarningEntry(field, origins[field.name])
        elif isinstance(field.default, m.Absent):
            yield WarningEntry(field, Origin.ARGUMENT)
        elif field.required or not isinstance(field.type, m.Constant):
            yield WarningEntry(field, Origin.DEFAULT)


def arguments(mapping: m.WarningMapping) -> tuple[m.Field, ...]:
    """The fields that only the caller can fill."""
    return tuple(entry.field for entry in entries(mapping) if entry.origin is Origin.ARGUMENT)
