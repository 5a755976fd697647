"""Builder declarations -> builders: each argument fills a field, and something fills every required field.

`code: {into: data.code}` becomes `Parameter("code", path=("data", "code"), field=…)`. If the record of `data` also has
a required `kind` that no parameter, code, clock or default fills, that is an error.
"""

from collections.abc import Iterable, Iterator

from msgspec import Struct
from msgspec.structs import replace

from sealwax.contract import model as m
from sealwax.contract.resolving.examples import MOMENT, read_builder_example
from sealwax.contract.resolving.fields import check_safe_name, field_at
from sealwax.contract.resolving.scope import Scope
from sealwax.contract.resolving.types import check_literal, is_always_object, is_text, normalized
from sealwax.contract.source import Node, child, key
from sealwax.diagnostics import Code
from sealwax.language.grammar.envelope import BuilderDecl, ClockDecl, ParameterDecl
from sealwax.meaning.builders.demands import ConditionalField, conditionals, whole_objects
from sealwax.meaning.builders.parameters import Path, must_be_given, written_by
from sealwax.meaning.builders.plan import Fact, OfCode, Source
from sealwax.meaning.builders.planning import plan
from sealwax.meaning.checks.interpreter import is_valid
from sealwax.naming import words

PROVIDED = "the field `{}` is required: write `level: should` there, or remove `provided` and always pass the argument"


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
    _check_one_assignment_per_field(parameters, owner, scope)
    _check_numbered(outcome.fields, parameters, decl, scope)
    clock = _clock(decl, outcome, parameters, scope)
    builder = m.Builder(name, outcome, scope.docs(decl.docs), parameters, extra, examples=(), clock=clock)
    if len(parameters) == len(decl.parameters):
        check_all_filled(builder, decl.node, scope)
        check_conditional(builder, decl.node, scope)
    needed = [each.name for each in parameters if decl.parameters[each.name].level and must_be_given(each)]
    examples = tuple(read_builder_example(entry, decl, needed, clock, scope) for entry in decl.examples)
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
        docs=replace(own, doc=own.doc or field.docs.doc),
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
    reached = wholes | _objects_around(path for each in parameters for path in written_by(each))
    for parameter in parameters:
        for path in (assignment.path for assignment in parameter.sets if assignment.path in reached):
            node = key(owner, parameter.name, "sets", ".".join(path))
            message = f"arguments fill '{'.'.join(path)}', so it cannot be set as a whole"
            scope.error(Code.BAD_PARAMETER, node, message, "set its keys one by one")


def _check_one_assignment_per_field(parameters: tuple[m.Parameter, ...], owner: Node, scope: Scope) -> None:
    """Report a second argument that sets a field: which one wins would depend on their order."""
    first: dict[Path, str] = {}
    for parameter in parameters:
        for path in (each.path for each in parameter.sets):
            if path in first:
                node, where = key(owner, parameter.name, "sets", ".".join(path)), ".".join(path)
                message = f"'{first[path]}' sets '{where}' as well, and a call can give both"
                scope.error(Code.BAD_PARAMETER, node, message, "remove one of them, or add a parameter for the field")
            first.setdefault(path, parameter.name)


def _extra_keywords(decl: BuilderDecl, outcome: m.Outcome, scope: Scope) -> str:
    if decl.extra_keywords is None:
        return ""
    node = child(decl.node, "extra_keywords")
    field = field_at(outcome.fields, (decl.extra_keywords,), node, scope)
    if field is not None and not is_always_object(field.type):
        message = f"'{decl.extra_keywords}' is not an object, so it cannot receive keyword arguments"
        scope.error(Code.BAD_PARAMETER, node, message)
    return decl.extra_keywords


# -- numbers of error codes, which builders fill in -------------------------------------------------------------------


def _check_numbered(
    fields: tuple[m.Field, ...], parameters: tuple[m.Parameter, ...], decl: BuilderDecl, scope: Scope
) -> None:
    """Report arguments that could make a number disagree with its code: only the code may be given."""
    owner = child(decl.node, "parameters")
    given = {parameter.path: parameter for parameter in parameters}
    for path, code, _ in _numbered(fields):
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
            _check_whole_objects(_objects_around([code]), given, decl, scope)


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
        if path in written_by(parameter):
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


# -- required fields, each of which something has to fill --------------------------------------------------------------


class _Sources(Struct, frozen=True):
    """What fills the fields of a builder's outcome."""

    parameters: tuple[m.Parameter, ...]
    filled: dict[Path, m.Parameter | None]
    """The paths that always have a value, with the argument for it."""
    reached: set[Path]
    """The objects that something is written into."""

    def writes(self, path: Path, above: Path) -> bool:
        """Whether the field at `path` has a value whenever the optional object `above` is made."""
        if path in self.filled:
            return True
        makers = [each for each in self.parameters if any(other[: len(above)] == above for other in written_by(each))]
        return bool(above) and all(path in written_by(each) for each in makers)


def check_all_filled(builder: m.Builder, node: Node, scope: Scope) -> None:
    """Report required fields without a value."""
    parameters, fields, clock = builder.parameters, builder.outcome.fields, builder.clock or m.Clock()
    written = {clock.now, clock.elapsed} - {()}
    filled: dict[Path, m.Parameter | None] = dict.fromkeys(written)
    filled |= dict.fromkeys(other.path for each in parameters if must_be_given(each) for other in each.sets)
    filled |= {p.path: p for p in parameters if p.level is m.Level.MUST or not isinstance(p.default, m.Absent)}
    codes = {path: code for path, code, _ in _numbered(fields)}
    filled |= dict.fromkeys(path for path, code, is_total in _numbered(fields) if is_total and code in filled)
    known = plan(builder)
    following = {key.path for key in known.keys if any(map(_follows, key.sources))}
    # Without a parameter, nobody could give what the catalogue does not say.
    own = {parameter.path for parameter in parameters}
    filled |= dict.fromkeys(path for path in following if path in own or path not in known.undetermined)
    given = {path for each in parameters for path in written_by(each)}
    sources = _Sources(parameters, filled, _objects_around(given | written))
    for path in _unfilled(fields, (), sources, ()):
        message = f"nothing fills the required field '{'.'.join(path)}'"
        hint = f"add a parameter with `into: {'.'.join(path)}` and `level: must`, or a default"
        if not any(each[:1] == path[:1] for each in (*written, *(each.path for each in parameters))):
            other = next(each.value for each in m.OutcomeName if each is not builder.outcome.outcome)
            hint += f"; if only a {other} has '{path[0]}', write `only: {other}` there"
        if whole := next((each.name for each in parameters if each.merged and each.path == path[:1] != path), None):
            hint = f"write `level: must` for the parameter '{whole}', or {hint}"
        if any(each.provided and each.path == path for each in parameters):
            hint = PROVIDED.format(".".join(path))
        if path in codes:
            where = ".".join(codes[path])
            hint = f"give every code a number and '{where}' a parameter with `level: must`, or add a default"
        if path in following:
            hint = f"add a parameter with `into: {'.'.join(path)}`, for codes that the catalogue does not list"
        scope.error(Code.BAD_PARAMETER, key(node, "parameters"), message, hint)


def _follows(source: Source) -> bool:
    return isinstance(source, OfCode) and source.fact is Fact.CLASS


def _unfilled(fields: tuple[m.Field, ...], above: Path, sources: _Sources, optional: Path) -> Iterator[Path]:
    """The paths of required fields that have no default, no constant and no required argument.

    `optional` is the innermost object around the fields that exists only if an argument makes it.
    """
    needed = (field.name for field in fields if field.required and field.default is m.ABSENT)
    empty = {name for name in needed if not sources.writes((*above, name), optional)}
    for field in (each for each in fields if each.follows not in empty):
        path, has_value = (*above, field.name), field.name not in empty
        if not has_value and not is_always_object(field.type):
            yield path
        elif not has_value or (path in sources.reached and not _is_complete(field, sources.filled.get(path))):
            is_optional = not field.required or isinstance(field.type, m.Nullable)
            yield from _unfilled(m.fields_of(field.type), path, sources, path if is_optional else optional)


def _is_complete(field: m.Field, whole: m.Parameter | None) -> bool:
    """Whether an object already has all required fields when arguments fill some of them."""
    if whole is not None and not isinstance(field.type, m.Nullable):
        return True
    return isinstance(field.default, dict) and field.required


def check_conditional(builder: m.Builder, node: Node, scope: Scope) -> None:
    """Report fields that an error code can make a must, although nothing fills them; note those of other arguments."""
    given = {path for each in builder.parameters for path in written_by(each)}
    wholes, owner = {*whole_objects(builder)}, key(node, "parameters")
    for each in conditionals(builder):
        path, tests = each.path, each.field.conditional.condition if each.field.conditional is not None else ()
        is_filled = path in given or any(path[:end] in wholes for end in range(1, len(path)))
        if not is_filled and all(_can_hold(test, each, given) for test in tests) and not scope.is_inherited(node):
            message = f"'{'.'.join(path)}' can become required, but nothing fills it"
            hint = f"add a parameter with `into: {'.'.join(path)}`"
            if all(_is_code(each.sibling(test.key)) for test in tests):
                scope.error(Code.BAD_PARAMETER, owner, message, hint)
            else:
                scope.note(Code.BAD_PARAMETER, owner, message, hint)


def _is_code(field: m.Field | None) -> bool:
    enum = m.enum_of(m.bare(field.type)) if field is not None else None
    return enum is not None and enum.catalogue in (m.Catalogue.ERROR_CODES, m.Catalogue.ERROR_TYPES)


def _can_hold(test: m.Test, conditional: ConditionalField, given: set[Path]) -> bool:
    """Whether a sibling can have what a condition asks for: from an argument, from a code, or by default."""
    sibling = conditional.sibling(test.key)
    if sibling is None or (*conditional.path[:-1], test.key) in given or sibling.follows:
        return sibling is not None
    is_there = sibling.required and sibling.default is not m.ABSENT
    return is_there and (sibling.default in test.values if isinstance(test, m.HasValue) else test.expected)


def _numbered(fields: tuple[m.Field, ...]) -> Iterator[tuple[Path, Path, bool]]:
    """For each field with `number_of`: its path, the path of the code, and whether every code has a number."""
    for path, field in m.field_paths(fields):
        if field.number_of is not None:
            yield path, (*path[:-1], *field.number_of.path), field.number_of.is_total


def _objects_around(paths: Iterable[Path]) -> set[Path]:
    return {path[:end] for path in paths for end in range(1, len(path))}
