"""The responses and the objects in them, as dataclasses -> records.py.

`Response` is what builders return, and holds plain JSON values; parsers return a `ParsedResponseSuccess` or a
`ParsedResponseFailure`, which hold records and members of enums.
"""

from collections.abc import Iterable, Iterator

from msgspec import Struct
from msgspec.structs import replace

from sealwax.contract import model as m
from sealwax.languages.python import attribute, class_name, described, docs_text, joined, literal, record_text
from sealwax.languages.python.types import IN_RECORDS, PLAIN, declared_before_use, either, subscript
from sealwax.rendering import Finished
from sealwax.targets.python.dataclasses import ClassView, class_view
from sealwax.targets.python.head import Declaration, Head, head
from sealwax.targets.python.names import PARSED, PAYLOAD, built_shapes, is_generic, parsed_name

NOTHING = Finished("")
_DOC = """The responses of the contract and the objects in them, as dataclasses.

`to_dict` and `dataclasses.asdict` return what is sent: without the optional keys whose attributes still have
their default, {}."""


class GuardView(Struct, frozen=True):
    """A function that tells an outcome from the other."""

    outcome: str
    given: Finished
    """The type of both."""
    found: Finished
    """The type of the outcome."""
    class_name: Finished


class RecordsView(Struct, frozen=True):
    head: Head
    is_generic: bool
    """Whether a class has a parameter for the type of its payload."""
    has_unset: bool
    has_absent: bool
    """Whether an object can lack a key, or have further keys."""
    has_open: bool
    constants: tuple[Declaration, ...]
    classes: tuple[ClassView, ...]
    """Records, then what builders return."""
    name: Finished
    union: Finished
    """The type that `name` stands for, when success and failure have classes of their own."""
    union_doc: str
    parsed: tuple[ClassView, ...]
    """What parsers return."""
    parsed_name: Finished
    parsed_union: Finished
    """The type that `parsed_name` stands for, if there are several outcomes."""
    guards: tuple[GuardView, ...]
    """The type guards for outcomes; none if there is one outcome only."""


def records_view(contract: m.Contract, *, has_unset: bool) -> RecordsView:
    envelope, shapes, outcomes = contract.envelope, built_shapes(contract), contract.envelope.outcomes
    records = map(_record, declared_before_use(contract.records))
    classes = (*records, *(_response(contract, shape) for shape in shapes))
    parsed = tuple(_parsed(contract, outcome) for outcome in outcomes)
    return RecordsView(
        head=head(contract, "records", _DOC.format("None or UNSET" if has_unset else "None")),
        is_generic=any(each.parameter for each in (*classes, *parsed)),
        has_unset=has_unset,
        has_absent=any(each.has_absent for each in (*classes, *parsed)),
        has_open=any(each.wire.is_open for each in (*classes, *parsed)),
        constants=tuple(map(_constant, contract.constants)),
        classes=classes,
        name=class_name(envelope.name),
        union=either(*(class_name(shape.name) for shape in shapes)) if envelope.has_shapes else NOTHING,
        union_doc=described(envelope, "a success or a failure"),
        parsed=parsed,
        parsed_name=parsed_name(envelope.name),
        parsed_union=_parsed_union(contract) if len(outcomes) > 1 else NOTHING,
        guards=tuple(_guards(contract)) if len(outcomes) > 1 else (),
    )


def _constant(constant: m.NamedConstant) -> Declaration:
    return Finished(constant.name), literal(constant.value), docs_text(constant.docs)


def _record(record: m.Record) -> ClassView:
    return class_view(
        record.name,
        class_name(record.name),
        record_text(record),
        record.fields,
        IN_RECORDS,
        is_open=record.open,
        has_json=record.standalone,
    )


# -- what builders return ---------------------------------------------------------------------------------------------


def takes_payload(contract: m.Contract, shape: m.Envelope | m.Outcome) -> bool:
    """Whether the class has a parameter for the type of its payload: if builders make it."""
    outcomes = shape.outcomes if isinstance(shape, m.Envelope) else (shape,)
    return bool(contract.builders) and any(field.is_payload for outcome in outcomes for field in outcome.fields)


def _response(contract: m.Contract, shape: m.Envelope | m.Outcome) -> ClassView:
    return class_view(
        shape.name,
        class_name(shape.name),
        _doc(contract.envelope, shape),
        shape.fields,
        PLAIN,
        is_open=contract.envelope.open,
        keywords_only=False,
        parameter=PAYLOAD if takes_payload(contract, shape) else NOTHING,
    )


def _doc(envelope: m.Envelope, shape: m.Envelope | m.Outcome) -> str:
    if isinstance(shape, m.Outcome):
        says = docs_text(shape.docs, f"a {shape.outcome}, with plain JSON values")
    else:
        says = described(shape, "a response, with plain JSON values")
    return joined((says, _wire_note(shape.fields, envelope.open)))


def _wire_note(fields: Iterable[m.Field], is_open: bool) -> str:
    """How `asdict` differs from the wire form, if keys have other names or the contract does not name them."""
    found = [f"calls `{each.name}` `{attribute(each.name)}`" for each in fields if attribute(each.name) != each.name]
    found += ["puts keys that the contract does not name under `extra`"] if is_open else []
    return f"`to_dict` gives the wire form. `dataclasses.asdict` {' and '.join(found)}." if found else ""


# -- what parsers return ----------------------------------------------------------------------------------------------


def _parsed(contract: m.Contract, outcome: m.Outcome) -> ClassView:
    envelope = contract.envelope
    kind = outcome.outcome if outcome.discriminator is not None else "response"
    return class_view(
        outcome.name,
        parsed_name(outcome.name),
        docs_text(outcome.docs, f"a {kind} that a parser returned"),
        tuple(map(_without_made_default, outcome.fields)),
        PARSED if contract.tools else IN_RECORDS,
        is_open=envelope.open,
        parameter=PAYLOAD if is_generic(contract, outcome) else NOTHING,
    )


def _without_made_default(field: m.Field) -> m.Field:
    """Without a default that would have to be made: what is parsed has everything."""
    return replace(field, default=m.ABSENT) if isinstance(field.default, list | dict) else field


def _parsed_union(contract: m.Contract) -> Finished:
    return either(*(_parsed_type(contract, outcome) for outcome in contract.envelope.outcomes))


def _parsed_type(contract: m.Contract, outcome: m.Outcome) -> Finished:
    name = parsed_name(outcome.name)
    return subscript(name, PAYLOAD) if is_generic(contract, outcome) else name


def _guards(contract: m.Contract) -> Iterator[GuardView]:
    union, outcomes = parsed_name(contract.envelope.name), contract.envelope.outcomes
    given = subscript(union, PAYLOAD) if any(is_generic(contract, each) for each in outcomes) else union
    for outcome in outcomes:
        yield GuardView(outcome.outcome.value, given, _parsed_type(contract, outcome), parsed_name(outcome.name))
