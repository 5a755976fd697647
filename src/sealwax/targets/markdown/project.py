"""README.md of the output folder: the generated files of every contract, and how to use them."""

from collections.abc import Collection, Iterator, Sequence

from msgspec import Struct

from sealwax.contract.model import Contract
from sealwax.languages.markdown import code, comment
from sealwax.naming import kebab
from sealwax.rendering import ALL_CONTRACTS, Finished, Page
from sealwax.targets.package_names import below, distribution, module_folder, npm_package, python_module


class ContractSection(Struct, frozen=True):
    """The files of one contract, and the commands to install them."""

    contract: Contract
    folder: Finished
    embedded: dict[str, str]
    """By target: the folder of its modules, if they are part of an application."""
    place: Finished
    """The folder, relative to the project."""
    install: Finished
    """The arguments of `pip install`."""
    elsewhere: Finished
    """The Python packages that it needs but that are generated elsewhere; empty if there are none."""
    module: Finished
    npm: Finished
    schemas: tuple[Finished, ...]
    """The names of the schema files, without extensions."""


class ProjectView(Struct, frozen=True):
    header: Finished
    contracts: tuple[ContractSection, ...]
    has_schemas: bool


def readme_pages(contracts: Sequence[Contract]) -> Iterator[Page]:
    header = comment(ALL_CONTRACTS)
    local = {contract.name for contract in contracts}
    sections = tuple(_section(contract, local) for contract in contracts)
    view = ProjectView(header, sections, any(section.schemas for section in sections))
    yield Page("README.md", "markdown/project.md.j2", view)


def _section(contract: Contract, local: Collection[str]) -> ContractSection:
    tools = (kebab(tool.name) for tool in contract.tools)
    standalone = (kebab(record.name) for record in contract.records if record.standalone)
    targets = contract.output.targets
    needed = [base for base in below(contract) if not base.output.package]
    others = [base for base in needed if base.name not in local and "python" in targets]
    return ContractSection(
        contract,
        # The name of a contract consists of lower-case words and hyphens, so it needs no escaping in a path or a link.
        Finished(contract.name),
        {target: module_folder(contract, target) for target in contract.output.embedded},
        Finished(f"{contract.output.folder}/{contract.name}"),
        Finished(" ".join(_installed(each, local) for each in (*needed, contract))),
        Finished(" and ".join(code(distribution(base)) for base in others)),
        python_module(contract),
        Finished(npm_package(contract)),
        tuple(Finished(name) for name in ("envelope", *tools, *standalone)) if "json-schema" in targets else (),
    )


def _installed(contract: Contract, local: Collection[str]) -> str:
    """The folder of a Python package, or a placeholder if it is generated elsewhere."""
    is_local = contract.name in local
    return f"./{contract.output.folder}/{contract.name}/python" if is_local else f"path/to/{distribution(contract)}"
