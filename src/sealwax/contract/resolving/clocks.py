"""Clocks of builders: the fields that they fill, and what examples say that they show."""

from sealwax.contract.model import Clock, Field, Integer, Outcome, Parameter, Readings, Reference, String, Text, Type
from sealwax.contract.resolving.envelope import field_at
from sealwax.contract.resolving.scope import Scope, child, key
from sealwax.contract.source import Node
from sealwax.diagnostics import Code
from sealwax.language.grammar import BuilderDecl, BuilderExampleDecl, ClockDecl
from sealwax.meaning.builder_plan import bare
from sealwax.meaning.interpreter import is_valid
from sealwax.naming import pascal
from sealwax.patterns import parse_pattern

ARGUMENTS = ("started", "clock")
"""What the function of a builder with a clock takes besides its parameters."""
MOMENT = "2024-02-26T10:30:45.123Z"
SPELLING = parse_pattern(r"^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\.[0-9]{3}Z$")


def read_clock(decl: BuilderDecl, outcome: Outcome, parameters: tuple[Parameter, ...], scope: Scope) -> Clock | None:
    if decl.clock is None:
        return None
    if decl.clock.now is None and decl.clock.elapsed is None:
        scope.mistake(Code.BAD_CLOCK, decl.clock.node, "the clock fills nothing", "write `now`, `elapsed` or both")
    for name in decl.parameters:
        if pascal(name).casefold() in {pascal(word).casefold() for word in ARGUMENTS}:
            message = f"a builder with a clock has an argument '{name}' already"
            scope.mistake(Code.BAD_CLOCK, key(decl.node, "parameters", name), message, "choose another name")
    now = _path(decl.clock.now, "now", decl.clock, outcome, parameters, scope)
    elapsed = _path(decl.clock.elapsed, "elapsed", decl.clock, outcome, parameters, scope)
    return Clock(now, elapsed)


def _path(
    text: str | None, word: str, decl: ClockDecl, outcome: Outcome, parameters: tuple[Parameter, ...], scope: Scope
) -> tuple[str, ...]:
    if text is None:
        return ()
    node, path = child(decl.node, word), tuple(text.split("."))
    field = field_at(outcome.fields, path, node, scope)
    if field is None:
        return ()
    _check_type(field, word, node, scope)
    for parameter in parameters:
        if path == parameter.path or any(path == other.path for other in parameter.sets):
            message = f"'{parameter.name}' fills '{text}', so the clock cannot"
            scope.mistake(Code.BAD_CLOCK, node, message, "leave one of them out")
    return path


def _check_type(field: Field, word: str, node: Node, scope: Scope) -> None:
    kind = bare(field.type)
    if word == "elapsed" and not (isinstance(kind, Integer) and is_valid(kind, 0)):
        hint = "write `type: integer` and at most `min: 0`"
        scope.mistake(Code.BAD_CLOCK, node, f"'{field.name}' cannot hold any number of milliseconds", hint)
    if word == "now" and not (_is_string(kind) and is_valid(kind, MOMENT)):
        hint = "write `type: string` and `format: date-time`"
        scope.mistake(Code.BAD_CLOCK, node, f"'{field.name}' cannot hold a date and time such as {MOMENT}", hint)


def _is_string(kind: Type) -> bool:
    return isinstance(kind, String) or (isinstance(kind, Reference) and isinstance(kind.target, Text))


def read_readings(entry: BuilderExampleDecl, clock: Clock | None, scope: Scope) -> Readings:
    """What the clock of an example shows: all that the builder asks it for, and nothing else."""
    given = {"now": entry.now, "elapsed": entry.elapsed}
    asked = {"now": bool(clock and clock.now), "elapsed": bool(clock and clock.elapsed)}
    for word, value in given.items():
        if value is None and asked[word]:
            hint = f'add `now: "{MOMENT}"`' if word == "now" else "add `elapsed: 0`"
            scope.mistake(Code.MISSING_KEY, entry.node, f"the example does not say `{word}`, which a clock fills", hint)
        elif value is not None and not asked[word]:
            message = f"no clock of this builder fills in `{word}`"
            scope.mistake(Code.BAD_CLOCK, key(entry.node, word), message, "leave it out, or add `clock` to the builder")
    if entry.now is not None and not SPELLING.matches(entry.now):
        message, hint = "a clock is read in UTC with milliseconds", f"write it as {MOMENT}"
        scope.mistake(Code.BAD_CLOCK, child(entry.node, "now"), message, hint)
    return Readings(entry.now or "", entry.elapsed or 0)
