"""The root of the model, with the examples, rules, advice and releases of a contract."""

from __future__ import annotations

from enum import StrEnum

from msgspec import Struct

from sealwax.contract.model.builders import (
    Builder,
    ErrorMapping,
    Merging,
    Parameter,
    Partial,
    WarningMapping,
)
from sealwax.contract.model.catalogue import Catalogue, Enum
from sealwax.contract.model.documentation import Absent, Documentation, Gate, Json, Tier
from sealwax.contract.model.envelope import Envelope, Tool
from sealwax.contract.model.output import Output
from sealwax.contract.model.records import Level, Record, Text


class ExampleKind(StrEnum):
    VALID = "valid"
    INVALID = "invalid"
    FRAGMENT = "fragment"
    """Part of a value: checked, except for missing keys."""
    ABRIDGED = "abridged"
    """Shortened text: shown, never checked."""
    SKETCH = "sketch"
    """Notation instead of JSON: shown, never checked."""


class Example(Struct, frozen=True):
    title: str
    doc: str
    kind: ExampleKind
    subject: Envelope | Record | Enum | Text
    value: Json | Absent
    """Absent for abridged examples and sketches, which have `text`."""
    text: str
    at: str
    """JSON pointer to the error of an invalid example."""
    about: str = ""
    """The declaration that pages show it with; empty for that of the subject."""


class AntiPattern(Struct, frozen=True):
    title: str
    docs: Documentation
    bad: tuple[Example, ...]
    good: tuple[Example, ...]


class EdgeCase(Struct, frozen=True):
    scenario: str
    behaviour: str
    docs: Documentation


class Rule(Struct, frozen=True):
    """A rule that does not belong to a single field."""

    level: Level
    docs: Documentation


class Guide(Struct, frozen=True):
    """Advice for people: text, ordered steps, points in any order, and code by language, shown in this order."""

    title: str
    docs: Documentation
    about: str
    steps: tuple[str, ...]
    points: tuple[str, ...]
    code: dict[str, str]


class Rollout(Struct, frozen=True):
    """The flag with which clients opt in."""

    flag: str
    docs: Documentation


class NamedConstant(Struct, frozen=True):
    """A constant that the packages export."""

    name: str
    value: str | int | float | bool
    docs: Documentation


class Link(Struct, frozen=True):
    title: str
    target: str


class ReleasedChange(Struct, frozen=True):
    """A change as a sentence, and who is affected by it in words; empty if nobody is."""

    text: str
    breaks: str = ""


class Release(Struct, frozen=True):
    """A version, and what changed since the one before. The first version has no changes."""

    version: str
    changes: tuple[ReleasedChange, ...]
    is_released: bool = True


class Contract(Struct, frozen=True):
    """A resolved contract. All tuples are in contract order."""

    file: str
    name: str
    version: str
    title: str
    docs: Documentation
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
    repository: str = ""
    """The web address that the paths of links are relative to; empty for the root of the project."""
    license: str = ""
    """The licence of the packages, as an SPDX expression; empty if the contract states none."""
    constants: tuple[NamedConstant, ...] = ()
    """The flag of the rollout, if there is one, then those that the contract declares."""
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
    releases: tuple[Release, ...] = ()
    """The latest first; none if no version was released."""

    @property
    def provided(self) -> tuple[Parameter, ...]:
        """The parameters whose values the application can provide; of those that share a name, the first."""
        found: dict[str, Parameter] = {}
        for parameter in (each for builder in self.builders for each in builder.parameters if each.provided):
            found.setdefault(parameter.name, parameter)
        return tuple(found.values())

    def catalogue(self, catalogue: Catalogue) -> Enum | None:
        return next((enum for enum in self.enums if enum.catalogue is catalogue), None)
