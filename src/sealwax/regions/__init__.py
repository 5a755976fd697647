"""Regions of Markdown files that people write: sections of the reference pages, between two markers."""

from collections.abc import Iterator, Mapping, Sequence
from posixpath import dirname

from sealwax.contract.model import Contract
from sealwax.contract.source.text import MAX_BYTES
from sealwax.diagnostics import Code, Report
from sealwax.regions.markers import MarkedFile, Region, read_document
from sealwax.regions.reference import Reference
from sealwax.rendering import Renderer

MAX_TOGETHER = 32 * 2**20
"""How many characters all regions have together. A file has at most as many as can be read again."""


def fill_regions(
    documents: Mapping[str, bytes], contracts: Sequence[Contract], renderer: Renderer, report: Report
) -> dict[str, str]:
    """The text of each file that has regions, with the regions filled and everything else as it was."""
    reference = Reference(contracts, renderer, report)
    filled: dict[str, str] = {}
    left = MAX_TOGETHER
    for file, raw in sorted(documents.items()):
        document = read_document(file, raw, report)
        if document is None or not document.regions:
            continue
        texts: list[str] = []
        space = min(left, MAX_BYTES - sum(map(len, document.lines)))
        for region in document.regions:
            texts.append(reference.shown(region, dirname(file)))
            space -= len(texts[-1])
            left -= len(texts[-1])
            if space < 0:
                _report_size(region, report)
                return filled
        filled[file] = "".join(_pieces(document, texts))
    return filled


def _pieces(document: MarkedFile, texts: Sequence[str]) -> Iterator[str]:
    after = 0
    for region, text in zip(document.regions, texts, strict=True):
        yield from document.lines[after : region.start]
        ending = "\r\n" if document.lines[region.start - 1].endswith("\r\n") else "\n"
        yield f"\n{text}\n\n".replace("\n", ending)
        after = region.end
    yield from document.lines[after:]


def _report_size(region: Region, report: Report) -> None:
    message = "with this region, the regions of the project are too large"
    limits = f"a file has at most {MAX_BYTES // 2**20} MiB, and all regions together {MAX_TOGETHER // 2**20} MiB"
    report.add(Code.TOO_LARGE, region.position, message, f"show less: {limits}", len(region.name))
