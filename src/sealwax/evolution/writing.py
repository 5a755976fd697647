"""Writes a version into the text of a contract, and touches nothing else in it."""

import yaml
from yaml.events import AliasEvent, CollectionEndEvent, CollectionStartEvent, NodeEvent, ScalarEvent

from sealwax.project.workspace import WorkspaceError

QUOTES = {None: "", "": "", "'": "'", '"': '"'}
"""By style of a scalar: its quotes. A block scalar has none, and cannot be replaced in place."""


def with_version(raw: bytes, version: str, file: str = "the contract") -> bytes:
    """The same file with another version, in the quotes that it has."""
    text = raw.decode("utf-8")
    mark = "\ufeff" if text.startswith("\ufeff") else ""
    body = text.removeprefix(mark)
    start, end, quote = _span(body, file)
    changed = f"{body[:start]}{quote}{version}{quote}{body[end:]}"
    if not _differ_in_version(body, changed, version):
        raise _not_replaceable(file, "cannot be replaced alone")
    return f"{mark}{changed}".encode()


def _span(text: str, file: str) -> tuple[int, int, str]:
    """Where the version starts and ends, and its quotes."""
    event = _version(text)
    if not isinstance(event, ScalarEvent) or event.anchor is not None:
        raise _not_replaceable(file, "is an alias or has an anchor, so it cannot be replaced alone")
    if event.tag is not None:
        raise _not_replaceable(file, f"has the tag {event.tag}")
    if event.style not in QUOTES:
        raise _not_replaceable(file, f"is a block ({event.style})")
    start, end = (mark.index for mark in (event.start_mark, event.end_mark) if mark is not None)
    return start, end, QUOTES[event.style]


def _not_replaceable(file: str, why: str) -> WorkspaceError:
    return WorkspaceError(f"the version of {file} {why}", 'write it as version: "1.2.3", and run the command again')


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


def _differ_in_version(before: str, after: str, version: str) -> bool:
    """Whether two texts say the same, apart from the version."""
    try:
        old, new = (list(yaml.parse(text, Loader=yaml.SafeLoader)) for text in (before, after))
    except yaml.YAMLError:
        return False
    written = _version(after)
    differing = [(one, other) for one, other in zip(old, new, strict=False) if _said(one) != _said(other)]
    return (
        len(old) == len(new)
        and isinstance(written, ScalarEvent)
        and written.value == version
        and all(_said(other) == _said(written) for _one, other in differing)
        and len(differing) <= 1
    )


def _said(event: yaml.Event) -> tuple[object, ...]:
    return type(event), *(getattr(event, name, None) for name in ("anchor", "tag", "value"))
