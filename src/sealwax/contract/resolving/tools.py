"""Tool declarations -> tools: the envelope with the payload of a tool."""

from sealwax.contract.model import ABSENT, Absent, Envelope, Field, Outcome, Record, Reference, Tool, record_of
from sealwax.contract.resolving.scope import Scope
from sealwax.contract.resolving.types import Lookup
from sealwax.contract.source import child, key
from sealwax.diagnostics import Code
from sealwax.frozen import replace
from sealwax.language.grammar.envelope import ToolDecl
from sealwax.meaning.interpreter import is_valid
from sealwax.naming import kebab, pascal


def read_tool(name: str, decl: ToolDecl, envelope: Envelope, scope: Scope, lookup: Lookup) -> Tool | None:
    if kebab(name) == "envelope":
        message = f"the JSON Schema of '{name}' would overwrite that of the envelope"
        scope.error(Code.RESERVED_NAME, key(decl.node), message, "choose another name")
    node = child(decl.node, "payload")
    payload = lookup(decl.payload, node, 0)
    if payload is None:
        return None
    if not isinstance(payload, Record):
        scope.error(Code.BAD_TYPE, node, f"'{decl.payload}' is not a record", "a payload must be a record")
        return None
    slots = [field for outcome in envelope.outcomes for field in outcome.fields if field.per_tool]
    if not slots:
        hint = "give a field of the envelope the type `payload`"
        scope.error(Code.BAD_TYPE, key(decl.node), "the envelope has no field for a payload", hint)
    for slot in slots:
        common = record_of(slot.type)
        if common is not None and not all(field in payload.fields for field in common.fields):
            message = f"'{payload.name}' does not include '{common.name}', as every payload must"
            scope.error(Code.BAD_TYPE, node, message, f"add `includes: [{common.name}]` to '{payload.name}'")
    return Tool(name, scope.docs(decl.docs), payload, _with_payload(envelope, payload, pascal(name)))


def _with_payload(envelope: Envelope, payload: Record, prefix: str) -> Envelope:
    return replace(
        envelope,
        name=prefix + envelope.name,
        title=f"{envelope.title}: {prefix}",
        fields=_fields(envelope.fields, payload),
        outcomes=tuple(_outcome(outcome, payload, prefix) for outcome in envelope.outcomes),
    )


def _outcome(outcome: Outcome, payload: Record, prefix: str) -> Outcome:
    if not any(field.per_tool for field in outcome.fields):
        return outcome
    return replace(outcome, name=prefix + outcome.name, fields=_fields(outcome.fields, payload))


def _fields(fields: tuple[Field, ...], payload: Record) -> tuple[Field, ...]:
    return tuple(_field(field, payload) if field.per_tool else field for field in fields)


def _field(field: Field, payload: Record) -> Field:
    """The field with the type of the payload. The default is kept if it is valid for this payload."""
    type_ = Reference(payload)
    keeps_default = isinstance(field.default, Absent) or is_valid(type_, field.default)
    return replace(field, type=type_, per_tool=False, default=field.default if keeps_default else ABSENT)
