"""Source texts -> {path: content}: the whole product on one screen. Only the formatter uses a temporary folder."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import chain
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from sealwax.contract.inheritance.library import Library, Loaded, withheld
from sealwax.contract.model import Contract
from sealwax.contract.model.output import Output
from sealwax.contract.source import child
from sealwax.contract.unused import note_unused
from sealwax.diagnostics import Code, Diagnostic, Report, errors
from sealwax.drift.comparison import manifest, manifest_path
from sealwax.project.configuration import DEFAULT, Configuration
from sealwax.rendering import BrokenTemplateError, Renderer, Target, TargetError
from sealwax.targets import USUAL

if TYPE_CHECKING:
    from sealwax.contract.first_versions import Dates
    from sealwax.rendering import Filters, Page
    from sealwax.targets import Printed

    Snapshots = Mapping[str, Sequence[Loaded]]

NOTHING: Mapping[str, bytes] = {}


class Compiled(Struct, frozen=True):
    """The generated files, none if a diagnostic is an error; and all diagnostics."""

    files: dict[str, bytes]
    diagnostics: tuple[Diagnostic, ...] = ()
    documents: Mapping[str, str] = {}
    """Markdown files with their regions filled."""
    contracts: Mapping[str, str] = {}
    """By name: the file of each contract."""


def compile_contracts(
    sources: Mapping[str, bytes],
    renderer: Renderer,
    configuration: Configuration = DEFAULT,
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
    files = render(contracts, renderer, {**bases, **sources}, installed)
    return Compiled(files, diagnostics, filled, {each.name: each.file for each in contracts})


def fill(
    documents: Mapping[str, bytes], contracts: tuple[Contract, ...], renderer: Renderer
) -> tuple[dict[str, str], tuple[Diagnostic, ...]]:
    """Markdown files with their regions filled, and errors in their markers."""
    if not documents:
        return {}, ()
    from sealwax.regions import fill_regions  # few projects have regions

    report = Report()
    texts = fill_regions(documents, contracts, renderer, report)
    return texts, report.sorted()


def load(
    sources: Mapping[str, bytes],
    configuration: Configuration = DEFAULT,
    bases: Mapping[str, bytes] = NOTHING,
    history: Mapping[str, bytes] = NOTHING,
) -> tuple[tuple[Contract, ...], tuple[Diagnostic, ...]]:
    """The contracts, each taken through source, reading and resolving as far as it gets, and all diagnostics.

    Keys of `sources` and `bases` are paths from the project root. `bases` are contracts that others extend, for which
    nothing is generated. `history` are snapshots of released versions.
    """
    report, in_snapshots = Report(), Report()
    snapshots, dates = _released(history, in_snapshots)
    library = Library({**bases, **sources}, report, dates)
    contracts = _distinct(sources, library, report)
    if not report.diagnostics:
        note_unused((loaded for file in sources if (loaded := library.load(file)) is not None), report)
        contracts = _with_releases(contracts, {**bases, **sources}, snapshots)
        # Whoever edits a contract wants to see the mistakes in it first, and those in old files when there are none.
        report.diagnostics, report.notes = in_snapshots.diagnostics, report.notes + in_snapshots.notes
    if configuration is not DEFAULT and not report.diagnostics:
        from sealwax.project.apply_configuration import apply  # most projects have no configuration

        contracts = apply(configuration, contracts, report)
    return contracts, withheld(report.sorted(), bases, sources)


def _distinct(files: Iterable[str], library: Library, report: Report) -> tuple[Contract, ...]:
    """The contracts in these files, with the usual targets; a second one of the same name is reported."""
    found: dict[str, Contract] = {}
    for file in sorted(files):
        loaded = library.load(file)
        if loaded is None:
            continue
        name = loaded.contract.name
        if name in found:
            message = f"the contract '{name}' is already declared in {found[name].file}"
            place = child(loaded.own, "contract").position
            report.add(Code.DUPLICATE_NAME, place, message, "rename one of them", len(name))
        else:
            found[name] = replace(loaded.contract, output=replace(loaded.contract.output, targets=USUAL))
    return tuple(found.values())


def _released(history: Mapping[str, bytes], report: Report) -> "tuple[Snapshots, Mapping[str, Dates]]":
    """By contract: its released versions, and the version in which each thing first appeared."""
    if not history:
        return {}, {}
    from sealwax.evolution.history import known_dates, released  # few projects have a history

    snapshots = released(history, report)
    return snapshots, known_dates(snapshots)


def _with_releases(
    contracts: tuple[Contract, ...], sources: Mapping[str, bytes], snapshots: "Snapshots"
) -> tuple[Contract, ...]:
    """The contracts with what changed from one release to the next."""
    if not snapshots:
        return contracts
    from sealwax.evolution.history import with_releases

    return with_releases(contracts, sources, snapshots)


def render(
    contracts: tuple[Contract, ...],
    renderer: Renderer,
    sources: Mapping[str, bytes] = NOTHING,
    installed: Iterable[Target] = (),
) -> dict[str, bytes]:
    """All files that the contracts generate; without their sources, all except the copies of those."""
    from concurrent.futures import ThreadPoolExecutor

    from sealwax.rendering.formatting import format_python
    from sealwax.targets import (  # not needed for `lint`, which has to start fast
        application_pages,
        pages,
        project_pages,
    )
    from sealwax.targets.contract_copy import contract_copies

    output = contracts[0].output if contracts else Output()
    python = {"python"}.intersection(output.targets)
    others = {*output.targets} - python
    with ThreadPoolExecutor(1) as background:  # ruff works on the packages while the other targets are rendered
        contents, _ = _contents(chain(pages(contracts, python), application_pages(contracts, python)), renderer)
        formatted = background.submit(format_python, contents)
        rest, from_installed = _contents(chain(pages(contracts, others, installed), project_pages(contracts)), renderer)
        files = formatted.result()
    for path in files.keys() & rest.keys():
        raise ValueError(f"two pages have the same path: {path}")
    files |= format_python(rest, from_installed)
    files |= contract_copies(contracts, sources)
    files[manifest_path(output.folder)] = manifest(files, output)
    return dict(sorted(files.items()))


def _contents(pages: "Iterable[Printed]", renderer: Renderer) -> tuple[dict[str, bytes], dict[str, str]]:
    """The content of each page, by path; and the names of installed targets, by the path of each page of theirs.

    A single character beyond the basic plane makes a text four times as large in memory as it is in UTF-8.
    """
    contents: dict[str, bytes] = {}
    from_installed: dict[str, str] = {}
    for page, filters, owner in pages:  # one at a time: views are large
        if page.path in contents:
            raise ValueError(f"two pages have the same path: {page.path}")
        contents[page.path] = _text(page, filters, owner, renderer).encode()
        from_installed |= {} if owner is None else {page.path: owner.name}
    return contents, from_installed


def _text(page: "Page", filters: "Filters", owner: Target | None, renderer: Renderer) -> str:
    """The text of a page. An error in a template is a bug in sealwax, or in the target of another package."""
    try:
        return renderer.render(page, filters, owner.templates if owner is not None else None)
    except BrokenTemplateError as error:
        if owner is None:
            raise
        raise TargetError(owner.name, f"cannot print {page.path}: {error}") from error
