"""The list of targets. Each is a module or package here, which turns a contract into plans, typed views and pages."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

    from sealwax.contract.model import Contract
    from sealwax.rendering import Filters, Page, Target

    Printed = tuple[Page, Filters, Path | None]
    """A page, with the filters and the folder of templates of its target."""

TARGETS = (
    "python",
    "typescript",
    "json-schema",
    "markdown",
    "conformance",
)
"""The names by which a project chooses them. Its module or package has the same name, with underscores."""


def load(name: str) -> Target:
    """The target of that name, imported here because commands that render nothing have to start fast."""
    target: Target = import_module(f"sealwax.targets.{name.replace('-', '_')}").TARGET
    return target


def pages(contracts: Sequence[Contract], names: Collection[str], installed: Iterable[Target] = ()) -> Iterator[Printed]:
    """The pages of the targets with these names, and of targets of other packages, about each contract."""
    targets = (*(load(name) for name in TARGETS if name in names), *installed)
    for contract in contracts:
        for target in targets:
            yield from ((page, target.filters, target.templates) for page in target.pages(contract))


def project_pages(contracts: Sequence[Contract]) -> Iterator[Printed]:
    """The pages about all contracts of a project together."""
    from sealwax.language import editor_schema
    from sealwax.targets.markdown.filters import FILTERS
    from sealwax.targets.markdown.project import project_pages

    yield from ((page, FILTERS, None) for page in project_pages(contracts))
    yield editor_schema.page(), editor_schema.FILTERS, None


def template_files(installed: Iterable[Target] = ()) -> dict[str, Path]:
    """The templates, by the path that a project overrides them with; with those of targets of other packages."""
    from sealwax.rendering import own_templates

    patterns = {own_templates(): "*"}
    patterns |= {each.templates: each.name.replace("-", "_") for each in installed if each.templates is not None}
    return {
        path.relative_to(folder).as_posix(): path
        for folder, pattern in patterns.items()
        for path in sorted(folder.glob(f"{pattern}/**/*.j2"))
    }
