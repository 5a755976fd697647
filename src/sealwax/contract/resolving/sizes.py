"""What multiplies: text that JSON Schemas repeat, and work that examples and codes share with fields and parameters."""

from collections.abc import Iterable, Iterator
from typing import assert_never

from sealwax.contract import model as m

MAX_CHECKED = 2_000_000
"""Examples times the fields of all objects, and error codes times the keys of an error response: each is checked."""
MAX_PASSED = 200_000
"""Error codes, each of which has a function, times the parameters of the largest builder."""
MAX_REPEATED = 5_000
"""How many keys of a response repeat those of a record that it contains elsewhere: a builder looks at each of them."""
MAX_TEXT = 8 * 2**20
"""How many characters of fields and values all tools, or all standalone records, have in their schemas, roughly."""
MAX_REFERRED = 32 * 2**20
"""The same for all records: those that are not standalone have schemas in packages, which share their parts."""
_ENTRY = 100
"""What a field or a value takes beside its name and its description."""


def repeats_too_many_keys(envelope: m.Envelope) -> bool:
    """Whether records that are used in several places multiply the keys of a response."""
    shapes = (envelope.fields, *(outcome.fields for outcome in envelope.outcomes))
    return any(_repeated(fields) > MAX_REPEATED for fields in shapes)


def _repeated(fields: tuple[m.Field, ...]) -> int:
    """How many more keys there are than declared fields. Items of lists do not count, because nothing fills them in."""
    known: dict[str, int] = {}
    declared: dict[str, int] = {}

    def keys(fields: tuple[m.Field, ...]) -> int:
        return len(fields) + sum(map(inside, fields))

    def inside(field: m.Field) -> int:
        record = m.record_of(m.bare(field.type))
        if record is not None and record.name not in known:
            declared[record.name] = len(record.fields)
            known[record.name] = keys(record.fields)
        return known[record.name] if record is not None else 0

    return keys(fields) - len(fields) - sum(declared.values())


def multiplied(contract: m.Contract) -> tuple[str, str] | None:
    """The section that makes a contract too large in this way, and a message; None if nothing does."""
    fields = len(contract.envelope.fields) + sum(len(record.fields) for record in contract.records)
    patterns = sum(len(each.bad) + len(each.good) for each in contract.anti_patterns)
    examples = len(contract.examples) + patterns + sum(len(builder.examples) for builder in contract.builders)
    if examples * fields > MAX_CHECKED:
        return "examples", f"there are {examples:,} examples and {fields:,} fields"
    errors = contract.catalogue(m.Catalogue.ERROR_CODES)
    codes = len(errors.values) if errors is not None else 0
    keys = max((sum(1 for _ in m.field_paths(each.outcome.fields)) for each in _failing(contract)), default=0)
    if codes * keys > MAX_CHECKED:
        return "error_codes", f"an error response has {keys:,} keys, and there are {codes:,} error codes"
    parameters = max((len(builder.parameters) for builder in contract.builders), default=0)
    if codes * parameters > MAX_PASSED:
        return "error_codes", f"a builder has {parameters:,} parameters, and there are {codes:,} error codes"
    return None


def _failing(contract: m.Contract) -> Iterator[m.Builder]:
    """The builders that take an error code."""
    for builder in contract.builders:
        enums = (m.enum_of(m.bare(each.field.type)) for each in builder.parameters)
        if any(enum is not None and enum.catalogue is m.Catalogue.ERROR_CODES for enum in enums):
            yield builder


def tools_repeat_too_much(tools: Iterable[m.Tool]) -> bool:
    """Whether the schemas of the tools are too large together."""
    return _is_too_much(((tool.payload.name, _fields(tool.envelope)) for tool in tools), MAX_TEXT)


def records_repeat_too_much(records: Iterable[m.Record], limit: int) -> bool:
    """Whether the records, each with everything that it contains, are too large together."""
    return _is_too_much(((record.name, record.fields) for record in records), limit)


def _fields(envelope: m.Envelope) -> tuple[m.Field, ...]:
    return (*envelope.fields, *(field for outcome in envelope.outcomes for field in outcome.fields))


def _is_too_much(documents: Iterable[tuple[str, tuple[m.Field, ...]]], limit: int) -> bool:
    """Whether documents with these fields are too large together. What follows is not looked at."""
    left, known = limit, dict[str, int]()
    for name, fields in documents:
        if name not in known:
            known[name] = _size(fields, left)
        left -= known[name]
        if left < 0:
            return True
    return False


def _size(fields: tuple[m.Field, ...], enough: int) -> int:
    """The text of an object and of everything that it contains; no more of it than is enough."""
    seen: set[str] = set()
    size, pending = sum(map(_field_size, fields)), [*_below(fields)]
    while pending and size <= enough:
        target = pending.pop()
        if target.name not in seen:
            seen.add(target.name)
            size += _text(target.docs)
            match target:
                case m.Record(fields=inner):
                    size += sum(map(_field_size, inner))
                    pending.extend(_below(inner))
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
