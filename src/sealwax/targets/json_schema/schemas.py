"""Translates declarations to schemas."""

from collections.abc import Iterable, Iterator
from typing import TypeAlias, assert_never

from sealwax.contract import model as m
from sealwax.frozen import frozen
from sealwax.meaning import wording
from sealwax.patterns import FORMATS

Schema: TypeAlias = dict[str, m.Json]
Declaration: TypeAlias = m.Outcome | m.Record | m.Enum | m.Text


@frozen
class Draft:
    """A version of JSON Schema, as far as the versions differ."""

    uri: str
    definitions: str
    suffix: str


@frozen
class Writer:
    """Writes schemas in one draft."""

    draft: Draft
    examples: dict[str, list[m.Json]]

    # -- documents ----------------------------------------------------------------------------------------------------

    def envelope_document(self, envelope: m.Envelope) -> Schema:
        """An object that has one of the two outcomes. Their marks differ, so `anyOf` never matches both."""
        outcomes: list[Declaration] = list(envelope.outcomes)
        root: Schema = {**_head(envelope.title, envelope.docs), "type": "object"}
        if envelope.discriminator is None:
            root |= self._outcome(envelope.success, envelope.open) | self._examples(envelope.name)
            return self._document(root, _reachable(outcomes), envelope.open)
        root["anyOf"] = [self._reference(outcome.name) for outcome in envelope.outcomes]
        root |= self._examples(envelope.name)
        return self._document(root, outcomes + _reachable(outcomes), envelope.open)

    def record_document(self, record: m.Record) -> Schema:
        root = self._record(record) | self._examples(record.name)
        return self._document(root, _reachable([record]), envelope_open=False)

    def _document(self, root: Schema, declarations: list[Declaration], envelope_open: bool) -> Schema:
        definitions: Schema = {each.name: self._definition(each, envelope_open) for each in declarations}
        tail: Schema = {self.draft.definitions: definitions} if definitions else {}
        return {"$schema": self.draft.uri, **root, **tail}

    def _definition(self, declaration: Declaration, envelope_open: bool) -> Schema:
        match declaration:
            case m.Outcome():
                return _head(declaration.name, declaration.docs) | self._outcome(declaration, envelope_open)
            case m.Record():
                return self._record(declaration) | self._examples(declaration.name)
            case m.Enum():
                return _enum(declaration)
            case m.Text():
                return self._text(declaration)
            case _:
                assert_never(declaration)

    def _examples(self, name: str, *first: str) -> Schema:
        values = [*first, *self.examples.get(name, ())]
        return {"examples": values} if values else {}

    def _text(self, text: m.Text) -> Schema:
        forms = [f"- {form.title}: `{form.template}`{_after_colon(form.doc)}" for form in text.forms]
        head = _head(text.title, text.docs, "\n".join(["Forms:", *forms]) if forms else "", *text.semantics)
        return head | _string(text.string) | self._examples(text.name, *(form.example for form in text.forms))

    # -- objects ------------------------------------------------------------------------------------------------------

    def _record(self, record: m.Record) -> Schema:
        # The keys that a tiered record accepts are advice, so no keyword expresses them.
        head = _head(record.title, record.docs, wording.tiered_words(record))
        return head | self._object(record.fields, record.open)

    def _outcome(self, outcome: m.Outcome, open_: bool) -> Schema:
        """If the absence of a key identifies an outcome, the key is forbidden, even in an open envelope."""
        schema = self._object(outcome.fields, open_)
        if open_ and isinstance(outcome.discriminator, m.Presence) and not outcome.discriminator.expected:
            fields: Schema = {field.name: self._field(field) for field in outcome.fields}
            schema["properties"] = {**fields, outcome.discriminator.field: False}
        return schema

    def _object(self, fields: tuple[m.Field, ...], open_: bool) -> Schema:
        schema: Schema = {"type": "object"}
        schema["properties"] = {field.name: self._field(field) for field in fields}
        required: list[m.Json] = [field.name for field in fields if field.required]
        if required:
            schema["required"] = required
        schema["additionalProperties"] = open_
        rules: list[m.Json] = [*_conditional_levels(fields), *_number_pairs(fields)]
        if rules:
            schema["allOf"] = rules
        return schema

    def _field(self, field: m.Field) -> Schema:
        schema = self._type(field.type)
        if field.readers_accept_null:
            schema = _or_null(schema, field.type)
        described = _field_description(field)
        default: Schema = {} if field.default is m.ABSENT else {"default": field.default}
        if "$ref" in schema and (described or default):
            schema = {"allOf": [schema]}
        return described | schema | default

    # -- types --------------------------------------------------------------------------------------------------------

    def _reference(self, name: str) -> Schema:
        return {"$ref": f"#/{self.draft.definitions}/{name}"}

    def _type(self, kind: m.Type) -> Schema:
        match kind:
            # The contract language spells these types as JSON Schema does.
            case m.Null() | m.Boolean():
                return {"type": wording.type_words(kind)}
            case m.Integer(minimum, maximum) | m.Number(minimum, maximum):
                return {"type": wording.type_words(kind), **_given(minimum=minimum, maximum=maximum)}
            case m.String():
                return _string(kind)
            case m.Constant(value):
                return {"type": wording.type_words(kind), "const": value}
            case m.AnyValue():
                return {}
            case m.AnyObject() | m.Payload():
                return {"type": "object"}
            case m.ListOf(item, low, high):
                return {"type": "array", "items": self._type(item), **_given(minItems=low, maxItems=high)}
            case m.MapOf(value):
                return {"type": "object", "additionalProperties": self._type(value)}
            case m.Nullable(inner):
                return _or_null(self._type(inner), inner)
            case m.Reference(target):
                return self._reference(target.name)
            case _:
                assert_never(kind)


def _string(string: m.String) -> Schema:
    schema: Schema = {"type": "string", **_given(minLength=string.min_length, maxLength=string.max_length)}
    patterns = [string.pattern.json_schema] if string.pattern else []
    if string.format is not None:
        # Validators that ignore `format` get the same verdict from the pattern.
        schema["format"] = string.format.value
        patterns.append(FORMATS[string.format.value].json_schema)
    if patterns:
        schema["pattern"] = patterns[0]
    if patterns[1:]:
        schema["allOf"] = [{"pattern": pattern} for pattern in patterns[1:]]
    return schema


def _or_null(schema: Schema, kind: m.Type) -> Schema:
    if isinstance(kind, m.Null | m.Nullable | m.AnyValue):
        return schema
    plain = schema.get("type")
    if isinstance(plain, str) and "const" not in schema:
        return schema | {"type": [plain, "null"]}
    return {"anyOf": [schema, {"type": "null"}]}


def _given(**keywords: float | None) -> Schema:
    return {keyword: value for keyword, value in keywords.items() if value is not None}


# -- rules between keys -----------------------------------------------------------------------------------------------


def _conditional_levels(fields: Iterable[m.Field]) -> Iterator[Schema]:
    for field in fields:
        conditional = field.conditional
        if conditional is not None and conditional.level is m.Level.MUST and conditional.condition:
            tests = [_test(test) for test in conditional.condition]
            yield {"if": tests[0] if len(tests) == 1 else {"allOf": [*tests]}, "then": _key(field.name, True)}


def _test(test: m.OneOf | m.Present) -> Schema:
    match test:
        case m.OneOf(field, values):
            return _key(field, {"enum": list(values)})
        case m.Present(field, expected):
            return _key(field, True) if expected else {"not": _key(field, True)}
        case _:
            assert_never(test)


def _key(name: str, schema: Schema | bool) -> Schema:
    # Strict validators expect each required key among the properties of the same schema.
    return {"properties": {name: schema}, "required": [name]}


def _number_pairs(fields: Iterable[m.Field]) -> Iterator[Schema]:
    """For each number, the codes that it belongs to."""
    for field in fields:
        by_number: dict[int, list[m.Json]] = {}
        for code, number in field.number_of.numbers.items() if field.number_of else ():
            by_number.setdefault(number, []).append(code)
        for number, codes in by_number.items():
            path = field.number_of.path if field.number_of else ()
            yield {"if": _at(path, {"enum": codes}), "then": {"properties": {field.name: {"const": number}}}}


def _at(path: tuple[str, ...], schema: Schema) -> Schema:
    """A schema for objects whose value at a path matches another schema."""
    name, *below = path
    # Without the type, any value that is not an object would match.
    return _key(name, {"type": "object", **_at(tuple(below), schema)} if below else schema)


# -- enums ------------------------------------------------------------------------------------------------------------


def _enum(enum: m.Enum) -> Schema:
    """A closed enum lists its values; an open one accepts any string, so its values are examples."""
    values: list[m.Json] = [value.value for value in enum.values]
    known, label = ("examples", "Known values (others are valid too):") if enum.open else ("enum", "Values:")
    lines = (f"- `{value.value}`{_after_colon(_value_words(value))}" for value in enum.values)
    return {**_head(enum.title, enum.docs, "\n".join([label, *lines])), "type": "string", known: values}


def _value_words(value: m.EnumValue) -> str:
    return _paragraphs(*_docs_words(value.docs), wording.value_tier_words(value.tier))


# -- referenced declarations ------------------------------------------------------------------------------------------


def _reachable(roots: Iterable[Declaration]) -> list[Declaration]:
    """The declarations that the roots refer to, directly or indirectly, breadth first."""
    found: dict[str, Declaration] = {}
    queue = list(roots)
    for declaration in queue:  # grows during the iteration
        for field in () if isinstance(declaration, m.Enum | m.Text) else declaration.fields:
            target = m.named_in(field.type)
            if target is not None and target.name not in found:
                found[target.name] = target
                queue.append(target)
    return list(found.values())


# -- descriptions -----------------------------------------------------------------------------------------------------


def _head(title: str, docs: m.Documentation, *more: str) -> Schema:
    return {"title": title} | _description(*_docs_words(docs), *more)


def _field_description(field: m.Field) -> Schema:
    level = "" if field.level is m.Level.MUST else f"Level: {wording.level_words(field)}."
    superseded = (wording.superseded_words(key) for key in field.superseded)
    tier = " ".join(wording.tier_words(field))
    return _description(*_docs_words(field.docs), level, tier, wording.follows_words(field), *superseded)


def _description(*words: str) -> Schema:
    text = _paragraphs(*words)
    return {"description": text} if text else {}


def _docs_words(docs: m.Documentation) -> tuple[str, ...]:
    return docs.doc, *wording.lifecycle_words(docs)


def _paragraphs(*words: str) -> str:
    return "\n\n".join(filter(None, words))


def _after_colon(words: str) -> str:
    return f": {words}".replace("\n\n", " ") if words else ""
