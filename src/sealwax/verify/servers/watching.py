"""Ends a server after the process that started it, however that one ended. It runs as a program of its own.

Its input is the id of the server's process group. The system closes it when the process at the other end is gone: also
if that was killed, and could do nothing itself.
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
    sys.stdin.read()
    if group:
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(int(group), signal.SIGTERM)
            time.sleep(GRACE)
            os.killpg(int(group), signal.SIGKILL)


if __name__ == "__main__":
    watch()
