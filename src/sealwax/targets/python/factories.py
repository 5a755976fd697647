"""Python: what becomes of codes: functions that make failures and warnings, exceptions, look-ups."""

from collections.abc import Iterator

from sealwax.contract.model import Contract
from sealwax.frozen import frozen
from sealwax.project.package_names import python_module
from sealwax.rendering import Finished, Page, header
from sealwax.targets.python import exceptions, lookup
from sealwax.targets.python.arguments import tells_number
from sealwax.targets.python.errors import errors_view, templates
from sealwax.targets.python.warning_details import warnings_view


@frozen
class SpellingView:
    header: Finished


def pages(contract: Contract) -> Iterator[Page]:
    line = Finished(f"# {header(contract.name)}")
    error_mapping, warning_mapping = contract.error_mapping, contract.warning_mapping
    if error_mapping is not None and error_mapping.factories:
        yield _page(contract, "errors", "factories", errors_view(contract, error_mapping, line))
    if error_mapping is not None:
        yield _page(contract, "exceptions", "exceptions", exceptions.exceptions_view(contract, error_mapping, line))
    if _look_ups(contract):
        yield _page(contract, "lookup", "lookup", lookup.lookup_view(contract, line))
    if _spells_numbers(contract):
        yield _page(contract, "spelling", "spelling", SpellingView(line))
    if warning_mapping is not None and warning_mapping.factories:
        yield _page(contract, "warning_details", "factories", warnings_view(contract, warning_mapping, line))


def _page(contract: Contract, module: str, template: str, view: object) -> Page:
    path = f"{contract.name}/python/src/{python_module(contract)}/{module}.py"
    return Page(path, f"python/{template}.py.j2", view)


def exported_names(contract: Contract) -> dict[str, tuple[Finished, ...]]:
    """By module: the names that the package exports from it."""
    found = {
        "exceptions": exceptions.names(contract.error_mapping) if contract.error_mapping is not None else (),
        "lookup": _look_ups(contract),
    }
    return {module: names for module, names in found.items() if names}


def exported_modules(contract: Contract) -> tuple[Finished, ...]:
    """The modules whose functions go by the module's name: `errors.not_found(...)`."""
    found = {
        "errors": contract.error_mapping is not None and bool(contract.error_mapping.factories),
        "warning_details": contract.warning_mapping is not None and bool(contract.warning_mapping.factories),
    }
    return tuple(Finished(module) for module, is_there in found.items() if is_there)


def _look_ups(contract: Contract) -> tuple[Finished, ...]:
    return lookup.names(lookup.lookup_view(contract, Finished("")))


def _spells_numbers(contract: Contract) -> bool:
    told = [*templates(contract.error_mapping)] if contract.error_mapping is not None else []
    told += (
        [factory.message for factory in contract.warning_mapping.factories]
        if contract.warning_mapping is not None
        else []
    )
    return any(map(tells_number, told))
