"""Measures the generated packages beside other validators, in turns within one process for each language."""

import json
import subprocess
import sys
import tempfile
from pathlib import Path
from statistics import median
from typing import Any

import synthetic
from processes import ENVIRONMENT, run
from reporting import HERE, NODE, Section, table

PYTHON = HERE / ".venv" / "bin" / "python"
PYTHON_TOOLS = ("fastjsonschema", "pydantic", "msgspec", "jsonschema_rs")
NODE_TOOLS = ("ajv", "typebox", "zod", "esbuild")
SEALWAX = Path(sys.executable).parent / "sealwax"

Times = dict[str, dict[str, list[float]]]
"""By value, then by what was done with it: nanoseconds, the smallest and the median."""

IMPORT_ROUNDS = 15
CODES = 5000
BASIS = "import dataclasses, enum, typing"
HANDLER = "from response_v2 import errors, success_response"
LARGE, LARGE_ENUM = f"import synthetic_{CODES}", "import codes_alone"


def python_section() -> Section:
    values = all_values()
    valid = {name: group for name, group in values.items() if name != "broken"}
    validating, reading, models, writing = (
        times_of(group, asked)
        for group, asked in (("validating", values), ("reading", valid), ("models", valid), ("writing", valid))
    )
    imports = import_times()
    lines = [line for times in (validating, reading, models, writing) for line in (*times_table(times), "")]
    rows: list[tuple[str, ...]] = [
        (f"`{name}`", f"{min(took):.1f} / {median(took):.1f}") for name, took in imports.items()
    ]
    lines += table(("milliseconds of processor time, smallest / median", ""), rows)
    figures = {
        **ratios("is_valid", validating, "is_valid"),
        **ratios("validate", validating, "validate"),
        **ratios("parse_json", reading, "parse_json"),
        **ratios("pydantic models", models, "pydantic models"),
        **ratios("to_dict", writing, "to_dict"),
        "import/what a handler needs, ms": min(imports[HANDLER]),
        "import/5,000 codes, times its enum alone": min(imports[LARGE]) / min(imports[LARGE_ENUM]),
    }
    return Section(lines, figures, PYTHON_TOOLS, ahead(figures, ("is_valid", "to_dict")))


def node_section() -> Section:
    validating: Times = answer(all_values(), "node", NODE / "runtime.mjs")
    sizes: dict[str, float] = answer({}, "node", NODE / "sizes.mjs")
    rows: list[tuple[str, ...]] = [(name, f"{size / 1000:.1f}") for name, size in sizes.items()]
    lines = [*times_table(validating), "", *table(("bundled and minified", "KB"), rows)]
    figures = {
        **ratios("isValid", validating, "isValid"),
        **ratios("validate in TypeScript", validating, "validate"),
        "bundle/isValid, KB": sizes["isValid"] / 1000,
    }
    smaller = [
        f"The bundle of {name} has {size / 1000:.1f} KB, that of `isValid` {sizes['isValid'] / 1000:.1f}."
        for name, size in sizes.items()
        if size < sizes["isValid"]
    ]
    return Section(lines, figures, NODE_TOOLS, [*ahead(figures, ("isValid",)), *smaller])


# -- measuring --------------------------------------------------------------------------------------------------------


def all_values() -> Any:
    return json.loads((HERE / "values.json").read_text(encoding="utf-8"))


def times_of(group: str, values: Any) -> Times:
    found: Times = answer({group: values}, PYTHON, HERE / "package_runtime.py")[group]
    return found


def answer(values: Any, program: str | Path, script: Path) -> Any:
    done = subprocess.run(
        (program, script),
        input=json.dumps(values),
        capture_output=True,
        text=True,
        env=ENVIRONMENT,
        cwd=NODE,
        check=False,
    )
    if done.returncode != 0:
        raise SystemExit(f"{script.name} failed:\n{done.stderr[-4000:]}")
    return json.loads(done.stdout)


def import_times() -> dict[str, list[float]]:
    """What a statement costs in a Python that has just started, in milliseconds of processor time."""
    statements = (BASIS, HANDLER, LARGE_ENUM, LARGE)
    found: dict[str, list[float]] = {statement: [] for statement in statements}
    with tempfile.TemporaryDirectory(prefix="sealwax-bench-") as folder:
        environment = ENVIRONMENT | {"PYTHONPATH": str(large_package(Path(folder)))}
        for turn in range(IMPORT_ROUNDS + 1):
            for statement in statements:
                code = f"from time import process_time_ns as now; begin = now(); {statement}; print(now() - begin)"
                done = subprocess.run((PYTHON, "-c", code), capture_output=True, text=True, env=environment, check=True)
                if turn:  # the first one writes bytecode
                    found[statement].append(float(done.stdout) / 1e6)
    return found


def large_package(folder: Path) -> Path:
    """A folder with the package of a contract of 5,000 codes, and a module with nothing but an enum of them."""
    name = synthetic.contract_name(CODES)
    (folder / "contract").mkdir()
    (folder / "contract" / f"{name}.yaml").write_text(synthetic.contract(CODES), encoding="utf-8")
    run((SEALWAX, "generate", "--target", "python", "-q"), folder)
    source = folder / "generated" / name / "python" / "src"
    members = "".join(f'    CODE_{number} = "CODE_{number}"\n' for number in range(CODES))
    module = f"import dataclasses\nimport enum\nimport typing\n\n\nclass Code(enum.StrEnum):\n{members}"
    (source / "codes_alone.py").write_text(module, encoding="utf-8")
    return source


# -- what is said -----------------------------------------------------------------------------------------------------


def ratios(what: str, times: Times, ours: str) -> dict[str, float]:
    """Our smallest time as a part of that of each rival."""
    return {
        f"{what}/{value}/{rival}": measured[ours][0] / took[0]
        for value, measured in times.items()
        for rival, took in measured.items()
        if rival not in ("is_valid", "isValid", "validate", ours)
    }


def ahead(figures: dict[str, float], kinds: tuple[str, ...]) -> list[str]:
    """The rivals that were faster."""
    return [
        f"`{what}`, {value}: {ratio:.2f} times as long as {rival}."
        for name, ratio in figures.items()
        for what, value, rival in [(*name.split("/", 2), "")[:3]]
        if what in kinds and ratio > 1
    ]


def times_table(times: Times) -> list[str]:
    rows: list[tuple[str, ...]] = []
    for name in next(iter(times.values())):
        took = (measured[name] for measured in times.values())
        rows.append((name, *(f"{smallest / 1000:.2f} / {middle / 1000:.2f}" for smallest, middle in took)))
    return table(("microseconds, smallest / median", *times), rows)
