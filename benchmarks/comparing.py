"""Measures `sealwax diff` on large contracts, beside `sealwax lint` on both versions."""

import resource
import subprocess
import sys
import tempfile
from pathlib import Path

import synthetic
from judging import ROOT, Bar, Section, table, verdicts

SIZES = (1000, 5000)
ROUNDS = 3
SEALWAX = ROOT / ".venv" / "bin" / "sealwax"
SLOWER_THAN_LINT = 2
SLOWER_AT_5000 = 5.5


def section() -> Section:
    with tempfile.TemporaryDirectory(prefix="sealwax-bench-") as folder:
        best = {codes: measured(codes, Path(folder, str(codes))) for codes in SIZES}
    bars = [
        Bar(f"{codes:,} codes: times the time of `lint` on both versions", diff / lint, SLOWER_THAN_LINT, False)
        for codes, (lint, diff) in best.items()
    ]
    growth = best[SIZES[1]][1] / best[SIZES[0]][1]
    bars.append(Bar("times slower at 5,000 codes than at 1,000", growth, SLOWER_AT_5000, False))
    head = ("seconds of processor time, shortest", *(f"{codes:,} codes" for codes in SIZES))
    rows: list[tuple[str, ...]] = [
        ("`sealwax lint`, both versions", *(f"{lint:.2f}" for lint, _ in best.values())),
        ("`sealwax diff`", *(f"{diff:.2f}" for _, diff in best.values())),
    ]
    return Section([*table(head, rows), "", *verdicts(bars)], bars, ())


def measured(codes: int, folder: Path) -> tuple[float, float]:
    """The shortest time for both lints, and for the comparison."""
    old, new = folder / "old", folder / "new"
    text = synthetic.contract(codes)
    for project, content in ((old, text), (new, changed(text))):
        (project / "contract").mkdir(parents=True)
        (project / "contract" / "synthetic.yaml").write_text(content, encoding="utf-8")
    lints = [min(processor_seconds(("lint", "-q"), project) for _ in range(ROUNDS)) for project in (old, new)]
    diff = ("diff", "--against", old, "--fail-on", "never")
    return sum(lints), min(processor_seconds(diff, new) for _ in range(ROUNDS))


def changed(text: str) -> str:
    """Another version: in every record a limit is another one, and the description of every code."""
    limited = text.replace("min: 0, doc: Its size", "min: 1, doc: Its size")
    return limited.replace("so there is nothing to return", "and nothing is returned")


def processor_seconds(arguments: tuple[str | Path, ...], folder: Path) -> float:
    """The processor time of a whole process, which other processes hardly change."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run((SEALWAX, *arguments), cwd=folder, capture_output=True, check=False)
    if done.returncode:
        sys.exit(done.stderr.decode())
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
