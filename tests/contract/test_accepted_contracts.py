"""Contracts without mistakes, close to some that have one."""

import pytest

from sealwax.pipeline import compile_contracts
from sealwax.rendering import Renderer

HEAD = """
contract: demo
version: "1.0.0"
title: Demo
envelope:
  name: Reply
  fields:
    ok: {type: boolean}
    data: {type: object}
    error: {type: string | null}
  outcomes:
    success: {when: {ok: true}, fields: {error: {type: "null"}}}
    failure: {when: {ok: false}, fields: {data: {type: Failure}, error: {type: string}}}
types:
  Failure:
    open: true
    fields:
      code: {type: ErrorCode, level: may}
builders:
  failed:
    outcome: failure
    parameters:
      message: {into: error, level: must}
      code: {into: data.code}
      details: {into: data}
"""
ACCEPTED = {
    "a code that can be left out, so its type needs no usual code": """
error_types: {values: {lost: {}}}
error_codes: {values: {LOST: {type: lost}, STOLEN: {type: lost}}}
""",
    "a code in the context of a code, directly and inside a record": """
error_types: {values: {lost: {}}}
error_codes:
  values:
    LOST:
      type: lost
      message: Lost
      context: {cause_code: {type: ErrorCode, level: may}, cause: {type: Failure, level: may}}
""",
    "names that differ in their words": """
error_types: {values: {ratelimited: {}, rate_limited: {}}}
error_codes: {values: {RATELIMITED: {type: ratelimited}, RATE_LIMITED: {type: rate_limited}}}
""",
}


@pytest.mark.parametrize("name", ACCEPTED)
def test_what_only_looks_like_a_mistake_is_accepted(name: str) -> None:
    compiled = compile_contracts({"contract/demo.yaml": (HEAD + ACCEPTED[name]).encode()}, Renderer())
    assert compiled.diagnostics == ()
    assert compiled.files
