"""Serving: what a server does about every call, and the arguments with which it makes a response.

If the envelope has `meta: {fields: {request_id: {type: string}, duration_ms: {type: integer}}}`, the server fills in
both. Around what a tool returns, it calls the success builder with `DuringCall.PAYLOAD` for the payload.
"""

from collections.abc import Iterable, Iterator, Mapping
from enum import Enum, auto
from typing import TypeAlias

from msgspec import Struct

from sealwax.contract import model as m
from sealwax.meaning import checks
from sealwax.meaning.builders.parameters import Path, must_be_given
from sealwax.meaning.checks.lowering import outcome_test
from sealwax.meaning.codes.exceptions import UNITS
from sealwax.meaning.remembering import remembered
from sealwax.meaning.serving.stand_ins import StandIn, for_crash, for_refusal
from sealwax.naming import words

CRASH = "The tool failed. The server has logged the reason."
"""The message of a failure that no tool expected."""
_REQUEST_IDS = (("request", "id"), ("correlation", "id"))
_DURATIONS = {"duration", "elapsed", "took"}
_MAX_ID = 36


class RequestId(Struct, frozen=True):
    """The field that identifies a call."""

    path: Path
    is_expected: bool
    """Whether every response should have it."""


class Duration(Struct, frozen=True):
    """The field that says how long a call took."""

    path: Path
    per_second: int
    """How many of its units make a second."""
    is_whole: bool


class ProtocolError(Struct, frozen=True):
    """The JSON-RPC error that a failure holds: an object with a number, a message and perhaps more."""

    path: Path
    number: str
    message: str
    data: str
    """The key of the data; empty if there is none."""


# -- calls of builders ------------------------------------------------------------------------------------------------


class DuringCall(Enum):
    """What a server passes to a builder and knows only during a call."""

    PAYLOAD = auto()
    """What the tool returned."""
    MESSAGE = auto()
    """What is wrong with the arguments."""
    REQUEST_ID = auto()
    DURATION = auto()
    """Zero for now: the time is known when the response is made."""


class FixedText(Struct, frozen=True):
    """A text that is always the same."""

    text: str


class ToolOption(Struct, frozen=True):
    """What the author of the tool states, for every call or as a function of the payload."""

    parameter: m.Parameter


Value: TypeAlias = DuringCall | FixedText | ToolOption


class BuilderCall(Struct, frozen=True):
    """A call of a builder. It passes these arguments, in the order of the parameters."""

    builder: m.Builder
    arguments: tuple[tuple[m.Parameter, Value], ...]

    @property
    def takes_id(self) -> bool:
        """Whether the builder has to be given the request id."""
        return any(each == DuringCall.REQUEST_ID for _, each in self.arguments)


class Failing(Struct, frozen=True):
    """How a server responds to what no tool expects. A call is None if the contract has no code for it."""

    mapping: m.ErrorMapping
    crash: BuilderCall | None
    crash_code: str
    refusal: BuilderCall | None
    """For arguments that are wrong."""
    refusal_code: str
    protocol: ProtocolError | None


class Serving(Struct, frozen=True):
    """What a server does with the result of a tool."""

    success: BuilderCall | None
    """Makes the response around a payload; None if a tool returns the response itself."""
    options: tuple[m.Parameter, ...]
    """What else that builder has to be given."""
    shapes: tuple[tuple[str, ...], ...]
    """The keys that every response of an outcome has: an object with all of them is a response, and no payload."""
    is_failure: checks.Test | None
    """None if there are no failures."""
    failing: Failing | None
    request_id: RequestId | None
    duration: Duration | None

    @property
    def is_identified(self) -> bool:
        """Whether every response should have a request id."""
        return self.request_id is not None and self.request_id.is_expected


@remembered
def serving(contract: m.Contract) -> Serving:
    fields, failure = tuple(_common(contract.envelope)), contract.envelope.failure
    request_id, duration = next(_request_ids(fields), None), next(_durations(fields), None)
    filled: dict[Path, Value] = {request_id.path: DuringCall.REQUEST_ID} if request_id is not None else {}
    filled |= {duration.path: DuringCall.DURATION} if duration is not None else {}
    found = (_payload(each) for each in contract.builders if each.outcome.outcome is m.OutcomeName.SUCCESS)
    builder, payload = next(((each, taken) for each, taken in found if taken is not None), (None, None))
    needed = (each for each in builder.parameters if must_be_given(each) and each != payload) if builder else ()
    options = tuple(each for each in needed if each.path not in filled)
    given = {each.path: ToolOption(each) for each in options}
    return Serving(
        _call(builder, {payload.path: DuringCall.PAYLOAD, **given}, filled) if builder and payload else None,
        options,
        tuple(dict.fromkeys(filter(None, map(_required, contract.envelope.outcomes)))),
        outcome_test(failure) if failure is not None else None,
        _failing(contract.error_mapping, filled) if contract.error_mapping is not None else None,
        request_id,
        duration,
    )


def _call(builder: m.Builder, values: Mapping[Path, Value], filled: Mapping[Path, Value]) -> BuilderCall:
    """What the server fills in is passed where the builder has to be given it."""
    needed = {
        each.path: filled[each.path] for each in builder.parameters if each.path in filled and must_be_given(each)
    }
    given = {**needed, **values}
    return BuilderCall(builder, tuple((each, given[each.path]) for each in builder.parameters if each.path in given))


def _payload(builder: m.Builder) -> tuple[m.Builder, m.Parameter | None]:
    """The parameter for the object that a tool returns: the one that differs by tool, or else the first."""
    objects = [each for each in builder.parameters if len(each.path) == 1 and m.is_object(each.field.type)]
    taken = [each for each in objects if each.field.per_tool] or [each for each in objects if not each.merged]
    return builder, taken[0] if taken else next(iter(objects), None)


def _required(outcome: m.Outcome) -> tuple[str, ...]:
    return tuple(field.name for field in outcome.fields if field.required)


# -- fields that a server fills in ------------------------------------------------------------------------------------


def _common(envelope: m.Envelope) -> Iterator[tuple[Path, m.Field]]:
    """The fields that every outcome has, with those of records within them. Records never contain themselves."""
    first, *others = (dict(_fields(outcome.fields, ())) for outcome in envelope.outcomes)
    yield from ((path, field) for path, field in first.items() if all(path in other for other in others))


def _fields(fields: Iterable[m.Field], above: Path) -> Iterator[tuple[Path, m.Field]]:
    """All fields but those behind a gate, and those of records that would also need something else."""
    for field in (each for each in fields if each.gate is None):
        path, inner = (*above, field.name), m.fields_of(field.type)
        yield path, field
        if field.always_has_value or not any(each.is_needed for each in inner):
            yield from _fields(inner, path)


def _request_ids(fields: tuple[tuple[Path, m.Field], ...]) -> Iterator[RequestId]:
    """A UUID has to be a valid value."""
    for path, field in (each for each in fields if words(each[1].name) in _REQUEST_IDS):
        kind = m.bare(field.type)
        if isinstance(kind, m.String) and kind.pattern is None and kind.format in (None, m.Format.UUID):
            longest, shortest = kind.max_length or _MAX_ID, kind.min_length or 0
            if shortest <= _MAX_ID <= longest:
                yield RequestId(path, field.level is not m.Level.MAY)


def _durations(fields: tuple[tuple[Path, m.Field], ...]) -> Iterator[Duration]:
    for path, field in fields:
        kind, (first, *unit) = m.bare(field.type), words(field.name) or ("",)
        per_second = UNITS.get(unit[0]) if len(unit) == 1 else None
        if first in _DURATIONS and per_second and isinstance(kind, m.Integer | m.Number):
            yield Duration(path, per_second, isinstance(kind, m.Integer))


# -- failures ---------------------------------------------------------------------------------------------------------


def _failing(mapping: m.ErrorMapping, filled: dict[Path, Value]) -> Failing:
    crash, refusal = for_crash(mapping, filled), for_refusal(mapping, filled)
    return Failing(
        mapping,
        _failed(mapping, crash, FixedText(CRASH), filled) if crash is not None else None,
        crash.code if crash is not None else "",
        _failed(mapping, refusal, DuringCall.MESSAGE, filled) if refusal is not None else None,
        refusal.code if refusal is not None else "",
        _protocol(mapping),
    )


def _failed(mapping: m.ErrorMapping, error: StandIn, message: Value, filled: dict[Path, Value]) -> BuilderCall:
    values: dict[Path, Value] = {mapping.message.path: message, mapping.code.path: FixedText(error.code)}
    if mapping.remediation is not None and error.remediation:
        values[mapping.remediation.path] = FixedText(error.remediation)
    return _call(mapping.builder, values, filled)


def _protocol(mapping: m.ErrorMapping) -> ProtocolError | None:
    """The object whose number follows the code, if the message is next to it."""
    above, message = mapping.message.path[:-1], mapping.message.path[-1]
    fields = {path: field for path, field in _fields(mapping.builder.outcome.fields, ()) if path[:-1] == above}
    number = next((path[-1] for path, field in fields.items() if field.number_of is not None), "")
    data = next((path[-1] for path, field in fields.items() if m.is_object(field.type)), "")
    return ProtocolError(above, number, message, data) if number else None
