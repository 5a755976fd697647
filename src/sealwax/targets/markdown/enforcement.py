"""The page of what each target enforces: for each kind of rule in a contract, who sees that it is broken."""

from collections.abc import Iterator, Sequence

from sealwax.contract.model import Contract
from sealwax.frozen import frozen
from sealwax.languages.markdown import cell, code, text
from sealwax.meaning.enforcement import Enforcement, Kind, rules
from sealwax.rendering import Finished


@frozen
class EnforcerRow:
    target: Finished
    by: Finished


@frozen
class KindRow:
    rule: Finished
    weight: Finished
    count: Finished
    verdicts: tuple[Finished, ...]


@frozen
class PlaceSection:
    """Where a contract states a rule that some target does not enforce."""

    rule: Finished
    places: tuple[Finished, ...]


@frozen
class EnforcementView:
    header: Finished
    enforcers: tuple[EnforcerRow, ...]
    rows: tuple[KindRow, ...]
    remarks: tuple[Finished, ...]
    sections: tuple[PlaceSection, ...]


def enforcement_view(contract: Contract, header: Finished, enforcers: Sequence[Enforcement]) -> EnforcementView:
    found = rules(contract)
    return EnforcementView(
        header,
        tuple(EnforcerRow(cell(each.target), cell(each.by)) for each in enforcers),
        tuple(_row(kind, len(places), enforcers) for kind, places in found.items()),
        tuple(text(remark) for remark in _remarks(list(found), enforcers)),
        tuple(
            PlaceSection(text(_sentence(kind)), tuple(code(place) for place in places))
            for kind, places in found.items()
            if _is_special(kind, enforcers)
        ),
    )


def _row(kind: Kind, count: int, enforcers: Sequence[Enforcement]) -> KindRow:
    weight = "advice" if kind.is_advice else "for people" if kind is Kind.PROSE else "error"
    verdicts = tuple(cell(_verdict(kind, each)) for each in enforcers)
    return KindRow(cell(_sentence(kind)), cell(weight), cell(str(count)), verdicts)


def _verdict(kind: Kind, enforcement: Enforcement) -> str:
    return "yes" if kind in enforcement.whole else "partly" if kind in enforcement.partly else "no"


def _sentence(kind: Kind) -> str:
    return f"{kind.value[0].upper()}{kind.value[1:]}"


def _remarks(kinds: Sequence[Kind], enforcers: Sequence[Enforcement]) -> Iterator[str]:
    for each in enforcers:
        yield from (f"{each.target}, “{kind.value}”: {each.partly[kind]}." for kind in kinds if kind in each.partly)


def _is_special(kind: Kind, enforcers: Sequence[Enforcement]) -> bool:
    """Whether some target does not see that such a rule is broken, and it is not the same almost everywhere."""
    common = (Kind.TYPE, Kind.NUMBER, Kind.OUTCOME)
    return kind not in common and not all(kind in each.whole for each in enforcers)
