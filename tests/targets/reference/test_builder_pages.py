"""The calls on the page of builders work, and give the JSON that is shown beside them."""

from collections.abc import Iterator
from datetime import datetime
from typing import Any

import pytest
from checkout import CASES, CONTRACTS
from markdown_it import MarkdownIt
from packages.both import Packages
from packages.built import built

from sealwax.contract.model import BuilderExample, Contract, Json, Readings

CONTRACT_FILES = (
    CONTRACTS / "response-v2.yaml",
    CONTRACTS / "mail-imap.yaml",
    CASES / "builders" / "contract.yaml",
    CASES / "clock" / "contract.yaml",
)


def calls(page: str) -> list[dict[str, str]]:
    """The blocks of each example, by language."""
    fences = [token for token in MarkdownIt().parse(page) if token.type == "fence"]
    found: list[dict[str, str]] = []
    for fence in fences:
        if not found or "json" in found[-1]:
            found.append({})
        found[-1][fence.info] = fence.content
    return found


@pytest.fixture(params=CONTRACT_FILES, ids=lambda file: f"{file.parent.name}/{file.stem}")
def made(request: pytest.FixtureRequest) -> Iterator[tuple[Packages, list[dict[str, str]]]]:
    with built(request.param.read_bytes()) as made, made.imported() as python:
        page = made.files[f"generated/{made.contract.name}/markdown/{made.contract.name}.md"]
        page = page.partition("\n## Builders\n")[2].partition("\n## Validation\n")[0]
        yield Packages(made.contract, python, made.path("typescript/index.js")), calls(page)


def examples(contract: Contract) -> list[BuilderExample]:
    return [example for builder in contract.builders for example in builder.examples]


def test_the_calls_give_the_json_beside_them(made: tuple[Packages, list[dict[str, str]]]) -> None:
    packages, shown = made
    expected = examples(packages.contract)
    assert [
        in_python(packages, each["python"], example.readings) for each, example in zip(shown, expected, strict=True)
    ] == [example.result for example in expected]
    assert in_typescript(packages, [each["typescript"] for each in shown], [each.readings for each in expected]) == [
        example.result for example in expected
    ]


def in_python(packages: Packages, call: str, readings: Readings) -> Json:
    names: dict[str, Any] = {name: getattr(packages.python, name) for name in packages.python.__all__}
    if "Clock" in names:
        seconds = 10 + readings.elapsed / 1000
        members = {"now": lambda _: datetime.fromisoformat(readings.now), "monotonic": lambda _: seconds}
        names |= {"started": 10.0, "clock": type("StillClock", (names["Clock"],), members)()}
    result: Json = eval(call, names).to_dict()  # noqa: S307
    return result


def in_typescript(packages: Packages, shown: list[str], readings: list[Readings]) -> Json:
    """The results of all calls, from one run of Node."""
    body = ["const made = [];"]
    names = ", ".join(f"{name} = it.{name}" for name in sorted({call.partition("(")[0] for call in shown}))
    for call, reading in zip(shown, readings, strict=True):
        clock = f"{{ now: () => new Date({reading.now!r}), monotonic: () => {10_000 + reading.elapsed} }}"
        body.append(f"{{ const {names}, started = 10_000, clock = {clock}; made.push({call.strip().rstrip(';')}); }}")
    return packages.node("\n".join((*body, "return made;")))
