"""Records, strings and outcomes -> their types in index.d.ts, and how TypeScript spells the types of a contract."""

from collections.abc import Iterable, Iterator
from typing import assert_never

from msgspec import Struct

from sealwax.contract import model as m
from sealwax.languages import free
from sealwax.languages import typescript as ts
from sealwax.meaning.remembering import remembered
from sealwax.meaning.wording import tiered_words
from sealwax.naming import parts_types
from sealwax.rendering import Finished
from sealwax.targets.typescript.declarations import PropertyView

JSON_VALUE, JSON_OBJECT = Finished("JsonValue"), Finished("JsonObject")
NO_LIST = "object & { [Symbol.iterator]?: never }"
"""The payload that a builder accepts. The compiler counts lists as objects, and only iterables have this key."""


class Printer:
    """Spells the types of a contract, and notices whether it needs those of any JSON."""

    def __init__(self, contract: m.Contract) -> None:
        slots = (field for outcome in contract.envelope.outcomes for field in outcome.fields if field.per_tool)
        shapes = (field.type.target for field in slots if isinstance(field.type, m.Reference))
        shape = next((shape for shape in shapes if isinstance(shape, m.Record)), None)
        self.parameter = _payload_name(contract)
        """The name of the type parameter for the payload."""
        self.shape = ts.type_name(shape.name) if shape is not None else Finished("")
        """The record that all payloads include; empty when a payload is any object."""
        self.bound = _bound(shape, contract) if shape is not None else Finished("")
        """The constraint on the type parameter; empty when a payload is any object."""
        self.uses_json = False
        """Whether a type so far was any JSON value or any JSON object."""

    def _json(self, name: Finished) -> Finished:
        self.uses_json = True
        return name

    @property
    def usual(self) -> Finished:
        """The payload where nothing is known about it."""
        return self.shape or self._json(JSON_OBJECT)

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
                return ts.literal(value)
            case m.AnyValue():
                return self._json(JSON_VALUE)
            case m.AnyObject():
                return self._json(JSON_OBJECT)
            case m.Payload():
                return self.parameter
            case m.ListOf(item):
                spelled = self.type(item)
                return Finished(f"({spelled})[]" if _is_union(item) else f"{spelled}[]")
            case m.MapOf(value):
                return Finished(f"{{ [key: string]: {self.type(value)} }}")
            case m.Nullable(inner):
                return Finished(f"{self.type(inner)} | null")
            case m.Reference(target):
                name = ts.type_name(target.name)
                # Intersecting string with {} keeps editors from folding the known values into string.
                is_open = isinstance(target, m.Enum) and target.open
                return Finished(f"{name} | (string & {{}})") if is_open else name
            case _:
                assert_never(kind)

    def argument(self, kind: m.Type) -> Finished:
        """The type of an argument. Builders only read lists, so that a readonly one is accepted."""
        spelled = self.type(kind)
        return Finished(f"readonly {spelled}") if isinstance(m.bare(kind), m.ListOf) else spelled

    def option(self, kind: m.Type, *, is_needed: bool) -> Finished:
        """The type of an option. One that is not needed may be left out, undefined or null."""
        if is_needed:
            return self.type(kind)
        inner = m.bare(kind)
        return Finished("null | undefined" if isinstance(inner, m.Null) else f"{self.type(inner)} | null | undefined")

    def field(self, each: m.Field) -> Finished:
        """The type of a field: the type parameter where it differs by tool."""
        if each.number_of is not None and isinstance(each.type, m.Integer):
            kind = _numbers_of(each.number_of)
        else:
            kind = self.parameter if each.per_tool else self.type(each.type)
        accepts_null = each.readers_accept_null and not isinstance(each.type, m.Nullable | m.Null)
        return Finished(f"{kind} | null") if accepts_null else kind

    def generic(self, fields: Iterable[m.Field], constraint: str = "object") -> Finished:
        """The type parameter of a declaration, with its brackets; empty if no field holds the payload."""
        if not uses_payload(fields):
            return Finished("")
        return Finished(f"<{self.parameter} extends {self.bound or constraint} = {self.usual}>")

    def applied(self, fields: Iterable[m.Field]) -> Finished:
        """The type argument of a generic type, with its brackets; empty if no field holds the payload."""
        return Finished(f"<{self.parameter}>" if uses_payload(fields) else "")


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
    """Whether a type is spelled with bars that are not within brackets."""
    is_open = isinstance(kind, m.Reference) and isinstance(kind.target, m.Enum) and kind.target.open
    return is_open or isinstance(kind, m.Nullable)


def _bound(shape: m.Record, contract: m.Contract) -> Finished:
    """The keys of every payload. A closed payload lacks the index signature of an open shape."""
    if not shape.open or all(tool.payload.open for tool in contract.tools):
        return ts.type_name(shape.name)
    names = " | ".join(ts.string(field.name) for field in shape.fields)
    return Finished(f"Pick<{ts.type_name(shape.name)}, {names}>" if names else "")


@remembered
def _payload_name(contract: m.Contract) -> Finished:
    """The name of the type parameter, different from every declared type."""
    types: tuple[m.Record | m.Enum | m.Text, ...] = (*contract.records, *contract.enums, *contract.texts)
    envelopes = (contract.envelope, *(tool.envelope for tool in contract.tools))
    names = [*(each.name for each in types), *(each.name for each in envelopes)]
    names += (outcome.name for each in envelopes for outcome in each.outcomes)
    for text in contract.texts:
        names += parts_types(text.name, [form.name for form in text.forms])
    return free("T", set(map(ts.type_name, names)))


# -- declarations -----------------------------------------------------------------------------------------------------


class Interface(Struct, frozen=True):
    """A record or an outcome."""

    doc: Finished
    name: Finished
    generic: Finished
    """The type parameter with its brackets, or nothing."""
    properties: tuple[PropertyView, ...]
    is_open: bool
    """Whether other keys are allowed."""


class Alias(Struct, frozen=True):
    """Another name for a type, or for one of several."""

    doc: Finished
    name: Finished
    generic: Finished
    """The type parameter with its brackets, or nothing."""
    members: tuple[Finished, ...]


class TypesView(Struct, frozen=True):
    """The types of the contract, in index.d.ts"""

    uses_json: bool
    """Whether something is declared as any JSON value or any JSON object."""
    envelope: Alias | None
    """The envelope as one of its outcomes; None if there is only one."""
    outcomes: tuple[Interface, ...]
    tools: tuple[Alias, ...]
    """The envelope of each tool, and its outcomes."""
    records: tuple[Interface, ...]
    texts: tuple[m.Text, ...]


def types_view(contract: m.Contract) -> TypesView:
    printer, envelope = Printer(contract), contract.envelope
    outcomes = tuple(_outcome(outcome, envelope.open, printer) for outcome in envelope.outcomes)
    records = tuple(_record(record, printer) for record in contract.records)
    union = _envelope(envelope, printer) if envelope.discriminator is not None else None
    for value in (value for enum in contract.enums for value in enum.values):
        for field in value.context:  # whose types the functions for codes mention
            printer.type(field.type)
    return TypesView(
        uses_json=printer.uses_json,
        envelope=union,
        outcomes=outcomes,
        tools=tuple(alias for tool in contract.tools for alias in _tool(tool, contract)),
        records=records,
        texts=contract.texts,
    )


def _record(record: m.Record, printer: Printer) -> Interface:
    return Interface(
        doc=ts.docs_doc(record.docs, tiered_words(record)),
        name=ts.type_name(record.name),
        generic=Finished(""),
        properties=_properties(record.fields, printer),
        is_open=record.open,
    )


def _outcome(outcome: m.Outcome, is_open: bool, printer: Printer) -> Interface:
    return Interface(
        doc=ts.docs_doc(outcome.docs),
        name=ts.type_name(outcome.name),
        generic=printer.generic(outcome.fields),
        properties=(*_properties(outcome.fields, printer), *_absent_mark(outcome)),
        is_open=is_open,
    )


def _absent_mark(outcome: m.Outcome) -> Iterator[PropertyView]:
    """The key whose absence marks an outcome, so that the compiler can tell the outcomes apart by it.

    For the compiler, no object lacks an inherited key.
    """
    mark = outcome.discriminator
    if isinstance(mark, m.Presence) and not mark.expected and mark.field not in ts.INHERITED:
        doc = ts.tsdoc(f"Never present in a {outcome.outcome}.")
        yield PropertyView(doc, ts.property_key(mark.field), True, Finished("never"))


def _properties(fields: Iterable[m.Field], printer: Printer) -> tuple[PropertyView, ...]:
    return tuple(
        PropertyView(ts.field_doc(each), ts.property_key(each.name), not each.required, printer.field(each))
        for each in fields
    )


def _envelope(envelope: m.Envelope, printer: Printer) -> Alias:
    spelled = (f"{ts.type_name(each.name)}{printer.applied(each.fields)}" for each in envelope.outcomes)
    generic = printer.generic(field for outcome in envelope.outcomes for field in outcome.fields)
    return Alias(ts.docs_doc(envelope.docs), ts.type_name(envelope.name), generic, tuple(map(Finished, spelled)))


def _tool(tool: m.Tool, contract: m.Contract) -> Iterator[Alias]:
    """The envelope with the payload of a tool, and its outcomes where they have names of their own."""
    payload, named = ts.type_name(tool.payload.name), {outcome.name for outcome in contract.envelope.outcomes}
    pairs = [(tool.envelope.name, contract.envelope.name)]
    if contract.envelope.discriminator is not None:
        ours = zip(tool.envelope.outcomes, contract.envelope.outcomes, strict=True)
        pairs += [(own.name, general.name) for own, general in ours if own.name not in named]
    for name, general in pairs:
        applied = Finished(f"{ts.type_name(general)}<{payload}>")
        yield Alias(ts.docs_doc(tool.docs), ts.type_name(name), Finished(""), (applied,))
