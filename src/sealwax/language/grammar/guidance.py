"""Examples, rules and advice for people."""

from sealwax.contract.model import ABSENT, Absent, ExampleKind, Json, Level
from sealwax.contract.source import Node
from sealwax.language.forms import (
    FIELD_NAME,
    TYPE_NAME,
    AnyJson,
    Block,
    Choice,
    Items,
    Line,
    Name,
    Prose,
    Verbatim,
    declaration,
    inline,
    optional,
    required,
)
from sealwax.language.grammar.documentation import DocumentationDecl


@declaration("An example value, checked each time the contract is read.")
class ExampleDecl:
    node: Node
    title: str = optional(Line(), "A heading.", "")
    doc: str = optional(Prose(), "What the example shows; for an invalid one, what is wrong with it.", "")
    kind: str | None = optional(
        Choice(tuple(ExampleKind)),
        "`valid` (the default), `invalid`, `fragment` (keys may be missing), or `abridged` or `sketch` (not checked).",
    )
    of: str | None = optional(Name(TYPE_NAME), "The type that it is an example of; the envelope by default.")
    value: Json | Absent = optional(AnyJson(), "The JSON value.", ABSENT)
    text: str = optional(Verbatim(), "The text of an abridged example or a sketch.", "")
    at: str = optional(Line(), "For an invalid example: JSON pointer to the error.", "")
    source: str = optional(Line(), "Where the example comes from.", "")


@declaration("A common mistake, and what to do instead. Bad values must be invalid, good values valid.")
class AntiPatternDecl:
    node: Node
    title: str = required(Line(), "What not to do.")
    docs: DocumentationDecl = inline(DocumentationDecl)
    bad: tuple[ExampleDecl, ...] = required(Items(Block(ExampleDecl)), "Values that make the mistake.")
    good: tuple[ExampleDecl, ...] = required(Items(Block(ExampleDecl)), "Values that avoid it.")


@declaration("A situation that the fields alone do not cover.")
class EdgeCaseDecl:
    node: Node
    scenario: str = required(Line(), "The situation.")
    behaviour: str = required(Prose(), "What the response looks like in it.")
    docs: DocumentationDecl = inline(DocumentationDecl)


@declaration("A rule that does not belong to a single field.")
class RuleDecl:
    node: Node
    level: str = required(Choice(tuple(Level)), "Whether the rule must, should or may be followed.")
    docs: DocumentationDecl = inline(DocumentationDecl)


@declaration("Advice for people: ordered `steps`, or `points` in any order.")
class GuideDecl:
    node: Node
    title: str = required(Line(), "A heading.")
    docs: DocumentationDecl = inline(DocumentationDecl)
    about: str | None = optional(Name(TYPE_NAME), "The type that the advice is about.")
    steps: tuple[str, ...] = optional(Items(Line()), "The steps, in order.", ())
    points: tuple[str, ...] = optional(Items(Line()), "The points, in any order.", ())


@declaration("The flag with which clients opt in.")
class RolloutDecl:
    node: Node
    flag: str = required(Name(FIELD_NAME), "The flag's name.")
    docs: DocumentationDecl = inline(DocumentationDecl)


@declaration("A link to further reading.")
class LinkDecl:
    node: Node
    title: str = required(Line(), "The text of the link.")
    target: str = required(Line(), "Its URL or path.")
