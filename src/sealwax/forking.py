"""Does a part of the work in a forked process, so that it uses a second processor."""

import os
import pickle
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import NoReturn

Texts = dict[str, str]


@contextmanager
def forked(work: Callable[[], Texts]) -> Iterator[Callable[[], Texts]]:
    """Do the work in a forked process while the block runs. The function waits for the result and returns it.

    If that process fails for any reason, the function does the work here and raises the error here.
    """
    if sys.platform != "linux" or threading.active_count() > 1:  # elsewhere, forking is not safe
        yield work
        return
    reading, writing = os.pipe()
    process = os.fork()
    if process == 0:
        _send(work, writing)
    os.close(writing)
    with open(reading, "rb") as result:
        try:
            yield lambda: _received(result.read()) or work()
        finally:
            with suppress(ProcessLookupError):
                os.kill(process, signal.SIGKILL)
            os.waitpid(process, 0)


def _send(work: Callable[[], Texts], to: int) -> NoReturn:
    """Write the result to the pipe, and end the process before it can do anything else."""
    try:
        with open(to, "wb") as pipe:
            pipe.write(pickle.dumps(work()))
    finally:
        os._exit(0)


def _received(result: bytes) -> Texts | None:
    """What the process made, or None if it did not get to the end."""
    try:
        texts: Texts = pickle.loads(result)  # noqa: S301 - written by this program
    except (pickle.UnpicklingError, EOFError):
        return None
    return texts
