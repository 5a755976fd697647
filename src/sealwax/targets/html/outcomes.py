"""A full example of each outcome: one of the contract, with keys that others show, or one made from its types."""

from collections.abc import Iterable, Iterator
from typing import TypeAlias

from msgspec import Struct

from sealwax.contract import model as m
from sealwax.languages.html import anchor
from sealwax.meaning import checks
from sealwax.meaning.checks.interpreter import holds, run
from sealwax.meaning.checks.lowering import lower, outcome_test
from sealwax.meaning.checks.samples import Samples
from sealwax.meaning.codes.examples import failure_of
from sealwax.rendering import Finished
from sealwax.targets.html.illustrations import illustrated
from sealwax.targets.html.links import Anchors

MAX_TRIALS = 200
"""How many keys of other examples are tried: each trial is a validation."""
WIDTH = 64
"""The width up to which a value without documented keys stays on one line, in characters."""


class Line(Struct, frozen=True):
    """A value of an example, with the line of its key."""

    key: m.Json
    """The key; None for the root and for items of a list."""
    target: Finished
    """The anchor of the field; empty if the contract does not declare the key."""
    level: Finished
    """`must`, `should` or `may`; empty if the contract does not declare the key."""
    value: m.Json
    is_list: bool
    children: "tuple[Line, ...]"
    """The lines of an object or a list; none for a value on one line."""


class OutcomeExample(Struct, frozen=True):
    outcome: m.Outcome
    root: Line


def outcome_examples(contract: m.Contract, anchors: Anchors) -> tuple[OutcomeExample, ...]:
    """An example per outcome, for those outcomes that one was found for."""
    plan, found = lower(contract), []
    for at, outcome in enumerate(contract.envelope.outcomes):
        value, shape = _full(outcome, contract, plan), outcome
        if value is None:  # without examples, it is shown with the payload of the first tool
            shape = contract.tools[0].envelope.outcomes[at] if contract.tools else outcome
            value = _illustrated(shape, contract, plan)
        if value is not None:
            lines = _lines(value, shape.fields, shape.name, anchors)
            found.append(OutcomeExample(outcome, Line(None, *UNDECLARED, value, False, lines)))
    return tuple(found)


# -- values -----------------------------------------------------------------------------------------------------------


def _full(outcome: m.Outcome, contract: m.Contract, plan: checks.Plan) -> dict[str, m.Json] | None:
    """The largest example of an outcome, with keys that others have; None if there is none."""
    pool = [value for value in _examples(contract) if _has_outcome(outcome, value) and _is_clean(value, plan)]
    if not pool:
        return None
    pool.sort(key=lambda value: -len(str(value)))
    parts = [each.value for each in contract.examples if each.kind is m.ExampleKind.FRAGMENT]
    others = [*pool[1:], *(value for value in parts if isinstance(value, dict))]
    return _enriched(pool[0], others, outcome.fields, plan)


def _illustrated(outcome: m.Outcome, contract: m.Contract, plan: checks.Plan) -> dict[str, m.Json] | None:
    """A valid response with as many keys as possible."""
    smallest = Samples(plan.types).named(outcome.name) if outcome.name in plan.types else None
    if not isinstance(smallest, dict):
        return None
    whole, telling, failure = smallest, illustrated(outcome.fields), _failure(contract)
    for values in (telling, failure if failure is not None and _has_outcome(outcome, failure) else {}):
        richer = _overlaid(whole, values, outcome.fields)
        whole = richer if _is_clean(richer, plan) else whole
    return _enriched(whole, [telling], outcome.fields, plan)


def _failure(contract: m.Contract) -> dict[str, m.Json] | None:
    """A failure with the first code that has facts, or else with the first that has a function."""
    mapping = contract.error_mapping
    factories = () if mapping is None else mapping.factories
    factory = next((each for each in factories if each.context), next(iter(factories), None))
    return None if mapping is None or factory is None else failure_of(contract, mapping, factory)


def _overlaid(base: dict[str, m.Json], over: dict[str, m.Json], fields: tuple[m.Field, ...]) -> dict[str, m.Json]:
    """The keys of both in contract order, with the values of the second where it has one."""
    found: dict[str, m.Json] = {}
    for field in fields:
        below, above = base.get(field.name), over.get(field.name)
        if isinstance(below, dict) and isinstance(above, dict):
            found[field.name] = _overlaid(below, above, m.fields_of(field.type))
        elif field.name in over or field.name in base:
            found[field.name] = over.get(field.name, below)
    return found


def _examples(contract: m.Contract) -> Iterator[dict[str, m.Json]]:
    values = [each.value for each in contract.examples if each.kind is m.ExampleKind.VALID]
    values += [each.result for builder in contract.builders for each in builder.examples]
    yield from (value for value in values if isinstance(value, dict))


def _has_outcome(outcome: m.Outcome, value: dict[str, m.Json]) -> bool:
    test = outcome_test(outcome)
    return test is None or holds((test,), value)


def _is_clean(value: m.Json, plan: checks.Plan) -> bool:
    return not run(checks.TypeRef(plan.envelope), plan.types, value)


def _enriched(
    whole: dict[str, m.Json], others: Iterable[dict[str, m.Json]], fields: tuple[m.Field, ...], plan: checks.Plan
) -> dict[str, m.Json]:
    """An example, with each key that another one has and that leaves it without findings."""
    trials = [trial for other in others for trial in _missing(whole, other, fields, ())]
    for keys, value in trials[:MAX_TRIALS]:
        candidate = _with(whole, keys, value, fields)
        if candidate is not None and _is_clean(candidate, plan):
            whole = candidate
    return whole


def _missing(
    whole: dict[str, m.Json], other: dict[str, m.Json], fields: Iterable[m.Field], above: tuple[str, ...]
) -> Iterator[tuple[tuple[str, ...], m.Json]]:
    """The declared keys that only the other example has, with their values."""
    for field in fields:
        mine, theirs = whole.get(field.name), other.get(field.name)
        if field.name not in whole and theirs not in (None, [], {}, ""):
            yield (*above, field.name), theirs
        elif isinstance(mine, dict) and isinstance(theirs, dict):
            yield from _missing(mine, theirs, m.fields_of(field.type), (*above, field.name))


def _with(
    whole: dict[str, m.Json], keys: tuple[str, ...], value: m.Json, fields: tuple[m.Field, ...]
) -> dict[str, m.Json] | None:
    """A copy with one more key, in contract order; None if it has the key by now."""
    first, *rest = keys
    if rest:
        inner = whole[first]
        field = next(each for each in fields if each.name == first)
        made = _with(inner, tuple(rest), value, m.fields_of(field.type)) if isinstance(inner, dict) else None
        return None if made is None else whole | {first: made}
    if first in whole:
        return None
    order = {field.name: at for at, field in enumerate(fields)}
    grown = [*whole.items(), (first, value)]
    return dict(sorted(grown, key=lambda item: order.get(item[0], len(order))))


# -- lines ------------------------------------------------------------------------------------------------------------

FieldMarks: TypeAlias = tuple[Finished, Finished]
"""The anchor and the level of a field."""
UNDECLARED: FieldMarks = (Finished(""), Finished(""))
"""Those of a value whose key the contract does not declare."""


def _line(key: m.Json, value: m.Json, kind: m.Type | None, marks: FieldMarks, anchors: Anchors) -> Line:
    inner = None if kind is None else m.bare(kind)
    is_long, children = len(str(value)) > WIDTH, tuple[Line, ...]()
    if isinstance(value, dict):
        record = None if inner is None else m.record_of(inner)
        if record is not None:
            children = _lines(value, record.fields, record.name, anchors)
        elif is_long:
            children = _lines(value, (), "", anchors)
    elif isinstance(value, list):
        item = inner.item if isinstance(inner, m.ListOf) else None
        if is_long or (item is not None and m.record_of(m.bare(item)) is not None):
            children = tuple(_line(None, each, item, UNDECLARED, anchors) for each in value)
    return Line(key, *marks, value, isinstance(value, list) and bool(children), children)


def _lines(value: dict[str, m.Json], fields: tuple[m.Field, ...], owner: str, anchors: Anchors) -> tuple[Line, ...]:
    """The lines of the keys of an object with these fields."""
    known, found = {field.name: field for field in fields}, []
    for key, item in value.items():
        field = known.get(key)
        if field is None:
            found.append(_line(key, item, None, UNDECLARED, anchors))
        else:
            target = anchors.get((owner, key), anchor(owner, key))
            found.append(_line(key, item, field.type, (target, Finished(field.level.value)), anchors))
    return tuple(found)
