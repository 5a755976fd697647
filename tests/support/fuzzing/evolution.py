"""Random pairs of versions: whoever `sealwax diff` does not call broken understands the other version.

A pair that proves it wrong is written to `.cache/fuzz/`.
"""

import hashlib
import json
import random
import time
from collections import Counter
from random import Random

from checkout import ROOT
from judges.compatibility import attempt
from strategies.contracts import contracts
from strategies.drawn import drawn
from strategies.edits import model, walked
from strategies.fields import Block

from sealwax.contract.model import Contract
from sealwax.evolution.assessment import assess

FOUND = ROOT / ".cache" / "fuzz"
CONTRACTS = 5
"""How many contracts are drawn at a time. Drawing takes longer than editing."""
VERSIONS = 40
"""How many versions follow on each."""
PAYLOADS = 6
"""How many payloads of each type are tried."""


def run(seconds: float) -> None:
    tally, rules, deadline = Counter[str](), Counter[str](), time.monotonic() + seconds
    try:
        while time.monotonic() < deadline:
            number = random.randrange(2**32)
            for at, contract in enumerate(drawn(contracts(documented=number % 3 == 0), number, CONTRACTS)):
                if time.monotonic() > deadline:
                    break
                play(contract, Random(f"{number}/{at}"), tally, rules)
    finally:
        print("rules:", ", ".join(f"{rule} {count:,}" for rule, count in rules.most_common()))
        print(
            f"{tally['contracts']:,} contracts, {tally['pairs']:,} pairs, {tally['payloads']:,} payloads; not broken: "
            f"readers in {tally['readers']:,} pairs, writers in {tally['writers']:,}"
        )


def play(contract: Block, draws: Random, tally: Counter[str], rules: Counter[str]) -> None:
    """Follow a contract through its versions, and try each pair of neighbours."""
    old, block = model(contract), contract
    if old is None:  # names that only clash in generated code
        tally["invalid"] += 1
        return
    tally["contracts"] += 1
    for after, new, what in walked(contract, draws, VERSIONS):
        trial = attempt(old, new, draws, PAYLOADS)
        tally["pairs"] += 1
        tally["payloads"] += trial.payloads
        tally.update(side.value for side in trial.kept)
        rules.update(assessment.rule.id.value for assessment in assess(old, new) if assessment.rule is not None)
        if trial.rejected:
            raise AssertionError(f"{trial.rejected}\nafter: {what}\nthe pair is in {kept(block, after)}")
        if not is_compared(old, new):
            raise AssertionError(f"no change was found\nafter: {what}\nthe pair is in {kept(block, after)}")
        old, block = new, after


def is_compared(old: Contract, new: Contract) -> bool:
    return bool(assess(old, new)) or old == new


def kept(old: Block, new: Block) -> str:
    """Write a pair to a file, and return its path."""
    text = json.dumps({"old": old, "new": new}, indent=1, ensure_ascii=False)
    FOUND.mkdir(parents=True, exist_ok=True)
    path = FOUND / f"evolution-{hashlib.sha256(text.encode()).hexdigest()[:12]}.json"
    path.write_text(text, encoding="utf-8")
    return str(path)
