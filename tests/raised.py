"""What factories mean, told once more by interpreting the model; and random arguments for them."""

import json
from decimal import Decimal

from hostile import json_values, strings
from hypothesis import strategies as st

from sealwax.contract.building import build
from sealwax.contract.model import (
    Absent,
    AnyObject,
    AnyValue,
    Boolean,
    Constant,
    Enum,
    ErrorFactory,
    Field,
    Format,
    Integer,
    Json,
    ListOf,
    MapOf,
    Noting,
    Null,
    Nullable,
    Number,
    Payload,
    Raising,
    Record,
    Reference,
    String,
    Template,
    Text,
    Type,
    WarningFactory,
)

Arguments = dict[str, Json]


def failure(raising: Raising, factory: ErrorFactory, given: Arguments) -> Json:
    """The envelope that a factory makes."""
    facts = settled(factory.value.context, given)
    arguments = {each.name: given.get(each.name) for each in raising.builder.parameters}
    arguments[raising.code.name] = factory.value.value
    arguments[raising.message.name] = given.get(raising.message.name) or filled(factory.message, facts)
    if raising.remediation is not None and factory.remediation:
        name = raising.remediation.name
        arguments[name] = given.get(name) or filled(factory.remediation, facts)
    for place in factory.placements:
        own = {field.name: facts[field.name] for field in place.fields if field.name in facts}
        explicit = given.get(place.parameter.name)
        arguments[place.parameter.name] = own | (explicit if isinstance(explicit, dict) else {})
    return build(raising.builder, arguments)


def warning(noting: Noting, factory: WarningFactory, given: Arguments) -> Json:
    """The record that a factory makes."""
    facts = settled(factory.value.context, given)
    made: Arguments = {}
    for field in noting.record.fields:
        value = given.get(field.name)
        if field == noting.code:
            made[field.name] = factory.value.value
        elif field == noting.message:
            made[field.name] = value or filled(factory.message, facts)
        elif field == noting.severity:
            made[field.name] = value or factory.value.classified_as
        elif field == noting.context:
            made |= {field.name: dict(facts)} if facts or field.required else {}
        elif isinstance(field.type, Constant):
            made |= {field.name: field.type.value} if field.required else {}
        elif value is not None:
            made[field.name] = value
    return made


def settled(fields: tuple[Field, ...], given: Arguments) -> Arguments:
    """The facts that there are: given ones, defaults and constants; what must be there may be null."""
    found: Arguments = {}
    for field in fields:
        value = given.get(field.name)
        if value is None and not isinstance(field.default, Absent):
            value = field.default
        if value is not None or field.required:
            found[field.name] = value
    return found


def filled(template: Template, facts: Arguments) -> str:
    return "".join(part if isinstance(part, str) else spelt(facts[part.name]) for part in template)


def spelt(value: Json) -> str:
    """A value as JSON has it, in the words of ECMAScript; a string is its own text."""
    if isinstance(value, str):
        return value
    if not isinstance(value, float):
        return json.dumps(value)
    sign, digits, exponent = Decimal(repr(value)).normalize().as_tuple()
    assert isinstance(exponent, int)
    text, count = "".join(map(str, digits)), len(digits)
    point = count + exponent
    if text == "0":
        return "0"
    if count <= point <= 21:
        text = text + "0" * (point - count)
    elif 0 < point <= 21:
        text = f"{text[:point]}.{text[point:]}"
    elif -6 < point <= 0:
        text = f"0.{'0' * -point}{text}"
    else:
        text = f"{text[0]}{'.' if count > 1 else ''}{text[1:]}e{'+' if point > 0 else '-'}{abs(point - 1)}"
    return f"{'-' if sign else ''}{text}"


# -- random arguments -------------------------------------------------------------------------------------------------


def values(kind: Type) -> st.SearchStrategy[Json]:
    """Any value of a type, as long as its limits are not looked at."""
    match kind:
        case Null():
            return st.none()
        case Boolean():
            return st.booleans()
        case Integer():
            return st.integers(-(2**53) + 1, 2**53 - 1)
        case Number():
            return st.floats(allow_nan=False, allow_infinity=False) | st.integers(-(2**53) + 1, 2**53 - 1)
        case String(format=Format.DATE_TIME):
            return st.datetimes().map(lambda when: f"{when:%Y-%m-%dT%H:%M:%SZ}".rjust(20, "0"))
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
    """The facts of a code: what is needed, and some of the rest, also as null."""
    given: Arguments = {}
    for field in fields:
        if isinstance(field.type, Constant):
            continue
        if field.required and isinstance(field.default, Absent):
            given[field.name] = draw(values(field.type))
        elif draw(st.booleans()):
            given[field.name] = draw(st.none() | values(field.type))
    return given
