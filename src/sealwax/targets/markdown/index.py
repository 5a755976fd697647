"""The entry page of a contract's reference: what it is, which page holds what, sources, rollout, links."""

import re

from sealwax.contract.model import Contract, Link, Source
from sealwax.frozen import frozen
from sealwax.languages.markdown import cell, code, code_cell, text
from sealwax.rendering import Finished
from sealwax.targets.markdown.parts import doc_of, remarks

# Other schemes may run code where a page is shown, and a path would be relative to a document that is not ours.
_WEB_ADDRESS = re.compile(r"https?://[^\s]+")
_UNSAFE_IN_ADDRESS = re.compile(r"[^A-Za-z0-9/:?#@!$&*+,;=._~%-]")


@frozen
class PageRow:
    link: Finished
    holds: Finished


@frozen
class SourceRow:
    key: Finished
    title: Finished
    description: Finished


@frozen
class RolloutView:
    flag: Finished
    doc: Finished
    remarks: tuple[Finished, ...]


@frozen
class IndexView:
    header: Finished
    title: Finished
    name: Finished
    version: Finished
    file: Finished
    bases: tuple[Finished, ...]
    doc: Finished
    remarks: tuple[Finished, ...]
    pages: tuple[PageRow, ...]
    rollout: RolloutView | None
    sources: tuple[SourceRow, ...]
    links: tuple[Finished, ...]


def index_view(contract: Contract, header: Finished, pages: dict[str, str]) -> IndexView:
    return IndexView(
        header,
        text(contract.title),
        code(contract.name),
        code(contract.version),
        code(contract.file),
        tuple(Finished(f"{code(base.name)} {code(base.version)}") for base in contract.bases),
        doc_of(contract.docs),
        remarks(contract.docs),
        tuple(PageRow(Finished(f"[{file}]({file})"), cell(holds)) for file, holds in pages.items()),
        _rollout(contract),
        tuple(_source(source) for source in contract.sources),
        tuple(_link(link) for link in contract.links),
    )


def _rollout(contract: Contract) -> RolloutView | None:
    if contract.rollout is None:
        return None
    rollout = contract.rollout
    return RolloutView(code(rollout.flag), doc_of(rollout.docs), remarks(rollout.docs))


def _source(source: Source) -> SourceRow:
    return SourceRow(code_cell(source.key), cell(source.title), cell(source.doc))


def _link(link: Link) -> Finished:
    """A web address becomes a link; anything else is named, because it leads nowhere from here."""
    title = text(link.title)
    if not _WEB_ADDRESS.fullmatch(link.target):
        return Finished(f"{title}: {code(link.target)}")
    return Finished(f"[{title}]({_UNSAFE_IN_ADDRESS.sub(_percent, link.target)})")


def _percent(match: re.Match[str]) -> str:
    return "".join(f"%{byte:02X}" for byte in match.group().encode())
