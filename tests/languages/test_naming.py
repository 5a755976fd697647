"""Names: split into words once, then spelled in each style without two names ever meeting."""

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sealwax.languages import python, typescript
from sealwax.naming import camel, kebab, pascal, screaming, snake, title, words

names = st.from_regex(r"[A-Za-z0-9_][A-Za-z0-9_.:/+-]{0,12}", fullmatch=True).filter(words)


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("HTTPStatus_code-2", ("http", "status", "code", "2")),
        ("RATE_LIMIT_EXCEEDED", ("rate", "limit", "exceeded")),
        ("DigestPayload", ("digest", "payload")),
        ("response-v2", ("response", "v2")),
        ("HTTP2Server", ("http2", "server")),
        ("SHA1sum", ("sha1sum",)),
        ("userID", ("user", "id")),
        ("_exp_cache_hit", ("exp", "cache", "hit")),
        ("char:1-2/x+y", ("char", "1", "2", "x", "y")),
        ("1.0", ("value", "1", "0")),
        ("2fa", ("value", "2fa")),
        ("___", ()),
    ],
)
def test_names_split_into_words(name: str, expected: tuple[str, ...]) -> None:
    assert words(name) == expected


def test_each_style_spells_the_same_words() -> None:
    styles = (snake, screaming, kebab, pascal, camel, title)
    assert [style("HTTPStatus_code-2") for style in styles] == [
        "http_status_code_2",
        "HTTP_STATUS_CODE_2",
        "http-status-code-2",
        "HttpStatusCode_2",
        "httpStatusCode_2",
        "Http Status Code 2",
    ]


def test_a_title_is_no_identifier_and_may_start_with_a_digit() -> None:
    assert title("2fa_required") == "2fa Required"


@given(names, names)
@pytest.mark.parametrize("style", [snake, screaming, kebab, pascal, camel])
def test_names_meet_only_when_their_words_do(style: Callable[[str], str], first: str, second: str) -> None:
    assert (style(first) == style(second)) == (words(first) == words(second))


@given(names)
@pytest.mark.parametrize("style", [snake, kebab])
def test_spelling_again_changes_nothing(style: Callable[[str], str], name: str) -> None:
    assert style(style(name)) == style(name)


@given(names)
@pytest.mark.parametrize(
    "spell",
    [
        *(python.attribute, python.class_name, python.member, python.constant_name, python.module_name),
        *(typescript.type_name, typescript.function_name, typescript.constant_name),
    ],
)
def test_every_name_becomes_an_identifier(spell: Callable[[str], str], name: str) -> None:
    assert spell(name).isidentifier()
    assert spell(name).isascii()


@pytest.mark.parametrize("name", ["class", "from", "lambda", "extra", "to_dict", "list", "field", "self"])
def test_a_python_attribute_gets_out_of_the_way(name: str) -> None:
    assert python.attribute(name) == f"{name}_"


@pytest.mark.parametrize("name", ["None", "True", "Any", "TypedDict", "StrEnum", "ValueError"])
def test_a_python_class_gets_out_of_the_way(name: str) -> None:
    assert python.class_name(name) == f"{name}_"


@pytest.mark.parametrize("name", ["delete", "new", "arguments", "await", "enum", "undefined"])
def test_a_typescript_function_gets_out_of_the_way(name: str) -> None:
    assert typescript.function_name(name) == f"{name}_"


@pytest.mark.parametrize("name", ["Record", "Array", "Error"])
def test_a_typescript_type_gets_out_of_the_way(name: str) -> None:
    assert typescript.type_name(name) == f"{name}_"
