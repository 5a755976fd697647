"""Random arguments for builders."""

from hypothesis import strategies as st

from sealwax.contract.model import (
    AnyObject,
    Boolean,
    Builder,
    Constant,
    Enum,
    Field,
    Integer,
    Json,
    ListOf,
    MapOf,
    Number,
    Parameter,
    Payload,
    Record,
    Reference,
    String,
    Type,
    bare,
    fields_of,
    is_object,
)

FREE: list[Json] = [0, "", [], {}, "j", False, {"x": None}]


@st.composite
def arguments(draw: st.DrawFn, builder: Builder) -> dict[str, Json]:
    """Arguments by parameter, with extra keywords. Some are null or empty; most are valid."""
    found: dict[str, Json] = {}
    for parameter in builder.parameters:
        if parameter.level == "must" or draw(st.booleans()):
            found[parameter.name] = draw(_argument(parameter))
    if builder.extra_keywords and draw(st.booleans()):
        field = next(each for each in builder.outcome.fields if each.name == builder.extra_keywords)
        taken = {parameter.name for parameter in builder.parameters}
        found |= {key: value for key, value in draw(_object(field.type)).items() if key not in taken}
    return found


@st.composite
def _argument(draw: st.DrawFn, parameter: Parameter) -> Json:
    kind = parameter.field.type
    if parameter.level != "must" and draw(st.integers(0, 3)) == 0:
        return None
    return draw(_value(kind))


@st.composite
def _value(draw: st.DrawFn, kind: Type) -> Json:
    if kind != bare(kind) and draw(st.integers(0, 3)) == 0:
        return None
    inner = bare(kind)
    if is_object(inner):
        return draw(_object(inner))
    match inner:
        case Constant(value):
            return value
        case String():
            return draw(st.sampled_from(["", "s", "é"]))
        case Boolean():
            return draw(st.booleans())
        case Integer() | Number():
            return draw(st.sampled_from([0, 1, -2]))
        case ListOf(item):
            return draw(st.lists(_value(item), max_size=2))
        case Reference(target=Enum() as enum):
            others = ["", "OTHER"] if enum.open or draw(st.integers(0, 9)) == 0 else []
            return draw(st.sampled_from([*(value.value for value in enum.values), *others]))
        case _:
            return draw(st.sampled_from(FREE))


@st.composite
def _object(draw: st.DrawFn, kind: Type) -> dict[str, Json]:
    """An object, complete or not. Constants have their value."""
    match bare(kind):
        case MapOf(item):
            return draw(st.dictionaries(st.sampled_from(["k", "__proto__", "constructor"]), _value(item), max_size=2))
        case AnyObject() | Payload():
            return draw(
                st.dictionaries(st.sampled_from(["k", "toString"]), st.sampled_from([None, 0, "", []]), max_size=2)
            )
        case _:
            return draw(_record(kind))


@st.composite
def _record(draw: st.DrawFn, kind: Type) -> dict[str, Json]:
    is_complete = draw(st.booleans())
    found = {
        field.name: draw(_member(field))
        for field in fields_of(kind)
        if (field.required and is_complete) or draw(st.integers(0, 2)) == 0
    }
    inner = bare(kind)
    is_open = isinstance(inner, Reference) and isinstance(inner.target, Record) and inner.target.open
    return found | ({"free_key": draw(st.sampled_from([None, 1, {}]))} if is_open and draw(st.booleans()) else {})


@st.composite
def _member(draw: st.DrawFn, field: Field) -> Json:
    if not isinstance(field.type, Constant) and draw(st.integers(0, 9)) == 0:
        return None
    return draw(_value(field.type))
