"""Records as dataclasses -> records.py."""

from collections.abc import Mapping
from functools import partial

from sealwax.contract.model import Contract, Record
from sealwax.languages.python import class_name, record_text
from sealwax.languages.python.types import IN_RECORDS, declared_before_use
from sealwax.targets.python.dataclasses import ClassesView
from sealwax.targets.python.inheritance import DataClass, Homes, classes_view, kept_records, record_homes, with_parents


def records_view(contract: Contract) -> ClassesView:
    homes, records = record_homes(contract), declared_before_use(contract.records)
    kept, _homes = kept_records(contract)
    classes = with_parents(contract, lambda each: declared_before_use(each.records), partial(_class, homes))
    doc, names = f"The records of the contract {contract.name}.", (class_name(each.name) for each in records)
    return classes_view(contract, "records", doc, classes, kept, names)


def _class(homes: Mapping[str, Homes], contract: Contract, record: Record) -> DataClass:
    return DataClass(
        contract=contract,
        module="records",
        name=record.name,
        spelled=class_name(record.name),
        doc=record_text(record),
        fields=record.fields,
        is_open=record.open,
        style=IN_RECORDS,
        homes=homes[contract.file],
        has_json=record.standalone,
    )
