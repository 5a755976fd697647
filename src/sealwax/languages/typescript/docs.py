"""The documentation comments of generated TypeScript: description, level, constraints in words, lifecycle."""

from collections.abc import Iterable, Iterator

from sealwax.contract.model import Constant, Documentation, Field, Null, Text, Tier
from sealwax.languages.typescript import tsdoc
from sealwax.meaning.wording import (
    default_words,
    deprecation_words,
    field_words,
    follows_words,
    level_words,
    string_words,
    superseded_words,
    tier_words,
)
from sealwax.rendering import Finished

STAGES = ("alpha", "beta", "experimental")
"""The tags of TSDoc for what is not yet stable."""


def sentence(words: Iterable[str]) -> str:
    """Clauses as one sentence, or nothing."""
    text = "; ".join(words)
    return f"{text[0].upper()}{text[1:]}." if text else ""


def docs_doc(docs: Documentation, *words: str, tags: tuple[tuple[str, str], ...] = ()) -> Finished:
    """The comment above a declaration: empty when the contract has no documentation for it."""
    since = f"Since {docs.since}." if docs.since else ""
    text = "\n\n".join(word for word in (docs.doc, *words, since) if word)
    return tsdoc(text, (*tags, *_deprecated_tag(docs)))


def field_doc(each: Field) -> Finished:
    """The comment above a property of a record."""
    facts = " ".join(filter(None, (f"Level: {level_words(each)}.", sentence(field_words(each)), follows_words(each))))
    default = "" if isinstance(each.type, Constant | Null) else default_words(each)
    tags = ((("defaultValue", default),) if default else ()) + tier_tag(each.tier)
    words = (facts, " ".join(tier_words(each)), *map(superseded_words, each.superseded))
    return docs_doc(each.docs, *words, tags=tags)


def text_doc(text: Text) -> Finished:
    """The comment above a named kind of string."""
    return docs_doc(text.docs, sentence(string_words(text.string)), *_form_words(text), *text.semantics)


def tier_tag(tier: Tier | None) -> tuple[tuple[str, str], ...]:
    """The tag that editors know for a tier of this name."""
    return ((tier.name, ""),) if tier is not None and tier.name in STAGES else ()


def _form_words(text: Text) -> Iterator[str]:
    for form in text.forms:
        remark = f" {form.doc}" if form.doc else ""
        yield f"{form.title}: `{form.template}`, for example `{form.example}`.{remark}"
    for part in text.parts:
        if part.doc:
            yield f"`{part.name}`: {part.doc}"


def _deprecated_tag(docs: Documentation) -> tuple[tuple[str, str], ...]:
    if docs.deprecated is None:
        return ()
    words = deprecation_words(docs.deprecated).removeprefix("Deprecated ")
    return (("deprecated", f"{words[0].upper()}{words[1:]}"),)
