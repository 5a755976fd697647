"""Everything that decides whether a value is valid, behind one interface: contract and values in, verdicts out."""

import importlib
import json
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from types import ModuleType
from typing import Any, Protocol, TypeAlias

import jsonschema
import jsonschema_rs
from payloads import Subject, subjects

from sealwax.contract.checking import check
from sealwax.contract.model import Contract, Envelope, Field, Json, Level, Lore, Record, Reference
from sealwax.naming import kebab, pascal, snake
from sealwax.output import FOLDER
from sealwax.packaging import python_module
from sealwax.targets.json_schema import DRAFTS
from sealwax.targets.json_schema.schemas import Draft, Writer

NODE = Path(__file__).parent / "node"
Schema: TypeAlias = dict[str, Any]
FindingRow: TypeAlias = tuple[str, str, str, str]
"""Pointer, rule, level and message: findings are equal when they are equal in this order."""


@dataclass(frozen=True)
class Case:
    """A value, and the type that it is held to."""

    subject: Subject
    value: Json


@dataclass(frozen=True)
class Verdict:
    """Whether a value is valid, and, where a judge can tell, all that is to be said about it."""

    valid: bool
    findings: tuple[FindingRow, ...] | None = None


@dataclass(frozen=True)
class Built:
    """A contract with the files that were made from it, below a folder."""

    contract: Contract
    files: dict[str, str]
    folder: Path

    @classmethod
    def write(cls, contract: Contract, files: dict[str, str], folder: Path) -> "Built":
        """Writes the packages; the other files are not needed on disk."""
        for path, text in files.items():
            if "/python/src/" in path or "/typescript/" in path:
                target = folder / path
                target.parent.mkdir(parents=True, exist_ok=True)
                target.write_text(text, encoding="utf-8", newline="\n")
        return cls(contract, files, folder)

    def path(self, inner: str) -> Path:
        return self.folder / FOLDER / self.contract.name / inner


class Judge(Protocol):
    @property
    def name(self) -> str: ...

    def judge(self, built: Built, cases: Sequence[Case]) -> list[Verdict]: ...


def rows(findings: Sequence[tuple[str, str, str, str]]) -> tuple[FindingRow, ...]:
    """Findings in the order in which they are compared; they come as pointer, level, rule and message."""
    return tuple(sorted((pointer, str(rule), str(level), message) for pointer, level, rule, message in findings))


# -- the model and the packages ---------------------------------------------------------------------------------------


class Interpreter:
    """The reference meaning."""

    name = "interpreter"

    def judge(self, built: Built, cases: Sequence[Case]) -> list[Verdict]:
        del built  # the subjects of the cases hold all of the contract that is needed
        return [self.verdict(case) for case in cases]

    def verdict(self, case: Case) -> Verdict:
        findings = check(case.subject, case.value)
        told = rows([(each.pointer, each.level, each.rule, each.message) for each in findings])
        return Verdict(not any(each.level == "error" for each in findings), told)


@dataclass(frozen=True)
class PythonPackage:
    """The generated Python package, imported for as long as it is asked, which may be told that values are JSON."""

    decoded: bool = False

    @property
    def name(self) -> str:
        return "python, decoded" if self.decoded else "python"

    def judge(self, built: Built, cases: Sequence[Case]) -> list[Verdict]:
        with _imported(built) as package:
            return [self.verdict(package, case, built.contract) for case in cases]

    def verdict(self, package: ModuleType, case: Case, contract: Contract) -> Verdict:
        suffix = "" if case.subject == contract.envelope else f"_{snake(case.subject.name)}"
        findings = getattr(package, f"validate{suffix}")(case.value, decoded=self.decoded)
        told = rows([(each.pointer, each.level, each.rule, each.message) for each in findings])
        return Verdict(getattr(package, f"is_valid{suffix}")(case.value, decoded=self.decoded), told)


@contextmanager
def _imported(built: Built) -> Iterator[ModuleType]:
    """The package under its own name, which another contract may have as well: nothing of it stays behind.

    The packages of contracts that it extends are there, too.
    """
    sources = sorted(built.folder.glob(f"{FOLDER}/*/python/src"))
    names = {path.name for source in sources for path in source.iterdir()}
    before = sys.path.copy()
    sys.path[:0] = map(str, sources)
    importlib.invalidate_caches()
    try:
        yield importlib.import_module(python_module(built.contract))
    finally:
        sys.path[:] = before
        for module in [module for module in sys.modules if module.split(".")[0] in names]:
            del sys.modules[module]


class Node:
    """A long-lived Node process. A module once imported stays, so the process is replaced after some questions."""

    def __init__(self, questions: int = 1000) -> None:
        self._limit = self._left = questions
        self._process: subprocess.Popen[str] | None = None

    def ask(self, question: dict[str, Any]) -> Any:
        if self._left == 0:
            self.close()
        self._left -= 1
        if self._process is None:
            self._process = subprocess.Popen(
                ["node", "validators.mjs"], cwd=NODE, stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8"
            )
        assert self._process.stdin
        assert self._process.stdout
        self._process.stdin.write(json.dumps(question) + "\n")
        self._process.stdin.flush()
        answer = json.loads(self._process.stdout.readline())
        assert "error" not in answer, answer["error"]
        return answer["answer"]

    def close(self) -> None:
        self._left = self._limit
        if self._process is not None:
            with self._process as process:
                assert process.stdin
                process.stdin.close()
            self._process = None


@dataclass(frozen=True)
class TypeScriptPackage:
    """The generated npm package, run by Node, which may be told that values are JSON."""

    node: Node
    decoded: bool = False

    @property
    def name(self) -> str:
        return "typescript, decoded" if self.decoded else "typescript"

    def judge(self, built: Built, cases: Sequence[Case]) -> list[Verdict]:
        question = {
            "ask": "package",
            "index": str(built.path("typescript/index.js")),
            "options": {"decoded": self.decoded},
            "cases": [self.question(case, built.contract) for case in cases],
        }
        return [Verdict(each["valid"], rows(each["findings"])) for each in self.node.ask(question)]

    def question(self, case: Case, contract: Contract) -> dict[str, Json]:
        suffix = "" if case.subject == contract.envelope else pascal(case.subject.name)
        return {"validate": f"validate{suffix}", "isValid": f"isValid{suffix}", "value": case.value}


# -- JSON Schema ------------------------------------------------------------------------------------------------------

Verdicts: TypeAlias = Callable[[Schema, list[Json]], list[bool]]


@dataclass(frozen=True)
class Schemas:
    """The schemas of one draft in one validator."""

    name: str
    draft: Draft
    verdicts: Verdicts

    def judge(self, built: Built, cases: Sequence[Case]) -> list[Verdict]:
        """Each schema is compiled once, whatever the order of the cases."""
        documents = Documents(built, self.draft)
        found: dict[int, Verdict] = {}
        for name, document in documents.all.items():
            mine = [number for number, case in enumerate(cases) if documents.of(case.subject) == name]
            verdicts = self.verdicts(document, [documents.value(cases[number]) for number in mine]) if mine else []
            found |= {number: Verdict(verdict) for number, verdict in zip(mine, verdicts, strict=True)}
        return [found[number] for number in range(len(cases))]


@dataclass(frozen=True)
class Documents:
    """The schema files of a contract, and one more for the types that have no file: an object with a key for each."""

    built: Built
    draft: Draft

    @cached_property
    def all(self) -> dict[str, Schema]:
        folder = f"{FOLDER}/{self.built.contract.name}/json-schema/"
        files = {path.removeprefix(folder): text for path, text in self.built.files.items() if path.startswith(folder)}
        suffix = self.draft.suffix
        own = {name for name in files if name.removesuffix(suffix).find(".") < 0 and name.endswith(suffix)}
        found: dict[str, Schema] = {name.removesuffix(suffix): json.loads(files[name]) for name in own}
        others = [each for each in subjects(self.built.contract) if not isinstance(each, Envelope)]
        fields = tuple(Field(each.name, Reference(each), Level.MAY) for each in others if self.of(each) == "")
        every = Record("Every", "Every", Lore(), open=False, standalone=True, fields=fields)
        found[""] = json.loads(json.dumps(Writer(self.draft, {}).record_document(every)))
        return found

    def of(self, subject: Subject) -> str:
        """The name of the schema that holds for a type; the one for types without a file has none."""
        if isinstance(subject, Envelope):
            tools = {tool.envelope.name: kebab(tool.name) for tool in self.built.contract.tools}
            return tools.get(subject.name, "envelope")
        return kebab(subject.name) if isinstance(subject, Record) and subject.standalone else ""

    def value(self, case: Case) -> Json:
        return case.value if self.of(case.subject) else {case.subject.name: case.value}


def by_jsonschema(schema: Schema, values: list[Json]) -> list[bool]:
    validator = jsonschema.validators.validator_for(schema)(schema)
    return [validator.is_valid(value) for value in values]


def by_jsonschema_rs(schema: Schema, values: list[Json]) -> list[bool]:
    validator = jsonschema_rs.validator_for(schema, validate_formats=False)
    return [validator.is_valid(value) for value in values]


def by_ajv(node: Node) -> Verdicts:
    def verdicts(schema: Schema, values: list[Json]) -> list[bool]:
        found: list[bool] = node.ask({"ask": "schema", "schema": schema, "values": values})
        return found

    return verdicts


def all_judges(node: Node) -> list[Judge]:
    """Every implementation; the first is the one that the others are compared with."""
    validators: dict[str, Verdicts] = {
        "jsonschema": by_jsonschema,
        "jsonschema-rs": by_jsonschema_rs,
        "ajv": by_ajv(node),
    }
    schemas = [
        Schemas(f"{name} {year}", draft, verdicts)
        for name, verdicts in validators.items()
        for year, draft in zip(("2020-12", "draft-07"), DRAFTS, strict=True)
    ]
    return [
        Interpreter(),
        PythonPackage(),
        PythonPackage(decoded=True),
        TypeScriptPackage(node),
        TypeScriptPackage(node, decoded=True),
        *schemas,
    ]
