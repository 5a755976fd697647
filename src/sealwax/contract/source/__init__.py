"""The text of a file -> nodes that know their position."""

from sealwax.contract.source.nodes import (
    Entry,
    Mapping,
    Node,
    Scalar,
    Sequence,
    child,
    inside,
    items,
    key,
    part_of,
    width_of,
)
from sealwax.contract.source.parsing import parse

__all__ = [
    "Entry",
    "Mapping",
    "Node",
    "Scalar",
    "Sequence",
    "child",
    "inside",
    "items",
    "key",
    "parse",
    "part_of",
    "width_of",
]
