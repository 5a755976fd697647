"""The responses that builders return, as dataclasses -> envelope.py."""

from collections.abc import Iterable

from msgspec.structs import replace

from sealwax.contract.model import Contract, Envelope, Field, Outcome
from sealwax.languages.python import attribute, class_name, docs_text, joined
from sealwax.languages.python.types import PLAIN, either
from sealwax.rendering import Finished
from sealwax.targets.python.dataclasses import ClassesView, attribute_type
from sealwax.targets.python.inheritance import DataClass, classes_view, with_parents
from sealwax.targets.python.names import built_names, built_shapes


def envelope_view(contract: Contract) -> ClassesView:
    envelope, shapes = contract.envelope, built_shapes(contract)
    kept = {shape.name: base for shape in shapes for base in contract.bases if _is_in_base(shape, base)}
    classes = with_parents(contract, built_shapes, _class)
    doc = f"The envelope of the contract {contract.name}."
    view = classes_view(contract, "envelope", doc, classes, kept, built_names(contract))
    return replace(
        view,
        name=class_name(envelope.name),
        union=either(*(class_name(shape.name) for shape in shapes)) if envelope.has_shapes else Finished(""),
        union_doc=docs_text(envelope.docs, envelope.title),
    )


def takes_payload(contract: Contract, shape: Envelope | Outcome) -> bool:
    """Whether the class has a parameter for the type of its payload: if builders make it, wherever it is declared."""
    for base in contract.bases:
        if _is_in_base(shape, base):
            return any(takes_payload(base, other) for other in built_shapes(base) if other.name == shape.name)
    outcomes = shape.outcomes if isinstance(shape, Envelope) else (shape,)
    fields = (field for outcome in outcomes for field in outcome.fields)
    return bool(contract.builders) and any(field.is_payload for field in fields)


def is_handed_on(contract: Contract, name: str, base: Contract) -> bool:
    """Whether a class that builders return comes from a base package."""
    return any(class_name(shape.name) == name and _is_in_base(shape, base) for shape in built_shapes(contract))


def _is_in_base(shape: Envelope | Outcome, base: Contract) -> bool:
    """Whether a base package has the same class. Builders fill in everything, so defaults do not count."""
    return any(other.name == shape.name and _types(other) == _types(shape) for other in built_shapes(base))


def _types(shape: Envelope | Outcome) -> list[tuple[str, Finished]]:
    return [(field.name, attribute_type(field, PLAIN)) for field in shape.fields]


def _class(contract: Contract, shape: Envelope | Outcome) -> DataClass:
    return DataClass(
        contract=contract,
        module="envelope",
        name=shape.name,
        spelled=class_name(shape.name),
        doc=_doc(contract.envelope, shape),
        fields=shape.fields,
        is_open=contract.envelope.open,
        style=PLAIN,
        homes={},
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
