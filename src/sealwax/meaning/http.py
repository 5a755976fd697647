"""HTTP: the status of each failure, and the errors that stand for what goes wrong outside a handler."""

from collections.abc import Iterator

from msgspec import Struct

from sealwax.contract import model as m
from sealwax.meaning.builder_sources import must_be_given
from sealwax.meaning.exceptions import TakesCode, delays, takes_code
from sealwax.meaning.failures import plain_failure

UNKNOWN = 500
"""The status of a failure whose error type is unknown, or states none."""


class StatusError(Struct, frozen=True):
    """The error that stands for an HTTP status."""

    status: int
    error_type: m.EnumValue
    code: str
    """The code to pass to its exception; empty if the exception has one of its own."""
    message: str
    """The message if nobody gives another one."""


class HttpPlan(Struct, frozen=True):
    """How a web application responds."""

    mapping: m.ErrorMapping
    facts: tuple[m.Parameter, ...]
    """What every failure needs besides, such as a request id."""
    media_type: str
    """The media type of a failure."""
    errors: tuple[StatusError, ...]
    """By status, ascending. The first of several types that share a status stands for it."""
    invalid: StatusError
    """For requests that a framework refuses, and for all statuses from 400 to 499 that have no error of their own."""
    crash: StatusError
    """For exceptions that nobody caught, and for all other statuses."""


def http_plan(contract: m.Contract) -> HttpPlan | None:
    """None unless an error type can stand for a crash: one with a status of 500 or more and no facts of its own."""
    mapping = contract.error_mapping
    if mapping is None:
        return None
    found: dict[int, StatusError] = {}
    for error in _status_errors(contract, mapping):
        found.setdefault(error.status, error)
    errors = tuple(found[status] for status in sorted(found))
    crash = found.get(UNKNOWN) or next((each for each in errors if each.status > UNKNOWN), None)
    if crash is None:
        return None
    refusing = (each for each in errors if 400 <= each.status < UNKNOWN)
    invalid = found.get(422) or found.get(400) or next(refusing, crash)
    return HttpPlan(mapping, _facts(mapping), mapping.builder.outcome.media_type, errors, invalid, crash)


def has_delay(mapping: m.ErrorMapping, error_type: m.EnumValue) -> bool:
    """Whether a failure of this type can say how long to wait, and waiting helps."""
    is_final = error_type.retry is not None and error_type.retry.decision is m.RetryDecision.NO
    return bool(delays(mapping)) and not is_final


def _facts(mapping: m.ErrorMapping) -> tuple[m.Parameter, ...]:
    stated = (mapping.message, mapping.code, mapping.type)
    return tuple(each for each in mapping.builder.parameters if must_be_given(each) and each not in stated)


def _status_errors(contract: m.Contract, mapping: m.ErrorMapping) -> Iterator[StatusError]:
    for error_type in mapping.types.values:
        code = _code(mapping, error_type)
        if error_type.http is None or error_type.http < 400 or code is None:
            continue
        message = _message(mapping, error_type, code)
        if plain_failure(contract, mapping, error_type, code, message, _facts(mapping)) is not None:
            is_own = bool(error_type.usual_code) or not code
            yield StatusError(error_type.http, error_type, "" if is_own else code, message)


def _code(mapping: m.ErrorMapping, error_type: m.EnumValue) -> str | None:
    """The code of an error that is raised without one; empty if it has none, and None if there has to be one."""
    if error_type.usual_code:
        return error_type.usual_code
    needs_code = must_be_given(mapping.code) or takes_code(mapping.code, error_type) is TakesCode.REQUIRED
    own = (code.value for code in mapping.codes.values if code.classified_as == error_type.value)
    return next(own, None) if needs_code else ""


def _message(mapping: m.ErrorMapping, error_type: m.EnumValue, code: str) -> str:
    value = mapping.codes.value(code)
    return error_type.docs.doc or (value.docs.doc if value is not None else "") or m.NO_DESCRIPTION
