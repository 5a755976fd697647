"""Python: validators that say what is wrong, and parsers that give typed objects -> validation.py, parsing.py."""

from collections.abc import Iterable

from sealwax.contract.model import Contract
from sealwax.project.package_names import python_module
from sealwax.rendering import Finished, Page, header
from sealwax.targets.python.parsing import parsing_view
from sealwax.targets.python.validation import validation_view


def pages(contract: Contract) -> Iterable[Page]:
    line = Finished(f"# {header(contract.name)}")
    package = f"{contract.name}/python/src/{python_module(contract)}"
    yield Page(f"{package}/validation.py", "python/validation.py.j2", validation_view(contract, line))
    yield Page(f"{package}/parsing.py", "python/parsing.py.j2", parsing_view(contract, line))
