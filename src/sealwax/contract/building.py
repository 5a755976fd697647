"""The reference meaning of a builder: arguments in, envelope out, by interpreting the model."""

from sealwax.contract.model import Absent, Builder, Enum, Field, Json, Parameter, Record, Reference


def build(builder: Builder, arguments: dict[str, Json]) -> dict[str, Json]:
    """The envelope that a builder makes.

    Constants and defaults come first, then what single arguments fill, then whole objects, whose keys win, and last
    the keywords that are no parameter.
    """
    envelope = _constants(builder.outcome.fields)
    given = {parameter.name: arguments.get(parameter.name) for parameter in builder.parameters}
    for parameter in builder.parameters:
        if not parameter.merged:
            _fill(envelope, builder, parameter, given)
    for parameter in builder.parameters:
        whole = given[parameter.name]
        if parameter.merged and isinstance(whole, dict):
            _object_at(envelope, parameter.path).update(whole)
    if builder.extra_keywords:
        extra = {name: value for name, value in arguments.items() if name not in given}
        _object_at(envelope, (builder.extra_keywords,)).update(extra)
    return envelope


def _constants(fields: tuple[Field, ...]) -> dict[str, Json]:
    """The required fields that are settled without any argument."""
    found: dict[str, Json] = {}
    for field in fields:
        if not field.required:
            continue
        if not isinstance(field.default, Absent):
            found[field.name] = _copy(field.default)
        elif isinstance(field.type, Reference) and isinstance(field.type.target, Record):
            found[field.name] = _constants(field.type.target.fields)
    return found


def _copy(value: Json) -> Json:
    match value:
        case dict():
            return {key: _copy(item) for key, item in value.items()}
        case list():
            return [_copy(item) for item in value]
        case _:
            return value


def _fill(envelope: dict[str, Json], builder: Builder, parameter: Parameter, given: dict[str, Json]) -> None:
    value = given[parameter.name]
    is_given = value is not None and value != "" and value != [] and value != {}
    if not is_given and not isinstance(parameter.default, Absent):
        value = _followed(envelope, builder, parameter, given) or parameter.default
    elif not is_given and not parameter.field.required:
        return
    _object_at(envelope, parameter.path[:-1])[parameter.path[-1]] = value
    if is_given:
        for assignment in parameter.sets:
            _object_at(envelope, assignment.path[:-1])[assignment.path[-1]] = assignment.value


def _followed(envelope: dict[str, Json], builder: Builder, parameter: Parameter, given: dict[str, Json]) -> Json:
    """What the catalogue says for the code that this field follows, wherever the code comes from."""
    if not parameter.field.follows:
        return None
    above = parameter.path[:-1]
    code = _object_at(envelope, above).get(parameter.field.follows)
    for whole in builder.parameters:
        if whole.merged and whole.path == above and isinstance(argument := given[whole.name], dict):
            code = argument.get(parameter.field.follows) or code
    catalogue = _sibling(builder, above, parameter.field.follows)
    entry = catalogue.value(code) if catalogue is not None and isinstance(code, str) else None
    return entry.classified_as if entry is not None else None


def _sibling(builder: Builder, above: tuple[str, ...], name: str) -> Enum | None:
    fields = builder.outcome.fields
    for step in (*above, name):
        field = next(field for field in fields if field.name == step)
        target = field.type.target if isinstance(field.type, Reference) else None
        if isinstance(target, Enum):
            return target
        fields = target.fields if isinstance(target, Record) else ()
    return None


def _object_at(envelope: dict[str, Json], path: tuple[str, ...]) -> dict[str, Json]:
    """The object at a path, made on the way where it is not there yet."""
    here = envelope
    for step in path:
        inner = here.setdefault(step, {})
        if not isinstance(inner, dict):
            inner = here[step] = {}
        here = inner
    return here
