"""Child processes: commands that have to succeed, and servers that answer line by line."""

import json
import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

LIMIT = 300
"""Seconds after which a process hangs: it ends a run, and says nothing about speed."""


def run(*command: str | Path, folder: Path) -> str:
    """Run a command that has to succeed, and return what it prints."""
    done = subprocess.run(command, cwd=folder, capture_output=True, encoding="utf-8", check=False)
    assert done.returncode == 0, f"{done.stdout}\n{done.stderr}"
    return done.stdout


class LineServer:
    """A process that answers each line of JSON on its standard input with one line of JSON."""

    def __init__(self, *command: str | Path, folder: Path, **environment: str) -> None:
        self._process = subprocess.Popen(
            command,
            cwd=folder,
            env={**os.environ, **environment},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            encoding="utf-8",
        )

    def ask(self, question: object) -> Any:
        assert self._process.stdin
        assert self._process.stdout
        self._process.stdin.write(json.dumps(question) + "\n")
        self._process.stdin.flush()
        return json.loads(self._process.stdout.readline())

    def close(self) -> None:
        assert self._process.stdin
        assert self._process.stdout
        self._process.stdin.close()
        self._process.stdout.close()
        assert self._process.wait(timeout=LIMIT) == 0


@contextmanager
def line_server(*command: str | Path, folder: Path, **environment: str) -> Iterator[LineServer]:
    """Run a server until the block ends, with these variables added to its environment."""
    server = LineServer(*command, folder=folder, **environment)
    try:
        yield server
    finally:
        server.close()
