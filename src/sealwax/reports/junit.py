"""Results as JUnit XML, which CI systems show as tests."""

from xml.etree.ElementTree import Element, SubElement, indent, tostring

from sealwax.diagnostics import Diagnostic, Severity
from sealwax.reports.results import Results, place, related_lines
from sealwax.reports.terminal import inert, visible


def render(found: Results) -> str:
    """One suite, with a test case per result: errors are failures, and the rest passes with a text."""
    failures = sum(result.severity is Severity.ERROR for result in found.results)
    name, tests = f"sealwax {found.command}", str(max(1, len(found.results)))
    numbers = {"tests": tests, "failures": str(failures), "errors": "0", "skipped": "0", "time": "0"}
    root = Element("testsuites", {"name": "sealwax", **numbers})
    suite = SubElement(root, "testsuite", {"name": name, **numbers})
    for result in found.results:
        _case(suite, result)
    if not found.results:  # readers take an empty suite for a run that did not happen
        SubElement(suite, "testcase", {"classname": "sealwax", "name": _text(found.summary or name), "time": "0"})
    rest = [f"… and {count} more in {file}" for file, count in found.left_out.items()]
    SubElement(suite, "system-out").text = "\n".join(map(_text, (found.summary, *found.overview, *rest)))
    indent(root)
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{tostring(root, encoding="unicode")}\n'


def _case(suite: Element, result: Diagnostic) -> None:
    file, where = _text(result.position.file), place(result.position)
    attributes = {
        "classname": file,
        "name": _text(f"{result.code} at {where}{f' {result.path}' if result.path else ''}"),
        "file": file,
        "line": str(result.position.line),
        "time": "0",
    }
    case = SubElement(suite, "testcase", attributes)
    first = f"{where}: {result.severity.value}[{result.code}] {result.message}"
    lines = (first, *related_lines(result), *result.hint.split("\n"), *result.diff)
    text = "\n".join(_text(line) for line in lines if line)
    if result.severity is Severity.ERROR:
        SubElement(case, "failure", {"type": result.code, "message": _text(result.message)}).text = text
    else:
        SubElement(case, "system-out").text = text


def _text(text: str) -> str:
    """Text without characters that XML does not have, and without commands to CI systems."""
    return inert(visible(text))
