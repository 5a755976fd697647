"""Regions of Markdown files that people write: parts of the reference pages, between two markers."""

from collections.abc import Iterator, Mapping, Sequence
from typing import TypeAlias

from msgspec import Struct

from sealwax.contract.model import Contract
from sealwax.contract.source.text import MAX_BYTES
from sealwax.diagnostics import Code, Report
from sealwax.regions.markers import MarkedFile, Region, is_marker, read_document
from sealwax.regions.views import RegionView, region_view
from sealwax.rendering import Page, Renderer

TEMPLATE = "markdown/region.md.j2"
MAX_DIFFERENT = 1000
"""How many different regions the files of a project have: each can show a whole contract."""
MAX_TOGETHER = 32 * 2**20
"""How many characters all regions have together. A file has at most as many as can be read again."""
Marker: TypeAlias = tuple[str, ...]


class Planned(Struct, frozen=True):
    """A file with the views of its regions."""

    document: MarkedFile
    views: tuple[RegionView, ...]


def plan_regions(documents: Mapping[str, bytes], contracts: Sequence[Contract], report: Report) -> dict[str, Planned]:
    """The files with regions, and what belongs there. Errors in markers are reported."""
    found: dict[str, Planned] = {}
    different = 0
    for file, raw in sorted(documents.items()):
        document = read_document(file, raw, report)
        if document is not None and document.regions:
            views: dict[Marker, RegionView | None] = {}
            for region in document.regions:
                if (marker := _marker(region)) not in views:
                    views[marker] = region_view(region, file, contracts, report)
                    different += 1
                if different > MAX_DIFFERENT:
                    _report_number(region, report)
                    return found
            every = (views[_marker(region)] for region in document.regions)
            found[file] = Planned(document, tuple(view for view in every if view is not None))
    return found


def fill_regions(planned: Mapping[str, Planned], renderer: Renderer, report: Report) -> dict[str, str]:
    """The text of each file with its regions filled, and everything else as it was."""
    from sealwax.targets.markdown.filters import FILTERS  # few projects have regions

    filled: dict[str, str] = {}
    left = MAX_TOGETHER
    for file, plan in planned.items():
        known: dict[Marker, str] = {}
        texts: list[str] = []
        space = min(left, MAX_BYTES - sum(map(len, plan.document.lines)))
        for region, view in zip(plan.document.regions, plan.views, strict=True):
            marker = _marker(region)
            if marker not in known:
                known[marker] = renderer.render(Page(file, TEMPLATE, view), FILTERS)
                _require_no_marker(region, known[marker], report)
            texts.append(known[marker])
            space -= len(known[marker])
            left -= len(known[marker])
            if space < 0:
                _report_size(region, report)
                return filled
        filled[file] = "".join(_pieces(plan.document, texts))
    return filled


def _pieces(document: MarkedFile, texts: Sequence[str]) -> Iterator[str]:
    after = 0
    for region, text in zip(document.regions, texts, strict=True):
        yield from document.lines[after : region.start]
        ending = "\r\n" if document.lines[region.start - 1].endswith("\r\n") else "\n"
        yield f"\n{text.strip()}\n\n".replace("\n", ending)
        after = region.end
    yield from document.lines[after:]


def _marker(region: Region) -> Marker:
    """What decides the content of a region within its file."""
    options = ((name, option.value.text) for name, option in sorted(region.options.items()))
    return (region.kind.text, *(word for option in options for word in option))


def _report_size(region: Region, report: Report) -> None:
    message = "with this region, the regions of the project are too large"
    limits = f"a file has at most {MAX_BYTES // 2**20} MiB, and all regions together {MAX_TOGETHER // 2**20} MiB"
    report.add(Code.TOO_LARGE, region.kind.position, message, f"show less: {limits}", len(region.kind.text))


def _report_number(region: Region, report: Report) -> None:
    message = f"the files of the project have more than {MAX_DIFFERENT:,} different regions"
    report.add(Code.TOO_LARGE, region.kind.position, message, "use fewer of them", len(region.kind.text))


def _require_no_marker(region: Region, text: str, report: Report) -> None:
    """A line of an example can look like a marker; then the next run would not find the end of the region."""
    if any(map(is_marker, text.split("\n"))):
        message = "this region would contain a line that looks like a marker"
        report.add(Code.BAD_MARKER, region.kind.position, message, "choose another example", len(region.kind.text))
