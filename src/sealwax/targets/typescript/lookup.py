"""Codes and error types -> lookup.js and lookup.d.ts: functions that say what the contract knows about a string."""

from msgspec import Struct

from sealwax.contract.model import Catalogue, Contract
from sealwax.languages import typescript as ts
from sealwax.meaning.catalogue import lookups, policies
from sealwax.meaning.wording import has_descriptions
from sealwax.rendering import Finished
from sealwax.targets.typescript.declarations import first_line


class LookupView(Struct, frozen=True):
    """lookup.js and lookup.d.ts"""

    header: Finished
    policies: tuple[str, ...]
    """Those that error types have."""
    functions: tuple[Finished, ...]
    """The functions of the module; none when the contract states nothing to look up."""
    has_codes: bool
    """Whether there are error codes, which lead to error types."""
    describes_types: bool
    describes_codes: bool
    describes_warnings: bool

    @property
    def describes(self) -> bool:
        """Whether there is a description of anything."""
        return self.describes_types or self.describes_codes or self.describes_warnings

    @property
    def tables(self) -> tuple[Finished, ...]:
        """The tables of the catalogue that the functions use."""
        uses_types = bool(self.policies) or self.describes_types
        used = {
            "errorCodes": self.describes_codes or (self.has_codes and uses_types),
            "errorTypes": uses_types,
            "warningCodes": self.describes_warnings,
        }
        return tuple(Finished(table) for table, is_used in used.items() if is_used)


def lookup_view(contract: Contract) -> LookupView:
    types, codes = contract.catalogue(Catalogue.ERROR_TYPES), contract.catalogue(Catalogue.ERROR_CODES)
    return LookupView(
        header=first_line(contract),
        policies=policies(contract),
        functions=tuple(map(ts.function_name, lookups(contract))),
        has_codes=codes is not None,
        describes_types=has_descriptions(types),
        describes_codes=has_descriptions(codes),
        describes_warnings=has_descriptions(contract.catalogue(Catalogue.WARNING_CODES)),
    )
