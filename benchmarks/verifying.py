"""Measures `sealwax verify` on a large file of typical values, beside a program that only reads them."""

import json
import resource
import subprocess
import sys
import tempfile
from pathlib import Path

from judging import HERE, ROOT, Bar, Section, table, verdicts

VALUES = 200_000
ROUNDS = 3
SEALWAX = ROOT / ".venv" / "bin" / "sealwax"
READING = "import json, sys\nfor line in open(sys.argv[1], 'rb'):\n    json.loads(line)\n"


def section() -> Section:
    (typical,) = json.loads((HERE / "values.json").read_bytes())["typical"]
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "values.jsonl")
        file.write_text(f"{json.dumps(typical)}\n" * VALUES, encoding="utf-8")
        size = file.stat().st_size
        commands = {
            "json.loads": (ROOT / ".venv" / "bin" / "python", "-c", READING, file),
            "sealwax verify": (SEALWAX, "verify", "response-v2", file),
        }
        best = dict.fromkeys(commands, float("inf"))
        for _ in range(ROUNDS):
            for name, command in commands.items():
                best[name] = min(best[name], processor_seconds(command))
    text = "`sealwax verify`: times the time of `json.loads` alone"
    bar = Bar(text, best["sealwax verify"] / best["json.loads"], 2.5, False)
    title = f"seconds of processor time, shortest: {VALUES:,} values, {size / 1e6:.0f} MB"
    rows: list[tuple[str, ...]] = [(f"`{name}`", f"{took:.1f}") for name, took in best.items()]
    return Section([*table((title, ""), rows), "", *verdicts([bar])], [bar], ())


def processor_seconds(command: tuple[str | Path, ...]) -> float:
    """The processor time of a whole process, which other processes hardly change."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(command, cwd=ROOT, capture_output=True, check=False)
    if done.returncode:
        sys.exit(done.stderr.decode())
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
