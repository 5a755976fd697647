"""Conformance cases: values at every limit of a contract, each with its findings.

The same file is part of the packages and stands beside them, so any other implementation can be tested against it.
"""

from collections import Counter
from collections.abc import Iterator

from sealwax.contract.model import Contract, Json
from sealwax.frozen import frozen
from sealwax.languages.json import one_line
from sealwax.meaning.findings import Finding
from sealwax.meaning.interpreter import check
from sealwax.meaning.lowering import lower
from sealwax.project.package_names import python_module
from sealwax.rendering import Finished, Page, Target
from sealwax.targets.conformance.cases import cases

FILE = "conformance.json"


@frozen
class ConformanceView:
    cases: tuple[Finished, ...]
    """Each case as a line of JSON. They are finished, because up to three files contain them."""


def pages(contract: Contract) -> Iterator[Page]:
    view = ConformanceView(tuple(_lines(contract)))
    python = f"python/src/{python_module(contract)}"
    folders = {"conformance": "", "python": f"{python}/", "typescript": "typescript/"}
    for folder in (folder for target, folder in folders.items() if target in contract.output.targets):
        yield Page(f"{contract.name}/{folder}{FILE}", "conformance/conformance.json.j2", view)


def _lines(contract: Contract) -> Iterator[Finished]:
    """The cases without duplicates of a value for a type. Titles are made unique with numbers."""
    plan = lower(contract)
    seen: set[tuple[str, str]] = set()
    titles: Counter[str] = Counter()
    for case in cases(contract, plan):
        key = (case.type, repr(case.value))
        if key not in seen:
            seen.add(key)
            titles[case.title] += 1
            number = titles[case.title]
            title = case.title if number == 1 else f"{case.title} ({number})"
            findings: list[Json] = [_finding(each) for each in check(plan, case.type, case.value, decoded=True)]
            yield one_line({"title": title, "type": case.type, "value": case.value, "findings": findings})


def _finding(finding: Finding) -> dict[str, Json]:
    pointer, level, rule, message = finding.pointer, finding.level, finding.rule, finding.message
    return {"pointer": pointer, "level": level, "rule": rule, "message": message}


TARGET = Target("conformance", pages, {})
