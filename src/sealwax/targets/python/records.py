"""Records as dataclasses -> records.py."""

from sealwax.contract.model import Contract
from sealwax.languages.python import class_name, record_text
from sealwax.languages.python.types import IN_RECORDS, declared_before_use
from sealwax.targets.python.dataclasses import ClassesView
from sealwax.targets.python.inheritance import Child, classes_view, exported, kept_records, record_homes, record_parents


def records_view(contract: Contract) -> ClassesView:
    kept, declared = kept_records(contract), record_homes(contract)
    classes = [
        Child(
            name=each.name,
            spelled=class_name(each.name),
            doc=record_text(each),
            fields=each.fields,
            is_open=each.open,
            parents=record_parents(contract, each.name),
            style=IN_RECORDS,
            homes=declared,
        )
        for each in declared_before_use(contract.records)
        if each.name not in kept
    ]
    doc, names = f"The records of the contract {contract.name}.", (class_name(each.name) for each in contract.records)
    return classes_view(contract, "records", doc, classes, kept, exports=exported(names))
