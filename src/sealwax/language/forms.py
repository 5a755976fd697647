"""The forms of the contract language: which values a key accepts.

The reader, the editor schema and the tables of the reference page are all generated from them.
"""

from collections.abc import Callable
from enum import Enum
from functools import cache
from typing import Any, TypeAlias, TypeVar, dataclass_transform

from sealwax.frozen import Member, frozen, members

C = TypeVar("C")


@frozen
class Name:
    """A name of one kind, with its syntax. `consists_of` completes the sentence "a type name consists of …"."""

    kind: str
    pattern: str
    consists_of: str
    max_length: int = 60


CONTRACT_NAME = Name("contract name", r"[a-z][a-z0-9]*(-[a-z0-9]+)*", "lower-case words joined by hyphens")
TYPE_NAME = Name("type name", r"[A-Z][A-Za-z0-9]*", "letters and digits, starting with a capital letter")
NAME = Name("name", r"(?=.*[A-Za-z0-9])[A-Za-z_][A-Za-z0-9_-]*", "the letters a to z, digits, underscores and hyphens")
ENUM_VALUE = Name(
    "value", r"(?=.*[A-Za-z0-9])[A-Za-z0-9_][A-Za-z0-9_.:/+-]*", "letters, digits and the characters _ . : / + -"
)
PREFIX = Name("prefix", r"[A-Za-z_][A-Za-z0-9_-]*", "the letters a to z, digits, underscores and hyphens", 20)
CONSTANT_NAME = Name(
    "constant name", r"[A-Z][A-Z0-9]*(_[A-Z0-9]+)*", "capital letters and digits, in words joined by underscores"
)
SOURCE_KEY = Name("source", r"[a-z][a-z0-9-]*", "lower-case letters, digits and hyphens")
LANGUAGE = Name("language", r"[a-z][a-z0-9+-]*", "lower-case letters, digits and the characters + -", 20)
PATH = Name("path", r"[A-Za-z_][A-Za-z0-9_-]*(\.[A-Za-z_][A-Za-z0-9_-]*)*", "names joined by dots", 200)


class Simple(Enum):
    """A form without parameters. Its value is its description in the reference."""

    LINE = "one line of text"
    PROSE = "text"  # in paragraphs; line breaks within one become spaces
    VERBATIM = "text with its line breaks"
    VERSION = "[version](#versions)"  # in quotes, so that YAML does not read it as a number
    TYPE_TEXT = "[type](#types)"
    FLAG = "`true` or `false`"
    NUMERIC = "number"  # a finite one
    PLAIN = "text, number, `true`, `false` or `null`"
    ANY_JSON = "any JSON value"


LINE, PROSE, VERBATIM, VERSION, TYPE_TEXT, FLAG, NUMERIC, PLAIN, ANY_JSON = Simple


@frozen
class Choice:
    """One of the given words."""

    words: tuple[str, ...]


@frozen
class Count:
    """A whole number within limits."""

    minimum: int = 0
    maximum: int = 2**53 - 1


@frozen
class Items:
    """A list."""

    item: "Form"


@frozen
class Entries:
    """A mapping with arbitrary keys."""

    rule: Name
    value: "Form"
    may_be_empty: bool = False


@frozen
class Block:
    """A mapping with the keys of a declaration class."""

    declaration: type


@frozen
class Either:
    """A short form, or a mapping with more detail."""

    short: "Form"
    long: "Block | Entries"


@frozen
class Several:
    """A single item, or a list of items."""

    item: "Form"


Form: TypeAlias = Simple | Name | Choice | Count | Items | Entries | Block | Either | Several


@frozen
class Key:
    """A key of a declaration. `owner` is the class that declares it, which can be inlined in the declaration."""

    name: str
    form: Form
    required: bool
    doc: str
    default: object
    """The value if the key is omitted; None also if there is none."""
    owner: type


@frozen
class Described:
    """The form and description that a declaration class gives for a key."""

    form: Form
    doc: str


@frozen
class Inlined:
    """Marks a declaration whose keys are part of the same mapping."""

    declaration: type


def required(form: Form, doc: str) -> Any:
    """Declare a required key."""
    return Member(facts=Described(form, doc))


def optional(form: Form, doc: str, default: object = None) -> Any:
    """Declare an optional key."""
    return Member(default, facts=Described(form, doc))


def entries(rule: Name, value: Form, doc: str) -> Any:
    """Declare an optional mapping from names to values, empty by default."""
    return Member({}, facts=Described(Entries(rule, value), doc))


def inline(declaration: type) -> Any:
    """Include the keys of another declaration in the same mapping."""
    return Member(facts=Inlined(declaration))


@dataclass_transform(frozen_default=True)
def declaration(about: str) -> Callable[[type[C]], type[C]]:
    """Declare a class whose attributes are the keys of a mapping. `about` is data: `python -OO` strips docstrings."""

    def declare(cls: type[C]) -> type[C]:
        made = frozen(cls, kw_only=True)
        _ABOUT[made] = about
        return made

    return declare


_ABOUT: dict[type, str] = {}


def about(declaration: type) -> str:
    """The description of a declaration."""
    return _ABOUT[declaration]


@cache
def keys_of(declaration: type) -> dict[str, Key]:
    """All keys of a declaration's mapping in the order of the class, including inlined ones."""
    found: dict[str, Key] = {}
    for name, member in members(declaration).items():
        match member.facts:
            case Inlined():
                found |= keys_of(member.facts.declaration)
            case Described():
                default = None if member.default is ... else member.default
                found[name] = Key(name, member.facts.form, member.required, member.facts.doc, default, declaration)
            case _:
                pass  # the node
    return found


@cache
def inlined(declaration: type) -> dict[str, type]:
    """The attributes of a declaration that hold an inlined declaration."""
    return {
        name: member.facts.declaration
        for name, member in members(declaration).items()
        if isinstance(member.facts, Inlined)
    }


@cache
def required_keys(declaration: type) -> tuple[Key, ...]:
    """The required keys of a declaration's mapping, including inlined ones."""
    return tuple(key for key in keys_of(declaration).values() if key.required)
