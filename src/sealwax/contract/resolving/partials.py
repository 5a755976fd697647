"""Partial results: the fields for the status, the issues and the counters.

`partial: {record: Found, status: status, issues: issues, ok: ok, …}` names fields of the record `Found`; here they are
looked up: `status` has to be an enum with the value `ok`, and `issues` a list of records.
"""

from collections.abc import Iterable

from sealwax.contract import model as m
from sealwax.contract.resolving.scope import Scope
from sealwax.contract.source import child
from sealwax.diagnostics import Code
from sealwax.language.grammar.envelope import CountersDecl, PartialDecl
from sealwax.meaning.checks.interpreter import check_type, is_valid


def read_partial(decl: PartialDecl, records: Iterable[m.Record], scope: Scope) -> m.Partial | None:
    """Resolve `partial`; None if a field is unknown or has the wrong type."""
    by_name = {record.name: record for record in records}
    record = scope.find(Code.UNKNOWN_TYPE, child(decl.node, "record"), "record", decl.record, by_name)
    if record is None:
        return None
    status = _field(decl, "status", decl.status, record, scope)
    issues = _field(decl, "issues", decl.issues, record, scope)
    statuses = _statuses(decl, status, scope) if status is not None else None
    issue = _issue(decl, issues, scope) if issues is not None else None
    if status is None or issues is None or statuses is None or issue is None:
        return None
    return m.Partial(
        record=record,
        status=status,
        statuses=statuses,
        ok=decl.ok,
        partial=decl.partial,
        failed=decl.failed,
        issues=issues,
        issue=issue,
        retryable=_retryable(decl, issue, scope),
        counters=_counters(decl.counters, record, by_name, scope) if decl.counters is not None else {},
        docs=scope.docs(decl.docs),
        without_issues=_without_issues(decl, record, scope),
    )


def _without_issues(decl: PartialDecl, record: m.Record, scope: Scope) -> dict[str, m.Json]:
    """The keys that a result without issues must or should have. One of them can make the other one necessary."""
    found: dict[str, m.Json] = {}
    usual: dict[str, m.Json] = {decl.status: decl.ok, decl.issues: []}
    for name in (*usual, *usual):
        if any(finding.pointer == f"/{name}" for finding in check_type(m.Reference(record), found)):
            found[name] = usual[name]
    if any(finding.pointer == f"/{decl.issues}" for finding in check_type(m.Reference(record), found)):
        message = f"a result without issues needs '{decl.issues}', which cannot be empty"
        hint = f"remove `min_items`, or make '{decl.issues}' optional where '{decl.status}' is `{decl.ok}`"
        scope.error(Code.BAD_PARTIAL, child(decl.node, "issues"), message, hint)
    return found


def _field(decl: PartialDecl, word: str, name: str, record: m.Record, scope: Scope) -> m.Field | None:
    known = {field.name: field for field in record.fields}
    return scope.find(Code.UNKNOWN_FIELD, child(decl.node, word), f"field of {record.name} called", name, known)


def _statuses(decl: PartialDecl, status: m.Field, scope: Scope) -> m.Enum | None:
    enum = m.enum_of(m.bare(status.type))
    if enum is None:
        node = child(decl.node, "status")
        hint = "declare its values under `enums`"
        scope.error(Code.BAD_PARTIAL, node, f"the type of '{status.name}' is not an enum", hint)
        return None
    known = {value.value: value for value in enum.values}
    given = {"ok": decl.ok, "partial": decl.partial, "failed": decl.failed}
    for word, value in given.items():
        scope.find(Code.UNKNOWN_NAME, child(decl.node, word), f"value of {enum.name}", value, known)
    if len(set(given.values())) < len(given):
        message = "`ok`, `partial` and `failed` must be three different values"
        scope.error(Code.BAD_PARTIAL, child(decl.node, "failed"), message)
    return enum


def _issue(decl: PartialDecl, issues: m.Field, scope: Scope) -> m.Record | None:
    record = m.record_of(issues.type.item) if isinstance(issues.type, m.ListOf) else None
    if record is None:
        message, hint = f"'{issues.name}' is not a list of records", "write `type: list of …` with the name of a record"
        scope.error(Code.BAD_PARTIAL, child(decl.node, "issues"), message, hint)
    return record


def _retryable(decl: PartialDecl, issue: m.Record, scope: Scope) -> m.Field | None:
    if decl.retryable is None:
        return None
    found = _field(decl, "retryable", decl.retryable, issue, scope)
    if found is not None and not isinstance(found.type, m.Boolean):
        node = child(decl.node, "retryable")
        scope.error(Code.BAD_PARTIAL, node, f"'{found.name}' is not a boolean", "write `type: boolean`")
    return found


# -- counters ---------------------------------------------------------------------------------------------------------


def _counters(
    decl: CountersDecl, record: m.Record, by_name: dict[str, m.Record], scope: Scope
) -> dict[m.Counter, m.Field]:
    owners = [each for each in by_name.values() if each == record or m.includes(each, record, by_name)]
    known = {field.name: field for owner in reversed(owners) for field in owner.fields}
    found: dict[m.Counter, m.Field] = {}
    for counter in m.Counter:
        name, node = getattr(decl, counter), child(decl.node, counter)
        field = name and scope.find(Code.UNKNOWN_FIELD, node, f"field of {record.name} called", name, known)
        if not field:
            continue
        if not isinstance(field.type, m.Integer) or not is_valid(field.type, 0):
            message, hint = f"'{name}' cannot count from 0", "write `type: integer`, and no `min` greater than 0"
            scope.error(Code.BAD_PARTIAL, node, message, hint)
        elif field in found.values():
            scope.error(Code.BAD_PARTIAL, node, f"'{name}' is already another counter", "use another field")
        else:
            found[counter] = field
    return found
