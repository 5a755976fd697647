"""The responses that builders return, as dataclasses -> envelope.py."""

from collections.abc import Iterable

from sealwax.contract.model import Contract, Envelope, Field, Outcome
from sealwax.frozen import frozen
from sealwax.languages.python import class_name, docs_text, joined
from sealwax.languages.python.imports import import_lines
from sealwax.languages.python.types import PLAIN, Annotation, either, spell
from sealwax.project.package_names import python_module
from sealwax.rendering import Finished
from sealwax.targets.python.dataclasses import (
    EXTRA,
    Attributes,
    ClassView,
    attribute_type,
    names_used,
    narrows,
    wire_form,
)
from sealwax.targets.python.inheritance import Child, Parent, base_imports, exported, handed_on
from sealwax.targets.python.names import built_names, homes


@frozen
class EnvelopeView:
    """The module envelope.py."""

    header: Finished
    doc: str
    narrows: bool
    """Whether an attribute has a narrower type than in a base class."""
    imports: tuple[Finished, ...]
    exports: tuple[str, ...]
    """The names of the module, when some of them come from base packages."""
    classes: tuple[ClassView, ...]
    name: Finished
    union: Finished
    """The type that the name stands for, when success and failure have classes of their own."""
    union_doc: str


def envelope_view(contract: Contract, header: Finished) -> EnvelopeView:
    envelope, shapes = contract.envelope, built_shapes(contract)
    kept = {shape.name: base for shape in shapes for base in contract.bases if _is_in_base(shape, base)}
    used, modules, classes = set[str](), set[str](), list[ClassView]()
    for shape in (shape for shape in shapes if shape.name not in kept):
        parents = _parents(contract, shape)
        found = Child(shape.name, parents, PLAIN, {}).attributes(shape.fields, keywords_only=False)
        classes.append(_class(shape, found, parents, envelope.open))
        used |= found.used | names_used(classes[-1])
        modules |= {parent.module for parent in parents}
    used |= {"TypeAlias"} if envelope.has_shapes else set()
    below = base_imports(modules, handed_on(kept, "envelope"))
    union = spell(either(*(class_name(shape.name) for shape in shapes)))
    return EnvelopeView(
        header=header,
        doc=f"The envelope of the contract {contract.name}.",
        narrows=narrows(classes),
        imports=import_lines(used, homes(contract), ".envelope", below),
        exports=exported(built_names(envelope)) if kept else (),
        classes=tuple(classes),
        name=class_name(envelope.name),
        union=union if envelope.has_shapes else Finished(""),
        union_doc=docs_text(envelope.docs, envelope.title),
    )


def built_shapes(contract: Contract) -> tuple[Envelope | Outcome, ...]:
    """What builders return: one class for both outcomes, unless their keys differ."""
    return contract.envelope.outcomes if contract.envelope.has_shapes else (contract.envelope,)


def is_handed_on(contract: Contract, name: str, base: Contract) -> bool:
    """Whether a class that builders return comes from a base package."""
    return any(class_name(shape.name) == name and _is_in_base(shape, base) for shape in built_shapes(contract))


def _is_in_base(shape: Envelope | Outcome, base: Contract) -> bool:
    """Whether a base package has the same class. Builders fill in everything, so defaults do not count."""
    return any(other.name == shape.name and _types(other) == _types(shape) for other in built_shapes(base))


def _types(shape: Envelope | Outcome) -> list[tuple[str, Annotation]]:
    return [(field.name, attribute_type(field, PLAIN)) for field in shape.fields]


def _parents(contract: Contract, shape: Envelope | Outcome) -> tuple[Parent, ...]:
    pairs = ((base, other) for base in contract.bases for other in built_shapes(base) if other.name == shape.name)
    name = class_name(shape.name)
    return tuple(
        Parent(Finished(f"{python_module(base)}.envelope"), name, other.fields, base.envelope.open, {})
        for base, other in pairs
    )


def _class(shape: Envelope | Outcome, found: Attributes, parents: tuple[Parent, ...], is_open: bool) -> ClassView:
    title = shape.title if isinstance(shape, Envelope) else f"a {shape.outcome}"
    has_extra = is_open and not any(parent.is_open for parent in parents)
    return ClassView(
        name=class_name(shape.name),
        bases=tuple(parent.dotted for parent in parents),
        is_keyword_only=False,
        doc=joined((docs_text(shape.docs, title), _wire_note(shape.fields, is_open))),
        factories=found.factories,
        attributes=(*found.attributes, *((EXTRA,) if has_extra else ())),
        wire=wire_form(shape.fields, PLAIN, is_open=is_open),
    )


def _wire_note(fields: Iterable[Field], is_open: bool) -> str:
    """How `asdict` differs from the wire form, when a declared key can be absent or others can be present."""
    extras = ["keys that were not given"] if not all(field.required for field in fields) else []
    extras += ["a key `extra` for those that the contract does not name"] if is_open else []
    if not extras:
        return ""
    return f"`to_dict` gives the wire form. `dataclasses.asdict` does not: it has {' and '.join(extras)}."
