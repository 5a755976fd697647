"""Standard output and standard error: colours, progress, closed pipes, full disks."""

import os
import sys
from contextlib import suppress
from io import TextIOWrapper
from time import monotonic
from typing import TextIO

BROKEN = 2
USUAL_WIDTH = 80
PAUSE = 0.5
"""Seconds between two updates of the progress line."""


def accept_any_text() -> None:
    """Let both streams escape what their encoding cannot express."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def is_terminal(stream: TextIO | None) -> bool:
    return stream is not None and not stream.closed and stream.isatty()


def columns_of(stream: TextIO | None) -> int:
    """The width of a terminal, 80 if it is unknown; 0 for anything else."""
    if stream is None or not is_terminal(stream):
        return 0
    with suppress(OSError):  # also if there is no file number
        return os.get_terminal_size(stream.fileno()).columns or USUAL_WIDTH
    return USUAL_WIDTH


def wants_color(stream: TextIO | None) -> bool:
    return is_terminal(stream) and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def progress(phase: str) -> None:
    if is_terminal(sys.stderr):
        print(f"sealwax: {phase} …", file=sys.stderr, flush=True)


class Ticker:
    """Prints findings as they come and, on a terminal, the progress."""

    def __init__(self) -> None:
        self._watched = is_terminal(sys.stderr) and os.environ.get("TERM") != "dumb"
        self._updated = monotonic()
        self._line = ""
        self.lost = False
        """Whether a finding could not be printed."""

    def show(self, text: str) -> bool:
        """Print findings. Returns False when nobody reads them any more."""
        self.close()
        try:
            self.lost |= not _print(sys.stdout, text)
        except BrokenPipeError:
            return False
        return not self.lost

    def tick(self, values: int) -> None:
        if self._watched and monotonic() - self._updated > PAUSE:
            self._updated = monotonic()
            self._line = f"sealwax: {values} values …"
            _write(sys.stderr, f"\r{self._line}")

    def close(self) -> None:
        """Clear the progress line."""
        if self._line:
            _write(sys.stderr, f"\r{' ' * len(self._line)}\r")
            self._line = ""


def deliver(code: int, out: str = "", err: str = "") -> int:
    """Print the answer. A closed pipe is ignored; a full disk is an error like any other."""
    written = [_write(sys.stdout, out), _write(sys.stderr, err)]
    return code if all(written) else BROKEN


def _write(stream: TextIO | None, text: str) -> bool:
    """Print the text. Returns False if that failed for another reason than a closed pipe."""
    try:
        return _print(stream, text)
    except BrokenPipeError:
        return True


def _print(stream: TextIO | None, text: str) -> bool:
    """The same, but raises `BrokenPipeError` if the pipe is closed."""
    if stream is None or stream.closed:
        return True
    try:
        stream.write(text)
        stream.flush()
    except BrokenPipeError:
        _discard(stream)
        raise
    except OSError as error:
        _discard(stream)
        if stream is not sys.stderr:
            _write(sys.stderr, f"sealwax: cannot write the output: {error.strerror}\n")
        return False
    return True


def _discard(stream: TextIO) -> None:
    """Discard the buffer, so that the interpreter does not fail to flush it on exit."""
    with suppress(OSError, ValueError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, stream.fileno())
        os.close(nowhere)
