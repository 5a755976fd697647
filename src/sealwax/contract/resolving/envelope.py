"""Envelope and tool declarations -> envelopes: the fields, how each outcome narrows them, the payload of each tool.

`failure: {when: {ok: false}, fields: {error: {type: string}}}` becomes an outcome with all fields of the envelope.
`Tag("ok", False)` tells it from the success, its `ok` is `Constant(False)`, and its `error` cannot be null, as it can
be elsewhere. `tools: {get_item: {payload: Item}}` becomes the same envelope with `Item` in the place of the payload.
"""

from typing import TypeAlias

from msgspec.structs import replace

from sealwax.contract import model as m
from sealwax.contract.resolving.fields import field_at, read_fields
from sealwax.contract.resolving.lifecycle import check_dependency, check_former_names
from sealwax.contract.resolving.scope import Scope
from sealwax.contract.resolving.sizes import has_too_many_tools, tools_repeat_too_much
from sealwax.contract.resolving.types import UNRESOLVED, check_literal, constrain, default_of, is_narrower, read_type
from sealwax.contract.source import Node, child, key
from sealwax.diagnostics import Code
from sealwax.language import grammar as g
from sealwax.meaning.checks.interpreter import is_valid
from sealwax.meaning.json_values import same
from sealwax.naming import kebab, pascal, title

Discriminator: TypeAlias = m.Tag | m.Presence
ALIKE = "this does not distinguish failure from success"


def read_envelope(decl: g.EnvelopeDecl, scope: Scope) -> m.Envelope | None:
    """Resolve the envelope; None if an outcome has no usable discriminator."""
    owner = child(decl.node, "fields")
    plain = {name: entry.field for name, entry in decl.fields.items()}
    declared = read_fields(plain, owner, scope, is_envelope=True)
    fields = tuple(_with_per_tool(field, decl.fields[field.name].per_tool, owner, scope) for field in declared)
    outcomes = _outcomes(decl, fields, scope)
    if outcomes is None:
        return None
    _check_same_payload(outcomes, key(decl.node, "fields"), scope)
    # A field of one outcome is optional in the envelope.
    general = tuple(
        field if decl.fields[field.name].only is None else replace(field, level=m.Level.MAY, conditional=None)
        for field in fields
    )
    heading, docs = decl.title or title(decl.name), scope.docs(decl.docs)
    for name, entry in decl.fields.items():
        for old, superseded in entry.field.superseded.items():
            node = child(owner, name, "superseded", old, "replacement")
            field_at(fields, tuple(superseded.replacement.split(".")), node, scope)
    return m.Envelope(decl.name, heading, docs, decl.open, general, outcomes)


def _with_per_tool(field: m.Field, per_tool: bool, owner: Node, scope: Scope) -> m.Field:
    """Mark a field that has its own type for each tool: always if it is `payload`; an open record can be."""
    if isinstance(field.type, m.Payload):
        return replace(field, per_tool=True)
    record = m.record_of(field.type)
    is_open = record is not None and record.open
    if per_tool and not is_open and field.type is not UNRESOLVED:
        hint = "write `type: payload`, or name an open record that all payloads include"
        node = key(owner, field.name, "per_tool")
        scope.error(Code.BAD_TYPE, node, "only an open record can have a different type for each tool", hint)
    return replace(field, per_tool=per_tool and is_open)


def _check_same_payload(outcomes: tuple[m.Outcome, ...], node: Node, scope: Scope) -> None:
    """Report fields that differ by tool but do not have the same type."""
    kinds = [field.type for outcome in outcomes for field in outcome.fields if field.per_tool]
    if any(kind != kinds[0] for kind in kinds):
        hint = "give all of them the type `payload`, or the same record"
        scope.error(Code.BAD_TYPE, node, "the fields that differ by tool have different types", hint)


def _outcomes(decl: g.EnvelopeDecl, fields: tuple[m.Field, ...], scope: Scope) -> tuple[m.Outcome, ...] | None:
    if decl.outcomes is None:
        for name, entry in decl.fields.items():
            if entry.only is not None:
                node = key(decl.node, "fields", name, "only")
                scope.error(Code.BAD_OUTCOME, node, "the envelope has no outcomes", "add `outcomes`, or remove `only`")
        return (m.Outcome(m.OutcomeName.SUCCESS, decl.name, scope.docs(decl.docs), None, fields),)
    success = _outcome(m.OutcomeName.SUCCESS, decl.outcomes.success, decl, fields, scope)
    failure = _outcome(m.OutcomeName.FAILURE, decl.outcomes.failure, decl, fields, scope)
    if success is None or failure is None:
        return None
    if success.discriminator is not None and failure.discriminator is not None:
        node = child(decl.outcomes.failure.node, "when")
        _check_distinguishable(success.discriminator, failure.discriminator, node, scope)
    return success, failure


def _check_distinguishable(success: Discriminator, failure: Discriminator, node: Node, scope: Scope) -> None:
    """Report discriminators that do not decide the outcome of every response."""
    match success, failure:
        case (m.Tag(), m.Presence()) | (m.Presence(), m.Tag()):
            hint = "use the value of a field for both outcomes, or the presence of a key for both"
            scope.error(Code.BAD_OUTCOME, node, "one outcome is identified by a value, the other by a key", hint)
        case _ if success.field != failure.field:
            message = f"success is identified by '{success.field}', but failure by '{failure.field}'"
            scope.error(Code.BAD_OUTCOME, node, message, "use the same field for both outcomes, with different values")
        case m.Tag(), m.Tag() if same(success.value, failure.value):
            scope.error(Code.BAD_OUTCOME, node, ALIKE, f"use a different value of '{failure.field}' here")
        case m.Presence(), m.Presence() if success.expected == failure.expected:
            hint = f"write `present: {'false' if failure.expected else 'true'}` here"
            scope.error(Code.BAD_OUTCOME, node, ALIKE, hint)
        case _:
            pass


def _outcome(
    outcome: m.OutcomeName, decl: g.OutcomeDecl, envelope: g.EnvelopeDecl, fields: tuple[m.Field, ...], scope: Scope
) -> m.Outcome | None:
    own = {field.name: field for field in fields if envelope.fields[field.name].only in (None, outcome)}
    discriminator = _discriminator(decl, own, fields, scope)
    if discriminator is None:
        return None
    _check_dependencies(own, outcome, child(envelope.node, "fields"), scope)
    if isinstance(discriminator, m.Tag):
        _check_tag(own[discriminator.field], envelope, scope)
    refined = own | _refinements(outcome, decl, envelope, own, discriminator, scope)
    name, media_type = decl.name or f"{envelope.name}{outcome.capitalize()}", m.MediaType(decl.media_type)
    if media_type is m.MediaType.PROBLEM:
        _check_problem(outcome, refined, child(decl.node, "media_type"), scope)
    return m.Outcome(outcome, name, scope.docs(decl.docs), discriminator, tuple(refined.values()), media_type)


def _check_tag(field: m.Field, envelope: g.EnvelopeDecl, scope: Scope) -> None:
    """Report a field that both identifies the outcome and holds the number of a code."""
    if field.number_of is not None:
        node = key(envelope.node, "fields", field.name, "number_of")
        message = f"'{field.name}' identifies the outcome, so it cannot be the number of a code"
        scope.error(Code.BAD_NUMBER, node, message, "identify the outcomes by another field")


def _refinements(
    outcome: m.OutcomeName,
    decl: g.OutcomeDecl,
    envelope: g.EnvelopeDecl,
    own: dict[str, m.Field],
    discriminator: Discriminator,
    scope: Scope,
) -> dict[str, m.Field]:
    """The fields that an outcome narrows: the one that identifies it, and those that it declares again."""
    refined: dict[str, m.Field] = {}
    if isinstance(discriminator, m.Tag):
        name, value = discriminator.field, discriminator.value
        refined[name] = replace(own[name], type=m.Constant(value), default=value)
    for name, refinement in decl.fields.items():
        node = key(decl.node, "fields", name)
        if name not in own:
            only = f"with `only: {outcome}` if the other outcome does not have it"
            hint = "" if name in envelope.fields else f"add it to `fields` of the envelope, {only}"
            scope.unknown(Code.UNKNOWN_FIELD, node, f"field of a {outcome} called", name, own, hint)
        elif name in refined:
            scope.error(Code.BAD_OUTCOME, node, f"`when` already determines '{name}'", "remove it here")
        else:
            field = _refine(own[name], refinement, scope)
            per_tool = refinement.per_tool or (refinement.type is None and own[name].per_tool)
            refined[name] = _with_per_tool(field, per_tool, child(decl.node, "fields"), scope)
    return refined


_PROBLEM: dict[str, tuple[type, type, str]] = {
    **dict.fromkeys(("type", "title", "detail", "instance"), (m.String, str, "a string")),
    "status": (m.Integer, int, "an integer"),
}
"""The members that RFC 9457 defines: their types, the types of their constants, and the same in words."""


def _check_problem(outcome: m.OutcomeName, fields: dict[str, m.Field], node: Node, scope: Scope) -> None:
    """Report a success that calls itself a problem, and members that RFC 9457 gives another type."""
    if outcome is m.OutcomeName.SUCCESS:
        scope.error(Code.BAD_OUTCOME, node, "a success is not a problem", "give the media type to the failure only")
        return
    for name, (kind, constant, words) in _PROBLEM.items():
        value = fields[name].type if name in fields else UNRESOLVED
        is_constant = isinstance(value, m.Constant) and type(value.value) is constant
        is_text = constant is str and isinstance(value, m.Reference) and not isinstance(value.target, m.Record)
        if value is not UNRESOLVED and not (isinstance(value, kind) or is_constant or is_text):
            hint = f"declare it as {words}, or remove `media_type`"
            scope.error(Code.BAD_OUTCOME, node, f"in a problem as RFC 9457 defines it, '{name}' is {words}", hint)


def _check_dependencies(own: dict[str, m.Field], outcome: m.OutcomeName, owner: Node, scope: Scope) -> None:
    """Report fields whose value depends on a field that the outcome does not have."""
    for field in own.values():
        words = {"follows": field.follows, "number_of": field.number_of.path[0] if field.number_of else ""}
        for word, other in words.items():
            if other and other not in own:
                message = f"a {outcome} has '{field.name}', but not '{other}', which determines its value"
                scope.error(Code.BAD_OUTCOME, key(owner, field.name, word), message, "give both the same `only`")


def _discriminator(
    decl: g.OutcomeDecl, own: dict[str, m.Field], fields: tuple[m.Field, ...], scope: Scope
) -> Discriminator | None:
    node = child(decl.node, "when")
    if len(decl.when) != 1:
        scope.error(Code.BAD_OUTCOME, node, "an outcome is identified by one field", "write one field with its value")
        return None
    (name, value), known = *decl.when.items(), {field.name: field for field in fields}
    general = scope.find(Code.UNKNOWN_FIELD, key(node, name), "field of the envelope called", name, known)
    if general is None:
        return None
    check_dependency(None, name, general.tier, key(node, name), scope, can_move=False)
    enum = m.enum_of(m.bare(general.type))
    if enum is not None and isinstance(value, str) and (listed := enum.value(value)) is not None:
        check_dependency(None, value, listed.tier, child(node, name), scope, can_move=False)
    if isinstance(value, g.PresenceDecl):
        return _presence(name, value.present, own, key(node, name), scope)
    field = own.get(name)
    if value is None:
        hint = f"use the value of another field, or write `{name}: {{present: false}}` and give '{name}' an `only`"
        if field is None:  # it has an `only`
            hint = f"write `{name}: {{present: false}}`"
        scope.error(Code.BAD_OUTCOME, child(node, name), "null cannot identify an outcome", hint)
        return None
    if field is None or not field.required:
        hint = f"give '{name}' the level `must` in both outcomes"
        message = f"'{name}' can be absent, so it cannot identify an outcome"
        scope.error(Code.BAD_OUTCOME, key(node, name), message, hint)
        return None
    if not isinstance(value, str | int | bool) or not is_valid(field.type, value):
        hint = f"write a value that its type allows; if the key alone decides, write `{name}: {{present: true}}`"
        scope.error(Code.BAD_OUTCOME, child(node, name), f"'{name}' cannot have this value", hint)
        return None
    return m.Tag(name, value)


def _presence(name: str, expected: bool, own: dict[str, m.Field], node: Node, scope: Scope) -> m.Presence | None:
    """A discriminator by presence: one outcome must have the key, and the other does not have it."""
    field = own.get(name)
    if expected and (field is None or not field.required):
        hint = f"give '{name}' the level `must`, and `only` this outcome"
        scope.error(Code.BAD_OUTCOME, node, f"'{name}' can be absent here, so it cannot identify this outcome", hint)
        return None
    if not expected and field is not None:
        hint = f"give '{name}' an `only` with the other outcome"
        message = f"'{name}' can be present, so its absence cannot identify this outcome"
        scope.error(Code.BAD_OUTCOME, node, message, hint)
        return None
    return m.Presence(name, expected)


def _refine(field: m.Field, decl: g.RefinementDecl, scope: Scope) -> m.Field:
    general = field.type
    node = child(decl.node, "type")
    type_ = general if decl.type is None else read_type(decl.type, node, scope)
    if type_ != general:
        # A different type has no constraints yet, but the same type without null keeps those of the envelope.
        not_null = m.bare(general)
        type_ = (
            not_null if type(not_null) is type(type_) and isinstance(type_, m.String | m.Integer | m.Number) else type_
        )
    type_ = constrain(type_, decl.constraints, scope)
    if not is_narrower(type_, general):
        message = f"this is not narrower than the type of '{field.name}' in the envelope"
        scope.error(Code.BAD_OUTCOME, node, message, "an outcome can only narrow the fields of the envelope")
    default = _refined_default(field, type_, decl, scope)
    return replace(field, type=type_, docs=_merged_docs(scope.docs(decl.docs), field.docs), default=default)


def _refined_default(field: m.Field, type_: m.Type, decl: g.RefinementDecl, scope: Scope) -> m.Json | m.Absent:
    if not isinstance(decl.default, m.Absent):
        check_literal(type_, decl.default, child(decl.node, "default"), scope, "the default")
        return default_of(type_, decl.default)
    is_kept = isinstance(field.default, m.Absent) or is_valid(type_, field.default)
    return default_of(type_, field.default if is_kept else m.ABSENT)


def _merged_docs(own: m.Documentation, general: m.Documentation) -> m.Documentation:
    """The documentation of the outcome's field, with the envelope's as fallback."""
    return m.Documentation(
        own.doc or general.doc,
        own.notes or general.notes,
        own.since or general.since,
        own.deprecated or general.deprecated,
        general.former,
    )


# -- tools ------------------------------------------------------------------------------------------------------------


def read_tools(decl: g.ContractDecl, envelope: m.Envelope, scope: Scope) -> tuple[m.Tool, ...]:
    if has_too_many_tools(len(decl.tools), envelope, scope):
        return ()
    tools = tuple(tool for name, entry in decl.tools.items() if (tool := _tool(name, entry, envelope, scope)))
    if tools_repeat_too_much(tools, scope):
        return ()
    check_former_names(tools, lambda name: child(decl.node, "tools", name), "tool", scope)
    return tools


def _tool(name: str, decl: g.ToolDecl, envelope: m.Envelope, scope: Scope) -> m.Tool | None:
    if kebab(name) == "envelope":
        message = f"the JSON Schema of '{name}' would overwrite that of the envelope"
        scope.error(Code.RESERVED_NAME, key(decl.node), message, "choose another name")
    node = child(decl.node, "payload")
    payload = scope.lookup(decl.payload, node, None)
    if payload is None:
        return None
    if not isinstance(payload, m.Record):
        scope.error(Code.BAD_TYPE, node, f"'{decl.payload}' is not a record", "a payload must be a record")
        return None
    slots = [field for outcome in envelope.outcomes for field in outcome.fields if field.per_tool]
    if not slots:
        hint = "give a field of the envelope the type `payload`"
        scope.error(Code.BAD_TYPE, key(decl.node), "the envelope has no field for a payload", hint)
    for slot in slots:
        common = m.record_of(slot.type)
        known = {field.name: field for field in payload.fields}
        if common is not None and not all(known.get(field.name) == field for field in common.fields):
            message = f"'{payload.name}' does not include '{common.name}', as every payload must"
            scope.error(Code.BAD_TYPE, node, message, f"add `includes: [{common.name}]` to '{payload.name}'")
    own = _with_payload(envelope, payload, pascal(name))
    return m.Tool(name, scope.docs(decl.docs, decl.renamed_from), payload, own, decl.renamed_from)


def _with_payload(envelope: m.Envelope, payload: m.Record, prefix: str) -> m.Envelope:
    return replace(
        envelope,
        name=prefix + envelope.name,
        title=f"{envelope.title}: {prefix}",
        fields=tuple(_field_with(field, payload) for field in envelope.fields),
        outcomes=tuple(_outcome_with(outcome, payload, prefix) for outcome in envelope.outcomes),
    )


def _outcome_with(outcome: m.Outcome, payload: m.Record, prefix: str) -> m.Outcome:
    fields = tuple(_field_with(field, payload) for field in outcome.fields)
    return outcome if fields == outcome.fields else replace(outcome, name=prefix + outcome.name, fields=fields)


def _field_with(field: m.Field, payload: m.Record) -> m.Field:
    """The field with the type of the payload if it differs by tool. The default is kept if it is still valid."""
    if not field.per_tool:
        return field
    type_ = m.Reference(payload)
    keeps_default = isinstance(field.default, m.Absent) or is_valid(type_, field.default)
    return replace(field, type=type_, per_tool=False, default=field.default if keeps_default else m.ABSENT)
