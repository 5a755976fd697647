"""HTTP: the status of each failure, and the errors that stand for what goes wrong outside a handler.

`internal: {http: 500, …}` stands for exceptions that nobody caught, and `validation: {http: 400, usual_code:
BAD_INPUT}` for requests that a framework refuses: the response to these has the status 400 and the code `BAD_INPUT`.
"""

from collections.abc import Callable

from msgspec import Struct
from msgspec.structs import replace

from sealwax.contract import model as m
from sealwax.meaning.builders.parameters import must_be_given
from sealwax.meaning.codes.examples import illustrated, plain_failure
from sealwax.meaning.codes.exceptions import TakesCode, delays, takes_code
from sealwax.meaning.remembering import remembered
from sealwax.meaning.serving.stand_ins import (
    CORRECT,
    TRY_LATER,
    StandIn,
    for_crash,
    for_refusal,
    general_code,
    takes_remediation,
)

UNKNOWN = 500
"""The status of a failure whose error type is unknown, or states none."""
_CLIENT, _SERVER = range(400, UNKNOWN), range(UNKNOWN, 600)


class StatusError(Struct, frozen=True):
    """The error that stands for an HTTP status."""

    status: int
    error_type: m.EnumValue
    code: str
    """Empty if it has none."""
    message: str
    """The message if nobody gives another one."""
    given: tuple[tuple[m.Parameter, str], ...]
    """What to pass to its exception besides: the code, unless the exception has it, and what to do about the error,
    unless the catalogue says it."""


class HttpPlan(Struct, frozen=True):
    """How a web application responds."""

    mapping: m.ErrorMapping
    facts: tuple[m.Parameter, ...]
    """What every failure needs besides, such as a request id."""
    media_type: str
    """The media type of a failure."""
    errors: tuple[StatusError, ...]
    """By status, ascending. The first of several types that share a status stands for it, unless its only code is
    a special case: a route that does not exist is no unknown book."""
    invalid: StatusError
    """For requests that a framework refuses, and for all statuses from 400 to 499 that have no error of their own."""
    crash: StatusError
    """For exceptions that nobody caught, and for all other statuses."""

    @property
    def unknown(self) -> int:
        """The status of an error that the contract states none for."""
        return UNKNOWN


@remembered
def http_plan(contract: m.Contract) -> HttpPlan | None:
    """None unless an error type can stand for a crash: one with a status of 500 or more and no facts of its own."""
    mapping = contract.error_mapping
    if mapping is None:
        return None
    facts = _facts(mapping)
    filled = [each.path for each in facts]
    general = _errors(contract, mapping, _general_code)

    def standing_in(found: StandIn | None, statuses: range, remediation: str) -> StatusError | None:
        """The error of the stand-in; if it has no such status, the first one that does. A web server has to respond."""
        chosen: StatusError | None = None
        if found is not None and found.error_type.http in statuses:
            chosen = _status_error(contract, mapping, found.error_type, found.code)
        chosen = chosen or _first(general, statuses) or _first(_errors(contract, mapping, _any_code), statuses)
        if chosen is None or mapping.remediation is None or not takes_remediation(mapping, chosen.code):
            return chosen
        return replace(chosen, given=(*chosen.given, (mapping.remediation, remediation)))

    crash = standing_in(for_crash(mapping, filled), _SERVER, TRY_LATER)
    if crash is None:
        return None
    invalid = standing_in(for_refusal(mapping, filled), _CLIENT, CORRECT) or crash
    errors = general | {each.status: each for each in (invalid, crash)}
    by_status = tuple(errors[status] for status in sorted(errors))
    return HttpPlan(mapping, facts, mapping.builder.outcome.media_type, by_status, invalid, crash)


def has_delay(mapping: m.ErrorMapping, error_type: m.EnumValue) -> bool:
    """Whether a failure of this type can say how long to wait, and waiting helps."""
    is_final = error_type.retry is not None and error_type.retry.decision is m.RetryDecision.NO
    return bool(delays(mapping)) and not is_final


def _facts(mapping: m.ErrorMapping) -> tuple[m.Parameter, ...]:
    stated = (mapping.message, mapping.code, mapping.type)
    return tuple(each for each in mapping.builder.parameters if must_be_given(each) and each not in stated)


def _errors(
    contract: m.Contract, mapping: m.ErrorMapping, code_of: Callable[[m.ErrorMapping, m.EnumValue], str | None]
) -> dict[int, StatusError]:
    found: dict[int, StatusError] = {}
    for error_type in mapping.types.values:
        status, code = error_type.http, code_of(mapping, error_type)
        if status is None or status < 400 or status in found or code is None:
            continue
        if error := _status_error(contract, mapping, error_type, code):
            found[status] = error
    return found


def _status_error(
    contract: m.Contract, mapping: m.ErrorMapping, error_type: m.EnumValue, code: str
) -> StatusError | None:
    """None if the contract demands more of a failure than what everybody knows about it."""
    message = _message(mapping, error_type, code)
    if plain_failure(contract, mapping, error_type, code, message, illustrated(_facts(mapping))) is None:
        return None
    given = ((mapping.code, code),) if code and code != error_type.usual_code else ()
    return StatusError(error_type.http or UNKNOWN, error_type, code, message, given)


def _first(errors: dict[int, StatusError], statuses: range) -> StatusError | None:
    """The usual statuses come first: 422 and 400 for a request that is refused."""
    return next((errors[status] for status in (422, *statuses) if status in errors and status in statuses), None)


def _general_code(mapping: m.ErrorMapping, error_type: m.EnumValue) -> str | None:
    """The code of an error that is raised without one; empty if it has none, and None if it would be a special case."""
    code = general_code(mapping, error_type)
    return code or (None if error_type.usual_code or _needs_code(mapping, error_type) else "")


def _any_code(mapping: m.ErrorMapping, error_type: m.EnumValue) -> str | None:
    own = mapping.codes.by_class.get(error_type.value)
    return error_type.usual_code or ((own[0].value if own else None) if _needs_code(mapping, error_type) else "")


def _needs_code(mapping: m.ErrorMapping, error_type: m.EnumValue) -> bool:
    return must_be_given(mapping.code) or takes_code(mapping.code, error_type) is TakesCode.REQUIRED


def _message(mapping: m.ErrorMapping, error_type: m.EnumValue, code: str) -> str:
    value = mapping.codes.value(code)
    return error_type.docs.doc or (value.docs.doc if value is not None else "") or m.NO_DESCRIPTION
