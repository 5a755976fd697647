"""Compares two versions of a project's contracts: all findings, with their places, and the versions that are needed."""

from collections.abc import Iterator

from msgspec import Struct

from sealwax.contract import model as m
from sealwax.contract.first_versions import Place
from sealwax.contract.inheritance.library import Loaded
from sealwax.contract.source import Node, Scalar, child, key, width_of
from sealwax.contract.versions import Need, numbers, raised
from sealwax.diagnostics import Diagnostic, Position, Related, Severity
from sealwax.evolution.accepted_changes import Accepted, fingerprint
from sealwax.evolution.assessment import Assessment, assess, needed_version
from sealwax.evolution.changes import Action, Change
from sealwax.evolution.codes import ChangeCode
from sealwax.evolution.verdicts import Side
from sealwax.meaning.wording import listed

MOST_DECIDING = 3
"""How many of the changes that decide about a version are named."""


class Comparison(Struct, frozen=True):
    """Two versions of one contract. One of them is None if the contract is new or gone."""

    name: str
    old: Loaded | None
    new: Loaded | None
    assessments: tuple[Assessment, ...]
    accepted: tuple[Assessment, ...]
    """Those of the breaks that are intended."""
    needed: str
    """The first version that may have these changes; empty if only one of the versions exists."""

    def is_accepted(self, assessment: Assessment) -> bool:
        return any(each is assessment for each in self.accepted)  # comparing them would compare whole contracts

    @property
    def is_version_enough(self) -> bool:
        return not self.needed or self.new is None or _at_least(self.new.contract.version, self.needed)


def compare(
    name: str, old: Loaded | None, new: Loaded | None, accepted: Accepted, released: m.Contract | None = None
) -> Comparison:
    """Compare two versions. The version is judged by the latest release, if the old version was not released."""
    assessments = assess(old.contract, new.contract) if old is not None and new is not None else _whole(name, old, new)
    intended = tuple(each for each in assessments if each.breaks and accepted.holds(fingerprint(each)))
    if old is None or new is None:
        return Comparison(name, old, new, assessments, intended, "")
    unreleased = released is not None and numbers(old.contract.version) > numbers(released.version)
    since = released if released is not None and unreleased else old.contract
    counted = assessments if since is old.contract else assess(since, new.contract)
    kept = tuple(each for each in counted if not (each.breaks and accepted.holds(fingerprint(each))))
    needed = max(needed_version(since, kept), _least(since, counted, kept), key=numbers)
    return Comparison(name, old, new, assessments, intended, needed)


def _least(old: m.Contract, assessments: tuple[Assessment, ...], kept: tuple[Assessment, ...]) -> str:
    """An accepted break still counts as a change."""
    return raised(old.version, Need.MINOR) if len(kept) < len(assessments) else old.version


def _whole(name: str, old: Loaded | None, new: Loaded | None) -> tuple[Assessment, ...]:
    from sealwax.evolution.rules import contract_removed

    contract = (old or new).contract  # type: ignore[union-attr]
    action = Action.REMOVED if new is None else Action.ADDED
    before, after = (None if each is None else each.contract for each in (old, new))
    change = Change(
        action=action,
        kind="contract",
        old_place=(),
        new_place=(),
        before=name,
        after=name,
        old=before,
        new=after,
        old_owner=None,
        new_owner=None,
        old_contract=contract,
        new_contract=contract,
    )
    verdict = contract_removed.judge(change)
    return (
        Assessment(change, Need.MAJOR if verdict else Need.MINOR, contract_removed.RULE if verdict else None, verdict),
    )


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


def _finding(comparison: Comparison, assessment: Assessment, label: str) -> Diagnostic:
    rule, verdict = assessment.rule, assessment.verdict
    if rule is None or verdict is None:
        raise ValueError("a harmless change is not a finding")
    position, width = _place(comparison.new, assessment.change.new_place, comparison.old)
    message = f"{verdict.message}{_broken(verdict.sides) if assessment.breaks else ''}"
    severity = _severity(comparison, assessment)
    hint = verdict.hint if severity is Severity.ERROR else ""
    return Diagnostic(position, rule.id, message, hint, width, _before(comparison, assessment, label), severity)


def _broken(sides: tuple[Side, ...]) -> str:
    return f", which breaks {listed((side.value for side in sides), 'and')}"


def _severity(comparison: Comparison, assessment: Assessment) -> Severity:
    """A break is an error unless the version allows it."""
    if not assessment.breaks:
        return Severity.WARNING
    if comparison.old is None or comparison.new is None:
        return Severity.ERROR
    if assessment.verdict is not None and assessment.verdict.is_final:
        return Severity.ERROR
    own = needed_version(comparison.old.contract, [assessment])
    return Severity.NOTE if _at_least(comparison.new.contract.version, own) else Severity.ERROR


def _version_too_low(comparison: Comparison) -> Diagnostic:
    old, new = comparison.old, comparison.new
    if old is None or new is None:
        raise ValueError("there is nothing to compare")
    node = child(new.root, "version")
    version = new.contract.version
    verb = "is still" if version == old.contract.version else "is"
    deciding = [each for each in comparison.assessments if needed_version(old.contract, [each]) == comparison.needed]
    named = [words(each) for each in deciding[:MOST_DECIDING]]
    more = [f"{len(deciding) - MOST_DECIDING} more"] if len(deciding) > MOST_DECIDING else []
    because = f", because {listed((*named, *more), 'and')}" if named else ""
    since = old.contract.version
    message = f"the version {verb} {version}, but what changed since {since} needs {comparison.needed}{because}"
    hint = f'write version: "{comparison.needed}", or run sealwax diff --write-version'
    return Diagnostic(node.position, ChangeCode.VERSION_TOO_LOW, message, hint, width_of(node))


def words(assessment: Assessment) -> str:
    """A change as a sentence, harmless ones too."""
    if assessment.verdict is not None:
        return assessment.verdict.message
    from sealwax.evolution.wording import spelled, turned

    change = assessment.change
    if change.kind == "contract":
        return f"the contract '{change.after}' was {change.action}"
    if "." not in change.kind:
        return f"{spelled(change.new_place)} was {change.action}"
    if change.kind.endswith(".position"):
        return f"{spelled(change.new_place[:-1])}: the order of what is listed changed"
    is_text = change.kind.endswith((".documentation", ".docs"))
    return turned(change, "the documentation" if is_text else f"`{change.new_place[-1]}`")


# -- places -----------------------------------------------------------------------------------------------------------


def _before(comparison: Comparison, assessment: Assessment, label: str) -> tuple[Related, ...]:
    """The place in the old version."""
    if comparison.old is None or assessment.change.action is Action.ADDED:
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
        node = value
    return node.position, width_of(node)
