"""The class of findings -> findings.py, which packages of child contracts import from that of the base."""

from msgspec import Struct

from sealwax.contract.model import Contract
from sealwax.rendering import Finished
from sealwax.targets.package_names import import_path
from sealwax.targets.python.head import first_line


class FindingsView(Struct, frozen=True):
    header: Finished
    base: Finished
    """The module of a base package that has the class already; empty if there is none."""


def findings_view(contract: Contract) -> FindingsView:
    # Another version of sealwax may have generated the base, so this relies on nothing but the names that users import.
    base = f"{import_path(contract.bases[0])}.validation" if contract.bases else ""
    return FindingsView(first_line(contract.name), Finished(base))
