"""The names that generated code declares at its top level: distinct, and none that it needs for itself."""

from collections.abc import Iterable, Iterator

from sealwax.contract.language import ContractDecl
from sealwax.contract.model import OutcomeName
from sealwax.contract.resolving.scope import Scope, child, key
from sealwax.contract.resolving.taken import NODE_MODULES, PYTHON_MODULES
from sealwax.contract.source import Node
from sealwax.diagnostics import Code
from sealwax.naming import camel, exception, pascal, plural

CONTRACT_ERROR = "ContractError"
CATALOGUES = {"error_types": "ErrorType", "error_codes": "ErrorCode", "warning_codes": "WarningCode"}


def check_names(decl: ContractDecl, scope: Scope) -> None:
    """Reports names that are taken: by another declaration, by what is made from one, or by generated code itself."""
    declared = list(_type_names(decl))
    scope.distinct(declared, "type")
    scope.distinct(((name, key(decl.node, "builders", name)) for name in decl.builders), "builder")
    scope.distinct(((plural(name), key(decl.node, "enums", name)) for name in decl.enums), "table")
    if decl.contract in PYTHON_MODULES | NODE_MODULES:
        message = f"a package called '{decl.contract}' would hide behind a module that Python or Node.js brings along"
        hint = f"choose another name, such as '{decl.contract}-contract'"
        scope.mistake(Code.RESERVED_NAME, child(decl.node, "contract"), message, hint)
    _check_exceptions(decl, scope)
    made = dict(_companions(decl))
    named = [(pascal(name), node) for name, node in declared]
    named += ((camel(name), key(decl.node, "builders", name)) for name in decl.builders)
    for name, node in named:
        if name in RESERVED:
            message = f"'{name}' is a name that generated code needs for itself"
            other = f"{decl.envelope.name}{name}" if name[:1].isupper() else camel(f"{decl.envelope.name}_{name}")
            scope.mistake(Code.RESERVED_NAME, node, message, f"choose another name, such as '{other}'")
        elif name in made:
            message = f"generated code has a '{name}' for '{made[name]}' already"
            scope.mistake(Code.RESERVED_NAME, node, message, "choose another name")


def _companions(decl: ContractDecl) -> Iterator[tuple[str, str]]:
    """The names that generated code makes beside a declared one, each with the name of that one."""
    enums = [*decl.enums, *(name for section, name in CATALOGUES.items() if getattr(decl, section) is not None)]
    for name, _node in _type_names(decl):
        yield f"{pascal(name)}Dict", name
        for prefix in ("validate", "is_valid", "is", "parse", "safe_parse"):
            yield camel(f"{prefix}_{name}"), name
        yield f"{camel(name)}Schema", name
    for name in enums:
        for suffix in ("Value", "Entry"):
            yield f"{pascal(name)}{suffix}", name
        yield plural(name), name
        yield f"{camel(name)}IsBelow", name
    for name in decl.builders:
        yield f"{pascal(name)}Options", name
    for name in _error_types(decl):
        yield exception(name), name


def _error_types(decl: ContractDecl) -> Iterable[str]:
    return decl.error_types.values if decl.error_types is not None else ()


def _check_exceptions(decl: ContractDecl, scope: Scope) -> None:
    """Reports error types whose exceptions would have the same name, or the name of what is above them all."""
    first = {CONTRACT_ERROR: ""}
    for name in _error_types(decl):
        spelt = exception(name)
        other = first.setdefault(spelt, name)
        if pascal(other) == pascal(name):
            continue  # itself, or a name that is reported as a duplicate
        node = key(decl.node, "error_types", "values", name)
        which = f"that of '{other}'" if other else "the exception above all others"
        message = f"the exception of '{name}' would be called '{spelt}', as {which} is"
        scope.mistake(Code.RESERVED_NAME, node, message, "choose another name")


RESERVED = frozenset(
    {
        # what the generated modules import or declare
        "Any", "Finding", "JsonObject", "JsonValue", "Literal", "Mapping", "NotRequired", "Retry", "Sequence",
        "StrEnum", "TypedDict", "UnsetType", "Payload",
        # what checks and reads values; there is a function for JSON text, so no type can be called that
        "InvalidResponse", "Json", "StandardSchemaV1", "ParseResult", "isValid", "parse", "parseJson",
        "safeParse", "safeParseJson", "validate",
        # the modules of a Python package, which are its attributes
        "builders", "enums", "envelope", "exceptions", "lookup", "parsing", "records", "spelling", "texts", "unset",
        "validation", "wire",
        # what becomes of codes
        CONTRACT_ERROR, "describe", "errors", "httpStatus", "isRetryable", "warningDetails",
        # what the languages bring along and generated code relies on
        "Array", "Exception", "False", "Map", "None", "Object", "Omit", "Partial", "Pick", "Promise", "Readonly",
        "Record", "Required", "Set", "String", "Symbol", "True", "TypeError", "ValueError",
    }
)  # fmt: skip


def _type_names(decl: ContractDecl) -> Iterator[tuple[str, Node]]:
    """Every name that becomes a class or type, with the place that declares it."""
    yield decl.envelope.name, child(decl.envelope.node, "name")
    for outcome, entry in ((OutcomeName.SUCCESS, decl.envelope.outcomes.success),
                           (OutcomeName.FAILURE, decl.envelope.outcomes.failure)):  # fmt: skip
        name = entry.name or decl.envelope.name + outcome.capitalize()
        yield name, child(entry.node, "name") if entry.name else child(decl.envelope.node, "name")
    for name in decl.types:
        yield name, key(decl.node, "types", name)
    for name in decl.enums:
        yield name, key(decl.node, "enums", name)
    for section, name in CATALOGUES.items():
        if getattr(decl, section) is not None:
            yield name, key(decl.node, section)
