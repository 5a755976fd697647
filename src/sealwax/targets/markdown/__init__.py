"""Reference pages in Markdown: every fact of a contract, for people.

Each page is a template over a view of cells and paragraphs that are finished already: a table of five thousand codes
then costs no more calls than it has cells.
"""

from collections.abc import Iterator

from sealwax.contract.model import Catalogue, Contract, Enum
from sealwax.languages.markdown import comment, text
from sealwax.meaning.wording import listed
from sealwax.rendering import Finished, Page, Target, header
from sealwax.targets import json_schema
from sealwax.targets.markdown.builders import builders_view
from sealwax.targets.markdown.declarations import enums_view, types_view
from sealwax.targets.markdown.enforcement import enforcement_view
from sealwax.targets.markdown.envelope import envelope_view
from sealwax.targets.markdown.guidance import by_subject, example_titles, examples_view, guide_view
from sealwax.targets.markdown.index import index_view
from sealwax.targets.markdown.parts import Places, anchors
from sealwax.targets.markdown.project import project_pages
from sealwax.targets.markdown.validation import validation_view
from sealwax.targets.python import records as python_records
from sealwax.targets.python import validators as python_validation
from sealwax.targets.python import wire as python_typed_dicts
from sealwax.targets.typescript import types as typescript_types
from sealwax.targets.typescript import validation as typescript_validation

__all__ = ["ENFORCERS", "TARGET", "project_pages"]

_ENFORCERS = (
    ("python", python_validation.ENFORCES),
    ("typescript", typescript_validation.ENFORCES),
    ("json-schema", json_schema.ENFORCES),
    ("typescript", typescript_types.ENFORCES),
    ("python", python_typed_dicts.ENFORCES),
    ("python", python_records.ENFORCES),
)
ENFORCERS = tuple(enforcer for _target, enforcer in _ENFORCERS)
"""What the other targets say of themselves, from those that enforce the most."""

HOLDS = {
    "envelope.md": "The fields of every response, and how success and failure differ.",
    "tools.md": "What each tool puts into the envelope.",
    "types.md": "Records and kinds of strings, field by field.",
    "enums.md": "Lists of known values.",
    "errors.md": "Error types and error codes.",
    "warnings.md": "Warning codes.",
    "tiers.md": "How far one can rely on keys and codes",
    "partial.md": "How a result tells that part of the work failed.",
    "builders.md": "Functions that make responses: their arguments, and what they fill in.",
    "guide.md": "Guides, rules, edge cases and anti-patterns.",
    "examples.md": "Examples and counter-examples.",
    "validation.md": "What a validator reports.",
    "enforcement.md": "What each target enforces, and what it cannot.",
}


def pages(contract: Contract) -> Iterator[Page]:
    mark = comment(header(contract.name))
    views = _views(contract, mark, _places(contract))
    holds = {file: HOLDS[file] for file in views}
    if contract.envelope.mark is None:
        holds["envelope.md"] = "The fields of every response."
    if "tiers.md" in holds:
        gates = ("the gates before them",) if contract.gates else ()
        merging = ("how keys are merged in",) if contract.merging is not None else ()
        holds["tiers.md"] = f"{listed((HOLDS['tiers.md'], *gates, *merging), 'and')}."
    yield _page(contract, "README.md", index_view(contract, mark, holds), "index.md")
    for file, view in views.items():
        yield _page(contract, file, view, "enums.md" if file in _CATALOGUE_PAGES else file)


def _page(contract: Contract, file: str, view: object, template: str) -> Page:
    return Page(f"{contract.name}/markdown/{file}", f"markdown/{template}.j2", view)


_CATALOGUE_PAGES = {
    "enums.md": ("Enums", (Catalogue.PLAIN,)),
    "errors.md": ("Errors", (Catalogue.ERROR_TYPES, Catalogue.ERROR_CODES)),
    "warnings.md": ("Warnings", (Catalogue.WARNING_CODES,)),
}


def _enums(contract: Contract, file: str) -> tuple[Enum, ...]:
    catalogues = _CATALOGUE_PAGES[file][1]
    return tuple(enum for catalogue in catalogues for enum in contract.enums if enum.catalogue is catalogue)


def _views(contract: Contract, mark: Finished, places: Places) -> dict[str, object]:
    """The pages that this contract has something for, in reading order."""
    views: dict[str, object] = {"envelope.md": envelope_view(contract.envelope, mark, places)}
    if contract.tools:
        from sealwax.targets.markdown.tools import tools_view  # as below: few contracts have these

        views["tools.md"] = tools_view(contract.tools, mark, places)
    if contract.records or contract.texts:
        views["types.md"] = types_view(contract, mark, places)
    for file, (title, _) in _CATALOGUE_PAGES.items():
        if enums := _enums(contract, file):
            views[file] = enums_view(title, HOLDS[file], enums, mark, places)
    if contract.tiers or contract.gates:
        from sealwax.targets.markdown.tiers import tiers_view

        views["tiers.md"] = tiers_view(contract, mark, places)
    if contract.partial is not None:
        from sealwax.targets.markdown.partial import partial_view

        views["partial.md"] = partial_view(contract.partial, mark, places)
    if contract.builders:
        views["builders.md"] = builders_view(contract, mark, places)
    if contract.guides or contract.rules or contract.edge_cases or contract.anti_patterns:
        views["guide.md"] = guide_view(contract, mark, places)
    if contract.examples:
        views["examples.md"] = examples_view(contract, mark, places)
    views["validation.md"] = validation_view(contract, mark, places)
    if enforcers := tuple(each for target, each in _ENFORCERS if target in contract.output.targets):
        views["enforcement.md"] = enforcement_view(contract, mark, enforcers)
    return views


# -- where everything is ----------------------------------------------------------------------------------------------


def _places(contract: Contract) -> Places:
    envelope = contract.envelope
    sections = {envelope.name: "envelope.md"}
    # An envelope of one shape has no section for it: the whole page tells it.
    outcomes = [outcome.name for outcome in envelope.outcomes if outcome.mark is not None]
    sections |= _sections("envelope.md", [envelope.title, "Fields"], outcomes)
    sections |= _sections("tools.md", ["Tools"], [tool.name for tool in contract.tools])
    sections |= {tool.envelope.name: sections[tool.name] for tool in contract.tools}
    types = [record.name for record in contract.records] + [text.name for text in contract.texts]
    sections |= _sections("types.md", ["Types"], types)
    for file, (title, _) in _CATALOGUE_PAGES.items():
        sections |= _sections(file, [title], [enum.name for enum in _enums(contract, file)])
    has_schemas = "json-schema" in contract.output.targets
    return Places(sections, _example_sections(contract), _guide_links(contract), has_schemas)


def _sections(file: str, before: list[str], names: list[str]) -> dict[str, str]:
    """Links to the sections of a page; `before` are the headings above the first of them."""
    found = anchors([*before, *names])[len(before) :]
    return {name: f"{file}#{anchor}" for name, anchor in zip(names, found, strict=True)}


def _example_sections(contract: Contract) -> dict[str, str]:
    headings, at = ["Examples"], {}
    for name, examples in by_subject(contract.examples).items():
        at[name] = len(headings)
        headings += [name, *example_titles(examples)]
    found = anchors(headings)
    return {name: f"examples.md#{found[index]}" for name, index in at.items()}


def _guide_links(contract: Contract) -> dict[str, tuple[Finished, ...]]:
    found = anchors(["Guide", *(guide.title for guide in contract.guides)])[1:]
    links: dict[str, tuple[Finished, ...]] = {}
    for guide, anchor in zip(contract.guides, found, strict=True):
        link = Finished(f"[{text(guide.title)}](guide.md#{anchor})")
        links[guide.about] = (*links.get(guide.about, ()), link)
    return links


TARGET = Target("markdown", pages, {})
