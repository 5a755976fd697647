"""The HTML pages in a real browser: search, filters, links, the checker, calls, keyboards, and hostile contracts."""

import json
import re
from pathlib import Path
from typing import Any

import pictures
import pytest
from checkout import CASES, CONTRACTS, ROOT, read_contract
from packages.built import write_package
from pages.browsing import Browser

from sealwax.pipeline import load

GENERATED = ROOT / "generated"
PAGE = GENERATED / "response-v2" / "html" / "index.html"
OWN = ("mail-imap", "response-v2", "stac-meta")


def visit(browser: Browser, fragment: str = "") -> None:
    browser.visit(PAGE, fragment)


# -- the page as a whole ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", OWN)
def test_a_page_loads_without_requests_or_messages(browser: Browser, name: str) -> None:
    page = GENERATED / name / "html" / "index.html"
    browser.visit(page)
    assert browser.evaluate("document.querySelectorAll('[data-find]').length") > 20
    assert browser.evaluate("document.querySelectorAll('.tree .jn').length") > 0, "the program did not run"
    assert browser.messages() == []
    assert page.stat().st_size < 400_000


@pytest.mark.parametrize("name", OWN)
def test_every_link_within_a_page_leads_somewhere_and_no_id_is_used_twice(browser: Browser, name: str) -> None:
    browser.visit(GENERATED / name / "html" / "index.html")
    browser.open_all()
    assert browser.dead_links() == []
    ids = browser.evaluate("[...document.querySelectorAll('[id]')].map((node) => node.id)")
    assert sorted(ids) == sorted(set(ids))


def test_two_guides_with_one_title_have_two_ids(tmp_path: Path) -> None:
    text = (CASES / "guides" / "contract.yaml").read_text(encoding="utf-8")
    again = "guides:\n  - {title: Paying for an order, about: Order, doc: In other words.}\n"
    (contract,), _ = load({"contract/guides.yaml": text.replace("guides:\n", again, 1).encode()})
    page = (write_package("html", contract, tmp_path) / "index.html").read_text(encoding="utf-8")
    ids = [each for each in re.findall(r' id="([^"]+)"', page) if "Paying" in each]
    assert len(ids) == len({*ids}) == 4
    assert [each for each in re.findall(r'href="#([^"]+)"', page) if "Paying" in each and each not in ids] == []
    seen = re.search(r"<p class=\"see\">See (.*?)</p>", page)
    assert seen is not None
    assert re.findall(r"#([^\"]+)", seen[1]) == [each for each in ids if not each.startswith("t-")]


def test_the_policy_allows_nothing_but_the_scripts_and_styles_of_the_page(browser: Browser) -> None:
    text = PAGE.read_text(encoding="utf-8")
    policy = text.partition('http-equiv="Content-Security-Policy" content="')[2].partition('"')[0]
    assert policy.startswith("default-src 'none'; script-src 'sha256-")
    assert "unsafe" not in policy
    assert "nonce" not in policy
    visit(browser)
    script = """(() => { const added = document.createElement("script");
        try { added.append("globalThis.ran = true"); document.body.append(added); } catch {}
        try { document.body.setAttribute("onclick", "globalThis.ran = true"); } catch {}
        document.body.click(); return globalThis.ran ?? false; })()"""
    assert browser.evaluate(script) is False
    names = "[...document.querySelectorAll('*')].flatMap((node) => node.getAttributeNames())"
    handlers = f"{names}.filter((name) => name.startsWith('on') && name !== 'onclick')"
    assert browser.evaluate(handlers) == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [1440, 390])
@pytest.mark.parametrize("name", OWN)
def test_axe_finds_no_violations(browser: Browser, name: str, width: int, scheme: str) -> None:
    browser.visit(GENERATED / name / "html" / "index.html", width=width, scheme=scheme)
    opened = """for (const each of [...document.querySelectorAll("details")].slice(0, 60)) each.open = true;
        document.querySelector("#tries button")?.click(); const text = document.getElementById("src");
        text.value = text.value.replace(/true|null/, "12"); text.dispatchEvent(new Event("input"));"""
    browser.evaluate(opened)
    browser.settle()
    assert browser.violations() == []


@pytest.mark.parametrize("width", [360, 768, 1024, 1440])
@pytest.mark.parametrize("name", OWN)
def test_nothing_is_wider_than_the_screen(browser: Browser, name: str, width: int) -> None:
    browser.visit(GENERATED / name / "html" / "index.html", width=width)
    browser.open_all()
    assert browser.evaluate("document.documentElement.scrollWidth") <= width
    cells = "[...document.querySelectorAll('.code > summary > *')]"
    wide = f"{cells}.filter((cell) => cell.scrollWidth > cell.clientWidth + 1 && !cell.matches('.vh'))"
    assert browser.evaluate(f"{wide}.map((cell) => cell.textContent)") == []


@pytest.mark.parametrize("width", [390, 1024, 1280])
def test_the_longest_names_stay_in_their_boxes(browser: Browser, width: int, tmp_path: Path) -> None:
    (contract,), _ = load({"contract/long.yaml": (ROOT / "tests/consumers/long-names.yaml").read_bytes()})
    browser.visit(write_package("html", contract, tmp_path) / "index.html", width=width)
    browser.open_all()
    outside = """(() => {
      const found = [], walker = document.createTreeWalker(document.getElementById("main"), NodeFilter.SHOW_TEXT);
      while (walker.nextNode()) {
        const around = walker.currentNode.parentElement, range = document.createRange();
        if (!around.checkVisibility() || around.closest(".vh, textarea, select")) continue;
        range.selectNodeContents(walker.currentNode);
        const box = around.closest("td, th, dd, li, p, pre, aside, .fhead, .fdoc, .leaf, summary, h1, h2, h3");
        const right = box?.getBoundingClientRect().right ?? innerWidth;
        if ([...range.getClientRects()].some((each) => each.right > right + 1)) found.push(around.textContent);
      }
      return found;
    })()"""
    assert browser.evaluate(outside) == []


def test_on_a_phone_the_rows_of_tables_are_blocks_with_the_titles_of_their_columns(browser: Browser) -> None:
    browser.visit(PAGE, width=390)
    cell = "document.querySelector('[id=\"builder.error_response\"] .path')"
    assert browser.evaluate(f"getComputedStyle({cell}, '::before').content") == '"Goes to"'
    assert browser.evaluate(f"getComputedStyle({cell}).display") == "block"
    assert browser.evaluate(f"{cell}.getAttribute('role')") == "cell"
    codes = "[...document.querySelectorAll('.path code')]"
    for width in (390, 1024, 1440):
        browser.visit(PAGE, width=width)
        broken = f"{codes}.filter((code) => code.getClientRects().length > 1).map((code) => code.textContent)"
        assert browser.evaluate(broken) == []


@pytest.mark.parametrize("source", [*CONTRACTS.glob("*.yaml"), ROOT / "docs/parcels.yaml"], ids=lambda path: path.stem)
def test_no_table_has_an_empty_column(browser: Browser, source: Path, tmp_path: Path) -> None:
    browser.visit(write_package("html", read_contract(source), tmp_path) / "index.html")
    empty = """[...document.querySelectorAll("main thead th")].filter((title) => {
      const rows = [...title.closest("table").tBodies[0].rows];
      return rows.every((row) => row.cells[title.cellIndex].textContent.trim() === "");
    }).map((title) => title.textContent)"""
    assert browser.evaluate(empty) == []


def test_the_checker_is_low_until_there_is_something_to_check(browser: Browser) -> None:
    height = "document.querySelector('.chkmain').getBoundingClientRect().height"
    for width in (390, 1280):
        browser.visit(PAGE, width=width)
        empty = browser.evaluate(height)
        browser.check("{}")
        assert empty < 260
        assert browser.evaluate(height) > 400


@pytest.mark.parametrize("text", ["1\n" * 20_000, "[" * 70_000, '{"a":\n' * 390], ids=["lines", "brackets", "levels"])
def test_the_checker_stays_quick_on_texts_with_many_findings(browser: Browser, text: str) -> None:
    visit(browser, "#check")
    before = browser.evaluate("document.querySelectorAll('*').length")
    assert browser.check(text)["verdict"] == "invalid"
    assert browser.evaluate("document.querySelectorAll('*').length") - before < 25_000


def test_the_page_can_be_read_without_its_program(browser: Browser) -> None:
    browser.visit(PAGE, scripts=False)
    text = browser.evaluate("document.body.innerText")
    assert "RATE_LIMIT_EXCEEDED" in text
    assert "Issues that did not stop the operation" in text
    assert '"request_id": "req_abc123"' in text
    assert "Check a response" not in text
    assert browser.messages() == []


def test_a_print_shows_everything_but_what_needs_a_screen(browser: Browser) -> None:
    browser.visit(PAGE, media="print", scheme="dark")
    browser.evaluate("dispatchEvent(new Event('beforeprint'))")
    shown = "((selector) => [...document.querySelectorAll(selector)].some((node) => node.checkVisibility()))"
    for hidden in (".side", "#check", ".filters", ".envbar"):
        assert browser.evaluate(f"{shown}('{hidden}')") is False, hidden
    assert browser.evaluate("[...document.querySelectorAll('.tree')].every((tree) => tree.checkVisibility())")
    assert browser.evaluate("[...document.querySelectorAll('.code dl')].every((code) => code.checkVisibility())")
    assert browser.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
    for hidden in (".args input", ".cright", ".exacts"):
        assert browser.evaluate(f"{shown}('{hidden}')") is False, hidden
    tops = "['.cname', '.when', '.stat'].map((part) => document.querySelector(part).getBoundingClientRect().top)"
    assert max(browser.evaluate(tops)) - min(browser.evaluate(tops)) < 4, "a code is one row"
    assert browser.evaluate("getComputedStyle(document.querySelector('.tmpl var')).padding") == "0px"
    headings = "[...document.querySelectorAll('main :is(h2, h3)')].map((each) => getComputedStyle(each).breakAfter)"
    assert {*browser.evaluate(headings)} == {"avoid-page"}
    bodies = "[...document.querySelectorAll('.cbody')].map((each) => getComputedStyle(each))"
    kept = browser.evaluate(f"{bodies}.map((each) => each.display + ' ' + each.breakBefore)")
    assert {*kept} == {"block avoid-page"}, "a code stays with its first lines"
    inside = "[...document.querySelectorAll('article, .code')].map((each) => getComputedStyle(each).breakInside)"
    assert {*browser.evaluate(inside)} == {"auto"}, "what is kept together leaves half of a page empty"
    browser.evaluate("dispatchEvent(new Event('afterprint'))")
    assert browser.evaluate("document.querySelectorAll('.code[open]').length") == 0
    assert browser.print() > 50_000


def test_error_types_and_codes_lead_to_each_other(browser: Browser) -> None:
    visit(browser, "#ErrorCode.RATE_LIMIT_EXCEEDED")
    link = "document.querySelector('[id=\"ErrorCode.RATE_LIMIT_EXCEEDED\"] dd a').hash"
    assert browser.evaluate(link) == "#ErrorType.rate_limit"
    codes = "[...document.querySelectorAll('[id=\"ErrorType.not_found\"] .codes a')].map((link) => link.hash)"
    assert browser.evaluate(codes) == [
        f"#ErrorCode.{name}_NOT_FOUND".replace("#ErrorCode._", "#ErrorCode.") for name in ("", "SPEC", "TASK")
    ]


def test_the_page_of_all_contracts_leads_to_each_of_them(browser: Browser) -> None:
    browser.visit(GENERATED / "index.html")
    links = browser.evaluate("[...document.querySelectorAll('h2 a')].map((a) => a.getAttribute('href'))")
    assert links == [f"{name}/html/index.html" for name in OWN]
    assert all((GENERATED / link).is_file() for link in links)
    assert browser.violations() == []
    assert browser.messages() == []


@pytest.mark.parametrize("name", pictures.VIEWS)
def test_the_pictures_in_the_documentation_show_the_page_as_it_is(browser: Browser, name: str) -> None:
    """If not, run `python tests/support/pictures.py`, and look at the pictures."""
    texts = json.loads(pictures.TEXTS.read_text(encoding="utf-8"))
    assert pictures.text_of(browser, pictures.VIEWS[name](browser)) == texts[name]
    assert sorted(path.stem for path in pictures.FOLDER.iterdir()) == sorted(pictures.VIEWS)
    assert any(f"pictures/{name}.webp" in path.read_text() for path in (ROOT / "README.md", *ROOT.glob("docs/**/*.md")))


# -- search, filters and links ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "place"),
    [
        ("not_found", "ErrorCode.NOT_FOUND"),
        ("rate limit exc", "ErrorCode.RATE_LIMIT_EXCEEDED"),
        ("429", "ErrorCode.RATE_LIMIT_EXCEEDED"),
        ("ratelimit", "RateLimit"),
        ("request_id", "Meta.request_id"),
        ("check a resp", "check"),
        ("consider batching", "ErrorCode.RATE_LIMIT_EXCEEDED"),
        ("requests per period", "ErrorCode.RATE_LIMIT_EXCEEDED"),
        ("builders", "builders"),
        ("common mistakes", "mistakes"),
    ],
)
def test_search_by_keyboard_leads_to_the_best_entry(browser: Browser, words: str, place: str) -> None:
    visit(browser)
    browser.press("/")
    browser.type(words)
    assert browser.evaluate("document.querySelector('#hits [aria-selected=true]').id") == "hit-0"
    browser.press("Enter")
    browser.until(f"location.hash === '#{place}'")
    browser.until(f"document.getElementById('{place}').contains(document.activeElement)")


def test_search_moves_with_arrows_and_closes_with_escape(browser: Browser) -> None:
    visit(browser)
    browser.press("/")
    browser.type("not")
    browser.press("ArrowDown")
    assert browser.evaluate("document.getElementById('q').getAttribute('aria-activedescendant')") == "hit-1"
    browser.press("Escape")
    assert browser.evaluate("document.getElementById('hitbox').hidden")
    browser.type("zzzz")
    assert browser.evaluate("document.getElementById('hits').innerText") == "Nothing matches."


VISIBLE = "[...document.querySelectorAll('#cat-ErrorCode > li:not([hidden]) .cname')].map((node) => node.textContent)"


def test_filters_choose_codes_and_are_part_of_the_address(browser: Browser) -> None:
    visit(browser)
    browser.evaluate("document.querySelector('[name=retry][value=yes]').click()")
    assert browser.evaluate(VISIBLE) == ["RATE_LIMIT_EXCEEDED", "INTERNAL_ERROR", "UNAVAILABLE"]
    browser.evaluate("document.querySelector('[name=http][value=\"503\"]').click()")
    assert browser.evaluate(VISIBLE) == ["UNAVAILABLE"]
    assert browser.evaluate("location.hash") == "#errors?retry=yes&http=503"
    assert browser.evaluate("document.querySelector('.filters output').textContent") == "1 of 14 codes"
    browser.evaluate("document.querySelector('.filters [type=reset]').click()")
    browser.until(f"{VISIBLE}.length === 14")


def test_an_address_restores_filters_and_opens_codes(browser: Browser) -> None:
    visit(browser, "#errors?type=conflict")
    assert browser.evaluate(VISIBLE) == ["DUPLICATE_ENTRY", "CONFLICT"]
    visit(browser, "#ErrorCode.NOT_FOUND")
    assert browser.evaluate("document.getElementById('ErrorCode.NOT_FOUND').open")
    visit(browser, "#Meta.version")
    assert browser.evaluate("document.getElementById('Meta.version').getBoundingClientRect().top") < 200


@pytest.mark.parametrize(
    ("name", "fragment", "marked"),
    [
        ("mail-imap", "ErrorCode.invalid_input", "ErrorCode.invalid_input"),
        ("mail-imap", "ErrorCode.internal", "ErrorCode.internal"),
        ("mail-imap", "tools", "tools"),
        ("response-v2", "errors", "errors"),
        ("response-v2", "Meta.version", "Meta"),
        ("response-v2", "constants", "constants"),
        ("response-v2", "links", "links"),
    ],
)
def test_the_sidebar_marks_what_a_link_led_to(browser: Browser, name: str, fragment: str, marked: str) -> None:
    browser.visit(GENERATED / name / "html" / "index.html", f"#{fragment}")
    current = "[...document.querySelectorAll('nav [aria-current]')].map((link) => link.hash).join()"
    browser.until(f"{current} === '#{marked}'")


def test_filters_with_a_single_value_are_left_out(browser: Browser) -> None:
    browser.visit(GENERATED / "mail-imap" / "html" / "index.html")
    names = (
        "[...document.querySelectorAll('.filters legend, .filters .pick')].map((node) => node.firstChild.data.trim())"
    )
    assert browser.evaluate(names) == ["Type"]


def test_codes_are_filtered_by_tier(browser: Browser, tmp_path: Path) -> None:
    page = write_package("html", read_contract(CASES / "tiers" / "contract.yaml"), tmp_path) / "index.html"
    browser.visit(page)
    chips = "[...document.querySelectorAll('[name=tier]')].map((each) => each.value)"
    tiers = browser.evaluate(chips)
    assert tiers
    browser.evaluate("document.querySelector('[name=tier]').click()")
    shown = browser.evaluate(
        "[...document.querySelectorAll('.cat > li:not([hidden])')].map((each) => each.dataset.tier)"
    )
    assert set(shown) == {tiers[0]}


# -- the envelope and calls -------------------------------------------------------------------------------------------


def test_the_example_folds_and_shows_the_keys_of_a_level(browser: Browser) -> None:
    visit(browser)
    visible = "[...document.querySelectorAll('.tree.on .key')].filter((key) => key.checkVisibility())"
    shown = f"{visible}.map((key) => key.textContent)"
    every = browser.evaluate(shown)
    assert {'"success"', '"data"', '"error"', '"meta"', '"version"', '"request_id"'} <= set(every)
    browser.evaluate("document.querySelector('#depth [value=must]').click()")
    assert browser.evaluate(shown) == ['"success"', '"data"', '"error"', '"meta"', '"version"']
    browser.evaluate("document.querySelector('#fold').click()")
    assert '"version"' not in browser.evaluate(shown)


WITHOUT_EXAMPLES = """
contract: orders
version: "1.0.0"
title: Responses
envelope:
  name: Response
  fields:
    ok: {type: boolean}
    data: {type: object, default: {}}
    error: {type: string | null, default: null}
    request: {type: string, level: should}
  outcomes:
    success: {when: {ok: true}, fields: {data: {type: payload}, error: {type: "null"}}}
    failure: {when: {ok: false}, fields: {data: {type: Failure}, error: {type: string, min_length: 1}}}
tools: {get_item: {payload: Item}}
types:
  Item:
    fields:
      id: {type: string, min_length: 1}
      price: {type: number, level: may}
      tags: {type: list of string, level: may}
  Failure: {fields: {code: {type: ErrorCode}, details: {type: object, level: may}}}
error_types: {values: {not_found: {http: 404, retry: no}}}
error_codes:
  values:
    BUSY: {type: not_found, message: Too many requests}
    NOT_FOUND: {type: not_found, message: "There is no item {id}", context: {id: {type: string}}}
builders:
  failure:
    outcome: failure
    parameters: {error: {into: error}, code: {into: data.code}, details: {into: data.details, level: may}}
"""


def test_a_contract_without_examples_has_full_ones_on_its_page(browser: Browser, tmp_path: Path) -> None:
    (contract,), _ = load({"contract/orders.yaml": WITHOUT_EXAMPLES.encode()})
    browser.visit(write_package("html", contract, tmp_path) / "index.html")
    keys = "[...document.querySelectorAll('.tree:nth-child(NUMBER) .key')].map((key) => key.textContent.slice(1, -1))"
    success = browser.evaluate(keys.replace("NUMBER", "1"))
    assert success == ["ok", "data", "id", "price", "tags", "error", "request"]
    assert browser.evaluate(keys.replace("NUMBER", "2")) == ["ok", "data", "code", "details", "error", "request"]
    failure = browser.evaluate("document.querySelectorAll('.tree')[1].textContent")
    assert '"There is no item id"' in failure
    for depth in ("must", "should", "may"):
        browser.evaluate(f"document.querySelector('#depth [value={depth}]').click()")
        shown = "[...document.querySelectorAll('.tree.on .key')].filter((key) => key.checkVisibility()).length"
        assert browser.evaluate(shown) == {"must": 4, "should": 5, "may": 7}[depth]
    when = "[...document.querySelectorAll('.when')].map((node) => node.textContent)"
    assert browser.evaluate(when) == ["Too many requests", "There is no item {id}"]


def test_a_key_of_the_example_is_explained_by_keyboard(browser: Browser) -> None:
    visit(browser)
    browser.evaluate(
        "[...document.querySelectorAll('.tree.on .key')].find((key) => key.textContent === '\"error\"').focus()",
    )
    assert browser.evaluate("document.querySelector('#about h3').textContent") == "error"
    browser.press("Tab")
    assert browser.evaluate("document.activeElement.matches('.tree summary, .tree a')")


def call(browser: Browser, language: str) -> tuple[str, dict[str, Any]]:
    code = "document.getElementById('ErrorCode.NOT_FOUND')"
    browser.evaluate(f"{code}.querySelector('[data-language={language}]').click()")
    text = browser.evaluate(f"{code}.querySelector('[role=tabpanel]').textContent")
    made = browser.evaluate(f"[...{code}.querySelectorAll('pre')].at(-1).textContent")
    return text, json.loads(made)


def test_arguments_become_a_call_and_the_json_that_it_makes(browser: Browser) -> None:
    visit(browser, "#ErrorCode.NOT_FOUND")
    browser.settle()
    fill = """for (const input of document.getElementById("ErrorCode.NOT_FOUND").querySelectorAll("input")) {
        input.value = input.dataset.name === "resource" ? "spec" : "it's \\"7\\"";
        input.dispatchEvent(new Event("input")); }"""
    browser.evaluate(fill)
    python, made = call(browser, "python")
    assert python == (
        "from response_v2 import errors\n\nresponse = errors.not_found(\n"
        '    resource="spec",\n    resource_id="it\'s \\"7\\"",\n)'
    )
    typescript, same = call(browser, "typescript")
    assert 'import { errors } from "response-v2";' in typescript
    assert 'errors.notFound({\n  resource: "spec",\n  resourceId: "it\'s \\"7\\"",\n});' in typescript
    assert made == same
    assert made["data"]["error_code"] == "NOT_FOUND"
    assert made["error"] == "There is no spec 'it's \"7\"'"


def test_calls_are_coloured_in_both_languages(browser: Browser) -> None:
    visit(browser, "#ErrorCode.RATE_LIMIT_EXCEEDED")
    browser.settle()
    code = "document.getElementById('ErrorCode.RATE_LIMIT_EXCEEDED')"
    for language, keywords in {"python": ["from", "import"], "typescript": ["import", "from", "const"]}.items():
        browser.evaluate(f"{code}.querySelector('[data-language={language}]').click()")
        of = f"((name) => [...{code}.querySelectorAll(`[role=tabpanel] .${{name}}`)].map((node) => node.textContent))"
        assert browser.evaluate(f"{of}('kw')") == keywords
        assert "limit" in browser.evaluate(f"{of}('jk')")
        assert "3" in browser.evaluate(f"{of}('jn')")


@pytest.mark.parametrize("name", OWN)
def test_every_function_makes_a_response_from_its_example_arguments(browser: Browser, name: str) -> None:
    browser.visit(GENERATED / name / "html" / "index.html")
    browser.evaluate("for (const each of document.querySelectorAll('.code')) each.open = true")
    browser.settle()
    made = browser.evaluate(
        "[...document.querySelectorAll('.cright .blk:last-child pre')].map((each) => each.textContent)"
    )
    assert [text for text in made if text.startswith("//")] == []
    assert len(made) == browser.evaluate("document.querySelectorAll('.cbody[data-module]').length")


# -- hostile contracts ------------------------------------------------------------------------------------------------

HOSTILE = "</script></style></title><script>alert(1)</script><img src=x onerror=alert(2)>\"'><svg onload=alert(3)>`<!--"
CONTRACT = {
    "contract": "demo",
    "version": "1.0.0",
    "title": HOSTILE,
    "doc": HOSTILE,
    "links": [
        {"title": HOSTILE, "target": "javascript:alert(4)"},
        {"title": HOSTILE, "target": 'https://x/"><script>'},
    ],
    "types": {
        "Item": {
            "doc": HOSTILE,
            "fields": {
                "constructor": {"type": "string", "level": "must", "doc": HOSTILE, "pattern": "^</script><!--[a-z]*$"},
                "toString": {"type": "string", "level": "may", "doc": HOSTILE, "notes": [HOSTILE]},
            },
        }
    },
    "enums": {"Colour": {"doc": HOSTILE, "open": False, "values": {"a.b:/+-": {"doc": HOSTILE}, "c": {"doc": "x"}}}},
    "envelope": {
        "name": "Reply",
        "doc": HOSTILE,
        "fields": {
            "ok": {"type": "boolean", "level": "must", "doc": HOSTILE},
            "item": {"type": "Item", "level": "may", "doc": HOSTILE},
            "colour": {"type": "Colour", "level": "may", "doc": HOSTILE},
        },
    },
    "rules": [{"level": "must", "doc": HOSTILE}],
    "examples": [{"title": HOSTILE, "doc": HOSTILE, "value": {"ok": True, "item": {"constructor": "</script><!--a"}}}],
}


def test_hostile_text_in_a_contract_does_nothing(browser: Browser, tmp_path: Path) -> None:
    (contract,), diagnostics = load({"contract/demo.yaml": json.dumps(CONTRACT).encode()})
    page = write_package("html", contract, tmp_path) / "index.html"
    browser.visit(page)
    assert [each.message for each in diagnostics] == []
    assert browser.messages() == []
    assert browser.evaluate("document.querySelectorAll('img, svg, iframe').length") == 0
    assert browser.evaluate("document.querySelectorAll('script').length") == 3
    assert browser.evaluate("document.title").startswith("</script></style>")
    assert browser.evaluate("document.querySelector('.hero h1').textContent") == HOSTILE
    targets = browser.evaluate("[...document.querySelectorAll('a')].map((a) => a.protocol)")
    assert set(targets) <= {"file:", "https:"}
    found = browser.check(json.dumps({"ok": True, "item": {"constructor": "</SCRIPT><!--a"}}))
    assert found["verdict"] == "invalid"
    assert browser.check(json.dumps({"ok": True, "item": {"constructor": "</script><!--a"}}))["verdict"] == "valid"
    browser.evaluate("location.hash = document.querySelector('tr[id]').id")
    browser.until("document.activeElement.matches('tr[id]')")
    assert browser.messages() == []


@pytest.mark.parametrize("case", sorted(path.name for path in CASES.iterdir() if (path / "contract.yaml").is_file()))
def test_the_page_of_every_golden_case_runs(browser: Browser, case: str, tmp_path: Path) -> None:
    bases = {path.name: path.read_bytes() for path in (CASES / case).glob("**/*.yaml") if path.name != "contract.yaml"}
    loaded, diagnostics = load({"contract.yaml": (CASES / case / "contract.yaml").read_bytes()}, bases=bases)
    assert loaded, diagnostics
    page = write_package("html", loaded[0], tmp_path) / "index.html"
    browser.visit(page)
    browser.open_all()
    assert browser.messages() == []
    assert browser.evaluate("document.getElementById('verdict').innerText").startswith("Nothing to check")
    assert browser.dead_links() == []
