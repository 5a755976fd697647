"""The checker of the HTML pages in a real browser: verdicts, findings at their places, and text that is not JSON."""

import json

import pytest
from checkout import ROOT
from pages.browsing import Browser

GENERATED = ROOT / "generated"
PAGE = GENERATED / "response-v2" / "html" / "index.html"
OWN = ("mail-imap", "response-v2", "stac-meta")


def visit(browser: Browser) -> None:
    browser.visit(PAGE)


JUDGED = """(() => {
  const text = document.getElementById("src"), as = document.getElementById("as");
  return CASES.map(({ type, value }) => {
    as.value = type;
    text.value = JSON.stringify(value, null, 2);
    text.dispatchEvent(new Event("input"));
    const nodes = [...document.querySelectorAll(".finding")];
    const findings = nodes.map(({ dataset: { pointer, level, rule, message } }) => ({ pointer, level, rule, message }));
    return { verdict: document.getElementById("verdict").dataset.verdict, findings };
  });
})()"""


@pytest.mark.parametrize("name", OWN)
def test_the_checker_agrees_with_all_conformance_cases(browser: Browser, name: str) -> None:
    cases = json.loads((GENERATED / name / "conformance.json").read_text(encoding="utf-8"))
    cases = cases["cases"] if isinstance(cases, dict) else cases
    browser.visit(GENERATED / name / "html" / "index.html")
    judged = browser.evaluate(JUDGED.replace("CASES", f"JSON.parse({json.dumps(json.dumps(cases))})"))
    for case, found in zip(cases, judged, strict=True):
        is_valid = not any(finding["level"] == "error" for finding in case["findings"])
        assert found["verdict"] == ("valid" if is_valid else "invalid"), case
        assert sorted(found["findings"], key=str) == sorted(case["findings"], key=str), case
    assert browser.messages() == []


def test_findings_are_shown_at_their_place_in_the_text(browser: Browser) -> None:
    visit(browser)
    wrong = '{\n  "success": 12,\n  "data": {},\n  "error": null,\n  "found": 1,\n  "meta": {\n    "version": 3\n  }\n}'
    found = browser.check(wrong)
    assert found["verdict"] == "invalid"
    assert ["/success", "line 2", "expected true or false"] in found["found"]
    assert [each[1] for each in found["found"] if each[0] == "/found"] == ["line 5"]
    assert [each[1] for each in found["found"] if each[0] == "/meta/request_id"] in ([], ["line 6"])
    assert {"12", '"found"', "3"} <= set(found["marks"])


def test_json_lines_have_a_verdict_together_and_findings_on_their_lines(browser: Browser) -> None:
    visit(browser)
    good = json.dumps(
        {"success": True, "data": {}, "error": None, "meta": {"version": "response-v2", "request_id": "r"}}
    )
    found = browser.check(f"{good}\n{good.replace('true', '1')}\n\n{{oops\n")
    assert found["verdict"] == "invalid"
    assert "1 line of 3 valid" in found["words"]
    assert {each[1] for each in found["found"]} == {"line 2", "line 4"}


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('{"a": 1,}', "expected a key in double quotes"),
        ('{"a": 01}', "expected a JSON value"),
        ("{'a': 1}", "expected a key in double quotes"),
        ('{"a": 1', "the text ends where a comma or } should follow"),
        ("nul", "expected a JSON value"),
        ("1 2", "expected the end of the text"),
        ("[" * 5000, "nested more than 400 levels deep"),
    ],
)
def test_text_that_is_not_json_has_one_finding_at_the_fault(browser: Browser, text: str, words: str) -> None:
    visit(browser)
    found = browser.check(text)
    assert found["verdict"] == "invalid"
    assert len(found["found"]) == 1
    assert words in found["found"][0][2]
    assert browser.messages() == []


def test_an_example_is_put_into_the_checker_and_is_valid(browser: Browser) -> None:
    visit(browser)
    for outcome in ("success", "failure"):
        browser.evaluate(f"document.querySelector('#outcome [value={outcome}]').click()")
        assert tried(browser, "Valid") == "Valid\nNo findings."


@pytest.mark.parametrize("name", OWN)
def test_there_are_examples_of_what_is_wrong_and_of_json_lines(browser: Browser, name: str) -> None:
    browser.visit(GENERATED / name / "html" / "index.html")
    assert tried(browser, "Valid").startswith("Valid\n")
    assert tried(browser, "Broken").startswith("Invalid\n")
    assert "of" in tried(browser, "JSON Lines")
    assert "valid." in tried(browser, "JSON Lines")
    assert browser.messages() == []


def tried(browser: Browser, name: str) -> str:
    """The verdict on one of the examples."""
    button = f"[...document.querySelectorAll('#tries button')].find((each) => each.textContent === '{name}')"
    browser.evaluate(f"{button}.click()")
    words: str = browser.evaluate("document.getElementById('verdict').innerText")
    return words


FAILURE = """{
  "success": false,
  "data": {"error_code": "SPEC_NOT_FOUND", "error_type": "validation"},
  "error": "",
  "meta": {"version": "response-v1"}
}"""


def test_a_finding_leads_to_the_field_of_its_outcome(browser: Browser) -> None:
    visit(browser)
    browser.check(FAILURE)
    links = browser.evaluate(
        "[...document.querySelectorAll('.finding')].map((each) => [each.dataset.pointer, each.querySelector('a').hash])"
    )
    assert dict(links) == {
        "/data/remediation": "#ErrorData.remediation",
        "/data/error_type": "#ErrorData.error_type",
        "/error": "#ToolResponseFailure.error",
        "/meta/request_id": "#Meta.request_id",
        "/meta/version": "#Meta.version",
    }


def test_errors_and_advice_can_be_hidden_and_their_lines_are_marked(browser: Browser) -> None:
    visit(browser)
    browser.check(FAILURE)
    shown = "[...document.querySelectorAll('.finding')].map((each) => each.dataset.level)"
    assert browser.evaluate("document.getElementById('kinds').innerText.replace(/\\s+/g, ' ')") == "2 errors 3 advice"
    assert sorted(browser.evaluate(shown)) == ["advice"] * 3 + ["error"] * 2
    assert browser.evaluate("document.querySelectorAll('.band').length") == 3
    browser.evaluate("document.querySelector('.kind.advice').click()")
    assert browser.evaluate(shown) == ["error"] * 2
    assert browser.evaluate("document.activeElement.className") == "kind advice"
    browser.evaluate("document.querySelector('.kind.advice').click()")
    assert len(browser.evaluate(shown)) == 5
    browser.check('{"success": 1}')
    assert browser.evaluate("document.querySelectorAll('.finding').length") > 0


@pytest.mark.parametrize("is_file", [True, False])
def test_a_response_can_be_dropped_and_sent_nowhere(browser: Browser, is_file: bool) -> None:
    visit(browser)
    added = "items.add(new File([TEXT], 'a.json'))" if is_file else "setData('text/plain', TEXT)"
    script = """(() => { const TEXT = '{"success": 1}', dataTransfer = new DataTransfer(); dataTransfer.ADDED;
        document.getElementById("ed").dispatchEvent(new DragEvent("drop", { dataTransfer, cancelable: true })); })()"""
    browser.evaluate(script.replace("ADDED", added))
    browser.until("document.getElementById('verdict').dataset.verdict === 'invalid'")
    assert browser.evaluate("document.getElementById('src').value") == '{"success": 1}'
    assert browser.messages() == []


def test_what_is_pasted_never_becomes_markup(browser: Browser) -> None:
    visit(browser)
    hostile = {
        "success": True,
        "data": {},
        "error": None,
        "<img src=x onerror=alert(1)>": "</pre><script>alert(1)</script>",
    }
    browser.check(json.dumps(hostile))
    assert browser.evaluate("document.querySelectorAll('#chk img, #chk script').length") == 0
    assert browser.messages() == []
