"""Error codes -> factories: the builder that makes the failure, and where everything that a code says goes."""

from collections.abc import Iterable

from sealwax.contract.model import (
    Builder,
    Enum,
    EnumValue,
    ErrorFactory,
    ErrorMapping,
    Field,
    Level,
    OutcomeName,
    Parameter,
    Placement,
)
from sealwax.contract.resolving.clocks import ARGUMENTS
from sealwax.contract.resolving.contexts import (
    check_complete,
    check_keywords,
    check_object,
    is_text,
    read_template,
    refers_to,
    takes_code,
)
from sealwax.contract.resolving.scope import Scope, child, key
from sealwax.contract.resolving.types import check_value, object_like
from sealwax.contract.source import Node
from sealwax.diagnostics import Code
from sealwax.frozen import frozen, replace
from sealwax.language.grammar import ErrorCodeDecl, ErrorCodesDecl, RaisedWithDecl
from sealwax.meaning.builder_plan import Compound, bare, places, plan

Path = tuple[str, ...]


def read_error_mapping(
    decl: ErrorCodesDecl, codes: Enum, builders: Iterable[Builder], scope: Scope
) -> ErrorMapping | None:
    """How errors become responses; None when the contract has no builder for that, and does not ask for one."""
    if codes.classified_by is None:
        return None
    return _Reader(decl, codes, codes.classified_by, tuple(builders), scope).read()


@frozen
class _Reader:
    decl: ErrorCodesDecl
    codes: Enum
    types: Enum
    builders: tuple[Builder, ...]
    scope: Scope

    @property
    def said(self) -> RaisedWithDecl:
        return self.decl.raised_with or RaisedWithDecl(node=self.decl.node)

    @property
    def is_wanted(self) -> bool:
        """Whether the contract cannot do without: when it says how errors are conditional, or what they say."""
        return self.decl.raised_with is not None or any(
            entry.message or entry.context_into is not None for entry in self.decl.values.values()
        )

    @property
    def place(self) -> Node:
        return self.said.node if self.decl.raised_with is not None else key(self.decl.node, "values")

    def read(self) -> ErrorMapping | None:
        builder = self.builder()
        if builder is None:
            return None
        message = self.one(builder, "message", self.said.message, self.messages(builder))
        code = self.one(builder, "code", self.said.code, self.code_parameters(builder))
        if message is None or code is None:
            return None
        types = [each for each in builder.parameters if refers_to(each.field.type, self.types)]
        error_mapping = ErrorMapping(
            builder=builder,
            codes=self.codes,
            types=self.types,
            message=message,
            code=code,
            type=types[0] if len(types) == 1 else None,
            remediation=self.remediation(builder),
            factories=(),
        )
        factories = (self.factory(value, self.decl.values[value.value], error_mapping) for value in self.codes.values)
        return replace(error_mapping, factories=tuple(each for each in factories if each is not None))

    # -- the builder and its parameters -------------------------------------------------------------------------------

    def builder(self) -> Builder | None:
        failures = [each for each in self.builders if each.outcome.outcome is OutcomeName.FAILURE]
        if self.said.builder is not None:
            return self.named_builder(self.said.builder)
        fit = [each for each in failures if self.messages(each) and self.code_parameters(each)]
        if self.decl.raised_with is not None and not fit:
            hint = "declare a builder with `outcome: failure` and with parameters for a message and for a code"
            self.scope.mistake(Code.BAD_FACTORY, self.place, "no builder takes a message and an error code", hint)
        if len(fit) > 1 and self.is_wanted:
            self.ambiguous("builder", [each.name for each in fit])
        return fit[0] if len(fit) == 1 else None

    def named_builder(self, name: str) -> Builder | None:
        node = child(self.said.node, "builder")
        found = next((each for each in self.builders if each.name == name), None)
        if found is None:
            self.scope.unknown(Code.UNKNOWN_NAME, node, "builder", name, [each.name for each in self.builders])
        elif found.outcome.outcome is not OutcomeName.FAILURE:
            self.scope.mistake(Code.BAD_FACTORY, node, f"'{name}' makes no failure", "name a builder of failures")
            return None
        return found

    def messages(self, builder: Builder) -> list[Parameter]:
        return [
            each
            for each in builder.parameters
            if self.is_meant(each, self.said.message, each.level is Level.MUST and is_text(each.field.type))
        ]

    def code_parameters(self, builder: Builder) -> list[Parameter]:
        return [
            each
            for each in builder.parameters
            if self.is_meant(each, self.said.code, refers_to(each.field.type, self.codes))
        ]

    def is_meant(self, parameter: Parameter, name: str | None, otherwise: bool) -> bool:
        return otherwise if name is None else parameter.name == name

    def one(self, builder: Builder, word: str, name: str | None, fit: list[Parameter]) -> Parameter | None:
        """The parameter for the message or the code."""
        node = child(self.said.node, word)
        if len(fit) == 1:
            kind = fit[0].field.type
            if not (is_text(kind) if word == "message" else takes_code(kind, self.codes)):
                what = "text" if word == "message" else "an error code"
                self.scope.mistake(Code.BAD_FACTORY, node, f"'{fit[0].name}' does not take {what}")
                return None
            return fit[0]
        if name is not None:
            self.scope.unknown(Code.BAD_PARAMETER, node, "parameter", name, [each.name for each in builder.parameters])
        elif fit and self.is_wanted:
            self.ambiguous(word, [each.name for each in fit])
        elif self.is_wanted:
            message = f"no parameter of '{builder.name}' takes the {word}"
            self.scope.mistake(Code.BAD_FACTORY, self.place, message, f"name one: `raised_with: {{{word}: …}}`")
        return None

    def ambiguous(self, word: str, names: list[str]) -> None:
        message = f"each of {', '.join(names)} could be the {word} that errors are raised with"
        hint = f"say which: `raised_with: {{{word}: {names[0]}}}`"
        self.scope.mistake(Code.BAD_FACTORY, self.place, message, hint)

    def remediation(self, builder: Builder) -> Parameter | None:
        name = self.said.remediation
        found = next((each for each in builder.parameters if each.name == (name or "remediation")), None)
        node = child(self.said.node, "remediation")
        if name is not None and found is None:
            self.scope.unknown(Code.BAD_PARAMETER, node, "parameter", name, [each.name for each in builder.parameters])
        if found is not None and not is_text(found.field.type):
            if name is not None:
                self.scope.mistake(Code.BAD_FACTORY, node, f"'{name}' does not take text")
            return None
        return found

    # -- the codes ----------------------------------------------------------------------------------------------------

    def factory(self, value: EnumValue, decl: ErrorCodeDecl, error_mapping: ErrorMapping) -> ErrorFactory | None:
        if decl.context_into is not None and not (value.message and value.context):
            node = key(decl.node, "context_into")
            hint = "a code with a `message` and a `context` becomes a function"
            self.scope.mistake(Code.MISPLACED_CONSTRAINT, node, "there is nothing to place", hint)
        if not value.message:
            return None
        node = child(decl.node, "message")
        message = read_template(value.message, value.context)
        if not any(isinstance(part, Field) for part in message):
            check_value(error_mapping.message.field.type, value.message, node, self.scope, "the message")
        node = child(decl.node, "remediation")
        remediation = read_template(value.remediation, value.context)
        if remediation and error_mapping.remediation is None:
            text = f"no parameter of '{error_mapping.builder.name}' takes the remediation"
            self.scope.mistake(Code.BAD_FACTORY, node, text, "name one: `raised_with: {remediation: …}`")
        owner = child(decl.node, "context")
        taken = [each.name for each in error_mapping.builder.parameters]
        taken += ARGUMENTS if error_mapping.builder.clock is not None else ()
        check_keywords(value.context, taken, owner, error_mapping.builder.name, self.scope)
        return ErrorFactory(value, message, remediation, self.placements(value, decl, error_mapping))

    def placements(self, value: EnumValue, decl: ErrorCodeDecl, error_mapping: ErrorMapping) -> tuple[Placement, ...]:
        """Each fact goes where its code says, or else where the facts of all codes go."""
        own = decl.context_into if isinstance(decl.context_into, dict) else {}
        for name in own:
            if name not in decl.context:
                node = key(decl.node, "context_into", name)
                self.scope.unknown(Code.UNKNOWN_FIELD, node, "field of the context called", name, decl.context)
        usual = decl.context_into if isinstance(decl.context_into, str) else self.said.context_into
        found: dict[Path, tuple[Parameter, list[Field]]] = {}
        for field in value.context:
            where = own.get(field.name, usual)
            path = () if where is None else tuple(where.split("."))
            parameter = self.target(path, self.into_node(decl, field.name), error_mapping)
            if parameter is not None:
                found.setdefault(parameter.path, (parameter, []))[1].append(field)
        for parameter, fields in found.values():
            self.check_placement(parameter, tuple(fields), decl, error_mapping)
        return tuple(Placement(parameter, tuple(fields)) for parameter, fields in found.values())

    def check_placement(
        self, parameter: Parameter, fields: tuple[Field, ...], decl: ErrorCodeDecl, error_mapping: ErrorMapping
    ) -> None:
        place, owner = ".".join(parameter.path), child(decl.node, "context")
        filled = {field.name: _filled_by((*parameter.path, field.name), error_mapping.builder) for field in fields}
        for name, argument in filled.items():
            if argument is not None:
                message = f"'{place}.{name}' is filled by the argument '{argument}' already"
                hint = "rename it, or place it elsewhere with `context_into`"
                self.scope.mistake(Code.BAD_CONTEXT, key(owner, name), message, hint)
        free = tuple(field for field in fields if filled[field.name] is None)
        check_object(free, place, parameter.field, owner, self.scope)
        if not parameter.merged:
            node = self.into_node(decl, fields[0].name)
            others = _settled(parameter.path, error_mapping.builder)
            check_complete(fields, others, place, parameter.field, node, self.scope)

    def into_node(self, decl: ErrorCodeDecl, name: str) -> Node:
        """Where the contract says, or could say, to which object a fact goes."""
        if decl.context_into is not None:
            return child(decl.node, "context_into", name)
        return child(self.said.node, "context_into") if self.said.context_into else key(decl.node, "context")

    def target(self, path: Path, node: Node, error_mapping: ErrorMapping) -> Parameter | None:
        """The object parameter at the path; without one, the object that holds the code, or the only object."""
        objects = {each.path: each for each in error_mapping.builder.parameters if object_like(bare(each.field.type))}
        if path in objects:
            return objects[path]
        known = ", ".join(".".join(each) for each in objects)
        if path:
            message = f"no parameter of '{error_mapping.builder.name}' fills an object '{'.'.join(path)}'"
            self.scope.mistake(Code.BAD_CONTEXT, node, message, f"such objects are: {known}" if known else "")
            return None
        beside = objects.get(error_mapping.code.path[:-1])
        if beside is not None or len(objects) == 1:
            return beside or next(iter(objects.values()))
        message = "nothing says which object takes the facts of this code"
        hint = f"say which of {known}: `context_into: …`" if known else "add a parameter for an object to the builder"
        self.scope.mistake(Code.BAD_CONTEXT, node, message, hint)
        return None


def _settled(path: Path, builder: Builder) -> set[str]:
    """The keys that an object has in any case, once it is there."""
    found = next((place for place in places(plan(builder)) if place.path == path), None)
    members = found.members if isinstance(found, Compound) else ()
    return {member.path[-1] for member in members if member.is_certain}


def _filled_by(path: Path, builder: Builder) -> str | None:
    """The parameter that fills the place itself, something within it, or it besides its own."""
    for parameter in builder.parameters:
        paths = [parameter.path, *(other.path for other in parameter.sets)]
        if any(each[: len(path)] == path for each in paths):
            return parameter.name
    return None
