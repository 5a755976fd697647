"""The package around the models -> __init__.py, checked.py, pyproject.toml and README.md."""

from collections.abc import Iterator

from msgspec import Struct

from sealwax.contract.model import Contract
from sealwax.rendering import Finished, header
from sealwax.targets.package_names import distribution, python_module
from sealwax.targets.pydantic.names import model_names, models_distribution, models_module
from sealwax.targets.python.head import first_line
from sealwax.targets.python.names import suffix

# -- __init__.py: what the package exports ----------------------------------------------------------------------------


class InitView(Struct, frozen=True):
    header: Finished
    module: Finished
    doc: str
    exports: tuple[Finished, ...]
    roots: tuple[Finished, ...]
    """The envelopes with several outcomes, each a union."""
    classes: tuple[Finished, ...]
    """All other classes."""


def init_view(contract: Contract) -> InitView:
    names = model_names(contract)
    envelopes = (contract.envelope, *(tool.envelope for tool in contract.tools))
    unions = [each for each in envelopes if len(each.outcomes) > 1]
    declared = [*(each.name for each in envelopes), *(record.name for record in contract.records)]
    declared += [outcome.name for each in unions for outcome in each.outcomes]
    roots = tuple(names[each.name] for each in unions)
    classes = tuple(sorted({names[name] for name in declared}.difference(roots)))
    doc = f"{contract.title}, as pydantic models. They accept exactly what the contract calls valid."
    exports = tuple(sorted((*roots, *classes)))
    return InitView(first_line(contract.name), models_module(contract), doc, exports, roots, classes)


# -- checked.py: the functions of the Python package that check each class --------------------------------------------


class Binding(Struct, frozen=True):
    """A class, and how the names of the functions for its type end."""

    model: Finished
    type: str
    """Its name in the contract."""
    suffix: Finished


class CheckedView(Struct, frozen=True):
    header: Finished
    package: Finished
    """The Python package of the contract."""
    bindings: tuple[Binding, ...]


def checked_view(contract: Contract) -> CheckedView:
    names = model_names(contract)
    suffixes: dict[str, Finished] = {}
    for name, end in _suffixes(contract):
        suffixes.setdefault(name, end)
    bindings = (Binding(names[name], name, end) for name, end in suffixes.items())
    return CheckedView(first_line(contract.name), python_module(contract), tuple(bindings))


def _suffixes(contract: Contract) -> Iterator[tuple[str, Finished]]:
    """Each type, and how the names of its functions end. Outcomes are checked as responses."""
    envelopes = [(contract.envelope, Finished(""))]
    envelopes += [(tool.envelope, suffix(tool.envelope.name)) for tool in contract.tools]
    for envelope, end in envelopes:
        yield from ((name, end) for name in (envelope.name, *(outcome.name for outcome in envelope.outcomes)))
    yield from ((record.name, suffix(record.name)) for record in contract.records)


# -- pyproject.toml and README.md -------------------------------------------------------------------------------------


class ProjectView(Struct, frozen=True):
    header: Finished
    contract: Contract
    name: str
    module: str
    requirement: str
    """The Python package of the contract, in the version that these models were made with."""


def project_view(contract: Contract) -> ProjectView:
    return ProjectView(
        header=first_line(contract.name),
        contract=contract,
        name=models_distribution(contract),
        module=models_module(contract),
        requirement=f"{distribution(contract)}=={contract.version}",
    )


class ReadmeView(Struct, frozen=True):
    header: str
    contract: Contract
    name: str
    base: str
    """The Python package of the contract."""
    base_module: Finished
    module: Finished
    classes: dict[str, Finished]
    """By type."""


def readme_view(contract: Contract) -> ReadmeView:
    return ReadmeView(
        header=header(contract.name),
        contract=contract,
        name=models_distribution(contract),
        base=distribution(contract),
        base_module=python_module(contract),
        module=models_module(contract),
        classes=model_names(contract),
    )
