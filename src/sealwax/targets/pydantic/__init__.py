"""Pydantic: one distribution of models per contract, which uses the contract's Python package to check values."""

from collections.abc import Iterator

from sealwax.contract.model import Contract
from sealwax.languages import markdown, python
from sealwax.meaning.checks.enforcement import DECISIVE, Enforcement
from sealwax.rendering import Page, Target
from sealwax.targets.pydantic.models import models_view
from sealwax.targets.pydantic.names import models_module
from sealwax.targets.pydantic.package import checked_view, init_view, project_view, readme_view
from sealwax.targets.python.package_files import toml_string

ENFORCES = (Enforcement("pydantic models", DECISIVE, {}),)


def pages(contract: Contract) -> Iterator[Page]:
    root = f"{contract.name}/pydantic"
    package = f"{root}/src/{models_module(contract)}"
    views = {"__init__": init_view(contract), "checked": checked_view(contract), "models": models_view(contract)}
    for module, view in views.items():
        yield Page(f"{package}/{module}.py", f"pydantic/{module.strip('_')}.py.j2", view)
    yield Page(f"{package}/py.typed", "pydantic/py.typed.j2", None)
    yield Page(f"{root}/pyproject.toml", "pydantic/pyproject.toml.j2", project_view(contract))
    yield Page(f"{root}/README.md", "pydantic/README.md.j2", readme_view(contract))


TARGET = Target(
    "pydantic",
    pages,
    {
        "docstring": python.docstring,
        "string": python.string,
        "toml_string": toml_string,
        "text": markdown.text,
        "code": markdown.code,
        "remark": markdown.comment,
    },
    ENFORCES,
)
