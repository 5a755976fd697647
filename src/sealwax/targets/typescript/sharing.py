"""What the functions of a validation module share: the small functions that they call, and the texts in those."""

import re
from collections.abc import Iterator

from sealwax.contract import messages
from sealwax.contract.checking import RuleId
from sealwax.contract.model import (
    AnyValue,
    Boolean,
    Enum,
    Field,
    Integer,
    LetterCase,
    Level,
    ListOf,
    Lore,
    Null,
    Number,
    SupersededKey,
)
from sealwax.contract.patterns import Pattern
from sealwax.frozen import frozen
from sealwax.languages.typescript import string, template
from sealwax.rendering import Finished

HELPERS = frozenset(
    "advise boolean classified expectBoolean expectCase expectConstant expectInteger expectItems expectJson"
    " expectJsonObject expectKnown expectList expectNull expectNumber expectOthers expectText expectValues format has"
    " integer json longer maxItems maxLength maximum minItems minLength minimum must number object pattern refuseOthers"
    " shorter should superseded text undeclared unlessNull unpaired".split()
)
NEEDS = {
    "classified": ("advise", "entry", "text"),
    "expectBoolean": ("boolean",),
    "expectCase": ("advise",),
    "expectInteger": ("integer",),
    "expectItems": ("expectList",),
    "expectJson": ("json",),
    "expectJsonObject": ("expectJson", "json"),
    "expectKnown": ("advise", "expectText", "text"),
    "expectNumber": ("number",),
    "expectOthers": ("expectJson", "json"),
    "expectText": ("text",),
    "longer": ("characters",),
    "maxItems": ("some",),
    "maxLength": ("longer", "characters", "some"),
    "minItems": ("some",),
    "minLength": ("some",),
    "object": ("json",),
    "shorter": ("characters",),
    "should": ("advise",),
    "superseded": ("advise",),
    "undeclared": ("advise",),
    "unpaired": ("entry",),
}

EXPECTED = "expected "
_NAME = re.compile(r'"(?:[^"\\]|\\.)*"|(?<![\w$.])([a-z]\w+)')
_LONG = re.compile(r"minLength\(at, (?:[2-9]|1[0-9])")


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
    """The small functions that some contracts need and others do not."""

    advise: bool
    must: bool
    should: bool
    others: bool
    unknown: bool
    undeclared: bool
    superseded: bool
    entry: bool
    unpaired: bool
    classified: bool
    items: bool
    values: bool
    unless_null: bool
    boolean: bool
    integer: bool
    json: bool
    json_object: bool
    json_walk: bool
    known: bool
    case: bool
    list: bool
    null: bool
    number: bool
    constant: bool
    text: bool
    pattern: bool
    format: bool
    some: bool
    object: bool
    has: bool
    longer: bool
    shorter: bool
    characters: bool
    is_boolean: bool
    is_integer: bool
    is_number: bool
    is_text: bool


def used_helpers(code: str) -> frozenset[str]:
    """The small functions that the code calls, and those that they call themselves."""
    found = HELPERS.intersection(_NAME.findall(code))
    found |= {needed for name in found for needed in NEEDS.get(name, ())}
    return found | {"shorter", "characters"} if _LONG.search(code) else found


def uses(used: frozenset[str]) -> Uses:
    return Uses(
        advise="advise" in used,
        must="must" in used,
        should="should" in used,
        others="expectOthers" in used,
        unknown="refuseOthers" in used,
        undeclared="undeclared" in used,
        superseded="superseded" in used,
        entry="entry" in used,
        unpaired="unpaired" in used,
        classified="classified" in used,
        items="expectItems" in used,
        values="expectValues" in used,
        unless_null="unlessNull" in used,
        boolean="expectBoolean" in used,
        integer="expectInteger" in used,
        json="expectJson" in used,
        json_object="expectJsonObject" in used,
        json_walk="json" in used,
        known="expectKnown" in used,
        case="expectCase" in used,
        list="expectList" in used,
        null="expectNull" in used,
        number="expectNumber" in used,
        constant="expectConstant" in used,
        text="expectText" in used,
        pattern="pattern" in used,
        format="format" in used,
        some="some" in used,
        object="object" in used,
        has="has" in used,
        longer="longer" in used,
        shorter="shorter" in used,
        characters="characters" in used,
        is_boolean="boolean" in used,
        is_integer="integer" in used,
        is_number="number" in used,
        is_text="text" in used,
    )


# -- texts ------------------------------------------------------------------------------------------------------------

GAP = "GAP"
_SOME_ENUM = Enum(GAP, "", Lore(), open=True, values=(), case=LetterCase.SCREAMING_SNAKE)


def shared_messages() -> Messages:
    return Messages(
        boolean=string(what(messages.expected(Boolean()))),
        integer=string(what(messages.expected(Integer()))),
        list=string(what(messages.expected(ListOf(AnyValue())))),
        null=string(what(messages.expected(Null()))),
        number=string(what(messages.expected(Number()))),
        object=string(what(messages.OBJECT)),
        string=string(what(messages.STRING)),
        not_json=string(what(messages.NOT_JSON)),
        required=string(messages.REQUIRED),
        should=string(messages.SHOULD),
        unknown_key=string(messages.UNKNOWN_KEY),
        superseded=_filled(messages.superseded(SupersededKey("", GAP, Lore())), {GAP: "replacement"}),
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
