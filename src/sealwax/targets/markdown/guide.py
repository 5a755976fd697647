"""guide.md: guides, rules, edge cases and anti-patterns."""

from collections.abc import Iterator

from sealwax.contract.model import Contract, Level, Rule
from sealwax.frozen import frozen
from sealwax.languages.markdown import text
from sealwax.rendering import Finished
from sealwax.targets.markdown.places import Places
from sealwax.targets.markdown.tables import Table, table


@frozen
class RuleGroup:
    """The rules of one level."""

    level: Finished
    rules: tuple[Rule, ...]


@frozen
class GuideView:
    header: Finished
    places: Places
    contract: Contract
    rules: tuple[RuleGroup, ...]
    edge_cases: Table


def guide_view(contract: Contract, header: Finished, places: Places) -> GuideView:
    cases = table((text(case.scenario), case) for case in contract.edge_cases)
    return GuideView(header, places, contract, tuple(_by_level(contract.rules)), cases)


def _by_level(rules: tuple[Rule, ...]) -> Iterator[RuleGroup]:
    for level in Level:
        if found := tuple(rule for rule in rules if rule.level is level):
            yield RuleGroup(text(level.name), found)
