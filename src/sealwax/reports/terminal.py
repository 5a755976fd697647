"""Text for terminals, programs and workflow logs: colours, visible control characters, JSON, annotations."""

PLAIN, BOLD, RED, GREEN, BLUE, CYAN = "", "1", "31", "32", "34", "36"
BOLD_RED, BOLD_YELLOW, BOLD_CYAN = "1;31", "1;33", "1;36"


def painted(text: str, color: str) -> str:
    """The text in a colour; plain when either is empty."""
    return f"\x1b[{color}m{text}\x1b[0m" if color and text else text


def visible(text: str) -> str:
    """Text whose control and invisible characters are escaped, so that they cannot control the terminal."""
    if text.isprintable():
        return text
    return "".join(_visible_character(character) for character in text)


def _visible_character(character: str) -> str:
    if character.isprintable() or character == "\t":
        return character
    return character.encode("unicode_escape").decode()


def as_json(value: object) -> str:
    import json  # the other forms do not need it

    return json.dumps(value, indent=2) + "\n"


def annotation(file: str, line: int, column: int, title: str, message: str, level: str = "error") -> str:
    """A workflow command that GitHub shows beside a line of a file. The level is error, warning or notice."""
    properties = {"file": file, "line": str(line), "col": str(column), "title": title}
    listed = ",".join(f"{name}={_escaped_property(value)}" for name, value in properties.items())
    return f"::{level} {listed}::{_escaped(message)}"


def _escaped(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _escaped_property(text: str) -> str:
    return _escaped(text).replace(":", "%3A").replace(",", "%2C")
