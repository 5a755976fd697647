"""Changes one top-level value in the text of a contract, and leaves everything else as it is."""

from collections.abc import Iterator

import yaml
from yaml.events import CollectionEndEvent, CollectionStartEvent, NodeEvent, ScalarEvent

from sealwax.failures import WorkspaceError

QUOTES = {None: "", "": "", "'": "'", '"': '"'}
"""By style of a scalar: its quotes. A block scalar has none, and cannot be replaced in place."""


def with_version(raw: bytes, version: str, file: str = "the contract") -> bytes:
    """The same file with another version, in the quotes that it has."""
    text = raw.decode("utf-8")
    mark = "\ufeff" if text.startswith("\ufeff") else ""
    body = text.removeprefix(mark)
    (event, *_) = top_level_value(body, "version")
    if not isinstance(event, ScalarEvent) or event.anchor is not None:
        raise _not_replaceable(file, "is an alias or has an anchor, so it cannot be replaced alone")
    if event.tag is not None:
        raise _not_replaceable(file, f"has the tag {event.tag}")
    if event.style not in QUOTES:
        raise _not_replaceable(file, f"is a block ({event.style})")
    changed = replaced(body, event, f"{QUOTES[event.style]}{version}{QUOTES[event.style]}")
    if not _differ_in_version(body, changed, version):
        raise _not_replaceable(file, "cannot be replaced alone")
    return f"{mark}{changed}".encode()


def _not_replaceable(file: str, why: str) -> WorkspaceError:
    return WorkspaceError(f"the version of {file} {why}", 'write it as version: "1.2.3", and run the command again')


def _differ_in_version(before: str, after: str, version: str) -> bool:
    """Whether two texts say the same, apart from the version."""
    try:
        old, new = (list(yaml.parse(text, Loader=yaml.SafeLoader)) for text in (before, after))
        (written, *_) = top_level_value(after, "version")
    except (yaml.YAMLError, StopIteration):
        return False
    differing = [other for one, other in zip(old, new, strict=False) if _content(one) != _content(other)]
    is_written = isinstance(written, ScalarEvent) and written.value == version
    return is_written and len(old) == len(new) and [*map(_content, differing)] in ([], [_content(written)])


def _content(event: yaml.Event) -> tuple[object, ...]:
    return type(event), *(getattr(event, name, None) for name in ("anchor", "tag", "value"))


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
