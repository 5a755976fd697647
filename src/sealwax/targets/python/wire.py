"""The wire form as TypedDicts -> wire.py, and what the handlers of tools return -> tools.py"""

from collections.abc import Iterator
from typing import TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from sealwax.contract import model as m
from sealwax.contract.model import (
    Contract,
    Enum,
    Field,
    Outcome,
    Payload,
    Record,
    Tool,
    bare,
    record_of,
)
from sealwax.languages import reserved
from sealwax.languages.python import (
    AMBIGUOUS,
    class_name,
    described,
    docs_text,
    field_text,
    is_name,
    record_text,
    string,
)
from sealwax.languages.python import types as t
from sealwax.languages.python.types import either, subscript, wire_name
from sealwax.rendering import Finished
from sealwax.targets.python.head import Declaration, Head, NamesView, head
from sealwax.targets.python.names import built_shapes, is_generic, wire_names
from sealwax.targets.python.records import takes_payload

Declared: TypeAlias = Record | Outcome
_PAYLOAD = Finished("PayloadT")


class TypedDictView(Struct, frozen=True):
    """A TypedDict. One with a key that cannot be a name in a class is a call with a dict."""

    name: Finished
    is_class: bool
    is_generic: bool
    doc: str
    keys: tuple[Declaration, ...]
    """Their names are strings in a dict."""
    is_open: bool
    """Whether its values can have keys that the contract does not name."""
    looks_like_class: bool
    """Whether linters would replace the call with a class, which would mean something else."""


class WireView(Struct, frozen=True):
    head: Head
    serves_http: bool
    has_read_only: bool
    has_payload: bool
    """Whether something differs by tool."""
    values: tuple[Declaration, ...]
    """The strings of each enum."""
    shapes: tuple[TypedDictView, ...]
    unions: tuple[Declaration, ...]


def wire_view(contract: Contract, *, serves_http: bool) -> WireView:
    envelope, names = contract.envelope, t.value_names(contract)
    style = t.on_the_wire(names)
    objects, hidden, generic = _generic(contract)
    for tool in contract.tools:
        pairs = zip(envelope.outcomes, tool.envelope.outcomes, strict=True)
        objects += [own for outcome, own in pairs if own != outcome and outcome.name not in generic]
    generic_style = replace(style, payload=_PAYLOAD)
    doc = f"The contract {contract.name} as it looks on the wire, for values that have been read from JSON."
    return WireView(
        head=head(contract, "wire", doc),
        serves_http=serves_http,
        has_read_only=any(_is_read_only(field) for shape in objects for field in shape.fields),
        has_payload=bool(generic),
        values=tuple(_values(enum, names[enum.name]) for enum in contract.enums),
        shapes=tuple(
            _shape(shape, generic_style if shape.name in generic else style, hidden, envelope.open) for shape in objects
        ),
        unions=tuple(_unions(contract, style, generic)),
    )


def generic_envelopes(contract: Contract) -> set[str]:
    """The envelope, if it is a generic class: one that has outcomes is a union of such classes."""
    _, _, generic = _generic(contract)
    return {contract.envelope.name} & generic


def _generic(contract: Contract) -> tuple[list[Declared], set[str], set[str]]:
    """The records and outcomes, the names that no key in a class may have, and the outcomes that are generic."""
    outcomes = contract.envelope.outcomes
    hidden = _used_in_classes(contract)
    return (
        [*t.declared_before_use(contract.records), *outcomes],
        hidden,
        {each.name for each in outcomes if is_generic(contract, each) and _is_class(each, hidden)},
    )


# -- names for types --------------------------------------------------------------------------------------------------


def _values(enum: Enum, name: Finished) -> Declaration:
    kind = t.subscript("Literal", *(string(value.value) for value in enum.values))
    return name, t.either(kind, t.STR) if enum.open else kind, ""


def _unions(contract: Contract, style: t.Style, generic: set[str]) -> Iterator[Declaration]:
    """Names for the envelope, and for the envelope of each tool with its outcomes."""
    envelope = contract.envelope
    if envelope.discriminator is not None:
        outcomes = t.either(*(_any_tool(outcome, style, generic) for outcome in envelope.outcomes))
        yield t.wire_name(envelope.name), outcomes, described(envelope, "a success or a failure")
    for tool in contract.tools:
        for outcome, own in zip(envelope.outcomes, tool.envelope.outcomes, strict=True):
            if outcome.name in generic:
                kind = t.subscript(t.wire_name(outcome.name), t.wire_name(tool.payload.name))
                yield t.wire_name(own.name), kind, _answer(tool, outcome)
        if envelope.discriminator is not None:
            outcomes = t.either(*(t.wire_name(own.name) for own in tool.envelope.outcomes))
            yield t.wire_name(tool.envelope.name), outcomes, docs_text(tool.docs, f"the response of `{tool.name}`")


def _any_tool(outcome: Outcome, style: t.Style, generic: set[str]) -> Finished:
    """An outcome of any tool, with what all payloads have in common."""
    name = t.wire_name(outcome.name)
    slots = (field.type for field in outcome.fields if field.per_tool)
    return t.subscript(name, t.annotation(next(slots), style)) if outcome.name in generic else name


def _answer(tool: Tool, outcome: Outcome) -> str:
    kind = outcome.outcome if outcome.discriminator is not None else "response"
    return f"A {kind} of `{tool.name}`."


# -- TypedDicts -------------------------------------------------------------------------------------------------------


def _shape(declared: Declared, style: t.Style, hidden: set[str], is_open: bool) -> TypedDictView:
    is_class = _is_class(declared, hidden)
    spelled = Finished if is_class else string
    if isinstance(declared, Record):
        doc = record_text(declared)
    else:
        doc = docs_text(
            declared.docs, f"a {declared.outcome}" if declared.discriminator is not None else "the envelope"
        )
    return TypedDictView(
        name=t.wire_name(declared.name),
        is_class=is_class,
        is_generic=style.payload is not None,
        doc=doc,
        keys=tuple((spelled(field.name), _wire_type(field, style), field_text(field)) for field in declared.fields),
        is_open=declared.open if isinstance(declared, Record) else is_open,
        looks_like_class=all(is_name(field.name) for field in declared.fields),
    )


def _wire_type(field: Field, style: t.Style) -> Finished:
    kind = t.field_annotation(field, style)
    if isinstance(field.type, Payload) and style.payload is None:
        kind = t.subscript("Mapping", t.STR, t.ANY)
    if field.readers_accept_null:
        kind = t.either(kind, t.NONE)
    kind = t.subscript("ReadOnly", kind) if _is_read_only(field) else kind
    return kind if field.required else t.subscript("NotRequired", kind)


def _is_read_only(field: Field) -> bool:
    """Whether something narrower can be there, such as a TypedDict with more keys."""
    return field.per_tool or record_of(bare(field.type)) is not None


# -- keys that cannot be names ----------------------------------------------------------------------------------------


_USED = reserved(
    "Any Generic Literal Mapping NotRequired PayloadT ReadOnly TypeAlias TypedDict bool dict float int list str"
)


def _used_in_classes(contract: Contract) -> set[str]:
    """The names that the bodies of the classes may use, which a key of the same name would hide."""
    return {*_USED, *AMBIGUOUS, *wire_names(contract), *(class_name(text.name) for text in contract.texts)}


def _is_class(declared: Declared, hidden: set[str]) -> bool:
    """Whether every key is a name that Python does not rewrite within a class, and that no type in the class has."""
    keys = [field.name for field in declared.fields]
    return all(is_name(key) and not key.startswith("__") and key not in hidden for key in keys)


# -- tools -------------------------------------------------------------------------------------------------------------


def is_typed(contract: m.Contract) -> bool:
    """Whether the responses of tools have types of their own: the classes of responses know that of their payload."""
    return any(takes_payload(contract, shape) for shape in built_shapes(contract))


def tools_view(contract: m.Contract) -> NamesView:
    doc = f"What the tools of the contract {contract.name} return, for the annotations of handlers."
    return NamesView(head(contract, "tools", doc), tuple(_declaration(contract, tool) for tool in contract.tools))


def _declaration(contract: m.Contract, tool: m.Tool) -> Declaration:
    doc = docs_text(tool.docs, f"a response of {tool.name}")
    return class_name(tool.envelope.name), either(*_types(contract, tool)), doc


def _types(contract: m.Contract, tool: m.Tool) -> Iterator[Finished]:
    """The classes of responses. The payload is a record of the tool, or its wire form."""
    for shape in built_shapes(contract):
        name = class_name(shape.name)
        if takes_payload(contract, shape):
            # Two types, not one with a union: only so does pyright accept a dict display as the wire form.
            yield from (subscript(name, each(tool.payload.name)) for each in (class_name, wire_name))
        else:
            yield name
