"""TOML -> the configuration of a project: its contracts, output folder, targets and package names.

The classes are the definition, as for contracts: the reader and the tables of the reference page come from them.
"""

import posixpath
import re
from collections.abc import Iterator
from collections.abc import Mapping as Map

from sealwax.contract.reading import Notation, read_as
from sealwax.contract.source import Mapping, Node, Scalar, Sequence
from sealwax.diagnostics import Code, Position, Related, Report, did_you_mean
from sealwax.languages.python import is_name
from sealwax.project.configuration import ALL_USUAL, DEFAULT, OWN_TARGETS, Configuration
from sealwax.project.toml import parse_toml
from sealwax.project.workspace import OWN_FILE, PYPROJECT, has_wildcards
from sealwax.reserved_names import unusable
from sealwax.targets import TARGETS

MAX_PATTERNS = 100
"""How many paths of contracts can have wildcards: each is a search of its own."""


def configure(files: Map[str, bytes], report: Report) -> Configuration:
    """The configuration in the files of a project; the default if there is none, or if the report says why not."""
    tables = [found for file in sorted(files) if (found := _table(file, files[file], report)) is not None]
    if not tables or report.diagnostics:
        return DEFAULT
    if len(tables) > 1:
        message = f"{PYPROJECT} already configures sealwax"
        related = (Related(tables[0].position, "the other configuration starts here"),)
        report.add(Code.TWO_CONFIGURATIONS, Position(OWN_FILE, 1, 1), message, "keep one of the two", related=related)
        return DEFAULT
    return _read(tables[0], report)


def _table(file: str, raw: bytes, report: Report) -> Node | None:
    """The part of a file that is ours: all of `sealwax.toml`, one table of `pyproject.toml`."""
    if file == PYPROJECT:
        return parse_toml(file, raw, report, "tool", "sealwax")
    document = parse_toml(file, raw, report)
    if isinstance(document, Mapping) and "tool" in document.entries:
        hint = f"remove [tool.sealwax]: in {OWN_FILE}, keys are at the top level"
        position = document.entries["tool"].key.position
        report.add(Code.UNKNOWN_KEY, position, "there is no key 'tool' here", hint, len("tool"))
    return document


def _read(table: Node, report: Report) -> Configuration:
    notation = Notation("a table", 'write ["…"]', "write [packages.<{kind}>], with its keys below")
    configuration = read_as(Configuration, table, report, notation)
    if configuration is None:
        return DEFAULT
    contracts = _items(configuration, "contracts")
    documents = _items(configuration, "documents")
    for path in (*contracts, *documents):
        _check_pattern(path, (".md", ".markdown") if path in documents else (".yaml", ".yml"), report)
    for path in [path for path in (*contracts, *documents) if has_wildcards(str(path.value))][MAX_PATTERNS:][:1]:
        message = f"there are more than {MAX_PATTERNS} paths with wildcards"
        hint = "write fewer, with * or ** for several folders"
        report.add(Code.TOO_LARGE, path.position, message, hint, len(path.text))
    for path in _items(configuration, "bases"):
        _check_base_folder(path, report)
    _check_targets(configuration, report)
    _check_folders(configuration, report)
    _check_embedded(configuration, report)
    _check_contents(configuration, report)
    if report.diagnostics:
        return DEFAULT
    return configuration


def _check_targets(configuration: Configuration, report: Report) -> None:
    """Report targets that neither sealwax nor an installed package offers, or that several offer."""
    if all(name in OWN_TARGETS for name in configuration.targets):
        return
    from sealwax.targets.installed import offered, package  # few projects need it

    others = offered()
    known = [*TARGETS, ALL_USUAL, *(name for name in others if name not in OWN_TARGETS)]
    for node in _items(configuration, "targets"):
        name = str(node.value)
        owners = [*(["sealwax"] if name in OWN_TARGETS else []), *map(package, others.get(name, ()))]
        if not owners:
            message = f"'{name}' is not one of {', '.join(known)}"
            hint = did_you_mean(name, known, f"write one of: {', '.join(known)}; or install the package that offers it")
            report.add(Code.BAD_VALUE, node.position, message, hint, len(node.text))
        elif len(owners) > 1:
            message = f"several packages offer a target '{name}': {', '.join(owners)}"
            report.add(Code.DUPLICATE_NAME, node.position, message, "uninstall one of them", len(node.text))


# -- paths ------------------------------------------------------------------------------------------------------------


def _items(configuration: Configuration, key: str) -> tuple[Scalar, ...]:
    entry = configuration.node.entries.get(key)
    items = entry.value.items if entry is not None and isinstance(entry.value, Sequence) else ()
    return tuple(item for item in items if isinstance(item, Scalar))


def _check_pattern(node: Scalar, suffixes: tuple[str, ...], report: Report) -> None:
    path = str(node.value)
    if problem := path_problem(path):
        _report_path(node, *problem, report)
    elif path.split("/").count("**") > 1:  # each of them multiplies the time that a search takes
        _report_path(node, "contains ** more than once", "write ** once, for any number of folders", report)
    elif not path.endswith(suffixes):
        hint = f"write {path}/*{suffixes[0]} for all such files in a folder"
        _report_path(node, f"does not end in {suffixes[0]}", hint, report)


def _check_base_folder(node: Scalar, report: Report) -> None:
    path = str(node.value).removesuffix("/")
    if posixpath.normpath(path) != path or not f"{path}/".startswith("../") or not path.isprintable():
        hint = "write ../ and the path from there; contracts in the project can be extended without it"
        _report_path(node, "is not a folder outside the project", hint, report)


MAX_PATH = 250
"""In characters. Each folder of a path costs time for each file in it, and few systems have room for longer ones."""
_PURPOSES = {
    "output": "output folder",
    "python": "folder for Python",
    "typescript": "folder for TypeScript",
}


def _check_folders(configuration: Configuration, report: Report) -> None:
    """Report folders that cannot be used, and those that overlap with another one."""
    taken = {"output": configuration.folder}
    for key, node in _folders(configuration):
        path = str(node.value).removesuffix("/")
        overlapped = next((other for other in taken if other != key and _overlap(path, taken[other])), "")
        if problem := path_problem(path):
            _report_path(node, *problem, report)
        elif has_wildcards(path):
            _report_path(node, "is not a single folder", "write a path without wildcards", report)
        elif overlapped:
            what = f"overlaps with the {_PURPOSES[overlapped]} '{taken[overlapped]}'"
            _report_path(node, what, "choose another folder", report)
        elif key == "python" and not is_name(path.rpartition("/")[2]):
            _report_path(node, "is not a package: Python cannot import a folder of that name", "rename it", report)
        taken.setdefault(key, path)


def _folders(configuration: Configuration) -> Iterator[tuple[str, Scalar]]:
    """The keys that name folders, with their values."""
    embed = () if configuration.embed is None else tuple(configuration.embed.node.entries.items())
    for key, entry in (*configuration.node.entries.items(), *embed):
        if key in _PURPOSES and isinstance(entry.value, Scalar):
            yield key, entry.value


def _overlap(one: str, other: str) -> bool:
    return f"{one}/".startswith(f"{other}/") or f"{other}/".startswith(f"{one}/")


def _check_embedded(configuration: Configuration, report: Report) -> None:
    """Report targets that are embedded but not generated, or that another target needs as a package."""
    for key, entry in configuration.embed.node.entries.items() if configuration.embed is not None else ():
        if key == "python" and "pydantic" in configuration.chosen:
            message = "the target 'pydantic' imports the Python package, which is not there if its modules are embedded"
            hint = 'remove "pydantic" from targets, or remove this key'
            report.add(Code.BAD_VALUE, entry.key.position, message, hint, len(key))
        if key in TARGETS and key not in configuration.chosen:
            hint = f'add "{key}" to targets, or remove this key'
            report.add(Code.BAD_VALUE, entry.key.position, f"the target '{key}' is not generated", hint, len(key))


_PACKAGES = ("python", "typescript")
_PART_OF = {"serve": _PACKAGES, "schemas": _PACKAGES, "extendable": _PACKAGES, "draft-07": ("json-schema",)}
"""The keys that say what is part of targets, and these targets."""


def _check_contents(configuration: Configuration, report: Report) -> None:
    """Report keys about targets that are not generated."""
    for key, targets in _PART_OF.items():
        if key in configuration.node.entries and not set(targets).intersection(configuration.chosen):
            names = " or ".join(f"'{name}'" for name in targets)
            hint = f'add "{targets[0]}" to targets, or remove this key'
            place = configuration.node.entries[key].key.position
            report.add(
                Code.BAD_VALUE, place, f"this is part of the target {names}, which is not generated", hint, len(key)
            )


_GIT = re.compile(r"\.git|git~[0-9]+", re.IGNORECASE)
"""The folder of git, also by the short names that Windows gives it."""


def path_problem(path: str) -> tuple[str, str] | None:
    """The reason why a path cannot be used, and what to write instead."""
    parts = path.split("/")
    if len(path) > MAX_PATH:
        return f"has {len(path)} characters, and at most {MAX_PATH} are allowed", "write a shorter path"
    if "\\" in path:
        return "contains a backslash", f"write {path.replace(chr(92), '/')}"
    if path.startswith(("/", "~")) or ":" in path:
        return "is not relative to the project root", "write it relative to the folder that holds this file"
    if any(_GIT.fullmatch(part.lstrip().rstrip(". ")) for part in parts):  # Windows ignores what follows the name
        return "belongs to git", "name a folder of your own"
    if ".." in parts:
        return "leads outside the project", "name something below the folder that holds this file"
    if any("**" in part and part != "**" for part in parts):
        return "mixes ** with other characters", "write ** between slashes, for any number of folders"
    # Spaces at the ends are stripped when the configuration is read, so that is what has to be checked here.
    if "." in parts or not path.isprintable() or any(part.split(" ") != part.split() for part in parts):
        return "is not a plain path", "write names with a slash between them"
    reasons = [reason for part in parts if (reason := unusable(part))]
    return (f"cannot be used: {reasons[0]}", "choose another name") if reasons else None


def _report_path(node: Scalar, problem: str, hint: str, report: Report) -> None:
    path = str(node.value)
    shown = path if len(path) <= MAX_PATH else f"{path[:40]}…"
    report.add(Code.BAD_PATH, node.position, f"the path '{shown}' {problem}", hint, len(node.text))
