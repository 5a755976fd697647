"""Small valid values, derived from the model."""

from collections.abc import Iterable
from typing import assert_never

from sealwax.contract.model import (
    ABSENT,
    Absent,
    AnyObject,
    AnyValue,
    Boolean,
    Builder,
    BuilderExample,
    Constant,
    Contract,
    Enum,
    Field,
    Format,
    Integer,
    Json,
    Level,
    ListOf,
    MapOf,
    Null,
    Nullable,
    Number,
    Payload,
    Record,
    Reference,
    String,
    Text,
    Type,
)
from sealwax.meaning.interpreter import holds, is_valid, text_at
from sealwax.meaning.lowering import lower_condition
from sealwax.patterns.samples import matching_text

FORMAT_SAMPLES = {
    Format.DATE_TIME: ("2024-02-29T23:59:59Z", "2024-02-29T23:59:59.123Z", "2024-02-29T23:59:59+02:00"),
    Format.UUID: ("123e4567-e89b-12d3-a456-426614174000", "123E4567-E89B-12D3-A456-426614174000"),
}
"""Several each, because a pattern beside the format may take only one of them."""
LARGEST = 5000
"""About how many characters a value may take: what has to be larger is of no use as a sample."""

_RANK = {Level.MUST: 0, Level.SHOULD: 1, Level.MAY: 2}


class Samples:
    """Makes values, and keeps those of named types. `ABSENT` says that no valid value was found."""

    def __init__(self) -> None:
        self._named: dict[str, Json | Absent] = {}

    def smallest(self, kind: Type) -> Json | Absent:
        """A small value that nothing is said about: the keys that should be there are there too."""
        match kind:
            case Null():
                return None
            case Boolean():
                return True
            case Integer(low, high) | Number(low, high):
                number = low if low is not None and low > 0 else high if high is not None and high < 0 else 0
                return number if is_valid(kind, number) else ABSENT
            case String():
                return smallest_string(kind)
            case Constant(constant):
                return constant
            case AnyValue() | AnyObject() | Payload() | MapOf():
                return {}
            case ListOf(item, least):
                one = self.smallest(item) if least else None
                return ABSENT if isinstance(one, Absent) else repeated(one, least or 0)
            case Nullable(inner):
                value = self.smallest(inner)
                return None if isinstance(value, Absent) else value
            case Reference(target):
                return self.named(target)
            case _:
                assert_never(kind)

    def named(self, target: Record | Enum | Text) -> Json | Absent:
        if target.name not in self._named:
            self._named[target.name] = self._make(target)
        return self._named[target.name]

    def _make(self, target: Record | Enum | Text) -> Json | Absent:
        match target:
            case Record():
                return self.members(target.fields, Level.SHOULD)
            case Enum():
                return target.values[0].value
            case Text():
                return target.forms[0].example if target.forms else smallest_string(target.string)
            case _:
                assert_never(target)

    def members(self, fields: tuple[Field, ...], least: Level) -> dict[str, Json] | Absent:
        """An object with the keys that are wanted at least that much."""
        found: dict[str, Json] = {}
        pending = [field for field in fields if _RANK[field.level] <= _RANK[least]]
        while True:  # what is absent can make a key necessary, too
            for field in pending:
                value = self.smallest(field.type)
                if not isinstance(value, Absent):
                    found[field.name] = value
                elif field.required:
                    return ABSENT
            missing = (field for field in fields if field.name not in found and _raised(field, least, found))
            pending = [field for field in missing if self.smallest(field.type) is not ABSENT]
            if not pending:
                break
        _classify(fields, found)
        _number(fields, found)
        return {field.name: found[field.name] for field in fields if field.name in found}


def repeated(item: Json, times: int) -> list[Json] | Absent:
    """A list of equal items, unless it would be too large."""
    return [item] * times if times * len(repr(item)) <= LARGEST else ABSENT


def smallest_string(string: String) -> str | Absent:
    """A string that keeps all limits, if one is easily found."""
    return next((text for text in _strings(string) if is_valid(string, text)), ABSENT)


def string_of(string: String, length: int) -> str:
    """A string of that many characters, which matches the pattern if there is one that is easily found.

    Without a pattern its characters are outside the basic plane: elsewhere such a one often counts for two.
    """
    text = None if string.pattern is None else matching_text(string.pattern, length)
    return text if text is not None and len(text) == length else "\U0001f600" * length


def _strings(string: String) -> list[str]:
    least = string.min_length or 0
    if least > LARGEST:
        return []
    if string.format is not None:
        return [*FORMAT_SAMPLES[string.format]]
    if string.pattern is None:
        return ["a" * max(least, 1), ""]
    found = (matching_text(string.pattern, length) for length in (max(least, 1), least, 0))
    return [text for text in found if text is not None]


def _raised(field: Field, least: Level, siblings: dict[str, Json]) -> bool:
    conditional = field.conditional
    if conditional is None or not conditional.condition or _RANK[conditional.level] > _RANK[least]:
        return False
    return holds(lower_condition(conditional.condition), {**siblings})


def _classify(fields: tuple[Field, ...], found: dict[str, Json]) -> None:
    """Gives a code the classification that its catalogue gives it."""
    by_name = {field.name: field for field in fields}
    for field in fields:
        code = found.get(field.follows) if field.follows and field.name in found else None
        kind = by_name[field.follows].type if isinstance(code, str) else None
        if isinstance(code, str) and isinstance(kind, Reference) and isinstance(kind.target, Enum):
            entry = kind.target.value(code)
            if entry is not None and is_valid(field.type, entry.classified_as):
                found[field.name] = entry.classified_as


def _number(fields: tuple[Field, ...], found: dict[str, Json]) -> None:
    """Gives a code the number that its type has."""
    for field in fields:
        if field.number_of is not None and field.name in found:
            code = text_at({**found}, field.number_of.path)
            number = None if code is None else field.number_of.number(code)
            found[field.name] = found[field.name] if number is None else number


# -- facts of a code --------------------------------------------------------------------------------------------------


def example_facts(context: tuple[Field, ...]) -> dict[str, Json] | None:
    """A value for each fact that has to be given, for a reader to look at; None when one was not found."""
    found: dict[str, Json] = {}
    for field in context:
        if field.required and field.default is ABSENT and not isinstance(field.type, Constant):
            value = _telling(field)
            if isinstance(value, Absent):
                return None
            found[field.name] = value
    return found


def _telling(field: Field) -> Json | Absent:
    match field.type:
        case String(None, None, None, None):
            return field.name
        case Integer(None, None):
            return 3
        case _:
            return Samples().smallest(field.type)


def shown_examples(
    contract: Contract, builders: Iterable[Builder]
) -> tuple[tuple[Builder, tuple[BuilderExample, ...]], ...]:
    """The examples that introduce builders: what the contract adds itself, what it inherits only if that is nothing."""
    inherited = [each for base in contract.bases for builder in base.builders for each in builder.examples]
    every = tuple((builder, builder.examples) for builder in builders)
    own = tuple((builder, tuple(each for each in given if each not in inherited)) for builder, given in every)
    return own if any(given for _builder, given in own) else every
