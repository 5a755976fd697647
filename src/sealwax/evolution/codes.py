"""The codes that `sealwax diff` prints. The values are public: people accept changes and filter reports by them."""

from enum import StrEnum


class ChangeCode(StrEnum):
    """The rules, and what is wrong with the version or with the file of accepted changes."""

    # Rules for a kind of change
    ADVICE_CHANGED = "advice-changed"
    BEHAVIOUR_CHANGED = "behaviour-changed"
    CODE_MOVED = "code-moved"
    COLUMNS_CHANGED = "columns-changed"
    CONSTANT_CHANGED = "constant-changed"
    CONTEXT_CHANGED = "context-changed"
    CONTRACT_REMOVED = "contract-removed"
    DEFAULT_CHANGED = "default-changed"
    DEPRECATION_CHANGED = "deprecation-changed"
    FIELD_ADDED = "field-added"
    FIELD_REMOVED = "field-removed"
    FIELD_RETYPED = "field-retyped"
    FORM_CHANGED = "form-changed"
    FUNCTION_REMOVED = "function-removed"
    GATE_CHANGED = "gate-changed"
    LEVEL_CHANGED = "level-changed"
    LIMIT_CHANGED = "limit-changed"
    MESSAGE_CHANGED = "message-changed"
    NAME_CHANGED = "name-changed"
    NULL_CHANGED = "null-changed"
    NUMBER_CHANGED = "number-changed"
    OPENNESS_CHANGED = "openness-changed"
    ORDER_CHANGED = "order-changed"
    OUTCOME_CHANGED = "outcome-changed"
    PARAMETER_CHANGED = "parameter-changed"
    PAYLOAD_CHANGED = "payload-changed"
    RENAMED = "renamed"
    RETRY_CHANGED = "retry-changed"
    RULE_CHANGED = "rule-changed"
    STATUS_CHANGED = "status-changed"
    TIER_CHANGED = "tier-changed"
    TOOL_REMOVED = "tool-removed"
    TYPE_REMOVED = "type-removed"
    VALUE_ADDED = "value-added"
    VALUE_REMOVED = "value-removed"
    # Rules for all changes
    REMOVED_TOO_EARLY = "removed-too-early"
    PROMOTED_TOO_SOON = "promoted-too-soon"
    VENDOR_COLLISION = "vendor-collision"
    # Without a rule: about a whole contract, or about the file of accepted changes
    EXPIRED_ACCEPTANCE = "expired-acceptance"
    UNMATCHED_ACCEPTANCE = "unmatched-acceptance"
    VERSION_TOO_LOW = "version-too-low"


WITHOUT_RULE = frozenset({ChangeCode.EXPIRED_ACCEPTANCE, ChangeCode.UNMATCHED_ACCEPTANCE, ChangeCode.VERSION_TOO_LOW})
"""Every other code has a module in `rules`."""
