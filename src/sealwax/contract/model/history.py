"""The released versions of a contract, and what changed in each."""

from __future__ import annotations

from sealwax.frozen import frozen


@frozen
class ReleasedChange:
    """A change as a sentence, and whom it breaks in words; empty if it breaks nobody."""

    text: str
    breaks: str = ""


@frozen
class Release:
    """A version, and what changed since the one before. The first version has no changes."""

    version: str
    changes: tuple[ReleasedChange, ...]
    is_released: bool = True
