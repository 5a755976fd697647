"""The commands: each takes a request and returns its answer."""

import os
import posixpath
import shlex
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from sealwax.contract.model import Contract
from sealwax.diagnostics import Code, Diagnostic, Position, did_you_mean, errors
from sealwax.drift.comparison import Drift, Kind, Tree, clashes, compare, obstacles, require_safe_paths
from sealwax.drift.diff import visible
from sealwax.drift.repair import steps
from sealwax.frozen import frozen, replace
from sealwax.naming import counted
from sealwax.pipeline import compile_contracts, load
from sealwax.pipeline import lint as find_mistakes
from sealwax.project.loading import ContractError, Project, read_project, require_output_folder
from sealwax.project.workspace import (
    CONTRACTS,
    STANDARD_INPUT,
    WorkspaceError,
    carry_out,
    held,
    opened,
    read_bases,
    read_contract,
    read_tree,
)
from sealwax.rendering import Renderer

if TYPE_CHECKING:
    from sealwax.meaning.checks import Plan
    from sealwax.verify.payloads import Tally

CLEAN, DRIFT, BROKEN = 0, 1, 2
FOUND = 1
LONG_WORK = 256 * 1024
"""Bytes of contracts from which a person at a terminal would begin to wonder."""


@frozen
class Payloads:
    """What is to be held to a contract, and how strictly."""

    contract: str
    """The name of a contract of the project, or the path of any contract."""
    files: tuple[str, ...]
    type: str | None
    """The type that each value is held to; the envelope when there is none."""
    fail_on: str
    """error, advice or never"""
    show: Callable[[str], None]
    """Takes what is found as soon as it is found, because there is no end to it."""
    tick: Callable[[int], None]
    """Told the number of values so far, for those who watch."""


@frozen
class Request:
    """What the user asked for, and the terms on which the answer will be shown."""

    root: Path
    prefix: str
    """Leads from the current folder to the project; shown paths begin with it."""
    form: str
    """text, json or github"""
    color_out: bool
    color_err: bool
    progress: Callable[[str], None]
    program: str = "sealwax"
    """How sealwax is called here."""
    payloads: Payloads | None = None
    """Only `verify` has them."""

    @property
    def mend(self) -> str:
        """The command that mends drift, as it is typed in the current folder."""
        folder = self.prefix.removesuffix("/") or self.prefix
        return f"{self.program} generate --root {shlex.quote(folder)}" if folder else f"{self.program} generate"


@frozen
class Answer:
    """What a command has to say, and its exit code."""

    code: int
    out: str = ""
    err: str = ""


def run(command: str, request: Request) -> Answer:
    """The answer to any of the commands, whatever goes wrong on the way."""
    try:
        return {"lint": lint, "generate": generate, "check": check, "verify": verify}[command](request)
    except ContractError as error:
        if command == "generate":
            return Answer(BROKEN, err=_report_mistakes(request, error.diagnostics, error.sources, request.color_err))
        return Answer(BROKEN, out=_report_mistakes(request, error.diagnostics, error.sources, request.color_out))
    except WorkspaceError as error:
        if command in ("lint", "check") and request.form != "text":
            return Answer(BROKEN, out=_report_mistakes(request, _as_diagnostics(error), {}, request.color_out))
        hint = f"hint: {error.hint}\n" if error.hint else ""
        return Answer(BROKEN, err=f"sealwax: {error.message}\n{hint}")


def lint(request: Request) -> Answer:
    """Reads the contracts, and no more."""
    project = read_project(request.root)
    _announce(request, project.sources, "reading the contracts")
    diagnostics = project.notes + find_mistakes(project.sources, project.configuration, project.bases)
    if errors(diagnostics):
        raise ContractError(diagnostics, project.texts)
    out = _report_mistakes(request, diagnostics, project.texts, request.color_out)
    if request.form == "text":
        out += f"No mistakes in {counted(len(project.sources), 'contract')}.\n"
    return Answer(CLEAN, out)


def generate(request: Request) -> Answer:
    """Writes what is out of step, unless something on disk must not be written to: then it writes nothing."""
    project = read_project(request.root)
    expected, notes = _expected_files(request, project)
    require_output_folder(project)
    with held(request.root, project.folder):
        tree = _read_safe_tree(project, expected, "nothing was written, because of")
        drifts = compare(expected, tree)
        _refuse_foreign(drifts)
        carry_out(request.root, steps(expected, tree, drifts))
    return _after(notes, _generated(request, drifts, _files(request, project, expected)))


def check(request: Request) -> Answer:
    """Compares, and writes nothing."""
    project = read_project(request.root)
    expected, notes = _expected_files(request, project)
    require_output_folder(project)
    drifts = compare(expected, _read_safe_tree(project, expected, "there is something in the way:"))
    if not drifts and request.form == "text":
        return Answer(CLEAN, f"{_files(request, project, expected)}, all as the contracts say.\n", notes)
    return Answer(DRIFT if drifts else CLEAN, _report_drift(request, drifts), notes)


def verify(request: Request) -> Answer:
    """Holds payloads to a contract, one after the other, by interpreting its check plan."""
    from sealwax.reports.findings import render_summary
    from sealwax.verify.payloads import Tally

    payloads = request.payloads
    if payloads is None:
        raise ValueError("there is nothing to verify")
    try:
        plan, name = _plan(request, payloads)
    except ContractError as error:
        # What is printed as findings is about payloads; this is not.
        terms = replace(request, form="text", prefix="" if _is_path(payloads.contract) else request.prefix)
        return Answer(BROKEN, err=_report_mistakes(terms, error.diagnostics, error.sources, request.color_err))
    tally = Tally()
    unread = "".join(_hold(plan, name, path, request, payloads, tally) for path in payloads.files)
    failed = {"error": tally.with_errors, "advice": tally.with_errors + tally.with_advice, "never": 0}
    code = BROKEN if unread else FOUND if failed[payloads.fail_on] else CLEAN
    if code == CLEAN and not tally.values and payloads.fail_on != "never":
        # An input without a value is most likely not the one that was meant: a log that nobody wrote to, a broken pipe.
        return Answer(
            BROKEN, render_summary(tally, request.form), "sealwax: there is nothing to verify: no value was read\n"
        )
    return Answer(code, render_summary(tally, request.form), unread)


# -- the parts of a command -------------------------------------------------------------------------------------------


def _expected_files(request: Request, project: Project) -> tuple[Mapping[str, str], str]:
    """What the contracts make, and what there is to note about the project, as it is printed beside the answer.

    Notes on what a contract says are for `lint`: whoever decided to live with one need not read it every time.
    """
    _announce(request, project.sources, "making everything from the contracts")
    compiled = compile_contracts(project.sources, Renderer(), project.configuration, project.bases)
    diagnostics = project.notes + compiled.diagnostics
    if errors(diagnostics):
        raise ContractError(diagnostics, project.texts)
    require_safe_paths(compiled.files, project.folder)
    if clashing := clashes(compiled.files):
        problems = {clash.path: f"{clash.path} {clash.problem}" for clash in clashing}
        hint = "rename one of the two in the contracts"
        raise WorkspaceError("; ".join(problems.values()), hint, Code.DUPLICATE_NAME, problems=problems)
    _announce(request, project.sources, "comparing with the disk")
    if not project.notes:
        return compiled.files, ""
    terms = request if request.form == "github" else replace(request, form="text")
    return compiled.files, _report_mistakes(terms, project.notes, project.texts, request.color_err)


def _hold(plan: "Plan", name: str, path: str, request: Request, payloads: Payloads, tally: "Tally") -> str:
    """Shows what is found in one file; gives the reason when it cannot be read to its end."""
    from sealwax.reports.findings import render_note
    from sealwax.verify.payloads import TooLong, verify

    file = "<stdin>" if path == STANDARD_INPUT else path
    try:
        with opened(path) as stream:
            for notes in verify(plan, name, file, stream, tally):
                if notes:
                    payloads.show("".join(render_note(note, request.form, request.color_out) for note in notes))
                payloads.tick(tally.values)
    except WorkspaceError as error:
        return f"sealwax: {visible(error.message)}\n"
    except TooLong as error:
        return f"sealwax: cannot read {visible(file)}: {error}\n"
    return ""


def _plan(request: Request, payloads: Payloads) -> tuple["Plan", str]:
    """The check plan of the contract, and the name of the type that payloads are checked as."""
    from sealwax.meaning.lowering import lower

    plan = lower(_contract(request, payloads.contract))
    name = plan.envelope if payloads.type is None else payloads.type
    if name not in plan.public:
        hint = did_you_mean(name, plan.public, f"there is {', '.join(plan.public)}")
        raise WorkspaceError(f"there is no type '{name}' in {payloads.contract}", hint)
    return plan, name


def _contract(request: Request, name: str) -> Contract:
    """The contract at a path, or the one of the project that has this name. Other contracts may be broken."""
    if _is_path(name):
        alone = {name: read_contract(Path(name))}
        return _loaded(alone, read_bases(Path(), alone))
    project = read_project(request.root)
    sources = project.sources
    usual = f"{CONTRACTS}/{name}.yaml"
    if usual in sources:
        found = _loaded({usual: sources[usual]}, project.texts)
        if found.name == name:
            return found
    contracts = [contract for file, raw in sources.items() for contract in load({file: raw}, bases=project.texts)[0]]
    for contract in contracts:
        if contract.name == name:
            return contract
    names = [contract.name for contract in contracts]
    hint = did_you_mean(name, names, f"there is {', '.join(names)}" if names else "run sealwax lint")
    where = ", ".join(dict.fromkeys(f"{request.prefix}{file.rpartition('/')[0] or '.'}" for file in sources))
    raise WorkspaceError(f"there is no contract '{name}' in {where}", hint)


def _is_path(name: str) -> bool:
    return name.endswith((".yaml", ".yml")) or "/" in name or os.sep in name


def _loaded(sources: Mapping[str, bytes], bases: Mapping[str, bytes]) -> Contract:
    contracts, diagnostics = load(sources, bases=bases)
    if errors(diagnostics):
        raise ContractError(diagnostics, {**bases, **sources})
    return contracts[0]


def _read_safe_tree(project: Project, expected: Mapping[str, str], refusal: str) -> Tree:
    tree = read_tree(project.root, expected, project.folder)
    if found := obstacles(expected, tree):
        problems = {obstacle.path: f"{visible(obstacle.path)} {obstacle.problem}" for obstacle in found}
        message = "\n".join((refusal, *(f"  {problem}" for problem in problems.values())))
        raise WorkspaceError(message, "move or delete it, then run again", Code.IN_THE_WAY, problems=problems)
    return tree


def _refuse_foreign(drifts: Sequence[Drift]) -> None:
    if foreign := [drift for drift in drifts if drift.kind is Kind.FOREIGN]:
        lines = [f"  {visible(drift.path)}" for drift in foreign]
        message = "nothing was written: these are neither marked as generated nor in the manifest, and stay as they are"
        raise WorkspaceError("\n".join((message, *lines)), "move or delete them, then run again")


def _generated(request: Request, drifts: Sequence[Drift], files: str) -> Answer:
    done = {Kind.CHANGED: "rewrote", Kind.MISSING: "wrote", Kind.ORPHANED: "deleted", Kind.LEFTOVER: "deleted"}
    lines = [f"{done[drift.kind]} {_shown(request, drift.path)}" for drift in drifts if drift.kind in done]
    strays = [drift for drift in drifts if drift.kind is Kind.STRAY]
    beside = f"; {counted(len(strays), 'other file')} left alone" if strays else ""
    lines.append(f"{files}, {'all as before' if not lines else 'now as the contracts say'}{beside}.")
    out = "".join(f"{line}\n" for line in lines)
    if not strays:
        return Answer(CLEAN, out)
    from sealwax.reports.drift import render_left_alone  # of no use where all is well

    err = render_left_alone(_seen_from_here(request, strays), request.mend, color=request.color_err)
    return Answer(DRIFT, out, err)


def _files(request: Request, project: Project, expected: Mapping[str, str]) -> str:
    """How many there are and where, so that the answers of two projects can be told apart."""
    return f"{counted(len(expected), 'generated file')} in {_shown(request, project.folder)}/"


def _after(notes: str, answer: Answer) -> Answer:
    return replace(answer, err=notes + answer.err)


def _announce(request: Request, sources: Mapping[str, bytes], phase: str) -> None:
    if sum(map(len, sources.values())) > LONG_WORK:
        request.progress(phase)


# -- reports ----------------------------------------------------------------------------------------------------------


def _report_mistakes(
    request: Request, diagnostics: tuple[Diagnostic, ...], sources: Mapping[str, bytes], color: bool
) -> str:
    from sealwax.reports.diagnostics import render_github, render_json, render_text  # of no use where all is well

    here = tuple(_moved(request.prefix, diagnostic) for diagnostic in diagnostics)
    if request.form == "json":
        return render_json(here)
    if request.form == "github":
        return render_github(here)
    return render_text(here, {_seen(request.prefix, path): raw for path, raw in sources.items()}, color)


def _moved(prefix: str, diagnostic: Diagnostic) -> Diagnostic:
    """A diagnostic with its places as they are seen from the current folder."""
    if not prefix:
        return diagnostic
    position = replace(diagnostic.position, file=_seen(prefix, diagnostic.position.file))
    related = tuple(
        replace(each, position=replace(each.position, file=_seen(prefix, each.position.file)))
        for each in diagnostic.related
    )
    return replace(diagnostic, position=position, related=related)


def _seen(prefix: str, file: str) -> str:
    """A contract that another one extends can be elsewhere: beside the project, or in an installed package."""
    if os.path.isabs(file) or file.startswith("<"):
        return file
    return posixpath.normpath(prefix + file) if file.startswith("../") else prefix + file


def _as_diagnostics(error: WorkspaceError) -> tuple[Diagnostic, ...]:
    """What is wrong on disk, for programs that expect to be told about files and lines."""
    return tuple(
        Diagnostic(Position(path or ".", 1, 1), error.code, message, error.hint)
        for path, message in error.problems.items()
    )


def _report_drift(request: Request, drifts: Sequence[Drift]) -> str:
    from sealwax.reports.drift import render_drift_github, render_drift_json, render_drift_text

    here = _seen_from_here(request, drifts)
    if request.form == "json":
        return render_drift_json(here, request.mend)
    if request.form == "github":
        return render_drift_github(here, request.mend)
    return render_drift_text(here, request.mend, color=request.color_out)


def _seen_from_here(request: Request, drifts: Sequence[Drift]) -> list[Drift]:
    return [replace(drift, path=request.prefix + drift.path) for drift in drifts]


def _shown(request: Request, path: str) -> str:
    return visible(request.prefix + path)
