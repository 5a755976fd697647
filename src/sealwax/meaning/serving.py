"""Serving: what a server does about every call, and the codes for a crash and for arguments that are wrong."""

from collections.abc import Collection, Iterable, Iterator
from itertools import chain

from msgspec import Struct

from sealwax.contract import model as m
from sealwax.meaning.builder_sources import Path, must_be_given
from sealwax.meaning.demands import demands
from sealwax.naming import words

CRASH = "The tool failed. The server has logged the reason."
"""The message of a failure that no tool expected."""
REMEDIES = {"internal": "Try again later.", "bad_input": "Correct the arguments, then call the tool again."}
"""What to do about the failures that a server makes by itself, if the catalogue does not say it."""
_REQUEST_IDS = (("request", "id"), ("correlation", "id"))
_DURATIONS = {"duration", "elapsed", "took"}
_UNITS = {"ms": 1000, "millis": 1000, "milliseconds": 1000, "s": 1, "sec": 1, "secs": 1, "seconds": 1}
_LONGEST_ID = 36


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


class Failing(Struct, frozen=True):
    """How a server responds to what no tool expects. A code is empty if the contract has none, or if it needs facts."""

    mapping: m.ErrorMapping
    internal: str
    """The code for a crash."""
    bad_input: str
    """The code for arguments that are wrong."""
    protocol: ProtocolError | None

    def remedy(self, kind: str) -> str:
        """The remediation for a crash (`internal`) or wrong arguments (`bad_input`), if the builder takes one."""
        described, code = self.mapping.builder.described, self.internal if kind == "internal" else self.bad_input
        is_known = described is not None and code in described.remediations
        return REMEDIES[kind] if self.mapping.remediation is not None and not is_known else ""


class Serving(Struct, frozen=True):
    """What a server does with the result of a tool."""

    builder: m.Builder | None
    """The builder of the success around a payload; None if a tool returns the response itself."""
    payload: m.Parameter | None
    others: tuple[m.Parameter, ...]
    """What else the builder has to be given."""
    shapes: tuple[tuple[str, ...], ...]
    """The keys that every response of an outcome has: an object with all of them is a response, and no payload."""
    failing: Failing | None
    request_id: RequestId | None
    duration: Duration | None


def serving(contract: m.Contract) -> Serving:
    fields = tuple(_common(contract.envelope))
    request_id, duration = next(_request_ids(fields), None), next(_durations(fields), None)
    filled = {each.path for each in (request_id, duration) if each is not None}
    found = (_payload(each) for each in contract.builders if each.outcome.outcome is m.OutcomeName.SUCCESS)
    builder, payload = next(((each, taken) for each, taken in found if taken is not None), (None, None))
    needed = (each for each in builder.parameters if must_be_given(each) and each != payload) if builder else ()
    return Serving(
        builder,
        payload,
        tuple(each for each in needed if each.path not in filled),
        tuple(dict.fromkeys(filter(None, map(_required, contract.envelope.outcomes)))),
        _failing(contract.error_mapping, filled) if contract.error_mapping is not None else None,
        request_id,
        duration,
    )


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
            longest, shortest = kind.max_length or _LONGEST_ID, kind.min_length or 0
            if shortest <= _LONGEST_ID <= longest:
                yield RequestId(path, field.level is not m.Level.MAY)


def _durations(fields: tuple[tuple[Path, m.Field], ...]) -> Iterator[Duration]:
    for path, field in fields:
        kind, (first, *unit) = m.bare(field.type), words(field.name) or ("",)
        per_second = _UNITS.get(unit[0]) if len(unit) == 1 else None
        if first in _DURATIONS and per_second and isinstance(kind, m.Integer | m.Number):
            yield Duration(path, per_second, isinstance(kind, m.Integer))


# -- failures ---------------------------------------------------------------------------------------------------------


def _failing(mapping: m.ErrorMapping, filled: set[Path]) -> Failing:
    return Failing(mapping, internal_code(mapping, filled), bad_input_code(mapping, filled), _protocol(mapping))


def internal_code(mapping: m.ErrorMapping, filled: Collection[Path] = ()) -> str:
    """The code for a crash: one whose error type is called so, has the number -32603, or has the HTTP status 500.

    `filled`: the paths of fields that the server fills in. The failure has to need nothing else but a message.
    """
    kinds = mapping.types.values
    called = (each for each in kinds if "internal" in words(each.value))
    numbered = (each for each in kinds if each.jsonrpc == -32603)
    by_status = (each for each in kinds if each.http == 500)
    return _code(mapping, chain(called, numbered, by_status), {"internal"}, filled)


def bad_input_code(mapping: m.ErrorMapping, filled: Collection[Path] = ()) -> str:
    """The code for arguments that are wrong: one whose type is called so, has the number -32602, or 422 or 400."""
    kinds, names = mapping.types.values, {"validation", "params", "input", "arguments"}
    called = (each for each in kinds if names.intersection(words(each.value)))
    numbered = (each for each in kinds if each.jsonrpc == -32602)
    by_status = (each for status in (422, 400) for each in kinds if each.http == status)
    return _code(mapping, chain(called, numbered, by_status), {*names, "invalid"}, filled)


def _code(mapping: m.ErrorMapping, kinds: Iterable[m.EnumValue], names: set[str], filled: Collection[Path]) -> str:
    for kind in kinds:
        own = [each.value for each in mapping.codes.values if each.classified_as == kind.value]
        called = [each for each in own if names.intersection(words(each))]
        code = kind.usual_code or next(iter(called), own[0] if len(own) == 1 else "")
        if code and _is_enough(mapping, {kind.value, code}, filled):
            return code
    return ""


def _is_enough(mapping: m.ErrorMapping, reasons: set[str], filled: Collection[Path]) -> bool:
    """Whether the builder needs only a message and a code, given the error type and the code."""
    given = {mapping.message.path, mapping.code.path, *filled}
    needed = any(must_be_given(each) and each.path not in given for each in mapping.builder.parameters)
    return not needed and not any(reasons.intersection(each.values) for each in demands(mapping))


def _protocol(mapping: m.ErrorMapping) -> ProtocolError | None:
    """The object whose number follows the code, if the message is next to it."""
    above, message = mapping.message.path[:-1], mapping.message.path[-1]
    fields = {path: field for path, field in _fields(mapping.builder.outcome.fields, ()) if path[:-1] == above}
    number = next((path[-1] for path, field in fields.items() if field.number_of is not None), "")
    data = next((path[-1] for path, field in fields.items() if m.is_object(field.type)), "")
    return ProtocolError(above, number, message, data) if number else None
