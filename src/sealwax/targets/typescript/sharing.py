"""What the functions of a validation module share: the small functions that they call, and the texts in those."""

import re
from collections.abc import Iterator

from sealwax.contract.model import (
    AnyValue,
    Boolean,
    Documentation,
    Enum,
    Field,
    Integer,
    LetterCase,
    Level,
    ListOf,
    Null,
    Number,
    SupersededKey,
)
from sealwax.frozen import frozen, members
from sealwax.languages.typescript import string, template
from sealwax.meaning import messages
from sealwax.meaning.findings import RuleId
from sealwax.naming import snake
from sealwax.patterns import Pattern
from sealwax.rendering import Finished

OPTIONAL = frozenset(
    "advise boolean classified entry expectBoolean expectCase expectConstant expectInteger expectItems expectKnown"
    " expectList expectNull expectNumber expectText expectValues format integer longer maxItems maxLength maximum"
    " maybeInteger maybeText minItems minLength minimum must number pattern refuseOthers shorter should superseded text"
    " undeclared unlessNull unpaired".split()
)
"""The small functions that some contracts need and others do not."""

NEEDS = {
    "classified": ("advise", "text"),
    "entry": ("text",),
    "expectBoolean": ("boolean",),
    "expectCase": ("advise",),
    "expectInteger": ("integer",),
    "expectItems": ("expectList",),
    "expectKnown": ("advise", "expectText", "text"),
    "expectNumber": ("number",),
    "expectText": ("text",),
    "longer": ("characters",),
    "maxItems": ("some",),
    "maxLength": ("longer", "characters", "some"),
    "minItems": ("some",),
    "minLength": ("some",),
    "refuseOthers": ("others",),
    "shorter": ("characters",),
    "should": ("advise",),
    "superseded": ("advise",),
    "undeclared": ("advise", "others"),
    "unpaired": ("entry", "text"),
}

EXPECTED = "expected "
_NAME = re.compile(r'"(?:[^"\\]|\\.)*"|(?<![\w$.])([A-Za-z_]\w*)\b(?!:)')
# The least length for which characters have to be counted: the first one takes a unit or two.
_LONG = re.compile(r"minLength\(at, (?:[2-9]|[1-9][0-9])")


@frozen
class Messages:
    """The texts of findings, as expressions; some have a gap that is filled where they are noted."""

    boolean: Finished
    integer: Finished
    list: Finished
    null: Finished
    number: Finished
    object: Finished
    string: Finished
    not_json: Finished
    too_deep: Finished
    required: Finished
    should: Finished
    unknown_key: Finished
    superseded: Finished
    classification: Finished
    unknown_value: Finished
    wrong_case: Finished
    pattern: Finished


@frozen
class Limit:
    """A function that tests whether a value keeps a limit."""

    name: Finished
    test: Finished
    rule: Finished
    message: Finished


@frozen
class Uses:
    """Which of the small functions are there."""

    advise: bool
    boolean: bool
    characters: bool
    classified: bool
    entry: bool
    expect_boolean: bool
    expect_case: bool
    expect_constant: bool
    expect_integer: bool
    expect_items: bool
    expect_known: bool
    expect_list: bool
    expect_null: bool
    expect_number: bool
    expect_text: bool
    expect_values: bool
    format: bool
    integer: bool
    longer: bool
    maybe_integer: bool
    maybe_text: bool
    must: bool
    number: bool
    others: bool
    pattern: bool
    refuse_others: bool
    shorter: bool
    should: bool
    some: bool
    superseded: bool
    text: bool
    undeclared: bool
    unless_null: bool
    unpaired: bool


def names_in(code: str) -> frozenset[str]:
    """The names in the code that are neither keys nor in texts."""
    return frozenset(_NAME.findall(code))


def used_helpers(called: frozenset[str], code: str) -> frozenset[str]:
    """The small functions that are called, and those that they call themselves."""
    found = called & OPTIONAL | ({"shorter"} if _LONG.search(code) else frozenset())
    return found | {needed for name in found for needed in NEEDS.get(name, ())}


def uses(used: frozenset[str]) -> Uses:
    spelt = {snake(name) for name in used}
    return Uses(**{name: name in spelt for name in members(Uses)})


# -- texts ------------------------------------------------------------------------------------------------------------

GAP = "GAP"
_SOME_ENUM = Enum(GAP, "", Documentation(), open=True, values=(), case=LetterCase.SCREAMING_SNAKE)


def shared_messages() -> Messages:
    return Messages(
        boolean=string(what(messages.expected(Boolean()))),
        integer=string(what(messages.expected(Integer()))),
        list=string(what(messages.expected(ListOf(AnyValue())))),
        null=string(what(messages.expected(Null()))),
        number=string(what(messages.expected(Number()))),
        object=string(what(messages.OBJECT)),
        string=string(what(messages.STRING)),
        not_json=string(messages.NOT_JSON),
        too_deep=string(messages.TOO_DEEP),
        required=string(messages.REQUIRED),
        should=string(messages.SHOULD),
        unknown_key=string(messages.UNKNOWN_KEY),
        superseded=_filled(messages.superseded(SupersededKey("", GAP, Documentation())), {GAP: "replacement"}),
        classification=_filled(messages.classification(Field("", Null(), Level.MAY, follows=GAP)), {GAP: "code"}),
        unknown_value=_filled(messages.unknown_value(_SOME_ENUM), {GAP: "name"}),
        wrong_case=_filled(messages.wrong_case(_SOME_ENUM), {GAP: "name", f"{_SOME_ENUM.case}": "words"}),
        pattern=_filled(what(messages.no_match(Pattern(GAP, GAP, grouped=False))), {GAP: "source"}),
    )


def what(message: str) -> str:
    """What a message says was expected."""
    if not message.startswith(EXPECTED):
        raise ValueError(message)
    return message.removeprefix(EXPECTED)


def _filled(text: str, gaps: dict[str, str]) -> Finished:
    """The text with these expressions in its gaps."""
    pieces = re.split(f"({'|'.join(map(re.escape, gaps))})", text)
    return template(Finished(gaps[piece]) if piece in gaps else piece for piece in pieces)


def limits(used: frozenset[str]) -> Iterator[Limit]:
    characters, items = {"2 characters": 'some(limit, "character")'}, {"2 items": 'some(limit, "item")'}
    # One character takes one or two units, so the first one needs no counting.
    short = "!shorter(at.value, limit)" if "shorter" in used else "at.value.length >= limit"
    for name, test, rule, text, gaps in (
        ("minLength", short, RuleId.MIN_LENGTH, messages.too_short(2), characters),
        ("maxLength", "!longer(at.value, limit)", RuleId.MAX_LENGTH, messages.too_long(2), characters),
        ("minimum", "at.value >= limit", RuleId.MINIMUM, messages.too_small(2), {"2": "limit"}),
        ("maximum", "at.value <= limit", RuleId.MAXIMUM, messages.too_large(2), {"2": "limit"}),
        ("minItems", "at.value.length >= limit", RuleId.MIN_ITEMS, messages.too_few(2), items),
        ("maxItems", "at.value.length <= limit", RuleId.MAX_ITEMS, messages.too_many(2), items),
    ):
        if name in used:
            yield Limit(Finished(name), Finished(test), string(rule.value), _filled(what(text), gaps))
