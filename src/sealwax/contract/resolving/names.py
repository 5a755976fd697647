"""The names that generated code declares at its top level: distinct, and none that it needs for itself."""

from collections.abc import Iterable, Iterator

from sealwax.contract.model import OutcomeName
from sealwax.contract.resolving.reserved_packages import NODE_MODULES, PYTHON_MODULES
from sealwax.contract.resolving.scope import Scope, child, key
from sealwax.contract.source import Node
from sealwax.diagnostics import Code
from sealwax.language.grammar import ContractDecl, EnvelopeDecl
from sealwax.naming import camel, exception, pascal, plural

CONTRACT_ERROR = "ContractError"
CATALOGUES = {"error_types": "ErrorType", "error_codes": "ErrorCode", "warning_codes": "WarningCode"}


def check_names(decl: ContractDecl, scope: Scope) -> None:
    """Reports names that are taken: by another declaration, by what is made from one, or by generated code itself."""
    declared = list(_type_names(decl))
    scope.distinct(declared, "type")
    functions = list(_function_names(decl))
    scope.distinct(functions, "function")
    scope.distinct(((plural(name), key(decl.node, "enums", name)) for name in decl.enums), "table")
    if decl.contract in PYTHON_MODULES | NODE_MODULES:
        message = f"a package called '{decl.contract}' would hide behind a module that Python or Node.js brings along"
        hint = f"choose another name, such as '{decl.contract}-contract'"
        scope.mistake(Code.RESERVED_NAME, child(decl.node, "contract"), message, hint)
    scope.distinct(_schema_files(decl), "JSON Schema of")
    _check_exceptions(decl, scope)
    made, own = dict(_companions(decl)), _own_names(decl)
    named = [(pascal(name), node) for name, node in declared]
    named += ((camel(name), node) for name, node in functions)
    for name, node in named:
        if name in RESERVED or name in own:
            message = f"'{name}' is a name that generated code needs for itself"
            other = f"{decl.envelope.name}{name}" if name[:1].isupper() else camel(f"{decl.envelope.name}_{name}")
            scope.mistake(Code.RESERVED_NAME, node, message, f"choose another name, such as '{other}'")
        elif name in made:
            message = f"generated code has a '{name}' for '{made[name]}' already"
            scope.mistake(Code.RESERVED_NAME, node, message, "choose another name")


def _schema_files(decl: ContractDecl) -> Iterator[tuple[str, Node]]:
    """What JSON Schemas are named after, but for the envelope's, whose name no record that stands alone may have."""
    for name, record in decl.types.items():
        if record.standalone:
            yield name, key(decl.node, "types", name)
    for name in decl.tools:
        yield name, key(decl.node, "tools", name)


def _companions(decl: ContractDecl) -> Iterator[tuple[str, str]]:
    """The names that generated code makes beside a declared one, each with the name of that one."""
    enums = [*decl.enums, *(name for section, name in CATALOGUES.items() if getattr(decl, section) is not None)]
    for name, _node in _type_names(decl):
        yield f"{pascal(name)}Dict", name
        for prefix in ("validate", "is_valid", "is", "parse", "safe_parse"):
            yield camel(f"{prefix}_{name}"), name
        yield f"{camel(name)}Schema", name
    for name, _node in _outcome_names(decl.envelope) or [(decl.envelope.name, decl.node)]:
        yield f"Parsed{pascal(name)}", name
        if decl.extends and decl.tools:
            yield f"{pascal(name)}Of", name
            yield f"Parsed{pascal(name)}Of", name
    for tool in decl.tools:
        for prefix in ("parse_json", "safe_parse_json"):
            yield camel(f"{prefix}_{pascal(tool)}{decl.envelope.name}"), pascal(tool) + decl.envelope.name
    for name in enums:
        for suffix in ("Value", "Entry"):
            yield f"{pascal(name)}{suffix}", name
        yield plural(name), name
        yield f"{camel(name)}IsBelow", name
    for name, _node in _function_names(decl):
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
        "Any", "Finding", "JsonObject", "JsonValue", "Literal", "Mapping", "NotRequired", "ReadOnly", "Retry",
        "Sequence", "StrEnum", "TypedDict", "UnsetType", "Payload", "PayloadT",
        # what checks and reads values; there is a function for JSON text, so no type can be called that
        "InvalidResponse", "Json", "StandardSchemaV1", "ParseResult", "isValid", "parse", "parseJson",
        "safeParse", "safeParseJson", "validate",
        # the modules of a Python package, which are its attributes
        "builders", "enums", "envelope", "exceptions", "lookup", "merging", "parsing", "records", "spelling", "texts",
        "unset", "validation", "wire",
        # what becomes of codes
        CONTRACT_ERROR, "describe", "errors", "httpStatus", "isRetryable", "jsonrpcNumber", "warningDetails",
        # what the languages bring along and generated code relies on
        "Array", "Exception", "False", "Map", "None", "Object", "Omit", "Partial", "Pick", "Promise", "Readonly",
        "Record", "Required", "Set", "String", "Symbol", "True", "TypeError", "ValueError",
    }
)  # fmt: skip


def _own_names(decl: ContractDecl) -> set[str]:
    """What generated code needs only for some contracts."""
    has_clock = any(builder.clock is not None for builder in decl.builders.values())
    clock = {"Clock", "clock", "systemClock"} if has_clock else set()
    return clock | ({"IssueCollector", "partial", "retryableIssues"} if decl.partial is not None else set())


def _function_names(decl: ContractDecl) -> Iterator[tuple[str, Node]]:
    """Every name that becomes a function, with the place that declares it."""
    for name in decl.builders:
        yield name, key(decl.node, "builders", name)
    if decl.merging is not None:
        yield decl.merging.name, child(decl.merging.node, "name")


def _outcome_names(decl: EnvelopeDecl) -> list[tuple[str, Node]]:
    if decl.outcomes is None:
        return []
    cases = ((OutcomeName.SUCCESS, decl.outcomes.success), (OutcomeName.FAILURE, decl.outcomes.failure))
    return [
        (entry.name, child(entry.node, "name"))
        if entry.name
        else (decl.name + outcome.capitalize(), child(decl.node, "name"))
        for outcome, entry in cases
    ]


def _type_names(decl: ContractDecl) -> Iterator[tuple[str, Node]]:
    """Every name that becomes a class or type, with the place that declares it."""
    yield decl.envelope.name, child(decl.envelope.node, "name")
    outcomes = _outcome_names(decl.envelope)
    yield from outcomes
    for tool in decl.tools:
        for name in (decl.envelope.name, *(name for name, _node in outcomes)):
            yield pascal(tool) + name, key(decl.node, "tools", tool)
    for name in decl.types:
        yield name, key(decl.node, "types", name)
    for name in decl.enums:
        yield name, key(decl.node, "enums", name)
    for section, name in CATALOGUES.items():
        if getattr(decl, section) is not None:
            yield name, key(decl.node, section)
