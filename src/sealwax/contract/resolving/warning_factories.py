"""Warning codes -> warning factories: which record is a warning, and which fields a code fills."""

from collections.abc import Callable, Iterable

from sealwax.contract.model import AnyObject, Enum, EnumValue, Field, Record, WarningFactory, WarningMapping, bare
from sealwax.contract.resolving.error_factories import check_keywords
from sealwax.contract.resolving.scope import Scope
from sealwax.contract.resolving.templates import read_template
from sealwax.contract.resolving.types import accepts_code, check_value, is_text, refers_to
from sealwax.contract.source import Node, child, key
from sealwax.diagnostics import Code
from sealwax.frozen import frozen, replace
from sealwax.language.grammar.catalogues import NotedInDecl, WarningCodeDecl, WarningCodesDecl


def read_warning_mapping(
    decl: WarningCodesDecl, codes: Enum, records: Iterable[Record], scope: Scope
) -> WarningMapping | None:
    """How warnings are recorded; None if no record is suitable and none is needed."""
    return _Reader(decl, codes, tuple(records), scope).read()


@frozen
class _Reader:
    decl: WarningCodesDecl
    codes: Enum
    records: tuple[Record, ...]
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

    def read(self) -> WarningMapping | None:
        record = self.record()
        if record is None:
            return None
        message = self.choose(record, "message", self.messages(record), needed=True)
        code = self.choose(record, "code", self.code_fields(record), needed=True)
        if message is None or code is None:
            return None
        warning_mapping = WarningMapping(
            record=record,
            codes=self.codes,
            message=message,
            code=code,
            severity=self.choose(record, "severity", self.severities(record, code), needed=False),
            context=self.choose(record, "context", self.contexts(record), needed=False),
            factories=(),
        )
        factories = (self.factory(value, self.decl.values[value.value], warning_mapping) for value in self.codes.values)
        return replace(warning_mapping, factories=tuple(each for each in factories if each is not None))

    # -- the record and its fields ------------------------------------------------------------------------------------

    def record(self) -> Record | None:
        if self.options.record is not None:
            found = next((each for each in self.records if each.name == self.options.record), None)
            if found is None:
                node, known = child(self.options.node, "record"), [each.name for each in self.records]
                self.scope.unknown(Code.UNKNOWN_TYPE, node, "record", self.options.record, known)
            return found
        candidates = [each for each in self.records if self.messages(each) and self.code_fields(each)]
        if self.decl.noted_in is not None and not candidates:
            hint = "declare a record with a field of type `WarningCode` and a required text"
            self.scope.error(Code.BAD_FACTORY, self.node, "no record has fields for a message and a warning code", hint)
        if len(candidates) > 1 and self.is_needed:
            self.ambiguous("record", [each.name for each in candidates])
        return candidates[0] if len(candidates) == 1 else None

    def messages(self, record: Record) -> list[Field]:
        return self.candidates(record, self.options.message, lambda field: field.required and is_text(field.type))

    def code_fields(self, record: Record) -> list[Field]:
        return self.candidates(record, self.options.code, lambda field: refers_to(field.type, self.codes))

    def severities(self, record: Record, code: Field) -> list[Field]:
        enum = self.codes.classified_by
        following = self.candidates(record, self.options.severity, lambda field: field.follows == code.name)
        usual = self.candidates(
            record, self.options.severity, lambda field: enum is not None and refers_to(field.type, enum)
        )
        return following or usual

    def contexts(self, record: Record) -> list[Field]:
        return self.candidates(record, self.options.context, lambda field: isinstance(bare(field.type), AnyObject))

    def candidates(self, record: Record, name: str | None, suits: Callable[[Field], bool]) -> list[Field]:
        return [each for each in record.fields if (suits(each) if name is None else each.name == name)]

    def choose(self, record: Record, word: str, candidates: list[Field], *, needed: bool) -> Field | None:
        name = {
            "message": self.options.message,
            "code": self.options.code,
            "severity": self.options.severity,
            "context": self.options.context,
        }[word]
        node = child(self.options.node, word)
        if len(candidates) == 1:
            if name is None or self.suits(word, candidates[0]):
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

    def suits(self, word: str, field: Field) -> bool:
        match word:
            case "message":
                return is_text(field.type)
            case "context":
                return isinstance(bare(field.type), AnyObject)
            case "code":
                return accepts_code(field.type, self.codes)
            case _:
                return self.codes.classified_by is not None and accepts_code(field.type, self.codes.classified_by)

    def ambiguous(self, word: str, names: list[str]) -> None:
        message = f"several candidates for the {word} of a warning: {', '.join(names)}"
        self.scope.error(Code.BAD_FACTORY, self.node, message, f"choose one: `noted_in: {{{word}: {names[0]}}}`")

    # -- the codes ----------------------------------------------------------------------------------------------------

    def factory(
        self, value: EnumValue, decl: WarningCodeDecl, warning_mapping: WarningMapping
    ) -> WarningFactory | None:
        if not value.message:
            return None
        node, owner = child(decl.node, "message"), child(decl.node, "context")
        message = read_template(value.message, value.context)
        if not any(isinstance(part, Field) for part in message):
            check_value(warning_mapping.message.type, value.message, node, self.scope, "the message")
        severity = (warning_mapping.severity.name,) if warning_mapping.severity is not None else ()
        arguments = (warning_mapping.message.name, *severity, *(field.name for field in warning_mapping.others))
        check_keywords(value.context, arguments, owner, warning_mapping.record.name, self.scope)
        if warning_mapping.context is None and value.context:
            text = f"'{warning_mapping.record.name}' has no field for the context of a code"
            hint = "add a field of type `object`, or name one: `noted_in: {context: …}`"
            self.scope.error(Code.BAD_CONTEXT, key(decl.node, "context"), text, hint)
        return WarningFactory(value, message)
