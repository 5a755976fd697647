"""Hostile projects through every command, each in a process with limits on time and memory.

A command has to end with a code that it documents, without a traceback, and quickly. What `generate` wrote, `check` has
to find in order. Each project goes through these two, `lint`, and three of the other commands. One that fails is kept
in `.cache/fuzz/`.
"""

import hashlib
import json
import os
import random
import resource
import signal
import sys
import time
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from math import inf
from pathlib import Path
from random import Random
from shutil import rmtree
from tempfile import TemporaryDirectory

from checkout import ROOT
from strategies.hostile_projects import Files, drawn_project

from sealwax import cli

FOUND = ROOT / ".cache" / "fuzz"
CPU_SECONDS = 60
MEMORY = 2 * 2**30
"""Address space, which includes that of this process."""
MOST_OUTPUT = 1_000_000
"""Characters that a command may print about a contract, on both streams together."""
CONTRACT = "<contract>"
"""Stands for the first contract of a project."""
COMMANDS = {
    "lint": ["lint"],
    "lint, JSON": ["lint", "--format", "json"],
    "lint, annotations": ["lint", "--format", "github"],
    "generate": ["generate"],
    "check": ["check"],
    "check, JSON": ["check", "--format", "json"],
    "verify": ["verify", CONTRACT, "payload"],
    "diff": ["diff", "--against", "old"],
    "diff, JSON": ["diff", "--against", "old", "--format", "json"],
    "diff, annotations": ["diff", "--against", "old", "--format", "github"],
    "diff, written": ["diff", "--against", "old", "--write-version"],
    "release": ["release"],
}
ALWAYS = ("lint", "generate", "check")
OTHERS = tuple(command for command in COMMANDS if command not in ALWAYS)
PAUSE = 0.01
SIGNS = ("Traceback", "this is a bug", "not enough memory")
ALLOWED = {name: {0, 1, 2} for name in ("generate", "check", "verify", "diff", "release")}
ALLOWED |= {"lint": {0, 2}}


def run(seconds: float) -> None:
    deadline, codes, projects = time.monotonic() + seconds, Counter[str](), 0
    while time.monotonic() < deadline:
        seed = random.randrange(2**32)
        commands = (*ALWAYS, *random.sample(OTHERS, 3))
        ended = attempt(drawn_project(Random(seed)), seed, commands, deadline)
        projects += ended is not None
        for command, code in (ended or {}).items():
            codes[f"{command} {code}"] += 1
    print(f"{projects:,} projects; exit codes: " + ", ".join(f"{each} × {codes[each]:,}" for each in sorted(codes)))


def attempt(
    files: Files, seed: int, commands: Sequence[str] = tuple(COMMANDS), deadline: float = inf
) -> dict[str, int] | None:
    """Run commands in the project; returns their exit codes, or None if the time is over before they end."""
    with TemporaryDirectory() as folder:
        _write(Path(folder), files)
        if not _limited(Path(folder), commands, deadline):
            return None
        codes, outputs = _answers(Path(folder), commands)
    problem = _problem(commands, codes, outputs)
    if problem:
        raise AssertionError(f"{problem}\nseed {seed}; the project is in {_kept(files)}")
    return codes


def _problem(commands: Sequence[str], codes: dict[str, int], outputs: dict[str, str]) -> str:
    for command in commands:
        if command not in codes:
            return f"{command}: killed after {CPU_SECONDS} s, or for lack of memory, or crashed"
        name, text = COMMANDS[command][0], outputs[command]
        if codes[command] not in ALLOWED[name]:
            return f"{command}: exit code {codes[command]}"
        if any(sign in text for sign in SIGNS):
            return f"{command}: {text[-2000:]}"
        if name != "verify" and len(text) > MOST_OUTPUT:
            return f"{command}: prints {len(text):,} characters"
    if codes["generate"] == 0 and codes["check"] != 0:
        return f"check does not agree with generate: {outputs['check'][-2000:]}"
    if codes["lint"] == 2 and 2 not in (codes["generate"], codes["check"]):
        return "generate and check accept what lint refuses"
    return ""


# -- processes --------------------------------------------------------------------------------------------------------


def _limited(folder: Path, commands: Sequence[str], deadline: float) -> bool:
    """Run the commands one after the other in a forked process, as far as it gets; False if the time is over."""
    sys.stdout.flush()
    child = os.fork()
    if child == 0:
        try:
            os.setsid()
            _play(folder, commands)
        finally:
            os._exit(0)
    while os.waitpid(child, os.WNOHANG) == (0, 0):
        if time.monotonic() > deadline:
            with suppress(ProcessLookupError):
                os.killpg(child, signal.SIGKILL)
            os.waitpid(child, 0)
            return False
        time.sleep(PAUSE)
    return True


def _answers(folder: Path, commands: Sequence[str]) -> tuple[dict[str, int], dict[str, str]]:
    """The exit codes and the outputs of the commands that ended."""
    codes, outputs = {}, {}
    for at, command in enumerate(commands):
        if (folder / f".code{at}").exists():
            codes[command] = int((folder / f".code{at}").read_text())
            texts = ((folder / f".{name}{at}").read_text(encoding="utf-8", errors="replace") for name in ("out", "err"))
            outputs[command] = "".join(texts)
    return codes, outputs


def _play(folder: Path, commands: Sequence[str]) -> None:
    os.chdir(folder)
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    resource.setrlimit(resource.RLIMIT_CPU, (CPU_SECONDS, CPU_SECONDS))
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    contract = min(map(str, Path("contract").glob("*.yaml")), default="contract/none.yaml")
    for at, command in enumerate(commands):
        arguments = [contract if word == CONTRACT else word for word in COMMANDS[command]]
        with open(f".out{at}", "w", encoding="utf-8") as out, open(f".err{at}", "w", encoding="utf-8") as err:
            sys.stdout, sys.stderr = out, err
            code = cli.main(arguments)
        Path(f".code{at}").write_text(str(code))


# -- files ------------------------------------------------------------------------------------------------------------


def _write(folder: Path, files: Files) -> None:
    for path, raw in files.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_bytes(raw)


def _kept(files: Files) -> Path:
    digest = hashlib.sha256(json.dumps({path: raw.hex() for path, raw in files.items()}).encode()).hexdigest()
    folder = FOUND / f"contracts-{digest[:12]}"
    rmtree(folder, ignore_errors=True)
    _write(folder, files)
    return folder
