"""Starts a server, and stops it with all its children, whatever happens."""

import os
import shlex
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from types import FrameType
from typing import IO, cast

from sealwax.failures import WorkspaceError
from sealwax.verify.servers import watching

ENDING = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
"""The signals that end a command: from a person, from `timeout` or a job that is cancelled, from a closed terminal."""
_LAST_LINES = 5
_LAST_BYTES = 8 * 1024
_LONGEST_LINE = 300


class OutOfTime(Exception):
    """The time limit is over."""


class Deadline:
    """The moment at which a run has to be over."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self._end = time.monotonic() + seconds

    def left(self) -> float:
        """The seconds that are left; raises `OutOfTime` if there are none."""
        left = self._end - time.monotonic()
        if left <= 0:
            raise OutOfTime
        return left


@contextmanager
def cut_off(deadline: Deadline, end: Callable[[], None]) -> Iterator[None]:
    """End what the block waits for at the deadline: a limit for each read or write lets a server go on forever."""
    timer = threading.Timer(deadline.left(), end)
    timer.daemon = True
    timer.start()
    try:
        yield
    except Exception:
        deadline.left()  # which raises if this is the reason
        raise
    finally:
        timer.cancel()
    deadline.left()


@contextmanager
def interrupted(deadline: Deadline) -> Iterator[None]:
    """Raise `OutOfTime` in the block at the deadline, even in the midst of a regular expression that takes forever."""

    def end(_number: int, _frame: object) -> None:
        raise OutOfTime

    left = deadline.left()
    before = signal.signal(signal.SIGALRM, end)
    signal.setitimer(signal.ITIMER_REAL, left)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


class Started:
    """A server that was started here, and what it writes to its log."""

    def __init__(self, process: "subprocess.Popen[bytes]", log: IO[bytes]) -> None:
        self.process = process
        self._log = log

    def kill(self) -> None:
        """End it and its children at once."""
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(self.process.pid, signal.SIGKILL)

    def last_words(self) -> tuple[str, ...]:
        """The end of its log."""
        self._log.seek(max(0, self._log.seek(0, os.SEEK_END) - _LAST_BYTES))
        lines = self._log.read(_LAST_BYTES).decode(errors="replace").splitlines()
        return tuple(shortened(line.rstrip()) for line in lines if line.strip())[-_LAST_LINES:]


def shortened(text: str) -> str:
    """What a server said, in a length that fits a message."""
    return text if len(text) <= _LONGEST_LINE else f"{text[:_LONGEST_LINE]} …"


@contextmanager
def started(command: str, *, talks: bool) -> Iterator[Started]:
    """Run a command until the block ends. It gets a process group of its own, which is stopped as a whole.

    What it prints is part of its log, unless it `talks` over its output.
    """
    try:
        words = shlex.split(command)
    except ValueError as error:
        raise WorkspaceError(f"cannot understand the command: {error}", "close all quotes") from error
    if not words:
        raise WorkspaceError("there is no command to start the server with", 'pass one, such as "python server.py"')
    with tempfile.TemporaryFile() as log, _handling(_ignore), _watcher() as watch:
        try:
            process = subprocess.Popen(  # noqa: S603 - the person who calls names the command
                words,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE if talks else log,
                stderr=log,
                start_new_session=True,
            )
        except OSError as error:
            raise WorkspaceError(f"cannot start {words[0]}: {error.strerror}") from error
        try:
            watch(process.pid)
            with _handling(_end):
                yield Started(process, log)
        finally:
            stop(process)


@contextmanager
def _watcher() -> Iterator[Callable[[int], object]]:
    """Start a process that ends a process group after this one, even if this one is killed; tell it which group."""
    program = [sys.executable, "-I", "-S", watching.__file__]
    quiet = subprocess.DEVNULL
    with subprocess.Popen(  # noqa: S603 - a program of our own
        program, bufsize=0, stdin=subprocess.PIPE, stdout=quiet, stderr=quiet, start_new_session=True
    ) as process:
        stream = cast(IO[bytes], process.stdin)
        try:
            yield lambda group: stream.write(b"%d\n" % group)
        finally:
            process.kill()  # another group may have the same id by now


@contextmanager
def _handling(handler: Callable[[int, FrameType | None], None]) -> Iterator[None]:
    """Handle the signals that end a command in another way: none of them must leave the server behind."""
    heard = [each for each in ENDING if signal.getsignal(each) is not signal.SIG_IGN]  # which `nohup` sets
    before = [(each, signal.signal(each, handler)) for each in heard]
    try:
        yield
    finally:
        for each, own in before:
            signal.signal(each, own)


def _ignore(_number: int, _frame: FrameType | None) -> None:
    """Do nothing. The server would inherit `SIG_IGN`, but not a function."""


def _end(number: int, _frame: FrameType | None) -> None:
    """End the command as a shell would report it. Impatience changes nothing: the server is being stopped."""
    for each in ENDING:
        signal.signal(each, _ignore)
    raise SystemExit(128 + number)


def stop(process: "subprocess.Popen[bytes]") -> None:
    """End a process and its children: by closing its input, then by asking, then by force."""
    with suppress(OSError):
        if process.stdin is not None:
            process.stdin.close()
    for sign in (signal.SIGTERM, signal.SIGKILL):
        with suppress(subprocess.TimeoutExpired):
            process.wait(watching.GRACE)
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, sign)  # also if the process is gone: its children may not be
    process.wait()
