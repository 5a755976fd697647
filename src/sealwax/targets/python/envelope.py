"""The responses that builders return, as dataclasses -> envelope.py."""

from collections.abc import Iterable
from typing import TypeAlias

from msgspec.structs import replace

from sealwax.contract.model import Contract, Envelope, Field, Outcome
from sealwax.languages.python import attribute, class_name, docs_text, joined
from sealwax.languages.python.types import PLAIN, either
from sealwax.rendering import Finished
from sealwax.targets.package_names import below
from sealwax.targets.python.dataclasses import ClassesView, attribute_type
from sealwax.targets.python.inheritance import DataClass, Homes, classes_view, sharing
from sealwax.targets.python.names import built_names, built_shapes

Built: TypeAlias = Envelope | Outcome | DataClass


def envelope_view(contract: Contract) -> ClassesView:
    envelope, shapes = contract.envelope, built_shapes(contract)
    doc = f"The envelope of the contract {contract.name}."
    view = classes_view(contract, "envelope", doc, _shared_classes, built_names(contract))
    return replace(
        view,
        name=class_name(envelope.name),
        union=either(*(class_name(shape.name) for shape in shapes)) if envelope.has_shapes else Finished(""),
        union_doc=docs_text(envelope.docs, envelope.title),
    )


def takes_payload(contract: Contract, shape: Envelope | Outcome) -> bool:
    """Whether the class has a parameter for the type of its payload: if builders make it, wherever it is declared."""
    home = built_home(contract, shape)
    declared = next(each for each in built_shapes(home) if each.name == shape.name)
    outcomes = declared.outcomes if isinstance(declared, Envelope) else (declared,)
    return bool(home.builders) and any(field.is_payload for outcome in outcomes for field in outcome.fields)


def built_home(contract: Contract, shape: Envelope | Outcome) -> Contract:
    """The contract whose package declares a class that builders return."""
    file = _shared_shapes(contract).homes[shape.name]
    return next(each for each in (contract, *below(contract)) if each.file == file)


def _is_same(own: Built, other: Built, _homes: Homes, _others: Homes) -> bool:
    """Whether two classes are the same. Builders fill in everything, so defaults do not count."""
    return _types(other) == _types(own)


def _types(shape: Built) -> list[tuple[str, Finished]]:
    return [(field.name, attribute_type(field, PLAIN)) for field in shape.fields]


def _classes(contract: Contract) -> list[DataClass]:
    return [_class(contract, shape) for shape in built_shapes(contract)]


_shared_shapes = sharing(built_shapes, _is_same)
_shared_classes = sharing(_classes, _is_same)


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
