"""JSON-RPC numbers of error types, and fields that hold the number of an error code."""

from collections.abc import Iterator
from typing import TypeAlias

from sealwax.contract import model as m
from sealwax.contract.resolving.scope import Scope
from sealwax.contract.resolving.types import UNRESOLVED
from sealwax.contract.source import Node, child, key, width_of
from sealwax.diagnostics import Code
from sealwax.language.grammar.builders import BuilderDecl
from sealwax.language.grammar.catalogues import ErrorTypeDecl
from sealwax.language.grammar.envelope import EnvelopeDecl
from sealwax.language.grammar.types import FieldDecl
from sealwax.meaning.builder_plan import fields_of

RESERVED = range(-32768, -32000 + 1)
"""Reserved by JSON-RPC 2.0, except for the following."""
DEFINED = (-32700, -32600, -32601, -32602, -32603)
FOR_SERVERS = range(-32099, -32000 + 1)
RETIRED = -32002
"""The number for a missing resource in older revisions of the Model Context Protocol."""


def check_number(decl: ErrorTypeDecl, scope: Scope) -> None:
    """Report a number that JSON-RPC 2.0 reserves, and note one that MCP has retired."""
    number = decl.jsonrpc
    if number is None:
        return
    node = child(decl.node, "jsonrpc")
    if number in RESERVED and number not in DEFINED and number not in FOR_SERVERS:
        hint = "use -32700, -32600 to -32603, a server error from -32099 to -32000, or one outside -32768 to -32000"
        scope.error(Code.BAD_NUMBER, node, f"JSON-RPC 2.0 reserves {number} for future use", hint)
    if number == RETIRED:
        message = f"newer revisions of MCP no longer use {RETIRED}; they report a missing resource as -32602"
        hint = "keep it as long as clients of older revisions expect it"
        scope.report.note(Code.RETIRED_NUMBER, node.position, message, hint, width_of(node))


# -- fields with `number_of` ------------------------------------------------------------------------------------------


def read_numbering(decl: FieldDecl, own: m.Type, siblings: tuple[m.Field, ...], scope: Scope) -> m.Numbering | None:
    """Resolve `number_of`: the error code whose number the field holds."""
    if decl.number_of is None:
        return None
    node = child(decl.node, "number_of")
    if own is not UNRESOLVED and (not isinstance(own, m.Integer) or decl.readers_accept_null):
        hint = "write `type: integer`, without `| null` and `const`"
        scope.error(Code.BAD_NUMBER, key(decl.node, "number_of"), "`number_of` can only be used on an integer", hint)
        return None
    path = tuple(decl.number_of.split("."))
    steps = _steps(path, siblings, node, scope)
    codes = _codes(steps[-1], node, scope) if steps else None
    if codes is None:
        return None
    is_certain = all(each.required and not isinstance(each.type, m.Nullable) for each in steps)
    numbering = m.Numbering(path, codes, is_certain)
    if not numbering.numbers:
        scope.error(Code.BAD_NUMBER, node, "no error type has a number", "add `jsonrpc` to the error types")
    elif isinstance(own, m.Integer):
        _check_limits(own, numbering, node, scope)
    return numbering


def _steps(path: tuple[str, ...], siblings: tuple[m.Field, ...], node: Node, scope: Scope) -> tuple[m.Field, ...]:
    """The fields along the path to the code; empty if the path is invalid."""
    found: list[m.Field] = []
    for name in path:
        known = {field.name: field for field in (fields_of(found[-1].type) if found else siblings)}
        if name not in known:
            scope.unknown(Code.UNKNOWN_FIELD, node, "field", name, known)
            return ()
        found.append(known[name])
        if known[name].type is UNRESOLVED:
            return ()
        if known[name].default is not m.ABSENT:
            hint = "remove its default, and give one to the parameters of the builders instead"
            scope.error(Code.BAD_NUMBER, node, f"'{name}' has a default, which would have no number", hint)
    return tuple(found)


def _codes(field: m.Field, node: Node, scope: Scope) -> m.Enum | None:
    enum = m.enum_of(field.type)
    if enum is not None and enum.catalogue is m.Catalogue.ERROR_CODES:
        return enum
    hint = "write the path of a field of type `ErrorCode`, such as `data.code`"
    scope.error(Code.BAD_NUMBER, node, f"'{field.name}' is not an error code", hint)
    return None


def _check_limits(kind: m.Integer, numbering: m.Numbering, node: Node, scope: Scope) -> None:
    low, high = kind.minimum, kind.maximum
    for code, number in numbering.numbers.items():
        if (low is not None and number < low) or (high is not None and number > high):
            message = f"the limits of this field exclude {number}, the number of '{code}'"
            scope.error(Code.IMPOSSIBLE_BOUNDS, node, message, "widen the limits")
            return


def check_discriminator_number(envelope: m.Envelope, decl: EnvelopeDecl, scope: Scope) -> None:
    """Report a field with `number_of` whose value identifies the outcome."""
    for field in envelope.fields:
        if field.number_of is not None and isinstance(envelope.mark, m.Tag) and envelope.mark.field == field.name:
            node = key(decl.node, "fields", field.name, "number_of")
            message = f"'{field.name}' identifies the outcome, so it cannot be the number of a code"
            scope.error(Code.BAD_NUMBER, node, message, "identify the outcomes by another field")


# -- numbers that builders fill in ------------------------------------------------------------------------------------

Path: TypeAlias = tuple[str, ...]


def numbered(fields: tuple[m.Field, ...]) -> Iterator[tuple[Path, Path, bool]]:
    """For each field with `number_of`: its path, the path of the code, and whether every code has a number."""
    for path, numbering in _numberings(fields, ()):
        yield path, (*path[:-1], *numbering.path), numbering.is_total


def _numberings(fields: tuple[m.Field, ...], above: Path) -> Iterator[tuple[Path, m.Numbering]]:
    for field in fields:
        path = (*above, field.name)
        if field.number_of is not None:
            yield path, field.number_of
        yield from _numberings(fields_of(field.type), path)


def check_numbered(
    fields: tuple[m.Field, ...], parameters: tuple[m.Parameter, ...], decl: BuilderDecl, scope: Scope
) -> None:
    """Report arguments that could make a number disagree with its code: only the code may be given."""
    owner = child(decl.node, "parameters")
    given = {parameter.path: parameter for parameter in parameters}
    for path, numbering in _numberings(fields, ()):
        code = (*path[:-1], *numbering.path)
        if path in given:
            message = f"'{'.'.join(path)}' is the number of '{'.'.join(code)}', so no argument can fill it"
            node = child(owner, given[path].name, "into")
            scope.error(Code.BAD_PARAMETER, node, message, "remove it: the builder fills in the number")
        for parameter in parameters:
            for other in (each.path for each in parameter.sets if each.path in (path, code)):
                message = f"'{'.'.join(other)}' is a code or its number, which depends on the argument for the code"
                node = key(owner, parameter.name, "sets", ".".join(other))
                scope.error(Code.BAD_PARAMETER, node, message, "remove it")
        if code in given:
            _check_whole_objects({code[:end] for end in range(1, len(code))}, given, decl, scope)


def _check_whole_objects(objects: set[Path], given: dict[Path, m.Parameter], decl: BuilderDecl, scope: Scope) -> None:
    hint = "use a parameter for each of its other keys"
    for path in objects & given.keys():
        node = child(decl.node, "parameters", given[path].name, "into")
        message = f"'{'.'.join(path)}' contains a code and its number, so it cannot be given as a whole"
        scope.error(Code.BAD_PARAMETER, node, message, hint)
    if (decl.extra_keywords or "",) in objects:
        message = f"'{decl.extra_keywords}' contains a code and its number, so it cannot receive keyword arguments"
        scope.error(Code.BAD_PARAMETER, child(decl.node, "extra_keywords"), message, hint)
