"""Compares two versions of a project's contracts: all findings, with their places, and the versions that are needed."""

from collections.abc import Iterator
from functools import cached_property

from msgspec import Struct

from sealwax.contract import model as m
from sealwax.contract.inheritance.library import Loaded
from sealwax.contract.source import Node, Place, Scalar, child, key, width_of
from sealwax.contract.versions import Need, numbers, raised
from sealwax.diagnostics import Diagnostic, Position, Related, Severity
from sealwax.evolution.accepted_changes import Accepted, fingerprint
from sealwax.evolution.assessment import Assessment, apart_from_version, assess
from sealwax.evolution.changes import Action
from sealwax.evolution.verdicts import NEEDED, ChangeCode
from sealwax.meaning.wording import listed

MAX_DECIDING = 3
"""How many of the changes that decide about a version are named."""


class Comparison(Struct, frozen=True, dict=True):
    """Two versions of one contract. One of them is None if the contract is new or gone."""

    name: str
    old: Loaded | None
    new: Loaded | None
    assessments: tuple[Assessment, ...]
    intended: Accepted
    """The breaks of the project that are accepted."""
    since: m.Contract | None = None
    """What the version has to be raised from: the old version, or the latest release if that was before it."""
    counted: tuple[Assessment, ...] = ()
    """The changes since then."""

    def is_accepted(self, assessment: Assessment) -> bool:
        return assessment.breaks and self.intended.holds(fingerprint(assessment))

    @property
    def is_released(self) -> bool:
        """Whether the old version, as far as the project knows, is one that people use."""
        return self.old is None or self.since is self.old.contract

    @cached_property
    def needed(self) -> str:
        """The first version that may have these changes; empty if only one of the versions exists."""
        return "" if self.since is None else max((self.since.version, *map(self.needs, self.counted)), key=numbers)

    def needs(self, assessment: Assessment) -> str:
        """The first version after `since` that may have a change. One that is accepted still counts as a change."""
        if self.since is None:
            return ""
        accepted = raised(self.since.version, Need.MINOR)
        return accepted if self.is_accepted(assessment) else assessment.first_version(self.since.version)

    @property
    def is_version_enough(self) -> bool:
        return not self.needed or self.new is None or _at_least(self.new.contract.version, self.needed)

    @property
    def unaccepted(self) -> tuple[Assessment, ...]:
        """The breaks that are errors, and those that only count since the latest release."""
        every = {fingerprint(each): each for each in (*self.assessments, *self.counted) if each.breaks}
        return tuple(each for each in every.values() if not self.is_accepted(each) and self.is_error(each))

    def is_error(self, assessment: Assessment) -> bool:
        """Whether a break is one that the version does not allow. What was never released breaks nobody."""
        if self.since is None or self.new is None:
            return True
        if not self.is_released and not self._broken.intersection(
            (assessment.change.old_place, assessment.change.new_place)
        ):
            return False
        return assessment.is_final or not _at_least(
            self.new.contract.version, assessment.first_version(self.since.version)
        )

    @cached_property
    def _broken(self) -> frozenset[Place]:
        """The places, in both versions, of what breaks somebody since the release."""
        breaks = [each.change for each in self.counted if each.breaks]
        return frozenset((*(each.old_place for each in breaks), *(each.new_place for each in breaks)))


def compare(
    name: str, old: Loaded | None, new: Loaded | None, accepted: Accepted, released: m.Contract | None = None
) -> Comparison:
    """Compare two versions. The version is judged by the latest release, if the old version was not released."""
    if old is None or new is None:
        contracts = (None if each is None else each.contract for each in (old, new))
        return Comparison(name, old, new, assess(*contracts), accepted)
    assessments, before = assess(old.contract, new.contract), numbers(old.contract.version)
    # The work tree may be compared with something older than the latest release, such as a tag.
    if released is not None and before < numbers(released.version):
        assessments = _without_kept_promises(assessments, released, new.contract)
    since, counted = old.contract, assessments
    if released is not None and before > numbers(released.version):
        since, counted = released, assess(released, new.contract)
    return Comparison(name, old, new, assessments, accepted, since, apart_from_version(counted))


def _without_kept_promises(
    assessments: tuple[Assessment, ...], released: m.Contract, new: m.Contract
) -> tuple[Assessment, ...]:
    """Without what took more than one step, as a release in between shows."""
    if not any(each.is_final for each in assessments):
        return assessments
    broken = {fingerprint(each) for each in assess(released, new)}
    return tuple(each for each in assessments if not each.is_final or fingerprint(each) in broken)


def _at_least(version: str, needed: str) -> bool:
    return numbers(version) >= numbers(needed)


# -- findings ---------------------------------------------------------------------------------------------------------


def findings(comparison: Comparison, label: str) -> tuple[Diagnostic, ...]:
    """The version if it is too low, and every break and warning that is not accepted, in the order of the file."""
    found = _findings(comparison, label)
    return tuple(sorted(found, key=lambda each: (each.position.file, each.position.line, each.position.column)))


def _findings(comparison: Comparison, label: str) -> Iterator[Diagnostic]:
    if not comparison.is_version_enough:
        yield _version_too_low(comparison)
    for assessment in comparison.assessments:
        if assessment.rule is not None and not comparison.is_accepted(assessment):
            yield _finding(comparison, assessment, label)
    # A version that is too low says what decides about it. No version allows these.
    found = {fingerprint(each) for each in comparison.assessments}
    for assessment in comparison.unaccepted:
        if assessment.is_final and fingerprint(assessment) not in found:
            yield _finding(comparison, assessment, "")


def _finding(comparison: Comparison, assessment: Assessment, label: str) -> Diagnostic:
    """The finding about a change. Without a label of the old version, it is about a change since the release."""
    rule, verdict = assessment.rule, assessment.verdict
    if rule is None or verdict is None:
        raise ValueError("a harmless change is not a finding")
    position, width = _place(comparison.new, assessment.change.new_place, comparison.old)
    since = f" since {comparison.since.version}" if comparison.since is not None and not label else ""
    message = f"{verdict.message}{since}{_broken(assessment) if assessment.breaks else ''}"
    severity = _severity(comparison, assessment)
    hint = verdict.hint.replace(NEEDED, comparison.needs(assessment)) if severity is Severity.ERROR else ""
    return Diagnostic(position, rule.id, message, hint, width, _before(comparison, assessment, label), severity)


def _broken(assessment: Assessment) -> str:
    return f", which breaks {listed((side.value for side in assessment.sides), 'and')}"


def _severity(comparison: Comparison, assessment: Assessment) -> Severity:
    """A break is an error unless the version allows it. Other words are a note."""
    if not assessment.breaks:
        return Severity.NOTE if assessment.need is Need.PATCH else Severity.WARNING
    return Severity.ERROR if comparison.is_error(assessment) else Severity.NOTE


def _version_too_low(comparison: Comparison) -> Diagnostic:
    since, new = comparison.since, comparison.new
    if since is None or new is None:
        raise ValueError("there is nothing to compare")
    node = child(new.root, "version")
    version, needed = new.contract.version, comparison.needed
    verb = "is still" if version == since.version else "is"
    deciding = [each for each in comparison.counted if comparison.needs(each) == needed]
    named = [each.words for each in deciding[:MAX_DECIDING]]
    more = [f"{len(deciding) - MAX_DECIDING} more"] if len(deciding) > MAX_DECIDING else []
    because = f"was {since.version} before"
    if deciding:
        because = f"what changed since {since.version} needs {needed}, because {listed((*named, *more), 'and')}"
    message = f"the version {verb} {version}, but {because}"
    hint = f'write version: "{needed}", or run sealwax diff --write-version'
    severity = _severity_of_version(comparison, version)
    return Diagnostic(node.position, ChangeCode.VERSION_TOO_LOW, message, hint, width_of(node), severity=severity)


def _severity_of_version(comparison: Comparison, version: str) -> Severity:
    """An error if it hides a break or was lowered, a warning if it hides something new, a note if only other words."""
    hidden = [each for each in comparison.counted if not _at_least(version, comparison.needs(each))]
    if not hidden or any(each.breaks for each in hidden):
        return Severity.ERROR
    return Severity.NOTE if all(each.need is Need.PATCH for each in hidden) else Severity.WARNING


# -- places -----------------------------------------------------------------------------------------------------------


def _before(comparison: Comparison, assessment: Assessment, label: str) -> tuple[Related, ...]:
    """The place in the old version."""
    if comparison.old is None or assessment.change.action is Action.ADDED or not label:
        return ()
    position, width = locate(comparison.old.root, assessment.change.old_place)
    return (Related(Position(f"<{label}>/{position.file}", position.line, position.column), "before", width),)


def _place(new: Loaded | None, place: Place, old: Loaded | None) -> tuple[Position, int]:
    if new is not None:
        return locate(new.root, place)
    return (Position(old.contract.file, 1, 1), 1) if old is not None else (Position(".", 1, 1), 1)


def locate(root: Node, place: Place) -> tuple[Position, int]:
    """The position of a place in a contract, or of the nearest thing around it."""
    node: Node = key(root, *place) if place else child(root, "contract")
    value = child(root, *place)
    above = child(root, *place[:-1])
    if isinstance(value, Scalar) and value is not above:
        is_written = value.position != above.position  # what follows from the rest has the position of its owner
        node = value if is_written else key(root, *place[:-1])
    return node.position, width_of(node)
