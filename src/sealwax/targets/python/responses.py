"""What the functions that make responses have in common -> _responses.py, the same for every contract.

They are not in `_runtime.py`, so that a program that only makes responses starts fast.
"""

from sealwax.contract.model import Contract

# Generated modules import each function under a name that no argument or function has.
CHECK_CONSTANT = "check_constant as _check_constant"
CHECK_DEMANDS = "check_demands as _check_demands"
CHECK_FOLLOWED = "check_followed as _check_followed"
DESCRIBED = "described as _described"
JOINED = "joined as _joined"
LINK = "Link as _Link"
LISTED = "listed as _listed"
MEMBER_OF = "member_of as _member_of"
NUMBER = "number as _number"
PAYLOAD_OF_CLASS = "PayloadT_co as _PayloadT_co"
PLAIN = "plain as _plain"
RETRY_AFTER = "retry_after as _retry_after"
TEXT = "text as _text"
TEXT_AT = "text_at as _text_at"
WITH_DEFAULTS = "with_defaults as _with_defaults"
WRITTEN = "WRITTEN as _WRITTEN"
_CHECKS = (CHECK_CONSTANT, CHECK_DEMANDS, CHECK_FOLLOWED, LISTED)
_TEXTS = (DESCRIBED, JOINED, NUMBER, RETRY_AFTER, TEXT, TEXT_AT)
HOMES = dict.fromkeys(
    (*_CHECKS, *_TEXTS, LINK, MEMBER_OF, PAYLOAD_OF_CLASS, PLAIN, WITH_DEFAULTS, WRITTEN),
    "._responses",
)


def makes_responses(contract: Contract) -> bool:
    warnings = contract.warning_mapping
    return bool(contract.builders) or (warnings is not None and bool(warnings.factories))
