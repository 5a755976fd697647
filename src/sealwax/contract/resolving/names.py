"""The names that generated code declares at its top level: distinct, and none that it needs for itself."""

from collections.abc import Iterator

from sealwax.contract.language import ContractDecl
from sealwax.contract.model import OutcomeName
from sealwax.contract.resolving.scope import Scope, child, key
from sealwax.contract.source import Node
from sealwax.diagnostics import Code

CATALOGUES = {"error_types": "ErrorType", "error_codes": "ErrorCode", "warning_codes": "WarningCode"}


def check_names(decl: ContractDecl, scope: Scope) -> None:
    declared = list(_type_names(decl))
    scope.distinct(declared, "type")
    for name, node in declared:
        if name in RESERVED:
            message = f"'{name}' is a name that generated code needs for itself"
            scope.mistake(
                Code.RESERVED_NAME, node, message, f"choose another name, such as '{decl.envelope.name}{name}'"
            )
        elif name.endswith(COMPANION):
            message = f"names that end in '{COMPANION}' are for the generated wire types"
            scope.mistake(
                Code.RESERVED_NAME, node, message, f"choose another name, such as '{name.removesuffix(COMPANION)}Map'"
            )


RESERVED = frozenset(
    {
        # what the generated modules import or declare
        "Any", "Finding", "JsonObject", "JsonValue", "Literal", "Mapping", "NotRequired", "Retry", "Sequence",
        "StrEnum", "TypedDict", "UnsetType", "Payload",
        # what the languages bring along and generated code relies on
        "Array", "Exception", "False", "Map", "None", "Object", "Omit", "Partial", "Pick", "Promise", "Readonly",
        "Record", "Required", "Set", "String", "Symbol", "True", "TypeError", "ValueError",
    }
)  # fmt: skip
COMPANION = "Dict"


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
