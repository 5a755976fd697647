"""The forms of the contract language: which values a key accepts.

The reader, the editor schema and the tables of the reference page are all generated from them.
"""

from collections.abc import Callable, Collection, Iterator
from enum import Enum
from functools import cache
from types import FunctionType
from typing import Any, TypeAlias, TypeVar, cast, dataclass_transform

from msgspec import Struct, defstruct

C = TypeVar("C")


class Name(Struct, frozen=True):
    """A name of one kind, with its syntax. `consists_of` completes the sentence "a type name consists of …"."""

    kind: str
    pattern: str
    consists_of: str
    max_length: int = 60


CONTRACT_NAME = Name("contract name", r"[a-z][a-z0-9]*(-[a-z0-9]+)*", "lower-case words joined by hyphens")
TYPE_NAME = Name("type name", r"[A-Z][A-Za-z0-9]*", "letters and digits, starting with a capital letter")
NAME = Name(
    "name", r"(?:[A-Za-z]|_[_-]*[A-Za-z0-9])[A-Za-z0-9_-]*", "the letters a to z, digits, underscores and hyphens"
)
ENUM_VALUE = Name(
    "value",
    r"(?:[A-Za-z0-9]|_[_.:/+-]*[A-Za-z0-9])[A-Za-z0-9_.:/+-]*",
    "letters, digits and the characters _ . : / + -",
)
PREFIX = Name("prefix", r"[A-Za-z_][A-Za-z0-9_-]*", "the letters a to z, digits, underscores and hyphens", 20)
CONSTANT_NAME = Name(
    "constant name", r"[A-Z][A-Z0-9]*(_[A-Z0-9]+)*", "capital letters and digits, in words joined by underscores"
)
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


class Choice(Struct, frozen=True):
    """One of the given words."""

    words: tuple[str, ...]


class Count(Struct, frozen=True):
    """A whole number within limits."""

    minimum: int = 0
    maximum: int = 2**53 - 1
    hint: str = ""
    """What to write instead of a number beyond the limits."""


class Items(Struct, frozen=True):
    """A list."""

    item: "Form"
    may_be_empty: bool = False


class Entries(Struct, frozen=True):
    """A mapping with arbitrary keys."""

    rule: Name
    value: "Form"
    may_be_empty: bool = False


class Block(Struct, frozen=True):
    """A mapping with the keys of a declaration class."""

    declaration: type


class Either(Struct, frozen=True):
    """A short form, or a mapping with more detail."""

    short: "Form"
    long: "Block | Entries"


class Several(Struct, frozen=True):
    """A single item, or a list of items."""

    item: "Form"


Form: TypeAlias = Simple | Name | Choice | Count | Items | Entries | Block | Either | Several


class Key(Struct, frozen=True):
    """A key of a declaration. `owner` is the class that declares it, which can be inlined in the declaration."""

    name: str
    attribute: str
    form: Form
    required: bool
    doc: str
    default: object
    """The value if the key is omitted; None also if there is none."""
    owner: type


class KeySpec(Struct, frozen=True):
    """What a declaration class says about a key: its form, its description and its default, `...` if it is required."""

    form: Form
    doc: str
    default: object = ...
    key: str = ""
    """The key, if the attribute has another name."""


class Inlined(Struct, frozen=True):
    """Marks a declaration whose keys are part of the same mapping."""

    declaration: type
    default: object = ...


def required(form: Form, doc: str) -> Any:
    """Declare a required key."""
    return KeySpec(form, doc)


def optional(form: Form, doc: str, default: object = None, *, key: str = "") -> Any:
    """Declare an optional key."""
    return KeySpec(form, doc, default, key)


def entries(rule: Name, value: Form, doc: str) -> Any:
    """Declare an optional mapping from names to values, empty by default."""
    return KeySpec(Entries(rule, value), doc, {})


def inline(declaration: type) -> Any:
    """Include the keys of another declaration in the same mapping."""
    return Inlined(declaration)


class Declared(Struct, frozen=True):
    """A declaration class: its description, and its attributes except the node."""

    about: str
    attributes: dict[str, KeySpec | Inlined]


_DECLARED: dict[type, Declared] = {}


@dataclass_transform(frozen_default=True)
def declaration(about: str) -> Callable[[type[C]], type[C]]:
    """Declare a class whose attributes are the keys of a mapping. `about` is data: `python -OO` strips docstrings."""

    def declare(cls: type[C]) -> type[C]:
        attributes = {name: value for name in cls.__annotations__ if (value := getattr(cls, name, None)) is not None}
        fields = [(name, Any, each.default) for name, each in attributes.items() if each.default is not ...]
        needed = [(name, Any) for name, each in attributes.items() if each.default is ...]
        methods = {name: each for name, each in vars(cls).items() if isinstance(each, FunctionType | property)}
        made = defstruct(
            cls.__name__,
            [("node", Any), *needed, *fields],
            namespace=methods,
            module=cls.__module__,
            frozen=True,
            kw_only=True,
        )
        _DECLARED[made] = Declared(about, attributes)
        return cast("type[C]", made)

    return declare


def about(declaration: type) -> str:
    """The description of a declaration."""
    return _DECLARED[declaration].about


@cache
def keys_of(declaration: type) -> dict[str, Key]:
    """All keys of a declaration's mapping in the order of the class, including inlined ones."""
    found: dict[str, Key] = {}
    for name, each in _DECLARED[declaration].attributes.items():
        if isinstance(each, Inlined):
            found |= keys_of(each.declaration)
        else:
            default = None if each.default is ... else each.default
            key = each.key or name
            found[key] = Key(key, name, each.form, each.default is ..., each.doc, default, declaration)
    return found


@cache
def inlined(declaration: type) -> dict[str, type]:
    """The attributes of a declaration that hold an inlined declaration."""
    attributes = _DECLARED[declaration].attributes
    return {name: each.declaration for name, each in attributes.items() if isinstance(each, Inlined)}


def attributes_of(declaration: type) -> Collection[str]:
    """The attributes of a declaration in the order of the class, except the node."""
    return _DECLARED[declaration].attributes


@cache
def required_keys(declaration: type) -> tuple[Key, ...]:
    """The required keys of a declaration's mapping, including inlined ones."""
    return tuple(key for key in keys_of(declaration).values() if key.required)


# -- all declarations below one ----------------------------------------------------------------------------------------


@cache
def declarations(root: type, *, by_name: bool = False) -> tuple[type, ...]:
    """Every declaration class that can occur below a root, outer ones first; with `by_name`, outside lists."""
    found: dict[type, None] = {root: None}
    waiting: list[type] = [root]
    while waiting:
        declaration = waiting.pop(0)
        parts = [each for key in keys_of(declaration).values() for each in blocks(key.form, by_name=by_name)]
        for inner in (*inlined(declaration).values(), *parts):
            if inner not in found:
                found[inner] = None
                waiting.append(inner)
    return tuple(found)


def blocks(form: Form, *, by_name: bool = False) -> Iterator[type]:
    """The declarations that a form can contain; with `by_name`, only those that are entries of a mapping."""
    match form:
        case Block(declaration):
            yield declaration
        case Entries(value=inner) | Either(long=inner):
            yield from blocks(inner, by_name=by_name)
        case Items(inner) | Several(inner) if not by_name:
            yield from blocks(inner)
        case _:
            pass
