"""Type declarations -> records and kinds of strings, each resolved when it is first used."""

import re
from collections.abc import Callable, Iterator
from typing import TypeAlias

from sealwax.contract.model import Enum, Field, Record, String, Text, TextForm, TextPart
from sealwax.contract.resolving.enums import PLACEHOLDER, check_template
from sealwax.contract.resolving.fields import read_fields
from sealwax.contract.resolving.scope import Scope, child, inside, key
from sealwax.contract.resolving.tiers import tiers_of_record
from sealwax.contract.resolving.types import BUILT_IN, Lookup, read_pattern, string
from sealwax.contract.source import Node, Sequence
from sealwax.diagnostics import Code, did_you_mean
from sealwax.frozen import frozen, replace
from sealwax.language.grammar import TypeDecl
from sealwax.naming import kebab, title
from sealwax.patterns import Pattern

Target: TypeAlias = Record | Enum | Text
Maker: TypeAlias = Callable[[], Target | None]
OTHER_TYPES = {
    "float": "number", "double": "number", "decimal": "number", "int": "integer", "long": "integer",
    "bool": "boolean", "str": "string", "text": "string", "array": "list of …", "list": "list of …", "dict": "map of …",
    "map": "map of …", "any": "json", "unknown": "json", "None": "null", "datetime": "string` with `format: date-time",
}  # fmt: skip
"""How other languages call what ours calls differently."""
CATALOGUES = {"ErrorType": "error_types", "ErrorCode": "error_codes", "WarningCode": "warning_codes"}
STRING_KEYS = ("pattern", "format", "length", "min_length", "max_length", "forms", "parts", "semantics")


class Names:
    """The named declarations of a contract. Looking one up resolves it, so that the order in the file is free."""

    def __init__(self, scope: Scope) -> None:
        self.scope = scope
        self.makers: dict[str, Maker] = {}
        self.known: dict[str, Target | None] = {}
        self.open: list[str] = []

    def lookup(self, name: str, node: Node, offset: int) -> Target | None:
        position = inside(node, offset)
        if name in self.open:
            path = " -> ".join([*self.open[self.open.index(name) :], name])
            message = f"'{name}' contains itself: {path}"
            hint = "a type cannot be part of itself: use `object` or `json` at one of the places"
            self.scope.report.add(Code.CYCLIC_REFERENCE, position, message, hint, len(name))
            return None
        if name not in self.makers:
            hint = self.instead_of(name)
            self.scope.report.add(Code.UNKNOWN_TYPE, position, f"there is no type '{name}'", hint, len(name))
            return None
        return self.resolve(name)

    def instead_of(self, name: str) -> str:
        """What to write in the place of an unknown type."""
        if name in OTHER_TYPES:
            return f"write `{OTHER_TYPES[name]}`"
        if name in CATALOGUES:
            return f"it is known once there is `{CATALOGUES[name]}`"
        otherwise = "declare it below `types` or `enums`, or use a built-in type"
        return did_you_mean(name, [*BUILT_IN, *self.makers], otherwise)

    def resolve(self, name: str) -> Target | None:
        if name not in self.known:
            self.open.append(name)
            self.known[name] = self.makers[name]()
            self.open.pop()
        return self.known[name]


@frozen
class TypeReader:
    """Reads the declarations below `types`."""

    scope: Scope
    lookup: Lookup

    def read(self, name: str, decl: TypeDecl) -> Record | Text | None:
        is_record = decl.fields is not None or decl.includes
        return self.record(name, decl) if is_record else self.text(name, decl)

    def record(self, name: str, decl: TypeDecl) -> Record:
        for word in ("type", *STRING_KEYS):
            if child(decl.node, word) is not decl.node:
                message = f"`{word}` does not fit a record"
                self.scope.mistake(Code.MISPLACED_CONSTRAINT, key(decl.node, word), message, "a record has `fields`")
        if decl.standalone and kebab(name) == "envelope":
            message = f"the schema of '{name}' would take the place of the envelope's"
            self.scope.mistake(Code.RESERVED_NAME, key(decl.node, "standalone"), message, "choose another name")
        own = read_fields(decl.fields or {}, child(decl.node, "fields"), self.scope, self.lookup)
        fields = (*self.included(decl), *own)
        docs = self.scope.docs(decl.docs)
        tiers = tiers_of_record(decl, fields, self.scope)
        return Record(name, decl.title or title(name), docs, decl.open, decl.standalone, fields, decl.includes, tiers)

    def included(self, decl: TypeDecl) -> Iterator[Field]:
        """The fields of the included records; one that comes twice is reported."""
        sequence, homes = child(decl.node, "includes"), dict.fromkeys(decl.fields or (), "this record")
        for name, node in zip(decl.includes, sequence.items if isinstance(sequence, Sequence) else (), strict=True):
            record = self.lookup(name, node, 0)
            if not isinstance(record, Record | None):
                self.scope.mistake(Code.BAD_TYPE, node, f"'{name}' is not a record", "only a record has fields")
                continue
            for field in record.fields if record is not None else ():
                if field.name in homes:
                    message = f"'{name}' has the field '{field.name}', and so has {homes[field.name]}"
                    self.scope.mistake(Code.DUPLICATE_NAME, node, message, "a field comes from one place")
                else:
                    homes[field.name] = f"'{name}'"
                    yield field

    def text(self, name: str, decl: TypeDecl) -> Text | None:
        if decl.type is None:
            hint = "add `fields` for a record, or `type: string` for a kind of string"
            self.scope.mistake(Code.MISSING_KEY, decl.node, f"'{name}' is neither a record nor a kind of string", hint)
            return None
        for word in ("includes", "open", "standalone", "tiered"):
            if child(decl.node, word) is not decl.node:
                message = f"`{word}` fits a record only"
                self.scope.mistake(Code.MISPLACED_CONSTRAINT, key(decl.node, word), message)
        plain = string(decl.constraints, self.scope, String())
        heading, docs = decl.title or title(name), self.scope.docs(decl.docs)
        if decl.forms is None:
            return Text(name, heading, docs, plain, semantics=decl.semantics)
        parts = self.parts(decl)
        forms = tuple(
            TextForm(form, entry.title or title(form), entry.template, entry.example, entry.doc)
            for form, entry in decl.forms.items()
        )
        pattern = self.composite(decl, parts)
        return Text(name, heading, docs, String(pattern=pattern), forms, tuple(parts.values()), decl.semantics)

    def parts(self, decl: TypeDecl) -> dict[str, TextPart]:
        found = {}
        for name, part in decl.parts.items():
            pattern = read_pattern(part.pattern, child(part.node, "pattern"), self.scope)
            if pattern is not None:
                found[name] = TextPart(name, pattern, part.doc)
        return found

    def composite(self, decl: TypeDecl, parts: dict[str, TextPart]) -> Pattern | None:
        """The pattern that the forms make together; every example has to match its own form."""
        for word in ("pattern", "format", "length", "min_length", "max_length"):
            if child(decl.node, word) is not decl.node:
                message = f"`{word}` does not fit beside `forms`, which say how the string looks"
                self.scope.mistake(Code.MISPLACED_CONSTRAINT, key(decl.node, word), message, "leave it out")
        bodies = []
        for form in (decl.forms or {}).values():
            names = check_template(form.template, decl.parts, child(form.node, "template"), self.scope)
            if not all(name in parts for name in names):
                continue
            body = form_body(form.template, parts)
            bodies.append(body)
            pattern = read_pattern(f"^{body}$", child(form.node, "template"), self.scope)
            if pattern is not None and not pattern.matches(form.example):
                message = f"'{form.example}' does not have the form '{form.template}'"
                self.scope.mistake(Code.BAD_VALUE, child(form.node, "example"), message)
        if not bodies:
            return None
        whole = f"^{bodies[0]}$" if len(bodies) == 1 else f"^(?:{'|'.join(bodies)})$"
        pattern = read_pattern(whole, key(decl.node, "forms"), self.scope)
        if pattern is None:
            return None
        spelt = f"^(?:{pattern.body})$" if pattern.grouped else f"^{pattern.body}$"
        return replace(pattern, source=spelt)


def form_body(template: str, parts: dict[str, TextPart]) -> str:
    """A template as a regular expression: literal text escaped, parts in their place."""
    pieces = PLACEHOLDER.split(template)
    escaped = (re.sub(r"([\\^$.|?*+()\[\]{}/-])", r"\\\1", literal) for literal in pieces[::2])
    patterns = (f"(?:{parts[name].pattern.body})" for name in pieces[1::2])
    body = next(escaped)
    for literal, pattern in zip(escaped, patterns, strict=True):
        body += pattern + literal
    return body
