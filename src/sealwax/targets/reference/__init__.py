"""What reference pages show of a contract, in Markdown and in HTML: everything that has to be worked out from it.

The templates of both targets print the contract and these sections; only names, links and escaping are their own.
"""

from msgspec import Struct

from sealwax.contract.model import Contract, Level, Rule
from sealwax.targets.reference.builders import BuilderSection, builder_section
from sealwax.targets.reference.envelope import EnvelopeSection, envelope_section
from sealwax.targets.reference.tiers import Tiers, tiers_of
from sealwax.targets.reference.topics import Examples, Topic, examples_of, topics_of
from sealwax.targets.reference.validation import Validation, validation_of


class ReferenceSections(Struct, frozen=True):
    """The sections of reference pages."""

    envelope: EnvelopeSection
    topics: dict[str, Topic]
    """By topic (`types`, `errors`, `warnings`, `partial`): its declarations, if there are any."""
    examples: dict[str, Examples]
    """By the name of the declaration that they are shown with."""
    rules: dict[str, tuple[Rule, ...]]
    """By level, the strongest first."""
    has_guide: bool
    """Whether there are guides, rules, edge cases or anti-patterns."""
    tiers: Tiers | None
    """None if there are neither tiers nor gates."""
    builders: tuple[BuilderSection, ...]
    validation: Validation


def reference_sections(contract: Contract) -> ReferenceSections:
    rules = {level.name: tuple(rule for rule in contract.rules if rule.level is level) for level in Level}
    return ReferenceSections(
        envelope=envelope_section(contract.envelope),
        topics=topics_of(contract),
        examples=examples_of(contract),
        rules={level: found for level, found in rules.items() if found},
        has_guide=bool(contract.guides or contract.rules or contract.edge_cases or contract.anti_patterns),
        tiers=tiers_of(contract) if contract.tiers or contract.gates else None,
        builders=tuple(builder_section(builder, contract.output.targets) for builder in contract.builders),
        validation=validation_of(contract),
    )
