"""Python: what becomes of codes: functions that make failures and warnings, exceptions, look-ups."""

from collections.abc import Iterator

from sealwax.contract.model import Contract
from sealwax.frozen import frozen
from sealwax.languages import python
from sealwax.packaging import python_module
from sealwax.rendering import Finished, Page, Target, header
from sealwax.targets.python_factories import exceptions, lookup
from sealwax.targets.python_factories.arguments import tells_number
from sealwax.targets.python_factories.errors import errors_view, templates
from sealwax.targets.python_factories.warnings import warnings_view


@frozen
class SpellingView:
    header: Finished


def pages(contract: Contract) -> Iterator[Page]:
    line = Finished(f"# {header(contract.name)}")
    raising, noting = contract.raising, contract.noting
    if raising is not None and raising.factories:
        yield _page(contract, "errors", "factories", errors_view(contract, raising, line))
    if raising is not None:
        yield _page(contract, "exceptions", "exceptions", exceptions.exceptions_view(contract, raising, line))
    if _look_ups(contract):
        yield _page(contract, "lookup", "lookup", lookup.lookup_view(contract, line))
    if _spells_numbers(contract):
        yield _page(contract, "spelling", "spelling", SpellingView(line))
    if noting is not None and noting.factories:
        yield _page(contract, "warning_details", "factories", warnings_view(contract, noting, line))


def _page(contract: Contract, module: str, template: str, view: object) -> Page:
    path = f"{contract.name}/python/src/{python_module(contract)}/{module}.py"
    return Page(path, f"python_factories/{template}.py.j2", view)


def exported_names(contract: Contract) -> dict[str, tuple[Finished, ...]]:
    """By module: the names that the package exports from it."""
    found = {
        "exceptions": exceptions.names(contract.raising) if contract.raising is not None else (),
        "lookup": _look_ups(contract),
    }
    return {module: names for module, names in found.items() if names}


def exported_modules(contract: Contract) -> tuple[Finished, ...]:
    """The modules whose functions go by the module's name: `errors.not_found(...)`."""
    found = {
        "errors": contract.raising is not None and bool(contract.raising.factories),
        "warning_details": contract.noting is not None and bool(contract.noting.factories),
    }
    return tuple(Finished(module) for module, is_there in found.items() if is_there)


def _look_ups(contract: Contract) -> tuple[Finished, ...]:
    return lookup.names(lookup.lookup_view(contract, Finished("")))


def _spells_numbers(contract: Contract) -> bool:
    told = [*templates(contract.raising)] if contract.raising is not None else []
    told += [factory.message for factory in contract.noting.factories] if contract.noting is not None else []
    return any(map(tells_number, told))


TARGET = Target("python-factories", pages, {"docstring": python.docstring})
