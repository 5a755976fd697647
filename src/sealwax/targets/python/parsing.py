"""The contract -> parsing.py: valid values as typed objects, and one exception for all others."""

from collections.abc import Iterator
from typing import TypeAlias

from msgspec import Struct

from sealwax.contract import model as m
from sealwax.languages.python import class_name
from sealwax.languages.python.types import OBJECT, subscript
from sealwax.meaning.checks.lowering import outcome_test
from sealwax.rendering import Finished
from sealwax.targets.python import names
from sealwax.targets.python.conditions import is_outcome, keys_name
from sealwax.targets.python.dataclasses import read_name
from sealwax.targets.python.head import Head, head
from sealwax.targets.python.names import INVALID, is_generic, suffix

Shape: TypeAlias = m.Record | m.Envelope | m.Outcome
NOTHING = Finished("")
_PAYLOAD = Finished("_PayloadT")
_DOC = f"""Functions that turn a received value into typed objects, or raise `{INVALID}`.

`parse` functions take decoded JSON, and `parse_json` functions a text. Plain objects and lists in what they return are
those of the value, not copies."""


class ParserView(Struct, frozen=True):
    """A function that returns a typed object, and its sibling that starts from JSON text."""

    suffix: Finished
    """The end of the names of functions for the same type; empty for the envelope."""
    doc: str
    type: Finished
    read: Finished
    """The expression that reads the value."""
    has_json: bool
    """Whether a function starts from JSON text."""
    json_doc: str = ""


class OutcomeReaderView(Struct, frozen=True):
    """A function that reads an envelope as one of its two outcomes."""

    name: Finished
    type: Finished
    takes_payload: bool
    is_first: Finished
    """The condition that holds for the first outcome."""
    first: Finished
    """The expression that reads the value as that outcome."""
    second: Finished


class ReaderView(Struct, frozen=True):
    name: Finished
    constructor: Finished
    type: Finished
    takes_payload: bool
    """Whether it is given a function that reads the payload, which differs by tool."""
    fields: tuple[m.Field, ...]
    keys: Finished
    """The table of the keys that the contract names; empty if there are no others."""


class ParsingView(Struct, frozen=True):
    head: Head
    has_payloads: bool
    enums: tuple[m.Enum, ...]
    """The open enums that objects hold, which have tables of their members by their values."""
    open: tuple[Shape, ...]
    """What can have keys that the contract does not name, and so has a table of those that it does."""
    records: tuple[Finished, ...]
    """The classes that it makes, and the name for all parsed responses."""
    parsers: tuple[ParserView, ...]
    outcome_readers: tuple[OutcomeReaderView, ...]
    readers: tuple[ReaderView, ...]


def parsing_view(contract: m.Contract) -> ParsingView:
    return ParsingView(
        head=head(contract, "parsing", _DOC),
        has_payloads=bool(contract.tools),
        enums=_open_enums(contract),
        open=_open_shapes(contract),
        records=(*(class_name(each.name) for each in contract.records), *names.parsed_names(contract)),
        parsers=tuple(_parsers(contract)),
        outcome_readers=tuple(_outcome_readers(contract)),
        readers=tuple(_readers(contract)),
    )


def called(contract: m.Contract) -> Iterator[str]:
    """The functions of the run-time module that parsing.py calls."""
    yield "decode"
    if _open_enums(contract):
        yield "member_or_text"
    if _open_shapes(contract):
        yield "other_keys"
    if contract.tools and common(contract) is None:
        yield "itself"
    if any(is_generic(contract, outcome) for outcome in contract.envelope.outcomes):
        yield "plain_payload"


def _open_enums(contract: m.Contract) -> tuple[m.Enum, ...]:
    shapes: tuple[Shape, ...] = (*contract.envelope.outcomes, *contract.records)
    kinds = [m.named_in(field.type) for made in shapes for field in made.fields]
    names = {kind.name for kind in kinds if kind is not None}
    return tuple(enum for enum in contract.enums if enum.open and enum.name in names)


def _open_shapes(contract: m.Contract) -> tuple[Shape, ...]:
    envelopes = names.built_shapes(contract) if contract.envelope.open else ()
    return *(record for record in contract.records if record.open), *envelopes


# -- parsers ----------------------------------------------------------------------------------------------------------


def _parsers(contract: m.Contract) -> Iterator[ParserView]:
    record, name = common(contract), contract.envelope.name
    reader = ("itself" if record is None else read_name(record.name)) if contract.tools else ""
    yield ParserView(
        suffix=NOTHING,
        doc="Return a response as a typed object.",
        type=_response(contract, OBJECT if record is None else class_name(record.name)),
        read=_call(name, reader),
        has_json=True,
        json_doc="Return the response in a JSON text as a typed object.",
    )
    for tool in contract.tools:
        yield ParserView(
            suffix=suffix(tool.envelope.name),
            doc=f"Return a response of the tool `{tool.name}` as a typed object.",
            type=_response(contract, class_name(tool.payload.name)),
            read=_call(name, read_name(tool.payload.name)),
            has_json=True,
        )
    for each in contract.records:
        yield ParserView(suffix(each.name), "", class_name(each.name), _call(each.name), each.standalone)


def _call(name: str, payload: str = "") -> Finished:
    """The expression that reads `value` as a type. `payload`: the function for its payload, if that differs by tool."""
    return Finished(f"{read_name(name)}(value{f', {payload}' if payload else ''})")


def common(contract: m.Contract) -> m.Record | None:
    """The record that the payloads of all tools include; None when nothing is known about them."""
    slots = (field.type for outcome in contract.envelope.outcomes for field in outcome.fields if field.per_tool)
    found = next((kind.target for kind in slots if isinstance(kind, m.Reference)), None)
    return found if isinstance(found, m.Record) else None


def _response(contract: m.Contract, payload: Finished) -> Finished:
    """What a parser of responses returns."""
    name = names.parsed_name(contract.envelope.name)
    is_any_generic = any(is_generic(contract, outcome) for outcome in contract.envelope.outcomes)
    return subscript(name, payload) if is_any_generic else name


# -- readers ----------------------------------------------------------------------------------------------------------


def _outcome_readers(contract: m.Contract) -> Iterator[OutcomeReaderView]:
    envelope, is_success = contract.envelope, outcome_test(contract.envelope.success)
    if is_success is not None:
        outcomes = (envelope.success, envelope.outcomes[-1])
        first, second = (_call(each.name, "payload" if is_generic(contract, each) else "") for each in outcomes)
        yield OutcomeReaderView(
            name=read_name(envelope.name),
            type=_response(contract, _PAYLOAD),
            takes_payload=bool(contract.tools),
            is_first=is_outcome(is_success, "value"),
            first=first,
            second=second,
        )


def _readers(contract: m.Contract) -> Iterator[ReaderView]:
    yield from (_outcome_reader(contract, outcome) for outcome in contract.envelope.outcomes)
    for record in contract.records:
        name = class_name(record.name)
        yield _reader(record, name, name, keys_name(record.name) if record.open else NOTHING)


def _outcome_reader(contract: m.Contract, outcome: m.Outcome) -> ReaderView:
    name = names.parsed_name(outcome.name)
    made = subscript(name, _PAYLOAD) if is_generic(contract, outcome) else name
    keys = keys_name(names.built_shape(contract, outcome).name) if contract.envelope.open else NOTHING
    return _reader(outcome, names.parsed_name(outcome.name), made, keys, is_generic(contract, outcome))


def _reader(
    shape: m.Record | m.Outcome, constructor: Finished, made: Finished, keys: Finished, takes_payload: bool = False
) -> ReaderView:
    return ReaderView(
        name=read_name(shape.name),
        constructor=constructor,
        type=made,
        takes_payload=takes_payload,
        fields=shape.fields,
        keys=keys,
    )
