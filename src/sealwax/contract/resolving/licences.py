"""The licence of a contract: an SPDX expression, because the build tools of both languages refuse anything else."""

from sealwax.contract.resolving.scope import Scope
from sealwax.contract.source import child
from sealwax.diagnostics import Code
from sealwax.language import grammar as g

HINT = "write an SPDX expression such as Apache-2.0 OR MIT, or LicenseRef- and a name of your own; see https://spdx.org/licenses"


def read_license(decl: g.ContractDecl, scope: Scope) -> str:
    """The licence as it is written, if all identifiers in it exist."""
    if not decl.license:
        return ""
    from packaging.licenses import (  # it has the list of SPDX, which few contracts need
        InvalidLicenseExpression,
        canonicalize_license_expression,
    )

    try:
        canonical = canonicalize_license_expression(decl.license)
    except InvalidLicenseExpression as error:
        scope.error(Code.BAD_VALUE, child(decl.node, "license"), _words(error), HINT)
        return decl.license
    if canonical != decl.license:
        message = f"SPDX spells this licence '{canonical}'"
        scope.error(Code.BAD_VALUE, child(decl.node, "license"), message, f"write {canonical}")
    return decl.license


def _words(error: ValueError) -> str:
    """The message of the library, which begins as ours do."""
    return str(error)[:1].lower() + str(error)[1:]
