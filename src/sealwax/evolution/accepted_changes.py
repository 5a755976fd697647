"""Breaks that are intended: the file of accepted changes, and the fingerprints in it."""

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from datetime import date

from msgspec import Struct

from sealwax.contract.model import Json
from sealwax.contract.reading import YAML, json_value, read_as
from sealwax.contract.source import Node, child, parse, width_of
from sealwax.diagnostics import Code, Diagnostic, Report, Severity
from sealwax.evolution.assessment import Assessment
from sealwax.evolution.comparable import json_text
from sealwax.evolution.verdicts import ChangeCode
from sealwax.language.forms import LINE, PROSE, Block, Items, Name, declaration, optional, required

FINGERPRINT = Name("fingerprint", r"[0-9a-f]{12}", "the twelve digits that sealwax diff prints", 12)
DAY = Name("date", r"[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])", "a year, a month and a day", 10)

MAX_LISTED = 100
"""How many entries are suggested at once."""
EMPTY: tuple[Json, ...] = ({"accepted": None}, {"accepted": []})
"""What may be left of the file after its last entry was removed."""
PLACEHOLDER = "why this is intended"
"""What the printed lines have in place of a reason."""


@declaration("A breaking change that is intended.")
class AcceptedDecl:
    node: Node
    change: str = required(FINGERPRINT, "The fingerprint of the change, which sealwax diff prints.")
    reason: str = required(PROSE, "Why it is intended.")
    until: str = optional(DAY, "The last day on which it is accepted.", "")
    about: str = optional(LINE, "What the change is, for people.", "")


@declaration("The breaking changes that are intended.")
class AcceptedChangesDecl:
    node: Node
    accepted: tuple[AcceptedDecl, ...] = required(Items(Block(AcceptedDecl)), "The changes.")


class Accepted(Struct, frozen=True):
    """The accepted changes by fingerprint, and the file that they come from."""

    entries: Mapping[str, AcceptedDecl]
    today: str
    """A date; an entry that ends before it does not count."""
    text: bytes = b""
    """The file, for reports that quote it."""

    def holds(self, fingerprint: str) -> bool:
        entry = self.entries.get(fingerprint)
        return entry is not None and not self.is_over(entry)

    def is_over(self, entry: AcceptedDecl) -> bool:
        return bool(entry.until) and entry.until < self.today


def read_accepted(file: str, raw: bytes | None, today: str, report: Report) -> Accepted:
    """The accepted changes of a project. Mistakes in the file are reported."""
    mistakes = Report()
    root = None if raw is None else parse(file, raw, mistakes)
    report.diagnostics += (each for each in mistakes.diagnostics if each.code is not Code.EMPTY_FILE)
    is_empty = root is None or json_value(root) in EMPTY
    found = None if root is None or is_empty else read_as(AcceptedChangesDecl, root, report, YAML)
    entries = () if found is None else found.accepted
    by_fingerprint: dict[str, AcceptedDecl] = {}
    for entry in entries:
        if entry.until and not _is_day(entry.until):
            message = f"there is no day {entry.until}"
            _reject(entry, "until", Code.BAD_VALUE, message, "write a day of the calendar", report)
        if entry.reason.strip() == PLACEHOLDER:
            hint = "say why the break is intended, for those who review it"
            _reject(entry, "reason", Code.BAD_VALUE, "this is not a reason yet", hint, report)
        if by_fingerprint.setdefault(entry.change, entry) is not entry:
            message = f"the change {entry.change} is accepted twice"
            _reject(entry, "change", Code.DUPLICATE_NAME, message, "remove one of the two", report)
    return Accepted(by_fingerprint, today, raw or b"")


def _reject(entry: AcceptedDecl, key: str, code: Code, message: str, hint: str, report: Report) -> None:
    node = child(entry.node, key)
    report.add(code, node.position, message, hint, width_of(node))


def _is_day(text: str) -> bool:
    try:
        date.fromisoformat(text)
    except ValueError:
        return False
    return True


def fingerprint(assessment: Assessment) -> str:
    """Identifies a change by its contract, its place and what it does, wherever the files are."""
    change = assessment.change
    identity = (
        change.old_contract.name,
        assessment.rule and assessment.rule.id,
        change.topic,
        change.old_place,
        change.new_place,
    )
    text = repr((*map(str, identity), repr(change.before), repr(change.after)))
    return hashlib.sha256(text.encode("utf-8", "backslashreplace")).hexdigest()[:12]


def leftover(accepted: Accepted, used: Iterable[str]) -> tuple[Diagnostic, ...]:
    """Entries that have expired or match nothing."""
    known, found = {*used}, []
    for entry in accepted.entries.values():
        if accepted.is_over(entry):
            message, hint = f"this was accepted until {entry.until}", "extend the date, or remove the entry"
            found.append(_warning(child(entry.node, "until"), ChangeCode.EXPIRED_ACCEPTANCE, message, hint))
        elif entry.change not in known:
            message = f"no change has the fingerprint {entry.change}"
            found.append(
                _warning(child(entry.node, "change"), ChangeCode.UNMATCHED_ACCEPTANCE, message, "remove the entry")
            )
    return tuple(found)


def _warning(node: Node, code: ChangeCode, message: str, hint: str) -> Diagnostic:
    return Diagnostic(node.position, code, message, hint, width_of(node), severity=Severity.WARNING)


def stanza(assessments: Sequence[Assessment]) -> str:
    """The lines that accept these changes, to be pasted into the file."""
    entries = (
        f'  - change: "{fingerprint(each)}"\n    about: {_about(each)}\n    reason: {PLACEHOLDER}\n'
        for each in assessments[:MAX_LISTED]
    )
    left = len(assessments) - MAX_LISTED
    more = [f"  # … and {left} more, which sealwax diff prints once these are accepted\n"] if left > 0 else []
    return "".join(("accepted:\n", *entries, *more))


def _about(assessment: Assessment) -> str:
    said = "" if assessment.verdict is None else assessment.verdict.message.replace("`", "")
    return json_text(f"{assessment.change.old_contract.name}: {said}")
