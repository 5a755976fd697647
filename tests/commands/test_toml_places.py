"""A configuration's keys and values are found where they stand, however the TOML is written."""

import tomllib
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sealwax.contract.source import Mapping, Scalar, Sequence
from sealwax.diagnostics import Report
from sealwax.project.toml_places import Path, places
from sealwax.project.toml_source import parse_toml

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
    yield path, value
    if isinstance(value, dict | list):
        for key, inner in value.items() if isinstance(value, dict) else enumerate(value):
            yield from leaves(inner, (*path, key))


@given(documents())
def test_every_key_and_value_is_found(text: str) -> None:
    found = places(text)
    expected = dict(leaves(tomllib.loads(text)))
    del expected[()]
    assert found.keys() == expected.keys()
    for path, value in expected.items():
        key, written = text[slice(*found[path].key)], text[slice(*found[path].value)]
        if isinstance(path[-1], str):
            assert tomllib.loads(f"{key} = 0") == {path[-1]: 0}
        if not isinstance(value, dict | list):
            assert str(tomllib.loads(f"x = {written}")["x"]) == str(value)


def test_nodes_have_lines_and_columns_of_the_file() -> None:
    text = '\ufeff# é\r\n[tool."sealwax"]\r\ncontracts = [\r\n  "é", \'b\',\r\n]\r\npackages.x.python = """p"""\r\n'
    report = Report()
    root = parse_toml("pyproject.toml", text.encode(), report)
    assert report.sorted() == ()
    assert isinstance(root, Mapping)
    tool = root.entries["tool"].value
    assert isinstance(tool, Mapping)
    entry = tool.entries["sealwax"]
    assert (entry.key.position.line, entry.key.position.column) == (2, 8)
    assert isinstance(entry.value, Mapping)
    items = entry.value.entries["contracts"].value
    assert isinstance(items, Sequence)
    seen = [(item.value, item.position.line, item.position.column) for item in items.items if isinstance(item, Scalar)]
    assert seen == [("é", 4, 4), ("b", 4, 9)]
    packages = entry.value.entries["packages"].value
    assert isinstance(packages, Mapping)
    inner = packages.entries["x"].value
    assert isinstance(inner, Mapping)
    name = inner.entries["python"].value
    assert isinstance(name, Scalar)
    assert (name.value, name.text, name.position.line, name.position.column) == ("p", "p", 6, 24)


@pytest.mark.parametrize(
    "text", ["a = " + "[" * 5000 + "]" * 5000, "a = 1" + "0" * 5000, "a = [", "[a", "a.b = 1\na = 2"]
)
def test_what_cannot_be_read_is_one_mistake(text: str) -> None:
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
