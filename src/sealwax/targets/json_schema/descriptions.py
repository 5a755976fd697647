"""What the descriptions of a schema say: all that decides nothing, but that people and models read."""

from collections.abc import Iterable

from sealwax.contract.model import Documentation, Enum, EnumValue, Field, Level, Record, Text
from sealwax.meaning.wording import (
    follows_words,
    level_words,
    lifecycle_words,
    superseded_words,
    tier_words,
    tiered_words,
    value_tier_words,
)


def docs_words(docs: Documentation) -> str:
    return _paragraphs([docs.doc, *lifecycle_words(docs)])


def field_words(field: Field) -> str:
    level = "" if field.level is Level.MUST else f"Level: {level_words(field)}."
    superseded = (superseded_words(key) for key in field.superseded)
    tier = " ".join(tier_words(field))
    return _paragraphs([docs_words(field.docs), level, tier, follows_words(field), *superseded])


def record_words(record: Record) -> str:
    """The description of a record; which keys a tiered one takes is advice, so it decides nothing."""
    return _paragraphs([docs_words(record.docs), tiered_words(record)])


def enum_words(enum: Enum) -> str:
    """The enum's description, then what each value means."""
    label = "Known values, others are valid too:" if enum.open else "Values:"
    values = (f"- `{value.value}`{_after_colon(_value_words(value))}" for value in enum.values)
    return _paragraphs([docs_words(enum.docs), "\n".join([label, *values])])


def _value_words(value: EnumValue) -> str:
    return _paragraphs([docs_words(value.docs), value_tier_words(value.tier)])


def text_words(text: Text) -> str:
    """The description of a kind of string, its forms, and what a reader has to know."""
    forms = [f"- {form.title}: `{form.template}`{_after_colon(form.doc)}" for form in text.forms]
    listed = "\n".join(["Forms:", *forms]) if forms else ""
    return _paragraphs([docs_words(text.docs), listed, *text.semantics])


def _paragraphs(words: Iterable[str]) -> str:
    return "\n\n".join(word for word in words if word)


def _after_colon(words: str) -> str:
    return f": {words}".replace("\n\n", " ") if words else ""
