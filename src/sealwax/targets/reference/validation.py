"""How values are checked, and what each target enforces."""

from collections.abc import Iterator
from itertools import islice

from msgspec import Struct
from msgspec.structs import replace

from sealwax.contract import model as m
from sealwax.meaning import checks
from sealwax.meaning.checks.enforcement import DECISIVE, KINDS, Enforcement, RuleKind
from sealwax.meaning.checks.lowering import lower
from sealwax.meaning.findings import Weight
from sealwax.meaning.wording import listed
from sealwax.targets import load


class Enforcer(Struct, frozen=True):
    """What a target enforces of the rules that the contract states."""

    targets: str
    all_errors: bool
    all_advice: bool
    others: tuple[str, ...]
    """The rules that it enforces in part, and single rules of advice."""
    lost: tuple[str, ...]
    """The rules that make a value invalid, and that it does not enforce at all."""


class Validation(Struct, frozen=True):
    has_numbers: bool
    has_lengths: bool
    has_dates: bool
    has_date_times: bool
    has_uuids: bool
    advice: tuple[RuleKind, ...]
    """The rules whose violation is advice, of those that the contract states."""
    has_prose: bool
    """Whether there are conditions in prose."""
    enforcers: tuple[Enforcer, ...]
    """Those that enforce all errors, the strictest first."""
    limited: str
    """The targets that do not enforce all errors."""
    lost: tuple[str, ...]
    """The rules that none of these enforces."""
    differing: tuple[Enforcer, ...]
    """What else some of them do not enforce, or enforce in part."""


def validation_of(contract: m.Contract) -> Validation:
    types = [m.innermost(field.type) for shape in _shapes(contract) for field in shape.fields]
    strings = [kind for kind in types if isinstance(kind, m.String)] + [each.string for each in contract.texts]
    formats, stated = {string.format for string in strings}, stated_kinds(contract)
    found = [_enforcer(each, stated) for name in contract.output.targets for each in load(name).enforces]
    limited = sorted((each for each in found if not each.all_errors), key=_strictness)
    lost = tuple(rule for rule in limited[0].lost if all(rule in each.lost for each in limited)) if limited else ()
    return Validation(
        any(isinstance(kind, m.Integer | m.Number) for kind in types),
        any(string.min_length is not None or string.max_length is not None for string in strings),
        m.Format.DATE in formats,
        not formats.isdisjoint({m.Format.DATE_TIME, m.Format.UTC_DATE_TIME}),
        m.Format.UUID in formats,
        tuple(kind for kind in stated if kind.is_advice),
        RuleKind.PROSE in stated,
        tuple(_merged(sorted((each for each in found if each.all_errors), key=_strictness))),
        listed([each.targets for each in limited], "and") if limited else "",
        lost,
        tuple(each for each in _merged(limited, lost) if each.others or each.lost),
    )


def _enforcer(enforcement: Enforcement, stated: tuple[RuleKind, ...]) -> Enforcer:
    whole = [kind for kind in stated if kind in enforcement.whole]
    all_errors, all_advice = (
        all(kind in whole for kind in stated if kind.is_checkable and kind.is_advice is is_advice)
        for is_advice in (False, True)
    )
    others = [enforcement.partly[kind] for kind in stated if kind in enforcement.partly]
    advice = [kind.value for kind in whole if kind.is_advice]
    if not (all_errors and all_advice):
        others += ["all advice"] if all_advice and advice else advice
    enforced = {*whole, *enforcement.partly}
    lost = [kind.value for kind in stated if kind in DECISIVE and kind not in enforced]
    return Enforcer(enforcement.target, all_errors, all_advice, tuple(others), tuple(lost))


def _strictness(enforcer: Enforcer) -> tuple[bool, bool, int]:
    return not enforcer.all_errors, not enforcer.all_advice, len(enforcer.lost)


def _merged(enforcers: list[Enforcer], lost: tuple[str, ...] = ()) -> Iterator[Enforcer]:
    """Those that enforce the same are stated together, without what all of them lose."""
    found: dict[Enforcer, list[str]] = {}
    for each in enforcers:
        own = tuple(rule for rule in each.lost if rule not in lost)
        found.setdefault(replace(each, targets="", lost=own), []).append(each.targets)
    yield from (replace(each, targets=listed(targets, "and")) for each, targets in found.items())


def _shapes(contract: m.Contract) -> tuple[m.Outcome | m.Record, ...]:
    return *contract.envelope.outcomes, *contract.records


def stated_kinds(contract: m.Contract) -> tuple[RuleKind, ...]:
    """The kinds of rules that a contract states, in the order of `RuleKind`."""
    plan = lower(contract)
    found = {kind for name in plan.public for kind in _of_type(name, plan)}
    conditions = (field.conditional for shape in _shapes(contract) for field in shape.fields)
    if any(each is not None and not each.condition for each in conditions):
        found.add(RuleKind.PROSE)
    return tuple(kind for kind in RuleKind if kind in found)


def _of_type(name: str, plan: checks.Plan) -> Iterator[RuleKind]:
    check = plan.types[name].check
    match check:
        case checks.CasesCheck(cases):
            yield RuleKind.OUTCOME
            for case in cases:
                yield from _of_type(case.type.name, plan)
        case checks.ObjectCheck(rows, _, other_keys):
            yield from (KINDS[others.message.rule] for others in other_keys)
            for row in rows:
                yield from (kind for node in (*row.missing, *checks.nodes(row.check)) for kind in _kinds(node))
                yield from (KINDS[rule.message.rule] for rule in row.rules)
        case _:  # that a value has its type is stated wherever a type is used
            yield from (kind for node in islice(checks.nodes(check), 1, None) for kind in _kinds(node))


def _kinds(node: checks.Node) -> tuple[RuleKind, ...]:
    match node:
        case checks.AnyCheck() | checks.Row() | checks.HasKey() | checks.HasValue():
            return ()
        case checks.NumberCheck():
            return RuleKind.TYPE, RuleKind.NUMBER
        case checks.NullableCheck() | checks.TypeRef():
            return (RuleKind.TYPE,)
        case checks.ConstantCheck():
            return RuleKind.TYPE, RuleKind.CONSTANT
        case checks.Missing(message, when) if when and message.level is Weight.ERROR:
            return (RuleKind.RAISED,)
        case _:
            return (KINDS[node.message.rule],)
