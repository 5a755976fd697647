"""Error codes -> error factories: which builder makes the failure, and which arguments a code fills."""

from collections.abc import Iterable

from sealwax.contract import model as m
from sealwax.contract.resolving.candidates import Choices, check_keywords, read_message
from sealwax.contract.resolving.scope import Scope
from sealwax.contract.resolving.templates import PLACEHOLDER, read_template
from sealwax.contract.resolving.types import is_narrower, refers_to
from sealwax.contract.source import Mapping, Node, Sequence, child, key, width_of
from sealwax.diagnostics import Code, Related
from sealwax.frozen import frozen, replace
from sealwax.language import grammar as g
from sealwax.meaning.builder_plan import Compound, demanded, places, plan

Path = tuple[str, ...]


def read_error_mapping(
    decl: g.ErrorCodesDecl, codes: m.Enum, builders: Iterable[m.Builder], scope: Scope
) -> m.ErrorMapping | None:
    """How errors become responses; None if no builder is suitable and none is needed."""
    given, types = decl.raised_with, codes.classified_by
    node = given.node if given is not None else key(decl.node, "values")
    is_needed = given is not None or any(
        entry.message or entry.context_into is not None for entry in decl.values.values()
    )
    choices = Choices("raised_with", "an error", "parameter", codes, given, node, is_needed, scope)
    builder = _builder(tuple(builders), choices) if types is not None else None
    if builder is None or types is None:
        return None
    name, parameters = builder.name, builder.parameters
    message, code = (choices.choose(word, name, parameters, needed=True) for word in ("message", "code"))
    if message is None or code is None:
        return None
    typed = [each for each in parameters if refers_to(each.field.type, types)]
    kind, remediation = typed[0] if len(typed) == 1 else None, choices.choose("remediation", name, parameters)
    builder = replace(builder, described=m.Described(message, code, codes))
    mapping = m.ErrorMapping(builder, codes, types, message, code, kind, remediation, factories=())
    reader = _Reader(mapping, choices)
    factories = (reader.factory(value, decl.values[value.value]) for value in codes.values)
    return replace(mapping, factories=tuple(each for each in factories if each is not None))


def _builder(builders: tuple[m.Builder, ...], choices: Choices) -> m.Builder | None:
    name, node, scope = choices.named("builder"), child(choices.node, "builder"), choices.scope
    failures = [each for each in builders if each.outcome.outcome is m.OutcomeName.FAILURE]
    if name is not None:
        if name not in [each.name for each in builders]:
            scope.unknown(Code.UNKNOWN_NAME, node, "builder", name, [each.name for each in builders])
        elif name not in [each.name for each in failures]:
            hint = "name a builder with `outcome: failure`"
            scope.error(Code.BAD_FACTORY, node, f"'{name}' does not make a failure", hint)
        return next((each for each in failures if each.name == name), None)
    suitable = [
        each for each in failures if all(choices.candidates(word, each.parameters) for word in ("message", "code"))
    ]
    if choices.given is not None and not suitable:
        hint = "declare a builder with `outcome: failure` and with parameters for a message and for a code"
        choices.error("no builder takes a message and an error code", hint)
    return choices.only("builder", suitable)


@frozen
class _Reader:
    """Reads the factory of each code."""

    mapping: m.ErrorMapping
    choices: Choices

    @property
    def scope(self) -> Scope:
        return self.choices.scope

    def factory(self, value: m.EnumValue, decl: g.ErrorCodeDecl) -> m.ErrorFactory | None:
        builder = self.mapping.builder
        for word in ("context_into", "only_in_text") if not (value.message and value.context) else ():
            if getattr(decl, word):
                hint = f"`{word}` needs a `message` and a `context`"
                self.scope.error(Code.MISPLACED_CONSTRAINT, key(decl.node, word), f"`{word}` has no effect here", hint)
        if not value.message:
            return None
        message = read_message(value, self.mapping.message.field.type, decl.node, self.scope)
        remediation = read_template(value.remediation, value.context)
        if remediation and self.mapping.remediation is None:
            node, text = child(decl.node, "remediation"), f"'{builder.name}' has no parameter for the remediation"
            self.scope.error(Code.BAD_FACTORY, node, text, "name one: `raised_with: {remediation: …}`")
        arguments = [each.name for each in builder.parameters]
        arguments += m.CLOCK_ARGUMENTS if builder.clock is not None else ()
        check_keywords(value.context, arguments, child(decl.node, "context"), builder.name, self.scope)
        only_in_text = tuple(field for field in value.context if field.name in decl.only_in_text)
        wanted = demanded(builder, {self.mapping.code.path: value.value})
        return m.ErrorFactory(value, message, remediation, self.placements(value, decl), only_in_text, wanted)

    def placements(self, value: m.EnumValue, decl: g.ErrorCodeDecl) -> tuple[m.Placement, ...]:
        """Where each context field goes: as the code specifies, or else where those of all codes go."""
        own = decl.context_into if isinstance(decl.context_into, dict) else {}
        for name in own:
            if name not in decl.context:
                node = key(decl.node, "context_into", name)
                self.scope.unknown(Code.UNKNOWN_FIELD, node, "field of the context called", name, decl.context)
        usual = decl.context_into if isinstance(decl.context_into, str) else self.choices.named("context_into")
        found: dict[Path, tuple[m.Parameter, list[m.Field]]] = {}
        self.check_only_in_text(value, decl)
        for field in (field for field in value.context if field.name not in decl.only_in_text):
            where = own.get(field.name, usual)
            path = () if where is None else tuple(where.split("."))
            parameter = self.target(path, self.into_node(decl, field.name))
            if parameter is not None:
                found.setdefault(parameter.path, (parameter, []))[1].append(field)
        for parameter, fields in found.values():
            self.check_placement(parameter, tuple(fields), decl)
        return tuple(m.Placement(parameter, tuple(fields)) for parameter, fields in found.values())

    def check_only_in_text(self, value: m.EnumValue, decl: g.ErrorCodeDecl) -> None:
        sequence, mentioned = child(decl.node, "only_in_text"), PLACEHOLDER.findall(value.message + value.remediation)
        for name, node in zip(decl.only_in_text, sequence.items if isinstance(sequence, Sequence) else (), strict=True):
            if name not in decl.context:
                self.scope.unknown(Code.UNKNOWN_FIELD, node, "field of the context called", name, decl.context)
            elif name not in mentioned:
                message, hint = f"neither text mentions '{name}'", f"write {{{name}}} in the message or the remediation"
                self.scope.error(Code.BAD_CONTEXT, node, message, hint)
            elif isinstance(decl.context_into, dict) and name in decl.context_into:
                message = f"'{name}' is only in the text, so no object can receive it"
                self.scope.error(Code.BAD_CONTEXT, key(decl.node, "context_into", name), message, "remove one of them")

    def check_placement(self, parameter: m.Parameter, fields: tuple[m.Field, ...], decl: g.ErrorCodeDecl) -> None:
        place, owner = ".".join(parameter.path), child(decl.node, "context")
        filled = {field.name: _filled_by((*parameter.path, field.name), self.mapping.builder) for field in fields}
        for name, argument in filled.items():
            if argument is not None:
                message = f"'{place}.{name}' is already filled by the argument '{argument}'"
                hint = "rename it, or put it elsewhere with `context_into`"
                self.scope.error(Code.BAD_CONTEXT, key(owner, name), message, hint)
        free = tuple(field for field in fields if filled[field.name] is None)
        _check_object(free, place, parameter.field, owner, self.scope)
        if not parameter.merged:
            node = self.into_node(decl, fields[0].name)
            others = _certain_keys(parameter.path, self.mapping.builder)
            _check_complete(fields, others, place, parameter.field, node, self.scope)

    def into_node(self, decl: g.ErrorCodeDecl, name: str) -> Node:
        """The node that specifies, or could specify, which object receives a context field."""
        if decl.context_into is not None:
            return child(decl.node, "context_into", name)
        is_chosen = self.choices.named("context_into") is not None
        return child(self.choices.node, "context_into") if is_chosen else key(decl.node, "context")

    def target(self, path: Path, node: Node) -> m.Parameter | None:
        """The object parameter at a path; without a path, the one that contains the code, or the only one."""
        builder = self.mapping.builder
        objects = {each.path: each for each in builder.parameters if m.is_object(each.field.type)}
        if path in objects:
            return objects[path]
        known = ", ".join(".".join(each) for each in objects)
        if path:
            message = f"no parameter of '{builder.name}' fills the object '{'.'.join(path)}'"
            self.scope.error(Code.BAD_CONTEXT, node, message, f"known objects: {known}" if known else "")
            return None
        sibling = objects.get(self.mapping.code.path[:-1])
        if sibling is not None or len(objects) == 1:
            return sibling or next(iter(objects.values()))
        message = "it is not clear which object receives the context of this code"
        hint = f"choose one of {known}: `context_into: …`" if known else "add a parameter for an object to the builder"
        self.scope.error(Code.BAD_CONTEXT, node, message, hint)
        return None


def _certain_keys(path: Path, builder: m.Builder) -> set[str]:
    """The keys that an object always has if it is present."""
    found = next((place for place in places(plan(builder)) if place.path == path), None)
    members = found.members if isinstance(found, Compound) else ()
    return {member.path[-1] for member in members if member.is_certain}


def _filled_by(path: Path, builder: m.Builder) -> str | None:
    """The parameter that fills or sets the field at a path, or something inside it."""
    for parameter in builder.parameters:
        paths = [parameter.path, *(other.path for other in parameter.sets)]
        if any(each[: len(path)] == path for each in paths):
            return parameter.name
    return None


# -- where the context goes -------------------------------------------------------------------------------------------


def _check_object(fields: tuple[m.Field, ...], place: str, into: m.Field, owner: Node, scope: Scope) -> None:
    """Report fields that the object at `place` does not accept."""
    kind = m.bare(into.type)
    old = {entry.name: entry.replacement for entry in into.superseded}
    record = m.record_of(kind)
    declared = {field.name: field for field in m.fields_of(kind)}
    for field in fields:
        node, where = key(owner, field.name), f"{place}.{field.name}"
        wanted = declared[field.name].type if field.name in declared else None
        wanted = kind.value if isinstance(kind, m.MapOf) else wanted
        if field.name in old:
            scope.error(Code.BAD_CONTEXT, node, f"'{where}' is superseded", f"use '{old[field.name]}'")
        elif record is not None and field.name not in declared and not record.open:
            message = f"'{place}' does not accept the key '{field.name}'"
            scope.error(Code.BAD_CONTEXT, node, message, f"declare it in '{record.name}', or add `open: true` there")
        elif wanted is not None and not is_narrower(field.type, wanted):
            node, message = child(owner, field.name, "type"), f"the type does not match that of '{where}'"
            related = _declaration(record, field.name, where, scope)
            scope.error(Code.BAD_CONTEXT, node, message, "give both the same type", related)


def _check_complete(
    fields: tuple[m.Field, ...], others: set[str], place: str, into: m.Field, node: Node, scope: Scope
) -> None:
    """Report required fields of an object that neither the context nor the builder always provides."""
    given = others | {field.name for field in fields if field.always_has_value}
    for field in m.fields_of(into.type):
        if field.required and field.name not in given:
            message = f"'{place}' requires '{field.name}', which the context does not always provide"
            hint = f"add '{field.name}' to the context with the level `must`"
            related = _declaration(m.record_of(m.bare(into.type)), field.name, f"{place}.{field.name}", scope)
            scope.error(Code.BAD_CONTEXT, node, message, hint, related)


def _declaration(record: m.Record | None, name: str, where: str, scope: Scope) -> tuple[Related, ...]:
    """The place that declares a field of a record, which can be the cause of an error elsewhere."""
    owners = () if record is None else (record.name, *record.includes)
    places = (child(scope.root, "types", owner, "fields") for owner in owners)
    found = (place.entries[name].key for place in places if isinstance(place, Mapping) and name in place.entries)
    return tuple(Related(node.position, f"'{where}'", width_of(node)) for node in found)


# -- exceptions --------------------------------------------------------------------------------------------------------


def check_usual_codes(decl: g.ContractDecl, mapping: m.ErrorMapping, scope: Scope) -> None:
    """Report error types with several codes but no `usual_code`.

    Their exceptions would have no code although they should, or one of another type. If the code is required, the
    caller gives it.
    """
    code = mapping.code
    has_default = code.default is not m.ABSENT or code.field.default is not m.ABSENT
    if code.level is m.Level.MUST or (code.level is m.Level.MAY and not has_default):
        return
    for kind in mapping.types.values:
        own = [code.value for code in mapping.codes.values if code.classified_as == kind.value]
        if len(own) > 1 and not kind.usual_code:
            message = f"the type '{kind.value}' has several codes: {', '.join(own)}"
            hint = f"choose the one for errors raised without a code: `usual_code: {own[0]}`"
            scope.error(Code.BAD_FACTORY, _node_of_type(decl, kind.value, own, scope), message, hint)


def _node_of_type(decl: g.ContractDecl, kind: str, own: list[str], scope: Scope) -> Node:
    """The node of the type; for an inherited type, that of the code which this contract adds."""
    node = key(decl.node, "error_types", "values", kind)
    added = [each for code in own if not scope.is_inherited(each := key(decl.node, "error_codes", "values", code))]
    return added[-1] if scope.is_inherited(node) and added else node
