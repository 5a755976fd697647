"""The envelope with its outcomes, the tools that answer with it, partial results, and the builders that make it."""

from sealwax.contract.model import ABSENT, Absent, Json, Level, MediaType, OutcomeName
from sealwax.contract.source import Node
from sealwax.language.forms import *
from sealwax.language.grammar.types import (
    DEFAULT,
    TITLE,
    WAS_RENAMED,
    Atom,
    ConstraintsDecl,
    DocumentationDecl,
    FieldDecl,
)

PER_TOOL = "Whether each tool has its own type here, a record that includes this one. `payload` implies it."


@declaration("A key of the envelope. It accepts all keys of a record field, and these.")
class EnvelopeFieldDecl:
    node: Node
    field: FieldDecl = inline(FieldDecl)
    only: str | None = optional(
        Choice(tuple(OutcomeName)), "The only outcome that has the key; both have it by default."
    )
    per_tool: bool = optional(FLAG, PER_TOOL, False)


@declaration("A field of the envelope as it is in one outcome. Give only what is narrower than in the envelope.")
class RefinementDecl:
    node: Node
    type: str | None = optional(TYPE_TEXT, "A narrower type.")
    per_tool: bool = optional(FLAG, PER_TOOL, False)
    docs: DocumentationDecl = inline(DocumentationDecl)
    default: Json | Absent = DEFAULT
    constraints: ConstraintsDecl = inline(ConstraintsDecl)


@declaration("A test for the presence of a key, whatever its value.")
class PresenceDecl:
    node: Node
    present: bool = required(FLAG, "Whether the key is present.")


@declaration("The envelope of one outcome.")
class OutcomeDecl:
    node: Node
    when: dict[str, Atom | PresenceDecl] = required(
        Entries(NAME, Either(PLAIN, Block(PresenceDecl))),
        "The field that distinguishes this outcome, with its value; or with `{present: true}` if the key alone does.",
    )
    name: str | None = optional(
        TYPE_NAME, "The name of the type; by default the name of the envelope plus that of the outcome."
    )
    docs: DocumentationDecl = inline(DocumentationDecl)
    media_type: str = optional(
        Choice(tuple(MediaType)),
        "The media type over HTTP; `application/problem+json` for a failure that follows [RFC 9457](#problems).",
        MediaType.JSON,
    )
    fields: dict[str, RefinementDecl] = entries(
        NAME, Block(RefinementDecl), "The fields that are narrower in this outcome."
    )


@declaration("The two outcomes of an envelope.")
class OutcomesDecl:
    node: Node
    success: OutcomeDecl = required(Block(OutcomeDecl), "The operation completed.")
    failure: OutcomeDecl = required(Block(OutcomeDecl), "The operation failed.")


@declaration("What every response looks like.")
class EnvelopeDecl:
    node: Node
    name: str = required(
        TYPE_NAME, "The name of the envelope's type. The types of tools end with it, as in `GetItemResponse`."
    )
    title: str = TITLE
    docs: DocumentationDecl = inline(DocumentationDecl)
    open: bool = optional(FLAG, "Whether undeclared keys are allowed.", False)
    fields: dict[str, EnvelopeFieldDecl] = required(
        Entries(NAME, Block(EnvelopeFieldDecl)), "The keys, in the order to list them."
    )
    outcomes: OutcomesDecl | None = optional(
        Block(OutcomesDecl), "How success and failure differ. Without it, all responses have the same shape."
    )


@declaration("Counters of partial results. Each is an integer field of the record, or of a record that includes it.")
class CountersDecl:
    node: Node
    attempted: str | None = optional(NAME, "The number of items attempted.")
    returned: str | None = optional(NAME, "The number of items that succeeded.")
    failed: str | None = optional(NAME, "The number of items that failed.")


@declaration(
    "How a result reports that part of the work failed. Generated packages have a collector that fills in these keys."
)
class PartialDecl:
    node: Node
    record: str = required(TYPE_NAME, "The record that has the following fields.")
    status: str = required(NAME, "Its field for the status, an enum.")
    ok: str = required(ENUM_VALUE, "The status if everything succeeded.")
    partial: str = required(ENUM_VALUE, "The status if some items succeeded and some failed.")
    failed: str = required(ENUM_VALUE, "The status if nothing succeeded.")
    issues: str = required(NAME, "Its field for the issues, a list of records.")
    retryable: str | None = optional(NAME, "The boolean field of an issue that says whether a retry can help.")
    counters: CountersDecl | None = optional(Block(CountersDecl), "The fields for counters.")
    docs: DocumentationDecl = inline(DocumentationDecl)


@declaration("A tool, or anything else that responds with this envelope, and its payload.")
class ToolDecl:
    node: Node
    payload: str = required(TYPE_NAME, "The record that is its payload: the type of the fields that differ by tool.")
    docs: DocumentationDecl = inline(DocumentationDecl)
    renamed_from: str = optional(NAME, WAS_RENAMED, "")


@declaration("A parameter of a builder. It has the type of the field that it fills, and by default its description.")
class ParameterDecl:
    node: Node
    into: str = required(PATH, "The field that it fills, as a dotted path from the envelope.")
    level: str | None = optional(
        Choice(tuple(Level)), "Whether the argument must, should or may be given; by default that of the field."
    )
    docs: DocumentationDecl = inline(DocumentationDecl)
    default: Json | Absent = optional(ANY_JSON, "The value if it is not given.", ABSENT)
    sets: dict[str, Json] = entries(PATH, ANY_JSON, "Other fields to set if it is given, by dotted path.")
    provided: bool = optional(
        FLAG, "Whether the application can [provide](#provided-values) the value if it is not given.", False
    )


@declaration("The fields that a builder fills from a clock, which callers can replace.")
class ClockDecl:
    node: Node
    now: str | None = optional(
        PATH, "The field for the date and time in UTC with milliseconds, as a dotted path from the envelope."
    )
    elapsed: str | None = optional(
        PATH,
        "The integer field for the whole milliseconds since the caller started, as a dotted path from the envelope.",
    )


@declaration("A call of a builder, and the envelope that it returns.")
class BuilderExampleDecl:
    node: Node
    title: str = required(LINE, "A heading.")
    doc: str = optional(PROSE, "What the example shows.", "")
    arguments: dict[str, Json] = required(Entries(NAME, ANY_JSON, may_be_empty=True), "The arguments by name.")
    now: str | None = optional(LINE, "The time on the clock, such as `2024-02-26T10:30:45.123Z`.")
    elapsed: int | None = optional(Count(), "The milliseconds since the start.")
    result: Json = required(ANY_JSON, "The envelope.")


@declaration("A function that makes an envelope.")
class BuilderDecl:
    node: Node
    outcome: str = optional(
        Choice(tuple(OutcomeName)), "The outcome of the envelope; success by default.", OutcomeName.SUCCESS
    )
    docs: DocumentationDecl = inline(DocumentationDecl)
    parameters: dict[str, ParameterDecl] = required(
        Entries(NAME, Block(ParameterDecl)), "The parameters. The first one is positional, the others are keyword-only."
    )
    extra_keywords: str | None = optional(NAME, "The object field that receives all other keyword arguments.")
    clock: ClockDecl | None = optional(Block(ClockDecl), "The fields to fill from a clock.")
    examples: tuple[BuilderExampleDecl, ...] = optional(
        Items(Block(BuilderExampleDecl)), "Calls with their results. The generated builders are tested with them.", ()
    )
