"""The contract -> parsing.py: valid values as typed objects, and one exception for all others."""

from collections.abc import Iterator
from typing import TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from sealwax.contract import model as m
from sealwax.languages.python import class_name, docs_text
from sealwax.languages.python.types import IN_RECORDS, OBJECT, either, subscript
from sealwax.meaning.checks.lowering import outcome_test
from sealwax.naming import article
from sealwax.rendering import Finished
from sealwax.targets.python import names
from sealwax.targets.python.conditions import is_outcome, keys_name
from sealwax.targets.python.dataclasses import ClassView, class_view, constructor_default, read_name
from sealwax.targets.python.head import Head, head
from sealwax.targets.python.names import INVALID, PAYLOAD, is_generic, suffix

Shape: TypeAlias = m.Record | m.Envelope | m.Outcome
NOTHING = Finished("")


class ParserView(Struct, frozen=True):
    """A function that returns a typed object, and its sibling that starts from JSON text."""

    suffix: Finished
    """The end of the names of functions for the same type; empty for the envelope."""
    doc: str
    type: Finished
    read: Finished
    """The expression that reads the value."""
    json_doc: str = ""
    """Empty if no function starts from JSON text."""


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
    has_optional: bool
    absent: tuple[m.Field, ...]
    """The fields whose absent keys stay absent, whatever the constructor would fill in."""
    keys: Finished
    """The table of the keys that the contract names; empty if there are no others."""


class GuardView(Struct, frozen=True):
    """A function that tells an outcome from the other."""

    outcome: str
    given: Finished
    """The type of both."""
    found: Finished
    """The type of the outcome."""
    class_name: Finished


class ParsingView(Struct, frozen=True):
    head: Head
    has_payloads: bool
    enums: tuple[m.Enum, ...]
    """The open enums that objects hold, which have tables of their members by their values."""
    open: tuple[Shape, ...]
    """What can have keys that the contract does not name, and so has a table of those that it does."""
    classes: tuple[ClassView, ...]
    name: Finished
    union: Finished
    """The type that `name` stands for, if there are several outcomes."""
    guards: tuple[GuardView, ...]
    """The type guards for outcomes; none if there is one outcome only."""
    parsers: tuple[ParserView, ...]
    outcome_readers: tuple[OutcomeReaderView, ...]
    readers: tuple[ReaderView, ...]


def parsing_view(contract: m.Contract) -> ParsingView:
    return ParsingView(
        head=head(contract, "parsing", f"Typed objects from values that follow the contract {contract.name}."),
        has_payloads=bool(contract.tools),
        enums=_open_enums(contract),
        open=_open_shapes(contract),
        classes=tuple(_class(contract, outcome) for outcome in contract.envelope.outcomes),
        name=names.parsed_name(contract.envelope.name),
        union=_outcomes(contract, PAYLOAD) if len(contract.envelope.outcomes) > 1 else NOTHING,
        guards=tuple(_guards(contract)),
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


def _guards(contract: m.Contract) -> Iterator[GuardView]:
    outcomes = contract.envelope.outcomes
    for outcome in outcomes if len(outcomes) > 1 else ():
        given, found = _outcomes(contract, PAYLOAD), _outcome(contract, outcome, PAYLOAD)
        yield GuardView(outcome.outcome.value, given, found, names.parsed_name(outcome.name))


def _open_enums(contract: m.Contract) -> tuple[m.Enum, ...]:
    shapes: tuple[Shape, ...] = (*contract.envelope.outcomes, *contract.records)
    kinds = [m.named_in(field.type) for made in shapes for field in made.fields]
    names = {kind.name for kind in kinds if kind is not None}
    return tuple(enum for enum in contract.enums if enum.open and enum.name in names)


def _open_shapes(contract: m.Contract) -> tuple[Shape, ...]:
    envelopes = names.built_shapes(contract) if contract.envelope.open else ()
    return *(record for record in contract.records if record.open), *envelopes


# -- classes ----------------------------------------------------------------------------------------------------------


def _class(contract: m.Contract, outcome: m.Outcome) -> ClassView:
    envelope = contract.envelope
    return class_view(
        outcome.name,
        names.parsed_name(outcome.name),
        docs_text(outcome.docs, f"a {outcome.outcome}" if outcome.discriminator is not None else envelope.title),
        tuple(map(_without_made_default, outcome.fields)),
        names.PARSED if contract.tools else IN_RECORDS,
        is_open=envelope.open,
        parameter=PAYLOAD if is_generic(contract, outcome) else NOTHING,
    )


def _without_made_default(field: m.Field) -> m.Field:
    """Without a default that would have to be made: what is parsed has everything."""
    return replace(field, default=m.ABSENT) if isinstance(field.default, list | dict) else field


# -- parsers ----------------------------------------------------------------------------------------------------------

_JSON_DOC = "The same for JSON text, see `parse_json`."


def _parsers(contract: m.Contract) -> Iterator[ParserView]:
    record, name = common(contract), class_name(contract.envelope.name)
    reader = ("itself" if record is None else read_name(record.name)) if contract.tools else ""
    yield ParserView(
        suffix=NOTHING,
        doc=f"Return a valid `{name}` as a typed object. Raises `{INVALID}` for anything else.\n\n"
        "Plain objects and lists are those of the value, not copies. `undecoded`: see `validate`.",
        type=_outcomes(contract, OBJECT if record is None else class_name(record.name)),
        read=_call(contract.envelope.name, reader),
        json_doc="The same for JSON text. Text that isn't JSON yields a single finding, about the whole.",
    )
    for tool in contract.tools:
        yield ParserView(
            suffix=suffix(tool.envelope.name),
            doc=f"Return a valid response of `{tool.name}` as a typed object. Raises `{INVALID}` for anything else.",
            type=_outcomes(contract, class_name(tool.payload.name)),
            read=_call(contract.envelope.name, read_name(tool.payload.name)),
            json_doc=_JSON_DOC,
        )
    for each in contract.records:
        name = class_name(each.name)
        yield ParserView(
            suffix=suffix(each.name),
            doc=f"Return a valid value as {article(name)} `{name}`. Raises `{INVALID}` for anything else.",
            type=name,
            read=_call(each.name),
            json_doc=_JSON_DOC if each.standalone else "",
        )


def _call(name: str, payload: str = "") -> Finished:
    """The expression that reads `value` as a type. `payload`: the function for its payload, if that differs by tool."""
    return Finished(f"{read_name(name)}(value{f', {payload}' if payload else ''})")


def common(contract: m.Contract) -> m.Record | None:
    """The record that the payloads of all tools include; None when nothing is known about them."""
    slots = (field.type for outcome in contract.envelope.outcomes for field in outcome.fields if field.per_tool)
    found = next((kind.target for kind in slots if isinstance(kind, m.Reference)), None)
    return found if isinstance(found, m.Record) else None


def _outcomes(contract: m.Contract, payload: Finished) -> Finished:
    return either(*(_outcome(contract, outcome, payload) for outcome in contract.envelope.outcomes))


def _outcome(contract: m.Contract, outcome: m.Outcome, payload: Finished) -> Finished:
    name = names.parsed_name(outcome.name)
    return subscript(name, payload) if is_generic(contract, outcome) else name


# -- readers ----------------------------------------------------------------------------------------------------------


def _outcome_readers(contract: m.Contract) -> Iterator[OutcomeReaderView]:
    envelope, is_success = contract.envelope, outcome_test(contract.envelope.success)
    if is_success is not None:
        outcomes = (envelope.success, envelope.outcomes[-1])
        first, second = (_call(each.name, "payload" if is_generic(contract, each) else "") for each in outcomes)
        yield OutcomeReaderView(
            name=read_name(envelope.name),
            type=_outcomes(contract, PAYLOAD),
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
    made = _outcome(contract, outcome, PAYLOAD)
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
        has_optional=not all(each.required for each in shape.fields),
        absent=tuple(
            each for each in shape.fields if not each.required and constructor_default(each, IN_RECORDS) is not m.ABSENT
        ),
        keys=keys,
    )
