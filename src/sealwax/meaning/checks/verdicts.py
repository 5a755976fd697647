"""The check plan -> what verdicts are made from: the part of it that can make a value invalid.

    error_type: {type: ErrorType, follows: error_code, level: should}

is only checked for its type: an absent key, and another type than that of the code, are advice.
"""

from typing import TypeVar

from msgspec.structs import replace

from sealwax.meaning import checks

_N = TypeVar("_N", bound=checks.Node)


def errors_only(node: _N) -> _N:
    """The part of a plan without everything that reports advice. Types that it refers to by name stay as they are."""
    kept: dict[str, checks.Node | tuple[checks.Node, ...]] = {}
    for name, inner in checks.nodes_in(node).items():
        if isinstance(inner, tuple):
            kept[name] = tuple(errors_only(each) for each in inner if not _is_advice(each))
        else:
            kept[name] = errors_only(inner)
    return replace(node, **kept) if kept else node


def _is_advice(node: checks.Node) -> bool:
    message = getattr(node, "message", None)
    return isinstance(message, checks.Message) and not message.is_error
