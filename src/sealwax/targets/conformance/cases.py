"""What goes into a conformance file: the examples of a contract, then values at every limit that it states."""

from collections.abc import Iterator
from typing import TypeAlias

from sealwax.contract.model import (
    Absent,
    Condition,
    Contract,
    Enum,
    Envelope,
    Example,
    Field,
    Json,
    Level,
    Numbering,
    OneOf,
    Outcome,
    Present,
    Record,
    Reference,
    Tag,
    Text,
    Tool,
)
from sealwax.frozen import frozen
from sealwax.meaning.interpreter import holds, is_valid
from sealwax.meaning.lowering import lower_condition
from sealwax.meaning.samples import Samples
from sealwax.meaning.wording import condition_words
from sealwax.targets.conformance.variations import KINDS, MOST_VALUES, strings, values_of, variations

Members = dict[str, Json]
Subject: TypeAlias = Envelope | Record | Enum | Text

EXTRA_KEYS = ("x_other", "a/b~c", "__proto__")
"""Keys that no contract names: a plain one, one that a pointer has to escape, and one that JavaScript trips over."""

ENOUGH = 1000
"""Cases from which on a type only gets its whole values: in a contract of that size, types are much alike."""


@frozen
class Case:
    """A value, and what it is held to."""

    title: str
    subject: Subject
    value: Json


def cases(contract: Contract) -> Iterator[Case]:
    """All cases of a contract, in its order; some values can come twice."""
    samples = Samples()
    yield from _examples(contract)
    yield from _of_envelope(contract.envelope, samples)
    for text in contract.texts:
        yield from _of_other_kinds(text)
        yield from _of_text(text)
    for enum in contract.enums:
        yield from _of_other_kinds(enum)
        yield from (Case(f"{enum.name}: {what}", enum, value) for what, value in values_of(enum))
    for tool in contract.tools:
        yield from _of_tool(tool, contract, samples)
    count = 0
    for record in contract.records:
        if count > ENOUGH:
            yield from _of_whole_values(record.name, record, record.fields, samples)
            continue
        for case in (*_of_other_kinds(record), *_of_object(record.name, record, record.fields, samples)):
            count += 1
            yield case


def _examples(contract: Contract) -> Iterator[Case]:
    groups: list[tuple[str, tuple[Example, ...]]] = [("Example", contract.examples)]
    groups += [(f"Anti-pattern, {each.title}", each.bad + each.good) for each in contract.anti_patterns]
    for group, examples in groups:
        for example in examples:
            if not isinstance(example.value, Absent):
                yield Case(f"{group}: {example.title}", example.subject, example.value)
    for builder in contract.builders:
        for made in builder.examples:
            yield Case(f"Example of {builder.name}: {made.title}", contract.envelope, made.result)
    for merging in (contract.merging,) if contract.merging is not None else ():
        for merged in merging.examples:
            yield Case(f"Example of {merging.name}: {merged.title}", contract.envelope, merged.result)


def _of_other_kinds(subject: Subject) -> Iterator[Case]:
    yield from (Case(f"{subject.name}: {what}", subject, value) for what, value in KINDS)


def _of_envelope(envelope: Envelope, samples: Samples) -> Iterator[Case]:
    yield from _of_other_kinds(envelope)
    for outcome in envelope.outcomes:
        yield from _of_object(outcome.name, envelope, outcome.fields, samples)
        base = samples.members(outcome.fields, Level.SHOULD)
        if not isinstance(base, Absent):
            yield from _of_mark(outcome, envelope, base, samples)


def _of_mark(outcome: Outcome, envelope: Envelope, base: Members, samples: Samples) -> Iterator[Case]:
    """What tells the outcomes apart: other values of a tag, the keys of another shape."""
    if isinstance(outcome.mark, Tag):
        tag = outcome.mark.field
        kind = next(field.type for field in envelope.fields if field.name == tag)
        for what, value in variations(kind, samples):
            yield _with_key(outcome.name, envelope, base, tag, what, value)
    for other in envelope.outcomes:
        for field in other.fields:
            value = samples.smallest(field.type)
            if field.name not in {each.name for each in outcome.fields} and not isinstance(value, Absent):
                yield _with_key(outcome.name, envelope, base, field.name, f"a key of {other.name}", value)


def _of_tool(tool: Tool, contract: Contract, samples: Samples) -> Iterator[Case]:
    """What a tool puts into the envelope; the rest is that of every response."""
    known = {outcome.name for outcome in contract.envelope.outcomes}
    for outcome in tool.envelope.outcomes:
        if outcome.name in known:
            yield from _of_whole_values(outcome.name, tool.envelope, outcome.fields, samples)
        else:
            yield from _of_object(outcome.name, tool.envelope, outcome.fields, samples)


def _of_text(text: Text) -> Iterator[Case]:
    yield from (Case(f"{text.name}: {form.title}", text, form.example) for form in text.forms)
    yield from (Case(f"{text.name}: {what}", text, value) for what, value in strings(text.string))
    for form in text.forms:
        yield Case(f"{text.name}: {form.title}, without its last character", text, form.example[:-1])
        yield Case(f"{text.name}: {form.title}, with a line break after it", text, f"{form.example}\n")


# -- objects ----------------------------------------------------------------------------------------------------------


def _of_object(name: str, subject: Subject, fields: tuple[Field, ...], samples: Samples) -> Iterator[Case]:
    base = samples.members(fields, Level.SHOULD)
    if isinstance(base, Absent):
        return
    yield from _of_whole_values(name, subject, fields, samples)
    for field in fields:
        yield Case(f"{name}: without {field.name}", subject, _without(base, field.name))
        for what, member in variations(field.type, samples):
            yield _with_key(name, subject, base, field.name, what, member)
        yield from _of_ties(name, subject, fields, field, base, samples)
    for key in (*EXTRA_KEYS, *_tier_keys(subject)):
        yield Case(f"{name}: with the unknown key {key}", subject, {**base, key: 1})


def _tier_keys(subject: Subject) -> Iterator[str]:
    """Keys that only their prefix puts into a tier."""
    for tier in subject.tiers if isinstance(subject, Record) else ():
        if tier.prefix:
            yield f"{tier.prefix}of_nobody"


def _of_whole_values(name: str, subject: Subject, fields: tuple[Field, ...], samples: Samples) -> Iterator[Case]:
    for least, what in ((Level.SHOULD, "what should be there"), (Level.MUST, "what must be there"), (Level.MAY, "all")):
        value = samples.members(fields, least)
        if not isinstance(value, Absent):
            yield Case(f"{name}: {what}", subject, value)


def _with_key(name: str, subject: Subject, base: Members, key: str, what: str, value: Json) -> Case:
    return Case(f"{name} /{key}: {what}", subject, {**base, key: value})


def _without(base: Members, name: str) -> Members:
    return {key: value for key, value in base.items() if key != name}


def _of_ties(
    name: str, subject: Subject, fields: tuple[Field, ...], field: Field, base: Members, samples: Samples
) -> Iterator[Case]:
    """What depends on other keys: conditions, old keys, classifications."""
    if field.conditional is not None and field.conditional.condition:
        yield from _of_condition(name, subject, fields, field, field.conditional.condition, base, samples)
    inner = base.get(field.name, {})
    for old in field.superseded:
        if isinstance(inner, dict):
            yield _with_key(name, subject, base, field.name, f"with the old key {old.name}", {**inner, old.name: []})
    if field.follows:
        yield from _of_classification(name, subject, fields, field, base)
    if field.number_of is not None:
        yield from _of_pairs(name, subject, field.name, field.number_of, base)


def _of_condition(
    name: str,
    subject: Subject,
    fields: tuple[Field, ...],
    field: Field,
    condition: Condition,
    base: Members,
    samples: Samples,
) -> Iterator[Case]:
    words = condition_words(condition)
    by_name = {each.name: each for each in fields}
    if any(test.field not in by_name for test in condition):
        return  # it asks for a key of another outcome
    met, value = _meet(condition, by_name, base, samples), samples.smallest(field.type)
    yield Case(f"{name}: without {field.name}, where {words}", subject, _without(met, field.name))
    if not isinstance(value, Absent):
        yield Case(f"{name}: with {field.name}, where {words}", subject, {**met, field.name: value})
    for test in condition:
        for _, other in variations(by_name[test.field].type, samples):
            unmet = _without({**met, test.field: other}, field.name)
            if is_valid(by_name[test.field].type, other) and not holds(lower_condition(condition), {**unmet}):
                yield Case(f"{name}: without {field.name}, where not {words}", subject, unmet)


def _meet(condition: Condition, fields: dict[str, Field], base: Members, samples: Samples) -> Members:
    """The object with other values for the fields that a condition tests, so that it holds."""
    met = dict(base)
    for test in condition:
        match test:
            case OneOf(field, values):
                met[field] = values[0]
            case Present(field, expected):
                value = samples.smallest(fields[field].type)
                if not expected:
                    met.pop(field, None)
                elif not isinstance(value, Absent):
                    met.setdefault(field, value)
    return met


def _of_classification(
    name: str, subject: Subject, fields: tuple[Field, ...], field: Field, base: Members
) -> Iterator[Case]:
    codes = next(each.type for each in fields if each.name == field.follows)
    if not isinstance(codes, Reference) or not isinstance(codes.target, Enum) or codes.target.classified_by is None:
        return
    entry = codes.target.values[0]
    others = [each.value for each in codes.target.classified_by.values if each.value != entry.classified_as]
    for what, code, given in (
        ("as the catalogue says", entry.value, entry.classified_as),
        ("another one than the catalogue says", entry.value, others[0] if others else "no_such_value"),
        ("one that nobody knows", entry.value, "no_such_value"),
        ("beside an unknown code", "NO_SUCH_CODE", entry.classified_as),
    ):
        yield Case(f"{name} /{field.name}: {what}", subject, {**base, field.follows: code, field.name: given})


def _of_pairs(name: str, subject: Subject, field: str, numbering: Numbering, base: Members) -> Iterator[Case]:
    """Each code beside its number, and beside a number that is not its own."""
    numbers = numbering.numbers
    for code, number in list(numbers.items())[:MOST_VALUES]:
        other = next((each for each in numbers.values() if each != number), number + 1)
        pairs: tuple[tuple[str, int | float], ...] = (
            (f"the number of {code}", number),
            (f"the number of {code} with a point", float(number)),
            (f"another number than that of {code}", other),
        )
        for what, given in pairs:
            value = _with_code({**base, field: given}, numbering.path, code)
            yield Case(f"{name} /{field}: {what}", subject, value)
    value = _with_code({**base, field: 1}, numbering.path, "no_such_code")
    yield Case(f"{name} /{field}: a number beside an unknown code", subject, value)


def _with_code(base: Members, path: tuple[str, ...], code: str) -> Members:
    name, *below = path
    inner = base.get(name)
    if not below:
        return {**base, name: code}
    return {**base, name: _with_code(inner if isinstance(inner, dict) else {}, tuple(below), code)}
