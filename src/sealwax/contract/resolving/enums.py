"""Enum and catalogue declarations -> enums."""

import re
from collections.abc import Iterable

from sealwax.contract.model import (
    Absent,
    Boolean,
    Catalogue,
    Column,
    Constant,
    Enum,
    EnumValue,
    Field,
    Integer,
    LetterCase,
    Number,
    Order,
    Reference,
    Retry,
    RetryDecision,
    String,
    Text,
    Type,
)
from sealwax.contract.resolving.fields import read_fields, refuse_unsafe
from sealwax.contract.resolving.numbers import check_number
from sealwax.contract.resolving.scope import Scope, child, key
from sealwax.contract.resolving.tiers import tier_of
from sealwax.contract.resolving.types import UNRESOLVED, Lookup
from sealwax.contract.source import Node
from sealwax.diagnostics import Code
from sealwax.frozen import replace
from sealwax.language.grammar import (
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
from sealwax.naming import screaming, snake, title
from sealwax.patterns import LETTER_CASES

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
        values.append(EnumValue(value, scope.docs(entry.docs), cells, tier_of(entry, scope)))
    columns = tuple(Column(column, heading) for column, heading in decl.columns.items())
    order = None if decl.order is None else Order(decl.order)
    listed = _listed(name, Catalogue.PLAIN, decl.listing, tuple(values), scope)
    return replace(listed, order=order, columns=columns)


def read_error_types(decl: ErrorTypesDecl, codes: ErrorCodesDecl | None, scope: Scope) -> Enum:
    _check_values(decl.values, decl.listing, scope)
    for entry in decl.values.values():
        check_number(entry, scope)
    type_of = {} if codes is None else {code: entry.type for code, entry in codes.values.items()}
    values = tuple(
        EnumValue(
            value,
            scope.docs(entry.docs),
            http=entry.http,
            jsonrpc=entry.jsonrpc,
            retry=_retry(entry, scope),
            usual_code=_usual_code(value, entry, type_of, scope),
            tier=tier_of(entry, scope),
        )
        for value, entry in decl.values.items()
    )
    return _listed("ErrorType", Catalogue.ERROR_TYPES, decl.listing, values, scope)


def _usual_code(name: str, decl: ErrorTypeDecl, type_of: dict[str, str], scope: Scope) -> str:
    own = [code for code, kind in type_of.items() if kind == name]
    if decl.usual_code is None:
        return own[0] if len(own) == 1 else ""
    if decl.usual_code not in own:
        node = child(decl.node, "usual_code")
        scope.unknown(Code.UNKNOWN_NAME, node, f"error code of type '{name}' called", decl.usual_code, own)
    return decl.usual_code


def read_error_codes(decl: ErrorCodesDecl, types: Enum | None, scope: Scope, lookup: Lookup) -> Enum:
    _check_values(decl.values, decl.listing, scope)
    known = () if types is None else tuple(value.value for value in types.values)
    values = []
    for value, entry in decl.values.items():
        if entry.type not in known:
            scope.unknown(Code.UNKNOWN_NAME, child(entry.node, "type"), "error type", entry.type, known)
        context = _context(entry, scope, lookup)
        docs = scope.docs(entry.docs)
        facts = EnumValue(value, docs, classified_as=entry.type, message=entry.message, context=context)
        values.append(replace(facts, remediation=entry.remediation, tier=tier_of(entry, scope)))
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
        docs = scope.docs(entry.docs)
        facts = EnumValue(value, docs, classified_as=entry.severity, message=entry.message, context=context)
        values.append(replace(facts, tier=tier_of(entry, scope)))
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
    return Enum(name, heading, scope.docs(decl.docs), decl.open, values, catalogue, case)


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
        if case is not None and not LETTER_CASES[case].matches(value):
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
    _check_placeholders(decl.message, fields, child(decl.node, "message"), scope)
    if isinstance(decl, ErrorCodeDecl):
        _check_placeholders(decl.remediation, fields, child(decl.node, "remediation"), scope)
    return fields


def _check_placeholders(template: str, fields: tuple[Field, ...], node: Node, scope: Scope) -> None:
    """Reports what cannot be filled in: a name that is no field, and a value that can be missing or is no word."""
    by_name = {field.name: field for field in fields}
    for name in dict.fromkeys(check_template(template, by_name, node, scope)):
        field = by_name.get(name)
        if field is None:
            continue
        if isinstance(field.type, Constant):
            message = f"'{name}' is always the same, so it needs no placeholder"
            scope.mistake(Code.BAD_TEMPLATE, node, message, "write the constant itself")
        elif not _has_text(field.type):
            hint = "a placeholder is for a string, a number or a boolean that is not null"
            scope.mistake(Code.BAD_TEMPLATE, node, f"the value of '{name}' cannot stand in a sentence", hint)
        elif not field.required and isinstance(field.default, Absent):
            hint = f"give '{name}' the level `must` or a default, or leave it out of the template"
            scope.mistake(Code.BAD_TEMPLATE, node, f"'{name}' can be missing", hint)


def _has_text(kind: Type) -> bool:
    named = isinstance(kind, Reference) and isinstance(kind.target, Enum | Text)
    return named or isinstance(kind, String | Integer | Number | Boolean) or kind is UNRESOLVED


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
