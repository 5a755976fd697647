"""The bodies of the functions behind `validate`: every finding, in the order of the contract.

The value is known to be JSON, so there is nothing to find in what the contract leaves free.
"""

from collections.abc import Iterable, Iterator
from typing import assert_never

from sealwax.contract.model import (
    Boolean,
    Constant,
    Enum,
    Envelope,
    Field,
    Level,
    Nullable,
    Numbering,
    Outcome,
    Presence,
    Record,
    Reference,
    Tag,
    Text,
    Type,
)
from sealwax.languages.python import string
from sealwax.languages.python.layout import Call, Item, assigned, called, guard
from sealwax.languages.python.types import Named
from sealwax.meaning import messages
from sealwax.meaning.findings import RuleId
from sealwax.rendering import Finished
from sealwax.targets.python.conditions import (
    checkable_level,
    has_key,
    has_tag,
    holds,
    is_nullable,
    other_number,
)
from sealwax.targets.python.pointers import HERE, ROOT, Pointer
from sealwax.targets.python.tables import Tables, keys_name, kinds_name, shape_keys
from sealwax.targets.python.type_findings import (
    advice,
    check_name,
    enum_findings,
    error,
    findings,
    string_findings,
)


def named_findings(target: Named, tables: Tables) -> Iterator[str]:
    match target:
        case Record():
            yield from _is_object("at")
            yield from _object(target.fields, keys_name(target.name), target.open, HERE, tables, tiered=target)
        case Enum():
            yield from enum_findings(target, "value", HERE, 4)
        case Text():
            yield from string_findings(target.string, "value", HERE, 4, tables)
        case _:
            assert_never(target)


def case_findings(envelope: Envelope, case: Envelope | Outcome, tables: Tables) -> Iterator[str]:
    """One case of the envelope, or what holds in general."""
    tag = case.mark.field if isinstance(case, Outcome) and isinstance(case.mark, Tag) else ""
    yield from _object(case.fields, shape_keys(envelope, case), envelope.open, ROOT, tables, envelope, tag=tag)


def differs_by_tool(case: Envelope | Outcome, tables: Tables) -> bool:
    """Whether the check of a case is told what the payload is."""
    return tables.has_tools and any(field.per_tool for field in case.fields)


def envelope_findings(envelope: Envelope, tables: Tables) -> Iterator[str]:
    """Which case it is decides what is checked; without a case it is what holds in general."""
    yield "    found: list[Finding] = []"
    yield from _is_object('""', " found")
    match envelope.mark:
        case Tag(field):
            yield f"    {assigned('tag', Call('value.get', string(field)), 4)}"
            yield from _cases(envelope, tables)
            yield "    else:"
            yield _checked(envelope, tables, 8)
        case Presence() as presence:
            yield f"    {guard(has_key(presence), indent=4)}"
            yield _checked(envelope.success, tables, 8)
            yield "    else:"
            yield _checked(envelope.outcomes[-1], tables, 8)
        case None:
            yield _checked(envelope.success, tables, 4)
        case _:
            assert_never(envelope.mark)
    yield "    return found"


def _cases(envelope: Envelope, tables: Tables) -> Iterator[str]:
    word = "if"
    for outcome in envelope.outcomes:
        if isinstance(outcome.mark, Tag):
            yield f"    {guard(*has_tag(outcome.mark.value, 'tag'), indent=4, word=word)}"
            yield _checked(outcome, tables, 8)
            word = "elif"


def _checked(case: Envelope | Outcome, tables: Tables, indent: int) -> str:
    arguments = ("value", "found", *(("payload",) if differs_by_tool(case, tables) else ()))
    return f"{' ' * indent}{called(check_name(case.name), arguments, indent)}"


# -- objects ----------------------------------------------------------------------------------------------------------


def _is_object(at: str, result: str = "") -> Iterator[str]:
    """Whether there are keys to look at."""
    yield "    if _type(value) is not dict:"
    yield f"        {called('_error', ('found', at, string(RuleId.TYPE), string(messages.OBJECT)), 8)}"
    yield f"        return{result}"


def _object(
    fields: Iterable[Field],
    keys: Finished,
    is_open: bool,
    at: Pointer,
    tables: Tables,
    whole: Envelope | None = None,
    tiered: Record | None = None,
    tag: str = "",
) -> Iterator[str]:
    """The key `tag` has been checked before."""
    every = tuple(fields)
    nothing = True
    for field in every:
        for line in _field(field, every, at.key(field.name), tables, whole) if field.name != tag else ():
            nothing = False
            yield line
    if tiered is not None and tiered.tiered:
        yield from _undeclared(tiered, keys, at)
    elif not is_open:
        yield "    for key in value:"
        yield f"        {guard(f'key not in {keys}', indent=8)}"
        yield error(at.member("key"), RuleId.UNKNOWN_KEY, messages.UNKNOWN_KEY, 12)
    elif nothing:
        yield "    return"


def _field(
    field: Field, fields: tuple[Field, ...], here: Pointer, tables: Tables, whole: Envelope | None
) -> Iterator[str]:
    present = list(_present(field, fields, here, tables, 8))
    if whole and _tells_no_case(whole, field):
        present = list(_no_case(whole, here, present, 8))
    if present:
        yield f"    {guard(f'{string(field.name)} in value', indent=4)}"
        yield f"        {assigned('item', Item('value', string(field.name)), 8)}"
        yield from present
    yield from _absent(field, here, goes_on=bool(present))


def _undeclared(record: Record, keys: Finished, at: Pointer) -> Iterator[str]:
    """Keys that a tiered record does not name give advice, unless a tier takes such keys."""
    here = at.member("key")
    prefixes = ", ".join(map(string, record.free_prefixes))
    start = f"({prefixes})" if len(record.free_prefixes) > 1 else prefixes
    free = (f"not key.startswith({start})",) if prefixes else ()
    yield "    for key in value:"
    yield f"        {guard(f'key not in {keys}', *free, indent=8)}"
    yield advice(here, RuleId.UNDECLARED, messages.undeclared(record), 12)


def _tells_no_case(envelope: Envelope, field: Field) -> bool:
    """Whether the field is the tag as it is in general, and its type has values that belong to no case."""
    mark = envelope.mark
    return isinstance(mark, Tag) and field.name == mark.field and not isinstance(field.type, Boolean | Constant)


def _no_case(envelope: Envelope, here: Pointer, present: Iterable[str], indent: int) -> Iterator[str]:
    """A tag of the right type that belongs to no case."""
    yield f"{' ' * indent}before = len(found)"
    yield from present
    yield f'{" " * indent}if all(finding.level == "advice" for finding in found[before:]):'
    yield error(here, RuleId.CONSTANT, messages.wrong_tag(envelope), indent + 4)


def _present(field: Field, fields: tuple[Field, ...], here: Pointer, tables: Tables, indent: int) -> Iterator[str]:
    is_slot = field.per_tool and tables.has_tools
    if field.readers_accept_null and not field.follows and not field.superseded and not is_slot:
        yield from findings(_or_null(field.type), "item", here, indent, tables)
        return
    if field.readers_accept_null:
        yield f"{' ' * indent}if item is not None:"
        indent += 4
    yield from _payload(field, here, indent) if is_slot else findings(field.type, "item", here, indent, tables)
    if field.number_of is not None:
        yield from _pair(field.number_of, here, indent)
    if field.follows:
        followed = next(other for other in fields if other.name == field.follows)
        yield from _classification(field, followed, here, indent)
    if field.superseded:
        yield from _superseded(field, here, indent)


def _payload(field: Field, here: Pointer, indent: int) -> Iterator[str]:
    """What differs by tool, or what all tools have in common."""
    common = check_name(field.type.target.name) if isinstance(field.type, Reference) else "_check_object"
    yield f"{' ' * indent}{assigned('check', Finished(f'payload or {common}'), indent)}"
    yield f"{' ' * indent}{called('check', ('item', here.expression, 'found'), indent)}"


def _or_null(kind: Type) -> Type:
    return kind if is_nullable(kind) else Nullable(kind)


def _superseded(field: Field, here: Pointer, indent: int) -> Iterator[str]:
    for old in field.superseded:
        yield f"{' ' * indent}{guard('_type(item) is dict', f'{string(old.name)} in item', indent=indent)}"
        yield advice(here.key(old.name), RuleId.SUPERSEDED, messages.superseded(old), indent + 4)


def _classification(field: Field, followed: Field, here: Pointer, indent: int) -> Iterator[str]:
    if not isinstance(followed.type, Reference) or not isinstance(followed.type.target, Enum):
        return
    margin, kinds = " " * indent, kinds_name(followed.type.target)
    yield f"{margin}{assigned('code', Call('value.get', string(followed.name)), indent)}"
    conditions = ("type(item) is str", "type(code) is str", f"{kinds}.get(code, item) != item")
    yield f"{margin}{guard(*conditions, indent=indent)}"
    yield advice(here, RuleId.CLASSIFICATION, messages.classification(field), indent + 4)


def _pair(numbering: Numbering, here: Pointer, indent: int) -> Iterator[str]:
    yield f"{' ' * indent}{guard('_is_integer(item)', other_number(numbering), indent=indent)}"
    yield error(here, RuleId.PAIR, messages.wrong_number(numbering), indent + 4)


def _absent(field: Field, here: Pointer, *, goes_on: bool) -> Iterator[str]:
    """What is said when the key is absent; it may go on from what is said when the key is there."""
    conditional = checkable_level(field)
    word, given = ("elif", ()) if goes_on else ("if", (f"{string(field.name)} not in value",))
    if conditional is not None and conditional.level is not Level.MAY:
        yield f"    {guard(*given, *holds(conditional.condition), indent=4, word=word)}"
        yield _missing(conditional.level, here)
        word = "elif"
    if field.level is not Level.MAY:
        yield "    else:" if goes_on else f"    {guard(*given, indent=4, word=word)}"
        yield _missing(field.level, here)


def _missing(level: Level, here: Pointer) -> str:
    if level is Level.MUST:
        return error(here, RuleId.REQUIRED, messages.REQUIRED, 8)
    return advice(here, RuleId.SHOULD, messages.SHOULD, 8)
