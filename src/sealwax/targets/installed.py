"""Targets of other packages, found by their entry points in the group `sealwax.targets`.

Only installed packages count. A checkout can hold a pull request, so nothing in it is ever imported: neither metadata
nor modules are looked for there, even if Python was started in it.
"""

import site
import sys
from collections.abc import Callable, Iterable, Iterator
from importlib.metadata import Distribution, EntryPoint, distributions
from importlib.util import find_spec
from pathlib import Path

from msgspec.structs import replace

from sealwax.contract.model import Contract
from sealwax.contract.reading import accepts
from sealwax.language.forms import CONTRACT_NAME
from sealwax.rendering import Page, Target, TargetError
from sealwax.rendering.paths import require_safe_paths

GROUP = "sealwax.targets"


def offered() -> dict[str, list[EntryPoint]]:
    """By name the targets that installed packages offer."""
    found: dict[str, list[EntryPoint]] = {}
    for distribution in _installed():
        for entry in distribution.entry_points.select(group=GROUP):
            if accepts(CONTRACT_NAME, entry.name):  # it becomes the name of a folder
                found.setdefault(entry.name, []).append(entry)
    return found


def package(entry: EntryPoint) -> str:
    """The name and the version of the package that an entry point belongs to."""
    distribution = entry.dist
    return f"{distribution.name} {distribution.version}" if distribution is not None else entry.value


def load(name: str, root: Path) -> Target:
    """The target of that name, for the project at `root`. Whatever it raises becomes a `TargetError`."""
    (entry,) = offered()[name]
    _leave(root)
    _leave(Path.cwd())
    try:
        _require_installed(entry, root)
        target = _valid(entry.load(), name)
    except (Exception, SystemExit) as error:
        raise _failure(name, "cannot be loaded", error) from error
    return replace(target, pages=_checked(target))


def _valid(target: object, name: str) -> Target:
    if not isinstance(target, Target):
        raise TypeError(f"the entry point refers to {type(target).__name__}, not to a Target")
    if target.name != name:
        raise ValueError(f"the entry point is called '{name}', but the target '{target.name}'")
    if not isinstance(target.templates, Path) or not target.templates.is_dir():
        raise ValueError("its `templates` is not a folder")
    return target


def _checked(target: Target) -> Callable[[Contract], Iterable[Page]]:
    """The pages of a target, if all of them are in its folder."""

    def pages(contract: Contract) -> Iterator[Page]:
        try:
            found = [*target.pages(contract)]
            require_safe_paths([page.path for page in found], f"{contract.name}/{target.name}")
        except (Exception, SystemExit) as error:
            raise _failure(target.name, f"failed for the contract '{contract.name}'", error) from error
        return iter(found)

    return pages


def _failure(name: str, what: str, error: BaseException) -> TargetError:
    return TargetError(name, f"{what}: {type(error).__name__}: {error}".removesuffix(": "))


# -- only what is installed -------------------------------------------------------------------------------------------


def _installed() -> Iterable[Distribution]:
    """The distributions in the folders that pip installs to. A checkout on `sys.path` is not one of them."""
    folders = [*site.getsitepackages(), *([site.getusersitepackages()] if site.ENABLE_USER_SITE else [])]
    return distributions(path=[*dict.fromkeys(folder for folder in folders if folder in sys.path)])


def _leave(folder: Path) -> None:
    """Take a folder and everything below it off the path that modules are looked for on."""
    sys.path[:] = [entry for entry in sys.path if not _is_inside(Path(entry), folder)]


def _is_inside(path: Path, folder: Path) -> bool:
    """Whether a path is in a folder. The Python that runs, with its installed packages, may be in there: it is not."""
    place = path.resolve()
    installed = (Path(prefix).resolve() for prefix in (sys.prefix, sys.base_prefix, *site.getsitepackages()))
    return place.is_relative_to(folder.resolve()) and not any(place.is_relative_to(prefix) for prefix in installed)


def _require_installed(entry: EntryPoint, root: Path) -> None:
    """Refuse a package that is installed from the checkout in editable mode; finding it runs none of its code."""
    spec = find_spec(entry.module.split(".")[0])
    places = [] if spec is None else [*(spec.submodule_search_locations or []), spec.origin or ""]
    if any(_is_inside(Path(place), folder) for place in places if place for folder in (root, Path.cwd())):
        raise ImportError(f"{entry.module} is part of this project, and nothing of a project is ever imported")
