"""Writes a version into the text of a contract, and touches nothing else in it."""

import yaml
from yaml.events import AliasEvent, CollectionEndEvent, CollectionStartEvent, NodeEvent, ScalarEvent

from sealwax.failures import WorkspaceError


def with_version(raw: bytes, version: str) -> bytes:
    """The same file with another version, in the quotes that it has."""
    text = raw.decode("utf-8")
    mark = "\ufeff" if text.startswith("\ufeff") else ""
    body = text.removeprefix(mark)
    start, end, quote = _span(body)
    return f"{mark}{body[:start]}{quote}{version}{quote}{body[end:]}".encode()


def _span(text: str) -> tuple[int, int, str]:
    """Where the version starts and ends, and its quotes."""
    event = _version(text)
    if not isinstance(event, ScalarEvent) or event.anchor is not None:
        message = "the version is an alias or has an anchor, so it cannot be replaced alone"
        raise WorkspaceError(message, "write the version itself")
    start, end = (mark.index for mark in (event.start_mark, event.end_mark) if mark is not None)
    return start, end, event.style if event.style in ("'", '"') else ""


def _version(text: str) -> NodeEvent | None:
    """The value of the top-level key `version`."""
    depth, is_key, is_wanted = 0, True, False
    for event in yaml.parse(text, Loader=yaml.SafeLoader):
        depth -= isinstance(event, CollectionEndEvent)
        if depth == 1 and isinstance(event, ScalarEvent | AliasEvent | CollectionStartEvent):
            if is_wanted and not is_key:
                return event
            is_wanted = is_key and isinstance(event, ScalarEvent) and event.value == "version"
            is_key = not is_key
        depth += isinstance(event, CollectionStartEvent)
    return None
