"""Times the generated Python package beside other validators: values in, nanoseconds per value out, both as JSON.

It runs in the virtual environment of the benchmarks, where the package and the others are installed.
"""

import dataclasses
import json
import sys
from timeit import Timer
from typing import Any

import rivals
from response_v2 import error_response, is_valid, success_response, validate

ROUNDS = 100
# Long enough for the clock, and too short to be interrupted every time.
BATCH_SECONDS = 0.001

Work = dict[str, str]
"""By name: an expression as a program has it, without a function around it that would be timed as well."""
NAMES: dict[str, Any] = {
    "dataclasses": dataclasses,
    "error_response": error_response,
    "is_valid": is_valid,
    "json": json,
    "success_response": success_response,
    "validate": validate,
}
VALIDATING: Work = {
    "is_valid": "is_valid(value)",
    "validate": "validate(value)",
    "validate, undecoded": "validate(value, undecoded=True)",
}


def main() -> None:
    """Does what its input asks for: writing, validating, or both, of values that have names."""
    asked = json.load(sys.stdin)
    measured: dict[str, dict[str, dict[str, float]]] = {"writing": {}, "validating": {}}
    for name, (value,) in asked.get("writing", {}).items():
        work, arguments = writing(value)
        measured["writing"][name] = turns(work, [value], NAMES | arguments)
    others = rivals.all_rivals()
    numbered = {f"rival_{number}": rival for number, rival in enumerate(others.values())}
    work = VALIDATING | {name: f"{rival}(value)" for name, rival in zip(others, numbered, strict=True)}
    for name, values in asked.get("validating", {}).items():
        agree(name, values, work, NAMES | numbered)
        measured["validating"][name] = turns(work, values, NAMES | numbered)
    json.dump(measured, sys.stdout)


def agree(name: str, values: list[Any], work: Work, names: dict[str, Any]) -> None:
    """A verdict that is wrong is not fast."""
    for text in work.values():
        for value in values:
            found = calculated(text, names | {"value": value})
            verdict = all(finding.level == "advice" for finding in found) if isinstance(found, list) else found
            if verdict is not (name != "broken"):
                raise SystemExit(f"{text} says {verdict} of {value}")


def calculated(text: str, names: dict[str, Any]) -> Any:
    return eval(text, dict(names))  # noqa: S307  (all such texts are put together here)


PARAMETERS = (
    "request_id", "warnings", "warning_details", "pagination", "rate_limit", "telemetry", "content_fidelity",
    "dropped_content_ids", "content_archive_hashes",
)  # fmt: skip
IMPLIED = ("version", "content_fidelity_schema_version")


def writing(value: Any) -> tuple[Work, dict[str, Any]]:
    """Both ways start from the arguments of the builder, with its keywords written out, and end with the same text."""
    meta = value["meta"]
    options: dict[str, Any] = {key: meta[key] for key in PARAMETERS if key in meta}
    further = {key: meta[key] for key in meta if key not in (*PARAMETERS, *IMPLIED)}
    options |= {"meta": further} if further else {}
    options |= {} if value["success"] else value["data"]
    function, first = ("success_response", "data") if value["success"] else ("error_response", "error")
    call = f"{function}({', '.join(('first', *(f'{name}={name}' for name in options)))})"
    work = {
        "builder, `to_dict`, `json.dumps`": f"json.dumps({call}.to_dict())",
        "builder, `asdict`, `json.dumps`": f"json.dumps(dataclasses.asdict({call}))",
    }
    arguments = {"first": value[first], **options}
    own, rival = (calculated(text, NAMES | arguments) for text in work.values())
    if own != rival or json.loads(own) != value:
        raise SystemExit(f"the two ways do not write the same: {own} and {rival}")
    return work, arguments


def turns(work: Work, values: list[Any], names: dict[str, Any]) -> dict[str, float]:
    """The shortest time of each. They take turns, so that a slow moment of the machine hits all of them."""
    timers = {
        name: Timer(f"for value in values: {text}", globals=names | {"values": values}) for name, text in work.items()
    }
    counts = {name: repeats(timer) for name, timer in timers.items()}
    best = dict.fromkeys(work, float("inf"))
    for _ in range(ROUNDS):
        for name, timer in timers.items():
            best[name] = min(best[name], timer.timeit(counts[name]) / counts[name])
    return {name: seconds * 1e9 / len(values) for name, seconds in best.items()}


def repeats(timer: Timer) -> int:
    return max(1, int(BATCH_SECONDS / min(timer.timeit(10) / 10 for _ in range(5))))


if __name__ == "__main__":
    main()
