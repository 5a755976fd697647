"""The forms of the contract language: what the value of a key may look like.

The reader, the JSON Schema of the language and the tables of its reference page all come from these.
"""

import re
from collections.abc import Callable
from functools import cache
from typing import Any, TypeAlias, TypeVar, dataclass_transform

from sealwax.frozen import Member, frozen, members

C = TypeVar("C")


@frozen
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
FIELD_NAME = NameRule(
    "name", r"(?=.*[A-Za-z0-9])[A-Za-z_][A-Za-z0-9_-]*", "letters a to z, digits, underscores and hyphens"
)
ENUM_VALUE = NameRule(
    "value", r"(?=.*[A-Za-z0-9])[A-Za-z0-9_][A-Za-z0-9_.:/+-]*", "letters, digits and any of _ . : / + -"
)
PREFIX = NameRule("prefix", r"[A-Za-z_][A-Za-z0-9_-]*", "letters a to z, digits, underscores and hyphens", 20)
SOURCE_KEY = NameRule("source", r"[a-z][a-z0-9-]*", "lower-case letters, digits and hyphens")
PATH = NameRule("path", r"[A-Za-z_][A-Za-z0-9_-]*(\.[A-Za-z_][A-Za-z0-9_-]*)*", "names joined by dots", 200)


@frozen
class Line:
    """Text without line breaks."""


@frozen
class Prose:
    """Text in one or more paragraphs; lines within a paragraph flow together."""


@frozen
class Verbatim:
    """Text whose line breaks count."""


@frozen
class Version:
    """A version such as "2.0.0", quoted so that YAML does not read a number."""


@frozen
class TypeText:
    """A type: a built-in word, a declared name, `list of T`, `map of T`, `T | null`."""


@frozen
class Name:
    """A name that follows a rule."""

    rule: NameRule


@frozen
class Choice:
    """One of a few words."""

    words: tuple[str, ...]


@frozen
class Flag:
    """true or false."""


@frozen
class Count:
    """A whole number within limits."""

    minimum: int = 0
    maximum: int = 2**53 - 1


@frozen
class Numeric:
    """A finite number."""


@frozen
class Plain:
    """A single JSON value: text, number, true, false or null."""


@frozen
class AnyJson:
    """Any JSON value."""


@frozen
class Items:
    """A list."""

    item: "Form"


@frozen
class Entries:
    """A mapping with free keys."""

    rule: NameRule
    value: "Form"
    may_be_empty: bool = False


@frozen
class Block:
    """A mapping with the keys of a declaration class."""

    declaration: type


@frozen
class Either:
    """A short form on one line, or a mapping that says more."""

    short: "Form"
    long: "Block | Entries"


@frozen
class Several:
    """A single one, or a list of them."""

    item: "Form"


Form: TypeAlias = (
    Line | Prose | Verbatim | Version | TypeText | Name | Choice | Flag | Count | Numeric | Plain | AnyJson
    | Items | Entries | Block | Either | Several
)  # fmt: skip


@frozen
class Key:
    """A key of a declaration: its name in YAML, its form, whether it has to be there, and what it is for."""

    name: str
    form: Form
    required: bool
    doc: str


@frozen
class Described:
    """What a declaration class says about a key, besides its name and default."""

    form: Form
    doc: str


@frozen
class Inlined:
    """Another declaration whose keys stand in the same mapping."""

    declaration: type


def required(form: Form, doc: str) -> Any:
    """A key that has to be given."""
    return Member(facts=Described(form, doc))


def optional(form: Form, doc: str, default: object = None, *, factory: Callable[[], object] | None = None) -> Any:
    """A key that may be left out."""
    return Member(... if factory is not None else default, factory, Described(form, doc))


def inline(declaration: type) -> Any:
    """Another declaration whose keys stand in the same mapping."""
    return Member(facts=Inlined(declaration))


@dataclass_transform(frozen_default=True)
def declaration(about: str) -> Callable[[type[C]], type[C]]:
    """Makes a class whose keys are the keys of a mapping. What it is about is data, which no optimisation strips."""

    def declare(cls: type[C]) -> type[C]:
        made = frozen(kw_only=True)(cls)
        _ABOUT[made] = about
        return made

    return declare


_ABOUT: dict[type, str] = {}


def about(declaration: type) -> str:
    """What a mapping is for."""
    return _ABOUT[declaration]


@cache
def keys_of(declaration: type) -> dict[str, Key]:
    """The keys that a declaration's mapping takes, in the order of the class, inlined ones in their place."""
    found: dict[str, Key] = {}
    for name, member in members(declaration).items():
        match member.facts:
            case Inlined():
                found |= keys_of(member.facts.declaration)
            case Described():
                found[name] = Key(name, member.facts.form, member.required, member.facts.doc)
            case _:
                pass  # the node
    return found


@cache
def inlined(declaration: type) -> dict[str, type]:
    """The attributes of a declaration that hold another declaration of the same mapping."""
    return {
        name: member.facts.declaration
        for name, member in members(declaration).items()
        if isinstance(member.facts, Inlined)
    }


@cache
def own_keys(declaration: type) -> frozenset[str]:
    """The attributes of a declaration that are keys themselves."""
    return frozenset(name for name, member in members(declaration).items() if isinstance(member.facts, Described))


@cache
def required_keys(declaration: type) -> tuple[Key, ...]:
    """The keys that a declaration's mapping must have."""
    return tuple(key for key in keys_of(declaration).values() if key.required)
