"""The environment for templates that a project overrides. They come with pull requests, so they are not trusted.

On top of Jinja's sandbox, an override cannot compute anything, and the work of a run is limited: every loop, call,
include, comparison and piece of text is paid for, before it is made, from a budget that no honest template exhausts.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, MutableMapping, Sized
from functools import wraps
from pathlib import Path
from typing import Any

import jinja2
from jinja2 import nodes
from jinja2.sandbox import ImmutableSandboxedEnvironment

from sealwax.rendering import Filters, Finished
from sealwax.rendering.environment import BytecodeCache, Environment

BUDGET = 50_000_000
"""Characters and steps that a run may take, whatever the contracts are."""
PER_BYTE = 1500
"""Characters and steps that each byte of a contract adds. All targets take about 100, or 1,000 if it is terse."""
MAX_NODES = 5000
"""The nodes of a template, for which Jinja takes time before the first step. The largest of ours has 860."""
MAX_DEPTH = 100
CALL = 50
"""Steps that calling a macro takes, compared with going around in a loop."""
LOOK = 20
"""Steps that comparing one item of a value takes."""
MAX_NUMBER = 1000

_PAY, _WEIGH = "pay for work", "pay for a value"
"""The filters that are put into templates to pay for what they do. No template can call them: the names have spaces."""
_COMPARING = (
    *("==", "eq", "equalto", "!=", "ne", ">", "gt", "greaterthan", ">=", "ge", "<", "lt", "lessthan", "<=", "le"),
    *("in", "lower", "upper"),
)
"""The tests of Jinja that look at all of a value."""
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


class Budget:
    """What is left for the pages of a run."""

    def __init__(self, size: int) -> None:
        """With the size of the contracts in bytes, each counted with everything that it inherits."""
        self._whole = self._left = BUDGET + PER_BYTE * size

    def pay(self, amount: int) -> bool:
        self._left -= amount
        if self._left < 0:
            raise RuntimeError(f"the pages take more than {self._whole:,} steps and characters")
        return True

    def weigh(self, value: object) -> object:
        """Pay for a look at all of a value, and return it. A template can make texts and tuples, but nothing else."""
        self.pay(len(value) if isinstance(value, str) else LOOK)
        for inner in value if isinstance(value, tuple) else ():
            self.weigh(inner)
        return value


class SandboxedEnvironment(ImmutableSandboxedEnvironment, Environment):
    """Renders the pages of a target of which a project overrides templates; our own run under the same rules."""

    def __init__(self, templates: Path, filters: Filters, overrides: Mapping[str, str], budget: Budget) -> None:
        super().__init__(templates, filters)
        self.globals = {}  # the sandbox adds `range`
        self.overrides = overrides
        self.loader = jinja2.ChoiceLoader([_Overrides(templates, overrides), jinja2.FileSystemLoader(templates)])
        self.bytecode_cache = BytecodeCache(str(templates / "__pycache__"), "__sandboxed2_%s.cache")
        self.filters = {name: self._paid(make) for name, make in self.filters.items()}
        self.filters |= {_PAY: budget.pay, _WEIGH: budget.weigh}
        self.tests |= {name: self._weighed(self.tests[name]) for name in _COMPARING}
        self._budget = budget

    def text(self, template: str, view: object) -> str:
        pieces = []
        for piece in self.get_template(template).generate(view=view):
            self._budget.pay(len(piece))
            pieces.append(piece)
        return "".join(pieces)

    def concat(self, pieces: Iterable[str]) -> Finished:
        known = [*pieces]
        self._budget.pay(sum(map(len, known)))
        return super().concat(known)

    def _generate(
        self, source: nodes.Template, name: str | None, filename: str | None, defer_init: bool = False
    ) -> str:
        if (line := _first_excess(source)) is not None:
            message = f"a template has at most {MAX_NODES} nodes, nested at most {MAX_DEPTH} deep"
            raise jinja2.TemplateSyntaxError(message, line, name, filename)
        for line, what in computing(source):
            raise jinja2.TemplateSyntaxError(
                f"templates cannot compute, so {what} is not available", line, name, filename
            )
        _charge(source)
        source.set_environment(self)
        return super()._generate(source, name, filename, defer_init)

    def _paid(self, make: Callable[..., object]) -> Callable[..., object]:
        @wraps(make)
        def paid(*arguments: object, **named: object) -> object:
            numbers = (each for each in (*arguments[1:], *named.values()) if isinstance(each, int))
            if any(number > MAX_NUMBER for number in numbers):  # a width, of which a filter makes spaces
                raise ValueError(f"a filter takes numbers up to {MAX_NUMBER}")
            self._pay_for(*arguments, *named.values())
            made = make(*arguments, **named)
            self._budget.pay(len(made) if isinstance(made, str) else 1)
            return made

        return paid

    def _pay_for(self, first: object, *others: object) -> None:
        """Pay for the text that a filter can make: each line or item of the first value with all of the others."""
        items = first.count("\n") if isinstance(first, str) else len(first) if isinstance(first, Sized) else 0
        sizes = (each if isinstance(each, int) else len(each) if isinstance(each, str) else 1 for each in others)
        self._budget.pay((items + 1) * (1 + sum(sizes)))
        for each in (first, *others):
            if isinstance(each, str | tuple):
                self._budget.weigh(each)

    def _weighed(self, test: Any) -> Callable[..., Any]:
        @wraps(test)
        def weighed(*arguments: object) -> Any:
            for argument in arguments:
                self._budget.weigh(argument)
            return test(*arguments)

        return weighed


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


def _first_excess(source: nodes.Template) -> int | None:
    """The line at which a template becomes too large or too deep."""
    waiting: list[tuple[nodes.Node, int]] = [(source, 1)]
    count = 0
    while waiting:
        node, depth = waiting.pop()
        count += 1
        if count > MAX_NODES or depth > MAX_DEPTH:
            return node.lineno
        waiting.extend((child, depth + 1) for child in node.iter_child_nodes())
    return None


def _charge(source: nodes.Template) -> None:
    """Make everything that can run more than once pay for its size each time, and comparisons for what they compare."""
    for compare in [*source.find_all(nodes.Compare)]:
        compare.expr = _filtered(compare.expr, _WEIGH)
        for operand in compare.ops:
            operand.expr = _filtered(operand.expr, _WEIGH)
    bodies: list[Any] = [source, *source.find_all(_BODIES)]
    sizes = [sum(1 for _ in body.find_all(nodes.Node)) for body in bodies]
    for body, size in zip(bodies, sizes, strict=True):
        is_loop = isinstance(body, nodes.For) and not body.recursive
        body.body.insert(0, nodes.ExprStmt(_price(size + (1 if is_loop else CALL), body.lineno), lineno=body.lineno))
        if isinstance(body, nodes.For) and body.test is not None:
            body.test = nodes.And(_price(1, body.lineno), body.test, lineno=body.lineno)


def _price(weight: int, line: int) -> nodes.Filter:
    return _filtered(nodes.Const(weight, lineno=line), _PAY)


def _filtered(value: nodes.Expr, name: str) -> nodes.Filter:
    return nodes.Filter(value, name, [], [], None, None, lineno=value.lineno)
