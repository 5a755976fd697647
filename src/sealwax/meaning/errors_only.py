"""The part of a check that decides whether a value is valid: the same verdict, without any advice."""

from typing import Protocol, TypeVar, assert_never

from sealwax.frozen import replace
from sealwax.meaning.checks import (
    AnyCheck,
    CasesCheck,
    Check,
    ConstantCheck,
    KindCheck,
    ListCheck,
    MapCheck,
    Message,
    NullableCheck,
    NumberCheck,
    ObjectCheck,
    Row,
    StringCheck,
    TypeRef,
)
from sealwax.meaning.findings import Weight


class _Reporting(Protocol):
    @property
    def message(self) -> Message: ...


T = TypeVar("T", bound=_Reporting)


def errors_only(check: Check) -> Check:
    """The check without everything that reports advice. What it refers to by name stays as it is."""
    match check:
        case AnyCheck() | KindCheck() | ConstantCheck() | TypeRef():
            return check
        case NumberCheck(kind, message, limits):
            return NumberCheck(kind, message, _errors(limits))
        case StringCheck(message, limits):
            return StringCheck(message, _errors(limits))
        case ListCheck(item, message, limits):
            return ListCheck(errors_only(item), message, _errors(limits))
        case MapCheck(value, message):
            return MapCheck(errors_only(value), message)
        case NullableCheck(inner):
            return NullableCheck(errors_only(inner))
        case ObjectCheck():
            return object_errors(check)
        case CasesCheck(cases, otherwise, message):
            return CasesCheck(cases, None if otherwise is None else object_errors(otherwise), message)
        case _:
            assert_never(check)


def object_errors(check: ObjectCheck) -> ObjectCheck:
    rows = tuple(_row_errors(row) for row in check.rows)
    rules = tuple(replace(rule, check=errors_only(rule.check)) for rule in _errors(check.rules))
    return ObjectCheck(rows, check.message, _errors(check.other_keys), rules)


def _row_errors(row: Row) -> Row:
    # Errors come first among what is reported for an absent key, so dropping advice changes no verdict.
    return Row(row.key, errors_only(row.check), _errors(row.missing), _errors(row.rules), row.per_tool)


def _errors(parts: tuple[T, ...]) -> tuple[T, ...]:
    return tuple(part for part in parts if part.message.level is Weight.ERROR)
