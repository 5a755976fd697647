"""Enums, with what the contract says about each value -> enums.py, lookup.py"""

from msgspec import Struct

from sealwax.contract.model import Catalogue, Contract, Enum, Order, Retry
from sealwax.languages import free, python
from sealwax.languages.python import class_name, docs_text, joined, literal, member, string
from sealwax.languages.python.types import INT, NONE, STR, either
from sealwax.meaning.codes import catalogue
from sealwax.meaning.codes.catalogue import POLICIES, Cell, DescribedEnum, PropertyKind, described, policies
from sealwax.meaning.wording import value_tier_words
from sealwax.rendering import Finished
from sealwax.targets.python.head import Head, first_line, head

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
    """A value of an enum."""

    value: str
    doc: str
    facts: tuple[Finished, ...]
    """By property."""


class EnumView(Struct, frozen=True):
    """An enum, and the table that its properties read."""

    name: Finished
    doc: str
    members: tuple[EnumMember, ...]
    properties: tuple[EnumProperty, ...]
    of_type: tuple[EnumProperty, ...]
    """The properties that an error code has from its error type."""
    hidden: Finished
    """The enum that classifies this one, when a member hides its name within the class."""
    old_names: dict[str, str]
    """By old name of a value: its present name."""
    below: Finished
    """How the position of a lower value compares with that of a higher one; empty when there is no order."""
    above: Finished
    table: Finished
    """The name of the table that the properties read: by member one fact, or a tuple of facts."""
    row_type: Finished


class EnumsView(Struct, frozen=True):
    head: Head
    declares_retry: bool
    enums: tuple[EnumView, ...]


def enums_view(contract: Contract) -> EnumsView:
    doc = f"The enums of the contract {contract.name}, with what it says about each value."
    return EnumsView(Head(first_line(contract.name), doc), has_retry(contract), tuple(map(_enum, contract.enums)))


def has_retry(contract: Contract) -> bool:
    return contract.catalogue(Catalogue.ERROR_TYPES) is not None


_SIGNS = {None: ("", ""), Order.HIGHEST_FIRST: (">", "<"), Order.LOWEST_FIRST: ("<", ">")}


def _enum(enum: Enum) -> EnumView:
    properties = tuple(_property(enum, each) for each in catalogue.properties(enum))
    types = enum.classified_by if enum.catalogue is Catalogue.ERROR_CODES else None
    policies = (each for each in catalogue.properties(types) if each.name in POLICIES) if types else ()
    kinds = ", ".join(each.type for each in properties)
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
        of_type=tuple(_property(types, each) for each in policies) if types else (),
        hidden=_hidden(enum),
        old_names=enum.old_names,
        below=Finished(below),
        above=Finished(above),
        table=Finished(f"_{python.constant_name(enum.name)}_FACTS"),
        row_type=Finished(kinds if len(properties) == 1 else f"tuple[{kinds}]"),
    )


# -- what a catalogue says --------------------------------------------------------------------------------------------


_TYPES = {PropertyKind.NUMBER: INT, PropertyKind.RETRY: Finished("Retry")}


def _property(enum: Enum, stated: catalogue.Property) -> EnumProperty:
    kind, found = _TYPES.get(stated.kind, STR), tuple(map(_spelled, stated.values))
    if stated.kind is PropertyKind.CLASS and enum.classified_by is not None:
        name = class_name(enum.classified_by.name)
        kind = Finished(f"_{name}") if _hidden(enum) else name
        found = tuple(Finished(f"{name}.{member(str(value))}") for value in stated.values)
    name = python.attribute(stated.name)
    annotation = either(kind, NONE) if NONE in found else kind
    return EnumProperty(
        name=Finished(f"{name}_") if stated.is_taken else free(name, _TAKEN),
        type=annotation,
        doc=stated.doc,
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


# -- lookup ------------------------------------------------------------------------------------------------------------


class LookupView(Struct, frozen=True):
    head: Head
    types: Enum | None
    """The error types, if the contract lists them."""
    codes: Enum | None
    """The error codes, if the contract lists them."""
    policies: tuple[str, ...]
    """Those that error types have."""
    described: tuple[DescribedEnum, ...]
    """The enums whose members have descriptions. The later enum wins."""


def lookup_view(contract: Contract) -> LookupView:
    doc = f"What the contract {contract.name} knows about error codes, warning codes and error types."
    return LookupView(
        head=head(contract, "lookup", doc),
        types=contract.catalogue(Catalogue.ERROR_TYPES),
        codes=contract.catalogue(Catalogue.ERROR_CODES),
        policies=policies(contract),
        described=described(contract),
    )
