"""Completion scripts for shells, from the parser of the command line."""

import argparse
from collections.abc import Iterable

from msgspec import Struct

from sealwax.cli.parser import CommandParser, Commands
from sealwax.rendering import Filters, Finished, Page, Renderer
from sealwax.reports.explanations import explained_codes
from sealwax.targets import TARGETS

FOLDERS, FILES = "DIR", "FILE"
"""The names of arguments that are completed with folders and files."""
WORDS = {"TARGET": TARGETS, "CODE": explained_codes()}
"""Words to complete an argument with that can be something else too, by its name."""


class OptionView(Struct, frozen=True):
    flags: tuple[Finished, ...]
    short: tuple[Finished, ...]
    """The flags of one letter, without the hyphen."""
    long: tuple[Finished, ...]
    """The other flags, without the hyphens."""
    purpose: str
    takes: Finished
    """The name of its value; empty for a switch."""
    takes_folder: bool
    takes_file: bool
    choices: tuple[Finished, ...]
    is_repeatable: bool


class CommandView(Struct, frozen=True):
    name: Finished
    purpose: str
    options: tuple[OptionView, ...]
    choices: tuple[Finished, ...]
    """The words that its argument can be."""
    takes_files: bool


class CompletionView(Struct, frozen=True):
    commands: tuple[CommandView, ...]
    space: Finished


def script(commands: Commands, shell: str) -> str:
    """The completion script for a shell."""
    views = tuple(_command(name, commands.purposes[name], each) for name, each in commands.by_name.items())
    page = Page(f"sealwax.{shell}", f"completion/{shell}.j2", CompletionView(views, Finished(" ")))
    return Renderer().render(page, FILTERS)


def _command(name: str, purpose: str, command: CommandParser) -> CommandView:
    actions = [action for action in command._actions if not action.option_strings]  # noqa: SLF001
    options = [action for action in command._actions if action.option_strings]  # noqa: SLF001
    return CommandView(
        Finished(name),
        purpose,
        tuple(map(_option, options)),
        _words(choice for action in actions for choice in action.choices or WORDS.get(str(action.metavar), ())),
        any(action.metavar == FILES for action in actions),
    )


def _option(action: argparse.Action) -> OptionView:
    takes = "" if action.nargs == 0 else str(action.metavar or action.dest).upper()
    return OptionView(
        _words(action.option_strings),
        _words(flag[1:] for flag in action.option_strings if not flag.startswith("--")),
        _words(flag[2:] for flag in action.option_strings if flag.startswith("--")),
        action.help or "",
        Finished(takes),
        takes == FOLDERS,
        takes == FILES,
        _words(WORDS.get(takes, ()) if action.choices is None else action.choices),
        isinstance(action, argparse._AppendAction),  # noqa: SLF001
    )


def _words(names: Iterable[object]) -> tuple[Finished, ...]:
    """Names of our own, which no shell has to quote."""
    return tuple(Finished(name) for name in names)


def quoted(text: str) -> Finished:
    """Text between single quotes."""
    return Finished(text.replace("\\", "\\\\").replace("'", "'\\''"))


def described(text: str) -> Finished:
    """Text in the brackets of a specification for zsh, between single quotes."""
    return Finished("".join(f"\\{char}" if char in "[]:" else char for char in quoted(text)))


FILTERS: Filters = {"quoted": quoted, "described": described}
