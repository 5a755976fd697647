"""The tests that draw their examples, at full strength and with new draws each time.

`make test` runs them with a small share of their examples, always the same ones (`strategies/effort.py`).
"""

import os
import random
import subprocess
import sys
import time

from checkout import ROOT
from strategies.effort import VARIABLE

SEARCHES = "hypothesis or search"
"""Tests of Hypothesis are marked by its plug-in; others that draw are marked `search`."""


def run(seconds: float) -> None:
    """Run all of them once, and again with other draws while there is time."""
    deadline, rounds, effort = time.monotonic() + seconds, 0, 1.0
    while not rounds or time.monotonic() < deadline:
        seed = random.randrange(2**32)
        command = [sys.executable, "-m", "pytest", "-q", "-n", "auto", "--dist", "loadfile", "-p", "no:cacheprovider"]
        command += ["-m", SEARCHES, f"--hypothesis-seed={seed}"]
        done = subprocess.run(
            command,
            cwd=ROOT,
            env={**os.environ, VARIABLE: str(effort)},
            capture_output=True,
            encoding="utf-8",
            check=False,
        )
        assert done.returncode == 0, f"{done.stdout}\n{VARIABLE}={effort} {' '.join(command)}"
        print(f"{done.stdout.splitlines()[-1]}, with {effort:g} times the examples of a full search")
        rounds, effort = rounds + 1, effort * 2
