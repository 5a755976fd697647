"""Contracts without mistakes, close to some that have one."""

import pytest

from sealwax.pipeline import compile_contracts, load
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


TEXTS = """
contract: demo
version: "1.0.0"
title: Demo
envelope:
  name: Reply
  fields:
    ok: {type: boolean}
    request: {type: string, level: may}
    error: {type: string, only: failure, level: may}
    problem: {type: Problem, only: failure}
  outcomes: {success: {when: {ok: true}}, failure: {when: {ok: false}}}
types: {Problem: {fields: {code: {type: ErrorCode}, text: {type: string, level: may}}}}
error_types: {values: {lost: {}}}
error_codes: {values: {LOST: {type: lost, message: It is lost}}}
builders: {failed: {outcome: failure, parameters: {PARAMETERS}}}
"""
CODE, REQUEST = "code: {into: problem.code}", "request: {into: request, level: must}"


@pytest.mark.parametrize(
    "parameters",
    [
        ("text: {into: error, level: must}", REQUEST, CODE),
        ("text: {into: problem.text, level: must}", CODE, REQUEST),
        (CODE, REQUEST, "text: {into: problem.text, level: must}"),
    ],
)
def test_of_several_texts_the_message_is_the_first_parameter_or_the_one_beside_the_code(
    parameters: tuple[str, ...],
) -> None:
    text = TEXTS.replace("PARAMETERS", ", ".join(parameters))
    (contract,), diagnostics = load({"contract/demo.yaml": text.encode()})
    assert diagnostics == ()
    assert contract.error_mapping is not None
    assert contract.error_mapping.message.name == "text"
