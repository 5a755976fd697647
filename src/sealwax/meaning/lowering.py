"""The model -> the check plan: the only place that decides what is checked, and in which order."""

from collections.abc import Iterator
from typing import TypeAlias, assert_never

from sealwax.contract.model import (
    Condition,
    Contract,
    Enum,
    Envelope,
    Field,
    Level,
    ListOf,
    MapOf,
    Nullable,
    Numbering,
    OneOf,
    Presence,
    Present,
    Record,
    Reference,
    Tag,
    Text,
    Tool,
    Type,
)
from sealwax.frozen import frozen
from sealwax.meaning import messages
from sealwax.meaning.checks import (
    AnyCheck,
    Case,
    CasesCheck,
    Check,
    CheckedType,
    ForbiddenKey,
    HasKey,
    HasValue,
    JsonKind,
    Lookup,
    Message,
    Missing,
    NullableCheck,
    ObjectCheck,
    OtherKeys,
    Plan,
    Role,
    Row,
    RowRule,
    Test,
    TypeRef,
    Types,
    UnknownTag,
)
from sealwax.meaning.findings import RuleId, Weight
from sealwax.meaning.type_checks import OBJECT, PatternNames, enum_check, string_check, type_check
from sealwax.naming import snake

_UNKNOWN_KEY = OtherKeys(Message(RuleId.UNKNOWN_KEY, messages.UNKNOWN_KEY))
_ABSENT = {
    Level.MUST: Message(RuleId.REQUIRED, messages.REQUIRED),
    Level.SHOULD: Message(RuleId.SHOULD, messages.SHOULD, Weight.ADVICE),
}


_Declared: TypeAlias = Record | Enum | Text


@frozen
class TypePlan:
    """The check of a type that may have no name, and the named types that it refers to."""

    check: Check
    types: Types


def lower(contract: Contract) -> Plan:
    """The checks of a whole contract."""
    lowering = _Lowering()
    declared: tuple[_Declared, ...] = (*contract.texts, *contract.enums, *contract.records)
    for named in declared:
        lowering.declare(named)
    lowering.declare_envelope(contract.envelope, None)
    for tool in contract.tools:
        lowering.declare_envelope(tool.envelope, tool)
    return Plan(contract.name, contract.envelope.name, lowering.types, tuple(_public(contract)))


def _public(contract: Contract) -> Iterator[str]:
    yield contract.envelope.name
    yield from (tool.envelope.name for tool in contract.tools)
    yield from (record.name for record in contract.records)
    yield from (enum.name for enum in contract.enums)
    yield from (text.name for text in contract.texts)


def lower_type(kind: Type) -> TypePlan:
    """The checks of a single type, for use before there is a contract."""
    lowering = _Lowering()
    return TypePlan(lowering.check(kind, "value"), lowering.types)


def lower_condition(condition: Condition) -> tuple[Test, ...]:
    return tuple(_test(test) for test in condition)


def _test(test: OneOf | Present | Tag | Presence) -> Test:
    match test:
        case OneOf(field, values, phrase):
            return HasValue(field, values, phrase)
        case Tag(field, value):
            return HasValue(field, (value,))
        case Present(field, expected) | Presence(field, expected):
            return HasKey(field, expected)
        case _:
            assert_never(test)


class _Lowering:
    """Collects the named types of a plan."""

    def __init__(self) -> None:
        self.types: dict[str, CheckedType] = {}
        self._names = PatternNames()

    def declare(self, named: _Declared) -> None:
        if named.name in self.types:
            return
        match named:
            case Record(name):
                self.types[name] = CheckedType(name, Role.RECORD, self._record(named))
            case Enum(name):
                self.types[name] = CheckedType(name, Role.ENUM, enum_check(named))
            case Text(name):
                example = named.forms[0].example if named.forms else ""
                check = string_check(named.string, name, self._names)
                self.types[name] = CheckedType(name, Role.TEXT, check, example=example)
            case _:
                assert_never(named)

    def declare_envelope(self, envelope: Envelope, tool: Tool | None) -> None:
        role = Role.ENVELOPE if tool is None else Role.TOOL_ENVELOPE
        outcome_role = Role.OUTCOME if tool is None else Role.TOOL_OUTCOME
        if envelope.mark is None:
            check: Check = self._object(envelope.name, envelope.success.fields, is_open=envelope.open)
        else:
            otherwise = self._of_no_case(envelope, envelope.mark) if isinstance(envelope.mark, Tag) else None
            cases = tuple(self._cases(envelope, outcome_role))
            check = CasesCheck(cases, otherwise, OBJECT)
        names = ("", "") if tool is None else (tool.name, tool.payload.name)
        self.types[envelope.name] = CheckedType(envelope.name, role, check, *names)

    def _cases(self, envelope: Envelope, role: Role) -> Iterator[Case]:
        for outcome in envelope.outcomes:
            if outcome.name not in self.types:  # tools share the outcomes that have no payload
                check = self._object(outcome.name, outcome.fields, is_open=envelope.open)
                self.types[outcome.name] = CheckedType(outcome.name, role, check)
            if outcome.mark is not None:
                yield Case(_test(outcome.mark), TypeRef(outcome.name))

    def _of_no_case(self, envelope: Envelope, tag: Tag) -> ObjectCheck:
        """The checks of an object whose tag is missing or belongs to no outcome: those of all outcomes in general."""
        general = self._object(envelope.name, envelope.fields, is_open=envelope.open)
        check = next(row.check for row in general.rows if row.key == tag.field)
        unknown = UnknownTag(tag.field, check, Message(RuleId.CONSTANT, messages.wrong_tag(envelope)))
        return ObjectCheck(general.rows, general.message, general.other_keys, (unknown,))

    # -- objects ------------------------------------------------------------------------------------------------------

    def _record(self, record: Record) -> ObjectCheck:
        check = self._object(record.name, record.fields, is_open=record.open)
        if not record.tiered:
            return check
        message = Message(RuleId.UNDECLARED, messages.undeclared(record), Weight.ADVICE)
        others = (*check.other_keys, OtherKeys(message, record.free_prefixes))
        return ObjectCheck(check.rows, check.message, others)

    def _object(self, name: str, fields: tuple[Field, ...], *, is_open: bool) -> ObjectCheck:
        rows = tuple(self._row(name, field, fields) for field in fields)
        return ObjectCheck(rows, OBJECT, () if is_open else (_UNKNOWN_KEY,))

    def _row(self, owner: str, field: Field, fields: tuple[Field, ...]) -> Row:
        check = self.check(field.type, f"{owner}_{field.name}")
        if field.readers_accept_null and not isinstance(check, NullableCheck | AnyCheck):
            check = NullableCheck(check)
        return Row(field.name, check, tuple(_missing(field)), tuple(_rules(field, fields)), field.per_tool)

    def check(self, kind: Type, place: str) -> Check:
        self._declare_used(kind)
        return type_check(kind, place, self._names)

    def _declare_used(self, kind: Type) -> None:
        match kind:
            case Reference(target):
                self.declare(target)
            case ListOf(inner) | MapOf(inner) | Nullable(inner):
                self._declare_used(inner)
            case _:
                pass


def _missing(field: Field) -> Iterator[Missing]:
    """The level under its condition first: it is always the stronger one."""
    if field.conditional is not None and field.conditional.condition:
        yield Missing(_ABSENT[field.conditional.level], lower_condition(field.conditional.condition))
    if field.level is not Level.MAY:
        yield Missing(_ABSENT[field.level])


# -- rules between keys -----------------------------------------------------------------------------------------------


def _rules(field: Field, fields: tuple[Field, ...]) -> Iterator[RowRule]:
    if field.follows:
        kind = next(each.type for each in fields if each.name == field.follows)
        if isinstance(kind, Reference) and isinstance(kind.target, Enum):
            yield _classification(field, kind.target)
    if field.number_of is not None:
        yield _number(field.number_of)
    for old in field.superseded:
        yield ForbiddenKey(old.name, Message(RuleId.SUPERSEDED, messages.superseded(old), Weight.ADVICE))


def _classification(field: Field, codes: Enum) -> Lookup:
    message = Message(RuleId.CLASSIFICATION, messages.classification(field), Weight.ADVICE)
    table = {entry.value: entry.classified_as for entry in codes.values}
    return Lookup(f"{snake(codes.name)}_kinds", (field.follows,), JsonKind.STRING, table, message)


def _number(numbering: Numbering) -> Lookup:
    message = Message(RuleId.PAIR, messages.wrong_number(numbering))
    name = f"{snake(numbering.codes.name)}_numbers"
    return Lookup(name, numbering.path, JsonKind.INTEGER, numbering.numbers, message)
