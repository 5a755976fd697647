"""What a part of the benchmarks found: tables for the page, figures for the bars, and rivals that are ahead."""

import os
import platform
import subprocess
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
NODE = HERE / "node"
PAGE, BARS = HERE / "README.md", HERE / "bars.toml"


@dataclass(frozen=True, slots=True)
class Section:
    """What one part found."""

    lines: list[str]
    figures: Mapping[str, float]
    """By name, which bars refer to: a ratio of ours to a rival's, unless the name says otherwise."""
    tools: tuple[str, ...] = ()
    behind: list[str] = field(default_factory=list)
    """Sentences about rivals that were faster or smaller."""


# -- bars -------------------------------------------------------------------------------------------------------------


def verdicts(figures: Mapping[str, float], *, is_whole: bool) -> Iterator[tuple[bool, str]]:
    """For each figure that has a bar: whether it holds, and a line that says so. A whole run has figures for all."""
    for bar in tomllib.loads(BARS.read_text(encoding="utf-8"))["bar"]:
        found = {name: measured for name, measured in figures.items() if _is_about(bar, name)}
        if is_whole and not found:
            yield False, f"MISSED  {bar['figure']}: nothing was measured"
        for name, measured in found.items():
            holds = measured >= bar.get("at_least", measured) and measured <= bar.get("at_most", measured)
            limit = f"≥ {bar['at_least']:g}" if "at_least" in bar else f"≤ {bar['at_most']:g}"
            yield holds, f"{'holds ' if holds else 'MISSED'}  {name}: {measured:.2f} ({limit})"


def _is_about(bar: Mapping[str, object], name: str) -> bool:
    others = bar.get("except", [])
    return fnmatchcase(name, str(bar["figure"])) and not (isinstance(others, list) and name.split("/")[1] in others)


# -- the page ---------------------------------------------------------------------------------------------------------


def table(head: tuple[str, ...], rows: list[tuple[str, ...]]) -> list[str]:
    """A Markdown table whose first column is text and whose other columns are numbers."""
    return [f"| {' | '.join(row)} |" for row in (head, ("---", *("---:" for _ in head[1:])), *rows)]


def circumstances(busy: float, tools: tuple[str, ...]) -> str:
    """What the numbers depend on besides the code; nothing that names the machine."""
    node = subprocess.run(("node", "--version"), capture_output=True, text=True, check=True).stdout.strip()
    versions = pins()
    parts = [f"Python {platform.python_version()}", f"Node {node.removeprefix('v')}"]
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


def write_part(name: str, report: str) -> None:
    """Put a report between the markers that the page has for it."""
    begin, end = f"<!-- {name}: begin -->", f"<!-- {name}: end -->"
    before, found, rest = PAGE.read_text(encoding="utf-8").partition(begin)
    _, closed, after = rest.partition(end)
    if not found or not closed:
        raise SystemExit(f"{PAGE.name} has no markers for {name}")
    PAGE.write_text(f"{before}{begin}\n\n{report}\n\n{end}{after}", encoding="utf-8")
