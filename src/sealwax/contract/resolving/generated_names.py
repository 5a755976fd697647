"""Top-level names of generated code: they must be distinct and not reserved.

The builders `get_item` and `getItem` would both be `getItem` in TypeScript. The second one is reported.
"""

from collections.abc import Iterable, Iterator

from sealwax.contract.resolving.scope import Scope
from sealwax.contract.source import Node, child, key
from sealwax.diagnostics import Code
from sealwax.language import grammar as g
from sealwax.naming import (
    CONTRACT_ERROR,
    camel,
    exception,
    kebab,
    parts_type,
    parts_types,
    pascal,
    plural,
)
from sealwax.reserved_names import (
    MODULES,
    NODE_MODULES,
    PYTHON_EXCEPTIONS,
    PYTHON_MODULES,
    PYTHON_NAMES,
    SCRIPT_NAMES,
    USED_MODULES,
    unusable,
)

CATALOGUES = {"ErrorType": "error_types", "ErrorCode": "error_codes", "WarningCode": "warning_codes"}
"""The names of the catalogues as types, with their sections."""


def check_names(decl: g.ContractDecl, scope: Scope) -> None:
    """Report names that clash with another declaration, with a name derived from one, or with a reserved name."""
    declared, functions = list(_type_names(decl)), list(_function_names(decl))
    scope.check_distinct(declared, "type")
    scope.check_distinct(functions, "function")
    scope.check_distinct(((plural(name), key(decl.node, "enums", name)) for name in decl.enums), "table")
    if decl.contract in PYTHON_MODULES | NODE_MODULES:
        message = f"the package '{decl.contract}' would have the name of a standard module of Python or Node.js"
        hint = f"choose another name, such as '{decl.contract}-contract'"
        scope.error(Code.RESERVED_NAME, child(decl.node, "contract"), message, hint)
    if decl.contract.replace("-", "_") in USED_MODULES:
        message = f"the package '{decl.contract}' would hide the one of that name, which generated code imports"
        hint = f"choose another name, such as '{decl.contract}-contract'"
        scope.error(Code.RESERVED_NAME, child(decl.node, "contract"), message, hint)
    scope.check_distinct(_schema_files(decl), "JSON Schema of")
    _check_file_names(decl, scope)
    _check_constants(decl, scope)
    _check_exceptions(decl, scope)
    derived, parts = dict(_derived_names(decl)), list(_parts_names(decl))
    scope.check_distinct(((name, node) for name, _text, node in parts), "type for parts")
    _check_free(((pascal(name), node) for name, _text, node in parts), derived, decl, scope)
    derived |= {pascal(name): text for name, text, _node in parts}
    named = [(pascal(name), node) for name, node in declared]
    named += ((camel(name), node) for name, node in functions)
    _check_free(named, derived, decl, scope)


def _check_free(named: Iterable[tuple[str, Node]], derived: dict[str, str], decl: g.ContractDecl, scope: Scope) -> None:
    """Report names that generated code uses for something else."""
    reserved = RESERVED | _reserved_by(decl)
    for name, node in named:
        if name in reserved:
            message = f"'{name}' is reserved for generated code"
            other = f"{decl.envelope.name}{name}" if name[:1].isupper() else camel(f"{decl.envelope.name}_{name}")
            scope.error(Code.RESERVED_NAME, node, message, f"choose another name, such as '{other}'")
        elif name in derived:
            message = f"generated code already has a '{name}' for '{derived[name]}'"
            scope.error(Code.RESERVED_NAME, node, message, "choose another name")
        elif what := _built_in(name):
            hint = f"choose another name, such as '{decl.envelope.name}{name}'"
            scope.note(Code.RESERVED_NAME, node, what, hint)


def _built_in(name: str) -> str:
    """What happens to a type with the name of a built-in type of some language; empty for other names."""
    languages = {"Python": PYTHON_NAMES, "TypeScript": SCRIPT_NAMES}
    renamed = [language for language, names in languages.items() if name in names]
    if renamed:
        return f"'{name}' is called '{name}_' in {' and '.join(renamed)}, because generated code uses '{name}' itself"
    return f"'{name}' hides the built-in '{name}' in Python modules that import it" if name in PYTHON_EXCEPTIONS else ""


def _check_constants(decl: g.ContractDecl, scope: Scope) -> None:
    scope.check_distinct(((name, key(decl.node, "constants", name)) for name in decl.constants), "constant")
    taken = {pascal(name): f"the type '{name}'" for name, _node in _type_names(decl)}
    taken |= {"UNSET": "generated code", "SYSTEM_CLOCK": "generated code"}
    taken |= {"ROLLOUT_FLAG": "the flag of the rollout"} if decl.rollout is not None else {}
    for name in decl.constants:
        if name in taken:
            message = f"'{name}' is already the name of {taken[name]}"
            scope.error(Code.RESERVED_NAME, key(decl.node, "constants", name), message, "choose another name")


def _schema_files(decl: g.ContractDecl) -> Iterator[tuple[str, Node]]:
    """The declarations with their own JSON Schema file. No record or tool may be called `envelope`."""
    for name, record in decl.types.items():
        if record.standalone:
            yield name, key(decl.node, "types", name)
    for name in decl.tools:
        yield name, key(decl.node, "tools", name)


def _check_file_names(decl: g.ContractDecl, scope: Scope) -> None:
    """Report names of files and folders that some system or tool does not allow."""
    if reason := unusable(decl.contract):
        hint = f"choose another name, such as '{decl.contract}-contract'"
        scope.error(Code.RESERVED_NAME, child(decl.node, "contract"), f"this cannot name a package: {reason}", hint)
    for name, node in _schema_files(decl):
        if reason := unusable(kebab(name)):
            scope.error(Code.RESERVED_NAME, node, f"this cannot name a JSON Schema: {reason}", "choose another name")


def _derived_names(decl: g.ContractDecl) -> Iterator[tuple[str, str]]:
    """The names that generated code derives from a declared one, each with that name."""
    enums = [*decl.enums, *(name for name, section in CATALOGUES.items() if getattr(decl, section) is not None)]
    for name, _node in _type_names(decl):
        yield f"{pascal(name)}Dict", name
        for prefix in ("validate", "is_valid", "is", "parse", "safe_parse"):
            yield camel(f"{prefix}_{name}"), name
        yield f"{camel(name)}Schema", name
        if decl.warning_codes is not None:
            yield plural(name), name
    yield f"Parsed{pascal(decl.envelope.name)}", decl.envelope.name
    for name, _node in _outcome_names(decl.envelope) or [(decl.envelope.name, decl.node)]:
        yield f"Parsed{pascal(name)}", name
    for name in (name for name, entry in decl.types.items() if entry.forms):
        yield camel(f"format_{name}"), name
    tools = [pascal(tool) + decl.envelope.name for tool in decl.tools]
    for name in (*tools, *(name for name, entry in decl.types.items() if entry.standalone)):
        for prefix in ("parse_json", "safe_parse_json"):
            yield camel(f"{prefix}_{name}"), name
    for name in enums:
        for suffix in ("Value", "Entry"):
            yield f"{pascal(name)}{suffix}", name
        yield plural(name), name
        yield f"{camel(name)}IsBelow", name
    for name, _node in _function_names(decl):
        yield f"{pascal(name)}Options", name
    for name in _error_types(decl):
        yield exception(name), name


def _error_types(decl: g.ContractDecl) -> Iterable[str]:
    return decl.error_types.values if decl.error_types is not None else ()


def _check_exceptions(decl: g.ContractDecl, scope: Scope) -> None:
    """Report error types whose exceptions would have the same name, or that of the base class."""
    first = {CONTRACT_ERROR: ""}
    for name in _error_types(decl):
        spelled = exception(name)
        other = first.setdefault(spelled, name)
        if pascal(other) == pascal(name):
            continue  # itself, or a name that is reported as a duplicate
        node = key(decl.node, "error_types", "values", name)
        which = f"that of '{other}'" if other else "the base class of all exceptions"
        message = f"the exception of '{name}' would be called '{spelled}', like {which}"
        scope.error(Code.RESERVED_NAME, node, message, "choose another name")


_RARE_MODULES = {"clock", "partial", "tools"}
"""The modules of Python packages that only some contracts have: see `_reserved_by`."""
RESERVED = frozenset(
    {
        # imported or declared by generated modules
        "Any", "Finding", "JsonObject", "JsonValue", "Literal", "Mapping", "NotRequired", "ReadOnly", "Retry",
        "Sequence", "StrEnum", "TypedDict", "UnsetType", "Payload", "PayloadT",
        # validators and parsers; `parseJson` exists, so a type cannot be called Json
        "InvalidResponse", "Json", "StandardSchemaV1", "ParseResult", "isFailure", "isSuccess", "isValid", "parse",
        "parseJson", "safeParse", "safeParseJson", "validate",
        *(MODULES - _RARE_MODULES), "warningDetails",
        # errors and warnings
        CONTRACT_ERROR, "describe", "exceptionFor", "httpStatus", "isRetryable", "jsonrpcNumber",
        # built-ins that generated code uses
        "Array", "Exception", "False", "Map", "None", "Object", "Omit", "Partial", "Pick", "Promise", "Readonly",
        "Record", "Required", "Set", "String", "Symbol", "True", "TypeError", "ValueError",
    }
)  # fmt: skip


def _reserved_by(decl: g.ContractDecl) -> set[str]:
    """The names that are reserved only for some contracts."""
    has_clock = any(builder.clock is not None for builder in decl.builders.values())
    clock = {"Clock", "clock", "systemClock"} if has_clock else set()
    gates = {"gatesFromEnvironment"} if decl.merging is not None and decl.gates else set()
    tools = {"tools"} if decl.tools else set()
    return (
        clock
        | gates
        | tools
        | ({"IssueCollector", "partial", "retryableIssues"} if decl.partial is not None else set())
    )


def _function_names(decl: g.ContractDecl) -> Iterator[tuple[str, Node]]:
    """Every name that becomes a function, with its node."""
    for name in decl.builders:
        yield name, key(decl.node, "builders", name)
    if decl.merging is not None:
        yield decl.merging.name, child(decl.merging.node, "name")


def _outcome_names(decl: g.EnvelopeDecl) -> list[tuple[str, Node]]:
    if decl.outcomes is None:
        return []
    cases = {"Success": decl.outcomes.success, "Failure": decl.outcomes.failure}
    return [
        (entry.name or decl.name + word, child((entry if entry.name else decl).node, "name"))
        for word, entry in cases.items()
    ]


def _type_names(decl: g.ContractDecl) -> Iterator[tuple[str, Node]]:
    """Every name that becomes a class or type, with its node."""
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
    for name, section in CATALOGUES.items():
        if getattr(decl, section) is not None:
            yield name, key(decl.node, section)


def _parts_names(decl: g.ContractDecl) -> Iterator[tuple[str, str, Node]]:
    """The types for the parts of composite strings, each with its string and its node."""
    for text, entry in decl.types.items():
        forms = entry.forms or {}
        for form, name in zip(forms, parts_types(text, forms), strict=True) if forms else ():
            yield name, text, key(entry.node, "forms", form)
        if len(forms) > 1:
            yield parts_type(text), text, key(entry.node, "forms")
