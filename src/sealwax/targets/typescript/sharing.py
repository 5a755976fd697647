"""What the functions of a validation module share: the small functions that they call, and the texts in those."""

import re
from collections.abc import Callable, Iterator

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
from sealwax.frozen import frozen, members
from sealwax.languages.typescript import string, template
from sealwax.naming import snake
from sealwax.rendering import Finished


@frozen
class Kept:
    """A limit: the test of a value that keeps it, the rule, and what the rule says."""

    test: str
    rule: RuleId
    message: Callable[[float], str]


LIMITS = {
    "minLength": Kept("!shorter(value, {})", RuleId.MIN_LENGTH, lambda limit: messages.too_short(int(limit))),
    "maxLength": Kept("!longer(value, {})", RuleId.MAX_LENGTH, lambda limit: messages.too_long(int(limit))),
    "minimum": Kept("value >= {}", RuleId.MINIMUM, messages.too_small),
    "maximum": Kept("value <= {}", RuleId.MAXIMUM, messages.too_large),
    "minItems": Kept("value.length >= {}", RuleId.MIN_ITEMS, lambda limit: messages.too_few(int(limit))),
    "maxItems": Kept("value.length <= {}", RuleId.MAX_ITEMS, lambda limit: messages.too_many(int(limit))),
}

OPTIONAL = frozenset(
    "all boolean both classified constant either expectBoolean expectInteger expectList expectNull expectNumber"
    " expectText integer known listOf longer mapOf matches maybeInteger maybeText must nullable number paired shorter"
    " should superseded text undeclared unknownKey unpaired".split()
)
"""The small functions that some contracts need and others do not, besides the limits."""

NEEDS = {
    "both": ("all",),
    "classified": ("text",),
    "expectBoolean": ("boolean",),
    "expectInteger": ("integer",),
    "expectNumber": ("number",),
    "expectText": ("text",),
    "known": ("expectText", "text"),
    "listOf": ("all", "expectList"),
    "longer": ("characters",),
    "maxLength": ("longer", "characters"),
    "minLength": ("shorter", "characters"),
    "must": ("all", "level"),
    "nullable": ("all",),
    "paired": ("integer", "unpaired", "text"),
    "shorter": ("characters",),
    "should": ("all", "level"),
    "unpaired": ("text",),
}

EXPECTED = "expected "
_NAME = re.compile(r'"(?:[^"\\]|\\.)*"|(?<![\w$.])([A-Za-z_]\w*)\b(?!:)')


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
    """Which of the small functions are there."""

    all: bool
    boolean: bool
    both: bool
    characters: bool
    classified: bool
    constant: bool
    either: bool
    expect_boolean: bool
    expect_integer: bool
    expect_list: bool
    expect_null: bool
    expect_number: bool
    expect_text: bool
    integer: bool
    known: bool
    letter_case: bool
    level: bool
    list_of: bool
    longer: bool
    map_of: bool
    matches: bool
    maybe_integer: bool
    maybe_text: bool
    must: bool
    nullable: bool
    number: bool
    paired: bool
    shorter: bool
    should: bool
    superseded: bool
    text: bool
    undeclared: bool
    unknown_key: bool
    unpaired: bool


def names_in(code: str) -> frozenset[str]:
    """The names in the code that are neither keys nor in texts."""
    return frozenset(_NAME.findall(code))


def used_helpers(called: frozenset[str]) -> frozenset[str]:
    """The small functions that are called, and those that they call themselves."""
    found = called & (OPTIONAL | LIMITS.keys())
    return found | {needed for name in found for needed in NEEDS.get(name, ())}


def uses(used: frozenset[str], *, letter_case: bool) -> Uses:
    spelt = {snake(name) for name in used}
    return Uses(**{name: name in spelt for name in members(Uses)} | {"letter_case": letter_case})


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
        not_json=string(messages.NOT_JSON),
        required=string(messages.REQUIRED),
        should=string(messages.SHOULD),
        unknown_key=string(messages.UNKNOWN_KEY),
        superseded=_filled(messages.superseded(SupersededKey("", GAP, Lore())), {GAP: "replacement"}),
        classification=_filled(messages.classification(Field("", Null(), Level.MAY, follows=GAP)), {GAP: "code"}),
        unknown_value=_filled(messages.unknown_value(_SOME_ENUM), {GAP: "name"}),
        wrong_case=_filled(messages.wrong_case(_SOME_ENUM), {GAP: "name", f"{_SOME_ENUM.case}": "words"}),
        pattern=_filled(what(messages.no_match(Pattern(GAP, GAP, grouped=False))), {GAP: "expression.source"}),
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
    for name, kept in LIMITS.items():
        if name in used:
            message = _filled(what(kept.message(2)), {"2": "limit"})
            yield Limit(Finished(name), Finished(kept.test.format("limit")), string(kept.rule.value), message)
