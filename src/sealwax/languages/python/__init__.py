"""How Python spells names, text and values. `ruff format` lays the code out, but wraps no text."""

import re
from collections.abc import Iterable, Mapping
from functools import cache

from sealwax.contract.model import Builder, Documentation, Enum, Envelope, Field, Json, Level, Parameter, Record, Text
from sealwax.languages import (
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
from sealwax.meaning.builders.wording import argument_facts, plain_default
from sealwax.naming import exception, pascal, plural, screaming, snake
from sealwax.rendering import Finished
from sealwax.reserved_names import PYTHON_EXCEPTIONS, PYTHON_NAMES

WIDTH = 88

_KEYWORDS = reserved(
    "False None True and as assert async await break class continue def del elif else except finally for from global",
    "if import in is lambda nonlocal not or pass raise return try while with yield",
)

AMBIGUOUS = frozenset("lOI")
"""Names that linters reject because they look like digits."""

# Names that the body of a generated class uses: a field of the same name would hide them from later fields.
_USED_IN_CLASSES = reserved(
    "bool bytes classmethod dataclass dict extra field float frozenset int list object property self cls set",
    "staticmethod str super to_dict to_json tuple",
)

# Names that the body of a generated function uses: an argument of the same name would hide them.
_USED_IN_FUNCTIONS = reserved("dict list str")

_ESCAPED = {"\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t"}
# Quotes that have to be escaped in a docstring: three in a row, and one next to the delimiters.
_QUOTES_WITHIN = re.compile('"{3,}')
_QUOTES_FIRST = re.compile('"{3,}|^"')
_QUOTES_ALONE = re.compile('"{3,}|^"|"$')
_DIRECTIVE = re.compile(
    r"(?i)(?:^|(?<=#))(\s*)(?=noqa|(?:coverage|flake8|fmt|isort|mypy|nopep8|nosec|pragma|pylint|pyright|ruff|ty|type|yapf)(?![a-z0-9_]))"
)
_ENCODING = re.compile(r"coding(?=[:=])")


def is_name(name: str) -> bool:
    """Whether the text can be a name in code, such as that of a keyword argument."""
    return name.isidentifier() and name.isascii() and name not in _KEYWORDS


@cache
def attribute(name: str) -> Finished:
    """The name of a field, a parameter or a function."""
    return free(snake(name), _KEYWORDS, _USED_IN_CLASSES, AMBIGUOUS)


@cache
def argument(name: str) -> Finished:
    """The name of an argument, in a function that uses few other names."""
    return free(snake(name), _KEYWORDS, _USED_IN_FUNCTIONS, AMBIGUOUS)


@cache
def class_name(name: str) -> Finished:
    return free(pascal(name), _KEYWORDS, PYTHON_NAMES, AMBIGUOUS)


def exception_name(name: str) -> Finished:
    """The name of the exception for an error type."""
    return free(exception(name), PYTHON_EXCEPTIONS)


@cache
def member(name: str) -> Finished:
    """The name of a member of an enum."""
    return free(screaming(name), AMBIGUOUS)


def constant_name(name: str) -> Finished:
    """The name of a constant, in capitals."""
    return Finished(screaming(name))


def module_name(name: str) -> Finished:
    return free(snake(name), _KEYWORDS)


def string(text: str) -> Finished:
    """A literal in double quotes, or in single quotes where that saves escapes."""
    if '"' not in text and "\\" not in text and text.isascii() and text.isprintable():
        return Finished(f'"{text}"')
    quote = _quote(text)
    return Finished(quote + _within(quote, text) + quote)


def inside(text: str) -> Finished:
    """The text as it stands in an f-string in double quotes."""
    return Finished(_within('"', text).replace("{", "{{").replace("}", "}}"))


def dotted(path: Iterable[str]) -> Finished:
    """The path to a key, as a literal for messages."""
    return string(".".join(path))


def f_string(pieces: Iterable[str]) -> Finished:
    """A literal with expressions: the finished ones among the pieces. The others contain no braces."""
    parts = tuple(pieces)
    quote = _quote("".join(part for part in parts if not isinstance(part, Finished)))
    body = "".join(f"{{{part}}}" if isinstance(part, Finished) else _within(quote, part) for part in parts)
    is_plain = not any(isinstance(part, Finished) for part in parts)
    return Finished(f"{'' if is_plain else 'f'}{quote}{body}{quote}")


def _quote(text: str) -> str:
    return "'" if text.count('"') > text.count("'") else '"'


def _within(quote: str, text: str) -> str:
    return show(INVISIBLE, _escape, text.replace("\\", "\\\\")).replace(quote, f"\\{quote}")


def literal(value: Json) -> Finished:
    """The value as an expression on one line."""
    if isinstance(value, str):
        return string(value)
    if isinstance(value, list):
        return Finished(f"[{', '.join(map(literal, value))}]")
    if isinstance(value, dict):
        return Finished(f"{{{', '.join(f'{string(key)}: {literal(item)}' for key, item in value.items())}}}")
    return _number(value) if isinstance(value, float) else Finished(repr(value))


def literal_lines(value: Json, before: int = 0) -> Finished:
    """The value as an argument, one entry per line if it is long. For code in Markdown, which nothing formats.

    It is on an indented line, and starts `before` columns after the indentation.
    """
    return laid_out(value, _LAYOUT, _LAYOUT.indent, before)


_LAYOUT = Layout(literal, string, 4, ",", WIDTH)


def call_lines(arguments: Mapping[str, Json]) -> tuple[Finished, ...]:
    """The arguments as keywords of a call; those that cannot be names are in a dict. For code in Markdown."""
    others = {name: value for name, value in arguments.items() if not is_name(name)}
    lines = [f"{name}={literal_lines(arguments[name], len(name) + 1)}" for name in arguments if name not in others]
    return tuple(map(Finished, (*lines, *((f"**{literal_lines(others, 2)}",) if others else ()))))


def call(function: str, arguments: Mapping[str, Json], more: Iterable[str] = ()) -> Finished:
    """A call with keyword arguments. For code in Markdown."""
    return enclosed(f"{function}(", [*call_lines(arguments), *more], ")", _LAYOUT)


def docstring(text: str, indent: int = 0) -> Finished:
    """The docstring, wrapped; empty if there is nothing to say.

    The template indents its first line, and `indent` all others.
    """
    if not text:
        return Finished("")
    # Every line leaves room for both delimiters, so that a text which is wrapped never fits on one line with them.
    room = WIDTH - indent - 6
    parts = paragraphs(text)
    if len(parts) < 2:
        alone = wrapped(_docstring_text("".join(parts), _QUOTES_ALONE), room)
        if len(alone) == 1:
            return Finished(f'"""{alone[0]}"""')
    lines: list[str] = []
    for part in parts:
        escaped = _docstring_text(part, _QUOTES_WITHIN if lines else _QUOTES_FIRST)
        lines += ["", *wrapped(escaped, room)] if lines else wrapped(escaped, room)
    margin = " " * indent
    body = "".join([f"{margin}{line}".rstrip(" ") + "\n" for line in lines])
    return Finished(f'"""{body.removeprefix(margin)}{margin}"""')


def comment(text: str, indent: int = 0) -> Finished:
    """The text as comment lines, wrapped. No tool takes them for instructions."""
    lines = wrapped(show(INVISIBLE, spelled_out, one_line(text)), WIDTH - indent - 2)
    return Finished(f"\n{' ' * indent}".join(f"# {_quiet(line)}".rstrip(" ") for line in lines))


def _quiet(line: str) -> str:
    return _ENCODING.sub(r"coding\\", _DIRECTIVE.sub(r"\1\\", line))


def _escape(match: re.Match[str]) -> str:
    return _ESCAPED.get(match.group()) or spelled_out(match)


def _number(value: float) -> Finished:
    if value != value or value in (float("inf"), float("-inf")):
        raise ValueError(f"JSON has no number {value}")
    return Finished(repr(value).replace("e+", "e"))


def _docstring_text(paragraph: str, quotes: re.Pattern[str]) -> str:
    escaped = show(INVISIBLE, _escape, paragraph.replace("\\", "\\\\"))
    return quotes.sub(lambda match: '\\"' * len(match.group()), escaped) if '"' in escaped else escaped


# -- the contents of docstrings: description, level, constraints in words, lifecycle ----------------------------------


def joined(paragraphs: Iterable[str]) -> str:
    return "\n\n".join(paragraph for paragraph in paragraphs if paragraph)


def docs_text(docs: Documentation, otherwise: str = "") -> str:
    return joined((docs.doc or wording.sentence((otherwise,)), *wording.lifecycle_words(docs)))


def field_text(field: Field) -> str:
    """The description of a field, its constraints and its lifecycle, and its level unless the type says it."""
    is_stated = field.conditional is not None or field.level not in (Level.MUST, Level.MAY)
    level = wording.level_sentence(field) if is_stated else ""
    limits = wording.sentence(wording.limit_words(field))
    return joined((docs_text(field.docs), *wording.field_facts(field, level, limits)))


def record_text(record: Record) -> str:
    keys = "Other keys are allowed." if record.open else ""
    return joined((described(record), keys, wording.tiered_words(record)))


def enum_text(enum: Enum) -> str:
    openness = wording.openness_words(enum) if enum.open else ""
    return joined((described(enum), wording.sentence((openness, wording.order_words(enum)))))


def text_text(text: Text) -> str:
    """The description of a named kind of string, with its constraints or forms."""
    return joined((described(text), *wording.text_facts(text)))


def described(declared: Record | Enum | Text | Envelope, otherwise: str = "") -> str:
    """The description, or else the title. If that only repeats the name, `otherwise`."""
    repeats = snake(declared.title) in (snake(declared.name), snake(plural(declared.name)))
    return docs_text(declared.docs, otherwise if repeats else declared.title)


def parameter_text(name: str, builder: Builder, parameter: Parameter) -> str:
    """The entry of a parameter in the docstring of its builder."""
    return f"`{name}` ({wording.level_words(parameter)}): {parameter_facts(builder, parameter)}".rstrip(": ")


def parameter_facts(builder: Builder, parameter: Parameter, omitted: str = "") -> str:
    """The description of a parameter with its default; `omitted`: see `argument_facts`."""
    words, default = docs_text(parameter.docs).replace("\n\n", " "), plain_default(parameter)
    plain = f"Default: {default}." if default else ""
    return " ".join(filter(None, (words, plain, *argument_facts(builder, parameter, omitted))))
