"""Whether old readers accept what new writers send, and new readers what old writers send."""

from collections.abc import Iterator
from random import Random

from msgspec import Struct
from msgspec.structs import replace
from strategies.payloads import Maker, Subject, keys_of, subjects

from judges.reference import check
from sealwax.contract.model import Contract, Field, Json
from sealwax.evolution.assessment import assess
from sealwax.evolution.verdicts import Side
from sealwax.meaning.findings import Finding, has_errors


class Trial(Struct, frozen=True):
    """How many payloads were tried for a pair of contracts, and the first that a reader rejects unexpectedly."""

    payloads: int
    kept: tuple[Side, ...]
    """Those who are not broken, according to the comparison."""
    rejected: str = ""


class Writer(Maker):
    """Makes what an up-to-date writer sends: no keys and values that other versions may declare, no outdated ones."""

    def __init__(self, contract: Contract, other: Contract, random: Random) -> None:
        super().__init__(contract, random)
        self.keys, self.words = [], []
        known = set(keys_of(other))
        self.odd_keys = [key for key in self.odd_keys if key not in known]

    def _field(self, field: Field) -> Json:
        return super()._field(replace(field, readers_accept_null=False, superseded=()))


def attempt(old: Contract, new: Contract, random: Random, count: int) -> Trial:
    """Send payloads of every type, from whichever side the comparison says is not broken, to the other side."""
    broken = {side for assessment in assess(old, new) if assessment.breaks for side in assessment.sides}
    kept = tuple(side for side in (Side.READER, Side.WRITER) if side not in broken)
    tried = 0
    for side in kept:
        writer, reader = (new, old) if side is Side.READER else (old, new)
        for name, sent, read in _shared(writer, reader):
            for value in _valid(Writer(writer, reader, random), sent, count):
                tried += 1
                if found := _errors(read, value):
                    return Trial(tried, kept, f"{side} of {name} are broken: {found[0]} in {value!r}")
    return Trial(tried, kept)


def _shared(writer: Contract, reader: Contract) -> Iterator[tuple[str, Subject, Subject]]:
    known = {subject.name: subject for subject in subjects(reader)}
    yield from ((each.name, each, known[each.name]) for each in subjects(writer) if each.name in known)


def _valid(writer: Writer, subject: Subject, count: int) -> Iterator[Json]:
    values = (writer.valid(subject) for _ in range(count))
    yield from (value for value in values if not _errors(subject, value))


def _errors(subject: Subject, value: Json) -> list[Finding]:
    return [each for each in check(subject, value) if has_errors([each])]
