"""The page at the top of the output folder: which artefact is for what, and which command makes it."""

from collections.abc import Collection, Iterator, Sequence

from sealwax.contract.model import Contract
from sealwax.frozen import frozen
from sealwax.languages.markdown import code, comment, text
from sealwax.naming import kebab
from sealwax.project.package_names import below, distribution, npm_package, python_module
from sealwax.rendering import MARK, Finished, Page


@frozen
class ContractSection:
    """Links and commands for what one contract gave."""

    name: Finished
    title: Finished
    file: Finished
    version: Finished
    folder: Finished
    place: Finished
    """The folder, as seen from the project."""
    install: Finished
    """What pip is given."""
    elsewhere: Finished
    """The Python packages that it needs and that are not made here; empty when there are none."""
    module: Finished
    npm: Finished
    schemas: tuple[Finished, ...]
    """Names of the schema files, without what tells the drafts apart."""
    has_pages: bool
    has_python: bool
    has_typescript: bool


@frozen
class ProjectView:
    header: Finished
    contracts: tuple[ContractSection, ...]
    has_schemas: bool


def project_pages(contracts: Sequence[Contract]) -> Iterator[Page]:
    header = comment(f"{MARK}all contracts. Edit a contract, then run: sealwax generate")
    made = {contract.name for contract in contracts}
    sections = tuple(_section(contract, made) for contract in contracts)
    view = ProjectView(header, sections, any(section.schemas for section in sections))
    yield Page("README.md", "markdown/project.md.j2", view)


def _section(contract: Contract, made: Collection[str]) -> ContractSection:
    tools = (kebab(tool.name) for tool in contract.tools)
    standalone = (kebab(record.name) for record in contract.records if record.standalone)
    targets = contract.output.targets
    others = [base for base in below(contract) if base.name not in made and "python" in targets]
    return ContractSection(
        text(contract.name),
        text(contract.title),
        code(contract.file),
        code(contract.version),
        # A contract's name is lower-case words and hyphens, so it is a path and a link as it is.
        Finished(contract.name),
        Finished(f"{contract.output.folder}/{contract.name}"),
        Finished(" ".join(_installed(each, made) for each in (*below(contract), contract))),
        Finished(" and ".join(code(distribution(base)) for base in others)),
        python_module(contract),
        Finished(npm_package(contract)),
        tuple(Finished(name) for name in ("envelope", *tools, *standalone)) if "json-schema" in targets else (),
        "markdown" in targets,
        "python" in targets,
        "typescript" in targets,
    )


def _installed(contract: Contract, made: Collection[str]) -> str:
    """The folder of a Python package; that of a contract from elsewhere is not known here."""
    is_made = contract.name in made
    return f"./{contract.output.folder}/{contract.name}/python" if is_made else f"path/to/{distribution(contract)}"
