"""The tables of the language reference, generated from the declaration classes."""

from collections.abc import Iterator
from typing import assert_never

from sealwax.language import forms
from sealwax.language.forms import Form, Key, about, attributes_of, declarations, inlined, keys_of
from sealwax.language.grammar.contract import ContractDecl
from sealwax.naming import words

MAX_COUNT = forms.Count().maximum


def language_tables(root: type = ContractDecl) -> dict[str, str]:
    """The description and the table of keys of each declaration class, as Markdown by class name."""
    return {declaration.__name__: _section(declaration) for declaration in declarations(root)}


def heading(declaration: type) -> str:
    """The heading of a class's section: "Error codes" for `ErrorCodesDecl`."""
    return " ".join(words(declaration.__name__.removesuffix("Decl"))).capitalize()


def _section(declaration: type) -> str:
    rows = ["| key | form | required | meaning |", "|---|---|---|---|", *_rows(declaration)]
    return "\n".join([about(declaration), "", *rows])


def _rows(declaration: type) -> Iterator[str]:
    """One row per key in the order of the class; an inlined declaration is one row with a link."""
    keys = {key.attribute: key for key in keys_of(declaration).values()}
    included = inlined(declaration)
    for member in attributes_of(declaration):
        if member in included:
            inner = included[member]
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
    """Describe a form in words."""
    match form:
        case forms.Simple():
            return form.value
        case forms.Name(kind):
            return f"[{kind}](#names)"
        case forms.Choice(choices):
            return " or ".join(", ".join(f"`{word}`" for word in choices).rsplit(", ", 1))
        case forms.Count(minimum, maximum):
            if maximum == MAX_COUNT:
                return "whole number" if minimum <= 0 else f"whole number from {minimum}"
            return f"whole number, {minimum} to {maximum}"
        case forms.Items(item):
            return f"list, each item: {form_words(item)}"
        case forms.Entries(rule, value):
            return f"mapping from {rule.kind} to {form_words(value)}"
        case forms.Block(declaration):
            return _link(declaration)
        case forms.Either(short, long):
            return f"{form_words(short)}; or {form_words(long)}"
        case forms.Several(item):
            return f"{form_words(item)}; or a list of them"
        case _:
            assert_never(form)
