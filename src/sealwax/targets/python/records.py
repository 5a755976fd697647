"""Records as dataclasses -> records.py."""

from collections.abc import Iterator

from sealwax.contract.model import Contract
from sealwax.languages.python import class_name, record_text
from sealwax.languages.python.types import IN_RECORDS, declared_before_use
from sealwax.targets.python.dataclasses import ClassesView
from sealwax.targets.python.inheritance import DataClass, classes_view, is_same_class, sharing


def records_view(contract: Contract) -> ClassesView:
    doc, records = f"The records of the contract {contract.name}.", declared_before_use(contract.records)
    return classes_view(contract, "records", doc, _shared, (class_name(each.name) for each in records))


def record_classes(contract: Contract) -> Iterator[DataClass]:
    for record in declared_before_use(contract.records):
        yield DataClass(
            contract=contract,
            module="records",
            name=record.name,
            spelled=class_name(record.name),
            doc=record_text(record),
            fields=record.fields,
            is_open=record.open,
            style=IN_RECORDS,
            has_json=record.standalone,
        )


_shared = sharing(record_classes, is_same_class)
