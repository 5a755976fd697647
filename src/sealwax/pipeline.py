"""Pure: source texts -> {path: text}; the whole product on one screen."""

from collections.abc import Mapping

from sealwax.contract.model import Contract
from sealwax.contract.reading import read
from sealwax.contract.resolving import resolve
from sealwax.contract.resolving.scope import child
from sealwax.contract.source import parse
from sealwax.diagnostics import Code, Diagnostic, Position, Report
from sealwax.drift import MANIFEST, OUTPUT
from sealwax.frozen import frozen
from sealwax.rendering import MARK, Renderer


@frozen
class Compiled:
    """Every file that the contracts make, or what is wrong with the contracts. Never both."""

    files: dict[str, str]
    diagnostics: tuple[Diagnostic, ...] = ()


def lint(sources: Mapping[str, bytes]) -> tuple[Diagnostic, ...]:
    """What is wrong with the contracts. Keys are paths from the project's root."""
    return load(sources)[1]


def compile_contracts(sources: Mapping[str, bytes], renderer: Renderer) -> Compiled:
    """All files that the contracts make, by their path from the project's root."""
    contracts, diagnostics = load(sources)
    return Compiled({}, diagnostics) if diagnostics else Compiled(files=render(contracts, renderer))


def load(sources: Mapping[str, bytes]) -> tuple[tuple[Contract, ...], tuple[Diagnostic, ...]]:
    """Each contract goes through source, reading and resolving, as far as it gets; all problems are told at once."""
    report = Report()
    contracts: dict[str, Contract] = {}
    for file in sorted(sources):
        before = len(report.diagnostics)
        node = parse(file, sources[file], report)
        declarations = read(node, report) if node is not None and len(report.diagnostics) == before else None
        contract = None if declarations is None else resolve(declarations, report)
        if contract is not None and contract.name in contracts:
            message = f"the contract '{contract.name}' is declared in {contracts[contract.name].file} already"
            place = Position(file, 1, 1) if declarations is None else child(declarations.node, "contract").position
            report.add(Code.DUPLICATE_NAME, place, message, "give one of them another name", len(contract.name))
        elif contract is not None:
            contracts[contract.name] = contract
    return tuple(contracts.values()), report.sorted()


def render(contracts: tuple[Contract, ...], renderer: Renderer) -> dict[str, str]:
    from sealwax.targets import PROJECT_TARGETS, TARGETS  # of no use to `lint`, which has to start fast

    pages = [(page, target.filters) for contract in contracts for target in TARGETS for page in target.pages(contract)]
    pages += [(page, target.filters) for target in PROJECT_TARGETS for page in target.pages(contracts)]
    if len({page.path for page, _filters in pages}) < len(pages):
        raise ValueError("two pages have the same path")
    files = {f"{OUTPUT}/{page.path}": renderer.render(page, filters) for page, filters in pages}
    files[MANIFEST] = manifest(files)
    return dict(sorted(files.items()))


def manifest(files: Mapping[str, str]) -> str:
    """Lists the files that cannot say in a comment that they are generated."""
    silent = sorted(
        path.removeprefix(f"{OUTPUT}/") for path, text in files.items() if MARK not in text.split("\n", 1)[0]
    )
    return "\n".join([f"# {MARK}all contracts: files that cannot say so themselves. Do not edit.", *sorted(silent), ""])
