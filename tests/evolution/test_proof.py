"""For every pair of versions: whoever the comparison does not call broken understands the other version.

`make fuzz MODE=evolution` searches longer.
"""

from collections.abc import Iterable
from random import Random

import fuzz
import pytest
from checkout.processes import LIMIT
from fuzzing import evolution
from hypothesis import given, settings
from hypothesis import strategies as st
from judges.compatibility import attempt
from strategies.contracts import contracts
from strategies.edits import model, walked
from strategies.effort import examples
from strategies.fields import Block

from sealwax.contract.versions import Need
from sealwax.evolution.assessment import Assessment
from sealwax.evolution.changes import Change
from sealwax.evolution.verdicts import Side


@settings(max_examples=examples(25))
@given(contracts(documented=False), st.integers(0, 2**32).map(Random))
def test_old_readers_and_new_readers_accept_what_writers_send(contract: Block, random: Random) -> None:
    old = model(contract)
    assert old is not None
    for _block, new, what in walked(contract, random, 4):
        assert attempt(old, new, random, 4).rejected == "", what
        old = new


def test_a_short_search_finds_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    assert fuzz.search("evolution", 3, seed=7) == 0, capsys.readouterr().out
    assert "payloads" in capsys.readouterr().out


def test_a_search_finds_a_rule_that_overlooks_a_break(monkeypatch: pytest.MonkeyPatch) -> None:
    """As if nothing that happens to a field were a break."""
    from sealwax.evolution import assessment

    def overlooks(change: Change) -> bool:
        return change.kind.startswith("field")

    def overlooking(change: Change) -> Iterable[Assessment]:
        return [Assessment(change, Need.PATCH)] if overlooks(change) else known(change)

    known = assessment._assessments
    monkeypatch.setattr(assessment, "_assessments", overlooking)
    with pytest.raises(AssertionError, match=f"{Side.READER}|{Side.WRITER}"):
        evolution.run(LIMIT)
