"""How much text the tools of a contract repeat: the JSON Schema of each has all that its responses can contain."""

from collections.abc import Iterable, Iterator
from typing import assert_never

from sealwax.contract import model as m

MAX_TOOL_TEXT = 8 * 2**20
"""How many characters of fields and values the schemas of all tools can have together, roughly."""
_ENTRY = 100
"""What a field or a value takes beside its name and its description."""


def is_too_much(tools: Iterable[m.Tool]) -> bool:
    """Whether the schemas of the tools are too large together. What follows is not looked at."""
    left, known = MAX_TOOL_TEXT, dict[str, int]()
    for tool in tools:
        if tool.payload.name not in known:
            known[tool.payload.name] = _size(tool.envelope, left)
        left -= known[tool.payload.name]
        if left < 0:
            return True
    return False


def _size(envelope: m.Envelope, enough: int) -> int:
    """The text of an envelope and of everything that it contains; no more of it than is enough."""
    pending: list[m.Record | m.Enum | m.Text] = []
    seen: set[str] = set()
    size = 0
    for fields in (envelope.fields, *(outcome.fields for outcome in envelope.outcomes)):
        size += sum(map(_field_size, fields))
        pending.extend(_below(fields))
    while pending and size <= enough:
        target = pending.pop()
        if target.name not in seen:
            seen.add(target.name)
            size += _text(target.docs)
            match target:
                case m.Record(fields=fields):
                    size += sum(map(_field_size, fields))
                    pending.extend(_below(fields))
                case m.Enum(values=values):
                    size += sum(_ENTRY + len(value.value) + _text(value.docs) for value in values)
                case m.Text(string=string):
                    size += _ENTRY + len(string.pattern.source if string.pattern is not None else "")
                case _:
                    assert_never(target)
    return size


def _below(fields: Iterable[m.Field]) -> Iterator[m.Record | m.Enum | m.Text]:
    return (found for field in fields if (found := m.named_in(field.type)) is not None)


def _field_size(field: m.Field) -> int:
    return _ENTRY + len(field.name) + _text(field.docs)


def _text(docs: m.Documentation) -> int:
    return len(docs.doc) + sum(len(note.text) for note in docs.notes)
