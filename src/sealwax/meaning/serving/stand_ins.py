"""Codes for errors that no tool reports itself: a crash, input that is refused, and an error known by its type only."""

from collections.abc import Collection, Iterable
from itertools import chain

from msgspec import Struct

from sealwax.contract import model as m
from sealwax.meaning.builders.demands import demands
from sealwax.meaning.builders.parameters import Path, must_be_given
from sealwax.naming import words

TRY_LATER = "Try again later."
CORRECT = "Correct the input, then try again."
_BAD_INPUT = frozenset({"validation", "params", "input", "arguments"})
_SAYING_NOTHING = frozenset({"error", "exceeded", "failed", "failure"})
_STATUS_WORDS = {
    400: ("bad", "request"),
    401: ("unauthorized",),
    403: ("forbidden",),
    404: ("not", "found"),
    409: ("conflict",),
    410: ("gone",),
    429: ("too", "many", "requests"),
    503: ("service", "unavailable"),
    504: ("gateway", "timeout"),
}


class StandIn(Struct, frozen=True):
    """An error that needs only a message."""

    error_type: m.EnumValue
    code: str
    remediation: str
    """What to do about it; empty if the catalogue says it, or if the builder does not take it."""


def for_crash(mapping: m.ErrorMapping, filled: Collection[Path]) -> StandIn | None:
    """The error for a crash: its type is called internal, has the number -32603, or has the HTTP status 500.

    `filled`: the paths of fields that the server fills in. The failure has to need nothing else but a message.
    """
    kinds = mapping.types.values
    called = (each for each in kinds if "internal" in words(each.value))
    numbered = (each for each in kinds if each.jsonrpc == -32603)
    by_status = (each for each in kinds if each.http == 500)
    return _first(mapping, chain(called, numbered, by_status), {"internal"}, filled, TRY_LATER)


def for_refusal(mapping: m.ErrorMapping, filled: Collection[Path]) -> StandIn | None:
    """The error for input that is refused: its type is called so, has the number -32602, or the status 422 or 400."""
    kinds = mapping.types.values
    called = (each for each in kinds if _BAD_INPUT.intersection(words(each.value)))
    numbered = (each for each in kinds if each.jsonrpc == -32602)
    by_status = (each for status in (422, 400) for each in kinds if each.http == status)
    return _first(mapping, chain(called, numbered, by_status), {*_BAD_INPUT, "invalid"}, filled, CORRECT)


def general_code(mapping: m.ErrorMapping, kind: m.EnumValue, names: Collection[str] = ()) -> str:
    """The code for any error of a type: the usual one of several, or the only one. Empty if that is a special case.

    A code with facts of its own is a special case, unless its name says no more than the type or the HTTP status:
    `RATE_LIMIT_EXCEEDED`, `FORBIDDEN`.
    `names`: a code with one of these words will do, too.
    """
    own = [each.value for each in mapping.codes.by_class.get(kind.value, ())]
    if len(own) != 1:
        return kind.usual_code or next((each for each in own if set(names).intersection(words(each))), "")
    said = {*words(kind.value), *_SAYING_NOTHING, *_STATUS_WORDS.get(kind.http or 0, ())}
    more = set(words(own[0])) - said
    has_facts = any(each.context for each in mapping.factories if each.value.value == own[0])
    return "" if has_facts and more else own[0]


def _first(
    mapping: m.ErrorMapping,
    kinds: Iterable[m.EnumValue],
    names: Collection[str],
    filled: Collection[Path],
    remediation: str,
) -> StandIn | None:
    for kind in kinds:
        code = general_code(mapping, kind, names)
        if code and _is_enough(mapping, {kind.value, code}, filled):
            return StandIn(kind, code, remediation if takes_remediation(mapping, code) else "")
    return None


def _is_enough(mapping: m.ErrorMapping, reasons: set[str], filled: Collection[Path]) -> bool:
    """Whether the builder needs only a message and a code, given the error type and the code."""
    given = {mapping.message.path, mapping.code.path, *filled}
    needed = any(must_be_given(each) and each.path not in given for each in mapping.builder.parameters)
    return not needed and not any(reasons.intersection(each.values) for each in demands(mapping.builder))


def takes_remediation(mapping: m.ErrorMapping, code: str) -> bool:
    """Whether the builder takes a remediation, and the catalogue has none for the code."""
    described = mapping.builder.described
    return mapping.remediation is not None and (described is None or code not in described.remediations)
