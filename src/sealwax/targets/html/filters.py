"""The filters of the HTML templates: parts of a contract as text, code and links, always escaped."""

import re

from sealwax.contract import model as m
from sealwax.languages import json_document, json_line, json_lines, number
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
from sealwax.meaning.builders.wording import parameter_words
from sealwax.meaning.codes.examples import illustrative
from sealwax.rendering import Filters, Finished, spelled
from sealwax.targets.html.modules import as_function
from sealwax.targets.python.facts import function_name
from sealwax.targets.reference import addresses
from sealwax.targets.typescript import FILTERS as MODULE_FILTERS

_PLACEHOLDER = re.compile(r"\{(\??[^{}]*)\}")


# -- names, values and links ------------------------------------------------------------------------------------------


def path(keys: tuple[str, ...]) -> Finished:
    """A path of keys as code: `meta.request_id`."""
    return code(".".join(keys))


def within(name: str, owner: str) -> Finished:
    """The anchor of a part of a declaration, or of a declaration of another kind: `Meta.version`, `tool.search`."""
    return anchor(owner, name)


def link(name: str) -> Finished:
    """A link to a declaration."""
    return Finished(f'<a href="#{anchor(name)}">{escaped(name)}</a>')


def type_words(kind: m.Type) -> Finished:
    """A type, with a link if it refers to a declaration."""
    return Finished(wording.type_words(kind, link))


def link_target(target: str, contract: m.Contract) -> Finished:
    """The target of a link: a web address, or a path in the repository; empty if it is neither."""
    return escaped(addresses.link_target(target, contract))


def placeholders(template: str) -> Finished:
    """A message or another template, with its placeholders marked."""
    parts = _PLACEHOLDER.split(template)
    parts[::2] = map(escaped, parts[::2])
    parts[1::2] = (f"<var>{escaped(part)}</var>" for part in parts[1::2])
    return Finished("".join(parts))


# -- arguments to fill in ---------------------------------------------------------------------------------------------

_INPUTS: dict[type, str] = {m.String: "text", m.Integer: "integer", m.Number: "number", m.Boolean: "boolean"}


def input_kind(kind: m.Type) -> Finished:
    """How the text of an input for this type is read: `text`, `integer`, `number`, `boolean` or `json`."""
    inner = m.bare(kind)
    if isinstance(inner, m.Reference) and not isinstance(inner.target, m.Record):
        return Finished("text")
    return Finished(_INPUTS.get(type(inner), "json"))


def sample(field: m.Field) -> Finished:
    """The text that the input for a required field starts with; empty if there is none."""
    value = illustrative(field) if field.is_needed else m.ABSENT
    if isinstance(value, m.Absent):
        return Finished("")
    return escaped(value if isinstance(value, str) and input_kind(field.type) == "text" else json_line(value))


# -- documentation ----------------------------------------------------------------------------------------------------


def lifecycle(docs: m.Documentation) -> Finished:
    """The first version of something, its former name and its deprecation; empty if there is nothing to say."""
    return text(" ".join(wording.lifecycle_words(docs)))


def field_doc(field: m.Field) -> Finished:
    """The description of a field, as paragraphs."""
    facts = (wording.relation_words(field), wording.gate_words(field), *wording.lifecycle_words(field.docs))
    return paragraphs("\n\n".join((field.docs.doc, " ".join(filter(None, facts)))))


def constraints(field: m.Field) -> Finished:
    """The constraints and the default of a field; empty if it has none."""
    return Finished(" · ".join(map(text, wording.limit_words(field))))


def parameter_facts(parameter: m.Parameter) -> Finished:
    """The default of a parameter, what else it sets, and its description if its field has another one."""
    own = wording.doc_text(parameter.docs) if parameter.docs.doc != parameter.field.docs.doc else ""
    return text(" ".join((own, *parameter_words(parameter))))


def condition(field: m.Field) -> Finished:
    """The level of a field with its condition; empty if it has none."""
    return Finished("") if field.conditional is None else text(wording.level_words(field))


def part_type(part: m.TextPart) -> Finished:
    """The type of a part of a composite string, with its constraints."""
    return text(", ".join((wording.type_words(part.type), *wording.constraint_words(part.type))))


def string_words(string: m.String) -> Finished:
    """The constraints of a string."""
    return text("; ".join(wording.string_words(string)))


HTML_FILTERS: Filters = {
    **spelled({**wording.INLINE, "value": wording.quoted, "argument_type": wording.argument_words}, text),
    **spelled({"doc": wording.doc}, paragraphs),
    **spelled({"json": json_lines, "indented": json_document}, escaped),
    "python_function": function_name,
    **{
        each.__name__: each
        for each in (
            text, plain, code, paragraphs, escaped, anchor, data, script, style, digest,
            path, number, within, link, type_words, link_target, placeholders,
            lifecycle, field_doc, constraints, condition, part_type, string_words, parameter_facts,
            input_kind, sample, as_function,
        )
    },
}  # fmt: skip
FILTERS: Filters = {**MODULE_FILTERS, **HTML_FILTERS}
"""Those of the page, and those of the modules that it holds."""
