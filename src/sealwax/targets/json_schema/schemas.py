"""How a declaration becomes a schema, in one draft."""

from collections.abc import Iterable, Iterator
from typing import TypeAlias, assert_never

from sealwax.contract.model import (
    ABSENT,
    AnyObject,
    AnyValue,
    Boolean,
    Condition,
    Constant,
    Enum,
    Envelope,
    Field,
    Integer,
    Json,
    Level,
    ListOf,
    MapOf,
    Null,
    Nullable,
    Number,
    Numbering,
    OneOf,
    Outcome,
    Payload,
    Presence,
    Present,
    Record,
    Reference,
    String,
    Text,
    Type,
)
from sealwax.frozen import frozen
from sealwax.meaning.wording import named, type_words
from sealwax.patterns import FORMATS
from sealwax.targets.json_schema.descriptions import docs_words, enum_words, field_words, record_words, text_words

Schema: TypeAlias = dict[str, Json]
Declaration: TypeAlias = Outcome | Record | Enum | Text


@frozen
class Draft:
    """A version of JSON Schema: all that we use of it and that the other spells differently."""

    uri: str
    definitions: str
    suffix: str


@frozen
class Writer:
    """Writes schemas in one draft."""

    draft: Draft
    examples: dict[str, list[Json]]

    # -- documents ----------------------------------------------------------------------------------------------------

    def envelope_document(self, envelope: Envelope) -> Schema:
        """An object that is one of the two outcomes. Their marks differ, so `anyOf` never finds both."""
        outcomes: list[Declaration] = list(envelope.outcomes)
        root: Schema = {"title": envelope.title, **_described(docs_words(envelope.docs)), "type": "object"}
        if envelope.mark is None:
            root |= self._outcome(envelope.success, envelope.open) | self._examples(envelope.name)
            return self._document(root, _reachable(outcomes), envelope.open)
        root["anyOf"] = [self._reference(outcome.name) for outcome in envelope.outcomes]
        root |= self._examples(envelope.name)
        return self._document(root, outcomes + _reachable(outcomes), envelope.open)

    def record_document(self, record: Record) -> Schema:
        root = self._record(record) | self._examples(record.name)
        return self._document(root, _reachable([record]), envelope_open=False)

    def _document(self, root: Schema, declarations: list[Declaration], envelope_open: bool) -> Schema:
        definitions: Schema = {each.name: self._definition(each, envelope_open) for each in declarations}
        tail: Schema = {self.draft.definitions: definitions} if definitions else {}
        return {"$schema": self.draft.uri, **root, **tail}

    def _definition(self, declaration: Declaration, envelope_open: bool) -> Schema:
        match declaration:
            case Outcome():
                head: Schema = {"title": declaration.name, **_described(docs_words(declaration.docs))}
                return head | self._outcome(declaration, envelope_open)
            case Record():
                return self._record(declaration) | self._examples(declaration.name)
            case Enum():
                return _enum(declaration)
            case Text():
                return self._text(declaration)
            case _:
                assert_never(declaration)

    def _examples(self, name: str, *first: str) -> Schema:
        values = [*first, *self.examples.get(name, ())]
        return {"examples": values} if values else {}

    def _text(self, text: Text) -> Schema:
        examples = self._examples(text.name, *(form.example for form in text.forms))
        return {"title": text.title, **_described(text_words(text)), **_string(text.string), **examples}

    # -- objects ------------------------------------------------------------------------------------------------------

    def _record(self, record: Record) -> Schema:
        head: Schema = {"title": record.title, **_described(record_words(record))}
        return head | self._object(record.fields, record.open)

    def _outcome(self, outcome: Outcome, open_: bool) -> Schema:
        """A shape that is told by the absence of a key refuses it, which an open one would not do by itself."""
        schema = self._object(outcome.fields, open_)
        if open_ and isinstance(outcome.mark, Presence) and not outcome.mark.expected:
            fields: Schema = {field.name: self._field(field) for field in outcome.fields}
            schema["properties"] = {**fields, outcome.mark.field: False}
        return schema

    def _object(self, fields: tuple[Field, ...], open_: bool) -> Schema:
        schema: Schema = {"type": "object"}
        schema["properties"] = {field.name: self._field(field) for field in fields}
        required: list[Json] = [field.name for field in fields if field.required]
        if required:
            schema["required"] = required
        schema["additionalProperties"] = open_
        conditional: list[Json] = [_conditional(field) for field in fields if _is_conditional(field)]
        conditional += (pair for field in fields if field.number_of for pair in _pairs(field, field.number_of))
        if conditional:
            schema["allOf"] = conditional
        return schema

    def _field(self, field: Field) -> Schema:
        schema = self._type(field.type)
        if field.readers_accept_null:
            schema = _or_null(schema, field.type)
        described = _described(field_words(field))
        default: Schema = {} if field.default is ABSENT else {"default": field.default}
        if "$ref" in schema and (described or default):
            schema = {"allOf": [schema]}
        return described | schema | default

    # -- types --------------------------------------------------------------------------------------------------------

    def _reference(self, name: str) -> Schema:
        return {"$ref": f"#/{self.draft.definitions}/{name}"}

    def _type(self, kind: Type) -> Schema:
        match kind:
            # The contract language spells these types as JSON Schema does.
            case Null() | Boolean():
                return {"type": type_words(kind)}
            case Integer(minimum, maximum) | Number(minimum, maximum):
                return {"type": type_words(kind), **_given(minimum=minimum, maximum=maximum)}
            case String():
                return _string(kind)
            case Constant(value):
                return {"type": type_words(kind), "const": value}
            case AnyValue():
                return {}
            case AnyObject() | Payload():
                return {"type": "object"}
            case ListOf(item, low, high):
                return {"type": "array", "items": self._type(item), **_given(minItems=low, maxItems=high)}
            case MapOf(value):
                return {"type": "object", "additionalProperties": self._type(value)}
            case Nullable(inner):
                return _or_null(self._type(inner), inner)
            case Reference(target):
                return self._reference(target.name)
            case _:
                assert_never(kind)


def _string(string: String) -> Schema:
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


def _or_null(schema: Schema, kind: Type) -> Schema:
    if isinstance(kind, Null | Nullable | AnyValue):
        return schema
    plain = schema.get("type")
    if isinstance(plain, str) and "const" not in schema:
        return schema | {"type": [plain, "null"]}
    return {"anyOf": [schema, {"type": "null"}]}


def _given(**keywords: float | None) -> Schema:
    return {keyword: value for keyword, value in keywords.items() if value is not None}


# -- conditional levels -----------------------------------------------------------------------------------------------


def _is_conditional(field: Field) -> bool:
    conditional = field.conditional
    return conditional is not None and conditional.level is Level.MUST and bool(conditional.condition)


def _conditional(field: Field) -> Schema:
    condition = field.conditional.condition if field.conditional else ()
    return {"if": _condition(condition), "then": _required(field.name)}


def _required(name: str) -> Schema:
    # Strict validators want each required key to be among the properties beside it.
    return {"properties": {name: True}, "required": [name]}


def _pairs(field: Field, numbering: Numbering) -> Iterator[Schema]:
    """For each number: the codes that ask for it."""
    by_number: dict[int, list[Json]] = {}
    for code, number in numbering.numbers.items():
        by_number.setdefault(number, []).append(code)
    for number, codes in by_number.items():
        yield {"if": _at(numbering.path, {"enum": codes}), "then": {"properties": {field.name: {"const": number}}}}


def _at(path: tuple[str, ...], schema: Schema) -> Schema:
    """Objects that have a value at a path of keys, for which the schema holds."""
    name, *below = path
    if below:
        # Only an object can have the keys below: without this, any other value would do.
        schema = {"type": "object", **_at(tuple(below), schema)}
    return {"properties": {name: schema}, "required": [name]}


def _condition(condition: Condition) -> Schema:
    tests = [_test(test) for test in condition]
    return tests[0] if len(tests) == 1 else {"allOf": list(tests)}


def _test(test: OneOf | Present) -> Schema:
    match test:
        case OneOf(field, values):
            return {"properties": {field: {"enum": list(values)}}, "required": [field]}
        case Present(field, expected):
            return _required(field) if expected else {"not": _required(field)}
        case _:
            assert_never(test)


# -- enums ------------------------------------------------------------------------------------------------------------


def _enum(enum: Enum) -> Schema:
    """A closed enum lists its values; an open one takes any string, so its values are examples."""
    values: list[Json] = [value.value for value in enum.values]
    known = "examples" if enum.open else "enum"
    return {"title": enum.title, **_described(enum_words(enum)), "type": "string", known: values}


def _described(words: str) -> Schema:
    return {"description": words} if words else {}


# -- what a schema refers to ------------------------------------------------------------------------------------------


def _reachable(roots: Iterable[Declaration]) -> list[Declaration]:
    """The declarations that the roots refer to, directly or not: the nearest first, then in the order of the fields."""
    found: dict[str, Declaration] = {}
    queue = list(roots)
    for declaration in queue:  # which grows while it is walked
        for field in () if isinstance(declaration, Enum | Text) else declaration.fields:
            target = named(field.type)
            if target is not None and target.name not in found:
                found[target.name] = target
                queue.append(target)
    return list(found.values())
