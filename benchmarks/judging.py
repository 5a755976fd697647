"""Bars, tables, and the page that they are written into."""

import os
import platform
import subprocess
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
NODE = HERE / "node"


@dataclass(frozen=True, slots=True)
class Bar:
    text: str
    measured: float
    limit: float
    at_least: bool

    @property
    def passed(self) -> bool:
        return self.measured >= self.limit if self.at_least else self.measured <= self.limit


@dataclass(frozen=True, slots=True)
class Section:
    """What one part of the benchmarks has to say."""

    lines: list[str]
    bars: list[Bar]
    tools: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Claim:
    """One bar for several values: what was measured for each of them."""

    text: str
    measured: dict[str, float]
    limit: float
    at_least: bool

    @property
    def bars(self) -> list[Bar]:
        return [Bar(self.text, measured, self.limit, self.at_least) for measured in self.measured.values()]


def claims_table(columns: list[str], claims: list[Claim]) -> list[str]:
    rows = []
    for claim in claims:
        limit = f"{'≥' if claim.at_least else '≤'} {claim.limit:g}"
        bars = dict(zip(claim.measured, claim.bars, strict=True))
        cells = (f"{bars[name].measured:.2f} {verdict(bars[name])}" if name in bars else "" for name in columns)
        rows.append((claim.text, limit, *cells))
    return table(("bar", "limit", *columns), rows)


def verdict(bar: Bar) -> str:
    return "pass" if bar.passed else "**fail**"


def table(head: tuple[str, ...], rows: list[tuple[str, ...]]) -> list[str]:
    """A Markdown table whose first column is text and whose other columns are numbers."""
    return [f"| {' | '.join(row)} |" for row in (head, ("---", *("---:" for _ in head[1:])), *rows)]


def verdicts(bars: list[Bar]) -> list[str]:
    lines = ["| bar | limit | measured | |", "|---|---:|---:|---|"]
    for bar in bars:
        limit = f"{'≥' if bar.at_least else '≤'} {bar.limit:g}"
        lines.append(f"| {bar.text} | {limit} | {bar.measured:.2f} | {verdict(bar)} |")
    return lines


def circumstances(busy: float, tools: tuple[str, ...]) -> str:
    """What the numbers depend on besides the code; nothing that names the machine."""
    node = subprocess.run(("node", "--version"), capture_output=True, text=True, check=True).stdout.strip()
    parts = [f"Python {platform.python_version()}", f"Node {node.removeprefix('v')}"]
    versions = pins()
    parts += [f"{tool} {versions[tool]}" for tool in tools]
    machine = f"{platform.system()} on {platform.machine()}, {os.cpu_count()} cores"
    return f"{machine}, load average {busy:.1f} at the start; {', '.join(parts)}."


def pins() -> dict[str, str]:
    """The version of each tool that a benchmark runs, by the names of their registries."""
    lines = (ROOT / "requirements" / "bench.in").read_text(encoding="utf-8").splitlines()
    found = {name.lower(): version for name, _, version in (line.partition("==") for line in lines) if version}
    for line in (NODE / "package.json").read_text(encoding="utf-8").splitlines():
        name, _, version = line.strip().strip(",").partition(": ")
        if version.strip('"')[:1].isdigit():
            found[name.strip('"')] = version.strip('"')
    return found


def write_section(name: str, report: str) -> None:
    """Puts a report between the markers that the page has for it."""
    page = HERE / "README.md"
    begin, end = f"<!-- {name}: begin -->", f"<!-- {name}: end -->"
    before, found, rest = page.read_text(encoding="utf-8").partition(begin)
    _, closed, after = rest.partition(end)
    if not found or not closed:
        raise SystemExit(f"{page.name} has no markers for {name}")
    page.write_text(f"{before}{begin}\n\n{report}\n\n{end}{after}", encoding="utf-8")
