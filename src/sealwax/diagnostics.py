"""Position, Diagnostic, the table of diagnostic codes."""

from collections import Counter
from collections.abc import Iterable
from enum import StrEnum

from msgspec import Struct

SHOWN = 100
"""How many diagnostics per file are shown."""
MAX_COMPARED_LENGTH = 100
"""The longest name, in characters, that similar ones are suggested for."""
MAX_COMPARED = 1000
"""How many names are compared in detail to find a similar one."""


class Code(StrEnum):
    """Every kind of diagnostic. The values are public: people filter and search by them."""

    # Text
    NOT_UTF8 = "not-utf8"
    FILE_TOO_LARGE = "file-too-large"
    EMPTY_FILE = "empty-file"
    MERGE_CONFLICT = "merge-conflict"
    BROKEN_YAML = "broken-yaml"
    TAB_INDENT = "tab-indent"
    TOO_DEEP = "too-deep"
    TOO_LARGE = "too-large"
    ALIAS_BOMB = "alias-bomb"
    DUPLICATE_KEY = "duplicate-key"
    UNSAFE_CHARACTER = "unsafe-character"
    # Shape
    WRONG_KIND = "wrong-kind"
    UNKNOWN_KEY = "unknown-key"
    MISSING_KEY = "missing-key"
    UNQUOTED_VERSION = "unquoted-version"
    BAD_NAME = "bad-name"
    # Names
    BAD_TYPE = "bad-type"
    UNKNOWN_TYPE = "unknown-type"
    UNKNOWN_NAME = "unknown-name"
    UNKNOWN_FIELD = "unknown-field"
    CYCLIC_REFERENCE = "cyclic-reference"
    DUPLICATE_NAME = "duplicate-name"
    RESERVED_NAME = "reserved-name"
    WRONG_CASE = "wrong-case"
    # Meaning
    BAD_PATTERN = "bad-pattern"
    UNSUPPORTED_PATTERN = "unsupported-pattern"
    IMPOSSIBLE_BOUNDS = "impossible-bounds"
    MISPLACED_CONSTRAINT = "misplaced-constraint"
    BAD_VALUE = "bad-value"
    BAD_CONDITION = "bad-condition"
    BAD_OUTCOME = "bad-outcome"
    BAD_PARAMETER = "bad-parameter"
    BAD_TEMPLATE = "bad-template"
    BAD_FACTORY = "bad-factory"
    BAD_CONTEXT = "bad-context"
    BAD_TIER = "bad-tier"
    BAD_RENAME = "bad-rename"
    BAD_DEPRECATION = "bad-deprecation"
    INCOMPLETE_DEPRECATION = "incomplete-deprecation"
    OVERDUE_REMOVAL = "overdue-removal"
    UNSTABLE_DEPENDENCY = "unstable-dependency"
    BAD_NUMBER = "bad-number"
    NO_ERROR_STATUS = "no-error-status"
    UNUSED_TYPE = "unused-type"
    BAD_PARTIAL = "bad-partial"
    BAD_CLOCK = "bad-clock"
    WRONG_VERDICT = "wrong-verdict"
    # Inheritance
    UNKNOWN_BASE = "unknown-base"
    CYCLIC_EXTENDS = "cyclic-extends"
    REDEFINED = "redefined"
    LOOSENED = "loosened"
    CLOSED_LIST = "closed-list"
    # Project
    BROKEN_TOML = "broken-toml"
    TWO_CONFIGURATIONS = "two-configurations"
    BAD_PATH = "bad-path"
    BAD_MARKER = "bad-marker"
    NO_CONTRACT = "no-contract"
    UNREAD_CONTRACT = "unread-contract"
    BROKEN_TARGET = "broken-target"
    IN_THE_WAY = "in-the-way"
    NO_ACCESS = "no-access"
    NO_EARLIER_VERSION = "no-earlier-version"


class Position(Struct, frozen=True):
    """A position in a file. Lines and columns count from 1; columns count code points."""

    file: str
    line: int
    column: int


class Severity(StrEnum):
    """How serious something is, the most serious first. An error makes a command fail; the others do if asked to."""

    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"


NEVER = "never"
"""The value of --fail-on that is no severity."""


def fails(found: Iterable[Severity], fail_on: str) -> bool:
    """Whether something was found at the level of --fail-on or above."""
    ranks = [*Severity]
    return fail_on != NEVER and any(ranks.index(each) <= ranks.index(Severity(fail_on)) for each in found)


class Related(Struct, frozen=True):
    """Another position that a diagnostic refers to, with a label such as "the base has `level: must`"."""

    position: Position
    message: str
    width: int = 1


class Diagnostic(Struct, frozen=True):
    """One problem: where it is, what is wrong, and what to write instead."""

    position: Position
    code: StrEnum
    """A `Code`, or a code of another command."""
    message: str
    hint: str = ""
    width: int = 1
    related: tuple[Related, ...] = ()
    severity: Severity = Severity.ERROR
    diff: tuple[str, ...] = ()
    """Lines of a unified diff."""
    path: str = ""
    """Where it is in a value, as a JSON pointer."""


class Report:
    """The errors (`diagnostics`) and notes of one run, in the order they were found."""

    __slots__ = ("_suggested", "diagnostics", "notes")

    def __init__(self) -> None:
        self.diagnostics: list[Diagnostic] = []
        self.notes: list[Diagnostic] = []
        self._suggested: Counter[str] = Counter()

    def add(
        self,
        code: StrEnum,
        position: Position,
        message: str,
        hint: str = "",
        width: int = 1,
        related: tuple[Related, ...] = (),
    ) -> None:
        self.diagnostics.append(Diagnostic(position, code, message, hint, max(1, width), related))

    def note(self, code: StrEnum, position: Position, message: str, hint: str = "", width: int = 1) -> None:
        self.notes.append(Diagnostic(position, code, message, hint, max(1, width), severity=Severity.NOTE))

    def suggest(self, position: Position, name: str, known: Iterable[str], fallback: str) -> str:
        """Like `did_you_mean`, but no more than `SHOWN` times per file: each time, many names are compared."""
        self._suggested[position.file] += 1
        return did_you_mean(name, known, fallback) if self._suggested[position.file] <= SHOWN else fallback

    def sorted(self) -> tuple[Diagnostic, ...]:
        """All errors and notes without duplicates, ordered by file and position."""
        return tuple(sorted({*self.diagnostics, *self.notes}, key=_order))


def errors(diagnostics: Iterable[Diagnostic]) -> tuple[Diagnostic, ...]:
    """The diagnostics that are errors."""
    return tuple(diagnostic for diagnostic in diagnostics if diagnostic.severity is Severity.ERROR)


def _order(diagnostic: Diagnostic) -> tuple[object, ...]:
    """Sort by position first, then by everything else, so that the output never depends on the order of a set."""
    position = diagnostic.position
    return position.file, position.line, position.column, diagnostic.code, repr(diagnostic)


def did_you_mean(name: str, known: Iterable[str], fallback: str = "") -> str:
    """A hint that names the closest known name, or the fallback if none is close."""
    meant = closest(name, known)
    return f"did you mean '{meant}'?" if meant is not None else fallback


def closest(name: str, known: Iterable[str]) -> str | None:
    """The known name that is closest to this one; None if none is close."""
    if len(name) > MAX_COMPARED_LENGTH:
        return None
    candidates = {candidate.casefold(): candidate for candidate in reversed(list(known))}
    from difflib import get_close_matches  # imported late: only needed when something is wrong

    close = get_close_matches(name.casefold(), _comparable(name.casefold(), candidates), n=1, cutoff=0.6)
    return candidates[close[0]] if close else None


def _comparable(name: str, candidates: Iterable[str]) -> list[str]:
    """The names that can be close to this one; of too many, only those with the same first letter."""
    similar = [each for each in candidates if len(name) <= 3 * len(each) <= 9 * len(name)]
    if len(similar) <= MAX_COMPARED:
        return similar
    return [each for each in similar if each[:1] == name[:1]][-MAX_COMPARED:]  # contract order is reversed
