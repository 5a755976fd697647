"""Reads arguments, prints, exits."""

import argparse
import gc
import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from io import TextIOWrapper
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

from sealwax import __version__

if TYPE_CHECKING:
    from sealwax.commands import Answer

BROKEN, INTERRUPTED = 2, 130

_DESCRIPTION = """\
Writes everything that states a contract (Python, TypeScript, JSON Schema, Markdown) from contract/*.yaml into
generated/, and tells when the two are out of step.
"""
_EPILOG = """\
examples:
  sealwax lint                      are the contracts right? writes nothing
  sealwax generate                  write generated/, delete what is no longer made
  sealwax check                     is generated/ what the contracts say? writes nothing
  sealwax check --format github     the same, as annotations on a pull request
  sealwax generate --root service   for a project that is not the current folder

exit codes:
  0    all is well
  1    check: generated/ is out of step with the contracts
       generate: done, but generated/ holds files that sealwax did not write and so does not touch
  2    a mistake in a contract or in the arguments, or something on disk that has to be moved first;
       nothing was written
  130  interrupted
"""
_LINT = "Reads the contracts and reports every mistake with its line, its column and a hint. Writes nothing."
_GENERATE = """\
Writes generated/ from the contracts: only what changes, each file in one step. Files that sealwax wrote before and
that no contract makes any more are deleted. Files that sealwax did not write are never overwritten or deleted.
"""
_CHECK = """\
Compares generated/ with what the contracts say, and shows what is changed, missing, orphaned or astray.
Writes nothing.
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
        gc.enable()


def _parser() -> argparse.ArgumentParser:
    raw = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser(
        "sealwax", description=_DESCRIPTION, epilog=_EPILOG, formatter_class=raw, allow_abbrev=False
    )
    parser.add_argument("--version", action="version", version=f"sealwax {__version__}")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", dest="command", required=True)
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
    return parser


def _answer(parsed: argparse.Namespace) -> "Answer":
    from sealwax.commands import Request, run  # help and version need none of it

    request = Request(
        root=parsed.root,
        prefix=_prefix(parsed.root),
        form=getattr(parsed, "format", "text"),
        color_out=_wants_color(sys.stdout),
        color_err=_wants_color(sys.stderr),
        progress=_progress,
    )
    return run(parsed.command, request)


def _prefix(root: Path) -> str:
    """Shown paths begin at the current folder when the project is below it, so that editors and GitHub find them."""
    here, there = Path.cwd(), root.resolve()
    shown = there.relative_to(here).as_posix() if there.is_relative_to(here) else there.as_posix()
    return "" if shown == "." else f"{shown.removesuffix('/')}/"


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
