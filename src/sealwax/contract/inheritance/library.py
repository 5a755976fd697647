"""Loads contracts with the contracts that they extend, reading each file once."""

import posixpath
import re
from collections import Counter
from collections.abc import Collection
from collections.abc import Mapping as MappingOf
from itertools import islice
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from sealwax.contract.inheritance.extending import extend, with_inferred_choices
from sealwax.contract.inheritance.relocation import relocate
from sealwax.contract.model import Contract
from sealwax.contract.reading import has_valid_shape, json_value, read
from sealwax.contract.resolving import draft, resolve
from sealwax.contract.source import Mapping, Node, Scalar, Sequence, child, parse, width_of
from sealwax.diagnostics import Code, Diagnostic, Position, Related, Report
from sealwax.naming import counted, normalized

if TYPE_CHECKING:
    from sealwax.contract.first_versions import Dates

MAX_EXTENDED = 50
"""How many contracts one contract can extend, directly or through others."""
MAX_INHERITED = 32 * 1024 * 1024
"""How many bytes all contracts of a project can inherit. Everything in a base is generated again for each of them."""
PACKAGE = re.compile(r"[A-Za-z][A-Za-z0-9._-]*")
INSTALLED = re.compile(r"<([a-z0-9_]+)>/(?:contract|extended/[a-z0-9-]+)\.yaml")
"""The path that represents a contract in an installed package: its own, or one that this extends."""

_EXTENDS = re.compile(rb"""(?:^|[{,])[ \t]*["']?extends["']?[ \t]*:""", re.MULTILINE)
"""Finds contracts that may extend another one, so that the others need not be parsed."""


# -- the files that a contract extends --------------------------------------------------------------------------------


def bases_of(file: str, raw: bytes) -> tuple[str, ...]:
    """The files that a contract extends, as far as it can be parsed. Errors are reported elsewhere."""
    if b"extends" not in raw or not _EXTENDS.search(raw):
        return ()
    node = parse(file, raw, Report())
    return tuple(base for entry in _entries(node) if (base := base_file(file, entry.text)))


def base_file(file: str, name: str) -> str:
    """The file that an entry of `extends` refers to; empty if it cannot refer to any."""
    if is_path(name):
        found = posixpath.normpath(posixpath.join(posixpath.dirname(file), name))
        is_unreachable = name.startswith("/") or (INSTALLED.fullmatch(file) and not INSTALLED.fullmatch(found))
        return "" if is_unreachable else found
    return f"<{module_of(name)}>/contract.yaml" if PACKAGE.fullmatch(name) else ""


def is_path(name: str) -> bool:
    """Whether an entry of `extends` is a path rather than a package."""
    return "/" in name or name.endswith(".yaml")


def is_outside(file: str) -> bool:
    """Whether a file is neither in the project nor in an installed package."""
    return file.startswith(("../", "/"))


class Withheld(bytes):
    """The content of a file that a link leads to, so it may be any file."""


def is_quotable(file: str, raw: bytes) -> bool:
    """Whether reports may show lines of a base."""
    return not is_outside(file) and not isinstance(raw, Withheld)


def withheld(
    diagnostics: tuple[Diagnostic, ...], bases: MappingOf[str, bytes], sources: Collection[str]
) -> tuple[Diagnostic, ...]:
    """The diagnostics; only the number of those in bases that are not quotable, whose text may be confidential."""
    files = {file for file, raw in bases.items() if not is_quotable(file, raw) and file not in sources}
    counts = Counter(each.position.file for each in diagnostics if each.position.file in files)
    if not counts:
        return diagnostics
    report = Report()
    for file, count in counts.items():
        hint = "they are not shown, because the file is outside the project: run sealwax lint where it belongs"
        report.add(Code.UNKNOWN_BASE, Position(file, 1, 1), f"this contract has {counted(count, 'error')}", hint)
    return (*report.sorted(), *(each for each in diagnostics if each.position.file not in files))


def is_hidden(file: str) -> bool:
    """Whether a file or a folder above it is hidden. One outside of the project counts as hidden, too."""
    return any(part.startswith(".") for part in file.split("/"))


def module_of(package: str) -> str:
    """The module name of a distribution."""
    return normalized(package).replace("-", "_")


def _entries(root: Node | None) -> tuple[Scalar, ...]:
    node = child(root, "extends") if isinstance(root, Mapping) else None
    if node is root or node is None:
        return ()
    items = node.items if isinstance(node, Sequence) else (node,)
    return tuple(item for item in items if isinstance(item, Scalar) and isinstance(item.value, str))


# -- contracts --------------------------------------------------------------------------------------------------------


class Loaded(Struct, frozen=True):
    """A contract without errors."""

    own: Mapping
    """The root of its file."""
    root: Mapping
    """The root merged with everything that it extends."""
    contract: Contract
    lineage: tuple[str, ...]
    """The files that it consists of, each after those that it extends."""


class Library:
    """Loads contracts by file. Problems of a file are reported once, however many contracts extend it."""

    def __init__(
        self, texts: MappingOf[str, bytes], report: Report, dates: "MappingOf[str, Dates] | None" = None
    ) -> None:
        self.texts = texts
        self.report = report
        self.dates = dates or {}
        """By contract that was released: the first version of everything in it."""
        self.loaded: dict[str, Loaded | None] = {}
        self.in_progress: list[str] = []
        self.names: dict[str, str] = {}
        """The names of contracts without errors, by file."""
        self.originals: dict[str, Loaded] = {}
        """The first contract of each content, by that content."""
        self.compared = 0
        """How many of the loaded contracts are among the originals, or copies of them."""
        self.inherited = 0
        """The bytes that all contracts inherit."""

    def load(self, file: str) -> Loaded | None:
        """Load a contract; None if there are errors in it or in what it extends."""
        if file not in self.loaded:
            self.in_progress.append(file)
            self.loaded[file] = loaded = self._load(file)
            self.in_progress.pop()
            if loaded is not None:
                self.names[file] = loaded.contract.name
        return self.loaded[file]

    def _load(self, file: str) -> Loaded | None:
        before = len(self.report.diagnostics)
        node = parse(file, self.texts[file], self.report)
        if node is None or len(self.report.diagnostics) > before:
            return None
        if not isinstance(node, Mapping) or "extends" not in node.entries:
            return self._load_single(file, node)
        is_well_formed = has_valid_shape(node, self.report)
        bases = [self._base(file, entry) for entry in _entries(node)]
        found = [base for base in bases if base is not None]
        if not is_well_formed or len(found) < len(bases):
            return None
        loaded = self._load_extension(file, node, list({base.contract.file: base for base in found}.values()))
        files = tuple(base.contract.file for base in found)
        return None if loaded is None else replace(loaded, contract=replace(loaded.contract, extended_files=files))

    def _load_single(self, file: str, node: Node) -> Loaded | None:
        declarations = read(self._dated(node), self.report)
        contract = None if declarations is None else resolve(declarations, self.report)
        if contract is None or not isinstance(node, Mapping):
            return None
        return Loaded(node, with_inferred_choices(node, contract), contract, (file,))

    def _dated(self, root: Node) -> Node:
        """A contract that was released, with the versions in which its parts first appeared."""
        name = child(root, "contract")
        known = self.dates.get(name.text) if isinstance(name, Scalar) else None
        if known is None or not isinstance(root, Mapping):
            return root
        from sealwax.contract.first_versions import dated  # few projects have a history

        return dated(root, known)

    # -- bases

    def _base(self, file: str, entry: Scalar) -> Loaded | None:
        found = base_file(file, entry.text)
        if found in self.in_progress:
            self._cyclic(entry, found)
            return None
        if found not in self.texts:
            self._unknown(file, entry, found)
            return None
        if len(self.in_progress) > MAX_EXTENDED:
            self._too_many(entry)
            return None
        loaded = self.load(found)
        return None if loaded is None else self._original(loaded)

    def _original(self, loaded: Loaded) -> Loaded:
        """The first contract with this content, such as the source of an installed copy."""
        for each in islice(self.loaded.values(), self.compared, None):
            if each is not None:
                self.originals.setdefault(_content(each), each)
        self.compared = len(self.loaded)
        return self.originals[_content(loaded)]

    def _too_many(self, node: Node) -> None:
        message = f"here, a contract extends more than {MAX_EXTENDED} others, directly or through others"
        self.report.add(Code.TOO_LARGE, node.position, message, "combine some of them", width_of(node))

    def _cyclic(self, entry: Scalar, found: str) -> None:
        path = " -> ".join([*self.in_progress[self.in_progress.index(found) :], found])
        message = f"this contract extends itself: {path}"
        hint = "remove one of these `extends`, or move the common parts to a contract that both extend"
        self.report.add(Code.CYCLIC_EXTENDS, entry.position, message, hint, width_of(entry))

    def _unknown(self, file: str, entry: Scalar, found: str) -> None:
        if INSTALLED.fullmatch(file) and is_path(entry.text):
            message = f"a package cannot extend the path '{entry.text}', which is not part of the package"
            hint = "generate the package again: it then contains copies of what its contract extends"
        elif INSTALLED.fullmatch(found):
            message = f"no package '{entry.text}' with a contract is installed"
            hint = (
                "install it where sealwax runs, generated with `extendable = true`; "
                "or write a path, which contains a slash or ends in .yaml"
            )
        elif is_outside(found):
            message = f"the project has no access to {found}, which is outside of it, or the file does not exist"
            folder = posixpath.dirname(found)
            hint = f'set bases = ["{folder}"] in the configuration, or extend a package that is installed'
        elif is_hidden(found):
            message = f"{found} is hidden, and a contract cannot extend a hidden file"
            hint = "choose a path in which no name starts with a dot"
        else:
            message = f"there is no contract {found or entry.text}"
            hint = f"write a path from {posixpath.dirname(file) or 'here'}, or the name of an installed package"
        self.report.add(Code.UNKNOWN_BASE, entry.position, message, hint, width_of(entry))

    # -- extensions

    def _load_extension(self, file: str, own: Mapping, bases: list[Loaded]) -> Loaded | None:
        before = len(self.report.diagnostics)
        lineage = tuple(dict.fromkeys(each for base in bases for each in base.lineage))
        if not self._is_within_limits(own, lineage):
            return None
        self._check_own_name(own, bases)
        base_root = self._merged(own, bases)
        root = extend(base_root, own, self.names, self.report) if base_root is not None else own
        if len(self.report.diagnostics) > before:
            return None
        # Apart, because only afterwards it is known which of these errors follow from a looser declaration.
        separate = Report()
        declarations = read(self._dated(root), separate)
        contract = None if declarations is None else draft(declarations, separate)
        if contract is not None:
            # imported late: few contracts extend another one
            from sealwax.contract.inheritance.tightening import check_extension

            for base in bases:
                check_extension(contract, base.contract, root, base.root, self.report)
        # Something looser than the base usually causes errors in inherited declarations too.
        self._report(separate, own, own_only=len(self.report.diagnostics) > before)
        if contract is None or len(self.report.diagnostics) > before:
            return None
        finished = replace(contract, bases=tuple(base.contract for base in bases))
        return Loaded(own, with_inferred_choices(root, finished), finished, (*lineage, file))

    def _is_within_limits(self, own: Mapping, lineage: tuple[str, ...]) -> bool:
        """Report a contract that extends too many others, or that inherits too much text together with the others."""
        node, before = child(own, "extends"), self.inherited
        self.inherited += sum(len(self.texts[file]) for file in lineage)
        if len(lineage) > MAX_EXTENDED:
            self._too_many(node)
        elif before <= MAX_INHERITED < self.inherited:  # reported once
            message = f"with this contract, those of the project inherit more than {MAX_INHERITED // 2**20} MiB of text"
            hint = "extend smaller contracts, or generate some of these in a project of their own"
            self.report.add(Code.TOO_LARGE, node.position, message, hint, width_of(node))
        return len(lineage) <= MAX_EXTENDED and self.inherited <= MAX_INHERITED

    def _check_own_name(self, own: Mapping, bases: list[Loaded]) -> None:
        """Report a contract with the name of one that it extends: its package has a copy of both, by name."""
        node = child(own, "contract")
        for base in self._lineage(bases):
            if isinstance(node, Scalar) and node.value == base.contract.name:
                place = child(base.own, "contract")
                related = (Related(place.position, f"the name of {base.contract.file}", width_of(place)),)
                message, hint = f"'{node.value}' is the name of a contract that this one extends", "choose another name"
                self.report.add(Code.DUPLICATE_NAME, node.position, message, hint, width_of(node), related)
                return

    def _merged(self, own: Mapping, bases: list[Loaded]) -> Mapping | None:
        """Merge the roots of several bases; what they have in common is included once."""
        root, done = bases[0].root, set(bases[0].lineage)
        if self._has_conflicting_copies(own, bases):
            return None
        if len({base.lineage[0] for base in bases}) > 1:
            self._unrelated(own, bases)
            return None
        for loaded in self._lineage(bases[1:]):
            if loaded.contract.file not in done:
                done.add(loaded.contract.file)
                separate = Report()
                root = extend(root, loaded.own, self.names, separate, loaded.lineage)
                self._report(separate, own)
        return root

    def _has_conflicting_copies(self, own: Mapping, bases: list[Loaded]) -> bool:
        """Report a contract that is extended from two files with different content, such as two versions of it."""
        first: dict[str, Loaded] = {}
        for loaded in self._lineage(bases):
            if (other := first.setdefault(loaded.contract.name, loaded)) is loaded:
                continue
            places = [child(each.own, "version") for each in (other, loaded)]
            related = tuple(Related(each.position, f"'{loaded.contract.name}'", width_of(each)) for each in places)
            files = f"{other.contract.file} and {loaded.contract.file}"
            message = f"'{loaded.contract.name}' is extended twice, but {files} differ"
            hint = "extend only one of them, or make them equal"
            node = child(own, "extends")
            self.report.add(Code.REDEFINED, node.position, message, hint, width_of(node), related)
            return True
        return False

    def _unrelated(self, own: Mapping, bases: list[Loaded]) -> None:
        node, hint = child(own, "extends"), "extend contracts with a common base"
        first = {base.lineage[0]: base for base in reversed(bases)}
        named = {f"'{base.contract.name}'": child(base.root, "envelope") for base in reversed(first.values())}
        message = f"{' and '.join(named)} do not extend the same contract, so each defines its own envelope"
        related = tuple(Related(place.position, f"the envelope of {name}") for name, place in named.items())
        self.report.add(Code.REDEFINED, node.position, message, hint, width_of(node), related)

    def _lineage(self, bases: list[Loaded]) -> list[Loaded]:
        """The bases and everything that they extend."""
        return [loaded for base in bases for file in base.lineage if (loaded := self.loaded[file]) is not None]

    def _report(self, separate: Report, own: Mapping, *, own_only: bool = False) -> None:
        """Add diagnostics to the report. With `own_only`, those in inherited declarations are dropped."""
        here = own.position.file
        found = [each for each in separate.diagnostics if not own_only or each.position.file == here]
        self.report.diagnostics.extend(relocate(found, own, self.names))
        self.report.notes.extend(note for note in separate.notes if note.position.file == here)


def _content(loaded: Loaded) -> str:
    """The content of a file as text, with the files that it extends instead of `extends`: those depend on its place."""
    own = {name: json_value(entry.value) for name, entry in loaded.own.entries.items() if name != "extends"}
    import json  # imported late: few contracts extend another one

    return json.dumps((loaded.lineage[:-1], own), sort_keys=True)
