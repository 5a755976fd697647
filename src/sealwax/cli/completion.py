"""Completion scripts for shells, which shtab generates from the command-line parser."""

import shtab

from sealwax.cli.parser import Commands
from sealwax.reports.explanations import explained_codes
from sealwax.targets import TARGETS

PATHS = {"DIR": shtab.DIRECTORY, "FILE": shtab.FILE, "CONTRACT": shtab.FILE}
WORDS = {"TARGET": TARGETS, "CODE": explained_codes()}
"""Words to complete an argument with that can be something else too, by its name."""


def script(commands: Commands, shell: str) -> str:
    """The completion script for a shell."""
    for name, command in commands.by_name.items():
        command.description = commands.purposes[name]  # shtab shows the first line of it
        for action in command._actions:  # noqa: SLF001
            if (paths := PATHS.get(str(action.metavar))) is not None:
                action.complete = paths  # type: ignore[attr-defined]
            action.choices = action.choices or WORDS.get(str(action.metavar))
    written = shtab.complete(commands.parser, shell)
    return written.replace('"(*)::', '"*:') + "\n"  # zsh would complete only the first of many files
