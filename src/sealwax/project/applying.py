"""What the configuration says against what there is: the files it names, the contracts, the names of their packages."""

from collections.abc import Callable, Iterator, Mapping, Sequence

from sealwax.contract.model import Contract
from sealwax.contract.resolving.reserved_packages import NODE_MODULES, PYTHON_MODULES
from sealwax.contract.source import Scalar
from sealwax.diagnostics import Code, Position, Related, Report, did_you_mean
from sealwax.frozen import frozen, replace
from sealwax.languages.python import is_name
from sealwax.project.configuration import WILD, Configuration
from sealwax.project.package_names import distribution, normal, npm_package, python_module


def report_unmatched(
    configuration: Configuration, found: Mapping[str, Sequence[str]], others: Sequence[str], report: Report
) -> None:
    """Each pattern that names no contract is a mistake: perhaps one of the other files is meant."""
    known = [*dict.fromkeys(f"{path.rpartition('/')[0]}/*.yaml" for path in others), *others]
    for node in configuration.patterns:
        text = str(node.value)
        if text.startswith(f"{configuration.folder}/"):
            message = f"'{text}' lies in the output folder, where sealwax keeps everything to itself"
            report.add(Code.BAD_PATH, node.position, message, "put the contract elsewhere", len(node.text))
        elif not found.get(text):
            message = f"no file fits '{text}'" if WILD.search(text) else f"there is no file '{text}'"
            hint = did_you_mean(text, known, "paths begin at the folder that holds this file")
            report.add(Code.NO_CONTRACT, node.position, message, hint, len(node.text))


def report_output(configuration: Configuration, path: str, problem: str, report: Report) -> None:
    """Something on disk keeps the output folder from being one."""
    if (node := configuration.place("output")) is not None:
        hint = "name a folder of its own, or move what is there"
        report.add(Code.BAD_PATH, node.position, f"{path} is {problem}, where a folder belongs", hint, len(node.text))


def apply(configuration: Configuration, contracts: Sequence[Contract], report: Report) -> tuple[Contract, ...]:
    """The contracts, each with its output. Names that are unknown, reserved or given twice are mistakes."""
    for name in configuration.packages:
        _require_contract(name, configuration, contracts, report)
    made = tuple(_with_output(contract, configuration) for contract in contracts)
    for kind in _NAMES:
        _require_free(kind, made, configuration, report)
        _require_distinct(kind, made, configuration, report)
    return made


def _with_output(contract: Contract, configuration: Configuration) -> Contract:
    # The contract of an installed package has the name of that package already.
    output = replace(contract.output, folder=configuration.folder, targets=configuration.targets)
    if (names := configuration.packages.get(contract.name)) is not None:
        output = replace(output, distribution=names.python, module=names.python_module, npm=names.typescript)
    # What a child imports from its base depends on what the base's packages are called.
    bases = tuple(_with_output(base, configuration) for base in contract.bases)
    return replace(contract, output=output, bases=bases)


def _with_bases(contract: Contract) -> Iterator[Contract]:
    yield contract
    for base in contract.bases:
        yield from _with_bases(base)


def _require_contract(name: str, configuration: Configuration, contracts: Sequence[Contract], report: Report) -> None:
    known = [*dict.fromkeys(each.name for contract in contracts for each in _with_bases(contract))]
    node = configuration.place("packages", name)
    if name not in known and node is not None:
        hint = did_you_mean(name, known, f"there is {', '.join(known)}")
        report.add(Code.UNKNOWN_NAME, node.position, f"there is no contract '{name}'", hint, len(node.text))


@frozen
class _Name:
    """A name that a contract's packages need, and the keys of the configuration that decide it, the stronger first."""

    kind: str
    of: Callable[[Contract], str]
    keys: tuple[str, ...]
    is_taken: Callable[[str], bool] = lambda _name: False
    """Whether it stands for something else already."""
    by: str = ""
    """Who brings that along."""


def _is_of_python(module: str) -> bool:
    return module in PYTHON_MODULES or not is_name(module)


def _is_of_node(package: str) -> bool:
    return package.replace("_", "-") in NODE_MODULES | {"node-modules"}


_NAMES = (
    _Name("distribution", lambda contract: normal(distribution(contract)), ("python",)),
    _Name("module", python_module, ("python_module", "python"), _is_of_python, "Python"),
    _Name("npm package", npm_package, ("typescript",), _is_of_node, "Node.js"),
)


def _require_free(name: _Name, contracts: Sequence[Contract], configuration: Configuration, report: Report) -> None:
    """A contract's own name was looked at when it was read."""
    for contract in contracts:
        spelt, node = name.of(contract), _place(name, contract, configuration)
        if node is not None and name.is_taken(spelt):
            message = f"'{spelt}' cannot be imported: it stands for something that {name.by} brings along"
            report.add(Code.RESERVED_NAME, node.position, message, "choose another name", len(node.text))


def _require_distinct(name: _Name, contracts: Sequence[Contract], configuration: Configuration, report: Report) -> None:
    first: dict[str, Contract] = {}
    for contract in contracts:
        other = first.setdefault(name.of(contract), contract)
        if other is not contract:
            _report_same(name, (other, contract), configuration, report)


def _report_same(name: _Name, pair: tuple[Contract, Contract], configuration: Configuration, report: Report) -> None:
    """Points at the name that the configuration gives; the other contract may have it without being asked."""
    other, contract = pair if _place(name, pair[1], configuration) is not None else pair[::-1]
    position, width = _shown(name, contract, configuration)
    if any(told.position == position for told in report.diagnostics):
        return  # a distribution that is there already brings its module along
    place, extent = _shown(name, other, configuration)
    message = f"the {name.kind} '{name.of(contract)}' is that of the contract '{other.name}' already"
    related = Related(place, f"here is the contract '{other.name}'", extent)
    report.add(Code.DUPLICATE_NAME, position, message, "give one of them another name", width, (related,))


def _shown(name: _Name, contract: Contract, configuration: Configuration) -> tuple[Position, int]:
    """Where a contract gets the name from: the configuration, or the contract itself."""
    node = _place(name, contract, configuration)
    return (Position(contract.file, 1, 1), 1) if node is None else (node.position, len(node.text))


def _place(name: _Name, contract: Contract, configuration: Configuration) -> Scalar | None:
    places = (configuration.place("packages", contract.name, key) for key in name.keys)
    return next((place for place in places if place is not None), None)
