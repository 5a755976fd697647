"""Words split once; snake, Pascal, camel, SCREAMING.

Different words always give different spellings, in every style. So names that are told apart by their words stay
apart in all targets, and a collision can be reported where the contract is read.
"""

import re
from functools import cache

_WORD = re.compile(r"[A-Z]+(?![a-z])[a-z0-9]*|[A-Z]?[a-z0-9]+")


@cache
def words(name: str) -> tuple[str, ...]:
    """The lower-case words of a name: 'HTTPStatus_code-2' has 'http', 'status', 'code', '2'.

    No identifier starts with a digit, so a name that does gets the word 'value' in front.
    """
    found = _split(name)
    return ("value", *found) if found and found[0][0].isdigit() else found


@cache
def snake(name: str) -> str:
    return "_".join(words(name))


@cache
def screaming(name: str) -> str:
    return snake(name).upper()


def kebab(name: str) -> str:
    return "-".join(words(name))


@cache
def pascal(name: str) -> str:
    # A capital shows where a word starts; a digit cannot, so it is set apart: 'v2' is V2 and 'v-2' is V_2.
    return "".join(f"_{word}" if word[0].isdigit() else word.capitalize() for word in words(name))


@cache
def camel(name: str) -> str:
    spelt = pascal(name)
    return spelt[:1].lower() + spelt[1:]


def plural(name: str) -> str:
    """The camel-case name of a table of such things: 'ErrorCode' gives 'errorCodes', 'Severity' 'severities'."""
    one = camel(name)
    if one.endswith("y") and one[-2:-1] not in "aeiou":
        return f"{one[:-1]}ies"
    return f"{one}es" if one.endswith(("s", "x", "z", "ch", "sh")) else f"{one}s"


def exception(name: str) -> str:
    """The exception for a kind of error: 'not_found' gives 'NotFoundError', 'server_error' 'ServerError'."""
    found = words(name)
    return pascal(name) if len(found) > 1 and found[-1] == "error" else f"{pascal(name)}Error"


def title(name: str) -> str:
    """The name for people: it may start with a digit, as it is no identifier."""
    return " ".join(word.capitalize() for word in _split(name))


def _split(name: str) -> tuple[str, ...]:
    return tuple(match.group().lower() for match in _WORD.finditer(name))


def article(name: str) -> str:
    """The indefinite article before a name."""
    return "an" if name[:1] in "AEIOU" else "a"


def counted(number: int, noun: str) -> str:
    """A number of things: `1 file`, `2 files`."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
