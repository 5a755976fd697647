"""Measures `sealwax generate` and `check` beside the tools that they replace."""

import shutil
import sys
import tempfile
from pathlib import Path

import synthetic
from processes import Command, Cost, Job, measured, run, shown
from reporting import HERE, NODE, ROOT, Section, table

SEALWAX = Path(sys.executable).parent / "sealwax"
RIVALS = HERE / ".venv" / "bin"
JSON2TS = NODE / "node_modules" / ".bin" / "json2ts"

REAL = "response-v2"
SIZES = (REAL, "100", "1000", "5000")
# Long runs vary less from one to the next.
ROUNDS = {REAL: 7, "100": 7, "1000": 4, "5000": 3}
TOOLS = ("datamodel-code-generator", "black", "ruff", "json-schema-to-typescript")

EMPTY, GENERATE, CHECK = "empty Python", "sealwax generate", "sealwax check"
FORMATTERS: dict[str, tuple[str, ...]] = {
    "black": (),  # and isort, which are what the tool uses unless it is told otherwise
    "ruff": ("--formatters", "ruff-check", "ruff-format"),
}
MODELS = {"dataclasses": "dataclasses.dataclass", "TypedDicts": "typing.TypedDict"}
TYPES = "TypeScript types"
Costs = dict[str, Cost]


def section(sizes: list[str]) -> Section:
    found = {}
    with tempfile.TemporaryDirectory(prefix="sealwax-bench-") as folder:
        for size in sizes:
            project = Path(folder, size)
            found[label(size)] = measured(jobs(project, prepared(size, project)), ROUNDS[size])
    return Section(rows(found), figures(found), TOOLS, behind(found))


def prepared(size: str, project: Path) -> Path:
    """Make a project with one contract, generate once (which warms the caches), and return the envelope's schema."""
    (project / "contract").mkdir(parents=True)
    name = size if size == REAL else synthetic.contract_name(int(size))
    target = project / "contract" / f"{name}.yaml"
    if size == REAL:
        shutil.copy(ROOT / "contract" / target.name, target)
    else:
        target.write_text(synthetic.contract(int(size)), encoding="utf-8")
    run((SEALWAX, "generate"), project)
    # The rivals' input lies outside the folder that each `generate` writes anew.
    schema = project / "rivals" / "envelope.schema.json"
    schema.parent.mkdir()
    shutil.copy(project / "generated" / name / "json-schema" / f"{name}.schema.json", schema)
    return schema


def jobs(project: Path, schema: Path) -> dict[str, Job]:
    """`check` follows `generate`, so it finds everything in place: that is what it costs in a hook."""

    def job(out: Path, *command: str | Path) -> Job:
        return Job(command, project, lambda: delete(out))

    found = {
        EMPTY: Job((sys.executable, "-c", "pass"), project),
        GENERATE: job(project / "generated", SEALWAX, "generate"),
        CHECK: Job((SEALWAX, "check"), project),
    }
    for kind, model in MODELS.items():
        for formatter, options in FORMATTERS.items():
            out = schema.parent / f"{kind.lower()}_{formatter}.py"
            source = ("--input", schema, "--input-file-type", "jsonschema", "--output", out)
            command: Command = (RIVALS / "datamodel-codegen", *source, "--output-model-type", model, *options)
            found[f"{kind}, {formatter}"] = job(out, *command)
    types = schema.parent / "types.d.ts"
    return {**found, TYPES: job(types, JSON2TS, schema, types)}


def delete(path: Path) -> None:
    if path.is_dir():
        shutil.rmtree(path)
    else:
        path.unlink(missing_ok=True)


def label(size: str) -> str:
    return size if size == REAL else f"{int(size):,} codes"


def together(costs: Costs, formatter: str) -> float:
    """The smallest processor time of the three tools, with one formatter for Python."""
    return sum(costs[f"{kind}, {formatter}"].smallest for kind in MODELS) + costs[TYPES].smallest


# -- what is said -----------------------------------------------------------------------------------------------------


def figures(found: dict[str, Costs]) -> dict[str, float]:
    said = {}
    for size, costs in found.items():
        said[f"generate/{size}/three tools"] = together(costs, "black") / costs[GENERATE].smallest
        said[f"generate/{size}/three tools with ruff"] = together(costs, "ruff") / costs[GENERATE].smallest
        said[f"generate/{size}/peak MB"] = costs[GENERATE].megabytes
    if "1,000 codes" in found and "5,000 codes" in found:
        large, small = (found[size][GENERATE].smallest for size in ("5,000 codes", "1,000 codes"))
        said["generate/5,000 codes/times 1,000 codes"] = large / small
    return said


def rows(found: dict[str, Costs]) -> list[str]:
    names = [*next(iter(found.values()))]
    times: list[tuple[str, ...]] = [(name, *(shown(costs[name]) for costs in found.values())) for name in names]
    for formatter in FORMATTERS:
        ratios = (together(costs, formatter) / costs[GENERATE].smallest for costs in found.values())
        times.append((f"**three tools, with {formatter} ÷ generate**", *(f"**{each:.1f}**" for each in ratios)))
    memory: list[tuple[str, ...]] = [
        (name, *(f"{costs[name].megabytes:,.0f}" for costs in found.values())) for name in names
    ]
    head = ("milliseconds of processor time, smallest / median", *found)
    return [*table(head, times), "", *table(("peak MB", *found), memory)]


def behind(found: dict[str, Costs]) -> list[str]:
    """The tools that do their part in less time than `generate` does everything."""
    said = []
    for size, costs in found.items():
        for name in (each for each in costs if each not in (EMPTY, GENERATE, CHECK)):
            if (ratio := costs[name].smallest / costs[GENERATE].smallest) < 1:
                said.append(f"{size}: {name} alone take {ratio:.2f} times as long as `generate` for everything.")
    return said
