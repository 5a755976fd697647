"""The keys and values of a configuration are found in its text, however the TOML is written."""

import tomllib
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sealwax.contract.source import Mapping, Scalar, Sequence
from sealwax.contract.source.text import SourceText
from sealwax.diagnostics import Position, Report
from sealwax.project.configuration import configure
from sealwax.project.toml import Document, Path, nodes, parse_toml

PLAIN = ("1", "-3.5", "true", "0x1f", "1979-05-27", "1979-05-27 07:32:00", "07:32:00", "inf", "1_000")
STRINGS = (
    '""',
    '"a"',
    "'b'",
    '"[x] = {#"',
    "'\"'",
    '"\\" \\\\"',
    '"\\u00e9"',
    '"""\na\n"b" ""c\n"""',
    "'''x'y''z'''",
    '"""q"""""',
    "'''r'''''",
    '"é 🌍"',
)
LITERAL = [tomllib.loads(f"x = {text}")["x"] for text in STRINGS if "\\" not in text]
KEYS = ("a", "b-c", "1", '"q r"', "'s.t'", '"\\u0061bc"', "tool", "sealwax")


@st.composite
def values(draw: st.DrawFn, depth: int = 2) -> str:
    """A value as it may be written, with blanks and comments wherever TOML takes them."""
    kind = draw(st.integers(0, 3 if depth else 1))
    if kind == 0:
        return draw(st.sampled_from(PLAIN))
    if kind == 1:
        return draw(st.sampled_from(STRINGS))
    items = draw(st.lists(values(depth - 1), max_size=3))
    if kind == 2:
        gap = draw(st.sampled_from(("", " ", "\n  ", " # ], }\n ")))
        comma = draw(st.sampled_from(("", ","))) if items else ""
        return f"[{gap}{f'{gap},{gap}'.join(items)}{gap}{comma}{gap}]"
    return "{ " + ", ".join(f"{dotted} = {item}" for dotted, item in keyed(draw, items)) + " }"


def keyed(draw: st.DrawFn, items: list[str]) -> Iterator[tuple[str, str]]:
    """Each item with a key that no other has; some keys are dotted."""
    names = draw(st.lists(st.sampled_from(KEYS), unique=True, min_size=len(items), max_size=len(items)))
    for name, item in zip(names, items, strict=True):
        inner = draw(st.sampled_from(("", ".in", ' . "in"', ".in.'deep'")))
        yield name + inner, item


@st.composite
def documents(draw: st.DrawFn) -> str:
    lines = [f"{key} = {value}" for key, value in keyed(draw, draw(st.lists(values(), max_size=3)))]
    for number in range(draw(st.integers(0, 3))):
        header = draw(
            st.sampled_from((f"[t{number}]", f"[ t{number} . 'x' ]", "[[many]]", f'[[more."m"]]\n[more.m.n{number}]'))
        )
        lines += ["", f"  {header} # about it"]
        lines += [f"\t{key} ={value}" for key, value in keyed(draw, draw(st.lists(values(), max_size=3)))]
    return "\n".join([*lines, draw(st.sampled_from(("", "# end", "\n")))])


def leaves(value: Any, path: Path = ()) -> Iterator[tuple[Path, Any]]:
    if path:
        yield path, value
    if isinstance(value, dict | list):
        for key, inner in value.items() if isinstance(value, dict) else enumerate(value):
            yield from leaves(inner, (*path, key))


def is_escaped(path: Path) -> bool:
    return "abc" in path  # in no document without an escape


@settings(max_examples=60)
@given(documents())
def test_every_key_and_text_is_found(text: str) -> None:
    source = SourceText("sealwax.toml", text)
    for path, value in leaves(Document(source).values):
        document = Document(source)  # the positions that it looks for are limited
        key = document.key(path)
        start, at = (source.offset(each.position.located()) for each in (key, document.value(path)))
        assert start <= at
        if isinstance(path[-1], str) and not is_escaped(path[-1:]):
            assert text.startswith(path[-1], start)
            assert key.width == len(path[-1])
        if value in LITERAL and not is_escaped(path):
            assert text.startswith(value, at)


@pytest.mark.parametrize(
    ("text", "path", "line", "column"),
    [
        ('# output = "out"\noutput = "out"', ("output",), 2, 11),
        ('x = "output"\n[output]\noutput = "output"', ("output", "output"), 3, 11),
        ('targets = ["b", "a", "b"]\n', ("targets", 1), 1, 18),
        ('a = ["same", "same"]', ("a", 1), 1, 15),
        ('a = { b = [1, "x"] }\n[c]\nb = "x"', ("c", "b"), 3, 6),
        ("a = ''", ("a",), 1, 6),
        ("a = 0x1f", ("a",), 1, 5),
        ("'a b' = [1]", ("a b",), 1, 9),
        ("a = [1, 2]", ("a", 1), 1, 9),
        ("[[a]]\nb = 1\n[[a]]\nb = 'c'", ("a", 1, "b"), 4, 6),
        ('a = "\\u0062"', ("a",), 1, 6),
        ('["\\u0061".b]\nc = "d"', ("a", "b", "c"), 2, 6),
    ],
)
def test_a_value_is_found_in_its_own_place(text: str, path: Path, line: int, column: int) -> None:
    position = Document(SourceText("sealwax.toml", text)).value(path).position.located()
    assert (position.line, position.column) == (line, column)


def test_a_name_that_occurs_very_often_costs_little() -> None:
    text = "# " + "output " * 100_000 + '\noutput = "out"\n'
    position = Document(SourceText("sealwax.toml", text)).key(("output",)).position.located()
    assert (position.line, position.column) == (2, 1)


def test_only_the_first_positions_are_looked_for() -> None:
    report = Report()
    assert configure({"sealwax.toml": "".join(f"\n key{at} = 1" for at in range(50)).encode()}, report) is None
    found = [(each.position.line, each.position.column) for each in report.sorted()]
    assert found == [(1, 1)] * 30 + [(2 + at, 2) for at in range(20)]
    assert [*report.sorted()] == [*report.sorted()]


def test_a_long_search_for_a_position_is_given_up() -> None:
    text = "# output = 1\n" * 20_000 + "output = 5\n"
    document = Document(SourceText("sealwax.toml", text))
    assert document.key(("output",)).position.located() == Position("sealwax.toml", 1, 1)


def test_nodes_have_lines_and_columns_of_the_file() -> None:
    text = '\ufeff# é\r\n[tool."sealwax"]\r\ncontracts = [\r\n  "é", \'b\',\r\n]\r\npackages.x.python = """p"""\r\n'
    report = Report()
    document = parse_toml("pyproject.toml", text.encode(), report)
    assert document is not None
    assert report.sorted() == ()
    root = nodes(document, ("tool", "sealwax"))
    assert isinstance(root, Mapping)
    contracts, packages = root.entries["contracts"].value, root.entries["packages"].value
    assert isinstance(contracts, Sequence)
    items = [item for item in contracts.items if isinstance(item, Scalar)]
    assert isinstance(packages, Mapping)
    inner = packages.entries["x"].value
    assert isinstance(inner, Mapping)
    name = inner.entries["python"].value
    assert isinstance(name, Scalar)
    assert [node.value for node in (*items, name)] == ["é", "b", "p"]
    positions = [node.position.located() for node in (*items, name)]
    assert [(position.line, position.column) for position in positions] == [(4, 4), (4, 9), (6, 24)]


@pytest.mark.parametrize(
    "text",
    [
        "a = " + "[" * 5000 + "]" * 5000,
        "a = " + "[" * 100_000,
        "a = " + "{a = " * 5000,
        "a" + ".a" * 20_000 + " = 1",
        "[a" + ".'a'" * 20_000 + "]",
        "a = 1" + "0" * 5000,
        "a = [",
        "[a",
        "a.b = 1\na = 2",
        "[[t.x]]\n[t]\nx.y = 1\n[t.x.q]",
        "a = [" + "1," * 2**17 + "]",
        "a = [" + "1," * 2**19 + "]",
        "a = " + "[" * 33 + "]" * 33,
        "[a" + ".a" * 30 + "]\na.a = 1",
    ],
    ids=range(14),
)
def test_a_broken_file_is_one_error(text: str) -> None:
    report = Report()
    assert parse_toml("sealwax.toml", text.encode(), report) is None
    assert len(report.sorted()) == 1


@given(st.text(st.sampled_from("ab=.[]{},#\"'\\\n 1-é\t\0"), max_size=60))
def test_no_text_is_too_strange(text: str) -> None:
    report = Report()
    root = parse_toml("sealwax.toml", text.encode(), report)
    assert (root is None) == bool(report.sorted())
    lines = text.split("\n")
    for diagnostic in report.sorted():
        assert 1 <= diagnostic.position.column <= len(lines[diagnostic.position.line - 1]) + 1
