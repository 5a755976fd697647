"""Warning codes -> warning factories: which record is a warning, and which fields a code fills."""

from collections.abc import Iterable

from msgspec.structs import replace

from sealwax.contract import model as m
from sealwax.contract.resolving.candidates import Choices, check_keywords, read_message
from sealwax.contract.resolving.scope import Scope
from sealwax.contract.source import child, key
from sealwax.diagnostics import Code
from sealwax.language import grammar as g


def read_warning_mapping(
    decl: g.WarningCodesDecl, codes: m.Enum, records: Iterable[m.Record], scope: Scope
) -> m.WarningMapping | None:
    """How warnings are recorded; None if no record is suitable and none is needed."""
    given = decl.noted_in
    node = given.node if given is not None else key(decl.node, "values")
    is_needed = given is not None or any(entry.message for entry in decl.values.values())
    choices = Choices("noted_in", "a warning", "field", codes, given, node, is_needed, scope)
    record = _record(tuple(records), choices)
    if record is None:
        return None
    message, code = (choices.choose(word, record, needed=True) for word in ("message", "code"))
    if message is None or code is None:
        return None
    following = [field for field in record.fields if field.follows == code.name and choices.named("severity") is None]
    severity = choices.only("severity", following) if following else choices.choose("severity", record)
    context = choices.choose("context", record)
    mapping = m.WarningMapping(record, codes, message, code, severity, context, factories=())
    factories = (_factory(value, decl.values[value.value], mapping, scope) for value in codes.values if value.message)
    return replace(mapping, factories=tuple(factories))


def _record(records: tuple[m.Record, ...], choices: Choices) -> m.Record | None:
    name = choices.named("record")
    if name is not None:
        found = next((each for each in records if each.name == name), None)
        if found is None:
            node, known = child(choices.node, "record"), [each.name for each in records]
            choices.scope.unknown(Code.UNKNOWN_TYPE, node, "record", name, known)
        return found
    suitable = list(filter(choices.is_suitable, records))
    if choices.given is not None and not suitable:
        hint = "declare a record with a field of type `WarningCode` and a required text"
        choices.error("no record has fields for a message and a warning code", hint)
    return choices.only("record", suitable)


def _factory(value: m.EnumValue, decl: g.WarningCodeDecl, mapping: m.WarningMapping, scope: Scope) -> m.WarningFactory:
    message = read_message(value.message, value.context, mapping.message.type, decl.node, scope)
    check_keywords(value.context, mapping, decl.node, scope)
    if mapping.context is None and value.context:
        text = f"'{mapping.record.name}' has no field for the context of a code"
        hint = "add a field of type `object`, or name one: `noted_in: {context: …}`"
        scope.error(Code.BAD_CONTEXT, key(decl.node, "context"), text, hint)
    return m.WarningFactory(value, message)
