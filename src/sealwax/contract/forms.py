"""The forms of the contract language: what the value of a key may look like.

The reader, the JSON Schema of the language and the tables of its reference page all come from these.
"""

import re
from collections.abc import Callable
from dataclasses import MISSING, dataclass, field, fields
from enum import StrEnum
from functools import cache
from typing import Any, TypeAlias


@dataclass(frozen=True, slots=True)
class NameRule:
    """What a kind of name may look like. `says` completes the sentence "a field name is …"."""

    kind: str
    pattern: str
    says: str
    max_length: int = 60

    def accepts(self, name: str) -> bool:
        return len(name) <= self.max_length and re.fullmatch(self.pattern, name) is not None


CONTRACT_NAME = NameRule("contract name", r"[a-z][a-z0-9]*(-[a-z0-9]+)*", "lower-case words joined by hyphens")
TYPE_NAME = NameRule("type name", r"[A-Z][A-Za-z0-9]*", "letters and digits that start with a capital")
FIELD_NAME = NameRule("name", r"(?=.*[A-Za-z0-9])[A-Za-z_][A-Za-z0-9_-]*", "letters, digits, underscores and hyphens")
ENUM_VALUE = NameRule(
    "value", r"(?=.*[A-Za-z0-9])[A-Za-z0-9_][A-Za-z0-9_.:/+-]*", "letters, digits and any of _ . : / + -"
)
SOURCE_KEY = NameRule("source", r"[a-z][a-z0-9-]*", "lower-case letters, digits and hyphens")
PATH = NameRule("path", r"[A-Za-z_][A-Za-z0-9_-]*(\.[A-Za-z_][A-Za-z0-9_-]*)*", "names joined by dots", 200)


@dataclass(frozen=True, slots=True)
class Line:
    """Text without line breaks."""


@dataclass(frozen=True, slots=True)
class Prose:
    """Text in one or more paragraphs; lines within a paragraph flow together."""


@dataclass(frozen=True, slots=True)
class Verbatim:
    """Text whose line breaks count."""


@dataclass(frozen=True, slots=True)
class Version:
    """A version such as "2.0.0", quoted so that YAML does not read a number."""


@dataclass(frozen=True, slots=True)
class TypeText:
    """A type: a built-in word, a declared name, `list of T`, `map of T`, `T | null`."""


@dataclass(frozen=True, slots=True)
class Name:
    """A name that follows a rule."""

    rule: NameRule


@dataclass(frozen=True, slots=True)
class Choice:
    """One of a few words."""

    words: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Flag:
    """true or false."""


@dataclass(frozen=True, slots=True)
class Count:
    """A whole number within limits."""

    minimum: int = 0
    maximum: int = 2**53 - 1


@dataclass(frozen=True, slots=True)
class Numeric:
    """A finite number."""


@dataclass(frozen=True, slots=True)
class Plain:
    """A single JSON value: text, number, true, false or null."""


@dataclass(frozen=True, slots=True)
class AnyJson:
    """Any JSON value."""


@dataclass(frozen=True, slots=True)
class Items:
    """A list."""

    item: "Form"


@dataclass(frozen=True, slots=True)
class Entries:
    """A mapping with free keys."""

    rule: NameRule
    value: "Form"
    may_be_empty: bool = False


@dataclass(frozen=True, slots=True)
class Block:
    """A mapping with the keys of a declaration class."""

    declaration: type


@dataclass(frozen=True, slots=True)
class Either:
    """A short form on one line, or a mapping that says more."""

    short: "Form"
    long: "Block | Entries"


Form: TypeAlias = (
    Line | Prose | Verbatim | Version | TypeText | Name | Choice | Flag | Count | Numeric | Plain | AnyJson
    | Items | Entries | Block | Either
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Key:
    """A key of a declaration: its name in YAML, its form, whether it has to be there, and what it is for."""

    name: str
    form: Form
    required: bool
    doc: str


class _Meta(StrEnum):
    FORM = "form"
    DOC = "doc"
    INLINE = "inline"


def required(form: Form, doc: str) -> Any:
    """A key that has to be given."""
    return field(metadata={_Meta.FORM: form, _Meta.DOC: doc})


def optional(form: Form, doc: str, default: object = None, *, factory: Callable[[], object] | None = None) -> Any:
    """A key that may be left out."""
    metadata = {_Meta.FORM: form, _Meta.DOC: doc}
    if factory is not None:
        return field(default_factory=factory, metadata=metadata)
    return field(default=default, metadata=metadata)


def inline(declaration: type) -> Any:
    """Another declaration whose keys stand in the same mapping."""
    return field(metadata={_Meta.INLINE: declaration})


@cache
def keys_of(declaration: type) -> dict[str, Key]:
    """The keys that a declaration's mapping takes, in the order of the class, inlined ones in their place."""
    found: dict[str, Key] = {}
    for member in fields(declaration):
        if _Meta.INLINE in member.metadata:
            found |= keys_of(member.metadata[_Meta.INLINE])
        elif _Meta.FORM in member.metadata:
            needed = member.default is MISSING and member.default_factory is MISSING
            key = Key(member.name, member.metadata[_Meta.FORM], needed, member.metadata[_Meta.DOC])
            found[member.name] = key
    return found


@cache
def inlined(declaration: type) -> dict[str, type]:
    """The attributes of a declaration that hold another declaration of the same mapping."""
    return {
        member.name: member.metadata[_Meta.INLINE] for member in fields(declaration) if _Meta.INLINE in member.metadata
    }


@cache
def own_keys(declaration: type) -> tuple[str, ...]:
    """The attributes of a declaration that are keys themselves."""
    return tuple(member.name for member in fields(declaration) if _Meta.FORM in member.metadata)
