"""Codes and error types -> lookup.py: functions that say what the contract knows about a string."""

from msgspec import Struct

from sealwax.contract.model import Catalogue, Contract
from sealwax.languages.python import class_name
from sealwax.meaning.codes.catalogue import DescribedEnum, described, lookups, policies
from sealwax.rendering import Finished
from sealwax.targets.python.head import Head, head


class LookupView(Struct, frozen=True):
    head: Head
    types: Finished
    codes: Finished
    """Empty when the contract lists no error codes."""
    policies: tuple[str, ...]
    """Those that error types have."""
    described: tuple[DescribedEnum, ...]
    """The enums whose members have descriptions. The later enum wins."""


def lookup_view(contract: Contract) -> LookupView:
    types = contract.catalogue(Catalogue.ERROR_TYPES)
    codes = contract.catalogue(Catalogue.ERROR_CODES)
    doc = f"What the contract {contract.name} knows about error codes, warning codes and error types."
    return LookupView(
        head=head(contract, "lookup", doc),
        types=class_name(types.name) if types is not None else Finished(""),
        codes=class_name(codes.name) if codes is not None else Finished(""),
        policies=policies(contract),
        described=described(contract),
    )


def exported_names(contract: Contract) -> tuple[Finished, ...]:
    return tuple(sorted(map(Finished, lookups(contract))))
