"""What multiplies: text that is repeated, and work that examples and codes share with fields and parameters.

A field with a description of 10 kB, in a record that a thousand others include, would be 10 MB of text in each target.
That is reported, and nothing is generated.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import assert_never

from msgspec import Struct
from msgspec.structs import astuple

from sealwax.contract import model as m
from sealwax.contract.resolving.scope import Scope
from sealwax.contract.source import key
from sealwax.diagnostics import Code

MAX_CHECKED = 2_000_000
"""Examples times the fields of all objects, and error codes times the keys of an error response: each is checked."""
MAX_PASSED = 200_000
"""Error codes, each of which has a function, times the parameters of the largest builder."""
MAX_REPEATED = 5_000
"""How many keys of a response repeat those of a record that it contains elsewhere: a builder looks at each of them."""
MAX_TOOL_FIELDS = 10_000
"""How many fields the envelopes of all tools can have together."""
MAX_TEXT = 8 * 2**20
"""How many characters of fields and values all tools, or all standalone records, have in their schemas, roughly."""
MAX_REFERRED = 32 * 2**20
"""The same for all records: those that are not standalone have schemas in packages, which share their parts."""
_ENTRY = 100
"""The size of a field, a value or another item, in addition to its text."""
_NUMBERED = 500
"""The size of a field with `number_of`, for each error code."""


def repeats_too_many_keys(envelope: m.Envelope, scope: Scope) -> bool:
    """Report records that multiply the keys of a response, because it contains them in several places."""
    found = _repeats_too_many(envelope) or any(map(_repeats_too_many, envelope.outcomes))
    if found:
        message = (
            f"a response has more than {MAX_REPEATED:,} repeated keys, from records that are used in several places"
        )
        _report("envelope", message, "use the same record in fewer places", scope)
    return found


def _repeats_too_many(shape: m.Shape) -> bool:
    """Whether too many keys belong to a record that occurs before. Items of lists do not count: nothing fills them."""
    seen: set[str] = set()
    repeated, pending = 0, [shape.fields]
    while pending and repeated <= MAX_REPEATED:
        for record in filter(None, (m.record_of(m.bare(field.type)) for field in pending.pop())):
            repeated += len(record.fields) if record.name in seen else 0
            seen.add(record.name)
            pending.append(record.fields)
    return repeated > MAX_REPEATED


def is_small_enough(contract: m.Contract, scope: Scope) -> bool:
    """Report examples and codes that are too many for the fields and parameters of a contract."""
    fields = len(contract.envelope.fields) + sum(len(record.fields) for record in contract.records)
    patterns = sum(len(each.bad) + len(each.good) for each in contract.anti_patterns)
    examples = len(contract.examples) + patterns + sum(len(builder.examples) for builder in contract.builders)
    errors = contract.catalogue(m.Catalogue.ERROR_CODES)
    codes = len(errors.values) if errors is not None else 0
    failing = {each.outcome.name: each.outcome.fields for each in _failing(contract)}
    keys = max((sum(1 for _ in m.field_paths(fields)) for fields in failing.values()), default=0)
    parameters = max((len(builder.parameters) for builder in contract.builders), default=0)
    repeated = max(_repeated(contract), key=lambda each: each.length)
    if examples * fields > MAX_CHECKED:
        section, message = "examples", f"there are {examples:,} examples and {fields:,} fields"
    elif codes * keys > MAX_CHECKED:
        section, message = "error_codes", f"an error response has {keys:,} keys, and there are {codes:,} error codes"
    elif codes * parameters > MAX_PASSED:
        section, message = (
            "error_codes",
            f"a builder has {parameters:,} parameters, and there are {codes:,} error codes",
        )
    elif repeated.length > MAX_TEXT:
        message = f"{repeated.how}: this repeats more than {MAX_TEXT // 2**20} MiB of text"
        _report(repeated.section, message, "shorten the text, or use it in fewer places", scope)
        return False
    else:
        return True
    _report(section, message, "reduce one of these numbers: the work grows with their product", scope)
    return False


class _Repeated(Struct, frozen=True):
    """Text that a section repeats, and roughly how much it is."""

    section: str
    how: str
    length: int


def _repeated(contract: m.Contract) -> Iterator[_Repeated]:
    uses = Counter(name for record in contract.records for name in record.includes)
    included = sum(uses[record.name] * _weight(record.fields) for record in contract.records if record.name in uses)
    yield _Repeated("types", "`includes` copies the text of a field to each record", included)
    fields = [*contract.envelope.fields, *(field for record in contract.records for field in record.fields)]
    numbers = sum(_NUMBERED * len(each.number_of.codes.values) for each in fields if each.number_of is not None)
    yield _Repeated("error_codes", "each field with `number_of` has the numbers of all error codes", numbers)
    promises = sum(len(each.tier.promise) for each in fields if each.tier is not None)
    yield _Repeated("tiers", "the promise of a tier is part of each of its fields", promises)
    errors, kinds = contract.catalogue(m.Catalogue.ERROR_CODES), contract.catalogue(m.Catalogue.ERROR_TYPES)
    if errors is not None and kinds is not None:
        told = {kind.value: _weight(kind.docs) + _weight(kind.retry) for kind in kinds.values}
        made = max((_text_of_errors(builder) for builder in _failing(contract)), default=0)
        said = sum(made + told.get(code.classified_as, 0) for code in errors.values)
        how = "each error code repeats the text of its error type, its builder and the error response"
        yield _Repeated("error_codes", how, said)
    headings = sum(len(enum.values) * sum(len(each.title) for each in enum.columns) for enum in contract.enums)
    yield _Repeated("enums", "each value repeats the headings of all columns", headings)


def _text_of_errors(builder: m.Builder) -> int:
    """The text of a builder's parameters, and of the values that its envelope has anyway."""
    values = (field.default for _path, field in m.field_paths(builder.outcome.fields))
    documented = sum(_weight(each.docs) + len(each.field.docs.doc) for each in builder.parameters)
    return documented + sum(_weight(value) for value in values if not isinstance(value, m.Absent))


def _failing(contract: m.Contract) -> Iterator[m.Builder]:
    """The builders that take an error code."""
    for builder in contract.builders:
        enums = (m.enum_of(m.bare(each.field.type)) for each in builder.parameters)
        if any(enum is not None and enum.catalogue is m.Catalogue.ERROR_CODES for enum in enums):
            yield builder


def has_too_many_tools(count: int, envelope: m.Envelope, scope: Scope) -> bool:
    """Report tools whose envelopes have too many fields together."""
    if count * len(envelope.fields) <= MAX_TOOL_FIELDS:
        return False
    message = f"the envelope has {len(envelope.fields)} fields, and there are {count} tools"
    hint = f"use fewer of either: each tool has its own envelope, and all have at most {MAX_TOOL_FIELDS:,} fields"
    _report("tools", message, hint, scope)
    return True


def tools_repeat_too_much(tools: tuple[m.Tool, ...], scope: Scope) -> bool:
    """Report tools whose schemas are too large together."""
    found = _is_too_much(((tool.payload.name, (tool.envelope, *tool.envelope.outcomes)) for tool in tools), MAX_TEXT)
    if found:
        message = f"the schemas of {len(tools)} tools repeat too much: each has everything that its payload contains"
        hint = f"use fewer tools or smaller payloads: all have at most {MAX_TEXT // 2**20} MiB of fields"
        _report("tools", message, hint, scope)
    return found


def check_records(records: tuple[m.Record, ...], scope: Scope) -> None:
    """Report records whose schemas share too much. That of a standalone record has everything it contains."""
    every = [(record.name, (record,)) for record in records]
    standalone = [(record.name, (record,)) for record in records if record.standalone]
    if _is_too_much(standalone, MAX_TEXT) or _is_too_much(every, MAX_REFERRED):
        message = f"the schemas of {len(records):,} records are too large together: each has all that its record holds"
        hint = "nest fewer records in other records, or make fewer of them `standalone`"
        _report("types", message, hint, scope)


def _report(section: str, message: str, hint: str, scope: Scope) -> None:
    scope.error(Code.TOO_LARGE, key(scope.root, section), message, hint)


def _is_too_much(documents: Iterable[tuple[str, tuple[m.Shape, ...]]], limit: int) -> bool:
    """Whether documents with these objects are too large together. What follows is not looked at."""
    left, known, weights = limit, dict[str, int](), dict[str, int]()
    for name, shapes in documents:
        if name not in known:
            known[name] = _size(shapes, left, weights)
        left -= known[name]
        if left < 0:
            return True
    return False


def _size(shapes: tuple[m.Shape, ...], enough: int, weights: dict[str, int]) -> int:
    """The text of objects and of everything that they contain; no more of it than is enough."""
    seen: set[str] = set()
    size, pending = sum(_weight(shape.docs) + _weight(shape.fields) for shape in shapes), [*m.named_by(*shapes)]
    while pending and size <= enough:
        target = pending.pop()
        if target.name not in seen:
            seen.add(target.name)
            if target.name not in weights:
                weights[target.name] = _declared(target)
            size += weights[target.name]
            if isinstance(target, m.Record):
                pending.extend(m.named_by(target))
    return size


def _declared(target: m.Record | m.Enum | m.Text) -> int:
    match target:
        case m.Record(fields=fields):
            return _weight(target.docs) + _weight(fields)
        case m.Enum(values=values):
            return _weight(target.docs) + sum(_ENTRY + len(each.value) + _weight(each.docs) for each in values)
        case m.Text(string=string):
            return _weight(target.docs) + _ENTRY + _weight(string)
        case _:
            assert_never(target)


def _weight(part: object) -> int:
    """How much text a part of a contract makes, without the declarations that it refers to."""
    size, pending = 0, [part]
    while pending:
        match pending.pop():
            case str(text):
                size += len(text)
            case tuple(items) | list(items):
                size += _ENTRY * len(items)
                pending += items
            case dict(members):
                size += sum(_ENTRY + len(name) for name in members)
                pending += members.values()
            case m.Reference() | m.Gate():
                pass  # declared elsewhere
            case m.Tier(promise=promise):
                size += len(promise)
            case m.Numbering(codes=codes):
                size += _NUMBERED * len(codes.values)
            case Struct() as struct:
                pending += astuple(struct)
            case _:
                pass
    return size
