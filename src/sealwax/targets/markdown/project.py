"""README.md of the output folder: the generated files of every contract, and how to use them."""

from collections.abc import Iterator, Sequence

from msgspec import Struct

from sealwax.contract.model import Contract
from sealwax.languages.markdown import comment
from sealwax.naming import kebab
from sealwax.rendering import ALL_CONTRACTS, Finished, Page
from sealwax.targets.package_names import module_folder, npm_package, python_module


class ContractSection(Struct, frozen=True):
    """The files of one contract, and the commands to install them."""

    contract: Contract
    folder: Finished
    embedded: dict[str, str]
    """By target: the folder of its modules, if they are part of an application."""
    place: Finished
    """The folder, relative to the project."""
    module: Finished
    npm: Finished
    has_draft_07: bool
    schemas: tuple[Finished, ...]
    """The paths of the schema files, without extensions."""


class ProjectView(Struct, frozen=True):
    header: Finished
    contracts: tuple[ContractSection, ...]


def readme_pages(contracts: Sequence[Contract]) -> Iterator[Page]:
    header = comment(ALL_CONTRACTS)
    sections = tuple(map(_section, contracts))
    view = ProjectView(header, sections)
    yield Page("README.md", "markdown/project.md.j2", view)


def _section(contract: Contract) -> ContractSection:
    tools = (f"tools/{kebab(tool.name)}" for tool in contract.tools)
    targets = contract.output.targets
    return ContractSection(
        contract,
        # The name of a contract consists of lower-case words and hyphens, so it needs no escaping in a path or a link.
        Finished(contract.name),
        {target: module_folder(contract, target) for target in contract.output.embedded},
        Finished(f"{contract.output.folder}/{contract.name}"),
        python_module(contract),
        Finished(npm_package(contract)),
        contract.output.draft_07,
        tuple(Finished(name) for name in (contract.name, *tools)) if "json-schema" in targets else (),
    )
