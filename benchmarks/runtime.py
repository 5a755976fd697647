"""Measures the generated packages beside other validators, in turns within one process for each language."""

import json
import os
import shutil
import subprocess
import tempfile
from pathlib import Path
from typing import Any

from judging import HERE, NODE, Bar, Claim, Section, claims_table, table, verdicts

PYTHON = HERE / ".venv" / "bin" / "python"
PYTHON_TOOLS = ("fastjsonschema", "pydantic", "msgspec", "jsonschema_rs")
NODE_TOOLS = ("ajv", "zod", "esbuild")
ENVIRONMENT = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}

Times = dict[str, dict[str, float]]
"""By value, then by what was done with it: nanoseconds."""

BASIS = "import dataclasses, enum, typing"
WHOLE = "import response_v2"
NAME = "from response_v2 import success_response"
SPLIT = "from smallest_split.builders import success_response"
IMPORTS = (BASIS, WHOLE, NAME, SPLIT)
PACKAGE = HERE.parent / "generated" / "response-v2" / "python" / "src" / "response_v2"
NEEDED = tuple(
    f"{name}.py" for name in "_absence _responses _written builders enums envelope records texts unset wire".split()
)
"""The modules without which there is no `success_response`."""
IMPORT_ROUNDS = 25

TO_DICT = "builder, `to_dict`, `json.dumps`"
ASDICT = "builder, `asdict`, `json.dumps`"


def python_section() -> Section:
    values = all_values()
    script = HERE / "package_runtime.py"
    writing: Times = run({"writing": valid(values)}, PYTHON, script)["writing"]
    validating: Times = run({"validating": values}, PYTHON, script)["validating"]
    imports = import_times()
    claims = [writing_claim(writing), *python_claims(validating)]
    bars = import_bars(imports)
    lines = [
        *claims_table(list(values), claims),
        *("", *verdicts(bars)),
        *("", *times_table(validating, writing)),
        *(
            "",
            *table(("milliseconds, shortest", ""), [(f"`{name}`", f"{imports[name] / 1e6:.2f}") for name in IMPORTS]),
        ),
    ]
    return Section(lines, [bar for claim in claims for bar in claim.bars] + bars, PYTHON_TOOLS)


def writing_claim(times: Times) -> Claim:
    text = "builder, `to_dict`, `json.dumps`: times faster than builder, `asdict`, `json.dumps`"
    return Claim(text, ratio(times, ASDICT, TO_DICT), 5, True)


def python_claims(times: Times) -> list[Claim]:
    verdict = "is_valid"
    return [
        Claim("`is_valid`: times faster than fastjsonschema", ratio(times, "fastjsonschema", verdict), 5, True),
        Claim("`is_valid`: times faster than pydantic", ratio(times, "pydantic", verdict), 2, True),
        *(
            Claim(f"`is_valid`: times slower than {rival}", ratio(times, verdict, rival), 1.5, False)
            for rival in ("msgspec, TypedDicts", "msgspec, Structs", "jsonschema-rs")
        ),
        Claim("`validate`: times faster than pydantic", ratio(times, "pydantic", "validate"), 1, True),
    ]


def node_section() -> Section:
    values = all_values()
    validating: Times = run(values, "node", NODE / "runtime.mjs")
    sizes: dict[str, float] = run({}, "node", NODE / "sizes.mjs")
    claims = node_claims(validating)
    bars = [
        Bar("`isValid` alone, bundled and minified: KB", sizes["isValid"] / 1000, 5, False),
        Bar("the whole package, bundled and minified: KB", sizes["whole package"] / 1000, 20, False),
    ]
    lines = [
        *claims_table(list(values), claims),
        *("", *verdicts(bars)),
        *("", *times_table(validating)),
        *("", *table(("bundled and minified", "KB"), [(name, f"{size / 1000:.1f}") for name, size in sizes.items()])),
    ]
    return Section(lines, [bar for claim in claims for bar in claim.bars] + bars, NODE_TOOLS)


def node_claims(times: Times) -> list[Claim]:
    return [
        Claim("`isValid`: times faster than compiled Ajv", ratio(times, "Ajv", "isValid"), 2, True),
        Claim("`isValid`: times faster than zod", ratio(times, "zod", "isValid"), 8, True),
    ]


# -- measuring --------------------------------------------------------------------------------------------------------


def all_values() -> Any:
    return json.loads((HERE / "values.json").read_text(encoding="utf-8"))


def valid(values: Any) -> Any:
    return {name: group for name, group in values.items() if name != "broken"}


def run(values: Any, program: str | Path, script: Path) -> Any:
    command = (program, script)
    done = subprocess.run(
        command, input=json.dumps(values), capture_output=True, text=True, env=ENVIRONMENT, cwd=NODE, check=False
    )
    if done.returncode != 0:
        raise SystemExit(f"{script.name} failed:\n{done.stderr[-4000:]}")
    return json.loads(done.stdout)


def import_times() -> dict[str, float]:
    """What a statement costs in a Python that has just started, in processor time: the least of many processes."""
    best = dict.fromkeys(IMPORTS, float("inf"))
    with tempfile.TemporaryDirectory() as folder:
        split_off(Path(folder))
        environment = ENVIRONMENT | {"PYTHONPATH": folder}
        for _ in range(IMPORT_ROUNDS):
            for statement in IMPORTS:
                code = f"from time import process_time_ns as now; begin = now(); {statement}; print(now() - begin)"
                done = subprocess.run((PYTHON, "-c", code), capture_output=True, text=True, env=environment, check=True)
                best[statement] = min(best[statement], float(done.stdout))
    return best


def split_off(folder: Path) -> None:
    """A package of nothing but what `success_response` needs."""
    package = folder / "smallest_split"
    package.mkdir()
    (package / "__init__.py").touch()
    for name in NEEDED:
        shutil.copy(PACKAGE / name, package)


# -- telling ----------------------------------------------------------------------------------------------------------


def ratio(times: Times, over: str, under: str) -> dict[str, float]:
    return {name: measured[over] / measured[under] for name, measured in times.items()}


def import_bars(imports: dict[str, float]) -> list[Bar]:
    return [
        Bar(f"`{WHOLE}`: times `{BASIS}`", imports[WHOLE] / imports[BASIS], 2, False),
        Bar(f"`{NAME}`: times `{BASIS}`", imports[NAME] / imports[BASIS], 2, False),
        Bar(f"`{NAME}`: times `{SPLIT}`", imports[NAME] / imports[SPLIT], 1.2, False),
    ]


def times_table(*groups: Times) -> list[str]:
    columns = list(groups[0])
    rows = []
    for times in groups:
        for name in next(iter(times.values())):
            rows.append((name, *(f"{times[column][name] / 1000:.2f}" if column in times else "" for column in columns)))
    return table(("microseconds, shortest", *columns), rows)
