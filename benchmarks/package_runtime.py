"""Times the generated Python package beside other validators: values in, nanoseconds per value out, both as JSON.

It runs in the virtual environment of the benchmarks, where the package and the others are installed.
"""

import dataclasses
import json
import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from statistics import median
from time import process_time
from timeit import Timer
from types import ModuleType
from typing import Any
from unittest.mock import patch

import pydantic
import rivals
from response_v2 import error_response, is_valid, parse, parse_json, success_response, validate

ROUNDS = 60
# Long enough for the clock, and too short to be interrupted every time.
BATCH_SECONDS = 0.001
MODELS = Path(__file__).resolve().parent.parent / "generated" / "response-v2" / "pydantic" / "src"

Work = dict[str, str]
"""By name: an expression as a program has it, without a function around it that would be timed as well."""
NAMES: dict[str, Any] = {
    "dataclasses": dataclasses,
    "error_response": error_response,
    "is_valid": is_valid,
    "json": json,
    "parse": parse,
    "parse_json": parse_json,
    "success_response": success_response,
    "validate": validate,
}


def main() -> None:
    """Do what the input asks for: validating, reading, building models, or writing, of values that have names."""
    asked = json.load(sys.stdin)
    groups = {"validating": validating, "reading": reading, "models": models, "writing": writing}
    measured = {group: {name: groups[group](name, values) for name, values in asked[group].items()} for group in asked}
    json.dump(measured, sys.stdout)


# -- what is timed ----------------------------------------------------------------------------------------------------


def validating(name: str, values: list[Any]) -> dict[str, list[float]]:
    others = rivals.all_rivals()
    numbered = {f"rival_{number}": rival for number, rival in enumerate(others.values())}
    work = {"is_valid": "is_valid(value)", "validate": "validate(value)"}
    work |= {name: f"{rival}(value)" for name, rival in zip(others, numbered, strict=True)}
    agree(name, values, work, NAMES | numbered)
    return turns(work, values, NAMES | numbered)


def agree(name: str, values: list[Any], work: Work, names: dict[str, Any]) -> None:
    """A verdict that is wrong is not fast."""
    for text in work.values():
        for value in values:
            found = calculated(text, names | {"value": value})
            verdict = all(finding.level == "advice" for finding in found) if isinstance(found, list) else found
            if verdict is not (name != "broken"):
                raise SystemExit(f"{text} says {verdict} of {value}")


def reading(_name: str, values: list[Any]) -> dict[str, list[float]]:
    work = {"parse_json": "parse_json(value)", "json.loads and parse": "parse(json.loads(value))"}
    return turns(work, [json.dumps(value) for value in values], NAMES)


def models(_name: str, values: list[Any]) -> dict[str, list[float]]:
    """The models with our check, and without."""
    sys.path.insert(0, str(MODELS))
    import response_v2_pydantic as checked

    names = {"checked": checked.ToolResponse.model_validate, "unchecked": unchecked().ToolResponse.model_validate}
    work = {"pydantic models": "checked(value)", "the same models without a check": "unchecked(value)"}
    return turns(work, values, names)


def unchecked() -> ModuleType:
    """The module of the models with another base class, which is pydantic's own."""
    base = ModuleType("response_v2_pydantic.checked")
    config = pydantic.ConfigDict(protected_namespaces=(), serialize_by_alias=True)
    base.Checked = type("Checked", (pydantic.BaseModel,), {"model_config": config})  # type: ignore[attr-defined]
    spec = spec_from_file_location("unchecked", MODELS / "response_v2_pydantic" / "models.py")
    if spec is None or spec.loader is None:
        raise SystemExit("there are no models of response-v2")
    module = sys.modules["unchecked"] = module_from_spec(spec)
    with patch.dict(sys.modules, {base.__name__: base}):
        spec.loader.exec_module(module)
    return module


PARAMETERS = (
    "request_id", "warnings", "warning_details", "pagination", "rate_limit", "telemetry", "content_fidelity",
    "dropped_content_ids", "content_archive_hashes",
)  # fmt: skip
IMPLIED = ("version", "content_fidelity_schema_version")


def writing(_name: str, values: list[Any]) -> dict[str, list[float]]:
    """Both ways start from the arguments of the builder, with its keywords written out, and end with the same text."""
    (value,) = values
    meta = value["meta"]
    options: dict[str, Any] = {key: meta[key] for key in PARAMETERS if key in meta}
    further = {key: meta[key] for key in meta if key not in (*PARAMETERS, *IMPLIED)}
    options |= {"meta": further} if further else {}
    options |= {} if value["success"] else value["data"]
    function, first = ("success_response", "data") if value["success"] else ("error_response", "error")
    call = f"{function}({', '.join(('first', *(f'{name}={name}' for name in options)))})"
    work = {
        "to_dict": f"json.dumps({call}.to_dict())",
        "dataclasses.asdict": f"json.dumps(dataclasses.asdict({call}))",
    }
    names = NAMES | {"first": value[first], **options}
    own, rival = (calculated(text, names) for text in work.values())
    if own != rival or json.loads(own) != value:
        raise SystemExit(f"the two ways do not write the same: {own} and {rival}")
    return turns(work, [value], names)


def calculated(text: str, names: dict[str, Any]) -> Any:
    return eval(text, dict(names))  # noqa: S307  (all such texts are put together here)


# -- timing -----------------------------------------------------------------------------------------------------------


def turns(work: Work, values: list[Any], names: dict[str, Any]) -> dict[str, list[float]]:
    """The smallest time of each, and the median. They take turns, so that a slow moment hits all of them."""
    timers = {
        name: Timer(f"for value in values: {text}", timer=process_time, globals=names | {"values": values})
        for name, text in work.items()
    }
    counts = {name: repeats(timer) for name, timer in timers.items()}
    found: dict[str, list[float]] = {name: [] for name in work}
    for _ in range(ROUNDS):
        for name, timer in timers.items():
            found[name].append(timer.timeit(counts[name]) / counts[name] * 1e9 / len(values))
    return {name: [min(took), median(took)] for name, took in found.items()}


def repeats(timer: Timer) -> int:
    return max(1, int(BATCH_SECONDS / min(timer.timeit(10) / 10 for _ in range(5))))


if __name__ == "__main__":
    main()
