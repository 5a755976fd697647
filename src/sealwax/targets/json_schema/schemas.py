"""Schemas: the check plan as keywords, which decide whether a value is valid, and the documentation as annotations."""

from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from typing import TypeAlias, assert_never

from msgspec import Struct

from sealwax.contract import model as m
from sealwax.meaning import checks, wording
from sealwax.meaning.checks.lowering import lower
from sealwax.meaning.checks.verdicts import errors_only
from sealwax.meaning.remembering import remembered
from sealwax.naming import kebab, title
from sealwax.targets.json_schema.limits import Schema, bounds, or_null, string_limits

_Declaration: TypeAlias = m.Envelope | m.Outcome | m.Record | m.Enum | m.Text


_ENVELOPES = frozenset({checks.Role.ENVELOPE, checks.Role.TOOL_ENVELOPE})
_OF_TOOLS = frozenset({checks.Role.TOOL_ENVELOPE, checks.Role.TOOL_OUTCOME})


class Draft(Struct, frozen=True):
    """A version of JSON Schema, as far as the versions differ."""

    uri: str
    definitions: str
    suffix: str
    is_2020: bool
    """Whether annotations can stand beside `$ref`, and one of them is `deprecated`."""
    chooses: bool = True
    """Whether an envelope chooses the case of a value first, for errors about this case."""


DRAFTS = (
    Draft("https://json-schema.org/draft/2020-12/schema", "$defs", ".schema.json", is_2020=True),
    Draft("http://json-schema.org/draft-07/schema#", "definitions", ".draft-07.schema.json", is_2020=False),
)


class Annotations(Struct, frozen=True):
    """The title and description of a type, its examples, and its keys."""

    head: Schema
    examples: list[m.Json]
    fields: tuple[m.Field, ...] = ()


class Writer:
    """Writes schemas in one draft. Each type is written once, and is part of all documents that need it.

    A lean schema decides the same with fewer words: it has no titles but that of an envelope, no descriptions, examples
    and defaults, and nothing about a final newline after a pattern.
    """

    def __init__(
        self, draft: Draft, types: checks.Types, annotations: Mapping[str, Annotations], *, lean: bool = False
    ) -> None:
        self._draft, self._types, self._annotations, self._lean = draft, types, annotations, lean
        self._references = {name: _references(each.check) for name, each in types.items()}
        choices = (each.check for each in types.values() if isinstance(each.check, checks.CasesCheck))
        self._tests = {case.type.name: case.when for choice in choices for case in choice.cases}
        self._written: dict[str, Schema] = {}

    def document(self, name: str, *others: str) -> Schema:
        """The schema of a type, and of all types that it or the others refer to."""
        definitions: Schema = {**self.definitions(name, *others)}
        tail: Schema = {self._draft.definitions: definitions} if definitions else {}
        return {"$schema": self._draft.uri, **self.type(name), **tail}

    def definitions(self, name: str, *others: str) -> dict[str, Schema]:
        """The schemas of the others, and of the types that all of them refer to, by name."""
        return {each: self.type(each) for each in self.closure([name, *others])[1:]}

    def contract(self, envelope: str) -> Schema:
        """The schema of an envelope, with all types of the contract but those of single tools."""
        return self.document(envelope, *(name for name, each in self._types.items() if each.role not in _OF_TOOLS))

    def closure(self, roots: Iterable[str]) -> list[str]:
        """These types, each followed by those that it refers to, directly or indirectly, breadth first."""
        known: set[str] = set()
        found: list[str] = []
        for root in roots:
            waiting = deque([root])
            while waiting:
                name = waiting.popleft()
                if name not in known:
                    known.add(name)
                    found.append(name)
                    waiting.extend(self._references[name])
        return found

    def type(self, name: str) -> Schema:
        """The schema of a named type."""
        if name not in self._written:
            notes, declared = self._annotations[name], self._types[name]
            examples: Schema = {"examples": notes.examples} if notes.examples and not self._lean else {}
            keywords = self._check(errors_only(declared.check), notes.fields, self._tests.get(name))
            self._written[name] = self._head(notes.head, declared.role) | keywords | examples
        return self._written[name]

    def _check(self, check: checks.Check, fields: tuple[m.Field, ...] = (), when: checks.Test | None = None) -> Schema:
        match check:
            case checks.AnyCheck():
                return {}
            case checks.KindCheck(kind):
                return {"type": kind.value}
            case checks.NumberCheck(kind, _, limits):
                return {"type": kind.value, **bounds(limits)}
            case checks.StringCheck(_, limits):
                return {"type": "string", **string_limits(limits, self._lean)}
            case checks.ConstantCheck(value):
                return {"type": wording.CONSTANT_TYPES[type(value)], "const": value}
            case checks.ListCheck(item, _, limits):
                return {"type": "array", "items": self._check(item), **bounds(limits)}
            case checks.MapCheck(value):
                return {"type": "object", "additionalProperties": self._check(value)}
            case checks.NullableCheck(inner):
                return or_null(self._check(inner))
            case checks.TypeRef(name):
                return {"$ref": f"#/{self._draft.definitions}/{name}"}
            case checks.CasesCheck(cases):
                choice = self._choice(check) if self._draft.chooses else {}
                branches: list[m.Json] = [self._check(case.type) for case in cases]
                # Constants make sure that a value has one case only; other tests leave that to the order of the cases.
                return {"type": "object", **choice, "oneOf" if check.tag else "anyOf": branches}
            case checks.ObjectCheck():
                return self._object(check, fields, when)
            case _:
                assert_never(check)

    def _choice(self, check: checks.CasesCheck) -> Schema:
        """The case that applies to a value, chosen by its test, so that its errors come first.

        Generators make a union of the cases, which accepts the same values, but whose errors are about all of them.
        """
        tested, schema = check.cases[:-1], self._chosen(check.cases[-1].type)
        if check.otherwise is not None:
            tags = [tag for case in check.cases if isinstance(case.when, checks.HasValue) for tag in case.when.values]
            tested, schema = check.cases, _key(check.cases[0].when.key, {"enum": [*tags]})
        for case in reversed(tested):
            test, chosen = _test(case.when), self._chosen(case.type)
            if negated := test.get("not"):
                schema = {"if": negated, "then": schema, "else": chosen}
            else:
                schema = {"if": test, "then": chosen, "else": schema}
        return schema

    def _chosen(self, case: checks.TypeRef) -> Schema:
        """A case, and an `anyOf` of it alone.

        `validate` of jsonschema prefers errors of a union to those of keys further down. This one comes before that of
        all cases, and its errors are about the right one.
        """
        schema = self._check(case)
        return {"allOf": [schema], "anyOf": [schema]}

    def _object(self, check: checks.ObjectCheck, fields: tuple[m.Field, ...], when: checks.Test | None) -> Schema:
        rows = zip(check.rows, fields, strict=True)
        properties: Schema = {row.key: self._property(row.check, field) for row, field in rows}
        if isinstance(when, checks.HasKey) and not when.expected and not check.other_keys:
            properties[when.key] = False
        schema: Schema = {"type": "object", "properties": properties}
        if required := [row.key for row in check.rows if any(not each.when for each in row.missing)]:
            schema["required"] = [*required]
        schema["additionalProperties"] = not check.other_keys
        if rules := [*_conditional_levels(check.rows), *_row_rules(check.rows)]:
            schema["allOf"] = [*rules]
        return schema

    def _property(self, check: checks.Check, field: m.Field) -> Schema:
        schema = self._check(check)
        if self._lean:
            return schema
        description = _field_description(field)
        is_decided = "const" in schema or schema.get("type") == "null"
        default: Schema = {} if field.default is m.ABSENT or is_decided else {"default": field.default}
        if "$ref" in schema and (description or default) and not self._draft.is_2020:
            schema = {"allOf": [schema]}
        return self._described(description | schema | default | _mark(field.docs))

    def _head(self, head: Schema, role: checks.Role) -> Schema:
        """The annotations of a type. Generators name the union of an envelope's outcomes after its title."""
        if not self._lean:
            return self._described(head)
        return {"title": head["title"]} if role in _ENVELOPES else {}

    def _described(self, schema: Schema) -> Schema:
        """The annotations that the draft has."""
        dropped = () if self._draft.is_2020 else ("deprecated",)
        return {keyword: value for keyword, value in schema.items() if keyword not in dropped}


def _references(check: checks.Check) -> list[str]:
    """The types that a check refers to, each once."""
    parts = [case.type for case in check.cases] if isinstance(check, checks.CasesCheck) else checks.nodes(check)
    return list(dict.fromkeys(node.name for node in parts if isinstance(node, checks.TypeRef)))


# -- rules between keys -----------------------------------------------------------------------------------------------


def _conditional_levels(rows: tuple[checks.Row, ...]) -> Iterator[Schema]:
    for row in rows:
        for missing in row.missing:
            if tests := [_test(test) for test in missing.when]:
                yield {"if": tests[0] if len(tests) == 1 else {"allOf": [*tests]}, "then": _key(row.key, True)}


def _test(test: checks.Test) -> Schema:
    match test:
        case checks.HasValue(key, values):
            return _key(key, {"const": values[0]} if len(values) == 1 else {"enum": [*values]})
        case checks.HasKey(key, expected):
            return _key(key, True) if expected else {"not": _key(key, True)}
        case _:
            assert_never(test)


def _key(name: str, schema: Schema | bool) -> Schema:
    # Strict validators expect each required key among the properties of the same schema.
    return {"properties": {name: schema}, "required": [name]}


def _row_rules(rows: tuple[checks.Row, ...]) -> Iterator[Schema]:
    for row in rows:
        for rule in row.rules:
            if isinstance(rule, checks.Lookup):  # all others give advice
                codes: dict[str | int, list[str]] = {}
                for code, value in rule.table.items():
                    codes.setdefault(value, []).append(code)
                for value, own in codes.items():
                    then: Schema = {"properties": {row.key: {"const": value}}}
                    yield {"if": _at(rule.path, {"enum": [*own]}), "then": then}


def _at(path: tuple[str, ...], schema: Schema) -> Schema:
    """A schema for objects whose value at a path matches another schema."""
    name, *below = path
    # Without the type, any value that is not an object would match.
    return _key(name, {"type": "object", **_at(tuple(below), schema)} if below else schema)


def writer_of(contract: m.Contract, draft: Draft = DRAFTS[0], *, lean: bool = False) -> Writer:
    """The writer of a contract's schemas, which several targets share."""
    writers = _writers(contract)
    if (draft, lean) not in writers:
        writers[draft, lean] = Writer(draft, lower(contract).types, annotations(contract), lean=lean)
    return writers[draft, lean]


@remembered
def _writers(_contract: m.Contract) -> dict[tuple[Draft, bool], Writer]:
    return {}


def documents(contract: m.Contract) -> dict[str, str]:
    """The types that have files of their own, by the name of the file: envelope, standalone records, tools."""
    standalone = (record.name for record in contract.records if record.standalone)
    names = {"envelope": contract.envelope.name, **{kebab(name): name for name in standalone}}
    return names | {kebab(tool.name): tool.envelope.name for tool in contract.tools}


# -- annotations -------------------------------------------------------------------------------------------------------


@remembered
def annotations(contract: m.Contract) -> dict[str, Annotations]:
    """By the name of the type."""
    envelopes = [contract.envelope, *(tool.envelope for tool in contract.tools)]
    outcomes = (outcome for envelope in envelopes for outcome in envelope.outcomes)
    examples: dict[str, list[m.Json]] = {}
    for example in contract.examples:
        if example.kind is m.ExampleKind.VALID and example.value is not m.ABSENT:
            examples.setdefault(example.subject.name, []).append(example.value)
    declared: list[_Declaration] = [*outcomes, *envelopes, *contract.records, *contract.enums, *contract.texts]
    return {each.name: _annotations(each, examples.get(each.name, [])) for each in declared}


def _annotations(declaration: _Declaration, examples: list[m.Json]) -> Annotations:
    match declaration:
        case m.Envelope(_, heading, docs):
            return Annotations(_head(heading, docs), examples, declaration.success.fields)
        case m.Outcome(_, _, docs, _, fields):
            return Annotations(_head("", docs), [], fields)
        case m.Record(_, heading, docs):
            # The keys that a tiered record accepts are advice, so no keyword expresses them.
            words = wording.tiered_words(declaration)
            return Annotations(_head(_own(heading, declaration), docs, words), examples, declaration.fields)
        case m.Enum(_, heading, docs, is_open, values):
            # An open enum accepts any string, so its values are examples.
            known: list[m.Json] = [value.value for value in values] if is_open else []
            return Annotations(_head(_own(heading, declaration), docs, _enum_words(declaration)), known)
        case m.Text(_, heading, docs, _, forms):
            head = _head(_own(heading, declaration), docs, _forms_words(forms), *declaration.semantics)
            return Annotations(head, [*(form.example for form in forms), *examples])
        case _:
            assert_never(declaration)


def _field_description(field: m.Field) -> Schema:
    # `required` says it, unless there is more to say.
    level = "" if wording.level_words(field) in ("MUST", "MAY") else wording.level_sentence(field)
    return _description(*_docs_words(field.docs), *wording.field_facts(field, level))


def _enum_words(enum: m.Enum) -> str:
    label = "Suggestions:" if enum.suggestions else "Known values (others are valid too):" if enum.open else "Values:"
    words = (_paragraphs(*_docs_words(value.docs), wording.value_tier_words(value.tier)) for value in enum.values)
    lines = [f"- `{value.value}`{_after_colon(text)}" for value, text in zip(enum.values, words, strict=True)]
    if not enum.open and all(line.endswith("`") for line in lines):
        return ""  # `enum` lists them
    return "\n".join([label, *lines])


def _forms_words(forms: tuple[m.TextForm, ...]) -> str:
    lines = (f"- {form.title}: `{form.template}`{_after_colon(form.doc)}" for form in forms)
    return "\n".join(["Forms:", *lines]) if forms else ""


def _own(heading: str, declaration: m.Record | m.Enum | m.Text) -> str:
    """A title that says more than the name of the type; empty for others."""
    is_usual = isinstance(declaration, m.Enum) and declaration.catalogue is not m.Catalogue.PLAIN
    return "" if is_usual or heading in (declaration.name, title(declaration.name)) else heading


def _head(heading: str, docs: m.Documentation, *more: str) -> Schema:
    return ({"title": heading} if heading else {}) | _description(*_docs_words(docs), *more) | _mark(docs)


def _mark(docs: m.Documentation) -> Schema:
    """Marks something deprecated; the description says more."""
    return {} if docs.deprecated is None else {"deprecated": True}


def _description(*words: str) -> Schema:
    text = _paragraphs(*words)
    return {"description": text} if text else {}


def _docs_words(docs: m.Documentation) -> tuple[str, ...]:
    return docs.doc, *wording.lifecycle_words(docs)


def _paragraphs(*words: str) -> str:
    return "\n\n".join(filter(None, words))


def _after_colon(words: str) -> str:
    return f": {words}".replace("\n\n", " ") if words else ""
