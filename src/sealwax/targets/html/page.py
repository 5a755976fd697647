"""The view of the page: the contract, the modules that the page runs, and the data that they need."""

from msgspec import Struct

from sealwax.contract import model as m
from sealwax.languages.html import anchor
from sealwax.languages.markdown import comment
from sealwax.meaning.checks.lowering import lower
from sealwax.rendering import Finished, Page, header
from sealwax.targets.html.codes import CodeList, code_list
from sealwax.targets.html.links import anchors_of_fields, fields_by_type, outcomes_of
from sealwax.targets.html.modules import modules
from sealwax.targets.html.outcomes import OutcomeExample, outcome_examples
from sealwax.targets.package_names import npm_package, python_module
from sealwax.targets.python.names import warnings_module
from sealwax.targets.reference import ReferenceSections, reference_sections
from sealwax.targets.reference.topics import TITLES
from sealwax.targets.typescript.declarations import namespaces

_TOPICS = ("errors", "warnings", "types", "partial")
"""In the order of the page."""


class PageView(Struct, frozen=True):
    """index.html of a contract."""

    header: Finished
    contract: m.Contract
    reference: ReferenceSections
    places: tuple[Finished, ...]
    """The ids of the guides, in contract order."""
    guides: dict[str, dict[Finished, str]]
    """By the name of the declaration that they are about: the titles of the guides, by id."""
    outcomes: tuple[OutcomeExample, ...]
    titles: dict[str, str]
    """The topics that have declarations, with their titles, in the order of the page."""
    codes: dict[str, CodeList]
    """By enum: its error codes or warning codes, which are shown apart from other enums."""
    classified: dict[str, m.Enum]
    """By enum of error types or severities: the enum of the codes that it classifies."""
    modules: tuple[Page, ...]
    """The modules of the npm package that the page runs."""
    checked: tuple[str, ...]
    """The types that a value can be checked as."""
    data: dict[str, m.Json]
    """What the program of the page cannot read from the page."""


def page_view(contract: m.Contract) -> PageView:
    reference, (places, guides) = reference_sections(contract), _guides(contract)
    anchors = anchors_of_fields(contract, reference.envelope)
    with_codes = [
        enum for enum in contract.enums if enum.catalogue in (m.Catalogue.ERROR_CODES, m.Catalogue.WARNING_CODES)
    ]
    return PageView(
        header=comment(header(contract.name)),
        contract=contract,
        reference=reference,
        places=tuple(places),
        guides=guides,
        outcomes=outcome_examples(contract, anchors),
        titles={topic: TITLES[topic] for topic in _TOPICS if topic in reference.topics},
        codes={enum.name: code_list(enum, contract) for enum in with_codes},
        classified={enum.classified_by.name: enum for enum in with_codes if enum.classified_by is not None},
        modules=modules(contract),
        checked=lower(contract).public,
        data={
            "envelope": contract.envelope.name,
            "fields": fields_by_type(contract, anchors),
            "outcomes": outcomes_of(contract),
            "packages": _packages(contract),
        },
    )


def _guides(contract: m.Contract) -> tuple[list[Finished], dict[str, dict[Finished, str]]]:
    """The ids of the guides, and the titles by what they are about. A title that recurs gets a number."""
    places: list[Finished] = []
    found: dict[str, dict[Finished, str]] = {}
    for number, guide in enumerate(contract.guides, 1):
        first = anchor("guide", guide.title)
        places.append(anchor("guide", guide.title, str(number)) if first in places else first)
        found.setdefault(guide.about, {})[places[-1]] = guide.title
    return places, found


def _packages(contract: m.Contract) -> dict[str, m.Json]:
    """By language: the package to import from, and its modules with the functions for codes."""
    warnings, found = contract.warning_mapping, dict[str, m.Json]()
    if "python" in contract.output.targets:
        module = warnings_module(warnings.record) if warnings is not None else ""
        found["python"] = {"package": python_module(contract), "errors": "errors", "warnings": module}
    if "typescript" in contract.output.targets:
        found["typescript"] = {"package": npm_package(contract), **namespaces(contract)}
    return found
