"""Nodes -> declarations: unknown keys, wrong shapes."""

import math
import re
from collections.abc import Iterable
from typing import TypeVar, assert_never, cast

from sealwax.contract.model import Json
from sealwax.contract.source import Mapping, Node, Scalar, Sequence
from sealwax.diagnostics import Code, Report, did_you_mean
from sealwax.frozen import frozen
from sealwax.language import forms
from sealwax.language.forms import TYPE_NAME, Form, NameRule, inlined, keys_of, own_keys, required_keys
from sealwax.language.grammar import ContractDecl
from sealwax.naming import pascal

D = TypeVar("D")

OTHER_WORDS = {
    "description": "doc", "desc": "doc", "summary": "doc", "comment": "notes", "required": "level: must",
    "optional": "level: may", "nullable": "type: … | null", "minimum": "min", "maximum": "max",
    "minLength": "min_length", "maxLength": "max_length", "minItems": "min_items", "maxItems": "max_items",
    "properties": "fields", "additionalProperties": "open", "enum": "type: <a name below enums>", "regex": "pattern",
    "constant": "const", "id": "contract", "name": "contract", "status": "http", "retryable": "retry", "code": "type",
}  # fmt: skip
"""How other languages call what ours calls differently."""
OTHER_CHOICES = {
    "required": "must", "mandatory": "must", "recommended": "should", "optional": "may",
}  # fmt: skip
VERSION = re.compile(r"(0|[1-9][0-9]*)\.(0|[1-9][0-9]*)\.(0|[1-9][0-9]*)")
BLANKS = re.compile(r"[ \n]+")
PARAGRAPHS = re.compile(r"\n[ ]*\n[ \n]*")


@frozen
class Notation:
    """How a kind of document calls what the reader asks for, and how one writes it there."""

    mapping: str
    items: str
    entries: str


YAML = Notation("a mapping", "write each item on a line that starts with '- '", "write '{name}: {{…}}' for each {kind}")


def read(node: Node, report: Report) -> ContractDecl | None:
    """The declarations of a contract, or None when its shape is broken; the report says where and why."""
    return read_as(ContractDecl, node, report, YAML)


def read_as(declaration: type[D], node: Node, report: Report, notation: Notation) -> D | None:
    """A declaration of any kind, or None when its shape is broken."""
    before = len(report.diagnostics)
    found = _Reader(report, notation).block(declaration, node)
    return cast(D, found) if len(report.diagnostics) == before else None


def is_sound(node: Node, report: Report) -> bool:
    """Whether a contract that leaves some keys to the one that it extends has the right shape otherwise."""
    before = len(report.diagnostics)
    _Reader(report, is_whole=False).block(ContractDecl, node)
    return len(report.diagnostics) == before


def json_value(node: Node) -> Json:
    """The JSON value that a node stands for."""
    match node:
        case Scalar():
            return node.value
        case Sequence():
            return [json_value(item) for item in node.items]
        case Mapping():
            return {name: json_value(entry.value) for name, entry in node.entries.items()}


class _Reader:
    """Reads forms. A value that breaks its form is reported and read as None, so that reading can go on.

    Without `is_whole`, a missing key may stand in the contract that this one extends, and is no mistake.
    """

    def __init__(self, report: Report, notation: Notation = YAML, *, is_whole: bool = True) -> None:
        self.report = report
        self.notation = notation
        self.is_whole = is_whole

    def block(self, declaration: type, node: Node) -> object:
        if not isinstance(node, Mapping):
            hint = mapping_hint(declaration, node) if self.notation is YAML else keys_hint(declaration)
            if not self.is_whole and isinstance(node, Scalar) and node.value is None:
                hint = f"what is extended cannot be removed: leave this out to keep it as it is; if it is new, {hint}"
            self.wrong_kind(node, self.notation.mapping, hint)
            return None
        keys = keys_of(declaration)
        given: dict[str, object] = {}
        for name, entry in node.entries.items():
            if (key := keys.get(name)) is not None:
                given[name] = self.value(key.form, entry.value)
            else:
                hint = self.instead_of(name, keys)
                self.report.add(Code.UNKNOWN_KEY, entry.key.position, f"there is no key '{name}' here", hint, len(name))
        missing = [key for key in required_keys(declaration) if key.name not in node.entries]
        for key in missing if self.is_whole else ():
            hint = f"add '{key.name}': {key.doc[0].lower()}{key.doc[1:]}"
            self.report.add(Code.MISSING_KEY, node.position, f"the key '{key.name}' is missing", hint)
        return None if missing else build(declaration, node, given)

    def instead_of(self, name: str, keys: Iterable[str]) -> str:
        """What to write in the place of an unknown key: another language's word is translated, a typo is mended."""
        known = list(keys)
        if (word := OTHER_WORDS.get(name)) is not None and word.split(":")[0] in known:
            return f"write `{word}`"
        if " " in name:
            return "put the text before it in quotes: the comma in it ends it otherwise"
        return did_you_mean(name, known, f"the keys here are: {', '.join(known)}")

    def value(self, form: Form, node: Node) -> object:
        match form:
            case forms.Line():
                return self.line(node)
            case forms.Prose():
                return self.prose(node)
            case forms.Verbatim():
                return self.text(node)
            case forms.TypeText():
                return self.type_text(node)
            case forms.Version():
                return self.version(node)
            case forms.Name():
                return self.name(form.rule, node)
            case forms.Choice():
                return self.choice(form.words, node)
            case forms.Flag():
                return self.flag(node)
            case forms.Count():
                return self.count(form, node)
            case forms.Numeric():
                return self.numeric(node)
            case forms.Plain():
                return self.plain(node)
            case forms.AnyJson():
                return self.json(node)
            case forms.Items():
                return self.items(form.item, node)
            case forms.Entries():
                return self.entries(form, node)
            case forms.Block():
                return self.block(form.declaration, node)
            case forms.Either():
                return self.value(form.long if isinstance(node, Mapping) else form.short, node)
            case forms.Several():
                return self.items(form.item, node) if isinstance(node, Sequence) else (self.value(form.item, node),)
            case _:
                assert_never(form)

    def text(self, node: Node, what: str = "text") -> str | None:
        if not isinstance(node, Scalar):
            self.wrong_kind(node, what)
            return None
        if not isinstance(node.value, str):
            hint = f'put it in quotes: "{node.text}"' if node.text else "write the text, or leave the key out"
            self.wrong_kind(node, what, hint)
            return None
        return node.value

    def line(self, node: Node) -> str | None:
        text = self.text(node)
        if text is None:
            return None
        line = one_line(text)
        if not line:
            self.report.add(Code.BAD_VALUE, node.position, "this text is empty", "write the text, or leave the key out")
        return line

    def prose(self, node: Node) -> str | None:
        text = self.text(node)
        if text is None:
            return None
        prose = "\n\n".join(filter(None, map(one_line, PARAGRAPHS.split(text)))) if "\n" in text else one_line(text)
        if not prose:
            self.report.add(Code.BAD_VALUE, node.position, "this text is empty", "write the text, or leave the key out")
        return prose

    def type_text(self, node: Node) -> str | None:
        if isinstance(node, Scalar) and node.value is None and node.text == "null":
            return "null"
        return self.text(node, "a type")

    def version(self, node: Node) -> str | None:
        if isinstance(node, Scalar) and isinstance(node.value, int | float) and not isinstance(node.value, bool):
            message = f"the version {node.text} is not quoted, so that YAML reads a number"
            hint = f'write three numbers in quotes: "{whole_version(node.text)}"'
            self.report.add(Code.UNQUOTED_VERSION, node.position, message, hint, len(node.text))
            return None
        text = self.text(node, "a version")
        if text is not None and not VERSION.fullmatch(text):
            message = f"'{text}' is not a version"
            hint = f'write three numbers, such as "{whole_version(text)}"'
            self.report.add(Code.BAD_VALUE, node.position, message, hint, len(text))
        return text

    def name(self, rule: NameRule, node: Node) -> str | None:
        text = self.text(node, f"a {rule.kind}")
        if text is not None and isinstance(node, Scalar):
            self.check_name(rule, text, node)
        return text

    def check_name(self, rule: NameRule, name: str, node: Scalar) -> None:
        if not rule.accepts(name):
            message = f"'{name}' cannot be a {rule.kind}"
            hint = f"a {rule.kind} is {rule.says}, at most {rule.max_length} characters"
            if rule is TYPE_NAME and rule.accepts(pascal(name)):
                hint = f"did you mean '{pascal(name)}'? {hint}"
            self.report.add(Code.BAD_NAME, node.position, message, hint, len(node.text))

    def choice(self, words: tuple[str, ...], node: Node) -> str | None:
        known = ", ".join(words)
        if isinstance(node, Scalar) and isinstance(node.value, bool) and "no" in words:
            self.wrong_kind(node, f"one of {known}", f"write {'yes' if node.value else 'no'}")
            return None
        text = self.text(node, f"one of {known}")
        if text is not None and text not in words:
            meant = OTHER_CHOICES.get(text.lower(), "")
            hint = did_you_mean(meant if meant in words else text, words, f"write one of: {known}")
            self.report.add(Code.BAD_VALUE, node.position, f"'{text}' is not one of {known}", hint, len(text))
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
            self.report.add(Code.BAD_VALUE, node.position, message, width=len(node.text))
        return node.value

    def unquoted(self, node: Node) -> str:
        is_number = isinstance(node, Scalar) and node.quoted and re.fullmatch(r"-?[0-9]+(\.[0-9]+)?", node.text)
        return f"write it without quotes: {node.text}" if is_number and isinstance(node, Scalar) else ""

    def numeric(self, node: Node) -> int | float | None:
        value = node.value if isinstance(node, Scalar) else None
        if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
            self.wrong_kind(node, "a finite number", self.unquoted(node))
            return None
        return value

    def plain(self, node: Node) -> Json:
        if not isinstance(node, Scalar):
            self.wrong_kind(node, "a single value")
            return None
        return self.json(node)

    def json(self, node: Node) -> Json:
        self.refuse_infinities(node)
        return json_value(node)

    def refuse_infinities(self, node: Node) -> None:
        match node:
            case Scalar():
                if isinstance(node.value, float) and not math.isfinite(node.value):
                    self.wrong_kind(node, "a JSON value", "JSON has no infinite numbers and no NaN")
            case Sequence():
                for item in node.items:
                    self.refuse_infinities(item)
            case Mapping():
                for entry in node.entries.values():
                    self.refuse_infinities(entry.value)

    def items(self, form: Form, node: Node) -> tuple[object, ...]:
        if not isinstance(node, Sequence):
            self.wrong_kind(node, "a list", self.notation.items)
            return ()
        if not node.items:
            self.report.add(Code.BAD_VALUE, node.position, "this list is empty", "write an item, or leave the key out")
        return tuple(self.value(form, item) for item in node.items)

    def entries(self, form: forms.Entries, node: Node) -> dict[str, object]:
        if not isinstance(node, Mapping):
            first = node.items[0] if isinstance(node, Sequence) and node.items else None
            name = first.text if isinstance(first, Scalar) else "name"
            self.wrong_kind(node, self.notation.mapping, self.notation.entries.format(name=name, kind=form.rule.kind))
            return {}
        if not node.entries and not form.may_be_empty:
            self.report.add(
                Code.BAD_VALUE, node.position, "this mapping is empty", "write an entry, or leave the key out"
            )
        for name, entry in node.entries.items():
            self.check_name(form.rule, name, entry.key)
        return {name: self.value(form.value, entry.value) for name, entry in node.entries.items()}

    def wrong_kind(self, node: Node, expected: str, hint: str = "") -> None:
        width = len(node.text) if isinstance(node, Scalar) else 1
        found = self.notation.mapping if isinstance(node, Mapping) else kind_of(node)
        self.report.add(Code.WRONG_KIND, node.position, f"expected {expected}, found {found}", hint, width)


def whole_version(text: str) -> str:
    """The version of three numbers that somebody meant who wrote fewer; an example where that cannot be told."""
    parts = text.removeprefix("v").split(".")
    meant = ".".join([*parts, "0", "0"][:3])
    return meant if len(parts) < 4 and VERSION.fullmatch(meant) else "1.0.0"


def one_line(text: str) -> str:
    return (BLANKS.sub(" ", text) if "\n" in text or "  " in text else text).strip(" ")


def mapping_hint(declaration: type, node: Node) -> str:
    """What to write where a mapping is due: the value under its key, an empty mapping, or the keys there are."""
    keys = keys_of(declaration)
    needed = [key.name for key in keys.values() if key.required]
    if isinstance(node, Scalar) and node.text and needed == ["type"]:
        return f"write {{type: {node.text}}}"
    if isinstance(node, Scalar) and not needed:
        return "write {} when there is nothing to say"
    return keys_hint(declaration)


def keys_hint(declaration: type) -> str:
    return f"write its keys: {', '.join(keys_of(declaration))}"


def kind_of(node: Node) -> str:
    match node:
        case Mapping():
            return "a mapping"
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
    """An instance of a declaration from the values of its mapping, inlined declarations first."""
    own = own_keys(declaration)
    arguments = {name: value for name, value in given.items() if name in own}
    for attribute, inner in inlined(declaration).items():
        arguments[attribute] = build(inner, node, given)
    return declaration(node=node, **arguments)
