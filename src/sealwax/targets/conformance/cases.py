"""The cases of a conformance file: the examples of a contract, then values at every limit of its check plan."""

from collections import Counter
from collections.abc import Iterator

from sealwax.contract.model import Absent, Contract, Example, Json, Level, Text
from sealwax.frozen import frozen
from sealwax.languages import json_line
from sealwax.meaning import checks
from sealwax.meaning.findings import RuleId
from sealwax.meaning.interpreter import check, holds
from sealwax.meaning.lowering import lower
from sealwax.meaning.samples import Samples
from sealwax.meaning.wording import condition_words
from sealwax.rendering import Finished
from sealwax.targets.conformance.variations import KINDS, MOST_VALUES, enum_values, listing, strings, variations

Members = dict[str, Json]

EXTRA_KEYS = ("x_other", "a/b~c", "__proto__")
"""Keys that no contract declares: a plain one, one that needs escaping in a pointer, and one special to JavaScript."""

ENOUGH = 1000
"""With more cases than this, the remaining types only get whole values, to limit the size of the file."""


@frozen
class Case:
    """A value, and the type to check it against."""

    title: str
    type: str
    value: Json


@frozen
class Shape:
    """An object to make cases for: a record, or an outcome of an envelope."""

    name: str
    type: str
    """The type to check its cases against."""
    check: checks.ObjectCheck


def lines(contract: Contract) -> Iterator[Finished]:
    """The cases without duplicates of a value for a type. Titles are made unique with numbers."""
    plan = lower(contract)
    seen: set[tuple[str, str]] = set()
    titles: Counter[str] = Counter()
    for case in _cases(contract, plan):
        key = (case.type, repr(case.value))
        if key not in seen:
            seen.add(key)
            titles[case.title] += 1
            number = titles[case.title]
            title = case.title if number == 1 else f"{case.title} ({number})"
            found = check(plan, case.type, case.value, decoded=True)
            findings: list[Json] = [
                {"pointer": each.pointer, "level": each.level, "rule": each.rule, "message": each.message}
                for each in found
            ]
            yield json_line({"title": title, "type": case.type, "value": case.value, "findings": findings})


def _cases(contract: Contract, plan: checks.Plan) -> Iterator[Case]:
    """All cases in contract order. A value can occur twice."""
    samples = Samples(plan.types)
    tiers = tuple(tier.prefix for tier in contract.tiers if tier.prefix)
    yield from _examples(contract)
    yield from _of_envelope(plan, samples)
    for text in contract.texts:
        yield from _of_other_kinds(text.name)
        yield from _of_text(text, plan)
    for enum in contract.enums:
        yield from _of_other_kinds(enum.name)
        for what, value in enum_values(plan.types[enum.name].check):
            yield Case(f"{enum.name}: {what}", enum.name, value)
    for tool in contract.tools:
        yield from _of_tool(tool.envelope.name, plan, samples)
    count = 0
    for record in contract.records:
        (shape,) = _shapes(record.name, plan)
        if count > ENOUGH:
            yield from _of_whole_values(shape, samples)
            continue
        for case in (*_of_other_kinds(record.name), *_of_object(shape, samples, tiers)):
            count += 1
            yield case


def _examples(contract: Contract) -> Iterator[Case]:
    groups: list[tuple[str, tuple[Example, ...]]] = [("Example", contract.examples)]
    groups += [(f"Anti-pattern, {each.title}", each.bad + each.good) for each in contract.anti_patterns]
    for group, examples in groups:
        for example in examples:
            if not isinstance(example.value, Absent):
                yield Case(f"{group}: {example.title}", example.subject.name, example.value)
    for builder in contract.builders:
        for made in builder.examples:
            yield Case(f"Example of {builder.name}: {made.title}", contract.envelope.name, made.result)
    for merging in (contract.merging,) if contract.merging is not None else ():
        for merged in merging.examples:
            yield Case(f"Example of {merging.name}: {merged.title}", contract.envelope.name, merged.result)


def _of_other_kinds(name: str) -> Iterator[Case]:
    yield from (Case(f"{name}: {what}", name, value) for what, value in KINDS)


def _of_text(text: Text, plan: checks.Plan) -> Iterator[Case]:
    check = plan.types[text.name].check
    yield from (Case(f"{text.name}: {form.title}", text.name, form.example) for form in text.forms)
    if isinstance(check, checks.StringCheck):
        yield from (Case(f"{text.name}: {what}", text.name, value) for what, value in strings(check))
    for form in text.forms:
        yield Case(f"{text.name}: {form.title}, without its last character", text.name, form.example[:-1])
        yield Case(f"{text.name}: {form.title}, followed by a line break", text.name, f"{form.example}\n")


# -- envelopes --------------------------------------------------------------------------------------------------------


def _shapes(name: str, plan: checks.Plan) -> tuple[Shape, ...]:
    check = plan.types[name].check
    if isinstance(check, checks.CasesCheck):
        names = [case.type.name for case in check.cases]
        return tuple(Shape(each, name, plan.object(each)) for each in names)
    return (Shape(name, name, plan.object(name)),)


def _of_envelope(plan: checks.Plan, samples: Samples) -> Iterator[Case]:
    yield from _of_other_kinds(plan.envelope)
    shapes = _shapes(plan.envelope, plan)
    for shape in shapes:
        yield from _of_object(shape, samples)
        base = samples.members(shape.check, Level.SHOULD)
        if not isinstance(base, Absent):
            yield from _of_tags(shape, plan, base, samples)
            yield from _of_other_shapes(shape, shapes, base, samples)


def _of_tags(shape: Shape, plan: checks.Plan, base: Members, samples: Samples) -> Iterator[Case]:
    """Other values of the field that identifies the outcome."""
    check = plan.types[plan.envelope].check
    if isinstance(check, checks.CasesCheck) and check.otherwise is not None:
        for tag in check.otherwise.rules:
            for what, value in variations(tag.check, samples):
                yield _with_key(shape, base, tag.key, what, value)


def _of_other_shapes(shape: Shape, shapes: tuple[Shape, ...], base: Members, samples: Samples) -> Iterator[Case]:
    """Keys of other outcomes only."""
    own = {row.key for row in shape.check.rows}
    for other in shapes:
        for row in other.check.rows:
            value = samples.smallest(row.check)
            if row.key not in own and not isinstance(value, Absent):
                yield _with_key(shape, base, row.key, f"a key of {other.name}", value)


def _of_tool(name: str, plan: checks.Plan, samples: Samples) -> Iterator[Case]:
    """The outcomes with the payload of a tool; the others are the same for all tools."""
    for shape in _shapes(name, plan):
        if plan.types[shape.name].role is checks.Role.OUTCOME:
            yield from _of_whole_values(shape, samples)
        else:
            yield from _of_object(shape, samples)


# -- objects ----------------------------------------------------------------------------------------------------------


def _of_object(shape: Shape, samples: Samples, tiers: tuple[str, ...] = ()) -> Iterator[Case]:
    base = samples.members(shape.check, Level.SHOULD)
    if isinstance(base, Absent):
        return
    yield from _of_whole_values(shape, samples)
    for row in shape.check.rows:
        yield Case(f"{shape.name}: without {row.key}", shape.type, _without(base, row.key))
        for what, member in variations(row.check, samples):
            yield _with_key(shape, base, row.key, what, member)
        yield from _of_row_rules(shape, row, base, samples)
    is_tiered = any(others.message.rule is RuleId.UNDECLARED for others in shape.check.other_keys)
    prefixed = [f"{prefix}undeclared" for prefix in tiers if is_tiered]
    for key in (*EXTRA_KEYS, *prefixed):
        yield Case(f"{shape.name}: with the unknown key {key}", shape.type, {**base, key: 1})


def _of_whole_values(shape: Shape, samples: Samples) -> Iterator[Case]:
    for least, what in (
        (Level.SHOULD, "all recommended keys"),
        (Level.MUST, "only required keys"),
        (Level.MAY, "all keys"),
    ):
        value = samples.members(shape.check, least)
        if not isinstance(value, Absent):
            yield Case(f"{shape.name}: {what}", shape.type, value)


def _with_key(shape: Shape, base: Members, key: str, what: str, value: Json) -> Case:
    return Case(f"{shape.name} /{key}: {what}", shape.type, {**base, key: value})


def _without(base: Members, key: str) -> Members:
    return {each: value for each, value in base.items() if each != key}


# -- rules between keys -----------------------------------------------------------------------------------------------


def _of_row_rules(shape: Shape, row: checks.Row, base: Members, samples: Samples) -> Iterator[Case]:
    """Cases that depend on other keys: conditions, superseded keys, classifications, numbers."""
    for missing in row.missing:
        if missing.when:
            yield from _of_condition(shape, row, missing.when, base, samples)
    inner = base.get(row.key, {})
    for rule in row.rules:
        if isinstance(rule, checks.Lookup) and rule.kind is checks.JsonKind.STRING:
            yield from _of_classification(shape, row, rule, base, samples)
        elif isinstance(rule, checks.Lookup):
            yield from _of_numbers(shape, row.key, rule, base)
        elif isinstance(inner, dict):
            what = f"with the superseded key {rule.key}"
            yield _with_key(shape, base, row.key, what, {**inner, rule.key: []})


def _of_condition(
    shape: Shape, row: checks.Row, condition: tuple[checks.Test, ...], base: Members, samples: Samples
) -> Iterator[Case]:
    words = condition_words(condition)
    by_key = {each.key: each for each in shape.check.rows}
    if any(test.key not in by_key for test in condition):
        return  # it tests a key of another outcome
    met, value = _meet(condition, by_key, base, samples), samples.smallest(row.check)
    yield Case(f"{shape.name}: without {row.key}, where {words}", shape.type, _without(met, row.key))
    if not isinstance(value, Absent):
        yield Case(f"{shape.name}: with {row.key}, where {words}", shape.type, {**met, row.key: value})
    for test in condition:
        check = by_key[test.key].check
        for _, other in variations(check, samples):
            unmet = _without({**met, test.key: other}, row.key)
            if samples.is_valid(check, other) and not holds(condition, {**unmet}):
                yield Case(f"{shape.name}: without {row.key}, where not {words}", shape.type, unmet)


def _meet(condition: tuple[checks.Test, ...], rows: dict[str, checks.Row], base: Members, samples: Samples) -> Members:
    """The object, changed so that a condition holds."""
    met = dict(base)
    for test in condition:
        match test:
            case checks.HasValue(key, values):
                met[key] = values[0]
            case checks.HasKey(key, expected):
                value = samples.smallest(rows[key].check)
                if not expected:
                    met.pop(key, None)
                elif not isinstance(value, Absent):
                    met.setdefault(key, value)
    return met


def _of_classification(
    shape: Shape, row: checks.Row, rule: checks.Lookup, base: Members, samples: Samples
) -> Iterator[Case]:
    code, kind = next(iter(rule.table.items()))
    check = row.check.inner if isinstance(row.check, checks.NullableCheck) else row.check
    listed = listing(samples.types[check.name].check if isinstance(check, checks.TypeRef) else check)
    others = [each for each in (rule.table.values() if listed is None else listed.values) if each != kind]
    for what, given_code, given in (
        ("the value in the catalogue", code, kind),
        ("another value than in the catalogue", code, others[0] if others else "no_such_value"),
        ("an unknown value", code, "no_such_value"),
        ("with an unknown code", "NO_SUCH_CODE", kind),
    ):
        yield _with_key(shape, _with_code(base, rule.path, given_code), row.key, what, given)


def _of_numbers(shape: Shape, key: str, rule: checks.Lookup, base: Members) -> Iterator[Case]:
    """Each code with its number, and with another number."""
    numbers = {code: int(number) for code, number in rule.table.items()}
    for code, number in list(numbers.items())[:MOST_VALUES]:
        other = next((each for each in numbers.values() if each != number), number + 1)
        pairs: tuple[tuple[str, int | float], ...] = (
            (f"the number of {code}", number),
            (f"the number of {code} as a float", float(number)),
            (f"another number than for {code}", other),
        )
        for what, given in pairs:
            value = _with_code({**base, key: given}, rule.path, code)
            yield Case(f"{shape.name} /{key}: {what}", shape.type, value)
    value = _with_code({**base, key: 1}, rule.path, "no_such_code")
    yield Case(f"{shape.name} /{key}: a number with an unknown code", shape.type, value)


def _with_code(base: Members, path: tuple[str, ...], code: str) -> Members:
    name, *below = path
    inner = base.get(name)
    if not below:
        return {**base, name: code}
    return {**base, name: _with_code(inner if isinstance(inner, dict) else {}, tuple(below), code)}
