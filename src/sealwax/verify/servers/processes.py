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
_MAX_LINES = 10
"""How many lines that a server wrote during a call are shown."""
_LAST_BYTES = 8 * 1024
_MAX_LINE = 300


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
        return self._lines(0, _LAST_LINES)

    def logged(self) -> int:
        """The size of its log so far, for `said_since`."""
        return os.fstat(self._log.fileno()).st_size

    def said_since(self, size: int) -> tuple[str, ...]:
        """The end of what it has added to its log since it had this size."""
        return self._lines(size, _MAX_LINES)

    def _lines(self, start: int, most: int) -> tuple[str, ...]:
        """Read without moving the file offset, which the server shares: it would go on writing from there."""
        text = os.pread(self._log.fileno(), _LAST_BYTES, max(start, self.logged() - _LAST_BYTES))
        lines = text.decode(errors="replace").splitlines()
        return tuple(shortened(line.rstrip()) for line in lines if line.strip())[-most:]


def shortened(text: str) -> str:
    """What a server said, in a length that fits a message."""
    return text if len(text) <= _MAX_LINE else f"{text[:_MAX_LINE]} …"


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
    with tempfile.TemporaryFile() as log, _handling(_ignore), _watcher() as watcher:
        try:
            process = subprocess.Popen(  # noqa: S603 - the person who calls names the command
                words,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE if talks else log,
                stderr=log,
                start_new_session=True,
                preexec_fn=watcher.report,  # noqa: PLW1509 - it only writes, and no thread is running yet
            )
        except OSError as error:
            raise WorkspaceError(f"cannot start {words[0]}: {error.strerror}") from error
        try:
            watcher.confirm()
            with _handling(_end):
                yield Started(process, log)
        finally:
            stop(process)


class _Watcher:
    """A process that ends the server after this one, even if this one is killed."""

    def __init__(self, process: "subprocess.Popen[bytes]") -> None:
        self._input, self._output = cast(IO[bytes], process.stdin), cast(IO[bytes], process.stdout)

    def report(self) -> None:
        """Name the process group to end. The server does this itself, since this process can be killed at any time."""
        os.write(self._input.fileno(), b"%d\n" % os.getpid())

    def confirm(self) -> None:
        """Wait until it knows the group, which takes no longer than Python needs to start."""
        if not self._output.readline():
            raise _unwatched(f"{sys.executable} cannot run {watching.__file__}")


@contextmanager
def _watcher() -> Iterator[_Watcher]:
    if not sys.executable:
        raise _unwatched("Python does not know its own path")
    try:
        process = subprocess.Popen(  # noqa: S603 - a program of our own
            [sys.executable, "-I", "-S", watching.__file__],
            bufsize=0,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
    except OSError as error:
        raise _unwatched(f"cannot start {sys.executable}: {error.strerror}") from error
    with process:
        try:
            yield _Watcher(process)
        finally:
            process.kill()  # another group may have the same id by now


def _unwatched(reason: str) -> WorkspaceError:
    message = f"nothing would stop the server if sealwax was killed: {reason}"
    return WorkspaceError(message, "install sealwax in a virtual environment, and run it from there")


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
