"""Regions of Markdown files that people write: parts of the reference pages, between two markers."""

from collections.abc import Iterator, Mapping, Sequence

from msgspec import Struct

from sealwax.contract.model import Contract
from sealwax.diagnostics import Code, Report
from sealwax.regions.markers import Document, Region, is_marker, read_document
from sealwax.regions.views import RegionView, region_view
from sealwax.rendering import Page, Renderer

TEMPLATE = "markdown/region.md.j2"


class Planned(Struct, frozen=True):
    """A file with the views of its regions."""

    document: Document
    views: tuple[RegionView, ...]


def plan_regions(documents: Mapping[str, bytes], contracts: Sequence[Contract], report: Report) -> dict[str, Planned]:
    """The files with regions, and what belongs there. Errors in markers are reported."""
    found: dict[str, Planned] = {}
    for file, raw in sorted(documents.items()):
        document = read_document(file, raw, report)
        if document is not None and document.regions:
            views = [region_view(region, file, contracts, report) for region in document.regions]
            found[file] = Planned(document, tuple(view for view in views if view is not None))
    return found


def fill_regions(planned: Mapping[str, Planned], renderer: Renderer, report: Report) -> dict[str, str]:
    """The text of each file with its regions filled, and everything else as it was."""
    from sealwax.targets.markdown.filters import FILTERS  # few projects have regions

    filled = {}
    for file, plan in planned.items():
        texts = [renderer.render(Page(file, TEMPLATE, view), FILTERS) for view in plan.views]
        for region, text in zip(plan.document.regions, texts, strict=True):
            _require_no_marker(region, text, report)
        filled[file] = "".join(_pieces(plan.document, texts))
    return filled


def _pieces(document: Document, texts: Sequence[str]) -> Iterator[str]:
    after = 0
    for region, text in zip(document.regions, texts, strict=True):
        yield from document.lines[after : region.start]
        ending = "\r\n" if document.lines[region.start - 1].endswith("\r\n") else "\n"
        yield f"\n{text.strip()}\n\n".replace("\n", ending)
        after = region.end
    yield from document.lines[after:]


def _require_no_marker(region: Region, text: str, report: Report) -> None:
    """A line of an example can look like a marker; then the next run would not find the end of the region."""
    if any(map(is_marker, text.split("\n"))):
        message = "this region would contain a line that looks like a marker"
        report.add(Code.BAD_MARKER, region.kind.position, message, "choose another example", len(region.kind.text))
