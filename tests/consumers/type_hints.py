"""Resolves the annotations of all public functions and classes in modules, and prints how many there are."""

import importlib
import inspect
import sys
import typing
from collections.abc import Iterator
from typing import Any


def public_objects(module: str) -> Iterator[Any]:
    """The functions and classes that a module defines, with the functions of the classes."""
    for name, value in vars(importlib.import_module(module)).items():
        if name.startswith("_") or getattr(value, "__module__", None) != module:
            continue
        if inspect.isclass(value) or inspect.isfunction(value):
            yield value
        if inspect.isclass(value):
            own = (each.fget if isinstance(each, property) else each for each in vars(value).values())
            yield from filter(inspect.isfunction, own)
            yield from (each.__func__ for each in vars(value).values() if isinstance(each, classmethod))


found = [each for module in sys.argv[1:] for each in public_objects(module)]
for each in found:
    typing.get_type_hints(each, include_extras=True)
print(len(found))
