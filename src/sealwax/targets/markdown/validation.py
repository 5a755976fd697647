"""validation.md: how values are checked, and what each target enforces."""

from collections.abc import Iterator
from itertools import islice

from sealwax.contract import model as m
from sealwax.frozen import frozen
from sealwax.meaning import checks
from sealwax.meaning.enforcement import KINDS, Enforcement, Kind
from sealwax.meaning.findings import Weight
from sealwax.meaning.lowering import lower, nodes
from sealwax.rendering import Finished
from sealwax.targets import load


@frozen
class ValidationView:
    header: Finished
    has_numbers: bool
    has_lengths: bool
    has_date_times: bool
    has_uuids: bool
    kinds: tuple[Kind, ...]
    """The kinds of rules that the contract states."""
    enforcers: tuple[Enforcement, ...]
    """What enforces them, the strictest first."""


def validation_view(contract: m.Contract, header: Finished) -> ValidationView:
    types = [_innermost(field.type) for shape in _shapes(contract) for field in shape.fields]
    strings = [kind for kind in types if isinstance(kind, m.String)] + [each.string for each in contract.texts]
    formats = {string.format for string in strings}
    found = (each for name in contract.output.targets for each in load(name).enforces)
    return ValidationView(
        header,
        any(isinstance(kind, m.Integer | m.Number) for kind in types),
        any(string.min_length is not None or string.max_length is not None for string in strings),
        m.Format.DATE_TIME in formats,
        m.Format.UUID in formats,
        stated_kinds(contract),
        tuple(sorted(found, key=lambda each: -len(each.whole))),
    )


def _shapes(contract: m.Contract) -> tuple[m.Outcome | m.Record, ...]:
    return *contract.envelope.outcomes, *contract.records


def _innermost(kind: m.Type) -> m.Type:
    match kind:
        case m.ListOf(inner) | m.MapOf(inner) | m.Nullable(inner):
            return _innermost(inner)
        case _:
            return kind


def stated_kinds(contract: m.Contract) -> tuple[Kind, ...]:
    """The kinds of rules that a contract states, in the order of `Kind`."""
    plan = lower(contract)
    found = {kind for name in plan.public for kind in _of_type(name, plan)}
    conditions = (field.conditional for shape in _shapes(contract) for field in shape.fields)
    if any(each is not None and not each.condition for each in conditions):
        found.add(Kind.PROSE)
    return tuple(kind for kind in Kind if kind in found)


def _of_type(name: str, plan: checks.Plan) -> Iterator[Kind]:
    check = plan.types[name].check
    match check:
        case checks.CasesCheck(cases):
            yield Kind.OUTCOME
            for case in cases:
                yield from _of_type(case.type.name, plan)
        case checks.ObjectCheck(rows, _, other_keys):
            yield from (KINDS[others.message.rule] for others in other_keys)
            for row in rows:
                yield from (kind for node in (*row.missing, *nodes(row.check)) for kind in _kinds(node))
                yield from (KINDS[rule.message.rule] for rule in row.rules)
        case _:  # that a value has its type is stated wherever a type is used
            yield from (kind for node in islice(nodes(check), 1, None) for kind in _kinds(node))


def _kinds(node: checks.Node) -> tuple[Kind, ...]:
    match node:
        case checks.AnyCheck() | checks.Row() | checks.HasKey() | checks.HasValue():
            return ()
        case checks.NumberCheck():
            return Kind.TYPE, Kind.NUMBER
        case checks.NullableCheck() | checks.TypeRef():
            return (Kind.TYPE,)
        case checks.ConstantCheck():
            return Kind.TYPE, Kind.CONSTANT
        case checks.Missing(message, when) if when and message.level is Weight.ERROR:
            return (Kind.RAISED,)
        case _:
            return (KINDS[node.message.rule],)
