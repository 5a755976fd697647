"""The names that the package exports, for its README: one by one, or as families such as `validate_…`."""

from collections.abc import Iterator

from msgspec import Struct

from sealwax.languages import markdown
from sealwax.naming import snake
from sealwax.rendering import Finished
from sealwax.targets.python.init import Exports

_HOLDS = {
    "builders": "functions that make responses",
    "clock": "the clock that builders read, which tests can replace",
    "constants": "constants of the contract",
    "enums": "enums, with facts about each value",
    "envelope": "the responses that builders make",
    "errors": "a function for each error code that has a message, which makes the failure",
    "exceptions": "an exception for each error type, which carries a response",
    "fastapi": "a function that makes a FastAPI application respond as the contract defines",
    "http": "functions that return a response as a body, a status and headers",
    "lookup": "functions that look up a code or an error type",
    "mcp": "a decorator for the tools of MCP servers",
    "merging": "a function that merges keys into a response, by their tiers",
    "partial": "a collector for issues that occur during the work",
    "parts": "the parts of composite strings as dataclasses, and functions that read them",
    "parsing": "functions that turn received values into typed objects, and the classes of received responses",
    "records": "the objects in responses as dataclasses",
    "schemas": "functions that return the JSON Schemas",
    "texts": "names for string types",
    "tools": "the return type of each tool's handler",
    "unset": "the value of an attribute whose key is absent, where None means null",
    "validation": "functions that validate a value",
    "wire": "the JSON form as TypedDicts",
}
_WARNINGS = "a function for each warning code that has a message, which makes the warning"
_PREFIXES = {"validation": ("validate_", "is_valid_"), "parsing": ("parse_json_", "parse_")}
_SUFFIXES = {"wire": ("Dict", "Value")}


class Contents(Struct, frozen=True):
    """What a module exports."""

    module: Finished
    holds: str
    names: tuple[Finished, ...]
    families: tuple[Finished, ...]
    """Names that start or end alike, and continue with the name of a type."""


def contents(package: str, exported: Exports, *, has_http: bool) -> Iterator[Contents]:
    types = [name for module in ("enums", "envelope", "records", "texts", "tools") for name in exported.get(module, ())]
    others = ("fastapi", "http", "mcp", "schemas") if has_http else ("mcp", "schemas")
    for module in sorted({*exported, *exported.get("", ()), *others} - {""}):
        families = dict(_families(module, types))
        names = exported.get(module, ())
        derived = {families[name] for name in names if name in families}
        yield Contents(
            module=markdown.code(f"{package}.{module}"),
            # Only the module of the warnings is named after the contract.
            holds=_HOLDS.get(module, _WARNINGS),
            names=tuple(markdown.code(name) for name in names if name not in families),
            families=tuple(markdown.code(each) for each in sorted(derived)),
        )


def _families(module: str, types: list[Finished]) -> Iterator[tuple[str, str]]:
    """The names that a module can have for types, each with its family."""
    for name in types:
        yield from ((f"{prefix}{snake(name)}", f"{prefix}…") for prefix in _PREFIXES.get(module, ()))
        yield from ((f"{name}{suffix}", f"…{suffix}") for suffix in _SUFFIXES.get(module, ()))
