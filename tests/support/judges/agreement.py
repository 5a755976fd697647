"""Agreement between judges: runs cases through all of them, and shrinks the values on which they differ."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from packages.built import Built

from judges.verdicts import Case, Judge, Verdict
from sealwax.contract.model import Json


@dataclass(frozen=True)
class Disagreement:
    """A value on which a judge differs from the reference."""

    contract: str
    subject: str
    value: Json
    judge: str
    expected: Verdict
    found: Verdict

    def __str__(self) -> str:
        shown = json.dumps(self.value)
        return (
            f"{self.judge} differs on {self.subject} of {self.contract}: {shown[:2000]}\n"
            f"  reference: {_shown(self.expected)}\n  {self.judge}: {_shown(self.found)}"
        )


def _shown(verdict: Verdict) -> str:
    lines = [f"{'valid' if verdict.valid else 'invalid'}", *(" ".join(row) for row in verdict.findings or ())]
    return "\n    ".join(lines)


def differs(expected: Verdict, found: Verdict) -> bool:
    """Whether two verdicts differ. Findings count only if the judge reports them."""
    if expected.valid != found.valid:
        return True
    if found.findings is None:
        return False
    says_valid = not any(level == "error" for _, _, level, _ in found.findings)
    return found.findings != expected.findings or says_valid != found.valid


def disagreements(built: Built, cases: Sequence[Case], judges: Sequence[Judge]) -> list[Disagreement]:
    """The values on which judges differ from the first, at most one per judge and type."""
    reference, *others = judges
    expected = reference.judge(built, cases)
    found: dict[tuple[str, str], Disagreement] = {}
    for judge in others:
        for case, right, verdict in zip(cases, expected, judge.judge(built, cases), strict=True):
            key = (judge.name, case.subject.name)
            if differs(right, verdict) and key not in found:
                found[key] = smallest(built, case, reference, judge)
    return list(found.values())


def smallest(built: Built, case: Case, reference: Judge, judge: Judge) -> Disagreement:
    """The disagreement about a value, reduced to the parts that matter."""
    value, is_shrinking = case.value, True
    while is_shrinking:
        is_shrinking = False
        smaller = [Case(case.subject, each) for each in _smaller(value)]
        pairs = zip(smaller, reference.judge(built, smaller), judge.judge(built, smaller), strict=True)
        for each, right, verdict in pairs:
            if differs(right, verdict):
                value, is_shrinking = each.value, True
                break
    last = Case(case.subject, value)
    (right,), (verdict,) = reference.judge(built, [last]), judge.judge(built, [last])
    return Disagreement(built.contract.name, case.subject.name, value, judge.name, right, verdict)


def _smaller(value: Json) -> Iterator[Json]:
    """The value with one part less."""
    if isinstance(value, dict):
        for key in value:
            yield {each: item for each, item in value.items() if each != key}
        for key, item in value.items():
            yield from ({**value, key: less} for less in _smaller(item))
    elif isinstance(value, list):
        for index in range(len(value)):
            yield value[:index] + value[index + 1 :]
        for index, item in enumerate(value):
            yield from ([*value[:index], less, *value[index + 1 :]] for less in _smaller(item))
    elif isinstance(value, str) and len(value) > 1:
        yield from (value[: len(value) // 2], value[1:], value[:-1])
