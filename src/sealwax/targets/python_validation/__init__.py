"""Python: validators that say what is wrong, and parsers that give typed objects -> validation.py, parsing.py."""

from collections.abc import Iterable

from sealwax.contract.model import Contract
from sealwax.enforcement import CHECKABLE, Enforcement
from sealwax.languages import python
from sealwax.packaging import python_module
from sealwax.rendering import Finished, Page, Target, header
from sealwax.targets.python_validation.parsing import parsing_view
from sealwax.targets.python_validation.validation import validation_view

ENFORCES = Enforcement("Python validators", "the code that calls `validate` or `parse`", CHECKABLE, {})


def pages(contract: Contract) -> Iterable[Page]:
    line = Finished(f"# {header(contract.name)}")
    package = f"{contract.name}/python/src/{python_module(contract)}"
    yield Page(f"{package}/validation.py", "python_validation/validation.py.j2", validation_view(contract, line))
    yield Page(f"{package}/parsing.py", "python_validation/parsing.py.j2", parsing_view(contract, line))


TARGET = Target("python-validation", pages, {"docstring": python.docstring})
