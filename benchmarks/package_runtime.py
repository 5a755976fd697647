"""Times the generated Python package beside other validators: values in, nanoseconds per value out, both as JSON.

It runs in the virtual environment of the benchmarks, where the package and the others are installed.
"""

import dataclasses
import gc
import json
import sys
import time
from collections.abc import Callable
from typing import Any

import rivals
from response_v2 import error_response, is_valid, success_response, validate

ROUNDS = 100
# Long enough for the clock, and too short to be interrupted every time.
BATCH_SECONDS = 0.001

Work = Callable[[Any], object]


def main() -> None:
    """Does what its input asks for: writing, validating, or both, of values that have names."""
    asked = json.load(sys.stdin)
    gc.disable()
    measured: dict[str, dict[str, dict[str, float]]] = {
        "writing": {name: turns(writing(values), values) for name, values in asked.get("writing", {}).items()},
        "validating": {},
    }
    validation: dict[str, Work] = {"is_valid": is_valid, "validate": validate, **rivals.all_rivals()}
    for name, values in asked.get("validating", {}).items():
        agree(name, values, validation)
        measured["validating"][name] = turns(validation, values)
    json.dump(measured, sys.stdout)


def agree(name: str, values: list[Any], validation: dict[str, Work]) -> None:
    """A verdict that is wrong is not fast."""
    for check in validation.values():
        for value in values:
            found = check(value)
            verdict = all(finding.level == "advice" for finding in found) if isinstance(found, list) else found
            if verdict is not (name != "broken"):
                raise SystemExit(f"{check} says {verdict} of {value}")


def writing(values: list[Any]) -> dict[str, Work]:
    """Both ways start from the arguments of the builder and end with the same text."""
    (value,) = values
    make = call(value)

    def own(_: Any) -> str:
        return json.dumps(make().to_dict())

    def rival(_: Any) -> str:
        return json.dumps(dataclasses.asdict(make()))

    if own(value) != rival(value) or json.loads(own(value)) != value:
        raise SystemExit(f"the two ways do not write the same: {own(value)} and {rival(value)}")
    return {"builder, `to_dict`, `json.dumps`": own, "builder, `asdict`, `json.dumps`": rival}


PARAMETERS = (
    "request_id", "warnings", "warning_details", "pagination", "rate_limit", "telemetry", "content_fidelity",
    "dropped_content_ids", "content_archive_hashes",
)  # fmt: skip
IMPLIED = ("version", "content_fidelity_schema_version")


def call(value: Any) -> Callable[[], Any]:
    """The call of a builder that makes this envelope, as a handler has it: with its keywords written out."""
    meta = value["meta"]
    options: dict[str, Any] = {key: meta[key] for key in PARAMETERS if key in meta}
    further = {key: meta[key] for key in meta if key not in (*PARAMETERS, *IMPLIED)}
    options |= {"meta": further} if further else {}
    function, first = (success_response, value["data"]) if value["success"] else (error_response, value["error"])
    options |= {} if value["success"] else value["data"]
    keywords = ", ".join(f"{name}={name}" for name in options)
    text, names = f"lambda: make(first, {keywords})", {"make": function, "first": first, **options}
    made: Callable[[], Any] = eval(text, names)  # noqa: S307  (the text is put together above)
    return made


def turns(work: dict[str, Work], values: list[Any]) -> dict[str, float]:
    """The shortest time of each. They take turns, so that a slow moment of the machine hits all of them."""
    counts = {name: repeats(do, values) for name, do in work.items()}
    best = dict.fromkeys(work, float("inf"))
    for _ in range(ROUNDS):
        for name, do in work.items():
            best[name] = min(best[name], batch(do, values, counts[name]) / counts[name])
    return {name: nanoseconds / len(values) for name, nanoseconds in best.items()}


def repeats(do: Work, values: list[Any]) -> int:
    return max(1, int(BATCH_SECONDS * 1e9 / min(batch(do, values, 10) / 10 for _ in range(5))))


def batch(do: Work, values: list[Any], times: int) -> int:
    begin = time.perf_counter_ns()
    for _ in range(times):
        for value in values:
            do(value)
    return time.perf_counter_ns() - begin


if __name__ == "__main__":
    main()
