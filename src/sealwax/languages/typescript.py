"""How TypeScript spells names, text, values and documentation comments."""

import json
import re
from collections.abc import Iterable, Mapping
from json.encoder import encode_basestring

from sealwax.contract import model as m
from sealwax.languages import (
    HARMFUL,
    INVISIBLE,
    Layout,
    enclosed,
    free,
    laid_out,
    one_line,
    paragraphs,
    reserved,
    show,
    spelled_out,
    wrapped,
)
from sealwax.meaning import wording
from sealwax.meaning.json_values import LARGEST_EXACT
from sealwax.naming import camel, exception, pascal, screaming
from sealwax.rendering import Finished
from sealwax.reserved_names import SCRIPT_NAMES

STAGES = ("alpha", "beta", "experimental")
"""The tags of TSDoc for what is not yet stable."""
WIDTH = 100
"""The width of comments. Code is never wrapped: there is no formatter, and templates decide where lines end."""

# Every object inherits these, so that reading one of them finds a value even when none was given.
INHERITED = frozenset(
    "__defineGetter__ __defineSetter__ __lookupGetter__ __lookupSetter__ constructor hasOwnProperty isPrototypeOf"
    " propertyIsEnumerable toLocaleString toString valueOf".split()
)

# Words that cannot name a function or a parameter, and names that generated code needs for itself.
_RESERVED = reserved(
    "abstract any arguments as asserts async await bigint boolean break case catch class const constructor continue",
    "debugger declare default delete do else enum eval export extends false finally for from function get global if",
    "implements import in infer instanceof interface is keyof let module namespace never new null number object of",
    "out override package private protected public readonly require return satisfies set static string super switch",
    "symbol this throw true try type typeof undefined unique unknown using var void while with yield",
)

# Error classes that JavaScript has: a generated one of the same name would hide them.
_ERRORS = reserved("AggregateError EvalError RangeError ReferenceError SuppressedError SyntaxError TypeError URIError")

_encode = json.JSONEncoder(allow_nan=False).encode
_IDENTIFIER = re.compile(r"[A-Za-z_$][A-Za-z0-9_$]*")
# Harmless in a module, but not where the module is pasted into a page.
_MARKUP = re.compile(r"<(?=/|!--|script)", re.IGNORECASE)
# A slash would end a regular expression, unless it is escaped or in a character class.
_SLASH = re.compile(r"\\.|\[(?:\\.|[^\]\\])*\]|/", re.DOTALL)
# To the compiler, a zero-width space and a byte order mark are blanks.
_TAG = re.compile(r"(?:(?<=[\s\u200b\ufeff{])|^)@")


def type_name(name: str) -> Finished:
    return free(pascal(name), SCRIPT_NAMES)


def exception_name(name: str) -> Finished:
    """The name of the exception for an error type."""
    return free(exception(name), _ERRORS)


def function_name(name: str) -> Finished:
    return free(camel(name), _RESERVED)


def parameter_name(name: str) -> Finished:
    """The name of a parameter of a function that also takes options."""
    return free(function_name(name), ("options",))


def suffix(name: str) -> Finished:
    """The end of a function's name that says which type it is about."""
    return Finished(pascal(name))


def option_key(name: str) -> Finished:
    """The key of an option. An options object also has the members that every object inherits."""
    return free(camel(name), INHERITED)


def constant_name(name: str) -> Finished:
    """The name of a constant, in capitals."""
    return Finished(screaming(name))


def property_key(name: str) -> Finished:
    """The key of a property, in a type or in an object."""
    if name == "__proto__":  # as a plain key it would set the prototype
        return Finished('["__proto__"]')
    return Finished(name) if _is_plain(name) else string(name)


def _is_plain(key: str) -> bool:
    return key != "__proto__" and _IDENTIFIER.fullmatch(key) is not None


def string(text: str) -> Finished:
    escaped = show(INVISIBLE, _escape, encode_basestring(text))
    return Finished(_MARKUP.sub(r"\\x3c", escaped) if "<" in escaped else escaped)


def template(pieces: Iterable[str]) -> Finished:
    """A template literal, or a string where nothing is filled in. The finished pieces are expressions."""
    parts = tuple(pieces)
    if not any(isinstance(part, Finished) for part in parts):
        return string("".join(parts))
    body = (f"${{{part}}}" if isinstance(part, Finished) else _in_template(part) for part in parts)
    return Finished(f"`{''.join(body)}`")


def _in_template(text: str) -> str:
    """The text between backticks, where quotes need no escape, and backticks and the start of an expression do."""
    quoted = (string(piece)[1:-1] for piece in text.split('"'))
    return '"'.join(quoted).replace("`", "\\`").replace("${", "\\${")


def literal(value: m.Json) -> Finished:
    """The value as an expression on one line."""
    if isinstance(value, str):
        return string(value)
    if isinstance(value, list):
        return Finished(f"[{', '.join(map(literal, value))}]")
    if isinstance(value, dict):
        entries = ", ".join(f"{property_key(key)}: {literal(item)}" for key, item in value.items())
        return Finished(f"{{ {entries} }}" if entries else "{}")
    return Finished(_encode(value))


def number(value: float) -> Finished:
    """The shortest literal of a number: 1 for 1.0."""
    is_whole = abs(value) <= LARGEST_EXACT and value == int(value)
    return Finished(_encode(int(value) if is_whole else value))


def member(key: str) -> Finished:
    """The end of the expression that reads a property: `.name`."""
    return Finished(f".{key}" if _is_plain(key) else f"[{string(key)}]")


def pattern(body: str, *, grouped: bool) -> Finished:
    """A regular expression for whole strings; `grouped` says that the body is an alternation."""
    whole = f"^(?:{body})$" if grouped else f"^{body}$"
    slashed = _SLASH.sub(lambda match: r"\/" if match.group() == "/" else match.group(), whole)
    shown = show(INVISIBLE, _escape, slashed)
    return Finished("/" + _MARKUP.sub(r"\\x3c", shown) + "/u")


def block(value: m.Json, margin: str = "\n") -> Finished:
    """The value as an expression over several lines. A list or object that holds neither stays on one line.

    `margin` is the line break, with the indentation of the line that the expression starts on.
    """
    inner = f"{margin}  "
    match value:
        case dict() if _is_nested(value.values()):
            entries = (f"{inner}{property_key(key)}: {block(item, inner)}," for key, item in value.items())
            return Finished(f"{{{''.join(entries)}{margin}}}")
        case list() if _is_nested(value):
            return Finished(f"[{''.join(f'{inner}{block(item, inner)},' for item in value)}{margin}]")
        case _:
            return literal(value)


_LAYOUT = Layout(literal, property_key, 2, ",")


def call(function: str, first: Iterable[m.Json], options: Mapping[str, m.Json], more: Iterable[str] = ()) -> Finished:
    """A call with a first argument, or none, and with options. For code in Markdown."""
    positional = "".join(laid_out(value, _LAYOUT, 0, len(function) + 1) for value in first)
    entries = [f"{name}: {laid_out(value, _LAYOUT, 2, len(name) + 2)}" for name, value in options.items()]
    if not (entries := [*entries, *more]):
        return Finished(f"{function}({positional});")
    return enclosed(f"{function}({positional or 'undefined'}, {{", entries, "});", _LAYOUT)


def _is_nested(items: Iterable[m.Json]) -> bool:
    return any(isinstance(item, dict | list) for item in items)


def _escape(match: re.Match[str]) -> str:
    code = ord(match.group())
    return f"\\u{code:04x}" if code < 0x10000 else f"\\u{{{code:x}}}"


# -- documentation comments -------------------------------------------------------------------------------------------


def tsdoc(text: str, tags: Iterable[tuple[str, str]] = ()) -> Finished:
    """The whole documentation comment; empty when there is nothing to say.

    A tag is what follows the at sign and its text, for example `("param data -", "The payload.")`.
    """
    quiet = [_quiet(paragraph) for paragraph in paragraphs(text)]
    tagged = [f"@{tag} {_quiet(one_line(words))}".rstrip(" ") for tag, words in tags]
    blocks = [[paragraph] for paragraph in quiet] + ([tagged] if tagged else [])
    if not blocks:
        return Finished("")
    if len(quiet) + len(tagged) == 1 and len(blocks[0][0]) + 7 <= WIDTH:
        return Finished(f"/** {blocks[0][0]} */")
    lines = [line for block in blocks for line in ("", *(line for each in block for line in wrapped(each, WIDTH - 3)))]
    body = "".join(f" * {line}".rstrip(" ") + "\n" for line in lines[1:])
    return Finished(f"/**\n{body} */")


def _quiet(paragraph: str) -> str:
    """The text without an end of comment and without anything that starts a tag."""
    shown = show(HARMFUL, spelled_out, paragraph).replace("*/", r"*\/")
    return _TAG.sub(r"\\@", shown) if "@" in shown else shown


def commented_code(text: str) -> Finished:
    """A piece of code within a documentation comment that a template writes."""
    return Finished(f"`{_quiet(one_line(text))}`")


def docs_doc(docs: m.Documentation, *words: str, tags: tuple[tuple[str, str], ...] = ()) -> Finished:
    """The comment above a declaration: empty when the contract has no documentation for it."""
    since = f"Since {docs.since}." if docs.since else ""
    text = "\n\n".join(word for word in (docs.doc, *words, since, docs.former) if word)
    return tsdoc(text, (*tags, *_deprecated_tag(docs)))


def field_doc(each: m.Field) -> Finished:
    """The comment above a property of a record: what its type does not say."""
    is_constant = isinstance(m.bare(each.type), m.Constant | m.Null)
    limits = "" if is_constant else wording.sentence(wording.field_words(each))
    default = "" if is_constant else wording.default_words(each)
    tags = ((("defaultValue", default),) if default else ()) + tier_tag(each.tier)
    return docs_doc(each.docs, *wording.field_facts(each, wording.stated_level(each), limits), tags=tags)


def text_doc(text: m.Text) -> Finished:
    """The comment above a named kind of string."""
    return docs_doc(text.docs, *wording.text_facts(text))


def tier_tag(tier: m.Tier | None) -> tuple[tuple[str, str], ...]:
    """The tag that editors know for a tier of this name."""
    return ((tier.name, ""),) if tier is not None and tier.name in STAGES else ()


def _deprecated_tag(docs: m.Documentation) -> tuple[tuple[str, str], ...]:
    if docs.deprecated is None:
        return ()
    return (("deprecated", wording.deprecation_words(docs.deprecated, opening="Since")),)
