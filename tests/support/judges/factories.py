"""The reference for error and warning factories: what each returns, computed from the model."""

import json
from decimal import Decimal

from strategies.facts import Arguments

from sealwax.contract.model import (
    Absent,
    Constant,
    ErrorFactory,
    ErrorMapping,
    Field,
    Json,
    OptionalPart,
    Template,
    WarningFactory,
    WarningMapping,
)
from sealwax.meaning.builders.interpreter import build


def failure(error_mapping: ErrorMapping, factory: ErrorFactory, given: Arguments) -> Json:
    """The envelope that an error factory returns."""
    facts = settled(factory.context, given)
    arguments = {each.name: given.get(each.name) for each in error_mapping.builder.parameters}
    arguments[error_mapping.code.name] = factory.value.value
    arguments[error_mapping.message.name] = given.get(error_mapping.message.name) or filled(factory.message, facts)
    if error_mapping.remediation is not None and factory.remediation:
        name = error_mapping.remediation.name
        arguments[name] = given.get(name) or filled(factory.remediation, facts)
    for place in factory.placements:
        own = {key: facts[field.name] for key, field in place.fields.items() if field.name in facts}
        explicit = given.get(place.parameter.name)
        arguments[place.parameter.name] = own | (explicit if isinstance(explicit, dict) else {})
    return build(error_mapping.builder, arguments)


def warning(warning_mapping: WarningMapping, factory: WarningFactory, given: Arguments) -> Json:
    """The record that a warning factory returns."""
    facts = settled(factory.value.context, given)
    made: Arguments = {}
    for field in warning_mapping.record.fields:
        value = given.get(field.name)
        if field == warning_mapping.code:
            made[field.name] = factory.value.value
        elif field == warning_mapping.message:
            made[field.name] = value or filled(factory.message, facts)
        elif field == warning_mapping.severity:
            made[field.name] = value or factory.value.classified_as
        elif field == warning_mapping.context:
            made |= {field.name: dict(facts)} if facts or field.required else {}
        elif isinstance(field.type, Constant):
            made |= {field.name: field.type.value} if field.required else {}
        elif value is not None:
            made[field.name] = value
    return made


def settled(fields: tuple[Field, ...], given: Arguments) -> Arguments:
    """The facts to write: given ones, defaults and constants. Required ones may be null or empty."""
    found: Arguments = {}
    for field in fields:
        value = given.get(field.name)
        is_empty = value is None or value in ("", [], {})
        if is_empty and not isinstance(field.default, Absent) and field.default is not None:
            value, is_empty = field.default, False
        if isinstance(field.type, Constant):
            value = field.type.value
        if field.always_has_value or not is_empty:
            found[field.name] = value
    return found


def filled(template: Template, facts: Arguments) -> str:
    return "".join(_text(part, facts) for part in template)


def _text(part: str | Field | OptionalPart, facts: Arguments) -> str:
    match part:
        case str():
            return part
        case Field():
            return spelled(facts[part.name])
        case OptionalPart(parts):
            is_kept = all(facts.get(field.name) not in (None, "", []) for field in part.fields)
            return filled(parts, facts) if is_kept else ""


def spelled(value: Json) -> str:
    """A value as JavaScript writes it in a message: strings as they are, items with commas, others as JSON."""
    if isinstance(value, str):
        return value
    if isinstance(value, list):
        return ", ".join(map(spelled, value))
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
