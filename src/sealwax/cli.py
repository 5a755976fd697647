"""Reads arguments, prints, exits."""

import argparse
import gc
import os
import sys
from collections.abc import Iterable, Sequence
from contextlib import suppress
from io import TextIOWrapper
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, TextIO

from sealwax import __version__
from sealwax.frozen import replace

if TYPE_CHECKING:
    from sealwax.commands import Answer

BROKEN, INTERRUPTED = 2, 130
PAUSE = 0.5
"""Seconds between two updates of the progress line."""

_DESCRIPTION = """\
Generates Python, TypeScript, JSON Schema and Markdown from contract/*.yaml into generated/, and reports when the two
are out of sync. Use [tool.sealwax] in pyproject.toml, or a file sealwax.toml, to choose other contracts, another
folder, fewer targets or other package names.
"""
_EPILOG = """\
examples:
  sealwax lint                      find errors in the contracts
  sealwax generate                  write generated/, and delete files that are no longer generated
  sealwax check                     fail if generated/ is out of sync with the contracts
  sealwax check --format github     the same, as annotations on a pull request
  sealwax generate --root service   for a project in another folder
  sealwax verify response-v2 log.jsonl
                                    check every response in the log against a contract
  sealwax templates                 list the templates that a project can override

exit codes:
  0    success
  1    check: generated/ is out of sync with the contracts
       generate: done, but generated/ contains other files, which sealwax leaves alone
       verify: a value breaks the contract
  2    an error in a contract, in the configuration or in the arguments, something on disk that is in the way,
       or a file that cannot be read; nothing was written
  130  interrupted
"""
_LINT = "Reads the contracts and reports every error with its line, its column and a hint. Writes nothing."
_GENERATE = """\
Writes generated/ from the contracts. Only files that change are written, each in one step. Files that are no longer
generated are deleted, and so are folders that this leaves empty. Files that are neither marked as generated nor listed
in the manifest are never overwritten or deleted.
"""
_CHECK = """\
Compares generated/ with the contracts, and reports changed, missing, orphaned and stray files. Writes nothing.
"""
_VERIFY = """\
Checks JSON values against a contract. Reports each finding with its file, line, JSON pointer, level and rule, then a
summary by rule. A broken "must" is an error; an unmet "should", an outdated key or an unknown code is advice.

A file is JSON Lines, with one value per line, or a JSON document that spans several lines. Files that end in .jsonl or
.ndjson are always JSON Lines. Lines are read one at a time, so a log can have any length. A line that is not JSON is
an error. With --format json, each finding is a JSON object on a line of its own, and so is the summary.
"""
_VERIFY_EPILOG = """\
examples:
  sealwax verify response-v2 response.json
  sealwax verify response-v2 log.jsonl --fail-on advice --undeclared
  sealwax verify response-v2 --type DigestPayload digests/*.json
  sealwax verify ../service/contract/response-v2.yaml --format json < log.jsonl
  kubectl logs service | sealwax verify response-v2 --fail-on never

exit codes:
  0    no findings at the level of --fail-on or above
  1    at least one
  2    an error in the contract or in the arguments, a file that cannot be read, or no values to verify
  130  interrupted
"""
_TEMPLATES = """\
Lists the templates that generate the files, and marks those that the project overrides.

To override a template, put a file at the same path into a folder of your own, and name that folder in the
configuration: templates = "sealwax-templates". Then run sealwax generate. docs/templates.md lists the values that each
template can print. Overrides run in a sandbox: they cannot call Python code, read files or compute.
"""
_TEMPLATES_EPILOG = """\
examples:
  sealwax templates
  sealwax templates --copy markdown/README.md.j2    start an override
  sealwax templates --show markdown/README.md.j2 | diff - sealwax-templates/markdown/README.md.j2
                                                    see what an override changes

exit codes:
  0    success
  2    there is no such template, the copy already exists, or an error in the configuration
"""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command and return its exit code.

    The answer is complete before any of it is printed, so a reader that stops early, as `head` does, changes neither
    the work nor the exit code.
    """
    gc.disable()  # a run keeps almost every object that it makes: garbage collection took a third of its time
    try:
        _accept_any_text()
        parsed = _parser().parse_args(arguments)
        answer = _answer(parsed)
        return _deliver(answer.code, answer.out, answer.err)
    except SystemExit as done:  # argparse has printed its help, the version or an error
        return _deliver(done.code if isinstance(done.code, int) else BROKEN)
    except KeyboardInterrupt:
        return INTERRUPTED
    finally:
        gc.freeze()  # spares the interpreter a last search for garbage
        gc.enable()


class _Parser(argparse.ArgumentParser):
    """Says what a mistyped command, option or choice was probably meant to be."""

    def _check_value(self, action: argparse.Action, value: object) -> None:
        try:
            super()._check_value(action, value)
        except argparse.ArgumentError as error:
            self.error(f"{error}{_suggestion(str(value), action.choices or ())}")


class _Command(_Parser):
    """Accepts options before, between and after file names, and reports unknown ones with the usage of its command."""

    takes_files = False
    _mixing = False

    def parse_known_args(  # type: ignore[override]
        self, args: Sequence[str] | None = None, namespace: argparse.Namespace | None = None
    ) -> tuple[argparse.Namespace, list[str]]:
        if self._mixing:
            return super().parse_known_args(args, namespace)
        self._mixing = True
        try:
            parse = self.parse_known_intermixed_args if self.takes_files else super().parse_known_args
            parsed, unknown = parse(args, namespace)
        finally:
            self._mixing = False
        if unknown:
            self.error(self._explain(unknown))
        return parsed, unknown

    def _explain(self, unknown: Sequence[str]) -> str:
        for word in unknown:
            if word.startswith("-"):
                name = word.partition("=")[0]
                return f"there is no option {name}{_suggestion(name, self._option_string_actions)}"
        return f"this command takes no file names: {' '.join(unknown)}"


def _suggestion(word: str, known: Iterable[str]) -> str:
    from sealwax.diagnostics import did_you_mean  # imported late: only needed when something is wrong

    hint = did_you_mean(word, known)
    return f"; {hint}" if hint else ""


def _parser() -> argparse.ArgumentParser:
    raw = argparse.RawDescriptionHelpFormatter
    parser = _Parser("sealwax", description=_DESCRIPTION, epilog=_EPILOG, formatter_class=raw, allow_abbrev=False)
    parser.add_argument("--version", action="version", version=f"sealwax {__version__}")
    # With `prog` given, argparse need not format a usage line to find the name, which takes imports.
    commands = parser.add_subparsers(
        title="commands", metavar="COMMAND", dest="command", required=True, parser_class=_Command, prog=parser.prog
    )

    def add(name: str, purpose: str, text: str, forms: Sequence[str], epilog: str = "") -> _Command:
        command: _Command = commands.add_parser(
            name, help=purpose, description=text, epilog=epilog, formatter_class=raw, allow_abbrev=False
        )
        command.add_argument("--root", type=Path, default=Path(), metavar="DIR", help="the project folder (default: .)")
        command.set_defaults(format="text", copy="", show="")
        if forms:
            command.add_argument("--format", choices=forms, help="output format (default: text)")
        return command

    add("lint", "find errors in the contracts", _LINT, ("text", "json", "github"))
    add("generate", "write generated/ from the contracts", _GENERATE, ())
    add("check", "fail if generated/ is out of sync with the contracts", _CHECK, ("text", "json", "github"))
    purpose = "check JSON or JSON Lines against a contract"
    _add_verify_arguments(add("verify", purpose, _VERIFY, ("text", "json"), _VERIFY_EPILOG))
    purpose = "list the templates, or copy one to override it"
    templates = add("templates", purpose, _TEMPLATES, ("text", "json"), _TEMPLATES_EPILOG)
    action = templates.add_mutually_exclusive_group()
    action.add_argument("--copy", metavar="PATH", help="copy a template to the folder of overrides")
    action.add_argument("--show", metavar="PATH", help="print a template")
    return parser


def _add_verify_arguments(verify: _Command) -> None:
    verify.takes_files = True
    about = "name of a contract in the project, or path of any contract"
    verify.add_argument("contract", metavar="CONTRACT", help=about)
    inputs = "JSON or JSON Lines (default, or -: standard input)"
    verify.add_argument("files", metavar="FILE", nargs="*", default=(), help=inputs)
    verify.add_argument("--type", metavar="NAME", help="check each value against this type (default: the envelope)")
    about = "also report keys of open records, such as metadata, that the contract does not declare"
    verify.add_argument("--undeclared", action="store_true", help=about)
    about = "lowest level that gives exit code 1 (default: error)"
    verify.add_argument("--fail-on", choices=("error", "advice", "never"), default="error", help=about)


def _answer(parsed: argparse.Namespace) -> "Answer":
    from sealwax.commands import Payloads, Request, run  # not needed for help and version

    payloads, watch = None, _Watch()
    if parsed.command == "verify":
        files = tuple(parsed.files) or ("-",)
        if "-" in files and _is_terminal(sys.stdin):
            _progress("reading standard input, end with Ctrl-D")
        payloads = Payloads(
            parsed.contract, files, parsed.type, parsed.fail_on, parsed.undeclared, watch.show, watch.tick
        )

    request = Request(
        root=parsed.root,
        prefix=_prefix(parsed.root),
        form=parsed.format,
        color_out=_wants_color(sys.stdout),
        color_err=_wants_color(sys.stderr),
        progress=_progress,
        program=_program(),
        payloads=payloads,
        show=parsed.show,
        copy=parsed.copy,
    )
    try:
        answer = run(parsed.command, request)
    finally:
        watch.close()
    return replace(answer, code=BROKEN) if watch.lost else answer


def _prefix(root: Path) -> str:
    """Relative to the current folder if the project is below it, so that editors and GitHub find printed paths."""
    here, there = Path.cwd(), root.resolve()
    shown = there.relative_to(here).as_posix() if there.is_relative_to(here) else there.as_posix()
    return "" if shown == "." else f"{shown.removesuffix('/')}/"


def _program() -> str:
    """The command that runs this sealwax again: its name if it is on the PATH, otherwise its path."""
    called = Path(sys.argv[0])
    if called.name == "__main__.py" and called.parent.name == "sealwax":
        return "python -m sealwax"
    if called.stem != "sealwax" or str(called.parent) in os.environ.get("PATH", "").split(os.pathsep):
        return "sealwax"
    here, there = Path.cwd(), Path(os.path.abspath(called))  # resolve() would follow links
    from shlex import quote  # not needed for help and version

    return quote(str(there.relative_to(here) if there.is_relative_to(here) else there))


# -- the streams ------------------------------------------------------------------------------------------------------


def _accept_any_text() -> None:
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def _is_terminal(stream: TextIO | None) -> bool:
    return stream is not None and not stream.closed and stream.isatty()


def _wants_color(stream: TextIO | None) -> bool:
    return _is_terminal(stream) and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def _progress(phase: str) -> None:
    if _is_terminal(sys.stderr):
        print(f"sealwax: {phase} …", file=sys.stderr, flush=True)


class _Watch:
    """Prints findings as they come and, on a terminal, the progress."""

    def __init__(self) -> None:
        self._watched = _is_terminal(sys.stderr) and os.environ.get("TERM") != "dumb"
        self._updated = monotonic()
        self._line = ""
        self.lost = False
        """Whether a finding could not be printed."""

    def show(self, text: str) -> None:
        self.close()
        self.lost |= not _write(sys.stdout, text)

    def tick(self, values: int) -> None:
        if self._watched and monotonic() - self._updated > PAUSE:
            self._updated = monotonic()
            self._line = f"sealwax: {values} values …"
            _write(sys.stderr, f"\r{self._line}")

    def close(self) -> None:
        """Clear the progress line."""
        if self._line:
            _write(sys.stderr, f"\r{' ' * len(self._line)}\r")
            self._line = ""


def _deliver(code: int, out: str = "", err: str = "") -> int:
    """Print the answer. A closed pipe is ignored; a full disk is an error like any other."""
    written = [_write(sys.stdout, out), _write(sys.stderr, err)]
    return code if all(written) else BROKEN


def _write(stream: TextIO | None, text: str) -> bool:
    """Print the text. Returns False if that failed for another reason than a closed pipe."""
    if stream is None or stream.closed:
        return True
    try:
        stream.write(text)
        stream.flush()
    except BrokenPipeError:
        _discard(stream)
    except OSError as error:
        _discard(stream)
        if stream is not sys.stderr:
            _write(sys.stderr, f"sealwax: cannot write the output: {error.strerror}\n")
        return False
    return True


def _discard(stream: TextIO) -> None:
    """Discard the buffer, so that the interpreter does not fail to flush it on exit."""
    with suppress(OSError, ValueError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, stream.fileno())
        os.close(nowhere)
