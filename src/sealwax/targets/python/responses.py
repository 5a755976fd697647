"""What the functions that make responses have in common -> _responses.py, the same for every contract.

They are not in `_runtime.py`, so that a program that only makes responses starts fast.
"""

from sealwax.contract.model import Contract

# Generated modules import each function under a name that no argument or function has.
CHECK_CONSTANT = "check_constant as _check_constant"
LINK = "Link as _Link"
MEMBER_OF = "member_of as _member_of"
NUMBER = "number as _number"
PLAIN = "plain as _plain"
RETRY_AFTER = "retry_after as _retry_after"
TEXT_AT = "text_at as _text_at"
WITH_DEFAULTS = "with_defaults as _with_defaults"
HOMES = dict.fromkeys(
    (CHECK_CONSTANT, LINK, MEMBER_OF, NUMBER, PLAIN, RETRY_AFTER, TEXT_AT, WITH_DEFAULTS), "._responses"
)


def makes_responses(contract: Contract) -> bool:
    warnings = contract.warning_mapping
    return bool(contract.builders) or (warnings is not None and bool(warnings.factories))
