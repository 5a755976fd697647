"""How JavaScript spells the nodes of a check plan, with the functions of the run-time module."""

from collections.abc import Iterable
from typing import assert_never

from sealwax.languages.typescript import INHERITED, access, constant_name, literal, string
from sealwax.meaning.checks import (
    AnyCheck,
    CasesCheck,
    ConstantCheck,
    HasKey,
    HasValue,
    JsonKind,
    KindCheck,
    Limit,
    ListCheck,
    Listed,
    MapCheck,
    Matches,
    Maximum,
    MaxItems,
    MaxLength,
    Message,
    Minimum,
    MinItems,
    MinLength,
    Missing,
    Node,
    NullableCheck,
    NumberCheck,
    ObjectCheck,
    Row,
    Scalar,
    StringCheck,
    TypeRef,
    UnknownTag,
)
from sealwax.meaning.findings import RuleId
from sealwax.meaning.wording import number_words
from sealwax.naming import pascal
from sealwax.rendering import Filters, Finished

_REPORTERS = {
    RuleId.REQUIRED: "must",
    RuleId.SHOULD: "should",
    RuleId.UNKNOWN_KEY: "closed",
    RuleId.UNDECLARED: "undeclared",
    RuleId.MINIMUM: "minimum",
    RuleId.MAXIMUM: "maximum",
    RuleId.MIN_LENGTH: "minLength",
    RuleId.MAX_LENGTH: "maxLength",
    RuleId.MIN_ITEMS: "minItems",
    RuleId.MAX_ITEMS: "maxItems",
    RuleId.PATTERN: "pattern",
    RuleId.FORMAT: "format",
    RuleId.ENUM: "oneOf",
    RuleId.UNKNOWN_VALUE: "known",
    RuleId.LETTER_CASE: "letterCase",
    RuleId.PAIR: "paired",
    RuleId.CLASSIFICATION: "classified",
    RuleId.SUPERSEDED: "superseded",
}


# -- spelling ---------------------------------------------------------------------------------------------------------


def fits(name: str) -> Finished:
    """The function that returns the verdict on a named type."""
    return Finished(f"fits{pascal(name)}")


def check_name(name: str) -> Finished:
    """The check that reports the findings about a named type."""
    return Finished(f"check{pascal(name)}")


def is_inherited(key: str) -> bool:
    """Whether every object seems to have the key."""
    return key in INHERITED or key == "__proto__"


def read(key: str) -> Finished:
    """The expression that reads a key of the object `value`: undefined when the object does not have it."""
    return Finished(f"read(value, {string(key)})") if is_inherited(key) else access("value", key)


def reporter(message: Message) -> Finished:
    """The function of the run-time module that reports a message, unless it is about the type of a value."""
    return Finished(_REPORTERS[message.rule])


def kind(kind: JsonKind) -> Finished:
    """The function of the run-time module that checks a JSON type."""
    return Finished("nothing" if kind is JsonKind.NULL else kind.value)


def bound(limit: Limit) -> Finished:
    """The bound of a limit, or the name of the constant that holds it."""
    match limit:
        case Minimum(value) | Maximum(value) | MinLength(value) | MaxLength(value) | MinItems(value) | MaxItems(value):
            return Finished(number_words(value))
        case Matches(name) | Listed(name):
            return constant_name(name)
        case _:
            assert_never(limit)


def literals(values: Iterable[Scalar]) -> Finished:
    """The values as arguments."""
    return Finished(", ".join(map(literal, values)))


FILTERS: Filters = {
    "bound": bound,
    "check_name": check_name,
    "constant": constant_name,
    "fits": fits,
    "kind": kind,
    "literal": literal,
    "literals": literals,
    "read": read,
    "reporter": reporter,
}


# -- the functions that checks call ------------------------------------------------------------------------------------


def functions(node: Node) -> tuple[str, ...]:
    """The functions of the run-time module that the expression for a node calls, apart from the nodes inside it."""
    match node:
        case TypeRef():
            return ()
        case AnyCheck():
            return ("anything",)
        case KindCheck(each) | NumberCheck(each):
            return (kind(each),)
        case StringCheck():
            return ("string",)
        case ConstantCheck():
            return ("constant",)
        case ListCheck():
            return ("list",)
        case MapCheck():
            return ("map",)
        case NullableCheck():
            return ("nullable",)
        case ObjectCheck():
            return ("record",)
        case CasesCheck(_, otherwise):
            return ("cases", "when", *(() if otherwise is None else ("otherwise",)))
        case Row(missing=missing):
            return () if any(not each.when for each in missing) else ("may",)
        case Missing(message, when):
            return (f"{reporter(message)}If" if when else reporter(message),)
        case HasValue():
            return ("hasValue",)
        case HasKey(_, expected):
            return ("hasKey" if expected else "lacksKey",)
        case UnknownTag():
            return ("unknownTag",)
        case _:
            return (reporter(node.message),)
