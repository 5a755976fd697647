"""Enums, with what the contract says about each value -> enums.py"""

from collections.abc import Iterator, Sequence

from msgspec import Struct

from sealwax.contract.model import Catalogue, Contract, Enum, Order, Retry
from sealwax.languages import free, python
from sealwax.languages.python import class_name, docs_text, joined, literal, member, string
from sealwax.languages.python.types import INT, NONE, STR, either
from sealwax.meaning.codes import catalogue
from sealwax.meaning.codes.catalogue import POLICIES, Cell, DescribedEnum, PropertyKind, described, policies
from sealwax.meaning.wording import value_tier_words
from sealwax.naming import snake
from sealwax.rendering import Finished
from sealwax.targets.python.head import Head, first_line

# Attributes of every string and every enum member: a column of the same name would hide them.
_TAKEN = frozenset(
    "capitalize casefold center count encode endswith expandtabs find format format_map index is_above"
    " is_below isalnum isalpha isascii isdecimal isdigit isidentifier islower isnumeric isprintable isspace istitle"
    " isupper join ljust lower lstrip maketrans mro name partition removeprefix removesuffix replace rfind rindex rjust"
    " rpartition rsplit rstrip split splitlines startswith strip swapcase title translate upper value zfill".split()
)


class EnumProperty(Struct, frozen=True):
    """A property of the members: something that the contract says about every value."""

    name: Finished
    type: Finished
    doc: str
    facts: tuple[Finished, ...]
    """By member."""


class EnumMember(Struct, frozen=True):
    """A value of an enum: `NOT_FOUND = "not_found", 404, Retry("no")`."""

    value: str
    doc: str
    facts: tuple[Finished, ...]
    """By property."""


class EnumView(Struct, frozen=True):
    name: Finished
    doc: str
    members: tuple[EnumMember, ...]
    properties: tuple[EnumProperty, ...]
    unpacked: Finished
    """Where the facts of a member go."""
    of_type: tuple[EnumProperty, ...]
    """The properties that an error code has from its error type."""
    hidden: Finished
    """The enum that classifies this one, when a member hides its name within the class."""
    old_names: dict[str, str]
    """By old name of a value: its present name."""
    below: Finished
    """How the position of a lower value compares with that of a higher one; empty when there is no order."""
    above: Finished


class LookupView(Struct, frozen=True):
    """The functions that say what the contract knows about a string."""

    types: Enum | None
    """The error types, if the contract lists them."""
    codes: Enum | None
    """The error codes, if the contract lists them."""
    policies: tuple[str, ...]
    """Those that error types have."""
    described: tuple[DescribedEnum, ...]
    """The enums whose members have descriptions. The later enum wins."""


class EnumsView(Struct, frozen=True):
    head: Head
    declares_retry: bool
    enums: tuple[EnumView, ...]
    lookup: LookupView


def enums_view(contract: Contract) -> EnumsView:
    return EnumsView(
        head=Head(first_line(contract.name), "The enums of the contract, with what it says about each value."),
        declares_retry=has_retry(contract),
        enums=tuple(map(_enum, contract.enums)),
        lookup=LookupView(
            types=contract.catalogue(Catalogue.ERROR_TYPES),
            codes=contract.catalogue(Catalogue.ERROR_CODES),
            policies=policies(contract),
            described=described(contract),
        ),
    )


def has_retry(contract: Contract) -> bool:
    """Whether the contract says of any error type whether trying again can help."""
    return "retry" in policies(contract)


_SIGNS = {None: ("", ""), Order.HIGHEST_FIRST: (">", "<"), Order.LOWEST_FIRST: ("<", ">")}


def _enum(enum: Enum) -> EnumView:
    properties = tuple(_properties(enum))
    types = enum.classified_by if enum.catalogue is Catalogue.ERROR_CODES else None
    below, above = _SIGNS[enum.order]
    return EnumView(
        name=class_name(enum.name),
        doc=python.enum_text(enum),
        members=tuple(
            EnumMember(
                value=value.value,
                doc=joined((docs_text(value.docs), value_tier_words(value.tier))),
                facts=tuple(each.facts[at] for each in properties),
            )
            for at, value in enumerate(enum.values)
        ),
        properties=properties,
        unpacked=_unpacked(properties),
        of_type=tuple(each for each in _properties(types) if each.name in POLICIES) if types else (),
        hidden=_hidden(enum),
        old_names=enum.old_names,
        below=Finished(below),
        above=Finished(above),
    )


def _unpacked(properties: Sequence[EnumProperty]) -> Finished:
    names = ", ".join(f"member.{each.name}" for each in properties)
    return Finished(names if len(properties) > 1 else f"({names},)")


# -- what a catalogue says --------------------------------------------------------------------------------------------


_TYPES = {PropertyKind.NUMBER: INT, PropertyKind.RETRY: Finished("Retry")}


def _properties(enum: Enum) -> Iterator[EnumProperty]:
    """Those that the contract states for any value."""
    return (_property(enum, each) for each in catalogue.properties(enum) if each.is_known)


def _property(enum: Enum, stated: catalogue.Property) -> EnumProperty:
    kind, found = _TYPES.get(stated.kind, STR), tuple(map(_spelled, stated.values))
    if stated.kind is PropertyKind.CLASS and enum.classified_by is not None:
        name = class_name(enum.classified_by.name)
        kind = Finished(f"_{name}") if _hidden(enum) else name
        found = tuple(Finished(f"{kind}.{member(str(value))}") for value in stated.values)
    name = python.attribute(stated.name)
    return EnumProperty(
        name=Finished(f"{name}_") if stated.is_taken else free(name, _TAKEN),
        type=either(kind, NONE) if NONE in found else kind,
        doc="" if snake(stated.doc.rstrip(".")) == snake(stated.name) else stated.doc,
        facts=found,
    )


def _spelled(value: Cell) -> Finished:
    match value:
        case Retry(decision, hint):
            return Finished(f"Retry({', '.join(map(string, filter(None, (decision, hint))))})")
        case str():
            return string(value)
        case _:
            return literal(value)


def _hidden(enum: Enum) -> Finished:
    """The enum that classifies this one, if a member has the same name: within the class, it then means the member."""
    name = class_name(enum.classified_by.name) if enum.classified_by else Finished("")
    is_hidden = name.isupper() and name in map(member, (*(value.value for value in enum.values), *enum.old_names))
    return name if is_hidden else Finished("")
