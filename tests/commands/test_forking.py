"""A forked process takes a part of the work, and nobody can tell, except by the time."""

import os
import signal
import sys
import threading

import pytest

from sealwax.forking import forked

forks = pytest.mark.skipif(sys.platform != "linux", reason="other systems do all the work in one process")


@pytest.fixture(autouse=True)
def _alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """Test runners have threads of their own, which wait for something else."""
    monkeypatch.setattr(threading, "active_count", lambda: 1)


def the_process() -> dict[str, str]:
    return {"process": str(os.getpid())}


@forks
def test_the_work_is_done_in_another_process() -> None:
    with forked(the_process) as result:
        assert result() != the_process()


def test_where_threads_run_the_work_is_done_here(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(threading, "active_count", lambda: 2)
    with forked(the_process) as result:
        assert result() == the_process()


def test_a_large_result_arrives_whole() -> None:
    large = {"é": "語" * 1_000_000, "b": ""}
    with forked(lambda: large) as result:
        assert result() == large


def test_an_error_is_raised_here() -> None:
    def fail() -> dict[str, str]:
        raise ValueError(f"failed in {os.getpid()}")

    with forked(fail) as result, pytest.raises(ValueError, match=f"failed in {os.getpid()}"):
        result()


@forks
def test_work_of_a_process_that_was_killed_is_done_here() -> None:
    here = os.getpid()

    def die() -> dict[str, str]:
        if os.getpid() != here:
            os.kill(os.getpid(), signal.SIGKILL)
        return the_process()

    with forked(die) as result:
        assert result() == the_process()


@forks
def test_a_process_whose_result_is_not_needed_is_ended() -> None:
    def wait_for_ever() -> dict[str, str]:
        signal.pause()
        raise AssertionError

    with pytest.raises(OSError, match="disk"), forked(wait_for_ever):
        raise OSError("the disk is full")
    with pytest.raises(ChildProcessError):
        os.waitpid(-1, os.WNOHANG)
