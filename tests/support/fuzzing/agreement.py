"""Random payloads of random contracts through every judge: all of them must give the same verdict.

A round depends on nothing but its number. Disagreements are written to `.cache/fuzz/`;
`tests/support/fuzz.py --replay FILE` tries one again.
"""

import hashlib
import json
import os
import random
import sys
import time
import traceback
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from checkout import ROOT, Bases, own_bases, own_contracts
from judges.agreement import Disagreement, disagreements
from judges.node import Node
from judges.panel import all_judges
from judges.verdicts import Case, payload_cases
from packages.built import Built, built
from strategies.drawn import drawn_contracts, drawn_extensions
from strategies.payloads import subjects

FOUND = ROOT / ".cache" / "fuzz"
CONTRACTS_PER_ROUND = 12
PAYLOADS_PER_CONTRACT = 400
NODE = Node(questions=400)


@dataclass
class Tally:
    """Counts of what a run tried, and the disagreements it found."""

    contracts: set[str] = field(default_factory=set)
    """Checksums, so that a contract drawn twice counts once."""
    payloads: int = 0
    valid: int = 0
    rules: Counter[str] = field(default_factory=Counter)
    """The number of findings per rule, according to the reference."""
    found: list[Path] = field(default_factory=list)

    def add(self, other: "Tally") -> None:
        self.contracts |= other.contracts
        self.payloads += other.payloads
        self.valid += other.valid
        self.rules += other.rules
        self.found += other.found

    def __str__(self) -> str:
        count = len(self.found)
        wrong = "no disagreements" if not count else "1 disagreement" if count == 1 else f"{count} disagreements"
        return f"{len(self.contracts):,} contracts, {self.payloads:,} payloads ({self.valid:,} valid), {wrong}"


def play(number: int, deadline: float) -> Tally:
    """One round."""
    tally = Tally()
    for at, (source, bases) in enumerate(sources(number)):
        if at > 0 and time.time() > deadline:
            break
        try:
            tally.add(try_contract(source, Random(f"{number}/{at}"), bases))
        except Exception:  # noqa: BLE001 - report any failure, with the contract that caused it
            tally.found.append(report(source, {"failure": traceback.format_exc()}, bases))
    return tally


def sources(number: int) -> list[tuple[bytes, Bases]]:
    """Contracts for a round: every eighth uses those of this checkout, every fourth draws extensions."""
    if number % 8 == 0:
        bases = own_bases()
        return [(source, bases[name]) for name, source in own_contracts().items()]
    if number % 4 == 0:
        return drawn_extensions(number, CONTRACTS_PER_ROUND)
    return [(source, {}) for source in drawn_contracts(number, CONTRACTS_PER_ROUND)]


def try_contract(source: bytes, draws: Random, bases: Bases | None = None) -> Tally:
    judges = all_judges(NODE)
    with built(source, bases) as made:
        cases = payload_cases(made, draws, PAYLOADS_PER_CONTRACT)
        verdicts = judges[0].judge(made, cases)
        tally = Tally({hashlib.sha256(source).hexdigest()}, len(cases), sum(each.valid for each in verdicts))
        tally.rules.update(row[1] for each in verdicts for row in each.findings or ())
        tally.found = [report(source, details(each), bases) for each in disagreements(made, cases, judges)]
    return tally


def details(found: Disagreement) -> dict[str, object]:
    return {"type": found.subject, "value": found.value, "judge": found.judge, "report": str(found)}


def report(source: bytes, about: dict[str, object], bases: Bases | None = None) -> Path:
    """Write a file from which `--replay` reproduces the failure."""
    below = {name: text.decode() for name, text in (bases or {}).items()}
    text = json.dumps({**about, "contract": source.decode(), "bases": below}, indent=2)
    FOUND.mkdir(parents=True, exist_ok=True)
    path = FOUND / f"{hashlib.sha256(text.encode()).hexdigest()[:12]}.json"
    path.write_text(text, encoding="utf-8")
    return path


def replay(path: Path) -> int:
    """Try the value of a report again, or the whole contract if there is none."""
    about = json.loads(path.read_text(encoding="utf-8"))
    bases = {name: text.encode() for name, text in about["bases"].items()}
    with built(about["contract"].encode(), bases) as made:
        cases = _reported(made, about)
        found = disagreements(made, cases, all_judges(NODE))
    for each in found:
        print(each)
    print(f"{len(found)} of {len(cases)} values: the judges differ" if found else "all judges agree")
    return 1 if found else 0


def _reported(made: Built, about: dict[str, object]) -> list[Case]:
    if "value" not in about:
        return payload_cases(made, Random(0), PAYLOADS_PER_CONTRACT)
    subject = next(each for each in subjects(made.contract) if each.name == about["type"])
    return [Case(subject, json.loads(json.dumps(about["value"])))]


# -- many rounds ------------------------------------------------------------------------------------------------------


def rounds(first: int, deadline: float, jobs: int) -> Iterator[Tally]:
    """Run rounds in parallel until the deadline. Those that have started then still count."""
    number = first
    with ProcessPoolExecutor(jobs) as pool:
        running: set[Future[Tally]] = set()
        while time.time() < deadline or running:
            while len(running) < jobs and time.time() < deadline:
                running.add(pool.submit(play, number, deadline))
                number += 1
            done, running = wait(running, return_when=FIRST_COMPLETED)
            yield from (each.result() for each in done)


def run(seconds: float) -> None:
    begin, total = time.time(), Tally()
    for tally in rounds(random.randrange(10**6), begin + seconds, os.cpu_count() or 1):
        total.add(tally)
        if sys.stderr.isatty():
            print(f"\r{time.time() - begin:5.0f} s: {total}", end="", file=sys.stderr, flush=True)
    if sys.stderr.isatty():
        print(file=sys.stderr)
    print("findings:", ", ".join(f"{rule} {count:,}" for rule, count in total.rules.most_common()))
    print(f"{total}, {len(all_judges(NODE))} judges")
    if total.found:
        raise AssertionError("\n".join(map(_described, total.found)))


def _described(path: Path) -> str:
    about = json.loads(path.read_text(encoding="utf-8"))
    return f"{path}\n{about.get('report') or about['failure']}"
