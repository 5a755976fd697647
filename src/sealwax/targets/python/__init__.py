"""Python: one installable distribution per contract."""

from collections.abc import Iterator

from sealwax.contract.model import Contract
from sealwax.languages import markdown, python
from sealwax.meaning.enforcement import CHECKABLE, Enforcement, Kind
from sealwax.project.package_names import python_module
from sealwax.rendering import Finished, Page, Target, header
from sealwax.targets.python import factories, merging, partial, validators
from sealwax.targets.python.builders import builders_view
from sealwax.targets.python.clock import clock_view
from sealwax.targets.python.enums import enums_view
from sealwax.targets.python.envelope import envelope_view
from sealwax.targets.python.init import exports, init_view
from sealwax.targets.python.pyproject_toml import project_view, toml_string
from sealwax.targets.python.readme import readme_view
from sealwax.targets.python.records import records_view
from sealwax.targets.python.texts import texts_view
from sealwax.targets.python.unset import unset_view
from sealwax.targets.python.wire import wire_view

_TYPED = frozenset({Kind.TYPE, Kind.REQUIRED, Kind.UNKNOWN_KEY, Kind.ENUM})
_PARTLY_TYPED = {
    Kind.NUMBER: "fractions are rejected, but `True` is accepted as 1",
    Kind.CONSTANT: "Python has no type for a single number with a fraction",
}
ENFORCES = (
    Enforcement("Python validators", "code that calls `validate` or `parse`", CHECKABLE, {}),
    Enforcement(
        "Python TypedDicts",
        "type checkers, for values written in the code",
        _TYPED | {Kind.OUTCOME, Kind.UNDECLARED},
        _PARTLY_TYPED,
    ),
    Enforcement("Python dataclasses", "type checkers, where the code creates an instance", _TYPED, _PARTLY_TYPED),
)


def pages(contract: Contract) -> Iterator[Page]:
    modules = (_package, factories.pages, merging.pages, partial.pages, validators.pages)
    return (page for module in modules for page in module(contract))


def _package(contract: Contract) -> Iterator[Page]:
    line = Finished(f"# {header(contract.name)}")
    enums, records, envelope = enums_view(contract, line), records_view(contract, line), envelope_view(contract, line)
    exported = exports(contract)
    modules = {
        "__init__": ("init", init_view(contract, line, exported)),
        "builders": ("builders", builders_view(contract, line)),
        "clock": ("clock", clock_view(contract, line)),
        "enums": ("enums", enums),
        "envelope": ("envelope", envelope),
        "records": ("records", records),
        "texts": ("texts", texts_view(contract, line)),
        "wire": ("wire", wire_view(contract, line)),
        "unset": ("unset", unset_view(contract, line)),
    }
    root = f"{contract.name}/python"
    package = f"{root}/src/{python_module(contract)}"
    for module, (template, view) in modules.items():
        if module == "__init__" or module in exported:
            yield Page(f"{package}/{module}.py", f"python/{template}.py.j2", view)
    yield Page(f"{package}/py.typed", "python/py.typed.j2", None)
    yield Page(f"{root}/pyproject.toml", "python/pyproject.toml.j2", project_view(contract, line))
    readme = readme_view(contract, header(contract.name), exported)
    yield Page(f"{root}/README.md", "python/README.md.j2", readme)


TARGET = Target(
    "python",
    pages,
    {
        "docstring": python.docstring,
        "comment": python.comment,
        "string": python.string,
        "toml_string": toml_string,
        "text": markdown.text,
        "paragraphs": markdown.paragraphs,
        "code": markdown.code,
        "block": markdown.text_block,
        "remark": markdown.comment,
    },
    ENFORCES,
)
