"""The contract language: one class per mapping, one attribute per key.

An instance is what a contract's author wrote, not yet what it means: names are not looked up. `node` is the place in
the file. The text of a class and the text of a key are the language's reference.
"""

from typing import TypeAlias

from sealwax.contract.model import (
    ABSENT,
    Absent,
    ExampleKind,
    Format,
    Json,
    LetterCase,
    Level,
    Order,
    OutcomeName,
    RetryDecision,
)
from sealwax.contract.source import Node
from sealwax.language.forms import (
    CONTRACT_NAME,
    ENUM_VALUE,
    FIELD_NAME,
    PATH,
    PREFIX,
    SOURCE_KEY,
    TYPE_NAME,
    AnyJson,
    Block,
    Choice,
    Count,
    Either,
    Entries,
    Flag,
    Items,
    Line,
    Name,
    Numeric,
    Plain,
    Prose,
    Several,
    TypeText,
    Verbatim,
    Version,
    declaration,
    inline,
    optional,
    required,
)

Atom: TypeAlias = str | int | float | bool | None


@declaration("A remark beside a statement: a decision, a rejected variant, a caution.")
class NoteDecl:
    node: Node
    text: str = required(Prose(), "The remark.")
    source: str = optional(Line(), "Where the remark comes from, as in any `source`.", "")


@declaration("What is on its way out.")
class DeprecationDecl:
    node: Node
    since: str = required(Version(), "The version of the contract that deprecated it.")
    replacement: str = optional(Line(), "What to use instead.", "")
    doc: str = optional(Prose(), "Why, and how to move.", "")


@declaration("What people need to know; these keys fit into almost every mapping.")
class DocumentationDecl:
    node: Node
    doc: str = optional(Prose(), "A description. `Backticks` mark code.", "")
    notes: tuple[NoteDecl, ...] = optional(Items(Block(NoteDecl)), "Remarks beside the description.", ())
    source: str = optional(
        Line(),
        "Where it comes from: keys of `sources`, each with lines if useful, as `guide L3-7, page`.",
        "",
    )
    since: str = optional(Version(), "The version of the contract that brought it.", "")
    deprecated: DeprecationDecl | None = optional(Block(DeprecationDecl), "Says that it is on its way out.")


@declaration("Limits on a value inside a list or map.")
class ItemConstraintsDecl:
    node: Node
    pattern: str | None = optional(Line(), "A regular expression for the whole string, with `^` and `$`.")
    format: str | None = optional(Choice(tuple(Format)), "A named string format.")
    length: int | None = optional(Count(), "The exact number of characters (code points).")
    min_length: int | None = optional(Count(), "The least number of characters.")
    max_length: int | None = optional(Count(), "The greatest number of characters.")
    min: int | float | None = optional(Numeric(), "The smallest number, inclusive.")
    max: int | float | None = optional(Numeric(), "The largest number, inclusive.")


@declaration(
    "Limits on a value. Each fits certain types only: `max_length` a string, `max_items` a list, `max` a number."
)
class ConstraintsDecl:
    node: Node
    const: Json | Absent = optional(Plain(), "The one value that is allowed; constructors fill it in.", ABSENT)
    alone: ItemConstraintsDecl = inline(ItemConstraintsDecl)
    min_items: int | None = optional(Count(), "The least number of items.")
    max_items: int | None = optional(Count(), "The greatest number of items.")
    items: ItemConstraintsDecl | None = optional(Block(ItemConstraintsDecl), "Limits on each item of a list.")
    values: ItemConstraintsDecl | None = optional(Block(ItemConstraintsDecl), "Limits on each value of a map.")


@declaration("A test on a sibling field; exactly one key.")
class TestDecl:
    node: Node
    below: str | None = optional(Line(), "The sibling's ordered enum ranks its value lower than this one.")
    above: str | None = optional(Line(), "The sibling's ordered enum ranks its value higher than this one.")
    one_of: tuple[Atom, ...] | None = optional(Items(Plain()), "The sibling has one of these values.")
    present: bool | None = optional(Flag(), "The sibling is there (`true`) or is not (`false`).")


Test: TypeAlias = Atom | TestDecl
ConditionDecl: TypeAlias = str | dict[str, Test]
CONDITION = Either(Prose(), Entries(FIELD_NAME, Either(Plain(), Block(TestDecl))))


@declaration("A level that depends: on sibling fields (`{should: {fidelity: {below: full}}}`), or on prose for people.")
class LevelDecl:
    node: Node
    must: ConditionDecl | None = optional(CONDITION, "When the key must be there.")
    should: ConditionDecl | None = optional(CONDITION, "When the key should be there.")
    otherwise: str = required(Choice((Level.SHOULD, Level.MAY)), "The level when the condition does not hold.")


LEVEL = Either(Choice(tuple(Level)), Block(LevelDecl))


TIER = "Its tier of stability: a key of `tiers`."


@declaration("A key that older writers used: readers take it, the validator advises against it, no builder writes it.")
class SupersededDecl:
    node: Node
    replacement: str = required(Line(), "The key to use instead, as a dotted path from the envelope.")
    docs: DocumentationDecl = inline(DocumentationDecl)


@declaration("A key of a record or of the envelope.")
class FieldDecl:
    node: Node
    type: str = required(TypeText(), "The type of the value.")
    level: str | LevelDecl = optional(LEVEL, "How strongly the key is wanted: `must`, `should` or `may`.", Level.MUST)
    docs: DocumentationDecl = inline(DocumentationDecl)
    default: Json | Absent = optional(AnyJson(), "What a constructor fills in.", ABSENT)
    constraints: ConstraintsDecl = inline(ConstraintsDecl)
    readers_accept_null: bool = optional(
        Flag(), "Writers leave the key out; readers take null for it all the same.", False
    )
    follows: str | None = optional(
        Name(FIELD_NAME), "The sibling code whose catalogue entry gives this value; another value is advice."
    )
    number_of: str | None = optional(
        Name(PATH),
        "The error code whose JSON-RPC number this integer is, as a dotted path from here; another number is an error.",
    )
    superseded: dict[str, SupersededDecl] = optional(
        Entries(FIELD_NAME, Block(SupersededDecl)), "Keys inside this object that older writers used.", factory=dict
    )
    tier: str | None = optional(Name(FIELD_NAME), TIER)
    gate: str | None = optional(
        Name(FIELD_NAME), "The gate that has to be on before writers give the key: a key of `gates`."
    )


PER_TOOL = "Whether each tool has its own type here: a record that includes this one. `payload` says so already."


@declaration("A key of the envelope: as a key of a record, and these.")
class EnvelopeFieldDecl:
    node: Node
    field: FieldDecl = inline(FieldDecl)
    only: str | None = optional(Choice(tuple(OutcomeName)), "The outcome that the key belongs to; both by default.")
    per_tool: bool = optional(Flag(), PER_TOOL, False)


@declaration("What an outcome says about a field of the envelope: only what is narrower than in general.")
class RefinementDecl:
    node: Node
    type: str | None = optional(TypeText(), "A narrower type.")
    per_tool: bool = optional(Flag(), PER_TOOL, False)
    docs: DocumentationDecl = inline(DocumentationDecl)
    default: Json | Absent = optional(AnyJson(), "What a constructor fills in.", ABSENT)
    constraints: ConstraintsDecl = inline(ConstraintsDecl)


@declaration("A mark by the key alone, whatever its value.")
class PresenceDecl:
    node: Node
    present: bool = required(Flag(), "Whether the key is there.")


@declaration("The envelope in one case.")
class OutcomeDecl:
    node: Node
    when: dict[str, Atom | PresenceDecl] = required(
        Entries(FIELD_NAME, Either(Plain(), Block(PresenceDecl))),
        "The field that marks this case, with its value; or with `{present: true}`, when the key alone tells.",
    )
    name: str | None = optional(Name(TYPE_NAME), "The type's name; the envelope's name plus the case by default.")
    docs: DocumentationDecl = inline(DocumentationDecl)
    fields: dict[str, RefinementDecl] = optional(
        Entries(FIELD_NAME, Block(RefinementDecl)), "What is narrower in this case.", factory=dict
    )


@declaration("The two cases of an envelope.")
class OutcomesDecl:
    node: Node
    success: OutcomeDecl = required(Block(OutcomeDecl), "The operation completed.")
    failure: OutcomeDecl = required(Block(OutcomeDecl), "The operation failed.")


@declaration("What every response looks like.")
class EnvelopeDecl:
    node: Node
    name: str = required(Name(TYPE_NAME), "The envelope's type name.")
    title: str = optional(Line(), "A heading; made from the name by default.", "")
    docs: DocumentationDecl = inline(DocumentationDecl)
    open: bool = optional(Flag(), "Whether keys are allowed that are not declared.", False)
    fields: dict[str, EnvelopeFieldDecl] = required(
        Entries(FIELD_NAME, Block(EnvelopeFieldDecl)), "The keys, in the order to show."
    )
    outcomes: OutcomesDecl | None = optional(
        Block(OutcomesDecl), "How success and failure differ; without it every response has the same shape."
    )


@declaration("A named part of a composite string.")
class PartDecl:
    node: Node
    pattern: str = required(Line(), "A regular expression for the part, with `^` and `$`.")
    doc: str = optional(Prose(), "What the part means.", "")


@declaration("One way to write a composite string.")
class FormDecl:
    node: Node
    template: str = required(Line(), "Literal text around parts in braces, as `char:{start}-{end}`.")
    example: str = required(Line(), "A string of this form.")
    title: str = optional(Line(), "A heading; made from the name by default.", "")
    doc: str = optional(Prose(), "What the example means.", "")


@declaration("A named type: a record when it has `fields`, otherwise a kind of string with constraints or `forms`.")
class TypeDecl:
    node: Node
    title: str = optional(Line(), "A heading; made from the name by default.", "")
    docs: DocumentationDecl = inline(DocumentationDecl)
    fields: dict[str, FieldDecl] | None = optional(
        Entries(FIELD_NAME, Block(FieldDecl)), "The keys of a record, in the order to show."
    )
    includes: tuple[str, ...] = optional(
        Items(Name(TYPE_NAME)), "Records whose keys this one has too, before its own.", ()
    )
    open: bool = optional(Flag(), "Whether a record takes keys that are not declared.", False)
    standalone: bool = optional(Flag(), "Whether a record gets a JSON Schema file of its own.", False)
    tiered: bool = optional(
        Flag(), "Whether every key of an open record has a tier, and starts with the prefix of that tier.", False
    )
    type: str | None = optional(Choice(("string",)), "`string`, for a kind of string.")
    constraints: ItemConstraintsDecl = inline(ItemConstraintsDecl)
    forms: dict[str, FormDecl] | None = optional(
        Entries(FIELD_NAME, Block(FormDecl)), "The ways to write a composite string."
    )
    parts: dict[str, PartDecl] = optional(
        Entries(FIELD_NAME, Block(PartDecl)), "The parts that the forms are made of.", factory=dict
    )
    semantics: tuple[str, ...] = optional(Items(Line()), "What a reader of the string has to know.", ())


@declaration("A value of an enum.")
class EnumValueDecl:
    node: Node
    docs: DocumentationDecl = inline(DocumentationDecl)
    tier: str | None = optional(Name(FIELD_NAME), TIER)
    cells: dict[str, str] = optional(Entries(FIELD_NAME, Line()), "A text for each column of the enum.", factory=dict)


@declaration("What every list of known strings has.")
class ListingDecl:
    node: Node
    title: str = optional(Line(), "A heading; made from the name by default.", "")
    docs: DocumentationDecl = inline(DocumentationDecl)
    open: bool = optional(Flag(), "Whether other strings are allowed too; they are advice then.", False)
    case: str | None = optional(
        Choice(tuple(LetterCase)), "The letter case of every value; for others than the known ones it is advice."
    )


@declaration("A list of known strings.")
class EnumDecl:
    node: Node
    listing: ListingDecl = inline(ListingDecl)
    order: str | None = optional(Choice(tuple(Order)), "Says that the values are ranked, and how they are listed.")
    columns: dict[str, str] = optional(
        Entries(FIELD_NAME, Line()),
        "Texts that every value has besides its description, with headings.",
        factory=dict,
    )
    values: dict[str, EnumValueDecl] = required(Entries(ENUM_VALUE, Block(EnumValueDecl)), "The values.")


@declaration("Whether trying again can help; exactly one key, whose text says what has to happen first.")
class RetryDecl:
    node: Node
    no: str | None = optional(Line(), "It cannot; what to do instead.")
    maybe: str | None = optional(Line(), "It depends; on what.")
    yes: str | None = optional(Line(), "It can; how.")


@declaration("A category of errors.")
class ErrorTypeDecl:
    node: Node
    docs: DocumentationDecl = inline(DocumentationDecl)
    tier: str | None = optional(Name(FIELD_NAME), TIER)
    http: int | None = optional(Count(100, 599), "The analogous HTTP status.")
    jsonrpc: int | None = optional(
        Count(-(2**53) + 1), "The number that stands for it in a JSON-RPC error; several types may share one."
    )
    retry: str | RetryDecl | None = optional(
        Either(Choice(tuple(RetryDecision)), Block(RetryDecl)), "Whether trying again can help."
    )
    usual_code: str | None = optional(
        Name(ENUM_VALUE), "The code of an error that has no code of its own; the only code of this type by default."
    )


@declaration("The categories of errors; fields use them as the type `ErrorType`.")
class ErrorTypesDecl:
    node: Node
    listing: ListingDecl = inline(ListingDecl)
    values: dict[str, ErrorTypeDecl] = required(Entries(ENUM_VALUE, Block(ErrorTypeDecl)), "The categories.")


CONTEXT_INTO = Either(Name(PATH), Entries(FIELD_NAME, Name(PATH)))


@declaration("An error code.")
class ErrorCodeDecl:
    node: Node
    type: str = required(Line(), "Its error type.")
    docs: DocumentationDecl = inline(DocumentationDecl)
    tier: str | None = optional(Name(FIELD_NAME), TIER)
    message: str = optional(Line(), "A message with the context's fields in braces.", "")
    remediation: str = optional(Line(), "What to do about it, with the context's fields in braces.", "")
    context: dict[str, FieldDecl] = optional(
        Entries(FIELD_NAME, Block(FieldDecl)), "The facts that come with this code.", factory=dict
    )
    context_into: str | dict[str, str] | None = optional(
        CONTEXT_INTO, "The object that takes the facts, as a dotted path; or by fact, for those that go elsewhere."
    )


@declaration("How an error becomes a response. What has only one answer need not be said.")
class RaisedWithDecl:
    node: Node
    builder: str | None = optional(Name(FIELD_NAME), "The builder that makes the failure.")
    message: str | None = optional(Name(FIELD_NAME), "Its parameter for the message; the text that must be given.")
    code: str | None = optional(Name(FIELD_NAME), "Its parameter for the code; the one of type `ErrorCode`.")
    remediation: str | None = optional(
        Name(FIELD_NAME), "Its parameter for the remediation; the one of that name by default."
    )
    context_into: str | None = optional(
        Name(PATH),
        "The object that takes the facts of a code, as a dotted path; "
        "of those that parameters fill, the one that holds the code, or the only one, by default.",
    )


@declaration("The known error codes; fields use them as the type `ErrorCode`.")
class ErrorCodesDecl:
    node: Node
    raised_with: RaisedWithDecl | None = optional(
        Block(RaisedWithDecl), "How an error becomes a response, for codes that have a message."
    )
    listing: ListingDecl = inline(ListingDecl)
    values: dict[str, ErrorCodeDecl] = required(Entries(ENUM_VALUE, Block(ErrorCodeDecl)), "The codes.")


@declaration("A warning code.")
class WarningCodeDecl:
    node: Node
    severity: str = required(Line(), "Its usual severity.")
    docs: DocumentationDecl = inline(DocumentationDecl)
    tier: str | None = optional(Name(FIELD_NAME), TIER)
    message: str = optional(Line(), "A message with the context's fields in braces.", "")
    context: dict[str, FieldDecl] = optional(
        Entries(FIELD_NAME, Block(FieldDecl)), "The facts that come with this code.", factory=dict
    )


@declaration("How a warning is noted. What has only one answer need not be said.")
class NotedInDecl:
    node: Node
    record: str | None = optional(Name(TYPE_NAME), "The record that is a warning.")
    message: str | None = optional(Name(FIELD_NAME), "Its field for the message; the text that must be there.")
    code: str | None = optional(Name(FIELD_NAME), "Its field for the code; the one of type `WarningCode`.")
    severity: str | None = optional(Name(FIELD_NAME), "Its field for the severity; the one that follows the code.")
    context: str | None = optional(Name(FIELD_NAME), "Its field for the facts of a code; the one that is an object.")


@declaration("The known warning codes; fields use them as the type `WarningCode`.")
class WarningCodesDecl:
    node: Node
    severities: str = required(Name(TYPE_NAME), "The enum of severities.")
    noted_in: NotedInDecl | None = optional(
        Block(NotedInDecl), "How a warning is noted, for codes that have a message."
    )
    listing: ListingDecl = inline(ListingDecl)
    values: dict[str, WarningCodeDecl] = required(Entries(ENUM_VALUE, Block(WarningCodeDecl)), "The codes.")


@declaration(
    "An argument of a builder. Its type, and its description by default, are those of the field that it fills."
)
class ParameterDecl:
    node: Node
    into: str = required(Name(PATH), "The field that it fills, as a dotted path from the envelope.")
    level: str | None = optional(Choice(tuple(Level)), "How strongly it is wanted; `must` makes it required.")
    docs: DocumentationDecl = inline(DocumentationDecl)
    default: Json | Absent = optional(AnyJson(), "What is filled in when it is not given.", ABSENT)
    sets: dict[str, Json] = optional(
        Entries(PATH, AnyJson()), "Other fields that are filled in when it is given, by dotted path.", factory=dict
    )


@declaration("What a builder fills in from a clock, which whoever calls it can replace.")
class ClockDecl:
    node: Node
    now: str | None = optional(
        Name(PATH), "The field that gets date and time in UTC with milliseconds, as a dotted path from the envelope."
    )
    elapsed: str | None = optional(
        Name(PATH), "The integer field that gets the whole milliseconds since the caller started, as a dotted path."
    )


@declaration("A call of a builder, and the envelope that it gives.")
class BuilderExampleDecl:
    node: Node
    title: str = required(Line(), "A heading.")
    doc: str = optional(Prose(), "What the example shows.", "")
    arguments: dict[str, Json] = required(Entries(FIELD_NAME, AnyJson(), may_be_empty=True), "The arguments by name.")
    now: str | None = optional(Line(), "What the clock shows, as `2024-02-26T10:30:45.123Z`.")
    elapsed: int | None = optional(Count(), "How many milliseconds have passed since the start.")
    result: Json = required(AnyJson(), "The envelope.")
    source: str = optional(Line(), "Where the example comes from.", "")


@declaration("A function that makes an envelope.")
class BuilderDecl:
    node: Node
    outcome: str = optional(
        Choice(tuple(OutcomeName)), "The case that it makes; a success by default.", OutcomeName.SUCCESS
    )
    docs: DocumentationDecl = inline(DocumentationDecl)
    parameters: dict[str, ParameterDecl] = required(
        Entries(FIELD_NAME, Block(ParameterDecl)), "The arguments; the first is positional, the others go by name."
    )
    extra_keywords: str | None = optional(
        Name(FIELD_NAME), "The object field that takes keyword arguments which are no parameter."
    )
    clock: ClockDecl | None = optional(Block(ClockDecl), "What is filled in from a clock.")
    examples: tuple[BuilderExampleDecl, ...] = optional(
        Items(Block(BuilderExampleDecl)), "Calls with their results; the generated builders are run on them.", ()
    )


@declaration("A tier of stability: what is promised about the keys and codes that belong to it.")
class TierDecl:
    node: Node
    title: str = optional(Line(), "A heading; made from the name by default.", "")
    promise: str = required(Prose(), "What readers can rely on.")
    prefix: str = optional(Name(PREFIX), "What the keys of this tier start with, in a tiered record.", "")
    promotion: str = optional(Prose(), "How something gets from this tier into a more stable one.", "")
    undeclared: bool = optional(
        Flag(), "Whether a tiered record takes keys with this prefix that are not declared, without advice.", False
    )
    docs: DocumentationDecl = inline(DocumentationDecl)


@declaration("A gate: a feature flag or an environment that has to be on before writers give what stands behind it.")
class GateDecl:
    node: Node
    docs: DocumentationDecl = inline(DocumentationDecl)


@declaration("What a merge puts in, and what comes out. It is checked each time the contract is read.")
class MergingExampleDecl:
    node: Node
    title: str = required(Line(), "A heading.")
    doc: str = optional(Prose(), "What the example shows.", "")
    response: Json = required(AnyJson(), "The response before.")
    given: Json | Absent = optional(AnyJson(), "The object to merge in.", ABSENT)
    plugins: dict[str, Json] = optional(
        Entries(FIELD_NAME, AnyJson()), "By plugin, the object that it wants to add.", factory=dict
    )
    gates: tuple[str, ...] = optional(Items(Name(FIELD_NAME)), "The gates that are on.", ())
    result: Json = required(AnyJson(), "The response after.")
    source: str = optional(Line(), "Where the example comes from.", "")


@declaration("A function that puts keys into a tiered record of a response, and keeps out what the tiers do not allow.")
class MergingDecl:
    node: Node
    name: str = required(Name(FIELD_NAME), "The function's name.")
    into: str = required(Name(FIELD_NAME), "The field of the envelope that holds the tiered record.")
    docs: DocumentationDecl = inline(DocumentationDecl)
    examples: tuple[MergingExampleDecl, ...] = optional(
        Items(Block(MergingExampleDecl)), "Merges with their results; the generated functions are run on them.", ()
    )


@declaration("Counters of partial results; each names an integer field of the record, or of records that include it.")
class CountersDecl:
    node: Node
    attempted: str | None = optional(Name(FIELD_NAME), "How many were tried.")
    returned: str | None = optional(Name(FIELD_NAME), "How many succeeded.")
    failed: str | None = optional(Name(FIELD_NAME), "How many failed.")


@declaration(
    "How a result tells that part of the work failed. Generated packages have a collector that fills in these keys."
)
class PartialDecl:
    node: Node
    record: str = required(Name(TYPE_NAME), "The record that the keys below belong to.")
    status: str = required(Name(FIELD_NAME), "Its field for how the work went, which is an enum.")
    ok: str = required(Name(ENUM_VALUE), "The status when everything succeeded.")
    partial: str = required(Name(ENUM_VALUE), "The status when something failed and something succeeded.")
    failed: str = required(Name(ENUM_VALUE), "The status when nothing succeeded.")
    issues: str = required(Name(FIELD_NAME), "Its field for what went wrong, which is a list of a record.")
    retryable: str | None = optional(
        Name(FIELD_NAME), "The boolean field of an issue that says whether trying again can help."
    )
    counters: CountersDecl | None = optional(Block(CountersDecl), "Fields that count.")
    docs: DocumentationDecl = inline(DocumentationDecl)


@declaration("A tool, or whatever answers with this envelope, and what it puts into it.")
class ToolDecl:
    node: Node
    payload: str = required(Name(TYPE_NAME), "The record that is its payload: the type of what differs by tool.")
    docs: DocumentationDecl = inline(DocumentationDecl)


@declaration("A value that shows the contract at work. It is checked each time the contract is read.")
class ExampleDecl:
    node: Node
    title: str = optional(Line(), "A heading.", "")
    doc: str = optional(Prose(), "What the example shows; for an invalid one, what is wrong.", "")
    kind: str | None = optional(
        Choice(tuple(ExampleKind)),
        "`valid` (the default), `invalid`, `fragment` (keys may be missing), or, unchecked, `abridged` and `sketch`.",
    )
    of: str | None = optional(Name(TYPE_NAME), "The type that it is an example of; the envelope by default.")
    value: Json | Absent = optional(AnyJson(), "The JSON value.", ABSENT)
    text: str = optional(Verbatim(), "The text of an abridged example or a sketch.", "")
    at: str = optional(Line(), "For an invalid one: JSON pointer to the mistake.", "")
    source: str = optional(Line(), "Where the example comes from.", "")


@declaration("A common mistake, and what to do instead. Each bad value has to be invalid, each good one valid.")
class AntiPatternDecl:
    node: Node
    title: str = required(Line(), "What not to do.")
    docs: DocumentationDecl = inline(DocumentationDecl)
    bad: tuple[ExampleDecl, ...] = required(Items(Block(ExampleDecl)), "Values that make the mistake.")
    good: tuple[ExampleDecl, ...] = required(Items(Block(ExampleDecl)), "Values that avoid it.")


@declaration("A situation that the fields alone do not settle.")
class EdgeCaseDecl:
    node: Node
    scenario: str = required(Line(), "The situation.")
    behaviour: str = required(Prose(), "What the response looks like then.")
    docs: DocumentationDecl = inline(DocumentationDecl)


@declaration("A rule that no single field carries.")
class RuleDecl:
    node: Node
    level: str = required(Choice(tuple(Level)), "How strong the rule is.")
    docs: DocumentationDecl = inline(DocumentationDecl)


@declaration("Advice to people: ordered `steps`, or `points` in any order.")
class GuideDecl:
    node: Node
    title: str = required(Line(), "A heading.")
    docs: DocumentationDecl = inline(DocumentationDecl)
    about: str | None = optional(Name(TYPE_NAME), "The type that the advice is about.")
    steps: tuple[str, ...] = optional(Items(Line()), "What to do, in this order.", ())
    points: tuple[str, ...] = optional(Items(Line()), "What to heed, in any order.", ())


@declaration("The flag behind which clients opt in.")
class RolloutDecl:
    node: Node
    flag: str = required(Name(FIELD_NAME), "The flag's name.")
    docs: DocumentationDecl = inline(DocumentationDecl)


@declaration("Something worth reading next.")
class LinkDecl:
    node: Node
    title: str = required(Line(), "The text of the link.")
    target: str = required(Line(), "Its address or path.")


@declaration("A document that the contract replaces.")
class SourceDecl:
    node: Node
    title: str = required(Line(), "The document's title.")
    doc: str = optional(Prose(), "What it is, and how much it counts.", "")


@declaration("A contract: what every response of a service looks like.")
class ContractDecl:
    node: Node
    contract: str = required(Name(CONTRACT_NAME), "The contract's name; output folder and packages are named after it.")
    version: str = required(Version(), "The contract's own version, quoted.")
    title: str = required(Line(), "A heading.")
    extends: tuple[str, ...] = optional(
        Several(Line()), "What it builds on: the path of a contract from here, or an installed package with one.", ()
    )
    docs: DocumentationDecl = inline(DocumentationDecl)
    sources: dict[str, SourceDecl] = optional(
        Entries(SOURCE_KEY, Block(SourceDecl)), "The documents that `source` keys refer to.", factory=dict
    )
    envelope: EnvelopeDecl = required(Block(EnvelopeDecl), "What every response looks like.")
    types: dict[str, TypeDecl] = optional(
        Entries(TYPE_NAME, Block(TypeDecl)), "Records and kinds of strings.", factory=dict
    )
    enums: dict[str, EnumDecl] = optional(Entries(TYPE_NAME, Block(EnumDecl)), "Lists of known strings.", factory=dict)
    tiers: dict[str, TierDecl] = optional(
        Entries(FIELD_NAME, Block(TierDecl)), "Tiers of stability, from the most stable one.", factory=dict
    )
    gates: dict[str, GateDecl] = optional(
        Entries(FIELD_NAME, Block(GateDecl)), "Feature flags and environments.", factory=dict
    )
    merging: MergingDecl | None = optional(Block(MergingDecl), "How keys get into a tiered record.")
    error_types: ErrorTypesDecl | None = optional(Block(ErrorTypesDecl), "The categories of errors.")
    error_codes: ErrorCodesDecl | None = optional(Block(ErrorCodesDecl), "The known error codes.")
    warning_codes: WarningCodesDecl | None = optional(Block(WarningCodesDecl), "The known warning codes.")
    tools: dict[str, ToolDecl] = optional(
        Entries(FIELD_NAME, Block(ToolDecl)), "What each tool puts into the envelope.", factory=dict
    )
    partial: PartialDecl | None = optional(Block(PartialDecl), "How a result tells that part of the work failed.")
    builders: dict[str, BuilderDecl] = optional(
        Entries(FIELD_NAME, Block(BuilderDecl)), "Functions that make envelopes.", factory=dict
    )
    rules: tuple[RuleDecl, ...] = optional(Items(Block(RuleDecl)), "Rules that no single field carries.", ())
    edge_cases: tuple[EdgeCaseDecl, ...] = optional(Items(Block(EdgeCaseDecl)), "Situations and how they look.", ())
    guides: tuple[GuideDecl, ...] = optional(Items(Block(GuideDecl)), "Advice to people.", ())
    examples: tuple[ExampleDecl, ...] = optional(Items(Block(ExampleDecl)), "Values, good and bad.", ())
    anti_patterns: tuple[AntiPatternDecl, ...] = optional(Items(Block(AntiPatternDecl)), "Common mistakes.", ())
    rollout: RolloutDecl | None = optional(Block(RolloutDecl), "The flag behind which clients opt in.")
    links: tuple[LinkDecl, ...] = optional(Items(Block(LinkDecl)), "What to read next.", ())
