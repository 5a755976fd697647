"""A short sample of the modes of `make fuzz` that are about the disk. Other modes have theirs beside what they test."""

import fuzz
import pytest
from checkout.processes import LIMIT


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
