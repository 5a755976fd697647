"""The view of the page: the contract, the modules that the page runs, and the data that they need."""

from collections.abc import Iterator

from msgspec import Struct

from sealwax.contract import model as m
from sealwax.languages.markdown import comment
from sealwax.meaning.checks.lowering import lower
from sealwax.rendering import Finished, header
from sealwax.targets.html.codes import Catalogue, catalogue_of
from sealwax.targets.html.links import fields_by_type, outcomes_of
from sealwax.targets.html.outcomes import OutcomeExample, outcome_examples
from sealwax.targets.markdown.builders import BuildersView, builders_view
from sealwax.targets.markdown.declarations import (
    DeclarationsView,
    EnvelopeView,
    Examples,
    declarations_view,
    envelope_view,
    examples_of,
)
from sealwax.targets.markdown.links import ERRORS, HEADINGS, PARTIAL, TYPES, WARNINGS, Links, declarations, links_of
from sealwax.targets.markdown.tiers import TiersView, tiers_view
from sealwax.targets.markdown.validation import ValidationView, validation_view
from sealwax.targets.package_names import npm_package, python_module
from sealwax.targets.python.names import warnings_module
from sealwax.targets.runtime import RuntimeView
from sealwax.targets.typescript import namespaces
from sealwax.targets.typescript.builders import BuildersView as ModuleOfBuilders
from sealwax.targets.typescript.builders import ClockView, clock_view
from sealwax.targets.typescript.builders import builders_view as module_of_builders
from sealwax.targets.typescript.catalogue import CatalogueView, catalogue_view
from sealwax.targets.typescript.declarations import first_line
from sealwax.targets.typescript.errors import ErrorsView, errors_view
from sealwax.targets.typescript.validation import ValidationView as ModuleOfValidation
from sealwax.targets.typescript.validation import validation_view as module_of_validation
from sealwax.targets.typescript.warnings import WarningsView, warnings_view

SECTIONS = {ERRORS: "errors", WARNINGS: "warnings", TYPES: "types", PARTIAL: "partial"}
"""The anchors of the sections of declarations, by the Markdown page that they correspond to."""


class Modules(Struct, frozen=True):
    """The views of the modules of the npm package that the page runs."""

    runtime: RuntimeView
    catalogue: CatalogueView
    clock: ClockView | None
    builders: ModuleOfBuilders
    errors: ErrorsView | None
    warnings: WarningsView | None
    validation: ModuleOfValidation


class DeclarationSection(Struct, frozen=True):
    """A section of declarations: errors, warnings, types or partial results."""

    name: Finished
    """Its anchor."""
    title: str
    declared: DeclarationsView
    catalogues: tuple[Catalogue, ...]
    """The codes, which are shown apart from other enums."""
    members: dict[str, dict[str, tuple[m.EnumValue, ...]]]
    """By enum of error types or severities, then by value: the codes that it classifies."""
    codes: dict[str, str]
    """By the same: the enum of those codes."""


class PageView(Struct, frozen=True):
    """index.html of a contract."""

    header: Finished
    links: Links
    contract: m.Contract
    envelope: EnvelopeView
    outcomes: tuple[OutcomeExample, ...]
    sections: tuple[DeclarationSection, ...]
    examples: dict[str, Examples]
    tiers: TiersView | None
    """None if there are neither tiers nor gates."""
    builders: BuildersView
    validation: ValidationView
    rules: dict[str, list[m.Rule]]
    """By level, the strongest first."""
    has_guide: bool
    modules: Modules
    checked: tuple[str, ...]
    """The types that a value can be checked as."""
    data: dict[str, m.Json]
    """What the program of the page cannot read from the page."""


def page_view(contract: m.Contract) -> PageView:
    line, links = comment(header(contract.name)), links_of(contract)
    rules = {level.name: [rule for rule in contract.rules if rule.level is level] for level in m.Level}
    return PageView(
        header=line,
        links=links,
        contract=contract,
        envelope=envelope_view(contract, line, links),
        outcomes=outcome_examples(contract),
        sections=tuple(_sections(contract)),
        examples=examples_of(contract),
        tiers=tiers_view(contract, line, links) if contract.tiers or contract.gates else None,
        builders=builders_view(contract, line, links),
        validation=validation_view(contract, line),
        rules={level: found for level, found in rules.items() if found},
        has_guide=bool(contract.guides or contract.rules or contract.edge_cases or contract.anti_patterns),
        modules=_modules(contract),
        checked=lower(contract).public,
        data={
            "envelope": contract.envelope.name,
            "fields": fields_by_type(contract),
            "outcomes": outcomes_of(contract),
            "packages": _packages(contract),
        },
    )


def _sections(contract: m.Contract) -> Iterator[DeclarationSection]:
    declared, links = declarations(contract), links_of(contract)
    for file, name in SECTIONS.items():
        if file not in declared:
            continue
        codes = [each for each in declared[file] if isinstance(each, m.Enum) and _has_codes(each)]
        others = tuple(each for each in declared[file] if each not in codes)
        yield DeclarationSection(
            Finished(name),
            HEADINGS[file][0],
            declarations_view(others, contract, Finished(""), links),
            tuple(catalogue_of(enum, contract) for enum in codes),
            {enum.classified_by.name: _members(enum) for enum in codes if enum.classified_by is not None},
            {enum.classified_by.name: enum.name for enum in codes if enum.classified_by is not None},
        )


def _members(codes: m.Enum) -> dict[str, tuple[m.EnumValue, ...]]:
    kinds = () if codes.classified_by is None else codes.classified_by.values
    return {kind.value: codes.by_class.get(kind.value, ()) for kind in kinds}


def _has_codes(enum: m.Enum) -> bool:
    return enum.catalogue in (m.Catalogue.ERROR_CODES, m.Catalogue.WARNING_CODES)


def _modules(contract: m.Contract) -> Modules:
    errors, warnings = contract.error_mapping, contract.warning_mapping
    return Modules(
        RuntimeView(first_line(contract)),
        catalogue_view(contract),
        clock_view(contract),
        module_of_builders(contract),
        errors_view(contract, errors) if errors is not None and errors.factories else None,
        warnings_view(contract, warnings) if warnings is not None and warnings.factories else None,
        module_of_validation(contract),
    )


def _packages(contract: m.Contract) -> dict[str, m.Json]:
    """By language: the package to import from, and its modules with the functions for codes."""
    warnings, found = contract.warning_mapping, dict[str, m.Json]()
    if "python" in contract.output.targets:
        module = warnings_module(warnings.record) if warnings is not None else ""
        found["python"] = {"package": python_module(contract), "errors": "errors", "warnings": module}
    if "typescript" in contract.output.targets:
        found["typescript"] = {"package": npm_package(contract), **namespaces(contract)}
    return found
