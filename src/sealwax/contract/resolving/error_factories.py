"""Error codes -> error factories: which builder makes the failure, and which arguments a code fills."""

from collections.abc import Iterable

from sealwax.contract import model as m
from sealwax.contract.resolving.scope import Scope
from sealwax.contract.resolving.templates import read_template
from sealwax.contract.resolving.types import (
    accepts_code,
    check_value,
    is_always_object,
    is_narrower,
    is_text,
    refers_to,
)
from sealwax.contract.source import Node, child, key
from sealwax.diagnostics import Code
from sealwax.frozen import frozen, replace
from sealwax.language import grammar as g
from sealwax.meaning.builder_plan import Compound, places, plan
from sealwax.naming import pascal

Path = tuple[str, ...]


def read_error_mapping(
    decl: g.ErrorCodesDecl, codes: m.Enum, builders: Iterable[m.Builder], scope: Scope
) -> m.ErrorMapping | None:
    """How errors become responses; None if no builder is suitable and none is needed."""
    if codes.classified_by is None:
        return None
    return _Reader(decl, codes, codes.classified_by, tuple(builders), scope).read()


@frozen
class _Reader:
    decl: g.ErrorCodesDecl
    codes: m.Enum
    types: m.Enum
    builders: tuple[m.Builder, ...]
    scope: Scope

    @property
    def options(self) -> g.RaisedWithDecl:
        return self.decl.raised_with or g.RaisedWithDecl(node=self.decl.node)

    @property
    def is_needed(self) -> bool:
        """Whether a missing builder is an error: with `raised_with`, a message or `context_into`."""
        return self.decl.raised_with is not None or any(
            entry.message or entry.context_into is not None for entry in self.decl.values.values()
        )

    @property
    def node(self) -> Node:
        return self.options.node if self.decl.raised_with is not None else key(self.decl.node, "values")

    def read(self) -> m.ErrorMapping | None:
        builder = self.builder()
        if builder is None:
            return None
        message = self.choose(builder, "message")
        code = self.choose(builder, "code")
        if message is None or code is None:
            return None
        types = [each for each in builder.parameters if refers_to(each.field.type, self.types)]
        mapping = m.ErrorMapping(
            builder=builder,
            codes=self.codes,
            types=self.types,
            message=message,
            code=code,
            type=types[0] if len(types) == 1 else None,
            remediation=self.remediation(builder),
            factories=(),
        )
        factories = (self.factory(value, self.decl.values[value.value], mapping) for value in self.codes.values)
        return replace(mapping, factories=tuple(each for each in factories if each is not None))

    # -- the builder and its parameters -------------------------------------------------------------------------------

    def builder(self) -> m.Builder | None:
        failures = [each for each in self.builders if each.outcome.outcome is m.OutcomeName.FAILURE]
        if self.options.builder is not None:
            return self.named_builder(self.options.builder)
        candidates = [each for each in failures if self.parameters(each, "message") and self.parameters(each, "code")]
        if self.decl.raised_with is not None and not candidates:
            hint = "declare a builder with `outcome: failure` and with parameters for a message and for a code"
            self.scope.error(Code.BAD_FACTORY, self.node, "no builder takes a message and an error code", hint)
        if len(candidates) > 1 and self.is_needed:
            self.ambiguous("builder", [each.name for each in candidates])
        return candidates[0] if len(candidates) == 1 else None

    def named_builder(self, name: str) -> m.Builder | None:
        node = child(self.options.node, "builder")
        found = next((each for each in self.builders if each.name == name), None)
        if found is None:
            self.scope.unknown(Code.UNKNOWN_NAME, node, "builder", name, [each.name for each in self.builders])
        elif found.outcome.outcome is not m.OutcomeName.FAILURE:
            hint = "name a builder with `outcome: failure`"
            self.scope.error(Code.BAD_FACTORY, node, f"'{name}' does not make a failure", hint)
            return None
        return found

    def parameters(self, builder: m.Builder, word: str) -> list[m.Parameter]:
        """The parameters for the message or the code: the one that the contract names, or all that look like it."""
        name = getattr(self.options, word)
        if name is not None:
            return [each for each in builder.parameters if each.name == name]
        if word == "message":
            return [each for each in builder.parameters if each.level is m.Level.MUST and is_text(each.field.type)]
        return [each for each in builder.parameters if refers_to(each.field.type, self.codes)]

    def choose(self, builder: m.Builder, word: str) -> m.Parameter | None:
        """The parameter for the message or the code; None, with an error if one is needed, if it is not clear."""
        name, node = getattr(self.options, word), child(self.options.node, word)
        candidates = self.parameters(builder, word)
        if len(candidates) == 1:
            kind = candidates[0].field.type
            if not (is_text(kind) if word == "message" else accepts_code(kind, self.codes)):
                what = "text" if word == "message" else "an error code"
                self.scope.error(Code.BAD_FACTORY, node, f"'{candidates[0].name}' does not accept {what}")
                return None
            return candidates[0]
        if name is not None:
            self.scope.unknown(Code.BAD_PARAMETER, node, "parameter", name, [each.name for each in builder.parameters])
        elif candidates and self.is_needed:
            self.ambiguous(word, [each.name for each in candidates])
        elif self.is_needed:
            message = f"'{builder.name}' has no parameter for the {word}"
            self.scope.error(Code.BAD_FACTORY, self.node, message, f"name one: `raised_with: {{{word}: …}}`")
        return None

    def ambiguous(self, word: str, names: list[str]) -> None:
        message = f"several candidates for the {word} of an error: {', '.join(names)}"
        hint = f"choose one: `raised_with: {{{word}: {names[0]}}}`"
        self.scope.error(Code.BAD_FACTORY, self.node, message, hint)

    def remediation(self, builder: m.Builder) -> m.Parameter | None:
        name = self.options.remediation
        found = next((each for each in builder.parameters if each.name == (name or "remediation")), None)
        node = child(self.options.node, "remediation")
        if name is not None and found is None:
            self.scope.unknown(Code.BAD_PARAMETER, node, "parameter", name, [each.name for each in builder.parameters])
        if found is not None and not is_text(found.field.type):
            if name is not None:
                self.scope.error(Code.BAD_FACTORY, node, f"'{name}' does not accept text")
            return None
        return found

    # -- the codes ----------------------------------------------------------------------------------------------------

    def factory(self, value: m.EnumValue, decl: g.ErrorCodeDecl, mapping: m.ErrorMapping) -> m.ErrorFactory | None:
        if decl.context_into is not None and not (value.message and value.context):
            node = key(decl.node, "context_into")
            hint = "`context_into` needs a `message` and a `context`"
            self.scope.error(Code.MISPLACED_CONSTRAINT, node, "`context_into` has no effect here", hint)
        if not value.message:
            return None
        node = child(decl.node, "message")
        message = read_template(value.message, value.context)
        if not any(isinstance(part, m.Field) for part in message):
            check_value(mapping.message.field.type, value.message, node, self.scope, "the message")
        node = child(decl.node, "remediation")
        remediation = read_template(value.remediation, value.context)
        if remediation and mapping.remediation is None:
            text = f"'{mapping.builder.name}' has no parameter for the remediation"
            self.scope.error(Code.BAD_FACTORY, node, text, "name one: `raised_with: {remediation: …}`")
        owner = child(decl.node, "context")
        arguments = [each.name for each in mapping.builder.parameters]
        arguments += m.CLOCK_ARGUMENTS if mapping.builder.clock is not None else ()
        check_keywords(value.context, arguments, owner, mapping.builder.name, self.scope)
        return m.ErrorFactory(value, message, remediation, self.placements(value, decl, mapping))

    def placements(self, value: m.EnumValue, decl: g.ErrorCodeDecl, mapping: m.ErrorMapping) -> tuple[m.Placement, ...]:
        """Where each context field goes: as the code specifies, or else where those of all codes go."""
        own = decl.context_into if isinstance(decl.context_into, dict) else {}
        for name in own:
            if name not in decl.context:
                node = key(decl.node, "context_into", name)
                self.scope.unknown(Code.UNKNOWN_FIELD, node, "field of the context called", name, decl.context)
        usual = decl.context_into if isinstance(decl.context_into, str) else self.options.context_into
        found: dict[Path, tuple[m.Parameter, list[m.Field]]] = {}
        for field in value.context:
            where = own.get(field.name, usual)
            path = () if where is None else tuple(where.split("."))
            parameter = self.target(path, self.into_node(decl, field.name), mapping)
            if parameter is not None:
                found.setdefault(parameter.path, (parameter, []))[1].append(field)
        for parameter, fields in found.values():
            self.check_placement(parameter, tuple(fields), decl, mapping)
        return tuple(m.Placement(parameter, tuple(fields)) for parameter, fields in found.values())

    def check_placement(
        self, parameter: m.Parameter, fields: tuple[m.Field, ...], decl: g.ErrorCodeDecl, mapping: m.ErrorMapping
    ) -> None:
        place, owner = ".".join(parameter.path), child(decl.node, "context")
        filled = {field.name: _filled_by((*parameter.path, field.name), mapping.builder) for field in fields}
        for name, argument in filled.items():
            if argument is not None:
                message = f"'{place}.{name}' is already filled by the argument '{argument}'"
                hint = "rename it, or put it elsewhere with `context_into`"
                self.scope.error(Code.BAD_CONTEXT, key(owner, name), message, hint)
        free = tuple(field for field in fields if filled[field.name] is None)
        _check_object(free, place, parameter.field, owner, self.scope)
        if not parameter.merged:
            node = self.into_node(decl, fields[0].name)
            others = _certain_keys(parameter.path, mapping.builder)
            _check_complete(fields, others, place, parameter.field, node, self.scope)

    def into_node(self, decl: g.ErrorCodeDecl, name: str) -> Node:
        """The node that specifies, or could specify, which object receives a context field."""
        if decl.context_into is not None:
            return child(decl.node, "context_into", name)
        return child(self.options.node, "context_into") if self.options.context_into else key(decl.node, "context")

    def target(self, path: Path, node: Node, mapping: m.ErrorMapping) -> m.Parameter | None:
        """The object parameter at a path; without a path, the one that contains the code, or the only one."""
        objects = {each.path: each for each in mapping.builder.parameters if is_always_object(m.bare(each.field.type))}
        if path in objects:
            return objects[path]
        known = ", ".join(".".join(each) for each in objects)
        if path:
            message = f"no parameter of '{mapping.builder.name}' fills the object '{'.'.join(path)}'"
            self.scope.error(Code.BAD_CONTEXT, node, message, f"known objects: {known}" if known else "")
            return None
        sibling = objects.get(mapping.code.path[:-1])
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


def check_keywords(fields: Iterable[m.Field], arguments: Iterable[str], owner: Node, maker: str, scope: Scope) -> None:
    """Report fields with the name of another argument of the factory."""
    known = {pascal(name).casefold(): name for name in arguments}
    for field in fields:
        if (name := known.get(pascal(field.name).casefold())) is not None:
            message = f"'{field.name}' is already an argument: '{name}' of '{maker}'"
            scope.error(Code.BAD_CONTEXT, key(owner, field.name), message, "rename it")


def _check_object(fields: tuple[m.Field, ...], place: str, into: m.Field, owner: Node, scope: Scope) -> None:
    """Report fields that the object at `place` does not accept."""
    kind = m.bare(into.type)
    old = {entry.name: entry.replacement for entry in into.superseded}
    record = m.record_of(kind)
    declared = {} if record is None else {field.name: field for field in record.fields}
    for field in fields:
        node = key(owner, field.name)
        where = f"{place}.{field.name}"
        wanted = declared[field.name].type if field.name in declared else None
        wanted = kind.value if isinstance(kind, m.MapOf) else wanted
        if field.name in old:
            scope.error(Code.BAD_CONTEXT, node, f"'{where}' is superseded", f"use '{old[field.name]}'")
        elif record is not None and field.name not in declared and not record.open:
            message = f"'{place}' does not accept the key '{field.name}'"
            scope.error(Code.BAD_CONTEXT, node, message, f"declare it in '{record.name}', or add `open: true` there")
        elif wanted is not None and not is_narrower(field.type, wanted):
            node = child(owner, field.name, "type")
            scope.error(Code.BAD_CONTEXT, node, f"the type does not match that of '{where}'", "give both the same type")


def _check_complete(
    fields: tuple[m.Field, ...], others: set[str], place: str, into: m.Field, node: Node, scope: Scope
) -> None:
    """Report required fields of an object that neither the context nor the builder always provides."""
    record = m.record_of(m.bare(into.type))
    if record is None:
        return
    given = others | {field.name for field in fields if field.always_has_value}
    for field in record.fields:
        if field.required and field.name not in given:
            message = f"'{place}' requires '{field.name}', which the context does not always provide"
            scope.error(Code.BAD_CONTEXT, node, message, f"add '{field.name}' to the context with the level `must`")


# -- exceptions --------------------------------------------------------------------------------------------------------


def check_usual_codes(decl: g.ContractDecl, mapping: m.ErrorMapping, scope: Scope) -> None:
    """Report error types with several codes but no `usual_code`.

    Their exceptions would have no code, or one of another type. If the code is required, the caller gives it.
    """
    if mapping.code.level is m.Level.MUST:
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
