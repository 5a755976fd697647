"""What a contract says about itself: constants, guides, the repository and the licence.

`constants: {PAGE_SIZE: {value: 100}}` becomes `NamedConstant("PAGE_SIZE", 100, …)`.
"""

from collections.abc import Mapping

from msgspec.structs import replace

from sealwax.contract import model as m
from sealwax.contract.resolving.scope import Scope
from sealwax.contract.source import child
from sealwax.diagnostics import Code
from sealwax.language import grammar as g

ROLLOUT_FLAG = "ROLLOUT_FLAG"
SPDX_HINT = "write an SPDX expression such as Apache-2.0 OR MIT, or LicenseRef- and a name of your own; see https://spdx.org/licenses"


def read_constants(decl: g.ContractDecl, scope: Scope) -> tuple[m.NamedConstant, ...]:
    """The flag of the rollout, and the declared constants."""
    found = []
    if decl.rollout is not None:
        docs = scope.docs(decl.rollout.docs)
        found.append(m.NamedConstant(ROLLOUT_FLAG, decl.rollout.flag, replace(docs, notes=())))
    for name, entry in decl.constants.items():
        if entry.value is None:
            hint = "write text, a number, `true` or `false`"
            scope.error(Code.BAD_VALUE, child(entry.node, "value"), f"'{name}' has no value", hint)
        else:
            found.append(m.NamedConstant(name, entry.value, scope.docs(entry.docs)))
    return tuple(found)


def read_guide(decl: g.GuideDecl, known: Mapping[str, object], scope: Scope) -> m.Guide:
    """Resolve a guide; `known` are the names that it can be about."""
    if decl.about is not None:
        scope.find(Code.UNKNOWN_TYPE, child(decl.node, "about"), "type", decl.about, known)
    return m.Guide(decl.title, scope.docs(decl.docs), decl.about or "", decl.steps, decl.points, decl.code)


def read_repository(decl: g.ContractDecl, scope: Scope) -> str:
    if decl.repository and not decl.repository.startswith(("https://", "http://")):
        hint = "write it with its scheme, as in https://github.com/acme/orders/blob/main"
        scope.error(Code.BAD_VALUE, child(decl.node, "repository"), f"'{decl.repository}' is not a web address", hint)
    return decl.repository.removesuffix("/")


def read_license(decl: g.ContractDecl, scope: Scope) -> str:
    """The licence as it is written. It must be an SPDX expression: build tools refuse anything else."""
    if not decl.license:
        return ""
    from packaging.licenses import (  # it has the list of SPDX, which few contracts need
        InvalidLicenseExpression,
        canonicalize_license_expression,
    )

    try:
        canonical = canonicalize_license_expression(decl.license)
    except InvalidLicenseExpression as error:
        scope.error(Code.BAD_VALUE, child(decl.node, "license"), _words(error), SPDX_HINT)
        return decl.license
    if canonical != decl.license:
        message = f"SPDX spells this licence '{canonical}'"
        scope.error(Code.BAD_VALUE, child(decl.node, "license"), message, f"write {canonical}")
    return decl.license


def _words(error: ValueError) -> str:
    """The message of the library, which begins as ours do."""
    return str(error)[:1].lower() + str(error)[1:]
