"""The named declarations of a contract, each resolved when it is first used."""

from collections.abc import Callable
from functools import partial
from typing import TypeAlias

from sealwax.contract.model import Enum, Record, Text
from sealwax.contract.resolving.enums import read_enum, read_error_codes, read_error_types, read_warning_codes
from sealwax.contract.resolving.records import TypeReader
from sealwax.contract.resolving.scope import Scope
from sealwax.contract.resolving.types import BUILT_IN
from sealwax.contract.source import Node, inside
from sealwax.diagnostics import Code, did_you_mean
from sealwax.language.grammar.contract import ContractDecl

Target: TypeAlias = Record | Enum | Text
Resolver: TypeAlias = Callable[[], Target | None]
NAMES_ELSEWHERE = {
    "float": "number", "double": "number", "decimal": "number", "int": "integer", "long": "integer",
    "bool": "boolean", "str": "string", "text": "string", "array": "list of …", "list": "list of …", "dict": "map of …",
    "map": "map of …", "any": "json", "unknown": "json", "None": "null", "datetime": "string` with `format: date-time",
}  # fmt: skip
"""Type names of other languages, and what to write instead."""
CATALOGUES = {"ErrorType": "error_types", "ErrorCode": "error_codes", "WarningCode": "warning_codes"}


class Declarations:
    """The named declarations of a contract. Looking one up resolves it, so they can be declared in any order."""

    def __init__(self, decl: ContractDecl, scope: Scope) -> None:
        self.scope = scope
        self.resolved: dict[str, Target | None] = {}
        self.in_progress: list[str] = []
        self.resolvers = self._resolvers(decl)

    def all(self) -> list[Target]:
        """Every declaration without errors: types, enums, then the catalogues, each in contract order."""
        return [target for name in self.resolvers if (target := self._resolve(name)) is not None]

    def lookup(self, name: str, node: Node, offset: int) -> Target | None:
        position = inside(node, offset)
        if name in self.in_progress:
            path = " -> ".join([*self.in_progress[self.in_progress.index(name) :], name])
            message = f"'{name}' contains itself: {path}"
            hint = "a type cannot contain itself: use `object` or `json` at one of these places"
            self.scope.report.add(Code.CYCLIC_REFERENCE, position, message, hint, len(name))
            return None
        if name not in self.resolvers:
            hint = self._suggestion(name)
            self.scope.report.add(Code.UNKNOWN_TYPE, position, f"there is no type '{name}'", hint, len(name))
            return None
        return self._resolve(name)

    def _suggestion(self, name: str) -> str:
        if name in NAMES_ELSEWHERE:
            return f"write `{NAMES_ELSEWHERE[name]}`"
        if name in CATALOGUES:
            return f"to use it, add `{CATALOGUES[name]}` to the contract"
        fallback = "declare it under `types` or `enums`, or use a built-in type"
        return did_you_mean(name, [*BUILT_IN, *self.resolvers], fallback)

    def _resolve(self, name: str) -> Target | None:
        if name not in self.resolved:
            self.in_progress.append(name)
            self.resolved[name] = self.resolvers[name]()
            self.in_progress.pop()
        return self.resolved[name]

    def _resolvers(self, decl: ContractDecl) -> dict[str, Resolver]:
        scope, lookup = self.scope, self.lookup
        types = TypeReader(scope, lookup)
        found: dict[str, Resolver] = {name: partial(types.read, name, entry) for name, entry in decl.types.items()}
        found |= {name: partial(read_enum, name, entry, scope) for name, entry in decl.enums.items()}
        error_types = None if decl.error_types is None else read_error_types(decl.error_types, decl.error_codes, scope)
        if error_types is not None:
            found[error_types.name] = lambda: error_types
        if decl.error_codes is not None:
            found["ErrorCode"] = partial(read_error_codes, decl.error_codes, error_types, scope, lookup)
        if decl.warning_codes is not None:
            found["WarningCode"] = partial(read_warning_codes, decl.warning_codes, scope, lookup)
        return found
