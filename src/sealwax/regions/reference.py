"""Looks up what a region shows: a section of a reference page, rendered when the first region names the page."""

from collections.abc import Iterable, Mapping, Sequence

from sealwax.contract.model import Contract
from sealwax.diagnostics import Code, Position, Report
from sealwax.regions.markers import Region, is_marker
from sealwax.regions.sections import Section, relocated, sections_of
from sealwax.rendering import Page, Renderer
from sealwax.targets.markdown import TARGET

SHOWN = 20
"""How many names a hint lists."""


class Reference:
    """The sections of all reference pages. Each lookup reports what is wrong with the name in a marker."""

    def __init__(self, contracts: Sequence[Contract], renderer: Renderer, report: Report) -> None:
        self._contracts = {contract.name: contract for contract in contracts}
        self._renderer = renderer
        self._report = report
        self._pages: dict[str, Mapping[str, Page]] = {}
        """By contract, then by file name."""
        self._sections: dict[str, Mapping[str, Section]] = {}
        """By page, then by anchor."""
        self._shown: dict[tuple[str, str], str] = {}

    def shown(self, region: Region, folder: str) -> str:
        """The text of a region in a file in this folder; empty if there is no such section."""
        key = region.name, folder
        if key not in self._shown:
            self._shown[key] = self._find(region, folder)
        return self._shown[key]

    def _find(self, region: Region, folder: str) -> str:
        """`orders#error-codes` is a section of `generated/orders/markdown/orders.md`; `orders/…` names another page."""
        place, _, anchor = region.name.partition("#")
        name, slash, file = place.partition("/")
        file = file if slash else f"{name}.md"
        contract = self._contracts.get(name)
        if contract is None:
            return self._unknown(region, 0, name, f"there is no contract '{name}'", self._contracts)
        found = self._pages_of(contract)
        if file not in found:
            message = f"{name} has no page '{file}'" if file else "this marker names no page"
            return self._unknown(region, len(name) + 1, file, message, found)
        if place not in self._sections:
            self._sections[place] = sections_of(self._renderer.render(found[file], TARGET.filters))
        if anchor not in (sections := self._sections[place]):
            message = f"{place} has no section '{anchor}'" if anchor else "this marker names no section"
            return self._unknown(region, len(place) + 1, anchor, message, sections)
        text = sections[anchor].text()
        if any(map(is_marker, text.split("\n"))):  # the next run would not find the end of the region
            message = "this region would contain a line that looks like a marker"
            self._report.add(Code.BAD_MARKER, region.position, message, "choose another section", len(region.name))
        is_generated = "markdown" in contract.output.targets
        return relocated(text, f"{contract.output.folder}/{found[file].path}", folder, are_pages=is_generated)

    def _pages_of(self, contract: Contract) -> Mapping[str, Page]:
        if contract.name not in self._pages:
            self._pages[contract.name] = {page.path.rpartition("/")[2]: page for page in TARGET.pages(contract)}
        return self._pages[contract.name]

    def _unknown(self, region: Region, start: int, part: str, message: str, known: Iterable[str]) -> str:
        """Report a part of the name, which starts after so many characters. There is no text then."""
        at, names = region.position, tuple(known)
        listed = f"write one of: {', '.join(names[:SHOWN])}{', …' if len(names) > SHOWN else ''}"
        hint = self._report.suggest(at, part, names, listed)
        self._report.add(Code.UNKNOWN_NAME, Position(at.file, at.line, at.column + start), message, hint, len(part))
        return ""
