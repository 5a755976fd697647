"""Codes and error types -> lookup.py: functions that say what the contract knows about a string."""

from collections.abc import Iterator

from msgspec import Struct

from sealwax.contract.model import Catalogue, Contract
from sealwax.languages.python import class_name
from sealwax.meaning.catalogue import lookups, policies
from sealwax.meaning.wording import has_descriptions
from sealwax.rendering import Finished
from sealwax.targets.python.head import Head, head


class LookupView(Struct, frozen=True):
    head: Head
    types: Finished
    codes: Finished
    """Empty when the contract lists no error codes."""
    policies: tuple[str, ...]
    """Those that error types have."""
    descriptions: tuple[tuple[Finished, Finished], ...]
    """Enums, each with the expression for the description of `each` of its members. The later enum wins."""


def lookup_view(contract: Contract) -> LookupView:
    types = contract.catalogue(Catalogue.ERROR_TYPES)
    codes = contract.catalogue(Catalogue.ERROR_CODES)
    doc = f"What the contract {contract.name} knows about error codes, warning codes and error types."
    return LookupView(
        head=head(contract, "lookup", doc),
        types=class_name(types.name) if types is not None else Finished(""),
        codes=class_name(codes.name) if codes is not None else Finished(""),
        policies=policies(contract),
        descriptions=tuple(_descriptions(contract)),
    )


def _descriptions(contract: Contract) -> Iterator[tuple[Finished, Finished]]:
    """The catalogues that describe their values. A code without a description of its own has that of its type."""
    for each in (Catalogue.ERROR_TYPES, Catalogue.WARNING_CODES, Catalogue.ERROR_CODES):
        enum = contract.catalogue(each)
        types = enum.classified_by if enum is not None and each is Catalogue.ERROR_CODES else None
        found = ["each.description"] if has_descriptions(enum) else []
        found += ["each.error_type.description"] if has_descriptions(types) else []
        if enum is not None and found:
            yield class_name(enum.name), Finished(" or ".join(found))


def exported_names(contract: Contract) -> tuple[Finished, ...]:
    return tuple(sorted(map(Finished, lookups(contract))))
