"""The released versions of a contract, and what changed in each."""

from __future__ import annotations

from msgspec import Struct


class ReleasedChange(Struct, frozen=True):
    """A change as a sentence, and who is affected by it in words; empty if nobody is."""

    text: str
    breaks: str = ""


class Release(Struct, frozen=True):
    """A version, and what changed since the one before. The first version has no changes."""

    version: str
    changes: tuple[ReleasedChange, ...]
    is_released: bool = True
