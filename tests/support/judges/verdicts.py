"""The interface of all judges: a contract and values in, verdicts out."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Protocol, TypeAlias

from packages.built import Built
from strategies.payloads import Maker, Subject, subjects

from sealwax.contract.model import Json

FindingRow: TypeAlias = tuple[str, str, str, str]
"""Pointer, rule, level and message: findings are equal when they are equal in this order."""


@dataclass(frozen=True)
class Case:
    """A value, and the type to check it against."""

    subject: Subject
    value: Json


@dataclass(frozen=True)
class Verdict:
    """Whether a value is valid, and all findings if the judge reports any."""

    valid: bool
    findings: tuple[FindingRow, ...] | None = None


class Judge(Protocol):
    @property
    def name(self) -> str: ...

    def judge(self, built: Built, cases: Sequence[Case]) -> list[Verdict]: ...


def rows(findings: Sequence[tuple[str, str, str, str]]) -> tuple[FindingRow, ...]:
    """Sort findings for comparison. They come as pointer, level, rule and message."""
    return tuple(sorted((pointer, str(rule), str(level), message) for pointer, level, rule, message in findings))


def payload_cases(made: Built, random: Random, count: int) -> list[Case]:
    """Random payloads after a round trip through JSON: a third for the envelope, the rest for any type."""
    maker, all_subjects = Maker(made.contract, random), subjects(made.contract)
    found = []
    for _ in range(count):
        subject = all_subjects[0] if random.random() < 0.33 else random.choice(all_subjects)
        found.append(Case(subject, json.loads(json.dumps(maker.payload(subject)))))
    return found
