"""Responses to look at, for contracts without examples: every key that fits, with values that say what they are."""

from msgspec.structs import replace

from sealwax.contract import model as m
from sealwax.meaning.builder_interpreter import build
from sealwax.meaning.factories import required
from sealwax.meaning.samples import example_facts, illustrative

MOST_KEYS, DEEPEST = 300, 6
"""How many keys are shown, and how many objects within each other: a contract can have any number of types."""


def illustrated(fields: tuple[m.Field, ...]) -> dict[str, m.Json]:
    """An object with all keys for which there is a value. Nothing else about it has to be valid."""
    return _Illustrator(MOST_KEYS).object(fields)


class _Illustrator:
    def __init__(self, room: int) -> None:
        self._room = room
        self._within: list[tuple[m.Field, ...]] = []

    def object(self, fields: tuple[m.Field, ...]) -> dict[str, m.Json]:
        self._within.append(fields)
        found: dict[str, m.Json] = {}
        for field in fields:
            self._room -= 1
            value = self.value(field, field.type) if self._room >= 0 else m.ABSENT
            if not isinstance(value, m.Absent):
                found[field.name] = value
        self._within.pop()
        return found

    def value(self, field: m.Field, kind: m.Type) -> m.Json | m.Absent:
        match m.bare(kind):
            case m.Reference(m.Record(fields=fields)):
                is_fit = len(self._within) < DEEPEST and fields not in self._within
                return self.object(fields) if is_fit else m.ABSENT
            case m.ListOf(item):
                value = self.value(field, item)
                return m.ABSENT if isinstance(value, m.Absent) else [value]
            case m.Constant() | m.Null() | m.MapOf() | m.AnyValue() | m.AnyObject() | m.Payload():
                return m.ABSENT
            case inner:
                return illustrative(replace(field, type=inner))


def illustrated_failure(contract: m.Contract) -> dict[str, m.Json] | None:
    """The response that the function of the first error with facts makes; None if there is no such function."""
    mapping = contract.error_mapping
    factories = () if mapping is None else mapping.factories
    factory = next((each for each in factories if each.context), next(iter(factories), None))
    facts = None if factory is None else example_facts(factory.context)
    if mapping is None or factory is None or facts is None:
        return None
    arguments: dict[str, m.Json] = {each.name: _sample(each) for each in required(mapping, factory)}
    arguments |= {mapping.code.name: factory.value.value}
    arguments |= {mapping.message.name: _text(factory.message, facts)} if factory.message else {}
    if mapping.type is not None:
        arguments[mapping.type.name] = factory.value.classified_as
    if mapping.remediation is not None and factory.remediation:
        arguments[mapping.remediation.name] = _text(factory.remediation, facts)
    for placement in factory.placements:
        given = {key: facts[field.name] for key, field in placement.fields.items() if field.name in facts}
        arguments |= {placement.parameter.name: given} if given else {}
    try:
        return build(mapping.builder, arguments)
    except ValueError:
        return None


def _sample(parameter: m.Parameter) -> m.Json:
    value = illustrative(parameter.field)
    return None if isinstance(value, m.Absent) else value


def _text(template: m.Template, facts: dict[str, m.Json]) -> str:
    parts = (part for part in template if not isinstance(part, m.OptionalPart))
    return "".join(part if isinstance(part, str) else str(facts.get(part.name, part.name)) for part in parts)
