"""Whether each exception knows its code: that of its error type, whatever the builder would fill in."""

from sealwax.contract.model import ErrorMapping, Level
from sealwax.contract.resolving.scope import Scope, key
from sealwax.contract.source import Node
from sealwax.diagnostics import Code
from sealwax.language.grammar import ContractDecl


def check_usual_codes(decl: ContractDecl, error_mapping: ErrorMapping, scope: Scope) -> None:
    """Reports a type with several codes, none of which is the usual one.

    An exception of it would be sent without a code, or with one of another type. Where the code must be given, the
    caller says it.
    """
    if error_mapping.code.level is Level.MUST:
        return
    for kind in error_mapping.types.values:
        own = [code.value for code in error_mapping.codes.values if code.classified_as == kind.value]
        if len(own) > 1 and not kind.usual_code:
            message = f"the type '{kind.value}' has several codes: {', '.join(own)}"
            hint = f"say which of them an error has that gives none: `usual_code: {own[0]}`"
            scope.mistake(Code.BAD_FACTORY, _place(decl, kind.value, own, scope), message, hint)


def _place(decl: ContractDecl, kind: str, own: list[str], scope: Scope) -> Node:
    """The type; where a contract below declares it, the code that is one too many."""
    node = key(decl.node, "error_types", "values", kind)
    added = [each for code in own if not scope.is_inherited(each := key(decl.node, "error_codes", "values", code))]
    return added[-1] if scope.is_inherited(node) and added else node
