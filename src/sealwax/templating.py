"""Jinja, with everything taken out that could print text which no filter has finished."""

import hashlib
import marshal
import os
import sys
from contextlib import suppress
from pathlib import Path
from types import CodeType, TracebackType

import jinja2
from jinja2 import nodes
from jinja2.bccache import Bucket

from sealwax.rendering import BrokenTemplateError, Filters, Finished

# Anything else could call, compute or capture: `{% call %}` prints without asking `finalize`, and a call can make
# finished text of any text.
_ALLOWED = (
    nodes.Template,
    nodes.TemplateData,
    nodes.Output,
    nodes.Name,
    nodes.Getattr,
    nodes.Filter,
    nodes.Const,
    nodes.For,
    nodes.If,
    nodes.Not,
    nodes.Include,
)

# Part of each cache key: a new number makes every older entry worthless.
_FORMAT = "sealwax-template-1"


class GuardedEnvironment(jinja2.Environment):
    """Templates with one set of filters. They can print the results of these and nothing else."""

    def __init__(self, templates: Path, cache: Path | None, filters: Filters) -> None:
        super().__init__(
            undefined=jinja2.StrictUndefined,
            finalize=_only_finished,
            autoescape=False,
            trim_blocks=True,
            lstrip_blocks=True,
            keep_trailing_newline=True,
            newline_sequence="\n",
            auto_reload=False,
            cache_size=-1,
            loader=jinja2.FileSystemLoader(templates, encoding="utf-8"),
            bytecode_cache=TemplateCache(cache) if cache else None,
        )
        self.globals.clear()
        self.tests.clear()
        self.filters.clear()
        self.filters.update(filters)
        self._templates = templates

    # What a view lacks is a mistake at once. Jinja would look for a key instead, and is slower for it.
    getattr = staticmethod(getattr)  # type: ignore[assignment]

    def page(self, name: str, view: object) -> str:
        try:
            return self.get_template(name).render(view=view)
        except jinja2.TemplateSyntaxError as error:
            raise BrokenTemplateError(f"{error.name or name}, line {error.lineno}: {error.message}") from error
        except jinja2.TemplateNotFound as error:
            raise BrokenTemplateError(f"{name}: there is no template {error.name}") from error
        except Exception as error:
            raise BrokenTemplateError(f"{self._place(error.__traceback__, name)}: {error}") from error

    def _parse(self, source: str, name: str | None, filename: str | None) -> nodes.Template:
        tree = super()._parse(source, name, filename)
        for node in tree.find_all(nodes.Node):
            if not isinstance(node, _ALLOWED):
                kind = type(node).__name__
                raise jinja2.TemplateSyntaxError(
                    f"templates have no {kind}: prepare it in the view", node.lineno or 1, name
                )
        return tree

    def _place(self, traceback: TracebackType | None, name: str) -> str:
        """The innermost template and line on the way to an error: Jinja puts both into the traceback."""
        place = name
        while traceback:
            file = Path(traceback.tb_frame.f_code.co_filename)
            if file.is_relative_to(self._templates):
                place = f"{file.relative_to(self._templates).as_posix()}, line {traceback.tb_lineno}"
            traceback = traceback.tb_next
        return place


def _only_finished(value: object) -> Finished:
    if isinstance(value, Finished):
        return value
    if isinstance(value, jinja2.Undefined):
        str(value)  # raises, and says what is undefined
    raise BrokenTemplateError(f"{type(value).__name__} is not finished code and needs a filter: {value!r:.60}")


class TemplateCache(jinja2.BytecodeCache):
    """Compiled templates in a folder of the user's own. Whatever goes wrong with it only costs time."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def get_bucket(self, environment: jinja2.Environment, name: str, filename: str | None, source: str) -> Bucket:
        versions = f"{_FORMAT} {jinja2.__version__} {sys.implementation.cache_tag} {sys.hexversion:x}"
        key = hashlib.sha256(f"{versions}\n{name}\n{source}".encode()).hexdigest()
        bucket = Bucket(environment, key, key)
        self.load_bytecode(bucket)
        if bucket.code and filename:  # compiled in another place, perhaps: errors name the file in this one
            bucket.code = bucket.code.replace(co_filename=filename)
        return bucket

    def load_bytecode(self, bucket: Bucket) -> None:
        try:
            if not _private(self._folder):
                return
            stored = (self._folder / bucket.key).read_bytes()
            digest, body = stored[:32], stored[32:]
            # Unmarshalling damaged bytes can crash the process, so they are never tried.
            if hashlib.sha256(body).digest() == digest:
                code = marshal.loads(body)  # noqa: S302
                bucket.code = code if isinstance(code, CodeType) else None
        except (OSError, ValueError, EOFError, TypeError):
            return

    def dump_bytecode(self, bucket: Bucket) -> None:
        temporary = self._folder / f".{bucket.key}.{os.getpid()}"
        body = marshal.dumps(bucket.code)
        try:
            self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            if not _private(self._folder):
                return
            with os.fdopen(os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
                file.write(hashlib.sha256(body).digest() + body)
            temporary.replace(self._folder / bucket.key)
        except OSError:
            with suppress(OSError):
                temporary.unlink()


def _private(folder: Path) -> bool:
    """Nobody else may write into the folder: what lies there is run as code."""
    status = folder.stat()
    return not hasattr(os, "getuid") or (status.st_uid == os.getuid() and not status.st_mode & 0o022)
