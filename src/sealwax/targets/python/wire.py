"""The wire form as TypedDicts -> wire.py."""

from collections.abc import Container, Iterable, Iterator, Mapping
from typing import TypeAlias

from msgspec import Struct
from msgspec.structs import replace

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
    docs_text,
    enum_text,
    field_text,
    is_name,
    record_text,
    string,
)
from sealwax.languages.python import types as t
from sealwax.rendering import Finished
from sealwax.targets.package_names import import_path
from sealwax.targets.python.head import Declaration, Head, head, import_whole, spelled_module
from sealwax.targets.python.inheritance import Homes, handed_on, sharing
from sealwax.targets.python.names import PAYLOAD, is_generic, wire_names

Declared: TypeAlias = Record | Outcome


# -- TypedDicts of base packages: type checkers compare them key by key -----------------------------------------------
# A key that can be assigned must have the same type in both, so it keeps the type of the base even where the contract
# is stricter. A key that holds a record is read-only, and so it can hold a record with more keys.


class Child(Struct, frozen=True):
    """A TypedDict of this package, with the keys that it declares itself."""

    declared: Declared
    modules: tuple[str, ...] = ()
    """The modules of base packages with the TypedDicts that it inherits from."""


def _children(
    contract: Contract, shapes: Iterable[Declared], generic: Container[str], apart: Container[str]
) -> tuple[list[Child], dict[str, Contract]]:
    """The TypedDicts to declare; and by name of any other, the base contract whose package has it.

    Those that are `generic` or `apart` cannot inherit.
    """
    own, bases = _shared(contract), [(base, _shared(base)) for base in contract.bases]
    kept = {name: base for name, base in own.kept.items() if name not in generic}
    found = []
    for shape in (shape for shape in shapes if shape.name not in kept):
        having = [(base, other) for base, other in bases if shape.name in other.declared]
        known = {field.name: field for _, other in reversed(having) for field in other.declared[shape.name].fields}
        fields = _with_types(shape.fields, known)
        if shape.name in generic or shape.name in apart or not having:
            found.append(Child(replace(shape, fields=tuple(fields))))
        else:
            homes = [other.homes for _, other in bases]
            new = (each for each in fields if each.name not in known or _differs(each, own.homes, homes))
            modules = tuple(f"{import_path(base)}.wire" for base, _ in having)
            found.append(Child(replace(shape, fields=tuple(new)), modules))
    return found, kept


def _declared(contract: Contract) -> list[Declared]:
    return [*t.declared_before_use(contract.records), *contract.envelope.outcomes]


def _with_types(fields: Iterable[Field], known: Mapping[str, Field]) -> Iterator[Field]:
    """The keys, each with its type from the base: always, unless only here it differs by tool."""
    for field in fields:
        other = known.get(field.name, field)
        yield field if field.per_tool and not other.per_tool else other


def _is_same(own: Declared, other: Declared, homes: Homes, others: Homes) -> bool:
    """Whether a base TypedDict has the same keys, with the same records."""
    fields = _with_types(own.fields, {field.name: field for field in other.fields})
    return len(other.fields) == len(own.fields) and not any(_differs(field, homes, (others,)) for field in fields)


def _differs(field: Field, homes: Homes, bases: Iterable[Homes]) -> bool:
    """Whether a key holds a record that has more keys than in a base package."""
    record = record_of(bare(field.type))
    return record is not None and any(others.get(record.name) != homes[record.name] for others in bases)


_shared = sharing(_declared, _is_same)


# -- the module -------------------------------------------------------------------------------------------------------


class TypedDictView(Struct, frozen=True):
    """A TypedDict. One with a key that cannot be a name in a class is a call with a dict."""

    name: Finished
    is_class: bool
    bases: tuple[Finished, ...]
    doc: str
    keys: tuple[Declaration, ...]
    """Their names are strings in a dict."""
    is_open: bool
    """Whether its values can have keys that the contract does not name."""
    looks_like_class: bool
    """Whether linters would replace the call with a class, which would mean something else."""


class WireView(Struct, frozen=True):
    head: Head
    has_typed_dict: bool
    """Whether a class is declared that inherits from no other."""
    has_read_only: bool
    has_payload: bool
    """Whether something differs by tool."""
    values: tuple[Declaration, ...]
    """The strings of each enum."""
    shapes: tuple[TypedDictView, ...]
    unions: tuple[Declaration, ...]


def wire_view(contract: Contract) -> WireView:
    envelope, names = contract.envelope, t.value_names(contract)
    style = t.on_the_wire(names)
    objects, hidden, generic = _generic(contract)
    for tool in contract.tools:
        pairs = zip(envelope.outcomes, tool.envelope.outcomes, strict=True)
        objects += [own for outcome, own in pairs if own != outcome and outcome.name not in generic]
    apart = {declared.name for declared in objects if not _is_class(declared, hidden)}
    found, kept = _children(contract, objects, generic, apart)
    generic_style = replace(style, payload=PAYLOAD)
    imports = [import_whole(module) for child in found for module in child.modules]
    imports += handed_on(kept, "wire", t.wire_name)
    doc = f"The contract {contract.name} as it looks on the wire, for values that have been read from JSON."
    return WireView(
        head=head(contract, "wire", doc, imports, wire_names(contract) if kept else ()),
        has_typed_dict=any(not child.modules for child in found),
        has_read_only=any(_is_read_only(field) for child in found for field in child.declared.fields),
        has_payload=bool(generic),
        values=tuple(_values(enum, names[enum.name]) for enum in contract.enums),
        shapes=tuple(
            _shape(child, generic_style if child.declared.name in generic else style, hidden, envelope.open)
            for child in found
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
        _declared(contract),
        hidden,
        {each.name for each in outcomes if is_generic(contract, each) and _is_class(each, hidden)},
    )


# -- names for types --------------------------------------------------------------------------------------------------


def _values(enum: Enum, name: Finished) -> Declaration:
    kind = t.subscript("Literal", *(string(value.value) for value in enum.values))
    return name, t.either(kind, t.STR) if enum.open else kind, enum_text(enum)


def _unions(contract: Contract, style: t.Style, generic: set[str]) -> Iterator[Declaration]:
    """Names for the envelope, and for the envelope of each tool with its outcomes."""
    envelope = contract.envelope
    if envelope.discriminator is not None:
        outcomes = t.either(*(_any_tool(outcome, style, generic) for outcome in envelope.outcomes))
        yield t.wire_name(envelope.name), outcomes, docs_text(envelope.docs, envelope.title)
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


def _shape(child: Child, style: t.Style, hidden: set[str], is_open: bool) -> TypedDictView:
    declared = child.declared
    is_class = _is_class(declared, hidden)
    spelled = Finished if is_class else string
    inherited = [Finished(f"{spelled_module(module)}.{t.wire_name(declared.name)}") for module in child.modules]
    bases = inherited or [Finished("TypedDict")]
    bases += [t.subscript("Generic", PAYLOAD)] if style.payload is not None else []
    if isinstance(declared, Record):
        doc = record_text(declared)
    else:
        doc = docs_text(
            declared.docs, f"a {declared.outcome}" if declared.discriminator is not None else "the envelope"
        )
    return TypedDictView(
        name=t.wire_name(declared.name),
        is_class=is_class,
        bases=tuple(bases),
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
    """Whether a contract that extends this one can have something narrower there."""
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
