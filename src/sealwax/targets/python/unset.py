"""The value of an attribute whose key is absent, where None means null -> unset.py."""

from msgspec import Struct

from sealwax.contract.model import Contract, Envelope, Outcome, Record, accepts_null
from sealwax.rendering import Finished
from sealwax.targets.python.dataclasses import as_read
from sealwax.targets.python.head import Head, first_line
from sealwax.targets.python.names import built_shapes

NAMES = (Finished("UNSET"), Finished("UnsetType"))
_DOC = "The value of an attribute whose key is absent, where None means null."


def unset_view(contract: Contract) -> Head:
    return Head(first_line(contract.name), _DOC)


class AbsenceView(Struct, frozen=True):
    """_absence.py: what makes `asdict` leave out absent keys"""

    header: Finished
    has_unset: bool


def has_absent_keys(contract: Contract) -> bool:
    """Whether an object can lack a key, or have further keys."""
    shapes: tuple[Record | Envelope | Outcome, ...] = (
        *contract.records,
        contract.envelope,
        *contract.envelope.outcomes,
    )
    is_open = contract.envelope.open or any(record.open for record in contract.records)
    return is_open or not all(field.required for shape in shapes for field in shape.fields)


def uses_unset(contract: Contract) -> bool:
    """Whether null means something else than an absent key of an object."""
    shapes = (*contract.records, *built_shapes(contract))
    return any(not field.required and accepts_null(as_read(field)) for shape in shapes for field in shape.fields)
