"""The declaration classes of the contract language, found from its root."""

from collections.abc import Iterator
from functools import cache

from sealwax.language import forms
from sealwax.language.forms import Form, inlined, keys_of
from sealwax.language.grammar.contract import ContractDecl


@cache
def declarations(root: type = ContractDecl, *, by_name: bool = False) -> tuple[type, ...]:
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
        case forms.Block(declaration):
            yield declaration
        case forms.Entries(value=inner) | forms.Either(long=inner):
            yield from blocks(inner, by_name=by_name)
        case forms.Items(inner) | forms.Several(inner) if not by_name:
            yield from blocks(inner)
        case _:
            pass
