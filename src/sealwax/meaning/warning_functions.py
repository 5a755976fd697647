"""What the function for a warning code writes: where each field of the record has its value from."""

from collections.abc import Iterator
from enum import Enum, auto

from msgspec import Struct

from sealwax.contract import model as m


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


class Entry(Struct, frozen=True):
    field: m.Field
    origin: Origin


def entries(mapping: m.WarningMapping) -> Iterator[Entry]:
    """The fields that a function writes, in the order of the record; not a constant that may be left out."""
    for field in mapping.record.fields:
        if field == mapping.code:
            yield Entry(field, Origin.CODE)
        elif field == mapping.message:
            yield Entry(field, Origin.MESSAGE)
        elif field == mapping.severity:
            yield Entry(field, Origin.SEVERITY)
        elif field == mapping.context:
            yield Entry(field, Origin.CONTEXT)
        elif isinstance(field.default, m.Absent):
            yield Entry(field, Origin.ARGUMENT)
        elif field.required or not isinstance(field.type, m.Constant):
            yield Entry(field, Origin.DEFAULT)


def arguments(mapping: m.WarningMapping) -> tuple[m.Field, ...]:
    """The fields that only the caller can fill."""
    return tuple(entry.field for entry in entries(mapping) if entry.origin is Origin.ARGUMENT)
