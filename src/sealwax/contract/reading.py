"""Nodes -> declarations; reports unknown keys and wrong shapes."""

import math
import re
from collections.abc import Callable
from typing import TypeVar, assert_never, cast

from msgspec import Struct

from sealwax.contract import hints
from sealwax.contract.model import Json
from sealwax.contract.source import Mapping, Node, Scalar, Sequence, width_of
from sealwax.contract.versions import VERSION
from sealwax.diagnostics import Code, Report
from sealwax.language import forms
from sealwax.language.forms import TYPE_NAME, Form, Name, attributes_of, inlined, keys_of, required_keys
from sealwax.language.grammar.catalogues import ErrorCodeDecl, ErrorTypeDecl
from sealwax.language.grammar.contract import ContractDecl
from sealwax.language.type_text import BUILT_IN
from sealwax.meaning.json_values import LARGEST_EXACT
from sealwax.naming import one_line, paragraphs, pascal

D = TypeVar("D")

NUMBERED = (forms.Block(ErrorTypeDecl), forms.Block(ErrorCodeDecl))
"""What people identify by the number of a protocol instead of a name."""
COMPOSED = re.compile(r"^(list|map) of |\|")
INTEGER = re.compile(r"[-+]?[0-9]{1,9}")


class Notation(Struct, frozen=True):
    """What a file format calls a mapping, and how lists and entries are written in it."""

    mapping: str
    items: str
    entries: str


YAML = Notation("a mapping", "write each item on a line that starts with '- '", "write '{name}: {{…}}' for each {kind}")


def read(node: Node, report: Report) -> ContractDecl | None:
    """Read the declarations of a contract; None if anything is reported."""
    return read_as(ContractDecl, node, report, YAML)


def read_as(declaration: type[D], node: Node, report: Report, notation: Notation) -> D | None:
    """Read any declaration; None if anything is reported."""
    before = len(report.diagnostics)
    found = _Reader(report, notation).block(declaration, node)
    return cast(D, found) if len(report.diagnostics) == before else None


def has_valid_shape(node: Node, report: Report) -> bool:
    """Check the shape of a contract that extends another one, where required keys may be missing."""
    before = len(report.diagnostics)
    _Reader(report, is_partial=True).block(ContractDecl, node)
    return len(report.diagnostics) == before


def json_value(node: Node) -> Json:
    """The JSON value of a node."""
    match node:
        case Scalar():
            return node.value
        case Sequence():
            return [json_value(item) for item in node.items]
        case Mapping():
            return {name: json_value(entry.value) for name, entry in node.entries.items()}


class _Reader:
    """Reads forms. A value of the wrong form is reported and read as None, so that reading can go on.

    With `is_partial`, required keys may be missing, because the extended contract may have them.
    """

    def __init__(self, report: Report, notation: Notation = YAML, *, is_partial: bool = False) -> None:
        self.report = report
        self.notation = notation
        self.is_partial = is_partial

    def block(self, declaration: type, node: Node) -> object:
        if not isinstance(node, Mapping):
            hint = hints.mapping(declaration, node) if self.notation is YAML else hints.keys(declaration)
            if self.is_partial and isinstance(node, Scalar) and node.value is None:
                hint = f"to keep what is inherited, remove this key: nothing can be unset; for something new, {hint}"
            self.wrong_kind(node, self.notation.mapping, hint)
            return None
        keys = keys_of(declaration)
        given: dict[str, object] = {}
        misspelled: set[str | None] = set()
        for name, entry in node.entries.items():
            if (key := keys.get(name)) is not None:
                given[name] = self.value(key.form, entry.value)
            else:
                hint, meant = hints.unknown_key(name, entry.value, list(keys))
                misspelled.add(meant)
                self.report.add(Code.UNKNOWN_KEY, entry.key.position, f"there is no key '{name}' here", hint, len(name))
        missing = [key for key in required_keys(declaration) if key.name not in node.entries]
        for key in () if self.is_partial else (key for key in missing if key.name not in misspelled):
            hint = f"add '{key.name}': {key.doc[0].lower()}{key.doc[1:]}"
            self.report.add(Code.MISSING_KEY, node.position, f"the key '{key.name}' is missing", hint)
        return None if missing else build(declaration, node, given)

    def value(self, form: Form, node: Node) -> object:
        match form:
            case forms.Simple():
                return _SIMPLE[form](self, node)
            case forms.Name():
                return self.name(form, node)
            case forms.Choice():
                return self.choice(form.words, node)
            case forms.Count():
                return self.count(form, node)
            case forms.Items():
                return self.items(form, node)
            case forms.Entries():
                return self.entries(form, node)
            case forms.Block():
                return self.block(form.declaration, node)
            case forms.Either():
                return self.value(form.long if isinstance(node, Mapping) else form.short, node)
            case forms.Several():
                return (
                    self.value(forms.Items(form.item), node)
                    if isinstance(node, Sequence)
                    else (self.value(form.item, node),)
                )
            case _:
                assert_never(form)

    def text(self, node: Node, expected: str = "text") -> str | None:
        hint = ""
        if isinstance(node, Scalar):
            if isinstance(node.value, str):
                return node.value
            hint = f'put it in quotes: "{node.text}"' if node.text else "write the text, or remove the key"
        self.wrong_kind(node, expected, hint)
        return None

    def line(self, node: Node) -> str | None:
        text = self.text(node)
        return None if text is None else self.not_empty(one_line(text), node)

    def prose(self, node: Node) -> str | None:
        text = self.text(node)
        if text is None:
            return None
        return self.not_empty("\n\n".join(paragraphs(text)), node)

    def not_empty(self, text: str, node: Node) -> str:
        if not text:
            self.report.add(Code.BAD_VALUE, node.position, "this text is empty", "write the text, or remove the key")
        return text

    def type_text(self, node: Node) -> str | None:
        if isinstance(node, Scalar) and node.value is None and node.text == "null":
            return "null"
        if isinstance(node, Sequence):
            hint = "for one of several types, write `string | null`; for a list, `list of string`"
            self.wrong_kind(node, "a type", hint)
            return None
        return self.text(node, "a type")

    def version(self, node: Node) -> str | None:
        if isinstance(node, Scalar) and isinstance(node.value, int | float) and not isinstance(node.value, bool):
            message = f"the version {node.text} is not quoted, so YAML reads it as a number"
            hint = f'write three numbers in quotes: "{hints.full_version(node.text)}"'
            self.report.add(Code.UNQUOTED_VERSION, node.position, message, hint, len(node.text))
            return None
        text = self.text(node, "a version")
        if text is not None and not VERSION.fullmatch(text):
            message = f"'{text[:50]}' is not a version"
            hint = f'write three numbers of at most nine digits, such as "{hints.full_version(text)}"'
            self.report.add(Code.BAD_VALUE, node.position, message, hint, len(text))
        return text

    def name(self, rule: Name, node: Node) -> str | None:
        text = self.text(node, f"a {rule.kind}")
        if text is not None and isinstance(node, Scalar):
            self.check_name(rule, text, node)
        return text

    def check_name(self, rule: Name, name: str, node: Scalar) -> None:
        if not accepts(rule, name):
            message = f"'{name}' is not a valid {rule.kind}"
            hint = f"a {rule.kind} consists of {rule.consists_of}, at most {rule.max_length} characters"
            if rule is TYPE_NAME and (name in BUILT_IN or COMPOSED.search(name)):
                what = "is a built-in type" if name in BUILT_IN else "is made of other types"
                message = f"'{name}' {what}, but only a type of the contract is possible here"
                hint = "declare a record under `types`, for example with a field of this type, and write its name"
            elif rule is TYPE_NAME and accepts(rule, pascal(name)):
                hint = f"did you mean '{pascal(name)}'? {hint}"
            self.report.add(Code.BAD_NAME, node.position, message, hint, len(node.text))

    def choice(self, words: tuple[str, ...], node: Node) -> str | None:
        known = ", ".join(words)
        if isinstance(node, Scalar) and isinstance(node.value, bool) and "no" in words:
            self.wrong_kind(node, f"one of {known}", f"write {'yes' if node.value else 'no'}")
            return None
        text = self.text(node, f"one of {known}")
        if text is not None and text not in words:
            message = f"'{text}' is not one of {known}"
            self.report.add(Code.BAD_VALUE, node.position, message, hints.choice(text, words), len(text))
        return text

    def flag(self, node: Node) -> bool | None:
        if isinstance(node, Scalar) and isinstance(node.value, bool):
            return node.value
        self.wrong_kind(node, "true or false", "write true or false without quotes")
        return None

    def count(self, form: forms.Count, node: Node) -> int | None:
        if not isinstance(node, Scalar) or not isinstance(node.value, int) or isinstance(node.value, bool):
            self.wrong_kind(node, "a whole number", self.unquoted(node))
            return None
        if not form.minimum <= node.value <= form.maximum:
            message = f"{node.text} is not between {form.minimum} and {form.maximum}"
            self.report.add(Code.BAD_VALUE, node.position, message, form.hint, len(node.text))
        return node.value

    def unquoted(self, node: Node) -> str:
        is_number = isinstance(node, Scalar) and node.quoted and re.fullmatch(r"-?[0-9]+(\.[0-9]+)?", node.text)
        return f"write it without quotes: {node.text}" if is_number and isinstance(node, Scalar) else ""

    def numeric(self, node: Node) -> int | float | None:
        value = node.value if isinstance(node, Scalar) else None
        if isinstance(value, bool) or not isinstance(value, int | float):
            self.wrong_kind(node, "a number", self.unquoted(node))
            return None
        return value if self.is_exact(value, node) else None

    def is_exact(self, value: float, node: Node) -> bool:
        """Whether a number is the same in every language; if not, report it."""
        if -LARGEST_EXACT <= value <= LARGEST_EXACT:
            return True
        message = f"this number is not between -{LARGEST_EXACT} and {LARGEST_EXACT}"
        hint = "beyond that, whole numbers are rounded in JavaScript; long identifiers are best described as strings"
        self.report.add(Code.BAD_VALUE, node.position, message, hint, width_of(node))
        return False

    def plain(self, node: Node) -> Json:
        if not isinstance(node, Scalar):
            self.wrong_kind(node, "a single value")
            return None
        return self.numeric(node) if isinstance(node.value, float) else self.json(node)

    def json(self, node: Node) -> Json:
        match node:
            case Scalar():
                if isinstance(node.value, float) and not math.isfinite(node.value):
                    self.wrong_kind(node, "a JSON value", "JSON has no infinity and no NaN")
                return 0 if isinstance(node.value, int) and not self.is_exact(node.value, node) else node.value
            case Sequence():
                return [self.json(item) for item in node.items]
            case Mapping():
                for entry in node.entries.values():
                    self.is_text_key(entry.key)
                return {name: self.json(entry.value) for name, entry in node.entries.items()}

    def items(self, form: forms.Items, node: Node) -> tuple[object, ...]:
        if not isinstance(node, Sequence):
            self.wrong_kind(node, "a list", self.notation.items)
            return ()
        if not node.items and not form.may_be_empty:
            hint = "add an item, or remove the key if it is optional"
            self.report.add(Code.BAD_VALUE, node.position, "this list is empty", hint)
        return tuple(self.value(form.item, item) for item in node.items)

    def entries(self, form: forms.Entries, node: Node) -> dict[str, object]:
        if not isinstance(node, Mapping):
            first = node.items[0] if isinstance(node, Sequence) and node.items else None
            name = first.text if isinstance(first, Scalar) else "name"
            self.wrong_kind(node, self.notation.mapping, self.notation.entries.format(name=name, kind=form.rule.kind))
            return {}
        if not node.entries and not form.may_be_empty:
            hint = "add an entry, or remove the key if it is optional"
            self.report.add(Code.BAD_VALUE, node.position, "this mapping is empty", hint)
        for entry in node.entries.values():
            self.check_entry(form, entry.key)
        return {name: self.value(form.value, entry.value) for name, entry in node.entries.items()}

    def check_entry(self, form: forms.Entries, key: Scalar) -> None:
        if form.value in NUMBERED and INTEGER.fullmatch(key.text) and not (key.quoted and accepts(form.rule, key.text)):
            message = f"an error is identified by a name, not by the number {key.text}"
            hint = hints.error_number(int(key.text), "with" if form.value == NUMBERED[0] else "and give its error type")
            self.report.add(Code.BAD_NAME, key.position, message, hint, width_of(key))
        elif self.is_text_key(key):
            self.check_name(form.rule, key.text, key)

    def is_text_key(self, key: Scalar) -> bool:
        """Report a key that YAML reads as a number, a boolean or null."""
        if not (is_text := isinstance(key.value, str)):
            message = f"this key is read as {kind_of(key)}, but a key must be a string"
            self.report.add(Code.WRONG_KIND, key.position, message, f'write "{key.text}":', len(key.text))
        return is_text

    def wrong_kind(self, node: Node, expected: str, hint: str = "") -> None:
        width = len(node.text) if isinstance(node, Scalar) else 1
        found = self.notation.mapping if isinstance(node, Mapping) else kind_of(node)
        self.report.add(Code.WRONG_KIND, node.position, f"expected {expected}, found {found}", hint, width)


_SIMPLE: dict[forms.Simple, Callable[[_Reader, Node], object]] = {
    forms.LINE: _Reader.line,
    forms.PROSE: _Reader.prose,
    forms.VERBATIM: _Reader.text,
    forms.VERSION: _Reader.version,
    forms.TYPE_TEXT: _Reader.type_text,
    forms.FLAG: _Reader.flag,
    forms.NUMERIC: _Reader.numeric,
    forms.PLAIN: _Reader.plain,
    forms.ANY_JSON: _Reader.json,
}


def accepts(rule: Name, name: str) -> bool:
    return len(name) <= rule.max_length and re.fullmatch(rule.pattern, name) is not None


def kind_of(node: Scalar | Sequence) -> str:
    match node:
        case Sequence():
            return "a list"
        case Scalar(value=None):
            # YAML has no dates, and TOML no null.
            return "nothing" if node.text == "" else "a date" if node.text[0].isdigit() else "null"
        case Scalar(value=bool()):
            return f"the boolean {node.text}"
        case Scalar(value=int() | float()):
            return f"the number {node.text}"
        case _:
            return "text"


def build(declaration: type, node: Node, given: dict[str, object]) -> object:
    """Create a declaration, and those inlined in it, from the values of one mapping."""
    own, keys = attributes_of(declaration), keys_of(declaration)
    found = ((keys[name].attribute, value) for name, value in given.items() if name in keys)
    arguments = {name: value for name, value in found if name in own}
    for attribute, inner in inlined(declaration).items():
        arguments[attribute] = build(inner, node, given)
    return declaration(node=node, **arguments)
