"""The functions of the Python package that check each class -> checked.py."""

from collections.abc import Iterator

from msgspec import Struct

from sealwax.contract.model import Contract
from sealwax.rendering import Finished
from sealwax.targets.package_names import python_module
from sealwax.targets.pydantic.names import model_names
from sealwax.targets.python.head import first_line
from sealwax.targets.python.names import suffix


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
