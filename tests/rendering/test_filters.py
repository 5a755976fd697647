"""Each filter against the parser of its language: what comes back is what went in."""

import ast
import difflib
import json
import re
import string
import subprocess
import sys

import pytest
from hypothesis import Phase, example, given, settings
from hypothesis import strategies as st
from judges.typescript_parser import TypeScript
from markdown_it import MarkdownIt
from markdown_it.token import Token
from strategies.effort import examples
from strategies.hostile import json_values, lines, prose, strings

from sealwax import languages
from sealwax.contract.model import Json
from sealwax.languages import markdown, python
from sealwax.languages import typescript as typescript_language

HARMFUL = re.compile(languages.HARMFUL)
INVISIBLE = re.compile(languages.INVISIBLE)
markdown_parser = MarkdownIt("commonmark").enable(["table", "strikethrough"])
sentences = prose.filter(bool)
indents = st.sampled_from([0, 4, 8])


def exactly(value: object) -> str:
    """Distinguishes what Python calls equal: 1, 1.0 and true, 0.0 and -0.0."""
    return repr(value)


def test_whatever_cannot_be_seen_comes_back(typescript: TypeScript) -> None:
    private = {*range(0xE000, 0xF900), *range(0xF0000, 0x110000)}
    below, above = range(0xA0, 0xD800), range(0xE000, 0x110000)
    hidden = [
        chr(code)
        for code in (*below, *above)
        if INVISIBLE.match(chr(code)) and (code not in private or code % 999 == 0)
    ]
    text = f"a{'b'.join(hidden)}c"
    assert len(hidden) > 4000
    assert ast.literal_eval(python.string(text)) == text
    assert typescript.value(typescript_language.string(text)) == text
    assert json.loads(languages.json_document(text)) == text
    assert parsed(markdown.text(text)) == (["paragraph"], [text])
    for spelled in (python.string(text), typescript_language.string(text), languages.json_document(text)):
        assert spelled.isascii()


# -- Python -----------------------------------------------------------------------------------------------------------


@given(strings)
def test_python_strings_come_back(text: str) -> None:
    assert ast.literal_eval(python.string(text)) == text


@given(json_values)
def test_python_values_come_back(value: Json) -> None:
    spelled = python.literal(value)
    assert "\n" not in spelled
    assert exactly(ast.literal_eval(spelled)) == exactly(value)


@given(json_values, indents)
def test_python_values_come_back_from_several_lines(value: Json, before: int) -> None:
    assert exactly(ast.literal_eval(python.literal_lines(value, before))) == exactly(value)


def test_a_long_python_value_has_a_line_for_each_entry() -> None:
    names: list[Json] = [f"name {number}" for number in range(20)]
    first, *lines, last = python.literal_lines({"names": names, "more": {}}).split("\n")
    assert (first, last) == ("{", "    }")
    assert lines == [
        '        "names": [',
        *(f'            "{name}",' for name in names),
        "        ],",
        '        "more": {},',
    ]


def test_a_docstring_that_says_nothing_is_not_there() -> None:
    assert python.docstring("") == ""


@given(sentences, indents)
def test_docstrings_come_back(text: str, indent: int) -> None:
    blocks = "".join(f"{' ' * depth}if x:\n" for depth in range(0, indent, 4))
    tree = ast.parse(blocks + " " * indent + python.docstring(text, indent))
    (value,) = [node.value for node in ast.walk(tree) if isinstance(node, ast.Constant)]
    assert isinstance(value, str)
    assert languages.paragraphs(value) == languages.paragraphs(text)


@given(sentences, indents)
def test_docstrings_keep_to_their_width(text: str, indent: int) -> None:
    for number, line in enumerate(python.docstring(text, indent).split("\n")):
        used = line if number else " " * indent + line
        assert len(used) <= python.WIDTH or " " not in used.strip(" ").replace('""" ', '"""'), used
        assert used == used.rstrip()


@given(prose, indents)
def test_comments_hold_nothing_but_comments(text: str, indent: int) -> None:
    spelled = python.comment(text, indent)
    assert ast.parse(" " * indent + spelled + "\n").body == []
    spelled_lines = [line.strip(" ") for line in spelled.split("\n")]
    assert all(line.startswith("#") for line in spelled_lines)
    words = " ".join(line.removeprefix("#").strip(" ") for line in spelled_lines)
    expected = INVISIBLE.sub(languages.spelled_out, languages.one_line(text))
    assert words.replace("\\", "").strip(" ") == expected.replace("\\", "").strip(" ")


@pytest.mark.parametrize("text", ["fmt: off", "noqa", "see # noqa: E501", "type: ignore", "-*- coding: latin-1 -*-"])
def test_comments_give_no_orders_to_tools(text: str) -> None:
    assert python.comment(text) != f"# {text}"
    assert python.comment(text).replace("\\", "") == f"# {text}"


# A failing batch names its line, and shrinking it would take minutes.
@settings(max_examples=examples(20), phases=[Phase.explicit, Phase.reuse, Phase.generate])
@given(st.lists(st.tuples(sentences, strings, json_values), min_size=20, max_size=60))
def test_python_text_is_a_fixed_point_of_ruff(samples: list[tuple[str, str, Json]]) -> None:
    parts: list[str] = []
    for number, (text, raw, value) in enumerate(samples):
        parts.append(f"class C{number}:\n    {python.docstring(text, 4)}\n\n    {python.comment(text, 4)}\n    x = 1\n")
        # No line break could make room for a string that starts in the fourth column.
        parts.append(f"{python.comment(text)}\nx = {python.string(raw)}\n")
        literal = python.literal(value)
        if len(f"x = {literal}") <= python.WIDTH and literal.isascii():
            parts.append(f"x = {literal}\n")
    source = "\n\n".join(parts)
    changed = [line for line in difflib.ndiff(source.split("\n"), ruff_format(source).split("\n")) if line[0] != " "]
    assert changed == []


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
    spelled = typescript_language.string(text)
    assert "</" not in spelled
    assert typescript.value(spelled) == text


@given(json_values)
def test_typescript_values_come_back(typescript: TypeScript, value: Json) -> None:
    spelled = typescript_language.literal(value)
    assert "\n" not in spelled
    same = json.loads(json.dumps(value), parse_int=float)
    assert typescript.value(spelled) == same
    assert typescript.value(typescript_language.block(value)) == same


@given(strings)
def test_typescript_keys_come_back(typescript: TypeScript, key: str) -> None:
    assert typescript.value(f"{{ {typescript_language.property_key(key)}: 1 }}") == {key: 1}
    typescript.module(f"type T = {{ {typescript_language.property_key(key)}: 1 }};")


@given(prose.filter(languages.paragraphs))
@example("\u200b@param")
@example("\ufeff@param")
def test_tsdoc_comes_back(typescript: TypeScript, text: str) -> None:
    found = typescript.module(f"{typescript_language.tsdoc(text)}\ntype T = 1;")
    ((doc,),) = found["docs"]
    assert found["names"] == ["T"]
    assert (doc["tags"], doc["links"], found["directives"]) == ([], 0, 0)
    quiet = text.replace("*/", "*\\/")
    quiet = HARMFUL.sub(languages.spelled_out, " ".join(languages.paragraphs(quiet)))
    quiet = re.sub(r"(^|[\s\u200b\ufeff{])@", r"\1\\@", quiet)
    # The parser drops blanks of any kind from the ends of the comment.
    blank = string.whitespace + "\xa0\u1680\u202f\u205f\u3000\ufeff" + "".join(map(chr, range(0x2000, 0x200C)))
    assert languages.one_line(doc["text"]).strip(blank) == quiet.strip(blank)


@given(prose.filter(languages.one_line))
@example("*/")
def test_code_stays_within_its_comment(typescript: TypeScript, text: str) -> None:
    found = typescript.module(f"/** {typescript_language.commented_code(text)} */\ntype T = 1;")
    ((doc,),) = found["docs"]
    assert found["names"] == ["T"]
    assert (doc["tags"], doc["links"], found["directives"]) == ([], 0, 0)


@given(prose)
def test_tsdoc_keeps_to_its_width(text: str) -> None:
    for line in typescript_language.tsdoc(text).split("\n"):
        assert len(line) <= typescript_language.WIDTH or " " not in line.strip(" ").removeprefix("* "), line


# -- JSON -------------------------------------------------------------------------------------------------------------


@given(json_values)
def test_json_comes_back(value: Json) -> None:
    spelled = languages.json_document(value)
    assert exactly(json.loads(spelled)) == exactly(value)
    assert not INVISIBLE.search(spelled.replace("\n", ""))


# -- Markdown ---------------------------------------------------------------------------------------------------------


def inline(tokens: list[Token]) -> str:
    """The text of inline tokens, code in backticks as it was written; anything but text and code is a failure."""
    parts: list[str] = []
    for token in tokens:
        if token.type == "html_inline":
            assert token.content in {"<code>", "</code>"}
            parts.append("`")
        else:
            assert token.type in {"text", "code_inline"}, token
            parts.append(f"`{token.content}`" if token.type == "code_inline" else token.content)
    return "".join(parts)


def parsed(source: str) -> tuple[list[str], list[str]]:
    """The kinds of block in a source, and the text of each."""
    tokens = markdown_parser.parse(source)
    texts = [inline(token.children or []) for token in tokens if token.type == "inline"]
    return [token.type.removesuffix("_open") for token in tokens if token.type.endswith("_open")], texts


@given(lines)
def test_markdown_text_comes_back(text: str) -> None:
    expected = languages.one_line(text)
    spelled = markdown.text(text)
    assert parsed(spelled) == ((["paragraph"], [expected]) if expected else ([], []))
    assert parsed(f"## {spelled}\n") == (["heading"], [expected])
    assert parsed(f"- a {spelled}") == (["bullet_list", "list_item", "paragraph"], [f"a {expected}".strip(" ")])


@given(lines)
def test_markdown_text_stays_in_its_line(text: str) -> None:
    tokens = markdown_parser.parse(f"before\n{markdown.text(text)}\nafter")
    if languages.one_line(text):
        assert [token.type for token in tokens] == ["paragraph_open", "inline", "paragraph_close"]
        breaks = [child.type for child in tokens[1].children or [] if child.type.endswith("break")]
        assert breaks == ["softbreak", "softbreak"]


@given(lines)
def test_markdown_text_can_label_a_link(text: str) -> None:
    (tokens,) = [
        token.children or [] for token in markdown_parser.parse(f"x [{markdown.text(text)}](y)") if token.children
    ]
    assert [token.type for token in (tokens[1], tokens[-1])] == ["link_open", "link_close"]
    assert inline(tokens[2:-1]) == languages.one_line(text)


@given(prose)
def test_markdown_paragraphs_come_back(text: str) -> None:
    expected = languages.paragraphs(text)
    assert parsed(markdown.paragraphs(text)) == (["paragraph"] * len(expected), expected)


@given(prose, prose)
def test_markdown_cells_come_back(first: str, second: str) -> None:
    source = f"| a | b |\n|---|---|\n| {markdown.cell(first)} | {markdown.cell(second)} |\n\nend"
    kinds, texts = parsed(source)
    assert kinds == ["table", "thead", "tr", "th", "th", "tbody", "tr", "td", "td", "paragraph"]
    assert texts == ["a", "b", languages.one_line(first), languages.one_line(second), "end"]


@given(prose.filter(bool))
def test_markdown_code_comes_back(text: str) -> None:
    (tokens,) = [token.children for token in markdown_parser.parse(f"x {markdown.code(text)} y") if token.children]
    assert [token.type for token in tokens] == ["text", "code_inline", "text"]
    assert tokens[1].content == text.replace("\n", " ")


@given(prose.filter(bool))
def test_markdown_code_cells_come_back(text: str) -> None:
    source = f"| a | b |\n|---|---|\n| {markdown.code_cell(text)} | c |\n"
    _, (*_, code, last) = parsed(source)
    assert (code, last) == ("`" + text.replace("\n", " ") + "`", "c")


@given(prose, st.sampled_from(["", "text", "yaml"]))
def test_markdown_blocks_come_back(text: str, info: str) -> None:
    fence, *rest = markdown_parser.parse(f"{markdown.text_block(text, info)}\n\nend")
    assert (fence.type, fence.info, fence.content) == ("fence", info, f"{text}\n")
    assert [token.type for token in rest] == ["paragraph_open", "inline", "paragraph_close"]


@given(json_values)
def test_markdown_json_comes_back(value: Json) -> None:
    (fence,) = markdown_parser.parse(markdown.json_block(value))
    assert exactly(json.loads(fence.content)) == exactly(value)


def test_a_block_refuses_an_info_string_that_is_more_than_a_name() -> None:
    with pytest.raises(ValueError, match="not the name of a language"):
        markdown.text_block("x", "text`")


@given(prose)
def test_markdown_comments_show_nothing(text: str) -> None:
    comment, *rest = markdown_parser.parse(f"{markdown.comment(text)}\n\nend")
    assert comment.type == "html_block"
    assert re.search("-->|--!>", comment.content.removesuffix("-->\n")) is None
    assert [token.type for token in rest] == ["paragraph_open", "inline", "paragraph_close"]


@pytest.mark.parametrize(
    ("heading", "expected"),
    [
        ("Error codes", "error-codes"),
        ("`content_fidelity`: below *full*", "content_fidelity-below-full"),
        ("Retry & wait (HTTP 429)", "retry--wait-http-429"),
        ("Größe – 日本語 e\u0301", "größe--日本語-e\u0301"),
        ("1.0", "10"),
    ],
)
def test_anchors_are_those_of_github(heading: str, expected: str) -> None:
    assert markdown.anchor(heading) == expected
