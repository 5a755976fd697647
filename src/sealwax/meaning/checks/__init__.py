"""The check plan: everything that a contract demands of a value, decided once and before any language.

The interpreter runs the plan; validators, conformance cases and the pages about validation are generated from it.
Consumers match on the classes below and end in `assert_never`, so that the type checker names each one that does not
know a new check yet. Types refer to each other by name.
"""

from collections.abc import Iterator, Mapping
from enum import StrEnum
from functools import cached_property
from typing import Literal, TypeAlias, get_args

from msgspec import Struct

from sealwax.contract import model as m
from sealwax.meaning.findings import RuleId, Weight
from sealwax.naming import snake
from sealwax.patterns import Pattern

Scalar: TypeAlias = str | int | float | bool | None


class Message(Struct, frozen=True):
    """The finding that a failed check reports, apart from its place."""

    rule: RuleId
    text: str

    @property
    def level(self) -> Weight:
        return self.rule.level

    @property
    def is_error(self) -> bool:
        return self.level is Weight.ERROR

    @property
    def expectation(self) -> str:
        """What was expected, as in "expected a string": how nearly all errors about a value begin."""
        return self.text.removeprefix("expected ")


# Tests: conditions on an object that choose what applies to it. The plan has them as the contract states them.
HasValue = m.HasValue
HasKey = m.HasKey
Test: TypeAlias = m.Test


# -- limits: checks of a value whose JSON type is right ---------------------------------------------------------------


class Measure(StrEnum):
    """What a bound limits: a number, the length of a string in code points, or how many items a list has."""

    NUMBER = "number"
    LENGTH = "length"
    ITEMS = "items"


class AtLeast(Struct, frozen=True):
    """`min: 0` of a number, `min_length: 1` of a string, `min_items: 1` of a list."""

    bound: int | float
    of: Measure
    message: Message


class AtMost(Struct, frozen=True):
    """`max: 1`, `max_length: 500`, `max_items: 10`."""

    bound: int | float
    of: Measure
    message: Message


class MultipleOf(Struct, frozen=True):
    """`multiple_of: 5`: 10, -5 and 0.0 are multiples of 5. Beyond 2^53 - 1, where JavaScript rounds, no number is."""

    divisor: int
    message: Message


class Matches(Struct, frozen=True):
    """The whole string matches a pattern: that of `pattern: "^[a-z]+$"`, or the one that `format: uuid` stands for."""

    name: str
    """For the constant that holds the pattern: snake case, one name per pattern of a plan."""
    pattern: Pattern
    message: Message
    format: str = ""
    """The named format that the pattern stands for, if any."""
    longest: int | None = None
    """A longer string does not match; None if every length is fine, or another limit keeps strings short enough."""


class Listed(Struct, frozen=True, dict=True):
    """The string is a value of an enum: an error if the enum is closed, advice if it is open."""

    name: str
    """For the constant that holds the values: snake case."""
    values: tuple[str, ...]
    message: Message
    spelling: Matches | None = None
    """Advice on strings that are not listed."""

    @cached_property
    def known(self) -> frozenset[str]:
        return frozenset(self.values)


Bound: TypeAlias = AtLeast | AtMost
NumberLimit: TypeAlias = Bound | MultipleOf
StringLimit: TypeAlias = Bound | Matches | Listed
Limit: TypeAlias = NumberLimit | StringLimit


# -- checks -----------------------------------------------------------------------------------------------------------


class JsonKind(StrEnum):
    """The JSON types that a check can ask for by itself. An integer is a number without a fraction: 1.0 is one."""

    NULL = "null"
    BOOLEAN = "boolean"
    INTEGER = "integer"
    NUMBER = "number"
    STRING = "string"
    OBJECT = "object"


class AnyCheck(Struct, frozen=True):
    """Every JSON value passes: `type: json`."""


class KindCheck(Struct, frozen=True):
    """A value of a JSON type that has no limits: `type: boolean`, `type: object`, `type: "null"`."""

    kind: Literal[JsonKind.NULL, JsonKind.BOOLEAN, JsonKind.OBJECT]
    message: Message


class NumberCheck(Struct, frozen=True):
    """`{type: integer, min: 0}`: 1.0 is an integer, true is not a number."""

    kind: Literal[JsonKind.INTEGER, JsonKind.NUMBER]
    message: Message
    limits: tuple[NumberLimit, ...] = ()

    @property
    def is_bounded(self) -> bool:
        """Whether the limits keep out numbers that no double can hold, at both ends."""
        return {AtLeast, AtMost} <= {type(limit) for limit in self.limits}


class Ascending(Struct, frozen=True):
    """Where the pattern matches, the number in its second group is greater than that in its first.

    `end: {type: integer, after: start}` in the form `char:{start}-{end}`: advice on `char:9-3`.
    Each alternative of the pattern has two groups, which only match digits. The numbers can have any length.
    """

    name: str
    """For the constant that holds the pattern: snake case."""
    pattern: Pattern
    message: Message


class DeprecatedValue(Struct, frozen=True):
    """The string is not this one. Only ever advice: the string is still valid."""

    value: str
    message: Message


class StringCheck(Struct, frozen=True):
    """`{type: string, max_length: 500}`, and the values of an enum or of a composite string."""

    message: Message
    limits: tuple[StringLimit, ...] = ()
    ascending: tuple[Ascending, ...] = ()
    """Advice, because no JSON Schema can compare numbers inside a string."""
    deprecated: tuple[DeprecatedValue, ...] = ()

    @property
    def tests(self) -> tuple[StringLimit | Ascending | DeprecatedValue, ...]:
        """All that is asked of a string, in the order of findings."""
        return (*self.limits, *self.ascending, *self.deprecated)

    @property
    def of_any_length(self) -> tuple[StringLimit | Ascending | DeprecatedValue, ...]:
        """The tests up to the largest length; all of them if there is none."""
        return self.tests[: self._longest]

    @property
    def if_not_too_long(self) -> tuple[StringLimit | Ascending | DeprecatedValue, ...]:
        """The tests after the largest length. A pattern may take long on a string that is longer."""
        return self.tests[self._longest :]

    @property
    def _longest(self) -> int:
        kinds = [type(limit) for limit in self.limits]
        return kinds.index(AtMost) + 1 if AtMost in kinds else len(self.tests)


class ConstantCheck(Struct, frozen=True):
    """Exactly one value, `const: response-v2`. 1 and 1.0 are the same, 1 and true are not."""

    value: str | int | float | bool
    message: Message


class ListCheck(Struct, frozen=True):
    """A list, `type: list of Item`: its limits first, then each item."""

    item: "Check"
    message: Message
    limits: tuple[Bound, ...] = ()


class MapCheck(Struct, frozen=True):
    """An object with any keys, whose values all pass one check: `type: map of integer`."""

    value: "Check"
    message: Message


class NullableCheck(Struct, frozen=True):
    """Null passes; other values have to pass the inner check: `type: string | null`."""

    inner: "Check"


class TypeRef(Struct, frozen=True):
    """The check of a named type: `type: Meta`. Each type is checked by a function of its own."""

    name: str


class Missing(Struct, frozen=True):
    """Reported for an absent key when all tests hold. Of several, the first that applies is reported, and no other.

    `level: {should: {fidelity: {below: full}}, otherwise: may}` is one: advice where `fidelity` is below `full`.
    """

    message: Message
    when: tuple[Test, ...] = ()


class Lookup(Struct, frozen=True):
    """A value of this kind equals what a table gives for the string at `path`; a string without an entry passes.

    `follows: error_code` advises against an error type that is not that of the code. The path starts at the object that
    holds the value.
    """

    name: str
    """For the constant that holds the table: snake case."""
    path: tuple[str, ...]
    kind: Literal[JsonKind.STRING, JsonKind.INTEGER]
    table: Mapping[str, str | int]
    message: Message


class ForbiddenKey(Struct, frozen=True):
    """If the value is an object, it does not have this key: one of `superseded`. The finding is reported at the key."""

    key: str
    message: Message


class Sum(Struct, frozen=True):
    """An integer equals the sum of those at other keys of the same object: `sum_of: [succeeded, failed]`.

    Only numbers from 0 to 2^53 - 1 are compared, because larger ones are not exact in every language. If one of them is
    not such a number, or is absent, the value passes. No JSON Schema can add, so this is only ever advice.
    """

    keys: tuple[str, ...]
    message: Message


class Expected(Struct, frozen=True):
    """The object that has the key meets all tests: `expects: {success: false}`."""

    tests: tuple[Test, ...]
    message: Message


class DeprecatedKey(Struct, frozen=True):
    """The key is absent, since it is `deprecated`. Only ever advice: the key is still part of the contract."""

    message: Message


RowRule: TypeAlias = Lookup | ForbiddenKey | Sum | Expected | DeprecatedKey


class Row(Struct, frozen=True):
    """A key of an object: `error: {type: string | null, level: must}`."""

    key: str
    check: "Check"
    missing: tuple[Missing, ...] = ()
    """From the strongest level to the weakest."""
    rules: tuple[RowRule, ...] = ()
    """Checked after `check`, whether it passed or not."""
    per_tool: bool = False
    """Each tool has its own type here; the check is what all of them have in common."""

    @property
    def level(self) -> m.Level:
        """The level of the key, regardless of other keys."""
        for missing in self.missing:
            if not missing.when:
                return m.Level.MUST if missing.message.is_error else m.Level.SHOULD
        return m.Level.MAY

    @property
    def is_required(self) -> bool:
        return self.level is m.Level.MUST


class OtherKeys(Struct, frozen=True):
    """Reported for each key that no row names, unless it starts with one of the allowed prefixes.

    An object without `open: true` has one that is an error; a `tiered` record one that is advice.
    """

    message: Message
    allowed_prefixes: tuple[str, ...] = ()


class UnknownTag(Struct, frozen=True):
    """Reported at a key whose value passes the check and still selects no case: the status `odd`, a string."""

    key: str
    check: "Check"
    message: Message


ObjectRule: TypeAlias = UnknownTag


class ObjectCheck(Struct, frozen=True):
    """An object: each row in order, then the keys that no row names, then rules about the object as a whole."""

    rows: tuple[Row, ...]
    message: Message
    other_keys: tuple[OtherKeys, ...] = ()
    rules: tuple[ObjectRule, ...] = ()


class OutcomeCase(Struct, frozen=True):
    """`success: {when: {success: true}}`: the test, and the type that has the outcome's own fields."""

    when: Test
    type: TypeRef


class CasesCheck(Struct, frozen=True):
    """An object that is checked as the first case whose test holds."""

    cases: tuple[OutcomeCase, ...]
    otherwise: ObjectCheck | None
    """Checks an object of no case, and always finds an error; None when the tests leave none."""
    message: Message
    tag: str = ""
    """The key that tells all cases apart by its value; empty if other tests do."""


Check: TypeAlias = (
    AnyCheck
    | KindCheck
    | NumberCheck
    | StringCheck
    | ConstantCheck
    | ListCheck
    | MapCheck
    | NullableCheck
    | TypeRef
    | ObjectCheck
    | CasesCheck
)
Part: TypeAlias = Check | Limit | Ascending | DeprecatedValue | Missing | Test | RowRule | OtherKeys | ObjectRule
Node: TypeAlias = Row | Part
NODES: Mapping[str, type] = {
    snake(node.__name__): node for union in (Check, Limit, RowRule, Test) for node in get_args(union)
}
"""The nodes that templates tell apart, by the name of their test."""


def nodes(node: Node) -> Iterator[Node]:
    """A node and all nodes within it, except those of types that it refers to by name."""
    yield node
    for inner in nodes_in(node).values():
        for each in inner if isinstance(inner, tuple) else (inner,):
            yield from nodes(each)


def nodes_in(node: Node) -> dict[str, Node | tuple[Node, ...]]:
    """By field: the nodes that a node holds itself."""
    return {
        name: value
        for name in node.__struct_fields__
        if type(value := getattr(node, name)) in _NODE_TYPES
        or (type(value) is tuple and value and type(value[0]) in _NODE_TYPES)
    }


_NODE_TYPES = frozenset(get_args(Node))


# -- the plan of a contract -------------------------------------------------------------------------------------------


class Role(StrEnum):
    """What a named type is in its contract."""

    ENVELOPE = "envelope"
    OUTCOME = "outcome"
    RECORD = "record"
    ENUM = "enum"
    TEXT = "text"
    TOOL_ENVELOPE = "tool envelope"
    TOOL_OUTCOME = "tool outcome"


class CheckedType(Struct, frozen=True):
    """A named type. An envelope without outcomes is a single object, and has no type for its only outcome."""

    name: str
    role: Role
    check: Check
    tool: str = ""
    """Envelopes of tools: the name of the tool."""
    payload: str = ""
    """Envelopes of tools: the record in the row that differs by tool."""
    example: str = ""
    """Texts and suggestions: a string that passes, where the contract gives one."""


Types: TypeAlias = Mapping[str, CheckedType]
"""By name, each after those that it refers to."""


class Plan(Struct, frozen=True):
    """The checks of one contract."""

    contract: str
    envelope: str
    types: Types
    public: tuple[str, ...]
    """The types with a validator of their own: the envelope, those of tools, then records, enums and texts."""

    def object(self, name: str) -> ObjectCheck:
        """The check of a record, of an outcome, or of an envelope without outcomes."""
        check = self.types[name].check
        if not isinstance(check, ObjectCheck):
            raise TypeError(f"'{name}' is not a single object")
        return check
