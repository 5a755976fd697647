"""Reads arguments, prints, exits."""

import gc
import sys
from argparse import Namespace
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec.structs import replace

from sealwax.cli.parser import Commands, build_parser
from sealwax.cli.streams import BROKEN, Ticker, accept_any_text, deliver

if TYPE_CHECKING:
    from sealwax.commands import Answer

INTERRUPTED = 130
MAX_FAILURE = 200


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command and return its exit code.

    The answer is complete before any of it is printed, so a reader that stops early, as `head` does, changes neither
    the work nor the exit code.
    """
    gc.disable()  # a run keeps almost every object that it makes: garbage collection took a third of its time
    try:
        accept_any_text()
        return _run(build_parser(), sys.argv[1:] if arguments is None else arguments)
    except SystemExit as done:  # argparse has printed its help, the version or an error
        return deliver(done.code if isinstance(done.code, int) else BROKEN)
    except KeyboardInterrupt:
        return INTERRUPTED
    except Exception as error:  # noqa: BLE001 - without this, Python would exit with 1, which means drift
        return deliver(BROKEN, err=_failure(error))
    finally:
        gc.freeze()  # spares the interpreter a last search for garbage
        gc.enable()


def _failure(error: Exception) -> str:
    """An error that no command expects: a bug, or a machine that is too small."""
    from traceback import extract_tb, format_exception  # not needed when all is well

    from sealwax.reports.terminal import inert, visible

    if sys.flags.dev_mode:
        return "".join(format_exception(error))
    if isinstance(error, MemoryError):
        return "sealwax: there is not enough memory\n"
    last = extract_tb(error.__traceback__)[-1]
    what = inert(visible(f"{type(error).__name__}: {error}"[:MAX_FAILURE]))
    hint = "please report it; python -P -X dev -m sealwax, with the same arguments, shows where it comes from"
    return f"sealwax: this is a bug: {what} ({Path(last.filename).name}:{last.lineno})\nhint: {hint}\n"


def _run(commands: Commands, arguments: Sequence[str]) -> int:
    parsed = commands.parser.parse_args(arguments)
    match parsed.command:
        case None:
            return deliver(BROKEN, err=commands.parser.format_help())
        case "help":
            return deliver(0, commands.by_name.get(parsed.about, commands.parser).format_help())
        case "completion":
            from sealwax.cli.completion import script

            return deliver(0, script(commands, parsed.shell))
        case "generate" if parsed.watch:
            from sealwax.cli.watching import watch

            return watch(parsed)
        case _:
            answer = _answer(parsed)
            return deliver(answer.code, answer.out, answer.err)


def _answer(parsed: Namespace) -> "Answer":
    from sealwax.cli.requests import command, request  # not needed for help and version
    from sealwax.commands import run

    ticker = Ticker()
    try:
        answer = run(request(parsed, ticker), command(parsed))
    finally:
        ticker.close()
    return replace(answer, code=BROKEN) if ticker.lost else answer
