"""Composite strings -> parts.js and parts.d.ts: from text to parts and back."""

from collections.abc import Iterator

from msgspec import Struct

from sealwax.contract import model as m
from sealwax.languages import typescript as ts
from sealwax.meaning.wording import constraint_words, sentence
from sealwax.naming import parts_type, parts_types
from sealwax.rendering import Finished
from sealwax.targets.typescript.declarations import Imports, PropertyView, first_line, imports
from sealwax.targets.typescript.types import CATALOGUE, TYPES, Printer


class FormView(Struct, frozen=True):
    """One form of a string, and the type of its parts."""

    form: m.TextForm
    name: Finished
    doc: Finished
    properties: tuple[PropertyView, ...]
    readers: tuple[Finished, ...]
    """The function that each part is read with."""


class CompositeView(Struct, frozen=True):
    name: str
    type: Finished
    """The type of the parts, whatever their form."""
    forms: tuple[FormView, ...]


class PartsView(Struct, frozen=True):
    """parts.js and parts.d.ts"""

    header: Finished
    type_imports: Imports
    """Of the declarations."""
    imports: Imports
    """Of the module."""
    composites: tuple[CompositeView, ...]
    helpers: frozenset[str] = frozenset({"formatter", "partsParser", "throwing"})


def parts_view(contract: m.Contract) -> PartsView:
    composites, printer = [text for text in contract.texts if text.forms], Printer(contract)
    names = [text.name for text in composites]
    validators = (Finished(f"{verb}{ts.suffix(name)}") for name in names for verb in ("isValid", "validate"))
    views = tuple(_composite(text, printer) for text in composites)
    types = {"./parsing.js": (Finished("ParseResult"),), TYPES: map(ts.type_name, names)}
    return PartsView(
        header=first_line(contract),
        type_imports=imports({CATALOGUE: printer.names[CATALOGUE], **types}),
        imports=imports({"./validation.js": validators}),
        composites=views,
    )


def _composite(text: m.Text, printer: Printer) -> CompositeView:
    names = parts_types(text.name, [form.name for form in text.forms])
    forms = (_form(text, form, name, printer) for form, name in zip(text.forms, names, strict=True))
    return CompositeView(text.name, ts.type_name(parts_type(text.name)), tuple(forms))


def _form(text: m.Text, form: m.TextForm, name: str, printer: Printer) -> FormView:
    written = f"The parts of a `{ts.type_name(text.name)}` written as `{form.template}`."
    return FormView(
        form=form,
        name=ts.type_name(name),
        doc=ts.tsdoc(f"{written}\n\nFor example `{form.example}`. {form.doc}".rstrip()),
        properties=(*_mark(text, form), *(_property(part, printer) for part in form.parts)),
        readers=tuple(Finished("Number" if isinstance(part.type, m.Integer) else "String") for part in form.parts),
    )


def _mark(text: m.Text, form: m.TextForm) -> Iterator[PropertyView]:
    """The property that says which form the parts have, if there are several."""
    if len(text.forms) > 1:
        yield PropertyView(Finished(""), Finished("readonly form"), False, ts.string(form.name))


def _property(part: m.TextPart, printer: Printer) -> PropertyView:
    doc = ts.tsdoc("\n\n".join(filter(None, (part.doc, sentence(constraint_words(part.type))))))
    return PropertyView(doc, Finished(f"readonly {ts.property_key(part.name)}"), False, printer.type(part.type))
