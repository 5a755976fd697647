"""Sends many random requests to a service of the example, and compares what it says with its own OpenAPI document.

Run by pytest in the environment of the services. SERVICE names the module with the application.
"""

import importlib
import os

import schemathesis
from hypothesis import HealthCheck, settings

app = importlib.import_module(os.environ["SERVICE"]).app
schema = schemathesis.openapi.from_asgi("/openapi.json", app)


@schema.parametrize()
@settings(max_examples=25, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
def test_responses_are_as_documented(case: schemathesis.Case) -> None:
    case.call_and_validate()
