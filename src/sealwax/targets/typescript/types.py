"""The types that exist at compile time only: records, named strings, the envelope and its outcomes."""

from collections.abc import Iterable, Iterator

from sealwax.contract.model import Contract, Envelope, Field, Null, Nullable, Outcome, Presence, Record, Tool
from sealwax.frozen import frozen
from sealwax.languages.typescript import property_key, tsdoc, type_name
from sealwax.languages.typescript.docs import docs_doc, field_doc, text_doc
from sealwax.languages.typescript.types import JSON_OBJECT, JSON_VALUE, Printer, printer_of, uses_payload
from sealwax.meaning.wording import tiered_words
from sealwax.rendering import Finished
from sealwax.targets.typescript.declarations import Import, Property, first_line, imports


@frozen
class Interface:
    """A record or an outcome."""

    doc: Finished
    name: Finished
    generic: Finished
    """The type parameter with its brackets, or nothing."""
    properties: tuple[Property, ...]
    is_open: bool
    """Whether other keys are allowed."""


@frozen
class Alias:
    """Another name for a type, or for one of several."""

    doc: Finished
    name: Finished
    generic: Finished
    """The type parameter with its brackets, or nothing."""
    members: tuple[Finished, ...]


@frozen
class TypesView:
    """types.d.ts"""

    header: Finished
    imports: tuple[Import, ...]
    uses_json: bool
    """Whether something is declared as any JSON value or any JSON object."""
    texts: tuple[Alias, ...]
    interfaces: tuple[Interface, ...]
    unions: tuple[Alias, ...]
    """The envelope as one of its outcomes, and the envelope of each tool."""


def types_view(contract: Contract) -> TypesView:
    printer, envelope = printer_of(contract), contract.envelope
    interfaces = (
        *(_record(record, printer) for record in contract.records),
        *(_outcome(outcome, envelope.open, printer) for outcome in envelope.outcomes),
    )
    unions = () if envelope.discriminator is None else (_envelope(envelope, printer),)
    return TypesView(
        header=first_line(contract),
        imports=imports({"./catalogue.js": printer.catalogue}),
        uses_json=not printer.types.isdisjoint((JSON_VALUE, JSON_OBJECT)),
        texts=tuple(
            Alias(text_doc(text), type_name(text.name), Finished(""), (Finished("string"),)) for text in contract.texts
        ),
        interfaces=interfaces,
        unions=(*unions, *(alias for tool in contract.tools for alias in _tool(tool, contract))),
    )


def _record(record: Record, printer: Printer) -> Interface:
    return Interface(
        doc=docs_doc(record.docs, tiered_words(record)),
        name=type_name(record.name),
        generic=Finished(""),
        properties=_properties(record.fields, printer),
        is_open=record.open,
    )


def _outcome(outcome: Outcome, is_open: bool, printer: Printer) -> Interface:
    return Interface(
        doc=docs_doc(outcome.docs),
        name=type_name(outcome.name),
        generic=printer.generic(uses_payload=uses_payload(outcome.fields)),
        properties=(*_properties(outcome.fields, printer), *_absent_mark(outcome)),
        is_open=is_open,
    )


def _absent_mark(outcome: Outcome) -> Iterator[Property]:
    """The key whose absence marks an outcome, so that the compiler can tell the outcomes apart by it."""
    if isinstance(outcome.discriminator, Presence) and not outcome.discriminator.expected:
        doc = tsdoc(f"Never present in a {outcome.outcome}.")
        yield Property(doc, property_key(outcome.discriminator.field), True, Finished("never"))


def _properties(fields: Iterable[Field], printer: Printer) -> tuple[Property, ...]:
    return tuple(
        Property(field_doc(each), property_key(each.name), not each.required, _type(each, printer)) for each in fields
    )


def _type(each: Field, printer: Printer) -> Finished:
    kind = printer.field(each)
    accepts_null = each.readers_accept_null and not isinstance(each.type, Nullable | Null)
    return Finished(f"{kind} | null") if accepts_null else kind


def _envelope(envelope: Envelope, printer: Printer) -> Alias:
    members = tuple(
        Finished(f"{type_name(outcome.name)}{printer.applied(uses_payload=uses_payload(outcome.fields))}")
        for outcome in envelope.outcomes
    )
    generic = printer.generic(uses_payload=any(uses_payload(outcome.fields) for outcome in envelope.outcomes))
    return Alias(docs_doc(envelope.docs), type_name(envelope.name), generic, members)


def _tool(tool: Tool, contract: Contract) -> Iterator[Alias]:
    """The envelope with the payload of a tool, and its outcomes where they have names of their own."""
    payload, named = type_name(tool.payload.name), {outcome.name for outcome in contract.envelope.outcomes}
    pairs = [(tool.envelope.name, contract.envelope.name)]
    if contract.envelope.discriminator is not None:
        ours = zip(tool.envelope.outcomes, contract.envelope.outcomes, strict=True)
        pairs += [(own.name, general.name) for own, general in ours if own.name not in named]
    for name, general in pairs:
        applied = Finished(f"{type_name(general)}<{payload}>")
        yield Alias(docs_doc(tool.docs), type_name(name), Finished(""), (applied,))
