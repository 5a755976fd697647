"""Warning codes -> warning factories: which record is a warning, and which fields a code fills."""

from collections.abc import Iterable

from sealwax.contract import model as m
from sealwax.contract.resolving.error_factories import check_keywords
from sealwax.contract.resolving.scope import Scope
from sealwax.contract.resolving.templates import read_template
from sealwax.contract.resolving.types import accepts_code, check_value, is_text, refers_to
from sealwax.contract.source import Node, child, key
from sealwax.diagnostics import Code
from sealwax.frozen import frozen, replace
from sealwax.language.grammar.catalogues import NotedInDecl, WarningCodeDecl, WarningCodesDecl


def read_warning_mapping(
    decl: WarningCodesDecl, codes: m.Enum, records: Iterable[m.Record], scope: Scope
) -> m.WarningMapping | None:
    """How warnings are recorded; None if no record is suitable and none is needed."""
    return _Reader(decl, codes, tuple(records), scope).read()


@frozen
class _Reader:
    decl: WarningCodesDecl
    codes: m.Enum
    records: tuple[m.Record, ...]
    scope: Scope

    @property
    def options(self) -> NotedInDecl:
        return self.decl.noted_in or NotedInDecl(node=self.decl.node)

    @property
    def is_needed(self) -> bool:
        return self.decl.noted_in is not None or any(entry.message for entry in self.decl.values.values())

    @property
    def node(self) -> Node:
        return self.options.node if self.decl.noted_in is not None else key(self.decl.node, "values")

    def read(self) -> m.WarningMapping | None:
        record = self.record()
        if record is None:
            return None
        message, code = self.choose(record, "message", needed=True), self.choose(record, "code", needed=True)
        if message is None or code is None:
            return None
        severity, context = self.choose(record, "severity", code=code), self.choose(record, "context")
        mapping = m.WarningMapping(record, self.codes, message, code, severity, context, factories=())
        factories = (self.factory(value, self.decl.values[value.value], mapping) for value in self.codes.values)
        return replace(mapping, factories=tuple(each for each in factories if each is not None))

    # -- the record and its fields ------------------------------------------------------------------------------------

    def record(self) -> m.Record | None:
        if self.options.record is not None:
            found = next((each for each in self.records if each.name == self.options.record), None)
            if found is None:
                node, known = child(self.options.node, "record"), [each.name for each in self.records]
                self.scope.unknown(Code.UNKNOWN_TYPE, node, "record", self.options.record, known)
            return found
        candidates = [each for each in self.records if self.fields(each, "message") and self.fields(each, "code")]
        if self.decl.noted_in is not None and not candidates:
            hint = "declare a record with a field of type `WarningCode` and a required text"
            self.scope.error(Code.BAD_FACTORY, self.node, "no record has fields for a message and a warning code", hint)
        if len(candidates) > 1 and self.is_needed:
            self.ambiguous("record", [each.name for each in candidates])
        return candidates[0] if len(candidates) == 1 else None

    def fields(self, record: m.Record, word: str, code: m.Field | None = None) -> list[m.Field]:
        """The fields for one part of a warning: the one that the contract names, or all that look like it."""
        name = getattr(self.options, word)
        if name is not None:
            return [field for field in record.fields if field.name == name]
        following = [field for field in record.fields if code is not None and field.follows == code.name]
        return following or [field for field in record.fields if self.looks_like(word, field)]

    def looks_like(self, word: str, field: m.Field) -> bool:
        match word:
            case "message":
                return field.required and is_text(field.type)
            case "context":
                return isinstance(m.bare(field.type), m.AnyObject)
            case _:
                enum = self.codes if word == "code" else self.codes.classified_by
                return enum is not None and refers_to(field.type, enum)

    def fits(self, word: str, field: m.Field) -> bool:
        """Whether a field that the contract names can hold this part of a warning."""
        match word:
            case "message":
                return is_text(field.type)
            case "context":
                return isinstance(m.bare(field.type), m.AnyObject)
            case _:
                enum = self.codes if word == "code" else self.codes.classified_by
                return enum is not None and accepts_code(field.type, enum)

    def choose(
        self, record: m.Record, word: str, code: m.Field | None = None, *, needed: bool = False
    ) -> m.Field | None:
        name, node = getattr(self.options, word), child(self.options.node, word)
        candidates = self.fields(record, word, code)
        if len(candidates) == 1:
            if name is None or self.fits(word, candidates[0]):
                return candidates[0]
            self.scope.error(Code.BAD_FACTORY, node, f"the type of '{name}' does not fit the {word} of a warning")
        elif name is not None:
            self.scope.unknown(Code.UNKNOWN_FIELD, node, "field", name, [each.name for each in record.fields])
        elif candidates and self.is_needed:
            self.ambiguous(word, [each.name for each in candidates])
        elif needed and self.is_needed:
            message = f"'{record.name}' has no field for the {word}"
            self.scope.error(Code.BAD_FACTORY, self.node, message, f"name one: `noted_in: {{{word}: …}}`")
        return None

    def ambiguous(self, word: str, names: list[str]) -> None:
        message = f"several candidates for the {word} of a warning: {', '.join(names)}"
        self.scope.error(Code.BAD_FACTORY, self.node, message, f"choose one: `noted_in: {{{word}: {names[0]}}}`")

    # -- the codes ----------------------------------------------------------------------------------------------------

    def factory(self, value: m.EnumValue, decl: WarningCodeDecl, mapping: m.WarningMapping) -> m.WarningFactory | None:
        if not value.message:
            return None
        message = read_template(value.message, value.context)
        if not any(isinstance(part, m.Field) for part in message):
            node = child(decl.node, "message")
            check_value(mapping.message.type, value.message, node, self.scope, "the message")
        severity = (mapping.severity,) if mapping.severity is not None else ()
        arguments = [field.name for field in (mapping.message, *severity, *mapping.others)]
        check_keywords(value.context, arguments, child(decl.node, "context"), mapping.record.name, self.scope)
        if mapping.context is None and value.context:
            text = f"'{mapping.record.name}' has no field for the context of a code"
            hint = "add a field of type `object`, or name one: `noted_in: {context: …}`"
            self.scope.error(Code.BAD_CONTEXT, key(decl.node, "context"), text, hint)
        return m.WarningFactory(value, message)
