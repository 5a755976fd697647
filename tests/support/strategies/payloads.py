"""Random payloads for a contract: valid ones, and valid ones with something broken.

All choices come from one `Random`. Hypothesis provides one that it can shrink; `fuzz.py` uses a plain one, which is
faster.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from math import inf, nextafter
from random import Random
from typing import TypeAlias, assert_never

from hypothesis import strategies as st

from sealwax.contract.model import (
    AnyObject,
    AnyValue,
    Boolean,
    Constant,
    Contract,
    Enum,
    Envelope,
    Field,
    Integer,
    Json,
    Level,
    ListOf,
    MapOf,
    Null,
    Nullable,
    Number,
    Payload,
    Record,
    Reference,
    String,
    Text,
    Type,
    bare,
)
from sealwax.meaning.checks import StringCheck
from sealwax.meaning.checks.interpreter import holds, text_at
from sealwax.meaning.checks.lowering import lower_type
from sealwax.meaning.checks.samples import smallest_string
from sealwax.patterns import FORMATS
from sealwax.patterns.syntax import PatternParser
from sealwax.patterns.tree import Node
from strategies.breaking import break_somewhere, free_value
from strategies.patterns import fitting

Subject: TypeAlias = Envelope | Record | Enum | Text

# Names that JavaScript objects inherit, that look like numbers or JSON pointers, or that are empty.
ODD_KEYS = [
    "__proto__",
    "constructor",
    "toString",
    "hasOwnProperty",
    "length",
    "",
    "0",
    "-1",
    "a/b",
    "~",
    "~1",
    "é😀\n",
]
LETTERS = ["a", "Z", "0", " ", "\n", "\t", "é", "\u0301", "ß", "中", "\u2028", "😀", "\U0010fffd", '"', "\\", "\x00"]


def subjects(contract: Contract) -> list[Subject]:
    """The envelope, every named type, and the envelope of every tool."""
    tools = (tool.envelope for tool in contract.tools)
    return [contract.envelope, *contract.records, *contract.texts, *contract.enums, *tools]


@st.composite
def payloads(draw: st.DrawFn, contract: Contract, subject: Subject) -> Json:
    """Payloads, half of them valid."""
    return Maker(contract, draw(st.randoms(use_true_random=False))).payload(subject)


@lru_cache(maxsize=4096)
def _tree(source: str) -> Node:
    return PatternParser(source).pattern()


class Maker:
    """Makes payloads of one contract."""

    def __init__(self, contract: Contract, random: Random) -> None:
        self.random = random
        self.slips = 0.0
        """How often a value just exceeds a limit."""
        self.keys = sorted(set(keys_of(contract)))
        self.odd_keys = ODD_KEYS
        self.words = sorted({value.value for enum in contract.enums for value in enum.values})

    def payload(self, subject: Subject) -> Json:
        """A payload: valid in half of the cases, otherwise changed, and in half of those beyond limits as well."""
        how = self.random.choice(["valid", "valid", "broken", "slipped"])
        self.slips = 0.2 if how == "slipped" else 0.0
        value = self.valid(subject)
        self.slips = 0.0
        return value if how == "valid" else self.broken(value)

    def broken(self, value: Json) -> Json:
        """The value with one to three changes."""
        for _ in range(self.random.choice([1, 1, 1, 2, 3])):
            value = break_somewhere(value, self.random, [*self.keys, *self.odd_keys], self.words)
        return value

    def valid(self, subject: Subject) -> Json:
        if isinstance(subject, Envelope):
            discriminator = subject.discriminator
            kept = (discriminator.field,) if discriminator is not None else ()
            return self._object(self.random.choice(subject.outcomes).fields, subject.open, kept)
        return self._named(subject)

    def _often(self, chance: float) -> bool:
        return self.random.random() < chance

    # -- objects ------------------------------------------------------------------------------------------------------

    def _object(self, fields: Sequence[Field], is_open: bool, marks: Sequence[str] = ()) -> Json:
        """An object. If it is open, it may get extra keys, except those that mark an outcome."""
        generous = self.random.choice([0.1, 0.5, 0.9])
        value: dict[str, Json] = {
            field.name: self._field(field) for field in fields if field.required or self._often(generous)
        }
        self._complete(fields, value)
        for field in fields:
            if field.follows and field.name in value and self._often(0.7):
                self._classify(field, fields, value)
        self._complete(fields, value)
        for field in fields:
            if field.number_of is not None and field.name in value:
                number = field.number_of.numbers.get(text_at({**value}, field.number_of.path) or "")
                value[field.name] = value[field.name] if number is None else self.random.choice([number, float(number)])
            if field.sum_of and field.name in value and self._often(0.7):
                parts = [part for name in field.sum_of if isinstance(part := value.get(name), int | float)]
                value[field.name] = sum(parts) if abs(sum(parts)) < 2**53 else value[field.name]
        if is_open and self._often(0.3):
            declared = {field.name for field in fields} | set(marks)
            free = [key for key in [*self.odd_keys, *self.keys] if key not in declared]
            value |= {key: free_value(self.random) for key in self.random.sample(free, 2)}
        return value if self._often(0.8) else dict(self.random.sample(list(value.items()), len(value)))

    def _complete(self, fields: Sequence[Field], value: dict[str, Json]) -> None:
        """Add what other keys make required."""
        for _ in fields:  # an added key can make another one required
            value |= {field.name: self._field(field) for field in fields if _is_missing(field, value)}

    def _field(self, field: Field) -> Json:
        if field.readers_accept_null and self._often(0.2):
            return None
        value = self._type(field.type)
        if isinstance(value, dict) and field.superseded and self._often(0.3):
            value[self.random.choice(field.superseded).name] = free_value(self.random)
        return value

    def _classify(self, field: Field, fields: Sequence[Field], value: dict[str, Json]) -> None:
        code = value.get(field.follows)
        type_ = bare(next(each for each in fields if each.name == field.follows).type)
        if isinstance(code, str) and isinstance(type_, Reference) and isinstance(type_.target, Enum):
            entry = type_.target.value(code)
            if entry is not None:
                value[field.name] = entry.classified_as

    # -- types --------------------------------------------------------------------------------------------------------

    def _type(self, type_: Type) -> Json:
        match type_:
            case Null():
                return None
            case Boolean():
                return self._often(0.5)
            case Integer() | Number():
                return self._number(type_)
            case String():
                return self._string(type_)
            case Constant(value):
                return value
            case AnyValue():
                return free_value(self.random)
            case AnyObject() | Payload():
                return {key: free_value(self.random) for key in self.random.sample(self.keys + self.odd_keys, 2)}
            case ListOf(item, low, high):
                return [self._type(item) for _ in range(self._count(low, high))]
            case MapOf(item):
                return {key: self._type(item) for key in self.random.sample(self.odd_keys, self._count(0, 2))}
            case Nullable(inner):
                return None if self._often(0.2) else self._type(inner)
            case Reference(target):
                return self._named(target)
            case _:
                assert_never(type_)

    def _named(self, target: Record | Enum | Text) -> Json:
        match target:
            case Record():
                return self._object(target.fields, target.open)
            case Enum():
                if target.open and self._often(0.2):
                    return self.random.choice(["OTHER_CODE", "other_code", "Other", "", *self.words])
                return self.random.choice(target.values).value
            case Text():
                return self._string(target.string)
            case _:
                assert_never(target)

    def _count(self, low: int | None, high: int | None) -> int:
        least = low or 0
        most = least + 2 if high is None else high
        if self._often(self.slips):
            return self.random.choice([max(least - 1, 0), most + 1])
        return self.random.choice([least, most, self.random.randint(least, most)])

    def _number(self, type_: Integer | Number) -> Json:
        edges = [edge for edge in (type_.minimum, type_.maximum) if edge is not None]
        if edges and self._often(self.slips):
            edge = self.random.choice(edges)
            return self.random.choice([edge - 1, edge + 1, nextafter(edge, -inf), nextafter(edge, inf), float(edge)])
        candidates = [*edges, 0, 1, 1.0, -1, 2, 2**53 - 1, -(2**53 - 1), 2**53, 2**53 + 1, -(2**63), 10**300]
        candidates += [edge + 1 for edge in edges] + [edge - 1 for edge in edges]
        if isinstance(type_, Number):
            candidates += [0.5, -0.0, 1e-7, 1e300, 0.1 + 0.2]
        low, high, of = type_.minimum, type_.maximum, type_.multiple_of
        candidates += [] if of is None else [times * of for times in (-0.0, 1, -1, 2, 3.0, 2**20, 2**53)]
        fits = [each for each in candidates if (low is None or each >= low) and (high is None or each <= high)]
        if of is not None and not self._often(self.slips):
            fits = [each for each in fits if abs(each) < 2**53 and each % of == 0]
        return self.random.choice(fits)

    def _string(self, type_: String) -> str:
        """A valid string. With tight limits, it takes a few attempts, and may fail."""
        text = ""
        for _ in range(8):
            if type_.format is not None and type_.pattern is not None:
                text = str(smallest_string(_string_check(type_)))  # random text hardly ever matches two patterns
            elif type_.format is not None:
                text = fitting(_tree(FORMATS[type_.format].source), self.random)
            elif type_.pattern is not None:
                text = fitting(_tree(type_.pattern.source), self.random)
            else:
                count = self._count(type_.min_length, type_.max_length)
                return "".join(self.random.choices(LETTERS, k=count))
            if self._often(self.slips):
                return self._slipped(text)
            if (type_.min_length or 0) <= len(text) and (type_.max_length is None or len(text) <= type_.max_length):
                break
        return text

    def _slipped(self, text: str) -> str:
        extra = self.random.choice(["\n", "\u0661", "😀", "a", "0", "\r\n"])
        return self.random.choice([text + extra, extra + text, text[1:], text[:-1], text.swapcase(), text + text])


def _string_check(string: String) -> StringCheck:
    check = lower_type(string)[0]
    assert isinstance(check, StringCheck)
    return check


def _is_missing(field: Field, value: dict[str, Json]) -> bool:
    raised = field.conditional
    if field.name in value or raised is None or raised.level is not Level.MUST or not raised.condition:
        return False
    siblings: dict[str, object] = {**value}
    return holds(raised.condition, siblings)


def keys_of(contract: Contract) -> Iterator[str]:
    """The keys that a contract declares, and some that its tiers allow."""
    yield from (f"{tier.prefix}undeclared" for tier in contract.tiers)
    groups = [contract.envelope.fields, *(record.fields for record in contract.records)]
    for fields in groups:
        for field in fields:
            yield field.name
            yield from (old.name for old in field.superseded)
