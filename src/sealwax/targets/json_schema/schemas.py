"""Schemas: the check plan as keywords, which decide whether a value is valid, and the documentation as annotations."""

from collections.abc import Iterator, Mapping
from typing import TypeAlias, assert_never

from sealwax.contract import model as m
from sealwax.frozen import frozen
from sealwax.meaning import checks, wording
from sealwax.meaning.lowering import errors_only, nodes

Schema: TypeAlias = dict[str, m.Json]
_Declaration: TypeAlias = m.Envelope | m.Outcome | m.Record | m.Enum | m.Text


_BOUNDS = {
    checks.Measure.NUMBER: ("minimum", "maximum"),
    checks.Measure.LENGTH: ("minLength", "maxLength"),
    checks.Measure.ITEMS: ("minItems", "maxItems"),
}


@frozen
class Draft:
    """A version of JSON Schema, as far as the versions differ."""

    uri: str
    definitions: str
    suffix: str


@frozen
class Annotations:
    """The title and description of a type, its examples, and its keys."""

    head: Schema
    examples: list[m.Json]
    fields: tuple[m.Field, ...] = ()


@frozen
class Writer:
    """Writes schemas in one draft."""

    draft: Draft
    types: checks.Types
    annotations: Mapping[str, Annotations]

    def document(self, name: str) -> Schema:
        """The schema of a type, and of all types that it refers to."""
        check = self.types[name].check
        tests = {case.type.name: case.when for case in check.cases} if isinstance(check, checks.CasesCheck) else {}
        definitions: Schema = {each: self._type(each, tests.get(each)) for each in self._reachable(name)}
        tail: Schema = {self.draft.definitions: definitions} if definitions else {}
        return {"$schema": self.draft.uri, **self._type(name), **tail}

    def _reachable(self, name: str) -> list[str]:
        """The types that a type refers to, directly or indirectly, breadth first."""
        found = [name]
        for each in found:  # grows during the iteration
            check = self.types[each].check
            cases = [case.type for case in check.cases] if isinstance(check, checks.CasesCheck) else nodes(check)
            named = dict.fromkeys(node.name for node in cases if isinstance(node, checks.TypeRef))
            found += [each for each in named if each not in found]
        return found[1:]

    def _type(self, name: str, when: checks.Test | None = None) -> Schema:
        """A named type. `when` is the test that chooses it, if it is a case of an envelope."""
        notes = self.annotations[name]
        examples: Schema = {"examples": notes.examples} if notes.examples else {}
        return notes.head | self._check(errors_only(self.types[name].check), notes.fields, when) | examples

    def _check(self, check: checks.Check, fields: tuple[m.Field, ...] = (), when: checks.Test | None = None) -> Schema:
        match check:
            case checks.AnyCheck():
                return {}
            case checks.KindCheck(kind):
                return {"type": kind.value}
            case checks.NumberCheck(kind, _, limits):
                return _limited({"type": kind.value}, limits)
            case checks.StringCheck(_, limits):
                return _limited({"type": "string"}, limits)
            case checks.ConstantCheck(value):
                return {"type": wording.CONSTANT_TYPES[type(value)], "const": value}
            case checks.ListCheck(item, _, limits):
                return _limited({"type": "array", "items": self._check(item)}, limits)
            case checks.MapCheck(value):
                return {"type": "object", "additionalProperties": self._check(value)}
            case checks.NullableCheck(inner):
                return _or_null(self._check(inner))
            case checks.TypeRef(name):
                return {"$ref": f"#/{self.draft.definitions}/{name}"}
            case checks.CasesCheck(cases):
                # A value passes at most one case, so `anyOf` never matches several.
                return {"type": "object", "anyOf": [self._check(case.type) for case in cases]}
            case checks.ObjectCheck():
                return self._object(check, fields, when)
            case _:
                assert_never(check)

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
        description = _field_description(field)
        default: Schema = {} if field.default is m.ABSENT else {"default": field.default}
        if "$ref" in schema and (description or default):
            schema = {"allOf": [schema]}
        return description | schema | default


def _limited(schema: Schema, limits: tuple[checks.Limit, ...]) -> Schema:
    for limit in limits:
        if isinstance(limit, checks.Matches) and limit.format:
            schema["format"] = limit.format.removeprefix("utc-")  # the pattern asks for the rest
        keywords = _limit(limit)
        # Validators that ignore `format` get the same verdict from its pattern, which can be the second one.
        schema |= {"allOf": [keywords]} if keywords.keys() & schema.keys() else keywords
    return schema


def _limit(limit: checks.Limit) -> Schema:
    match limit:
        case checks.AtLeast(bound, measure):
            return {_BOUNDS[measure][0]: bound}
        case checks.AtMost(bound, measure):
            return {_BOUNDS[measure][1]: bound}
        case checks.Listed(_, values):
            return {"enum": [*values]}
        case checks.Matches(_, pattern):
            return {"pattern": pattern.json_schema}
        case _:
            assert_never(limit)


def _or_null(schema: Schema) -> Schema:
    plain = schema.get("type")
    if plain == "null":
        return schema
    if isinstance(plain, str) and "const" not in schema:
        return schema | {"type": [plain, "null"]}
    return {"anyOf": [schema, {"type": "null"}]}


# -- rules between keys -----------------------------------------------------------------------------------------------


def _conditional_levels(rows: tuple[checks.Row, ...]) -> Iterator[Schema]:
    for row in rows:
        for missing in row.missing:
            if tests := [_test(test) for test in missing.when]:
                yield {"if": tests[0] if len(tests) == 1 else {"allOf": [*tests]}, "then": _key(row.key, True)}


def _test(test: checks.Test) -> Schema:
    match test:
        case checks.HasValue(key, values):
            return _key(key, {"enum": [*values]})
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
            match rule:
                case checks.Lookup(_, path, _, table):
                    for value in dict.fromkeys(table.values()):
                        codes = [code for code, each in table.items() if each == value]
                        then: Schema = {"properties": {row.key: {"const": value}}}
                        yield {"if": _at(path, {"enum": [*codes]}), "then": then}
                case checks.ForbiddenKey(key):
                    yield {"properties": {row.key: {"properties": {key: False}}}}
                case checks.Expected(tests):
                    yield {"if": _key(row.key, True), "then": {"allOf": [_test(test) for test in tests]}}
                case checks.Sum():
                    pass
                case _:
                    assert_never(rule)


def _at(path: tuple[str, ...], schema: Schema) -> Schema:
    """A schema for objects whose value at a path matches another schema."""
    name, *below = path
    # Without the type, any value that is not an object would match.
    return _key(name, {"type": "object", **_at(tuple(below), schema)} if below else schema)


# -- annotations -------------------------------------------------------------------------------------------------------


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
        case m.Envelope(_, title, docs):
            return Annotations(_head(title, docs), examples, declaration.success.fields)
        case m.Outcome(_, name, docs, _, fields):
            return Annotations(_head(name, docs), [], fields)
        case m.Record(_, title, docs):
            # The keys that a tiered record accepts are advice, so no keyword expresses them.
            return Annotations(_head(title, docs, wording.tiered_words(declaration)), examples, declaration.fields)
        case m.Enum(_, title, docs, is_open, values):
            # An open enum accepts any string, so its values are examples.
            known: list[m.Json] = [value.value for value in values] if is_open else []
            return Annotations(_head(title, docs, _enum_words(declaration)), known)
        case m.Text(_, title, docs, _, forms):
            head = _head(title, docs, _forms_words(forms), *declaration.semantics)
            return Annotations(head, [*(form.example for form in forms), *examples])
        case _:
            assert_never(declaration)


def _field_description(field: m.Field) -> Schema:
    level = "" if field.level is m.Level.MUST else f"Level: {wording.level_words(field)}."
    superseded = (wording.superseded_words(key) for key in field.superseded)
    tier = " ".join(wording.tier_words(field))
    return _description(*_docs_words(field.docs), level, tier, wording.relation_words(field), *superseded)


def _enum_words(enum: m.Enum) -> str:
    label = "Suggestions:" if enum.suggestions else "Known values (others are valid too):" if enum.open else "Values:"
    words = (_paragraphs(*_docs_words(value.docs), wording.value_tier_words(value.tier)) for value in enum.values)
    lines = (f"- `{value.value}`{_after_colon(text)}" for value, text in zip(enum.values, words, strict=True))
    return "\n".join([label, *lines])


def _forms_words(forms: tuple[m.TextForm, ...]) -> str:
    lines = (f"- {form.title}: `{form.template}`{_after_colon(form.doc)}" for form in forms)
    return "\n".join(["Forms:", *lines]) if forms else ""


def _head(title: str, docs: m.Documentation, *more: str) -> Schema:
    return {"title": title} | _description(*_docs_words(docs), *more)


def _description(*words: str) -> Schema:
    text = _paragraphs(*words)
    return {"description": text} if text else {}


def _docs_words(docs: m.Documentation) -> tuple[str, ...]:
    return docs.doc, *wording.lifecycle_words(docs)


def _paragraphs(*words: str) -> str:
    return "\n\n".join(filter(None, words))


def _after_colon(words: str) -> str:
    return f": {words}".replace("\n\n", " ") if words else ""
