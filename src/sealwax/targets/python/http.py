"""Responses over HTTP -> http.py: the status, the headers and the body, for any web framework."""

from msgspec import Struct

from sealwax.contract.model import Contract
from sealwax.languages.python.types import Argument, as_argument
from sealwax.meaning.checks.lowering import outcome_test
from sealwax.meaning.codes.exceptions import Delay, delays
from sealwax.meaning.serving.http import HttpPlan
from sealwax.rendering import Finished
from sealwax.targets.python.builders import parameter_argument
from sealwax.targets.python.conditions import is_outcome
from sealwax.targets.python.head import Head, head

_DOC = """What the contract {} means over HTTP.

A web framework needs the status, the headers and the body of a response. `reply` and
`reply_to` return them."""


class HttpView(Struct, frozen=True):
    head: Head
    plan: HttpPlan
    facts: tuple[Argument, ...]
    """What every failure needs besides its message."""
    is_failure: Finished
    """The test whether `wire` is a failure."""
    delays: tuple[Delay, ...]


def http_view(contract: Contract, plan: HttpPlan) -> HttpView:
    style = as_argument(contract)
    facts = tuple(parameter_argument(plan.mapping.builder, each, style, is_required=True) for each in plan.facts)
    start = head(contract, "http", _DOC.format(contract.name))
    is_failure = is_outcome(outcome_test(plan.mapping.builder.outcome), "wire") or Finished("True")
    return HttpView(start, plan, facts, is_failure, delays(plan.mapping))
