"""The metadata of the distribution -> pyproject.toml."""

import re

from sealwax.contract.model import Contract
from sealwax.frozen import frozen
from sealwax.languages import INVISIBLE, show
from sealwax.project.package_names import distribution, python_module
from sealwax.rendering import Finished
from sealwax.targets.python.head import first_line


@frozen
class ProjectView:
    header: Finished
    contract: Contract
    name: str
    module: str
    dependencies: tuple[str, ...]


def project_view(contract: Contract) -> ProjectView:
    return ProjectView(
        header=first_line(contract.name),
        name=distribution(contract),
        contract=contract,
        module=python_module(contract),
        dependencies=tuple(map(_dependency, contract.bases)),
    )


def _dependency(base: Contract) -> str:
    """The package of a base, from the version that was extended up to the next one that may break."""
    major, minor, _patch = map(int, base.version.split("."))
    return f"{distribution(base)}>={base.version},<{major + 1 if major else f'0.{minor + 1}'}"


def toml_string(text: str) -> Finished:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return Finished(f'"{show(INVISIBLE, _escape, escaped)}"')


def _escape(match: re.Match[str]) -> str:
    return f"\\U{ord(match.group()):08x}"
