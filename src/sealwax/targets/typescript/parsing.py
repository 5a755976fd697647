"""The contract -> parsing.js and parsing.d.ts: valid values as typed envelopes, and one error for all others."""

from sealwax.contract.model import Contract, Envelope, Tool
from sealwax.frozen import frozen
from sealwax.languages.typescript import type_name
from sealwax.naming import pascal
from sealwax.rendering import Finished
from sealwax.targets.typescript.declarations import Import, first_line, imports
from sealwax.targets.typescript.types import printer_of
from sealwax.targets.typescript.validation import is_valid_name, validate_name

RUNTIME = ("jsonParser", "parser", "throwing")


@frozen
class Parsers:
    """The parsers of an envelope: the general one, or that of a tool."""

    name: str
    suffix: Finished
    """The part of the names of functions that says whose envelope it is; empty for the general one."""
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
    parameter: Finished
    """The name of a type parameter, which no type of the contract has."""
    parsers: tuple[Parsers, ...]


def parsing_view(contract: Contract) -> ParsingView:
    envelopes = (contract.envelope, *(tool.envelope for tool in contract.tools))
    parsers = tuple(_parsers(envelope, contract) for envelope in envelopes)
    types = (type_name(each.name) for each in parsers)
    validators = (name for each in parsers for name in (each.is_valid, each.validate))
    return ParsingView(
        header=first_line(contract),
        type_imports=imports({"./types.d.ts": types, "./validation.js": (Finished("Finding"),)}),
        imports=imports({"./runtime.js": map(Finished, RUNTIME), "./validation.js": validators}),
        parameter=printer_of(contract).parameter,
        parsers=parsers,
    )


def parse_name(tool: Tool) -> Finished:
    return Finished(f"parse{pascal(tool.envelope.name)}")


def _parsers(envelope: Envelope, contract: Contract) -> Parsers:
    suffix = Finished("" if envelope is contract.envelope else pascal(envelope.name))
    return Parsers(envelope.name, suffix, validate_name(envelope, contract), is_valid_name(envelope, contract))
