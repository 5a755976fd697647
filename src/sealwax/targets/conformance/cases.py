"""The cases of a conformance file: the examples of a contract, then values at every limit of its check plan."""

from collections import Counter
from collections.abc import Iterable, Iterator
from hashlib import blake2b
from itertools import product

from sealwax.contract.model import Absent, Contract, Example, Json, Text
from sealwax.languages import json_line
from sealwax.meaning import checks
from sealwax.meaning.interpreter import check
from sealwax.meaning.lowering import lower
from sealwax.meaning.samples import Samples
from sealwax.rendering import Finished
from sealwax.targets.conformance import variations as vary
from sealwax.targets.conformance.objects import (
    SEPARATE,
    Case,
    Members,
    Room,
    Shape,
    of_object,
    of_whole_values,
)


def lines(contract: Contract) -> Iterator[Finished]:
    """The cases without duplicates of a value for a type. Titles are made unique with numbers."""
    plan = lower(contract)
    seen: set[bytes] = set()
    titles: Counter[str] = Counter()
    for case in _cases(contract, plan):
        key = blake2b(f"{case.type} {case.value!r}".encode("utf-8", "surrogatepass"), digest_size=16).digest()
        if key not in seen:
            seen.add(key)
            titles[case.title] += 1
            number = titles[case.title]
            title = case.title if number == 1 else f"{case.title} ({number})"
            found = check(plan, case.type, case.value)
            findings: list[Json] = [
                {"pointer": each.pointer, "level": each.level, "rule": each.rule, "message": each.message}
                for each in found
            ]
            yield json_line({"title": title, "type": case.type, "value": case.value, "findings": findings})


def _cases(contract: Contract, plan: checks.Plan) -> Iterator[Case]:
    """All cases in contract order. A value can occur twice."""
    samples, room = Samples(plan.types), Room()
    tiers = tuple(tier.prefix for tier in contract.tiers if tier.prefix)
    yield from _examples(contract)
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
        yield from of_object(shape, tiers)


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


def _of_values(name: str, values: Iterable[vary.Variation] = ()) -> Iterator[Case]:
    """Values of every JSON type, then other values."""
    yield from (Case(f"{name}: {what}", name, value) for what, value in (*vary.KINDS, *values))


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


def _shapes(name: str, plan: checks.Plan, samples: Samples, room: Room) -> list[Shape]:
    check = plan.types[name].check
    names = [case.type.name for case in check.cases] if isinstance(check, checks.CasesCheck) else [name]
    return [Shape(each, name, plan.object(each), samples, room) for each in names]


def _of_envelope(plan: checks.Plan, samples: Samples, room: Room) -> Iterator[Case]:
    yield from _of_values(plan.envelope)
    shapes = _shapes(plan.envelope, plan, samples, room)
    for shape in shapes:
        yield from of_object(shape)
        base = shape.base()
        yield from _of_tags(shape, plan, base)
        yield from _of_other_shapes(shape, shapes, base)


def _of_tags(shape: Shape, plan: checks.Plan, base: Members) -> Iterator[Case]:
    """Other values of the field that identifies the outcome."""
    check = plan.types[plan.envelope].check
    if isinstance(check, checks.CasesCheck) and check.otherwise is not None:
        for tag in check.otherwise.rules:
            for what, value in vary.variations(tag.check, shape.samples):
                yield shape.with_key(base, tag.key, what, value)


def _of_other_shapes(shape: Shape, shapes: list[Shape], base: Members) -> Iterator[Case]:
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


def _of_tool(name: str, plan: checks.Plan, samples: Samples, room: Room) -> Iterator[Case]:
    """The outcomes with the payload of a tool; the others are the same for all tools."""
    for shape in _shapes(name, plan, samples, room):
        is_shared = plan.types[shape.name].role is checks.Role.OUTCOME
        yield from of_whole_values(shape) if is_shared else of_object(shape)
