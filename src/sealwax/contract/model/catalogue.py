"""Enums, and the catalogues of error types, error codes and warning codes."""

from __future__ import annotations

from enum import StrEnum
from functools import cached_property

from msgspec import Struct

from sealwax.contract.model.documentation import Documentation, Tier
from sealwax.contract.model.records import Field
from sealwax.contract.model.types import Reference, Type
from sealwax.naming import words


class LetterCase(StrEnum):
    """The letter case of the values of an enum."""

    SCREAMING_SNAKE = "SCREAMING_SNAKE"
    LOWER_SNAKE = "lower_snake"


class Order(StrEnum):
    """The order in which the values of an ordered enum are listed."""

    HIGHEST_FIRST = "highest_first"
    LOWEST_FIRST = "lowest_first"


class Catalogue(StrEnum):
    """The kind of catalogue that an enum is."""

    PLAIN = "plain"
    ERROR_TYPES = "error_types"
    ERROR_CODES = "error_codes"
    WARNING_CODES = "warning_codes"


class RetryDecision(StrEnum):
    NO = "no"
    MAYBE = "maybe"
    YES = "yes"


class Retry(Struct, frozen=True):
    """Whether a retry can help, and what to do first."""

    decision: RetryDecision
    hint: str = ""


class Column(Struct, frozen=True):
    """An additional text that every value of an enum has."""

    key: str
    title: str


class EnumValue(Struct, frozen=True):
    """A value of an enum. Which of the attributes after `tier` are set depends on the enum's catalogue."""

    value: str
    docs: Documentation
    cells: tuple[str, ...] = ()
    """One text per column of the enum."""
    tier: Tier | None = None
    http: int | None = None
    """Error types: the HTTP status. Several types can share one."""
    jsonrpc: int | None = None
    """Error types: the number in a JSON-RPC error. Several types can share one."""
    retry: Retry | None = None
    """Error types: the retry policy."""
    usual_code: str = ""
    """Error types: the code of an error that is raised without one; empty if there is none."""
    classified_as: str = ""
    """Error codes: the error type. Warning codes: the severity."""
    message: str = ""
    """Codes: a template over `context`, e.g. `Rate limit exceeded: {limit} requests`."""
    remediation: str = ""
    """Error codes: a template over `context`."""
    context: tuple[Field, ...] = ()
    """Codes: the fields that come with this code."""
    renamed_from: str = ""
    """The name that it had before. Generated code keeps it as an alias: see `Enum.old_names`."""
    promoted_from: str = ""
    """Its name in a less stable tier; a sibling that is deprecated."""


class Enum(Struct, frozen=True, dict=True):
    """A list of known strings. In an open enum, other strings are advice rather than an error."""

    name: str
    title: str
    docs: Documentation
    open: bool
    values: tuple[EnumValue, ...]
    catalogue: Catalogue = Catalogue.PLAIN
    case: LetterCase | None = None
    order: Order | None = None
    columns: tuple[Column, ...] = ()
    suggestions: bool = False
    """Whether other strings of an open enum are equally valid, so that there is no advice on them."""
    classified_by: Enum | None = None
    """Error codes: the error types. Warning codes: the severities."""
    renamed_from: str = ""
    """The name that it had before."""

    @cached_property
    def _by_name(self) -> dict[str, EnumValue]:
        return {value.value: value for value in self.values}

    def value(self, name: str) -> EnumValue | None:
        return self._by_name.get(name)

    @cached_property
    def old_names(self) -> dict[str, str]:
        """By old name: the present name of each value that was renamed, unless code spells both alike or both exist."""
        renamed = {value.renamed_from: value.value for value in self.values if value.renamed_from}
        spelled = {words(value.value) for value in self.values} if renamed else set()
        return {old: new for old, new in renamed.items() if words(old) not in spelled}

    @cached_property
    def by_class(self) -> dict[str, tuple[EnumValue, ...]]:
        """By error type or severity: its codes, in contract order."""
        found: dict[str, list[EnumValue]] = {}
        for value in self.values:
            found.setdefault(value.classified_as, []).append(value)
        return {name: tuple(values) for name, values in found.items()}

    def ranked(self, word: str, name: str) -> tuple[str, ...]:
        """The values that rank `below` or `above` this one, in contract order."""
        names = [value.value for value in self.values]
        at = names.index(name)
        return tuple(names[at + 1 :] if (self.order is Order.HIGHEST_FIRST) == (word == "below") else names[:at])


def enum_of(kind: Type) -> Enum | None:
    """The enum that a type refers to, if any."""
    return kind.target if isinstance(kind, Reference) and isinstance(kind.target, Enum) else None


class Numbering(Struct, frozen=True):
    """The error code whose JSON-RPC number an integer field holds."""

    path: tuple[str, ...]
    """The path of the code, from the object that contains the integer."""
    codes: Enum
    is_certain: bool
    """Whether the code is always present."""

    @property
    def words(self) -> str:
        return ".".join(self.path)

    @property
    def numbers(self) -> dict[str, int]:
        """The number of each code that has one; with any other code, any integer is valid."""
        types = self.codes.classified_by.values if self.codes.classified_by is not None else ()
        by_type = {kind.value: kind.jsonrpc for kind in types if kind.jsonrpc is not None}
        kinds = {code.value: code.classified_as for code in self.codes.values}
        return {code: by_type[kind] for code, kind in kinds.items() if kind in by_type}

    @property
    def is_total(self) -> bool:
        """Whether every valid code has a number."""
        return not self.codes.open and len(self.numbers) == len(self.codes.values)
