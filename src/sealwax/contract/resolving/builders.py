"""Builder declarations -> builders: every argument has a place, and every required field is filled."""

from collections.abc import Iterator

from sealwax.contract.model import (
    ABSENT,
    Absent,
    Assignment,
    Builder,
    BuilderExample,
    Clock,
    Documentation,
    Envelope,
    Field,
    Json,
    Level,
    Nullable,
    Outcome,
    OutcomeName,
    Parameter,
    Tag,
)
from sealwax.contract.resolving.clocks import read_clock, read_readings
from sealwax.contract.resolving.envelope import field_at
from sealwax.contract.resolving.fields import refuse_unsafe
from sealwax.contract.resolving.numbers import check_numbered, numbered
from sealwax.contract.resolving.scope import Scope, child, key
from sealwax.contract.resolving.types import check_value, note_unknown, object_like, tidied
from sealwax.contract.source import Mapping, Node
from sealwax.diagnostics import Code
from sealwax.language.grammar import BuilderDecl, BuilderExampleDecl, ParameterDecl
from sealwax.meaning.builder_interpreter import build
from sealwax.meaning.builder_plan import Path, fields_of, is_object
from sealwax.meaning.checks import Plan
from sealwax.meaning.findings import errors_in
from sealwax.meaning.interpreter import check


def read_builder(name: str, decl: BuilderDecl, envelope: Envelope, scope: Scope) -> Builder:
    outcome = envelope.success
    if OutcomeName(decl.outcome) is OutcomeName.FAILURE:
        if envelope.failure is None:
            message, hint = "every response has the same shape here", "leave it out, or add `outcomes` to the envelope"
            scope.mistake(Code.BAD_PARAMETER, child(decl.node, "outcome"), message, hint)
        outcome = envelope.failure or envelope.success
    owner = child(decl.node, "parameters")
    scope.distinct(((parameter, key(owner, parameter)) for parameter in decl.parameters), "parameter")
    read = (_parameter(parameter, entry, outcome, scope) for parameter, entry in decl.parameters.items())
    parameters = tuple(parameter for parameter in read if parameter is not None)
    _one_place_each(parameters, owner, scope)
    extra = _extra_keywords(decl, outcome, scope)
    _no_object_in_pieces(parameters, extra, owner, scope)
    check_numbered(outcome.fields, parameters, decl, scope)
    clock = read_clock(decl, outcome, parameters, scope)
    if len(parameters) == len(decl.parameters):
        written = {clock.now, clock.elapsed} - {()} if clock is not None else set()
        _all_filled(outcome, parameters, written, decl.node, scope)
    examples = tuple(_example(entry, decl, clock, scope) for entry in decl.examples)
    return Builder(name, outcome, scope.docs(decl.docs), parameters, extra, examples, clock)


def check_examples(builder: Builder, decl: BuilderDecl, plan: Plan, scope: Scope) -> None:
    """Reports an example whose arguments break their types, or whose result is not what the builder makes of them."""
    fields = {parameter.name: parameter.field for parameter in builder.parameters}
    for entry, example in zip(decl.examples, builder.examples, strict=True):
        owner, result = child(entry.node, "arguments"), key(entry.node, "result")
        sound = [
            check_value(fields[name].type, value, child(owner, name), scope, "the argument")
            for name, value in example.arguments.items()
            if name in fields and value is not None and not object_like(fields[name].type)
        ]
        try:
            made = build(builder, example.arguments, example.readings)
        except ValueError as refusal:
            if all(sound):
                scope.mistake(Code.WRONG_VERDICT, owner, f"the builder refuses these arguments: {refusal}")
            continue
        errors = errors_in(check(plan, plan.envelope, made, decoded=True))
        if all(sound) and made != example.result:
            import json  # of no use to a contract without this mistake

            hint = f"it gives {json.dumps(made, ensure_ascii=False)}"
            scope.mistake(Code.WRONG_VERDICT, result, "this is not what the builder makes of the arguments", hint)
        elif all(sound) and errors:
            told = f"{errors[0].pointer or 'the value'}: {errors[0].message}"
            scope.mistake(Code.WRONG_VERDICT, result, f"what the builder makes is not valid: {told}")


def _parameter(name: str, decl: ParameterDecl, outcome: Outcome, scope: Scope) -> Parameter | None:
    refuse_unsafe(name, key(decl.node), scope)
    path = tuple(decl.into.split("."))
    field = field_at(outcome.fields, path, child(decl.node, "into"), scope)
    if field is None:
        return None
    if isinstance(outcome.mark, Tag) and path == (outcome.mark.field,):
        message = f"'{outcome.mark.field}' says which outcome this is, so no argument fills it"
        scope.mistake(Code.BAD_PARAMETER, child(decl.node, "into"), message)
    if not isinstance(decl.default, Absent):
        check_value(field.type, decl.default, child(decl.node, "default"), scope, "the default")
        note_unknown(field.type, decl.default, child(decl.node, "default"), scope, "the default")
        if decl.level == Level.MUST:
            hint = "leave out the default, or write `level: should`"
            scope.mistake(Code.BAD_PARAMETER, key(decl.node, "default"), "what must be given has no default", hint)
    sets = (_assignment(where, value, decl, outcome, scope) for where, value in decl.sets.items())
    return Parameter(
        name=name,
        path=path,
        field=field,
        level=Level(decl.level) if decl.level is not None else _default_level(path, field, decl.default),
        docs=_told(scope.docs(decl.docs), field),
        merged=len(path) == 1 and object_like(field.type),
        default=decl.default if isinstance(decl.default, Absent) else tidied(field.type, decl.default),
        sets=tuple(assignment for assignment in sets if assignment is not None),
    )


def _default_level(path: tuple[str, ...], field: Field, default: Json | Absent) -> Level:
    """What is there anyhow need not be given; everything else is wanted as much as its field."""
    is_there = (len(path) == 1 and object_like(field.type)) or not (field.default is ABSENT and default is ABSENT)
    return Level.MAY if is_there and field.required else field.level


def _told(own: Documentation, field: Field) -> Documentation:
    return Documentation(
        own.doc or field.docs.doc, own.notes, own.origin or field.docs.origin, own.since, own.deprecated
    )


def _assignment(where: str, value: Json, decl: ParameterDecl, outcome: Outcome, scope: Scope) -> Assignment | None:
    path = tuple(where.split("."))
    field = field_at(outcome.fields, path, key(decl.node, "sets", where), scope)
    if field is None:
        return None
    check_value(field.type, value, child(decl.node, "sets", where), scope, "the value")
    note_unknown(field.type, value, child(decl.node, "sets", where), scope, "the value")
    return Assignment(path, tidied(field.type, value))


def _one_place_each(parameters: tuple[Parameter, ...], owner: Node, scope: Scope) -> None:
    places: dict[tuple[str, ...], str] = {}
    for parameter in parameters:
        if parameter.path in places:
            message = f"'{parameter.name}' fills the same field as '{places[parameter.path]}'"
            scope.mistake(Code.BAD_PARAMETER, child(owner, parameter.name, "into"), message)
        places.setdefault(parameter.path, parameter.name)


def _no_object_in_pieces(parameters: tuple[Parameter, ...], extra: str, owner: Node, scope: Scope) -> None:
    """Reports an object that is set as a whole although something else fills it or reaches into it."""
    wholes = {parameter.path for parameter in parameters if is_object(parameter.field.type)} | {(extra,)}
    reached = wholes | _objects_reached(parameters)
    for parameter in parameters:
        for path in (assignment.path for assignment in parameter.sets if assignment.path in reached):
            node = key(owner, parameter.name, "sets", ".".join(path))
            message = f"'{'.'.join(path)}' is put together from arguments, so it cannot be set as a whole"
            scope.mistake(Code.BAD_PARAMETER, node, message, "set its keys one by one")


def _objects_reached(parameters: tuple[Parameter, ...]) -> set[Path]:
    """The objects that arguments write into."""
    paths = [path for each in parameters for path in (each.path, *(other.path for other in each.sets))]
    return {path[:end] for path in paths for end in range(1, len(path))}


def _extra_keywords(decl: BuilderDecl, outcome: Outcome, scope: Scope) -> str:
    if decl.extra_keywords is None:
        return ""
    node = child(decl.node, "extra_keywords")
    field = field_at(outcome.fields, (decl.extra_keywords,), node, scope)
    if field is not None and not object_like(field.type):
        scope.mistake(Code.BAD_PARAMETER, node, f"'{decl.extra_keywords}' is not an object, so it takes no keywords")
    return decl.extra_keywords


def _all_filled(
    outcome: Outcome, parameters: tuple[Parameter, ...], written: set[Path], node: Node, scope: Scope
) -> None:
    """`written` are the places that need no argument."""
    filled: dict[Path, Parameter | None] = dict.fromkeys(written)
    filled |= {p.path: p for p in parameters if p.level is Level.MUST or not isinstance(p.default, Absent)}
    codes = {path: code for path, code, _ in numbered(outcome.fields)}
    filled |= dict.fromkeys(path for path, code, is_total in numbered(outcome.fields) if is_total and code in filled)
    reached = _objects_reached(parameters) | {path[:end] for path in written for end in range(1, len(path))}
    for path in _unfilled(outcome.fields, (), filled, reached):
        message = f"nothing fills the required field '{'.'.join(path)}'"
        hint = f"add a parameter with `into: {'.'.join(path)}` and `level: must`, or a default"
        if path in codes:
            where = ".".join(codes[path])
            hint = f"give every code a number, and '{where}' a parameter with `level: must`; or give it a default"
        scope.mistake(Code.BAD_PARAMETER, key(node, "parameters"), message, hint)


def _unfilled(
    fields: tuple[Field, ...], above: Path, filled: dict[Path, Parameter | None], reached: set[Path]
) -> Iterator[Path]:
    """Required fields that have no default, no constant and no argument that must be given."""
    for field in fields:
        path = (*above, field.name)
        is_there = path in filled or field.default is not ABSENT or not field.required
        if not is_there and not object_like(field.type):
            yield path
        elif not is_there or (path in reached and not _is_complete(field, filled.get(path))):
            yield from _unfilled(fields_of(field.type), path, filled, reached)


def _is_complete(field: Field, whole: Parameter | None) -> bool:
    """Whether an object has all its required fields before arguments write into it."""
    if whole is not None and not isinstance(field.type, Nullable):
        return True
    return isinstance(field.default, dict) and field.required


def _example(entry: BuilderExampleDecl, decl: BuilderDecl, clock: Clock | None, scope: Scope) -> BuilderExample:
    owner = child(entry.node, "arguments")
    for name in entry.arguments:
        if name not in decl.parameters and decl.extra_keywords is None:
            scope.unknown(Code.BAD_PARAMETER, key(owner, name), "parameter", name, decl.parameters)
    for name, parameter in decl.parameters.items():
        if parameter.level == Level.MUST and name not in entry.arguments and not scope.is_inherited(entry.node):
            message = f"the example leaves out '{name}', which must be given"
            scope.mistake(Code.BAD_PARAMETER, owner if isinstance(owner, Mapping) else entry.node, message)
    origin = scope.citations(entry.source, entry.node)
    readings = read_readings(entry, clock, scope)
    return BuilderExample(entry.title, entry.doc, entry.arguments, entry.result, origin, readings)
