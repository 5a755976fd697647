"""Templates print finished code and nothing else, and errors in them show where they are."""

import ast
import json
import os
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from checkout import ROOT

from sealwax import rendering
from sealwax.meaning.checks import NODES, AnyCheck, HasKey
from sealwax.rendering import MARK, BrokenTemplateError, Finished, Page, Renderer, header


@dataclass(frozen=True)
class Unknown:
    """An object that wants to be printed."""

    def __str__(self) -> str:
        return "printed"

    def __html__(self) -> str:
        return "printed"


@dataclass(frozen=True)
class View:
    raw: str = "*/ raw"
    number: int = 1
    flag: bool = True
    nothing: None = None
    finished: Finished = field(default_factory=lambda: Finished("done"))
    finished_list: tuple[Finished, ...] = (Finished("a"), Finished("b"))
    raw_list: tuple[str, ...] = ("a", "b")
    unknown: Unknown = field(default_factory=Unknown)

    def shout(self, caller: object = None) -> str:
        return f"LOUD {caller}"


def quoted(text: str) -> Finished:
    return Finished(json.dumps(text))


def careless(text: str) -> str:
    return f"{text}"


FILTERS = {"quoted": quoted}


class Desk:
    """Renders a template that is given as text."""

    def __init__(self, folder: Path) -> None:
        self.templates = folder / "templates"
        self.cache = self.templates / "__pycache__"
        self.templates.mkdir()

    def write(self, source: str, name: str = "page.j2") -> None:
        (self.templates / name).write_text(source, encoding="utf-8")

    def render(self, source: str | None = None) -> str:
        if source is not None:
            self.write(source)
        return Renderer(self.templates).render(Page("page", "page.j2", View()), FILTERS)


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    return Desk(tmp_path)


def test_finished_code_and_filtered_text_are_printed(desk: Desk) -> None:
    loop = "{% for item in view.finished_list %}\n  {{ item }}: {{ view.raw | quoted }},\n{% endfor %}\n"
    assert desk.render(loop + "{{ view.finished }}\n") == '  a: "*/ raw",\n  b: "*/ raw",\ndone\n'


def test_lines_that_hold_only_a_tag_leave_no_trace(desk: Desk) -> None:
    desk.write("included\n", "part.j2")
    source = 'a\n  {% if view.flag %}\n  b\n  {% else %}\n  c\n  {% endif %}\n{% include "part.j2" %}\nd\n'
    assert desk.render(source) == "a\n  b\nincluded\nd\n"


def test_an_inner_loop_may_reuse_the_name_of_an_outer_one(desk: Desk) -> None:
    inner = "{% for item in view.finished_list %}{{ item }}{% endfor %}"
    assert (
        desk.render("{% for item in view.finished_list %}{{ item }}" + inner + "{{ item }} {% endfor %}")
        == "aaba babb "
    )


def test_an_included_template_sees_the_loops_around_it(desk: Desk) -> None:
    desk.write('{% for other in view.finished_list %}{% include "leaf.j2" %}{% endfor %}', "part.j2")
    desk.write("{{ item }}{{ other }} ", "leaf.j2")
    assert desk.render('{% for item in view.finished_list %}{% include "part.j2" %}{% endfor %}') == "aa ab ba bb "
    with pytest.raises(BrokenTemplateError, match=r"^leaf\.j2, line 1: UndefinedError: 'item' is undefined"):
        desk.render('{% include "part.j2" %}')


def test_the_first_flag_that_is_set_decides(desk: Desk) -> None:
    choice = "{%% if %s %%}a{%% elif %s %%}b{%% elif %s %%}c{%% else %%}d{%% endif %%}"
    yes, no = "view.flag", "not view.flag"
    for flags, chosen in {(yes, yes, no): "a", (no, yes, yes): "b", (no, no, yes): "c", (no, no, no): "d"}.items():
        assert desk.render(choice % flags) == chosen


def test_characters_of_every_plane_pass_through(desk: Desk) -> None:
    assert desk.render("é 語 😀 {{ view.finished }}\n") == "é 語 😀 done\n"


def test_what_a_macro_prints_is_finished(desk: Desk) -> None:
    macro = "{% macro pair(name, value) %}\n{{ name }}: {{ value | quoted }}\n{% endmacro %}\n"
    assert desk.render(macro + "{{ pair(view.finished, view.raw) }}\n") == 'done: "*/ raw"\n'


def test_the_last_line_of_a_macro_ends_where_its_caller_says(desk: Desk) -> None:
    lines = "{% macro lines() %}\n{% for item in view.finished_list %}\n{{ item }}\n{% endfor %}\n{% endmacro %}\n"
    assert desk.render(lines + "[{{ lines() }}]\n") == "[a\nb]\n"


def test_macros_can_be_imported_and_use_the_filters_of_the_target(desk: Desk) -> None:
    desk.write("{% macro text(value) %}<{{ value | quoted }}>{% endmacro %}", "macros.j2")
    assert desk.render('{% import "macros.j2" as macros %}{{ macros.text(view.raw) }}') == '<"*/ raw">'
    assert desk.render('{% from "macros.j2" import text %}{{ text(view.raw) }}') == '<"*/ raw">'


def test_the_lines_of_a_block_can_be_indented(desk: Desk) -> None:
    block = "{% set block %}\na\n\nb\n{% endset %}\n"
    assert desk.render(block + "if x:\n    {{ block | indent }}\n") == "if x:\n    a\n\n    b\n"
    assert desk.render(block + "  {{ block | indent(2) }}\n") == "  a\n\n  b\n"


def test_finished_parts_can_be_joined(desk: Desk) -> None:
    assert desk.render("{{ view.finished_list | join }}") == "a, b"
    assert desk.render("{% set bar %} | {% endset %}{{ view.finished_list | join(bar) }}") == "a | b"


def test_loops_know_their_place_and_names_can_be_set(desk: Desk) -> None:
    loop = "{% for item in view.finished_list %}{% set name = item %}{{ name }}{% if not loop.last %}, {% endif %}"
    assert desk.render(loop + "{% endfor %}") == "a, b"


def test_parts_of_a_list_can_be_chosen_and_counted(desk: Desk) -> None:
    assert desk.render("{{ view.finished_list | first }}{{ view.finished_list | last }}") == "ab"
    assert desk.render("{% if view.finished_list | length == 2 %}two{% endif %}") == "two"


# -- the guard --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "expression",
    [
        "view.raw",
        "view.number",
        "view.flag",
        "view.nothing",
        "view.unknown",
        "view",
        "view.finished_list",
        "view.missing",
        "missing",
        "view.missing.deeper",
        "view.finished.upper",
        "self",
        '"constant"',
        "1",
        "true",
        "none",
        '"a" "b"',
        'view.finished ~ "x"',
        '"a" ~ "b"',
        "view.finished + view.raw",
        "view.finished * 2",
        "view.finished[0]",
        "view.finished[1:]",
        "view.finished.upper()",
        'view.finished.join(["a", "b"])',
        "view.shout()",
        "view.finished.__class__(view.raw)",
        'view.finished.format("x")',
        "view.raw if view.flag else view.finished",
        "view.raw or view.finished",
        "[view.finished]",
        "{1: 2}",
        "view.raw is defined",
        "view.number == 1",
        "view.raw | safe",
        "view.raw | escape",
        "view.raw | upper",
        "view.finished | string",
        "view.raw | default(view.finished)",
        "view.raw | quoted | upper",
        "view.raw | indent",
        "view.raw_list | join",
        "view.finished_list | join(view.raw)",
        'view.finished_list | join("; ")',
        "view.raw_list | first",
        "view.raw_list | length",
        "view.raw | careless",
        '"constant" | careless',
        "range(3)",
        "dict()",
        "lipsum()",
        "cycler",
        "namespace",
    ],
)
@pytest.mark.parametrize(
    "frame", ["%s", "{%% if view.flag %%}%s{%% endif %%}", "{%% for x in view.raw_list %%}%s{%% endfor %%}"]
)
def test_nothing_else_is_printed(desk: Desk, expression: str, frame: str) -> None:
    filters = FILTERS | {"careless": careless}
    desk.write(frame % ("{{ " + expression + " }}"))
    with pytest.raises(BrokenTemplateError, match=r"^page\.j2, line 1: "):
        Renderer(desk.templates).render(Page("page", "page.j2", View()), filters)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "source",
    [
        "{% for item in view.raw_list %}{{ item }}{% endfor %}",
        "{% for letter in view.finished %}{{ letter }}{% endfor %}",
        "{% for item in view.finished_list %}{{ loop.index }}{% endfor %}",
        "{% for item in view.finished_list %}{{ loop }}{% endfor %}",
        "{% for item in view.missing %}{{ item }}{% endfor %}",
        "{% if view.missing %}{% endif %}",
        "{% set x = view.raw %}{{ x }}",
        "{% set x %}{{ view.raw }}{% endset %}{{ x }}",
        "{% set x | upper %}{{ view.finished }}{% endset %}{{ x }}",
        "{% set x | careless %}{{ view.finished }}{% endset %}{{ x }}",
        "{% macro m() %}{{ view.raw }}{% endmacro %}{{ m() }}",
        "{% macro m(x) %}{{ x }}{% endmacro %}{{ m(view.raw) }}",
        "{% macro m(x) %}{{ x }}{% endmacro %}{{ m() }}",
        "{% macro m() %}x{% endmacro %}{{ m }}",
        "{% macro m() %}x{% endmacro %}{{ m.name }}",
        "{% macro m() %}x{% endmacro %}{{ m() ~ view.raw }}",
        "{% macro m() %}{{ caller() }}{% endmacro %}{% call m() %}{{ view.raw }}{% endcall %}",
        "{% call view.shout() %}x{% endcall %}",
        "{% filter upper %}x{% endfilter %}",
        "{% filter careless %}x{% endfilter %}",
        "{% filter quoted %}{{ view.raw }}{% endfilter %}",
        "{% filter length %}x{% endfilter %}",
        "{% autoescape true %}{{ view.raw }}{% endautoescape %}",
        "{% with x = view.raw %}{{ x }}{% endwith %}",
        "{% print view.raw %}",
        '{% import "page.j2" as page %}{{ page }}',
        '{% from "part.j2" import x %}{{ x }}',
        '{% extends "absent.j2" %}',
        "{% block b %}{{ view.raw }}{% endblock %}",
        "{% do view.shout() %}",
        "{% for a, b in view.raw_list %}{% endfor %}",
        "{{ view.raw | quoted(indent=1) }}",
        '{% include "absent.j2" %}',
        "{% include view.raw %}",
        '{% include "../page.j2" %}',
    ],
)
def test_no_tag_leads_around_the_guard(desk: Desk, source: str) -> None:
    desk.write("", "part.j2")
    desk.write(source)
    filters = FILTERS | {"careless": careless}
    with pytest.raises(BrokenTemplateError, match=r"^page\.j2"):
        Renderer(desk.templates).render(Page("page", "page.j2", View()), filters)  # type: ignore[arg-type]


def test_an_included_template_is_guarded_too(desk: Desk) -> None:
    desk.write("fine\n\n{{ view.raw }}\n", "part.j2")
    with pytest.raises(BrokenTemplateError, match=r"^part\.j2, line 3: TypeError: str is not finished code"):
        desk.render('one\n{% include "part.j2" %}\n')


@pytest.mark.parametrize(
    ("source", "missing"),
    [
        ("{{ view.colour }}", r"View object' has no attribute 'colour'"),
        ("{{ view.colour | quoted }}", r"View object' has no attribute 'colour'"),
        ("{{ view.raw | quoted(view.colour) }}", r"View object' has no attribute 'colour'"),
        ("{{ view.colour.shade }}", r"View object' has no attribute 'colour'"),
        ("{% if view.colour %}{% endif %}", r"View object' has no attribute 'colour'"),
        ("{{ colour }}", r"'colour' is undefined"),
        ("{{ view.raw | coloured }}", r"No filter named 'coloured'"),
        ("{% if view.flag %}{{ view.raw | coloured }}{% endif %}", r"No filter named 'coloured'"),
        ('{% include "colour.j2" %}', r"TemplateNotFound: 'colour\.j2' not found"),
        ('{% from "part.j2" import colour %}{{ colour() }}', r"does not export the requested name 'colour'"),
        ("{% if view.flag %}", r"Unexpected end of template"),
        ("{% paint view.raw %}", r"unknown tag 'paint'"),
    ],
)
def test_errors_show_the_line_and_the_missing_name(desk: Desk, source: str, missing: str) -> None:
    desk.write("", "part.j2")
    with pytest.raises(BrokenTemplateError, match=rf"^page\.j2, line 3: .*{missing}"):
        desk.render(f"a\nb\n{source}")


def test_errors_in_a_macro_show_its_own_line(desk: Desk) -> None:
    desk.write("\n{% macro m() %}\n{{ view.colour }}\n{% endmacro %}\n", "macros.j2")
    with pytest.raises(BrokenTemplateError, match=r"^macros\.j2, line 3: UndefinedError: 'view' is undefined"):
        desk.render('{% from "macros.j2" import m %}\n{{ m() }}\n')


def test_a_missing_template_is_named(desk: Desk) -> None:
    with pytest.raises(BrokenTemplateError, match=r"^page\.j2: TemplateNotFound: 'page\.j2' not found"):
        desk.render()


def test_each_target_has_only_its_own_filters(desk: Desk) -> None:
    desk.write("{% macro text(value) %}{{ value | quoted }} {{ 'constant' | quoted }}{% endmacro %}", "macros.j2")
    desk.write('{% from "macros.j2" import text %}{{ text(view.raw) }}')
    page = Page("page", "page.j2", View())
    for renderer in (Renderer(desk.templates), Renderer(desk.templates)):
        assert renderer.render(page, {"quoted": lambda _: Finished("first")}) == "first first"
        assert renderer.render(page, {"quoted": lambda _: Finished("second")}) == "second second"
        with pytest.raises(BrokenTemplateError, match="No filter named 'quoted'"):
            renderer.render(page, {})


def test_templates_tell_the_nodes_of_the_check_plan_apart(desk: Desk) -> None:
    source = "{% if view is any_check %}any{% elif view is has_key %}key{% else %}other{% endif %}"
    desk.write(source)
    for node, printed in ((AnyCheck(), "any"), (HasKey("a"), "key"), (View(), "other")):
        assert Renderer(desk.templates).render(Page("page", "page.j2", node), NODES) == printed
    with pytest.raises(BrokenTemplateError, match="No test named 'no_check'"):
        desk.render("{% if view.raw is no_check %}{% endif %}")


def test_a_union_of_classes_is_a_test(desk: Desk) -> None:
    desk.write("{% if view is simple %}simple{% else %}other{% endif %}")
    for node, printed in ((AnyCheck(), "simple"), (HasKey("a"), "simple"), (View(), "other")):
        page = Page("page", "page.j2", node)
        assert Renderer(desk.templates).render(page, {"simple": AnyCheck | HasKey}) == printed


def test_the_header_carries_the_mark() -> None:
    assert header("response-v2").startswith(MARK)
    assert "response-v2" in header("response-v2")
    assert "\n" not in header("response-v2")


# -- compiled templates -----------------------------------------------------------------------------------------------


@pytest.fixture
def writing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "dont_write_bytecode", False)


@pytest.mark.usefixtures("writing")
def test_a_compiled_template_is_used_again(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    desk.render("text\n")
    (entry,) = desk.cache.iterdir()
    monkeypatch.setattr("jinja2.Environment.compile", None)
    assert desk.render() == "text\n"
    assert [*desk.cache.iterdir()] == [entry]


@pytest.mark.usefixtures("writing")
def test_a_changed_template_is_compiled_again(desk: Desk) -> None:
    assert desk.render("one\n") == "one\n"
    assert desk.render("two\n") == "two\n"
    assert len([*desk.cache.iterdir()]) == 1


@pytest.mark.usefixtures("writing")
def test_a_damaged_compiled_template_is_compiled_again(desk: Desk) -> None:
    desk.render("text\n")
    (entry,) = desk.cache.iterdir()
    whole = entry.read_bytes()
    for size in (0, 5, len(whole) // 2, len(whole) - 1):
        entry.write_bytes(whole[:size])
        assert desk.render() == "text\n"
        assert entry.read_bytes() == whole


@pytest.mark.usefixtures("writing")
def test_compiled_templates_are_guarded_and_know_their_lines(desk: Desk) -> None:
    desk.write("ok\n{{ view.raw }}\n")
    for _ in range(2):
        with pytest.raises(BrokenTemplateError, match=r"^page\.j2, line 2: TypeError: str is not finished code"):
            desk.render()
    assert [*desk.cache.iterdir()]


@pytest.mark.usefixtures("writing")
def test_where_nothing_can_be_written_templates_are_compiled_each_time(desk: Desk) -> None:
    desk.cache.symlink_to(desk.templates / "nowhere")
    assert desk.render("text\n") == "text\n"
    assert desk.render() == "text\n"


def test_nothing_is_written_where_python_writes_no_bytecode(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    assert desk.render("text\n") == "text\n"
    assert not desk.cache.exists()


def test_importing_the_renderer_does_not_import_jinja() -> None:
    script = "import sys, sealwax.rendering, sealwax.languages.markdown; sys.exit('jinja2' in sys.modules)"
    source = Path(rendering.__file__).parents[1]
    subprocess.run([sys.executable, "-c", script], check=True, env=os.environ | {"PYTHONPATH": str(source)})


# -- what the compiler calls finished ---------------------------------------------------------------------------------

PLAIN_NAMES = {
    "targets/markdown/project.py: contract.name",
    "targets/package_names.py: contract.output.module",
    "targets/python/records.py: constant.name",
    "targets/typescript/catalogue.py: each.name",
}
"""Texts that the grammar limits to letters, digits, hyphens and underscores."""


def _texts(node: ast.expr) -> list[ast.expr]:
    """The attributes that an expression may return as they are, or join."""
    match node:
        case ast.IfExp(body=body, orelse=other):
            return [*_texts(body), *_texts(other)]
        case ast.BoolOp(values=values):
            return [each for value in values for each in _texts(value)]
        case ast.Call(func=ast.Attribute(attr="join"), args=[joined]):
            return _texts(joined)
        case ast.Attribute(value=owner, attr=name):
            is_of_enum = name == "value" or (isinstance(owner, ast.Name) and owner.id[0].isupper())
            return [] if is_of_enum else [node]
        case _:
            return []


def _unescaped(source: str) -> list[str]:
    """The texts of a model that a module calls finished without escaping them."""
    calls = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call)]
    made = [call.args[0] for call in calls if isinstance(call.func, ast.Name) and call.func.id == "Finished"]
    return [ast.unparse(text) for given in made for text in _texts(given)]


def test_no_text_of_a_contract_is_finished_without_a_filter() -> None:
    folder = ROOT / "src" / "sealwax"
    texts = {path.relative_to(folder).as_posix(): path.read_text(encoding="utf-8") for path in folder.rglob("*.py")}
    found = {f"{path}: {each}" for path, text in texts.items() for each in _unescaped(text)}
    assert {each for each in found if not each.startswith("languages/")} == PLAIN_NAMES


@pytest.mark.parametrize("given", ["field.doc", "failing.code if failing else ''", "'.'.join(field.path)"])
def test_a_text_that_is_finished_as_it_is_would_be_found(given: str) -> None:
    assert _unescaped(f"Finished({given})")
