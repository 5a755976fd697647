"""The named declarations of a contract, each resolved when it is first used: types, enums and catalogues."""

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import TypeAlias

from sealwax.contract.model import Enum, Field, Record, String, Text, TextForm, TextPart
from sealwax.contract.resolving.ascents import read_ascents
from sealwax.contract.resolving.enums import (
    read_enum,
    read_error_codes,
    read_error_types,
    read_warning_codes,
    with_contexts,
)
from sealwax.contract.resolving.fields import read_fields
from sealwax.contract.resolving.generated_names import CATALOGUES
from sealwax.contract.resolving.scope import Scope
from sealwax.contract.resolving.templates import PLACEHOLDER, check_template
from sealwax.contract.resolving.tiers import tiers_of_record
from sealwax.contract.resolving.types import constrain_string, read_pattern
from sealwax.contract.source import Node, child, inside, items, key
from sealwax.diagnostics import Code, did_you_mean
from sealwax.frozen import replace
from sealwax.language import grammar as g
from sealwax.language.type_text import BUILT_IN
from sealwax.naming import kebab, title
from sealwax.patterns import Pattern, escape

Target: TypeAlias = Record | Enum | Text
Resolver: TypeAlias = Callable[[], Target | None]
NAMES_ELSEWHERE = {
    "float": "number", "double": "number", "decimal": "number", "int": "integer", "long": "integer",
    "bool": "boolean", "str": "string", "text": "string", "array": "list of …", "list": "list of …", "dict": "map of …",
    "map": "map of …", "any": "json", "unknown": "json", "None": "null", "datetime": "string` with `format: date-time",
}  # fmt: skip
"""Type names of other languages, and what to write instead."""


class Declarations:
    """The named declarations of a contract. Looking one up resolves it, so they can be declared in any order."""

    def __init__(self, decl: g.ContractDecl, scope: Scope) -> None:
        self.scope = replace(scope, lookup=self.lookup)
        self.resolved: dict[str, Target | None] = {}
        self.in_progress: list[str] = []
        self.resolvers = self._resolvers(decl)
        self.codes = {"ErrorCode": decl.error_codes, "WarningCode": decl.warning_codes}

    def all(self) -> list[Target]:
        """Every declaration without errors: types, enums, then the catalogues, each in contract order."""
        found = [target for name in self.resolvers if (target := self._resolve(name)) is not None]
        return [self._with_contexts(target) for target in found]

    def _with_contexts(self, target: Target) -> Target:
        codes = self.codes.get(target.name)
        if codes is None or not isinstance(target, Enum):
            return target
        return with_contexts(target, codes.values, self.scope)

    def lookup(self, name: str, node: Node, offset: int | None) -> Target | None:
        position = inside(node, offset or 0)
        if name in self.in_progress:
            path = " -> ".join([*self.in_progress[self.in_progress.index(name) :], name])
            message = f"'{name}' contains itself: {path}"
            hint = "a type cannot contain itself: use `object` or `json` at one of these places"
            self.scope.report.add(Code.CYCLIC_REFERENCE, position, message, hint, len(name))
            return None
        if name not in self.resolvers:
            hint = self._suggestion(name, may_be_built_in=offset is not None)
            self.scope.report.add(Code.UNKNOWN_TYPE, position, f"there is no type '{name}'", hint, len(name))
            return None
        return self._resolve(name)

    def _suggestion(self, name: str, *, may_be_built_in: bool) -> str:
        if name in NAMES_ELSEWHERE and may_be_built_in:
            return f"write `{NAMES_ELSEWHERE[name]}`"
        if name in CATALOGUES:
            return f"to use it, add `{CATALOGUES[name]}` to the contract"
        if not may_be_built_in:
            return did_you_mean(name, self.resolvers, "declare it under `types` or `enums`")
        fallback = "declare it under `types` or `enums`, or use a built-in type"
        return did_you_mean(name, [*BUILT_IN, *self.resolvers], fallback)

    def _resolve(self, name: str) -> Target | None:
        if name not in self.resolved:
            self.in_progress.append(name)
            self.resolved[name] = self.resolvers[name]()
            self.in_progress.pop()
        return self.resolved[name]

    def _resolvers(self, decl: g.ContractDecl) -> dict[str, Resolver]:
        scope = self.scope
        found: dict[str, Resolver] = {
            name: partial(_read_type, name, entry, scope) for name, entry in decl.types.items()
        }
        found |= {name: partial(read_enum, name, entry, scope) for name, entry in decl.enums.items()}
        error_types = None if decl.error_types is None else read_error_types(decl.error_types, decl.error_codes, scope)
        if error_types is not None:
            found[error_types.name] = lambda: error_types
        if decl.error_codes is not None:
            found["ErrorCode"] = partial(read_error_codes, decl.error_codes, error_types, scope)
        if decl.warning_codes is not None:
            found["WarningCode"] = partial(read_warning_codes, decl.warning_codes, scope)
        return found


# -- types ------------------------------------------------------------------------------------------------------------

SYNTAX_KEYS = ("pattern", "format", "length", "min_length", "max_length")
STRING_KEYS = (*SYNTAX_KEYS, "forms", "parts", "semantics")


def _read_type(name: str, decl: g.TypeDecl, scope: Scope) -> Record | Text | None:
    is_record = decl.fields is not None or decl.includes
    return _record(name, decl, scope) if is_record else _text(name, decl, scope)


def _record(name: str, decl: g.TypeDecl, scope: Scope) -> Record:
    _check_absent(decl, ("type", *STRING_KEYS), "cannot be used on a record", "a record has `fields`", scope)
    if decl.standalone and kebab(name) == "envelope":
        message = f"the JSON Schema of '{name}' would overwrite that of the envelope"
        scope.error(Code.RESERVED_NAME, key(decl.node, "standalone"), message, "choose another name")
    own = read_fields(decl.fields or {}, child(decl.node, "fields"), scope)
    fields = (*_included(decl, scope), *own)
    docs = scope.docs(decl.docs)
    tiers = tiers_of_record(decl, fields, scope) if decl.tiered else ()
    return Record(name, decl.title or title(name), docs, decl.open, decl.standalone, fields, decl.includes, tiers)


def _check_absent(decl: g.TypeDecl, words: Iterable[str], why: str, hint: str, scope: Scope) -> None:
    """Report keys that a type of this kind cannot have."""
    for word in words:
        if child(decl.node, word) is not decl.node:
            scope.error(Code.MISPLACED_CONSTRAINT, key(decl.node, word), f"`{word}` {why}", hint)


def _included(decl: g.TypeDecl, scope: Scope) -> Iterator[Field]:
    """The fields of the included records; duplicates are reported."""
    sequence, owners = child(decl.node, "includes"), dict.fromkeys(decl.fields or (), "this record")
    for name, node in zip(decl.includes, items(sequence), strict=True):
        record = scope.lookup(name, node, None)
        if not isinstance(record, Record | None):
            scope.error(Code.BAD_TYPE, node, f"'{name}' is not a record", "only a record has fields")
            continue
        for field in record.fields if record is not None else ():
            if field.name in owners:
                message = f"the field '{field.name}' is in '{name}' and in {owners[field.name]}"
                scope.error(Code.DUPLICATE_NAME, node, message, "remove it from one of them")
            else:
                owners[field.name] = f"'{name}'"
                yield field


def _text(name: str, decl: g.TypeDecl, scope: Scope) -> Text | None:
    if decl.type is None:
        hint = "add `fields` for a record, or `type: string` for a string type"
        scope.error(Code.MISSING_KEY, decl.node, f"'{name}' is neither a record nor a string type", hint)
        return None
    _check_absent(decl, ("includes", "open", "standalone", "tiered"), "can only be used on a record", "", scope)
    plain = constrain_string(decl.constraints, scope, String())
    heading, docs = decl.title or title(name), scope.docs(decl.docs)
    if decl.forms is None:
        return Text(name, heading, docs, plain, semantics=decl.semantics)
    parts = _parts(decl, scope)
    forms = tuple(
        TextForm(form, entry.title or title(form), entry.template, entry.example, entry.doc)
        for form, entry in decl.forms.items()
    )
    pattern = _composite(decl, parts, scope)
    ascents = read_ascents(decl, parts, scope)
    semantics = (*decl.semantics, *(f"`{each.high}` should be greater than `{each.low}`." for each in ascents))
    return Text(name, heading, docs, String(pattern=pattern), forms, tuple(parts.values()), semantics, ascents)


def _parts(decl: g.TypeDecl, scope: Scope) -> dict[str, TextPart]:
    found = {}
    for name, part in decl.parts.items():
        pattern = read_pattern(part.pattern, child(part.node, "pattern"), scope)
        if pattern is not None:
            found[name] = TextPart(name, pattern, part.doc)
    return found


def _composite(decl: g.TypeDecl, parts: dict[str, TextPart], scope: Scope) -> Pattern | None:
    """Combine the forms into one pattern, and check that each example matches its form."""
    why = "cannot be combined with `forms`, which define the syntax of the string"
    _check_absent(decl, SYNTAX_KEYS, why, "remove it", scope)
    bodies = []
    for form in (decl.forms or {}).values():
        names = check_template(form.template, decl.parts, child(form.node, "template"), scope)
        if not all(name in parts for name in names):
            continue
        body = _form_body(form.template, parts)
        bodies.append(body)
        pattern = read_pattern(f"^{body}$", child(form.node, "template"), scope)
        if pattern is not None and not pattern.matches(form.example):
            message = f"'{form.example}' does not match the template '{form.template}'"
            scope.error(Code.BAD_VALUE, child(form.node, "example"), message)
    if not bodies:
        return None
    whole = f"^{bodies[0]}$" if len(bodies) == 1 else f"^(?:{'|'.join(bodies)})$"
    pattern = read_pattern(whole, key(decl.node, "forms"), scope)
    if pattern is None:
        return None
    spelled = f"^(?:{pattern.body})$" if pattern.grouped else f"^{pattern.body}$"
    return replace(pattern, source=spelled)


def _form_body(template: str, parts: dict[str, TextPart]) -> str:
    """Turn a template into a regular expression: escape the literal text, and insert the patterns of the parts."""
    pieces = PLACEHOLDER.split(template)
    pieces[::2] = map(escape, pieces[::2])
    pieces[1::2] = (f"(?:{parts[name].pattern.body})" for name in pieces[1::2])
    return "".join(pieces)
