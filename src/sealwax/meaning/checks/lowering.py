"""The model -> the check plan: the only place that decides what is checked, in which order, and with which message.

    price: {type: number, min: 0, level: should}

becomes the row

    Row("price", NumberCheck(NUMBER, "expected a number", (AtLeast(0, …, "expected at least 0"),)),
        missing=(Missing("this key should be present"),))

Messages depend on the contract alone and never on the value, so generated code contains them. As in the texts of a
contract, `single backticks` mark code.
"""

from collections.abc import Iterable, Iterator
from typing import TypeAlias, assert_never

from msgspec.structs import replace

from sealwax.contract import model as m
from sealwax.meaning import checks
from sealwax.meaning.checks import JsonKind, Measure, Message
from sealwax.meaning.findings import MESSAGES, RuleId
from sealwax.meaning.remembering import remembered
from sealwax.meaning.wording import FORMAT_WORDS, condition_words, deprecated_words, listed, pattern_words, quoted, some
from sealwax.naming import snake
from sealwax.patterns import FORMATS, LETTER_CASES, Pattern

MAX_LISTED = 12
"""The largest number of enum values that a message lists; it counts more than that."""

_NULL = Message(RuleId.TYPE, MESSAGES.null)
_BOOLEAN = Message(RuleId.TYPE, MESSAGES.boolean)
_INTEGER = Message(RuleId.TYPE, MESSAGES.integer)
_NUMBER = Message(RuleId.TYPE, MESSAGES.number)
_STRING = Message(RuleId.TYPE, MESSAGES.string)
_LIST = Message(RuleId.TYPE, MESSAGES.list)
_OBJECT = Message(RuleId.TYPE, MESSAGES.object)
_UNKNOWN_KEY = checks.OtherKeys(Message(RuleId.UNKNOWN_KEY, MESSAGES.unknown_key))
_ABSENT = {
    m.Level.MUST: Message(RuleId.REQUIRED, MESSAGES.required),
    m.Level.SHOULD: Message(RuleId.SHOULD, MESSAGES.should),
}

_BOUNDS = {
    Measure.NUMBER: (RuleId.MINIMUM, RuleId.MAXIMUM, ""),
    Measure.LENGTH: (RuleId.MIN_LENGTH, RuleId.MAX_LENGTH, "character"),
    Measure.ITEMS: (RuleId.MIN_ITEMS, RuleId.MAX_ITEMS, "item"),
}

_Declared: TypeAlias = m.Record | m.Enum | m.Text


@remembered
def lower(contract: m.Contract) -> checks.Plan:
    """The checks of a whole contract."""
    lowering = _Lowering()
    declared: tuple[_Declared, ...] = (*contract.texts, *contract.enums, *contract.records)
    for named in declared:
        lowering.declare(named)
    lowering.declare_envelope(contract.envelope, None)
    for tool in contract.tools:
        lowering.declare_envelope(tool.envelope, tool)
    public: list[m.Envelope | _Declared] = [contract.envelope, *(tool.envelope for tool in contract.tools)]
    public += (*contract.records, *contract.enums, *contract.texts)
    return checks.Plan(contract.name, contract.envelope.name, lowering.types, tuple(each.name for each in public))


def lower_type(kind: m.Type) -> tuple[checks.Check, checks.Types]:
    """The check of a single type, and the named types that it refers to, for use before there is a contract."""
    lowering = _Lowering()
    return lowering.check(kind, "value"), lowering.types


def outcome_test(outcome: m.Outcome) -> checks.Test | None:
    """What a response of an outcome meets, and one of the other outcome does not; None if there is only one."""
    return None if outcome.discriminator is None else _test(outcome.discriminator)


def _test(mark: m.Tag | m.Presence) -> checks.Test:
    return m.HasValue(mark.field, (mark.value,)) if isinstance(mark, m.Tag) else m.HasKey(mark.field, mark.expected)


class _Lowering:
    """Collects the named types of a plan, and names its patterns."""

    def __init__(self) -> None:
        self.types: dict[str, checks.CheckedType] = {}
        self._pattern_names: dict[str, str] = {}

    def declare(self, named: _Declared) -> None:
        if named.name in self.types:
            return
        match named:
            case m.Record(name):
                self.types[name] = checks.CheckedType(name, checks.Role.RECORD, self._record(named))
            case m.Enum(name):
                example = named.values[0].value if named.suggestions else ""
                self.types[name] = checks.CheckedType(name, checks.Role.ENUM, _enum(named), example=example)
            case m.Text(name):
                example = named.forms[0].example if named.forms else ""
                ascending = tuple(_ascending(ascent, name) for ascent in named.ascents)
                check = replace(self._string(named.string, name), ascending=ascending)
                self.types[name] = checks.CheckedType(name, checks.Role.TEXT, check, example=example)
            case _:
                assert_never(named)

    # -- envelopes ----------------------------------------------------------------------------------------------------

    def declare_envelope(self, envelope: m.Envelope, tool: m.Tool | None) -> None:
        role = checks.Role.ENVELOPE if tool is None else checks.Role.TOOL_ENVELOPE
        outcome_role = checks.Role.OUTCOME if tool is None else checks.Role.TOOL_OUTCOME
        if envelope.discriminator is None:
            check: checks.Check = self._object(envelope.name, envelope.success.fields, is_open=envelope.open)
        else:
            tag = envelope.discriminator
            otherwise = self._of_no_case(envelope, tag) if isinstance(tag, m.Tag) else None
            key = tag.field if isinstance(tag, m.Tag) else ""
            check = checks.CasesCheck(tuple(self._cases(envelope, outcome_role)), otherwise, _OBJECT, key)
        names = ("", "") if tool is None else (tool.name, tool.payload.name)
        self.types[envelope.name] = checks.CheckedType(envelope.name, role, check, *names)

    def _cases(self, envelope: m.Envelope, role: checks.Role) -> Iterator[checks.OutcomeCase]:
        for outcome in envelope.outcomes:
            if outcome.name not in self.types:  # tools share the outcomes that have no payload
                check = self._object(outcome.name, outcome.fields, is_open=envelope.open)
                self.types[outcome.name] = checks.CheckedType(outcome.name, role, check)
            if outcome.discriminator is not None:
                yield checks.OutcomeCase(_test(outcome.discriminator), checks.TypeRef(outcome.name))

    def _of_no_case(self, envelope: m.Envelope, tag: m.Tag) -> checks.ObjectCheck:
        """The checks of an object whose tag is missing or belongs to no outcome: those of all outcomes in general."""
        general = self._object(envelope.name, envelope.fields, is_open=envelope.open)
        check = next(row.check for row in general.rows if row.key == tag.field)
        tags = [each.discriminator.value for each in envelope.outcomes if isinstance(each.discriminator, m.Tag)]
        message = Message(RuleId.CONSTANT, f"expected {listed(map(quoted, tags))}")
        return replace(general, rules=(checks.UnknownTag(tag.field, check, message),))

    # -- objects ------------------------------------------------------------------------------------------------------

    def _record(self, record: m.Record) -> checks.ObjectCheck:
        """The rows of a record. With `tiered: true`, there is advice on keys that have no row and no free prefix."""
        check = self._object(record.name, record.fields, is_open=record.open)
        if not record.tiered:
            return check
        free = record.free_prefixes
        words = f" and does not start with {listed(map(quoted, free))}" if free else ""
        message = Message(RuleId.UNDECLARED, f"this key is not declared{words}")
        return replace(check, other_keys=(*check.other_keys, checks.OtherKeys(message, free)))

    def _object(self, name: str, fields: tuple[m.Field, ...], *, is_open: bool) -> checks.ObjectCheck:
        rows = tuple(self._row(name, field, fields) for field in fields)
        return checks.ObjectCheck(rows, _OBJECT, () if is_open else (_UNKNOWN_KEY,))

    def _row(self, owner: str, field: m.Field, fields: tuple[m.Field, ...]) -> checks.Row:
        """The row of a field: `{type: Pagination, readers_accept_null: true}` is checked as `Pagination | null`."""
        check = self.check(field.type, f"{owner}_{field.name}")
        if field.readers_accept_null and not isinstance(check, checks.NullableCheck | checks.AnyCheck):
            check = checks.NullableCheck(check)
        return checks.Row(field.name, check, tuple(_missing(field)), tuple(_rules(field, fields)), field.per_tool)

    # -- types --------------------------------------------------------------------------------------------------------

    def check(self, kind: m.Type, place: str) -> checks.Check:
        """The check of a type. `place` names its patterns: the declaration, then the keys that lead to it."""
        match kind:
            case m.AnyValue():
                return checks.AnyCheck()
            case m.Reference(target):
                self.declare(target)
                return checks.TypeRef(target.name)
            case m.String():
                return self._string(kind, place)
            case m.Integer():
                return checks.NumberCheck(JsonKind.INTEGER, _INTEGER, tuple(_number_limits(kind)))
            case m.Number():
                return checks.NumberCheck(JsonKind.NUMBER, _NUMBER, tuple(_number_limits(kind)))
            case m.Constant(value):
                return checks.ConstantCheck(value, Message(RuleId.CONSTANT, f"expected {quoted(value)}"))
            case m.ListOf(item, low, high):
                return checks.ListCheck(self.check(item, f"{place}_item"), _LIST, _bounds(low, high, Measure.ITEMS))
            case m.MapOf(value):
                return checks.MapCheck(self.check(value, f"{place}_value"), _OBJECT)
            case m.Nullable(inner):
                return checks.NullableCheck(self.check(inner, place))
            case m.Null():
                return checks.KindCheck(JsonKind.NULL, _NULL)
            case m.Boolean():
                return checks.KindCheck(JsonKind.BOOLEAN, _BOOLEAN)
            case m.AnyObject() | m.Payload():
                return checks.KindCheck(JsonKind.OBJECT, _OBJECT)
            case _:
                assert_never(kind)

    def _string(self, string: m.String, place: str) -> checks.StringCheck:
        return checks.StringCheck(_STRING, tuple(self._string_limits(string, place)))

    def _string_limits(self, string: m.String, place: str) -> Iterator[checks.StringLimit]:
        yield from _bounds(string.min_length, string.max_length, Measure.LENGTH)
        if (pattern := string.pattern) is not None:
            message = Message(RuleId.PATTERN, f"expected a string that {pattern_words(pattern.source)}")
            yield checks.Matches(self._pattern_name(pattern, place), pattern, message)
        if (named := string.format) is not None:
            message = Message(RuleId.FORMAT, f"expected the format `{named.value}` ({FORMAT_WORDS[named]})")
            yield checks.Matches(f"{snake(named.value)}_format", FORMATS[named], message, named.value)

    def _pattern_name(self, pattern: Pattern, place: str) -> str:
        """The name of a pattern: the first place that uses it."""
        if pattern.body not in self._pattern_names:
            first = name = f"{snake(place)}_pattern"
            number, taken = 1, set(self._pattern_names.values())
            while name in taken:  # places that only punctuation tells apart
                number += 1
                name = f"{first}_{number}"
            self._pattern_names[pattern.body] = name
        return self._pattern_names[pattern.body]


def _missing(field: m.Field) -> Iterator[checks.Missing]:
    """The level under its condition first: it is always the stronger one.

    `level: {must: {copies: 0}, otherwise: should}` becomes an error where `copies` is 0, and advice elsewhere.
    """
    if field.conditional is not None and field.conditional.condition:
        yield checks.Missing(_ABSENT[field.conditional.level], field.conditional.condition)
    if field.level is not m.Level.MAY:
        yield checks.Missing(_ABSENT[field.level])


def _bounds(low: float | None, high: float | None, of: Measure) -> tuple[checks.Bound, ...]:
    least, most, noun = _BOUNDS[of]
    found: list[checks.Bound] = []
    if low is not None:
        found.append(checks.AtLeast(low, of, Message(least, f"expected at least {some(low, noun)}")))
    if high is not None:
        found.append(checks.AtMost(high, of, Message(most, f"expected at most {some(high, noun)}")))
    return tuple(found)


def _number_limits(kind: m.Integer | m.Number) -> Iterator[checks.NumberLimit]:
    yield from _bounds(kind.minimum, kind.maximum, Measure.NUMBER)
    if kind.multiple_of is not None:
        message = Message(RuleId.MULTIPLE_OF, f"expected a multiple of {kind.multiple_of}")
        yield checks.MultipleOf(kind.multiple_of, message)


def _ascending(ascent: m.Ascent, owner: str) -> checks.Ascending:
    message = Message(RuleId.ORDER, f"expected `{ascent.high}` to be greater than `{ascent.low}`")
    return checks.Ascending(f"{snake(owner)}_{snake(ascent.low)}_{snake(ascent.high)}", ascent.pattern, message)


def _enum(enum: m.Enum) -> checks.StringCheck:
    """A closed enum takes no other string. An open one does, and gives advice on it, unless it only suggests values.

    `Colour: {values: {red: {}, blue: {}}}` becomes one limit: `Listed("colour_values", ("red", "blue"), …)`.
    """
    deprecated = tuple(_deprecated_values(enum))
    if enum.suggestions:
        return checks.StringCheck(_STRING, deprecated=deprecated)
    name, values = f"{snake(enum.name)}_values", tuple(entry.value for entry in enum.values)
    if enum.open:
        message = Message(RuleId.UNKNOWN_VALUE, f"this is not a known value of `{enum.name}`")
    else:
        message = Message(RuleId.ENUM, f"expected {_values_words(enum.name, values)}")
    listed_values = checks.Listed(name, values, message, _spelling(enum) if enum.open else None)
    return checks.StringCheck(_STRING, (listed_values,), deprecated=deprecated)


def _deprecated_values(enum: m.Enum) -> Iterator[checks.DeprecatedValue]:
    for entry in enum.values:
        if entry.docs.deprecated is not None:
            words = f"this value {deprecated_words(entry.docs.deprecated)}"
            yield checks.DeprecatedValue(entry.value, Message(RuleId.DEPRECATED, words))


def _values_words(name: str, values: tuple[str, ...]) -> str:
    return listed(map(quoted, values)) if len(values) <= MAX_LISTED else f"one of the {len(values)} values of `{name}`"


def _spelling(enum: m.Enum) -> checks.Matches | None:
    if enum.case is None:
        return None
    message = Message(RuleId.LETTER_CASE, f"values of `{enum.name}` are written in `{enum.case}`")
    pattern = LETTER_CASES[enum.case]
    return checks.Matches(f"{snake(enum.case.value)}_case", pattern, message, longest=pattern.cost.longest)


# -- rules between keys -----------------------------------------------------------------------------------------------


def _rules(field: m.Field, fields: Iterable[m.Field]) -> Iterator[checks.RowRule]:
    """What a value has to do with other keys: `attempted: {type: integer, sum_of: [returned, failed]}` is one `Sum`."""
    if field.follows:
        codes = m.enum_of(m.bare(next(each.type for each in fields if each.name == field.follows)))
        if codes is not None:
            yield _classification(field, codes)
    if field.number_of is not None:
        yield _number(field.number_of)
    if field.sum_of:
        words = f"expected the sum of {listed(map(quoted, field.sum_of), 'and')}"
        yield checks.Sum(field.sum_of, Message(RuleId.SUM, words))
    if field.expects:
        words = f"this key is only expected where {condition_words(field.expects)}"
        yield checks.Expected(field.expects, Message(RuleId.EXPECTED, words))
    for old in field.superseded:
        words = f"this key is superseded by `{old.replacement}`"
        yield checks.ForbiddenKey(old.name, Message(RuleId.SUPERSEDED, words))
    if field.docs.deprecated is not None:
        words = f"this key {deprecated_words(field.docs.deprecated)}"
        yield checks.DeprecatedKey(Message(RuleId.DEPRECATED, words))


def _classification(field: m.Field, codes: m.Enum) -> checks.Lookup:
    words = f"the catalogue has another value for this `{field.follows}`"
    table = {entry.value: entry.classified_as for entry in codes.values}
    message = Message(RuleId.CLASSIFICATION, words)
    return checks.Lookup(f"{snake(codes.name)}_kinds", (field.follows,), JsonKind.STRING, table, message)


def _number(numbering: m.Numbering) -> checks.Lookup:
    message = Message(RuleId.PAIR, f"the catalogue has another number for this `{numbering.words}`")
    name = f"{snake(numbering.codes.name)}_numbers"
    return checks.Lookup(name, numbering.path, JsonKind.INTEGER, numbering.numbers, message)
