"""Contracts of any size: N error codes and N/10 record types of eight fields, all reachable from the envelope.

python benchmarks/synthetic.py 1000 > contract/synthetic-1000.yaml
"""

import sys
from collections.abc import Iterator

SUBJECTS = ("invoice", "upload", "session", "mailbox", "report", "webhook", "tenant", "export", "search", "device")
TROUBLES = ("not_found", "expired", "too_large", "locked", "rejected", "unreachable", "duplicated", "incomplete")
ERROR_TYPES = {
    "validation": (400, "{no: Correct the request first.}"),
    "not_found": (404, "no"),
    "rate_limit": (429, "{yes: Wait as long as the response says.}"),
    "internal": (500, "{maybe: Once more and after a pause.}"),
    "unavailable": (503, "{yes: Back off between attempts.}"),
}

HEAD = """\
contract: {name}
version: "1.0.0"
title: A contract with {codes} codes
doc: Made to measure how the generators grow with the size of a contract.

envelope:
  name: Response
  doc: What every tool answers.
  fields:
    success: {{type: boolean, doc: Whether the operation completed.}}
    data: {{type: object, default: {{}}, doc: The result of the operation or the facts about its failure.}}
    error: {{type: string | null, doc: A message for people.}}
    meta: {{type: Meta, doc: What is known about the response itself.}}
  outcomes:
    success:
      when: {{success: true}}
      fields:
        data: {{type: Result}}
        error: {{type: "null"}}
    failure:
      when: {{success: false}}
      fields:
        data: {{type: ErrorData}}
        error: {{type: string, min_length: 1}}

enums:
  Priority:
    doc: How soon somebody has to look.
    order: lowest_first
    values:
      low: {{doc: When there is time.}}
      normal: {{doc: In the course of the day.}}
      high: {{doc: At once.}}

types:
  Meta:
    doc: What is known about the response itself.
    open: true
    fields:
      version: {{type: string, const: response-v1, doc: The version of the response format.}}
      request_id: {{type: string, level: should, max_length: 80, doc: Identifies the request in logs.}}

  ErrorData:
    doc: The facts about a failure.
    open: true
    fields:
      error_code: {{type: ErrorCode, doc: What exactly went wrong.}}
      error_type: {{type: ErrorType, follows: error_code, doc: Which category of failure it is.}}
      remediation: {{type: string, level: should, doc: What the caller can do about it.}}
"""

# One line per type that the language has, with a level, a limit or a default where such are usual.
FIELDS = """\
      id: {{type: string, pattern: "^[a-z]{{2}}-[0-9]{{1,8}}$", doc: Identifies the {subject} {number}.}}
      title: {{type: string, min_length: 1, max_length: 200, doc: What people call it.}}
      size: {{type: integer, min: 0, doc: Its size in bytes.}}
      score: {{type: number, level: should, min: 0, max: 1, doc: How well it fits the question.}}
      archived: {{type: boolean, level: may, default: false, doc: Whether it was put away.}}
      created_at: {{type: string, format: date-time, doc: When it came to be.}}
      tags: {{type: list of string, level: may, max_items: 20, doc: Words to find it by.}}
      priority: {{type: Priority | null, doc: How soon somebody has to look at it.}}
"""


def contract(codes: int) -> str:
    """The text of a contract with this many error codes."""
    head = HEAD.format(name=contract_name(codes), codes=codes)
    return "\n".join([head, *records(codes // 10), *error_types(), *error_codes(codes), *BUILDERS])


def contract_name(codes: int) -> str:
    return f"synthetic-{codes}"


def records(count: int) -> Iterator[str]:
    names = [f"{SUBJECTS[number % len(SUBJECTS)].title()}{number:04}" for number in range(1, count + 1)]
    for number, name in enumerate(names, start=1):
        subject = SUBJECTS[number % len(SUBJECTS)]
        yield f"  {name}:\n    doc: The {subject} as tool {number} returns it.\n    fields:"
        yield FIELDS.format(subject=subject, number=number)
    # Everything hangs on the envelope, so that a schema of the envelope alone holds every record.
    yield "  Result:\n    doc: What the tools return, each under a key of its own.\n    open: true\n    fields:"
    for name in names:
        yield f"      {name.lower()}: {{type: {name}, level: may, doc: What the tool {name} returned.}}"
    yield ""


def error_types() -> Iterator[str]:
    yield "error_types:\n  case: lower_snake\n  values:"
    for name, (http, retry) in ERROR_TYPES.items():
        yield f"    {name}: {{http: {http}, retry: {retry}, doc: Failures of the kind {name}.}}"
    yield ""


def error_codes(count: int) -> Iterator[str]:
    """Closed, so that a JSON Schema lists every code; every fourth has a message over facts of its own."""
    yield "error_codes:\n  case: SCREAMING_SNAKE\n  values:"
    types = list(ERROR_TYPES)
    for number in range(1, count + 1):
        subject = SUBJECTS[number % len(SUBJECTS)]
        trouble = TROUBLES[number % len(TROUBLES)]
        is_so = f"is {trouble.replace('_', ' ')}"
        yield f"    {subject.upper()}_{trouble.upper()}_{number:04}:"
        yield f"      type: {types[number % len(types)]}"
        yield f"      doc: The {subject} of tool {number} {is_so}, so there is nothing to return."
        yield f"      remediation: Look at the {subject} first, then ask tool {number} again."
        if number % 4 == 0:
            yield f'      message: "The {subject} {{name}} {is_so} since {{seconds}} seconds"'
            yield "      context:"
            yield f"        name: {{type: string, doc: The name of the {subject}.}}"
            yield "        seconds: {type: integer, min: 0, doc: For how long that has been so.}"
    yield ""


BUILDERS = """\
builders:
  success_response:
    outcome: success
    doc: Makes a successful response.
    parameters:
      data: {into: data}
      request_id: {into: meta.request_id, level: may}
  error_response:
    outcome: failure
    doc: Makes a failed response.
    parameters:
      message: {into: error}
      error_code: {into: data.error_code, level: must}
      error_type: {into: data.error_type, level: must}
      remediation: {into: data.remediation, level: may}
      data: {into: data, level: may}
""".splitlines()


if __name__ == "__main__":
    sys.stdout.write(contract(int(sys.argv[1])))
