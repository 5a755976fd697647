"""Responses over HTTP -> http.js and its declarations: the status, the headers and the body, for any web framework."""

from msgspec import Struct

from sealwax.contract.model import Contract
from sealwax.languages import typescript as ts
from sealwax.meaning.http import HttpPlan, StatusError
from sealwax.meaning.lowering import outcome_test
from sealwax.naming import CONTRACT_ERROR
from sealwax.rendering import Finished
from sealwax.targets.typescript.builders import options_type
from sealwax.targets.typescript.declarations import first_line
from sealwax.targets.typescript.validation import is_outcome


class ErrorRow(Struct, frozen=True):
    """The error that stands for a status."""

    status: int
    exception: Finished
    options: tuple[Finished, ...]
    """What to give its constructor besides the message."""
    message: str


class HttpView(Struct, frozen=True):
    """http.js and http.d.ts"""

    header: Finished
    plan: HttpPlan
    envelope: Finished
    failure: Finished
    """The types of responses and of failures."""
    builder_options: Finished
    """The type of the options of the builder of failures."""
    facts: tuple[Finished, ...]
    """Those that every failure needs."""
    exceptions: tuple[Finished, ...]
    errors: tuple[ErrorRow, ...]
    has_other_failure: bool
    """Whether failures have a type of their own."""
    is_failure: Finished
    """The test whether `response` is a failure."""


def http_view(contract: Contract, plan: HttpPlan) -> HttpView:
    outcome = plan.mapping.builder.outcome
    rows = tuple(map(_row, plan.errors))
    return HttpView(
        header=first_line(contract),
        plan=plan,
        envelope=ts.type_name(contract.envelope.name),
        failure=ts.type_name(outcome.name),
        builder_options=options_type(plan.mapping.builder),
        facts=tuple(ts.option_key(each.name) for each in plan.facts),
        exceptions=tuple(sorted({Finished(CONTRACT_ERROR), *(row.exception for row in rows)})),
        errors=rows,
        has_other_failure=outcome.name != contract.envelope.name,
        is_failure=is_outcome(outcome_test(outcome), "response") or Finished("true"),
    )


def _row(error: StatusError) -> ErrorRow:
    options = tuple(Finished(f"{ts.option_key(each.name)}: {ts.string(text)}") for each, text in error.given)
    return ErrorRow(error.status, ts.exception_name(error.error_type.value), options, error.message)
