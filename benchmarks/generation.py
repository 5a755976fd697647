"""Measures sealwax beside the tools that it replaces: cold processes, in turns, medians, as ratios."""

import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from dataclasses import dataclass
from pathlib import Path

import judging
import synthetic
from judging import HERE, ROOT, Bar, Section

SCRIPTS = Path(sys.executable).parent
RIVALS = HERE / ".venv" / "bin"
NODE_PACKAGES = HERE / "node" / "node_modules"

REAL = "response-v2"
SIZES = (REAL, "100", "1000", "5000")
# Long runs vary less from one to the next. The two sizes whose growth is judged have equally many.
ROUNDS = {REAL: 9, "100": 9, "1000": 5, "5000": 5}
PATIENCE_SECONDS = 300
# Settings of the developer's shell, such as one that forbids Python to cache bytecode, are not what is measured.
ENVIRONMENT = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}

FASTER_THAN_RIVALS = 5
SLOWER_AT_5000 = 5.5
MEGABYTES_AT_5000 = 200.0

TOOLS = ("datamodel-code-generator", "black", "jinja2", "pyyaml", "json-schema-to-typescript")


@dataclass(frozen=True, slots=True)
class Job:
    """A command to measure. What it `renews` is deleted before each run, outside the measured time."""

    name: str
    command: tuple[str | Path, ...]
    renews: Path | None = None


@dataclass(frozen=True, slots=True)
class Cost:
    seconds: float
    megabytes: float


Costs = dict[str, Cost]

OWN = ("empty Python", "sealwax generate", "sealwax check")
REPLACED = ("dataclasses", "TypedDicts", "TypeScript types")


def section(sizes: list[str]) -> Section:
    with tempfile.TemporaryDirectory(prefix="sealwax-bench-") as folder:
        measured = measure(sizes, Path(folder))
    bars = judge(measured)
    return Section([*table(measured), "", *judging.verdicts(bars)], bars, TOOLS)


# -- measuring --------------------------------------------------------------------------------------------------------


def measure(sizes: list[str], folder: Path) -> dict[str, Costs]:
    """The median cost of each job. Jobs and sizes take turns, so that a slow moment of the machine hits all of them."""
    todo = {size: jobs(folder / size, prepare(size, folder / size)) for size in sizes}
    runs: dict[str, dict[str, list[Cost]]] = {size: {job.name: [] for job in todo[size]} for size in sizes}
    for turn in range(max(ROUNDS[size] for size in sizes)):
        for size in sizes:
            if turn < ROUNDS[size]:
                print(f"round {turn + 1}, {label(size)}", file=sys.stderr)
                for job in todo[size]:
                    runs[size][job.name].append(run(job, folder / size))
    return {size: {name: median(costs) for name, costs in runs[size].items()} for size in sizes}


def prepare(size: str, project: Path) -> Path:
    """Makes a project with one contract, generates once (which warms the caches), and returns the envelope's schema."""
    (project / "contract").mkdir(parents=True)
    name = size if size == REAL else synthetic.contract_name(int(size))
    target = project / "contract" / f"{name}.yaml"
    if size == REAL:
        shutil.copy(ROOT / "contract" / target.name, target)
    else:
        target.write_text(synthetic.contract(int(size)), encoding="utf-8")
    run(Job("warm up", (SCRIPTS / "sealwax", "generate")), project)
    # The rivals' input lies outside the folder that each `generate` writes anew.
    schema = project / "rivals" / "envelope.schema.json"
    schema.parent.mkdir()
    shutil.copy(project / "generated" / name / "json-schema" / f"{name}.schema.json", schema)
    return schema


def jobs(project: Path, schema: Path) -> tuple[Job, ...]:
    """`check` follows `generate`, so it finds everything in place: that is what it costs in a hook."""
    sealwax = SCRIPTS / "sealwax"
    return (
        Job("empty Python", (sys.executable, "-c", "pass")),
        Job("sealwax generate", (sealwax, "generate"), renews=project / "generated"),
        Job("sealwax check", (sealwax, "check")),
        Job("dataclasses", codegen(schema, "dataclasses.dataclass"), renews=schema.parent / "dataclass.py"),
        Job("TypedDicts", codegen(schema, "typing.TypedDict"), renews=schema.parent / "TypedDict.py"),
        Job("TypeScript types", types_from(schema), renews=schema.parent / "types.d.ts"),
    )


def codegen(schema: Path, model: str) -> tuple[str | Path, ...]:
    out = schema.parent / f"{model.rpartition('.')[2]}.py"
    source = ("--input", schema, "--input-file-type", "jsonschema")
    return (RIVALS / "datamodel-codegen", *source, "--output-model-type", model, "--output", out)


def types_from(schema: Path) -> tuple[str | Path, ...]:
    return (NODE_PACKAGES / ".bin" / "json2ts", schema, schema.parent / "types.d.ts")


def run(job: Job, project: Path) -> Cost:
    """One process from start to end: wall-clock time, and the most memory that it or a child of it held."""
    if job.renews is not None:
        shutil.rmtree(job.renews) if job.renews.is_dir() else job.renews.unlink(missing_ok=True)
    with tempfile.TemporaryFile() as output:
        begin = time.perf_counter()
        child = subprocess.Popen(job.command, cwd=project, env=ENVIRONMENT, stdout=output, stderr=output)
        usage = wait(child)
        seconds = time.perf_counter() - begin
        if child.returncode != 0:
            output.seek(0)
            raise SystemExit(f"{job.name} failed in {project}:\n{output.read().decode(errors='replace')[-4000:]}")
    unit = 1 if sys.platform == "darwin" else 1024
    return Cost(seconds, usage * unit / 1_000_000)


def wait(child: subprocess.Popen[bytes]) -> int:
    """Waits for the process and returns its peak memory as the system counts it, which `Popen.wait` throws away."""
    alarm = threading.Timer(PATIENCE_SECONDS, child.kill)
    alarm.start()
    _, status, usage = os.wait4(child.pid, 0)
    alarm.cancel()
    child.returncode = os.waitstatus_to_exitcode(status)
    return usage.ru_maxrss


def median(costs: list[Cost]) -> Cost:
    return Cost(statistics.median(cost.seconds for cost in costs), max(cost.megabytes for cost in costs))


# -- telling ----------------------------------------------------------------------------------------------------------


def together(costs: Costs) -> float:
    return sum(costs[name].seconds for name in REPLACED)


def advantage(costs: Costs) -> float:
    return together(costs) / costs["sealwax generate"].seconds


def judge(measured: dict[str, Costs]) -> list[Bar]:
    bars = [
        Bar(f"{label(size)}: times faster than the three tools together", advantage(costs), FASTER_THAN_RIVALS, True)
        for size, costs in measured.items()
    ]
    if "5000" in measured:
        large = measured["5000"]
        for name in OWN[1:]:
            if "1000" in measured:
                growth = large[name].seconds / measured["1000"][name].seconds
                bars.append(Bar(f"`{name}`: times slower at 5,000 codes than at 1,000", growth, SLOWER_AT_5000, False))
            memory = large[name].megabytes
            bars.append(Bar(f"`{name}`: peak MB at 5,000 codes", memory, MEGABYTES_AT_5000, False))
    return bars


def label(size: str) -> str:
    return size if size == REAL else f"{int(size):,} codes"


def table(measured: dict[str, Costs]) -> list[str]:
    rows = [
        (name, *(f"{costs[name].seconds * 1000:,.0f}" for costs in measured.values())) for name in (*OWN, *REPLACED)
    ]
    rows.append(("the three tools together", *(f"{together(costs) * 1000:,.0f}" for costs in measured.values())))
    rows.append(("**three tools ÷ generate**", *(f"**{advantage(costs):.1f}**" for costs in measured.values())))
    for name in OWN[1:]:
        ratios = (costs[name].seconds / costs["empty Python"].seconds for costs in measured.values())
        rows.append((f"{name.split()[-1]} ÷ empty Python", *(f"{ratio:.1f}" for ratio in ratios)))
    rows.append(("peak MB", *("" for _ in measured)))
    for name in (*OWN[1:], *REPLACED):
        rows.append((name, *(f"{costs[name].megabytes:,.0f}" for costs in measured.values())))
    return judging.table(("milliseconds, median", *(label(size) for size in measured)), rows)
