"""enforcement.md: which rules of the contract each target enforces."""

from collections.abc import Sequence

from sealwax.contract.model import Contract
from sealwax.frozen import frozen
from sealwax.meaning.enforcement import Enforcement, Kind, rules
from sealwax.rendering import Finished
from sealwax.targets import load

_COMMON = (Kind.TYPE, Kind.NUMBER, Kind.OUTCOME)
"""Rules that nearly every declaration states, so listing the places would not help."""


@frozen
class RuleRow:
    kind: Kind
    rule: str
    """The rule as the start of a sentence."""
    places: tuple[str, ...]
    """Where the contract states the rule."""
    verdicts: tuple[Finished, ...]
    """For each enforcer: yes, partly or no."""


@frozen
class Limitation:
    """How far a target enforces a rule that it enforces in part."""

    target: str
    rule: str
    remark: str


@frozen
class EnforcementView:
    header: Finished
    enforcers: tuple[Enforcement, ...]
    rules: tuple[RuleRow, ...]
    limitations: tuple[Limitation, ...]
    unenforced: tuple[RuleRow, ...]
    """The rules that some target does not enforce fully."""


def enforcers_of(contract: Contract) -> tuple[Enforcement, ...]:
    """Whatever enforces rules among the targets of a contract, the strictest first."""
    found = (each for name in contract.output.targets for each in load(name).enforces)
    return tuple(sorted(found, key=lambda each: -len(each.whole)))


def enforcement_view(contract: Contract, header: Finished, enforcers: tuple[Enforcement, ...]) -> EnforcementView:
    rows = tuple(_row(kind, places, enforcers) for kind, places in rules(contract).items())
    return EnforcementView(
        header,
        enforcers,
        rows,
        tuple(
            Limitation(each.target, row.kind.value, each.partly[row.kind])
            for each in enforcers
            for row in rows
            if row.kind in each.partly
        ),
        tuple(
            row
            for row in rows
            if row.kind not in _COMMON and not all(row.kind in enforcer.whole for enforcer in enforcers)
        ),
    )


def _row(kind: Kind, places: tuple[str, ...], enforcers: Sequence[Enforcement]) -> RuleRow:
    rule = f"{kind.value[0].upper()}{kind.value[1:]}"
    return RuleRow(kind, rule, places, tuple(Finished(_verdict(kind, each)) for each in enforcers))


def _verdict(kind: Kind, enforcement: Enforcement) -> str:
    return "yes" if kind in enforcement.whole else "partly" if kind in enforcement.partly else "no"
