"""Enums, and what the catalogues of error types, error codes and warning codes say about their values."""

from __future__ import annotations

from enum import StrEnum

from sealwax.contract.model.documentation import Documentation, Tier
from sealwax.contract.model.records import Field
from sealwax.frozen import frozen


class LetterCase(StrEnum):
    """How the values of an enum are spelt."""

    SCREAMING_SNAKE = "SCREAMING_SNAKE"
    LOWER_SNAKE = "lower_snake"


class Order(StrEnum):
    """How the values of an ordered enum are listed."""

    HIGHEST_FIRST = "highest_first"
    LOWEST_FIRST = "lowest_first"


class Catalogue(StrEnum):
    """What the values of an enum classify, beyond being names."""

    PLAIN = "plain"
    ERROR_TYPES = "error_types"
    ERROR_CODES = "error_codes"
    WARNING_CODES = "warning_codes"


class RetryDecision(StrEnum):
    NO = "no"
    MAYBE = "maybe"
    YES = "yes"


@frozen
class Retry:
    """Whether trying again can help, and what has to happen first."""

    decision: RetryDecision
    hint: str = ""


@frozen
class Column:
    """A text that every value of an enum has besides its description."""

    key: str
    title: str


@frozen
class EnumValue:
    """A value of an enum. Which of the facts below `cells` are set depends on the enum's catalogue."""

    value: str
    docs: Documentation
    cells: tuple[str, ...] = ()
    """One text per column of the enum."""
    tier: Tier | None = None
    http: int | None = None
    """Error types: the analogous HTTP status. Not unique, so never a key."""
    jsonrpc: int | None = None
    """Error types: the number in a JSON-RPC error. Not unique either."""
    retry: Retry | None = None
    """Error types: the retry policy."""
    usual_code: str = ""
    """Error types: the code of an error that has no code of its own; empty when there is none."""
    classified_as: str = ""
    """Error codes: their error type. Warning codes: their severity."""
    message: str = ""
    """Codes: a template over `context`, e.g. `Rate limit exceeded: {limit} requests`."""
    remediation: str = ""
    """Error codes: a template over `context`."""
    context: tuple[Field, ...] = ()
    """Codes: the facts that come with this code."""


@frozen
class Enum:
    """A list of known strings. An open one takes other strings too, which is advice and not an error."""

    name: str
    title: str
    docs: Documentation
    open: bool
    values: tuple[EnumValue, ...]
    catalogue: Catalogue = Catalogue.PLAIN
    case: LetterCase | None = None
    order: Order | None = None
    columns: tuple[Column, ...] = ()
    classified_by: Enum | None = None
    """Error codes: the error types. Warning codes: the severities."""

    def value(self, name: str) -> EnumValue | None:
        return next((value for value in self.values if value.value == name), None)

    def below(self, name: str) -> tuple[str, ...]:
        """The values that an ordered enum ranks lower than this one, in contract order."""
        names = [value.value for value in self.values]
        at = names.index(name)
        return tuple(names[at + 1 :] if self.order is Order.HIGHEST_FIRST else names[:at])

    def above(self, name: str) -> tuple[str, ...]:
        names = [value.value for value in self.values]
        at = names.index(name)
        return tuple(names[:at] if self.order is Order.HIGHEST_FIRST else names[at + 1 :])


@frozen
class Numbering:
    """Where the error code stands that an integer is the JSON-RPC number of."""

    path: tuple[str, ...]
    """From the object that holds the integer."""
    codes: Enum
    is_certain: bool
    """Whether there must be a code."""

    @property
    def words(self) -> str:
        return ".".join(self.path)

    def number(self, code: str) -> int | None:
        """The number of a code. One that is not known, or whose type has no number, leaves the integer alone."""
        entry, types = self.codes.value(code), self.codes.classified_by
        kind = types.value(entry.classified_as) if entry is not None and types is not None else None
        return None if kind is None else kind.jsonrpc

    @property
    def numbers(self) -> dict[str, int]:
        """By code: its number."""
        types = self.codes.classified_by.values if self.codes.classified_by is not None else ()
        by_type = {kind.value: kind.jsonrpc for kind in types if kind.jsonrpc is not None}
        kinds = {code.value: code.classified_as for code in self.codes.values}
        return {code: by_type[kind] for code, kind in kinds.items() if kind in by_type}

    @property
    def is_total(self) -> bool:
        """Whether every code that is valid has a number."""
        return not self.codes.open and len(self.numbers) == len(self.codes.values)
