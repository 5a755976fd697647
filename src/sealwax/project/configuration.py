"""TOML texts -> the configuration of a project: which contracts, where to, which targets, what packages are called.

The classes are the definition, as for contracts: the reader and the tables of the reference page come from them.
"""

import re
from collections.abc import Iterator
from collections.abc import Mapping as Map

from sealwax.contract.reading import Notation, read_as
from sealwax.contract.source import Mapping, Node, Scalar, Sequence
from sealwax.diagnostics import Code, Position, Related, Report
from sealwax.frozen import frozen
from sealwax.language.forms import (
    CONTRACT_NAME,
    Block,
    Choice,
    Entries,
    Items,
    Line,
    Name,
    NameRule,
    declaration,
    optional,
)
from sealwax.project.output import FOLDER
from sealwax.project.toml_source import parse_toml
from sealwax.targets import TARGETS

PYPROJECT, OWN_FILE = "pyproject.toml", "sealwax.toml"
USUAL_CONTRACTS = "contract/*.yaml"
WILD = re.compile(r"[*?\[]")

DISTRIBUTION = NameRule(
    "distribution name", r"[A-Za-z0-9]([A-Za-z0-9._-]*[A-Za-z0-9])?", "letters and digits, with . _ - between them", 100
)
MODULE = NameRule("module name", r"[a-z_][a-z0-9_]*", "lower-case letters, digits and underscores")
PACKAGE = NameRule(
    "package name",
    r"(@[a-z0-9~-][a-z0-9._~-]*/)?[a-z0-9~-][a-z0-9._~-]*",
    "lower-case letters, digits and any of - . _ ~, with @scope/ before it or without",
    214,
)


@declaration("What the packages of one contract are called.")
class PackagesDecl:
    node: Mapping
    python: str = optional(Name(DISTRIBUTION), "What pip installs. By default the contract's name.", "")
    python_module: str = optional(
        Name(MODULE), "What Python imports. By default what pip installs, in the spelling of a module.", ""
    )
    typescript: str = optional(
        Name(PACKAGE), "What npm installs and TypeScript imports. By default the contract's name.", ""
    )


@declaration("What a project says about its contracts. Every key may be left out.")
class ConfigurationDecl:
    node: Mapping
    contracts: tuple[str, ...] = optional(
        Items(Line()),
        f'The files to be read, as [paths](#paths) with or without stars. By default `["{USUAL_CONTRACTS}"]`.',
        (),
    )
    output: str = optional(
        Line(), f"The folder that everything is written to, as a [path](#paths). By default `{FOLDER}`.", FOLDER
    )
    targets: tuple[str, ...] = optional(
        Items(Choice(TARGETS)), "What is made of each contract. By default everything.", TARGETS
    )
    packages: Map[str, PackagesDecl] = optional(
        Entries(CONTRACT_NAME, Block(PackagesDecl)), "What packages are called, by contract.", factory=dict
    )


@frozen
class Configuration:
    """What a project's configuration says. The nodes tell where."""

    patterns: tuple[Scalar, ...]
    """Name the contracts; none when the usual ones are meant."""
    folder: str
    targets: tuple[str, ...]
    packages: Map[str, PackagesDecl]
    node: Mapping

    def place(self, *path: str) -> Scalar | None:
        """The text at a path of keys, or the last of the keys; None when the configuration says nothing there."""
        node: Node = self.node
        found = None
        for name in path:
            if not isinstance(node, Mapping) or name not in node.entries:
                return None
            found, node = node.entries[name].key, node.entries[name].value
        return node if isinstance(node, Scalar) else found


def configure(files: Map[str, bytes], report: Report) -> Configuration | None:
    """The configuration that the files of a project hold; None when there is none, or when the report says why not."""
    tables = [table for file in sorted(files) if (table := _table(file, files[file], report)) is not None]
    if not tables or report.diagnostics:
        return None
    if len(tables) > 1:
        message = f"there is a configuration in {PYPROJECT} already"
        related = (Related(tables[0].position, "it begins here"),)
        report.add(Code.TWO_CONFIGURATIONS, Position(OWN_FILE, 1, 1), message, "keep one of the two", related=related)
        return None
    notation = Notation("a table", 'write ["…"]', "write [packages.<{kind}>], with its keys below")
    decl = read_as(ConfigurationDecl, tables[0], report, notation)
    if decl is None:
        return None
    patterns = tuple(_patterns(decl, report))
    folder = _folder(decl, report)
    targets = tuple(name for name in TARGETS if name in decl.targets)
    found = Configuration(patterns, folder, targets, decl.packages, decl.node)
    return None if report.diagnostics else found


def _table(file: str, raw: bytes, report: Report) -> Node | None:
    """The part of a file that is about us: all of our own, a table of the other."""
    root = parse_toml(file, raw, report)
    tool = root.entries.get("tool") if isinstance(root, Mapping) else None
    if file == OWN_FILE:
        if tool is not None:
            hint = f"leave [tool.sealwax] out: all of {OWN_FILE} is about sealwax"
            report.add(Code.UNKNOWN_KEY, tool.key.position, "there is no key 'tool' here", hint, len("tool"))
        return root
    own = tool.value.entries.get("sealwax") if tool is not None and isinstance(tool.value, Mapping) else None
    return own.value if own is not None else None


# -- paths ------------------------------------------------------------------------------------------------------------


def _patterns(decl: ConfigurationDecl, report: Report) -> Iterator[Scalar]:
    entry = decl.node.entries.get("contracts")
    nodes = entry.value.items if entry is not None and isinstance(entry.value, Sequence) else ()
    for node, text in zip(nodes, decl.contracts, strict=True):
        if isinstance(node, Scalar) and _is_good_path(text, node, report):
            if text.endswith((".yaml", ".yml")):
                yield node
            else:
                hint = f"write {text}/*.yaml for all contracts of a folder"
                _refuse_path(text, node, "does not end in .yaml", hint, report)


def _folder(decl: ConfigurationDecl, report: Report) -> str:
    entry = decl.node.entries.get("output")
    if entry is None or not isinstance(entry.value, Scalar):
        return FOLDER
    text = decl.output.removesuffix("/")
    if _is_good_path(text, entry.value, report) and WILD.search(text):
        _refuse_path(text, entry.value, "is not one folder", "write a path without stars", report)
    return text


def _is_good_path(text: str, node: Scalar, report: Report) -> bool:
    parts = text.split("/")
    if "\\" in text:
        _refuse_path(text, node, "has a backslash in it", f"write {text.replace(chr(92), '/')}", report)
    elif text.startswith(("/", "~")) or ":" in text:
        hint = "write it as seen from the folder that holds this file"
        _refuse_path(text, node, "does not begin at the project's root", hint, report)
    elif ".." in parts:
        hint = "name something below the folder that holds this file"
        _refuse_path(text, node, "leads outside of the project", hint, report)
    elif any("**" in part and part != "**" for part in parts):
        _refuse_path(text, node, "has ** beside other characters", "write ** between slashes, for any folders", report)
    elif "" in parts or "." in parts or not text.isprintable():
        _refuse_path(text, node, "is not a plain path", "write names with a slash between them", report)
    else:
        return True
    return False


def _refuse_path(text: str, node: Scalar, problem: str, hint: str, report: Report) -> None:
    report.add(Code.BAD_PATH, node.position, f"the path '{text}' {problem}", hint, len(node.text))
