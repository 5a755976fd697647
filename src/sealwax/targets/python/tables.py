"""Keys of objects."""

from collections.abc import Iterable

from sealwax.contract.model import Envelope, Outcome
from sealwax.languages.python import constant, string
from sealwax.rendering import Finished


def keys_name(owner: str) -> Finished:
    return Finished(f"_{constant(owner)}_KEYS")


def shape_keys(envelope: Envelope, shape: Envelope | Outcome) -> Finished:
    return keys_name(shape.name if envelope.has_shapes else envelope.name)


def strings_table(name: Finished, texts: Iterable[str]) -> Finished:
    return Finished(f"{name} = frozenset({{{', '.join(map(string, texts))}}})")
