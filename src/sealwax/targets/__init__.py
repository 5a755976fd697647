"""The list of targets. Each is a module or package here, which turns a contract into plans, typed views and pages.

Beside them are what several of them share (`package_names`, `runtime`, and `reference` for the pages that people read),
what a project gets whatever its targets are (`contract_copy`, `editor_schema`), and the targets of other packages
(`installed`).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from importlib import import_module
from typing import TYPE_CHECKING

from msgspec.structs import replace

from sealwax.contract.model.output import FOLDER

if TYPE_CHECKING:
    from sealwax.contract.model import Contract
    from sealwax.rendering import Filters, Page, Target

    Printed = tuple[Page, Filters, Target | None]
    """A page, with the filters of its target, and with the target itself if it is one of another package."""

TARGETS = (
    "python",
    "typescript",
    "json-schema",
    "markdown",
    "conformance",
    "pydantic",
    "html",
    "openapi",
)
"""The names by which a project chooses them. Its module or package has the same name, with underscores."""
ON_REQUEST = frozenset({"conformance", "pydantic", "html", "openapi"})
"""Those that a project has to name."""
USUAL = tuple(name for name in TARGETS if name not in ON_REQUEST)


def load(name: str) -> Target:
    """The target of that name, imported here because commands that render nothing have to start fast."""
    target: Target = import_module(f"sealwax.targets.{name.replace('-', '_')}").TARGET
    return target


def pages(contracts: Sequence[Contract], names: Collection[str], installed: Iterable[Target] = ()) -> Iterator[Printed]:
    """The pages of the targets with these names, and of targets of other packages, about each contract."""
    from sealwax.targets.package_names import located

    targets = (*((load(name), None) for name in TARGETS if name in names), *((target, target) for target in installed))
    for contract in contracts:
        for target, owner in targets:
            for page in target.pages(contract):
                yield replace(page, path=located(contract, page.path)), target.filters, owner


def project_pages(contracts: Sequence[Contract]) -> Iterator[Printed]:
    """The pages about all contracts of a project together."""
    from sealwax.targets import editor_schema
    from sealwax.targets.markdown.filters import FILTERS
    from sealwax.targets.markdown.project import readme_pages

    printed = [*((page, FILTERS) for page in readme_pages(contracts)), (editor_schema.page(), editor_schema.FILTERS)]
    if contracts and "html" in contracts[0].output.targets:
        from sealwax.targets.html.project import project_page

        printed.append((project_page(contracts), load("html").filters))
    folder = contracts[0].output.folder if contracts else FOLDER
    yield from ((replace(page, path=f"{folder}/{page.path}"), filters, None) for page, filters in printed)


def application_pages(contracts: Sequence[Contract], names: Collection[str]) -> Iterator[Printed]:
    """The pages about the contracts of an application together, if it embeds their Python modules."""
    if names and (folder := contracts[0].output.embedded.get("python")):
        from sealwax.targets.python import TARGET
        from sealwax.targets.python.head import application_page

        yield application_page(contracts, folder), TARGET.filters, None
