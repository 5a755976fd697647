"""The statements of a configuration are found in its text, and so are texts that can only be in one place."""

import tomllib
from collections.abc import Iterator
from datetime import date, time
from typing import Any, TypeAlias

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies.effort import examples

from sealwax.contract.source import Entry, Mapping, Node, Scalar, Sequence, child, items
from sealwax.diagnostics import Report
from sealwax.project.configuration_file import configure
from sealwax.project.toml import parse_toml

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


Path: TypeAlias = tuple[str | int, ...]


def parsed(text: str, *table: str) -> Node:
    report = Report()
    root = parse_toml("sealwax.toml", text.encode(), report, *table)
    assert root is not None
    assert report.sorted() == ()
    return root


def leaves(node: Node, path: Path = ()) -> Iterator[tuple[Path, Entry | Node]]:
    if isinstance(node, Mapping):
        for name, entry in node.entries.items():
            yield (*path, name), entry
            yield from leaves(entry.value, (*path, name))
    for index, item in enumerate(items(node)):
        yield (*path, index), item
        yield from leaves(item, (*path, index))


def at(node: Node, path: Path) -> Node:
    for step in path:
        node = child(node, step) if isinstance(step, str) else items(node)[step]
    return node


@settings(max_examples=examples(60))
@given(documents())
def test_every_key_is_in_the_statement_that_writes_it(text: str) -> None:
    lines = text.split("\n")
    ends = [end for end in range(len(lines) + 1) if read(lines[:end]) is not None]
    for path, found in leaves(parsed(text)):
        if isinstance(found, Entry) and not any(isinstance(step, int) for step in path):
            end = next(end for end in ends if has(read(lines[:end]), path))
            start = max(each for each in ends if each < end) + 1
            line = found.key.position.line
            assert line == start or (start < line <= end and found.key.text in lines[line - 1])


def read(lines: list[str]) -> dict[str, Any] | None:
    try:
        return tomllib.loads("\n".join(lines))
    except tomllib.TOMLDecodeError:
        return None


def has(value: Any, path: Path) -> bool:
    for step in path:
        if not isinstance(value, dict) or step not in value:
            return False
        value = value[step]
    return True


@settings(max_examples=examples(60))
@given(documents())
def test_values_are_those_of_tomllib(text: str) -> None:
    assert values_of(parsed(text)) == dates_as_text(tomllib.loads(text))


def values_of(node: Node) -> Any:
    match node:
        case Mapping(entries):
            return {name: values_of(entry.value) for name, entry in entries.items()}
        case Sequence(inner):
            return [*map(values_of, inner)]
        case Scalar(value, written):
            return written if value is None else value


def dates_as_text(value: Any) -> Any:
    match value:
        case dict():
            return {name: dates_as_text(inner) for name, inner in value.items()}
        case list():
            return [*map(dates_as_text, value)]
        case _:
            return str(value) if isinstance(value, date | time) else value


@pytest.mark.parametrize(
    ("text", "path", "line", "column"),
    [
        ('# output = "out"\noutput = "out"', ("output",), 2, 11),
        ('x = "output"\n[output]\noutput = "output"', ("output", "output"), 3, 11),
        ('[tool.x]\nn = ["sealwax"]\n[tool.sealwax]\nn = "1"', ("tool", "sealwax", "n"), 4, 6),
        ('targets = ["b", "a", "b"]\n', ("targets", 1), 1, 18),
        ("a = [ # first\n  'b', # second\n  'c',\n]", ("a", 1), 3, 4),
        ('a = { b = [1, "x"] }\n[c]\nb = "x"', ("c", "b"), 3, 6),
        ("a = {b = 'c', d = 'e'}", ("a", "d"), 1, 20),
        ("a = ''", ("a",), 1, 6),
        ("[c.e]\nb = 1\n[c.d]\nb = 'c'", ("c", "d", "b"), 4, 6),
        ('["\\u0061".b]\nc = "d"', ("a", "b", "c"), 2, 6),
    ],
)
def test_a_text_is_found_in_its_own_place(text: str, path: Path, line: int, column: int) -> None:
    position = at(parsed(text), path).position
    assert (position.line, position.column) == (line, column)


@pytest.mark.parametrize(
    ("text", "path", "line"),
    [
        ('\n a = ["same",\n  "same"]', ("a", 1), 2),
        ('\n a = [ # not "b"\n  "b"]', ("a", 0), 2),
        ('\n a = ["\\u0062", # "b"\n]', ("a", 0), 2),
        ("\n a = 0x1f", ("a",), 2),
        ("\n [[a]]\nb = 1\n[[a]]\nb = 2", ("a", 1, "b"), 2),
    ],
    ids=["twice", "in a comment", "escaped", "a number", "in an array of tables"],
)
def test_a_value_that_may_be_elsewhere_is_where_its_statement_starts(text: str, path: Path, line: int) -> None:
    position = at(parsed(text), path).position
    assert (position.line, position.column) == (line, 2)


def test_nodes_have_lines_and_columns_of_the_file() -> None:
    text = '\ufeff# é\r\n[tool."sealwax"]\r\ncontracts = [\r\n  "é", \'b\',\r\n]\r\npackages.x.python = "p"\r\n'
    root = parsed(text, "tool", "sealwax")
    found = [*items(child(root, "contracts")), child(root, "packages", "x", "python")]
    assert [each.value for each in found if isinstance(each, Scalar)] == ["é", "b", "p"]
    assert [(each.position.line, each.position.column) for each in found] == [(4, 4), (4, 9), (6, 22)]


def test_other_tables_are_not_ours() -> None:
    report = Report()
    assert parse_toml("pyproject.toml", b"[tool.other]\nsealwax = 1", report, "tool", "sealwax") is None
    assert report.sorted() == ()


def test_every_unknown_key_is_found() -> None:
    report = Report()
    configure({"sealwax.toml": "".join(f"\n key{at} = 1" for at in range(5000)).encode()}, report)
    found = [(each.position.line, each.position.column) for each in report.sorted()]
    assert found == [(2 + at, 2) for at in range(5000)]


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
