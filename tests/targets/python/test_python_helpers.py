"""No Python package has code that it does not use: whatever is private is used where it is, or by another module.

And no code of its validators is longer than it has to be, as far as a linter can tell.
"""

import ast
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest
from checkout import ROOT, TESTS
from checkout.processes import run
from packages.built import texts
from strategies.drawn import drawn_contracts

from sealwax.diagnostics import errors
from sealwax.pipeline import compile_contracts
from sealwax.rendering import Renderer

RENDERER = Renderer()
CASES = sorted((TESTS / "cases").glob("*/contract.yaml"))
ALWAYS_WHOLE = frozenset({"_openapi", "_tools", "http", "mcp"})
"""Modules that are the same for every contract."""


def unused(modules: Mapping[str, str]) -> set[str]:
    """The private names that a package defines and that nothing in it mentions, each as `module.name`."""
    trees = {module: ast.parse(text) for module, text in modules.items()}
    mentioned = {module: list(_mentions(tree)) for module, tree in trees.items()}
    found = set()
    for module, tree in trees.items():
        for name, statement in _definitions(tree):
            is_private = name.startswith("_") or (module.startswith("_") and module != "__init__")
            if not is_private or name.startswith("__"):
                continue
            own = list(_mentions(statement))
            everywhere = sum(names.count(name) for names in mentioned.values())
            if everywhere == own.count(name):
                found.add(f"{module}.{name}")
    return found


def missing(modules: Mapping[str, str]) -> set[str]:
    """What modules of a package import from its run-time module, although it does not define it."""
    trees = {module: ast.parse(text) for module, text in modules.items()}
    defined = {name for name, _ in _definitions(trees["_runtime"])}
    imports = [each for tree in trees.values() for each in ast.walk(tree) if isinstance(each, ast.ImportFrom)]
    return {name.name for each in imports if each.module == "_runtime" for name in each.names} - defined


def _definitions(tree: ast.Module) -> Iterator[tuple[str, ast.stmt]]:
    for statement in tree.body:
        match statement:
            case ast.FunctionDef(name=name) | ast.ClassDef(name=name):
                yield name, statement
            case ast.Assign(targets=[ast.Name(id=name)]) | ast.AnnAssign(target=ast.Name(id=name)):
                yield name, statement
            case _:
                pass


def _mentions(tree: ast.AST) -> Iterator[str]:
    """The names that code reads, and those that it imports from other modules."""
    for node in ast.walk(tree):
        match node:
            case ast.Name(id=name, ctx=ast.Load()):
                yield name
            case ast.Attribute(attr=name):
                yield name
            case ast.ImportFrom(level=1, names=names):
                yield from (each.name for each in names)
            case _:
                pass


def packages(files: Mapping[str, str]) -> Iterator[dict[str, str]]:
    """The modules of each Python package among generated files, by name, apart from those that are always whole."""
    by_folder: dict[str, dict[str, str]] = {}
    for path, text in files.items():
        _, found, inner = path.partition("/python/src/")
        if found and path.endswith(".py"):
            folder, module = inner.removesuffix(".py").rsplit("/", 1)
            by_folder.setdefault(folder, {})[module] = text
    yield from by_folder.values()


def told(files: Mapping[str, str]) -> set[str]:
    return {
        name for modules in packages(files) for name in unused(modules) if name.partition(".")[0] not in ALWAYS_WHOLE
    }


def compiled(source: bytes, bases: Mapping[str, bytes]) -> dict[str, str]:
    result = compile_contracts({**bases, "contract/tried.yaml": source}, RENDERER)
    assert errors(result.diagnostics) == ()
    return texts(result.files)


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.parent.name)
def test_the_package_of_a_case_has_the_code_that_it_uses(path: Path) -> None:
    others = {f"contract/{each.name}": each.read_bytes() for each in path.parent.glob("*.yaml") if each != path}
    files = compiled(path.read_bytes(), others)
    assert told(files) == set()
    assert [*map(missing, packages(files))] == [set() for _ in packages(files)]


def test_our_packages_have_no_code_that_they_do_not_use() -> None:
    folders = [ROOT / "generated", *ROOT.glob("examples/*/generated")]
    files = {path.as_posix(): path.read_text(encoding="utf-8") for each in folders for path in each.rglob("*.py")}
    assert len(list(packages(files))) > 4
    assert told(files) == set()


@pytest.mark.parametrize("number", range(3))
def test_packages_of_random_contracts_have_no_code_that_they_do_not_use(number: int, tmp_path: Path) -> None:
    for at, source in enumerate(drawn_contracts(number, 10)):
        files = compiled(source, {})
        assert told(files) == set()
        (modules,) = packages(files)
        assert missing(modules) == set()
        (tmp_path / f"validation_{at}.py").write_text(modules["validation"], encoding="utf-8")
    # Rules about conditions and returns, which are what a template that prints statements gets wrong.
    run(sys.executable, "-m", "ruff", "check", "--isolated", "--select", "E4,E7,E9,F,SIM", ".", folder=tmp_path)


def test_code_that_nothing_uses_is_found() -> None:
    modules = {
        "_runtime": "def used(): pass\ndef unused(): unused()\nUNREAD: int = 1",
        "validation": "from ._runtime import used\ndef public(): return used()\ndef _private(): pass",
    }
    assert unused(modules) == {"_runtime.unused", "_runtime.UNREAD", "validation._private"}


def test_a_function_that_is_called_and_not_there_is_found() -> None:
    modules = {"_runtime": "def there(): pass", "builders": "from ._runtime import away as _away, there"}
    assert missing(modules) == {"away"}
