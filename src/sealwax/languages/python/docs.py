"""The contents of docstrings: description, level, constraints in words, lifecycle."""

from collections.abc import Iterable

from sealwax.contract.model import ABSENT, Documentation, Enum, Field, Parameter, Record, Text
from sealwax.meaning.wording import (
    field_words,
    followed_words,
    follows_words,
    level_words,
    lifecycle_words,
    openness_words,
    order_words,
    quoted,
    string_words,
    superseded_words,
    tier_words,
    tiered_words,
)


def joined(paragraphs: Iterable[str]) -> str:
    return "\n\n".join(paragraph for paragraph in paragraphs if paragraph)


def sentence(words: str) -> str:
    """The words as a sentence, with a capital letter and a full stop."""
    return f"{words[:1].upper()}{words[1:]}." if words else ""


def docs_text(docs: Documentation, otherwise: str = "") -> str:
    return joined((docs.doc or sentence(otherwise), *lifecycle_words(docs)))


def field_text(field: Field) -> str:
    """The description of a field, its level, its constraints and its lifecycle."""
    constraints = "; ".join(field_words(field))
    facts = f"Level: {level_words(field)}." + (f" Constraints: {constraints}." if constraints else "")
    superseded = (superseded_words(key) for key in field.superseded)
    return joined((docs_text(field.docs), facts, " ".join(tier_words(field)), follows_words(field), *superseded))


def record_text(record: Record) -> str:
    keys = "Other keys are allowed." if record.open else ""
    return joined((docs_text(record.docs, record.title), keys, tiered_words(record)))


def enum_text(enum: Enum) -> str:
    facts = (sentence(openness_words(enum)), sentence(order_words(enum)))
    return joined((docs_text(enum.docs, enum.title), " ".join(fact for fact in facts if fact)))


def text_text(text: Text) -> str:
    """The description of a named kind of string, with its constraints or forms."""
    constraints = "; ".join(string_words(text.string))
    forms = (f"{form.title}: `{form.template}`, as in `{form.example}`. {form.doc}".rstrip() for form in text.forms)
    facts = f"Constraints: {constraints}." if constraints else ""
    return joined((docs_text(text.docs, text.title), facts, *forms, *map(sentence_like, text.semantics)))


def sentence_like(words: str) -> str:
    return words if words.endswith((".", "!", "?")) else sentence(words)


def parameter_text(name: str, parameter: Parameter) -> str:
    """The entry of a parameter in the docstring of its builder."""
    return f"`{name}` ({parameter.level.name}): {parameter_facts(parameter)}".rstrip(": ")


def parameter_facts(parameter: Parameter) -> str:
    facts = [docs_text(parameter.docs).replace("\n\n", " ")]
    if followed := followed_words(parameter):
        facts.append(f"When left out, {followed}.")
    elif parameter.default is not ABSENT:
        facts.append(f"Default: {quoted(parameter.default)}.")
    facts += [f"Also sets `{'.'.join(other.path)}` to {quoted(other.value)}." for other in parameter.sets]
    return " ".join(fact for fact in facts if fact)
