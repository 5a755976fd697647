"""The responses that builders return, and the records in them -> records.py, envelope.py"""

from collections.abc import Iterable

from sealwax.contract.model import Contract, Envelope, Field, Outcome, Record
from sealwax.languages.python import attribute, class_name, docs_text, joined, record_text
from sealwax.languages.python.types import IN_RECORDS, PLAIN, declared_before_use, either
from sealwax.rendering import Finished
from sealwax.targets.python.dataclasses import ClassesView, ClassView, class_view
from sealwax.targets.python.head import head
from sealwax.targets.python.names import built_shapes


def records_view(contract: Contract) -> ClassesView:
    start = head(contract, "records", f"The records of the contract {contract.name}.")
    return ClassesView(start, tuple(map(_record, declared_before_use(contract.records))))


def _record(record: Record) -> ClassView:
    return class_view(
        record.name,
        class_name(record.name),
        record_text(record),
        record.fields,
        IN_RECORDS,
        is_open=record.open,
        has_json=record.standalone,
    )


# -- envelope ----------------------------------------------------------------------------------------------------------


def envelope_view(contract: Contract) -> ClassesView:
    envelope, shapes = contract.envelope, built_shapes(contract)
    return ClassesView(
        head=head(contract, "envelope", f"The envelope of the contract {contract.name}."),
        classes=tuple(_response(contract, shape) for shape in shapes),
        name=class_name(envelope.name),
        union=either(*(class_name(shape.name) for shape in shapes)) if envelope.has_shapes else Finished(""),
        union_doc=docs_text(envelope.docs, envelope.title),
    )


def takes_payload(contract: Contract, shape: Envelope | Outcome) -> bool:
    """Whether the class has a parameter for the type of its payload: if builders make it."""
    outcomes = shape.outcomes if isinstance(shape, Envelope) else (shape,)
    return bool(contract.builders) and any(field.is_payload for outcome in outcomes for field in outcome.fields)


def _response(contract: Contract, shape: Envelope | Outcome) -> ClassView:
    return class_view(
        shape.name,
        class_name(shape.name),
        _doc(contract.envelope, shape),
        shape.fields,
        PLAIN,
        is_open=contract.envelope.open,
        keywords_only=False,
        parameter=Finished("_PayloadT_co") if takes_payload(contract, shape) else Finished(""),
    )


def _doc(envelope: Envelope, shape: Envelope | Outcome) -> str:
    title = shape.title if isinstance(shape, Envelope) else f"a {shape.outcome}"
    return joined((docs_text(shape.docs, title), _wire_note(shape.fields, envelope.open)))


def _wire_note(fields: Iterable[Field], is_open: bool) -> str:
    """How `asdict` differs from the wire form, if keys have other names or the contract does not name them."""
    found = [f"calls `{each.name}` `{attribute(each.name)}`" for each in fields if attribute(each.name) != each.name]
    found += ["puts keys that the contract does not name under `extra`"] if is_open else []
    return f"`to_dict` gives the wire form. `dataclasses.asdict` {' and '.join(found)}." if found else ""
