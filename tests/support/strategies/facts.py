"""Random facts for error and warning factories."""

from hypothesis import strategies as st

from sealwax.contract.model import (
    Absent,
    AnyObject,
    AnyValue,
    Boolean,
    Constant,
    Enum,
    Field,
    Format,
    Integer,
    Json,
    ListOf,
    MapOf,
    Null,
    Nullable,
    Number,
    Payload,
    Record,
    Reference,
    String,
    Text,
    Type,
)
from strategies.hostile import json_values, strings

Arguments = dict[str, Json]


def values(kind: Type) -> st.SearchStrategy[Json]:
    """Any value of a type, regardless of its limits."""
    match kind:
        case Null():
            return st.none()
        case Boolean():
            return st.booleans()
        case Integer():
            return st.integers(-(2**53) + 1, 2**53 - 1)
        case Number():
            return st.floats(allow_nan=False, allow_infinity=False) | st.integers(-(2**53) + 1, 2**53 - 1)
        case String(format=Format.DATE_TIME | Format.UTC_DATE_TIME):
            return st.datetimes().map(lambda when: f"{when:%Y-%m-%dT%H:%M:%SZ}".rjust(20, "0"))
        case String(format=Format.DATE):
            return st.dates().map(str)
        case String() | Reference(Text()):
            return strings.filter(bool)
        case Constant(value):
            return st.just(value)
        case AnyValue():
            return json_values
        case AnyObject() | Payload():
            return st.dictionaries(strings, json_values, max_size=3)
        case ListOf(item):
            return st.lists(values(item), max_size=3).map(_json)
        case MapOf(value):
            return st.dictionaries(strings, values(value), max_size=3).map(_json)
        case Nullable(inner):
            return st.none() | values(inner)
        case Reference(Enum() as enum):
            known = st.sampled_from([value.value for value in enum.values])
            return (known | strings.filter(bool) if enum.open else known).map(_json)
        case Reference(Record() as record):
            return objects(record.fields).map(_json)
        case _:
            raise AssertionError(kind)


def _json(value: Json) -> Json:
    return value


def objects(fields: tuple[Field, ...]) -> st.SearchStrategy[Arguments]:
    needed = {field.name: values(field.type) for field in fields if field.required}
    others = {field.name: values(field.type) for field in fields if not field.required}
    return st.fixed_dictionaries(needed, optional=others)


@st.composite
def facts(draw: st.DrawFn, fields: tuple[Field, ...]) -> Arguments:
    """The facts of a code: all required ones, and some others, which may be null."""
    given: Arguments = {}
    for field in fields:
        if isinstance(field.type, Constant):
            continue
        if field.required and isinstance(field.default, Absent):
            given[field.name] = draw(values(field.type))
        elif draw(st.booleans()):
            given[field.name] = draw(st.none() | values(field.type))
    return given
