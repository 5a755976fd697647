"""The root of a contract file."""

from sealwax.contract.source import Node
from sealwax.language.forms import (
    CONTRACT_NAME,
    FIELD_NAME,
    SOURCE_KEY,
    TYPE_NAME,
    Block,
    Entries,
    Items,
    Line,
    Name,
    Several,
    Version,
    declaration,
    inline,
    optional,
    required,
)
from sealwax.language.grammar.builders import BuilderDecl, GateDecl, MergingDecl, TierDecl
from sealwax.language.grammar.catalogues import EnumDecl, ErrorCodesDecl, ErrorTypesDecl, WarningCodesDecl
from sealwax.language.grammar.documentation import DocumentationDecl, SourceDecl
from sealwax.language.grammar.envelope import EnvelopeDecl, PartialDecl, ToolDecl
from sealwax.language.grammar.guidance import (
    AntiPatternDecl,
    EdgeCaseDecl,
    ExampleDecl,
    GuideDecl,
    LinkDecl,
    RolloutDecl,
    RuleDecl,
)
from sealwax.language.grammar.types import TypeDecl


@declaration("A contract: what every response of a service looks like.")
class ContractDecl:
    node: Node
    contract: str = required(
        Name(CONTRACT_NAME), "The name of the contract. The output folder and the packages are named after it."
    )
    version: str = required(Version(), "The version of the contract, in quotes.")
    title: str = required(Line(), "A heading.")
    extends: tuple[str, ...] = optional(
        Several(Line()), "The contracts that it extends: paths relative to this file, or installed packages.", ()
    )
    docs: DocumentationDecl = inline(DocumentationDecl)
    sources: dict[str, SourceDecl] = optional(
        Entries(SOURCE_KEY, Block(SourceDecl)), "The documents that `source` keys refer to.", factory=dict
    )
    envelope: EnvelopeDecl = required(Block(EnvelopeDecl), "What every response looks like.")
    types: dict[str, TypeDecl] = optional(
        Entries(TYPE_NAME, Block(TypeDecl)), "Records and string types.", factory=dict
    )
    enums: dict[str, EnumDecl] = optional(Entries(TYPE_NAME, Block(EnumDecl)), "Lists of known strings.", factory=dict)
    tiers: dict[str, TierDecl] = optional(
        Entries(FIELD_NAME, Block(TierDecl)), "Stability tiers, starting with the most stable one.", factory=dict
    )
    gates: dict[str, GateDecl] = optional(
        Entries(FIELD_NAME, Block(GateDecl)), "Feature flags and environments.", factory=dict
    )
    merging: MergingDecl | None = optional(Block(MergingDecl), "The function that merges keys into a tiered record.")
    error_types: ErrorTypesDecl | None = optional(Block(ErrorTypesDecl), "The error types.")
    error_codes: ErrorCodesDecl | None = optional(Block(ErrorCodesDecl), "The error codes.")
    warning_codes: WarningCodesDecl | None = optional(Block(WarningCodesDecl), "The warning codes.")
    tools: dict[str, ToolDecl] = optional(
        Entries(FIELD_NAME, Block(ToolDecl)), "The tools and their payloads.", factory=dict
    )
    partial: PartialDecl | None = optional(Block(PartialDecl), "How a result reports that part of the work failed.")
    builders: dict[str, BuilderDecl] = optional(
        Entries(FIELD_NAME, Block(BuilderDecl)), "Functions that make envelopes.", factory=dict
    )
    rules: tuple[RuleDecl, ...] = optional(Items(Block(RuleDecl)), "Rules that do not belong to a single field.", ())
    edge_cases: tuple[EdgeCaseDecl, ...] = optional(
        Items(Block(EdgeCaseDecl)), "Situations that the fields alone do not cover.", ()
    )
    guides: tuple[GuideDecl, ...] = optional(Items(Block(GuideDecl)), "Advice for people.", ())
    examples: tuple[ExampleDecl, ...] = optional(Items(Block(ExampleDecl)), "Examples and counter-examples.", ())
    anti_patterns: tuple[AntiPatternDecl, ...] = optional(Items(Block(AntiPatternDecl)), "Common mistakes.", ())
    rollout: RolloutDecl | None = optional(Block(RolloutDecl), "The flag with which clients opt in.")
    links: tuple[LinkDecl, ...] = optional(Items(Block(LinkDecl)), "Further reading.", ())
