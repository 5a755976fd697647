"""What resolving knows while it works: the report, the sources, and where things stand in the file."""

import re
from collections.abc import Iterable

from sealwax.contract.model import Citation, Deprecation, Documentation, Gate, Note, Source, Tier
from sealwax.contract.source import Entry, Mapping, Node, Scalar
from sealwax.diagnostics import Code, Position, Report, did_you_mean
from sealwax.frozen import frozen, member
from sealwax.language.grammar import DocumentationDecl, NoteDecl
from sealwax.naming import pascal

CITATION = re.compile(r"([a-z][a-z0-9-]*)(?: (L[0-9]+(?:-[0-9]+)?(?:/L[0-9]+(?:-[0-9]+)?)*))?")


@frozen
class Scope:
    """The surroundings of a declaration."""

    report: Report
    sources: dict[str, Source]
    tiers: dict[str, Tier] = member(factory=dict)
    gates: dict[str, Gate] = member(factory=dict)
    file: str = ""
    """The file of the contract; what it extends stands in others."""

    def is_inherited(self, node: Node) -> bool:
        """Whether this stands in a contract that is extended, where it was sound."""
        return bool(self.file) and node.position.file != self.file

    def mistake(self, code: Code, node: Node, message: str, hint: str = "") -> None:
        """Reports a mistake at a node, and underlines it when it is a word."""
        self.report.add(code, node.position, message, hint, width_of(node))

    def unknown(self, code: Code, node: Node, kind: str, name: str, known: Iterable[str]) -> None:
        """Reports a name that is not declared, with the closest one that is."""
        names = list(known)
        listed = f"known here: {', '.join(names[:12])}{', …' if len(names) > 12 else ''}" if names else ""
        self.mistake(code, node, f"there is no {kind} '{name}'", did_you_mean(name, names, listed))

    def distinct(self, names: Iterable[tuple[str, Node]], kind: str) -> None:
        """Reports names that some target would spell alike: they differ by letter case or separators only."""
        first: dict[str, tuple[str, Node]] = {}
        for name, node in names:
            spelling = pascal(name).casefold()
            if spelling in first:
                other, place = first[spelling]
                line = f"line {place.position.line}"
                line += f" of {place.position.file}" if place.position.file != node.position.file else ""
                message = f"the {kind} '{name}' is declared on {line} already"
                if name != other:
                    message = f"the {kind} '{name}' is spelt like '{other}' on {line} in generated code"
                self.mistake(Code.DUPLICATE_NAME, node, message, "rename one of them")
            else:
                first[spelling] = name, node

    def docs(self, decl: DocumentationDecl) -> Documentation:
        old = decl.deprecated
        deprecated = None if old is None else Deprecation(old.since, old.replacement, old.doc)
        notes = tuple(self.note(note) for note in decl.notes)
        return Documentation(decl.doc, notes, self.citations(decl.source, decl.node), decl.since, deprecated)

    def note(self, decl: NoteDecl) -> Note:
        return Note(decl.text, self.citations(decl.source, decl.node))

    def citations(self, text: str, owner: Node) -> tuple[Citation, ...]:
        """`guide L3-7, page` -> the places in the declared sources."""
        found = []
        for part in text.split(", ") if text else ():
            node = child(owner, "source")
            match = CITATION.fullmatch(part)
            if match is None:
                hint = "write a key of `sources`, then lines if useful: `guide L3-7`"
                self.mistake(Code.UNKNOWN_SOURCE, node, f"'{part}' does not cite a source", hint)
            elif (source := self.sources.get(match[1])) is None:
                self.unknown(Code.UNKNOWN_SOURCE, node, "source", match[1], self.sources)
            else:
                found.append(Citation(source, match[2] or ""))
        return tuple(found)


def width_of(node: Node) -> int:
    """How many characters to underline: a word with its quotes, or the start of what spans lines."""
    if not isinstance(node, Scalar) or "\n" in node.text:
        return 1
    return len(node.text) + (2 if node.quoted else 0)


def child(node: Node, *path: str) -> Node:
    """The node at a path below this one, or the last one on the way that exists."""
    for name in path:
        if not isinstance(node, Mapping) or name not in node.entries:
            return node
        node = node.entries[name].value
    return node


def key(node: Node, *path: str) -> Node:
    """The node of the key at a path below this one, or the nearest node on the way that exists."""
    entry: Entry | None = None
    for name in path:
        if not isinstance(node, Mapping) or name not in node.entries:
            break
        entry = node.entries[name]
        node = entry.value
    return entry.key if entry is not None else node


def inside(node: Node, offset: int) -> Position:
    """The position of a character of a one-line scalar; its start where folding or escapes blur the place."""
    if not isinstance(node, Scalar) or node.quoted > node.is_verbatim or "\n" in node.text:
        return node.position
    return Position(node.position.file, node.position.line, node.position.column + node.quoted + offset)
