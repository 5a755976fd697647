"""Responses over HTTP -> http.py: the status, the headers and the body, for any web framework."""

from msgspec import Struct

from sealwax.contract.model import Contract, Presence, Tag
from sealwax.languages.python import attribute, class_name, exception_name, literal, member, string
from sealwax.languages.python.types import Argument, as_argument
from sealwax.meaning.exceptions import Delay, delays
from sealwax.meaning.http import UNKNOWN, HttpPlan, StatusError
from sealwax.rendering import Finished
from sealwax.targets.python.builders import parameter_argument
from sealwax.targets.python.head import Head, head

_DOC = """What the contract {} means over HTTP.

A web framework needs the status, the headers and the body of a response. `reply` and
`reply_to` return them."""


class ErrorRow(Struct, frozen=True):
    """The error that stands for a status."""

    status: int
    exception: Finished
    maker: Finished
    """What takes a message and returns the exception."""
    message: str


class HttpView(Struct, frozen=True):
    head: Head
    plan: HttpPlan
    facts: tuple[Argument, ...]
    """What every failure needs besides its message."""
    errors: tuple[ErrorRow, ...]
    is_failure: Finished
    """The test whether `wire` is a failure."""
    delays: tuple[Delay, ...]
    unknown: int
    """The status of an error that the contract states none for."""


def http_view(contract: Contract, plan: HttpPlan) -> HttpView:
    waits, rows = delays(plan.mapping), tuple(_row(each, plan) for each in plan.errors)
    style = as_argument(contract)
    facts = tuple(parameter_argument(each, style, is_required=True) for each in plan.facts)
    start = head(contract, "http", _DOC.format(contract.name))
    return HttpView(start, plan, facts, rows, is_failure(plan.mapping.builder.outcome.discriminator), waits, UNKNOWN)


def is_failure(discriminator: Tag | Presence | None) -> Finished:
    match discriminator:
        case Tag(field, value):
            equals = "is" if isinstance(value, bool) else "=="
            return Finished(f"wire.get({string(field)}) {equals} {literal(value)}")
        case Presence(field, expected):
            return Finished(f"{string(field)} {'in' if expected else 'not in'} wire")
        case None:
            return Finished("True")


def _row(error: StatusError, plan: HttpPlan) -> ErrorRow:
    exception = exception_name(error.error_type.value)
    if not error.code:
        return ErrorRow(error.status, exception, exception, error.message)
    code = f"{attribute(plan.mapping.code.name)}=_enums.{class_name(plan.mapping.codes.name)}.{member(error.code)}"
    return ErrorRow(error.status, exception, Finished(f"partial({exception}, {code})"), error.message)
