"""The root of a contract, with its examples, rules, tiers and advice for people."""

from sealwax.contract.model import ABSENT, Absent, ExampleKind, Json, Level
from sealwax.contract.source import Node
from sealwax.language.forms import *
from sealwax.language.grammar.catalogues import EnumDecl, ErrorCodesDecl, ErrorTypesDecl, WarningCodesDecl
from sealwax.language.grammar.envelope import BuilderDecl, EnvelopeDecl, PartialDecl, ToolDecl
from sealwax.language.grammar.types import TITLE, Atom, DocumentationDecl, TypeDecl


@declaration("An example value, checked each time the contract is read.")
class ExampleDecl:
    node: Node
    title: str = optional(LINE, "A heading.", "")
    doc: str = optional(
        PROSE,
        "What the example shows; for an invalid one, what is wrong with it. Pages omit invalid ones without it.",
        "",
    )
    kind: str | None = optional(
        Choice(tuple(ExampleKind)),
        "`valid` (the default), `invalid`, `fragment` (keys may be missing), or `abridged` or `sketch` (not checked).",
    )
    of: str | None = optional(TYPE_NAME, "The type that it is an example of; the envelope by default.")
    about: str | None = optional(TYPE_NAME, "The type that the page shows it with; the one that it is of by default.")
    value: Json | Absent = optional(ANY_JSON, "The JSON value.", ABSENT)
    text: str = optional(VERBATIM, "The text of an abridged example or a sketch.", "")
    at: str = optional(LINE, "For an invalid example: JSON pointer to the error.", "")


@declaration("A common mistake, and what to do instead. Bad values must be invalid, good values valid.")
class AntiPatternDecl:
    node: Node
    title: str = required(LINE, "What not to do.")
    docs: DocumentationDecl = inline(DocumentationDecl)
    bad: tuple[ExampleDecl, ...] = required(Items(Block(ExampleDecl)), "Values that make the mistake.")
    good: tuple[ExampleDecl, ...] = required(Items(Block(ExampleDecl)), "Values that avoid it.")


@declaration("A situation that the fields alone do not cover.")
class EdgeCaseDecl:
    node: Node
    scenario: str = required(LINE, "The situation.")
    behaviour: str = required(PROSE, "What the response looks like in it.")
    docs: DocumentationDecl = inline(DocumentationDecl)


@declaration("A rule that does not belong to a single field.")
class RuleDecl:
    node: Node
    level: str = required(Choice(tuple(Level)), "Whether the rule must, should or may be followed.")
    docs: DocumentationDecl = inline(DocumentationDecl)


@declaration("Advice for people: text, numbered steps, points and code, shown in this order.")
class GuideDecl:
    node: Node
    title: str = required(LINE, "A heading.")
    docs: DocumentationDecl = inline(DocumentationDecl)
    about: str | None = optional(TYPE_NAME, "The type that the advice is about.")
    steps: tuple[str, ...] = optional(Items(LINE), "The steps, in order.", ())
    points: tuple[str, ...] = optional(Items(LINE), "The points, in any order.", ())
    code: dict[str, str] = entries(LANGUAGE, VERBATIM, "The same code in one or more languages, such as `python`.")


@declaration("The flag with which clients opt in.")
class RolloutDecl:
    node: Node
    flag: str = required(NAME, "The flag's name.")
    docs: DocumentationDecl = inline(DocumentationDecl)


@declaration("A constant for programs.")
class ConstantDecl:
    node: Node
    value: Atom = required(PLAIN, "Its value: text, a number, `true` or `false`.")
    docs: DocumentationDecl = inline(DocumentationDecl)


@declaration("A link to further reading.")
class LinkDecl:
    node: Node
    title: str = required(LINE, "The text of the link.")
    target: str = required(LINE, "A web address, or a path in the `repository`.")


@declaration("A stability tier: what the contract promises about the keys and codes in it.")
class TierDecl:
    node: Node
    title: str = TITLE
    promise: str = required(PROSE, "What readers can rely on.")
    prefix: str = optional(PREFIX, "The prefix of this tier's keys in a tiered record.", "")
    promotion: str = optional(PROSE, "How something moves from this tier to a more stable one.", "")
    undeclared: bool = optional(
        FLAG, "Whether a tiered record accepts undeclared keys with this prefix without advice.", False
    )
    docs: DocumentationDecl = inline(DocumentationDecl)


@declaration("A gate: a feature flag or an environment. Writers omit what it guards unless it is on.")
class GateDecl:
    node: Node
    docs: DocumentationDecl = inline(DocumentationDecl)


@declaration("A merge and its result, checked each time the contract is read.")
class MergingExampleDecl:
    node: Node
    title: str = required(LINE, "A heading.")
    doc: str = optional(PROSE, "What the example shows.", "")
    response: Json = required(ANY_JSON, "The response before the merge.")
    given: Json | Absent = optional(ANY_JSON, "The object to merge.", ABSENT)
    plugins: dict[str, Json] = entries(NAME, ANY_JSON, "The object that each plugin wants to add, by plugin.")
    gates: tuple[str, ...] = optional(Items(NAME), "The gates that are on.", ())
    result: Json = required(ANY_JSON, "The response after the merge.")


@declaration("A function that merges keys into a tiered record of a response, and rejects what the tiers do not allow.")
class MergingDecl:
    node: Node
    name: str = required(NAME, "The function's name.")
    into: str = required(NAME, "The field of the envelope that holds the tiered record.")
    docs: DocumentationDecl = inline(DocumentationDecl)
    examples: tuple[MergingExampleDecl, ...] = optional(
        Items(Block(MergingExampleDecl)), "Merges with their results. The generated functions are tested with them.", ()
    )


@declaration("A contract: what every response of a service looks like.")
class ContractDecl:
    node: Node
    contract: str = required(
        CONTRACT_NAME, "The name of the contract. The output folder and the packages are named after it."
    )
    version: str = required(VERSION, "The version of the contract, in quotes.")
    title: str = required(LINE, "A heading.")
    license: str = optional(
        LINE,
        "The licence of the packages, as an [SPDX](https://spdx.org/licenses) expression such as `MIT` or "
        "`Apache-2.0 OR MIT`; `LicenseRef-Proprietary` for one of your own. Without it, the packages state none.",
        "",
    )
    extends: tuple[str, ...] = optional(
        Several(LINE), "The contracts that it extends: paths relative to this file, or installed packages.", ()
    )
    docs: DocumentationDecl = inline(DocumentationDecl)
    envelope: EnvelopeDecl = required(Block(EnvelopeDecl), "What every response looks like.")
    types: dict[str, TypeDecl] = entries(TYPE_NAME, Block(TypeDecl), "Records and string types.")
    enums: dict[str, EnumDecl] = entries(TYPE_NAME, Block(EnumDecl), "Lists of known strings.")
    tiers: dict[str, TierDecl] = entries(NAME, Block(TierDecl), "Stability tiers, starting with the most stable one.")
    gates: dict[str, GateDecl] = entries(NAME, Block(GateDecl), "Feature flags and environments.")
    merging: MergingDecl | None = optional(Block(MergingDecl), "The function that merges keys into a tiered record.")
    error_types: ErrorTypesDecl | None = optional(Block(ErrorTypesDecl), "The error types.")
    error_codes: ErrorCodesDecl | None = optional(Block(ErrorCodesDecl), "The error codes.")
    warning_codes: WarningCodesDecl | None = optional(Block(WarningCodesDecl), "The warning codes.")
    tools: dict[str, ToolDecl] = entries(NAME, Block(ToolDecl), "The tools and their payloads.")
    partial: PartialDecl | None = optional(Block(PartialDecl), "How a result reports that part of the work failed.")
    builders: dict[str, BuilderDecl] = entries(NAME, Block(BuilderDecl), "Functions that make envelopes.")
    rules: tuple[RuleDecl, ...] = optional(Items(Block(RuleDecl)), "Rules that do not belong to a single field.", ())
    edge_cases: tuple[EdgeCaseDecl, ...] = optional(
        Items(Block(EdgeCaseDecl)), "Situations that the fields alone do not cover.", ()
    )
    guides: tuple[GuideDecl, ...] = optional(Items(Block(GuideDecl)), "Advice for people.", ())
    examples: tuple[ExampleDecl, ...] = optional(Items(Block(ExampleDecl)), "Examples and counter-examples.", ())
    anti_patterns: tuple[AntiPatternDecl, ...] = optional(Items(Block(AntiPatternDecl)), "Common mistakes.", ())
    constants: dict[str, ConstantDecl] = entries(
        CONSTANT_NAME, Block(ConstantDecl), "Constants that programs share. The packages export them."
    )
    rollout: RolloutDecl | None = optional(Block(RolloutDecl), "The flag with which clients opt in.")
    links: tuple[LinkDecl, ...] = optional(Items(Block(LinkDecl)), "Further reading.", ())
    repository: str = optional(
        LINE,
        "The web address that paths in `links` are relative to, such as `https://github.com/acme/orders/blob/main`; "
        "by default the root of the project.",
        "",
    )
