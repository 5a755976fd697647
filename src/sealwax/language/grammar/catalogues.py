"""Enums, and the catalogues of error types, error codes and warning codes."""

from sealwax.contract.model import LetterCase, Order, RetryDecision
from sealwax.contract.source import Node
from sealwax.language.forms import *
from sealwax.language.grammar.types import TIER, TITLE, WAS_PROMOTED, WAS_RENAMED, DocumentationDecl, FieldDecl

CELLS = entries(NAME, LINE, "A text for each column of the list.")


@declaration("The names that a value had before.")
class FormerNamesDecl:
    node: Node
    renamed_from: str = optional(
        ENUM_VALUE,
        "The name that it had before, for `sealwax diff` and the reference. The enum keeps it as another name of this "
        "value.",
        "",
    )
    promoted_from: str = optional(ENUM_VALUE, WAS_PROMOTED, "")


@declaration("A value of an enum.")
class EnumValueDecl:
    node: Node
    docs: DocumentationDecl = inline(DocumentationDecl)
    tier: str | None = TIER
    former: FormerNamesDecl = inline(FormerNamesDecl)
    cells: dict[str, str] = CELLS


@declaration("The keys that all enums and catalogues have.")
class ListingDecl:
    node: Node
    title: str = TITLE
    docs: DocumentationDecl = inline(DocumentationDecl)
    open: bool = optional(FLAG, "Whether other strings are valid too; the validator reports them as advice.", False)
    suggestions: bool = optional(
        FLAG, "Whether the values are only suggestions: other strings are equally valid, and get no advice.", False
    )
    case: str | None = optional(
        Choice(tuple(LetterCase)),
        "The letter case of all values; for strings that are not listed, a different case is advice.",
    )
    columns: dict[str, str] = entries(NAME, LINE, "Additional texts that each value has, with their headings.")


@declaration("A list of known strings.")
class EnumDecl:
    node: Node
    listing: ListingDecl = inline(ListingDecl)
    renamed_from: str = optional(TYPE_NAME, WAS_RENAMED, "")
    order: str | None = optional(
        Choice(tuple(Order)), "Makes the values ordered, and says in which order they are listed."
    )
    values: dict[str, EnumValueDecl] = required(Entries(ENUM_VALUE, Block(EnumValueDecl)), "The values.")


@declaration("The retry policy. Use exactly one of the keys; its text says what to do first.")
class RetryDecl:
    node: Node
    no: str | None = optional(LINE, "A retry cannot help; what to do instead.")
    maybe: str | None = optional(LINE, "A retry may help; what it depends on.")
    yes: str | None = optional(LINE, "A retry can help; how to retry.")


@declaration("An error type: a category of errors.")
class ErrorTypeDecl:
    node: Node
    docs: DocumentationDecl = inline(DocumentationDecl)
    tier: str | None = TIER
    former: FormerNamesDecl = inline(FormerNamesDecl)
    http: int | None = optional(
        Count(100, 599, "HTTP statuses have three digits, such as 404"), "The corresponding HTTP status."
    )
    jsonrpc: int | None = optional(Count(-(2**53) + 1), "The number in a JSON-RPC error; several types may share one.")
    retry: str | RetryDecl | None = optional(
        Either(Choice(tuple(RetryDecision)), Block(RetryDecl)), "Whether a retry can help."
    )
    usual_code: str | None = optional(
        ENUM_VALUE, "The code of an error of this type that is raised without one; by default the type's only code."
    )
    cells: dict[str, str] = CELLS


@declaration("The error types. Fields use them as the type `ErrorType`.")
class ErrorTypesDecl:
    node: Node
    listing: ListingDecl = inline(ListingDecl)
    values: dict[str, ErrorTypeDecl] = required(Entries(ENUM_VALUE, Block(ErrorTypeDecl)), "The error types.")


@declaration("An object that receives a field of a context under another key.")
class PlaceDecl:
    node: Node
    object: str = required(PATH, "The object, as a dotted path.")
    key: str = required(NAME, "The key.")


@declaration("The texts and the arguments of a function that makes an error.")
class ErrorFunctionDecl:
    node: Node
    docs: DocumentationDecl = inline(DocumentationDecl)
    message: str = optional(LINE, "The message, a [template](#templates) with fields of the context in braces.", "")
    remediation: str = optional(
        LINE,
        "What to do about the error, a [template](#templates) too. The builder fills in one that needs no fields, if"
        " the field for it is next to the code.",
        "",
    )
    context: dict[str, FieldDecl] = entries(NAME, Block(FieldDecl), "The fields that come with this code.")
    context_into: str | dict[str, tuple[str | PlaceDecl, ...]] | None = optional(
        Either(PATH, Entries(NAME, Several(Either(PATH, Block(PlaceDecl))))),
        "The object that receives the context, as a dotted path; or a mapping from context fields to their objects.",
    )
    only_in_text: tuple[str, ...] = optional(
        Items(NAME), "Fields of the context that only the message and the remediation use: no object has them.", ()
    )
    positional: tuple[str, ...] = optional(
        Items(NAME),
        "The arguments that are passed by position, in this order: fields of the context, and the builder's parameter "
        "for the message.",
        (),
    )


@declaration("An error code.")
class ErrorCodeDecl:
    node: Node
    type: str = required(LINE, "Its error type.")
    tier: str | None = TIER
    former: FormerNamesDecl = inline(FormerNamesDecl)
    function: ErrorFunctionDecl = inline(ErrorFunctionDecl)
    functions: dict[str, ErrorFunctionDecl] = entries(
        NAME, Block(ErrorFunctionDecl), "Functions with names, texts and a context of their own."
    )
    cells: dict[str, str] = CELLS


@declaration("How an error becomes a response. You can omit every key that has only one possible value.")
class RaisedWithDecl:
    node: Node
    builder: str | None = optional(NAME, "The builder that makes the failure.")
    message: str | None = optional(NAME, "Its parameter for the message; by default the required text.")
    code: str | None = optional(NAME, "Its parameter for the code; by default the one of type `ErrorCode`.")
    remediation: str | None = optional(NAME, "Its parameter for the remediation; by default the one with that name.")
    context_into: str | None = optional(
        PATH,
        "The object that receives the context of a code, as a dotted path; "
        "by default the one that contains the code, or the only one that a parameter fills.",
    )


@declaration("The error codes. Fields use them as the type `ErrorCode`.")
class ErrorCodesDecl:
    node: Node
    raised_with: RaisedWithDecl | None = optional(
        Block(RaisedWithDecl), "How an error becomes a response, for codes with a message."
    )
    listing: ListingDecl = inline(ListingDecl)
    values: dict[str, ErrorCodeDecl] = required(Entries(ENUM_VALUE, Block(ErrorCodeDecl)), "The codes.")


@declaration("A warning code.")
class WarningCodeDecl:
    node: Node
    severity: str = required(LINE, "Its usual severity: a value of the `severities` enum.")
    docs: DocumentationDecl = inline(DocumentationDecl)
    tier: str | None = TIER
    former: FormerNamesDecl = inline(FormerNamesDecl)
    message: str = optional(LINE, "The message, with fields of the context in braces.", "")
    context: dict[str, FieldDecl] = entries(NAME, Block(FieldDecl), "The fields that come with this code.")
    cells: dict[str, str] = CELLS


@declaration("How a warning is recorded. You can omit every key that has only one possible value.")
class NotedInDecl:
    node: Node
    record: str | None = optional(TYPE_NAME, "The record for a warning.")
    message: str | None = optional(NAME, "Its field for the message; by default the required text.")
    code: str | None = optional(NAME, "Its field for the code; by default the one of type `WarningCode`.")
    severity: str | None = optional(NAME, "Its field for the severity; by default the one that follows the code.")
    context: str | None = optional(NAME, "Its field for the context of a code; by default the one of type `object`.")


@declaration("The warning codes. Fields use them as the type `WarningCode`.")
class WarningCodesDecl:
    node: Node
    severities: str = required(
        TYPE_NAME, "The enum of severities, such as `Severity`, declared as `enums: {Severity: {values: {info: {}}}}`."
    )
    noted_in: NotedInDecl | None = optional(Block(NotedInDecl), "How a warning is recorded, for codes with a message.")
    listing: ListingDecl = inline(ListingDecl)
    values: dict[str, WarningCodeDecl] = required(Entries(ENUM_VALUE, Block(WarningCodeDecl)), "The codes.")
