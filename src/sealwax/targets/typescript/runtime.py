"""The functions that several modules of a package call -> runtime.js: each only if one of them does."""

from collections.abc import Iterable, Iterator, Mapping

from msgspec import Struct

from sealwax.contract.model import Contract
from sealwax.meaning.findings import MESSAGES, FixedMessages
from sealwax.rendering import Finished
from sealwax.targets.typescript.declarations import first_line

RUNTIME = Finished("./runtime.js")
CALLS: Mapping[str, tuple[str, ...]] = {
    "checkObject": ("isObject", "wrong"),
    "demanded": ("textAt", "valueAt"),
    "faultIn": ("below", "isObject", "notJson"),
    "findings": ("notJson",),
    "retryAfter": ("valueAt",),
    "standardSchema": ("findings", "isError", "pathTo"),
    "superseded": ("advise", "below", "isObject"),
    "textAt": ("valueAt",),
    "unknownKey": ("below", "report"),
    "validator": ("faultIn", "findings"),
    "valueAt": ("isRecord",),
    "wrong": ("report",),
}
"""The functions that call others of the module."""


class RuntimeView(Struct, frozen=True):
    """runtime.js"""

    header: Finished
    helpers: frozenset[str]
    """The functions that the modules of the package call, and those that these call."""
    messages: FixedMessages = MESSAGES


def runtime_view(contract: Contract, modules: Iterable[object]) -> RuntimeView:
    """The view of the module, for those of the modules that call it."""
    used = (helper for module in modules for helper in getattr(module, "helpers", ()))
    return RuntimeView(first_line(contract), frozenset(_with_called(used)))


def _with_called(helpers: Iterable[str]) -> Iterator[str]:
    for helper in helpers:
        yield helper
        yield from _with_called(CALLS.get(helper, ()))
