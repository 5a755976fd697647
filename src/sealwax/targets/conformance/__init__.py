"""Conformance: values at every limit that a contract states, each with the findings that it has to give.

The same file stands beside the packages of a contract and in each of them, so that whoever reads or writes the
contract in another way can hold it to the same meaning.
"""

from collections import Counter
from collections.abc import Iterator

from sealwax.contract.model import Contract
from sealwax.frozen import frozen
from sealwax.languages.json import one_line, visible
from sealwax.meaning.checks import Plan
from sealwax.meaning.findings import Finding
from sealwax.meaning.interpreter import check
from sealwax.meaning.lowering import lower
from sealwax.project.package_names import python_module
from sealwax.rendering import Finished, Page, Target
from sealwax.targets.conformance.cases import Case, cases

FILE = "conformance.json"


@frozen
class ConformanceView:
    """One line per case. They are one text because three files hold them."""

    cases: Finished


def pages(contract: Contract) -> Iterator[Page]:
    view = ConformanceView(Finished(",\n".join(f"  {line}" for line in _lines(contract))))
    python = f"python/src/{python_module(contract)}"
    folders = {"conformance": "", "python": f"{python}/", "typescript": "typescript/"}
    for folder in (folder for target, folder in folders.items() if target in contract.output.targets):
        yield Page(f"{contract.name}/{folder}{FILE}", "conformance/conformance.json.j2", view)


def _lines(contract: Contract) -> Iterator[Finished]:
    """No value comes twice for one type, and no two cases have the same title."""
    plan = lower(contract)
    seen: set[tuple[str, str]] = set()
    titles: Counter[str] = Counter()
    for case in cases(contract, plan):
        value = one_line(case.value)
        if (case.type, value) not in seen:
            seen.add((case.type, value))
            titles[case.title] += 1
            yield _line(case, titles[case.title], value, plan)


def _line(case: Case, number: int, value: str, plan: Plan) -> Finished:
    title = case.title if number == 1 else f"{case.title} ({number})"
    found = check(plan, case.type, case.value, decoded=True)
    findings = ", ".join(map(_finding, found))
    return visible(f'{{"title": {one_line(title)}, "type": "{case.type}", "value": {value}, "findings": [{findings}]}}')


def _finding(finding: Finding) -> str:
    pointer, message = one_line(finding.pointer), one_line(finding.message)
    return f'{{"pointer": {pointer}, "level": "{finding.level}", "rule": "{finding.rule}", "message": {message}}}'


TARGET = Target("conformance", pages, {})
