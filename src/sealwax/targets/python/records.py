"""Records -> records.py, the envelope -> envelope.py."""

from collections.abc import Iterable

from sealwax.contract.model import Contract, Envelope, Field, Outcome, Record
from sealwax.frozen import frozen
from sealwax.languages.python import class_name
from sealwax.languages.python.docs import docs_text, joined, record_text
from sealwax.languages.python.envelopes import built_names
from sealwax.languages.python.layout import Annotation, alias, annotated, class_heading, either
from sealwax.languages.python.types import IN_RECORDS, OBJECT, PLAIN, declared_before_use, homes, import_lines
from sealwax.meaning.enforcement import Enforcement, Kind
from sealwax.project.package_names import python_module
from sealwax.rendering import Finished
from sealwax.targets.python.fields import Attribute, Attributes, Factory, attribute_type
from sealwax.targets.python.inheritance import (
    Child,
    Parent,
    all_lines,
    below_lines,
    handed_on,
    kept_records,
    record_homes,
    record_parents,
)
from sealwax.targets.python.wiring import wire_lines

EXTRA = Attribute(
    annotated("extra", OBJECT, "default_factory=dict[str, Any]", 4, "field"),
    "Keys that the contract does not name. They are written last.",
)

ENFORCES = Enforcement(
    "Python dataclasses",
    "a type checker, where the code makes an instance",
    frozenset({Kind.TYPE, Kind.REQUIRED, Kind.UNKNOWN_KEY, Kind.ENUM}),
    {
        Kind.NUMBER: "a fraction is refused, true is taken for 1",
        Kind.CONSTANT: "Python has no type for a single number with a fraction",
    },
)


@frozen
class ClassView:
    heading: Finished
    decorator: Finished
    doc: str
    factories: tuple[Factory, ...]
    attributes: tuple[Attribute, ...]
    wire: tuple[Finished, ...]


@frozen
class ClassesView:
    header: Finished
    doc: str
    imports: tuple[Finished, ...]
    classes: tuple[ClassView, ...]
    union: Finished = Finished("")
    """The name for all of the classes, where there is one."""
    union_doc: str = ""


def records_view(contract: Contract, header: Finished) -> ClassesView:
    used, modules, kept, declared = set[str](), set[str](), kept_records(contract), record_homes(contract)
    classes = []
    for record in (record for record in declared_before_use(contract.records) if record.name not in kept):
        parents = record_parents(contract, record.name)
        found = Child(record.name, parents, IN_RECORDS, declared).attributes(record.fields, keywords_only=True)
        used |= {"dataclass", "Any"} | found.used | ({"field"} if record.open and not parents else set())
        modules |= {parent.module for parent in parents}
        classes.append(_record(record, found, parents))
    doc = f"The records of the contract {contract.name}."
    below = below_lines(modules, handed_on(kept, "records"))
    lines = import_lines(used, homes(contract), ".records", below)
    lines += all_lines(class_name(record.name) for record in contract.records) if kept else ()
    return ClassesView(header, doc, lines, tuple(classes))


def _record(record: Record, found: Attributes, parents: tuple[Parent, ...]) -> ClassView:
    has_extra = record.open and not any(parent.is_open for parent in parents)
    return ClassView(
        heading=class_heading(class_name(record.name), *(parent.dotted for parent in parents)),
        decorator=Finished("@dataclass(kw_only=True)"),
        doc=record_text(record),
        factories=found.factories,
        attributes=(*found.attributes, *((EXTRA,) if has_extra else ())),
        wire=wire_lines(record.fields, IN_RECORDS, is_open=record.open),
    )


def envelope_view(contract: Contract, header: Finished) -> ClassesView:
    envelope = contract.envelope
    shapes, used, modules = _shapes(contract), set[str](), set[str]()
    kept = {shape.name: base for shape in shapes for base in contract.bases if _is_below(shape, base)}
    classes = []
    for shape in (shape for shape in shapes if shape.name not in kept):
        parents = _shape_parents(contract, shape)
        found = Child(shape.name, parents, PLAIN, {}).attributes(shape.fields, keywords_only=False)
        used |= {"dataclass", "Any"} | found.used | ({"field"} if envelope.open and not parents else set())
        modules |= {parent.module for parent in parents}
        classes.append(_envelope(shape, found, parents, envelope.open))
    used |= {"TypeAlias"} if envelope.has_shapes else set()
    union = either(*(class_name(shape.name) for shape in shapes))
    below = below_lines(modules, handed_on(kept, "envelope"))
    lines = import_lines(used, homes(contract), ".envelope", below)
    return ClassesView(
        header=header,
        doc=f"The envelope of the contract {contract.name}.",
        imports=(*lines, *(all_lines(built_names(envelope)) if kept else ())),
        classes=tuple(classes),
        union=alias(class_name(envelope.name), union) if envelope.has_shapes else Finished(""),
        union_doc=docs_text(envelope.docs, envelope.title),
    )


def _shapes(contract: Contract) -> tuple[Envelope | Outcome, ...]:
    """What builders make: one class for both outcomes, unless their keys differ."""
    return contract.envelope.outcomes if contract.envelope.has_shapes else (contract.envelope,)


def _is_below(shape: Envelope | Outcome, base: Contract) -> bool:
    """Whether a package below has the class that builders make. They fill in everything, so defaults do not count."""
    return any(below.name == shape.name and _kinds(below) == _kinds(shape) for below in _shapes(base))


def _kinds(shape: Envelope | Outcome) -> list[tuple[str, Annotation]]:
    return [(field.name, attribute_type(field, PLAIN)) for field in shape.fields]


def is_handed_on(contract: Contract, name: str, base: Contract) -> bool:
    """Whether a class that builders make is the one of a package below."""
    return any(class_name(shape.name) == name and _is_below(shape, base) for shape in _shapes(contract))


def _shape_parents(contract: Contract, shape: Envelope | Outcome) -> tuple[Parent, ...]:
    pairs = ((base, below) for base in contract.bases for below in _shapes(base) if below.name == shape.name)
    name = class_name(shape.name)
    return tuple(
        Parent(Finished(f"{python_module(base)}.envelope"), name, below.fields, base.envelope.open, {}, frozenset())
        for base, below in pairs
    )


def _envelope(shape: Envelope | Outcome, found: Attributes, parents: tuple[Parent, ...], is_open: bool) -> ClassView:
    title = shape.title if isinstance(shape, Envelope) else f"a {shape.outcome}"
    has_extra = is_open and not any(parent.is_open for parent in parents)
    return ClassView(
        heading=class_heading(class_name(shape.name), *(parent.dotted for parent in parents)),
        decorator=Finished("@dataclass"),
        doc=joined((docs_text(shape.docs, title), _not_exact(shape.fields, is_open))),
        factories=found.factories,
        attributes=(*found.attributes, *((EXTRA,) if has_extra else ())),
        wire=wire_lines(shape.fields, PLAIN, is_open=is_open),
    )


def _not_exact(fields: Iterable[Field], is_open: bool) -> str:
    """What `asdict` makes of an object that can lack a declared key, or have others."""
    flaws = ["keys that were not given"] if not all(field.required for field in fields) else []
    flaws += ["a key `extra` for those that the contract does not name"] if is_open else []
    what = f"`dataclasses.asdict` does not, because it has {' and '.join(flaws)}."
    return f"`to_dict` gives the wire form; {what}" if flaws else ""
