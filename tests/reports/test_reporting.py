"""Diagnostics read well in a terminal, in a program and on GitHub."""

import json
import re
import unicodedata
from itertools import permutations

from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from sealwax.diagnostics import Code, Diagnostic, Position, Related, Report, Severity, errors
from sealwax.reports.diagnostics import as_results, render_json, render_text
from sealwax.reports.results import render_results
from sealwax.reports.source_frames import SHOWN_CELLS

FILE = "contract/response-v2.yaml"


def diagnostic(line: int, column: int, message: str = "a message", hint: str = "a hint", width: int = 1) -> Diagnostic:
    return Diagnostic(Position(FILE, line, column), Code.UNKNOWN_TYPE, message, hint, width)


RELATED = Diagnostic(
    Position(FILE, 2, 6),
    Code.UNKNOWN_TYPE,
    "this is looser",
    "write must",
    3,
    (Related(Position("base.yaml", 107, 5), "the base says otherwise", 7),),
)
NOTE = Diagnostic(Position("contract/x.yaml", 1, 1), Code.UNREAD_CONTRACT, "by the way", severity=Severity.NOTE)


def render_github(diagnostics: list[Diagnostic]) -> str:
    return render_results(as_results(diagnostics, "lint"), "github")


def frame(source: str | bytes, column: int, width: int = 1) -> tuple[str, str]:
    """The source line as shown, and the carets below it, both without the gutter."""
    raw = source.encode() if isinstance(source, str) else source
    lines = render_text([diagnostic(1, column, width=width)], {FILE: raw}, color=False).split("\n")
    return lines[2].removeprefix("1 | "), lines[3].removeprefix("  | ")


def cells(text: str) -> int:
    return sum(2 if unicodedata.east_asian_width(char) in "WF" else 1 for char in text)


# -- text -------------------------------------------------------------------------------------------------------------


def test_a_diagnostic_shows_its_line_with_a_caret_and_a_hint() -> None:
    source = "\n" * 11 + "    data: {type: strng}\nnext: 1\n"
    found = diagnostic(12, 18, "there is no type 'strng'", "did you mean 'string'?", width=5)
    assert render_text([found], {FILE: source.encode()}, color=False) == (
        "contract/response-v2.yaml:12:18: error[unknown-type] there is no type 'strng'\n"
        "   |\n"
        "12 |     data: {type: strng}\n"
        "   |                  ^^^^^\n"
        "   = did you mean 'string'?\n"
        "\n"
        "1 error in 1 file\n"
    )


def test_the_summary_counts_errors_and_files() -> None:
    other = Diagnostic(Position("contract/b.yaml", 1, 1), Code.EMPTY_FILE, "empty")
    assert render_text([diagnostic(1, 1), other], {}, color=False).endswith("\n\n2 errors in 2 files\n")
    assert render_text([diagnostic(1, 1), diagnostic(2, 1)], {}, color=False).endswith("\n\n2 errors in 1 file\n")
    every = [replace(diagnostic(1, 1), severity=severity) for severity in Severity]
    assert render_text(every, {}, color=False).endswith("\n1 error, 1 warning and 1 note in 1 file\n")


def test_nothing_is_said_when_nothing_is_wrong() -> None:
    assert render_text([], {}, color=False) == ""
    assert render_github([]) == ""
    assert json.loads(render_json([])) == {"diagnostics": [], "left_out": {}}


def test_a_related_place_is_shown_with_its_own_line() -> None:
    sources = {FILE: b"a:\n  b: may\n", "base.yaml": b"\n" * 106 + b"    b: must\n"}
    assert render_text([RELATED], sources, color=False) == (
        "contract/response-v2.yaml:2:6: error[unknown-type] this is looser\n"
        "    |\n"
        "  2 |   b: may\n"
        "    |      ^^^\n"
        "    : base.yaml:107:5: the base says otherwise\n"
        "    |\n"
        "107 |     b: must\n"
        "    |     -------\n"
        "    = write must\n"
        "\n"
        "1 error in 1 file\n"
    )


def test_notes_are_distinct_from_errors() -> None:
    text = render_text([diagnostic(1, 1), NOTE], {}, color=True)
    assert "\x1b[1;36mnote[unread-contract]\x1b[0m" in text
    assert text.endswith("\n1 error and 1 note in 2 files\n")
    assert render_text([NOTE, NOTE], {}, color=False).endswith("\n2 notes in 1 file\n")


def test_a_note_is_no_error() -> None:
    report = Report()
    report.note(NOTE.code, NOTE.position, NOTE.message)
    report.add(RELATED.code, RELATED.position, RELATED.message, RELATED.hint, RELATED.width, RELATED.related)
    assert report.diagnostics == [RELATED]
    assert report.sorted() == (RELATED, NOTE)
    assert errors(report.sorted()) == (RELATED,)


def test_the_order_does_not_depend_on_what_was_found_first() -> None:
    place, related = Position("a.yaml", 1, 1), Related(Position("b.yaml", 2, 1), "here")
    expected = [
        Diagnostic(place, Code.BAD_VALUE, "wrong"),
        Diagnostic(place, Code.BAD_VALUE, "wrong", related=(related, related)),
        Diagnostic(place, Code.BAD_VALUE, "wrong", related=(related,)),
        Diagnostic(place, Code.BAD_VALUE, "wrong", width=2),
        Diagnostic(place, Code.BAD_VALUE, "wrong", "fix it"),
        Diagnostic(Position("a.yaml", 1, 2), Code.BAD_CLOCK, "wrong"),
    ]
    for found in permutations(expected):
        report = Report()
        report.diagnostics.extend(found)
        assert report.sorted() == tuple(expected)


def test_wide_characters_keep_the_caret_right() -> None:
    assert frame("データ: x", 6) == ("データ: x", " " * 8 + "^")
    assert frame("a: データ", 4, width=3) == ("a: データ", "   ^^^^^^")


def test_characters_without_width_keep_the_caret_right() -> None:
    assert frame("e\u0301: x", 5) == ("e\u0301: x", "   ^")


def test_windows_line_ends_and_a_byte_order_mark_are_not_shown() -> None:
    assert frame(b"\xef\xbb\xbfa: x\r\n", 4) == ("a: x", "   ^")


def test_characters_that_could_fool_a_terminal_are_shown_as_pictures() -> None:
    assert frame("\x1b[31m\ta\u202e\x7f\x85x", 10) == ("␛[31m␉a�␡�x", " " * 9 + "^")


def test_bytes_that_are_not_utf8_are_shown_as_replacements() -> None:
    assert frame(b"\xc3\xa9\xff b", 2) == ("é� b", " ^")


def test_a_place_after_the_end_of_its_line_is_shown_there() -> None:
    assert frame("a:", 3) == ("a:", "  ^")
    assert frame("a:", 99, width=7) == ("a:", "  ^")
    assert frame("abc", 2, width=99) == ("abc", " ^^")


def test_a_place_after_the_end_of_the_file_has_no_frame() -> None:
    text = render_text([diagnostic(9, 1)], {FILE: b"a: 1\n"}, color=False)
    assert text == f"{FILE}:9:1: error[unknown-type] a message\n  = a hint\n\n1 error in 1 file\n"


def test_a_very_long_line_is_cut_around_the_caret() -> None:
    line, carets = frame("a" * 5000 + "!" + "b" * 5000, 5001)
    assert line.startswith("…a")
    assert line.endswith("b…")
    assert line[carets.index("^")] == "!"


def test_names_in_messages_cannot_fool_a_terminal() -> None:
    text = render_text([diagnostic(1, 1, "no \x1b[2J\u202e\n", "x" * 5000)], {}, color=False)
    assert "no ␛[2J�␊\n" in text
    assert len(text) < 2000


def test_colour_is_only_used_when_asked_for_and_changes_no_text() -> None:
    sources = {FILE: b"a: 1\n"}
    plain = render_text([diagnostic(1, 4)], sources, color=False)
    painted = render_text([diagnostic(1, 4)], sources, color=True)
    assert "\x1b" not in plain
    assert "\x1b[1;31merror[unknown-type]\x1b[0m" in painted
    assert re.sub(r"\x1b\[[0-9;]*m", "", painted) == plain


@given(st.text(st.characters(codec="utf-8", exclude_characters="\n"), max_size=300), st.integers(1, 310), st.data())
def test_any_line_is_framed_within_the_width_of_a_screen(line: str, column: int, data: st.DataObject) -> None:
    width = data.draw(st.integers(1, 310))
    shown, carets = frame(line + "\n", column, width)
    assert "".join(filter(str.isprintable, shown + carets)) == "".join(
        char for char in shown + carets if unicodedata.category(char) != "Zs" or char == " "
    )
    assert cells(carets) <= SHOWN_CELLS + 3
    assert carets.strip(" ").strip("^") == ""
    assert "^" in carets


# -- JSON and GitHub --------------------------------------------------------------------------------------------------


def test_json_has_stable_keys() -> None:
    assert json.loads(render_json([diagnostic(3, 7, "é", "")])) == {
        "diagnostics": [
            {
                "file": FILE,
                "line": 3,
                "column": 7,
                "severity": "error",
                "code": "unknown-type",
                "message": "é",
                "hint": "",
                "related": [],
            },
        ],
        "left_out": {},
    }
    (found,) = json.loads(render_json([RELATED]))["diagnostics"]
    assert found["related"] == [{"file": "base.yaml", "line": 107, "column": 5, "message": "the base says otherwise"}]
    assert json.loads(render_json([NOTE]))["diagnostics"][0]["severity"] == "note"


def test_json_is_one_line_of_ascii_per_fact() -> None:
    assert render_json([diagnostic(1, 1, "\u202e\n")]).isascii()


def test_github_gets_one_escaped_command_per_diagnostic() -> None:
    found = Diagnostic(Position("contract/a,b:c%.yaml", 3, 7), Code.BAD_NAME, "100% bad:\r\nthis, that", "no")
    assert render_github([found, found]) == 2 * (
        "::error file=contract/a%2Cb%3Ac%25.yaml,line=3,col=7,title=sealwax%3A bad-name"
        "::100%25 bad:\\r%0Athis, that%0Ano\n"
    )


def test_github_shows_notes_and_related_places() -> None:
    assert render_github([RELATED, NOTE]) == (
        f"::error file={FILE},line=2,col=6,title=sealwax%3A unknown-type"
        "::this is looser%0Abase.yaml:107:5: the base says otherwise%0Awrite must\n"
        "::notice file=contract/x.yaml,line=1,col=1,title=sealwax%3A unread-contract::by the way\n"
    )


@given(st.text(max_size=50), st.text(max_size=50))
def test_no_text_starts_a_second_github_command(message: str, hint: str) -> None:
    (line, end) = render_github([diagnostic(1, 1, message, hint)]).split("\n")
    assert line.startswith("::error file=")
    assert end == ""
    assert "\r" not in line
