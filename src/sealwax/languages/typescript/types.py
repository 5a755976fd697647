"""How TypeScript spells the types of a contract."""

from collections.abc import Iterable
from typing import assert_never

from sealwax.contract import model as m
from sealwax.frozen import frozen, member
from sealwax.languages.typescript import literal, string, type_name
from sealwax.rendering import Finished

JSON_VALUE = "JsonValue"
JSON_OBJECT = "JsonObject"
NO_LIST = "object & { [Symbol.iterator]?: never }"
"""The payload that a builder accepts. The compiler counts lists as objects, and only iterables have this key."""


@frozen
class Printer:
    """Spells types and remembers the names it used, because a type is imported when its name was printed."""

    parameter: Finished
    """The name of the type parameter for the payload."""
    shape: str = ""
    """The record that all payloads include; empty when a payload is any object."""
    bound: str = ""
    """The constraint on the type parameter; empty when a payload is any object."""
    catalogue: set[Finished] = member(factory=set)
    types: set[Finished] = member(factory=set)

    def type(self, kind: m.Type) -> Finished:
        match kind:
            case m.Null():
                return Finished("null")
            case m.Boolean():
                return Finished("boolean")
            case m.Integer() | m.Number():
                return Finished("number")
            case m.String():
                return Finished("string")
            case m.Constant(value):
                return literal(value)
            case m.AnyValue():
                return self.named(JSON_VALUE)
            case m.AnyObject():
                return self.named(JSON_OBJECT)
            case m.Payload():
                return self.parameter
            case m.ListOf(item):
                spelt = self.type(item)
                return Finished(f"({spelt})[]" if _is_union(item) else f"{spelt}[]")
            case m.MapOf(value):
                return Finished(f"{{ [key: string]: {self.type(value)} }}")
            case m.Nullable(inner):
                return Finished(f"{self.type(inner)} | null")
            case m.Reference(target):
                return self._reference(target)
            case _:
                assert_never(kind)

    def argument(self, kind: m.Type) -> Finished:
        """The type of an argument. Builders only read lists, so that a readonly one is accepted."""
        inner = kind.inner if isinstance(kind, m.Nullable) else kind
        spelt = self.type(kind)
        return Finished(f"readonly {spelt}") if isinstance(inner, m.ListOf) else spelt

    def optional(self, kind: m.Type) -> Finished:
        """The type of an option that may be left out, undefined or null."""
        inner = kind.inner if isinstance(kind, m.Nullable) else kind
        return Finished("null | undefined" if isinstance(inner, m.Null) else f"{self.type(inner)} | null | undefined")

    def named(self, name: str) -> Finished:
        """A type of `types.d.ts`."""
        self.types.add(Finished(name))
        return Finished(name)

    def field(self, each: m.Field) -> Finished:
        """The type of a field: the type parameter where it differs by tool."""
        if each.number_of is not None and isinstance(each.type, m.Integer):
            return _numbers_of(each.number_of)
        return self.parameter if each.per_tool else self.type(each.type)

    def generic(self, *, uses_payload: bool, constraint: str = "object") -> Finished:
        """The type parameter of a declaration, with its brackets; empty for one that holds no payload."""
        if not uses_payload:
            return Finished("")
        usual = self.named(self.shape or JSON_OBJECT)
        return Finished(f"<{self.parameter} extends {self.bound or constraint} = {usual}>")

    def applied(self, *, uses_payload: bool) -> Finished:
        """The type argument of a generic type, with its brackets; empty for one that holds no payload."""
        return Finished(f"<{self.parameter}>" if uses_payload else "")

    def _reference(self, target: m.Record | m.Enum | m.Text) -> Finished:
        name = type_name(target.name)
        if not isinstance(target, m.Enum):
            return self.named(name)
        self.catalogue.add(name)
        # Intersecting string with {} keeps editors from folding the known values into string.
        return Finished(f"{name} | (string & {{}})") if target.open else name


def printer_of(contract: m.Contract) -> Printer:
    """The printer for the declarations of a contract."""
    slots = (field for outcome in contract.envelope.outcomes for field in outcome.fields if field.per_tool)
    shapes = (field.type.target for field in slots if isinstance(field.type, m.Reference))
    shape = next((shape for shape in shapes if isinstance(shape, m.Record)), None)
    if shape is None:
        return Printer(_payload_name(contract))
    return Printer(_payload_name(contract), type_name(shape.name), _bound(shape, contract))


def numbers_type(types: m.Enum) -> Finished:
    """The JSON-RPC numbers of error types."""
    numbers = (value.jsonrpc for value in types.values if value.jsonrpc is not None)
    return Finished(" | ".join(dict.fromkeys(map(str, numbers))))


def uses_payload(fields: Iterable[m.Field]) -> bool:
    return any(each.per_tool for each in fields)


def _numbers_of(numbering: m.Numbering) -> Finished:
    """Where a code may be missing or have no number, other numbers are valid as well."""
    known = numbers_type(numbering.codes.classified_by) if numbering.codes.classified_by is not None else "number"
    return Finished(known if numbering.is_total and numbering.is_certain else f"{known} | (number & {{}})")


def _is_union(kind: m.Type) -> bool:
    """Whether a type is spelt with bars that are not within brackets."""
    is_open = isinstance(kind, m.Reference) and isinstance(kind.target, m.Enum) and kind.target.open
    return is_open or isinstance(kind, m.Nullable)


def _bound(shape: m.Record, contract: m.Contract) -> str:
    """The keys of every payload. A closed payload lacks the index signature of an open shape."""
    if not shape.open or all(tool.payload.open for tool in contract.tools):
        return type_name(shape.name)
    names = " | ".join(string(field.name) for field in shape.fields)
    return f"Pick<{type_name(shape.name)}, {names}>" if names else ""


def _payload_name(contract: m.Contract) -> Finished:
    """The name of the type parameter, different from every declared type."""
    envelope = contract.envelope
    declared = {each.name for each in contract.records} | {each.name for each in contract.texts}
    declared |= {each.name for each in contract.enums} | {envelope.name, *(each.name for each in envelope.outcomes)}
    return Finished("T_" if "T" in declared else "T")
