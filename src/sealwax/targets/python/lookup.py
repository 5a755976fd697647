"""Codes and error types -> lookup.py: functions that say what the contract knows about a string."""

from msgspec import Struct

from sealwax.contract.model import Catalogue, Contract, Enum
from sealwax.meaning.codes.catalogue import DescribedEnum, described, lookups, policies
from sealwax.rendering import Finished
from sealwax.targets.python.head import Head, head


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


def exported_names(contract: Contract) -> tuple[Finished, ...]:
    return tuple(sorted(map(Finished, lookups(contract))))
