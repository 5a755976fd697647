"""Every file becomes nodes with positions, or diagnostics with positions; never a traceback."""

import json
import math
from collections.abc import Iterator

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies.effort import examples

from sealwax.contract.model import Json
from sealwax.contract.source import Mapping, Node, Scalar, Sequence, parse
from sealwax.contract.source.parsing import MAX_DEPTH
from sealwax.contract.source.text import MAX_BYTES
from sealwax.diagnostics import Code, Diagnostic, Position, Report


@pytest.fixture(params=["libyaml", "pure Python"], autouse=True)
def parser(request: pytest.FixtureRequest) -> Iterator[str]:
    """Everything here holds for both parsers."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(yaml, "__with_libyaml__", request.param == "libyaml")
        yield request.param


def read(text: str | bytes) -> tuple[Node | None, tuple[Diagnostic, ...]]:
    report = Report()
    node = parse("contract.yaml", text.encode() if isinstance(text, str) else text, report)
    return node, report.sorted()


def good(text: str | bytes) -> Node:
    node, diagnostics = read(text)
    assert diagnostics == ()
    assert node is not None
    return node


def problems(text: str | bytes) -> list[tuple[str, int, int]]:
    return [(found.code, found.position.line, found.position.column) for found in read(text)[1]]


def plain(node: Node) -> Json:
    match node:
        case Scalar():
            return node.value
        case Sequence():
            return [plain(item) for item in node.items]
        case Mapping():
            return {name: plain(entry.value) for name, entry in node.entries.items()}


def entry(node: Node, *names: str) -> Node:
    for name in names:
        assert isinstance(node, Mapping)
        node = node.entries[name].value
    return node


# -- values -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("null", None), ("Null", None), ("NULL", None), ("~", None), ("", None), ("nUll", "nUll"),
        ("true", True), ("True", True), ("TRUE", True), ("false", False), ("tRue", "tRue"),
        ("no", "no"), ("on", "on"), ("yes", "yes"), ("Off", "Off"), ("y", "y"),
        ("12", 12), ("-7", -7), ("+7", 7), ("012", 12), ("0x1F", 31), ("0o17", 15), ("0b1", "0b1"), ("1_000", "1_000"),
        ("1.5", 1.5), ("-.5", -0.5), ("1.", 1.0), ("1e3", 1000.0), ("+1.5E-1", 0.15), (".inf", math.inf),
        ("-.INF", -math.inf), ("190:20:30", "190:20:30"), ("2024-01-31", "2024-01-31"), ("1.2.3", "1.2.3"),
        ("'12'", "12"), ('"true"', "true"), ("=", "="), ("-", [None]), ("\u0663", "\u0663"),
    ],
)  # fmt: skip
def test_scalars_mean_what_the_core_schema_of_yaml_1_2_says(text: str, value: object) -> None:
    found = plain(entry(good(f"key: {text}\n" if text != "-" else "key:\n-\n"), "key"))
    assert found == value
    assert type(found) is type(value)


def test_not_a_number_stays_a_float() -> None:
    found = plain(entry(good("key: .nan"), "key"))
    assert isinstance(found, float)
    assert math.isnan(found)


def test_a_scalar_knows_its_text_and_its_quotes() -> None:
    root = good("a: 2.10\nb: '2.10'\nc: |\n  2.10\n")
    assert entry(root, "a") == Scalar(2.1, "2.10", Position("contract.yaml", 1, 4), quoted=False, is_verbatim=True)
    assert entry(root, "b") == Scalar("2.10", "2.10", Position("contract.yaml", 2, 4), quoted=True, is_verbatim=True)
    assert entry(root, "c") == Scalar(
        "2.10\n", "2.10\n", Position("contract.yaml", 3, 4), quoted=True, written="|\n  2.10\n"
    )


@pytest.mark.parametrize(
    ("written", "is_verbatim"),
    [
        ("a b", True),
        ("a\n  b", False),
        ("'a b'", True),
        ('"a b"', True),
        ("'it''s'", False),
        (r'"a\x41"', False),
        ('"a\n  b"', False),
        ("|\n  a", False),
    ],
)
def test_a_text_knows_whether_its_characters_stand_where_they_seem_to(written: str, is_verbatim: bool) -> None:
    value = entry(good(f"a: {written}\n"), "a")
    assert isinstance(value, Scalar)
    assert value.is_verbatim == is_verbatim


def test_positions_count_code_points() -> None:
    root = good('é😀中: {"😀": x}\n')
    assert isinstance(root, Mapping)
    assert root.entries["é😀中"].key.position.column == 1
    assert entry(root, "é😀中").position.column == 6
    assert entry(root, "é😀中", "😀").position.column == 12


def test_a_byte_order_mark_and_windows_line_ends_change_nothing() -> None:
    text = "a: 1\nb: [x,\n  y]\nc: |\n  z\n"
    assert good("\ufeff" + text.replace("\n", "\r\n")) == good(text)


def test_core_tags_are_understood() -> None:
    assert plain(good("a: !!str 12\nb: ! 12\nc: !!float 1\nd: !!int '7'\ne: !!map {}\nf: !!seq []\n")) == {
        "a": "12", "b": "12", "c": 1.0, "d": 7, "e": {}, "f": [],
    }  # fmt: skip


def test_an_alias_is_what_its_anchor_is() -> None:
    root = good("a: &x {k: [1]}\nb: *x\n")
    assert entry(root, "b") is entry(root, "a")


SAFE_TEXT = st.text(
    st.characters(codec="utf-8", exclude_categories=["Cc", "Cf", "Cn", "Zl", "Zp"]) | st.just("\n"), max_size=12
)
JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(10**20), 10**20)
    | st.floats(allow_nan=False, allow_infinity=False)
    | SAFE_TEXT,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(SAFE_TEXT, inner, max_size=4),
    max_leaves=12,
)


@given(JSON, st.sampled_from([None, 2]))
def test_json_is_yaml(value: Json, indent: int | None) -> None:
    assert plain(good(json.dumps(value, ensure_ascii=False, indent=indent))) == value


# -- problems ---------------------------------------------------------------------------------------------------------

PROBLEMS: dict[str, tuple[str | bytes, list[tuple[str, int, int]]]] = {
    "an empty file": ("", [(Code.EMPTY_FILE, 1, 1)]),
    "only comments": ("# a\n\n# b\n", [(Code.EMPTY_FILE, 1, 1)]),
    "only a byte order mark": (b"\xef\xbb\xbf", [(Code.EMPTY_FILE, 1, 1)]),
    "only a document start": ("---\n", [(Code.EMPTY_FILE, 1, 1)]),
    "latin-1": ("a: 1\nb: é\xff\n".encode("latin-1"), [(Code.NOT_UTF8, 2, 4)]),
    "a cut character": ("é: 😀".encode()[:-1], [(Code.NOT_UTF8, 1, 4)]),
    "UTF-16": ("a: 1\n".encode("utf-16"), [(Code.NOT_UTF8, 1, 1)]),
    "UTF-32": ("a: 1\n".encode("utf-32"), [(Code.NOT_UTF8, 1, 1)]),
    "an encoded surrogate": (b"a: \xed\xa0\x80\n", [(Code.NOT_UTF8, 1, 4)]),
    "a file that is too large": (b"#" * (MAX_BYTES + 1), [(Code.FILE_TOO_LARGE, 1, 1)]),
    "an unclosed double quote": ('a: "x\nb: 1\n', [(Code.BROKEN_YAML, 1, 4)]),
    "an unclosed single quote": ("a: 'x\nb: 1\n", [(Code.BROKEN_YAML, 1, 4)]),
    "an unclosed bracket": ("a: [1,\n  2\nb: 1\n", [(Code.BROKEN_YAML, 1, 4)]),
    "an unclosed brace": ("a: {b: 1\n", [(Code.BROKEN_YAML, 1, 4)]),
    "a colon in plain text": ("a: b: c\n", [(Code.BROKEN_YAML, 1, 5)]),
    "a line without a colon": ("a: 1\nb\nc: 1\n", [(Code.BROKEN_YAML, 2, 1)]),
    "two documents": ("a: 1\n---\nb: 1\n", [(Code.BROKEN_YAML, 2, 1)]),
    "a reserved character": ("a: @b\n", [(Code.BROKEN_YAML, 1, 4)]),
    "an unknown escape": ('a: "é\\q"\n', [(Code.BROKEN_YAML, 1, 6)]),
    "an escape that is cut short": ('a: "é\\u12"\n', [(Code.BROKEN_YAML, 1, 6)]),
    "an end where a value belongs": ("a: {b: 1,\n\n", [(Code.BROKEN_YAML, 1, 10)]),
    "text after the document": ("[a]\nb\n", [(Code.BROKEN_YAML, 2, 1)]),
    "bold text that looks like an alias": ("a: **b** c\n", [(Code.BROKEN_YAML, 1, 4)]),
    "an unknown alias": ("a: &name 1\nb: *nam\n", [(Code.BROKEN_YAML, 2, 4)]),
    "tabs": ("a:\n\tb: 1\n  \tc: 1\n", [(Code.TAB_INDENT, 2, 1), (Code.TAB_INDENT, 3, 3)]),
    "a tab in a value": ("a: b\tc\n", [(Code.UNSAFE_CHARACTER, 1, 5)]),
    "a tab as an escape": ('a: "é\\tc"\n', [(Code.UNSAFE_CHARACTER, 1, 6)]),
    "a carriage return in a value": ("a: b\rc\n", [(Code.UNSAFE_CHARACTER, 1, 5)]),
    "a carriage return as an escape": ('a: "b\\rc"\n', [(Code.UNSAFE_CHARACTER, 1, 6)]),
    "a control character in a comment": ("a: 1 # \x07\n", [(Code.UNSAFE_CHARACTER, 1, 8)]),
    "two unsafe characters": (
        'a: "\\u202e"\nb: x\u202e\n', [(Code.UNSAFE_CHARACTER, 1, 5), (Code.UNSAFE_CHARACTER, 2, 5)]
    ),
    "a duplicate key": ("a: 1\nb: 1\na: 2\n", [(Code.DUPLICATE_KEY, 3, 1)]),
    "a duplicate key in other quotes": ("{a: 1, 'a': 2}\n", [(Code.DUPLICATE_KEY, 1, 8)]),
    "a list as a key": ("? [a]\n: b\n", [(Code.WRONG_KIND, 1, 3)]),
    "a mapping as a key": ("? {a: b}\n: b\n", [(Code.WRONG_KIND, 1, 3)]),
    "an alias as a key": ("a: &x b\n*x : c\n", [(Code.WRONG_KIND, 2, 1)]),
    "a merge key": ("a: &x {b: 1}\nc:\n  <<: *x\n", [(Code.WRONG_KIND, 3, 3)]),
    "a private tag": ("a: !mine b\n", [(Code.WRONG_KIND, 1, 4)]),
    "a Python tag": ("a: !!python/object:os.system {}\n", [(Code.WRONG_KIND, 1, 4)]),
    "a set": ("a: !!set {b}\n", [(Code.WRONG_KIND, 1, 4)]),
    "a tag that is not true": ("a: !!int b\n", [(Code.WRONG_KIND, 1, 4)]),
    "a very long number": ("a: " + "1" * 5000 + "\n", [(Code.WRONG_KIND, 1, 4)]),
    "an alias inside its anchor": ("a: &x [1, *x]\n", [(Code.ALIAS_BOMB, 1, 11)]),
}  # fmt: skip


@pytest.mark.parametrize("name", PROBLEMS)
def test_a_problem_is_reported_at_its_place(name: str) -> None:
    text, expected = PROBLEMS[name]
    assert problems(text) == expected
    assert all(found.message and found.hint for found in read(text)[1])


def test_all_problems_of_a_file_are_reported_at_once() -> None:
    text = 'a: 1\na: 2\nb: "\\u2066"\nc: !x y\nd: {<<: 1, e: *nowhere}\n'
    assert [code for code, _, _ in problems(text)] == [
        Code.DUPLICATE_KEY, Code.UNSAFE_CHARACTER, Code.WRONG_KIND, Code.WRONG_KIND, Code.BROKEN_YAML,
    ]  # fmt: skip


def test_the_first_of_two_equal_keys_counts_and_is_named() -> None:
    node, (found,) = read("b: 0\na: 1\na: 2\n")
    assert node is not None
    assert plain(node) == {"b": 0, "a": 1}
    assert "on line 2" in found.message


def test_equal_keys_in_different_mappings_are_fine() -> None:
    assert plain(good("a: {a: 1}\nb: {a: {a: 2}}\n")) == {"a": {"a": 1}, "b": {"a": {"a": 2}}}


def test_a_quoted_merge_sign_is_a_key() -> None:
    assert plain(good('"<<": 1\n')) == {"<<": 1}


UNSAFE = [
    *range(0x09), 0x0B, 0x0C, *range(0x0E, 0x20), *range(0x7F, 0xA0), 0x61C, 0x200E, 0x200F, *range(0x2028, 0x202F),
    *range(0x2066, 0x206A), 0xFDD0, 0xFDEF, 0xFEFF, 0xFFFE, 0xFFFF, 0x1FFFE, 0x10FFFF,
]  # fmt: skip


@pytest.mark.parametrize("style", ["a: é{}b\n", "a: 'é{}b'\n", "é: [1]\n# é{}b\n", "a: |\n  é{}b\n", "é{}b: 1\n"])
def test_an_unsafe_character_is_named_and_found_wherever_it_stands(style: str) -> None:
    before = style.partition("{}")[0]
    line, column = before.count("\n") + 1, len(before) - before.rfind("\n")
    for code in UNSAFE:
        _, diagnostics = read(style.format(chr(code)))
        assert [(found.code, found.position.line, found.position.column) for found in diagnostics] == [
            (Code.UNSAFE_CHARACTER, line, column)
        ]
        assert f"U+{code:04X}" in diagnostics[0].message


def test_an_unsafe_character_is_found_behind_its_escape() -> None:
    for code in UNSAFE:
        text = f'a: ["x",\n  "\\\\ \\n é\\U{code:08x}!"]\n'
        _, diagnostics = read(text)
        assert [(found.code, found.position.line, found.position.column) for found in diagnostics] == [
            (Code.UNSAFE_CHARACTER, 2, 11)
        ]
        assert f"U+{code:04X}" in diagnostics[0].message


def test_half_of_a_surrogate_pair_is_no_character() -> None:
    assert problems('a: "x\\ud800"\n') == [(Code.UNSAFE_CHARACTER, 1, 6)]


@pytest.mark.parametrize(
    "text", ["é", "中文", "😀👨‍👩‍👧", "a\u00a0b", "\u0300", "\u3000", "ﷺ", "\U000e0041", "\ue000", "\ufffd"]
)
def test_other_characters_of_all_planes_are_welcome(text: str) -> None:
    assert plain(good(json.dumps({text: text}, ensure_ascii=False))) == {text: text}


# -- limits -----------------------------------------------------------------------------------------------------------


def test_nesting_ends_at_a_depth_that_is_safe_to_walk() -> None:
    assert plain(good("[" * MAX_DEPTH + "]" * MAX_DEPTH)) is not None
    assert problems("[" * (MAX_DEPTH + 1) + "]" * (MAX_DEPTH + 1)) == [(Code.TOO_DEEP, 1, MAX_DEPTH + 1)]


@pytest.mark.parametrize("opening", ["[", "{a: ", "- ", "? ", "[{", '["', "a: ["])
def test_very_deep_nesting_is_a_diagnostic(opening: str) -> None:
    node, diagnostics = read(opening * 20_000)
    assert node is None
    assert 1 <= len(diagnostics) <= MAX_DEPTH + 1


def test_aliases_cannot_make_a_document_deeper() -> None:
    levels = "".join(f"a{level}: &a{level} [*a{level - 1}]\n" for level in range(1, 80))
    assert problems("a0: &a0 [x]\n" + levels)[0][0] is Code.TOO_DEEP


def test_aliases_cannot_blow_a_document_up() -> None:
    levels = "".join(f"a{level}: &a{level} [{', '.join([f'*a{level - 1}'] * 9)}]\n" for level in range(1, 12))
    node, (found,) = read("a0: &a0 [x, y]\n" + levels)
    assert node is None
    assert found.code is Code.ALIAS_BOMB


@pytest.mark.parametrize("text", [bytes(range(32)) * 1000, "\ta\n" * 1000, "- !x y\n" * 1000, '- "\\t"\n' * 1000])
def test_a_hopeless_file_does_not_fill_the_screen(text: str | bytes) -> None:
    assert 1 <= len(read(text)[1]) <= 100


def test_a_file_with_far_too_many_values_is_too_large(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sealwax.contract.source.parsing.MAX_NODES", 10)
    assert problems("- x\n" * 9) == []
    assert problems("- x\n" * 20) == [(Code.FILE_TOO_LARGE, 10, 3)]


# -- whatever comes ---------------------------------------------------------------------------------------------------

SAMPLE = rb"""# a sample
contract: response-v2
version: "2.0.0"
a: &x [1, 2, {b: c}]
b: *x
text: |
  foo
  bar
folded: >-
  x y
   z
q: "\u202e \x41 \n"
s: 'it''s'
? complex
: value
t: !!str 12
k: {a: 1, "b": [x, y], c: }
"""
SPLINTERS = [
    *(
        b":",
        b": ",
        b"- ",
        b'"',
        b"'",
        b"[",
        b"]",
        b"{",
        b"}",
        b"\n",
        b"\t",
        b"&a ",
        b"*a",
        b"*x",
        b"!",
        b"!!int ",
        b"|",
    ),
    *(b">", b"#", b"%", b"@", b"`", b"---\n", b"...\n", b"\r", b"\xc2\x85", b"\xe2\x80\xa8", b"\xef\xbb\xbf", b"\\"),
    *(b"\\ud800", b"\\x", b"\0", b"? ", b"<<: ", b"\xff", b",", b"%YAML 1.3\n", b"%TAG ! x\n", b"\xf0\x9f\x98\x80"),
    *(b"  ", b'"\\UFFFFFFFF"', b"!<%ff>"),
]
CUTS = st.lists(
    st.tuples(st.integers(0, len(SAMPLE)), st.integers(0, 6), st.sampled_from(SPLINTERS), st.integers(0, 3)), max_size=6
)


def _never_worse_than_a_diagnostic(raw: bytes) -> None:
    node, diagnostics = read(raw)
    assert node is not None or diagnostics
    lines = raw.decode("utf-8", "replace").removeprefix("\ufeff").split("\n")
    for found in diagnostics:
        assert found.message
        assert 1 <= found.position.line <= len(lines)
        assert 1 <= found.position.column <= len(lines[found.position.line - 1]) + 1


@settings(max_examples=examples(300))
@given(CUTS)
def test_broken_yaml_is_never_worse_than_a_diagnostic(cuts: list[tuple[int, int, bytes, int]]) -> None:
    raw = SAMPLE
    for at, removed, splinter, times in cuts:
        raw = raw[:at] + splinter * times + raw[at + removed :]
    _never_worse_than_a_diagnostic(raw)


@given(st.one_of(st.binary(max_size=60), st.text(max_size=40).map(lambda text: text.encode("utf-8", "surrogatepass"))))
def test_any_bytes_are_never_worse_than_a_diagnostic(raw: bytes) -> None:
    _never_worse_than_a_diagnostic(raw)
