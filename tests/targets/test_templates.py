"""Templates stay simple: text, loops, ifs on a prepared flag, names, attributes, filters and includes."""

from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest
from checkout import ROOT
from jinja2 import Environment, nodes

from sealwax.rendering import Target

TEMPLATES = ROOT / "templates"
FILES = sorted(TEMPLATES.rglob("*.j2"))
FILTERS = frozenset({"quoted", "docstring"})


def complaints(source: str, filters: frozenset[str]) -> list[str]:
    """What is too clever in a template, with its line."""
    tree = Environment(autoescape=False).parse(source)  # noqa: S701
    return [f"line {node.lineno}: {what}" for node, what in _statements(tree.body, filters)]


Found = Iterator[tuple[nodes.Node, str]]


def _statements(body: list[nodes.Node], filters: frozenset[str]) -> Found:
    for node in body:
        match node:
            case nodes.Output():
                for child in node.nodes:
                    yield from _printed(child, filters)
            case nodes.For(iter=sequence, target=nodes.Name(), test=None, else_=[], recursive=False):
                yield from _path(sequence, "a loop over")
                yield from _statements(node.body, filters)
            case nodes.If():
                yield from _flag(node.test)
                yield from _statements([*node.body, *node.elif_, *node.else_], filters)
            case nodes.Include(template=nodes.Const(value=str(name)), ignore_missing=False):
                if not (TEMPLATES / name).is_file():
                    yield node, f"there is no template {name}"
            case _:
                yield node, f"{type(node).__name__} is not for templates"


def _printed(node: nodes.Node, filters: frozenset[str]) -> Found:
    match node:
        case nodes.TemplateData():
            return
        case nodes.Filter(node=inner, name=name, kwargs=[], dyn_args=None, dyn_kwargs=None) if inner is not None:
            if name not in filters:
                yield node, f"this target has no filter {name}"
            for argument in node.args:
                if not isinstance(argument, nodes.Const):
                    yield from _path(argument, f"an argument of {name}")
            yield from _printed(inner, filters)
        case _:
            yield from _path(node, "printing")


def _flag(node: nodes.Node) -> Found:
    yield from _path(node.node if isinstance(node, nodes.Not) else node, "an if on")


def _path(node: nodes.Node, use: str) -> Found:
    """A name, or attributes of one."""
    start = node
    while isinstance(start, nodes.Getattr):
        start = start.node
    if not isinstance(start, nodes.Name) or start.name == "loop":
        yield node, f"{use} {type(start).__name__} is not for templates: prepare it in the view"


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.relative_to(TEMPLATES).as_posix())
def test_templates_stay_simple(path: Path) -> None:
    target: Target = import_module(f"sealwax.targets.{path.relative_to(TEMPLATES).parts[0]}").TARGET
    found = complaints(path.read_text(encoding="utf-8"), frozenset(target.filters))
    assert found == [], "\n".join(f"{path.relative_to(TEMPLATES.parent)}, {complaint}" for complaint in found)


def test_there_are_templates() -> None:
    assert FILES


@pytest.mark.parametrize("path", [path for path in TEMPLATES.rglob("*") if path.is_file()], ids=lambda path: path.name)
def test_every_template_is_checked(path: Path) -> None:
    assert path.suffix == ".j2"


@pytest.mark.parametrize(
    "source",
    [
        "text\n",
        "{# a remark #}",
        "{{ name }}{{ view.a.b }}{{ view.a | quoted | quoted }}",
        "{{ view.a | docstring(4) }}{{ view.a | docstring(view.b) }}",
        "{% for a in view.items %}{{ a }}{% endfor %}",
        "{% if view.flag %}a{% elif not view.other %}b{% else %}c{% endif %}",
    ],
)
def test_simple_templates_are_fine(source: str) -> None:
    assert complaints(source, FILTERS) == []


@pytest.mark.parametrize(
    "cleverness",
    [
        "{{ view.make() }}",
        "{{ 'x' }}",
        "{{ 'x' | quoted }}",
        "{{ view.a | unheard_of }}",
        "{{ 1 + view.a }}",
        "{{ view.a ~ view.b }}",
        "{{ view.a[0] }}",
        "{{ view.a == 1 }}",
        "{{ view.a if view.b else view.c }}",
        "{{ [view.a] }}",
        "{{ view.a | quoted(key=1) }}",
        "{{ view.a | quoted(view.b + 1) }}",
        "{{ view.a is defined }}",
        "{% if view.a == 1 %}{% endif %}",
        "{% if view.a and view.b %}{% endif %}",
        "{% if view.a is defined %}{% endif %}",
        "{% if view.a | length %}{% endif %}",
        "{% if not view.a() %}{% endif %}",
        "{% if view.a %}{% elif view.b > 1 %}{% endif %}",
        "{% if view.a %}{% else %}{{ view.b() }}{% endif %}",
        "{% for a in view.items() %}{% endfor %}",
        "{% for a in [1, 2] %}{% endfor %}",
        "{% for a in view.items | sort %}{% endfor %}",
        "{% for a, b in view.pairs %}{% endfor %}",
        "{% for a in view.items if a.b %}{% endfor %}",
        "{% for a in view.items recursive %}{% endfor %}",
        "{% for a in view.items %}{{ a() }}{% endfor %}",
        "{% for a in view.items %}{{ a }}{% else %}none{% endfor %}",
        "{% for a in view.items %}{% if not loop.last %}, {% endif %}{% endfor %}",
        "{% set a = view.b %}",
        "{% set a %}b{% endset %}",
        "{% macro a() %}{% endmacro %}",
        "{% call view.a() %}{% endcall %}",
        "{% filter f %}{% endfilter %}",
        "{% with a = view.b %}{% endwith %}",
        "{% import 'a' as b %}",
        "{% from 'a' import b %}",
        "{% extends 'a' %}",
        "{% block a %}{% endblock %}",
        "{% include view.name %}",
        "{% include 'no-such-template.j2' %}",
        "{% include ['a.j2', 'b.j2'] %}",
        "{% include 'a.j2' ignore missing %}",
    ],
)
def test_clever_templates_are_refused_with_their_line(cleverness: str) -> None:
    (complaint,) = complaints(f"text\n\n{cleverness}\n", FILTERS)
    assert complaint.startswith("line 3: ")
