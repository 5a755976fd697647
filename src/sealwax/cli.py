"""Reads arguments, prints, exits."""

import argparse
import gc
import os
import sys
from collections.abc import Sequence
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
"""Seconds between two words to somebody who waits."""

_DESCRIPTION = """\
Writes everything that states a contract (Python, TypeScript, JSON Schema, Markdown) from contract/*.yaml into
generated/, and tells when the two are out of step. [tool.sealwax] in pyproject.toml, or a file sealwax.toml, can name
other contracts, another folder, fewer targets and other packages.
"""
_EPILOG = """\
examples:
  sealwax lint                      are the contracts right? writes nothing
  sealwax generate                  write generated/, delete what is no longer made
  sealwax check                     is generated/ what the contracts say? writes nothing
  sealwax check --format github     the same, as annotations on a pull request
  sealwax generate --root service   for a project that is not the current folder
  sealwax verify response-v2 log.jsonl
                                    is every response in the log what the contract says?

exit codes:
  0    all is well
  1    check: generated/ is out of step with the contracts
       generate: done, but generated/ holds other files, which sealwax does not touch
       verify: a value is not what the contract says
  2    a mistake in a contract, in the configuration or in the arguments, something on disk that has to be moved
       first, or a file that cannot be read; nothing was written
  130  interrupted
"""
_LINT = "Reads the contracts and reports every mistake with its line, its column and a hint. Writes nothing."
_GENERATE = """\
Writes generated/ from the contracts: only what changes, each file in one step. Files that sealwax wrote before and
that no contract makes any more are deleted, and folders that this leaves empty. Files that are neither marked as
generated nor in the manifest are never overwritten or deleted.
"""
_CHECK = """\
Compares generated/ with what the contracts say, and shows what is changed, missing, orphaned or astray.
Writes nothing.
"""
_VERIFY = """\
Holds JSON values to a contract and shows each finding with its file, line, JSON pointer, level and rule; then sums
up by rule. A broken must is an error; an unmet should, an old key or an unknown code is advice.

A file is JSON Lines, one value per line, or one JSON document over several lines; the content decides, and the ending
.jsonl or .ndjson. Lines are read one at a time, so a log of any length will do. A line that is not JSON is an error.
"""
_VERIFY_EPILOG = """\
examples:
  sealwax verify response-v2 response.json
  sealwax verify response-v2 log.jsonl --fail-on advice
  sealwax verify response-v2 --type DigestPayload digests/*.json
  sealwax verify ../service/contract/response-v2.yaml --format json < log.jsonl
  kubectl logs service | sealwax verify response-v2 --fail-on never

exit codes:
  0    nothing as bad as --fail-on was found
  1    something was
  2    a mistake in the contract or in the arguments, a file that cannot be read, or no value at all to verify
  130  interrupted
"""


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs a command and returns its exit code.

    The whole answer is worked out before any of it is printed: a reader who goes away half-way, as `head` does, stops
    neither the work nor the verdict.
    """
    gc.disable()  # a run makes many objects and drops almost none: looking for garbage took a third of its time
    try:
        _let_streams_take_any_text()
        parsed = _parser().parse_args(arguments)
        return _deliver(_answer(parsed))
    except SystemExit as done:  # argparse has printed its help, the version or a complaint
        _flush()
        return done.code if isinstance(done.code, int) else BROKEN
    except KeyboardInterrupt:
        return INTERRUPTED
    finally:
        gc.freeze()  # what is left lives until the process ends, which need not look through it once more
        gc.enable()


class _Parser(argparse.ArgumentParser):
    """Takes options before, between and after the names of files, as every other program does."""

    takes_files = False
    _mixing = False

    def parse_known_args(  # type: ignore[override]
        self, args: Sequence[str] | None = None, namespace: argparse.Namespace | None = None
    ) -> tuple[argparse.Namespace, list[str]]:
        if self._mixing or not self.takes_files:
            return super().parse_known_args(args, namespace)
        self._mixing = True
        try:
            return self.parse_known_intermixed_args(args, namespace)
        finally:
            self._mixing = False


def _parser() -> argparse.ArgumentParser:
    raw = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser(
        "sealwax", description=_DESCRIPTION, epilog=_EPILOG, formatter_class=raw, allow_abbrev=False
    )
    parser.add_argument("--version", action="version", version=f"sealwax {__version__}")
    # With its name given, argparse need not lay out a usage line to find it, nor import what lays out lines.
    commands = parser.add_subparsers(
        title="commands", metavar="COMMAND", dest="command", required=True, parser_class=_Parser, prog=parser.prog
    )
    for name, purpose, text in (
        ("lint", "find mistakes in the contracts", _LINT),
        ("generate", "write generated/ from the contracts", _GENERATE),
        ("check", "tell whether generated/ is what the contracts say", _CHECK),
    ):
        command = commands.add_parser(name, help=purpose, description=text, formatter_class=raw, allow_abbrev=False)
        command.add_argument("--root", type=Path, default=Path(), metavar="DIR", help="the project (default: .)")
        if name != "generate":
            forms = ("text", "json", "github")
            command.add_argument("--format", choices=forms, default="text", help="form of the report (default: text)")
    verify = commands.add_parser(
        "verify",
        help="hold JSON or JSON Lines to a contract",
        description=_VERIFY,
        epilog=_VERIFY_EPILOG,
        formatter_class=raw,
        allow_abbrev=False,
    )
    verify.takes_files = True
    _add_verify_arguments(verify)
    return parser


def _add_verify_arguments(verify: argparse.ArgumentParser) -> None:
    verify.add_argument("contract", metavar="CONTRACT", help="name of a contract of the project, or path of one")
    verify.add_argument("files", metavar="FILE", nargs="*", help="JSON or JSON Lines (default and -: standard input)")
    verify.add_argument("--type", metavar="NAME", help="hold each value to this type (default: the envelope)")
    levels = ("error", "advice", "never")
    verify.add_argument("--fail-on", choices=levels, default="error", help="what gives exit code 1 (default: error)")
    forms, meaning = ("text", "json"), "text for people, or an object per finding and a summary (default: text)"
    verify.add_argument("--format", choices=forms, default="text", help=meaning)
    verify.add_argument("--root", type=Path, default=Path(), metavar="DIR", help="the project (default: .)")


def _answer(parsed: argparse.Namespace) -> "Answer":
    from sealwax.commands import Payloads, Request, run  # help and version need none of it

    payloads, watch = None, _Watch()
    if parsed.command == "verify":
        files = tuple(parsed.files) or ("-",)
        if "-" in files and _is_terminal(sys.stdin):
            _progress("reading standard input, which Ctrl-D ends")
        payloads = Payloads(parsed.contract, files, parsed.type, parsed.fail_on, watch.show, watch.tick)

    request = Request(
        root=parsed.root,
        prefix=_prefix(parsed.root),
        form=getattr(parsed, "format", "text"),
        color_out=_wants_color(sys.stdout),
        color_err=_wants_color(sys.stderr),
        progress=_progress,
        program=_program(),
        payloads=payloads,
    )
    try:
        answer = run(parsed.command, request)
    finally:
        watch.close()
    return replace(answer, code=BROKEN) if watch.lost else answer


def _prefix(root: Path) -> str:
    """Shown paths begin at the current folder when the project is below it, so that editors and GitHub find them."""
    here, there = Path.cwd(), root.resolve()
    shown = there.relative_to(here).as_posix() if there.is_relative_to(here) else there.as_posix()
    return "" if shown == "." else f"{shown.removesuffix('/')}/"


def _program() -> str:
    """What to type to run this same sealwax again: its name where a shell finds it, otherwise its path."""
    called = Path(sys.argv[0])
    if called.name == "__main__.py" and called.parent.name == "sealwax":
        return "python -m sealwax"
    if called.stem != "sealwax" or str(called.parent) in os.environ.get("PATH", "").split(os.pathsep):
        return "sealwax"
    here, there = Path.cwd(), Path(os.path.abspath(called))  # resolving would follow a link to somewhere else
    from shlex import quote  # the commands need it anyway, help and version do not

    return quote(str(there.relative_to(here) if there.is_relative_to(here) else there))


# -- the streams ------------------------------------------------------------------------------------------------------


def _let_streams_take_any_text() -> None:
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
    """Prints findings as they come and, for somebody at a terminal, how far the work has got."""

    def __init__(self) -> None:
        self._watched = _is_terminal(sys.stderr) and os.environ.get("TERM") != "dumb"
        self._told = monotonic()
        self._line = ""
        self.lost = False
        """Something that was found could not be printed."""

    def show(self, text: str) -> None:
        self.close()
        self.lost |= not _write(sys.stdout, text)

    def tick(self, values: int) -> None:
        if self._watched and monotonic() - self._told > PAUSE:
            self._told = monotonic()
            self._line = f"sealwax: {values} values …"
            _write(sys.stderr, f"\r{self._line}")

    def close(self) -> None:
        """Wipes the line that tells how far the work has got."""
        if self._line:
            _write(sys.stderr, f"\r{' ' * len(self._line)}\r")
            self._line = ""


def _deliver(answer: "Answer") -> int:
    """Prints the answer. Nobody is told about a reader who went away; a full disk is an error like any other."""
    code = answer.code
    for stream, text in ((sys.stdout, answer.out), (sys.stderr, answer.err)):
        if not _write(stream, text):
            code = BROKEN
    return code


def _write(stream: TextIO | None, text: str) -> bool:
    """Prints the text, and says whether it can have been read where somebody still wanted to read it."""
    if stream is None or stream.closed:
        return True
    try:
        stream.write(text)
        stream.flush()
    except BrokenPipeError:
        _give_up(stream)
    except OSError as error:
        _give_up(stream)
        if stream is not sys.stderr:
            _write(sys.stderr, f"sealwax: cannot print the report: {error.strerror}\n")
        return False
    return True


def _give_up(stream: TextIO) -> None:
    """Sends what is still buffered nowhere, so that the interpreter has nothing to complain about when it ends."""
    with suppress(OSError, ValueError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, stream.fileno())
        os.close(nowhere)


def _flush() -> None:
    for stream in (sys.stdout, sys.stderr):
        _write(stream, "")
