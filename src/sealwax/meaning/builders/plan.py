"""What a builder does, key by key: five rules, which the interpreter runs and each language prints.

1. A required argument is written as it is; any other argument that is null or an empty text, list or object is not
   given, in Python and TypeScript alike (0 and false are values).
2. A key gets the first of these: its argument, what another argument `sets`, what the catalogue says about the code,
   its default; without any of them it is left out (or null, if it is required and may be null).
3. An object is written if it is required or one of its keys is given, with its constants and defaults; an argument for
   the whole object is merged over it, as the caller wrote it, null included.
4. The code in the response decides type, number, message and remediation where they are not given; a type without a
   code takes its usual code (only where a code would be written anyway: it is not `may`, or has a default).
5. The caller wins: an error builder writes what it is told and logs a contradiction; a success builder refuses what can
   never be valid.

Each class shows what it becomes in Python.
"""

from collections.abc import Iterable, Iterator, Sequence
from enum import Enum
from typing import TypeAlias

from msgspec import Struct

from sealwax.contract import model as m
from sealwax.meaning.builders.demands import Demand
from sealwax.meaning.builders.parameters import Path

# -- where a value comes from -----------------------------------------------------------------------------------------


class Argument(Struct, frozen=True):
    """`if request_id: wire["request_id"] = request_id`; a required one: `"summary": summary`."""

    parameter: m.Parameter
    is_certain: bool
    """Whether it is written as it is."""


class Assigned(Struct, frozen=True):
    """`if content_fidelity: wire["content_fidelity_schema_version"] = "1.0"`"""

    by: Argument
    value: m.Json


class Fact(Enum):
    """What the catalogue says about a code."""

    CLASS = "its error type or severity"
    NUMBER = "its JSON-RPC number"
    MESSAGE = "its message or description"
    REMEDIATION = "its remediation"


class OfCode(Struct, frozen=True):
    """`_ERROR_TYPE_OF.get(code)`, `_JSONRPC_OF.get(code)`, `_REMEDIATION_OF.get(code)`, `_DESCRIPTION_OF.get(code)`"""

    fact: Fact
    code: Path
    codes: m.Enum
    table: dict[str, m.Json]
    otherwise: str = ""
    """A required message is never empty: `or code or "The operation failed."`."""


class UsualCode(Struct, frozen=True):
    """`_USUAL_CODE_OF.get(kind) if kind else "INTERNAL_ERROR"`: the code where only the type of an error is given."""

    kind: "Known"
    table: dict[str, str]
    default: str
    """Without a type: a default does not stand beside a type that contradicts it. Empty if there is none."""


class Reading(Enum):
    """`clock.utc_text()`, `clock.milliseconds_since(started)`"""

    NOW = "now"
    ELAPSED = "elapsed"


class Constant(Struct, frozen=True):
    """`"version": "response-v2"`"""

    value: m.Json


Source: TypeAlias = Argument | Assigned | OfCode | UsualCode | Reading | Constant


def is_certain(source: Source) -> bool:
    """Whether it always has a value, so that nothing after it counts."""
    match source:
        case Argument(is_certain=certain) | Assigned(Argument(is_certain=certain)):
            return certain
        case OfCode(otherwise=otherwise):
            return bool(otherwise)
        case UsualCode():
            return False
        case Reading() | Constant():
            return True


# -- what is written --------------------------------------------------------------------------------------------------


class Merged(Struct, frozen=True):
    """`{**data, **fields}`: what the caller gives for an object as a whole."""

    argument: Argument | None
    has_keywords: bool
    """Whether keyword arguments that are no parameters are part of it."""


class Known(Struct, frozen=True):
    """`given_data.get("error_code") or error_code`: what the caller, or a default, says is at a path."""

    path: Path
    merged: Merged | None
    """What is merged over the object around it: its key comes first."""
    sources: tuple[Source, ...]


class Key(Struct, frozen=True):
    """`"error_type": error_type or _ERROR_TYPE_OF.get(code, "internal")`: the first source that has a value."""

    path: Path
    sources: tuple[Source, ...]

    @property
    def is_certain(self) -> bool:
        return is_certain(self.sources[-1])

    @property
    def arguments(self) -> tuple[Argument, ...]:
        """The arguments that write here when they are given."""
        found = (each.by if isinstance(each, Assigned) else each for each in self.sources)
        return _each_once(each for each in found if isinstance(each, Argument))


class Object(Struct, frozen=True):
    """`wire_meta = {"version": …}; …; wire_meta.update(meta)`, if it is required or one of its keys is given."""

    path: Path
    members: tuple["Key | Object", ...]
    is_certain: bool
    """Whether it is always written; else: `if trace_id:`, or any other of its arguments."""
    merged: Merged | None
    otherwise: m.Json | m.Absent
    """What is written without it: null, or no key."""

    @property
    def arguments(self) -> tuple[Argument, ...]:
        """The arguments that make it when they are given."""
        own = self.merged.argument if self.merged is not None else None
        return _each_once((*(each for member in self.members for each in member.arguments), *((own,) if own else ())))


def _each_once(arguments: Iterable[Argument]) -> tuple[Argument, ...]:
    return tuple({each.parameter.name: each for each in arguments}.values())


# -- what cannot be valid: a success builder refuses it, an error builder logs it -------------------------------------


class Empty(Struct, frozen=True):
    """`if not summary: raise ValueError("summary must not be empty")`"""

    argument: Argument


class Unlisted(Struct, frozen=True):
    """`if code not in _ERROR_CODES: _log.warning(f"{code!r} is not a valid ErrorCode")`"""

    argument: Argument
    enum: m.Enum


class Changed(Struct, frozen=True):
    """`if given_meta.get("version", "response-v2") != "response-v2": …`: another constant."""

    path: Path
    merged: Merged
    """What the caller gives for the object around it."""
    value: str | int | float | bool


class Contradicted(Struct, frozen=True):
    """`if _ERROR_TYPE_OF.get(code, wire["error_type"]) != wire["error_type"]: …`: the catalogue says otherwise."""

    path: Path
    source: OfCode


class Missing(Struct, frozen=True):
    """`if "error_type" not in wire: …`: it is required, and no code in the catalogue determines it."""

    path: Path


Check: TypeAlias = Empty | Unlisted | Changed | Contradicted | Missing


class Plan(Struct, frozen=True):
    """`provided` first, then the codes, the members of the response, and the checks."""

    provided: tuple[Argument, ...]
    """`if not request_id: request_id = defaults.request_id()`"""
    codes: dict[Path, Known]
    """`code = …`: the codes that other keys depend on."""
    members: tuple[Key | Object, ...]
    checks: tuple[Check, ...]
    undetermined: frozenset[Path]
    """The required keys that may lack a value, because no code in the catalogue has one."""
    demands: tuple[Demand, ...]
    """What a response must have because of its code or error type: an error function requires it, a builder logs it."""
    refuses: bool
    """Whether the checks raise an exception: those of a success builder do."""

    @property
    def keys(self) -> Iterator[Key]:
        return (each for each in within(self.members) if isinstance(each, Key))

    @property
    def objects(self) -> Iterator[Object]:
        """All objects, each before those within it."""
        return (each for each in within(self.members) if isinstance(each, Object))

    def is_asked_for(self, key: Key) -> bool:
        """Whether a key holds a code that other keys depend on: a text, or nothing at all."""
        fixed = (each.value for each in key.sources if isinstance(each, Assigned))
        given = key.sources[0].parameter.field.type if isinstance(key.sources[0], Argument) else None
        can_be_null = isinstance(given, m.Nullable) and is_certain(key.sources[0])
        return key.path in self.codes and not can_be_null and all(map(bool, fixed))

    @property
    def sources(self) -> Iterator[Source]:
        return (source for key in self.keys for source in key.sources)


def within(members: Sequence[Key | Object]) -> Iterator[Key | Object]:
    """The members, each followed by those within it."""
    for member in members:
        yield member
        if isinstance(member, Object):
            yield from within(member.members)
