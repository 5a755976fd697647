"""Records as dataclasses -> records.py."""

from sealwax.contract.model import Contract, Record
from sealwax.languages.python import class_name, record_text
from sealwax.languages.python.types import IN_RECORDS, declared_before_use
from sealwax.targets.python.dataclasses import ClassesView, ClassView, class_view
from sealwax.targets.python.head import head


def records_view(contract: Contract) -> ClassesView:
    start = head(contract, "records", f"The records of the contract {contract.name}.")
    return ClassesView(start, tuple(map(_class, declared_before_use(contract.records))))


def _class(record: Record) -> ClassView:
    return class_view(
        record.name,
        class_name(record.name),
        record_text(record),
        record.fields,
        IN_RECORDS,
        is_open=record.open,
        has_json=record.standalone,
    )
