"""Changes one top-level value in the text of a contract, and leaves everything else as it is."""

from collections.abc import Iterator

import yaml
from yaml.events import CollectionEndEvent, CollectionStartEvent, NodeEvent, ScalarEvent

from sealwax.failures import WorkspaceError


def with_version(raw: bytes, version: str) -> bytes:
    """The same file with another version, in the quotes that it has."""
    text = raw.decode("utf-8")
    mark = "\ufeff" if text.startswith("\ufeff") else ""
    body = text.removeprefix(mark)
    (event, *_) = top_level_value(body, "version")
    if not isinstance(event, ScalarEvent) or event.anchor is not None:
        message = "the version is an alias or has an anchor, so it cannot be replaced alone"
        raise WorkspaceError(message, "write the version itself")
    quote = event.style if event.style in ("'", '"') else ""
    return f"{mark}{replaced(body, event, f'{quote}{version}{quote}')}".encode()


def replaced(text: str, event: NodeEvent, value: str) -> str:
    """The text with another value in the place of a scalar or an alias."""
    start, end = (mark.index for mark in (event.start_mark, event.end_mark) if mark is not None)
    return text[:start] + value + text[end:]


def top_level_value(text: str, key: str) -> list[NodeEvent]:
    """The node events of the value of a top-level key, which the text must have."""
    nodes = _top_level(text)
    pairs = zip(nodes, nodes, strict=True)
    return next(value for (name, *_), value in pairs if isinstance(name, ScalarEvent) and name.value == key)


def _top_level(text: str) -> Iterator[list[NodeEvent]]:
    """The top-level keys and values in turn, each as a list of its node events."""
    depth = 0
    node: list[NodeEvent] = []
    for event in yaml.parse(text, Loader=yaml.SafeLoader):
        depth -= isinstance(event, CollectionEndEvent)
        if depth > 0 and isinstance(event, NodeEvent):
            node.append(event)
        depth += isinstance(event, CollectionStartEvent)
        if depth == 1 and node:
            yield node
            node = []
