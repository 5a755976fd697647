"""JSON-RPC numbers: which ones an error type may have, and the code that an integer field is the number of."""

from collections.abc import Iterator
from typing import TypeAlias

from sealwax.contract.model import (
    ABSENT,
    Catalogue,
    Enum,
    Envelope,
    Field,
    Integer,
    Nullable,
    Numbering,
    Parameter,
    Record,
    Reference,
    Tag,
    Type,
)
from sealwax.contract.resolving.scope import Scope, child, key, width_of
from sealwax.contract.resolving.types import UNRESOLVED
from sealwax.contract.source import Node
from sealwax.diagnostics import Code
from sealwax.language.grammar import BuilderDecl, EnvelopeDecl, ErrorTypeDecl, FieldDecl

RESERVED = range(-32768, -32000 + 1)
"""What JSON-RPC 2.0 keeps to itself, but for those below."""
DEFINED = (-32700, -32600, -32601, -32602, -32603)
FOR_SERVERS = range(-32099, -32000 + 1)
RETIRED = -32002
"""A resource that is not found, in older revisions of the Model Context Protocol."""


def check_number(decl: ErrorTypeDecl, scope: Scope) -> None:
    """Reports a number that JSON-RPC 2.0 gives to nobody, and notes one that is on its way out."""
    number = decl.jsonrpc
    if number is None:
        return
    node = child(decl.node, "jsonrpc")
    if number in RESERVED and number not in DEFINED and number not in FOR_SERVERS:
        hint = "use -32700, -32600 to -32603, a server's own from -32099 to -32000, or one beyond -32768 to -32000"
        scope.mistake(Code.BAD_NUMBER, node, f"JSON-RPC 2.0 reserves {number} for its own future", hint)
    if number == RETIRED:
        message = f"newer revisions of MCP retire {RETIRED}: a resource that is not found gets -32602 there"
        hint = "keep it while clients of older revisions expect it"
        scope.report.note(Code.RETIRED_NUMBER, node.position, message, hint, width_of(node))


# -- the code that a number belongs to --------------------------------------------------------------------------------


def read_numbering(decl: FieldDecl, own: Type, siblings: tuple[Field, ...], scope: Scope) -> Numbering | None:
    """The code that a field is the number of."""
    if decl.number_of is None:
        return None
    node = child(decl.node, "number_of")
    if own is not UNRESOLVED and (not isinstance(own, Integer) or decl.readers_accept_null):
        hint = "write `type: integer`, without null and without a constant"
        scope.mistake(Code.BAD_NUMBER, key(decl.node, "number_of"), "only an integer is the number of a code", hint)
        return None
    path = tuple(decl.number_of.split("."))
    steps = _steps(path, siblings, node, scope)
    codes = _codes(steps[-1], node, scope) if steps else None
    if codes is None:
        return None
    is_certain = all(each.required and not isinstance(each.type, Nullable) for each in steps)
    numbering = Numbering(path, codes, is_certain)
    if not numbering.numbers:
        scope.mistake(Code.BAD_NUMBER, node, "no error type has a number", "give error types their `jsonrpc`")
    elif isinstance(own, Integer):
        _check_limits(own, numbering, node, scope)
    return numbering


def _steps(path: tuple[str, ...], siblings: tuple[Field, ...], node: Node, scope: Scope) -> tuple[Field, ...]:
    """The fields on the way to the code, or none when the way leads nowhere."""
    found: list[Field] = []
    for name in path:
        known = {field.name: field for field in (_fields_of(found[-1].type) if found else siblings)}
        if name not in known:
            scope.unknown(Code.UNKNOWN_FIELD, node, "field", name, known)
            return ()
        found.append(known[name])
        if known[name].type is UNRESOLVED:
            return ()
        if known[name].default is not ABSENT:
            hint = "leave out its default, and give one to the parameters of builders"
            scope.mistake(Code.BAD_NUMBER, node, f"'{name}' has a default, which has no number", hint)
    return tuple(found)


def _codes(field: Field, node: Node, scope: Scope) -> Enum | None:
    kind = field.type
    if isinstance(kind, Reference) and isinstance(kind.target, Enum) and kind.target.catalogue is Catalogue.ERROR_CODES:
        return kind.target
    hint = "`number_of` leads to a field of type `ErrorCode`, as `data.code`"
    scope.mistake(Code.BAD_NUMBER, node, f"'{field.name}' is not an error code", hint)
    return None


def _fields_of(kind: Type) -> tuple[Field, ...]:
    inner = kind.inner if isinstance(kind, Nullable) else kind
    return inner.target.fields if isinstance(inner, Reference) and isinstance(inner.target, Record) else ()


def _check_limits(kind: Integer, numbering: Numbering, node: Node, scope: Scope) -> None:
    low, high = kind.minimum, kind.maximum
    for code, number in numbering.numbers.items():
        if (low is not None and number < low) or (high is not None and number > high):
            message = f"the limits of this field leave out {number}, which is the number of '{code}'"
            scope.mistake(Code.IMPOSSIBLE_BOUNDS, node, message, "widen the limits")
            return


def refuse_numbered_marks(envelope: Envelope, decl: EnvelopeDecl, scope: Scope) -> None:
    """Reports a field that cannot be the number of a code, because its value tells success from failure."""
    for field in envelope.fields:
        if field.number_of is not None and isinstance(envelope.mark, Tag) and envelope.mark.field == field.name:
            node = key(decl.node, "fields", field.name, "number_of")
            message = f"'{field.name}' tells success from failure, so no code can give its number"
            scope.mistake(Code.BAD_NUMBER, node, message, "mark the outcomes by another field")


# -- numbers that builders fill in ------------------------------------------------------------------------------------

Path: TypeAlias = tuple[str, ...]


def numbered(fields: tuple[Field, ...]) -> Iterator[tuple[Path, Path, bool]]:
    """The places of numbers, each with the place of its code, and whether every code has a number."""
    for path, numbering in _numberings(fields, ()):
        yield path, (*path[:-1], *numbering.path), numbering.is_total


def _numberings(fields: tuple[Field, ...], above: Path) -> Iterator[tuple[Path, Numbering]]:
    for field in fields:
        path = (*above, field.name)
        if field.number_of is not None:
            yield path, field.number_of
        yield from _numberings(_fields_of(field.type), path)


def check_numbered(
    fields: tuple[Field, ...], parameters: tuple[Parameter, ...], decl: BuilderDecl, scope: Scope
) -> None:
    """Reports what could part a number from its code: the code comes from one argument, the number from the code."""
    owner = child(decl.node, "parameters")
    given = {parameter.path: parameter for parameter in parameters}
    for path, numbering in _numberings(fields, ()):
        code = (*path[:-1], *numbering.path)
        if path in given:
            message = f"'{'.'.join(path)}' is the number of '{'.'.join(code)}', so no argument fills it"
            node = child(owner, given[path].name, "into")
            scope.mistake(Code.BAD_PARAMETER, node, message, "leave it out: the builder knows the number")
        for parameter in parameters:
            for other in (each.path for each in parameter.sets if each.path in (path, code)):
                message = f"'{'.'.join(other)}' is a code or its number, which only an argument for the code decides"
                node = key(owner, parameter.name, "sets", ".".join(other))
                scope.mistake(Code.BAD_PARAMETER, node, message, "leave it out")
        if code in given:
            _check_wholes({code[:end] for end in range(1, len(code))}, given, decl, scope)


def _check_wholes(objects: set[Path], given: dict[Path, Parameter], decl: BuilderDecl, scope: Scope) -> None:
    hint = "give its other keys one by one"
    for path in objects & given.keys():
        node = child(decl.node, "parameters", given[path].name, "into")
        message = f"'{'.'.join(path)}' holds a code and its number, so it cannot be given as a whole"
        scope.mistake(Code.BAD_PARAMETER, node, message, hint)
    if (decl.extra_keywords or "",) in objects:
        message = f"'{decl.extra_keywords}' holds a code and its number, so it takes no keywords"
        scope.mistake(Code.BAD_PARAMETER, child(decl.node, "extra_keywords"), message, hint)
