"""What the judges are tried on: contracts, drawn at random or from this checkout, and payloads for each of them."""

import json
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import TypeAlias, TypeVar

from contracts import as_yaml, contracts
from extensions import BASE, extensions
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st
from judges import Built, Case
from payloads import Maker, subjects

from sealwax.diagnostics import errors
from sealwax.pipeline import load, render
from sealwax.rendering import Renderer

TESTS = Path(__file__).parent
TRIED = "contract/tried.yaml"
Bases: TypeAlias = dict[str, bytes]
"""The contracts that another one extends, by the name of the file."""
Drawn = TypeVar("Drawn")
RENDERER = Renderer()


def drawn_contracts(number: int, count: int) -> list[bytes]:
    """Random contracts, the same for the same number, most of them without words. Each draw begins with small ones."""
    return [as_yaml(contract) for contract in _drawn(contracts(told=number % 3 == 0), number, count)]


def drawn_extensions(number: int, count: int) -> list[tuple[bytes, Bases]]:
    """Random contracts that extend another, each with the other, the same for the same number."""
    drawn = _drawn(extensions(), number, count)
    return [(as_yaml(child), {Path(BASE).name: as_yaml({**base, "contract": "base"})}) for base, child in drawn]


def _drawn(strategy: st.SearchStrategy[Drawn], number: int, count: int) -> list[Drawn]:
    found: list[Drawn] = []

    @seed(number)
    @settings(
        max_examples=count,
        phases=[Phase.generate],
        database=None,
        deadline=None,
        suppress_health_check=list(HealthCheck),
    )
    @given(strategy)
    def draw(drawn: Drawn) -> None:
        found.append(drawn)

    draw()
    return found


def own_contracts() -> dict[str, bytes]:
    """The contracts of the product and of the golden cases, by name."""
    files = sorted([*(TESTS.parent / "contract").glob("*.yaml"), *(TESTS / "cases").glob("*/contract.yaml")])
    return {path.parent.name if path.stem == "contract" else path.stem: path.read_bytes() for path in files}


def own_bases() -> dict[str, Bases]:
    """The contracts that those of the product and of the golden cases extend, by the same name."""
    found: dict[str, Bases] = {name: {} for name in own_contracts()}
    for path in sorted((TESTS / "cases").glob("*/*.yaml")):
        if path.stem != "contract":
            found[path.parent.name][path.name] = path.read_bytes()
    return found


@contextmanager
def built(source: bytes, bases: Bases | None = None) -> Iterator[Built]:
    """A contract with its packages, and those of the contracts below it, in a folder that is there for a while."""
    below = {f"contract/{name}": text for name, text in (bases or {}).items()}
    loaded, diagnostics = load({TRIED: source, **below})
    assert errors(diagnostics) == ()
    contract = next(contract for contract in loaded if contract.file == TRIED)
    with tempfile.TemporaryDirectory() as folder:
        yield Built.write(contract, render(loaded, RENDERER), Path(folder))


def payload_cases(made: Built, random: Random, count: int) -> list[Case]:
    """Payloads as they are after having been sent: a third for the envelope, the rest for any type."""
    maker, all_subjects = Maker(made.contract, random), subjects(made.contract)
    found = []
    for _ in range(count):
        subject = all_subjects[0] if random.random() < 0.33 else random.choice(all_subjects)
        found.append(Case(subject, json.loads(json.dumps(maker.payload(subject)))))
    return found
