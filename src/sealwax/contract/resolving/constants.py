"""Constants that the packages export."""

from msgspec.structs import replace

from sealwax.contract.model import NamedConstant
from sealwax.contract.resolving.scope import Scope
from sealwax.contract.source import child
from sealwax.diagnostics import Code
from sealwax.language import grammar as g

ROLLOUT_FLAG = "ROLLOUT_FLAG"


def read_constants(decl: g.ContractDecl, scope: Scope) -> tuple[NamedConstant, ...]:
    """The flag of the rollout, and the declared constants."""
    found = []
    if decl.rollout is not None:
        docs = scope.docs(decl.rollout.docs)
        found.append(NamedConstant(ROLLOUT_FLAG, decl.rollout.flag, replace(docs, notes=())))
    for name, entry in decl.constants.items():
        if entry.value is None:
            hint = "write text, a number, `true` or `false`"
            scope.error(Code.BAD_VALUE, child(entry.node, "value"), f"'{name}' has no value", hint)
        else:
            found.append(NamedConstant(name, entry.value, scope.docs(entry.docs)))
    return tuple(found)
