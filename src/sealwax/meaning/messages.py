"""The messages of findings. They depend on the contract alone and never on the value, so generated code contains them.

There is a message for each rule of `RuleId`. As in the texts of a contract, `single backticks` mark code.
"""

from typing import assert_never

from sealwax.contract import model as m
from sealwax.meaning.wording import FORMAT_WORDS, listed, number_words, pattern_words, quoted
from sealwax.patterns import Pattern

NOT_JSON = "expected a JSON value"
"""Rule `json`: at the first value that is not JSON."""
TOO_DEEP = "expected at most 500 levels of nesting"
NO_JSON_TEXT = "this text is not JSON, or is nested more than 500 levels deep"
"""Rule `json`: for the whole value."""
OBJECT = "expected an object"
"""Rule `type`: for envelopes, records, maps and other objects."""
STRING = "expected a string"
"""Rule `type`: for strings, named strings and enums."""
REQUIRED = "this key must be present"
SHOULD = "this key should be present"
UNKNOWN_KEY = "this key is not part of the contract"

LISTED = 12
"""The largest number of enum values that a message lists; it counts more than that."""


def expected(kind: m.Type) -> str:
    """Rule `type`, for a constant the rule `constant`, for any value the rule `json`: the expected type.

    A nullable type has the message of its inner type, because null never gets here.
    """
    match kind:
        case m.Null():
            return "expected null"
        case m.Boolean():
            return "expected true or false"
        case m.Integer():
            return "expected an integer"
        case m.Number():
            return "expected a number"
        case m.String():
            return STRING
        case m.Constant(value):
            return f"expected {quoted(value)}"
        case m.AnyValue():
            return NOT_JSON
        case m.AnyObject() | m.Payload() | m.MapOf():
            return OBJECT
        case m.ListOf():
            return "expected a list"
        case m.Nullable(inner):
            return expected(inner)
        case m.Reference(target):
            return OBJECT if isinstance(target, m.Record) else STRING
        case _:
            assert_never(kind)


def wrong_tag(envelope: m.Envelope) -> str:
    """Rule `constant`: the tag has a value of its type that belongs to neither outcome."""
    marks = (outcome.mark for outcome in envelope.outcomes)
    return f"expected {listed(quoted(mark.value) for mark in marks if isinstance(mark, m.Tag))}"


# -- limits -----------------------------------------------------------------------------------------------------------


def too_short(limit: int) -> str:
    """Rule `min-length`."""
    return f"expected at least {_some(limit, 'character')}"


def too_long(limit: int) -> str:
    """Rule `max-length`."""
    return f"expected at most {_some(limit, 'character')}"


def too_few(limit: int) -> str:
    """Rule `min-items`."""
    return f"expected at least {_some(limit, 'item')}"


def too_many(limit: int) -> str:
    """Rule `max-items`."""
    return f"expected at most {_some(limit, 'item')}"


def too_small(limit: float) -> str:
    """Rule `minimum`."""
    return f"expected at least {number_words(limit)}"


def too_large(limit: float) -> str:
    """Rule `maximum`."""
    return f"expected at most {number_words(limit)}"


def no_match(pattern: Pattern) -> str:
    """Rule `pattern`."""
    return f"expected a string that {pattern_words(pattern.source)}"


def wrong_format(named: m.Format) -> str:
    """Rule `format`."""
    return f"expected the format `{named.value}` ({FORMAT_WORDS[named]})"


def _some(count: int, noun: str) -> str:
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


# -- lists of known strings -------------------------------------------------------------------------------------------


def not_listed(enum: m.Enum) -> str:
    """Rule `enum`: a closed enum does not list the string."""
    if len(enum.values) > LISTED:
        return f"expected one of the {len(enum.values)} values of `{enum.name}`"
    return f"expected {listed(quoted(entry.value) for entry in enum.values)}"


def unknown_value(enum: m.Enum) -> str:
    """Rule `unknown-value`: an open enum does not list the string."""
    return f"this is not a known value of `{enum.name}`"


def wrong_case(enum: m.Enum) -> str:
    """Rule `letter-case`: an open enum does not list the string, which also has the wrong letter case."""
    return f"values of `{enum.name}` are written in `{enum.case}`"


# -- rules between keys ----------------------------------------------------------------------------------------------


def classification(field: m.Field) -> str:
    """Rule `classification`: the catalogue has another value for the code in the sibling field."""
    return f"the catalogue has another value for this `{field.follows}`"


def undeclared(record: m.Record) -> str:
    """Rule `undeclared`: a tiered record does not declare the key, and its prefix does not allow it."""
    if not record.free_prefixes:
        return "this key is not declared"
    return f"this key is not declared and does not start with {listed(map(quoted, record.free_prefixes))}"


def wrong_number(numbering: m.Numbering) -> str:
    """Rule `pair`: the catalogue has another number for the code."""
    return f"the catalogue has another number for this `{numbering.words}`"


def superseded(key: m.SupersededKey) -> str:
    """Rule `superseded`: a key that older writers used."""
    return f"this key is superseded by `{key.replacement}`"
