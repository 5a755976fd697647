"""Builders -> builders.py: straight-line functions that make envelopes."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from sealwax.contract.model import (
    ABSENT,
    Absent,
    Builder,
    Constant,
    Contract,
    Enum,
    Field,
    Json,
    Level,
    Null,
    Nullable,
    Parameter,
    Record,
    Reference,
)
from sealwax.languages import python_layout as layout
from sealwax.languages.python import attribute, class_name, constant, string
from sealwax.languages.python_docs import joined, lore_text, parameter_text
from sealwax.languages.python_layout import NONE, Annotation, Subscript, assigned, either, signature, tested, value_of
from sealwax.languages.python_types import (
    ANY,
    OBJECT,
    STR,
    Style,
    annotation,
    as_argument,
    homes,
    import_lines,
    named_in,
    names_in,
    value_names,
)
from sealwax.rendering import Finished
from sealwax.targets.python_dataclasses.arguments import from_argument, holds_record, is_object, is_given
from sealwax.targets.python_dataclasses.fields import constructor_default
from sealwax.targets.python_dataclasses.fields import filled as filled_record
from sealwax.languages.python_types import PLAIN


@dataclass(frozen=True, slots=True)
class BuilderView:
    definition: Finished
    doc: str
    body: tuple[Finished, ...]


@dataclass(frozen=True, slots=True)
class Table:
    """By code, what the catalogue says about it."""

    name: Finished
    codes: Finished
    attribute: Finished


@dataclass(frozen=True, slots=True)
class BuildersView:
    header: Finished
    doc: str
    imports: tuple[Finished, ...]
    plain: Finished
    """The definition of the function that turns records into plain objects, when a builder needs it."""
    refuses: bool
    """Whether a builder refuses values that contradict constants."""
    tables: tuple[Table, ...]
    builders: tuple[BuilderView, ...]
