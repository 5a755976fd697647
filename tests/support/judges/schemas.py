"""The generated JSON Schemas, judged by three validators."""

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, TypeAlias

import jsonschema
import jsonschema_rs
from msgspec.structs import replace
from packages.built import Built
from strategies.payloads import Subject, subjects

from judges.node import Node
from judges.verdicts import Case, Verdict
from sealwax.contract.model import Documentation, Envelope, Field, Json, Level, Record, Reference
from sealwax.contract.model.output import FOLDER
from sealwax.meaning.checks.lowering import lower
from sealwax.naming import kebab
from sealwax.targets.json_schema.schemas import Draft, Writer, annotations

Schema: TypeAlias = dict[str, Any]
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
    """The schema files of a contract, and one more for the types without a file: an object with a key for each."""

    built: Built
    draft: Draft

    @cached_property
    def all(self) -> dict[str, Schema]:
        folder = f"{FOLDER}/{self.built.contract.name}/json-schema/"
        files = {path.removeprefix(folder): text for path, text in self.built.files.items() if path.startswith(folder)}
        suffix = self.draft.suffix
        stems = {name.removesuffix(suffix): text for name, text in files.items() if name.endswith(suffix)}
        found: dict[str, Schema] = {name: json.loads(text) for name, text in stems.items() if "." not in name}
        others = [each for each in subjects(self.built.contract) if not isinstance(each, Envelope)]
        fields = tuple(Field(each.name, Reference(each), Level.MAY) for each in others if self.of(each) == "")
        every = Record("Every", "Every", Documentation(), open=False, standalone=True, fields=fields)
        extended = replace(self.built.contract, records=(*self.built.contract.records, every))
        writer = Writer(self.draft, lower(extended).types, annotations(extended))
        found[""] = json.loads(json.dumps(writer.document(every.name)))
        return found

    def of(self, subject: Subject) -> str:
        """The name of the schema for a type; the schema for types without a file has none."""
        if isinstance(subject, Envelope):
            tools = {tool.envelope.name: f"tools/{kebab(tool.name)}" for tool in self.built.contract.tools}
            return tools.get(subject.name, self.built.contract.name)
        return ""

    def value(self, case: Case) -> Json:
        return case.value if self.of(case.subject) else {case.subject.name: case.value}


def by_jsonschema(schema: Schema, values: list[Json]) -> list[bool]:
    validator = jsonschema.validators.validator_for(schema)(schema)
    return [validator.is_valid(value) for value in values]


def by_jsonschema_rs(schema: Schema, values: list[Json]) -> list[bool]:
    # In draft-07 it would check formats by default, and its dates know leap years.
    validator = jsonschema_rs.validator_for(schema, validate_formats=False)
    return [validator.is_valid(value) for value in values]


def by_ajv(node: Node) -> Verdicts:
    def verdicts(schema: Schema, values: list[Json]) -> list[bool]:
        found: list[bool] = node.ask({"ask": "schema", "schema": schema, "values": values})
        return found

    return verdicts


VALIDATORS: dict[str, Verdicts] = {"jsonschema": by_jsonschema, "jsonschema-rs": by_jsonschema_rs}
"""The validators that run in Python."""


def subschemas(schema: Any) -> Iterator[Schema]:
    """A schema and all schemas within it, but not what is only data."""
    if not isinstance(schema, dict):
        return
    yield schema
    for keyword in ("items", "additionalProperties", "not", "if", "then", "else"):
        yield from subschemas(schema.get(keyword))
    for keyword in ("anyOf", "allOf", "oneOf"):
        for each in schema.get(keyword, ()):
            yield from subschemas(each)
    for keyword in ("properties", "$defs", "definitions"):
        for each in schema.get(keyword, {}).values():
            yield from subschemas(each)
