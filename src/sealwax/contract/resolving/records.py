"""Type declarations -> records and string types."""

import re
from collections.abc import Iterator

from sealwax.contract.model import Field, Record, String, Text, TextForm, TextPart
from sealwax.contract.resolving.fields import read_fields
from sealwax.contract.resolving.scope import Scope
from sealwax.contract.resolving.templates import PLACEHOLDER, check_template
from sealwax.contract.resolving.tiers import tiers_of_record
from sealwax.contract.resolving.types import Lookup, constrain_string, read_pattern
from sealwax.contract.source import Sequence, child, key
from sealwax.diagnostics import Code
from sealwax.frozen import frozen, replace
from sealwax.language.grammar.types import TypeDecl
from sealwax.naming import kebab, title
from sealwax.patterns import Pattern

STRING_KEYS = ("pattern", "format", "length", "min_length", "max_length", "forms", "parts", "semantics")


@frozen
class TypeReader:
    """Resolves the declarations under `types`."""

    scope: Scope
    lookup: Lookup

    def read(self, name: str, decl: TypeDecl) -> Record | Text | None:
        is_record = decl.fields is not None or decl.includes
        return self.record(name, decl) if is_record else self.text(name, decl)

    def record(self, name: str, decl: TypeDecl) -> Record:
        for word in ("type", *STRING_KEYS):
            if child(decl.node, word) is not decl.node:
                message = f"`{word}` cannot be used on a record"
                self.scope.error(Code.MISPLACED_CONSTRAINT, key(decl.node, word), message, "a record has `fields`")
        if decl.standalone and kebab(name) == "envelope":
            message = f"the JSON Schema of '{name}' would overwrite that of the envelope"
            self.scope.error(Code.RESERVED_NAME, key(decl.node, "standalone"), message, "choose another name")
        own = read_fields(decl.fields or {}, child(decl.node, "fields"), self.scope, self.lookup)
        fields = (*self.included(decl), *own)
        docs = self.scope.docs(decl.docs)
        tiers = tiers_of_record(decl, fields, self.scope) if decl.tiered else ()
        return Record(name, decl.title or title(name), docs, decl.open, decl.standalone, fields, decl.includes, tiers)

    def included(self, decl: TypeDecl) -> Iterator[Field]:
        """The fields of the included records; duplicates are reported."""
        sequence, owners = child(decl.node, "includes"), dict.fromkeys(decl.fields or (), "this record")
        for name, node in zip(decl.includes, sequence.items if isinstance(sequence, Sequence) else (), strict=True):
            record = self.lookup(name, node, 0)
            if not isinstance(record, Record | None):
                self.scope.error(Code.BAD_TYPE, node, f"'{name}' is not a record", "only a record has fields")
                continue
            for field in record.fields if record is not None else ():
                if field.name in owners:
                    message = f"the field '{field.name}' is in '{name}' and in {owners[field.name]}"
                    self.scope.error(Code.DUPLICATE_NAME, node, message, "remove it from one of them")
                else:
                    owners[field.name] = f"'{name}'"
                    yield field

    def text(self, name: str, decl: TypeDecl) -> Text | None:
        if decl.type is None:
            hint = "add `fields` for a record, or `type: string` for a string type"
            self.scope.error(Code.MISSING_KEY, decl.node, f"'{name}' is neither a record nor a string type", hint)
            return None
        for word in ("includes", "open", "standalone", "tiered"):
            if child(decl.node, word) is not decl.node:
                message = f"`{word}` can only be used on a record"
                self.scope.error(Code.MISPLACED_CONSTRAINT, key(decl.node, word), message)
        plain = constrain_string(decl.constraints, self.scope, String())
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
        """Combine the forms into one pattern, and check that each example matches its form."""
        for word in ("pattern", "format", "length", "min_length", "max_length"):
            if child(decl.node, word) is not decl.node:
                message = f"`{word}` cannot be combined with `forms`, which define the syntax of the string"
                self.scope.error(Code.MISPLACED_CONSTRAINT, key(decl.node, word), message, "remove it")
        bodies = []
        for form in (decl.forms or {}).values():
            names = check_template(form.template, decl.parts, child(form.node, "template"), self.scope)
            if not all(name in parts for name in names):
                continue
            body = _form_body(form.template, parts)
            bodies.append(body)
            pattern = read_pattern(f"^{body}$", child(form.node, "template"), self.scope)
            if pattern is not None and not pattern.matches(form.example):
                message = f"'{form.example}' does not match the template '{form.template}'"
                self.scope.error(Code.BAD_VALUE, child(form.node, "example"), message)
        if not bodies:
            return None
        whole = f"^{bodies[0]}$" if len(bodies) == 1 else f"^(?:{'|'.join(bodies)})$"
        pattern = read_pattern(whole, key(decl.node, "forms"), self.scope)
        if pattern is None:
            return None
        spelt = f"^(?:{pattern.body})$" if pattern.grouped else f"^{pattern.body}$"
        return replace(pattern, source=spelt)


def _form_body(template: str, parts: dict[str, TextPart]) -> str:
    """Turn a template into a regular expression: escape the literal text, and insert the patterns of the parts."""
    pieces = PLACEHOLDER.split(template)
    escaped = (re.sub(r"([\\^$.|?*+()\[\]{}/-])", r"\\\1", literal) for literal in pieces[::2])
    patterns = (f"(?:{parts[name].pattern.body})" for name in pieces[1::2])
    body = next(escaped)
    for literal, pattern in zip(escaped, patterns, strict=True):
        body += pattern + literal
    return body
