"""Composite strings: from text to typed parts and back, in both languages.

Parsers accept what validators accept, and a string that is taken apart and put together again is the same.
"""

import json
import pickle
from collections.abc import Iterator
from dataclasses import asdict, replace
from typing import Any

import pytest
from checkout import CASES, CONTRACTS
from hypothesis import given
from hypothesis import strategies as st
from packages.both import Packages, both_packages
from packages.built import built
from strategies.drawn import drawn

from sealwax.contract.model import Json, Text
from sealwax.languages.python import class_name
from sealwax.languages.python.types import IN_RECORDS, annotation
from sealwax.naming import parts_types, pascal, snake
from sealwax.pipeline import load

SOURCE = CASES / "composite-strings" / "contract.yaml"
SOURCES = [SOURCE, CONTRACTS / "response-v2.yaml", CONTRACTS / "mail-imap.yaml"]


@pytest.fixture(scope="module", params=SOURCES, ids=lambda path: path.parent.name + "-" + path.stem)
def packages(request: pytest.FixtureRequest) -> Iterator[Packages]:
    with both_packages(request.param) as found:
        yield found


@pytest.fixture(scope="module")
def case() -> Iterator[Packages]:
    with both_packages(SOURCE) as found:
        yield found


def composites(packages: Packages) -> list[Text]:
    return [text for text in packages.contract.texts if text.forms]


def valid(text: Text) -> st.SearchStrategy[str]:
    """Strings of every form. Only those whose characters are the same in both engines are drawn."""
    forms = [st.from_regex(f"^(?:{form.pattern.body})$", fullmatch=True) for form in text.forms]
    return st.one_of(forms).map(str).filter(lambda value: not any("\ud800" <= each <= "\udfff" for each in value))


def near(text: Text) -> st.SearchStrategy[str]:
    """Strings that are almost valid, and some that are valid."""
    changes = st.sampled_from(["0", "7", "-", ":", "/", "\n", "", "a", "é", "char:", "imap:", "1" * 16])
    cut = st.tuples(valid(text), changes, st.integers(0, 40), st.integers(0, 3))
    return cut.map(lambda it: it[0][: it[2]] + it[1] + it[0][it[2] + it[3] :])


def in_python(packages: Packages, text: Text, value: str) -> dict[str, Any] | None:
    """The parts under their names in the contract, with the form if there are several; None for an invalid string."""
    try:
        parts = getattr(packages.python, f"parse_{snake(text.name)}")(value)
    except packages.python.InvalidResponse:
        return None
    names = parts_types(text.name, [form.name for form in text.forms])
    classes = [getattr(packages.python, class_name(name)) for name in names]
    assert str(parts) == value
    form = text.forms[classes.index(type(parts))]
    found = dict(zip([part.name for part in form.parts], asdict(parts).values(), strict=True))
    expected = [annotation(part.type, IN_RECORDS) for part in form.parts]
    assert [type(each).__name__ for each in found.values()] == expected
    return {"form": form.name, **found} if len(text.forms) > 1 else found


def test_parts_make_the_string_they_come_from_in_both_languages(packages: Packages) -> None:
    assert composites(packages)
    check_round_trips(packages, 150)


def check_round_trips(packages: Packages, count: int) -> None:
    for text in composites(packages):
        is_valid = getattr(packages.python, f"is_valid_{snake(text.name)}")
        values = [form.example for form in text.forms] + drawn(valid(text) | near(text), 1, count)
        expected = [in_python(packages, text, value) for value in values]
        assert [parts is not None for parts in expected] == [is_valid(value) for value in values]
        body = f"""
            return given.map((value) => {{
              const result = it.safeParse{pascal(text.name)}(value);
              if (result.success && it.format{pascal(text.name)}(result.value) !== value) throw new Error(value);
              return result.success ? result.value : null;
            }});
        """
        assert packages.node(body, list(values)) == expected


# Text with a meaning in some language, and parts that can run into each other.
LITERALS = st.sampled_from(["", ":", "-", ".*", "(a|b)", "[", "\\d", "é😀", "$ ^", "`'\"", "#", "<!--"])
PARTS: list[tuple[dict[str, Json], str]] = [
    ({"type": "integer"}, "7"),
    ({"type": "integer", "min": 1, "max": 65535}, "80"),
    ({"pattern": "^[0-9]{1,3}$"}, "007"),
    ({"pattern": "^[^-]{0,3}$"}, "a:b"),
    ({"pattern": "^(?:x|yy)?$"}, "yy"),
    ({"pattern": "^[a-z😀]$"}, "😀"),
    ({"type": "Unit"}, "a.b"),
]


@st.composite
def kinds(draw: st.DrawFn) -> dict[str, Json]:
    """A composite string with up to three forms of up to three parts."""
    declared = {name: draw(st.sampled_from(PARTS)) for name in ("a", "b", "class", "__proto__")}
    forms: dict[str, Json] = {}
    for form in draw(st.lists(st.sampled_from(["plain", "pdf", "class"]), min_size=1, max_size=3, unique=True)):
        template = example = draw(LITERALS)
        for name in draw(st.lists(st.sampled_from(list(declared)), max_size=3, unique=True)):
            after = draw(LITERALS)
            template, example = f"{template}{{{name}}}{after}", f"{example}{declared[name][1]}{after}"
        forms[form] = {"template": f"<{template}>", "example": f"<{example}>"}
    return {"type": "string", "forms": forms, "parts": {name: part for name, (part, _) in declared.items()}}


def test_random_strings_survive_the_round_trip_in_both_languages() -> None:
    drawn_kinds: dict[str, Json] = {f"Kind{at}": kind for at, kind in enumerate(drawn(kinds(), 1, 12))}
    fields: Json = {"data": {"type": "object", "doc": "The result."}}
    contract: Json = {
        "contract": "random-kinds",
        "version": "1.0.0",
        "title": "Strings",
        "envelope": {"name": "Reply", "fields": fields},
        "types": drawn_kinds,
        "enums": {"Unit": {"values": {"a": {}, "a.b": {}, "1:2": {}}}},
    }
    with built(json.dumps(contract, ensure_ascii=False).encode()) as made, made.imported() as python:
        packages = Packages(made.contract, python, made.path("typescript/index.js"))
        assert len(composites(packages)) > 5
        check_round_trips(packages, 25)


def test_a_value_that_is_no_such_string_has_the_findings_of_the_validator(case: Packages) -> None:
    values: list[Json] = ["char:1", "char:01-2", None, 7, ["char:1-2"]]
    for value in values:
        with pytest.raises(case.python.InvalidResponse) as raised:
            case.python.parse_locator(value)
        assert raised.value.findings == case.python.validate_locator(value)
        body = """
            try { it.parseLocator(given); } catch (error) {
              if (!(error instanceof it.InvalidResponse)) throw error;
              return JSON.stringify(error.findings) === JSON.stringify(it.validateLocator(given));
            }
        """
        assert case.node(body, value) is True


# Parts, and the string that they make, or None if there is none.
MADE = [
    ({"form": "pdf", "page": 3, "start": 0, "end": 999999999999999}, "page:3:char:0-999999999999999"),
    ({"form": "whole"}, "all"),
    ({"form": "pdf", "page": 0, "start": 1, "end": 2}, None),
    ({"form": "pdf", "page": 10000, "start": 1, "end": 2}, None),
    ({"form": "pdf", "page": 3, "start": -1, "end": 2}, None),
    ({"form": "pdf", "page": 3, "start": 1.5, "end": 2}, None),
    ({"form": "pdf", "page": 3, "start": "1", "end": 2}, None),
    ({"form": "pdf", "page": 3, "start": True, "end": 2}, None),
    ({"form": "pdf", "page": 3, "start": None, "end": 2}, None),
    ({"form": "pdf", "page": 3, "start": 10**15, "end": 2}, None),
]
MESSAGE = {"scheme": "imap", "account": "a", "class": "b-c:d", "form": "", "uid": "007"}
MADE_MESSAGES: list[tuple[dict[str, Any], str | None]] = [
    (MESSAGE, "imap:a:b-c:d-/007"),
    ({**MESSAGE, "class": "😀"}, "imap:a:😀-/007"),
    ({**MESSAGE, "scheme": "imap+tls"}, "imap+tls:a:b-c:d-/007"),
    ({**MESSAGE, "scheme": "pop"}, None),
    ({**MESSAGE, "account": "a:b"}, None),  # would be read as the account `a`
    ({**MESSAGE, "account": ""}, None),
    ({**MESSAGE, "account": "a\n"}, None),
    ({**MESSAGE, "uid": 7}, None),
    ({**MESSAGE, "form": "ab"}, None),
]


@pytest.mark.parametrize(("name", "made"), [("Locator", MADE), ("MessageId", MADE_MESSAGES)])
def test_parts_that_make_no_string_or_another_one_are_rejected_in_both_languages(
    case: Packages, name: str, made: list[tuple[dict[str, Any], str | None]]
) -> None:
    (text,) = [text for text in composites(case) if text.name == name]
    classes = parts_types(name, [form.name for form in text.forms])
    by_form = {form.name: getattr(case.python, each) for form, each in zip(text.forms, classes, strict=True)}
    for parts, expected in made:
        given = dict(parts)
        maker = by_form[given.pop("form")] if len(by_form) > 1 else next(iter(by_form.values()))
        given = {("class_" if key == "class" else key): value for key, value in given.items()}
        if expected is None:
            with pytest.raises(ValueError, match=f"these parts do not make a valid {name}"):
                maker(**given)
        else:
            assert str(maker(**given)) == expected
    body = f"""
        return given.map((parts) => {{
          try {{ return it.format{name}(parts); }} catch (error) {{
            if (!(error instanceof RangeError)) throw error;
            return null;
          }}
        }});
    """
    assert case.node(body, [parts for parts, _ in made]) == [expected for _, expected in made]


def test_an_unknown_form_is_rejected(case: Packages) -> None:
    body = "try { it.formatLocator({ form: given }); } catch (error) { return error.message; }"
    assert case.node(body, "docx") == "these parts do not make a valid Locator"


@given(page=st.integers(1, 9999), start=st.integers(0, 10**15 - 1), end=st.integers(0, 10**15 - 1))
def test_every_part_comes_back(case: Packages, page: int, start: int, end: int) -> None:
    made = case.python.PdfLocator(page, start, end)
    assert case.python.parse_locator(str(made)) == made


def test_parts_are_values(case: Packages) -> None:
    made = case.python.PdfLocator(page=3, start=1, end=2)
    assert pickle.loads(pickle.dumps(made)) == made  # noqa: S301
    assert str(replace(made, page=4)) == "page:4:char:1-2"
    assert len({made, case.python.parse_locator("page:3:char:1-2")}) == 1
    assert case.python.LocatorParts == case.python.TextLocator | case.python.PdfLocator | case.python.WholeLocator
    with pytest.raises(AttributeError):
        made.page = 4
    with pytest.raises(ValueError, match="valid Locator"):
        replace(made, page=0)


def test_an_enum_that_only_a_part_uses_is_used(case: Packages) -> None:
    assert load({"contract/case.yaml": SOURCE.read_bytes()})[1] == ()
    assert case.python.parse_message_id("imap+tls:a:b-/1").scheme is case.python.Scheme.IMAP_TLS


# -- a contract that extends another ----------------------------------------------------------------------------------

CHILD = b"""
contract: child
version: "1.0.0"
title: A contract with the strings of its base, and one of its own
extends: base.yaml
types:
  Locator:
    doc: Described in other words.
    parts: {page: {doc: The page.}}
  Range:
    type: string
    forms: {range: {template: "{low}..{high}", example: 1..2}}
    parts: {low: {type: integer}, high: {type: integer, after: low}}
"""


def test_a_child_has_the_parts_of_its_base() -> None:
    with built(CHILD, {"base.yaml": SOURCE.read_bytes()}) as made, made.imported() as package:
        assert package.parse_message_id("imap:a:b-/1").scheme is package.Scheme.IMAP
        assert package.parse_locator("all") == package.WholeLocator()
        assert str(package.parse_range("3..14")) == "3..14"
        assert package.RangeParts(low=3, high=14) == package.parse_range("3..14")


NARROWER = b"""
contract: narrower
version: "1.0.0"
title: A contract in which places start early
extends: base.yaml
types:
  Locator:
    parts: {start: {max: 99}}
"""


def test_a_child_that_narrows_a_part_refuses_what_is_wider() -> None:
    with built(NARROWER, {"base.yaml": SOURCE.read_bytes()}) as made, made.imported() as package:
        assert package.parse_locator("char:99-200") == package.TextLocator(start=99, end=200)
        with pytest.raises(package.InvalidResponse):
            package.parse_locator("char:100-200")


# -- type checkers ----------------------------------------------------------------------------------------------------
