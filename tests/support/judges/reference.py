"""The reference meaning of a declaration, for tests that have it at hand without the plan of its contract."""

from functools import lru_cache
from typing import TypeAlias

from msgspec.structs import replace
from samples.full_contract import CONTRACT

from sealwax.contract.model import Enum, Envelope, Record, Reference, Text
from sealwax.meaning.checks import Check, Types
from sealwax.meaning.checks.interpreter import run
from sealwax.meaning.checks.lowering import lower, lower_type
from sealwax.meaning.findings import Finding

Subject: TypeAlias = Envelope | Record | Enum | Text


class _Identity:
    """Compares by identity: hashing a declaration would walk all of it."""

    def __init__(self, subject: Subject) -> None:
        self.subject = subject

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Identity) and other.subject is self.subject

    def __hash__(self) -> int:
        return id(self.subject)


def check(subject: Subject, value: object, *, undecoded: bool = False) -> list[Finding]:
    """All findings about a value of a declaration."""
    return run(*_lowered(_Identity(subject)), value, undecoded=undecoded)


@lru_cache(maxsize=256)
def _lowered(key: _Identity) -> tuple[Check, Types]:
    subject = key.subject
    if not isinstance(subject, Envelope):
        return lower_type(Reference(subject))
    plan = lower(replace(CONTRACT, envelope=subject, records=(), texts=(), enums=(), tools=()))
    return plan.types[subject.name].check, plan.types
