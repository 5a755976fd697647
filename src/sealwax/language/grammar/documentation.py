"""Documentation: descriptions, notes, sources and deprecations."""

from sealwax.contract.source import Node
from sealwax.language.forms import Block, Items, Line, Prose, Version, declaration, optional, required


@declaration("A remark about a declaration: a decision, a rejected alternative, a caution.")
class NoteDecl:
    node: Node
    text: str = required(Prose(), "The remark.")
    source: str = optional(Line(), "Where the remark comes from, like any `source`.", "")


@declaration("Since when something is deprecated, and what to use instead.")
class DeprecationDecl:
    node: Node
    since: str = required(Version(), "The version of the contract that deprecates it.")
    replacement: str = optional(Line(), "What to use instead.", "")
    doc: str = optional(Prose(), "Why it is deprecated, and how to migrate.", "")


@declaration("Documentation for people. Almost every mapping accepts these keys.")
class DocumentationDecl:
    node: Node
    doc: str = optional(Prose(), "The description. `Backticks` mark code.", "")
    notes: tuple[NoteDecl, ...] = optional(Items(Block(NoteDecl)), "Further remarks.", ())
    source: str = optional(
        Line(),
        "Where it comes from: keys of `sources`, optionally with lines, such as `guide L3-7, page`.",
        "",
    )
    since: str = optional(Version(), "The version of the contract that added it.", "")
    deprecated: DeprecationDecl | None = optional(Block(DeprecationDecl), "Marks it as deprecated.")


@declaration("A document that the contract replaces.")
class SourceDecl:
    node: Node
    title: str = required(Line(), "The document's title.")
    doc: str = optional(Prose(), "What the document is, and how authoritative.", "")
