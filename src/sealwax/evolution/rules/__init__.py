"""The table of rules: one module each, which documents itself. Every topic has one rule, or is listed as harmless."""

from sealwax.evolution.judgement import Need, Rule
from sealwax.evolution.rules import (
    advice_changed,
    behaviour_changed,
    code_moved,
    columns_changed,
    constant_changed,
    context_changed,
    contract_removed,
    default_changed,
    deprecation_changed,
    field_added,
    field_removed,
    field_retyped,
    form_changed,
    function_removed,
    gate_changed,
    level_changed,
    limit_changed,
    message_changed,
    name_changed,
    null_changed,
    number_changed,
    openness_changed,
    order_changed,
    outcome_changed,
    parameter_changed,
    payload_changed,
    promoted_too_soon,
    removed_too_early,
    renamed,
    retry_changed,
    rule_changed,
    status_changed,
    tier_changed,
    tool_removed,
    type_removed,
    value_added,
    value_removed,
    vendor_collision,
)

MODULES = (
    contract_removed,
    outcome_changed,
    name_changed,
    openness_changed,
    field_removed,
    field_added,
    field_retyped,
    limit_changed,
    null_changed,
    level_changed,
    default_changed,
    number_changed,
    form_changed,
    value_removed,
    value_added,
    order_changed,
    columns_changed,
    code_moved,
    status_changed,
    retry_changed,
    context_changed,
    message_changed,
    renamed,
    tool_removed,
    payload_changed,
    type_removed,
    constant_changed,
    function_removed,
    parameter_changed,
    behaviour_changed,
    tier_changed,
    gate_changed,
    deprecation_changed,
    advice_changed,
    rule_changed,
)
PROMISE_MODULES = (removed_too_early, promoted_too_soon, vendor_collision)
PROMISES: tuple[Rule, ...] = tuple(module.RULE for module in PROMISE_MODULES)
"""Rules that look at any change, besides the one for its topic."""
RULES: tuple[Rule, ...] = tuple(module.RULE for module in MODULES)

ADDITIONS = (
    *("record added", "text added", "enum added", "tool added", "builder added", "function added", "constant added"),
    *("tier added", "gate added", "rollout added", "merging added", "partial added", "error_mapping added"),
    *("warning_mapping added", "enum.suggestions"),
)
"""Harmless, and worth a minor version."""
_POSITIONS = (
    *("record", "text", "enum", "builder", "constant", "tool", "tier", "gate", "field", "outcome", "form", "part"),
    *("context", "function"),
)
_DOCUMENTED = (
    *("contract", "envelope", "field", "outcome", "record", "text", "enum", "value", "context", "builder", "parameter"),
    *("rollout", "constant", "tool", "tier", "gate", "merging", "partial"),
)
DOCUMENTATION = (
    *(f"{subject}.documentation" for subject in _DOCUMENTED),
    *(f"{subject}.position" for subject in _POSITIONS),
    *(
        f"contract.{name}"
        for name in ("version", "title", "sources", "edge_cases", "guides", "examples", "anti_patterns")
    ),
    *("contract.links", "contract.repository", "contract.license"),
    *(f"{subject}.title" for subject in ("envelope", "record", "text", "enum", "tier", "form")),
    *("text.semantics", "form.example", "form.doc", "part.doc", "value.cells", "tier.promise", "tier.promotion"),
    *(f"{subject}.renamed_from" for subject in ("field", "context", "value", "record", "text", "enum", "tool")),
    *("field.promoted_from", "context.promoted_from", "value.promoted_from"),
    *("builder.examples", "merging.examples", "function.docs", "record.includes"),
)
"""Harmless: for people only."""
IMPOSSIBLE = (
    *("envelope added", "envelope removed", "text.type", "text.null", "part.null"),
    *("context.tier", "context.gate", "context.per_tool"),
)
"""Topics that the shape of the model allows, and the language does not."""
HARMLESS: dict[str, Need] = {
    **dict.fromkeys(ADDITIONS, Need.MINOR),
    **dict.fromkeys(DOCUMENTATION, Need.PATCH),
    **dict.fromkeys(IMPOSSIBLE, Need.PATCH),
}
BY_TOPIC: dict[str, Rule] = {topic: rule for rule in RULES for topic in rule.topics}
