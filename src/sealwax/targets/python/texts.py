"""Named strings -> texts.py, and the way from composite ones to their parts and back -> parts.py"""

from collections.abc import Iterator

from msgspec import Struct

from sealwax.contract import model as m
from sealwax.languages.python import attribute, class_name, constant_name, f_string, joined, text_text
from sealwax.languages.python.types import IN_RECORDS, STR, annotation, either
from sealwax.meaning.wording import constraint_words, sentence
from sealwax.naming import parts_type, parts_types
from sealwax.patterns import Pattern
from sealwax.rendering import Finished
from sealwax.targets.python.head import Head, NamesView, first_line, head


def texts_view(contract: m.Contract) -> NamesView:
    texts = tuple((class_name(text.name), STR, text_text(text)) for text in contract.texts)
    doc = f"The kinds of strings that the contract {contract.name} names."
    return NamesView(Head(first_line(contract.name), doc), texts)


# -- parts ------------------------------------------------------------------------------------------------------------


class PartView(Struct, frozen=True):
    """An attribute of a class."""

    name: Finished
    type: Finished
    doc: str
    read: Finished
    """The expression that reads it from `found`, the match of its form."""


class FormView(Struct, frozen=True):
    """A class for the parts of a string that has this form."""

    name: Finished
    doc: str
    constant: Finished
    """The name of its pattern."""
    pattern: Pattern
    parts: tuple[PartView, ...]
    text: Finished
    """The expression for the whole string."""


class CompositeView(Struct, frozen=True):
    """A kind of string that consists of parts."""

    name: str
    type: Finished
    """The type of the parts, whatever their form."""
    union: Finished
    """The classes that the type stands for; empty if there is only one."""
    forms: tuple[FormView, ...]


class PartsView(Struct, frozen=True):
    head: Head
    composites: tuple[CompositeView, ...]


def parts_view(contract: m.Contract) -> PartsView:
    start = head(contract, "parts", f"The parts of composite strings of the contract {contract.name}.")
    return PartsView(start, tuple(_composite(text) for text in contract.texts if text.forms))


def _composite(text: m.Text) -> CompositeView:
    classes = parts_types(text.name, [form.name for form in text.forms])
    return CompositeView(
        name=text.name,
        type=class_name(parts_type(text.name)),
        union=either(*map(class_name, classes)) if len(classes) > 1 else Finished(""),
        forms=tuple(_form(text, form, name) for form, name in zip(text.forms, classes, strict=True)),
    )


def _form(text: m.Text, form: m.TextForm, name: str) -> FormView:
    spelled = class_name(name)
    written = f"The parts of a `{class_name(text.name)}` written as `{form.template}`. `str` returns the string."
    return FormView(
        name=spelled,
        doc=joined((written, f"For example `{form.example}`. {form.doc}".rstrip())),
        constant=Finished(f"_{constant_name(name)}"),
        pattern=form.pattern,
        parts=tuple(_part(part, at) for at, part in enumerate(form.parts, start=1)),
        text=f_string(_pieces(form)),
    )


def _part(part: m.TextPart, at: int) -> PartView:
    found = Finished(f"found[{at}]")
    kind = _type(part)
    return PartView(
        name=attribute(part.name),
        type=kind,
        doc=joined((part.doc, sentence(constraint_words(part.type)))),
        read=found if isinstance(part.type, m.String) else Finished(f"{kind}({found})"),
    )


def _type(part: m.TextPart) -> Finished:
    return annotation(part.type, IN_RECORDS)


def _pieces(form: m.TextForm) -> Iterator[str]:
    yield form.literals[0]
    for part, after in zip(form.parts, form.literals[1:], strict=True):
        yield Finished(f"self.{attribute(part.name)}")
        yield after
