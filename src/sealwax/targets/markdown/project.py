"""The page at the top of the output folder: which artefact is for what, and which command makes it."""

from collections.abc import Iterator, Sequence

from sealwax.contract.model import Contract
from sealwax.frozen import frozen
from sealwax.languages.markdown import code, comment, text
from sealwax.languages.python import module_name
from sealwax.naming import kebab
from sealwax.rendering import MARK, Finished, Page


@frozen
class ContractSection:
    """Links and commands for what one contract gave."""

    name: Finished
    title: Finished
    file: Finished
    version: Finished
    folder: Finished
    module: Finished
    schemas: tuple[Finished, ...]
    """Names of the schema files, without what tells the drafts apart."""


@frozen
class ProjectView:
    header: Finished
    contracts: tuple[ContractSection, ...]


def project_pages(contracts: Sequence[Contract]) -> Iterator[Page]:
    header = comment(f"{MARK}all contracts. Edit a contract, then run: sealwax generate")
    view = ProjectView(header, tuple(_section(contract) for contract in contracts))
    yield Page("README.md", "markdown/project.md.j2", view)


def _section(contract: Contract) -> ContractSection:
    standalone = (kebab(record.name) for record in contract.records if record.standalone)
    return ContractSection(
        text(contract.name),
        text(contract.title),
        code(contract.file),
        code(contract.version),
        # A contract's name is lower-case words and hyphens, so it is a path, a link and a package as it is.
        Finished(contract.name),
        module_name(contract.name),
        tuple(Finished(name) for name in ("envelope", *standalone)),
    )
