"""Each filter against the parser of its language: what comes back is what went in."""

import ast
import json
import re
import subprocess
import sys

import pytest
from conftest import TypeScript
from hostile import json_values, lines, prose, strings
from hypothesis import given, settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt
from markdown_it.token import Token

from sealwax import languages
from sealwax.contract.model import Json
from sealwax.languages import HARMFUL, INVISIBLE, markdown, python
from sealwax.languages import json as json_language
from sealwax.languages import typescript as typescript_language

markdown_parser = MarkdownIt("commonmark").enable(["table", "strikethrough"])
indents = st.sampled_from([0, 4, 8])


def exactly(value: object) -> str:
    """Distinguishes what Python calls equal: 1, 1.0 and true, 0.0 and -0.0."""
    return repr(value)


# -- Python -----------------------------------------------------------------------------------------------------------


@given(strings)
def test_python_strings_come_back(text: str) -> None:
    assert ast.literal_eval(python.string(text)) == text


@given(json_values)
def test_python_values_come_back(value: Json) -> None:
    spelt = python.literal(value)
    assert "\n" not in spelt
    assert exactly(ast.literal_eval(spelt)) == exactly(value)


@given(prose, indents)
def test_docstrings_come_back(text: str, indent: int) -> None:
    blocks = "".join(f"{' ' * depth}if x:\n" for depth in range(0, indent, 4))
    tree = ast.parse(blocks + " " * indent + python.docstring(text, indent))
    (value,) = [node.value for node in ast.walk(tree) if isinstance(node, ast.Constant)]
    assert isinstance(value, str)
    assert languages.paragraphs(value) == languages.paragraphs(text)


@given(prose, indents)
def test_docstrings_keep_to_their_width(text: str, indent: int) -> None:
    for number, line in enumerate(python.docstring(text, indent).split("\n")):
        used = line if number else " " * indent + line
        assert python.width_ok(used) or " " not in used.strip(" ").replace('""" ', '"""'), used
        assert used == used.rstrip()


@given(prose, indents)
def test_comments_hold_nothing_but_comments(text: str, indent: int) -> None:
    spelt = python.comment(text, indent)
    assert ast.parse(" " * indent + spelt + "\n").body == []
    spelt_lines = [line.strip(" ") for line in spelt.split("\n")]
    assert all(line.startswith("#") for line in spelt_lines)
    words = " ".join(line.removeprefix("#").strip(" ") for line in spelt_lines)
    expected = INVISIBLE.sub(languages.spelt_out, languages.one_line(text))
    assert words.replace("\\", "").strip(" ") == expected.replace("\\", "").strip(" ")


@pytest.mark.parametrize("text", ["fmt: off", "noqa", "see # noqa: E501", "type: ignore", "-*- coding: latin-1 -*-"])
def test_comments_give_no_orders_to_tools(text: str) -> None:
    assert python.comment(text) != f"# {text}"
    assert python.comment(text).replace("\\", "") == f"# {text}"


@settings(max_examples=25)
@given(st.lists(st.tuples(prose, strings, json_values), min_size=20, max_size=60))
def test_python_text_is_a_fixed_point_of_ruff(samples: list[tuple[str, str, Json]]) -> None:
    parts: list[str] = []
    for number, (text, string, value) in enumerate(samples):
        parts.append(f"class C{number}:\n    {python.docstring(text, 4)}\n\n    {python.comment(text, 4)}\n    x = 1\n")
        # A call hugs one string, whatever its width; a subscript is never broken.
        parts.append(f"{python.comment(text)}\nx = a[{python.string(string)}]\n")
        literal = python.literal(value)
        if python.width_ok(f"x = {literal}") and literal.isascii():
            parts.append(f"x = {literal}\n")
    source = "\n\n".join(parts)
    assert ruff_format(source) == source


def ruff_format(source: str) -> str:
    done = subprocess.run(
        [sys.executable, "-m", "ruff", "format", "--isolated", "-"],
        input=source.encode(),
        capture_output=True,
        check=True,
    )
    return done.stdout.decode()


# -- TypeScript -------------------------------------------------------------------------------------------------------


@given(strings)
def test_typescript_strings_come_back(typescript: TypeScript, text: str) -> None:
    spelt = typescript_language.string(text)
    assert "</" not in spelt
    assert typescript.value(spelt) == text


@given(json_values)
def test_typescript_values_come_back(typescript: TypeScript, value: Json) -> None:
    spelt = typescript_language.literal(value)
    assert "\n" not in spelt
    # JavaScript has one kind of number, so 1.0 comes back as 1, and JSON drops the sign of its zero.
    assert typescript.value(spelt) == value


@given(strings)
def test_typescript_keys_come_back(typescript: TypeScript, key: str) -> None:
    assert typescript.value(f"{{ {typescript_language.property_key(key)}: 1 }}") == {key: 1}
    typescript.module(f"type T = {{ {typescript_language.property_key(key)}: 1 }};")


@given(prose, indents)
def test_tsdoc_comes_back(typescript: TypeScript, text: str, indent: int) -> None:
    spelt = typescript_language.tsdoc(text, indent)
    found = typescript.module(f"{' ' * indent}{spelt}\n{' ' * indent}type T = 1;")
    ((doc,),) = found["docs"]
    assert found["names"] == ["T"]
    assert (doc["tags"], doc["links"], found["directives"]) == ([], 0, 0)
    quiet = text.replace("*/", "*\\/")
    quiet = re.sub(r"(^|[\s{])@", r"\1\\@", HARMFUL.sub(languages.spelt_out, " ".join(languages.paragraphs(quiet))))
    assert languages.one_line(doc["text"]) == quiet


@given(prose, indents)
def test_tsdoc_keeps_to_its_width(text: str, indent: int) -> None:
    for number, line in enumerate(typescript_language.tsdoc(text, indent).split("\n")):
        used = line if number else " " * indent + line
        assert len(used) <= typescript_language.WIDTH or " " not in used.strip(" ").removeprefix("* "), used


@given(prose)
def test_typescript_comments_hold_nothing_but_comments(typescript: TypeScript, text: str) -> None:
    spelt = typescript_language.comment(text)
    found = typescript.module(f"{spelt}\ntype T = 1;")
    assert (found["names"], found["docs"], found["directives"]) == (["T"], [[]], 0)
    expected = HARMFUL.sub(languages.spelt_out, languages.one_line(text)).replace("\\", "")
    assert " ".join(line.removeprefix("// ") for line in spelt.split("\n")).replace("\\", "") == expected


# -- JSON -------------------------------------------------------------------------------------------------------------


@given(json_values)
def test_json_comes_back(value: Json) -> None:
    spelt = json_language.document(value)
    assert exactly(json.loads(spelt)) == exactly(value)
    assert not INVISIBLE.search(spelt.replace("\n", ""))


# -- Markdown ---------------------------------------------------------------------------------------------------------


def inline(tokens: list[Token]) -> str:
    """The text of inline tokens, code in single backticks; anything but text and code is a failure."""
    parts: list[str] = []
    for token in tokens:
        assert token.type in {"text", "code_inline", "text_special"}, token
        parts.append(f"`{token.content}`" if token.type == "code_inline" else token.content)
    return "".join(parts)


def only_paragraphs(source: str) -> list[str]:
    tokens = markdown_parser.parse(source)
    assert {token.type for token in tokens} <= {"paragraph_open", "inline", "paragraph_close"}, source
    return [inline(token.children or []) for token in tokens if token.type == "inline"]


@given(lines)
def test_markdown_text_comes_back(text: str) -> None:
    expected = languages.one_line(text)
    spelt = markdown.text(text)
    assert only_paragraphs(spelt) == ([expected] if expected else [])
    # The same words in a list, in a heading, as the label of a link and after other text.
    assert only_paragraphs(f"Before\n{spelt}") == only_paragraphs(f"Before\n{spelt}")
