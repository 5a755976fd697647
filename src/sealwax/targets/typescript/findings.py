"""The bodies of the functions behind `validate`: every finding, with its pointer, level, rule and message.

They go through an object field by field, in the order of the contract. All checks take a place: a value, with the way
to it and the findings so far. What a finding says is put together by small functions that all of them share. They take
the value as JSON, so there is nothing to find in what the contract leaves free.
"""

import re
from collections.abc import Iterable, Iterator
from typing import assert_never

from sealwax.contract.model import (
    AnyObject,
    AnyValue,
    Boolean,
    Constant,
    Enum,
    Envelope,
    Field,
    Integer,
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
from sealwax.languages.typescript import literal, string, type_name
from sealwax.meaning import messages
from sealwax.meaning.findings import RuleId
from sealwax.meaning.wording import number_words, quoted
from sealwax.naming import pascal, plural, screaming
from sealwax.patterns import LETTER_CASES, Pattern
from sealwax.targets.typescript.catalogue import classification_key
from sealwax.targets.typescript.conditions import Shared, Tests, conditional, fits, holds, other_number, present, reads
from sealwax.targets.typescript.sharing import what
from sealwax.targets.typescript.statements import Do, Each, If, Statement, one_line

Body = tuple[Statement, ...]

# Python and JavaScript spell these numbers alike.
_PLAIN_NUMBER = re.compile(r"-?(0|[1-9][0-9]{0,14})(\.[0-9]{1,4})?")
_LITERAL = re.compile(r'"(?:[^"\\]|\\.)*"')
_OBJECT = re.compile(r"(?<![\w.])value\b")


def checks(target: Record | Enum | Text) -> str:
    """The function that notes the findings about a value of a named type."""
    return f"check{pascal(target.name)}"


def error(rule: RuleId, message: str) -> Do:
    return Do("error", ("at", string(rule.value), string(message)))


# -- named types ------------------------------------------------------------------------------------------------------


def text_findings(text: Text, shared: Shared) -> Body:
    return _Findings(shared, screaming(text.name)).string(text.string)


def enum_findings(enum: Enum, shared: Shared) -> Body:
    """What an enum does not list is wrong, or worth telling."""
    if not enum.open:
        words, rule = string(what(messages.not_listed(enum))), string(RuleId.ENUM.value)
        return _narrowed("expectText", (Do("expect", ("at", f"{fits(enum)}(at.value)", words, rule)),))
    known = Do("expectKnown", ("at", type_name(enum.name), string(enum.name)))
    if enum.case is None:
        return (known,)
    spelling = LETTER_CASES[enum.case].body
    name = shared.pattern(Pattern(spelling, spelling, grouped=False), screaming(enum.case))
    spelt = Do("expectCase", ("at", name, string(enum.name), string(enum.case)))
    return (If((f"!{one_line(known)}",), (spelt,)),)


# -- objects ----------------------------------------------------------------------------------------------------------


def record_findings(record: Record, shared: Shared) -> Body:
    """The findings about a record."""
    fields = [_stated(_field(each, record.fields, record.name, shared)) for each in record.fields]
    return _object(fields, record.open, _undeclared(record))


def envelope_findings(envelope: Envelope, shared: Shared) -> Body:
    """An object whose tag is missing or belongs to no outcome is held to what the envelope says in general."""
    cases = [(test, each) for each in envelope.outcomes if (test := _marked(each))]
    fields: list[Statement] = []
    for each in envelope.fields:
        general = _general(each, envelope, shared)
        own = [(test, _field_of(each.name, outcome, shared)) for test, outcome in cases]
        if isinstance(envelope.mark, Tag) and each.name == envelope.mark.field:
            fields.append(_stated(general))  # in each case it is what makes the case
        elif all(head == general[0] for _, (head, _, _) in own):
            checked = _in_case([(test, body) for test, (_, _, body) in own], general[2])
            fields.append(_stated((general[0], general[1], checked)))
        else:
            fields += _in_case([(test, (_stated(field),)) for test, field in own], (_stated(general),))
    return _object(fields, envelope.open)


def dispatched_findings(envelope: Envelope, shared: Shared) -> Body:
    """The same by functions for each outcome, which the envelopes of several tools can share."""
    cases = [(_marked(each), Do(f"check{pascal(each.name)}", ("at",))) for each in envelope.outcomes]
    if isinstance(envelope.mark, Presence):
        (first, there), (_, other) = cases
        return _opened((If((first,), (there,), (other,)),))
    general = _members([_stated(_general(each, envelope, shared)) for each in envelope.fields], envelope.open)
    if envelope.mark is None:
        return _opened(general)
    rest = general
    for test, check in reversed(cases):
        rest = (If((test,), (check,), rest),)
    return _opened(rest)


def outcome_findings(outcome: Outcome, is_open: bool, shared: Shared) -> Body:
    return _object([_stated(_field_of(each.name, outcome, shared)) for each in outcome.fields], is_open)


def _marked(outcome: Outcome) -> str:
    """The condition under which an object is marked as this outcome; empty when nothing marks it."""
    match outcome.mark:
        case Tag(field, value):
            return f"{reads('value', field)} === {literal(value)}"
        case Presence(field, expected):
            return present("value", field, expected=expected)
        case None:
            return ""
        case _:
            assert_never(outcome.mark)


def _in_case(cases: list[tuple[str, Body]], general: Body) -> Body:
    """What is done in each case, or else in general; what is done at the end of all of them stands after."""
    own = [(test, body) for test, body in cases if body != general]
    bodies = [general, *(body for _, body in own)]
    alike = 0
    while own and all(body[len(body) - alike - 1 :] == general[len(general) - alike - 1 :] != () for body in bodies):
        alike += 1
    rest: Body = general[: len(general) - alike]
    for test, body in reversed(own):
        rest = _either(test, body[: len(body) - alike], rest)
    return *rest, *general[len(general) - alike :]


def _either(test: str, body: Body, otherwise: Body) -> Body:
    """In some cases there may be nothing to do."""
    if body:
        return (If((test,), body, otherwise),)
    return (If((f"!({test})",), otherwise),) if otherwise else ()


def _object(fields: list[Statement], is_open: bool, unnamed: Body = ()) -> Body:
    return _opened(_members(fields, is_open, unnamed))


def _members(fields: list[Statement], is_open: bool, unnamed: Body = ()) -> Body:
    others = () if is_open else (Do("refuseOthers", ("at",)),)
    return *fields, *others, *unnamed


def _opened(body: Body) -> Body:
    """What is done with an object; its value gets a name where that is used."""
    no_record = If(("!expectRecord(at)",), ("return;",))
    is_named = any(_OBJECT.search(_LITERAL.sub("", text)) for text in _texts(body) if "value" in text)
    return (no_record, "const { value } = at;", *body) if is_named else (no_record, *body)


def _texts(body: Body) -> Iterator[str]:
    for statement in body:
        match statement:
            case Do(function, arguments):
                yield from (function, *arguments)
            case If(conditions, inner, otherwise):
                yield from conditions
                yield from _texts((*inner, *otherwise))
            case Each(head, inner):
                yield head
                yield from _texts(inner)
            case _:
                raise AssertionError(statement)  # nothing else stands in a check of an object


def _undeclared(record: Record) -> Body:
    """What is said about a key that a tiered record does not name."""
    if not record.tiered:
        return ()
    return (Do("undeclared", ("at", string(messages.undeclared(record)), *map(string, record.free_prefixes))),)


# -- fields -----------------------------------------------------------------------------------------------------------

Parts = tuple[str, str, Body]
"""A field: the function for its level, its key, and what is done with its value."""


def _stated(field: Parts) -> Statement:
    head, key, body = field
    if not body:
        return Do(head, ("at", string(key)))
    argument = as_argument(body)
    if argument:
        return Do(head, ("at", string(key), argument))
    return Each(f"{head}(at, {string(key)}, ", body)


def as_argument(body: Body) -> str:
    """What is done with a value as a function on one line; empty when it takes more."""
    match body:
        case (Do(function, ("at",)),):
            return function
        case (Do() as do,):
            return f"(at) => {one_line(do)}"
        case (If((test,), (Do() as do,), ()),):
            return f"(at) => {test} && {one_line(do)}"
        case _:
            return ""


def _field_of(name: str, outcome: Outcome, shared: Shared) -> Parts:
    each = next(each for each in outcome.fields if each.name == name)
    return _field(each, outcome.fields, outcome.name, shared)


def _field(each: Field, fields: tuple[Field, ...], owner: str, shared: Shared) -> Parts:
    body = _Findings(shared, f"{screaming(owner)}_{screaming(each.name)}").value(each.type)
    if each.number_of is not None:
        mistake = error(RuleId.PAIR, messages.wrong_number(each.number_of))
        body += (If((f"Number.isInteger(at.value) && {other_number(each.number_of, 'at.value')}",), (mistake,)),)
    body += _classification(each, fields)
    for old in each.superseded:
        body += (Do("superseded", ("at", string(old.name), string(old.replacement))),)
    return _level(each), each.name, _unless_null(body) if each.readers_accept_null else body


def _general(each: Field, envelope: Envelope, shared: Shared) -> Parts:
    head, key, body = _field(each, envelope.fields, envelope.name, shared)
    return head, key, (*body, *_wrong_tag(each, envelope, shared))


def _level(each: Field) -> str:
    """The function for a field of this level, which may depend on the object."""
    higher = conditional(each)
    if higher is None or each.required:
        return each.level.value
    return f"({holds(higher.condition, 'value')} ? {higher.level.value} : {each.level.value})"


def _classification(each: Field, fields: tuple[Field, ...]) -> Body:
    code = next((other for other in fields if other.name == each.follows), None)
    if code is None or not isinstance(code.type, Reference) or not isinstance(code.type.target, Enum):
        return ()
    enum = code.type.target
    usual = f"entry({plural(enum.name)}, {reads('value', code.name)})?.{classification_key(enum)}"
    return (Do("classified", ("at", usual, string(each.follows))),)


def _wrong_tag(each: Field, envelope: Envelope, shared: Shared) -> Body:
    """The tag has a value of its type that belongs to neither outcome; true and false leave no other."""
    values = [outcome.mark.value for outcome in envelope.outcomes if isinstance(outcome.mark, Tag)]
    is_tag = isinstance(envelope.mark, Tag) and each.name == envelope.mark.field
    if not is_tag or all(isinstance(value, bool) for value in values):
        return ()
    wrong = " || ".join(Tests(shared, screaming(envelope.name)).wrong(each.type, "at.value"))
    neither = (*(f"at.value !== {literal(value)}" for value in values), *((f"!({wrong})",) if wrong else ()))
    return (If((" && ".join(neither),), (error(RuleId.CONSTANT, messages.wrong_tag(envelope)),)),)


# -- values -----------------------------------------------------------------------------------------------------------


class _Findings:
    """Statements that note what is wrong with a value. `place` names the patterns that stand in it."""

    def __init__(self, shared: Shared, place: str) -> None:
        self.shared = shared
        self.place = place

    def value(self, kind: Type) -> Body:
        match kind:
            case Constant(value):
                return (_constant(value),)
            case Integer() | Number():
                return _narrowed(_check(kind), _limits(kind.minimum, kind.maximum))
            case String():
                return self.string(kind)
            case Nullable(inner):
                return _unless_null(self.value(inner))
            case ListOf(inner, low, high):
                items = self.members("expectItems", inner)
                limits = (*_count("minItems", low), *_count("maxItems", high))
                return _narrowed("expectList", (*limits, *items)) if limits or not items else items
            case MapOf(inner):
                return self.members("expectValues", inner) or (Do("expectObject", ("at",)),)
            case AnyValue():
                return ()
            case Null() | Boolean() | AnyObject() | Payload() | Reference():
                return (Do(_check(kind), ("at",)),)
            case _:
                assert_never(kind)

    def string(self, kind: String) -> Body:
        rules = [*_count("minLength", kind.min_length), *_count("maxLength", kind.max_length)]
        if kind.pattern is not None:
            rules.append(self.pattern(kind.pattern))
        if kind.format is not None:
            name = self.shared.format(kind.format)
            rules.append(Do("format", ("at", name, string(what(messages.wrong_format(kind.format))))))
        return _narrowed("expectText", rules)

    def pattern(self, pattern: Pattern) -> Do:
        """A finding shows the pattern as its author wrote it, which may be as JavaScript has it."""
        name = self.shared.pattern(pattern, self.place)
        message, spelt = messages.no_match(pattern), self.shared.lines[name].removeprefix("/").removesuffix("/u")
        is_same = message == messages.no_match(Pattern(spelt, spelt, grouped=False))
        return Do("pattern", ("at", name) if is_same else ("at", name, string(_shown(message))))

    def members(self, head: str, inner: Type) -> Body:
        """What a list or a map holds, if there is anything to say about it."""
        body = self.value(inner)
        argument = as_argument(body)
        if not body:
            return ()
        return (Do(head, ("at", argument)) if argument else Each(f"{head}(at, ", body),)


def _shown(message: str) -> str:
    """What stands between the backticks of a message."""
    return message.partition("`")[2].removesuffix("`")


def _constant(value: str | float | bool) -> Statement:
    plain = isinstance(value, str) and quoted(value) == f"`{value}`"
    if plain or isinstance(value, bool):
        return Do("expectConstant", ("at", literal(value)))
    return If((f"at.value !== {literal(value)}",), (error(RuleId.CONSTANT, messages.expected(Constant(value))),))


def _limits(low: float | None, high: float | None) -> Iterator[Statement]:
    if low is not None:
        small = error(RuleId.MINIMUM, messages.too_small(low))
        yield _limit("minimum", low, If((f"at.value < {number_words(low)}",), (small,)))
    if high is not None:
        large = error(RuleId.MAXIMUM, messages.too_large(high))
        yield _limit("maximum", high, If((f"at.value > {number_words(high)}",), (large,)))


def _limit(function: str, limit: float, otherwise: If) -> Statement:
    words = number_words(limit)
    return Do(function, ("at", words)) if _PLAIN_NUMBER.fullmatch(words) else otherwise


def _count(function: str, limit: int | None) -> Iterator[Do]:
    if limit is not None:
        yield Do(function, ("at", str(limit)))


def _unless_null(body: Body) -> Body:
    if not body:
        return ()
    argument = as_argument(body)
    return (Do("unlessNull", ("at", argument)),) if argument else (If(("at.value !== null",), body),)


def _narrowed(check: str, rules: Iterable[Statement]) -> Body:
    """Rules for values that have the right JSON type."""
    body = tuple(rules)
    return (If((f"{check}(at)",), body),) if body else (Do(check, ("at",)),)


def _check(kind: Type) -> str:
    """The function that notes when a value has another JSON type."""
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
            raise AssertionError(kind)  # these take more than one function, or none
        case _:
            assert_never(kind)
