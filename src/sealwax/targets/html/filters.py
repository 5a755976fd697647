"""The filters of the HTML templates: parts of a contract as text, code and links, always escaped."""

import re

from sealwax.contract import model as m
from sealwax.languages import json_document, json_lines
from sealwax.languages.html import (
    anchor,
    code,
    data,
    digest,
    escaped,
    paragraphs,
    plain,
    script,
    style,
    text,
)
from sealwax.meaning import wording
from sealwax.naming import title as default_title
from sealwax.rendering import Filters, Finished
from sealwax.targets.markdown.filters import link_target as markdown_link_target
from sealwax.targets.typescript import FILTERS as MODULE_FILTERS

_PLACEHOLDER = re.compile(r"\{(\??[^{}]*)\}")


# -- names, values and links ------------------------------------------------------------------------------------------


def path(keys: tuple[str, ...]) -> Finished:
    """A path of keys as code: `meta.request_id`."""
    return code(".".join(keys))


def count(number: int | None) -> Finished:
    """A number; empty for None."""
    return Finished("" if number is None else str(number))


def value(json: m.Json) -> Finished:
    """A JSON value as code."""
    return text(wording.quoted(json))


def json(value: m.Json) -> Finished:
    """A JSON value on as few lines as fit."""
    return escaped(json_lines(value))


def indented(value: m.Json) -> Finished:
    """A JSON value with an entry per line."""
    return escaped(json_document(value))


def within(name: str, owner: str) -> Finished:
    """The anchor of a part of a declaration, or of a declaration of another kind: `Meta.version`, `tool.search`."""
    return anchor(owner, name)


def link(name: str) -> Finished:
    """A link to a declaration."""
    return Finished(f'<a href="#{anchor(name)}">{escaped(name)}</a>')


def type_words(kind: m.Type) -> Finished:
    """A type, with a link if it refers to a declaration."""
    return Finished(wording.type_words(kind, link))


def own_title(declaration: m.Record | m.Enum | m.Text | m.Tier) -> Finished:
    """The title of a declaration; empty if it only repeats the name."""
    return Finished("") if declaration.title == default_title(declaration.name) else text(declaration.title)


def link_target(target: str, contract: m.Contract) -> Finished:
    """The target of a link: a web address, or a path in the repository; empty if it is neither."""
    return escaped(markdown_link_target(target, contract))


def placeholders(template: str) -> Finished:
    """A message or another template, with its placeholders marked."""
    parts = _PLACEHOLDER.split(template)
    parts[::2] = map(escaped, parts[::2])
    parts[1::2] = (f"<var>{escaped(part)}</var>" for part in parts[1::2])
    return Finished("".join(parts))


# -- documentation ----------------------------------------------------------------------------------------------------


def doc(docs: m.Documentation) -> Finished:
    """The description as paragraphs, followed by one about its lifecycle."""
    return paragraphs("\n\n".join((docs.doc, " ".join(wording.lifecycle_words(docs)))))


def doc_text(docs: m.Documentation) -> Finished:
    """The description and its lifecycle on one line."""
    return text(" ".join((docs.doc, *wording.lifecycle_words(docs))))


def doc_plain(docs: m.Documentation) -> Finished:
    """The description on one line, without markup."""
    return plain(docs.doc)


def lifecycle(docs: m.Documentation) -> Finished:
    """The first version of something, its former name and its deprecation; empty if there is nothing to say."""
    return text(" ".join(wording.lifecycle_words(docs)))


def field_doc(field: m.Field) -> Finished:
    """The description of a field, as paragraphs."""
    gate = "" if field.gate is None else f"Gate: `{field.gate.name}`."
    facts = (wording.relation_words(field), gate, *wording.lifecycle_words(field.docs))
    return paragraphs("\n\n".join((field.docs.doc, " ".join(filter(None, facts)))))


def constraints(field: m.Field) -> Finished:
    """The constraints and the default of a field; empty if it has none."""
    words = wording.field_words(field)
    if field.default is not m.ABSENT and not isinstance(field.type, m.Constant | m.Null):
        words += (f"default {wording.default_words(field)}",)
    return Finished(" · ".join(map(text, words)))


def condition(field: m.Field) -> Finished:
    """The level of a field with its condition; empty if it has none."""
    return Finished("") if field.conditional is None else text(wording.level_words(field))


def part_type(part: m.TextPart) -> Finished:
    """The type of a part of a composite string, with its constraints."""
    return text(", ".join((wording.type_words(part.type), *wording.constraint_words(part.type))))


def string_words(string: m.String) -> Finished:
    """The constraints of a string."""
    return text("; ".join(wording.string_words(string)))


def openness(enum: m.Enum) -> Finished:
    """Whether values that an enum does not list are valid."""
    return text(wording.openness_words(enum) if enum.suggestions else "open enum" if enum.open else "closed enum")


def order(enum: m.Enum) -> Finished:
    """The order in which an enum lists its values."""
    return text(wording.order_words(enum))


def tiered(record: m.Record) -> Finished:
    """The keys that a tiered record accepts."""
    return text(wording.tiered_words(record))


def statuses(partial: m.Partial) -> Finished:
    """The condition of each status of a partial result."""
    return text(wording.status_words(partial))


def discriminator(discriminator: m.Tag | m.Presence) -> Finished:
    """The condition under which a response has an outcome."""
    match discriminator:
        case m.Tag(field, expected):
            return text(f"`{field}` is {wording.quoted(expected)}")
        case m.Presence(field, is_expected):
            return text(f"the key `{field}` is {'present' if is_expected else 'absent'}")


def parameter_facts(parameter: m.Parameter) -> Finished:
    """The default of a parameter, what else it sets, and its description if its field has another one."""
    facts = []
    if followed := wording.followed_words(parameter):
        facts.append(f"If it is omitted, {followed}.")
    elif parameter.default is not m.ABSENT:
        facts.append(f"Default: {wording.quoted(parameter.default)}.")
    facts += [f"Also sets `{'.'.join(other.path)}` to {wording.quoted(other.value)}." for other in parameter.sets]
    own = parameter.docs.doc if parameter.docs.doc != parameter.field.docs.doc else ""
    return text(" ".join((own, *facts)))


def listed_rules(stated: tuple[str, ...]) -> Finished:
    """Rules as the items of an enumeration."""
    return text("; ".join(stated))


HTML_FILTERS: Filters = {
    each.__name__: each
    for each in (
        text, plain, code, paragraphs, escaped, anchor, data, script, style, digest,
        path, count, value, json, indented, within, link, type_words, own_title, link_target, placeholders,
        doc, doc_text, doc_plain, lifecycle, field_doc, constraints, condition, part_type, string_words, openness,
        order, tiered, statuses, discriminator, parameter_facts, listed_rules,
    )
}  # fmt: skip
FILTERS: Filters = {**MODULE_FILTERS, **HTML_FILTERS}
"""Those of the page, and those of the modules that it holds."""
