"""TOML -> the configuration of a project: its contracts, output folder, targets and package names.

The classes are the definition, as for contracts: the reader and the tables of the reference page come from them.
"""

from collections.abc import Mapping as Map

from sealwax.contract.reading import Notation, read_as
from sealwax.contract.source import Mapping, Scalar, Sequence
from sealwax.diagnostics import Code, Position, Related, Report, did_you_mean
from sealwax.frozen import frozen
from sealwax.language.forms import (
    CONTRACT_NAME,
    FLAG,
    LINE,
    Block,
    Either,
    Entries,
    Items,
    Name,
    declaration,
    entries,
    optional,
)
from sealwax.project.output import FOLDER
from sealwax.project.toml import Document, Path, Place, nodes, parse_toml
from sealwax.project.workspace import has_wildcards
from sealwax.targets import TARGETS

PYPROJECT, OWN_FILE = "pyproject.toml", "sealwax.toml"
USUAL_CONTRACTS = "contract/*.yaml"

DISTRIBUTION = Name(
    "distribution name", r"[A-Za-z0-9]([A-Za-z0-9._-]*[A-Za-z0-9])?", "letters and digits, with . _ - between them", 100
)
MODULE = Name("module name", r"[a-z_][a-z0-9_]*", "lower-case letters, digits and underscores")
PACKAGE = Name(
    "package name",
    r"(@[a-z0-9~-][a-z0-9._~-]*/)?[a-z0-9~-][a-z0-9._~-]*",
    "lower-case letters, digits and any of - . _ ~, with or without @scope/ before it",
    214,
)


@declaration("The names of one contract's packages.")
class PackagesDecl:
    node: Mapping
    python: str = optional(DISTRIBUTION, "The distribution that pip installs. Default: the contract's name.", "")
    python_module: str = optional(
        MODULE, "The module that Python imports. Default: the distribution's name, spelled as a module.", ""
    )
    typescript: str = optional(PACKAGE, "The package that npm installs. Default: the contract's name.", "")


@declaration("Settings of a project. Every key is optional.")
class ConfigurationDecl:
    node: Mapping
    contracts: tuple[str, ...] = optional(
        Items(LINE), f'The contracts to read, as [paths](#paths). Default: `["{USUAL_CONTRACTS}"]`.', ()
    )
    output: str = optional(LINE, f"The folder to write to, as a [path](#paths). Default: `{FOLDER}`.", FOLDER)
    targets: tuple[str, ...] = optional(
        Items(LINE), "The [targets](#targets) to generate for each contract. Default: all of sealwax.", TARGETS
    )
    templates: str = optional(
        LINE, "A folder of [templates](templates.md) that replace those of sealwax, as a [path](#paths).", ""
    )
    packages: Map[str, PackagesDecl] = entries(CONTRACT_NAME, Block(PackagesDecl), "Package names, by contract.")
    cite_sources: bool | Map[str, bool] = optional(
        Either(FLAG, Entries(CONTRACT_NAME, FLAG)),
        "Whether reference pages [cite sources](#sources): for all contracts, or by contract. Default: `true`.",
        True,
    )


@frozen
class Configuration:
    """The settings of a project, and the document that holds them."""

    patterns: tuple[str, ...]
    """Paths of the contracts, possibly with wildcards; empty for the default."""
    folder: str
    targets: tuple[str, ...]
    installed: Map[str, int]
    """Targets of other packages, each with its index in the list."""
    templates: str
    """The folder of overrides; empty if there is none."""
    packages: Map[str, PackagesDecl]
    cite_sources: bool | Map[str, bool]
    """For all contracts, or by contract."""
    document: Document
    table: Path
    """The keys that lead to our table of the document."""

    def key(self, *path: str) -> Place:
        return self.document.key((*self.table, *path))

    def value(self, *path: str | int) -> Place:
        return self.document.value((*self.table, *path))


def configure(files: Map[str, bytes], report: Report) -> Configuration | None:
    """The configuration in the files of a project; None when there is none, or when the report says why not."""
    tables = [found for file in sorted(files) if (found := _table(file, files[file], report)) is not None]
    if not tables or report.diagnostics:
        return None
    document, table = tables[0]
    if len(tables) > 1:
        message = f"{PYPROJECT} already configures sealwax"
        related = (Related(document.value(table).position, "the other configuration starts here"),)
        report.add(Code.TWO_CONFIGURATIONS, Position(OWN_FILE, 1, 1), message, "keep one of the two", related=related)
        return None
    draft = Report()
    configuration = _read(document, table, draft, located=False)
    if draft.diagnostics:  # read it again, this time with the positions for the report
        return _read(document, table, report, located=True)
    return configuration


def _table(file: str, raw: bytes, report: Report) -> tuple[Document, Path] | None:
    """The part of a file that is ours: all of `sealwax.toml`, one table of `pyproject.toml`."""
    document = parse_toml(file, raw, report)
    if document is None:
        return None
    tool = document.values.get("tool")
    if file == OWN_FILE:
        if tool is not None:
            hint = f"leave out [tool.sealwax]: every key of {OWN_FILE} is about sealwax"
            place = document.key(("tool",))
            report.add(Code.UNKNOWN_KEY, place.position, "there is no key 'tool' here", hint, place.width)
        return document, ()
    return (document, ("tool", "sealwax")) if isinstance(tool, dict) and "sealwax" in tool else None


def _read(document: Document, table: Path, report: Report, *, located: bool) -> Configuration | None:
    notation = Notation("a table", 'write ["…"]', "write [packages.<{kind}>], with its keys below")
    decl = read_as(ConfigurationDecl, nodes(document, table, located=located), report, notation)
    if decl is None:
        return None
    contracts = _items(decl, "contracts")
    for path in contracts:
        _check_contract(path, report)
    _check_targets(decl, report)
    _check_folder(decl, "output", report)
    _check_folder(decl, "templates", report)
    if report.diagnostics:
        return None
    patterns = tuple(str(path.value) for path in contracts)
    targets = tuple(name for name in TARGETS if name in decl.targets)
    folder, templates = decl.output.removesuffix("/"), decl.templates.removesuffix("/")
    installed = {name: index for index, name in enumerate(decl.targets) if name not in TARGETS}
    return Configuration(
        patterns, folder, targets, installed, templates, decl.packages, decl.cite_sources, document, table
    )


def _check_targets(decl: ConfigurationDecl, report: Report) -> None:
    """Report targets that neither sealwax nor an installed package offers, or that several offer."""
    if all(name in TARGETS for name in decl.targets):
        return
    from sealwax.targets.installed import offered, package  # few projects need it

    others = offered()
    known = [*TARGETS, *(name for name in others if name not in TARGETS)]
    for node in _items(decl, "targets"):
        name = str(node.value)
        owners = [*(["sealwax"] if name in TARGETS else []), *map(package, others.get(name, ()))]
        if not owners:
            message = f"'{name}' is not one of {', '.join(known)}"
            hint = did_you_mean(name, known, f"write one of: {', '.join(known)}; or install the package that offers it")
            report.add(Code.BAD_VALUE, node.position, message, hint, len(node.text))
        elif len(owners) > 1:
            message = f"several packages offer a target '{name}': {', '.join(owners)}"
            report.add(Code.DUPLICATE_NAME, node.position, message, "uninstall one of them", len(node.text))


# -- paths ------------------------------------------------------------------------------------------------------------


def _items(decl: ConfigurationDecl, key: str) -> tuple[Scalar, ...]:
    entry = decl.node.entries.get(key)
    items = entry.value.items if entry is not None and isinstance(entry.value, Sequence) else ()
    return tuple(item for item in items if isinstance(item, Scalar))


def _check_contract(node: Scalar, report: Report) -> None:
    path = str(node.value)
    if problem := _problem(path):
        _report_path(node, *problem, report)
    elif not path.endswith((".yaml", ".yml")):
        _report_path(node, "does not end in .yaml", f"write {path}/*.yaml for all contracts in a folder", report)


def _check_folder(decl: ConfigurationDecl, key: str, report: Report) -> None:
    entry = decl.node.entries.get(key)
    if entry is None or not isinstance(entry.value, Scalar):
        return
    path, output = str(entry.value.value).removesuffix("/"), decl.output.removesuffix("/")
    if problem := _problem(path):
        _report_path(entry.value, *problem, report)
    elif has_wildcards(path):
        _report_path(entry.value, "is not a single folder", "write a path without wildcards", report)
    elif key != "output" and (f"{path}/".startswith(f"{output}/") or f"{output}/".startswith(f"{path}/")):
        _report_path(entry.value, f"overlaps with the output folder '{output}'", "choose another folder", report)


def _problem(path: str) -> tuple[str, str] | None:
    """The reason why a path cannot be used, and what to write instead."""
    parts = path.split("/")
    if "\\" in path:
        return "contains a backslash", f"write {path.replace(chr(92), '/')}"
    if path.startswith(("/", "~")) or ":" in path:
        return "is not relative to the project root", "write it relative to the folder that holds this file"
    if ".." in parts:
        return "leads outside the project", "name something below the folder that holds this file"
    if any("**" in part and part != "**" for part in parts):
        return "mixes ** with other characters", "write ** between slashes, for any number of folders"
    if "" in parts or "." in parts or not path.isprintable():
        return "is not a plain path", "write names with a slash between them"
    return None


def _report_path(node: Scalar, problem: str, hint: str, report: Report) -> None:
    report.add(Code.BAD_PATH, node.position, f"the path '{node.value}' {problem}", hint, len(node.text))
