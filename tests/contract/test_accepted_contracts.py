"""Contracts without mistakes, close to some that have one."""

import re

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


WARNINGS = """
contract: demo
version: "1.0.0"
title: Demo
envelope:
  name: Reply
  fields: {ok: {type: boolean}, notices: {type: list of Notice, level: may}}
  outcomes: {success: {when: {ok: true}}, failure: {when: {ok: false}}}
types: {Notice: {fields: {code: {type: WarningCode}, message: {type: string}}}}
"""


def hints_of(text: str) -> list[str]:
    return [each.hint for each in load({"contract/demo.yaml": text.encode()})[1]]


@pytest.mark.parametrize("name", ["ErrorType", "ErrorCode", "WarningCode"])
def test_the_hint_at_a_missing_catalogue_shows_all_that_it_needs(name: str) -> None:
    contract = WARNINGS.replace("WarningCode", name)
    (hint,) = hints_of(contract)
    assert not hints_of("\n".join([contract, *re.findall("`(.+?)`", hint)]))


def test_the_hints_at_the_first_warning_code_show_all_that_it_needs() -> None:
    enum, severity = hints_of(f"{WARNINGS}warning_codes: {{values: {{OLD: {{message: It is old}}}}}}\n")
    name, enums = re.findall("`(.+?)`", enum)
    assert severity == "add 'severity': its usual severity: a value of the `severities` enum."
    codes = f"{{severities: {name}, values: {{OLD: {{severity: info, message: It is old}}}}}}"
    assert not hints_of(f"{WARNINGS}warning_codes: {codes}\n{enums}\n")


def test_a_code_outside_values_is_sent_there() -> None:
    assert hints_of(f"{WARNINGS}error_codes: {{OLD: {{type: lost}}}}\n") == ["put it below `values`"]
