"""What was seen of a contract, and what never, as text, as JSON and for comments on pull requests."""

from collections.abc import Iterable, Iterator

from sealwax.naming import counted
from sealwax.reports.results import Folded
from sealwax.reports.terminal import visible
from sealwax.verify.coverage import Coverage, Covered

WIDTH = 100
"""Characters of a line that does not go to a terminal."""


def render_coverage(coverage: Coverage, values: int, columns: int) -> str:
    """Two lists: what the values had, and what they never had."""
    parts = (f"Seen in {counted(values, 'value')}:", *_seen(coverage, columns))
    missed = (*_unseen(coverage, columns),)
    return "".join(
        f"{line}\n" for line in ("", *parts, *(("Never seen:", *missed) if missed else ("Nothing is left.",)))
    )


def folded_coverage(coverage: Coverage) -> tuple[Folded, ...]:
    """The two lists, for a reader to unfold."""
    numbers = ", ".join(f"{_share(each)} {each.kind}" for each in coverage.kinds if each.counts)
    seen = Folded(f"Seen: {numbers}", "\n".join(_seen(coverage, WIDTH)))
    missed = tuple(_unseen(coverage, WIDTH))
    return (seen, *((Folded("Never seen", "\n".join(missed)),) if missed else ()))


def coverage_object(coverage: Coverage) -> dict[str, dict[str, int]]:
    """By kind: how often each part was seen."""
    return {each.kind.replace(" ", "_"): each.counts for each in coverage.kinds}


def _seen(coverage: Coverage, columns: int) -> Iterator[str]:
    """A paragraph per kind of which the contract has any, the most frequent part first."""
    kinds = [each for each in coverage.kinds if each.counts]
    labels, shares = [each.kind for each in kinds], [_share(each) for each in kinds]
    for label, share, each in zip(_aligned(labels), _aligned(shares), kinds, strict=True):
        yield from _paragraph(f"  {label}  {share}  ", [f"{name} ({each.counts[name]})" for name in each.seen], columns)


def _unseen(coverage: Coverage, columns: int) -> Iterator[str]:
    """A paragraph per kind of which anything is missing."""
    found = {each.kind: each.unseen for each in coverage.kinds}
    found["fields"] = tuple(dict.fromkeys(_shortened(each, coverage.types) for each in coverage.fields.unseen))
    kinds = [kind for kind, names in found.items() if names]
    for label, kind in zip(_aligned(kinds), kinds, strict=True):
        yield from _paragraph(f"  {label}  ", found[kind], columns)


def _shortened(field: str, types: Covered) -> str:
    """A field; if its whole type was never seen, all fields of the type."""
    owner = field.partition(".")[0]
    return field if types.counts[owner] else f"{owner}.*"


def _share(covered: Covered) -> str:
    return f"{len(covered.seen)} of {len(covered.counts)}"


def _aligned(texts: list[str]) -> list[str]:
    width = max(map(len, texts), default=0)
    return [f"{each:<{width}}" for each in texts]


def _paragraph(start: str, names: Iterable[str], columns: int) -> Iterator[str]:
    """The names after the start, on lines of a width that break between names."""
    line, has_names = start, False
    for name in map(visible, names):
        if has_names and len(line) + len(name) + 2 > (columns or WIDTH):
            yield f"{line},"
            line, has_names = " " * len(start), False
        line, has_names = f"{line}{', ' if has_names else ''}{name}", True
    yield line.rstrip()
