"""Envelope declaration -> envelope: the fields in general, and what each outcome narrows."""

from typing import TypeAlias

from sealwax.contract.model import (
    ABSENT,
    Absent,
    Constant,
    Documentation,
    Envelope,
    Field,
    Integer,
    Json,
    Level,
    Nullable,
    Number,
    Outcome,
    OutcomeName,
    Payload,
    Presence,
    Record,
    Reference,
    String,
    Tag,
    Type,
)
from sealwax.contract.resolving.fields import read_fields
from sealwax.contract.resolving.scope import Scope, child, key
from sealwax.contract.resolving.types import (
    UNRESOLVED,
    Lookup,
    check_value,
    constrain,
    narrower,
    note_unknown,
    read_type,
    with_default,
)
from sealwax.contract.source import Node
from sealwax.diagnostics import Code
from sealwax.frozen import replace
from sealwax.language.grammar import EnvelopeDecl, EnvelopeFieldDecl, OutcomeDecl, PresenceDecl, RefinementDecl
from sealwax.meaning.interpreter import is_valid
from sealwax.meaning.json_values import same
from sealwax.naming import title

Mark: TypeAlias = Tag | Presence


def read_envelope(decl: EnvelopeDecl, scope: Scope, lookup: Lookup) -> Envelope | None:
    """The envelope, or None when success and failure cannot be told apart."""
    owner = child(decl.node, "fields")
    plain = {name: entry.field for name, entry in decl.fields.items()}
    declared = read_fields(plain, owner, scope, lookup, is_envelope=True)
    fields = tuple(_for_tools(field, decl.fields[field.name].per_tool, owner, scope) for field in declared)
    outcomes = _outcomes(decl, fields, scope, lookup)
    if outcomes is None:
        return None
    _one_payload(outcomes, key(decl.node, "fields"), scope)
    general = tuple(_in_general(field, decl.fields[field.name]) for field in fields)
    heading, docs = decl.title or title(decl.name), scope.docs(decl.docs)
    for name, entry in decl.fields.items():
        for old, superseded in entry.field.superseded.items():
            node = child(owner, name, "superseded", old, "replacement")
            field_at(fields, tuple(superseded.replacement.split(".")), node, scope)
    return Envelope(decl.name, heading, docs, decl.open, general, outcomes)


def _in_general(field: Field, decl: EnvelopeFieldDecl) -> Field:
    """What belongs to one outcome can be missing in general."""
    return field if decl.only is None else replace(field, level=Level.MAY, conditional=None)


def _for_tools(field: Field, per_tool: bool, owner: Node, scope: Scope) -> Field:
    """The field with a word on whether it differs by tool: a free payload always does, an open record may."""
    if isinstance(field.type, Payload):
        return replace(field, per_tool=True)
    is_open = isinstance(field.type, Reference) and isinstance(field.type.target, Record) and field.type.target.open
    if per_tool and not is_open and field.type is not UNRESOLVED:
        hint = "write `type: payload`, or the name of an open record that all payloads include"
        node = key(owner, field.name, "per_tool")
        scope.mistake(Code.BAD_TYPE, node, "only an open record can differ by tool", hint)
    return replace(field, per_tool=per_tool and is_open)


def _one_payload(outcomes: tuple[Outcome, ...], node: Node, scope: Scope) -> None:
    """Reports places for the payload that ask for different ones."""
    kinds = [field.type for outcome in outcomes for field in outcome.fields if field.per_tool]
    if any(kind != kinds[0] for kind in kinds):
        hint = "give all of them the type `payload`, or the same record"
        scope.mistake(Code.BAD_TYPE, node, "what differs by tool has several types", hint)


def _outcomes(
    decl: EnvelopeDecl, fields: tuple[Field, ...], scope: Scope, lookup: Lookup
) -> tuple[Outcome, ...] | None:
    if decl.outcomes is None:
        for name, entry in decl.fields.items():
            if entry.only is not None:
                node = key(decl.node, "fields", name, "only")
                scope.mistake(Code.BAD_OUTCOME, node, "there are no outcomes", "add `outcomes`, or leave out `only`")
        return (Outcome(OutcomeName.SUCCESS, decl.name, scope.docs(decl.docs), None, fields),)
    success = _outcome(OutcomeName.SUCCESS, decl.outcomes.success, decl, fields, scope, lookup)
    failure = _outcome(OutcomeName.FAILURE, decl.outcomes.failure, decl, fields, scope, lookup)
    if success is None or failure is None:
        return None
    if success.mark is not None and failure.mark is not None:
        _told_apart(success.mark, failure.mark, child(decl.outcomes.failure.node, "when"), scope)
    return success, failure


def _told_apart(success: Mark, failure: Mark, node: Node, scope: Scope) -> None:
    """Reports marks that do not settle for each response which outcome it is."""
    match success, failure:
        case (Tag(), Presence()) | (Presence(), Tag()):
            hint = "tell both by a value, or both by whether the key is there"
            scope.mistake(Code.BAD_OUTCOME, node, "one outcome is told by a value, the other by a key", hint)
        case _ if success.field != failure.field:
            message = f"success is told by '{success.field}', failure by '{failure.field}'"
            scope.mistake(Code.BAD_OUTCOME, node, message, "both outcomes name the same field, with different values")
        case Tag(), Tag() if same(success.value, failure.value):
            message = "success and failure have the same mark"
            scope.mistake(Code.BAD_OUTCOME, node, message, f"give '{failure.field}' another value here")
        case Presence(), Presence() if success.expected == failure.expected:
            message = "success and failure have the same mark"
            word = "false" if failure.expected else "true"
            scope.mistake(Code.BAD_OUTCOME, node, message, f"write `present: {word}` here")
        case _:
            pass


def _outcome(
    outcome: OutcomeName,
    decl: OutcomeDecl,
    envelope: EnvelopeDecl,
    fields: tuple[Field, ...],
    scope: Scope,
    lookup: Lookup,
) -> Outcome | None:
    own = {field.name: field for field in fields if envelope.fields[field.name].only in (None, outcome)}
    mark = _mark(decl, own, fields, scope)
    if mark is None:
        return None
    _all_there(own, outcome, child(envelope.node, "fields"), scope)
    refined = dict(own)
    if isinstance(mark, Tag):
        refined[mark.field] = replace(own[mark.field], type=Constant(mark.value), default=mark.value)
    for name, refinement in decl.fields.items():
        node = key(decl.node, "fields", name)
        if name not in own:
            scope.unknown(Code.UNKNOWN_FIELD, node, f"field of a {outcome} called", name, own)
        elif name == mark.field and isinstance(mark, Tag):
            scope.mistake(Code.BAD_OUTCOME, node, f"`when` settles '{name}' already", "leave it out here")
        else:
            field = _refine(own[name], refinement, scope, lookup)
            per_tool = refinement.per_tool or (refinement.type is None and own[name].per_tool)
            refined[name] = _for_tools(field, per_tool, child(decl.node, "fields"), scope)
    name = decl.name or f"{envelope.name}{outcome.capitalize()}"
    return Outcome(outcome, name, scope.docs(decl.docs), mark, tuple(refined.values()))


def _all_there(own: dict[str, Field], outcome: OutcomeName, owner: Node, scope: Scope) -> None:
    """Reports fields whose value hangs on one that the outcome does not have."""
    for field in own.values():
        words = {"follows": field.follows, "number_of": field.number_of.path[0] if field.number_of else ""}
        for word, other in words.items():
            if other and other not in own:
                message = f"a {outcome} has '{field.name}' without '{other}', which gives it its value"
                scope.mistake(Code.BAD_OUTCOME, key(owner, field.name, word), message, "give both the same `only`")


def _mark(decl: OutcomeDecl, own: dict[str, Field], fields: tuple[Field, ...], scope: Scope) -> Mark | None:
    node = child(decl.node, "when")
    if len(decl.when) != 1:
        scope.mistake(Code.BAD_OUTCOME, node, "one field marks an outcome", "write one name with its value")
        return None
    (name, value), known = *decl.when.items(), [field.name for field in fields]
    if name not in known:
        scope.unknown(Code.UNKNOWN_FIELD, key(node, name), "field of the envelope called", name, known)
        return None
    if isinstance(value, PresenceDecl):
        return _presence(name, value.present, own, key(node, name), scope)
    field = own.get(name)
    if field is None or not field.required:
        hint = f"give '{name}' the level `must` in both outcomes"
        scope.mistake(Code.BAD_OUTCOME, key(node, name), f"'{name}' can be missing, so it cannot mark an outcome", hint)
        return None
    if not isinstance(value, str | int | bool) or not is_valid(field.type, value):
        hint = "write one of the values that the field can have"
        scope.mistake(Code.BAD_OUTCOME, child(node, name), f"'{name}' cannot mark an outcome by this value", hint)
        return None
    return Tag(name, value)


def _presence(name: str, expected: bool, own: dict[str, Field], node: Node, scope: Scope) -> Presence | None:
    """A mark by a key, which one outcome must have and the other does not know."""
    field = own.get(name)
    if expected and (field is None or not field.required):
        hint = f"give '{name}' the level `must`, and `only` this outcome"
        scope.mistake(Code.BAD_OUTCOME, node, f"'{name}' can be missing here, so it cannot mark this outcome", hint)
        return None
    if not expected and field is not None:
        hint = f"give '{name}' the other outcome as its `only`"
        scope.mistake(Code.BAD_OUTCOME, node, f"'{name}' can be there, so its absence cannot mark this outcome", hint)
        return None
    return Presence(name, expected)


def _refine(field: Field, decl: RefinementDecl, scope: Scope, lookup: Lookup) -> Field:
    general = field.type
    node = child(decl.node, "type")
    type_ = general if decl.type is None else read_type(decl.type, node, scope, lookup)
    if type_ != general:
        # Another type starts afresh, unless it is the same kind without null: then the general limits stay.
        bare = general.inner if isinstance(general, Nullable) else general
        type_ = bare if type(bare) is type(type_) and isinstance(type_, String | Integer | Number) else type_
    type_ = constrain(type_, decl.constraints, scope)
    if not narrower(type_, general):
        message = f"this is not narrower than what '{field.name}' is in general"
        scope.mistake(Code.BAD_OUTCOME, node, message, "an outcome may only narrow what the envelope says")
    default = _refined_default(field, type_, decl, scope)
    return replace(field, type=type_, docs=_told(scope.docs(decl.docs), field.docs), default=default)


def _refined_default(field: Field, type_: Type, decl: RefinementDecl, scope: Scope) -> Json | Absent:
    if not isinstance(decl.default, Absent):
        check_value(type_, decl.default, child(decl.node, "default"), scope, "the default")
        note_unknown(type_, decl.default, child(decl.node, "default"), scope, "the default")
        return with_default(type_, decl.default)
    inherited = field.default
    if not isinstance(inherited, Absent) and not is_valid(type_, inherited):
        inherited = ABSENT
    return with_default(type_, inherited)


def _told(own: Documentation, general: Documentation) -> Documentation:
    """What the outcome says, filled up with what the envelope says in general."""
    return Documentation(
        own.doc or general.doc,
        own.notes or general.notes,
        own.origin or general.origin,
        own.since or general.since,
        own.deprecated or general.deprecated,
    )


def field_at(fields: tuple[Field, ...], path: tuple[str, ...], node: Node, scope: Scope) -> Field | None:
    """The field at a dotted path, through records; a step that leads nowhere is reported."""
    found: Field | None = None
    for step in path:
        by_name = {field.name: field for field in fields}
        if step not in by_name:
            place = f"'{found.name}'" if found is not None else "the envelope"
            scope.unknown(Code.UNKNOWN_FIELD, node, f"field in {place} called", step, by_name)
            return None
        found = by_name[step]
        inner = found.type.inner if isinstance(found.type, Nullable) else found.type
        target = inner.target if isinstance(inner, Reference) else None
        if inner is UNRESOLVED and step != path[-1]:
            return None
        fields = target.fields if isinstance(target, Record) else ()
    return found
