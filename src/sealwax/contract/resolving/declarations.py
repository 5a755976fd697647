"""The named declarations of a contract, each resolved when it is first used: types, enums and catalogues.

`order: {type: Order}` looks up `Order`, which resolves its fields, and so the types of these. A type that comes up
again while it is being resolved contains itself, which is an error.
"""

from collections.abc import Callable, Iterator
from functools import partial
from itertools import chain
from typing import TypeAlias

from msgspec.structs import replace

from sealwax.contract.model import Enum, Field, Format, Record, Text
from sealwax.contract.resolving.enums import (
    read_enum,
    read_error_codes,
    read_error_types,
    read_warning_codes,
    with_contexts,
)
from sealwax.contract.resolving.fields import read_fields
from sealwax.contract.resolving.lifecycle import check_former_names, tiers_of_record
from sealwax.contract.resolving.scope import Scope
from sealwax.contract.resolving.texts import STRING_KEYS, read_text
from sealwax.contract.source import Node, child, inside, items, key
from sealwax.diagnostics import Code, Position
from sealwax.language import grammar as g
from sealwax.language.type_text import BUILT_IN
from sealwax.naming import kebab, title

Target: TypeAlias = Record | Enum | Text
Resolver: TypeAlias = Callable[[], Target | None]
MAX_INCLUDED = 10_000
"""How many fields `includes` can add to the records of a contract."""
MAX_DEPTH = 50
"""How many levels deep types can contain or include each other."""
NAMES_ELSEWHERE = {
    "float": "number", "double": "number", "decimal": "number", "int": "integer", "long": "integer",
    "bool": "boolean", "str": "string", "text": "string", "array": "list of …", "list": "list of …", "dict": "map of …",
    "map": "map of …", "any": "json", "unknown": "json", "None": "null", "datetime": "string` with `format: date-time",
    **{each.value: f"string` with `format: {each.value}" for each in Format},
}  # fmt: skip
"""Type names of other languages, and what to write instead."""
TYPES = "error_types: {values: {not_found: {http: 404, retry: no}}}"
SKETCHES = {
    "ErrorType": f"`{TYPES}`",
    "ErrorCode": f"`error_codes: {{values: {{ITEM_NOT_FOUND: {{type: not_found}}}}}}`, with the types in `{TYPES}`",
    "WarningCode": "`warning_codes: {severities: Severity, values: {PRICE_IS_OLD: {severity: info}}}`, "
    "with the severities in `enums: {Severity: {values: {info: {}}}}`",
}
"""By catalogue: everything that a contract has to declare to have it."""


class Declarations:
    """The named declarations of a contract. Looking one up resolves it, so they can be declared in any order."""

    def __init__(self, decl: g.ContractDecl, scope: Scope) -> None:
        self.scope = replace(scope, lookup=self.lookup)
        self.resolved: dict[str, Target | None] = {}
        self.in_progress: list[str] = []
        self.depths: dict[str, int] = {}
        """How many levels of types each type consists of, as far as it is resolved."""
        self.included = 0
        """How many fields `includes` has added to records."""
        self.resolvers = self._resolvers(decl)
        self.root, self.types = decl.node, decl.types
        self.codes = {"ErrorCode": decl.error_codes, "WarningCode": decl.warning_codes}

    def all(self) -> list[Target]:
        """Every declaration without errors: types, enums, then the catalogues, each in contract order."""
        found = [target for name in self.resolvers if (target := self._resolve(name)) is not None]
        check_former_names(found, self._node, "type", self.scope)
        return [self._with_contexts(target) for target in found]

    def _node(self, name: str) -> Node:
        """The node of a declaration."""
        return child(self.root, "types" if name in self.types else "enums", name)

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
            hint = self._suggestion(name, position, may_be_built_in=offset is not None)
            self.scope.report.add(Code.UNKNOWN_TYPE, position, f"there is no type '{name}'", hint, len(name))
            return None
        found = self._resolve(name) if len(self.in_progress) < MAX_DEPTH else None
        depth = self.depths.get(name, MAX_DEPTH) + 1
        if depth > MAX_DEPTH and self.in_progress:
            self._report_depth(name, position)
            return None
        for around in self.in_progress[-1:]:
            self.depths[around] = max(depth, self.depths[around])
        return found

    def _report_depth(self, name: str, position: Position) -> None:
        message = f"with '{name}', types contain each other more than {MAX_DEPTH} levels deep"
        hint = "use fewer levels, or `object` at one of them"
        self.scope.report.add(Code.TOO_DEEP, position, message, hint, len(name))

    def _suggestion(self, name: str, position: Position, *, may_be_built_in: bool) -> str:
        if name in NAMES_ELSEWHERE and may_be_built_in:
            return f"write `{NAMES_ELSEWHERE[name]}`"
        if name in SKETCHES:
            return f"to use it, add a catalogue, such as {SKETCHES[name]}"
        if not may_be_built_in:
            return self.scope.report.suggest(position, name, self.resolvers, "declare it under `types` or `enums`")
        fallback = "declare it under `types` or `enums`, or use a built-in type"
        return self.scope.report.suggest(position, name, chain(BUILT_IN, self.resolvers), fallback)

    def _resolve(self, name: str) -> Target | None:
        if name not in self.resolved:
            self.in_progress.append(name)
            self.depths[name] = 1
            self.resolved[name] = self.resolvers[name]()
            self.in_progress.pop()
        return self.resolved[name]

    def _type(self, name: str, decl: g.TypeDecl) -> Record | Text | None:
        if decl.includes and self.included > MAX_INCLUDED:
            return None  # this has been reported
        is_record = decl.fields is not None or decl.includes
        found = _record(name, decl, self.scope) if is_record else read_text(name, decl, self.scope)
        if isinstance(found, Record) and decl.includes:
            self.included += len(found.fields) - len(decl.fields or ())
        if decl.includes and self.included > MAX_INCLUDED:
            message = f"with this record, `includes` adds more than {MAX_INCLUDED:,} fields to the records"
            self.scope.error(Code.TOO_LARGE, key(decl.node, "includes"), message, "use a field with this type instead")
        return found

    def _resolvers(self, decl: g.ContractDecl) -> dict[str, Resolver]:
        scope = self.scope
        found: dict[str, Resolver] = {name: partial(self._type, name, entry) for name, entry in decl.types.items()}
        found |= {name: partial(read_enum, name, entry, scope) for name, entry in decl.enums.items()}
        error_types = None if decl.error_types is None else read_error_types(decl.error_types, decl.error_codes, scope)
        if error_types is not None:
            found[error_types.name] = lambda: error_types
        if decl.error_codes is not None:
            found["ErrorCode"] = partial(read_error_codes, decl.error_codes, error_types, scope)
        if decl.warning_codes is not None:
            found["WarningCode"] = partial(read_warning_codes, decl.warning_codes, scope)
        return found


# -- records ----------------------------------------------------------------------------------------------------------


def _record(name: str, decl: g.TypeDecl, scope: Scope) -> Record:
    scope.check_absent(decl.node, STRING_KEYS, "cannot be used on a record", "a record has `fields`")
    if decl.standalone and kebab(name) == "envelope":
        message = f"the JSON Schema of '{name}' would overwrite that of the envelope"
        scope.error(Code.RESERVED_NAME, key(decl.node, "standalone"), message, "choose another name")
    own = read_fields(decl.fields or {}, child(decl.node, "fields"), scope)
    fields = (*_included(decl, scope), *own)
    if decl.includes:
        check_former_names(fields, lambda name: _field_node(decl, name), "field", scope)
    docs = scope.docs(decl.docs, decl.renamed_from)
    tiers = tiers_of_record(decl, fields, scope) if decl.tiered else ()
    heading, renamed = decl.title or title(name), decl.renamed_from
    return Record(name, heading, docs, decl.open, decl.standalone, fields, decl.includes, tiers, renamed)


def _field_node(decl: g.TypeDecl, name: str) -> Node:
    """The node of a field, which may be in an included record."""
    return child(decl.node, "fields", name) if name in (decl.fields or {}) else key(decl.node, "includes")


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
