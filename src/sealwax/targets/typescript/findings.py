"""The bodies of the functions behind `validate`: every finding, with its pointer, level, rule and message.

A check takes a place: a value, with the way to it and the findings so far. It is put together from smaller checks by
functions that all of them share, which also spell what a finding says. They take the value as JSON.
"""

import re
from collections.abc import Iterable
from typing import assert_never

from sealwax.contract import messages
from sealwax.contract.checking import SPELLINGS, RuleId
from sealwax.contract.model import (
    AnyObject,
    AnyValue,
    Boolean,
    Constant,
    Enum,
    Envelope,
    Field,
    Integer,
    Level,
    ListOf,
    MapOf,
    Null,
    Nullable,
    Number,
    Outcome,
    Payload,
    Presence,
    Record,
    Reference,
    String,
    Tag,
    Text,
    Type,
)
from sealwax.contract.patterns import Pattern
from sealwax.languages.typescript import literal, string, type_name
from sealwax.naming import pascal, plural, screaming
from sealwax.targets.typescript.catalogue import classification_key
from sealwax.targets.typescript.conditions import Shared, Tests, fits, holds, present, raised, reads
from sealwax.targets.typescript.sharing import LIMITS, what
from sealwax.targets.typescript.statements import Argument, Call, Object
from sealwax.wording import number_words, quoted

Checks = tuple[Argument, ...]
"""What is checked in one place, one after the other."""

# Python and JavaScript spell these numbers alike.
_PLAIN_NUMBER = re.compile(r"-?(0|[1-9][0-9]{0,14})(\.[0-9]{1,4})?")


def checks(target: Record | Enum | Text) -> str:
    """The check of a named type."""
    return f"check{pascal(target.name)}"


# -- named types ------------------------------------------------------------------------------------------------------


def text_findings(text: Text, shared: Shared) -> Argument:
    return _Findings(shared, screaming(text.name)).string(text.string)


def enum_findings(enum: Enum, shared: Shared) -> Argument:
    """What an enum does not list is wrong, or worth telling."""
    if not enum.open:
        return _narrowed("expectText", (_expects(fits(enum), messages.not_listed(enum), RuleId.ENUM),))
    if enum.case is None:
        return Call("known", (type_name(enum.name), string(enum.name)))
    spelling = SPELLINGS[enum.case].pattern
    name = shared.pattern(Pattern(spelling, spelling, grouped=False), screaming(enum.case))
    return Call("known", (type_name(enum.name), string(enum.name), name, string(enum.case)))


# -- objects ----------------------------------------------------------------------------------------------------------


def record_findings(record: Record, shared: Shared) -> Argument:
    """The findings about a record."""
    fields = tuple((each.name, _stated(_field(each, record.fields, record.name, shared))) for each in record.fields)
    return _record(fields, record.open, _undeclared(record))


def envelope_findings(envelope: Envelope, shared: Shared) -> Argument:
    """An object whose tag is missing or belongs to no outcome is held to what the envelope says in general."""
    cases = [(_marked(each, "owner"), each) for each in envelope.outcomes if each.mark is not None]
    fields: list[tuple[str, Argument]] = []
    for each in envelope.fields:
        level, general = _general(each, envelope, shared)
        own = [(test, _field_of(each.name, outcome, shared)) for test, outcome in cases]
        if isinstance(envelope.mark, Tag) and each.name == envelope.mark.field:
            found = _stated((level, general))  # in each case it is what makes the case
        elif all(other == level for _, (other, _) in own):
            found = _stated((level, _in_case([(test, checked) for test, (_, checked) in own], general)))
        else:
            found = _all(_in_case([(test, (_stated(field),)) for test, field in own], (_stated((level, general)),)))
        fields.append((each.name, found))
    return _record(tuple(fields), envelope.open)


def dispatched_findings(envelope: Envelope, shared: Shared) -> Argument:
    """The same by checks for each outcome, which the envelopes of several tools can share."""
    if envelope.mark is None:
        return _in_general(envelope, shared)
    cases = [(_marked(each, "value"), f"check{pascal(each.name)}") for each in envelope.outcomes]
    rest: Argument = cases.pop()[1] if isinstance(envelope.mark, Presence) else _in_general(envelope, shared)
    for test, check in reversed(cases):
        rest = Call("either", (f"(_, value) => {test}", check, rest))
    return Call("both", ("expectObject", rest))


def _in_general(envelope: Envelope, shared: Shared) -> Argument:
    fields = ((each.name, _stated(_general(each, envelope, shared))) for each in envelope.fields)
    return _record(tuple(fields), envelope.open)


def outcome_findings(outcome: Outcome, is_open: bool, shared: Shared) -> Argument:
    fields = ((each.name, _stated(_field_of(each.name, outcome, shared))) for each in outcome.fields)
    return _record(tuple(fields), is_open)


def _marked(outcome: Outcome, record: str) -> str:
    """The condition under which an object is marked as this outcome."""
    match outcome.mark:
        case Tag(field, value):
            return f"{reads(record, field)} === {literal(value)}"
        case Presence(field, expected):
            return present(record, field, expected=expected)
        case None:
            raise TypeError(f"{outcome.name} has no mark")
        case _:
            assert_never(outcome.mark)


def _in_case(cases: list[tuple[str, Checks]], general: Checks) -> Checks:
    """What is checked in each case, or else in general; what all of them end with stands after."""
    own = [(test, checked) for test, checked in cases if checked != general]
    if not own:
        return general
    shared = 0
    while all(_ends_alike(checked, general, shared + 1) for _, checked in own):
        shared += 1
    kept = len(general) - shared
    rest = _all(general[:kept])
    for test, checked in reversed(own):
        rest = Call("either", (f"(owner) => {test}", _all(checked[: len(checked) - shared]), rest))
    return rest, *general[kept:]


def _ends_alike(left: Checks, right: Checks, count: int) -> bool:
    return count <= min(len(left), len(right)) and left[-count:] == right[-count:]


def _record(fields: tuple[tuple[str, Argument], ...], is_open: bool, undeclared: Checks = ()) -> Argument:
    others = undeclared if is_open else ("unknownKey", *undeclared)
    return Call("record", (Object(fields), _all(others)) if others else (Object(fields),))


def _undeclared(record: Record) -> Checks:
    """What is said about a key that a tiered record does not name."""
    if not record.tiered:
        return ()
    return (Call("undeclared", (string(messages.undeclared(record)), *map(string, record.free_prefixes))),)


# -- fields -----------------------------------------------------------------------------------------------------------

Parts = tuple[tuple[str, ...], Checks]
"""A field: its level, or the condition of one, that and the other, and what is checked when it is there."""


def _stated(field: Parts) -> Argument:
    level, checked = field
    match level:
        case (only,):
            return _at_level(only, checked)
        case (condition, higher, lower):
            return Call("either", (condition, _at_level(higher, checked), _at_level(lower, checked)))
        case _:
            raise AssertionError(level)


def _at_level(level: str, checked: Checks) -> Argument:
    return _all(checked) if level == Level.MAY.value else Call(level, checked)


def _all(checked: Checks) -> Argument:
    return checked[0] if len(checked) == 1 else Call("all", checked)


def _field_of(name: str, outcome: Outcome, shared: Shared) -> Parts:
    each = next(each for each in outcome.fields if each.name == name)
    return _field(each, outcome.fields, outcome.name, shared)


def _field(each: Field, fields: tuple[Field, ...], owner: str, shared: Shared) -> Parts:
    checked = _Findings(shared, f"{screaming(owner)}_{screaming(each.name)}").value(each.type)
    if each.number_of is not None:
        words = string(messages.wrong_number(each.number_of))
        checked += (Call("paired", (words, *map(string, each.number_of.path))),)
    checked += _classification(each, fields)
    for old in each.superseded:
        checked += (Call("superseded", (string(old.name), string(old.replacement))),)
    return _level(each), _unless_null(checked) if each.readers_accept_null else checked


def _general(each: Field, envelope: Envelope, shared: Shared) -> Parts:
    level, checked = _field(each, envelope.fields, envelope.name, shared)
    return level, (*checked, *_wrong_tag(each, envelope, shared))


def _level(each: Field) -> tuple[str, ...]:
    higher = raised(each)
    if higher is None or each.required:
        return (each.level.value,)
    return f"(owner) => {holds(higher.condition, 'owner')}", higher.level.value, each.level.value


def _classification(each: Field, fields: tuple[Field, ...]) -> Checks:
    code = next((other for other in fields if other.name == each.follows), None)
    if code is None or not isinstance(code.type, Reference) or not isinstance(code.type.target, Enum):
        return ()
    enum = code.type.target
    return (Call("classified", (plural(enum.name), string(code.name), string(classification_key(enum)))),)


def _wrong_tag(each: Field, envelope: Envelope, shared: Shared) -> Checks:
    """The tag has a value of its type that belongs to neither outcome; true and false leave no other."""
    values = [outcome.mark.value for outcome in envelope.outcomes if isinstance(outcome.mark, Tag)]
    is_tag = isinstance(envelope.mark, Tag) and each.name == envelope.mark.field
    if not is_tag or all(isinstance(value, bool) for value in values):
        return ()
    wrong = Tests(shared, screaming(envelope.name)).wrong(each.type, "value")
    allowed = " || ".join((*wrong, *(f"value === {literal(value)}" for value in values)))
    return (_expects(f"(value) => {allowed}", messages.wrong_tag(envelope), RuleId.CONSTANT),)


# -- values -----------------------------------------------------------------------------------------------------------


class _Findings:
    """The check of a value, if there is anything to check. `place` names the patterns that stand in it."""

    def __init__(self, shared: Shared, place: str) -> None:
        self.shared = shared
        self.place = place

    def value(self, kind: Type) -> Checks:
        match kind:
            case Constant(value):
                return (_constant(value),)
            case Integer() | Number():
                return (
                    _narrowed(
                        _expected(kind), (*_limited("minimum", kind.minimum), *_limited("maximum", kind.maximum))
                    ),
                )
            case String():
                return (self.string(kind),)
            case Nullable(inner):
                return _unless_null(self.value(inner))
            case ListOf(inner, low, high):
                items = self.value(inner)
                limits = (*_limited("minItems", low), *_limited("maxItems", high))
                return (Call("listOf", (*items, *limits)) if items else _narrowed("expectList", limits),)
            case MapOf(inner):
                values = self.value(inner)
                return (Call("mapOf", values) if values else "expectObject",)
            case AnyValue():
                return ()
            case Null() | Boolean() | AnyObject() | Payload() | Reference():
                return (_expected(kind),)
            case _:
                assert_never(kind)

    def string(self, kind: String) -> Argument:
        rules = [*_limited("minLength", kind.min_length), *_limited("maxLength", kind.max_length)]
        if kind.pattern is not None:
            rules.append(self.pattern(kind.pattern))
        if kind.format is not None:
            words, rule = string(what(messages.wrong_format(kind.format))), string(RuleId.FORMAT.value)
            rules.append(Call("matches", (self.shared.format(kind.format), words, rule)))
        return _narrowed("expectText", rules)

    def pattern(self, pattern: Pattern) -> Argument:
        """A finding shows the pattern as its author wrote it, which may be as JavaScript has it."""
        name = self.shared.pattern(pattern, self.place)
        message, spelt = messages.no_match(pattern), self.shared.lines[name].removeprefix("/").removesuffix("/u")
        is_same = message == messages.no_match(Pattern(spelt, spelt, grouped=False))
        return Call("matches", (name,) if is_same else (name, string(what(message))))


def _expects(test: str, message: str, rule: RuleId) -> Argument:
    return Call("expects", (test, string(what(message)), string(rule.value)))


def _constant(value: str | float | bool) -> Argument:
    plain = isinstance(value, str) and quoted(value) == f"`{value}`"
    if plain or isinstance(value, bool):
        return Call("constant", (literal(value),))
    return _expects(f"(value) => value === {literal(value)}", messages.expected(Constant(value)), RuleId.CONSTANT)


def _limited(name: str, limit: float | None) -> Checks:
    """The check that a limit is kept; it is spelt out where the shared one would say something else."""
    if limit is None:
        return ()
    kept, words = LIMITS[name], number_words(limit)
    if _PLAIN_NUMBER.fullmatch(words) and kept.message(limit) == kept.message(2).replace("2", words):
        return (Call(name, (words,)),)
    test = "value.length >= 1" if (name, limit) == ("minLength", 1) else kept.test.format(words)
    return (_expects(f"(value) => {test}", kept.message(limit), kept.rule),)


def _unless_null(checked: Checks) -> Checks:
    return (Call("nullable", checked),) if checked else ()


def _narrowed(check: str, rules: Iterable[Argument]) -> Argument:
    """Rules for values that have the right JSON type."""
    narrow = tuple(rules)
    return Call("both", (check, *narrow)) if narrow else check


def _expected(kind: Type) -> str:
    """The check that a value has a JSON type, or that of a named type."""
    match kind:
        case Null():
            return "expectNull"
        case Boolean():
            return "expectBoolean"
        case Integer():
            return "expectInteger"
        case Number():
            return "expectNumber"
        case AnyObject() | Payload():
            return "expectObject"
        case Reference(target):
            return checks(target)
        case AnyValue() | String() | Constant() | ListOf() | MapOf() | Nullable():
            raise AssertionError(kind)  # these take more than a name, or nothing
        case _:
            assert_never(kind)
