"""The cases of a conformance file: the examples of a contract, then values at every limit of its check plan."""

from collections import Counter
from collections.abc import Iterable, Iterator
from hashlib import blake2b
from itertools import product
from typing import assert_never

from msgspec import Struct

from sealwax.contract.model import Absent, Contract, Example, Json, Level, Text
from sealwax.languages import json_line
from sealwax.meaning import checks
from sealwax.meaning.checks.interpreter import check, holds
from sealwax.meaning.checks.lowering import lower
from sealwax.meaning.checks.samples import Samples
from sealwax.meaning.findings import RuleId
from sealwax.meaning.wording import condition_words
from sealwax.rendering import Finished
from sealwax.targets.conformance import variations as vary

Members = dict[str, Json]

EXTRA_KEYS = ("x_other", "a/b~c", "__proto__")
"""Keys that no contract declares: a plain one, one that needs escaping in a pointer, and one special to JavaScript."""
MAX_PREFIXES = 20
"""The largest number of tiers with a case for an undeclared key."""
SEPARATE = 1_000_000
"""When cases cost more than this, the keys of an object share them: one case has the first value of each key, …"""
ALL = 5_000_000
"""When cases cost more than this, there are none for rules between keys, nor for values longer than `SHORT`."""
SHORT = 200
FEW_FINDINGS, PER_FINDING = 5, 150
"""A case with more findings counts with them, such as one with an empty object in place of a large one."""
OVERHEAD, PER_ROW = 100, 20
"""What a case costs beside its characters: for its title, and for checking each key and each rule about it."""


class ConformanceCase(Struct, frozen=True):
    """A value, and the type to check it against."""

    title: str
    type: str
    value: Json


Cases = Iterator[ConformanceCase]


class Room:
    """Counts what the cases of a contract cost, roughly in characters."""

    def __init__(self) -> None:
        self.used = 0

    def take(self, size: int, limit: int) -> bool:
        """Count this cost; returns whether it is within the limit."""
        self.used += size
        return self.used <= limit

    def fits(self, value: Json) -> bool:
        """Whether there is room for a value. There always is for a short one."""
        size = len(repr(value))
        return size <= SHORT or self.take(size, ALL)

    def fits_findings(self, findings: int) -> bool:
        """Whether there is room for so many findings. There always is for a few."""
        return findings <= FEW_FINDINGS or self.take(findings * PER_FINDING, ALL)


class ObjectShape(Struct, frozen=True):
    """An object to make cases for: a record, or an outcome of an envelope."""

    name: str
    type: str
    """The type to check its cases against."""
    check: checks.ObjectCheck
    by_key: dict[str, checks.Check]
    """The checks of its rows."""
    samples: Samples
    room: Room

    def case(self, what: str, value: Json) -> ConformanceCase:
        return ConformanceCase(f"{self.name}: {what}", self.type, value)

    def with_key(self, base: Members, key: str, what: str, value: Json) -> ConformanceCase:
        return ConformanceCase(f"{self.name} /{key}: {what}", self.type, {**base, key: value})

    def base(self) -> Members:
        """All recommended keys; without those for which there is no small value. None if there is no room for them."""
        found = self.samples.members(self.check, Level.SHOULD, tolerant=True)
        return {} if isinstance(found, Absent) or not self.room.fits(found) else found

    def cost(self, base: Members) -> int:
        """What a case costs that differs from the base in one key."""
        return len(repr(base)) + OVERHEAD + PER_ROW * sum(1 + len(row.rules) for row in self.check.rows)


def lines(contract: Contract) -> Iterator[Finished]:
    """The cases without duplicates of a value for a type. Titles are made unique with numbers."""
    plan, room = lower(contract), Room()
    seen: set[bytes] = set()
    titles: Counter[str] = Counter()
    for case in _cases(contract, plan, room):
        key = blake2b(f"{case.type} {case.value!r}".encode("utf-8", "surrogatepass"), digest_size=16).digest()
        if key not in seen:
            seen.add(key)
            found = check(plan, case.type, case.value)
            if not room.fits_findings(sum(each.pointer.count("/") > 1 for each in found)):
                continue  # what is inside a key has cases of its own
            titles[case.title] += 1
            number = titles[case.title]
            title = case.title if number == 1 else f"{case.title} ({number})"
            findings: list[Json] = [
                {"pointer": each.pointer, "level": each.level, "rule": each.rule, "message": each.message}
                for each in found
            ]
            yield json_line({"title": title, "type": case.type, "value": case.value, "findings": findings})


def _cases(contract: Contract, plan: checks.Plan, room: Room) -> Cases:
    """All cases in contract order. A value can occur twice."""
    samples = Samples(plan.types)
    tiers = tuple(tier.prefix for tier in contract.tiers if tier.prefix)
    yield from (case for case in _examples(contract) if room.fits_findings(len(check(plan, case.type, case.value))))
    yield from _of_envelope(plan, samples, room)
    for text in contract.texts:
        yield from _of_values(text.name, _texts(text, plan))
    for enum in contract.enums:
        suggested = ((f"the suggestion {each.value}", each.value) for each in enum.values if enum.suggestions)
        yield from _of_values(enum.name, (*suggested, *vary.enum_values(plan.types[enum.name].check)))
    for tool in contract.tools:
        yield from _of_tool(tool.envelope.name, plan, samples, room)
    for record in contract.records:
        (shape,) = _shapes(record.name, plan, samples, room)
        yield from _of_values(record.name)
        yield from _of_object(shape, tiers)


def _examples(contract: Contract) -> Cases:
    groups: list[tuple[str, tuple[Example, ...]]] = [("Example", contract.examples)]
    groups += [(f"Anti-pattern, {each.title}", each.bad + each.good) for each in contract.anti_patterns]
    for group, examples in groups:
        for example in examples:
            if not isinstance(example.value, Absent):
                yield ConformanceCase(f"{group}: {example.title}", example.subject.name, example.value)
    for builder in contract.builders:
        for made in builder.examples:
            yield ConformanceCase(f"Example of {builder.name}: {made.title}", contract.envelope.name, made.result)
    for merging in (contract.merging,) if contract.merging is not None else ():
        for merged in merging.examples:
            yield ConformanceCase(f"Example of {merging.name}: {merged.title}", contract.envelope.name, merged.result)


def _of_values(name: str, values: Iterable[vary.Variation] = ()) -> Cases:
    """Values of every JSON type, then other values."""
    yield from (ConformanceCase(f"{name}: {what}", name, value) for what, value in (*vary.KINDS, *values))


def _texts(text: Text, plan: checks.Plan) -> Iterator[vary.Variation]:
    check = plan.types[text.name].check
    yield from ((form.title, form.example) for form in text.forms)
    yield from vary.strings(check) if isinstance(check, checks.StringCheck) else ()
    for form, ascent in product(text.forms, text.ascents):
        yield from ((f"{form.title}, {what}", value) for what, value in vary.ascents(form.example, ascent))
    for form in text.forms:
        yield f"{form.title}, without its last character", form.example[:-1]
        yield f"{form.title}, followed by a line break", f"{form.example}\n"


# -- envelopes --------------------------------------------------------------------------------------------------------


def _shapes(name: str, plan: checks.Plan, samples: Samples, room: Room) -> list[ObjectShape]:
    check = plan.types[name].check
    names = [case.type.name for case in check.cases] if isinstance(check, checks.CasesCheck) else [name]
    objects = {each: plan.object(each) for each in names}
    return [
        ObjectShape(each, name, found, {row.key: row.check for row in found.rows}, samples, room)
        for each, found in objects.items()
    ]


def _of_envelope(plan: checks.Plan, samples: Samples, room: Room) -> Cases:
    yield from _of_values(plan.envelope)
    shapes = _shapes(plan.envelope, plan, samples, room)
    for shape in shapes:
        yield from _of_object(shape)
        base = shape.base()
        yield from _of_tags(shape, plan, base)
        yield from _of_other_shapes(shape, shapes, base)


def _of_tags(shape: ObjectShape, plan: checks.Plan, base: Members) -> Cases:
    """Other values of the field that identifies the outcome."""
    check = plan.types[plan.envelope].check
    if isinstance(check, checks.CasesCheck) and check.otherwise is not None:
        for tag in check.otherwise.rules:
            for what, value in vary.variations(tag.check, shape.samples):
                yield shape.with_key(base, tag.key, what, value)


def _of_other_shapes(shape: ObjectShape, shapes: list[ObjectShape], base: Members) -> Cases:
    """Keys of other outcomes only."""
    own, together, cost = {row.key for row in shape.check.rows}, dict[str, Json](), shape.cost(base)
    for other in shapes:
        for row in other.check.rows:
            value = shape.samples.smallest(row.check)
            if row.key in own or isinstance(value, Absent):
                continue
            if shape.room.take(cost, SEPARATE):
                yield shape.with_key(base, row.key, f"a key of {other.name}", value)
            else:
                together[row.key] = value
    if together:
        yield shape.case("several keys of another outcome", {**base, **together})


def _of_tool(name: str, plan: checks.Plan, samples: Samples, room: Room) -> Cases:
    """The outcomes with the payload of a tool; the others are the same for all tools."""
    for shape in _shapes(name, plan, samples, room):
        is_shared = plan.types[shape.name].role is checks.Role.OUTCOME
        yield from _of_whole_values(shape) if is_shared else _of_object(shape)


# -- objects: whole values, then each key absent and at every limit ---------------------------------------------------


def _of_object(shape: ObjectShape, tiers: tuple[str, ...] = ()) -> Cases:
    base = shape.base()
    cost = shape.cost(base)
    yield from _of_whole_values(shape)
    together: list[tuple[str, list[vary.Variation]]] = []
    for row in shape.check.rows:
        found = list(vary.variations(row.check, shape.samples))
        if shape.room.take(cost * (len(found) + 1), SEPARATE):
            yield shape.case(f"without {row.key}", _without(base, row.key))
            yield from (shape.with_key(base, row.key, what, member) for what, member in found)
        else:
            together.append((row.key, found))
        for case in _of_row_rules(shape, row, base) if shape.room.used <= ALL else ():
            if not shape.room.take(cost, ALL):
                break
            yield case
    yield from _of_several_keys(shape, base, together)
    is_tiered = any(others.message.rule is RuleId.UNDECLARED for others in shape.check.other_keys)
    prefixed = [f"{prefix}undeclared" for prefix in tiers if is_tiered][:MAX_PREFIXES]
    for key in (*EXTRA_KEYS, *prefixed):
        yield shape.case(f"with the unknown key {key}", {**base, key: 1})


def _of_several_keys(shape: ObjectShape, base: Members, together: list[tuple[str, list[vary.Variation]]]) -> Cases:
    """The same variations, but of all these keys at once."""
    if not together:
        return
    absent = {key for key, _found in together}
    yield shape.case("without several keys", {key: value for key, value in base.items() if key not in absent})
    for at in range(max(len(found) for _key, found in together)):
        values = {key: found[at][1] for key, found in together if at < len(found)}
        kept = {key: value for key, value in values.items() if shape.room.fits(value)}
        yield shape.case(f"several keys at once, case {at + 1}", {**base, **kept})


def _of_whole_values(shape: ObjectShape) -> Cases:
    for least, what in (
        (Level.SHOULD, "all recommended keys"),
        (Level.MUST, "only required keys"),
        (Level.MAY, "all keys"),
    ):
        value = shape.samples.members(shape.check, least)
        if not isinstance(value, Absent) and shape.room.fits(value):
            yield shape.case(what, value)


def _without(base: Members, key: str) -> Members:
    return {each: value for each, value in base.items() if each != key}


# -- rules between keys -----------------------------------------------------------------------------------------------


def _of_row_rules(shape: ObjectShape, row: checks.Row, base: Members) -> Cases:
    """Cases that depend on other keys: conditions, superseded keys, classifications, numbers, sums."""
    for missing in row.missing:
        if missing.when:
            yield from _of_condition(shape, row, missing.when, base)
    inner = base.get(row.key, {})
    for rule in row.rules:
        match rule:
            case checks.Lookup(kind=checks.JsonKind.INTEGER):
                for what, code, value in _numbers(rule):
                    yield shape.with_key(_with_code(base, rule.path, code), row.key, what, value)
            case checks.Lookup():
                for what, code, value in _classifications(rule, row.check, shape.samples):
                    yield shape.with_key(_with_code(base, rule.path, code), row.key, what, value)
            case checks.Sum():
                yield from _of_sum(shape, row.key, rule, base)
            case checks.Expected(tests):
                yield from _of_expectation(shape, row, tests, base)
            case checks.ForbiddenKey(key):
                if isinstance(inner, dict):
                    yield shape.with_key(base, row.key, f"with the superseded key {key}", {**inner, key: []})
            case checks.DeprecatedKey():
                pass  # the cases with the key show it
            case _:
                assert_never(rule)


def _of_condition(shape: ObjectShape, row: checks.Row, condition: tuple[checks.Test, ...], base: Members) -> Cases:
    words = condition_words(condition)
    if any(test.key not in shape.by_key for test in condition):
        return  # it tests a key of another outcome
    met, value = _meet(shape, condition, base), shape.samples.smallest(row.check)
    yield shape.case(f"without {row.key}, where {words}", _without(met, row.key))
    if not isinstance(value, Absent):
        yield shape.case(f"with {row.key}, where {words}", {**met, row.key: value})
    for test in condition:
        for _, other in vary.variations(shape.by_key[test.key], shape.samples):
            unmet = _without({**met, test.key: other}, row.key)
            if shape.samples.is_valid(shape.by_key[test.key], other) and not holds(condition, unmet):
                yield shape.case(f"without {row.key}, where not {words}", unmet)


def _of_expectation(shape: ObjectShape, row: checks.Row, condition: tuple[checks.Test, ...], base: Members) -> Cases:
    """The key where it is expected, and where it is not."""
    words, value = condition_words(condition), shape.samples.smallest(row.check)
    if isinstance(value, Absent) or any(test.key not in shape.by_key for test in condition):
        return
    met = {**_meet(shape, condition, base), row.key: value}
    yield shape.case(f"with {row.key}, where {words}", met)
    for test in condition:
        check = shape.by_key[test.key]
        others = (other for _, other in vary.variations(check, shape.samples) if shape.samples.is_valid(check, other))
        for unmet in (_without(met, test.key), *({**met, test.key: other} for other in others)):
            if not holds(condition, unmet):
                yield shape.case(f"with {row.key}, where not {words}", unmet)


def _of_sum(shape: ObjectShape, key: str, rule: checks.Sum, base: Members) -> Cases:
    """The sum, other numbers, and parts that cannot be added up."""
    parts: Members = {part: at for at, part in enumerate(rule.keys, start=1)}
    count, largest, first = len(parts), 2**53 - 1, rule.keys[0]
    total = count * (count + 1) // 2
    for what, given in (
        ("the sum", {**parts, key: total}),
        ("the sum as a float", {**parts, key: float(total)}),
        ("more than the sum", {**parts, key: total + 1}),
        ("a sum without one of its parts", {**_without(parts, first), key: total + 1}),
        ("a sum with a part below 0", {**parts, first: -1, key: total + 1}),
        ("a sum with a large part", {**parts, first: largest, key: largest}),
    ):
        value = {each: item for each, item in {**base, **given}.items() if each in given or each not in parts}
        yield shape.case(f"/{key}: {what}", value)


def _meet(shape: ObjectShape, condition: tuple[checks.Test, ...], base: Members) -> Members:
    """The object, changed so that a condition holds."""
    met = dict(base)
    for test in condition:
        match test:
            case checks.HasValue(key, values):
                met[key] = values[0]
            case checks.HasKey(key, expected):
                value = shape.samples.smallest(shape.by_key[key])
                if not expected:
                    met.pop(key, None)
                elif not isinstance(value, Absent):
                    met.setdefault(key, value)
    return met


def _classifications(rule: checks.Lookup, check: checks.Check, samples: Samples) -> Iterator[tuple[str, str, Json]]:
    """A code with its classification, with other ones, and another code."""
    code, kind = next(iter(rule.table.items()))
    check = check.inner if isinstance(check, checks.NullableCheck) else check
    listed = vary.listing(samples.types[check.name].check if isinstance(check, checks.TypeRef) else check)
    others = [each for each in (rule.table.values() if listed is None else listed.values) if each != kind]
    yield "the value in the catalogue", code, kind
    yield "another value than in the catalogue", code, others[0] if others else "no_such_value"
    yield "an unknown value", code, "no_such_value"
    yield "with an unknown code", "NO_SUCH_CODE", kind


def _numbers(rule: checks.Lookup) -> Iterator[tuple[str, str, Json]]:
    """Each code with its number, and with another number."""
    numbers = {code: int(number) for code, number in rule.table.items()}
    for code, number in list(numbers.items())[: vary.MAX_VALUES]:
        yield f"the number of {code}", code, number
        yield f"the number of {code} as a float", code, float(number)
        other = next((each for each in numbers.values() if each != number), number + 1)
        yield f"another number than for {code}", code, other
    yield "a number with an unknown code", "no_such_code", 1


def _with_code(base: Members, path: tuple[str, ...], code: str) -> Members:
    name, *below = path
    inner = base.get(name)
    if not below:
        return {**base, name: code}
    return {**base, name: _with_code(inner if isinstance(inner, dict) else {}, tuple(below), code)}
