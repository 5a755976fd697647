"""Rules, and their verdicts about changes: who is affected, and how."""

from collections.abc import Callable
from enum import StrEnum

from msgspec import Struct

from sealwax.contract import model as m
from sealwax.contract.resolving.types import is_narrower
from sealwax.contract.source import Place
from sealwax.contract.versions import Need
from sealwax.evolution.changes import Change
from sealwax.evolution.comparable import limits
from sealwax.meaning.remembering import remembered


class ChangeCode(StrEnum):
    """The codes that `sealwax diff` prints. The values are public: people accept changes and filter reports by them."""

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
    USUAL_CODE_CHANGED = "usual-code-changed"
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
"""Every other code has a rule."""


class Side(StrEnum):
    """Who can be affected. A reader reads responses, a writer sends them, source code uses the generated packages."""

    READER = "readers"
    WRITER = "writers"
    SOURCE = "source code"


class Effect(StrEnum):
    """A break stops something that worked; a warning changes how something behaves, or only its words."""

    BREAK = "break"
    WARNING = "warning"


NEEDED = "{needed}"
"""Stands in hints for the first version that may have the change."""


class Verdict(Struct, frozen=True):
    """What a rule says about a change."""

    message: str
    hint: str = ""
    sides: tuple[Side, ...] | None = None
    """Who is affected, if not everybody that the rule can affect. A change that affects nobody is harmless."""
    effect: Effect | None = None
    """The effect, if not that of the rule."""
    at_least: str = ""
    """The first version that may have the change."""
    is_final: bool = False
    """Whether no version allows it."""


class ChangeRule(Struct, frozen=True):
    """A row of the table of rules. The docstring of `judge` documents it: what happened, and why it matters."""

    id: ChangeCode
    effect: Effect
    sides: tuple[Side, ...]
    """Everybody it can affect."""
    topics: tuple[str, ...]
    """The changes that it judges."""
    judge: Callable[[Change], Verdict | None]
    """None, or a verdict that affects nobody, for a change that is harmless."""
    harmless: Need = Need.MINOR
    """What a harmless change, or a warning, needs."""


NOBODY: tuple[Side, ...] = ()


# -- effects on the wire ----------------------------------------------------------------------------------------------


def wire(*, wider: bool, narrower: bool) -> tuple[Side, ...]:
    """Readers are affected by values that they do not know, writers by values that are no longer accepted."""
    return (*((Side.READER,) if wider else ()), *((Side.WRITER,) if narrower else ()))


def retyped(old: m.Type, new: m.Type) -> tuple[Side, ...]:
    return wire(wider=not is_narrower(new, old), narrower=not is_narrower(old, new))


def limited(change: Change) -> tuple[Side, ...]:
    """The effect of another limit, whatever happens to the others. Two patterns or constants are unrelated."""
    if change.before is None or change.after is None:
        return wire(wider=change.after is None, narrower=change.before is None)
    return retyped(_with_one_limit(change.old, change.new_place), _with_one_limit(change.new, change.new_place))


def _with_one_limit(thing: m.Field | m.Text | m.TextPart, place: Place) -> m.Type:
    """The type of a thing with the limit at a place, and without all others."""
    found = limits(thing.string if isinstance(thing, m.Text) else thing.type)
    return next(each.alone for key, each in found.items() if place[-len(key) :] == key)


def demands(field: m.Field) -> bool:
    """Whether there are objects that must have the key."""
    return field.required or field.is_conditional_must


def is_open(owner: object, contract: m.Contract) -> bool:
    """Whether the object that a field belongs to takes other keys. An outcome is as open as its envelope."""
    return bool(getattr(owner, "open", contract.envelope.open))


# -- tiers ------------------------------------------------------------------------------------------------------------


def tier_of(change: Change) -> m.Tier | None:
    """The tier that made the promise: that of the old version, unless the thing is new."""
    things = (change.old, change.old_owner) if change.old is not None else (change.new, change.new_owner)
    return next((tier for thing in things if (tier := getattr(thing, "tier", None)) is not None), None)


def rank_of(tier: m.Tier | None, contract: m.Contract) -> int:
    """How stable a tier is: the most stable one comes first, and is that of everything without one."""
    return 0 if tier is None else _ranks(contract).get(tier.name, 0)


@remembered
def _ranks(contract: m.Contract) -> dict[str, int]:
    return {tier.name: rank for rank, tier in enumerate(contract.tiers)}


def is_experimental(change: Change) -> bool:
    """Whether a tier promises less than the most stable one."""
    return rank_of(tier_of(change), change.old_contract if change.old is not None else change.new_contract) > 0
