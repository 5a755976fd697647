"""What the descriptions of a schema say: all that decides nothing, but that people and models read."""

from collections.abc import Iterable

from sealwax.contract.model import Enum, Field, Level, Lore, Text
from sealwax.wording import follows_words, level_words, lifecycle_words, superseded_words


def lore_words(lore: Lore) -> str:
    return _paragraphs([lore.doc, *lifecycle_words(lore)])


def field_words(field: Field) -> str:
    level = "" if field.level is Level.MUST else f"Level: {level_words(field)}."
    superseded = (superseded_words(key) for key in field.superseded)
    return _paragraphs([lore_words(field.lore), level, follows_words(field), *superseded])


def enum_words(enum: Enum) -> str:
    """The enum's description, then what each value means."""
    label = "Known values, others are valid too:" if enum.open else "Values:"
    values = (f"- `{value.value}`{_after_colon(lore_words(value.lore))}" for value in enum.values)
    return _paragraphs([lore_words(enum.lore), "\n".join([label, *values])])


def text_words(text: Text) -> str:
    """The description of a kind of string, its forms, and what a reader has to know."""
    forms = [f"- {form.title}: `{form.template}`{_after_colon(form.doc)}" for form in text.forms]
    listed = "\n".join(["Forms:", *forms]) if forms else ""
    return _paragraphs([lore_words(text.lore), listed, *text.semantics])


def _paragraphs(words: Iterable[str]) -> str:
    return "\n\n".join(word for word in words if word)


def _after_colon(words: str) -> str:
    return f": {words}".replace("\n\n", " ") if words else ""
