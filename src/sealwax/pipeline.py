"""Source texts -> {path: text}: the whole product on one screen. Only the formatter uses a folder, a temporary one."""

from collections.abc import Collection, Iterable, Mapping
from itertools import chain
from typing import TYPE_CHECKING

from sealwax.contract.inheritance.library import Library
from sealwax.contract.model import Contract
from sealwax.contract.source import child
from sealwax.contract.unused import note_unused
from sealwax.diagnostics import Code, Diagnostic, Report, errors
from sealwax.drift.comparison import is_marked, manifest_path
from sealwax.frozen import frozen, replace
from sealwax.project.output import Output
from sealwax.rendering import MARK, Renderer, Target
from sealwax.targets import TARGETS

if TYPE_CHECKING:
    from sealwax.project.configuration import Configuration
    from sealwax.targets import Printed

NOTHING: Mapping[str, bytes] = {}


@frozen
class Compiled:
    """The generated files, none if a diagnostic is an error; and all diagnostics."""

    files: dict[str, str]
    diagnostics: tuple[Diagnostic, ...] = ()


def compile_contracts(
    sources: Mapping[str, bytes],
    renderer: Renderer,
    configuration: "Configuration | None" = None,
    bases: Mapping[str, bytes] = NOTHING,
    installed: Iterable[Target] = (),
) -> Compiled:
    """All files that the contracts generate, by path from the project root, with those of installed targets."""
    contracts, diagnostics = load(sources, configuration, bases)
    return Compiled({} if errors(diagnostics) else render(contracts, renderer, sources, installed), diagnostics)


def load(
    sources: Mapping[str, bytes],
    configuration: "Configuration | None" = None,
    bases: Mapping[str, bytes] = NOTHING,
) -> tuple[tuple[Contract, ...], tuple[Diagnostic, ...]]:
    """The contracts, each taken through source, reading and resolving as far as it gets, and all diagnostics.

    Keys of `sources` and `bases` are paths from the project root. `bases` are contracts that others extend, for which
    nothing is generated.
    """
    report = Report()
    library = Library({**bases, **sources}, report)
    contracts: dict[str, Contract] = {}
    for file in sorted(sources):
        loaded = library.load(file)
        if loaded is not None and loaded.contract.name in contracts:
            name = loaded.contract.name
            message = f"the contract '{name}' is already declared in {contracts[name].file}"
            place = child(loaded.own, "contract").position
            report.add(Code.DUPLICATE_NAME, place, message, "rename one of them", len(name))
        elif loaded is not None:
            contracts[loaded.contract.name] = loaded.contract
    if not report.diagnostics:
        note_unused((loaded for file in sources if (loaded := library.load(file)) is not None), report)
    found = tuple(replace(each, output=replace(each.output, targets=TARGETS)) for each in contracts.values())
    if configuration is not None and not report.diagnostics:
        from sealwax.project.applying import apply  # most projects have no configuration

        found = apply(configuration, found, report)
    return found, report.sorted()


def render(
    contracts: tuple[Contract, ...],
    renderer: Renderer,
    sources: Mapping[str, bytes] = NOTHING,
    installed: Iterable[Target] = (),
) -> dict[str, str]:
    """All files that the contracts generate; without their sources, all except the copies of those."""
    from sealwax.formatting import format_python, formatting
    from sealwax.targets import pages, project_pages  # not needed for `lint`, which has to start fast

    output = contracts[0].output if contracts else Output()
    python = {"python"}.intersection(output.targets)
    others = {*output.targets, "conformance"} - python  # the packages refer to conformance cases
    unformatted = _texts(pages(contracts, python), renderer, output.folder)
    with formatting(unformatted) as formatted:  # another process, which runs while the other targets are rendered
        rest = chain(pages(contracts, others, installed), project_pages(contracts))
        files = format_python(_texts(rest, renderer, output.folder, unformatted))
        files |= formatted()
    files |= {f"{output.folder}/{path}": text for path, text in copies(contracts, sources).items()}
    files[manifest_path(output.folder)] = manifest(files, output.folder)
    return dict(sorted(files.items()))


def _texts(pages: "Iterable[Printed]", renderer: Renderer, folder: str, taken: Collection[str] = ()) -> dict[str, str]:
    """The text of each page, by path. No path may be among those already taken."""
    texts: dict[str, str] = {}
    for page, filters, templates in pages:  # one at a time: views are large
        path = f"{folder}/{page.path}"
        if path in texts or path in taken:
            raise ValueError(f"two pages have the same path: {path}")
        texts[path] = renderer.render(page, filters, templates)
    return texts


def copies(contracts: tuple[Contract, ...], sources: Mapping[str, bytes]) -> dict[str, str]:
    """The copy of each contract in its packages, so that others can extend it where a package is installed."""
    from sealwax.project.package_names import python_module

    found: dict[str, str] = {}
    for contract in (contract for contract in contracts if contract.file in sources):
        text = _copy(contract, sources[contract.file].decode())
        places = {"python": f"src/{python_module(contract)}/contract.yaml", "typescript": "contract.yaml"}
        for target, place in places.items():
            if target in contract.output.targets:
                found[f"{contract.name}/{target}/{place}"] = text
    return found


def _copy(contract: Contract, text: str) -> str:
    """The text of a contract, with the names of packages in place of the paths that it extends."""
    if not contract.bases:
        return text
    from sealwax.contract.inheritance.shipping import shipped
    from sealwax.project.package_names import installed_name

    packages = {base.file: installed_name(base) for base in contract.bases}
    return shipped(text, [packages[file] for file in contract.extended_files])


def manifest(files: Mapping[str, str], output: str) -> str:
    """The list of generated files whose format has no comments for a header."""
    unmarked = sorted(path.removeprefix(f"{output}/") for path, text in files.items() if not is_marked(text.encode()))
    return "\n".join([f"# {MARK}all contracts: the files without such a header. Do not edit.", *unmarked, ""])
