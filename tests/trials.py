"""What the judges are tried on: contracts, drawn at random or from this checkout, and payloads for each of them."""

import json
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random

from contract_fields import Block
from contracts import as_yaml, contracts
from hypothesis import HealthCheck, Phase, given, seed, settings
from judges import Built, Case
from payloads import Maker, subjects

from sealwax.diagnostics import errors
from sealwax.pipeline import load, render
from sealwax.rendering import Renderer

TESTS = Path(__file__).parent
RENDERER = Renderer()


def drawn_contracts(number: int, count: int) -> list[bytes]:
    """Random contracts, the same for the same number, most of them without words. Each draw begins with small ones."""
    found: list[Block] = []

    @seed(number)
    @settings(
        max_examples=count,
        phases=[Phase.generate],
        database=None,
        deadline=None,
        suppress_health_check=list(HealthCheck),
    )
    @given(contracts(told=number % 3 == 0))
    def draw(contract: Block) -> None:
        found.append(contract)

    draw()
    return [as_yaml(contract) for contract in found]


def own_contracts() -> dict[str, bytes]:
    """The contracts of the product and of the golden cases, by name."""
    files = sorted([*(TESTS.parent / "contract").glob("*.yaml"), *(TESTS / "cases").glob("*/contract.yaml")])
    return {path.parent.name if path.stem == "contract" else path.stem: path.read_bytes() for path in files}


@contextmanager
def built(source: bytes) -> Iterator[Built]:
    """A contract with its packages in a folder that is there for a while."""
    loaded, diagnostics = load({"contract/tried.yaml": source})
    assert errors(diagnostics) == ()
    with tempfile.TemporaryDirectory() as folder:
        yield Built.write(loaded[0], render(loaded, RENDERER), Path(folder))


def payload_cases(made: Built, random: Random, count: int) -> list[Case]:
    """Payloads as they are after having been sent: a third for the envelope, the rest for any type."""
    maker, all_subjects = Maker(made.contract, random), subjects(made.contract)
    found = []
    for _ in range(count):
        subject = all_subjects[0] if random.random() < 0.33 else random.choice(all_subjects)
        found.append(Case(subject, json.loads(json.dumps(maker.payload(subject)))))
    return found
