"""The context of resolving: the report, the tiers and gates, and how problems are reported."""

from collections.abc import Callable, Collection, Iterable, Mapping
from itertools import islice
from typing import TypeVar

from msgspec import Struct

from sealwax.contract.model import Deprecation, Documentation, Enum, Gate, Record, Text, Tier
from sealwax.contract.source import Node, Scalar, child, key, width_of
from sealwax.contract.versions import numbers
from sealwax.diagnostics import Code, Related, Report
from sealwax.language.grammar.types import DeprecationDecl, DocumentationDecl
from sealwax.naming import words

T = TypeVar("T")


def some_of(what: str, names: Collection[str]) -> str:
    """The first names as a hint; empty if there are none."""
    listed = ", ".join(islice(names, 12))
    return f"{what}: {listed}{', …' if len(names) > 12 else ''}" if names else ""


class Scope(Struct, frozen=True):
    """The context in which a declaration is resolved."""

    report: Report
    tiers: dict[str, Tier]
    gates: dict[str, Gate]
    root: Node
    """The contract; inherited declarations in it come from other files."""
    lookup: Callable[[str, Node, int | None], Record | Enum | Text | None] = lambda _name, _node, _offset: None
    """Finds a declaration by name; reports an unknown name. In a type, the name is at an offset."""

    def is_inherited(self, node: Node) -> bool:
        """Whether this comes from an extended contract, in which it was valid."""
        return node.position.file != self.root.position.file

    def error(self, code: Code, node: Node, message: str, hint: str = "", related: tuple[Related, ...] = ()) -> None:
        """Report an error at a node."""
        self.report.add(code, node.position, message, hint, width_of(node), related)

    def note(self, code: Code, node: Node, message: str, hint: str) -> None:
        """Report a note at a node. Notes about inherited declarations are dropped later."""
        self.report.note(code, node.position, message, hint, width_of(node))

    def find(self, code: Code, node: Node, kind: str, name: str, known: Mapping[str, T]) -> T | None:
        """The declaration of a name; a name that is not declared is reported."""
        if name not in known:
            self.unknown(code, node, kind, name, known)
        return known.get(name)

    def check_absent(self, owner: Node, words: Iterable[str], why: str, hint: str = "") -> None:
        """Report keys of a mapping that it cannot have, because of what it declares. A hint can refer to `{word}`."""
        for word in words:
            if child(owner, word) is not owner:
                self.error(Code.MISPLACED_CONSTRAINT, key(owner, word), f"`{word}` {why}", hint.format(word=word))

    def unknown(self, code: Code, node: Node, kind: str, name: str, known: Collection[str], fallback: str = "") -> None:
        """Report a name that is not declared, and suggest the closest one that is."""
        hint = self.report.suggest(node.position, name, known, fallback or some_of("known names", known))
        self.error(code, node, f"there is no {kind} '{name}'", hint)

    def check_distinct(self, names: Iterable[tuple[str, Node]], kind: str) -> None:
        """Report names that some target would spell the same, because they consist of the same words."""
        first: dict[tuple[str, ...], tuple[str, Node]] = {}
        for name, node in names:
            spelling = words(name)
            if spelling in first:
                other, place = first[spelling]
                is_elsewhere = place.position.file != node.position.file
                line = f"line {place.position.line}" + (f" of {place.position.file}" if is_elsewhere else "")
                related = (Related(place.position, f"'{other}'", width_of(place)),) if is_elsewhere else ()
                message = f"the {kind} '{name}' is already declared on {line}"
                if name != other:
                    message = f"generated code would spell the {kind} '{name}' the same as '{other}' on {line}"
                self.error(Code.DUPLICATE_NAME, node, message, "rename one of them", related)
            else:
                first[spelling] = name, node

    def docs(self, decl: DocumentationDecl, renamed_from: str = "", promoted_from: str = "") -> Documentation:
        deprecated = None if decl.deprecated is None else self._deprecation(decl.deprecated)
        former = f"Promoted from `{promoted_from}`." if promoted_from else ""
        former = f"Renamed from `{renamed_from}`." if renamed_from else former
        return Documentation(decl.doc, decl.notes, decl.since, deprecated, former)

    def _deprecation(self, decl: DeprecationDecl) -> Deprecation:
        """Resolve a deprecation; note one whose time has come, and one that leaves open what comes next."""
        node, version = child(decl.node, "removal"), child(self.root, "version")
        if decl.removal and numbers(decl.removal) <= numbers(decl.since):
            message = f"it cannot be removed in {decl.removal}, because it is deprecated since {decl.since}"
            hint = f'write a later version, such as "{numbers(decl.since)[0] + 1}.0.0"'
            self.error(Code.BAD_DEPRECATION, node, message, hint)
        elif decl.removal and isinstance(version, Scalar) and numbers(decl.removal) <= numbers(version.text):
            message = f"this was due for removal in {decl.removal}, and the contract is at {version.text}"
            hint = "remove it, or move `removal` to a later version"
            self.note(Code.OVERDUE_REMOVAL, node, message, hint)
        self._note_incomplete(decl)
        return Deprecation(decl.since, decl.replacement, decl.doc, decl.removal)

    def _note_incomplete(self, decl: DeprecationDecl) -> None:
        missing = {} if decl.removal else {"which version removes it": 'add `removal`, such as `removal: "2.0.0"`'}
        if not decl.replacement and not decl.doc:
            missing["what to use instead"] = "add `replacement`, or a `doc` that says why there is none"
        if missing:
            message = f"this deprecation does not say {' or '.join(missing)}"
            self.note(Code.INCOMPLETE_DEPRECATION, child(decl.node, "since"), message, "; ".join(missing.values()))
