"""Builder declarations -> builders: each argument fills a field."""

from collections.abc import Iterable

from msgspec.structs import replace

from sealwax.contract import model as m
from sealwax.contract.resolving.examples import check_result
from sealwax.contract.resolving.fields import check_safe_name, field_at
from sealwax.contract.resolving.required_fields import (
    PROVIDED,
    check_all_filled,
    check_conditional,
    numbered,
    objects_around,
    objects_reached,
)
from sealwax.contract.resolving.scope import Scope
from sealwax.contract.resolving.types import check_literal, check_value, is_always_object, is_text, normalized
from sealwax.contract.source import Mapping, Node, child, key
from sealwax.diagnostics import Code
from sealwax.language.grammar.envelope import BuilderDecl, BuilderExampleDecl, ClockDecl, ParameterDecl
from sealwax.meaning.builders.interpreter import build
from sealwax.meaning.builders.sources import Path, must_be_given
from sealwax.meaning.checks import Plan
from sealwax.meaning.checks.interpreter import is_valid
from sealwax.naming import words
from sealwax.patterns import parse_pattern

MOMENT = "2024-02-26T10:30:45.123Z"
SPELLING = parse_pattern(r"^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\.[0-9]{3}Z$")


def read_builder(name: str, decl: BuilderDecl, envelope: m.Envelope, scope: Scope) -> m.Builder:
    outcome = envelope.success
    if m.OutcomeName(decl.outcome) is m.OutcomeName.FAILURE:
        if envelope.failure is None:
            message, hint = "the envelope has no outcomes", "remove `outcome`, or add `outcomes` to the envelope"
            scope.error(Code.BAD_PARAMETER, child(decl.node, "outcome"), message, hint)
        outcome = envelope.failure or envelope.success
    owner = child(decl.node, "parameters")
    scope.check_distinct(((parameter, key(owner, parameter)) for parameter in decl.parameters), "parameter")
    read = (_parameter(parameter, entry, outcome, scope) for parameter, entry in decl.parameters.items())
    parameters = tuple(parameter for parameter in read if parameter is not None)
    _check_one_parameter_per_field(parameters, owner, scope)
    extra = _extra_keywords(decl, outcome, scope)
    _check_assigned_objects(parameters, extra, owner, scope)
    _check_numbered(outcome.fields, parameters, decl, scope)
    clock = _clock(decl, outcome, parameters, scope)
    builder = m.Builder(name, outcome, scope.docs(decl.docs), parameters, extra, examples=(), clock=clock)
    if len(parameters) == len(decl.parameters):
        check_all_filled(builder, decl.node, scope)
        check_conditional(builder, decl.node, scope)
    needed = [each.name for each in parameters if decl.parameters[each.name].level and must_be_given(each)]
    examples = tuple(_example(entry, decl, needed, clock, scope) for entry in decl.examples)
    return replace(builder, examples=examples)


def check_provided(builders: Iterable[m.Builder], owner: Node, scope: Scope) -> None:
    """Report parameters that share a provider, because they have the same name, but not a type."""
    first: dict[str, tuple[m.Builder, m.Parameter]] = {}
    for builder in builders:
        for parameter in (each for each in builder.parameters if each.provided):
            other, same = first.setdefault(parameter.name, (builder, parameter))
            if parameter.field.type != same.field.type:
                message = f"'{parameter.name}' of '{other.name}' has another type, but the same provider"
                node = key(owner, builder.name, "parameters", parameter.name, "provided")
                scope.error(Code.BAD_PARAMETER, node, message, "rename one of them")


def check_example(
    builder: m.Builder, decl: BuilderExampleDecl, example: m.BuilderExample, plan: Plan, scope: Scope
) -> None:
    """Report an example whose arguments do not match their types, or whose result is not what the builder returns."""
    owner, fields = child(decl.node, "arguments"), {each.name: each.field for each in builder.parameters}
    are_valid = [
        check_value(fields[name].type, value, child(owner, name), scope, "the argument")
        for name, value in example.arguments.items()
        if name in fields and value is not None and not is_always_object(fields[name].type)
    ]
    if not all(are_valid):
        return
    try:
        made = build(builder, example.arguments, example.readings)
    except ValueError as refusal:
        scope.error(Code.WRONG_VERDICT, owner, f"the builder rejects these arguments: {refusal}")
        return
    difference = "the builder returns something else for these arguments"
    check_result(made, example.result, "builder", difference, key(decl.node, "result"), plan, scope)


def _parameter(name: str, decl: ParameterDecl, outcome: m.Outcome, scope: Scope) -> m.Parameter | None:
    check_safe_name(name, key(decl.node), scope)
    path = tuple(decl.into.split("."))
    field = field_at(outcome.fields, path, child(decl.node, "into"), scope)
    if field is None:
        return None
    if isinstance(outcome.discriminator, m.Tag) and path == (outcome.discriminator.field,):
        message = f"'{outcome.discriminator.field}' identifies the outcome, so no argument can fill it"
        scope.error(Code.BAD_PARAMETER, child(decl.node, "into"), message)
    if not isinstance(decl.default, m.Absent):
        check_literal(field.type, decl.default, child(decl.node, "default"), scope, "the default")
        if decl.level == m.Level.MUST:
            message, hint = "a required parameter cannot have a default", "remove the default, or write `level: should`"
            scope.error(Code.BAD_PARAMETER, key(decl.node, "default"), message, hint)
    sets = (_assignment(where, value, decl, outcome, scope) for where, value in decl.sets.items())
    own, merged = scope.docs(decl.docs), len(path) == 1 and is_always_object(field.type)
    has_value = merged or field.default is not m.ABSENT or decl.default is not m.ABSENT
    usual = m.Level.MAY if has_value and field.required else field.level
    level = m.Level(decl.level) if decl.level is not None else usual
    if decl.provided:
        _check_provided(path, field, level, key(decl.node, "provided"), scope)
    return m.Parameter(
        name=name,
        path=path,
        field=field,
        level=level,
        docs=replace(own, doc=own.doc or field.docs.doc, origin=own.origin or field.docs.origin),
        merged=merged,
        conditional=field.conditional if decl.level is None else None,
        default=decl.default if isinstance(decl.default, m.Absent) else normalized(field.type, decl.default),
        sets=tuple(assignment for assignment in sets if assignment is not None),
        provided=decl.provided,
    )


def _check_provided(path: Path, field: m.Field, level: m.Level, node: Node, scope: Scope) -> None:
    if level is m.Level.MUST:
        hint = PROVIDED.format(".".join(path)) if field.required else "remove `provided`, or write `level: should`"
        scope.error(Code.BAD_PARAMETER, node, "a required parameter cannot be provided", hint)
    elif field.per_tool or is_always_object(field.type):
        message, hint = "an object cannot be provided", "add a parameter for one of its fields instead"
        scope.error(Code.BAD_PARAMETER, node, message, hint)


def _assignment(
    where: str, value: m.Json, decl: ParameterDecl, outcome: m.Outcome, scope: Scope
) -> m.Assignment | None:
    path = tuple(where.split("."))
    field = field_at(outcome.fields, path, key(decl.node, "sets", where), scope)
    if field is None:
        return None
    check_literal(field.type, value, child(decl.node, "sets", where), scope, "the value")
    return m.Assignment(path, normalized(field.type, value))


def _check_one_parameter_per_field(parameters: tuple[m.Parameter, ...], owner: Node, scope: Scope) -> None:
    places: dict[tuple[str, ...], str] = {}
    for parameter in parameters:
        if parameter.path in places:
            message = f"'{parameter.name}' fills the same field as '{places[parameter.path]}'"
            scope.error(Code.BAD_PARAMETER, child(owner, parameter.name, "into"), message)
        places.setdefault(parameter.path, parameter.name)


def _check_assigned_objects(parameters: tuple[m.Parameter, ...], extra: str, owner: Node, scope: Scope) -> None:
    """Report objects that `sets` assigns as a whole although arguments fill them or their fields."""
    wholes = {parameter.path for parameter in parameters if m.is_object(parameter.field.type)} | {(extra,)}
    reached = wholes | objects_reached(parameters)
    for parameter in parameters:
        for path in (assignment.path for assignment in parameter.sets if assignment.path in reached):
            node = key(owner, parameter.name, "sets", ".".join(path))
            message = f"arguments fill '{'.'.join(path)}', so it cannot be set as a whole"
            scope.error(Code.BAD_PARAMETER, node, message, "set its keys one by one")


def _extra_keywords(decl: BuilderDecl, outcome: m.Outcome, scope: Scope) -> str:
    if decl.extra_keywords is None:
        return ""
    node = child(decl.node, "extra_keywords")
    field = field_at(outcome.fields, (decl.extra_keywords,), node, scope)
    if field is not None and not is_always_object(field.type):
        message = f"'{decl.extra_keywords}' is not an object, so it cannot receive keyword arguments"
        scope.error(Code.BAD_PARAMETER, node, message)
    return decl.extra_keywords


def _example(
    entry: BuilderExampleDecl, decl: BuilderDecl, needed: list[str], clock: m.Clock | None, scope: Scope
) -> m.BuilderExample:
    owner = child(entry.node, "arguments")
    for name in entry.arguments:
        if name not in decl.parameters and decl.extra_keywords is None:
            scope.unknown(Code.BAD_PARAMETER, key(owner, name), "parameter", name, decl.parameters)
    for name in needed:
        if name not in entry.arguments and not scope.is_inherited(entry.node):
            message = f"the example does not give '{name}', which is required"
            scope.error(Code.BAD_PARAMETER, owner if isinstance(owner, Mapping) else entry.node, message)
    origin = scope.citations(entry.source, entry.node)
    readings = _readings(entry, clock, scope)
    return m.BuilderExample(entry.title, entry.doc, entry.arguments, entry.result, origin, readings)


# -- numbers of error codes, which builders fill in -------------------------------------------------------------------


def _check_numbered(
    fields: tuple[m.Field, ...], parameters: tuple[m.Parameter, ...], decl: BuilderDecl, scope: Scope
) -> None:
    """Report arguments that could make a number disagree with its code: only the code may be given."""
    owner = child(decl.node, "parameters")
    given = {parameter.path: parameter for parameter in parameters}
    for path, code, _ in numbered(fields):
        if path in given:
            message = f"'{'.'.join(path)}' is the number of '{'.'.join(code)}', so no argument can fill it"
            node = child(owner, given[path].name, "into")
            scope.error(Code.BAD_PARAMETER, node, message, "remove it: the builder fills in the number")
        for parameter in parameters:
            for other in (each.path for each in parameter.sets if each.path in (path, code)):
                message = f"'{'.'.join(other)}' is a code or its number, which depends on the argument for the code"
                node = key(owner, parameter.name, "sets", ".".join(other))
                scope.error(Code.BAD_PARAMETER, node, message, "remove it")
        if code in given:
            _check_whole_objects(objects_around([code]), given, decl, scope)


def _check_whole_objects(objects: set[Path], given: dict[Path, m.Parameter], decl: BuilderDecl, scope: Scope) -> None:
    hint = "use a parameter for each of its other keys"
    for path in objects & given.keys():
        node = child(decl.node, "parameters", given[path].name, "into")
        message = f"'{'.'.join(path)}' contains a code and its number, so it cannot be given as a whole"
        scope.error(Code.BAD_PARAMETER, node, message, hint)
    if (decl.extra_keywords or "",) in objects:
        message = f"'{decl.extra_keywords}' contains a code and its number, so it cannot receive keyword arguments"
        scope.error(Code.BAD_PARAMETER, child(decl.node, "extra_keywords"), message, hint)


# -- clocks ------------------------------------------------------------------------------------------------------------


def _clock(decl: BuilderDecl, outcome: m.Outcome, parameters: tuple[m.Parameter, ...], scope: Scope) -> m.Clock | None:
    if decl.clock is None:
        return None
    if decl.clock.now is None and decl.clock.elapsed is None:
        scope.error(Code.BAD_CLOCK, decl.clock.node, "the clock fills no field", "add `now`, `elapsed` or both")
    for name in decl.parameters:
        if words(name) in map(words, m.CLOCK_ARGUMENTS):
            message = f"a builder with a clock already has an argument '{name}'"
            scope.error(Code.BAD_CLOCK, key(decl.node, "parameters", name), message, "choose another name")
    now, elapsed = (_clock_path(word, decl.clock, outcome, parameters, scope) for word in ("now", "elapsed"))
    return m.Clock(now, elapsed)


def _clock_path(
    word: str, decl: ClockDecl, outcome: m.Outcome, parameters: tuple[m.Parameter, ...], scope: Scope
) -> Path:
    text: str | None = getattr(decl, word)
    node, path = child(decl.node, word), tuple(text.split(".")) if text is not None else ()
    field = field_at(outcome.fields, path, node, scope)
    if field is None:
        return ()
    _check_clock_field(field, word, node, scope)
    for parameter in parameters:
        if path == parameter.path or any(path == other.path for other in parameter.sets):
            message = f"'{parameter.name}' already fills '{text}'"
            scope.error(Code.BAD_CLOCK, node, message, "remove one of them")
    return path


def _check_clock_field(field: m.Field, word: str, node: Node, scope: Scope) -> None:
    kind = m.bare(field.type)
    if word == "elapsed" and not (isinstance(kind, m.Integer) and is_valid(kind, 0)):
        hint = "write `type: integer`, and no `min` greater than 0"
        scope.error(Code.BAD_CLOCK, node, f"'{field.name}' cannot hold every number of milliseconds", hint)
    if word == "now" and not (is_text(kind) and is_valid(kind, MOMENT)):
        hint = "write `type: string` and `format: date-time`"
        scope.error(Code.BAD_CLOCK, node, f"'{field.name}' cannot hold a date and time such as {MOMENT}", hint)


def _readings(entry: BuilderExampleDecl, clock: m.Clock | None, scope: Scope) -> m.Readings:
    """The clock readings of an example: exactly those that the builder uses."""
    given = {"now": entry.now, "elapsed": entry.elapsed}
    used = {"now": bool(clock and clock.now), "elapsed": bool(clock and clock.elapsed)}
    for word, value in given.items():
        if value is None and used[word]:
            hint = f'add `now: "{MOMENT}"`' if word == "now" else "add `elapsed: 0`"
            scope.error(Code.MISSING_KEY, entry.node, f"the example has no `{word}` for the clock", hint)
        elif value is not None and not used[word]:
            message = f"this builder does not read `{word}` from a clock"
            scope.error(Code.BAD_CLOCK, key(entry.node, word), message, "remove it, or add `clock` to the builder")
    if entry.now is not None and not SPELLING.matches(entry.now):
        message, hint = "this is not a time in UTC with milliseconds", f"write it as {MOMENT}"
        scope.error(Code.BAD_CLOCK, child(entry.node, "now"), message, hint)
    return m.Readings(entry.now or "", entry.elapsed or 0)
