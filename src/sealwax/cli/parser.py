"""The commands with their arguments, for argparse."""

import argparse
from collections.abc import Iterable, Sequence
from itertools import takewhile
from pathlib import Path
from typing import NoReturn

from sealwax import __version__
from sealwax.cli import help_texts

FORMATS = ("text", "json", "markdown", "github", "sarif")
"""The values of --format. Text and JSON differ by command; each of the others has a module that renders results."""
SHELLS = ("bash", "zsh", "fish")
SERVING = ("mcp", "http")
"""What packages can serve."""
BASES = ("response-v2", "mail-imap", "stac-meta")
"""The contracts that come with sealwax."""


class SuggestingParser(argparse.ArgumentParser):
    """Says what a mistyped command, option or choice was probably meant to be."""

    _words: Sequence[str] = ()
    """Those of the command line that can be options of this parser."""

    def error(self, message: str) -> NoReturn:
        """Report the error, or an unknown option, without which there might be none."""
        from sealwax.reports.terminal import inert, visible  # imported late: only needed when something is wrong

        options = (word for word in self._words if word.startswith("--"))
        unknown = [word for word in options if word.partition("=")[0] not in self._option_string_actions]
        super().error(inert(visible(self._explain(unknown) if unknown else message)))

    def parse_args(self, args: Sequence[str]) -> argparse.Namespace:  # type: ignore[override]
        self._words = [*takewhile(lambda word: word.startswith("-"), args)]
        parsed, unknown = self.parse_known_args(args)
        if unknown:
            self.error(self._explain(unknown))
        return parsed

    def _explain(self, unknown: Sequence[str]) -> str:
        """Name the first unknown argument. Commands report those that follow them, so these come before the command."""
        name = unknown[0].partition("=")[0]
        hint = _suggestion(name, self._option_string_actions)
        return f"there is no option {name}{hint or ' here: options of a command come after it'}"

    def _check_value(self, action: argparse.Action, value: object) -> None:
        try:
            super()._check_value(action, value)
        except argparse.ArgumentError as error:
            self.error(f"{error}{_suggestion(str(value), action.choices or ())}")


class CommandParser(SuggestingParser):
    """Accepts options before, between and after file names, and reports unknown ones with the usage of its command."""

    _mixing = False

    def parse_known_args(  # type: ignore[override]
        self, args: Sequence[str], namespace: argparse.Namespace | None = None
    ) -> tuple[argparse.Namespace, list[str]]:
        if self._mixing:
            return super().parse_known_args(args, namespace)
        self._mixing, self._words = True, [*takewhile("--".__ne__, args)]
        try:
            takes_files = any(action.dest == "files" for action in self._actions)
            parse = self.parse_known_intermixed_args if takes_files else super().parse_known_args
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


def _formatter(prog: str) -> argparse.HelpFormatter:
    formatter = argparse.RawDescriptionHelpFormatter(prog, max_help_position=26)
    formatter._action_max_length = 16  # noqa: SLF001 (room for the names of all commands)
    return formatter


class Commands:
    """The parser of the command line, to which commands are added one by one."""

    def __init__(self) -> None:
        self.parser = SuggestingParser(
            "sealwax",
            description=help_texts.DESCRIPTION,
            epilog=help_texts.EPILOG,
            formatter_class=_formatter,
            allow_abbrev=False,
        )
        self.parser.add_argument("--version", action="version", version=f"sealwax {__version__}")
        # With `prog` given, argparse need not format a usage line to find the name, which takes imports.
        self._group = self.parser.add_subparsers(
            title="commands", metavar="COMMAND", dest="command", parser_class=CommandParser, prog=self.parser.prog
        )
        self.by_name: dict[str, CommandParser] = {}
        self.purposes: dict[str, str] = {}

    def add(self, name: str, purpose: str, text: str, epilog: str = "") -> CommandParser:
        command: CommandParser = self._group.add_parser(
            name, help=purpose, description=text, epilog=epilog, formatter_class=_formatter, allow_abbrev=False
        )
        command.set_defaults(root=None, format="text", quiet=False)
        self.by_name[name], self.purposes[name] = command, purpose
        return command

    def add_project(
        self, name: str, purpose: str, text: str, epilog: str = "", *, reports: bool = False
    ) -> CommandParser:
        """Add a command that works on a project; if it reports results, in all formats."""
        command = self.add(name, purpose, text, epilog)
        about = "the project folder (default: the nearest one, upwards from the current folder)"
        command.add_argument("--root", type=Path, metavar="DIR", help=about)
        if reports:
            command.add_argument("--format", choices=FORMATS, help="output format (default: text)")
        return command


def build_parser() -> Commands:
    commands = Commands()
    _add_init(commands)
    _add_lint(commands)
    _add_generate(commands)
    _add_check(commands)
    _add_diff(commands)
    commands.add_project("release", "keep a snapshot of each contract, for changelogs", help_texts.RELEASE)
    _add_verify(commands)
    explain = commands.add("explain", "explain what a code means, with an example", help_texts.EXPLAIN)
    explain.add_argument("code", metavar="CODE", nargs="?", default="", help="such as bad-type (default: list all)")
    commands.add("schema", "print the JSON Schema of the contract language, for editors", help_texts.SCHEMA)
    completion = commands.add(
        "completion", "print a completion script for your shell", help_texts.COMPLETION, help_texts.COMPLETION_EPILOG
    )
    completion.add_argument("shell", choices=SHELLS, metavar="SHELL", help=", ".join(SHELLS))
    about = commands.add("help", "print the help of a command", help_texts.HELP)
    about.add_argument("about", nargs="?", choices=(*commands.by_name,), metavar="COMMAND", help="the command")
    return commands


def _add_init(commands: Commands) -> None:
    init = commands.add("init", "start a project", help_texts.INIT, help_texts.INIT_EPILOG)
    init.add_argument("--root", type=Path, metavar="DIR", help="the folder of the project (default: the current one)")
    about = "name of the contract and of its packages (default: that of the folder)"
    init.add_argument("--name", metavar="NAME", default="", help=about)
    about = "a contract that comes with sealwax, to extend it"
    init.add_argument("--from", dest="base", choices=BASES, default="", help=about)
    init.add_argument("--example", action="store_true", help="add handler.py, which uses the generated package")
    about = "what the packages have modules to serve: mcp, http or both"
    init.add_argument("--serve", choices=SERVING, metavar="KIND", nargs="+", default=(), help=about)
    init.add_argument("--github", action="store_true", help="add a workflow that runs sealwax check and diff")
    init.add_argument("--pre-commit", action="store_true", help="add a hook that runs sealwax check")
    init.add_argument("--makefile", action="store_true", help="add make generate and make check")


def _add_lint(commands: Commands) -> None:
    lint = commands.add_project("lint", "find errors in the contracts", help_texts.LINT, reports=True)
    lint.add_argument("files", metavar="FILE", nargs="*", default=(), help="contracts to read (default: all)")
    _add_fail_on(lint)
    _add_quiet(lint)


def _add_generate(commands: Commands) -> None:
    purpose = "write generated/ from the contracts"
    generate = commands.add_project("generate", purpose, help_texts.GENERATE, help_texts.GENERATE_EPILOG)
    _add_target(generate)
    mode = generate.add_mutually_exclusive_group()
    mode.add_argument("--watch", action="store_true", help="generate again whenever a contract changes")
    mode.add_argument("--dry-run", action="store_true", help="print what would be done, and write nothing")
    about = "overwrite this file even if its header was edited (repeatable)"
    generate.add_argument("--force", action="append", default=[], metavar="FILE", help=about)
    _add_quiet(generate)


def _add_check(commands: Commands) -> None:
    purpose = "fail if generated/ is out of sync with the contracts"
    check = commands.add_project("check", purpose, help_texts.CHECK, reports=True)
    _add_target(check)
    _add_fail_on(check)
    _add_quiet(check)


def _add_diff(commands: Commands) -> None:
    purpose = "report who is affected by changes to the contracts, and which version they need"
    diff = commands.add_project("diff", purpose, help_texts.DIFF, help_texts.DIFF_EPILOG, reports=True)
    about = "a revision, a contract, a folder or an installed package (default: where this branch left the main one)"
    diff.add_argument("--against", metavar="WHAT", default="", help=about)
    _add_fail_on(diff)
    about = "write the version that the changes need into the contracts"
    diff.add_argument("--write-version", action="store_true", help=about)
    _add_quiet(diff)


def _add_verify(commands: Commands) -> None:
    purpose = "check JSON or JSON Lines against a contract"
    verify = commands.add_project("verify", purpose, help_texts.VERIFY, help_texts.VERIFY_EPILOG, reports=True)
    about = "name of a contract in the project, or path of any contract"
    verify.add_argument("contract", metavar="CONTRACT", help=about)
    inputs = "JSON or JSON Lines (default, or -: standard input)"
    verify.add_argument("files", metavar="FILE", nargs="*", default=(), help=inputs)
    verify.add_argument(
        "--type",
        metavar="NAME",
        help="check each value against this type, or as a response of this tool (default: the envelope)",
    )
    about = "also report keys of open records, such as metadata, that the contract does not declare"
    verify.add_argument("--undeclared", action="store_true", help=about)
    about = "also list the codes, types and fields that were seen, and those that never were"
    verify.add_argument("--coverage", action="store_true", help=about)
    _add_fail_on(verify)


def _add_target(command: CommandParser) -> None:
    about = "only files of this target, such as python (repeatable)"
    command.add_argument("--target", action="append", dest="targets", default=[], metavar="TARGET", help=about)


def _add_fail_on(command: CommandParser) -> None:
    about = "lowest level that gives exit code 1 (default: error)"
    command.add_argument("--fail-on", choices=("error", "warning", "note", "never"), default="error", help=about)


def _add_quiet(command: CommandParser) -> None:
    command.add_argument("-q", "--quiet", action="store_true", help="print only problems")
