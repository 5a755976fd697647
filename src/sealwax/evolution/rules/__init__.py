"""The table of rules, in modules by what they are about. Every topic has one rule, or is listed as harmless.

A rule is a function that judges a change. Its docstring is the page about it: what happened, then why it matters.
"""

from sealwax.contract.versions import Need
from sealwax.evolution.rules import builders, codes, contract, fields, lifecycle, values
from sealwax.evolution.verdicts import ChangeRule

RULES: tuple[ChangeRule, ...] = (
    *fields.RULES,
    *values.RULES,
    *codes.RULES,
    *builders.RULES,
    *contract.RULES,
    *lifecycle.RULES,
)
PROMISES = tuple(rule for rule in RULES if not rule.topics)
"""Rules that look at any change, besides the one for its topic."""

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
DOCUMENTATION = (
    *(f"{subject}.documentation" for subject in lifecycle.DOCUMENTED),
    *(f"{subject}.position" for subject in _POSITIONS),
    *(f"contract.{name}" for name in ("version", "title", "edge_cases", "guides", "examples", "anti_patterns")),
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
BY_TOPIC: dict[str, ChangeRule] = {topic: rule for rule in RULES for topic in rule.topics}
