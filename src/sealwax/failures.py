"""The expected failures of a command: something on disk, or errors in the contracts.

Exception
├── WorkspaceError   something on disk, or in the arguments
└── ContractError    diagnostics of the contracts or the configuration
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager

from sealwax.diagnostics import Code, Diagnostic


class WorkspaceError(Exception):
    """Something on disk stops a command. `problems` has a sentence per file, by path; by default the message.

    `listed` are lines that follow the message. All texts can contain names of files, which can contain anything.
    """

    def __init__(
        self,
        message: str,
        hint: str = "",
        code: Code = Code.NO_ACCESS,
        path: str = "",
        problems: Mapping[str, str] | None = None,
        listed: Sequence[str] = (),
    ) -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint
        self.code = code
        self.problems = problems or {path: message}
        self.listed = listed


class ContractError(Exception):
    """The contracts or the configuration have errors, so nothing can be generated."""

    def __init__(self, diagnostics: tuple[Diagnostic, ...], sources: Mapping[str, bytes]) -> None:
        super().__init__(f"{len(diagnostics)} diagnostics")
        self.diagnostics = diagnostics
        self.sources = sources


@contextmanager
def explained(attempt: str, path: str = "", hint: str = "") -> Iterator[None]:
    """Turn errors of the operating system into a message about what sealwax tried."""
    try:
        yield
    except OSError as error:
        raise WorkspaceError(f"{attempt}: {error.strerror or error}", hint, path=path) from error
    except UnicodeEncodeError as error:
        message, hint = f"{attempt}: file names must be {error.encoding.upper()}", "set PYTHONUTF8=1"
        raise WorkspaceError(message, hint, path=path) from error
