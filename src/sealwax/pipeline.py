"""Source texts -> {path: text}: the whole product on one screen. Only the formatter uses a folder, a temporary one."""

from collections.abc import Iterable, Mapping
from itertools import chain
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from sealwax.contract.inheritance.library import Library, is_quotable
from sealwax.contract.inheritance.relocation import withheld
from sealwax.contract.model import Contract
from sealwax.contract.source import child
from sealwax.contract.unused import note_unused
from sealwax.diagnostics import Code, Diagnostic, Report, errors
from sealwax.drift.comparison import FOLDER_ENTRY, digest, is_marked, manifest_path, manifest_text
from sealwax.project.output import Output
from sealwax.rendering import MARK, Renderer, Target, header
from sealwax.targets import USUAL

if TYPE_CHECKING:
    from sealwax.contract.dating import Dates
    from sealwax.project.configuration import Configuration
    from sealwax.targets import Printed

NOTHING: Mapping[str, bytes] = {}


class Compiled(Struct, frozen=True):
    """The generated files, none if a diagnostic is an error; and all diagnostics."""

    files: dict[str, str]
    diagnostics: tuple[Diagnostic, ...] = ()
    documents: Mapping[str, str] = {}
    """Markdown files with their regions filled."""


def compile_contracts(
    sources: Mapping[str, bytes],
    renderer: Renderer,
    configuration: "Configuration | None" = None,
    bases: Mapping[str, bytes] = NOTHING,
    installed: Iterable[Target] = (),
    history: Mapping[str, bytes] = NOTHING,
    documents: Mapping[str, bytes] = NOTHING,
) -> Compiled:
    """All files that the contracts generate, by path from the project root, with those of installed targets."""
    contracts, diagnostics = load(sources, configuration, bases, history)
    if errors(diagnostics):
        return Compiled({}, diagnostics)
    filled, found = fill(documents, contracts, renderer)
    if found:
        return Compiled({}, (*diagnostics, *found))
    return Compiled(render(contracts, renderer, {**bases, **sources}, installed), diagnostics, filled)


def fill(
    documents: Mapping[str, bytes], contracts: tuple[Contract, ...], renderer: Renderer | None = None
) -> tuple[dict[str, str], tuple[Diagnostic, ...]]:
    """Markdown files with their regions filled, and errors in their markers; without a renderer only those."""
    if not documents:
        return {}, ()
    from sealwax.regions import fill_regions, plan_regions  # few projects have regions

    report = Report()
    planned = plan_regions(documents, contracts, report)
    texts = fill_regions(planned, renderer, report) if renderer is not None and not report.diagnostics else {}
    return texts, report.sorted()


def load(
    sources: Mapping[str, bytes],
    configuration: "Configuration | None" = None,
    bases: Mapping[str, bytes] = NOTHING,
    history: Mapping[str, bytes] = NOTHING,
) -> tuple[tuple[Contract, ...], tuple[Diagnostic, ...]]:
    """The contracts, each taken through source, reading and resolving as far as it gets, and all diagnostics.

    Keys of `sources` and `bases` are paths from the project root. `bases` are contracts that others extend, for which
    nothing is generated. `history` are snapshots of released versions.
    """
    report = Report()
    library = Library({**bases, **sources}, report, _dates(history))
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
    found = tuple(replace(each, output=replace(each.output, targets=USUAL)) for each in contracts.values())
    if history and not report.diagnostics:
        found = _with_releases(found, sources, bases, history, report)
    if configuration is not None and not report.diagnostics:
        from sealwax.project.applying import apply  # most projects have no configuration

        found = apply(configuration, found, report)
    private = {file for file, raw in bases.items() if not is_quotable(file, raw) and file not in sources}
    return found, withheld(report.sorted(), private)


def _dates(history: Mapping[str, bytes]) -> "Mapping[str, Dates] | None":
    if not history:
        return None
    from sealwax.evolution.history import known_dates  # few projects have a history

    return known_dates(history)


def _with_releases(
    contracts: tuple[Contract, ...],
    sources: Mapping[str, bytes],
    bases: Mapping[str, bytes],
    history: Mapping[str, bytes],
    report: Report,
) -> tuple[Contract, ...]:
    """The contracts with what changed from one release to the next."""
    from sealwax.evolution.history import released, releases

    snapshots = released(history, report)
    plain = Library({**bases, **sources}, Report())  # without dates, which snapshots do not have either
    named = {each.name: plain.load(each.file) for each in contracts if each.name in snapshots}
    return tuple(
        replace(each, releases=releases(own.contract, snapshots[each.name])) if (own := named.get(each.name)) else each
        for each in contracts
    )


def render(
    contracts: tuple[Contract, ...],
    renderer: Renderer,
    sources: Mapping[str, bytes] = NOTHING,
    installed: Iterable[Target] = (),
) -> dict[str, str]:
    """All files that the contracts generate; without their sources, all except the copies of those."""
    from concurrent.futures import ThreadPoolExecutor

    from sealwax.project.placing import parts
    from sealwax.rendering.formatting import format_python
    from sealwax.targets import (  # not needed for `lint`, which has to start fast
        application_pages,
        pages,
        project_pages,
    )

    output = contracts[0].output if contracts else Output()
    python = {"python"}.intersection(output.targets)
    others = {*output.targets, "conformance"} - python  # the packages refer to conformance cases
    vendored = parts(contracts) if python else ()
    packages = (*contracts, *vendored)
    with ThreadPoolExecutor(1) as background:  # ruff works on the packages while the other targets are rendered
        texts, _ = _texts(chain(pages(packages, python), application_pages(packages, python)), renderer)
        formatted = background.submit(format_python, texts)
        rest, from_installed = _texts(chain(pages(contracts, others, installed), project_pages(contracts)), renderer)
        files = formatted.result()
    for path in files.keys() & rest.keys():
        raise ValueError(f"two pages have the same path: {path}")
    files |= format_python(rest, from_installed)
    files |= copies(packages, sources)
    files[manifest_path(output.folder)] = manifest(files, output)
    return dict(sorted(files.items()))


def _texts(pages: "Iterable[Printed]", renderer: Renderer) -> tuple[dict[str, str], set[str]]:
    """The text of each page, by path; and the paths of those that installed targets print."""
    texts: dict[str, str] = {}
    from_installed: set[str] = set()
    for page, filters, templates in pages:  # one at a time: views are large
        if page.path in texts:
            raise ValueError(f"two pages have the same path: {page.path}")
        texts[page.path] = renderer.render(page, filters, templates)
        from_installed |= {page.path} if templates is not None else set()
    return texts, from_installed


def copies(contracts: tuple[Contract, ...], sources: Mapping[str, bytes]) -> dict[str, str]:
    """The copy of each contract in its packages, so that others can extend it where a package is installed."""
    from sealwax.project.package_names import module_folder

    found: dict[str, str] = {}
    for contract in (contract for contract in contracts if contract.file in sources):
        text, output = _copy(contract, sources[contract.file].decode()), contract.output
        for target in ("python", "typescript"):
            if target in output.targets and target not in output.embedded:
                found[f"{module_folder(contract, target)}/contract.yaml"] = text
    return found


def _copy(contract: Contract, text: str) -> str:
    """The text of a contract with our mark, and with packages in place of the paths that it extends."""
    mark = f"# {header(contract.name)}\n"  # which the contract of an installed package already has
    text = mark + text.removeprefix(chr(0xFEFF)).replace("\r\n", "\n").removeprefix(mark)
    if not contract.bases:
        return text
    from sealwax.contract.inheritance.shipping import shipped
    from sealwax.project.package_names import extended_as

    packages = {base.file: extended_as(base) for base in contract.bases}
    return shipped(text, [packages[file] for file in contract.extended_files])


def manifest(files: Mapping[str, str], output: Output) -> str:
    """The list of generated files whose format has no place for a mark, and of the folders of an application."""
    contents = {path: text.encode() for path, text in files.items()}
    listed = [(path, digest(content)) for path, content in contents.items() if not is_marked(content)]
    listed += ((folder, FOLDER_ENTRY) for folder in output.embedded.values())
    return manifest_text(f"# {MARK}all contracts: the files without such a mark. Do not edit.", listed, output.folder)
