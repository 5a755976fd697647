"""Codes -> factories: which builder makes an error and which record is a warning, and what a code fills in them.

`ITEM_NOT_FOUND: {type: not_found, message: "There is no item {item_id}", context: {item_id: {type: string}}}` becomes
the factory `item_not_found`. It calls the builder with the code, with the message, and with `item_id` in the object
that takes the context.
"""

from collections.abc import Callable, Iterable, Iterator

from msgspec import Struct
from msgspec.structs import replace

from sealwax.contract import model as m
from sealwax.contract.resolving.candidates import Choices, check_keywords, read_message
from sealwax.contract.resolving.enums import read_context
from sealwax.contract.resolving.fields import check_safe_name
from sealwax.contract.resolving.placements import read_placements
from sealwax.contract.resolving.scope import Scope
from sealwax.contract.resolving.templates import read_template
from sealwax.contract.resolving.types import refers_to
from sealwax.contract.source import Node, child, items, key
from sealwax.diagnostics import Code
from sealwax.language import grammar as g
from sealwax.meaning.builders.demands import ConditionalField, Known, demanding
from sealwax.naming import words


def read_error_mapping(
    decl: g.ErrorCodesDecl, codes: m.Enum, builders: Iterable[m.Builder], scope: Scope
) -> m.ErrorMapping | None:
    """How errors become responses; None if no builder is suitable and none is needed."""
    types, choices = codes.classified_by, _choices(decl, codes, scope)
    builder = _builder(tuple(builders), choices) if types is not None else None
    mapping = _mapping(builder, codes, types, choices) if builder is not None and types is not None else None
    if mapping is None:
        return None
    reader = _FactoryReader(mapping, choices, demanding(mapping.builder))
    found = [each for value in codes.values for each in reader.factories(value, decl.values[value.value])]
    scope.check_distinct(((factory.name, node) for factory, node in found), "function")
    return replace(mapping, factories=tuple(factory for factory, _node in found))


def _choices(decl: g.ErrorCodesDecl, codes: m.Enum, scope: Scope) -> Choices:
    given = decl.raised_with
    node = given.node if given is not None else key(decl.node, "values")
    is_needed = given is not None or any(
        entry.functions or entry.function.message or entry.function.context_into is not None
        for entry in decl.values.values()
    )
    return Choices("raised_with", "an error", "parameter", codes, given, node, is_needed, scope)


def _mapping(builder: m.Builder, codes: m.Enum, types: m.Enum, choices: Choices) -> m.ErrorMapping | None:
    """The mapping without its factories: which parameters of the builder take the message, the code and the rest."""
    message, code = (choices.choose(word, builder, needed=True) for word in ("message", "code"))
    if message is None or code is None:
        return None
    typed = [each for each in builder.parameters if refers_to(each.field.type, types)]
    kind, remediation = typed[0] if len(typed) == 1 else None, choices.choose("remediation", builder)
    described = replace(builder, described=_described(codes, message, code, remediation))
    return m.ErrorMapping(described, codes, types, message, code, kind, remediation, factories=())


def _described(codes: m.Enum, message: m.Parameter, code: m.Parameter, remediation: m.Parameter | None) -> m.Described:
    """The texts that a code alone decides."""
    remediations = {each.value: text for each in codes.values if (text := _without_facts(each.remediation, each))}
    messages = {each.value: text for each in codes.values if (text := _without_facts(each.message, each))}
    return m.Described(message, code, codes, remediation, remediations if remediation else {}, messages)


def _without_facts(text: str, value: m.EnumValue) -> str:
    """The text of a code without its optional parts; empty if it needs facts."""
    template = read_template(text, value.context)
    if any(isinstance(part, m.Field) for part in template):
        return ""
    return "".join(part for part in template if isinstance(part, str))


def _builder(builders: tuple[m.Builder, ...], choices: Choices) -> m.Builder | None:
    name, node, scope = choices.named("builder"), child(choices.node, "builder"), choices.scope
    failures = [each for each in builders if each.outcome.outcome is m.OutcomeName.FAILURE]
    if name is not None:
        named = scope.find(Code.UNKNOWN_NAME, node, "builder", name, {each.name: each for each in builders})
        if named is None or named.outcome.outcome is m.OutcomeName.FAILURE:
            return named
        hint = "name a builder with `outcome: failure`"
        scope.error(Code.BAD_FACTORY, node, f"'{name}' does not make a failure", hint)
        return None
    suitable = list(filter(choices.is_suitable, failures))
    hint = "declare a builder with `outcome: failure` and with parameters for a message and for a code"
    if choices.given is not None and not suitable:
        choices.error("no builder takes a message and an error code", hint)
    elif choices.is_needed and failures and not suitable:
        message = "these codes have no functions, because no builder takes a message and an error code"
        scope.note(Code.BAD_FACTORY, choices.node, message, hint)
    return choices.only("builder", suitable)


class _FactoryReader(Struct, frozen=True):
    """Reads the factories of each code."""

    mapping: m.ErrorMapping
    choices: Choices
    demanded: Callable[[Known], tuple[ConditionalField, ...]]

    @property
    def scope(self) -> Scope:
        return self.choices.scope

    def factories(self, value: m.EnumValue, decl: g.ErrorCodeDecl) -> Iterator[tuple[m.ErrorFactory, Node]]:
        """The factory that is named after the code, and those with names of their own; each with its node."""
        own = decl.function
        if not own.message:
            self.check_unused(own)
        elif words(value.value) not in map(words, decl.functions):
            yield self.factory(value.value, value, value.context, own), key(own.node)
        for name, entry in decl.functions.items():
            node = key(decl.node, "functions", name)
            check_safe_name(name, node, self.scope)
            made = self.factory(name, value, read_context(entry, self.scope), entry)
            yield (replace(made, docs=value.docs) if not entry.docs.doc else made), node

    def check_unused(self, decl: g.ErrorFunctionDecl) -> None:
        """Report keys that have no effect on a code without a message, because it has no function."""
        for word in ("context_into", "only_in_text", "positional"):
            if getattr(decl, word):
                hint = f"`{word}` needs a `message`, or belongs to one of the `functions`"
                self.scope.error(Code.MISPLACED_CONSTRAINT, key(decl.node, word), f"`{word}` has no effect here", hint)

    def factory(
        self, name: str, value: m.EnumValue, context: tuple[m.Field, ...], decl: g.ErrorFunctionDecl
    ) -> m.ErrorFactory:
        builder = self.mapping.builder
        remediation = read_template(decl.remediation, context)
        if remediation and self.mapping.remediation is None:
            node, text = child(decl.node, "remediation"), f"'{builder.name}' has no parameter for the remediation"
            hint = f"add one to '{builder.name}', or name one, {self.choices.written('remediation')}"
            self.scope.error(Code.BAD_FACTORY, node, text, hint)
        check_keywords(context, self.mapping, decl.node, self.scope)
        demanded = self.demanded({self.mapping.code.path: value.value})
        placements = read_placements(context, decl, self.mapping, self.choices)
        self.check_demanded(demanded, placements, decl)
        return m.ErrorFactory(
            name=name,
            docs=self.scope.docs(decl.docs),
            value=value,
            message=read_message(decl.message, context, self.mapping.message.field.type, decl.node, self.scope),
            remediation=remediation,
            context=context,
            placements=placements,
            positional=self.positional(context, decl),
            demanded=tuple(each.parameter for each in demanded if each.parameter is not None),
        )

    def check_demanded(
        self, demanded: Iterable[ConditionalField], placements: Iterable[m.Placement], decl: g.ErrorFunctionDecl
    ) -> None:
        """Report fields that the code makes a must, although the function does not always fill them."""
        placed = {(*place.parameter.path, name): field for place in placements for name, field in place.fields.items()}
        for path, name in ((each.path, each.field.name) for each in demanded if each.parameter is None):
            fact, where = placed.get(path), ".".join(path)
            if fact is None or not fact.always_has_value:
                message = f"this code makes '{where}' a must, which its function does not always fill"
                hint = f"add '{name}' to the context with the level `must`, or a parameter with `into: {where}`"
                own = key(decl.node, "context", fact.name) if fact is not None else key(decl.node, "message")
                self.scope.error(Code.BAD_CONTEXT, own, message, hint if fact is None else "give it the level `must`")

    def positional(self, context: tuple[m.Field, ...], decl: g.ErrorFunctionDecl) -> tuple[m.Field | m.Parameter, ...]:
        """The arguments that are passed by position. A message that the caller gives is, and comes first by default."""
        message = self.mapping.message
        known: dict[str, m.Field | m.Parameter] = {message.name: message}
        known |= {field.name: field for field in context if not isinstance(field.type, m.Constant)}
        found: dict[str, m.Field | m.Parameter] = {}
        if not decl.message and message.name not in decl.positional:
            found[message.name] = message
        for name, node in zip(decl.positional, items(child(decl.node, "positional")), strict=True):
            if name not in known:
                self.scope.unknown(Code.UNKNOWN_NAME, node, "argument", name, known)
            elif name in found:
                self.scope.error(Code.DUPLICATE_NAME, node, f"'{name}' is listed twice", "remove one of them")
            else:
                found[name] = known[name]
                self.check_order(tuple(found.values()), decl, node)
        return tuple(found.values())

    def check_order(self, arguments: tuple[m.Field | m.Parameter, ...], decl: g.ErrorFunctionDecl, node: Node) -> None:
        """Report a last argument that is required and comes after one that is not."""
        optional = [each.name for each in arguments if not _is_required(each, decl)]
        if optional and optional[-1] != arguments[-1].name:
            message = f"'{arguments[-1].name}' is required, so it cannot come after '{optional[-1]}'"
            self.scope.error(Code.BAD_FACTORY, node, message, "put the required arguments first")


def _is_required(argument: m.Field | m.Parameter, decl: g.ErrorFunctionDecl) -> bool:
    return not decl.message if isinstance(argument, m.Parameter) else argument.is_needed


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
        own = [code.value for code in mapping.codes.by_class.get(kind.value, ())]
        if len(own) > 1 and not kind.usual_code:
            message = f"the type '{kind.value}' has several codes: {', '.join(own)}"
            hint = f"choose the one for errors raised without a code: `usual_code: {own[0]}`"
            scope.error(Code.BAD_FACTORY, _node_of_type(decl, kind.value, own, scope), message, hint)


def _node_of_type(decl: g.ContractDecl, kind: str, own: list[str], scope: Scope) -> Node:
    """The node of the type; for an inherited type, that of the code which this contract adds."""
    node = key(decl.node, "error_types", "values", kind)
    added = [each for code in own if not scope.is_inherited(each := key(decl.node, "error_codes", "values", code))]
    return added[-1] if scope.is_inherited(node) and added else node


# -- warnings ----------------------------------------------------------------------------------------------------------


def read_warning_mapping(
    decl: g.WarningCodesDecl, codes: m.Enum, records: Iterable[m.Record], scope: Scope
) -> m.WarningMapping | None:
    """How warnings are recorded; None if no record is suitable and none is needed."""
    given = decl.noted_in
    node = given.node if given is not None else key(decl.node, "values")
    is_needed = given is not None or any(entry.message for entry in decl.values.values())
    choices = Choices("noted_in", "a warning", "field", codes, given, node, is_needed, scope)
    record = _record(tuple(records), choices)
    if record is None:
        return None
    message, code = (choices.choose(word, record, needed=True) for word in ("message", "code"))
    if message is None or code is None:
        return None
    following = [field for field in record.fields if field.follows == code.name and choices.named("severity") is None]
    severity = choices.only("severity", following) if following else choices.choose("severity", record)
    context = choices.choose("context", record)
    mapping = m.WarningMapping(record, codes, message, code, severity, context, factories=())
    factories = (
        _warning_factory(value, decl.values[value.value], mapping, scope) for value in codes.values if value.message
    )
    return replace(mapping, factories=tuple(factories))


def _record(records: tuple[m.Record, ...], choices: Choices) -> m.Record | None:
    name = choices.named("record")
    if name is not None:
        node, known = child(choices.node, "record"), {each.name: each for each in records}
        return choices.scope.find(Code.UNKNOWN_TYPE, node, "record", name, known)
    suitable = list(filter(choices.is_suitable, records))
    if choices.given is not None and not suitable:
        hint = "declare a record with a field of type `WarningCode` and a required text"
        choices.error("no record has fields for a message and a warning code", hint)
    return choices.only("record", suitable)


def _warning_factory(
    value: m.EnumValue, decl: g.WarningCodeDecl, mapping: m.WarningMapping, scope: Scope
) -> m.WarningFactory:
    message = read_message(value.message, value.context, mapping.message.type, decl.node, scope)
    check_keywords(value.context, mapping, decl.node, scope)
    if mapping.context is None and value.context:
        text = f"'{mapping.record.name}' has no field for the context of a code"
        hint = "add a field such as `details: {type: object, level: may}`, or name one: `noted_in: {context: …}`"
        scope.error(Code.BAD_CONTEXT, key(decl.node, "context"), text, hint)
    return m.WarningFactory(value, message)
