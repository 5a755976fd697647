"""Records -> records.py, the envelope -> envelope.py."""

from collections.abc import Iterable

from sealwax.contract.model import Contract, Envelope, Record
from sealwax.enforcement import Enforcement, Kind
from sealwax.frozen import frozen
from sealwax.languages.python import class_name
from sealwax.languages.python_docs import lore_text, record_text
from sealwax.languages.python_layout import annotated
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
    name: Finished
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
        name=class_name(record.name),
        decorator=Finished("@dataclass(kw_only=True)"),
        doc=record_text(record),
        factories=found.factories,
        attributes=(*found.attributes, *((EXTRA,) if record.open else ())),
        wire=wire_lines(record.fields, IN_RECORDS, is_open=record.open),
    )


def envelope_view(contract: Contract, header: Finished) -> ClassesView:
    envelope = contract.envelope
    found = attributes(envelope.name, envelope.fields, PLAIN, keywords_only=False)
    used = {"dataclass", "Any", *found.used}
    doc = f"The envelope of the contract {contract.name}."
    return ClassesView(header, doc, import_lines(used, homes(contract), ".envelope"), (_envelope(envelope, found),))


def _envelope(envelope: Envelope, found: Attributes) -> ClassView:
    return ClassView(
        name=class_name(envelope.name),
        decorator=Finished("@dataclass"),
        doc=lore_text(envelope.lore, envelope.title),
        factories=found.factories,
        attributes=found.attributes,
        wire=wire_lines(envelope.fields, PLAIN, is_open=False),
    )


def needs_unset(views: Iterable[ClassesView]) -> bool:
    return any("from .unset import" in line for view in views for line in view.imports)
