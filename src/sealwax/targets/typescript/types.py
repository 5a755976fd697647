"""TypeScript types: how the model's types are spelt, and the declarations of `types.d.ts`."""

from collections.abc import Iterable, Iterator
from typing import assert_never

from sealwax.contract.model import (
    AnyObject,
    AnyValue,
    Boolean,
    Constant,
    Contract,
    Documentation,
    Enum,
    Envelope,
    Field,
    Integer,
    ListOf,
    MapOf,
    Null,
    Nullable,
    Number,
    Numbering,
    Outcome,
    Payload,
    Presence,
    Record,
    Reference,
    String,
    Text,
    Tier,
    Tool,
    Type,
)
from sealwax.frozen import frozen, member
from sealwax.languages.typescript import WIDTH, literal, property_key, string, tsdoc, type_name
from sealwax.meaning.enforcement import Enforcement, Kind
from sealwax.meaning.wording import (
    default_words,
    deprecation_words,
    field_words,
    follows_words,
    level_words,
    string_words,
    superseded_words,
    tier_words,
    tiered_words,
)
from sealwax.rendering import Finished, header

ENFORCES = Enforcement(
    "TypeScript types",
    "the compiler, on values that are written in the code",
    frozenset({Kind.TYPE, Kind.REQUIRED, Kind.UNKNOWN_KEY, Kind.OUTCOME, Kind.CONSTANT, Kind.ENUM}),
    {Kind.NUMBER: "true is refused, a fraction is not"},
)

STAGES = ("alpha", "beta", "experimental")
"""The tags of TSDoc that say how little one can rely on something."""
JSON_VALUE = "JsonValue"
JSON_OBJECT = "JsonObject"
NO_LIST = "object & { [Symbol.iterator]?: never }"
"""What a payload is to a builder: the compiler takes lists for objects, and only lists and the like have this key."""


@frozen
class Property:
    """A line of an interface, with its documentation."""

    doc: Finished
    key: Finished
    """With a question mark when the property is optional."""
    type: Finished


@frozen
class Interface:
    doc: Finished
    has_doc: bool
    name: Finished
    """With the type parameter, if there is one."""
    properties: tuple[Property, ...]
    is_open: bool


@frozen
class Alias:
    """A named kind of string."""

    doc: Finished
    has_doc: bool
    name: Finished


@frozen
class Union:
    """The envelope as one of its outcomes."""

    doc: Finished
    has_doc: bool
    name: Finished
    type: Finished
    """With the blank that stands before it, or over several lines."""


@frozen
class TypesView:
    header: Finished
    imports: tuple[Finished, ...]
    uses_json: bool
    aliases: tuple[Alias, ...]
    records: tuple[Interface, ...]
    outcomes: tuple[Interface, ...]
    unions: tuple[Union, ...]


@frozen
class Printer:
    """Spells types and remembers which names it used, because an import exists for each name that was printed."""

    parameter: str
    """The name of the type parameter that stands for the payload."""
    shape: str = ""
    """The record that all payloads include; empty when a payload is any object."""
    bound: str = ""
    """What all payloads have; empty when a payload is any object."""
    catalogue: set[str] = member(factory=set)
    types: set[str] = member(factory=set)

    def type(self, kind: Type) -> str:
        match kind:
            case Null():
                return "null"
            case Boolean():
                return "boolean"
            case Integer() | Number():
                return "number"
            case String():
                return "string"
            case Constant(value):
                return literal(value)
            case AnyValue():
                return self.named(JSON_VALUE)
            case AnyObject():
                return self.named(JSON_OBJECT)
            case Payload():
                return self.parameter
            case ListOf(item):
                spelt = self.type(item)
                return f"({spelt})[]" if _is_union(item) else f"{spelt}[]"
            case MapOf(value):
                return f"{{ [key: string]: {self.type(value)} }}"
            case Nullable(inner):
                return f"{self.type(inner)} | null"
            case Reference(target):
                return self._reference(target)
            case _:
                assert_never(kind)

    def argument(self, kind: Type) -> str:
        """The type of an argument. A list is only read, so that one which nobody may change will do."""
        inner = kind.inner if isinstance(kind, Nullable) else kind
        return f"readonly {self.type(kind)}" if isinstance(inner, ListOf) else self.type(kind)

    def named(self, name: str) -> str:
        """A type of `types.d.ts`."""
        self.types.add(name)
        return name

    def field(self, each: Field) -> str:
        """The type of a field, which is the parameter where the type differs by tool."""
        if each.number_of is not None and isinstance(each.type, Integer):
            return _numbers_of(each.number_of)
        return self.parameter if each.per_tool else self.type(each.type)

    def generic(self, name: str, *, uses_payload: bool, constraint: str = "object") -> str:
        """The head of a declaration that may stand over different payloads."""
        if not uses_payload:
            return name
        usual = self.named(self.shape or JSON_OBJECT)
        return f"{name}<{self.parameter} extends {self.bound or constraint} = {usual}>"

    def _reference(self, target: Record | Enum | Text) -> str:
        name = type_name(target.name)
        if not isinstance(target, Enum):
            return self.named(name)
        self.catalogue.add(name)
        # Intersecting string with {} keeps editors from folding the known values into string.
        return f"{name} | (string & {{}})" if target.open else name


def numbers_type(types: Enum) -> str:
    """The JSON-RPC numbers of error types."""
    numbers = (value.jsonrpc for value in types.values if value.jsonrpc is not None)
    return " | ".join(dict.fromkeys(map(str, numbers)))


def _numbers_of(numbering: Numbering) -> str:
    """Where a code may be missing or without a number, other numbers are valid as well."""
    known = numbers_type(numbering.codes.classified_by) if numbering.codes.classified_by is not None else "number"
    return known if numbering.is_total and numbering.is_certain else f"{known} | (number & {{}})"


def _is_union(kind: Type) -> bool:
    """Whether a type is spelt with bars that are not within brackets."""
    is_open = isinstance(kind, Reference) and isinstance(kind.target, Enum) and kind.target.open
    return is_open or isinstance(kind, Nullable)


def printer_of(contract: Contract) -> Printer:
    """The printer for what a contract declares."""
    slots = (field for outcome in contract.envelope.outcomes for field in outcome.fields if field.per_tool)
    shapes = (field.type.target for field in slots if isinstance(field.type, Reference))
    shape = next((shape for shape in shapes if isinstance(shape, Record)), None)
    if shape is None:
        return Printer(_payload_name(contract))
    return Printer(_payload_name(contract), type_name(shape.name), _bound(shape, contract))


def _bound(shape: Record, contract: Contract) -> str:
    """What every payload has. A closed one has no keys but its own, and the compiler finds them missing."""
    if not shape.open or all(tool.payload.open for tool in contract.tools):
        return type_name(shape.name)
    names = " | ".join(string(field.name) for field in shape.fields)
    return f"Pick<{type_name(shape.name)}, {names}>" if names else ""


def _payload_name(contract: Contract) -> str:
    """The name of the type parameter, told apart from a type that happens to have it."""
    envelope = contract.envelope
    declared = {each.name for each in contract.records} | {each.name for each in contract.texts}
    declared |= {each.name for each in contract.enums} | {envelope.name, *(each.name for each in envelope.outcomes)}
    return "T_" if "T" in declared else "T"


def uses_payload(fields: Iterable[Field]) -> bool:
    return any(each.per_tool for each in fields)


def import_type(names: Iterable[str], module: str) -> Iterator[Finished]:
    """The import of these types, or nothing when there are none."""
    return import_values(names, module, "import type")


def import_values(names: Iterable[str], module: str, word: str = "import") -> Iterator[Finished]:
    """The import of these names, or nothing when there are none."""
    ordered = sorted(names)
    if not ordered:
        return
    line = f'{word} {{ {", ".join(ordered)} }} from "{module}";'
    broken = "".join(f"  {name},\n" for name in ordered)
    yield Finished(line if len(line) <= WIDTH else f'{word} {{\n{broken}}} from "{module}";')


# -- the page ---------------------------------------------------------------------------------------------------------


def types_view(contract: Contract) -> TypesView:
    printer = printer_of(contract)
    records = tuple(_record(record, printer) for record in contract.records)
    outcomes = tuple(_outcome(outcome, contract.envelope.open, printer) for outcome in contract.envelope.outcomes)
    unions = () if contract.envelope.mark is None else (_envelope(contract.envelope, printer),)
    return TypesView(
        header=Finished(f"// {header(contract.name)}"),
        imports=tuple(import_type(printer.catalogue, "./catalogue.js")),
        uses_json=not printer.types.isdisjoint((JSON_VALUE, JSON_OBJECT)),
        aliases=tuple(_text(text) for text in contract.texts),
        records=records,
        outcomes=outcomes,
        unions=(*unions, *(alias for tool in contract.tools for alias in _tool(tool, contract))),
    )


def _record(record: Record, printer: Printer) -> Interface:
    doc = docs_doc(record.docs, tiered_words(record))
    return Interface(doc, bool(doc), type_name(record.name), _properties(record.fields, printer), record.open)


def _outcome(outcome: Outcome, is_open: bool, printer: Printer) -> Interface:
    name = printer.generic(type_name(outcome.name), uses_payload=uses_payload(outcome.fields))
    doc = docs_doc(outcome.docs)
    properties = (*_properties(outcome.fields, printer), *_absent_mark(outcome))
    return Interface(doc, bool(doc), Finished(name), properties, is_open)


def _absent_mark(outcome: Outcome) -> Iterator[Property]:
    """The key whose absence marks an outcome, so that the compiler can tell the outcomes apart by it."""
    if isinstance(outcome.mark, Presence) and not outcome.mark.expected:
        key = property_key(outcome.mark.field)
        yield Property(tsdoc(f"Never there in a {outcome.outcome}.", 2), Finished(f"{key}?"), Finished("never"))


def _tool(tool: Tool, contract: Contract) -> Iterator[Union]:
    """The names of what a tool answers."""
    payload, named = type_name(tool.payload.name), {outcome.name for outcome in contract.envelope.outcomes}
    pairs = [(tool.envelope.name, contract.envelope.name)]
    if contract.envelope.mark is not None:
        ours = zip(tool.envelope.outcomes, contract.envelope.outcomes, strict=True)
        pairs += [(own.name, general.name) for own, general in ours if own.name not in named]
    for name, general in pairs:
        doc = docs_doc(tool.docs)
        alias = f"{type_name(general)}<{payload}>"
        yield Union(doc, bool(doc), type_name(name), _alternatives(f"export type {name} =", [alias]))


def _properties(fields: tuple[Field, ...], printer: Printer) -> tuple[Property, ...]:
    return tuple(_property(each, printer) for each in fields)


def _property(each: Field, printer: Printer) -> Property:
    key = property_key(each.name)
    kind = printer.field(each)
    if each.readers_accept_null and not isinstance(each.type, Nullable | Null):
        kind = f"{kind} | null"
    return Property(field_doc(each, 2), Finished(key if each.required else f"{key}?"), Finished(kind))


def _envelope(envelope: Envelope, printer: Printer) -> Union:
    generic = uses_payload(field for outcome in envelope.outcomes for field in outcome.fields)
    name = printer.generic(type_name(envelope.name), uses_payload=generic)
    members = [
        f"{type_name(outcome.name)}<{printer.parameter}>" if uses_payload(outcome.fields) else type_name(outcome.name)
        for outcome in envelope.outcomes
    ]
    doc = docs_doc(envelope.docs)
    return Union(doc, bool(doc), Finished(name), _alternatives(f"export type {name} =", members))


def _alternatives(head: str, members: list[str]) -> Finished:
    line = " | ".join(members)
    if len(f"{head} {line};") <= WIDTH:
        return Finished(f" {line}")
    if len(f"  {line};") <= WIDTH:
        return Finished(f"\n  {line}")
    return Finished("".join(f"\n  | {member}" for member in members))


def _text(text: Text) -> Alias:
    doc = docs_doc(text.docs, sentence(string_words(text.string)), *_form_words(text), *text.semantics)
    return Alias(doc, bool(doc), type_name(text.name))


def _form_words(text: Text) -> Iterator[str]:
    for form in text.forms:
        remark = f" {form.doc}" if form.doc else ""
        yield f"{form.title}: `{form.template}`, for example `{form.example}`.{remark}"
    for part in text.parts:
        if part.doc:
            yield f"`{part.name}`: {part.doc}"


# -- documentation ----------------------------------------------------------------------------------------------------


def sentence(words: Iterable[str]) -> str:
    """Clauses as one sentence, or nothing."""
    text = "; ".join(words)
    return f"{text[0].upper()}{text[1:]}." if text else ""


def docs_doc(docs: Documentation, *words: str, indent: int = 0, tags: tuple[tuple[str, str], ...] = ()) -> Finished:
    """The documentation of a declaration: empty when the contract says nothing about it."""
    since = f"Since {docs.since}." if docs.since else ""
    text = "\n\n".join(word for word in (docs.doc, *words, since) if word)
    all_tags = (*tags, *deprecated_tag(docs))
    return tsdoc(text, indent, all_tags) if text or all_tags else Finished("")


def deprecated_tag(docs: Documentation) -> tuple[tuple[str, str], ...]:
    if docs.deprecated is None:
        return ()
    words = deprecation_words(docs.deprecated).removeprefix("Deprecated ")
    return (("deprecated", f"{words[0].upper()}{words[1:]}"),)


def field_doc(each: Field, indent: int) -> Finished:
    facts = " ".join(filter(None, (f"Level: {level_words(each)}.", sentence(field_words(each)), follows_words(each))))
    default = "" if isinstance(each.type, Constant | Null) else default_words(each)
    tags = ((("defaultValue", default),) if default else ()) + tier_tag(each.tier)
    words = (facts, " ".join(tier_words(each)), *map(superseded_words, each.superseded))
    return docs_doc(each.docs, *words, indent=indent, tags=tags)


def tier_tag(tier: Tier | None) -> tuple[tuple[str, str], ...]:
    """The tag that editors know for a tier of this name."""
    return ((tier.name, ""),) if tier is not None and tier.name in STAGES else ()
