"""The model: frozen dataclasses that know no target language.

A `Contract` is what a contract means once every name is resolved and every promise about it is checked. Targets
match on the type classes below and end in `assert_never`, so that the type checker names each unfinished target.
References hold the declaration itself; they never form a cycle.
"""

from enum import StrEnum
from typing import TypeAlias

from sealwax.contract.patterns import Pattern
from sealwax.frozen import frozen
from sealwax.output import Output

Json: TypeAlias = dict[str, "Json"] | list["Json"] | str | int | float | bool | None


class Absent(StrEnum):
    """Says that a contract gives no value, which is not the same as giving null."""

    ABSENT = "absent"


ABSENT = Absent.ABSENT


# -- where a statement comes from, and how long it holds --------------------------------------------------------------


@frozen
class Source:
    """A document that the contract replaces."""

    key: str
    title: str
    doc: str


@frozen
class Citation:
    """A place in a source: `lines` is empty when the whole document is meant."""

    source: Source
    lines: str


@frozen
class Note:
    """A remark beside a statement: a decision, a rejected variant, a caution."""

    text: str
    origin: tuple[Citation, ...] = ()


@frozen
class Deprecation:
    """What is on its way out, since which version, and what to use instead."""

    since: str
    replacement: str
    doc: str


@frozen
class Lore:
    """What people, not programs, need to know about a declaration."""

    doc: str = ""
    notes: tuple[Note, ...] = ()
    origin: tuple[Citation, ...] = ()
    since: str = ""
    deprecated: Deprecation | None = None


@frozen
class Tier:
    """A promise of stability. In a tiered record a key is told by the prefix of its tier; no prefix starts another."""

    name: str
    title: str
    promise: str
    prefix: str
    """Empty for keys that start with no tier's prefix."""
    promotion: str
    """How something gets from here into a more stable tier."""
    undeclared: bool
    """Whether keys with the prefix need no declaration."""
    lore: Lore


@frozen
class Gate:
    """A feature flag or an environment: writers leave out what stands behind it while it is off."""

    name: str
    lore: Lore


# -- types ------------------------------------------------------------------------------------------------------------


class Format(StrEnum):
    """A named string format; its exact meaning is the pattern in `patterns.FORMATS`."""

    DATE_TIME = "date-time"
    UUID = "uuid"


@frozen
class Null:
    """The value null and nothing else."""


@frozen
class Boolean:
    """true or false."""


@frozen
class Integer:
    """A number without a fraction: 1.0 is one, true is not."""

    minimum: int | None = None
    maximum: int | None = None


@frozen
class Number:
    """Any JSON number. Bounds are inclusive."""

    minimum: int | float | None = None
    maximum: int | float | None = None


@frozen
class String:
    """A string. Lengths count code points; a pattern describes the whole string."""

    min_length: int | None = None
    max_length: int | None = None
    pattern: Pattern | None = None
    format: Format | None = None


@frozen
class Constant:
    """Exactly one value. 1 and 1.0 are the same number, 1 and true are not the same value."""

    value: str | int | float | bool


@frozen
class AnyValue:
    """Any JSON value."""


@frozen
class AnyObject:
    """Any JSON object: string keys, any values."""


@frozen
class Payload:
    """The part of an envelope that differs from tool to tool: any JSON object."""


@frozen
class ListOf:
    """A list whose items are all of one type."""

    item: "Type"
    min_items: int | None = None
    max_items: int | None = None


@frozen
class MapOf:
    """An object with free keys whose values are all of one type."""

    value: "Type"


@frozen
class Nullable:
    """The inner type, or null. Never nested, never around `Null` or `AnyValue`."""

    inner: "Type"


@frozen
class Reference:
    """A use of a named declaration."""

    target: "Record | Enum | Text"


Type: TypeAlias = (
    Null
    | Boolean
    | Integer
    | Number
    | String
    | Constant
    | AnyValue
    | AnyObject
    | Payload
    | ListOf
    | MapOf
    | Nullable
    | Reference
)


def is_free(kind: Type) -> bool:
    """Whether every JSON value is one of the type."""
    return isinstance(kind.inner if isinstance(kind, Nullable) else kind, AnyValue)


# -- named declarations -----------------------------------------------------------------------------------------------


class Level(StrEnum):
    """How strongly a key is wanted. Only `MUST` decides whether a value is valid."""

    MUST = "must"
    SHOULD = "should"
    MAY = "may"


@frozen
class OneOf:
    """The sibling is present and has one of these values; `phrase` says so in the contract's words."""

    field: str
    values: tuple[str | int | float | bool | None, ...]
    phrase: str = ""


@frozen
class Present:
    """The sibling is present, or absent when `expected` is false."""

    field: str
    expected: bool


Condition: TypeAlias = tuple[OneOf | Present, ...]
"""Tests on sibling fields, all of which must hold."""


@frozen
class Raised:
    """A stronger level under a condition. Prose is for people: no payload can decide it, so nothing enforces it."""

    level: Level
    condition: Condition = ()
    prose: str = ""


@frozen
class SupersededKey:
    """A key that older writers used: still accepted, reported as advice, never written by a builder."""

    name: str
    replacement: str
    lore: Lore


@frozen
class Field:
    """A key of a record or envelope."""

    name: str
    type: Type
    level: Level
    lore: Lore = Lore()
    raised: Raised | None = None
    default: Json | Absent = ABSENT
    """What a constructor fills in; for a `Constant` it is the constant."""
    readers_accept_null: bool = False
    """Writers leave the key out; readers also take null for it."""
    follows: str = ""
    """The sibling whose catalogue entry gives this field its value; another value is advice."""
    number_of: "Numbering | None" = None
    """The error code whose JSON-RPC number this integer is; another number is an error."""
    superseded: tuple[SupersededKey, ...] = ()
    """Old keys inside this field's object."""
    tier: Tier | None = None
    gate: Gate | None = None
    """What has to be on before writers give the key. No value tells, so nothing checks it."""
    per_tool: bool = False
    """Envelopes: each tool has its own type here, and this one is what all of them have in common."""

    @property
    def required(self) -> bool:
        return self.level is Level.MUST

    @property
    def is_settled(self) -> bool:
        """Whether the field always has a value, given or not."""
        return self.required or self.default is not ABSENT


@frozen
class Record:
    """An object with named keys. An open record also takes keys that it does not name."""

    name: str
    title: str
    lore: Lore
    open: bool
    standalone: bool
    """Has a JSON Schema file of its own."""
    fields: tuple[Field, ...]
    includes: tuple[str, ...] = ()
    """The records whose fields come first."""
    tiers: tuple[Tier, ...] = ()
    """All tiers of the contract when the record is tiered, so that each of its keys has a tier; none otherwise."""

    @property
    def tiered(self) -> bool:
        return bool(self.tiers)

    @property
    def free_prefixes(self) -> tuple[str, ...]:
        """What keys of a tiered record start with that need no declaration."""
        return tuple(tier.prefix for tier in self.tiers if tier.undeclared)


@frozen
class TextPart:
    """A named part of a composite string."""

    name: str
    pattern: Pattern
    doc: str


@frozen
class TextForm:
    """One way to write a composite string: literal text around parts, e.g. `char:{start}-{end}`."""

    name: str
    title: str
    template: str
    example: str
    doc: str


@frozen
class Text:
    """A named kind of string. One with forms is composite: `string.pattern` is made from them."""

    name: str
    title: str
    lore: Lore
    string: String
    forms: tuple[TextForm, ...] = ()
    parts: tuple[TextPart, ...] = ()
    semantics: tuple[str, ...] = ()


class LetterCase(StrEnum):
    """How the values of an enum are spelt."""

    SCREAMING_SNAKE = "SCREAMING_SNAKE"
    LOWER_SNAKE = "lower_snake"


class Order(StrEnum):
    """How the values of an ordered enum are listed."""

    HIGHEST_FIRST = "highest_first"
    LOWEST_FIRST = "lowest_first"


class Catalogue(StrEnum):
    """What the values of an enum classify, beyond being names."""

    PLAIN = "plain"
    ERROR_TYPES = "error_types"
    ERROR_CODES = "error_codes"
    WARNING_CODES = "warning_codes"


class RetryDecision(StrEnum):
    NO = "no"
    MAYBE = "maybe"
    YES = "yes"


@frozen
class Retry:
    """Whether trying again can help, and what has to happen first."""

    decision: RetryDecision
    hint: str = ""


@frozen
class Column:
    """A text that every value of an enum has besides its description."""

    key: str
    title: str


@frozen
class EnumValue:
    """A value of an enum. Which of the facts below `cells` are set depends on the enum's catalogue."""

    value: str
    lore: Lore
    cells: tuple[str, ...] = ()
    """One text per column of the enum."""
    tier: Tier | None = None
    http: int | None = None
    """Error types: the analogous HTTP status. Not unique, so never a key."""
    jsonrpc: int | None = None
    """Error types: the number in a JSON-RPC error. Not unique either."""
    retry: Retry | None = None
    """Error types: the retry policy."""
    usual_code: str = ""
    """Error types: the code of an error that has no code of its own; empty when there is none."""
    classified_as: str = ""
    """Error codes: their error type. Warning codes: their severity."""
    message: str = ""
    """Codes: a template over `context`, e.g. `Rate limit exceeded: {limit} requests`."""
    remediation: str = ""
    """Error codes: a template over `context`."""
    context: tuple[Field, ...] = ()
    """Codes: the facts that come with this code."""


@frozen
class Enum:
    """A list of known strings. An open one takes other strings too, which is advice and not an error."""

    name: str
    title: str
    lore: Lore
    open: bool
    values: tuple[EnumValue, ...]
    catalogue: Catalogue = Catalogue.PLAIN
    case: LetterCase | None = None
    order: Order | None = None
    columns: tuple[Column, ...] = ()
    classified_by: "Enum | None" = None
    """Error codes: the error types. Warning codes: the severities."""

    def value(self, name: str) -> EnumValue | None:
        return next((value for value in self.values if value.value == name), None)

    def below(self, name: str) -> tuple[str, ...]:
        """The values that an ordered enum ranks lower than this one, in contract order."""
        names = [value.value for value in self.values]
        at = names.index(name)
        return tuple(names[at + 1 :] if self.order is Order.HIGHEST_FIRST else names[:at])

    def above(self, name: str) -> tuple[str, ...]:
        names = [value.value for value in self.values]
        at = names.index(name)
        return tuple(names[:at] if self.order is Order.HIGHEST_FIRST else names[at + 1 :])


@frozen
class Numbering:
    """Where the error code stands that an integer is the JSON-RPC number of."""

    path: tuple[str, ...]
    """From the object that holds the integer."""
    codes: Enum
    is_certain: bool
    """Whether there must be a code."""

    @property
    def words(self) -> str:
        return ".".join(self.path)

    def number(self, code: str) -> int | None:
        """The number of a code. One that is not known, or whose type has no number, leaves the integer alone."""
        entry, types = self.codes.value(code), self.codes.classified_by
        kind = types.value(entry.classified_as) if entry is not None and types is not None else None
        return None if kind is None else kind.jsonrpc

    @property
    def numbers(self) -> dict[str, int]:
        """By code: its number."""
        types = self.codes.classified_by.values if self.codes.classified_by is not None else ()
        by_type = {kind.value: kind.jsonrpc for kind in types if kind.jsonrpc is not None}
        kinds = {code.value: code.classified_as for code in self.codes.values}
        return {code: by_type[kind] for code, kind in kinds.items() if kind in by_type}

    @property
    def is_total(self) -> bool:
        """Whether every code that is valid has a number."""
        return not self.codes.open and len(self.numbers) == len(self.codes.values)


# -- the envelope and its builders ------------------------------------------------------------------------------------


class OutcomeName(StrEnum):
    SUCCESS = "success"
    FAILURE = "failure"


@frozen
class Tag:
    """The outcome is told by the value of a field that is always there."""

    field: str
    value: str | int | bool


@frozen
class Presence:
    """The outcome is told by whether a key is there at all; the outcome without it does not have the field."""

    field: str
    expected: bool


@frozen
class Outcome:
    """The envelope as it looks in one case: all its fields, refined.

    An envelope that has no cases looks as its only outcome does, which has no mark and counts as a success.
    """

    outcome: OutcomeName
    name: str
    lore: Lore
    mark: Tag | Presence | None
    fields: tuple[Field, ...]


@frozen
class Envelope:
    """What every response looks like: the fields as they are in general, then case by case."""

    name: str
    title: str
    lore: Lore
    open: bool
    fields: tuple[Field, ...]
    """A field that belongs to one outcome only is optional here."""
    outcomes: tuple[Outcome, ...]
    """Success and failure, or the one shape that all responses have."""

    @property
    def mark(self) -> Tag | Presence | None:
        """The mark of a success; a failure's has the same field, and the other value."""
        return self.outcomes[0].mark

    @property
    def success(self) -> Outcome:
        return self.outcomes[0]

    @property
    def failure(self) -> Outcome | None:
        return self.outcomes[1] if len(self.outcomes) > 1 else None

    @property
    def has_shapes(self) -> bool:
        """Whether the outcomes differ in their keys, so that no single object can stand for both."""
        return len({tuple(field.name for field in outcome.fields) for outcome in self.outcomes}) > 1


@frozen
class Tool:
    """What one tool answers: the envelope with the tool's payload in the place of what differs by tool.

    `envelope` has names of its own, but for outcomes without a payload, which are those of the contract.
    """

    name: str
    lore: Lore
    payload: Record
    envelope: Envelope


@frozen
class Assignment:
    """A value that a builder writes at a path of the envelope."""

    path: tuple[str, ...]
    value: Json


@frozen
class Parameter:
    """An argument of a builder, and the place of the envelope that it fills.

    `field` is the field at `path` in the builder's outcome; its type is the parameter's type. A parameter whose path
    is one field of object type, and that is not the whole of what fills it, is merged into that object after
    everything else, so that its keys win.
    """

    name: str
    path: tuple[str, ...]
    field: Field
    level: Level
    lore: Lore
    merged: bool
    default: Json | Absent = ABSENT
    sets: tuple[Assignment, ...] = ()
    """What else is written when the argument is given."""


@frozen
class Clock:
    """The places of the envelope that a builder fills from a clock; empty when there is none."""

    now: tuple[str, ...] = ()
    """Gets the date and time, in UTC with milliseconds."""
    elapsed: tuple[str, ...] = ()
    """Gets the whole milliseconds since the caller started."""


@frozen
class Readings:
    """What a clock says when a builder asks it."""

    now: str = ""
    elapsed: int = 0


@frozen
class BuilderExample:
    title: str
    doc: str
    arguments: dict[str, Json]
    result: Json
    origin: tuple[Citation, ...]
    readings: Readings = Readings()


@frozen
class Builder:
    """A function that makes an envelope. Its first parameter is positional, the others go by name."""

    name: str
    outcome: Outcome
    lore: Lore
    parameters: tuple[Parameter, ...]
    extra_keywords: str
    """The object field that takes keywords which are no parameter; empty when there are no such keywords."""
    examples: tuple[BuilderExample, ...]
    clock: Clock | None = None


# -- partial results --------------------------------------------------------------------------------------------------


class Counter(StrEnum):
    """What a field of a partial result counts."""

    ATTEMPTED = "attempted"
    RETURNED = "returned"
    FAILED = "failed"


@frozen
class Partial:
    """How a result tells that part of the work failed."""

    record: Record
    """What has the status and the issues; payloads include it."""
    status: Field
    statuses: Enum
    ok: str
    partial: str
    failed: str
    issues: Field
    issue: Record
    retryable: Field | None
    """The field of an issue that says whether trying again can help."""
    counters: dict[Counter, Field]
    lore: Lore


# -- from keys to tiers -----------------------------------------------------------------------------------------------


@frozen
class MergingExample:
    title: str
    doc: str
    response: dict[str, Json]
    given: Json | Absent
    plugins: dict[str, Json]
    gates: tuple[str, ...]
    result: Json
    origin: tuple[Citation, ...]


@frozen
class Merging:
    """A function that puts keys into a tiered record of a response; `contract/merging.py` is what it means."""

    name: str
    field: Field
    """The field of the envelope that holds the record."""
    record: Record
    lore: Lore
    examples: tuple[MergingExample, ...]
    gates: tuple[str, ...] = ()
    """All gates of the contract, be they before a key of the record or elsewhere."""


# -- from codes to responses ------------------------------------------------------------------------------------------

Template: TypeAlias = tuple[str | Field, ...]
"""Literal text, and between it the fields whose values are filled in."""


@frozen
class Placement:
    """The part of a context that becomes keys of one object: the one that this parameter of the builder fills."""

    parameter: Parameter
    fields: tuple[Field, ...]


@frozen
class ErrorFactory:
    """Makes the failure that an error code stands for."""

    value: EnumValue
    message: Template
    remediation: Template
    """Empty when the code has none."""
    placements: tuple[Placement, ...]


@frozen
class Raising:
    """How an error becomes a response: a failure builder, and which of its parameters take what a code says."""

    builder: Builder
    codes: Enum
    types: Enum
    message: Parameter
    code: Parameter
    type: Parameter | None
    remediation: Parameter | None
    factories: tuple[ErrorFactory, ...]
    """One for each code that has a message."""


@frozen
class WarningFactory:
    """Makes the warning that a warning code stands for; its context becomes the object `Noting.context`."""

    value: EnumValue
    message: Template


@frozen
class Noting:
    """How a warning is noted: a record, and which of its fields take what a code says."""

    record: Record
    codes: Enum
    message: Field
    code: Field
    severity: Field | None
    context: Field | None
    factories: tuple[WarningFactory, ...]
    """One for each code that has a message."""

    @property
    def others(self) -> tuple[Field, ...]:
        """The fields of the record that no code fills, but for constants."""
        filled = (self.message, self.code, self.severity, self.context)
        return tuple(field for field in self.record.fields if field not in filled and not _is_constant(field))


def _is_constant(field: Field) -> bool:
    return isinstance(field.type, Constant) and field.required


# -- what the reference pages tell ------------------------------------------------------------------------------------


class ExampleKind(StrEnum):
    VALID = "valid"
    INVALID = "invalid"
    FRAGMENT = "fragment"
    """Part of a value: checked, but for keys that are missing."""
    ABRIDGED = "abridged"
    """Shortened text: shown, never checked."""
    SKETCH = "sketch"
    """Notation instead of JSON: shown, never checked."""


@frozen
class Example:
    title: str
    doc: str
    kind: ExampleKind
    subject: "Envelope | Record | Enum | Text"
    value: Json | Absent
    """The JSON value; absent for abridged examples and sketches, which have `text`."""
    text: str
    at: str
    """JSON pointer to what makes an invalid example invalid."""
    origin: tuple[Citation, ...]


@frozen
class AntiPattern:
    title: str
    lore: Lore
    bad: tuple[Example, ...]
    good: tuple[Example, ...]


@frozen
class EdgeCase:
    scenario: str
    behaviour: str
    lore: Lore


@frozen
class Rule:
    """A free-standing rule that no single field carries."""

    level: Level
    lore: Lore


@frozen
class Guide:
    """Prose for people who write or read responses: ordered steps, or points without an order."""

    title: str
    lore: Lore
    about: str
    steps: tuple[str, ...]
    points: tuple[str, ...]


@frozen
class Rollout:
    """The flag behind which clients opt in."""

    flag: str
    lore: Lore


@frozen
class Link:
    title: str
    target: str


@frozen
class Contract:
    """Everything that one contract file says. All tuples are in contract order."""

    file: str
    name: str
    version: str
    title: str
    lore: Lore
    sources: tuple[Source, ...]
    envelope: Envelope
    records: tuple[Record, ...]
    texts: tuple[Text, ...]
    enums: tuple[Enum, ...]
    """Plain enums in contract order, then error types, error codes and warning codes."""
    builders: tuple[Builder, ...]
    rules: tuple[Rule, ...]
    edge_cases: tuple[EdgeCase, ...]
    guides: tuple[Guide, ...]
    examples: tuple[Example, ...]
    anti_patterns: tuple[AntiPattern, ...]
    rollout: Rollout | None
    links: tuple[Link, ...]
    raising: Raising | None = None
    """None when no builder takes both a message and an error code."""
    noting: Noting | None = None
    """None when no record takes both a message and a warning code."""
    tools: tuple[Tool, ...] = ()
    tiers: tuple[Tier, ...] = ()
    gates: tuple[Gate, ...] = ()
    merging: Merging | None = None
    partial: Partial | None = None
    output: Output = Output()
    bases: "tuple[Contract, ...]" = ()
    """The contracts that it extends. All that they say is here too."""
    named: tuple[str, ...] = ()
    """For each entry of `extends` the file of the contract that it means; two can mean the same."""

    def catalogue(self, catalogue: Catalogue) -> Enum | None:
        return next((enum for enum in self.enums if enum.catalogue is catalogue), None)
