"""Looks up the options of a region, and reports errors at the word of the marker that has them."""

from collections.abc import Collection, Iterable, Mapping, Sequence

from sealwax.contract.model import Contract
from sealwax.diagnostics import Code, Report, did_you_mean
from sealwax.regions.markers import Region, Word


class RegionOptions:
    """The options of one region. Each lookup reports what is wrong with its option."""

    def __init__(self, region: Region, report: Report) -> None:
        self._region = region
        self._report = report
        self.is_sound = True

    def words(self, name: str, known: Iterable[str], what: str) -> tuple[str, ...]:
        """The items of a list with commas; each has to be known. Empty if the option is not given."""
        option = self._region.options.get(name)
        if option is None:
            return ()
        items, known = tuple(item.strip() for item in option.value.text.split(",")), tuple(known)
        for item in (item for item in items if item not in known):
            self._unknown(option.value, item, known, what)
        return tuple(item for item in items if item in known)

    def one(self, name: str, known: Sequence[str], what: str, default: str = "") -> str:
        """A known word; the default if the option is not given, and an error if there is none."""
        option = self._region.options.get(name)
        if option is None:
            if not default:
                hint = f"add {name}=…: {_listed(known)}" if known else "the contract has none: remove the region"
                self.fail(Code.MISSING_KEY, self._region.kind, f"this region does not say which {what} it shows", hint)
            return default
        if option.value.text not in known:
            self._unknown(option.value, option.value.text, known, what)
            return ""
        return option.value.text

    def number(self, name: str, least: int, most: int) -> int:
        """A whole number in a range; 0 if the option is not given."""
        option = self._region.options.get(name)
        if option is None:
            return 0
        if option.value.text not in map(str, range(least, most + 1)):
            message = f"{name} must be a number from {least} to {most}"
            self.fail(Code.BAD_VALUE, option.value, message, f"write {name}={least + 1}")
            return 0
        return int(option.value.text)

    def contract(self, contracts: Sequence[Contract]) -> Contract | None:
        """The contract that the region is about; in a project with one contract, that one."""
        by_name: Mapping[str, Contract] = {contract.name: contract for contract in contracts}
        only = next(iter(by_name)) if len(by_name) == 1 else ""
        return by_name.get(self.one("contract", tuple(by_name), "contract", only))

    def require_known(self, known: Collection[str]) -> None:
        """Report options that this kind of region does not have."""
        for name, option in self._region.options.items():
            if name not in known:
                hint = did_you_mean(name, known, f"options of {self._region.kind.text}: {', '.join(known)}")
                message = f"{self._region.kind.text} has no option '{name}'"
                self.fail(Code.UNKNOWN_KEY, option.name, message, hint)

    def nothing(self) -> None:
        """Report that the filters leave nothing to show."""
        kind = self._region.kind
        self.fail(Code.BAD_VALUE, kind, "nothing in the contract matches these options", "change or remove a filter")

    def without_examples(self, name: str, others: Sequence[str]) -> None:
        """Report that a declaration has no examples, unless something else is wrong with its name."""
        if name:
            hint = f"add one to `examples` in the contract{f', or name another: of={others[0]}' if others else ''}"
            self.fail(Code.BAD_VALUE, self._region.kind, f"the contract has no example of {name}", hint)

    def fail(self, code: Code, at: Word, message: str, hint: str) -> None:
        self.is_sound = False
        self._report.add(code, at.position, message, hint, len(at.text))

    def _unknown(self, option: Word, item: str, known: Sequence[str], what: str) -> None:
        hint = did_you_mean(item, known, f"write one of: {_listed(known)}" if known else "remove the option")
        self.fail(Code.UNKNOWN_NAME, option, f"there is no {what} '{item}' here", hint)


def _listed(known: Sequence[str]) -> str:
    shown = ", ".join(known[:10])
    return f"{shown}, …" if len(known) > 10 else shown
