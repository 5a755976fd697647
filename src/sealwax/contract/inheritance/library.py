"""Contracts and what they extend: each file is read once, and each contract stands on those below it."""

import posixpath
import re
from collections.abc import Mapping as MappingOf

from sealwax.contract.inheritance.consequences import at_home
from sealwax.contract.inheritance.extending import extend, settled
from sealwax.contract.model import Contract, Json
from sealwax.contract.reading import is_sound, json_value, read
from sealwax.contract.resolving import draft, resolve
from sealwax.contract.resolving.scope import child, width_of
from sealwax.contract.source import Mapping, Node, Scalar, Sequence, parse
from sealwax.diagnostics import Code, Related, Report
from sealwax.frozen import frozen, replace
from sealwax.project.output import Output

PACKAGE = re.compile(r"[A-Za-z][A-Za-z0-9._-]*")
INSTALLED = re.compile(r"<([a-z0-9_]+)>/contract\.yaml")
"""How the contract of an installed package is called, by the package's module."""

_EXTENDS = re.compile(rb"""(?:^|[{,])[ \t]*["']?extends["']?[ \t]*:""", re.MULTILINE)
"""What a contract that extends another has in it at least: most do not, and need not be parsed to know it."""


# -- what a contract extends ------------------------------------------------------------------------------------------


def bases_of(file: str, raw: bytes) -> tuple[str, ...]:
    """The files that a contract extends, as far as its text can be read; others will tell what is wrong with it."""
    if b"extends" not in raw or not _EXTENDS.search(raw):
        return ()
    node = parse(file, raw, Report())
    return tuple(base for entry in _entries(node) if (base := base_file(file, entry.text)))


def base_file(file: str, name: str) -> str:
    """The file that a name in `extends` means, as it is called everywhere; empty when it can mean none."""
    if is_path(name):
        is_lost = name.startswith("/") or INSTALLED.fullmatch(file) is not None
        return "" if is_lost else posixpath.normpath(posixpath.join(posixpath.dirname(file), name))
    return f"<{module_of(name)}>/contract.yaml" if PACKAGE.fullmatch(name) else ""


def is_path(name: str) -> bool:
    """Whether an entry of `extends` names a file, and not a package."""
    return "/" in name or name.endswith(".yaml")


def module_of(package: str) -> str:
    """The module of a package, by the name under which it is installed."""
    return re.sub(r"[-_.]+", "_", package).lower()


def _entries(root: Node | None) -> tuple[Scalar, ...]:
    node = child(root, "extends") if isinstance(root, Mapping) else None
    if node is root or node is None:
        return ()
    items = node.items if isinstance(node, Sequence) else (node,)
    return tuple(item for item in items if isinstance(item, Scalar) and isinstance(item.value, str))


# -- contracts --------------------------------------------------------------------------------------------------------


@frozen
class Loaded:
    """A contract that is sound."""

    own: Mapping
    """The root of its file."""
    root: Mapping
    """The same on top of everything that it extends."""
    contract: Contract
    lineage: tuple[str, ...]
    """The files that it is made of, each after those that it extends."""


class Library:
    """Loads contracts by their file. What is wrong with a file is reported once, however many extend it."""

    def __init__(self, texts: MappingOf[str, bytes], report: Report) -> None:
        self.texts = texts
        self.report = report
        self.known: dict[str, Loaded | None] = {}
        self.open: list[str] = []

    def load(self, file: str) -> Loaded | None:
        """The contract in a file, or None when something is wrong with it or with what it extends."""
        if file not in self.known:
            self.open.append(file)
            self.known[file] = self._load(file)
            self.open.pop()
        return self.known[file]

    def _load(self, file: str) -> Loaded | None:
        before = len(self.report.diagnostics)
        node = parse(file, self.texts[file], self.report)
        if node is None or len(self.report.diagnostics) > before:
            return None
        if not isinstance(node, Mapping) or "extends" not in node.entries:
            return self._alone(file, node)
        is_whole = is_sound(node, self.report)
        bases = [self._base(file, entry) for entry in _entries(node)]
        found = [base for base in bases if base is not None]
        if not is_whole or len(found) < len(bases):
            return None
        loaded = self._on_top(file, node, list({base.contract.file: base for base in found}.values()))
        named = tuple(base.contract.file for base in found)
        return None if loaded is None else replace(loaded, contract=replace(loaded.contract, named=named))

    def _alone(self, file: str, node: Node) -> Loaded | None:
        declarations = read(node, self.report)
        contract = None if declarations is None else resolve(declarations, self.report)
        if contract is None or not isinstance(node, Mapping):
            return None
        return Loaded(node, settled(node, contract), _named(contract), (file,))

    # -- what is below

    def _base(self, file: str, entry: Scalar) -> Loaded | None:
        found = base_file(file, entry.text)
        if found in self.open:
            self._cyclic(entry, found)
            return None
        if found not in self.texts:
            self._unknown(file, entry, found)
            return None
        loaded = self.load(found)
        return None if loaded is None else next(each for each in self.known.values() if _is_same(each, loaded))

    def _cyclic(self, entry: Scalar, found: str) -> None:
        path = " -> ".join([*self.open[self.open.index(found) :], found])
        message = f"this contract extends itself: {path}"
        hint = "leave it out of one of them, or move what both need into a contract that both extend"
        self.report.add(Code.CYCLIC_EXTENDS, entry.position, message, hint, width_of(entry))

    def _unknown(self, file: str, entry: Scalar, found: str) -> None:
        if INSTALLED.fullmatch(file) and is_path(entry.text):
            message = f"a package cannot extend the path '{entry.text}', which is not part of it"
            hint = "generate the package again with this sealwax: what it ships then names a package here"
        elif INSTALLED.fullmatch(found):
            message = f"no package '{entry.text}' with a contract is installed where sealwax runs"
            hint = "install it, or write the path of a contract: it has a slash or ends in .yaml"
        else:
            message = f"there is no contract {found or entry.text}"
            hint = f"write the path from {posixpath.dirname(file) or 'here'}, or the name of an installed package"
        self.report.add(Code.UNKNOWN_BASE, entry.position, message, hint, width_of(entry))

    # -- on top of it

    def _on_top(self, file: str, own: Mapping, bases: list[Loaded]) -> Loaded | None:
        before = len(self.report.diagnostics)
        self._require_own_name(own, bases)
        below = self._together(own, bases)
        root = extend(below, own, self._names(), self.report) if below is not None else own
        if len(self.report.diagnostics) > before:
            return None
        apart = Report()
        declarations = read(root, apart)
        contract = None if declarations is None else draft(declarations, apart)
        if contract is not None:
            from sealwax.contract.inheritance.tightening import check_extension  # few contracts extend another one

            for base in bases:
                check_extension(contract, base.contract, root, base.root, self.report)
        # What is looser than below is seldom alone: what stands below does not fit it.
        self._tell(apart, own, is_caused=len(self.report.diagnostics) > before)
        if contract is None or len(self.report.diagnostics) > before:
            return None
        finished = _named(replace(contract, bases=tuple(base.contract for base in bases)))
        lineage = tuple(dict.fromkeys(each for base in bases for each in base.lineage))
        return Loaded(own, settled(root, finished), finished, (*lineage, file))

    def _require_own_name(self, own: Mapping, bases: list[Loaded]) -> None:
        """A package cannot import what it needs from a package of its own name."""
        node = child(own, "contract")
        for file in (file for base in bases for file in base.lineage):
            below = self.known[file]
            if below is not None and isinstance(node, Scalar) and node.value == below.contract.name:
                place = child(below.own, "contract")
                related = (Related(place.position, f"what {file} is called", width_of(place)),)
                message = f"'{node.value}' is the name of a contract that this one extends"
                hint = "give it a name of its own"
                self.report.add(Code.DUPLICATE_NAME, node.position, message, hint, width_of(node), related)
                return

    def _together(self, own: Mapping, bases: list[Loaded]) -> Mapping | None:
        """The roots of several bases as one: what they have in common is there once."""
        root, done = bases[0].root, set(bases[0].lineage)
        if self._has_two_of_a_name(own, bases):
            return None
        if len({base.lineage[0] for base in bases}) > 1:
            self._unrelated(own, bases)
            return None
        for file in (file for base in bases[1:] for file in base.lineage):
            loaded = self.known[file]
            if file not in done and loaded is not None:
                done.add(file)
                apart = Report()
                root = extend(root, loaded.own, self._names(), apart)
                self._tell(apart, own)
        return root

    def _has_two_of_a_name(self, own: Mapping, bases: list[Loaded]) -> bool:
        """Reports a contract that comes from two files which say different things, such as two versions of it."""
        first: dict[str, Loaded] = {}
        for loaded in (self.known[file] for base in bases for file in base.lineage):
            if loaded is None or (other := first.setdefault(loaded.contract.name, loaded)) is loaded:
                continue
            places = [child(each.own, "version") for each in (other, loaded)]
            related = tuple(Related(each.position, f"'{loaded.contract.name}'", width_of(each)) for each in places)
            files = f"{other.contract.file} and {loaded.contract.file}"
            message = f"'{loaded.contract.name}' is extended twice, and what {files} say differs"
            hint = "extend one of them only, or bring both to the same text"
            node = child(own, "extends")
            self.report.add(Code.REDEFINED, node.position, message, hint, width_of(node), related)
            return True
        return False

    def _unrelated(self, own: Mapping, bases: list[Loaded]) -> None:
        node = child(own, "extends")
        first = {base.lineage[0]: base for base in reversed(bases)}
        shown = " and ".join(f"'{base.contract.name}'" for base in reversed(first.values()))
        message = f"{shown} do not build on the same contract, and each says what a response looks like"
        related = tuple(
            Related(child(base.root, "envelope").position, f"the envelope of '{base.contract.name}'")
            for base in reversed(first.values())
        )
        hint = "extend contracts that build on one and the same"
        self.report.add(Code.REDEFINED, node.position, message, hint, width_of(node), related)

    def _names(self) -> dict[str, str]:
        return {file: loaded.contract.name for file, loaded in self.known.items() if loaded is not None}

    def _tell(self, apart: Report, own: Mapping, *, is_caused: bool = False) -> None:
        """Reports what is wrong. Of what follows from something that is told already, only what is said here stays."""
        here = own.position.file
        told = [found for found in apart.diagnostics if not is_caused or found.position.file == here]
        self.report.diagnostics.extend(at_home(told, own, self._names()))
        self.report.notes.extend(note for note in apart.notes if note.position.file == here)


def _is_same(one: Loaded | None, other: Loaded) -> bool:
    """Whether two files hold one contract: where it is written, and where it is installed, say."""
    if one is None or one is other or one.lineage[:-1] != other.lineage[:-1]:
        return one is other
    return one.contract.name == other.contract.name and _said(one) == _said(other)


def _said(loaded: Loaded) -> dict[str, Json]:
    """What a file says itself. The name of what it extends depends on where it is."""
    return {name: json_value(entry.value) for name, entry in loaded.own.entries.items() if name != "extends"}


def _named(contract: Contract) -> Contract:
    """The contract of an installed package, with the name of that package."""
    installed = INSTALLED.fullmatch(contract.file)
    if installed is None:
        return contract
    return replace(contract, output=Output(distribution=installed[1].replace("_", "-"), module=installed[1]))
