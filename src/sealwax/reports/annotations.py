"""How GitHub wants to be told: one workflow command per remark, shown beside the line that it is about."""


def annotation(file: str, line: int, column: int, title: str, message: str, level: str = "error") -> str:
    """A remark at a place in a file, as one line of output without its end. The level is error, warning or notice."""
    properties = {"file": file, "line": str(line), "col": str(column), "title": title}
    listed = ",".join(f"{name}={_escaped_property(value)}" for name, value in properties.items())
    return f"::{level} {listed}::{_escaped(message)}"


def _escaped(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _escaped_property(text: str) -> str:
    return _escaped(text).replace(":", "%3A").replace(",", "%2C")
