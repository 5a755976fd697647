"""The contract -> parsing.py: valid values as typed objects, one exception for all others."""

from collections.abc import Iterator

from sealwax.contract import messages
from sealwax.contract.checking import RuleId
from sealwax.contract.json_values import DEPTH
from sealwax.contract.model import ABSENT, Contract, Enum, Envelope, Field, Outcome, Record
from sealwax.frozen import frozen, replace
from sealwax.languages.python import class_name, string
from sealwax.languages.python_checks import FINDING, INVALID, is_valid_name, parse_name, validate_name
from sealwax.languages.python_docs import lore_text
from sealwax.languages.python_layout import (
    Annotation,
    Call,
    Comprehension,
    Item,
    Parameter,
    assigned,
    called,
    either,
    fits,
    guard,
)
from sealwax.languages.python_types import ANY, BYTES, IN_RECORDS, OBJECT, STR, homes, import_lines, named_in
from sealwax.rendering import Finished
from sealwax.targets.python_dataclasses.fields import Attributes, attributes
from sealwax.targets.python_dataclasses.records import EXTRA, ClassView
from sealwax.targets.python_dataclasses.wiring import wire_lines
from sealwax.targets.python_validation.conditions import has_tag
from sealwax.targets.python_validation.reading import members_name, needs_unset, read_name, reading_lines
from sealwax.targets.python_validation.tables import keys_name, strings_table
from sealwax.targets.python_validation.validation import Function, article, function

_VALUE = Parameter("value", ANY)
_OBJECT = Parameter("value", OBJECT)
_GENERAL = ("Any", "Callable", "cache", "dataclass", "import_module", FINDING, "is_valid", "validate")


@frozen
class ParsingView:
    header: Finished
    doc: str
    imports: tuple[Finished, ...]
    tables: tuple[Finished, ...]
    no_json: Finished
    depth: Finished
    classes: tuple[ClassView, ...]
    parsers: tuple[Function, ...]
    readers: tuple[Function, ...]
    has_others: bool
    has_open_enums: bool


def parsing_view(contract: Contract, header: Finished) -> ParsingView:
    found = [(outcome, _attributes(outcome)) for outcome in contract.envelope.outcomes]
    readers = tuple(_readers(contract))
    enums = _enums(contract)
    used = {*_GENERAL, *(name for _, given in found for name in given.used)}
    used |= {"field"} if contract.envelope.open else set()
    used |= {class_name(enum.name) for enum in enums}
    used |= {"StrEnum", "TypeVar"} if any(enum.open for enum in enums) else set()
    used |= {"UNSET"} if needs_unset(made.fields for made in _objects(contract)) else set()
    for record in contract.records:
        used |= {class_name(record.name), is_valid_name(record.name), validate_name(record.name)}
    return ParsingView(
        header=header,
        doc=f"Typed objects of values that keep the contract {contract.name}.",
        imports=import_lines(used, _homes(contract), ".parsing"),
        tables=tuple(_tables(contract, enums)),
        no_json=_no_json(),
        depth=Finished(str(DEPTH)),
        classes=tuple(_class(contract.envelope, outcome, given) for outcome, given in found),
        parsers=tuple(_parsers(contract)),
        readers=readers,
        has_open_enums=any(enum.open for enum in enums),
        has_others=any(record.open for record in contract.records) or contract.envelope.open,
    )


def _homes(contract: Contract) -> dict[str, str]:
    names = [FINDING, "validate", "is_valid"]
    for record in contract.records:
        names += [validate_name(record.name), is_valid_name(record.name)]
    return homes(contract) | dict.fromkeys(map(str, names), ".validation")


def _no_json() -> Finished:
    arguments = ('""', '"error"', string(RuleId.JSON), string(messages.NOT_JSON))
    return Finished(f"_NO_JSON = {called(FINDING, arguments, 0, len('_NO_JSON = '))}")


def _objects(contract: Contract) -> tuple[Record | Outcome, ...]:
    return (*contract.envelope.outcomes, *contract.records)


def _enums(contract: Contract) -> list[Enum]:
    """The enums that objects hold, in contract order."""
    kinds = [named_in(field.type) for made in _objects(contract) for field in made.fields]
    names = {kind.name for kind in kinds if kind is not None}
    return [enum for enum in contract.enums if enum.name in names]


def _tables(contract: Contract, enums: list[Enum]) -> Iterator[Finished]:
    for enum in enums:
        if enum.open:
            members = Comprehension("{}", "str(member): member", f"for member in {class_name(enum.name)}")
            yield assigned(members_name(enum), members, 0)
    owners: list[Record | Envelope] = [*contract.records, contract.envelope]
    for owner in owners:
        if owner.open:
            yield strings_table(keys_name(owner.name), (field.name for field in owner.fields))


# -- the cases of the envelope ----------------------------------------------------------------------------------------


def _attributes(outcome: Outcome) -> Attributes:
    return attributes(outcome.name, map(_plain, outcome.fields), IN_RECORDS, keywords_only=True)


def _plain(field: Field) -> Field:
    """Without a default that would have to be made: what is parsed has everything."""
    return replace(field, default=ABSENT) if isinstance(field.default, list | dict) else field


def _class(envelope: Envelope, outcome: Outcome, found: Attributes) -> ClassView:
    return ClassView(
        name=class_name(outcome.name),
        decorator=Finished("@dataclass(kw_only=True)"),
        doc=lore_text(outcome.lore, f"a {outcome.outcome}"),
        factories=(),
        attributes=(*found.attributes, *((EXTRA,) if envelope.open else ())),
        wire=wire_lines(outcome.fields, IN_RECORDS, is_open=envelope.open),
    )


# -- functions --------------------------------------------------------------------------------------------------------


def _parsers(contract: Contract) -> Iterator[Function]:
    envelope = contract.envelope
    doc = (
        f"A valid `{class_name(envelope.name)}` as a typed object. Anything else raises `{INVALID}`.\n\n"
        "Plain objects and lists are those of the value, and no copies. Null for a key that writers would leave out"
        " counts as absent."
    )
    yield function(Finished("parse"), (_VALUE,), _cases(envelope), doc, _parse(envelope))
    text = Parameter("text", either(STR, BYTES))
    doc = "The same for a JSON text. A text that is no JSON has one finding, about the whole."
    yield function(Finished("parse_json"), (text,), _cases(envelope), doc, _parse_json(envelope))
    for record in contract.records:
        name = class_name(record.name)
        doc = f"A valid value as {article(name)} `{name}`. Anything else raises `{INVALID}`."
        yield function(parse_name(record.name), (_VALUE,), name, doc, _parse_record(record))


def _cases(envelope: Envelope) -> Annotation:
    return either(*(class_name(outcome.name) for outcome in envelope.outcomes))


def _parse(envelope: Envelope) -> Iterator[str]:
    yield "    if not is_valid(value):"
    yield f"        raise {INVALID}(validate(value))"
    yield f"    return {called(read_name(envelope.name), ('value',), 4, 7)}"


def _parse_json(envelope: Envelope) -> Iterator[str]:
    yield "    value = _decoded(text)"
    yield "    if not is_valid(value):"
    yield f"        raise {INVALID}([_NO_JSON] if _is_too_deep(value) else validate(value))"
    yield f"    return {called(read_name(envelope.name), ('value',), 4, 7)}"


def _parse_record(record: Record) -> Iterator[str]:
    yield f"    {guard(f'not {is_valid_name(record.name)}(value)', indent=4)}"
    refusal = f"raise {INVALID}({validate_name(record.name)}(value))"
    if fits(refusal, 8):
        yield f"        {refusal}"
    else:
        yield f"        {assigned('found', Call(validate_name(record.name), 'value'), 8)}"
        yield f"        raise {INVALID}(found)"
    yield f"    return {called(read_name(record.name), ('value',), 4, 7)}"


def _read(envelope: Envelope) -> Iterator[str]:
    """The value is valid, so its tag has the right type."""
    tag = string(envelope.success.tag)
    yield f"    {assigned('tag', Item('value', tag), 4)}"
    yield f"    {guard(has_tag(envelope.success, 'tag')[-1], indent=4)}"
    yield f"        return {called(read_name(envelope.success.name), ('value',), 8, 7)}"
    yield f"    return {called(read_name(envelope.failure.name), ('value',), 4, 7)}"


def _readers(contract: Contract) -> Iterator[Function]:
    yield function(
        read_name(contract.envelope.name), (_OBJECT,), _cases(contract.envelope), "", _read(contract.envelope)
    )
    for made in _objects(contract):
        owner = made if isinstance(made, Record) else contract.envelope
        keys = keys_name(owner.name) if owner.open else None
        name = class_name(made.name)
        body = reading_lines(name, made.fields, keys)
        yield function(read_name(made.name), (_OBJECT,), name, "", body)
