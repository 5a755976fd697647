"""Templates hold the text of what is generated. They choose and repeat; whatever has to be computed is in the view."""

from pathlib import Path

import pytest
from checkout import ROOT
from jinja2 import Environment, nodes

from sealwax.rendering.environment import OWN_FILTERS, STOCK_FILTERS
from sealwax.rendering.sandbox import computing
from sealwax.targets import TARGETS, load

TEMPLATES = ROOT / "templates"
FILES = sorted(path for path in TEMPLATES.rglob("*") if path.is_file() and "__pycache__" not in path.parts)
FILTERS = {name for target in map(load, TARGETS) for name in target.filters} | {*OWN_FILTERS, *STOCK_FILTERS}
SHARED = {"html": ("typescript/",)}
"""The targets whose templates another one uses as they are, which docs/configuration.md says."""


def complaints(source: str, folder: str = "") -> list[str]:
    """Everything that does not belong in a template, with its line."""
    tree = Environment(autoescape=False).parse(source)  # noqa: S701
    found: list[tuple[nodes.Node, str]] = []
    found += [(node, f"attribute {node.attr}") for node in tree.find_all(nodes.Getattr) if node.attr.startswith("_")]
    found += [(node, f"filter {node.name}") for node in tree.find_all(nodes.Filter) if node.name not in FILTERS]
    for node in tree.find_all((nodes.Include, nodes.Import, nodes.FromImport, nodes.Extends)):
        name = getattr(node, "template", None)
        if not isinstance(name, nodes.Const) or not (TEMPLATES / str(name.value)).is_file():
            found.append((node, "missing template"))
        elif folder and not str(name.value).startswith((f"{folder}/", *SHARED.get(folder, ()))):
            found.append((node, "template of another target"))  # an override of it would not be seen here
    places = [*computing(tree), *((node.lineno, what) for node, what in found)]
    return [f"line {line}: {what}" for line, what in places]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.relative_to(TEMPLATES).as_posix())
def test_templates_compute_nothing(path: Path) -> None:
    assert path.suffix == ".j2"
    assert complaints(path.read_text(encoding="utf-8"), path.relative_to(TEMPLATES).parts[0]) == []


def test_there_are_templates() -> None:
    assert FILES


@pytest.mark.parametrize(
    "source",
    [
        "{{ view.a + 1 }}",
        "{{ view.a ~ view.b }}",
        "{{ -view.a }}",
        "{{ view.a[1:] }}",
        "{{ [view.a] | join }}",
        "{{ view.a._b }}",
        "{{ view.a | unheard_of }}",
        "{% if view.a | unheard_of %}{% endif %}",
        "{% set a = view.a + 1 %}",
        "{% macro m() %}{{ view.a * 2 }}{% endmacro %}",
        "{% filter join %}{% endfilter %}",
        "{% include view.name %}",
        "{% include 'no-such-template.j2' %}",
        "{% import 'no-such-template.j2' as a %}",
        "{% from 'no-such-template.j2' import a %}",
    ],
)
def test_what_does_not_belong_in_a_template_is_reported_with_its_line(source: str) -> None:
    assert complaints(f"text\n\n{source}\n")[0].startswith("line 3: ")


@pytest.mark.parametrize(
    "source",
    [
        "{{ view.a }}{{ view.a | join }}{{ view.a | indent(8) }}",
        "{% for a in view.items %}{{ a }}{% if not loop.last and view.b %}, {% endif %}{% else %}none{% endfor %}",
        "{% macro m(a) %}{% if a.kind == 'list' %}{{ a.name }}{% endif %}{% endmacro %}{{ m(view.a) }}",
        "{% set a %}text{% endset %}{{ a }}{%- if view.a is none %} {% endif -%}",
    ],
)
def test_templates_choose_repeat_and_name(source: str) -> None:
    assert complaints(source) == []
