"""Applies the configuration to the contracts: output folder, targets and the names of packages."""

from collections.abc import Callable, Sequence

from msgspec import Struct
from msgspec.structs import replace

from sealwax.contract.model import Contract
from sealwax.contract.model.output import HTTP, Output
from sealwax.contract.source import Mapping, Node, width_of
from sealwax.diagnostics import Code, Position, Related, Report, did_you_mean
from sealwax.languages.python import is_name
from sealwax.naming import normalized
from sealwax.project.configuration import Configuration
from sealwax.reserved_names import NODE_MODULES, PYTHON_MODULES, USED_MODULES, unusable
from sealwax.targets.package_names import distribution, npm_package, python_module


def apply(configuration: Configuration, contracts: Sequence[Contract], report: Report) -> tuple[Contract, ...]:
    """The contracts, each with its output. Names that are unknown, reserved or used twice are reported."""
    for name in configuration.packages:
        _require_contract(configuration.key("packages", name), name, contracts, report)
    applied = tuple(replace(each, output=_output(each, configuration)) for each in contracts)
    _require_statuses(configuration, contracts, report)
    for kind in _KINDS:
        _require_free(kind, applied, configuration, report)
        _require_distinct(kind, applied, configuration, report)
    return applied


def _output(contract: Contract, configuration: Configuration) -> Output:
    output = replace(
        contract.output,
        folder=configuration.folder,
        targets=configuration.chosen,
        embedded=configuration.embedded,
        serve=configuration.serve,
        schemas=configuration.schemas,
        extendable=configuration.extendable,
        draft_07=configuration.draft_07,
    )
    if (names := configuration.packages.get(contract.name)) is not None:
        output = replace(output, distribution=names.python, module=names.python_module, npm=names.typescript)
    return output


def _require_contract(node: Node, name: str, contracts: Sequence[Contract], report: Report) -> None:
    known = [contract.name for contract in contracts]
    if name not in known:
        hint = did_you_mean(name, known, f"known contracts: {', '.join(known)}")
        report.add(Code.UNKNOWN_NAME, node.position, f"there is no contract '{name}'", hint, width_of(node))


def _require_statuses(configuration: Configuration, contracts: Sequence[Contract], report: Report) -> None:
    """Report `serve = ["http"]` if no contract of the project says how its failures are sent over HTTP."""
    if HTTP not in configuration.serve or "serve" not in configuration.node.entries:
        return
    from sealwax.meaning.serving.http import http_plan  # few projects need it

    if contracts and not any(map(http_plan, contracts)):
        node = configuration.value("serve", configuration.serve.index(HTTP))
        message = "none of these contracts can be served over HTTP, because their errors have no status for a crash"
        hint = 'give an error type `http: 500`, or remove "http"'
        report.add(Code.BAD_VALUE, node.position, message, hint, width_of(node))


class _Kind(Struct, frozen=True):
    """A kind of name that a contract's packages need."""

    title: str
    of: Callable[[Contract], str]
    keys: tuple[str, ...]
    """The configuration keys that decide it, by precedence."""
    owner: str = ""
    """The platform that reserves some such names."""
    is_reserved: Callable[[str], bool] = lambda _name: False


def _is_python_name(module: str) -> bool:
    return module in PYTHON_MODULES | USED_MODULES or not is_name(module)


def _is_node_name(package: str) -> bool:
    return package.replace("_", "-") in NODE_MODULES


_KINDS = (
    _Kind("distribution", lambda contract: normalized(distribution(contract)), ("python",)),
    _Kind("module", python_module, ("python_module", "python"), "Python", _is_python_name),
    _Kind("npm package", npm_package, ("typescript",), "Node.js", _is_node_name),
)


def _require_free(kind: _Kind, contracts: Sequence[Contract], configuration: Configuration, report: Report) -> None:
    """Report reserved names. Names that follow from the contract's own were checked when it was read."""
    for contract in contracts:
        name, node = kind.of(contract), _configured(kind, contract, configuration)
        reasons = [f"it is already taken by {kind.owner}"] if kind.is_reserved(name) else _unusable_parts(name)
        if node is not None and reasons and not _is_reported(node, report):
            message = f"the {kind.title} cannot be called '{name}': {reasons[0]}"
            report.add(Code.RESERVED_NAME, node.position, message, "choose another name", width_of(node))


def _unusable_parts(name: str) -> list[str]:
    """The reasons why no folder can have the name, or that of the scope before it."""
    return [reason for part in name.removeprefix("@").split("/") if (reason := unusable(part))]


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
    node, related = (
        _configured(kind, each, configuration) or Mapping({}, Position(each.file, 1, 1)) for each in (contract, other)
    )
    if _is_reported(node, report):
        return  # the same distribution name implies the same module name
    message = f"the contract '{other.name}' already uses the {kind.title} name '{kind.of(contract)}'"
    there = Related(related.position, f"used by '{other.name}'", width_of(related))
    report.add(Code.DUPLICATE_NAME, node.position, message, "choose another name", width_of(node), (there,))


def _configured(kind: _Kind, contract: Contract, configuration: Configuration) -> Node | None:
    """Where the configuration decides a name; None if it follows from the contract's own."""
    names = configuration.packages.get(contract.name)
    key = next((key for key in kind.keys if names is not None and getattr(names, key)), None)
    return None if key is None else configuration.value("packages", contract.name, key)


def _is_reported(node: Node, report: Report) -> bool:
    return any(diagnostic.position == node.position for diagnostic in report.diagnostics)
