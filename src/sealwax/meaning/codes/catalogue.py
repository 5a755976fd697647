"""What the contract says about every value of an enum: the properties that the packages can look up.

`NOT_FOUND: {type: missing}` gives codes the property `error_type`, which is `missing` for `NOT_FOUND`; `missing: {http:
404}` gives error types the property `http_status`.
"""

from collections.abc import Iterator
from enum import Enum, auto
from itertools import chain
from typing import TypeAlias

from msgspec import Struct

from sealwax.contract import model as m
from sealwax.naming import snake

Cell: TypeAlias = str | int | m.Retry | None


class PropertyKind(Enum):
    """What a property is."""

    CLASS = auto()
    """A value of the enum that classifies this one."""
    NUMBER = auto()
    RETRY = auto()
    TIER = auto()
    TEXT = auto()


class Property(Struct, frozen=True):
    name: str
    kind: PropertyKind
    doc: str
    values: tuple[Cell, ...]
    """One per value of the enum; None where the contract says nothing."""
    is_taken: bool = False
    """Whether another property has the name, so that this one gets an underscore."""

    @property
    def is_known(self) -> bool:
        """Whether the contract says anything."""
        return any(value is not None for value in self.values)


POLICIES = ("http_status", "jsonrpc", "retry")
"""The properties of error types, which codes have from their types."""
_DESCRIBED = (m.Catalogue.ERROR_TYPES, m.Catalogue.WARNING_CODES, m.Catalogue.ERROR_CODES)
_NAMES = {"error_type", "severity", *POLICIES}


def properties(enum: m.Enum) -> Iterator[Property]:
    """The properties that the contract states about any value, in the order of the packages.

    Error types always have a status and a retry policy, even if these are not known, so that code for all contracts can
    ask for them.
    """
    always = ("http_status", "retry") if enum.catalogue is m.Catalogue.ERROR_TYPES else ()
    own = (each for each in _own(enum) if each.is_known or each.name in always)
    return chain(own, (each for each in _columns(enum) if each.is_known))


def policies(contract: m.Contract) -> tuple[str, ...]:
    """The policies that any error type has."""
    types = contract.catalogue(m.Catalogue.ERROR_TYPES)
    return tuple(each.name for each in properties(types) if each.name in POLICIES and each.is_known) if types else ()


def lookups(contract: m.Contract) -> Iterator[str]:
    """The names of the functions that say what the contract knows about a code or an error type."""
    named = {"retry": "is_retryable", "http_status": "http_status", "jsonrpc": "jsonrpc_number"}
    yield from (function for policy, function in named.items() if policy in policies(contract))
    if described(contract):
        yield "describe"


class DescribedEnum(Struct, frozen=True):
    """A catalogue whose values have descriptions."""

    enum: m.Enum
    has_own: bool
    has_type: bool
    """Whether a code without a description of its own has that of its error type."""


def described(contract: m.Contract) -> tuple[DescribedEnum, ...]:
    """The catalogues that describe their values. If a string is in several of them, the last one counts."""
    found = (contract.catalogue(each) for each in _DESCRIBED)
    every = (DescribedEnum(enum, _has_descriptions(enum), _has_type(enum)) for enum in found if enum is not None)
    return tuple(each for each in every if each.has_own or each.has_type)


def _has_descriptions(enum: m.Enum | None) -> bool:
    """Whether the contract describes values of an enum."""
    return enum is not None and any(value.docs.doc for value in enum.values)


def _has_type(enum: m.Enum) -> bool:
    return enum.catalogue is m.Catalogue.ERROR_CODES and _has_descriptions(enum.classified_by)


def _own(enum: m.Enum) -> Iterator[Property]:
    values = enum.values
    if enum.classified_by is not None:
        is_error = enum.catalogue is m.Catalogue.ERROR_CODES
        doc = "The category that it belongs to." if is_error else "How serious it usually is."
        classes = tuple(value.classified_as for value in values)
        yield Property("error_type" if is_error else "severity", PropertyKind.CLASS, doc, classes)
    yield Property(
        "http_status", PropertyKind.NUMBER, "The corresponding HTTP status.", tuple(each.http for each in values)
    )
    yield Property(
        "jsonrpc", PropertyKind.NUMBER, "Its number in a JSON-RPC error.", tuple(each.jsonrpc for each in values)
    )
    doc = "Whether trying again can help, and what has to happen first."
    yield Property("retry", PropertyKind.RETRY, doc, tuple(each.retry for each in values))
    if any(value.docs.doc for value in values):
        yield Property("description", PropertyKind.TEXT, "What it means.", tuple(value.docs.doc for value in values))
    tiers = tuple(value.tier.name if value.tier else None for value in values)
    yield Property("tier", PropertyKind.TIER, "How far you can rely on it.", tiers)


def _columns(enum: m.Enum) -> Iterator[Property]:
    taken = {"description"} | (_NAMES if enum.catalogue is not m.Catalogue.PLAIN else set())
    taken |= {"tier"} if any(value.tier for value in enum.values) else set()
    for at, column in enumerate(enum.columns):
        doc = column.title if column.title.endswith((".", "!", "?")) else f"{column.title}."
        cells = tuple(value.cells[at] for value in enum.values)
        yield Property(column.key, PropertyKind.TEXT, doc, cells, is_taken=snake(column.key) in taken)
