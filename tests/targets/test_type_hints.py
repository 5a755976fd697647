"""`typing.get_type_hints` resolves the annotations of every public function and class of the Python packages."""

import importlib
import inspect
import pkgutil
import typing
from collections.abc import Iterator
from types import ModuleType
from typing import Any

import pytest
from checkout import own_bases, own_contracts
from packages.built import built

CONTRACTS, BASES = own_contracts(), own_bases()
NEEDING_MORE = {"fastapi", "mcp"}
"""Modules that need a framework or an SDK, where they are tested."""


@pytest.mark.parametrize("name", CONTRACTS)
def test_type_hints_can_be_read_at_run_time(name: str) -> None:
    with built(CONTRACTS[name], BASES[name]) as package, package.imported() as module:
        found = list(public_objects(module))
        assert found
        for each in found:
            typing.get_type_hints(each, include_extras=True)


def public_objects(package: ModuleType) -> Iterator[Any]:
    """The functions and classes that the public modules of a package define, with the functions of the classes."""
    modules = {each.name for each in pkgutil.iter_modules(package.__path__) if not each.name.startswith("_")}
    for module in (importlib.import_module(f"{package.__name__}.{name}") for name in sorted(modules - NEEDING_MORE)):
        for name, value in vars(module).items():
            if name.startswith("_") or getattr(value, "__module__", None) != module.__name__:
                continue
            if inspect.isclass(value) or inspect.isfunction(value):
                yield value
            if inspect.isclass(value):
                own = (each.fget if isinstance(each, property) else each for each in vars(value).values())
                yield from filter(inspect.isfunction, own)
                yield from (each.__func__ for each in vars(value).values() if isinstance(each, classmethod))
