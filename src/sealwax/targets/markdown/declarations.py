"""The pages of named types: records and kinds of strings, enums, and the catalogues of errors and warnings."""

from sealwax.contract.model import Catalogue, Contract, Enum, EnumValue, Record, Text
from sealwax.frozen import frozen
from sealwax.languages.markdown import cell, code, code_cell, paragraphs, text
from sealwax.meaning.wording import (
    listed,
    openness_words,
    order_words,
    pattern_words,
    retry_words,
    string_words,
    tiered_words,
)
from sealwax.rendering import Finished
from sealwax.targets.markdown.parts import (
    NOTHING,
    FieldTable,
    Places,
    doc_cell,
    doc_of,
    field_table,
    notes,
    remarks,
    source_cell,
    summary,
    words_cell,
)

# -- records and kinds of strings -------------------------------------------------------------------------------------


@frozen
class FormRow:
    title: Finished
    template: Finished
    example: Finished
    description: Finished


@frozen
class PartRow:
    name: Finished
    pattern: Finished
    description: Finished


@frozen
class TypeSection:
    """A named type. A record has a table of fields; a kind of string has constraints, forms, parts and semantics."""

    name: Finished
    summary: Finished
    doc: Finished
    remarks: tuple[Finished, ...]
    see_also: tuple[Finished, ...]
    tables: tuple[FieldTable, ...] = ()
    constraints: tuple[Finished, ...] = ()
    forms: tuple[FormRow, ...] = ()
    parts: tuple[PartRow, ...] = ()
    semantics: tuple[Finished, ...] = ()


@frozen
class TypesView:
    header: Finished
    sections: tuple[TypeSection, ...]


def types_view(contract: Contract, header: Finished, places: Places) -> TypesView:
    records = (record_section(record, places) for record in contract.records)
    return TypesView(header, (*records, *(text_section(text, places) for text in contract.texts)))


def record_section(record: Record, places: Places) -> TypeSection:
    openness = "open: other keys are valid too" if record.open else "closed: no other key is valid"
    schema = places.schema(record.name) if record.standalone else ()
    included = (f"includes {listed(places.link(name) for name in record.includes)}",) if record.includes else ()
    return TypeSection(
        text(record.name),
        summary(record.title, record.name, "record", openness, *included, *schema),
        doc_of(record.docs),
        (*remarks(record.docs), *(text(words) for words in filter(None, (tiered_words(record),)))),
        places.see_also(record.name),
        tables=(field_table(record.fields, places),),
    )


def text_section(declaration: Text, places: Places) -> TypeSection:
    return TypeSection(
        text(declaration.name),
        summary(declaration.title, declaration.name, "string"),
        doc_of(declaration.docs),
        remarks(declaration.docs),
        places.see_also(declaration.name),
        constraints=tuple(text(words) for words in string_words(declaration.string)),
        forms=tuple(
            FormRow(cell(form.title), code_cell(form.template), code_cell(form.example), cell(form.doc))
            for form in declaration.forms
        ),
        parts=tuple(
            PartRow(code_cell(part.name), cell(pattern_words(part.pattern.source)), cell(part.doc))
            for part in declaration.parts
        ),
        semantics=tuple(text(point) for point in declaration.semantics),
    )


# -- enums ------------------------------------------------------------------------------------------------------------


@frozen
class ValueRow:
    value: Finished
    cells: tuple[Finished, ...]


@frozen
class CodeSection:
    """What a code says and knows, where the contract says so."""

    code: Finished
    message: Finished
    remediation: Finished
    context: tuple[FieldTable, ...]


@frozen
class EnumSection:
    """An enum or catalogue as a table with a row per value."""

    name: Finished
    summary: Finished
    doc: Finished
    remarks: tuple[Finished, ...]
    see_also: tuple[Finished, ...]
    titles: tuple[Finished, ...]
    rows: tuple[ValueRow, ...]
    value_notes: tuple[Finished, ...]
    codes: tuple[CodeSection, ...]


@frozen
class EnumsView:
    header: Finished
    title: Finished
    intro: Finished
    sections: tuple[EnumSection, ...]


def enums_view(title: str, intro: str, enums: tuple[Enum, ...], header: Finished, places: Places) -> EnumsView:
    sections = tuple(_enum_section(enum, _classes(enum, places), places) for enum in enums)
    return EnumsView(header, text(title), paragraphs(intro), sections)


def _classes(enum: Enum, places: Places) -> dict[str, Finished]:
    """The cells for what codes are classified as, with links to the enum of their types or severities."""
    names = {value.classified_as for value in enum.values}
    section = "" if enum.classified_by is None else places.sections[enum.classified_by.name]
    return {name: Finished(f"[{code_cell(name)}]({section})" if section else code_cell(name)) for name in names}


def _enum_section(enum: Enum, classes: dict[str, Finished], places: Places) -> EnumSection:
    rows = [_cells(enum, value, classes) for value in enum.values]
    if _has_tiers(enum):
        tiers = (words_cell(value.tier.name) if value.tier else NOTHING for value in enum.values)
        rows = [(*cells, tier) for cells, tier in zip(rows, tiers, strict=True)]
    if _has_sources(enum):
        rows = [(*cells, source_cell(value.docs)) for cells, value in zip(rows, enum.values, strict=True)]
    facts = [openness_words(enum), order_words(enum), f"values in {enum.case.value}" if enum.case else ""]
    return EnumSection(
        text(enum.name),
        summary(enum.title, enum.name, *filter(None, facts)),
        doc_of(enum.docs),
        remarks(enum.docs),
        places.see_also(enum.name),
        _titles(enum),
        tuple(ValueRow(code_cell(value.value), cells) for value, cells in zip(enum.values, rows, strict=True)),
        tuple(note for value in enum.values for note in notes(value.docs, code(value.value))),
        tuple(_code_section(value, places) for value in enum.values if _has_section(value)),
    )


_NUMBER = "JSON-RPC number"


def _titles(enum: Enum) -> tuple[Finished, ...]:
    columns = (column.title for column in enum.columns)
    tier = ("Tier",) if _has_tiers(enum) else ()
    source = ("Source",) if _has_sources(enum) else ()
    return tuple(map(cell, (*_own_titles(enum), *columns, *tier, *source)))


def _own_titles(enum: Enum) -> tuple[str, ...]:
    """The titles of what a catalogue says of its own; numbers and policies only where there are any."""
    number = (_NUMBER,) if _has_numbers(enum) else ()
    match enum.catalogue:
        case Catalogue.PLAIN:
            return "Value", "Description"
        case Catalogue.ERROR_TYPES:
            http = ("HTTP status",) if _has_http(enum) else ()
            return "Error type", *http, *number, "Description", *(("Retry?",) if _has_retry(enum) else ())
        case Catalogue.ERROR_CODES:
            return "Error code", "Error type", *number, "When to use"
        case Catalogue.WARNING_CODES:
            return "Warning code", "Severity", "When to use"


def _has_http(enum: Enum) -> bool:
    return any(value.http is not None for value in enum.values)


def _has_retry(enum: Enum) -> bool:
    return any(value.retry is not None for value in enum.values)


def _has_numbers(enum: Enum) -> bool:
    types = enum.classified_by if enum.catalogue is Catalogue.ERROR_CODES else enum
    return types is not None and any(value.jsonrpc is not None for value in types.values)


def _number_cells(enum: Enum, value: EnumValue) -> tuple[Finished, ...]:
    types = enum.classified_by if enum.catalogue is Catalogue.ERROR_CODES else enum
    kind = types.value(value.classified_as or value.value) if types is not None else None
    number = kind.jsonrpc if kind is not None else None
    return (NOTHING if number is None else Finished(str(number)),) if _has_numbers(enum) else ()


def _has_tiers(enum: Enum) -> bool:
    return any(value.tier for value in enum.values)


def _has_sources(enum: Enum) -> bool:
    return any(value.docs.origin for value in enum.values)


def _cells(enum: Enum, value: EnumValue, classes: dict[str, Finished]) -> tuple[Finished, ...]:
    doc = doc_cell(value.docs)
    columns = tuple(map(cell, value.cells))
    match enum.catalogue:
        case Catalogue.PLAIN:
            return doc, *columns
        case Catalogue.ERROR_TYPES:
            http = (NOTHING if value.http is None else Finished(str(value.http)),) if _has_http(enum) else ()
            retry = (cell(retry_words(value.retry)) if value.retry else NOTHING,) if _has_retry(enum) else ()
            return *http, *_number_cells(enum, value), doc, *retry, *columns
        case Catalogue.ERROR_CODES:
            return classes[value.classified_as], *_number_cells(enum, value), doc, *columns
        case Catalogue.WARNING_CODES:
            return classes[value.classified_as], doc, *columns


def _has_section(value: EnumValue) -> bool:
    return bool(value.message or value.remediation or value.context)


def _code_section(value: EnumValue, places: Places) -> CodeSection:
    return CodeSection(
        text(value.value),
        code(value.message) if value.message else NOTHING,
        code(value.remediation) if value.remediation else NOTHING,
        (field_table(value.context, places),) if value.context else (),
    )
