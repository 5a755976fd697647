"""Documentation, constraints, levels, fields, and the named types that consist of them."""

from typing import TypeAlias

from sealwax.contract.model import ABSENT, Absent, Format, Json, Level
from sealwax.contract.source import Node
from sealwax.language.forms import *
from sealwax.patterns import LARGEST

Atom: TypeAlias = str | int | float | bool | None


@declaration("Since when something is deprecated, and what to use instead.")
class DeprecationDecl:
    node: Node
    since: str = required(VERSION, "The version of the contract that deprecates it.")
    replacement: str = optional(LINE, "What to use instead.", "")
    removal: str = optional(VERSION, "The version of the contract that will remove it.", "")
    doc: str = optional(PROSE, "Why it is deprecated, and how to migrate.", "")


@declaration("Documentation for people. Almost every mapping accepts these keys.")
class DocumentationDecl:
    node: Node
    doc: str = optional(PROSE, "The description. `Backticks` mark code.", "")
    notes: tuple[str, ...] = optional(Items(PROSE), "Further remarks, which only reference pages show.", ())
    since: str = optional(VERSION, "The version of the contract that added it.", "")
    deprecated: DeprecationDecl | None = optional(Block(DeprecationDecl), "Marks it as deprecated.")


@declaration("Constraints on a single string or number, an item of a list or a value of a map.")
class ItemConstraintsDecl:
    node: Node
    pattern: str | None = optional(LINE, "A regular expression that matches the whole string, with `^` and `$`.")
    format: str | None = optional(Choice(tuple(Format)), "A predefined string format.")
    length: int | None = optional(Count(), "The exact length in characters (code points).")
    min_length: int | None = optional(Count(), "The minimum length in characters.")
    max_length: int | None = optional(Count(), "The maximum length in characters.")
    min: int | float | None = optional(NUMERIC, "The minimum, inclusive.")
    max: int | float | None = optional(NUMERIC, "The maximum, inclusive.")
    multiple_of: int | None = optional(
        Count(1, hint="write a whole number from 1"),
        "The number is a multiple of this whole number.",
    )


@declaration("Constraints on a value. Each applies to one kind of type: `max_length` to strings, `max_items` to lists.")
class ConstraintsDecl:
    node: Node
    const: Json | Absent = optional(PLAIN, "The only value that is allowed; constructors fill it in.", ABSENT)
    alone: ItemConstraintsDecl = inline(ItemConstraintsDecl)
    min_items: int | None = optional(Count(), "The minimum number of items.")
    max_items: int | None = optional(Count(), "The maximum number of items.")
    items: ItemConstraintsDecl | None = optional(Block(ItemConstraintsDecl), "Constraints on each item of a list.")
    values: ItemConstraintsDecl | None = optional(Block(ItemConstraintsDecl), "Constraints on each value of a map.")


@declaration("A test on a sibling field. Use exactly one of the keys.")
class TestDecl:
    node: Node
    below: str | None = optional(LINE, "The sibling's value ranks lower than this value of its ordered enum.")
    above: str | None = optional(LINE, "The sibling's value ranks higher than this value of its ordered enum.")
    one_of: tuple[Atom, ...] | None = optional(Items(PLAIN), "The sibling has one of these values.")
    present: bool | None = optional(FLAG, "The sibling is present (`true`) or absent (`false`).")


Test: TypeAlias = Atom | TestDecl
ConditionDecl: TypeAlias = str | dict[str, Test]
TEST = Either(PLAIN, Block(TestDecl))
CONDITION = Either(PROSE, Entries(NAME, TEST))


@declaration(
    "A conditional level. The condition is a test on sibling fields (`{should: {fidelity: {below: full}}}`) or prose."
)
class LevelDecl:
    node: Node
    must: ConditionDecl | None = optional(CONDITION, "When the key must be present.")
    should: ConditionDecl | None = optional(CONDITION, "When the key should be present.")
    otherwise: str = required(Choice((Level.SHOULD, Level.MAY)), "The level when the condition does not hold.")


TITLE = optional(LINE, "A heading; derived from the name by default.", "")
DEFAULT = optional(ANY_JSON, "The value that constructors fill in.", ABSENT)
TIER = optional(NAME, "Its stability tier: a key of `tiers`.")
WAS_RENAMED = "The name that it had before, for `sealwax diff` and the reference."
WAS_PROMOTED = (
    "Its name in the less stable tier that it comes from. Both stay next to each other, the old one with `deprecated`, "
    "for at least one minor version."
)


@declaration(
    "A key that older writers used, or that belongs elsewhere. Readers accept it, the validator advises against it, "
    "builders never write it."
)
class SupersededDecl:
    node: Node
    replacement: str = required(LINE, "The key to use instead, as a dotted path from the envelope.")
    docs: DocumentationDecl = inline(DocumentationDecl)


@declaration("A key of a record or of the envelope.")
class FieldDecl:
    node: Node
    type: str = required(TYPE_TEXT, "The type of the value.")
    level: str | LevelDecl = optional(
        Either(Choice(tuple(Level)), Block(LevelDecl)), "Whether the key must, should or may be present.", Level.MUST
    )
    docs: DocumentationDecl = inline(DocumentationDecl)
    default: Json | Absent = DEFAULT
    constraints: ConstraintsDecl = inline(ConstraintsDecl)
    readers_accept_null: bool = optional(
        FLAG, "Writers omit the key rather than write null, but readers accept null.", False
    )
    follows: str | None = optional(
        NAME,
        "The sibling with the code whose catalogue entry determines this value; any other value is reported as advice.",
    )
    number_of: str | None = optional(
        PATH,
        "The field with the error code whose JSON-RPC number this is, as a dotted path from here. "
        "Any other number is an error.",
    )
    sum_of: tuple[str, ...] = optional(
        Items(NAME), "The integer siblings whose sum this integer is; any other number is reported as advice.", ()
    )
    expects: dict[str, Test] = entries(
        NAME,
        TEST,
        "Tests on sibling fields that should hold if the key is present; otherwise the key is reported as advice.",
    )
    superseded: dict[str, SupersededDecl] = entries(
        NAME, Block(SupersededDecl), "Keys of this object that older writers used, or that belong elsewhere."
    )
    tier: str | None = TIER
    renamed_from: str = optional(NAME, WAS_RENAMED, "")
    promoted_from: str = optional(NAME, WAS_PROMOTED, "")
    gate: str | None = optional(NAME, "The gate that must be on before writers include the key: a key of `gates`.")


@declaration("A named part of a composite string.")
class PartDecl:
    node: Node
    type: str = optional(
        TYPE_TEXT,
        "What programs read the part as: `string`, `integer`, written without leading zeros, or a closed enum.",
        "string",
    )
    pattern: str | None = optional(LINE, "String: a regular expression that matches the part, with `^` and `$`.")
    min: int | None = optional(Count(0, LARGEST), "Integer: the minimum, inclusive; 0 by default.")
    max: int | None = optional(Count(0, LARGEST), "Integer: the maximum, inclusive; by default the largest number.")
    doc: str = optional(PROSE, "What the part means.", "")
    after: str | None = optional(
        NAME, "The part whose number this one should exceed; a string in which it does not is reported as advice."
    )


@declaration("One way to write a composite string.")
class FormDecl:
    node: Node
    template: str = required(LINE, "Literal text with parts in braces, such as `char:{start}-{end}`.")
    example: str = required(LINE, "A string of this form.")
    title: str = TITLE
    doc: str = optional(PROSE, "What the example means.", "")


@declaration("A named type: a record if it has `fields`, otherwise a string type with constraints or `forms`.")
class TypeDecl:
    node: Node
    title: str = TITLE
    docs: DocumentationDecl = inline(DocumentationDecl)
    renamed_from: str = optional(TYPE_NAME, WAS_RENAMED, "")
    fields: dict[str, FieldDecl] | None = optional(
        Entries(NAME, Block(FieldDecl)), "The keys of a record, in the order to list them."
    )
    includes: tuple[str, ...] = optional(Items(TYPE_NAME), "Records whose keys come before the record's own keys.", ())
    open: bool = optional(FLAG, "Whether a record accepts undeclared keys.", False)
    standalone: bool = optional(
        FLAG, "Whether a record also occurs on its own: it gets a JSON Schema file, and functions for JSON text.", False
    )
    tiered: bool = optional(FLAG, "Whether every key of an open record has a tier and starts with its prefix.", False)
    type: str | None = optional(Choice(("string",)), "`string`, for a string type.")
    constraints: ItemConstraintsDecl = inline(ItemConstraintsDecl)
    forms: dict[str, FormDecl] | None = optional(Entries(NAME, Block(FormDecl)), "The forms of a composite string.")
    parts: dict[str, PartDecl] = entries(NAME, Block(PartDecl), "The parts that the forms consist of.")
    semantics: tuple[str, ...] = optional(Items(LINE), "How to interpret the string.", ())
