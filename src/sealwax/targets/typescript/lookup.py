"""Codes and error types -> lookup.js and lookup.d.ts: functions that say what the contract knows about a string."""

from msgspec import Struct

from sealwax.contract.model import Catalogue, Contract
from sealwax.meaning.codes.catalogue import DescribedEnum, described, lookups, policies
from sealwax.rendering import Finished
from sealwax.targets.typescript.declarations import first_line


class LookupView(Struct, frozen=True):
    """lookup.js and lookup.d.ts"""

    header: Finished
    policies: tuple[str, ...]
    """Those that error types have."""
    has_codes: bool
    """Whether there are error codes, which lead to error types."""
    types: DescribedEnum | None
    """The descriptions of error types, if there are any."""
    codes: DescribedEnum | None
    warnings: DescribedEnum | None

    @property
    def tables(self) -> tuple[Finished, ...]:
        """The tables of the catalogue that the functions use."""
        uses_types = bool(self.policies) or self.types is not None
        used = {
            "errorCodes": self.codes is not None or (self.has_codes and uses_types),
            "errorTypes": uses_types,
            "warningCodes": self.warnings is not None,
        }
        return tuple(Finished(table) for table, is_used in used.items() if is_used)


def lookup_view(contract: Contract) -> LookupView | None:
    """None if the contract states nothing to look up."""
    if not any(lookups(contract)):
        return None
    found = {each.enum.catalogue: each for each in described(contract)}
    return LookupView(
        header=first_line(contract),
        policies=policies(contract),
        has_codes=contract.catalogue(Catalogue.ERROR_CODES) is not None,
        types=found.get(Catalogue.ERROR_TYPES),
        codes=found.get(Catalogue.ERROR_CODES),
        warnings=found.get(Catalogue.WARNING_CODES),
    )
