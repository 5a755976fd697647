"""What each attribute of the model means for a comparison.

An attribute without an entry is compared as a whole, and needs a rule. Declarations in it are compared by name only,
because they are compared on their own. Names and documentation mean the same everywhere.
"""

from collections.abc import Callable
from typing import Any, TypeAlias

from msgspec import Struct

from sealwax.contract import model as m
from sealwax.evolution.comparable import attribute_value, content_of, json_text, names


class Identifier(Struct, frozen=True):
    """Tells the thing apart from its siblings."""


class Ignored(Struct, frozen=True):
    """Not compared, because it follows from something that is, or says nothing about the contract."""

    why: str


class Aspect(Struct, frozen=True):
    """A value of its own. None, false and empty values mean that the contract says nothing."""

    of: Callable[[Any], object] = attribute_value
    """Makes the value comparable."""
    at: str = ""
    """The key in the contract; by default the name of the attribute."""
    of_thing: Callable[[Any], object] | None = None
    """In place of `of`, where the value alone is not enough."""
    is_type: bool = False
    """Whether it names types, which may be renamed."""


class Typed(Struct, frozen=True):
    """A type: what it is, whether it takes null, and its limits."""


class Documented(Struct, frozen=True):
    """Documentation, with a deprecation as an aspect of its own."""


class Parts(Struct, frozen=True):
    """Things in a list, identified by their key."""

    subject: str
    at: str
    where: Callable[[Any, Any], bool] | None = None
    """Takes the owner and a part; those for which it is false are reported elsewhere."""


class Part(Struct, frozen=True):
    """A single thing, which may be missing."""

    subject: str
    at: tuple[str, ...]


Meaning: TypeAlias = Identifier | Ignored | Aspect | Typed | Documented | Parts | Part

SAME_AS_FIELD = Ignored("that of the field")
FROM_CODES = Ignored("follows from the catalogue")
DERIVED = Ignored("follows from the other attributes")
NAMED_TYPE = Aspect(is_type=True)


def _own_default(field: m.Field) -> object:
    """The default that the contract states: constants and null are their own."""
    is_implied = field.default is m.ABSENT or isinstance(field.type, m.Constant | m.Null)
    return None if is_implied else json_text(field.default)


def _if_named(say: Callable[[m.ErrorFactory], object]) -> Aspect:
    """An attribute of an error function, unless it is that of a code, whose attributes it has."""
    return Aspect(of_thing=lambda factory: None if factory.name == factory.value.value else say(factory))


def _placed(placements: tuple[m.Placement, ...]) -> tuple[str, ...]:
    """The objects that receive a context: parameter, key and field."""
    return tuple(
        f"{placement.parameter.name}.{key}: {field.name}"
        for placement in placements
        for key, field in placement.fields.items()
    )


STATED: dict[type[Struct], dict[str, Meaning]] = {
    m.Contract: {
        "file": Ignored("a contract is tracked by its name"),
        "envelope": Part("envelope", ("envelope",)),
        "records": Parts("record", "types"),
        "texts": Parts("text", "types"),
        "enums": Parts("enum", "enums"),
        "builders": Parts("builder", "builders"),
        "rollout": Part("rollout", ("rollout",)),
        "constants": Parts("constant", "constants"),
        "error_mapping": Part("error_mapping", ("error_codes", "raised_with")),
        "warning_mapping": Part("warning_mapping", ("warning_codes", "noted_in")),
        "tools": Parts("tool", "tools"),
        "tiers": Parts("tier", "tiers"),
        "gates": Parts("gate", "gates"),
        "merging": Part("merging", ("merging",)),
        "partial": Part("partial", ("partial",)),
        "output": Ignored("part of the configuration"),
        "bases": Ignored("contracts are compared as resolved"),
        "extended_files": Ignored("contracts are compared as resolved"),
        "releases": Ignored("made from comparisons"),
    },
    m.Envelope: {
        "name": Aspect(),
        "fields": Parts("field", "fields"),
        "outcomes": Parts("outcome", "outcomes"),
    },
    m.Outcome: {
        "name": Aspect(),
        "outcome": Identifier(),
        "discriminator": Aspect(at="when"),
        "fields": Parts("field", "fields"),
    },
    m.Tool: {
        "payload": NAMED_TYPE,
        "envelope": Ignored("that of the contract, with the payload"),
    },
    m.Record: {
        "fields": Parts("field", "fields"),
        "includes": NAMED_TYPE,
        "tiers": Aspect(bool, "tiered"),
    },
    m.Field: {
        "type": Typed(),
        "conditional": Aspect(at="level when"),
        "default": Aspect(of_thing=_own_default),
        "number_of": Aspect(lambda numbering: numbering and numbering.words),
    },
    m.Text: {
        "string": Typed(),
        "forms": Parts("form", "forms"),
        "parts": Parts("part", "parts"),
        "ascents": Aspect(lambda ascents: tuple(f"{each.low} < {each.high}" for each in ascents), "after"),
    },
    m.TextForm: {
        "literals": DERIVED,
        "parts": DERIVED,
        "pattern": DERIVED,
    },
    m.TextPart: {
        "type": Typed(),
        "pattern": Aspect(lambda pattern: pattern.source),
    },
    m.Enum: {
        "values": Parts("value", "values"),
        "catalogue": Ignored("its place says so"),
        "classified_by": Aspect(at="severities", is_type=True),
    },
    m.EnumValue: {
        "value": Identifier(),
        "classified_as": Aspect(at="type"),
        "context": Parts("context", "context"),
    },
    m.Builder: {
        "outcome": Aspect(lambda outcome: outcome.outcome),
        "parameters": Parts("parameter", "parameters"),
        "described": DERIVED,
    },
    m.Parameter: {
        "path": Aspect(".".join, "into"),
        "field": Ignored("compared where it is declared"),
        "merged": DERIVED,
        "conditional": SAME_AS_FIELD,
        "default": Aspect(lambda value: None if value is m.ABSENT else json_text(value)),
    },
    m.ErrorMapping: {
        "codes": FROM_CODES,
        "types": FROM_CODES,
        "factories": Parts("function", "functions"),
    },
    m.ErrorFactory: {
        "docs": _if_named(lambda factory: content_of(factory.docs)),
        "value": Aspect(lambda value: value.value, "code"),
        "message": _if_named(lambda factory: m.template_text(factory.message)),
        "remediation": _if_named(lambda factory: m.template_text(factory.remediation)),
        "context": Parts("context", "context", lambda factory, _field: factory.name != factory.value.value),
        "placements": Aspect(_placed, "context_into"),
        "positional": Aspect(names),
        "demanded": DERIVED,
    },
    m.WarningMapping: {
        "record": NAMED_TYPE,
        "codes": FROM_CODES,
        "factories": FROM_CODES,
    },
    m.Merging: {
        "name": Aspect(),
        "field": Aspect(at="into"),
        "record": Ignored("the type of the field"),
        "gates": Ignored("those of the contract"),
    },
    m.Partial: {
        "record": NAMED_TYPE,
        "statuses": Ignored("the type of the status"),
        "issue": Ignored("the type of the issues"),
        "counters": Aspect(lambda counters: tuple(f"{each.value}: {field.name}" for each, field in counters.items())),
        "without_issues": DERIVED,
    },
    m.Tier: {},
    m.Gate: {},
    m.NamedConstant: {"value": Aspect(json_text)},
    m.Rollout: {},
}

USUAL: dict[str, Meaning] = {"name": Identifier(), "docs": Documented()}
"""By name: what an attribute means in every class that does not state it."""
ATTRIBUTES: dict[type[Struct], dict[str, Meaning]] = {
    cls: {name: stated.get(name) or USUAL.get(name) or Aspect() for name in cls.__struct_fields__}
    for cls, stated in STATED.items()
}
