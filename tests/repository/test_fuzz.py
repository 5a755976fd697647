"""A short sample of the modes of `make fuzz` that are about the disk, and what the mode `properties` runs.

Other modes have their sample beside what they test.
"""

import subprocess
from typing import Any

import fuzz
import pytest
from checkout.processes import LIMIT
from strategies import effort


def test_the_command_knows_every_mode() -> None:
    assert {"agreement", "contracts", "drift", "evolution", "interruptions", "payloads", "properties"} == {*fuzz.MODES}


@pytest.mark.parametrize(
    ("mode", "seconds", "counted"), [("drift", 4, "edits:"), ("interruptions", 2, "times SIGKILL")]
)
def test_a_short_search_finds_nothing(
    mode: str, seconds: float, counted: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert fuzz.search(mode, seconds, seed=11) == 0, capsys.readouterr().out
    assert counted in capsys.readouterr().out


def test_a_search_fails_when_something_is_wrong(monkeypatch: pytest.MonkeyPatch) -> None:
    from fuzzing import drift, interruptions

    monkeypatch.setattr(drift, "is_ours", lambda *_: False)  # as if generate touched files of others
    assert fuzz.search("drift", LIMIT, seed=11) == 1
    monkeypatch.setattr(interruptions, "contents", lambda _: {})
    assert fuzz.search("interruptions", LIMIT, seed=11) == 1


@pytest.mark.parametrize("code", [0, 1])
def test_the_tests_that_draw_examples_run_at_full_strength(code: int, monkeypatch: pytest.MonkeyPatch) -> None:
    def run(command: list[str], **options: Any) -> "subprocess.CompletedProcess[str]":
        assert command[command.index("-m", 3) + 1] == "hypothesis or search"
        efforts.append(options["env"][effort.VARIABLE])
        return subprocess.CompletedProcess(command, code, "said\n", "")

    efforts: list[str] = []
    monkeypatch.setattr(subprocess, "run", run)
    assert fuzz.search("properties", 0, seed=11) == code
    assert efforts == ["1.0"]


def test_a_sample_is_a_share_of_a_full_search(monkeypatch: pytest.MonkeyPatch) -> None:
    for share, expected in ((0.2, [60, 10, 8]), (1.0, [300, 40, 8]), (4.0, [1200, 160, 32])):
        monkeypatch.setattr(effort, "EFFORT", share)
        assert [effort.examples(full) for full in (300, 40, 8)] == expected
