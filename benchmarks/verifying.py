"""Measures `sealwax verify` on a large file of JSON Lines, beside a program that only decodes each line."""

import json
import sys
import tempfile
from pathlib import Path

from processes import Job, measured, shown
from reporting import HERE, ROOT, Section, table

VALUES, ROUNDS = 100_000, 3
SEALWAX = Path(sys.executable).parent / "sealwax"
READING = "import json, sys\nfor line in open(sys.argv[1], 'rb'):\n    json.loads(line)\n"


def section() -> Section:
    (typical,) = json.loads((HERE / "values.json").read_bytes())["typical"]
    with tempfile.TemporaryDirectory(prefix="sealwax-bench-") as folder:
        file = Path(folder, "values.jsonl")
        file.write_text(f"{json.dumps(typical)}\n" * VALUES, encoding="utf-8")
        size = file.stat().st_size / 1e6
        jobs = {
            "json.loads": Job((sys.executable, "-c", READING, file), ROOT),
            "sealwax verify": Job((SEALWAX, "verify", "response-v2", file), ROOT),
        }
        found = measured(jobs, ROUNDS)
    title = f"milliseconds of processor time, smallest / median: {VALUES:,} values, {size:.0f} MB"
    rows: list[tuple[str, ...]] = [(f"`{name}`", shown(cost)) for name, cost in found.items()]
    ratio = found["sealwax verify"].smallest / found["json.loads"].smallest
    return Section(table((title, ""), rows), {"verify/json.loads alone": ratio})
