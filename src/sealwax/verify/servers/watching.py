"""Stops a server once the process that started it is gone, even if that process was killed.

It runs as a program of its own. Its input is the id of the server's process group, and ends when the process at the
other end of the pipe does. It prints an empty line as soon as it knows the id.
"""

import os
import signal
import sys
import time
from contextlib import suppress

GRACE = 2.0
"""Seconds that a server has to stop by itself, and again after it was asked to."""


def watch() -> None:
    group = sys.stdin.readline()
    if not group:
        return
    with suppress(BrokenPipeError):
        os.write(sys.stdout.fileno(), b"\n")
    sys.stdin.read()
    with suppress(ProcessLookupError):  # nobody is left
        _send(int(group), signal.SIGTERM)
        time.sleep(GRACE)
        _send(int(group), signal.SIGKILL)


def _send(group: int, sign: signal.Signals) -> None:
    """Send a signal to a process group, in which a process may have another owner by now."""
    with suppress(PermissionError):
        os.killpg(group, sign)


if __name__ == "__main__":
    watch()
