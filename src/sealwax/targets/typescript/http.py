"""Responses over HTTP -> http.js and its declarations: the status, the headers and the body, for any web framework."""

from msgspec import Struct

from sealwax.contract.model import Contract
from sealwax.languages import typescript as ts
from sealwax.meaning.checks.lowering import outcome_test
from sealwax.meaning.serving.http import HttpPlan
from sealwax.naming import CONTRACT_ERROR
from sealwax.rendering import Finished
from sealwax.targets.typescript.declarations import first_line
from sealwax.targets.typescript.validation import is_outcome


class HttpView(Struct, frozen=True):
    """http.js and http.d.ts"""

    header: Finished
    contract: Contract
    plan: HttpPlan
    exceptions: tuple[Finished, ...]
    is_failure: Finished
    """The test whether `response` is a failure."""


def http_view(contract: Contract, plan: HttpPlan) -> HttpView:
    exceptions = {ts.exception_name(each.error_type.value) for each in plan.errors}
    return HttpView(
        header=first_line(contract),
        contract=contract,
        plan=plan,
        exceptions=tuple(sorted({Finished(CONTRACT_ERROR), *exceptions})),
        is_failure=is_outcome(outcome_test(plan.mapping.builder.outcome), "response") or Finished("true"),
    )
