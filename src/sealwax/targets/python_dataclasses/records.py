"""Records -> records.py, the envelope -> envelope.py."""

from collections.abc import Iterable

from sealwax.contract.model import Contract, Envelope, Field, Outcome, Record
from sealwax.enforcement import Enforcement, Kind
from sealwax.frozen import frozen
from sealwax.languages.python import class_name
from sealwax.languages.python_docs import joined, lore_text, record_text
from sealwax.languages.python_layout import alias, annotated, class_heading, either, flat
from sealwax.languages.python_types import IN_RECORDS, OBJECT, PLAIN, declared_before_use, homes, import_lines
from sealwax.rendering import Finished
from sealwax.targets.python_dataclasses.fields import Attribute, Attributes, Factory, attributes
from sealwax.targets.python_dataclasses.wiring import wire_lines

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
    used = {"dataclass", "Any"}
    classes = []
    for record in declared_before_use(contract.records):
        found = attributes(record.name, record.fields, IN_RECORDS, keywords_only=True)
        used |= found.used | ({"field"} if record.open else set())
        classes.append(_record(record, found))
    doc = f"The records of the contract {contract.name}."
    return ClassesView(header, doc, import_lines(used, homes(contract), ".records"), tuple(classes))


def _record(record: Record, found: Attributes) -> ClassView:
    return ClassView(
        heading=class_heading(class_name(record.name)),
        decorator=Finished("@dataclass(kw_only=True)"),
        doc=record_text(record),
        factories=found.factories,
        attributes=(*found.attributes, *((EXTRA,) if record.open else ())),
        wire=wire_lines(record.fields, IN_RECORDS, is_open=record.open),
    )


def envelope_view(contract: Contract, header: Finished) -> ClassesView:
    envelope = contract.envelope
    shapes: tuple[Envelope | Outcome, ...] = envelope.outcomes if envelope.has_shapes else (envelope,)
    found = [attributes(shape.name, shape.fields, PLAIN, keywords_only=False) for shape in shapes]
    used = {"dataclass", "Any", *(name for each in found for name in each.used)}
    used |= ({"field"} if envelope.open else set()) | ({"TypeAlias"} if envelope.has_shapes else set())
    union = flat(either(*(class_name(shape.name) for shape in shapes)))
    return ClassesView(
        header=header,
        doc=f"The envelope of the contract {contract.name}.",
        imports=import_lines(used, homes(contract), ".envelope"),
        classes=tuple(_envelope(shape, each, envelope.open) for shape, each in zip(shapes, found, strict=True)),
        union=alias(class_name(envelope.name), union) if envelope.has_shapes else Finished(""),
        union_doc=lore_text(envelope.lore, envelope.title),
    )


def _envelope(shape: Envelope | Outcome, found: Attributes, is_open: bool) -> ClassView:
    title = shape.title if isinstance(shape, Envelope) else f"a {shape.outcome}"
    return ClassView(
        heading=class_heading(class_name(shape.name)),
        decorator=Finished("@dataclass"),
        doc=joined((lore_text(shape.lore, title), _not_exact(shape.fields, is_open))),
        factories=found.factories,
        attributes=(*found.attributes, *((EXTRA,) if is_open else ())),
        wire=wire_lines(shape.fields, PLAIN, is_open=is_open),
    )


def _not_exact(fields: Iterable[Field], is_open: bool) -> str:
    """What `asdict` makes of an object that can lack a declared key, or have others."""
    flaws = ["keys that were not given"] if not all(field.required for field in fields) else []
    flaws += ["a key `extra` for those that the contract does not name"] if is_open else []
    what = f"`dataclasses.asdict` does not, because it has {' and '.join(flaws)}."
    return f"`to_dict` gives the wire form; {what}" if flaws else ""


def needs_unset(views: Iterable[ClassesView]) -> bool:
    return any("from .unset import" in line for view in views for line in view.imports)
