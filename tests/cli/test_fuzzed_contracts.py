"""A short sample of `make fuzz MODE=contracts`: hostile projects through every command, within limits."""

import random

import pytest
from fuzzing import contracts

from sealwax import cli


def test_no_project_breaks_a_command(capsys: pytest.CaptureFixture[str]) -> None:
    random.seed(11)
    contracts.run(8)
    assert "projects; exit codes: " in capsys.readouterr().out


def test_the_search_ends_in_the_middle_of_a_project_when_its_time_is_over() -> None:
    assert contracts.attempt({"contract/x.yaml": b""}, seed=0, deadline=0) is None


def test_a_command_that_fails_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(arguments: list[str]) -> int:
        raise RecursionError(arguments)

    monkeypatch.setattr(cli, "main", fail)
    with pytest.raises(AssertionError, match="lint: killed"):
        contracts.attempt({"contract/x.yaml": b""}, seed=0)
