"""Envelope declaration -> envelope: the fields in general, and what each outcome narrows."""

from sealwax.contract.checking import is_valid
from sealwax.contract.json_values import same
from sealwax.contract.language import EnvelopeDecl, OutcomeDecl, RefinementDecl
from sealwax.contract.model import (
    ABSENT,
    Absent,
    Constant,
    Envelope,
    Field,
    Integer,
    Json,
    Lore,
    Nullable,
    Number,
    Outcome,
    OutcomeName,
    Record,
    Reference,
    String,
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
    read_type,
    with_default,
)
from sealwax.contract.source import Node
from sealwax.diagnostics import Code
from sealwax.frozen import replace
from sealwax.naming import title


def read_envelope(decl: EnvelopeDecl, scope: Scope, lookup: Lookup) -> Envelope | None:
    """The envelope, or None when success and failure cannot be told apart."""
    fields = read_fields(decl.fields, child(decl.node, "fields"), scope, lookup)
    success = _outcome(OutcomeName.SUCCESS, decl.outcomes.success, f"{decl.name}Success", fields, scope, lookup)
    failure = _outcome(OutcomeName.FAILURE, decl.outcomes.failure, f"{decl.name}Failure", fields, scope, lookup)
    if success is None or failure is None:
        return None
    node = child(decl.outcomes.failure.node, "when")
    if success.tag != failure.tag:
        message = f"success is told by '{success.tag}', failure by '{failure.tag}'"
        scope.mistake(Code.BAD_OUTCOME, node, message, "both outcomes name the same field, with different values")
    elif same(success.tag_value, failure.tag_value):
        message = "success and failure have the same mark"
        scope.mistake(Code.BAD_OUTCOME, node, message, f"give '{failure.tag}' another value here")
    heading, lore = decl.title or title(decl.name), scope.lore(decl.lore)
    envelope = Envelope(decl.name, heading, lore, decl.open, fields, success, failure)
    for name, field_decl in decl.fields.items():
        for old, entry in field_decl.superseded.items():
            node = child(decl.node, "fields", name, "superseded", old, "replacement")
            field_at(fields, tuple(entry.replacement.split(".")), node, scope)
    return envelope


def _outcome(
    outcome: OutcomeName, decl: OutcomeDecl, usual: str, fields: tuple[Field, ...], scope: Scope, lookup: Lookup
) -> Outcome | None:
    mark = _mark(decl, fields, scope)
    if mark is None:
        return None
    tag, value = mark
    by_name = {field.name: field for field in fields}
    refined = dict(by_name)
    refined[tag] = replace(by_name[tag], type=Constant(value), default=value)
    for name, refinement in decl.fields.items():
        node = key(decl.node, "fields", name)
        if name not in by_name:
            scope.unknown(Code.UNKNOWN_FIELD, node, "field of the envelope", name, by_name)
        elif name == tag:
            scope.mistake(Code.BAD_OUTCOME, node, f"`when` settles '{name}' already", "leave it out here")
        else:
            refined[name] = _refine(by_name[name], refinement, scope, lookup)
    return Outcome(outcome, decl.name or usual, scope.lore(decl.lore), tag, value, tuple(refined.values()))


def _mark(decl: OutcomeDecl, fields: tuple[Field, ...], scope: Scope) -> tuple[str, str | int | bool] | None:
    node = child(decl.node, "when")
    if len(decl.when) != 1:
        scope.mistake(Code.BAD_OUTCOME, node, "one field marks an outcome", "write one name with its value")
        return None
    (name, value), by_name = *decl.when.items(), {field.name: field for field in fields}
    if name not in by_name:
        scope.unknown(Code.UNKNOWN_FIELD, key(node, name), "field of the envelope", name, by_name)
        return None
    field = by_name[name]
    if not field.required:
        hint = f"give '{name}' the level `must`"
        scope.mistake(Code.BAD_OUTCOME, key(node, name), f"'{name}' can be missing, so it cannot mark an outcome", hint)
        return None
    if not isinstance(value, str | int | bool) or not is_valid(field.type, value):
        hint = "write one of the values that the field can have"
        scope.mistake(Code.BAD_OUTCOME, child(node, name), f"'{name}' cannot mark an outcome by this value", hint)
        return None
    return name, value


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
    return replace(field, type=type_, lore=_told(scope.lore(decl.lore), field.lore), default=default)


def _refined_default(field: Field, type_: Type, decl: RefinementDecl, scope: Scope) -> Json | Absent:
    if not isinstance(decl.default, Absent):
        check_value(type_, decl.default, child(decl.node, "default"), scope, "the default")
        return with_default(type_, decl.default)
    inherited = field.default
    if not isinstance(inherited, Absent) and not is_valid(type_, inherited):
        inherited = ABSENT
    return with_default(type_, inherited)


def _told(own: Lore, general: Lore) -> Lore:
    """What the outcome says, filled up with what the envelope says in general."""
    return Lore(
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
