"""Codes and error types -> lookup.py: functions that say what the contract knows about a string."""

from collections.abc import Iterator

from msgspec import Struct

from sealwax.contract.model import Catalogue, Contract
from sealwax.languages.python import class_name
from sealwax.meaning.wording import has_descriptions
from sealwax.rendering import Finished
from sealwax.targets.python.head import Head, head


class LookupView(Struct, frozen=True):
    head: Head
    types: Finished
    codes: Finished
    """Empty when the contract lists no error codes."""
    has_retry: bool
    has_http: bool
    has_numbers: bool
    descriptions: tuple[tuple[Finished, Finished], ...]
    """Enums, each with the expression for the description of `each` of its members. The later enum wins."""


def lookup_view(contract: Contract) -> LookupView:
    types = contract.catalogue(Catalogue.ERROR_TYPES)
    codes = contract.catalogue(Catalogue.ERROR_CODES)
    values = types.values if types is not None else ()
    has_retry, has_http = (any(each.retry for each in values), any(each.http for each in values))
    has_numbers = any(each.jsonrpc is not None for each in values)
    descriptions = tuple(_descriptions(contract))
    asked = (types, codes) if has_retry or has_http or has_numbers else ()
    used = {class_name(enum.name) for enum in asked if enum is not None} | {codes for codes, _ in descriptions}
    doc = f"What the contract {contract.name} knows about error codes, warning codes and error types."
    return LookupView(
        head=head(contract, "lookup", doc, used),
        types=class_name(types.name) if types is not None else Finished(""),
        codes=class_name(codes.name) if codes is not None else Finished(""),
        has_retry=has_retry,
        has_http=has_http,
        has_numbers=has_numbers,
        descriptions=descriptions,
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
    view = lookup_view(contract)
    found = {
        "describe": bool(view.descriptions),
        "http_status": view.has_http,
        "is_retryable": view.has_retry,
        "jsonrpc_number": view.has_numbers,
    }
    return tuple(Finished(name) for name, is_there in found.items() if is_there)
