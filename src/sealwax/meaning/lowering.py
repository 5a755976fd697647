"""The model -> the check plan: the only place that decides what is checked, and in which order."""

from collections.abc import Iterator
from typing import TypeAlias, assert_never

from sealwax.contract import model as m
from sealwax.frozen import frozen
from sealwax.meaning import checks, messages
from sealwax.meaning.findings import RuleId, Weight
from sealwax.meaning.type_checks import OBJECT, PatternNames, enum_check, string_check, type_check
from sealwax.naming import snake

_UNKNOWN_KEY = checks.OtherKeys(checks.Message(RuleId.UNKNOWN_KEY, messages.UNKNOWN_KEY))
_ABSENT = {
    m.Level.MUST: checks.Message(RuleId.REQUIRED, messages.REQUIRED),
    m.Level.SHOULD: checks.Message(RuleId.SHOULD, messages.SHOULD, Weight.ADVICE),
}


_Declared: TypeAlias = m.Record | m.Enum | m.Text


@frozen
class TypePlan:
    """The check of a type that may have no name, and the named types that it refers to."""

    check: checks.Check
    types: checks.Types


def lower(contract: m.Contract) -> checks.Plan:
    """The checks of a whole contract."""
    lowering = _Lowering()
    declared: tuple[_Declared, ...] = (*contract.texts, *contract.enums, *contract.records)
    for named in declared:
        lowering.declare(named)
    lowering.declare_envelope(contract.envelope, None)
    for tool in contract.tools:
        lowering.declare_envelope(tool.envelope, tool)
    return checks.Plan(contract.name, contract.envelope.name, lowering.types, tuple(_public(contract)))


def _public(contract: m.Contract) -> Iterator[str]:
    yield contract.envelope.name
    yield from (tool.envelope.name for tool in contract.tools)
    yield from (record.name for record in contract.records)
    yield from (enum.name for enum in contract.enums)
    yield from (text.name for text in contract.texts)


def lower_type(kind: m.Type) -> TypePlan:
    """The checks of a single type, for use before there is a contract."""
    lowering = _Lowering()
    return TypePlan(lowering.check(kind, "value"), lowering.types)


def lower_condition(condition: m.Condition) -> tuple[checks.Test, ...]:
    return tuple(_test(test) for test in condition)


def _test(test: m.OneOf | m.Present | m.Tag | m.Presence) -> checks.Test:
    match test:
        case m.OneOf(field, values, phrase):
            return checks.HasValue(field, values, phrase)
        case m.Tag(field, value):
            return checks.HasValue(field, (value,))
        case m.Present(field, expected) | m.Presence(field, expected):
            return checks.HasKey(field, expected)
        case _:
            assert_never(test)


class _Lowering:
    """Collects the named types of a plan."""

    def __init__(self) -> None:
        self.types: dict[str, checks.CheckedType] = {}
        self._names = PatternNames()

    def declare(self, named: _Declared) -> None:
        if named.name in self.types:
            return
        match named:
            case m.Record(name):
                self.types[name] = checks.CheckedType(name, checks.Role.RECORD, self._record(named))
            case m.Enum(name):
                self.types[name] = checks.CheckedType(name, checks.Role.ENUM, enum_check(named))
            case m.Text(name):
                example = named.forms[0].example if named.forms else ""
                check = string_check(named.string, name, self._names)
                self.types[name] = checks.CheckedType(name, checks.Role.TEXT, check, example=example)
            case _:
                assert_never(named)

    def declare_envelope(self, envelope: m.Envelope, tool: m.Tool | None) -> None:
        role = checks.Role.ENVELOPE if tool is None else checks.Role.TOOL_ENVELOPE
        outcome_role = checks.Role.OUTCOME if tool is None else checks.Role.TOOL_OUTCOME
        if envelope.mark is None:
            check: checks.Check = self._object(envelope.name, envelope.success.fields, is_open=envelope.open)
        else:
            otherwise = self._of_no_case(envelope, envelope.mark) if isinstance(envelope.mark, m.Tag) else None
            cases = tuple(self._cases(envelope, outcome_role))
            check = checks.CasesCheck(cases, otherwise, OBJECT)
        names = ("", "") if tool is None else (tool.name, tool.payload.name)
        self.types[envelope.name] = checks.CheckedType(envelope.name, role, check, *names)

    def _cases(self, envelope: m.Envelope, role: checks.Role) -> Iterator[checks.Case]:
        for outcome in envelope.outcomes:
            if outcome.name not in self.types:  # tools share the outcomes that have no payload
                check = self._object(outcome.name, outcome.fields, is_open=envelope.open)
                self.types[outcome.name] = checks.CheckedType(outcome.name, role, check)
            if outcome.mark is not None:
                yield checks.Case(_test(outcome.mark), checks.TypeRef(outcome.name))

    def _of_no_case(self, envelope: m.Envelope, tag: m.Tag) -> checks.ObjectCheck:
        """The checks of an object whose tag is missing or belongs to no outcome: those of all outcomes in general."""
        general = self._object(envelope.name, envelope.fields, is_open=envelope.open)
        check = next(row.check for row in general.rows if row.key == tag.field)
        unknown = checks.UnknownTag(tag.field, check, checks.Message(RuleId.CONSTANT, messages.wrong_tag(envelope)))
        return checks.ObjectCheck(general.rows, general.message, general.other_keys, (unknown,))

    # -- objects ------------------------------------------------------------------------------------------------------

    def _record(self, record: m.Record) -> checks.ObjectCheck:
        check = self._object(record.name, record.fields, is_open=record.open)
        if not record.tiered:
            return check
        message = checks.Message(RuleId.UNDECLARED, messages.undeclared(record), Weight.ADVICE)
        others = (*check.other_keys, checks.OtherKeys(message, record.free_prefixes))
        return checks.ObjectCheck(check.rows, check.message, others)

    def _object(self, name: str, fields: tuple[m.Field, ...], *, is_open: bool) -> checks.ObjectCheck:
        rows = tuple(self._row(name, field, fields) for field in fields)
        return checks.ObjectCheck(rows, OBJECT, () if is_open else (_UNKNOWN_KEY,))

    def _row(self, owner: str, field: m.Field, fields: tuple[m.Field, ...]) -> checks.Row:
        check = self.check(field.type, f"{owner}_{field.name}")
        if field.readers_accept_null and not isinstance(check, checks.NullableCheck | checks.AnyCheck):
            check = checks.NullableCheck(check)
        return checks.Row(field.name, check, tuple(_missing(field)), tuple(_rules(field, fields)), field.per_tool)

    def check(self, kind: m.Type, place: str) -> checks.Check:
        self._declare_used(kind)
        return type_check(kind, place, self._names)

    def _declare_used(self, kind: m.Type) -> None:
        match kind:
            case m.Reference(target):
                self.declare(target)
            case m.ListOf(inner) | m.MapOf(inner) | m.Nullable(inner):
                self._declare_used(inner)
            case _:
                pass


def _missing(field: m.Field) -> Iterator[checks.Missing]:
    """The level under its condition first: it is always the stronger one."""
    if field.conditional is not None and field.conditional.condition:
        yield checks.Missing(_ABSENT[field.conditional.level], lower_condition(field.conditional.condition))
    if field.level is not m.Level.MAY:
        yield checks.Missing(_ABSENT[field.level])


# -- rules between keys -----------------------------------------------------------------------------------------------


def _rules(field: m.Field, fields: tuple[m.Field, ...]) -> Iterator[checks.RowRule]:
    if field.follows:
        kind = next(each.type for each in fields if each.name == field.follows)
        if isinstance(kind, m.Reference) and isinstance(kind.target, m.Enum):
            yield _classification(field, kind.target)
    if field.number_of is not None:
        yield _number(field.number_of)
    for old in field.superseded:
        yield checks.ForbiddenKey(old.name, checks.Message(RuleId.SUPERSEDED, messages.superseded(old), Weight.ADVICE))


def _classification(field: m.Field, codes: m.Enum) -> checks.Lookup:
    message = checks.Message(RuleId.CLASSIFICATION, messages.classification(field), Weight.ADVICE)
    table = {entry.value: entry.classified_as for entry in codes.values}
    return checks.Lookup(f"{snake(codes.name)}_kinds", (field.follows,), checks.JsonKind.STRING, table, message)


def _number(numbering: m.Numbering) -> checks.Lookup:
    message = checks.Message(RuleId.PAIR, messages.wrong_number(numbering))
    name = f"{snake(numbering.codes.name)}_numbers"
    return checks.Lookup(name, numbering.path, checks.JsonKind.INTEGER, numbering.numbers, message)
