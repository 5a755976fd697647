"""The contract -> parsing.js: valid values, the parts of composite strings, and one error for all others."""

from collections.abc import Iterator

from msgspec import Struct

from sealwax.contract import model as m
from sealwax.languages import typescript as ts
from sealwax.meaning.findings import MESSAGES
from sealwax.meaning.wording import constraint_words, sentence
from sealwax.naming import parts_type, parts_types
from sealwax.rendering import Finished
from sealwax.targets.typescript.declarations import Imports, PropertyView, first_line, imports
from sealwax.targets.typescript.runtime import RUNTIME
from sealwax.targets.typescript.types import Printer
from sealwax.targets.typescript.validation import suffix


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


_HELPERS = frozenset({"faultIn", "isError"})


class ParsingView(Struct, frozen=True):
    """parsing.js, and its part of index.d.ts"""

    header: Finished
    imports: Imports
    parameter: Finished
    """The name of a type parameter, which no type of the contract has."""
    parsers: dict[str, Finished]
    """By type, the part of the names of its functions that says whose they are; empty for the general envelope."""
    composites: tuple[CompositeView, ...]
    helpers: frozenset[str] = _HELPERS
    not_json_text: str = MESSAGES.not_json_text


def parsing_view(contract: m.Contract) -> ParsingView:
    printer, texts = Printer(contract), [text for text in contract.texts if text.forms]
    names = [contract.envelope.name, *(tool.envelope.name for tool in contract.tools)]
    names += (record.name for record in contract.records if record.standalone)
    parsers = {name: suffix(name, contract) for name in names}
    checked = (*parsers.values(), *(ts.suffix(text.name) for text in texts))
    validators = (Finished(f"{verb}{whose}") for whose in checked for verb in ("isValid", "validate"))
    called = map(Finished, (*_HELPERS, "tooDeep"))
    return ParsingView(
        header=first_line(contract),
        imports=imports({RUNTIME: called, "./validation.js": validators}),
        parameter=printer.parameter,
        parsers=parsers,
        composites=tuple(_composite(text, printer) for text in texts),
    )


# -- composite strings ------------------------------------------------------------------------------------------------


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
