"""Overrides come with pull requests: they print finished code and nothing else, and cannot do anything else either."""

import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from sealwax.rendering import BrokenTemplateError, Finished, Page, Renderer, sandbox


@dataclass(frozen=True)
class View:
    raw: str = "*/ raw"
    number: int = -32000
    finished: Finished = field(default_factory=lambda: Finished("done"))
    items: tuple[Finished, ...] = (Finished("a"), Finished("b"))
    loader: object = open

    def shout(self) -> Finished:
        return Finished("LOUD")


def quoted(text: str, width: int = 0) -> Finished:
    return Finished(" " * width + repr(text))


Render = Callable[..., str]


@pytest.fixture
def templates(tmp_path: Path) -> Path:
    folder = tmp_path / "templates"
    (folder / "go").mkdir(parents=True)
    (folder / "go" / "page.j2").write_text('{% from "go/macros.j2" import tag %}\n{{ tag(view.finished) }}\n')
    (folder / "go" / "macros.j2").write_text("{% macro tag(name) %}<{{ name }}>{% endmacro %}\n")
    (folder / "go" / "part.j2").write_text("a part\n\n{{ item.missing }}\n")
    return folder


@pytest.fixture
def render(templates: Path) -> Render:
    def rendered(**overrides: str) -> str:
        texts = {f"go/{name}.j2": text for name, text in overrides.items()}
        return Renderer(templates, texts).render(Page("page", "go/page.j2", View()), {"quoted": quoted})

    return rendered


def test_an_override_replaces_a_template(render: Render) -> None:
    assert render() == "<done>\n"
    assert render(page="{% for item in view.items %}{{ item }}={{ view.raw | quoted }};{% endfor %}") == (
        "a='*/ raw';b='*/ raw';"
    )


def test_an_override_uses_templates_of_ours_and_they_use_it(render: Render) -> None:
    assert render(page='{% from "go/macros.j2" import tag %}[{{ tag(view.finished) }}]') == "[<done>]"
    assert render(macros="{% macro tag(name) %}«{{ name }}»{% endmacro %}") == "«done»\n"


def test_everything_that_templates_may_do_works_in_an_override(render: Render) -> None:
    source = (
        "{% macro pair(name) %}{{ name }}{{ caller() }}{% endmacro %}"
        "{% call pair(view.finished) %}!{% endcall %} "
        "{% for item in view.items if item == view.items[1] %}{{ item }}{{ loop.index | quoted }}{% endfor %} "
        "{% set block %}\nx\ny\n{% endset %}{{ block | indent(2) }} "
        "{% block b %}{{ view.items | join }}{% endblock %} {{ self.b() }}"
    )
    assert render(page=source) == "done! b1 x\n  y a, b a, b"


@pytest.mark.parametrize(
    "expression",
    [
        "view.raw",
        "view.number",
        "view.shout()",
        "view.shout",
        "view.loader('/etc/passwd')",
        "view.finished.format('x')",
        "view.finished.format_map(view)",
        "view.finished.upper()",
        "view.finished.join(view.items)",
        "view.__class__",
        "view['__class__']",
        "view.finished.__class__.__mro__",
        "view.shout.__globals__",
        "view.shout.__func__.__code__",
        "view.shout.im_func",
        "self._TemplateReference__context",
        "self.__init__",
        "view.raw | safe",
        "view.raw | attr('upper')",
        "view.finished | format('x')",
        "view.items | map('upper') | first",
        "view.number | pay",
        "range(3)",
        "dict()",
        "cycler(1)",
        "namespace()",
        "lipsum()",
        "environment",
        "context",
        "'constant'",
        "view.finished ~ view.raw",
        "view.finished * 3",
        "view.finished + view.finished",
        "view.finished % view.raw",
        "view.finished[0:1]",
        "10 ** 10",
        "-view.number",
        "[view.finished] | first",
        "{'a': view.finished}.a",
    ],
)
def test_nothing_else_is_printed_called_or_computed(render: Render, expression: str) -> None:
    for source in (f"{{{{ {expression} }}}}", f"{{% set x = {expression} %}}{{{{ x }}}}"):
        with pytest.raises(BrokenTemplateError, match=r"^go/page\.j2, line 2: ") as caught:
            render(page=f"text\n{source}\n")
        assert caught.value.is_override


@pytest.mark.parametrize(
    "source",
    [
        "{% call view.finished.format() %}x{% endcall %}",
        "{% call view.shout() %}x{% endcall %}",
        "{% include '/etc/passwd' %}",
        "{% include '../../../etc/passwd' %}",
        "{% import '../templates/go/page.j2' as page %}",
        "{% extends view.raw %}",
        "{% filter upper %}x{% endfilter %}",
        "{% do view.shout() %}",
        "{% autoescape false %}{{ view.raw }}{% endautoescape %}",
    ],
)
def test_no_tag_leads_out(render: Render, source: str) -> None:
    with pytest.raises(BrokenTemplateError, match=r"^go/page\.j2, line 1: "):
        render(page=source)


LINES = "{% set x %}" + "\n" * 30_000 + "x{% endset %}"
TEN = "{% set ten = (0, 1, 2, 3, 4, 5, 6, 7, 8, 9) %}"


@pytest.mark.parametrize(
    "source",
    [
        "{% set a %}0123456789{% endset %}" + "{% set a %}{{ a }}{{ a }}{% endset %}" * 60,
        TEN + "{% for x in ten %}" * 15 + "{% endfor %}" * 15,
        TEN + "{% for x in ten %}" * 15 + "text" + "{% endfor %}" * 15,
        TEN + "{% for x in ten if false %}" * 15 + "{% endfor %}" * 15 + "{{ view.raw }}",
        TEN + "{% for x in ten recursive %}{% if loop.depth < 40 %}{{ loop(ten) }}{% endif %}{% endfor %}",
        "{% macro m() %}{{ m() }}{% endmacro %}{{ m() }}",
        "{% macro a() %}{{ caller() }}{{ caller() }}{% endmacro %}"
        + "{% call a() %}" * 18
        + "x"
        + "{% endcall %}" * 18,
        "{% macro m0() %}x{% endmacro %}"
        + "".join(f"{{% macro m{n + 1}() %}}{{{{ m{n}() }}}}{{{{ m{n}() }}}}{{% endmacro %}}" for n in range(60))
        + "{{ m60() }}",
        '{% include "go/page.j2" %}',
        '{% extends "go/page.j2" %}',
        '{% import "go/page.j2" as page %}',
        "{% set block %}x\ny{% endset %}{{ block | indent(1000000000) }}",
        "{{ view.raw | quoted(width=1000000000) }}",
        "{{ " + "(" * 3000 + ")" * 3000 + " }}",
        "{% for x in view.items %}" * 30 + "{% endfor %}" * 30,
        "{{ " + "9" * 10000 + " }}",
        "{% if " + "not " * 20000 + "view.raw %}{% endif %}",
        LINES + "{{ x | indent(1000) }}",
        LINES + "{{ (" + "x, " * 900 + ") | join(x) }}",
        LINES
        + "{% set y %}{{ x }}{% endset %}"
        + TEN * 3
        + "{% for a in ten %}{% if x == y %}{% endif %}{% endfor %}" * 30,
        LINES + "{% set y %}{{ x }}{% endset %}" + "{% if x in y %}{% endif %}" * 300,
        LINES + "{% set y %}{{ x }}{% endset %}" + "{% if x is eq(y) %}{% endif %}" * 300,
        "{% set a = (1, 2) %}{% set b = (1, 2) %}"
        + "{% set a = (a, a) %}{% set b = (b, b) %}" * 60
        + "{% if a == b %}{% endif %}",
        "{{ view.finished }}" * 4000,
        "{{ view" + ".a" * 5000 + " }}",
        "{{ view.a" + " | quoted" * 2000 + " }}",
    ],
    ids=range(26),
)
def test_an_override_that_never_ends_is_stopped(render: Render, source: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sandbox, "BUDGET", sandbox.BUDGET // 10)  # the full one takes up to ten seconds
    with pytest.raises(BrokenTemplateError, match=r"^go/page\.j2"):
        render(page=source)


def test_all_pages_of_a_run_share_a_budget_that_grows_with_the_contracts(
    templates: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sandbox, "BUDGET", 2500)
    page = Page("page", "go/page.j2", View())
    overrides = {"go/page.j2": "{% for item in view.items %}" + "x" * 400 + "{% endfor %}"}

    def rendered(size: int) -> int:
        """How many pages there are before the budget is exhausted."""
        renderer = Renderer(templates, overrides, size)
        for number in range(100):
            try:
                renderer.render(page, {"quoted": quoted})
            except BrokenTemplateError:
                return number
        return 100

    assert rendered(0) == 2
    assert rendered(2) == 6
    assert rendered(1000) == 100


def test_nothing_of_an_override_is_cached(render: Render, templates: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    source = '{% from "go/macros.j2" import tag %}{{ tag(view.finished) }}'
    for _ in range(2):
        assert render(page=source) == "<done>"
    (ours,) = (templates / "__pycache__").iterdir()  # the macros, compiled for the sandbox
    assert render() == "<done>\n"
    assert len({*(templates / "__pycache__").iterdir()} - {ours}) == 2  # page and macros, compiled without one


@pytest.mark.parametrize(
    ("source", "place"),
    [
        ("a\n{{ view.colour }}", r"go/page\.j2, line 2: View has no attribute 'colour'"),
        ("{{ colour }}", r"go/page\.j2, line 1: there is no variable 'colour'"),
        ("\n\n{{ view.raw | coloured }}", r"go/page\.j2, line 3: there is no filter 'coloured'"),
        ('{% include "go/gone.j2" %}', r"go/page\.j2, line 1: there is no template go/gone\.j2"),
        ('\n{% from "go/macros.j2" import row %}{{ row() }}', r"go/page\.j2, line 2: .* 'row'"),
        ('{% from "go/macros.j2" import tag %}\n{{ tag(colour=1) }}', r"go/page\.j2, line 2: .*'colour'"),
        ("{% if x %}", r"go/page\.j2, line 1: Unexpected end of template"),
        # The included template is ours, and this line is the one to change.
        ('x\n{% set item = view %}{% include "go/part.j2" %}', r"go/page\.j2, line 2: .* no attribute 'missing'"),
    ],
)
def test_an_error_shows_the_line_of_the_override_and_the_missing_name(render: Render, source: str, place: str) -> None:
    with pytest.raises(BrokenTemplateError, match=f"^{place}") as caught:
        render(page=source)
    assert caught.value.is_override


def test_a_template_of_ours_that_an_override_breaks_is_not_taken_for_an_override(render: Render) -> None:
    with pytest.raises(BrokenTemplateError, match=r"^go/page\.j2, line 2: .*'go/macros\.j2'.* 'tag'") as caught:
        render(macros="{% macro other() %}{% endmacro %}")
    assert not caught.value.is_override
