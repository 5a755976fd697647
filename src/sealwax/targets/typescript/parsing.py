"""The contract -> parsing.js and parsing.d.ts: valid values as typed objects, and one error for all others."""

from msgspec import Struct

from sealwax.contract.model import Contract
from sealwax.rendering import Finished
from sealwax.targets.typescript.declarations import Imports, first_line, imports
from sealwax.targets.typescript.old_names import made_type, table_of
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
    types: dict[str, Finished]
    """By type, the type of what its parsers return, which has the old names of keys, if there are any."""
    old_names: dict[str, Finished]
    """By type, the table of the old names of keys, if there are any."""
    parsers: dict[str, Finished]
    """By type, the part of the names of its functions that says whose they are; empty for the general envelope."""


def parsing_view(contract: Contract) -> ParsingView:
    names = [contract.envelope.name, *(tool.envelope.name for tool in contract.tools)]
    names += (record.name for record in contract.records if record.standalone)
    parsers = {name: suffix(name, contract) for name in names}
    validators = (Finished(f"{verb}{whose}") for whose in parsers.values() for verb in ("isValid", "validate"))
    types = {name: made_type(name, contract) for name in parsers}
    tables = {name: table for name in parsers if (table := table_of(name, contract))}
    return ParsingView(
        header=first_line(contract),
        type_imports=imports({"./types.d.ts": types.values(), "./validation.js": (Finished("Finding"),)}),
        imports=imports({"./validation.js": validators}),
        parameter=Printer(contract).parameter,
        types=types,
        old_names=tables,
        parsers=parsers,
    )
