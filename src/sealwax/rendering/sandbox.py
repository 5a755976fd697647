"""The environment for templates that a project overrides. They come with pull requests, so they are not trusted.

On top of Jinja's sandbox, an override cannot compute anything, and the work for one page is limited: every loop, call,
include and piece of text is paid for from a budget that no honest template exhausts.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, MutableMapping
from functools import wraps
from pathlib import Path
from typing import Any

import jinja2
from jinja2 import nodes
from jinja2.sandbox import ImmutableSandboxedEnvironment

from sealwax.rendering import Filters, Finished
from sealwax.rendering.environment import BytecodeCache, Environment

BUDGET = 50_000_000
"""Characters and steps that one page may take. A contract of 4 MiB takes 35 million, two thousand codes take three."""
CALL = 50
"""Steps that calling a macro takes, compared with going around in a loop."""
MAX_NUMBER = 1000

_PAY = "pay for work"
"""The filter that is put into templates to pay for their steps. No template can call it: its name has spaces."""
_COMPUTING: dict[type[nodes.Node], str] = {
    nodes.BinExpr: "arithmetic",
    nodes.UnaryExpr: "arithmetic",
    nodes.Concat: "~",
    nodes.Slice: "a slice",
    nodes.List: "a list",
    nodes.Dict: "a mapping",
    nodes.FilterBlock: "{% filter %}",
}
_LOGIC = (nodes.And, nodes.Or, nodes.Not)
_BODIES = (nodes.Template, nodes.For, nodes.Macro, nodes.CallBlock, nodes.Block)


class SandboxedEnvironment(ImmutableSandboxedEnvironment, Environment):
    """Renders the pages of a target of which a project overrides templates; our own run under the same rules."""

    def __init__(self, templates: Path, filters: Filters, overrides: Mapping[str, str]) -> None:
        super().__init__(templates, filters)
        self.globals = {}  # the sandbox adds `range`
        self.overrides = overrides
        self.loader = jinja2.ChoiceLoader([_Overrides(templates, overrides), jinja2.FileSystemLoader(templates)])
        self.bytecode_cache = BytecodeCache(str(templates / "__pycache__"), "__sandboxed_%s.cache")
        self.filters = {name: self._paid(make) for name, make in self.filters.items()}
        self.filters[_PAY] = self._pay
        self._budget = BUDGET

    def text(self, template: str, view: object) -> str:
        self._budget = BUDGET
        pieces = []
        for piece in self.get_template(template).generate(view=view):
            self._pay(len(piece))
            pieces.append(piece)
        return "".join(pieces)

    def concat(self, pieces: Iterable[str]) -> Finished:
        known = [*pieces]
        self._pay(sum(map(len, known)))
        return super().concat(known)

    def _generate(
        self, source: nodes.Template, name: str | None, filename: str | None, defer_init: bool = False
    ) -> str:
        for line, what in computing(source):
            raise jinja2.TemplateSyntaxError(
                f"templates cannot compute, so {what} is not available", line, name, filename
            )
        _charge(source)
        source.set_environment(self)
        return super()._generate(source, name, filename, defer_init)

    def _pay(self, amount: int) -> bool:
        self._budget -= amount
        if self._budget < 0:
            raise RuntimeError(f"this page takes more than {BUDGET:,} steps and characters")
        return True

    def _paid(self, make: Callable[..., object]) -> Callable[..., object]:
        @wraps(make)
        def paid(*arguments: object, **named: object) -> object:
            numbers = (each for each in (*arguments[1:], *named.values()) if isinstance(each, int))
            if any(number > MAX_NUMBER for number in numbers):  # a width, of which a filter makes spaces
                raise ValueError(f"a filter takes numbers up to {MAX_NUMBER}")
            made = make(*arguments, **named)
            self._pay(len(made) if isinstance(made, str) else 1)
            return made

        return paid


class _Overrides(jinja2.BaseLoader):
    """Overrides, as if they lay in the folder of the templates. They are compiled anew each time, never cached."""

    def __init__(self, folder: Path, overrides: Mapping[str, str]) -> None:
        self._folder = folder
        self._overrides = overrides

    def load(
        self,
        environment: jinja2.Environment,
        name: str,
        globals: MutableMapping[str, object] | None = None,  # noqa: A002
    ) -> jinja2.Template:
        if name not in self._overrides:
            raise jinja2.TemplateNotFound(name)
        code = environment.compile(self._overrides[name], name, str(self._folder / name))
        return environment.template_class.from_code(environment, code, {} if globals is None else globals)


def computing(source: nodes.Template) -> Iterator[tuple[int, str]]:
    """Where a template computes something rather than choose and repeat: the line, and by what means."""
    for node in source.find_all((*_COMPUTING,)):
        if not isinstance(node, _LOGIC):
            yield node.lineno, next(what for kind, what in _COMPUTING.items() if isinstance(node, kind))


def _charge(source: nodes.Template) -> None:
    """Make everything that can run more than once pay for its size each time."""
    bodies: list[Any] = [source, *source.find_all(_BODIES)]
    sizes = [sum(1 for _ in body.find_all(nodes.Node)) for body in bodies]
    for body, size in zip(bodies, sizes, strict=True):
        is_loop = isinstance(body, nodes.For) and not body.recursive
        body.body.insert(0, nodes.ExprStmt(_price(size + (1 if is_loop else CALL), body.lineno), lineno=body.lineno))
        if isinstance(body, nodes.For) and body.test is not None:
            body.test = nodes.And(_price(1, body.lineno), body.test, lineno=body.lineno)


def _price(weight: int, line: int) -> nodes.Filter:
    return nodes.Filter(nodes.Const(weight, lineno=line), _PAY, [], [], None, None, lineno=line)
