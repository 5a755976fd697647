"""The part of a check that decides whether a value is valid: the same verdict, without any advice."""

from typing import Protocol, TypeVar, assert_never

from sealwax.frozen import replace
from sealwax.meaning import checks
from sealwax.meaning.findings import Weight


class _Reporting(Protocol):
    @property
    def message(self) -> checks.Message: ...


T = TypeVar("T", bound=_Reporting)


def errors_only(check: checks.Check) -> checks.Check:
    """The check without everything that reports advice. What it refers to by name stays as it is."""
    match check:
        case checks.AnyCheck() | checks.KindCheck() | checks.ConstantCheck() | checks.TypeRef():
            return check
        case checks.NumberCheck(kind, message, limits):
            return checks.NumberCheck(kind, message, _errors(limits))
        case checks.StringCheck(message, limits):
            return checks.StringCheck(message, _errors(limits))
        case checks.ListCheck(item, message, limits):
            return checks.ListCheck(errors_only(item), message, _errors(limits))
        case checks.MapCheck(value, message):
            return checks.MapCheck(errors_only(value), message)
        case checks.NullableCheck(inner):
            return checks.NullableCheck(errors_only(inner))
        case checks.ObjectCheck():
            return object_errors(check)
        case checks.CasesCheck(cases, otherwise, message):
            return checks.CasesCheck(cases, None if otherwise is None else object_errors(otherwise), message)
        case _:
            assert_never(check)


def object_errors(check: checks.ObjectCheck) -> checks.ObjectCheck:
    rows = tuple(_row_errors(row) for row in check.rows)
    rules = tuple(replace(rule, check=errors_only(rule.check)) for rule in _errors(check.rules))
    return checks.ObjectCheck(rows, check.message, _errors(check.other_keys), rules)


def _row_errors(row: checks.Row) -> checks.Row:
    # Errors come first among what is reported for an absent key, so dropping advice changes no verdict.
    return checks.Row(row.key, errors_only(row.check), _errors(row.missing), _errors(row.rules), row.per_tool)


def _errors(parts: tuple[T, ...]) -> tuple[T, ...]:
    return tuple(part for part in parts if part.message.level is Weight.ERROR)
