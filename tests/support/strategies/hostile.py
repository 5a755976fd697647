"""Text that tries to break out of comments, strings, tables and templates."""

from hypothesis import strategies as st

from sealwax.contract.model import Json

FRAGMENTS = (
    # quotes and escapes
    *['"', "'", "`", "\\", '"""', "'''", "```", "~~~", '\\"', "\\'", "\\\\", "\\n", "\\u0041", "\\x", "\\N{DASH}"],
    # ends of comments, strings, tags and templates
    *[
        "*/",
        "/*",
        "**/",
        "*\\/",
        "//",
        "-->",
        "<!--",
        "--!>",
        "->",
        ">",
        "--",
        "{{",
        "}}",
        "{%",
        "%}",
        "{#",
        "#}",
        "${a}",
    ],
    *["%s", "{0}", "<b>", "</script>", "<script>", "<!DOCTYPE>", "<?php", "?>", "]]>"],
    # Markdown
    *["|", "\\|", "||", "|-|", "_a_", "*a*", "**", "__", "~", "~~", "$", "$$", "#", "##", "&amp;", "&#124;", "&", ";"],
    *[
        "[a](b)",
        "[a]:",
        "![",
        "]",
        "[",
        "(",
        ")",
        "-",
        "+",
        "*",
        "=",
        "===",
        "---",
        "1.",
        "1)",
        "12.",
        ":",
        ":-",
        "=begin",
    ],
    *["a@b.example", "http://a.b/~c", "www.a.b"],
    # directives for tools
    *["@param", "@", "{@link x}", "@ts-ignore", "@ts-nocheck", "eslint-disable", "fmt: off", "noqa", "# noqa"],
    *["type: ignore", "coding: x", "# coding=y"],
    # words, scripts, marks, and invisible characters
    *[
        "None",
        "a_b",
        "a",
        "b",
        "1",
        "0",
        "é",
        "e\u0301",
        "\u0301",
        "ß",
        "ア",
        "語",
        "\u05d0",
        "\u0627",
        "😀",
        "👩\u200d🚀",
    ],
    *["⚠\ufe0f", "\u00a0", "\u3000", "\u200b", "\u2028", "\u2029", "\ufeff", "\u00ad", "\U0001d400", "\U00020000"],
    *["\U000e0041", "\U000f0000", "\U0010fffd", "\ufffd", "\ufdd0", "\U0001ffff"],
)

# Contracts cannot contain control characters, bidirectional controls or surrogates.
_REFUSED = "\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
_ANY = st.characters(exclude_categories=["Cs"])
_ACCEPTED = st.characters(exclude_categories=["Cs", "Cc"], exclude_characters=_REFUSED)


def _pieces(*more: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    piece = st.one_of(st.sampled_from(FRAGMENTS), *more)
    return st.lists(st.tuples(piece, st.sampled_from(["", "", " "])), max_size=30).map(
        lambda pairs: "".join(text + space for text, space in pairs)
    )


strings = _pieces(_ANY, st.sampled_from(["\n", "\r", "\t", "\0", "\x7f", "\x85", "\u202e"]))
"""Any string of Unicode characters."""

lines = _pieces(_ACCEPTED)
"""One line of text that a contract can hold."""

prose = st.one_of(lines, _pieces(_ACCEPTED, st.sampled_from(["\n", "\n\n", "\n \n", "  ", "word " * 30, "x" * 100])))
"""Text that a contract can hold, of any number of lines and paragraphs."""

json_values: st.SearchStrategy[Json] = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**53) + 1, 2**53 - 1)
    | st.floats(allow_nan=False, allow_infinity=False)
    | strings,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(strings | st.just("__proto__"), inner, max_size=4),
    max_leaves=12,
)
