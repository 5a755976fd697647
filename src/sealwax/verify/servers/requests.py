"""Reads the file that lists calls of tools, or requests to a web service."""

import re
from collections.abc import Collection, Iterator

from msgspec import Struct

from sealwax.contract.model import Json, OutcomeName
from sealwax.contract.reading import json_value
from sealwax.contract.source import Entry, Mapping, Node, Scalar, Sequence, key, parse, width_of
from sealwax.diagnostics import Code, Report, did_you_mean
from sealwax.failures import ContractError

_CALL = ("tool", "arguments", "outcome", "code")
_REQUEST = ("method", "path", "headers", "body", "tool", "outcome", "code", "status")
NOTHING: dict[str, Json] = {}
_LISTS = {"calls": _CALL, "requests": _REQUEST}


class Asked(Struct, frozen=True):
    """A call or a request, and what is expected of it; what is not stated is empty."""

    line: int
    tool: str = ""
    arguments: dict[str, Json] = NOTHING
    method: str = "GET"
    path: str = ""
    headers: dict[str, Json] = NOTHING
    body: Json = None
    outcome: str = ""
    code: str = ""
    status: int | None = None


class Requests(Struct, frozen=True):
    """What a file lists."""

    asked: tuple[Asked, ...] = ()
    tools: dict[str, str] = {}
    """By the name of a tool on the server: its name in the contract."""


def read_requests(file: str, raw: bytes, kind: str, tools: Collection[str]) -> Requests:
    """The entries of the list `calls` or `requests`. `tools`: those of the contract."""
    report = Report()
    root = parse(file, raw, report)
    asked = tuple(_entries(root, kind, report)) if root is not None else ()
    found = Requests(asked, dict(_renamed(root, tools, report)))
    if report.diagnostics:
        raise ContractError(report.sorted(), {file: raw})
    return found


def _entries(root: Node, kind: str, report: Report) -> Iterator[Asked]:
    listed = root.entries[kind].value if isinstance(root, Mapping) and kind in root.entries else None
    if not isinstance(root, Mapping) or not isinstance(listed, Sequence) or root.entries.keys() - {kind, "tools"}:
        hint = f"write {kind}:, and below it a list"
        report.add(Code.WRONG_KIND, root.position, f"expected a list '{kind}' and nothing else", hint)
        return
    for item in listed.items:
        yield from _entry(item, kind, report)


def _renamed(root: Node | None, tools: Collection[str], report: Report) -> Iterator[tuple[str, str]]:
    entry = root.entries.get("tools") if isinstance(root, Mapping) else None
    named = entry.value if entry is not None else None
    if named is not None and not isinstance(named, Mapping):
        hint = "write an object: {name on the server: name in the contract}"
        report.add(Code.WRONG_KIND, named.position, "'tools' has a value of the wrong kind", hint, width_of(named))
        return
    for name, each in named.entries.items() if named is not None else ():
        known = each.value.value if isinstance(each.value, Scalar) else None
        if isinstance(known, str) and known in tools:
            yield name, known
        else:
            hint = did_you_mean(str(known), tools, f"its tools: {', '.join(tools)}" if tools else "it declares none")
            message = f"the contract has no tool '{known}'"
            report.add(Code.UNKNOWN_NAME, each.value.position, message, hint, width_of(each.value))


def _entry(item: Node, kind: str, report: Report) -> Iterator[Asked]:
    known, needed = _LISTS[kind], "tool" if kind == "calls" else "path"
    for name in item.entries if isinstance(item, Mapping) else ():
        if name not in known:
            hint = did_you_mean(name, known, f"known keys: {', '.join(known)}")
            report.add(Code.UNKNOWN_KEY, key(item, name).position, f"there is no key '{name}' here", hint, len(name))
    if not isinstance(item, Mapping) or needed not in item.entries:
        report.add(Code.MISSING_KEY, item.position, f"the key '{needed}' is missing", f"add {needed}: …")
        return
    values = {name: entry.value for name, entry in item.entries.items() if name in known}
    wrong = [(name, node) for name, node in values.items() if not _fits(name, node)]
    for name, node in wrong:
        report.add(
            Code.WRONG_KIND, node.position, f"'{name}' has a value of the wrong kind", _HINTS[name], width_of(node)
        )
    if not wrong:
        yield Asked(item.position.line, **{name: json_value(node) for name, node in values.items()})  # type: ignore[arg-type]


_HINTS = {
    "tool": "write the name of a tool",
    "path": "write a path, such as /orders/7",
    "method": "write GET, POST, PUT, PATCH or DELETE",
    "arguments": "write an object: {key: value}",
    "headers": "write an object, {Name: value}, with names and values that HTTP allows",
    "outcome": "write success or failure",
    "code": "write an error code",
    "status": "write an HTTP status, such as 404",
    "body": "",
}


def _fits(name: str, node: Node) -> bool:
    match name:
        case "arguments":
            return isinstance(node, Mapping)
        case "headers":
            return isinstance(node, Mapping) and all(_is_header(*each) for each in node.entries.items())
        case "method":
            return (
                isinstance(node, Scalar) and isinstance(node.value, str) and _METHOD.fullmatch(node.value) is not None
            )
        case "body":
            return True
        case "status":
            return isinstance(node, Scalar) and isinstance(node.value, int) and not isinstance(node.value, bool)
        case "outcome":
            return isinstance(node, Scalar) and node.value in tuple(OutcomeName)
        case _:
            return isinstance(node, Scalar) and isinstance(node.value, str)


def _is_header(name: str, entry: Entry) -> bool:
    """Whether HTTP can transmit a header."""
    value = entry.value
    return isinstance(value, Scalar) and bool(_TOKEN.fullmatch(name)) and bool(_TEXT.fullmatch(str(value.value)))


_METHOD = re.compile(r"[A-Za-z]+")
_TOKEN = re.compile(r"[!#$%&'*+.^_`|~0-9A-Za-z-]+")
_TEXT = re.compile(r"[\t\x20-\x7e\xa0-\xff]*")
