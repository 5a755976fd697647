"""Warning codes -> factories: the record that is a warning, and where everything that a code says goes."""

from collections.abc import Callable, Iterable

from sealwax.contract.model import (
    AnyObject,
    Enum,
    EnumValue,
    Field,
    Record,
    WarningFactory,
    WarningMapping,
)
from sealwax.contract.resolving.contexts import (
    check_keywords,
    is_text,
    read_template,
    refers_to,
    takes_code,
)
from sealwax.contract.resolving.scope import Scope, child, key
from sealwax.contract.resolving.types import check_value
from sealwax.contract.source import Node
from sealwax.diagnostics import Code
from sealwax.frozen import frozen, replace
from sealwax.language.grammar import NotedInDecl, WarningCodeDecl, WarningCodesDecl
from sealwax.meaning.builder_plan import bare


def read_warning_mapping(
    decl: WarningCodesDecl, codes: Enum, records: Iterable[Record], scope: Scope
) -> WarningMapping | None:
    """How warnings are noted; None when the contract has no record for that, and does not ask for one."""
    return _Reader(decl, codes, tuple(records), scope).read()


@frozen
class _Reader:
    decl: WarningCodesDecl
    codes: Enum
    records: tuple[Record, ...]
    scope: Scope

    @property
    def said(self) -> NotedInDecl:
        return self.decl.noted_in or NotedInDecl(node=self.decl.node)

    @property
    def is_wanted(self) -> bool:
        return self.decl.noted_in is not None or any(entry.message for entry in self.decl.values.values())

    @property
    def place(self) -> Node:
        return self.said.node if self.decl.noted_in is not None else key(self.decl.node, "values")

    def read(self) -> WarningMapping | None:
        record = self.record()
        if record is None:
            return None
        message = self.one(record, "message", self.messages(record), needed=True)
        code = self.one(record, "code", self.code_fields(record), needed=True)
        if message is None or code is None:
            return None
        warning_mapping = WarningMapping(
            record=record,
            codes=self.codes,
            message=message,
            code=code,
            severity=self.one(record, "severity", self.severities(record, code), needed=False),
            context=self.one(record, "context", self.contexts(record), needed=False),
            factories=(),
        )
        factories = (self.factory(value, self.decl.values[value.value], warning_mapping) for value in self.codes.values)
        return replace(warning_mapping, factories=tuple(each for each in factories if each is not None))

    # -- the record and its fields ------------------------------------------------------------------------------------

    def record(self) -> Record | None:
        if self.said.record is not None:
            found = next((each for each in self.records if each.name == self.said.record), None)
            if found is None:
                node, known = child(self.said.node, "record"), [each.name for each in self.records]
                self.scope.unknown(Code.UNKNOWN_TYPE, node, "record", self.said.record, known)
            return found
        fit = [each for each in self.records if self.messages(each) and self.code_fields(each)]
        if self.decl.noted_in is not None and not fit:
            hint = "declare a record with a field of type `WarningCode` and a text that must be there"
            self.scope.mistake(Code.BAD_FACTORY, self.place, "no record holds a message and a warning code", hint)
        if len(fit) > 1 and self.is_wanted:
            self.ambiguous("record", [each.name for each in fit])
        return fit[0] if len(fit) == 1 else None

    def messages(self, record: Record) -> list[Field]:
        return self.fit(record, self.said.message, lambda field: field.required and is_text(field.type))

    def code_fields(self, record: Record) -> list[Field]:
        return self.fit(record, self.said.code, lambda field: refers_to(field.type, self.codes))

    def severities(self, record: Record, code: Field) -> list[Field]:
        enum = self.codes.classified_by
        following = self.fit(record, self.said.severity, lambda field: field.follows == code.name)
        usual = self.fit(record, self.said.severity, lambda field: enum is not None and refers_to(field.type, enum))
        return following or usual

    def contexts(self, record: Record) -> list[Field]:
        return self.fit(record, self.said.context, lambda field: isinstance(bare(field.type), AnyObject))

    def fit(self, record: Record, name: str | None, suits: Callable[[Field], bool]) -> list[Field]:
        return [each for each in record.fields if (suits(each) if name is None else each.name == name)]

    def one(self, record: Record, word: str, fit: list[Field], *, needed: bool) -> Field | None:
        name = {
            "message": self.said.message,
            "code": self.said.code,
            "severity": self.said.severity,
            "context": self.said.context,
        }[word]
        node = child(self.said.node, word)
        if len(fit) == 1:
            if name is None or self.suits(word, fit[0]):
                return fit[0]
            self.scope.mistake(Code.BAD_FACTORY, node, f"'{name}' has another type than the {word} of a warning")
        elif name is not None:
            self.scope.unknown(Code.UNKNOWN_FIELD, node, "field", name, [each.name for each in record.fields])
        elif fit and self.is_wanted:
            self.ambiguous(word, [each.name for each in fit])
        elif needed and self.is_wanted:
            message = f"no field of '{record.name}' takes the {word}"
            self.scope.mistake(Code.BAD_FACTORY, self.place, message, f"name one: `noted_in: {{{word}: …}}`")
        return None

    def suits(self, word: str, field: Field) -> bool:
        match word:
            case "message":
                return is_text(field.type)
            case "context":
                return isinstance(bare(field.type), AnyObject)
            case "code":
                return takes_code(field.type, self.codes)
            case _:
                return self.codes.classified_by is not None and takes_code(field.type, self.codes.classified_by)

    def ambiguous(self, word: str, names: list[str]) -> None:
        message = f"each of {', '.join(names)} could be the {word} of a warning"
        self.scope.mistake(Code.BAD_FACTORY, self.place, message, f"say which: `noted_in: {{{word}: {names[0]}}}`")

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
        taken = (warning_mapping.message.name, *severity, *(field.name for field in warning_mapping.others))
        check_keywords(value.context, taken, owner, warning_mapping.record.name, self.scope)
        if warning_mapping.context is None and value.context:
            text = f"no field of '{warning_mapping.record.name}' takes the facts of a code"
            hint = "add a field of the type `object`, or name one: `noted_in: {context: …}`"
            self.scope.mistake(Code.BAD_CONTEXT, key(decl.node, "context"), text, hint)
        return WarningFactory(value, message)
