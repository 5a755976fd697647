"""Enum and catalogue declarations -> enums."""

import re
from collections.abc import Iterable

from sealwax.contract.checking import SPELLINGS
from sealwax.contract.language import (
    EnumDecl,
    ErrorCodeDecl,
    ErrorCodesDecl,
    ErrorTypeDecl,
    ErrorTypesDecl,
    ListingDecl,
    RetryDecl,
    WarningCodeDecl,
    WarningCodesDecl,
)
from sealwax.contract.model import (
    Catalogue,
    Column,
    Enum,
    EnumValue,
    Field,
    LetterCase,
    Order,
    Retry,
    RetryDecision,
)
from sealwax.contract.resolving.fields import read_fields, refuse_unsafe
from sealwax.contract.resolving.scope import Scope, child, key
from sealwax.contract.resolving.types import Lookup
from sealwax.contract.source import Node
from sealwax.diagnostics import Code
from sealwax.frozen import replace
from sealwax.naming import screaming, snake, title

PLACEHOLDER = re.compile(r"\{([^{}]*)\}")
RESPELL = {LetterCase.SCREAMING_SNAKE: screaming, LetterCase.LOWER_SNAKE: snake}


def read_enum(name: str, decl: EnumDecl, scope: Scope) -> Enum:
    """A plain enum, with a cell for every column of every value."""
    _check_values(decl.values, decl.listing, scope)
    scope.distinct(((column, key(decl.node, "columns", column)) for column in decl.columns), "column")
    values = []
    for value, entry in decl.values.items():
        for column in entry.cells:
            if column not in decl.columns:
                node = key(entry.node, "cells", column)
                scope.unknown(Code.UNKNOWN_NAME, node, "column", column, decl.columns)
        for column in decl.columns:
            if column not in entry.cells:
                message = f"'{value}' has no text for the column '{column}'"
                scope.mistake(Code.MISSING_KEY, key(decl.node, "values", value), message, f"add cells: {{{column}: …}}")
        cells = tuple(entry.cells.get(column, "") for column in decl.columns)
        values.append(EnumValue(value, scope.lore(entry.lore), cells))
    columns = tuple(Column(column, heading) for column, heading in decl.columns.items())
    order = None if decl.order is None else Order(decl.order)
    listed = _listed(name, Catalogue.PLAIN, decl.listing, tuple(values), scope)
    return replace(listed, order=order, columns=columns)


def read_error_types(decl: ErrorTypesDecl, scope: Scope) -> Enum:
    _check_values(decl.values, decl.listing, scope)
    values = tuple(
        EnumValue(value, scope.lore(entry.lore), http=entry.http, retry=_retry(entry, scope))
        for value, entry in decl.values.items()
    )
    return _listed("ErrorType", Catalogue.ERROR_TYPES, decl.listing, values, scope)


def read_error_codes(decl: ErrorCodesDecl, types: Enum | None, scope: Scope, lookup: Lookup) -> Enum:
    _check_values(decl.values, decl.listing, scope)
    known = () if types is None else tuple(value.value for value in types.values)
    values = []
    for value, entry in decl.values.items():
        if entry.type not in known:
            scope.unknown(Code.UNKNOWN_NAME, child(entry.node, "type"), "error type", entry.type, known)
        context = _context(entry, scope, lookup)
        lore = scope.lore(entry.lore)
        facts = EnumValue(value, lore, classified_as=entry.type, message=entry.message, context=context)
        values.append(replace(facts, remediation=entry.remediation))
    listed = _listed("ErrorCode", Catalogue.ERROR_CODES, decl.listing, tuple(values), scope)
    return replace(listed, classified_by=types)


def read_warning_codes(decl: WarningCodesDecl, scope: Scope, lookup: Lookup) -> Enum:
    _check_values(decl.values, decl.listing, scope)
    severities = _severities(decl, scope, lookup)
    known = () if severities is None else tuple(value.value for value in severities.values)
    values = []
    for value, entry in decl.values.items():
        if severities is not None and entry.severity not in known:
            scope.unknown(Code.UNKNOWN_NAME, child(entry.node, "severity"), "severity", entry.severity, known)
        context = _context(entry, scope, lookup)
        lore = scope.lore(entry.lore)
        values.append(EnumValue(value, lore, classified_as=entry.severity, message=entry.message, context=context))
    listed = _listed("WarningCode", Catalogue.WARNING_CODES, decl.listing, tuple(values), scope)
    return replace(listed, classified_by=severities)


HEADINGS = {
    Catalogue.ERROR_TYPES: "Error types",
    Catalogue.ERROR_CODES: "Error codes",
    Catalogue.WARNING_CODES: "Warning codes",
}


def _listed(name: str, catalogue: Catalogue, decl: ListingDecl, values: tuple[EnumValue, ...], scope: Scope) -> Enum:
    heading = decl.title or HEADINGS.get(catalogue) or title(name)
    case = None if decl.case is None else LetterCase(decl.case)
    return Enum(name, heading, scope.lore(decl.lore), decl.open, values, catalogue, case)


def _severities(decl: WarningCodesDecl, scope: Scope, lookup: Lookup) -> Enum | None:
    node = child(decl.node, "severities")
    found = lookup(decl.severities, node, 0)
    if found is not None and not isinstance(found, Enum):
        scope.mistake(Code.BAD_TYPE, node, f"'{decl.severities}' is not an enum", "declare it below `enums`")
    return found if isinstance(found, Enum) else None


def _check_values(values: Iterable[str], listing: ListingDecl, scope: Scope) -> None:
    owner, case = listing.node, listing.case
    scope.distinct(((value, key(owner, "values", value)) for value in values), "value")
    for value in values:
        node = key(owner, "values", value)
        refuse_unsafe(value, node, scope)
        if case is not None and not SPELLINGS[LetterCase(case)].fullmatch(value):
            hint = f"write '{RESPELL[LetterCase(case)](value)}'"
            scope.mistake(Code.WRONG_CASE, node, f"'{value}' is not in {case}", hint)


def _retry(decl: ErrorTypeDecl, scope: Scope) -> Retry | None:
    if decl.retry is None or isinstance(decl.retry, str):
        return None if decl.retry is None else Retry(RetryDecision(decl.retry))
    given = [(decision, hint) for decision in RetryDecision if (hint := _hint(decl.retry, decision)) is not None]
    if len(given) != 1:
        hint = "write exactly one of `no`, `maybe` and `yes`"
        scope.mistake(Code.BAD_VALUE, decl.retry.node, "a retry policy is one decision", hint)
        return None
    return Retry(*given[0])


def _hint(decl: RetryDecl, decision: RetryDecision) -> str | None:
    match decision:
        case RetryDecision.NO:
            return decl.no
        case RetryDecision.MAYBE:
            return decl.maybe
        case RetryDecision.YES:
            return decl.yes


def _context(decl: ErrorCodeDecl | WarningCodeDecl, scope: Scope, lookup: Lookup) -> tuple[Field, ...]:
    """The fields of a code's context, once its templates are known to use nothing else."""
    fields = read_fields(decl.context, child(decl.node, "context"), scope, lookup)
    check_template(decl.message, decl.context, child(decl.node, "message"), scope)
    if isinstance(decl, ErrorCodeDecl):
        check_template(decl.remediation, decl.context, child(decl.node, "remediation"), scope)
    return fields


def check_template(template: str, known: Iterable[str], node: Node, scope: Scope) -> tuple[str, ...]:
    """The placeholders of a template; reports those that are not known and braces that stand alone."""
    names = tuple(PLACEHOLDER.findall(template))
    for name in names:
        if name not in known:
            scope.unknown(Code.BAD_TEMPLATE, node, "placeholder", name, known)
    if any(brace in PLACEHOLDER.sub("", template) for brace in "{}"):
        hint = "braces are for placeholders, such as {limit}"
        scope.mistake(Code.BAD_TEMPLATE, node, "a brace has no partner", hint)
    return names
