"""Records as dataclasses -> records.py."""

from collections.abc import Mapping

from msgspec.structs import replace

from sealwax.contract.model import Contract, Record
from sealwax.languages.python import class_name, record_text
from sealwax.languages.python.types import IN_RECORDS, declared_before_use
from sealwax.targets.python.dataclasses import ClassesView
from sealwax.targets.python.inheritance import DataClass, Homes, classes_view, kept_records, record_homes


def records_view(contract: Contract) -> ClassesView:
    homes, records = record_homes(contract), declared_before_use(contract.records)
    kept, _homes = kept_records(contract, homes)
    own = [_class(contract, each, homes) for each in records]
    bases = [{each.name: _class(base, each, homes) for each in base.records} for base in contract.bases]
    classes = [replace(each, parents=tuple(base[each.name] for base in bases if each.name in base)) for each in own]
    doc, names = f"The records of the contract {contract.name}.", (class_name(each.name) for each in records)
    return classes_view(contract, "records", doc, classes, kept, names)


def _class(contract: Contract, record: Record, homes: Mapping[str, Homes]) -> DataClass:
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
