"""Import statements, in the order in which ruff sorts them."""

import re
from collections.abc import Iterable, Mapping
from typing import TypeAlias

from msgspec import Struct

from sealwax.rendering import Finished

_MODULES = {
    "collections.abc": "Callable Collection Iterator Mapping Sequence",
    "dataclasses": "dataclass field",
    "enum": "Enum StrEnum",
    "functools": "cache partial",
    "importlib": "import_module",
    "json": "dumps",
    "logging": "getLogger",
    "typing": "TYPE_CHECKING Annotated Any ClassVar Final Generic Literal NamedTuple NotRequired Protocol Required Self"
    " TypeAlias TypeVar TypedDict Unpack cast overload",
}
_WHOLE = frozenset({"re"})
"""The modules that are imported as they are."""
_STANDARD = {name: module for module, names in _MODULES.items() for name in names.split()}

_DIGITS_OR_OTHERS = re.compile(r"[0-9]+|[^0-9]+")
_Natural: TypeAlias = tuple[tuple[str, int, str], ...]


def import_from(module: str, names: Iterable[str]) -> Finished:
    """`from module import names`."""
    return Finished(f"from {module} import {', '.join(sorted(set(names), key=import_order))}")


class BaseImports(Struct, frozen=True):
    """The imports from base packages. Their modules have absolute paths, or relative ones if they are nearby."""

    modules: frozenset[str] = frozenset()
    """Modules that are imported as a whole."""
    names: Mapping[str, Iterable[str]] = {}
    """By module: the names that are imported from it."""


NO_BASES = BaseImports()


def import_lines(
    used: Iterable[str], own: Mapping[str, str], module: str, below: BaseImports = NO_BASES
) -> tuple[Finished, ...]:
    """The imports that the used names need, in three groups: Python's modules, base packages (`below`), relative ones.

    `own` maps the names of this package to their modules. Names of `module` itself need no import.
    """
    found: dict[str, set[str]] = {}
    whole = [Finished(f"import {name}") for name in sorted(_WHOLE.intersection(used))]
    for name in set(used) - _WHOLE:
        found.setdefault(own.get(name) or _STANDARD.get(name, module), set()).add(name)
    found.pop(module, None)
    for path in filter(_is_relative, below.modules):
        package, _, name = path.rpartition(".")
        found.setdefault(package, set()).add(f"{name} as {spelled_module(path)}")
    for path in filter(_is_relative, below.names):
        found.setdefault(path, set()).update(below.names[path])
    standard, ours = (
        [line for home in sorted(found) if _is_relative(home) is wanted for line in _statements(home, found[home])]
        for wanted in (False, True)
    )
    groups = ([*whole, *standard], _absolute(below), ours)
    lines = [line for group in groups if group for line in (*group, Finished(""))]
    return tuple(lines[:-1])


def _absolute(below: BaseImports) -> list[Finished]:
    modules = sorted(path for path in below.modules if not _is_relative(path))
    named = sorted(path for path in below.names if below.names[path] and not _is_relative(path))
    lines = [Finished(f"import {path}") for path in modules]
    return [*lines, *(import_from(path, below.names[path]) for path in named)]


def _is_relative(path: str) -> bool:
    return path.startswith(".")


def spelled_module(path: str) -> Finished:
    """What code calls a module that it imports as a whole: its absolute path, or a private name for a relative one."""
    return Finished("_".join(("", *path.split(".")[-2:])) if _is_relative(path) else path)


def _statements(module: str, names: set[str]) -> list[Finished]:
    """Names with an alias, such as `number as _number`, each have a statement of their own."""
    aliased = {name for name in names if " as " in name}
    groups = filter(None, [names - aliased, *({name} for name in aliased)])
    return [import_from(module, group) for group in sorted(groups, key=_first)]


def _first(names: set[str]) -> tuple[int, _Natural, _Natural]:
    """What statements that import from the same module are sorted by."""
    return min(import_order(name.partition(" as ")[0]) for name in names)


def import_order(name: str) -> tuple[int, _Natural, _Natural]:
    """CONSTANTS, then Classes, then everything else; within each, letter case hardly matters."""
    kind, natural = export_order(name)
    return kind, _natural(name.lower()), natural


def export_order(name: str) -> tuple[int, _Natural]:
    """CONSTANTS, then Classes, then everything else; within each, numbers count as numbers."""
    is_constant = name.isupper() and len(name) > 1
    kind = 0 if is_constant else 1 if name[:1].isupper() else 2
    return kind, _natural(name)


def _natural(name: str) -> _Natural:
    return tuple(_natural_part(part) for part in _DIGITS_OR_OTHERS.findall(name))


def _natural_part(part: str) -> tuple[str, int, str]:
    # Digits come before all other characters of a name, and what starts with a zero before all other numbers.
    if not part.isdigit():
        return part, 0, ""
    return ("", 0, part) if part[0] == "0" else ("", int(part), "")
