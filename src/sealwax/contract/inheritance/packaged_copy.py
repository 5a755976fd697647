"""The copy of a contract that its packages ship. Paths are useless there, so it extends packages instead."""

from collections.abc import Sequence

from yaml.events import AliasEvent, NodeEvent, ScalarEvent, SequenceStartEvent

from sealwax.contract.inheritance.library import is_path
from sealwax.contract.source.edits import replaced, top_level_value


def shipped(text: str, packages: Sequence[str]) -> str:
    """Replace each path in `extends` with a package or a path to it, and leave everything else as it is."""
    value = top_level_value(text, "extends")
    if isinstance(value[0], SequenceStartEvent):
        return _replaced(text, value[1:], packages)
    # An alias may refer to a list.
    return _replaced(text, value, [packages[0] if len(packages) == 1 else f"[{', '.join(packages)}]"])


def _replaced(text: str, events: Sequence[NodeEvent], packages: Sequence[str]) -> str:
    for event, package in reversed([*zip(events, packages, strict=True)]):
        if isinstance(event, ScalarEvent) and not is_path(event.value) and not is_path(package):
            continue
        has_anchor = event.anchor is not None and not isinstance(event, AliasEvent)
        text = replaced(text, event, f"&{event.anchor} {package}" if has_anchor else package)
    return text
