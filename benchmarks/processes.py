"""Runs processes and says what they cost: processor time, which a busy machine hardly changes, and memory."""

import os
import statistics
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

PATIENCE_SECONDS = 300
# Settings of the developer's shell, such as one that forbids Python to cache bytecode, are not what is measured.
ENVIRONMENT = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}

Command = Sequence[str | Path]


@dataclass(frozen=True, slots=True)
class Cost:
    """What several runs of a command cost: seconds of processor time, with those of its children, and peak MB."""

    seconds: tuple[float, ...]
    megabytes: float

    @property
    def smallest(self) -> float:
        return min(self.seconds)

    @property
    def median(self) -> float:
        return statistics.median(self.seconds)


@dataclass(frozen=True, slots=True)
class Job:
    """A command to measure, and what to do before each run."""

    command: Command
    folder: Path
    before: Callable[[], object] = tuple


def measured(jobs: Mapping[str, Job], rounds: int) -> dict[str, Cost]:
    """What each job costs. They take turns, so that a slow moment of the machine hits all of them."""
    runs: dict[str, list[tuple[float, float]]] = {name: [] for name in jobs}
    for turn in range(rounds):
        print(f"round {turn + 1} of {rounds}: {', '.join(jobs)}", file=sys.stderr)
        for name, job in jobs.items():
            job.before()
            runs[name].append(run(job.command, job.folder))
    return {
        name: Cost(tuple(seconds for seconds, _ in found), max(megabytes for _, megabytes in found))
        for name, found in runs.items()
    }


def run(command: Command, folder: Path) -> tuple[float, float]:
    """One process from start to end: its processor time, and the most memory that it or a child of it held."""
    with tempfile.TemporaryFile() as output:
        child = subprocess.Popen(command, cwd=folder, env=ENVIRONMENT, stdout=output, stderr=output)
        alarm = threading.Timer(PATIENCE_SECONDS, child.kill)
        alarm.start()
        _, status, usage = os.wait4(child.pid, 0)
        alarm.cancel()
        child.returncode = os.waitstatus_to_exitcode(status)
        if child.returncode != 0:
            output.seek(0)
            raise SystemExit(f"{command} failed in {folder}:\n{output.read().decode(errors='replace')[-4000:]}")
    unit = 1 if sys.platform == "darwin" else 1024
    return usage.ru_utime + usage.ru_stime, usage.ru_maxrss * unit / 1_000_000


def shown(cost: Cost) -> str:
    """The smallest and the median, in milliseconds."""
    return f"{cost.smallest * 1000:,.0f} / {cost.median * 1000:,.0f}"
