"""Records as dataclasses -> records.py."""

from sealwax.contract.model import Contract, Record
from sealwax.languages.python import class_name, record_text
from sealwax.languages.python.types import IN_RECORDS, declared_before_use
from sealwax.project.package_names import python_module
from sealwax.rendering import Finished
from sealwax.targets.python.dataclasses import ClassesView
from sealwax.targets.python.inheritance import DataClass, Homes, classes_view, exported, kept_records, record_homes


def records_view(contract: Contract) -> ClassesView:
    (kept, homes), records = kept_records(contract), declared_before_use(contract.records)
    classes = [_class(contract, each, homes) for each in records if each.name not in kept]
    doc, names = f"The records of the contract {contract.name}.", (class_name(each.name) for each in records)
    return classes_view(contract, "records", doc, classes, kept, exports=exported(names))


def _class(contract: Contract, record: Record, homes: Homes) -> DataClass:
    same = ((base, each) for base in contract.bases for each in base.records if each.name == record.name)
    return DataClass(
        module=Finished(f"{python_module(contract)}.records"),
        name=record.name,
        spelled=class_name(record.name),
        doc=record_text(record),
        fields=record.fields,
        is_open=record.open,
        parents=tuple(_class(base, each, record_homes(base)) for base, each in same),
        style=IN_RECORDS,
        homes=homes,
    )
