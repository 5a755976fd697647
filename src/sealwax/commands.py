"""The commands: each takes a request and returns its answer."""

import shlex
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from sealwax.diagnostics import Code, Diagnostic, Position, did_you_mean, errors
from sealwax.drift.comparison import Drift, Kind, Tree, compare
from sealwax.drift.obstacles import clashes, obstacles, require_safe_paths
from sealwax.drift.output_folder import carry_out, locked, read_tree
from sealwax.drift.repair import steps
from sealwax.frozen import frozen, replace
from sealwax.naming import counted
from sealwax.pipeline import compile_contracts, load
from sealwax.project.extensions import copy_template, override_folder, read_extensions, reported
from sealwax.project.extensions import templates as known_templates
from sealwax.project.loading import ContractError, Project, read_project, require_output_folder
from sealwax.project.workspace import STANDARD_INPUT, WorkspaceError, explained, opened
from sealwax.rendering import Renderer
from sealwax.reports.terminal import visible

if TYPE_CHECKING:
    from sealwax.verify.compiled import Validate
    from sealwax.verify.payloads import Tally

CLEAN, DRIFT, BROKEN = 0, 1, 2
FOUND = 1
LONG_WORK = 256 * 1024
"""Bytes of contracts from which a run takes long enough to show progress."""


@frozen
class Payloads:
    """The payloads to verify, and how strictly."""

    contract: str
    """The name of a contract of the project, or the path of any contract."""
    files: tuple[str, ...]
    type: str | None
    """The type to check each value against; None for the envelope."""
    fail_on: str
    """error, advice or never"""
    undeclared: bool
    """Whether keys of open records that the contract does not declare are advice."""
    show: Callable[[str], None]
    """Prints findings at once, because the input may never end."""
    tick: Callable[[int], None]
    """Takes the number of values so far, to show progress."""


@frozen
class Request:
    """The arguments of a command, and how to print its answer."""

    root: Path
    prefix: str
    """The path from the current folder to the project, put before every printed path."""
    form: str
    """text, json or github"""
    color_out: bool
    color_err: bool
    progress: Callable[[str], None]
    program: str = "sealwax"
    """The command that runs sealwax here."""
    payloads: Payloads | None = None
    """For `verify` only."""
    show: str = ""
    """For `templates` only: the template to print."""
    copy: str = ""
    """For `templates` only: the template to copy."""

    @property
    def fix(self) -> str:
        """The command that fixes drift, to be typed in the current folder."""
        folder = self.prefix.removesuffix("/") or self.prefix
        return f"{self.program} generate --root {shlex.quote(folder)}" if folder else f"{self.program} generate"


@frozen
class Answer:
    """The exit code of a command, and its output."""

    code: int
    out: str = ""
    err: str = ""


def run(command: str, request: Request) -> Answer:
    """Run any of the commands. Every expected failure becomes an answer."""
    try:
        return _COMMANDS[command](request)
    except ContractError as error:
        is_answer = command != "generate"  # the errors are what the other commands were asked for
        text = _report(request, error.diagnostics, error.sources, to_out=is_answer)
        return Answer(BROKEN, out=text) if is_answer else Answer(BROKEN, err=text)
    except WorkspaceError as error:
        if command in ("lint", "check", "templates") and request.form != "text":
            found = [
                Diagnostic(Position(path or ".", 1, 1), error.code, message, error.hint)
                for path, message in error.problems.items()
            ]
            return Answer(BROKEN, out=_report(request, found, {}))
        hint = f"hint: {error.hint}\n" if error.hint else ""
        return Answer(BROKEN, err=f"sealwax: {error.message}\n{hint}")


def lint(request: Request) -> Answer:
    """Read the contracts, and report their errors."""
    project = read_project(request.root)
    read_extensions(project)
    _announce(request, project, "reading the contracts")
    diagnostics = project.notes + load(project.sources, project.configuration, project.bases)[1]
    if errors(diagnostics):
        raise ContractError(diagnostics, project.texts)
    out = _report(request, diagnostics, project.texts)
    if request.form == "text":
        out += f"No errors in {counted(len(project.sources), 'contract')}.\n"
    return Answer(CLEAN, out)


def generate(request: Request) -> Answer:
    """Write what has drifted; nothing at all if something on disk must not be overwritten."""
    project = read_project(request.root)
    expected, notes = _expected_files(request, project)
    require_output_folder(project)
    with locked(request.root, project.folder):
        tree = _read_safe_tree(project, expected, "nothing was written:")
        drifts = compare(expected, tree)
        _refuse_foreign(drifts)
        carry_out(request.root, steps(expected, tree, drifts))
    return _generated(request, drifts, _count(request, project, expected), notes)


def check(request: Request) -> Answer:
    """Compare the output folder with the contracts, and write nothing."""
    project = read_project(request.root)
    expected, notes = _expected_files(request, project)
    require_output_folder(project)
    drifts = compare(expected, _read_safe_tree(project, expected, "cannot compare with the contracts:"))
    if not drifts and request.form == "text":
        return Answer(CLEAN, f"{_count(request, project, expected)}, all up to date.\n", notes)
    from sealwax.reports.drift import render_drift  # not needed when all is well

    out = render_drift(_with_prefix(request, drifts), request.fix, request.form, color=request.color_out)
    return Answer(DRIFT if drifts else CLEAN, out, notes)


def verify(request: Request) -> Answer:
    """Check payloads against a contract, one after the other."""
    from sealwax.reports.findings import render_summary
    from sealwax.verify.compiled import compiled
    from sealwax.verify.payloads import Tally
    from sealwax.verify.selection import find_plan, is_path

    payloads = request.payloads
    if payloads is None:
        raise ValueError("there is nothing to verify")
    try:
        asked = (request.root, request.prefix, payloads.contract, payloads.type)
        plan, name = find_plan(*asked, undeclared=payloads.undeclared)
    except ContractError as error:
        # Findings on standard output are about payloads; these are not.
        terms = replace(request, form="text", prefix="" if is_path(payloads.contract) else request.prefix)
        return Answer(BROKEN, err=_report(terms, error.diagnostics, error.sources, to_out=False))
    tally, validate = Tally(), compiled(plan, name)
    unread = "".join(_verify_file(validate, path, request, payloads, tally) for path in payloads.files)
    failed = {"error": tally.with_errors, "advice": tally.with_errors + tally.with_advice, "never": 0}
    code = BROKEN if unread else FOUND if failed[payloads.fail_on] else CLEAN
    if code == CLEAN and not tally.values and payloads.fail_on != "never":
        # Empty input is most likely a mistake: a log that nothing was written to, or a broken pipe.
        code, unread = BROKEN, "sealwax: nothing to verify: the input has no values\n"
    return Answer(code, render_summary(tally, request.form), unread)


def templates(request: Request) -> Answer:
    """List the templates; or print one, or copy one to the folder of overrides."""
    from sealwax.reports.templates import render_copied, render_templates

    project = read_project(request.root)
    files = known_templates(project)
    if name := request.show or request.copy:
        if name not in files:
            hint = did_you_mean(name, files, "sealwax templates lists them")
            raise WorkspaceError(f"there is no template '{name}'", hint, Code.UNKNOWN_TEMPLATE)
        with explained(f"cannot read the template {name}"):
            text = files[name].read_bytes()
        if request.show:
            return Answer(CLEAN, text.decode())
        path, configured = copy_template(project, name, text), override_folder(project)
        is_new = project.configuration is None or not project.configuration.templates
        return Answer(CLEAN, render_copied(request.prefix + path, configured if is_new else "", request.form))
    overrides = read_extensions(project).overrides
    listed = {name: f"{request.prefix}{override_folder(project)}/{name}" if name in overrides else "" for name in files}
    return Answer(CLEAN, render_templates(listed, request.form))


_COMMANDS = {"lint": lint, "generate": generate, "check": check, "verify": verify, "templates": templates}


# -- steps of the commands --------------------------------------------------------------------------------------------


def _expected_files(request: Request, project: Project) -> tuple[Mapping[str, str], str]:
    """The files that the contracts generate, and the rendered notes about the project.

    Notes about the content of a contract are left to `lint`: whoever accepts one need not read it every time.
    """
    _announce(request, project, "generating everything")
    extensions = read_extensions(project)
    renderer = Renderer(overrides=extensions.overrides)
    with reported(project, extensions):
        compiled = compile_contracts(
            project.sources, renderer, project.configuration, project.bases, extensions.targets
        )
    diagnostics = project.notes + compiled.diagnostics
    if errors(diagnostics):
        raise ContractError(diagnostics, project.texts)
    require_safe_paths(compiled.files, project.folder)
    if clashing := clashes(compiled.files):
        problems = {path: f"{path} {problem}" for path, problem in clashing.items()}
        hint = "rename one of the two in the contracts"
        raise WorkspaceError("; ".join(problems.values()), hint, Code.DUPLICATE_NAME, problems=problems)
    _announce(request, project, "comparing with the disk")
    if not project.notes:
        return compiled.files, ""
    terms = request if request.form == "github" else replace(request, form="text")
    return compiled.files, _report(terms, project.notes, project.texts, to_out=False)


def _read_safe_tree(project: Project, expected: Mapping[str, str], refusal: str) -> Tree:
    tree = read_tree(project.root, expected, project.folder)
    if found := obstacles(expected, tree):
        problems = {path: f"{visible(path)} {problem}" for path, problem in found.items()}
        message = "\n".join((refusal, *(f"  {problem}" for problem in problems.values())))
        raise WorkspaceError(message, "move or delete it, then run again", Code.IN_THE_WAY, problems=problems)
    return tree


def _refuse_foreign(drifts: Sequence[Drift]) -> None:
    if foreign := [drift for drift in drifts if drift.kind is Kind.FOREIGN]:
        lines = [f"  {visible(drift.path)}" for drift in foreign]
        message = "nothing was written: these files are neither marked as generated nor listed in the manifest"
        raise WorkspaceError("\n".join((message, *lines)), "move or delete them, then run again")


def _generated(request: Request, drifts: Sequence[Drift], count: str, notes: str) -> Answer:
    verbs = {Kind.CHANGED: "rewrote", Kind.MISSING: "wrote", Kind.ORPHANED: "deleted", Kind.LEFTOVER: "deleted"}
    lines = [f"{verbs[drift.kind]} {_shown(request, drift.path)}" for drift in drifts if drift.kind in verbs]
    strays = [drift for drift in drifts if drift.kind is Kind.STRAY]
    ignored = f"; {counted(len(strays), 'other file')} left alone" if strays else ""
    lines.append(f"{count}, {'now' if lines else 'already'} up to date{ignored}.")
    out = "".join(f"{line}\n" for line in lines)
    if not strays:
        return Answer(CLEAN, out, notes)
    from sealwax.reports.drift import render_text  # not needed when all is well

    err = render_text(_with_prefix(request, strays), request.fix, color=request.color_err)
    return Answer(DRIFT, out, notes + err)


def _verify_file(validate: "Validate", path: str, request: Request, payloads: Payloads, tally: "Tally") -> str:
    """Show the findings in one file; return an error message if it cannot be read to its end."""
    from sealwax.reports.findings import render_finding
    from sealwax.verify.payloads import TooLong, verify

    file = "<stdin>" if path == STANDARD_INPUT else path
    try:
        with opened(path) as stream:
            for findings in verify(validate, file, stream, tally):
                if findings:
                    payloads.show("".join(render_finding(each, request.form, request.color_out) for each in findings))
                payloads.tick(tally.values)
    except WorkspaceError as error:
        return f"sealwax: {visible(error.message)}\n"
    except TooLong as error:
        return f"sealwax: cannot read {visible(file)}: {error}\n"
    return ""


def _announce(request: Request, project: Project, phase: str) -> None:
    if sum(map(len, project.sources.values())) > LONG_WORK:
        request.progress(phase)


# -- output -----------------------------------------------------------------------------------------------------------


def _report(
    request: Request, diagnostics: Sequence[Diagnostic], sources: Mapping[str, bytes], *, to_out: bool = True
) -> str:
    from sealwax.reports.diagnostics import render_diagnostics  # not needed when all is well

    color = request.color_out if to_out else request.color_err
    return render_diagnostics(diagnostics, sources, request.form, request.prefix, color=color)


def _with_prefix(request: Request, drifts: Sequence[Drift]) -> list[Drift]:
    return [replace(drift, path=request.prefix + drift.path) for drift in drifts]


def _count(request: Request, project: Project, expected: Mapping[str, str]) -> str:
    """The number of files and their folder, which tells the answers of two projects apart."""
    return f"{counted(len(expected), 'generated file')} in {_shown(request, project.folder)}/"


def _shown(request: Request, path: str) -> str:
    return visible(request.prefix + path)
