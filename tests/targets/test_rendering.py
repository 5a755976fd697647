"""Templates print finished code and nothing else, and a cache that is broken in any way changes nothing."""

import json
import marshal
import os
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path
from zlib import crc32

import pytest

from sealwax import rendering
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
    return text


FILTERS = {"quoted": quoted}


class Desk:
    """Renders a template that is given as text."""

    def __init__(self, folder: Path) -> None:
        self.templates = folder / "templates"
        self.cache = folder / "cache"
        self.templates.mkdir()

    def write(self, source: str, name: str = "page.j2") -> None:
        (self.templates / name).write_text(source, encoding="utf-8")

    def render(self, source: str | None = None) -> str:
        if source is not None:
            self.write(source)
        return Renderer(self.templates, self.cache).render(Page("page", "page.j2", View()), FILTERS)


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
    with pytest.raises(BrokenTemplateError, match=r"^leaf\.j2, line 1: there is no name 'item'"):
        desk.render('{% include "part.j2" %}')


def test_the_first_flag_that_is_set_decides(desk: Desk) -> None:
    choice = "{%% if %s %%}a{%% elif %s %%}b{%% elif %s %%}c{%% else %%}d{%% endif %%}"
    yes, no = "view.flag", "not view.flag"
    for flags, chosen in {(yes, yes, no): "a", (no, yes, yes): "b", (no, no, yes): "c", (no, no, no): "d"}.items():
        assert desk.render(choice % flags) == chosen


def test_characters_of_every_plane_pass_through(desk: Desk) -> None:
    assert desk.render("é 語 😀 {{ view.finished }}\n") == "é 語 😀 done\n"


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
        "view.finished.__class__(view.raw)",
        "view.shout()",
        "view.raw if view.flag else view.finished",
        "view.raw or view.finished",
        "[view.finished]",
        "{1: 2}",
        "view.raw is defined",
        "view.number == 1",
        "view.raw | safe",
        "view.raw | escape",
        "view.raw_list | join",
        "view.raw | upper",
        "view.finished | string",
        "view.raw | default(view.finished)",
        "view.raw | quoted | upper",
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
        Renderer(desk.templates, desk.cache).render(Page("page", "page.j2", View()), filters)  # type: ignore[arg-type]


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
        "{% set x %}{{ view.finished }}{% endset %}{{ x }}",
        "{% macro m() %}x{% endmacro %}{{ m() }}",
        "{% call view.shout() %}x{% endcall %}",
        "{% filter quoted %}x{% endfilter %}",
        "{% filter upper %}x{% endfilter %}",
        "{% autoescape true %}{{ view.raw }}{% endautoescape %}",
        "{% with x = view.raw %}{{ x }}{% endwith %}",
        '{% import "page.j2" as page %}{{ page }}',
        '{% from "page.j2" import x %}{{ x }}',
        '{% extends "page.j2" %}',
        "{% block b %}{{ view.raw }}{% endblock %}",
        "{% do view.shout() %}",
        "{% for item in view.raw_list if item == 'a' %}{% endfor %}",
        "{% for item in view.raw_list %}{% else %}none{% endfor %}",
        "{% for item in view.raw_list recursive %}{% endfor %}",
        "{% for a, b in view.raw_list %}{% endfor %}",
        "{% if not loop.last %}, {% endif %}",
        "{% for item in view.raw_list %}{% if not loop.last %}, {% endif %}{% endfor %}",
        "{{ view.raw | quoted(indent=1) }}",
        "{{ view.raw | quoted(*view.raw_list) }}",
        "{{ view.raw | quoted(**view) }}",
        '{% include "absent.j2" ignore missing %}',
        "{% if view.number == 1 %}x{% endif %}",
        "{% if view.flag and view.number %}x{% endif %}",
        '{% include "absent.j2" %}',
        "{% include view.raw %}",
    ],
)
def test_no_tag_leads_around_the_guard(desk: Desk, source: str) -> None:
    with pytest.raises(BrokenTemplateError, match=r"page\.j2"):
        desk.render(source)


def test_an_included_template_is_guarded_too(desk: Desk) -> None:
    desk.write("fine\n\n{{ view.raw }}\n", "part.j2")
    with pytest.raises(BrokenTemplateError, match=r"^part\.j2, line 3: str is not finished code"):
        desk.render('one\n{% include "part.j2" %}\n')


def test_the_guard_holds_for_templates_from_the_cache(desk: Desk) -> None:
    desk.write("ok\n{{ view.raw }}\n")
    for _ in range(2):
        with pytest.raises(BrokenTemplateError, match=r"^page\.j2, line 2: str is not finished code"):
            desk.render()
    assert list(desk.cache.iterdir())


def test_errors_say_which_name_is_missing_and_where(desk: Desk) -> None:
    with pytest.raises(BrokenTemplateError, match=r"^page\.j2, line 3: .*has no attribute 'colour'"):
        desk.render("a\nb\n{{ view.colour }}\n")


def test_errors_in_a_filter_name_the_line_that_used_it(desk: Desk) -> None:
    with pytest.raises(BrokenTemplateError, match=r"^page\.j2, line 2: "):
        desk.render("a\n{{ view.unknown | quoted }}\n")


def test_a_missing_template_is_named(desk: Desk) -> None:
    with pytest.raises(BrokenTemplateError, match=r"no template page\.j2"):
        desk.render()


def test_each_target_has_only_its_own_filters(desk: Desk) -> None:
    renderer = Renderer(desk.templates, desk.cache)
    desk.write("{{ view.raw | quoted }}")
    page = Page("page", "page.j2", View())
    assert renderer.render(page, {"quoted": lambda _: Finished("first")}) == "first"
    assert renderer.render(page, {"quoted": lambda _: Finished("second")}) == "second"
    with pytest.raises(BrokenTemplateError, match="there is no filter 'quoted'"):
        renderer.render(page, {})


def test_the_header_carries_the_mark() -> None:
    assert header("response-v2").startswith(MARK)
    assert "response-v2" in header("response-v2")
    assert "\n" not in header("response-v2")


# -- the cache --------------------------------------------------------------------------------------------------------


def entries(cache: Path) -> list[Path]:
    return sorted(path for path in cache.iterdir())


def test_a_compiled_template_is_kept_for_its_owner_alone(desk: Desk) -> None:
    desk.render("text\n")
    (entry,) = entries(desk.cache)
    assert desk.cache.stat().st_mode & 0o777 == 0o700
    assert entry.stat().st_mode & 0o777 == 0o600


def test_a_kept_template_is_not_compiled_again(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    desk.render("text\n")
    monkeypatch.setattr("sealwax.templating.translate", None)
    assert desk.render() == "text\n"


def test_a_changed_template_is_compiled_again(desk: Desk) -> None:
    assert desk.render("one\n") == "one\n"
    assert desk.render("two\n") == "two\n"
    assert desk.render("one\n") == "one\n"
    assert len(entries(desk.cache)) == 2


def test_a_damaged_entry_is_ignored_and_mended(desk: Desk) -> None:
    desk.render("{{ view.finished }}\n")
    (entry,) = entries(desk.cache)
    whole = entry.read_bytes()
    damaged = [b"", whole[:10], whole[:32], whole[:-1], whole + b"x", bytes(len(whole)), os.urandom(len(whole))]
    damaged += [whole[:at] + bytes([whole[at] ^ 1]) + whole[at + 1 :] for at in range(0, len(whole), 97)]
    for content in damaged:
        entry.write_bytes(content)
        assert desk.render() == "done\n"
        assert entry.read_bytes() == whole


def test_an_entry_that_is_no_code_is_ignored(desk: Desk) -> None:
    desk.render("text\n")
    (entry,) = entries(desk.cache)
    whole = entry.read_bytes()
    origin, code = marshal.loads(whole[4:])  # noqa: S302
    for content in ("no code", (origin, "no code"), ("another text", code), (origin, code, code), 1):
        body = marshal.dumps(content)
        entry.write_bytes(crc32(body).to_bytes(4) + body)
        assert desk.render() == "text\n"
        assert entry.read_bytes() == whole


def test_a_cache_that_others_can_write_is_not_trusted(desk: Desk) -> None:
    desk.cache.mkdir()
    desk.cache.chmod(0o777)
    assert desk.render("text\n") == "text\n"
    assert entries(desk.cache) == []


def test_a_cache_folder_that_cannot_be_made_is_harmless(desk: Desk) -> None:
    desk.cache.write_text("a file where the folder should be")
    assert desk.render("text\n") == "text\n"
    desk.cache = Path("/proc/sealwax")
    assert desk.render("text\n") == "text\n"


def test_a_moved_checkout_shares_the_cache_and_names_its_own_files(desk: Desk) -> None:
    desk.write("{{ view.raw }}")
    with pytest.raises(BrokenTemplateError):
        desk.render()
    desk.templates = desk.templates.rename(desk.templates.with_name("moved"))
    with pytest.raises(BrokenTemplateError, match=r"^page\.j2, line 1: ") as caught:
        desk.render()
    assert len(entries(desk.cache)) == 1
    assert caught.value.__cause__ is not None


def test_the_cache_folder_can_be_chosen_or_left_out(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    desk.write("text\n")
    home, page = desk.templates.parent / "home", Page("page", "page.j2", View())
    chosen = {"SEALWAX_CACHE_DIR": "", "XDG_CACHE_HOME": str(home / "xdg"), "HOME": str(home)}
    for name, value in chosen.items():
        monkeypatch.setenv(name, value)
    assert Renderer(desk.templates).render(page, FILTERS) == "text\n"
    assert not home.exists()
    monkeypatch.delenv("SEALWAX_CACHE_DIR")
    assert Renderer(desk.templates).render(page, FILTERS) == "text\n"
    assert entries(home / "xdg" / "sealwax")
    monkeypatch.setenv("XDG_CACHE_HOME", "relative")
    assert Renderer(desk.templates).render(page, FILTERS) == "text\n"
    assert entries(home / ".cache" / "sealwax")
    monkeypatch.setenv("SEALWAX_CACHE_DIR", str(home / "mine"))
    assert Renderer(desk.templates).render(page, FILTERS) == "text\n"
    assert entries(home / "mine")


def test_kept_templates_need_no_jinja(desk: Desk) -> None:
    desk.render("text\n")
    script = (
        "import sys; from pathlib import Path; from sealwax.rendering import Page, Renderer;"
        "print(Renderer(*map(Path, sys.argv[1:])).render(Page('page', 'page.j2', None), {}), 'jinja2' in sys.modules)"
    )
    command = [sys.executable, "-c", script, str(desk.templates), str(desk.cache)]
    assert subprocess.run(command, check=True, capture_output=True, text=True).stdout == "text\n False\n"


def test_importing_the_renderer_does_not_import_jinja() -> None:
    script = "import sys, sealwax.rendering, sealwax.languages.markdown; sys.exit('jinja2' in sys.modules)"
    source = Path(rendering.__file__).parents[1]
    subprocess.run([sys.executable, "-c", script], check=True, env=os.environ | {"PYTHONPATH": str(source)})
