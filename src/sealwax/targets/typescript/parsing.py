"""The contract -> parsing.js and parsing.d.ts: valid values as typed objects, and one error for all others."""

from msgspec import Struct

from sealwax.contract.model import Contract
from sealwax.languages.typescript import type_name
from sealwax.rendering import Finished
from sealwax.targets.typescript.declarations import Imports, first_line, imports
from sealwax.targets.typescript.types import Printer
from sealwax.targets.typescript.validation import suffix


class ParsingView(Struct, frozen=True):
    """parsing.js and parsing.d.ts"""

    header: Finished
    type_imports: Imports
    """Of the declarations."""
    imports: Imports
    """Of the module."""
    parameter: Finished
    """The name of a type parameter, which no type of the contract has."""
    parsers: dict[str, Finished]
    """By type, the part of the names of its functions that says whose they are; empty for the general envelope."""
    helpers: frozenset[str] = frozenset({"InvalidResponse", "jsonParser", "parser", "throwing"})


def parsing_view(contract: Contract) -> ParsingView:
    names = [contract.envelope.name, *(tool.envelope.name for tool in contract.tools)]
    names += (record.name for record in contract.records if record.standalone)
    parsers = {name: suffix(name, contract) for name in names}
    validators = (Finished(f"{verb}{whose}") for whose in parsers.values() for verb in ("isValid", "validate"))
    return ParsingView(
        header=first_line(contract),
        type_imports=imports({"./types.d.ts": map(type_name, parsers), "./validation.js": (Finished("Finding"),)}),
        imports=imports({"./validation.js": validators}),
        parameter=Printer(contract).parameter,
        parsers=parsers,
    )
