"""Failures to show: one for each error code, and the failure of an error that comes with nothing but a message."""

import json

from sealwax.contract import model as m
from sealwax.meaning import checks
from sealwax.meaning.builders.interpreter import build
from sealwax.meaning.builders.sources import must_be_given
from sealwax.meaning.checks.interpreter import run, text_at
from sealwax.meaning.checks.lowering import lower
from sealwax.meaning.checks.samples import example_facts, illustrative
from sealwax.meaning.findings import has_errors

_READINGS = m.Readings("2024-02-29T23:59:59.000Z", 42)


def plain_failure(
    contract: m.Contract,
    mapping: m.ErrorMapping,
    error_type: m.EnumValue,
    code: str,
    message: str,
    needed: tuple[m.Parameter, ...],
) -> dict[str, m.Json] | None:
    """The failure of an error with these facts only; None if the contract demands more of it."""
    samples = {each.name: illustrative(each.field) for each in needed}
    arguments = {name: value for name, value in samples.items() if not isinstance(value, m.Absent)}
    arguments[mapping.message.name] = message
    arguments |= {mapping.code.name: code} if code else {}
    arguments |= {mapping.type.name: error_type.value} if mapping.type is not None else {}
    return _made(contract, mapping, arguments)


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
    needed = tuple(each for each in mapping.builder.parameters if must_be_given(each))
    for each in mapping.codes.values:
        error_type, message = mapping.types.value(each.classified_as), each.docs.doc or m.NO_DESCRIPTION
        if each.value not in found and error_type is not None:
            plain = plain_failure(contract, mapping, error_type, each.value, message, needed)
            found |= {each.value: plain} if plain else {}
    return {each.value: found[each.value] for each in mapping.codes.values if each.value in found}


def failure_of(contract: m.Contract, mapping: m.ErrorMapping, factory: m.ErrorFactory) -> dict[str, m.Json] | None:
    """A failure that a function for a code makes; None if no facts for it were found."""
    arguments = _arguments(mapping, factory)
    return None if arguments is None else _made(contract, mapping, arguments)


def _arguments(mapping: m.ErrorMapping, factory: m.ErrorFactory) -> dict[str, m.Json] | None:
    """The arguments of the builder that a function for a code passes on; None if no facts were found."""
    facts = example_facts(factory.context)
    if facts is None or not factory.message:
        return None
    for each in factory.context:
        if isinstance(each.type, m.Constant):
            facts[each.name] = each.type.value
    needed = (*factory.demanded, *(each for each in mapping.builder.parameters if must_be_given(each)))
    samples = {each.name: illustrative(each.field) for each in needed}
    found = {name: value for name, value in samples.items() if not isinstance(value, m.Absent)}
    found[mapping.code.name] = factory.value.value
    found[mapping.message.name] = _text(factory.message, facts)
    if mapping.remediation is not None and factory.remediation:
        found[mapping.remediation.name] = _text(factory.remediation, facts)
    for placement in factory.placements:
        placed: dict[str, m.Json] = {
            key: facts[field.name] for key, field in placement.fields.items() if field.name in facts
        }
        found[placement.parameter.name] = placed
    return found


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
