"""Templates hold the text of what is generated. They choose and repeat; whatever has to be computed is in the view."""

from pathlib import Path

import pytest
from checkout import ROOT
from jinja2 import Environment, nodes

TEMPLATES = ROOT / "templates"
FILES = sorted(path for path in TEMPLATES.rglob("*") if path.is_file() and "__pycache__" not in path.parts)
COMPUTING = (nodes.BinExpr, nodes.UnaryExpr, nodes.Concat, nodes.Slice, nodes.List, nodes.Dict, nodes.FilterBlock)
LOGIC = (nodes.And, nodes.Or, nodes.Not)


def computing(source: str) -> list[str]:
    """What a template computes, with its line."""
    tree = Environment(autoescape=False).parse(source)  # noqa: S701
    found = (node for node in tree.find_all(COMPUTING) if not isinstance(node, LOGIC))
    return [f"line {node.lineno}: {type(node).__name__}" for node in found]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.relative_to(TEMPLATES).as_posix())
def test_templates_compute_nothing(path: Path) -> None:
    assert path.suffix == ".j2"
    assert computing(path.read_text(encoding="utf-8")) == []


@pytest.mark.parametrize(
    "expression", ["view.a + 1", "view.a ~ view.b", "-view.a", "view.a[1:]", "[view.a] | join", "{1: view.a}"]
)
def test_what_a_template_computes_is_found(expression: str) -> None:
    (found,) = computing(f"{{% if view.a and not view.b %}}\n\n{{{{ {expression} }}}}{{% endif %}}")
    assert found.startswith("line 3: ")
