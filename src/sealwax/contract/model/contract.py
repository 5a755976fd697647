"""The root of the model."""

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
    """A resolved contract. All tuples are in contract order."""

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
    """None if no builder takes both a message and an error code."""
    warning_mapping: WarningMapping | None = None
    """None if no record has both a message and a warning code."""
    tools: tuple[Tool, ...] = ()
    tiers: tuple[Tier, ...] = ()
    gates: tuple[Gate, ...] = ()
    merging: Merging | None = None
    partial: Partial | None = None
    output: Output = Output()
    bases: tuple[Contract, ...] = ()
    """The contracts that it extends. Everything in them is part of this contract too."""
    extended_files: tuple[str, ...] = ()
    """The file of each entry of `extends`; two entries can refer to the same contract."""

    def catalogue(self, catalogue: Catalogue) -> Enum | None:
        return next((enum for enum in self.enums if enum.catalogue is catalogue), None)
