"""Where the context of a code goes: which fields become keys of which objects.

`context_into: {limit: meta.rate_limit}` with the context `{limit: …, period: …}` becomes two placements: `limit` is a
key of the object that the parameter for `meta.rate_limit` fills, and `period` one of the object for all codes.
"""

from collections.abc import Iterator

from msgspec import Struct

from sealwax.contract import model as m
from sealwax.contract.resolving.candidates import Choices
from sealwax.contract.resolving.fields import field_at
from sealwax.contract.resolving.scope import Scope
from sealwax.contract.resolving.templates import PLACEHOLDER
from sealwax.contract.resolving.types import is_narrower
from sealwax.contract.source import Mapping, Node, child, items, key, width_of
from sealwax.diagnostics import Code, Related
from sealwax.language import grammar as g
from sealwax.meaning.builders.parameters import Path, written_by
from sealwax.meaning.builders.planning import plan
from sealwax.meaning.wording import constraint_words, listed, type_words

_TEXTS = "if only the texts need it, list it in `only_in_text`"


def read_placements(
    context: tuple[m.Field, ...], decl: g.ErrorFunctionDecl, mapping: m.ErrorMapping, choices: Choices
) -> tuple[m.Placement, ...]:
    """The objects that receive a context: those that the function names, or else the one for all codes."""
    return _PlacementReader(decl, mapping, choices).placements(context)


class _PlacementReader(Struct, frozen=True):
    decl: g.ErrorFunctionDecl
    mapping: m.ErrorMapping
    choices: Choices

    @property
    def scope(self) -> Scope:
        return self.choices.scope

    def placements(self, context: tuple[m.Field, ...]) -> tuple[m.Placement, ...]:
        decl = self.decl
        for name in decl.context_into if isinstance(decl.context_into, dict) else ():
            node = key(decl.node, "context_into", name)
            self.scope.find(Code.UNKNOWN_FIELD, node, "field of the context called", name, decl.context)
        self.check_only_in_text()
        found: dict[Path, m.Placement] = {}
        for field in (field for field in context if field.name not in decl.only_in_text):
            for path, name, node in self.destinations(field.name):
                parameter = self.target(path, node)
                if parameter is not None:
                    place = found.setdefault(parameter.path, m.Placement(parameter, {}))
                    self.check_free(place, name, node)
                    place.fields[name] = field
        for place in found.values():
            self.check_placement(place)
        return tuple(found.values())

    def destinations(self, name: str) -> Iterator[tuple[Path, str, Node]]:
        """The objects that receive a field, each with the key and the node that names it."""
        into, decl = self.decl.context_into, self.decl
        if isinstance(into, dict) and name in into:
            node = child(decl.node, "context_into", name)
            for each, place in zip(into[name], items(node) or (node,), strict=True):
                if isinstance(each, str):
                    yield tuple(each.split(".")), name, place
                else:
                    yield tuple(each.object.split(".")), each.key, child(each.node, "object")
            return
        usual = into if isinstance(into, str) else self.choices.named("context_into")
        yield () if usual is None else tuple(usual.split(".")), name, self.into_node()

    def into_node(self) -> Node:
        """The node that names, or could name, the object that receives a field by default."""
        if self.decl.context_into is not None:
            return child(self.decl.node, "context_into")
        is_chosen = self.choices.named("context_into") is not None
        return child(self.choices.node, "context_into") if is_chosen else key(self.decl.node, "context")

    def check_only_in_text(self) -> None:
        decl, mentioned = self.decl, PLACEHOLDER.findall(self.decl.message + self.decl.remediation)
        for name, node in zip(decl.only_in_text, items(child(decl.node, "only_in_text")), strict=True):
            if name not in decl.context:
                self.scope.unknown(Code.UNKNOWN_FIELD, node, "field of the context called", name, decl.context)
            elif name not in mentioned:
                message, hint = f"neither text mentions '{name}'", f"write {{{name}}} in the message or the remediation"
                self.scope.error(Code.BAD_CONTEXT, node, message, hint)
            elif isinstance(decl.context_into, dict) and name in decl.context_into:
                message = f"'{name}' is only in the text, so no object can receive it"
                self.scope.error(Code.BAD_CONTEXT, key(decl.node, "context_into", name), message, "remove one of them")

    def check_free(self, place: m.Placement, name: str, node: Node) -> None:
        if name in place.fields:
            where, other = ".".join((*place.parameter.path, name)), place.fields[name].name
            self.scope.error(Code.BAD_CONTEXT, node, f"'{where}' already receives '{other}'", "choose another key")

    def check_placement(self, placement: m.Placement) -> None:
        parameter, owner = placement.parameter, child(self.decl.node, "context")
        place, builder = ".".join(parameter.path), self.mapping.builder
        filled = {name: _filled_by((*parameter.path, name), builder) for name in placement.fields}
        for name, argument in filled.items():
            if argument is not None:
                message = f"'{place}.{name}' is already filled by the argument '{argument}'"
                hint = "rename it, or put it elsewhere with `context_into`"
                self.scope.error(Code.BAD_CONTEXT, key(owner, placement.fields[name].name), message, hint)
        free = {name: field for name, field in placement.fields.items() if filled[name] is None}
        _check_object(free, place, parameter.field, owner, self.scope)
        if not parameter.merged:
            node = next(iter(self.destinations(next(iter(placement.fields.values())).name)))[2]
            others = _certain_keys(parameter.path, builder)
            _check_complete(placement.fields, others, place, parameter.field, node, self.scope)

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
        hint = f"choose one of {known}: `context_into: …`" if known else self._missing_object(node)
        self.scope.error(Code.BAD_CONTEXT, node, message, f"{hint}; {_TEXTS}")
        return None

    def _missing_object(self, node: Node) -> str:
        """What to add to get an object for the context: the one that has the code, or a new one beside the code."""
        builder, code = self.mapping.builder, self.mapping.code
        around = field_at(builder.outcome.fields, code.path[:-1], node, self.scope)
        record = m.record_of(m.bare(around.type)) if around is not None else None
        place = ".".join(code.path[:-1])
        if record is not None and (record.open or self.decl.context.keys() <= {field.name for field in record.fields}):
            return f"add a parameter with `into: {place}` and `level: may` to '{builder.name}'"
        place = ".".join((*code.path[:-1], "details"))
        parameter, field = f"`details: {{into: {place}, level: may}}`", "`details: {type: object, level: may}`"
        return f"add the field {field} beside '{code.path[-1]}', and the parameter {parameter} to '{builder.name}'"


def _certain_keys(path: Path, builder: m.Builder) -> set[str]:
    """The keys that an object always has if it is present."""
    members = next((each.members for each in plan(builder).objects if each.path == path), ())
    return {member.path[-1] for member in members if member.is_certain}


def _filled_by(path: Path, builder: m.Builder) -> str | None:
    """The parameter that fills or sets the field at a path, or something inside it."""
    found = (each for each in builder.parameters if any(other[: len(path)] == path for other in written_by(each)))
    return next((each.name for each in found), None)


def _check_object(fields: dict[str, m.Field], place: str, into: m.Field, owner: Node, scope: Scope) -> None:
    """Report fields that the object at `place` does not accept under their keys."""
    kind = m.bare(into.type)
    old = {entry.name: entry.replacement for entry in into.superseded}
    record = m.record_of(kind)
    declared = {field.name: field for field in m.fields_of(kind)}
    for name, field in fields.items():
        node, where = key(owner, field.name), f"{place}.{name}"
        wanted = declared[name].type if name in declared else None
        wanted = kind.value if isinstance(kind, m.MapOf) else wanted
        if name in old:
            scope.error(Code.BAD_CONTEXT, node, f"'{where}' is superseded", f"use '{old[name]}'")
        elif record is not None and name not in declared and not record.open:
            message = f"'{place}' does not accept the key '{name}'"
            hint = f"declare it in '{record.name}', or add `open: true` there; {_TEXTS}"
            scope.error(Code.BAD_CONTEXT, node, message, hint)
        elif wanted is not None and not is_narrower(field.type, wanted):
            node, (message, hint) = child(owner, field.name, "type"), _difference(field.type, wanted, where)
            scope.error(Code.BAD_CONTEXT, node, message, hint, _declaration(record, name, where, scope))


def _difference(own: m.Type, wanted: m.Type, where: str) -> tuple[str, str]:
    """What keeps values of a type out of the field at `where`, and what to write instead."""
    limits = constraint_words(wanted)
    if limits and type_words(m.bare(own)) == type_words(m.bare(wanted)):
        return f"'{where}' allows less than this: {listed(limits, 'and')}", "give both the same limits"
    return f"the type does not match that of '{where}'", f"write `type: {type_words(wanted)}`"


def _check_complete(
    fields: dict[str, m.Field], others: set[str], place: str, into: m.Field, node: Node, scope: Scope
) -> None:
    """Report required fields of an object that neither the context nor the builder always provides."""
    given = others | {name for name, field in fields.items() if field.always_has_value}
    for field in m.fields_of(into.type):
        if field.required and field.name not in given:
            message = f"'{place}' requires '{field.name}', which the context does not always provide"
            hint = f"add '{field.name}' to the context with the level `must`"
            related = _declaration(m.record_of(m.bare(into.type)), field.name, f"{place}.{field.name}", scope)
            scope.error(Code.BAD_CONTEXT, node, message, hint, related)


def _declaration(record: m.Record | None, name: str, where: str, scope: Scope) -> tuple[Related, ...]:
    """The place that declares a field of a record, which can be the cause of an error elsewhere."""
    owners = () if record is None else (record.name, *record.includes)
    nodes = (child(scope.root, "types", owner, "fields") for owner in owners)
    found = (node.entries[name].key for node in nodes if isinstance(node, Mapping) and name in node.entries)
    return tuple(Related(node.position, f"'{where}'", width_of(node)) for node in found)
