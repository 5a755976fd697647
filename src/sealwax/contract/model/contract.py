"""Everything that one contract file says."""

from __future__ import annotations

from sealwax.contract.model.builders import Builder, Merging, Partial
from sealwax.contract.model.catalogue import Catalogue, Enum
from sealwax.contract.model.documentation import Documentation, Gate, Source, Tier
from sealwax.contract.model.envelope import Envelope, Tool
from sealwax.contract.model.factories import ErrorMapping, WarningMapping
from sealwax.contract.model.guidance import AntiPattern, EdgeCase, Example, Guide, Link, Rollout, Rule
from sealwax.contract.model.records import Record, Text
from sealwax.frozen import frozen
from sealwax.project.output import Output


@frozen
class Contract:
    """Everything that one contract file says. All tuples are in contract order."""

    file: str
    name: str
    version: str
    title: str
    docs: Documentation
    sources: tuple[Source, ...]
    envelope: Envelope
    records: tuple[Record, ...]
    texts: tuple[Text, ...]
    enums: tuple[Enum, ...]
    """Plain enums in contract order, then error types, error codes and warning codes."""
    builders: tuple[Builder, ...]
    rules: tuple[Rule, ...]
    edge_cases: tuple[EdgeCase, ...]
    guides: tuple[Guide, ...]
    examples: tuple[Example, ...]
    anti_patterns: tuple[AntiPattern, ...]
    rollout: Rollout | None
    links: tuple[Link, ...]
    error_mapping: ErrorMapping | None = None
    """None when no builder takes both a message and an error code."""
    warning_mapping: WarningMapping | None = None
    """None when no record takes both a message and a warning code."""
    tools: tuple[Tool, ...] = ()
    tiers: tuple[Tier, ...] = ()
    gates: tuple[Gate, ...] = ()
    merging: Merging | None = None
    partial: Partial | None = None
    output: Output = Output()
    bases: tuple[Contract, ...] = ()
    """The contracts that it extends. All that they say is here too."""
    named: tuple[str, ...] = ()
    """For each entry of `extends` the file of the contract that it means; two can mean the same."""

    def catalogue(self, catalogue: Catalogue) -> Enum | None:
        return next((enum for enum in self.enums if enum.catalogue is catalogue), None)
