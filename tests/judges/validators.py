"""The interpreter of contracts, and the validators of the generated packages."""

from collections.abc import Sequence
from dataclasses import dataclass
from types import ModuleType

from packages.built import Built

from judges.node import Node
from judges.verdicts import Case, Verdict, rows
from sealwax.contract.model import Contract, Json
from sealwax.meaning.checks import Plan
from sealwax.meaning.interpreter import check
from sealwax.meaning.lowering import lower
from sealwax.naming import pascal, snake


@dataclass(frozen=True)
class Interpreter:
    """The reference that the others are compared with."""

    undecoded: bool = False
    name = "interpreter"

    def judge(self, built: Built, cases: Sequence[Case]) -> list[Verdict]:
        plan = lower(built.contract)
        return [self.verdict(plan, case) for case in cases]

    def verdict(self, plan: Plan, case: Case) -> Verdict:
        findings = check(plan, case.subject.name, case.value, undecoded=self.undecoded)
        found = rows([(each.pointer, each.level, each.rule, each.message) for each in findings])
        return Verdict(not any(each.level == "error" for each in findings), found)


@dataclass(frozen=True)
class PythonPackage:
    """The generated Python package, in this process. `undecoded` is the option of its validators."""

    undecoded: bool = False

    @property
    def name(self) -> str:
        return "python, undecoded" if self.undecoded else "python"

    def judge(self, built: Built, cases: Sequence[Case]) -> list[Verdict]:
        with built.imported() as package:
            return [self.verdict(package, case, built.contract) for case in cases]

    def verdict(self, package: ModuleType, case: Case, contract: Contract) -> Verdict:
        suffix = "" if case.subject == contract.envelope else f"_{snake(case.subject.name)}"
        findings = getattr(package, f"validate{suffix}")(case.value, undecoded=self.undecoded)
        found = rows([(each.pointer, each.level, each.rule, each.message) for each in findings])
        return Verdict(getattr(package, f"is_valid{suffix}")(case.value, undecoded=self.undecoded), found)


@dataclass(frozen=True)
class TypeScriptPackage:
    """The generated npm package, run by Node. `undecoded` is the option of its validators."""

    node: Node
    undecoded: bool = False

    @property
    def name(self) -> str:
        return "typescript, undecoded" if self.undecoded else "typescript"

    def judge(self, built: Built, cases: Sequence[Case]) -> list[Verdict]:
        question = {
            "ask": "package",
            "index": str(built.path("typescript/index.js")),
            "options": {"undecoded": self.undecoded},
            "cases": [self.question(case, built.contract) for case in cases],
        }
        return [Verdict(each["valid"], rows(each["findings"])) for each in self.node.ask(question)]

    def question(self, case: Case, contract: Contract) -> dict[str, Json]:
        suffix = "" if case.subject == contract.envelope else pascal(case.subject.name)
        return {"validate": f"validate{suffix}", "isValid": f"isValid{suffix}", "value": case.value}
