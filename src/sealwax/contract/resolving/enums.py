"""Enum and catalogue declarations -> enums.

`error_codes: {values: {ITEM_NOT_FOUND: {type: not_found}}}` becomes the enum `ErrorCode`, whose value
`EnumValue("ITEM_NOT_FOUND", classified_as="not_found")` is looked up in the enum `ErrorType`.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import TypeAlias

from msgspec.structs import replace

from sealwax.contract import model as m
from sealwax.contract.resolving.fields import check_safe_name, read_fields
from sealwax.contract.resolving.lifecycle import check_dependency, check_former_names, check_replacements, tier_of
from sealwax.contract.resolving.scope import Scope
from sealwax.contract.resolving.templates import check_placeholders
from sealwax.contract.source import child, key
from sealwax.diagnostics import Code
from sealwax.language import grammar as g
from sealwax.naming import screaming, snake, title
from sealwax.patterns import LETTER_CASES

_ListDecl: TypeAlias = g.EnumDecl | g.ErrorTypesDecl | g.ErrorCodesDecl | g.WarningCodesDecl
MAX_ORDERED = 100
"""How many values an ordered enum can have: a condition such as `below` expands to all that match."""
RESPELL = {m.LetterCase.SCREAMING_SNAKE: screaming, m.LetterCase.LOWER_SNAKE: snake}


def read_enum(name: str, decl: g.EnumDecl, scope: Scope) -> m.Enum:
    values = [_value(value, decl, entry.docs, scope) for value, entry in decl.values.items()]
    order = None if decl.order is None else m.Order(decl.order)
    if order is not None and len(decl.values) > MAX_ORDERED:
        message = f"an enum with `order` has at most {MAX_ORDERED} values, but this one has {len(decl.values)}"
        scope.error(Code.TOO_LARGE, key(decl.node, "order"), message, "remove `order`, and list values with `one_of`")
    enum = _enum(name, m.Catalogue.PLAIN, decl, values, scope)
    return replace(enum, order=order, renamed_from=decl.renamed_from)


RESERVED = range(-32768, -32000 + 1)
"""Reserved by JSON-RPC 2.0, except for the following."""
DEFINED = (-32700, -32600, -32601, -32602, -32603)
FOR_SERVERS = range(-32099, -32000 + 1)


def read_error_types(decl: g.ErrorTypesDecl, codes: g.ErrorCodesDecl | None, scope: Scope) -> m.Enum:
    for entry in decl.values.values():
        _check_number(entry, scope)
        _check_status(entry, scope)
        usual = None if codes is None else codes.values.get(entry.usual_code or "")
        if usual is not None and entry.usual_code is not None:
            own, tier = (scope.tiers.get(each.tier or "") for each in (entry, usual))
            check_dependency(own, entry.usual_code, tier, child(entry.node, "usual_code"), scope)
    type_of = {} if codes is None else {code: entry.type for code, entry in codes.values.items()}
    by_type: dict[str, list[str]] = {}
    for code, kind in type_of.items():
        by_type.setdefault(kind, []).append(code)
    # A code whose type does not exist is reported itself, and may be meant for any type.
    misspelled = {code for code, kind in type_of.items() if kind not in decl.values}
    values = [
        replace(
            _value(value, decl, entry.docs, scope),
            http=entry.http,
            jsonrpc=entry.jsonrpc,
            retry=_retry(entry, scope),
            usual_code=_usual_code(value, entry, by_type.get(value, []), misspelled, scope),
        )
        for value, entry in decl.values.items()
    ]
    return _enum("ErrorType", m.Catalogue.ERROR_TYPES, decl, values, scope)


def _check_status(decl: g.ErrorTypeDecl, scope: Scope) -> None:
    """Note an HTTP status that does not indicate an error."""
    node = child(decl.node, "http")
    if decl.http is not None and decl.http < 400:
        message = f"the HTTP status {decl.http} does not indicate an error"
        hint = "use a status from 400 to 599, or remove `http` if it does not depend on the error"
        scope.note(Code.NO_ERROR_STATUS, node, message, hint)


def _check_number(decl: g.ErrorTypeDecl, scope: Scope) -> None:
    """Report a number that JSON-RPC 2.0 reserves."""
    number = decl.jsonrpc
    if number is None:
        return
    node = child(decl.node, "jsonrpc")
    if number in RESERVED and number not in DEFINED and number not in FOR_SERVERS:
        hint = "use -32700, -32600 to -32603, a server error from -32099 to -32000, or one outside -32768 to -32000"
        scope.error(Code.BAD_NUMBER, node, f"JSON-RPC 2.0 reserves {number} for future use", hint)


def _usual_code(name: str, decl: g.ErrorTypeDecl, own: list[str], misspelled: set[str], scope: Scope) -> str:
    if decl.usual_code is None:
        return own[0] if len(own) == 1 else ""
    if decl.usual_code not in own and decl.usual_code not in misspelled:
        node = child(decl.node, "usual_code")
        scope.unknown(Code.UNKNOWN_NAME, node, f"error code of type '{name}' called", decl.usual_code, own)
    return decl.usual_code


def read_error_codes(decl: g.ErrorCodesDecl, types: m.Enum | None, scope: Scope) -> m.Enum:
    known = {} if types is None else {value.value: value for value in types.values}
    values = []
    for name, entry in decl.values.items():
        node, texts = child(entry.node, "type"), entry.function
        value = _value(name, decl, texts.docs, scope)
        if types is None:
            hint = f"declare it: `error_types: {{values: {{{entry.type}: {{retry: no}}}}}}`"
            scope.error(Code.UNKNOWN_NAME, node, f"there is no error type '{entry.type}'", hint)
        elif (kind := scope.find(Code.UNKNOWN_NAME, node, "error type", entry.type, known)) is not None:
            check_dependency(value.tier, entry.type, kind.tier, node, scope)
        message, remediation = texts.message, texts.remediation
        values.append(replace(value, classified_as=entry.type, message=message, remediation=remediation))
    return replace(_enum("ErrorCode", m.Catalogue.ERROR_CODES, decl, values, scope), classified_by=types)


def read_warning_codes(decl: g.WarningCodesDecl, scope: Scope) -> m.Enum:
    severities = _severities(decl, scope)
    known = {} if severities is None else {value.value: value for value in severities.values}
    values = []
    for name, entry in decl.values.items():
        node, value = child(entry.node, "severity"), _value(name, decl, entry.docs, scope)
        severity = scope.find(Code.UNKNOWN_NAME, node, "severity", entry.severity, known) if known else None
        if severity is not None:
            check_dependency(value.tier, entry.severity, severity.tier, node, scope)
        values.append(replace(value, classified_as=entry.severity, message=entry.message))
    return replace(_enum("WarningCode", m.Catalogue.WARNING_CODES, decl, values, scope), classified_by=severities)


def _enum(name: str, catalogue: m.Catalogue, decl: _ListDecl, values: Sequence[m.EnumValue], scope: Scope) -> m.Enum:
    listing = decl.listing
    _check_values(decl.values, listing, scope)
    check_former_names(values, lambda value: child(decl.node, "values", value), "value", scope)
    check_replacements(values, lambda value: child(decl.node, "values", value), scope)
    heading = title(name) if catalogue is m.Catalogue.PLAIN else catalogue.replace("_", " ").capitalize()
    return m.Enum(
        name=name,
        title=listing.title or heading,
        docs=scope.docs(listing.docs, decl.renamed_from if isinstance(decl, g.EnumDecl) else ""),
        open=listing.open or listing.suggestions,
        values=tuple(values),
        catalogue=catalogue,
        case=None if listing.case is None else m.LetterCase(listing.case),
        columns=tuple(m.Column(column, heading) for column, heading in listing.columns.items()),
        suggestions=listing.suggestions,
    )


def _value(name: str, decl: _ListDecl, docs: g.DocumentationDecl, scope: Scope) -> m.EnumValue:
    """A value with what all kinds of values can have."""
    entry = decl.values[name]
    renamed, promoted = entry.former.renamed_from, entry.former.promoted_from
    found = scope.docs(docs, renamed, promoted)
    cells, tier = _cells(name, decl, scope), tier_of(entry, scope)
    return m.EnumValue(name, found, cells, tier, renamed_from=renamed, promoted_from=promoted)


def _cells(value: str, decl: _ListDecl, scope: Scope) -> tuple[str, ...]:
    """The texts of a value; there must be one for every column."""
    entry, columns = decl.values[value], decl.listing.columns
    for column in entry.cells:
        scope.find(Code.UNKNOWN_NAME, key(entry.node, "cells", column), "column", column, columns)
    missing = [column for column in columns if column not in entry.cells]
    for column in missing[:1]:
        others = f", and for {len(missing) - 1} more" if len(missing) > 1 else ""
        message = f"'{value}' has no text for the column '{column}'{others}"
        scope.error(Code.MISSING_KEY, key(decl.node, "values", value), message, f"add `cells: {{{column}: …}}`")
    return tuple(entry.cells.get(column, "") for column in columns)


def _severities(decl: g.WarningCodesDecl, scope: Scope) -> m.Enum | None:
    node = child(decl.node, "severities")
    found = scope.lookup(decl.severities, node, None)
    if found is not None and not isinstance(found, m.Enum):
        scope.error(Code.BAD_TYPE, node, f"'{decl.severities}' is not an enum", "declare it under `enums`")
    return found if isinstance(found, m.Enum) else None


def _check_values(values: Iterable[str], listing: g.ListingDecl, scope: Scope) -> None:
    owner, case = listing.node, listing.case
    scope.check_distinct(((column, key(owner, "columns", column)) for column in listing.columns), "column")
    if listing.suggestions and not listing.open and child(owner, "open") is not owner:
        message = "a list of suggestions is always open"
        scope.error(Code.MISPLACED_CONSTRAINT, key(owner, "suggestions"), message, "remove `open: false`")
    scope.check_distinct(((value, key(owner, "values", value)) for value in values), "value")
    for value in values:
        node = key(owner, "values", value)
        check_safe_name(value, node, scope)
        if case is not None and not LETTER_CASES[case].matches(value):
            hint = f"write '{RESPELL[m.LetterCase(case)](value)}'"
            scope.error(Code.WRONG_CASE, node, f"'{value}' is not in {case}", hint)


def _retry(decl: g.ErrorTypeDecl, scope: Scope) -> m.Retry | None:
    if decl.retry is None or isinstance(decl.retry, str):
        return None if decl.retry is None else m.Retry(m.RetryDecision(decl.retry))
    given = [(decision, hint) for decision in m.RetryDecision if (hint := getattr(decl.retry, decision)) is not None]
    if len(given) != 1:
        hint = "write exactly one of `no`, `maybe` and `yes`"
        scope.error(Code.BAD_VALUE, decl.retry.node, "a retry policy has exactly one decision", hint)
        return None
    return m.Retry(*given[0])


_CodeDecl: TypeAlias = g.ErrorCodeDecl | g.WarningCodeDecl
_TextsDecl: TypeAlias = g.ErrorFunctionDecl | g.WarningCodeDecl


def with_contexts(codes: m.Enum, decls: Mapping[str, _CodeDecl], scope: Scope) -> m.Enum:
    """Add the context of each code. Fields refer to the enum without contexts, so a context can refer to it too."""
    texts = {name: decl.function if isinstance(decl, g.ErrorCodeDecl) else decl for name, decl in decls.items()}
    values = (replace(code, context=read_context(texts[code.value], scope)) for code in codes.values)
    return replace(codes, values=tuple(values))


def read_context(decl: _TextsDecl, scope: Scope) -> tuple[m.Field, ...]:
    """Resolve a context, and check the templates that use it."""
    fields = read_fields(decl.context, child(decl.node, "context"), scope)
    check_placeholders(decl.message, fields, child(decl.node, "message"), scope)
    if isinstance(decl, g.ErrorFunctionDecl):
        check_placeholders(decl.remediation, fields, child(decl.node, "remediation"), scope)
    return fields
