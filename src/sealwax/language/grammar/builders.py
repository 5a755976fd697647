"""Builders, tiers and gates, and the function that merges keys into a tiered record."""

from sealwax.contract.model import ABSENT, Absent, Json, Level, OutcomeName
from sealwax.contract.source import Node
from sealwax.language.forms import (
    FIELD_NAME,
    PATH,
    PREFIX,
    AnyJson,
    Block,
    Choice,
    Count,
    Entries,
    Flag,
    Items,
    Line,
    Name,
    Prose,
    declaration,
    entries,
    inline,
    optional,
    required,
)
from sealwax.language.grammar.types import TITLE, DocumentationDecl


@declaration("A parameter of a builder. It has the type of the field that it fills, and by default its description.")
class ParameterDecl:
    node: Node
    into: str = required(Name(PATH), "The field that it fills, as a dotted path from the envelope.")
    level: str | None = optional(Choice(tuple(Level)), "Whether the argument must, should or may be given.")
    docs: DocumentationDecl = inline(DocumentationDecl)
    default: Json | Absent = optional(AnyJson(), "The value if it is not given.", ABSENT)
    sets: dict[str, Json] = entries(PATH, AnyJson(), "Other fields to set if it is given, by dotted path.")


@declaration("The fields that a builder fills from a clock, which callers can replace.")
class ClockDecl:
    node: Node
    now: str | None = optional(
        Name(PATH), "The field for the date and time in UTC with milliseconds, as a dotted path from the envelope."
    )
    elapsed: str | None = optional(
        Name(PATH),
        "The integer field for the whole milliseconds since the caller started, as a dotted path from the envelope.",
    )


@declaration("A call of a builder, and the envelope that it returns.")
class BuilderExampleDecl:
    node: Node
    title: str = required(Line(), "A heading.")
    doc: str = optional(Prose(), "What the example shows.", "")
    arguments: dict[str, Json] = required(Entries(FIELD_NAME, AnyJson(), may_be_empty=True), "The arguments by name.")
    now: str | None = optional(Line(), "The time on the clock, such as `2024-02-26T10:30:45.123Z`.")
    elapsed: int | None = optional(Count(), "The milliseconds since the start.")
    result: Json = required(AnyJson(), "The envelope.")
    source: str = optional(Line(), "Where the example comes from.", "")


@declaration("A function that makes an envelope.")
class BuilderDecl:
    node: Node
    outcome: str = optional(
        Choice(tuple(OutcomeName)), "The outcome of the envelope; success by default.", OutcomeName.SUCCESS
    )
    docs: DocumentationDecl = inline(DocumentationDecl)
    parameters: dict[str, ParameterDecl] = required(
        Entries(FIELD_NAME, Block(ParameterDecl)),
        "The parameters. The first one is positional, the others are keyword-only.",
    )
    extra_keywords: str | None = optional(
        Name(FIELD_NAME), "The object field that receives all other keyword arguments."
    )
    clock: ClockDecl | None = optional(Block(ClockDecl), "The fields to fill from a clock.")
    examples: tuple[BuilderExampleDecl, ...] = optional(
        Items(Block(BuilderExampleDecl)), "Calls with their results. The generated builders are tested with them.", ()
    )


@declaration("A stability tier: what the contract promises about the keys and codes in it.")
class TierDecl:
    node: Node
    title: str = TITLE
    promise: str = required(Prose(), "What readers can rely on.")
    prefix: str = optional(Name(PREFIX), "The prefix of this tier's keys in a tiered record.", "")
    promotion: str = optional(Prose(), "How something moves from this tier to a more stable one.", "")
    undeclared: bool = optional(
        Flag(), "Whether a tiered record accepts undeclared keys with this prefix without advice.", False
    )
    docs: DocumentationDecl = inline(DocumentationDecl)


@declaration("A gate: a feature flag or an environment. Writers omit what it guards unless it is on.")
class GateDecl:
    node: Node
    docs: DocumentationDecl = inline(DocumentationDecl)


@declaration("A merge and its result, checked each time the contract is read.")
class MergingExampleDecl:
    node: Node
    title: str = required(Line(), "A heading.")
    doc: str = optional(Prose(), "What the example shows.", "")
    response: Json = required(AnyJson(), "The response before the merge.")
    given: Json | Absent = optional(AnyJson(), "The object to merge.", ABSENT)
    plugins: dict[str, Json] = entries(FIELD_NAME, AnyJson(), "The object that each plugin wants to add, by plugin.")
    gates: tuple[str, ...] = optional(Items(Name(FIELD_NAME)), "The gates that are on.", ())
    result: Json = required(AnyJson(), "The response after the merge.")
    source: str = optional(Line(), "Where the example comes from.", "")


@declaration("A function that merges keys into a tiered record of a response, and rejects what the tiers do not allow.")
class MergingDecl:
    node: Node
    name: str = required(Name(FIELD_NAME), "The function's name.")
    into: str = required(Name(FIELD_NAME), "The field of the envelope that holds the tiered record.")
    docs: DocumentationDecl = inline(DocumentationDecl)
    examples: tuple[MergingExampleDecl, ...] = optional(
        Items(Block(MergingExampleDecl)), "Merges with their results. The generated functions are tested with them.", ()
    )
