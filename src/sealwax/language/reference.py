"""The tables of the language's reference page, made from the declaration classes that the reader uses."""

from collections.abc import Iterator
from functools import cache
from typing import assert_never

from sealwax.frozen import members
from sealwax.language import forms
from sealwax.language.forms import Form, Key, about, inlined, keys_of
from sealwax.language.grammar import ContractDecl
from sealwax.naming import words

MAX_COUNT = forms.Count().maximum


def language_tables(root: type = ContractDecl) -> dict[str, str]:
    """For each declaration class, by name: what it stands for and its keys, as Markdown."""
    return {declaration.__name__: _section(declaration) for declaration in declarations(root)}


@cache
def declarations(root: type = ContractDecl) -> tuple[type, ...]:
    """Every class that a contract, or what has another root, can be made of, outer ones first."""
    found: dict[type, None] = {root: None}
    waiting: list[type] = [root]
    while waiting:
        for inner in _parts(waiting.pop(0)):
            if inner not in found:
                found[inner] = None
                waiting.append(inner)
    return tuple(found)


def _parts(declaration: type) -> Iterator[type]:
    yield from inlined(declaration).values()
    for key in keys_of(declaration).values():
        yield from blocks(key.form)


def blocks(form: Form) -> Iterator[type]:
    """The declarations whose mappings a form can hold."""
    match form:
        case forms.Block(declaration):
            yield declaration
        case forms.Items(item):
            yield from blocks(item)
        case forms.Entries(value=value):
            yield from blocks(value)
        case forms.Either(short, long):
            yield from blocks(short)
            yield from blocks(long)
        case forms.Several(item):
            yield from blocks(item)
        case _:
            pass


def heading(declaration: type) -> str:
    """The heading of a class's section: `ErrorCodesDecl` is described under "Error codes"."""
    return " ".join(words(declaration.__name__.removesuffix("Decl"))).capitalize()


def _section(declaration: type) -> str:
    rows = ["| key | form | required | meaning |", "|---|---|---|---|", *_rows(declaration)]
    return "\n".join([about(declaration), "", *rows])


def _rows(declaration: type) -> Iterator[str]:
    """The keys in the order of the class; what another class brings along is one row with a link."""
    keys, brought = keys_of(declaration), inlined(declaration)
    for member in members(declaration):
        if member in brought:
            inner = brought[member]
            names = ", ".join(f"`{name}`" for name in keys_of(inner))
            yield f"| {names} | see {_link(inner)} | | {_cell(about(inner))} |"
        elif member in keys:
            yield _row(keys[member])


def _row(key: Key) -> str:
    return f"| `{key.name}` | {_cell(form_words(key.form))} | {'yes' if key.required else ''} | {_cell(key.doc)} |"


def _cell(text: str) -> str:
    return text.replace("|", "\\|")


def _link(declaration: type) -> str:
    name = heading(declaration)
    return f"[{name.lower()}](#{name.lower().replace(' ', '-')})"


def form_words(form: Form) -> str:
    """What the value of a key looks like, in words."""
    match form:
        case forms.Line():
            return "one line of text"
        case forms.Prose():
            return "text"
        case forms.Verbatim():
            return "text with its line breaks"
        case forms.Version():
            return "[version](#versions)"
        case forms.TypeText():
            return "[type](#types)"
        case forms.Name(rule):
            return f"[{rule.kind}](#names)"
        case forms.Choice(choices):
            return " or ".join(", ".join(f"`{word}`" for word in choices).rsplit(", ", 1))
        case forms.Flag():
            return "`true` or `false`"
        case forms.Count(minimum, maximum):
            return "whole number" if maximum == MAX_COUNT else f"whole number, {minimum} to {maximum}"
        case forms.Numeric():
            return "number"
        case forms.Plain():
            return "text, number, `true`, `false` or `null`"
        case forms.AnyJson():
            return "any JSON value"
        case forms.Items(item):
            return f"list, each {form_words(item)}"
        case forms.Entries(rule, value):
            return f"mapping: {rule.kind} to {form_words(value)}"
        case forms.Block(declaration):
            return _link(declaration)
        case forms.Either(short, long):
            return f"{form_words(short)}; or {form_words(long)}"
        case forms.Several(item):
            return f"{form_words(item)}, or a list of such"
        case _:
            assert_never(form)
