"""TypeScript look-ups: what the contract knows about a code or a type, whether it is listed or not."""

from collections.abc import Iterator

from sealwax.contract.model import Catalogue, Contract, Enum
from sealwax.frozen import frozen
from sealwax.meaning.wording import is_told
from sealwax.rendering import Finished, header


@frozen
class LookupView:
    header: Finished
    tables: Finished
    """The names to import from the catalogue."""
    has_retry: bool
    has_http: bool
    has_numbers: bool
    has_descriptions: bool
    type_of: Finished
    """The entry of the type that a name stands for; empty when nothing asks for it."""
    told: tuple[Finished, ...]
    """The statements that find a description."""


def lookup_view(contract: Contract) -> LookupView:
    types, codes = contract.catalogue(Catalogue.ERROR_TYPES), contract.catalogue(Catalogue.ERROR_CODES)
    warnings = contract.catalogue(Catalogue.WARNING_CODES)
    values = types.values if types is not None else ()
    has_retry, has_http = any(each.retry for each in values), any(each.http for each in values)
    has_numbers = any(each.jsonrpc is not None for each in values)
    told = tuple(map(Finished, _told(types, codes, warnings)))
    name = "entry(errorCodes, name)?.errorType ?? name" if codes is not None else "name"
    type_of = f"entry(errorTypes, {name})" if has_retry or has_http or has_numbers else ""
    body = " ".join((type_of, *told))
    tables = (table for table in ("errorCodes", "errorTypes", "warningCodes") if f"entry({table}," in body)
    return LookupView(
        header=Finished(f"// {header(contract.name)}"),
        tables=Finished(", ".join(tables)),
        has_retry=has_retry,
        has_http=has_http,
        has_numbers=has_numbers,
        has_descriptions=bool(told),
        type_of=Finished(type_of),
        told=told,
    )


def _told(types: Enum | None, codes: Enum | None, warnings: Enum | None) -> Iterator[str]:
    """An error code comes before a warning code and that before a type; a code that says nothing is its type."""
    own = ["code.description"] if is_told(codes) else []
    own += ["entry(errorTypes, code.errorType)?.description"] if is_told(types) else []
    if codes is not None and own:
        yield "const code = entry(errorCodes, name);"
        yield f"if (code) return {' || '.join(own)};"
    others = ["entry(warningCodes, name)"] if is_told(warnings) else []
    others += ["entry(errorTypes, name)"] if is_told(types) else []
    if others:
        found = others[0] if len(others) == 1 else f"({' ?? '.join(others)})"
        yield f"return {found}?.description;"
    elif own:
        yield "return undefined;"


def has_lookups(view: LookupView) -> bool:
    return bool(lookup_names(view))


def lookup_names(view: LookupView) -> tuple[Finished, ...]:
    named = {
        "isRetryable": view.has_retry,
        "httpStatus": view.has_http,
        "jsonrpcNumber": view.has_numbers,
        "describe": view.has_descriptions,
    }
    return tuple(Finished(name) for name, is_there in named.items() if is_there)
