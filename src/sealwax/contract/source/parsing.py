"""YAML -> nodes with line and column."""

import re

import yaml
from msgspec import Struct
from yaml.events import (
    AliasEvent,
    CollectionEndEvent,
    CollectionStartEvent,
    DocumentStartEvent,
    Event,
    MappingStartEvent,
    ScalarEvent,
)

from sealwax.contract.source.conflicts import report_conflicts
from sealwax.contract.source.nodes import Entry, Mapping, Node, Scalar, ScalarValue, Sequence
from sealwax.contract.source.text import SourceText, has_unsafe, read_text, report_unsafe_value
from sealwax.diagnostics import Code, Position, Report, did_you_mean

MAX_DEPTH = 64
MAX_NUMBER = 100
MAX_ALIASED = 20_000
MAX_ALIASED_TEXT = 2**20
MAX_NODES = 400_000
MAX_PROBLEMS = 100
"""After this many problems in one file, parsing stops."""


def parse(file: str, raw: bytes, report: Report) -> Node | None:
    """Parse a file and return its root node, or None if nothing in it is usable; problems go to the report."""
    source = read_text(file, raw, report)
    if source is None or report_conflicts(source, report):
        return None
    composer = _Composer(source, report)
    try:
        composer.take_all(source.text)
    except (yaml.YAMLError, ValueError, IndexError, OverflowError) as error:
        from sealwax.contract.source.errors import report_broken  # few files are broken

        report_broken(source, error, report)
        return None
    except _Stop:
        return None
    root = composer.root
    if root is None or (isinstance(root, Scalar) and root.text == "" and not root.quoted):
        start = Position(file, 1, 1)
        report.add(Code.EMPTY_FILE, start, "this file contains no contract", "start with contract: <name>")
        return None
    return root


def _is_verbatim(event: ScalarEvent) -> bool:
    start, end = event.start_mark, event.end_mark
    if start is None or end is None or event.style in ("|", ">"):
        return False
    return start.line == end.line and end.column - start.column == len(event.value) + (2 if event.style else 0)


class _Stop(Exception):
    """Parsing this file cannot continue."""


class _Open:
    """A mapping or sequence that is still open. A mapping alternates between keys and values."""

    __slots__ = ("anchor", "entries", "has_key", "height", "items", "key", "length", "node_count", "position")

    def __init__(
        self,
        position: Position,
        anchor: str | None,
        node_count: int,
        length: int,
        entries: dict[str, Entry] | None = None,
    ) -> None:
        self.position = position
        self.anchor = anchor
        self.node_count = node_count
        self.length = length
        self.entries = entries
        self.items: list[Node] = []
        self.key: Scalar | None = None
        """The key of the next value, or None if that value will be dropped."""
        self.has_key = False
        self.height = 1


class _Anchor(Struct, frozen=True):
    node: Node
    size: int
    length: int
    """How many characters its texts have."""
    height: int = 0


class _Composer:
    """Composes events into nodes, without recursion."""

    def __init__(self, source: SourceText, report: Report) -> None:
        self.source = source
        self.report = report
        self.root: Node | None = None
        self.stack: list[_Open] = []
        self.anchors: dict[str, _Anchor] = {}
        self.node_count = 0
        self.aliased = 0
        self.length = 0
        self.aliased_length = 0
        self.problems = 0

    def take_all(self, text: str) -> None:
        """Use events, not nodes: libyaml composes nodes recursively, so deep nesting would crash the process."""
        parser = yaml.CSafeLoader(text) if yaml.__with_libyaml__ else yaml.SafeLoader(text)
        try:
            while (event := parser.get_event()) is not None:
                if isinstance(event, ScalarEvent):  # most of them are
                    self._take_scalar(event)
                else:
                    self._take(event)
        finally:
            parser.dispose()

    def _take(self, event: Event) -> None:
        if isinstance(event, CollectionStartEvent):
            self._open(event)
        elif isinstance(event, CollectionEndEvent):
            self._close()
        elif isinstance(event, AliasEvent):
            self._take_alias(event)
        elif isinstance(event, DocumentStartEvent) and self.root is not None:
            message = "this file contains more than one YAML document"
            hint = "remove --- and put each contract in its own file"
            self._add(Code.BROKEN_YAML, self.source.at(event.start_mark), message, hint, 3)
            raise _Stop

    def _add(self, code: Code, position: Position, message: str, hint: str, width: int = 1) -> None:
        self.report.add(code, position, message, hint, width)
        self._count_problem()

    def _count_problem(self) -> None:
        self.problems += 1
        if self.problems == MAX_PROBLEMS:
            raise _Stop

    def _check_size(self, position: Position) -> None:
        if self.node_count > MAX_NODES + self.aliased:
            message = f"this file has more than {MAX_NODES:,} keys and values"
            self._add(Code.FILE_TOO_LARGE, position, message, "split it into several contracts")
            raise _Stop

    # -- scalars

    def _take_scalar(self, event: ScalarEvent) -> None:
        """Deliberately one function: calling another for each step would take as long as the parser itself."""
        text: str = event.value
        position = self.source.at(event.start_mark)
        quoted = bool(event.style)
        # Literal unsafe characters have been replaced already, so only escapes and tabs are left.
        if (quoted or "\t" in text) and not text.replace("\n", "").isprintable():
            self._check_characters(event, position)
        if event.tag is not None:
            value = self._tagged(event.tag, text, position)
        elif quoted:
            value = text
        else:
            value = resolve(text)
            if len(text) > MAX_NUMBER and (_FLOAT.fullmatch(text) or _HEXADECIMAL_OR_OCTAL.fullmatch(text)):
                self._add(Code.WRONG_KIND, position, "this number is too long", "put it in quotes", len(text))
        is_verbatim = not (quoted or " " in text) or _is_verbatim(event)
        node = Scalar(value, text, position, quoted, is_verbatim, "" if is_verbatim else self._written(event))
        self.node_count += 1
        self.length += len(text)
        if self.node_count > MAX_NODES:
            self._check_size(position)
        if event.anchor is not None:
            self.anchors[event.anchor] = _Anchor(node, 1, len(text))
        self._place(node)

    def _written(self, event: ScalarEvent) -> str:
        start, end = event.start_mark, event.end_mark
        return "" if start is None or end is None else self.source.text[start.index : end.index]

    def _check_characters(self, event: ScalarEvent, position: Position) -> None:
        if has_unsafe(event.value):
            report_unsafe_value(self.source, position, self.source.at(event.end_mark), event.value, self.report)
            self._count_problem()

    def _tagged(self, tag: str, text: str, position: Position) -> ScalarValue:
        name = tag.removeprefix("tag:yaml.org,2002:")
        if name in ("str", "!"):
            return text
        value = resolve(text)
        if name == "float" and isinstance(value, int) and not isinstance(value, bool):
            return float(value)
        if name not in CORE_TAGS:
            self._refuse_tag(tag, position)
        elif type(value) is not CORE_TAGS[name]:
            self._add(Code.WRONG_KIND, position, f"this value does not match its tag !!{name}", "remove the tag")
        return value

    def _refuse_tag(self, tag: str, position: Position) -> None:
        shown = tag.replace("tag:yaml.org,2002:", "!!")
        self._add(Code.WRONG_KIND, position, f"the tag {shown} has no meaning in a contract", "remove the tag")

    # -- mappings and sequences

    def _open(self, event: CollectionStartEvent) -> None:
        position = self.source.at(event.start_mark)
        is_mapping = isinstance(event, MappingStartEvent)
        self._check_depth(len(self.stack) + 1, position)
        if event.tag not in (None, "!", f"tag:yaml.org,2002:{'map' if is_mapping else 'seq'}"):
            self._refuse_tag(str(event.tag), position)
        if self._expects_key():
            self._add(Code.WRONG_KIND, position, "a key must be a string", "put it in quotes if you mean a string")
        if event.anchor is not None:
            # An alias inside would otherwise find an older value of the same name.
            self.anchors.pop(event.anchor, None)
        self.node_count += 1
        self._check_size(position)
        self.stack.append(_Open(position, event.anchor, self.node_count, self.length, {} if is_mapping else None))

    def _check_depth(self, depth: int, position: Position) -> None:
        if depth > MAX_DEPTH:
            message = f"this is nested more than {MAX_DEPTH} levels deep"
            self._add(Code.TOO_DEEP, position, message, "declare a type and refer to it by name")
            raise _Stop

    def _expects_key(self) -> bool:
        return bool(self.stack) and self.stack[-1].entries is not None and not self.stack[-1].has_key

    def _close(self) -> None:
        done = self.stack.pop()
        node: Node
        if done.entries is None:
            node = Sequence(tuple(done.items), done.position)
        else:
            node = Mapping(done.entries, done.position)
        if done.anchor is not None:
            size, length = self.node_count - done.node_count + 1, self.length - done.length
            self.anchors[done.anchor] = _Anchor(node, size, length, done.height)
        self._place(node, done.height)

    def _place(self, node: Node, height: int = 0) -> None:
        if not self.stack:
            self.root = node
            return
        parent = self.stack[-1]
        if height >= parent.height:
            parent.height = height + 1
        if parent.entries is None:
            parent.items.append(node)
        elif not parent.has_key:
            parent.has_key = True
            parent.key = self._checked_key(node, parent.entries) if type(node) is Scalar else None
        else:
            parent.has_key = False
            if parent.key is not None:
                parent.entries[parent.key.text] = Entry(parent.key, node)

    def _checked_key(self, key: Scalar, entries: dict[str, Entry]) -> Scalar | None:
        """The key of the value, or None if the value is to be dropped."""
        text = key.text
        if text not in entries and text != "<<":
            return key
        width = len(text) + 2 * key.quoted
        if text == "<<" and not key.quoted:
            message = "merge keys are not part of YAML 1.2"
            self._add(Code.WRONG_KIND, key.position, message, "write out the keys, or declare a type for them", 2)
            return None
        if text in entries:
            first = entries[text].key.position.line
            message = f"the key '{text}' is already defined on line {first}"
            self._add(Code.DUPLICATE_KEY, key.position, message, "remove one of them, or rename it", width)
            return None
        return key

    # -- aliases

    def _take_alias(self, event: AliasEvent) -> None:
        position = self.source.at(event.start_mark)
        name = event.anchor or ""
        width = len(name) + 1
        anchor = self.anchors.get(name)
        if anchor is None:
            self._refuse_alias(name, position, width)
            # Something has to take its place, or each key that follows would be taken for a value.
            self._place(Scalar(None, "", position, quoted=False))
            return
        self._check_depth(len(self.stack) + anchor.height, position)
        self.node_count += anchor.size
        self.aliased += anchor.size
        self.length += anchor.length
        self.aliased_length += anchor.length
        if self.aliased > MAX_ALIASED or self.aliased_length > MAX_ALIASED_TEXT:
            limit = (
                f"{MAX_ALIASED:,} values" if self.aliased > MAX_ALIASED else f"{MAX_ALIASED_TEXT // 2**20} MiB of text"
            )
            message = f"the aliases of this file expand to more than {limit}"
            self._add(Code.ALIAS_BOMB, position, message, "declare a type and refer to it by name", width)
            raise _Stop
        if self._expects_key():
            self._add(Code.WRONG_KIND, position, "an alias cannot be a key", "write out the key", width)
        self._place(anchor.node, anchor.height)

    def _refuse_alias(self, name: str, position: Position, width: int) -> None:
        if any(name == opened.anchor for opened in self.stack):
            message, hint = f"the alias *{name} is inside the value that it refers to", "write out the value"
            self._add(Code.ALIAS_BOMB, position, message, hint, width)
        else:
            hint = did_you_mean(name, self.anchors, f"write &{name} before the value that you mean")
            self._add(Code.BROKEN_YAML, position, f"no anchor &{name} is defined before this alias", hint, width)


# -- the core schema of YAML 1.2: which plain scalars are numbers, booleans or null ------------------------------------

_WORDS: dict[str, bool | None] = {
    **dict.fromkeys(("", "~", "null", "Null", "NULL")),
    **dict.fromkeys(("true", "True", "TRUE"), True),
    **dict.fromkeys(("false", "False", "FALSE"), False),
}
_NUMBER_STARTS = frozenset("0123456789+-.")
_DECIMAL = re.compile(r"[-+]?[0-9]+")
_HEXADECIMAL_OR_OCTAL = re.compile(r"0x[0-9a-fA-F]+|0o[0-7]+")
_FLOAT = re.compile(r"[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?")
_SPECIAL_FLOAT = re.compile(r"[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN)")
CORE_TAGS: dict[str, type] = {"int": int, "float": float, "bool": bool, "null": type(None)}


def resolve(text: str) -> ScalarValue:
    """The value of a plain scalar."""
    if text in _WORDS:
        return _WORDS[text]
    if text[0] not in _NUMBER_STARTS or len(text) > MAX_NUMBER:
        return text
    if _DECIMAL.fullmatch(text):
        return int(text)
    if _FLOAT.fullmatch(text):
        return float(text)
    if _HEXADECIMAL_OR_OCTAL.fullmatch(text):
        return int(text, 0)
    if _SPECIAL_FLOAT.fullmatch(text):
        return float(text.lower().replace(".", ""))
    return text
