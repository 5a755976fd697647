"""What the modules of a package call -> _runtime.py: whole functions, each there only if something calls it.

To add one, print it in the template under `{% if "name" in view.helpers %}`, name it here together with those that it
calls, and let the view of each module that imports it say so.
"""

from collections.abc import Iterable, Mapping

from msgspec import Struct

from sealwax.meaning.findings import MESSAGES, FixedMessages
from sealwax.rendering import Finished

_CALLS: Mapping[str, tuple[str, ...]] = {
    "BEYOND": (),
    "Finding": (),
    "Member": (),
    "NO_JSON": ("Finding",),
    "below": (),
    "decode": ("NO_JSON", "fault_in"),
    "fault_in": ("Finding", "below", "is_number", "type_of"),
    "is_integer": ("BEYOND",),
    "is_number": ("BEYOND",),
    "is_one_of": ("type_of",),
    "is_other_sum": ("is_integer",),
    "itself": (),
    "joined": ("number",),
    "member_of": ("Member",),
    "member_or_text": ("Member",),
    "number": (),
    "other_keys": (),
    "plain": (),
    "plain_payload": ("type_of",),
    "retry_after": ("value_at",),
    "text": (),
    "text_at": ("type_of",),
    "text_in": ("value_at",),
    "type_of": (),
    "value_at": (),
}
"""By helper: the others that it calls."""


class RuntimeView(Struct, frozen=True):
    header: Finished
    helpers: frozenset[str]
    """The functions and constants that the module has."""
    messages: FixedMessages = MESSAGES


def runtime_view(header: Finished, called: Iterable[str]) -> RuntimeView:
    """`called`: the helpers that other modules import."""
    helpers: set[str] = set()
    waiting = [*called]
    while waiting:
        name = waiting.pop()
        if name not in helpers:
            helpers.add(name)
            waiting += _CALLS[name]
    return RuntimeView(header, frozenset(helpers))
