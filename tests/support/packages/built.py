"""A contract together with the files that are generated from it, on disk."""

import importlib
import sys
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType

from checkout import EVERYTHING, Bases

from sealwax.contract.model import Contract
from sealwax.contract.model.output import FOLDER
from sealwax.diagnostics import errors
from sealwax.pipeline import load, render
from sealwax.rendering import Renderer
from sealwax.rendering.formatting import format_python
from sealwax.targets import load as load_target
from sealwax.targets.package_names import python_module

FILE = "contract/tried.yaml"
RENDERER = Renderer()


@dataclass(frozen=True)
class Built:
    """A contract and its generated files. The Python and npm packages are also on disk, below `folder`."""

    contract: Contract
    files: dict[str, str]
    folder: Path

    def path(self, inner: str) -> Path:
        return self.folder / FOLDER / self.contract.name / inner

    @contextmanager
    def imported(self) -> Iterator[ModuleType]:
        """Import the Python package."""
        with imported(python_module(self.contract), self.path("python/src")) as package:
            yield package


@contextmanager
def built(source: bytes, bases: Bases | None = None) -> Iterator[Built]:
    """Generate from a contract into a temporary folder."""
    extended = {f"contract/{name}": text for name, text in (bases or {}).items()}
    loaded, diagnostics = load({FILE: source}, EVERYTHING, extended)
    assert errors(diagnostics) == ()
    (contract,) = loaded
    contents = render(loaded, RENDERER)
    with tempfile.TemporaryDirectory() as folder:
        packages = {path: contents[path] for path in contents if "/python/src/" in path or "/typescript/" in path}
        write_files(packages, Path(folder))
        yield Built(contract, texts(contents), Path(folder))


def write_package(language: str, contract: Contract, folder: Path) -> Path:
    """Write the Python or npm package of a contract as `sealwax generate` lays it out, and return its folder."""
    target = load_target(language)
    pages = {page.path: RENDERER.render(page, target.filters).encode() for page in target.pages(contract)}
    write_files(format_python(pages), folder)
    return folder / contract.name / language


def write_python_modules(files: Mapping[str, bytes], folder: Path) -> None:
    """Write all Python packages side by side, so that they can be imported from one folder."""
    split = (path.partition("/python/src/") for path in files)
    write_files({inner: files[f"{before}{marker}{inner}"] for before, marker, inner in split if marker}, folder)


def write_files(files: Mapping[str, bytes], folder: Path) -> None:
    for path, content in files.items():
        target = folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(content)


def texts(files: Mapping[str, bytes]) -> dict[str, str]:
    return {path: content.decode() for path, content in files.items()}


@contextmanager
def imported(name: str, *sources: Path) -> Iterator[ModuleType]:
    """Import a package from source folders, and forget it afterwards: another contract may use the same names."""
    names = {path.name for source in sources for path in source.iterdir()}
    hidden = _forget(names)
    sys.path[:0] = map(str, sources)
    importlib.invalidate_caches()
    try:
        yield importlib.import_module(name)
    finally:
        for source in sources:
            sys.path.remove(str(source))
        _forget(names)
        sys.modules.update(hidden)


def _forget(names: set[str]) -> dict[str, ModuleType]:
    return {module: sys.modules.pop(module) for module in list(sys.modules) if module.split(".")[0] in names}
