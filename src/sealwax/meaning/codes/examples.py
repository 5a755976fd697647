"""Examples that nobody wrote: values for people to look at, calls of error functions, and a failure for each code.

For `NOT_FOUND: {message: "There is no {item}", context: {item: {type: string}}}`, the call is `not_found(item="item")`,
and the failure has the message "There is no item". A description such as "The item, for example `kettle`." gives the
value.
"""

import json
import re
from collections.abc import Iterable

from msgspec import Struct

from sealwax.contract import model as m
from sealwax.meaning import checks
from sealwax.meaning.builders.interpreter import build
from sealwax.meaning.builders.parameters import must_be_given
from sealwax.meaning.checks.interpreter import run, text_at
from sealwax.meaning.checks.lowering import lower, lower_type
from sealwax.meaning.checks.samples import Samples
from sealwax.meaning.codes.factories import arguments
from sealwax.meaning.findings import has_errors
from sealwax.meaning.remembering import remembered

_READINGS = m.Readings("2024-02-29T23:59:59.000Z", 42)
_NAMED = re.compile(r"\bfor example,? `([^`]+)`", re.IGNORECASE)


class CodeCall(Struct, frozen=True):
    """A call of the function of an error code or warning code."""

    name: str
    facts: dict[str, m.Json]
    given: dict[str, m.Json]
    """What every failure or warning needs."""


def illustrative(field: m.Field) -> m.Json | m.Absent:
    """A value of a field for people to look at; absent if none was found. The documentation may name one."""
    if field.type == m.Integer():
        return 3
    check, types = lower_type(field.type)
    texts = (*_NAMED.findall(field.docs.doc)[:1], field.name) if isinstance(field.type, m.String) else ()
    return next((text for text in texts if not run(check, types, text)), None) or Samples(types).smallest(check)


# -- calls ------------------------------------------------------------------------------------------------------------


def example_value(parameter: m.Parameter) -> m.Json:
    """A value of a parameter for people to look at; null if none was found."""
    value = illustrative(parameter.field)
    return None if isinstance(value, m.Absent) else value


def shown_examples(
    contract: m.Contract, builders: Iterable[m.Builder]
) -> tuple[tuple[m.Builder, tuple[m.BuilderExample, ...]], ...]:
    """The examples that introduce builders: those that the contract adds, or else those that it inherits."""
    inherited = [each for base in contract.bases for builder in base.builders for each in builder.examples]
    every = tuple((builder, builder.examples) for builder in builders)
    own = tuple((builder, tuple(each for each in given if each not in inherited)) for builder, given in every)
    return own if any(given for _builder, given in own) else every


def example_error_call(mapping: m.ErrorMapping) -> CodeCall | None:
    """The first error function that a plain call shows well."""
    given = example_arguments(mapping)
    if given is None:
        return None
    for factory in mapping.factories:
        facts = _facts(factory.context)
        if facts is not None and not factory.positional and not factory.demanded:
            return CodeCall(factory.name, facts, given)
    return None


def example_warning_call(mapping: m.WarningMapping) -> CodeCall | None:
    """The first warning function that a plain call shows well."""
    needed = _facts(arguments(mapping))
    for factory in mapping.factories:
        facts = _facts(factory.value.context)
        if facts is not None and needed is not None:
            return CodeCall(factory.value.value, facts, needed)
    return None


def warnings_parameter(contract: m.Contract, mapping: m.WarningMapping) -> str:
    """The first parameter of a builder that takes warnings; empty if there is none."""
    parameters = (parameter for builder in contract.builders for parameter in builder.parameters)
    takes = m.ListOf(m.Reference(mapping.record))
    return next((each.name for each in parameters if m.bare(each.field.type) == takes), "")


def example_arguments(mapping: m.ErrorMapping) -> dict[str, m.Json] | None:
    """An illustrative value for whatever every failure needs besides a message and a code, such as a request id.

    None if there is more to it than a plain value.
    """
    found: dict[str, m.Json] = {}
    for parameter in filter(must_be_given, mapping.builder.parameters):
        if parameter in (mapping.message, mapping.code):
            continue
        is_plain = isinstance(parameter.field.type, m.String | m.Integer | m.Number | m.Boolean)
        value = illustrative(parameter.field) if is_plain else m.ABSENT
        if isinstance(value, m.Absent) or parameter in (mapping.type, mapping.remediation):
            return None
        found[parameter.name] = value
    return found


def _facts(context: tuple[m.Field, ...]) -> dict[str, m.Json] | None:
    """An illustrative value for each required fact; None if one was not found."""
    found: dict[str, m.Json] = {}
    for field in context:
        if field.required and field.default is m.ABSENT and not isinstance(field.type, m.Constant):
            value = illustrative(field)
            if isinstance(value, m.Absent):
                return None
            found[field.name] = value
    return found


# -- failures ---------------------------------------------------------------------------------------------------------


def example_failures(contract: m.Contract, mapping: m.ErrorMapping) -> dict[str, dict[str, m.Json]]:
    """A failure for each error code: an example of the contract, or one made by a function for the code."""
    found: dict[str, dict[str, m.Json]] = {}
    values = [each.value for each in contract.examples if each.kind is m.ExampleKind.VALID]
    for value in (*values, *(each.result for each in mapping.builder.examples)):
        code = text_at(value, mapping.code.path) or ""
        if code not in found and isinstance(value, dict) and _is_valid(contract, value):
            found[code] = value
    for factory in mapping.factories:
        code = factory.value.value
        if code not in found and (made := failure_of(contract, mapping, factory)):
            found[code] = made
    for each in mapping.codes.values:
        error_type, message = mapping.types.value(each.classified_as), each.docs.doc or m.NO_DESCRIPTION
        if each.value not in found and error_type is not None:
            plain = plain_failure(contract, mapping, error_type, each.value, message, _needed(mapping))
            found |= {each.value: plain} if plain else {}
    return {each.value: found[each.value] for each in mapping.codes.values if each.value in found}


def plain_failure(
    contract: m.Contract,
    mapping: m.ErrorMapping,
    error_type: m.EnumValue,
    code: str,
    message: str,
    facts: dict[str, m.Json],
) -> dict[str, m.Json] | None:
    """The failure of an error with these facts only; None if the contract demands more of it."""
    arguments = facts | {mapping.message.name: message}
    arguments |= {mapping.code.name: code} if code else {}
    arguments |= {mapping.type.name: error_type.value} if mapping.type is not None else {}
    return _made(contract, mapping, arguments)


def failure_of(contract: m.Contract, mapping: m.ErrorMapping, factory: m.ErrorFactory) -> dict[str, m.Json] | None:
    """A failure that a function for a code makes; None if no facts for it were found."""
    facts = _facts(factory.context)
    if facts is None or not factory.message:
        return None
    facts |= {each.name: each.type.value for each in factory.context if isinstance(each.type, m.Constant)}
    arguments = _needed(mapping) | illustrated(factory.demanded)
    arguments[mapping.code.name] = factory.value.value
    arguments[mapping.message.name] = _text(factory.message, facts)
    if mapping.remediation is not None and factory.remediation:
        arguments[mapping.remediation.name] = _text(factory.remediation, facts)
    for placement in factory.placements:
        placed = {key: facts[field.name] for key, field in placement.fields.items() if field.name in facts}
        arguments[placement.parameter.name] = placed
    return _made(contract, mapping, arguments)


@remembered
def _needed(mapping: m.ErrorMapping) -> dict[str, m.Json]:
    """A value for each argument that every failure must be given. For a code, all codes are looked at."""
    return illustrated(filter(must_be_given, mapping.builder.parameters))


def illustrated(parameters: Iterable[m.Parameter]) -> dict[str, m.Json]:
    """A value for each parameter, by its name, without those for which none was found."""
    samples = {each.name: illustrative(each.field) for each in parameters}
    return {name: value for name, value in samples.items() if not isinstance(value, m.Absent)}


def _text(template: m.Template, facts: dict[str, m.Json]) -> str:
    return "".join(_part(part, facts) for part in template)


def _part(part: str | m.Field | m.OptionalPart, facts: dict[str, m.Json]) -> str:
    if isinstance(part, m.OptionalPart):
        return _text(part.parts, facts) if all(facts.get(field.name) for field in part.fields) else ""
    if isinstance(part, str):
        return part
    value = facts.get(part.name, "")
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def _made(contract: m.Contract, mapping: m.ErrorMapping, arguments: dict[str, m.Json]) -> dict[str, m.Json] | None:
    try:
        made = build(mapping.builder, arguments, _READINGS)
    except ValueError:
        return None
    return made if _is_valid(contract, made) else None


def _is_valid(contract: m.Contract, value: m.Json) -> bool:
    plan = lower(contract)
    return not has_errors(run(checks.TypeRef(plan.envelope), plan.types, value))
