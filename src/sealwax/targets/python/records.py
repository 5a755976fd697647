"""Records as dataclasses -> records.py."""

from sealwax.contract.model import Contract, Record
from sealwax.frozen import frozen
from sealwax.languages.python import class_name, record_text
from sealwax.languages.python.imports import import_lines
from sealwax.languages.python.types import IN_RECORDS, declared_before_use
from sealwax.rendering import Finished
from sealwax.targets.python.dataclasses import EXTRA, Attributes, ClassView, names_used, narrows, wire_form
from sealwax.targets.python.inheritance import (
    Child,
    Parent,
    base_imports,
    exported,
    handed_on,
    kept_records,
    record_homes,
    record_parents,
)
from sealwax.targets.python.names import homes


@frozen
class RecordsView:
    """The module records.py."""

    header: Finished
    doc: str
    narrows: bool
    """Whether an attribute has a narrower type than in a base class."""
    imports: tuple[Finished, ...]
    exports: tuple[str, ...]
    """The names of the module, when some of them come from base packages."""
    classes: tuple[ClassView, ...]


def records_view(contract: Contract, header: Finished) -> RecordsView:
    kept, declared = kept_records(contract), record_homes(contract)
    used, modules, classes = set[str](), set[str](), list[ClassView]()
    for record in (record for record in declared_before_use(contract.records) if record.name not in kept):
        parents = record_parents(contract, record.name)
        found = Child(record.name, parents, IN_RECORDS, declared).attributes(record.fields, keywords_only=True)
        classes.append(_class(record, found, parents))
        used |= found.used | names_used(classes[-1])
        modules |= {parent.module for parent in parents}
    return RecordsView(
        header=header,
        doc=f"The records of the contract {contract.name}.",
        narrows=narrows(classes),
        imports=import_lines(used, homes(contract), ".records", base_imports(modules, handed_on(kept, "records"))),
        exports=exported(class_name(record.name) for record in contract.records) if kept else (),
        classes=tuple(classes),
    )


def _class(record: Record, found: Attributes, parents: tuple[Parent, ...]) -> ClassView:
    has_extra = record.open and not any(parent.is_open for parent in parents)
    return ClassView(
        name=class_name(record.name),
        bases=tuple(parent.dotted for parent in parents),
        is_keyword_only=True,
        doc=record_text(record),
        factories=found.factories,
        attributes=(*found.attributes, *((EXTRA,) if has_extra else ())),
        wire=wire_form(record.fields, IN_RECORDS, is_open=record.open),
    )
