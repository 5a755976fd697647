"""Parsers: a value or a JSON text becomes a typed envelope, or an error that lists what is wrong."""

from sealwax.contract.model import Contract, Envelope, Tool
from sealwax.frozen import frozen
from sealwax.languages.typescript import type_name
from sealwax.naming import article, pascal
from sealwax.rendering import Finished
from sealwax.targets.typescript.declarations import Import, first_line, imports
from sealwax.targets.typescript.types import printer_of
from sealwax.targets.typescript.validation import is_valid_name, validate_name

RUNTIME = ("jsonParser", "parser", "throwing")


@frozen
class Parsers:
    """The parsers of an envelope: the general one, or that of a tool."""

    type: Finished
    article: Finished
    """The indefinite article before the type."""
    parse: Finished
    safe_parse: Finished
    parse_json: Finished
    safe_parse_json: Finished
    validate: Finished
    is_valid: Finished


@frozen
class ParsingView:
    """parsing.js and parsing.d.ts"""

    header: Finished
    type_imports: tuple[Import, ...]
    """Of the declarations."""
    imports: tuple[Import, ...]
    """Of the module."""
    envelope: Finished
    parameter: Finished
    """The name of a type parameter, which no type of the contract has."""
    parsers: tuple[Parsers, ...]


def parsing_view(contract: Contract) -> ParsingView:
    envelopes = (contract.envelope, *(tool.envelope for tool in contract.tools))
    parsers = tuple(_parsers(envelope, contract) for envelope in envelopes)
    types = (each.type for each in parsers)
    validators = (name for each in parsers for name in (each.is_valid, each.validate))
    return ParsingView(
        header=first_line(contract),
        type_imports=imports({"./types.d.ts": types, "./validation.js": (Finished("Finding"),)}),
        imports=imports({"./runtime.js": map(Finished, RUNTIME), "./validation.js": validators}),
        envelope=type_name(contract.envelope.name),
        parameter=printer_of(contract).parameter,
        parsers=parsers,
    )


def parse_name(tool: Tool) -> Finished:
    return Finished(f"parse{pascal(tool.envelope.name)}")


def _parsers(envelope: Envelope, contract: Contract) -> Parsers:
    suffix = "" if envelope is contract.envelope else pascal(envelope.name)
    return Parsers(
        type=type_name(envelope.name),
        article=Finished(article(envelope.name)),
        parse=Finished(f"parse{suffix}"),
        safe_parse=Finished(f"safeParse{suffix}"),
        parse_json=Finished(f"parseJson{suffix}"),
        safe_parse_json=Finished(f"safeParseJson{suffix}"),
        validate=validate_name(envelope, contract),
        is_valid=is_valid_name(envelope, contract),
    )
