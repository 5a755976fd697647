"""How TypeScript spells names, text and values."""

import json
import re
from collections.abc import Iterable
from json.encoder import encode_basestring

from sealwax.contract.model import Json
from sealwax.languages import HARMFUL, INVISIBLE, one_line, paragraphs, reserved, show, spelt_out, wrapped
from sealwax.naming import camel, pascal, screaming
from sealwax.rendering import Finished

WIDTH = 100

# Every object seems to have these, so that reading one of them finds something that nobody gave.
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

# Global types and values that generated modules use: a declaration of the same name would hide them.
_GLOBAL = reserved(
    "Array Boolean Date Error Exclude Extract Function Infinity Iterable Iterator Map NonNullable Number Object Omit",
    "Partial Pick Promise Proxy RangeError Readonly ReadonlyArray Record Reflect RegExp Required Set String Symbol",
    "SyntaxError TypeError",
)

_encode = json.JSONEncoder(allow_nan=False).encode
_IDENTIFIER = re.compile(r"[A-Za-z_$][A-Za-z0-9_$]*")
# Harmless in a module, but not where the module is pasted into a page.
_MARKUP = re.compile(r"<(?=/|!--)")
_ESCAPED = re.compile(r"\\.")
# A slash would end a regular expression; what a backslash stands before is none.
_SLASH = re.compile(r"\\.|/", re.DOTALL)
_TAG = re.compile(r"(?:(?<=[\s{])|^)@")
_DIRECTIVE = re.compile(r"^(?=@|#|eslint|prettier|biome|tslint|istanbul|c8|v8)")


def type_name(name: str) -> Finished:
    spelt = pascal(name)
    return Finished(f"{spelt}_" if spelt in _GLOBAL else spelt)


def function_name(name: str) -> Finished:
    spelt = camel(name)
    return Finished(f"{spelt}_" if spelt in _RESERVED else spelt)


def constant_name(name: str) -> Finished:
    return Finished(screaming(name))


def property_key(name: str) -> Finished:
    """The key of a property, in a type or in an object."""
    if name == "__proto__":  # as a plain key it would set the prototype
        return Finished('["__proto__"]')
    return Finished(name) if _IDENTIFIER.fullmatch(name) else string(name)


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
    plain = _ESCAPED.sub(lambda match: '"' if match[0] == '\\"' else match[0], string(text)[1:-1])
    return plain.replace("`", "\\`").replace("${", "\\${")


def literal(value: Json) -> Finished:
    """The value as an expression on one line."""
    if isinstance(value, str):
        return string(value)
    if isinstance(value, list):
        return Finished(f"[{', '.join(map(literal, value))}]")
    if isinstance(value, dict):
        entries = ", ".join(f"{property_key(key)}: {literal(item)}" for key, item in value.items())
        return Finished(f"{{ {entries} }}" if entries else "{}")
    return Finished(_encode(value))


def access(record: str, key: str) -> Finished:
    """The expression that reads a property."""
    spelt = property_key(key)
    return Finished(f"{record}.{key}" if spelt == key else f"{record}[{spelt.strip('[]')}]")


def pattern(body: str, *, grouped: bool) -> Finished:
    """A regular expression for whole strings; `grouped` says that the body is an alternation."""
    whole = f"^(?:{body})$" if grouped else f"^{body}$"
    slashed = _SLASH.sub(lambda match: r"\/" if match.group() == "/" else match.group(), whole)
    shown = show(INVISIBLE, _escape, slashed)
    return Finished("/" + _MARKUP.sub(r"\\x3c", shown) + "/u")


def tsdoc(text: str, indent: int = 0, tags: Iterable[tuple[str, str]] = ()) -> Finished:
    """The whole documentation comment. Its first line is not indented: the template has done that.

    A tag is what stands after the at sign and its text, e.g. `("param data -", "What came out.")`.
    """
    quiet = [_quiet(paragraph) for paragraph in paragraphs(text)]
    tagged = [f"@{tag} {_quiet(one_line(words))}".rstrip(" ") for tag, words in tags]
    if len(quiet) + len(tagged) == 1 and indent + len((quiet or tagged)[0]) + 7 <= WIDTH:
        return Finished(f"/** {(quiet or tagged)[0]} */")
    margin = " " * indent
    lines: list[str] = []
    for block in [[paragraph] for paragraph in quiet] + ([tagged] if tagged else []):
        lines += [""] if lines else []
        lines += [line for paragraph in block for line in wrapped(paragraph, WIDTH - indent - 3)]
    body = "".join([f"{margin} * {line}".rstrip(" ") + "\n" for line in lines])
    return Finished(f"/**\n{body}{margin} */")


def comment(text: str, indent: int = 0) -> Finished:
    """The text as line comments, none of which is an instruction to a tool."""
    lines = wrapped(show(HARMFUL, spelt_out, one_line(text)), WIDTH - indent - 4)
    quiet = ["// " + _DIRECTIVE.sub(r"\\", line) for line in lines]
    return Finished(f"\n{' ' * indent}".join(line.rstrip(" ") for line in quiet))


def _quiet(paragraph: str) -> str:
    """The text without an end of comment and without anything that starts a tag."""
    shown = show(HARMFUL, spelt_out, paragraph).replace("*/", r"*\/")
    return _TAG.sub(r"\\@", shown) if "@" in shown else shown


def _escape(match: re.Match[str]) -> str:
    code = ord(match.group())
    return f"\\u{code:04x}" if code < 0x10000 else f"\\u{{{code:x}}}"
