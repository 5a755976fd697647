"""Random contracts as files, drawn from a number: the same number gives the same contracts."""

from pathlib import Path
from typing import TypeVar

from checkout import Bases
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st

from strategies.contracts import as_yaml, contracts
from strategies.extensions import BASE, extensions
from strategies.seeds import draw_without_constants_of_modules

Drawn = TypeVar("Drawn")
draw_without_constants_of_modules()


def drawn_contracts(number: int, count: int) -> list[bytes]:
    """Random contracts, most of them without documentation. The first ones of a draw are small."""
    return [as_yaml(contract) for contract in drawn(contracts(documented=number % 3 == 0), number, count)]


def drawn_extensions(number: int, count: int) -> list[tuple[bytes, Bases]]:
    """Random contracts that extend another, each with the one it extends."""
    pairs = drawn(extensions(), number, count)
    return [(as_yaml(child), {Path(BASE).name: as_yaml({**base, "contract": "base"})}) for base, child in pairs]


def drawn(strategy: st.SearchStrategy[Drawn], number: int, count: int) -> list[Drawn]:
    """At most `count` values of a strategy, the same for the same number."""
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
    def draw(value: Drawn) -> None:
        found.append(value)

    draw()
    return found
