"""types.md: records and string types."""

from sealwax.contract.model import Contract, Record, Text
from sealwax.frozen import frozen
from sealwax.languages.markdown import text
from sealwax.meaning.wording import string_words
from sealwax.rendering import Finished
from sealwax.targets.markdown.places import Places
from sealwax.targets.markdown.tables import Table, field_table


@frozen
class RecordSection:
    record: Record
    fields: Table


@frozen
class TextSection:
    text: Text
    constraints: tuple[Finished, ...]


@frozen
class TypesView:
    header: Finished
    places: Places
    records: tuple[RecordSection, ...]
    texts: tuple[TextSection, ...]


def types_view(contract: Contract, header: Finished, places: Places) -> TypesView:
    return TypesView(
        header,
        places,
        tuple(RecordSection(record, field_table(record.fields)) for record in contract.records),
        tuple(TextSection(each, tuple(map(text, string_words(each.string)))) for each in contract.texts),
    )
