"""Translates a template into a function that can print finished code and nothing else.

Jinja reads the template; what it may hold has a translation here, and nothing else has. The function needs neither
Jinja nor this module, so that a program which finds it in its cache imports neither.
"""

import ast
from collections.abc import Iterator, Mapping
from types import CodeType
from typing import TypeVar

import jinja2
from jinja2 import nodes

from sealwax.rendering import TEMPLATE, UntranslatableError

PARAMETERS = ("write", "include", "finished", "names", "filters")
"""What `Renderer` passes, in this order. No other variable of a function can have such a name: see `_Translation`."""

Placed = TypeVar("Placed", ast.stmt, ast.expr)

_JINJA = jinja2.Environment(trim_blocks=True, lstrip_blocks=True, keep_trailing_newline=True)  # noqa: S701


def translate(source: str, name: str) -> CodeType:
    """The code of a template's function. Its lines are those of the template, for tracebacks."""
    try:
        tree = _JINJA.parse(source, name)
        body = _Translation().template(tree.body)
    except jinja2.TemplateSyntaxError as error:
        raise UntranslatableError(f"{name}, line {error.lineno}: {error.message}") from error
    parameters = ast.arguments([], [ast.arg(each) for each in PARAMETERS], None, [], [], None, [])
    function = ast.FunctionDef("template", parameters, body, [])
    module = compile(ast.fix_missing_locations(ast.Module([function], [])), TEMPLATE + name, "exec")
    return next(constant for constant in module.co_consts if isinstance(constant, CodeType))


class _Translation:
    """One template. Collects which filters and which names it takes from outside, with their first lines."""

    def __init__(self) -> None:
        self._taken: dict[str, ast.stmt] = {}
        self._loops = 0

    def template(self, body: list[nodes.Node]) -> list[ast.stmt]:
        translated = list(self._statements(body, {}))
        return [*self._taken.values(), *translated] or [ast.Pass()]

    def _statements(self, body: list[nodes.Node], scope: Mapping[str, str]) -> Iterator[ast.stmt]:
        for node in body:
            yield _placed(self._statement(node, scope), node)

    def _statement(self, node: nodes.Node, scope: Mapping[str, str]) -> ast.stmt:
        match node:
            case nodes.Output():
                return _call("write", ast.Tuple([self._printed(part, scope) for part in node.nodes], ast.Load()))
            case nodes.For(target=nodes.Name(name=name), test=None, else_=[], recursive=False):
                self._loops += 1  # an inner loop may use the name of an outer one, which goes on having its value
                variable = f"loop{self._loops}_{name}"
                sequence = self._value(node.iter, scope)
                inner = list(self._statements(node.body, {**scope, name: variable}))
                return ast.For(ast.Name(variable, ast.Store()), sequence, inner or [ast.Pass()], [])
            case nodes.If():
                return self._choice([node, *node.elif_], node.else_, scope)
            case nodes.Include(template=nodes.Const(value=str(name)), ignore_missing=False):
                return _call("include", ast.Constant(name), _all_names(scope))
            case _:
                raise _refused(node)

    def _choice(self, branches: list[nodes.If], other: list[nodes.Node], scope: Mapping[str, str]) -> ast.stmt:
        first, *rest = branches
        test = self._value(first.test, scope)
        body = list(self._statements(first.body, scope)) or [ast.Pass()]
        if rest:
            return ast.If(test, body, [_placed(self._choice(rest, other, scope), rest[0])])
        return ast.If(test, body, list(self._statements(other, scope)))

    def _printed(self, node: nodes.Expr, scope: Mapping[str, str]) -> ast.expr:
        if isinstance(node, nodes.TemplateData):
            return ast.Constant(node.data)
        return _placed(ast.Call(ast.Name("finished", ast.Load()), [self._value(node, scope)], []), node)

    def _value(self, node: nodes.Node, scope: Mapping[str, str]) -> ast.expr:
        match node:
            case nodes.Name(name=name) if name in scope:
                value: ast.expr = ast.Name(scope[name], ast.Load())
            case nodes.Name(name=name):
                value = self._taken_from("names", name, node)
            case nodes.Getattr(node=owner, attr=attribute):
                value = ast.Attribute(self._value(owner, scope), attribute, ast.Load())
            case nodes.Filter(node=nodes.Expr() as inner, name=name, kwargs=[], dyn_args=None, dyn_kwargs=None):
                arguments = [self._value(each, scope) for each in (inner, *node.args)]
                value = ast.Call(self._taken_from("filters", name, node), arguments, [])
            case nodes.Not(node=inner):
                value = ast.UnaryOp(ast.Not(), self._value(inner, scope))
            case nodes.Const(value=constant):
                value = ast.Constant(constant)
            case _:
                raise _refused(node)
        return _placed(value, node)

    def _taken_from(self, source: str, name: str, node: nodes.Node) -> ast.expr:
        """A variable that is filled once, at the beginning: an unknown filter is found even where nobody gets."""
        variable = f"{source}_{name}"
        if variable not in self._taken:
            found = ast.Subscript(ast.Name(source, ast.Load()), ast.Constant(name), ast.Load())
            self._taken[variable] = _placed(ast.Assign([ast.Name(variable, ast.Store())], found), node)
        return ast.Name(variable, ast.Load())


def _call(function: str, *arguments: ast.expr) -> ast.stmt:
    return ast.Expr(ast.Call(ast.Name(function, ast.Load()), list(arguments), []))


def _all_names(scope: Mapping[str, str]) -> ast.expr:
    """What an included template can see: all that this one was given, and the variables of the loops around."""
    given = ast.Name("names", ast.Load())
    names: list[ast.expr | None] = [None, *map(ast.Constant, scope)]
    return ast.Dict(names, [given, *(ast.Name(each, ast.Load()) for each in scope.values())]) if scope else given


def _placed(translated: Placed, node: nodes.Node) -> Placed:
    translated.lineno = translated.end_lineno = node.lineno
    translated.col_offset = translated.end_col_offset = 0
    return translated


def _refused(node: nodes.Node) -> jinja2.TemplateSyntaxError:
    kind = type(node).__name__
    return jinja2.TemplateSyntaxError(f"templates have no {kind}: prepare it in the view", node.lineno or 1)
