"""The interpreter of contracts, the validators of the generated packages, and the models."""

import json
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from types import ModuleType

from packages.built import Built, imported, write_package
from pydantic import ValidationError

from judges.node import Node
from judges.verdicts import Case, Verdict, rows
from sealwax.contract.model import Contract, Enum, Json, Text
from sealwax.meaning.checks import Plan
from sealwax.meaning.checks.interpreter import check
from sealwax.meaning.checks.lowering import lower
from sealwax.naming import pascal, snake
from sealwax.targets.package_names import python_module
from sealwax.targets.pydantic.names import model_names, models_module


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
    """The generated Python package, in this process. `undecoded` is the option of `validate`."""

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
        if self.undecoded:
            return Verdict(not any(each.level == "error" for each in findings), found)
        return Verdict(getattr(package, f"is_valid{suffix}")(case.value), found)


@dataclass(frozen=True)
class PydanticModels:
    """The generated models. A value that they accept has to come out as it went in, from Python and from JSON;
    numbers are doubles, as everywhere.

    Named strings have no model, so the functions that check models are asked about them.
    """

    name = "pydantic"

    def judge(self, built: Built, cases: Sequence[Case]) -> list[Verdict]:
        folder = built.folder / "models" / built.contract.name / "pydantic"
        if not folder.exists():
            write_package("pydantic", built.contract, built.folder / "models")
        with imported(models_module(built.contract), folder / "src", built.path("python/src")) as models:
            return [self.verdict(models, case, built) for case in cases]

    def verdict(self, models: ModuleType, case: Case, built: Built) -> Verdict:
        if isinstance(case.subject, Enum | Text):
            package = sys.modules[python_module(built.contract)]
            return Verdict(getattr(package, f"is_valid_{snake(case.subject.name)}")(case.value))
        model = getattr(models, model_names(built.contract)[case.subject.name])
        try:
            from_python = model.model_validate(case.value)
            from_json = model.model_validate_json(json.dumps(case.value))
        except ValidationError:
            return Verdict(valid=False)
        kept = all(
            json.loads(text, parse_int=float) == json.loads(json.dumps(case.value), parse_int=float)
            for text in (json.dumps(from_python.to_dict()), from_json.model_dump_json())
        )
        return Verdict(valid=True, findings=None if kept else (("", "lost", "error", "something was lost"),))


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
