"""What an npm package exports: the modules of index.js, in the sections of index.d.ts."""

from collections.abc import Iterator

from msgspec import Struct

from sealwax.contract.model import Contract
from sealwax.languages import free
from sealwax.naming import kebab
from sealwax.rendering import Finished
from sealwax.targets.typescript.builders import builders_view
from sealwax.targets.typescript.catalogue import catalogue_view
from sealwax.targets.typescript.declarations import namespaces
from sealwax.targets.typescript.errors import errors_view
from sealwax.targets.typescript.exceptions import exceptions_view
from sealwax.targets.typescript.merging import merging_view
from sealwax.targets.typescript.parsing import parsing_view
from sealwax.targets.typescript.partial import partial_view
from sealwax.targets.typescript.types import types_view
from sealwax.targets.typescript.validation import validation_view
from sealwax.targets.typescript.warnings import warnings_view

TYPES = "types"
"""The part of index.d.ts that no module implements."""
_SECTIONS = {
    "responses": (TYPES,),
    "catalogue": ("catalogue",),
    "making responses": ("builders", "errors", "warnings", "partial", "merging"),
    "throwing failures": ("exceptions",),
    "validating values": ("validation",),
    "parsing": ("parsing",),
}
"""By title: the templates of a section, in reading order."""
_MODULES = {template for templates in _SECTIONS.values() for template in templates} - {"warnings"}


class Part(Struct, frozen=True):
    """A part of index.d.ts, and the module that implements it. Both are made from one view."""

    template: str
    module: Finished
    """The name of the module, without its ending."""
    view: object
    namespace: Finished = Finished("")
    """The name under which its functions are exported; empty if each is exported under its own."""

    @property
    def declarations(self) -> str:
        return f"typescript/declarations/{self.template}.j2"


class Section(Struct, frozen=True):
    title: Finished
    parts: tuple[Part, ...]


def surface(contract: Contract) -> tuple[Section, ...]:
    """The sections that a contract has something for."""
    views = dict(_views(contract))
    found = {title: [each for each in templates if each in views] for title, templates in _SECTIONS.items()}
    return tuple(
        Section(_banner(title), tuple(_part(template, views[template], contract) for template in templates))
        for title, templates in found.items()
        if templates
    )


def _banner(title: str) -> Finished:
    return Finished(f"// -- {title} ".ljust(100, "-"))


def _views(contract: Contract) -> Iterator[tuple[str, object]]:
    errors, warnings = contract.error_mapping, contract.warning_mapping
    yield TYPES, types_view(contract)
    if contract.enums or contract.constants:
        yield "catalogue", catalogue_view(contract)
    if contract.builders:
        yield "builders", builders_view(contract)
    if errors is not None:
        yield "exceptions", exceptions_view(contract, errors)
        if errors.factories:
            yield "errors", errors_view(contract, errors)
    if warnings is not None and warnings.factories:
        yield "warnings", warnings_view(contract, warnings)
    if contract.partial is not None:
        yield "partial", partial_view(contract, contract.partial)
    if contract.merging is not None:
        yield "merging", merging_view(contract, contract.merging)
    yield "validation", validation_view(contract)
    yield "parsing", parsing_view(contract)


def _part(template: str, view: object, contract: Contract) -> Part:
    namespace = namespaces(contract).get(template, Finished(""))
    module = free(kebab(namespace), _MODULES) if template == "warnings" else Finished(template)
    return Part(template, module, view, namespace)
