"""Records as dataclasses -> records.py."""

from sealwax.contract.model import Contract
from sealwax.languages.python import class_name, record_text
from sealwax.languages.python.types import IN_RECORDS, declared_before_use
from sealwax.targets.python.dataclasses import ClassesView
from sealwax.targets.python.inheritance import Child, classes_view, exported, kept_records, record_homes, record_parents


def records_view(contract: Contract) -> ClassesView:
    kept, declared = kept_records(contract), record_homes(contract)
    classes = [
        (
            Child(each.name, each.fields, each.open, record_parents(contract, each.name), IN_RECORDS, declared),
            record_text(each),
        )
        for each in declared_before_use(contract.records)
        if each.name not in kept
    ]
    doc, names = f"The records of the contract {contract.name}.", (class_name(each.name) for each in contract.records)
    return classes_view(contract, "records", doc, classes, kept, exports=exported(names))
