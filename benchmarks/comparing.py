"""Measures `sealwax diff` on large contracts, beside `sealwax lint` on both versions."""

import sys
import tempfile
from pathlib import Path

import synthetic
from processes import Cost, Job, measured, shown
from reporting import Section, table

SIZES, ROUNDS = (1000, 5000), 3
SEALWAX = Path(sys.executable).parent / "sealwax"
LINTS, DIFF = ("lint, old", "lint, new"), "diff"


def section() -> Section:
    with tempfile.TemporaryDirectory(prefix="sealwax-bench-") as folder:
        found = {f"{codes:,} codes": measured(jobs(codes, Path(folder, str(codes))), ROUNDS) for codes in SIZES}
    head = ("milliseconds of processor time, smallest / median", *found)
    rows: list[tuple[str, ...]] = [
        (f"`sealwax {name}`", *(shown(costs[name]) for costs in found.values())) for name in (*LINTS, DIFF)
    ]
    figures = {f"diff/{size}/lint of both versions": ratio(costs) for size, costs in found.items()}
    return Section(table(head, rows), figures)


def ratio(costs: dict[str, Cost]) -> float:
    return costs[DIFF].smallest / sum(costs[name].smallest for name in LINTS)


def jobs(codes: int, folder: Path) -> dict[str, Job]:
    old, new = folder / "old", folder / "new"
    text = synthetic.contract(codes)
    for project, content in ((old, text), (new, changed(text))):
        (project / "contract").mkdir(parents=True)
        (project / "contract" / "synthetic.yaml").write_text(content, encoding="utf-8")
    compare = (SEALWAX, "diff", "--against", old, "--fail-on", "never")
    lints = {name: Job((SEALWAX, "lint", "-q"), project) for name, project in zip(LINTS, (old, new), strict=True)}
    return {**lints, DIFF: Job(compare, new)}


def changed(text: str) -> str:
    """Another version: in every record a limit is another one, and the description of every code."""
    limited = text.replace("min: 0, doc: Its size", "min: 1, doc: Its size")
    return limited.replace("so there is nothing to return", "and nothing is returned")
