"""Codes and error types -> lookup.py: what the contract knows about a string, whether it is listed or not."""

from sealwax.contract.model import Catalogue, Contract, Enum
from sealwax.frozen import frozen
from sealwax.languages.python import class_name
from sealwax.languages.python.layout import fits
from sealwax.languages.python.types import homes, import_lines
from sealwax.meaning.wording import has_descriptions
from sealwax.rendering import Finished


@frozen
class LookupView:
    header: Finished
    doc: str
    imports: tuple[Finished, ...]
    types: Finished
    codes: Finished
    """Empty when the contract lists no error codes."""
    has_retry: bool
    has_http: bool
    has_numbers: bool
    needs_types: bool
    has_descriptions: bool
    descriptions: tuple[Finished, ...]
    """By catalogue, the entries of a dict display; what stands later wins."""


def lookup_view(contract: Contract, header: Finished) -> LookupView:
    types = contract.catalogue(Catalogue.ERROR_TYPES)
    codes = contract.catalogue(Catalogue.ERROR_CODES)
    values = types.values if types is not None else ()
    has_retry, has_http = (any(each.retry for each in values), any(each.http for each in values))
    has_numbers = any(each.jsonrpc is not None for each in values)
    needs_types = has_retry or has_http or has_numbers
    told = catalogues_told(contract)
    asked = (types, codes) if needs_types else ()
    used = {class_name(enum.name) for enum in (*asked, *told) if enum is not None}
    return LookupView(
        header=header,
        doc=f"What the contract {contract.name} knows about error codes, warning codes and error types.",
        imports=import_lines(used, homes(contract), ".lookup"),
        types=class_name(types.name) if types is not None else Finished(""),
        codes=class_name(codes.name) if codes is not None else Finished(""),
        has_retry=has_retry,
        has_http=has_http,
        has_numbers=has_numbers,
        needs_types=needs_types,
        has_descriptions=bool(told),
        descriptions=tuple(_entries(enum) for enum in told),
    )


def catalogues_told(contract: Contract) -> tuple[Enum, ...]:
    """The catalogues that say what their values mean. Where two have the same value, the later one wins."""
    wanted = (Catalogue.ERROR_TYPES, Catalogue.WARNING_CODES, Catalogue.ERROR_CODES)
    found = (enum for each in wanted if (enum := contract.catalogue(each)) is not None)
    return tuple(
        enum
        for enum in found
        if has_descriptions(enum) or (_is_error_code(enum) and has_descriptions(enum.classified_by))
    )


def _is_error_code(enum: Enum) -> bool:
    return enum.catalogue is Catalogue.ERROR_CODES


def _entries(enum: Enum) -> Finished:
    """A code that has no description of its own has that of its type."""
    own = ["each.description"] if has_descriptions(enum) else []
    own += ["each.error_type.description"] if _is_error_code(enum) and has_descriptions(enum.classified_by) else []
    value, clause = " or ".join(own), f"for each in {class_name(enum.name)}"
    line = f"**{{str(each): {value} {clause}}},"
    return Finished(line if fits(line, 4) else f"**{{\n        str(each): {value} {clause}\n    }},")


def names(view: LookupView) -> tuple[Finished, ...]:
    found = {
        "describe": view.has_descriptions,
        "http_status": view.has_http,
        "is_retryable": view.has_retry,
        "jsonrpc_number": view.has_numbers,
    }
    return tuple(Finished(name) for name, is_there in found.items() if is_there)
