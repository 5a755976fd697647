"""The bodies of the functions behind `validate`: every finding, with its pointer, level, rule and message.

They go through an object as the verdicts do. All checks take the findings so far, a pointer and a value.
"""

from collections.abc import Iterator
from typing import assert_never

from sealwax.contract import messages
from sealwax.contract.checking import SPELLINGS, RuleId
from sealwax.contract.model import (
    AnyObject,
    AnyValue,
    Boolean,
    Condition,
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
from sealwax.frozen import replace
from sealwax.languages.typescript import access, literal, string, type_name
from sealwax.naming import pascal, plural, screaming
from sealwax.targets.typescript.catalogue import classification_key
from sealwax.targets.typescript.conditions import PatternTable, Tests, fits, holds, other_number, outside, raised
from sealwax.targets.typescript.statements import Case, Do, Each, For, If, Statement, Switch

Body = tuple[Statement, ...]


def checks(target: Record | Enum | Text) -> str:
    """The function that notes the findings about a value of a named type."""
    return f"check{pascal(target.name)}"


def error(at: str, rule: RuleId, message: str) -> Do:
    return Do("error", ("found", at, string(rule.value), string(message)))


def advise(at: str, rule: RuleId, message: str) -> Do:
    return Do("advise", ("found", at, string(rule.value), string(message)))


# -- named types ------------------------------------------------------------------------------------------------------


def text_findings(text: Text, patterns: PatternTable) -> Body:
    return _Findings(Tests(patterns, screaming(text.name))).string(text.string, "value", "at")


def enum_findings(enum: Enum, patterns: PatternTable) -> Body:
    """What an enum does not list is wrong, or worth telling."""
    if not enum.open:
        unlisted: Body = (error("at", RuleId.ENUM, messages.not_listed(enum)),)
        return (If((f"expectText(found, at, value) && !{fits(enum)}(value)",), unlisted),)
    found: list[Statement] = [advise("at", RuleId.UNKNOWN_VALUE, messages.unknown_value(enum))]
    if enum.case is not None:
        spelling = SPELLINGS[enum.case].pattern
        name = patterns.name(Pattern(spelling, spelling, grouped=False), screaming(enum.case))
        found.append(If((f"!{name}.test(value)",), (advise("at", RuleId.LETTER_CASE, messages.wrong_case(enum)),)))
    listed = f"Object.values({type_name(enum.name)}).includes(value)"
    return (If((f"expectText(found, at, value) && !{listed}",), tuple(found)),)


# -- objects ----------------------------------------------------------------------------------------------------------


def record_findings(record: Record, patterns: PatternTable) -> Body:
    """The findings about a record."""
    bodies = {each.name: _field(each, record.fields, record.name, patterns) for each in record.fields}
    return _object(bodies, record.open, _absent(record.fields), _undeclared(record))


def envelope_findings(envelope: Envelope, patterns: PatternTable) -> Body:
    """An object whose tag is missing or belongs to no outcome is held to what the envelope says in general."""
    general = {each.name: _field(each, envelope.fields, envelope.name, patterns) for each in envelope.fields}
    cases = [(test, each.name, each.fields) for each in envelope.outcomes if (test := _marked(each))]
    if not cases:
        return _object(general, envelope.open, _absent(envelope.fields))
    bodies = {
        name: _in_case([(test, _field_of(name, fields, owner, patterns)) for test, owner, fields in cases], body)
        for name, body in general.items()
    }
    absent = _in_case([(test, _absent(fields)) for test, _, fields in cases], _absent(envelope.fields))
    return _object(bodies | _wrong_tag(envelope, general, patterns), envelope.open, absent)


def dispatched_findings(envelope: Envelope, patterns: PatternTable) -> Body:
    """The same by functions for each outcome, which the envelopes of several tools can share."""
    cases = [(_marked(each), Do(f"check{pascal(each.name)}", ("found", "at", "value"))) for each in envelope.outcomes]
    no_object = If(("!expectObject(found, at, value)",), ("return;",))
    if isinstance(envelope.mark, Presence):
        (first, there), (_, other) = cases
        return no_object, If((first,), (there,), (other,))
    general = {each.name: _field(each, envelope.fields, envelope.name, patterns) for each in envelope.fields}
    if envelope.mark is None:
        return _object(general, envelope.open, _absent(envelope.fields))
    rest = _object(general | _wrong_tag(envelope, general, patterns), envelope.open, _absent(envelope.fields))
    for test, check in reversed(cases):
        rest = (If((test,), (check,), rest),)
    return no_object, *rest


def outcome_findings(outcome: Outcome, is_open: bool, patterns: PatternTable) -> Body:
    bodies = {each.name: _field(each, outcome.fields, outcome.name, patterns) for each in outcome.fields}
    return _object(bodies, is_open, _absent(outcome.fields))


def _marked(outcome: Outcome) -> str:
    """The condition under which an object is marked as this outcome; empty when nothing marks it."""
    match outcome.mark:
        case Tag(field, value):
            return f"{access('value', field)} === {literal(value)}"
        case Presence(field, expected):
            return f"{'' if expected else '!'}has(value, {string(field)})"
        case None:
            return ""
        case _:
            assert_never(outcome.mark)


def _field_of(name: str, fields: tuple[Field, ...], owner: str, patterns: PatternTable) -> Body:
    return _field(next(each for each in fields if each.name == name), fields, owner, patterns)


def _in_case(cases: list[tuple[str, Body]], general: Body) -> Body:
    """What is done in each case, or else in general; what is done at the end of all of them stands after."""
    own = [(test, body) for test, body in cases if body != general]
    bodies = [general, *(body for _, body in own)]
    shared = 0
    while own and all(body[len(body) - shared - 1 :] == general[len(general) - shared - 1 :] != () for body in bodies):
        shared += 1
    rest: Body = general[: len(general) - shared]
    for test, body in reversed(own):
        rest = (If((test,), body[: len(body) - shared], rest),)
    return *rest, *general[len(general) - shared :]


def _undeclared(record: Record) -> Body:
    """What is said about a key that a tiered record does not name."""
    if not record.tiered:
        return ()
    found = advise("follow(at, key)", RuleId.UNDECLARED, messages.undeclared(record))
    tests = " && ".join(f"!key.startsWith({string(prefix)})" for prefix in record.free_prefixes)
    return (If((tests,), (found,)),) if tests else (found,)


def _object(bodies: dict[str, Body], is_open: bool, absent: Body, unnamed: Body = ()) -> Body:
    """The findings about an object: key by key, with those that are dealt with alike together."""
    labels: dict[Body, list[str]] = {}
    for name, body in bodies.items():
        labels.setdefault(body, []).append(string(name))
    # Names of a contract need no escapes in a pointer, other keys may.
    unknown = error("follow(at, key)", RuleId.UNKNOWN_KEY, messages.UNKNOWN_KEY)
    free = Do("expectJson", ("found", "follow(at, key)", "value[key]"))
    default: Body = (free, *unnamed) if is_open else (unknown,)
    cases = tuple(Case(tuple(names), body) for body, names in labels.items())
    inside: Body = (
        ("const item = value[key];", "const place = `${at}/${key}`;", Switch("key", cases, default))
        if cases
        else default
    )
    return (
        If(("!expectObject(found, at, value)",), ("return;",)),
        For("const key in value", inside),
        *absent,
    )


def _field(each: Field, fields: tuple[Field, ...], owner: str, patterns: PatternTable) -> Body:
    tests = Tests(patterns, f"{screaming(owner)}_{screaming(each.name)}")
    body = _Findings(tests).value(each.type, "item", "place")
    if each.number_of is not None:
        mistake = error("place", RuleId.PAIR, messages.wrong_number(each.number_of))
        body += (If((f"Number.isInteger(item) && {other_number(each.number_of, 'item')}",), (mistake,)),)
    body += _classification(each, fields)
    for old in each.superseded:
        body += (Do("superseded", ("found", "place", "item", string(old.name), string(messages.superseded(old)))),)
    return (If(("item !== null",), body),) if each.readers_accept_null else body


def _classification(each: Field, fields: tuple[Field, ...]) -> Body:
    code = next((other for other in fields if other.name == each.follows), None)
    if code is None or not isinstance(code.type, Reference) or not isinstance(code.type.target, Enum):
        return ()
    enum = code.type.target
    usual = f"entry({plural(enum.name)}, {access('value', code.name)})?.{classification_key(enum)}"
    return (Do("classified", ("found", "place", "item", usual, string(messages.classification(each)))),)


def _wrong_tag(envelope: Envelope, general: dict[str, Body], patterns: PatternTable) -> dict[str, Body]:
    """The tag when it has a value of its type that belongs to neither outcome; true and false leave no other."""
    marks = [outcome.mark for outcome in envelope.outcomes]
    values = [mark.value for mark in marks if isinstance(mark, Tag)]
    if envelope.mark is None or all(isinstance(value, bool) for value in values):
        return {}
    tag = envelope.mark.field
    kind = next(each.type for each in envelope.fields if each.name == tag)
    neither = " && ".join(f"item !== {literal(value)}" for value in values)
    wrong = " || ".join(Tests(patterns, screaming(envelope.name)).wrong(kind, "item"))
    mistake: Body = (error("place", RuleId.CONSTANT, messages.wrong_tag(envelope)),)
    return {tag: (*general[tag], If((f"{neither} && !({wrong})",), mistake))}


# -- keys that are not there ------------------------------------------------------------------------------------------


def _absent(fields: tuple[Field, ...]) -> Body:
    """What is always wanted comes first, then what is wanted under a condition."""
    plain = [each for each in fields if raised(each) is None or each.required]
    always = (*_wanted(plain, Level.MUST), *_wanted(plain, Level.SHOULD))
    return *always, *(
        _raised(each, found.condition, found.level) for each in fields if (found := raised(each)) and not each.required
    )


def _raised(each: Field, condition: Condition, level: Level) -> Statement:
    stronger = tuple(_wanted([replace(each, level=level)], level))
    return If(holds(condition), stronger, tuple(_wanted([each], each.level)))


def _wanted(fields: list[Field], level: Level) -> Iterator[Do]:
    keys = tuple(string(each.name) for each in fields if each.level is level)
    if keys and level is not Level.MAY:
        yield Do(level.value, ("found", "at", "value", *keys))


# -- values -----------------------------------------------------------------------------------------------------------


class _Findings:
    """Statements that note what is wrong with a value."""

    def __init__(self, tests: Tests) -> None:
        self.tests = tests

    def value(self, kind: Type, item: str, at: str) -> Body:
        match kind:
            case Constant():
                wrong = self.tests.wrong(kind, item)
                return (If(wrong, (error(at, RuleId.CONSTANT, messages.expected(kind)),)),)
            case Integer() | Number():
                return self.number(kind, item, at)
            case String():
                return self.string(kind, item, at)
            case Nullable(inner):
                return (If((f"{item} !== null",), self.value(inner, item, at)),)
            case ListOf() | MapOf():
                return self.members(kind, item, at)
            case Null() | Boolean() | AnyValue() | AnyObject() | Payload() | Reference():
                return (f"{_check(kind)}(found, {at}, {item});",)
            case _:
                assert_never(kind)

    def number(self, kind: Integer | Number, item: str, at: str) -> Body:
        rules: list[Statement] = []
        if kind.minimum is not None:
            message = error(at, RuleId.MINIMUM, messages.too_small(kind.minimum))
            rules.append(If(outside(item, kind.minimum, None), (message,)))
        if kind.maximum is not None:
            message = error(at, RuleId.MAXIMUM, messages.too_large(kind.maximum))
            rules.append(If(outside(item, None, kind.maximum), (message,)))
        return _narrowed(f"{_check(kind)}(found, {at}, {item})", rules)

    def string(self, kind: String, item: str, at: str) -> Body:
        texts = {
            RuleId.MIN_LENGTH: kind.min_length is not None and messages.too_short(kind.min_length),
            RuleId.MAX_LENGTH: kind.max_length is not None and messages.too_long(kind.max_length),
            RuleId.PATTERN: kind.pattern is not None and messages.no_match(kind.pattern),
            RuleId.FORMAT: kind.format is not None and messages.wrong_format(kind.format),
        }
        rules: list[Statement] = [
            If((test,), (error(at, RuleId(rule), texts[RuleId(rule)] or ""),))
            for test, rule in self.tests.string(kind, item)
        ]
        return _narrowed(f"expectText(found, {at}, {item})", rules)

    def members(self, kind: ListOf | MapOf, item: str, at: str) -> Body:
        """What a list or a map holds, after the number of items."""
        limits: list[Statement] = []
        if isinstance(kind, ListOf):
            inner, head = kind.item, "eachItem"
            if kind.min_items is not None:
                few = error(at, RuleId.MIN_ITEMS, messages.too_few(kind.min_items))
                limits.append(If((f"{item}.length < {kind.min_items}",), (few,)))
            if kind.max_items is not None:
                many = error(at, RuleId.MAX_ITEMS, messages.too_many(kind.max_items))
                limits.append(If((f"{item}.length > {kind.max_items}",), (many,)))
        else:
            inner, head = kind.value, "eachValue"
        call = f"{head}(found, {at}, {item}, "
        check = _plain_check(inner)
        each = f"{call}{check});" if check else Each(call, self.value(inner, "value", "at"))
        return _narrowed(f"{_check(kind)}(found, {at}, {item})", [*limits, each])


def _plain_check(kind: Type) -> str:
    """The function that is all there is to check of a type, if one is."""
    limited = isinstance(kind, Integer | Number) and (kind.minimum is not None or kind.maximum is not None)
    if limited or (isinstance(kind, String) and kind != String()):
        return ""
    return "" if isinstance(kind, Constant | Nullable | ListOf | MapOf) else _check(kind)


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
        case String() | Constant():
            return "expectText"
        case AnyValue():
            return "expectJson"
        case AnyObject() | Payload():
            return "expectJsonObject"
        case ListOf():
            return "expectList"
        case MapOf():
            return "expectObject"
        case Nullable(inner):
            return _check(inner)
        case Reference(target):
            return checks(target)
        case _:
            assert_never(kind)


def _narrowed(test: str, rules: list[Statement]) -> Body:
    """Rules for values that have the right JSON type."""
    if not rules:
        return (f"{test};",)
    return (If((test,), tuple(rules)),)
