"""Responses over HTTP -> http.py: the status, the headers and the body, for any web framework."""

from msgspec import Struct

from sealwax.contract.model import Contract
from sealwax.languages.python import attribute, class_name, exception_name, member, string
from sealwax.languages.python.types import Argument, as_argument
from sealwax.meaning.checks.lowering import outcome_test
from sealwax.meaning.codes.exceptions import Delay, delays
from sealwax.meaning.serving.http import HttpPlan, StatusError
from sealwax.rendering import Finished
from sealwax.targets.python.builders import parameter_argument
from sealwax.targets.python.conditions import is_outcome
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


def http_view(contract: Contract, plan: HttpPlan) -> HttpView:
    waits, rows = delays(plan.mapping), tuple(_row(each, plan) for each in plan.errors)
    style = as_argument(contract)
    facts = tuple(parameter_argument(plan.mapping.builder, each, style, is_required=True) for each in plan.facts)
    start = head(contract, "http", _DOC.format(contract.name))
    is_failure = is_outcome(outcome_test(plan.mapping.builder.outcome), "wire") or Finished("True")
    return HttpView(start, plan, facts, rows, is_failure, waits)


def _row(error: StatusError, plan: HttpPlan) -> ErrorRow:
    exception, codes = exception_name(error.error_type.value), class_name(plan.mapping.codes.name)
    given = "".join(
        f", {attribute(each.name)}={f'_enums.{codes}.{member(text)}' if each == plan.mapping.code else string(text)}"
        for each, text in error.given
    )
    maker = Finished(f"partial({exception}{given})") if given else exception
    return ErrorRow(error.status, exception, maker, error.message)
