"""A Jinja environment that prints finished code and nothing else."""

import sys
from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path
from types import UnionType

import jinja2
from jinja2.bccache import Bucket
from jinja2.runtime import Context, Macro

from sealwax.rendering import BrokenTemplateError, Filters, Finished

STOCK_FILTERS = ("first", "last", "length")
"""The filters of Jinja that are kept: they choose or count, and cannot make text."""
COMMA = Finished(", ")


def indent(block: Finished, width: int = 4) -> Finished:
    """Move the lines of a block to the right, except the first, which starts where the template prints it."""
    first, *rest = _finished(block).split("\n")
    return Finished("\n".join([first, *(" " * width + line if line else line for line in rest)]))


def join(parts: Iterable[Finished], separator: Finished = COMMA) -> Finished:
    """Join finished parts. A separator other than the comma comes from the view or from a `set` block."""
    return Finished(_finished(separator).join(map(_finished, parts)))


def commas(items: Finished) -> Finished:
    """The lines of a `set` block that prints an item on each, as a list on one line."""
    return Finished(COMMA.join(line for line in _finished(items).split("\n") if line))


OWN_FILTERS: Filters = {"commas": commas, "indent": indent, "join": join}
"""What templates of every target can use."""


class MacroContext(Context):
    """Templates call what templates define. `{% call %}` prints the result of any other call without a look at it."""

    def call(
        self,
        called: Callable[..., object],
        /,
        *arguments: object,
        _loop_vars: object = None,
        _block_vars: object = None,
        **named: object,
    ) -> object:
        if isinstance(called, (Macro, jinja2.Undefined)):  # which need nothing of what Jinja does for other calls
            return called(*arguments, **named)
        raise TypeError(f"only macros can be called, and this is {type(called).__name__}")


class Environment(jinja2.Environment):
    """Templates see their view, the filters and tests of their target, and the filters that all targets share."""

    context_class = MacroContext

    def __init__(self, templates: Path, filters: Filters) -> None:
        super().__init__(
            loader=jinja2.FileSystemLoader(templates),
            bytecode_cache=BytecodeCache(str(templates / "__pycache__")),
            undefined=jinja2.StrictUndefined,
            finalize=_printable,
            trim_blocks=True,
            lstrip_blocks=True,
            keep_trailing_newline=True,
            auto_reload=False,
            optimized=False,  # bytecode must not hold constants that the filters of one target made
        )
        self.filters = {name: self.filters[name] for name in STOCK_FILTERS}
        kinds = {name: kind for name, kind in filters.items() if isinstance(kind, type | UnionType)}
        for name, make in {**OWN_FILTERS, **filters}.items():
            if not isinstance(make, type | UnionType):
                self.filters[name] = _closed(name, make)
        self.tests |= {name: _is(kind) for name, kind in kinds.items()}
        self.globals = {}
        self._folder = templates

    def concat(self, pieces: Iterable[str]) -> Finished:
        """The text of a macro or a `set` block: every piece was finished, so the whole is.

        The line that prints it has a line ending of its own, so the block's last one is dropped.
        """
        return Finished("".join(pieces).rstrip("\n"))

    def text(self, template: str, view: object) -> str:
        try:
            return "".join(self.get_template(template).generate(view=view))
        except MemoryError:  # which is not the fault of a template
            raise
        except Exception as error:
            raise BrokenTemplateError(f"{self._place(error, template)}: {type(error).__name__}: {error}") from error

    def _place(self, error: Exception, template: str) -> str:
        """The innermost template on the way to an error, with its line."""
        place, traceback = template, error.__traceback__
        while traceback:
            file = Path(traceback.tb_frame.f_code.co_filename)  # of the template: Jinja rewrites the traceback
            if file.is_relative_to(self._folder):
                place = f"{file.relative_to(self._folder).as_posix()}, line {traceback.tb_lineno}"
            traceback = traceback.tb_next
        return place


class BytecodeCache(jinja2.FileSystemBytecodeCache):
    """Compiled templates beside their sources, under the rules that Python has for compiled modules.

    Loading one runs it, so the folder is trusted exactly as far as the package that it belongs to. Where that is
    installed read-only, each process compiles the templates that it uses.
    """

    def dump_bytecode(self, bucket: Bucket) -> None:
        if not sys.dont_write_bytecode:
            with suppress(OSError):
                Path(self.directory).mkdir(exist_ok=True)
                super().dump_bytecode(bucket)


def _is(kind: type | UnionType) -> Callable[[object], bool]:
    return lambda value: isinstance(value, kind)


@jinja2.pass_context  # keeps Jinja from printing constants into the bytecode, where another target would find them
def _printable(_context: Context, value: object) -> Finished:
    return value if isinstance(value, Finished) else _finished(value)


def _closed(name: str, make: Callable[..., Finished]) -> Callable[..., Finished]:
    """A filter that takes nothing undefined, and returns finished code: `{% filter %}` prints that unseen."""

    def closed(*arguments: object, **named: object) -> Finished:
        for argument in (*arguments, *named.values()) if named else arguments:
            if isinstance(argument, jinja2.Undefined):
                str(argument)  # raises an error that names what is missing
        made = make(*arguments, **named)
        if isinstance(made, Finished):
            return made
        raise TypeError(f"the filter '{name}' returned {type(made).__name__}, which is not finished code")

    return closed


def _finished(value: object) -> Finished:
    if isinstance(value, Finished):
        return value
    if isinstance(value, jinja2.Undefined):
        str(value)  # raises an error that names what is missing
    shown = f": {value!r:.60}" if isinstance(value, str | int | float) else ""
    raise TypeError(f"{type(value).__name__} is not finished code and needs a filter{shown}")
