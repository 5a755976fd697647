"""The copy of a contract that its packages ship. Paths are useless there, so it extends packages instead."""

from collections.abc import Iterator, Sequence

import yaml
from yaml.events import AliasEvent, CollectionEndEvent, CollectionStartEvent, NodeEvent, ScalarEvent, SequenceStartEvent

from sealwax.contract.inheritance.library import is_path


def shipped(text: str, packages: Sequence[str]) -> str:
    """Replace each path in `extends` with a package or a path to it, and leave everything else as it is."""
    value = _extends(text)
    if isinstance(value[0], SequenceStartEvent):
        return _replaced(text, value[1:], packages)
    # An alias may refer to a list.
    return _replaced(text, value, [packages[0] if len(packages) == 1 else f"[{', '.join(packages)}]"])


def _extends(text: str) -> list[NodeEvent]:
    nodes = _top_level(text)
    pairs = zip(nodes, nodes, strict=True)
    return next(value for (key, *_), value in pairs if isinstance(key, ScalarEvent) and key.value == "extends")


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


def _replaced(text: str, events: Sequence[NodeEvent], packages: Sequence[str]) -> str:
    for event, package in reversed([*zip(events, packages, strict=True)]):
        if isinstance(event, ScalarEvent) and not is_path(event.value) and not is_path(package):
            continue
        has_anchor = event.anchor is not None and not isinstance(event, AliasEvent)
        value = f"&{event.anchor} {package}" if has_anchor else package
        start, end = (mark.index for mark in (event.start_mark, event.end_mark) if mark is not None)
        text = text[:start] + value + text[end:]
    return text
