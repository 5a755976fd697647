"""Applies the configuration to the contracts: output folder, targets and the names of packages."""

from collections.abc import Callable, Sequence

from sealwax.contract.model import Contract
from sealwax.contract.resolving.generated_names import NODE_MODULES, PYTHON_MODULES
from sealwax.diagnostics import Code, Position, Related, Report, did_you_mean
from sealwax.frozen import frozen, replace
from sealwax.languages.python import is_name
from sealwax.project.configuration import Configuration
from sealwax.project.package_names import below, distribution, normal, npm_package, python_module
from sealwax.project.toml import Place


def apply(configuration: Configuration, contracts: Sequence[Contract], report: Report) -> tuple[Contract, ...]:
    """The contracts, each with its output. Names that are unknown, reserved or used twice are reported."""
    cited = configuration.cite_sources
    named = (("packages", configuration.packages), ("cite_sources", () if isinstance(cited, bool) else cited))
    for key, name in ((key, name) for key, names in named for name in names):
        _require_contract(configuration.key(key, name), name, contracts, report)
    applied = tuple(_with_output(contract, configuration) for contract in contracts)
    for kind in _KINDS:
        _require_free(kind, applied, configuration, report)
        _require_distinct(kind, applied, configuration, report)
    return applied


def _with_output(contract: Contract, configuration: Configuration) -> Contract:
    # The contract of an installed package keeps the name of that package.
    cited = configuration.cite_sources
    output = replace(
        contract.output,
        folder=configuration.folder,
        targets=configuration.targets,
        cites_sources=cited if isinstance(cited, bool) else cited.get(contract.name, True),
    )
    if (names := configuration.packages.get(contract.name)) is not None:
        output = replace(output, distribution=names.python, module=names.python_module, npm=names.typescript)
    # The imports of a child depend on the names of its base's packages.
    bases = tuple(_with_output(base, configuration) for base in contract.bases)
    return replace(contract, output=output, bases=bases)


def _require_contract(place: Place, name: str, contracts: Sequence[Contract], report: Report) -> None:
    known = [*dict.fromkeys(each.name for contract in contracts for each in (contract, *below(contract)))]
    if name not in known:
        hint = did_you_mean(name, known, f"known contracts: {', '.join(known)}")
        report.add(Code.UNKNOWN_NAME, place.position, f"there is no contract '{name}'", hint, place.width)


@frozen
class _Kind:
    """A kind of name that a contract's packages need."""

    title: str
    of: Callable[[Contract], str]
    keys: tuple[str, ...]
    """The configuration keys that decide it, by precedence."""
    is_reserved: Callable[[str], bool] = lambda _name: False
    owner: str = ""
    """The platform that reserves such names."""


def _is_python_name(module: str) -> bool:
    return module in PYTHON_MODULES or not is_name(module)


def _is_node_name(package: str) -> bool:
    return package.replace("_", "-") in NODE_MODULES | {"node-modules"}


_KINDS = (
    _Kind("distribution", lambda contract: normal(distribution(contract)), ("python",)),
    _Kind("module", python_module, ("python_module", "python"), _is_python_name, "Python"),
    _Kind("npm package", npm_package, ("typescript",), _is_node_name, "Node.js"),
)


def _require_free(kind: _Kind, contracts: Sequence[Contract], configuration: Configuration, report: Report) -> None:
    """Report reserved names. Names that follow from the contract's own were checked when it was read."""
    for contract in contracts:
        name, place = kind.of(contract), _configured(kind, contract, configuration)
        if place is not None and kind.is_reserved(name):
            message = f"the {kind.title} name '{name}' is already taken by {kind.owner}"
            report.add(Code.RESERVED_NAME, place.position, message, "choose another name", place.width)


def _require_distinct(kind: _Kind, contracts: Sequence[Contract], configuration: Configuration, report: Report) -> None:
    first: dict[str, Contract] = {}
    for contract in contracts:
        other = first.setdefault(kind.of(contract), contract)
        if other is not contract:
            # Point at a name in the configuration: the other contract may have its name by default.
            is_configured = _configured(kind, contract, configuration) is not None
            _report_same(kind, *((other, contract) if is_configured else (contract, other)), configuration, report)


def _report_same(
    kind: _Kind, other: Contract, contract: Contract, configuration: Configuration, report: Report
) -> None:
    place, related = (
        _configured(kind, each, configuration) or Place(Position(each.file, 1, 1)) for each in (contract, other)
    )
    if any(diagnostic.position == place.position for diagnostic in report.diagnostics):
        return  # the same distribution name implies the same module name
    message = f"the contract '{other.name}' already uses the {kind.title} name '{kind.of(contract)}'"
    there = Related(related.position, f"used by '{other.name}'", related.width)
    report.add(Code.DUPLICATE_NAME, place.position, message, "choose another name", place.width, (there,))


def _configured(kind: _Kind, contract: Contract, configuration: Configuration) -> Place | None:
    """Where the configuration decides a name; None if it follows from the contract's own."""
    names = configuration.packages.get(contract.name)
    key = next((key for key in kind.keys if names is not None and getattr(names, key)), None)
    return None if key is None else configuration.value("packages", contract.name, key)
