"""The functions of error codes, and where each of their arguments goes."""

from collections.abc import Iterable
from typing import TypeAlias

from sealwax.contract import model as m
from sealwax.meaning import wording
from sealwax.meaning.builders.parameters import Path

Placed: TypeAlias = tuple[m.Field, tuple[Path, ...]]
"""An argument, and the paths of the keys that it becomes."""


def error_factories(enum: m.Enum, contract: m.Contract) -> dict[str, list[m.ErrorFactory]]:
    """The functions of each error code that has any."""
    found: dict[str, list[m.ErrorFactory]] = {}
    if enum.catalogue is m.Catalogue.ERROR_CODES and contract.error_mapping is not None:
        for factory in contract.error_mapping.factories:
            found.setdefault(factory.value.value, []).append(factory)
    return found


def placed_facts(factory: m.ErrorFactory) -> tuple[Placed, ...]:
    """The facts of an error, each with the paths of the keys that it becomes."""
    paths: dict[str, tuple[Path, ...]] = {}
    for placement in factory.placements:
        for key, field in placement.fields.items():
            paths[field.name] = (*paths.get(field.name, ()), (*placement.parameter.path, key))
    return tuple((field, paths.get(field.name, ())) for field in factory.context)


def argument_groups(placed: Iterable[Placed]) -> dict[str, tuple[m.Field, ...]]:
    """The arguments by where they go, in words: `Arguments, in data.details`."""
    found: dict[str, tuple[m.Field, ...]] = {}
    for field, paths in placed:
        label = f"{'Always' if isinstance(field.type, m.Constant) else 'Arguments'}, {destination(field.name, paths)}"
        found[label] = (*found.get(label, ()), field)
    return found


def destination(name: str, paths: tuple[Path, ...]) -> str:
    """The objects in which an argument becomes a key; the whole path where the key has another name."""
    if not paths:
        return "in the text only"
    objects = (path[:-1] if len(path) > 1 and path[-1] == name else path for path in paths)
    return f"in {wording.listed((wording.quoted('.'.join(each)) for each in objects), 'and')}"
