"""Tests on single values as JavaScript spells them: what is wrong with one, and conditions on sibling keys."""

from collections.abc import Collection, Iterator
from typing import assert_never

from sealwax.contract.model import (
    AnyObject,
    AnyValue,
    Boolean,
    Condition,
    ConditionalLevel,
    Constant,
    Enum,
    Field,
    Integer,
    Level,
    ListOf,
    MapOf,
    Null,
    Nullable,
    Number,
    Numbering,
    OneOf,
    Payload,
    Present,
    Record,
    Reference,
    String,
    Text,
    Type,
    is_free,
)
from sealwax.frozen import frozen, member
from sealwax.languages.typescript import INHERITED, access, literal, string
from sealwax.languages.typescript import pattern as regular_expression
from sealwax.meaning.wording import number_words
from sealwax.naming import pascal, screaming
from sealwax.patterns import FORMATS, Pattern
from sealwax.rendering import Finished


@frozen
class Shared:
    """What the functions of a module share: regular expressions, and tests of lists and maps, under names."""

    names: dict[str, str] = member(factory=dict)
    """From the body of a pattern to its name."""
    lines: dict[str, Finished] = member(factory=dict)
    """From a name to the regular expression."""
    members: dict[str, "Members"] = member(factory=dict)
    """From the type of a list or map, in words, to its test."""

    def pattern(self, pattern: Pattern, wanted: str) -> str:
        """The name of a pattern: the wanted one, unless it is in use, or the pattern has a name already."""
        if pattern.body not in self.names:
            name = _free(wanted, "_", self.lines)
            self.names[pattern.body] = name
            self.lines[name] = regular_expression(pattern.body, grouped=pattern.grouped)
        return self.names[pattern.body]

    def format(self, name: str) -> str:
        """The name of the pattern of a format."""
        return self.pattern(FORMATS[name], screaming(name))

    def test(self, kind: ListOf | MapOf) -> str:
        """The name of the test of a list or map."""
        key = _identity(kind)
        if key not in self.members:
            taken = {each.name for each in self.members.values()}
            self.members[key] = Members(_free(_words(kind), "", taken), kind)
        return self.members[key].name


@frozen
class Members:
    """The test of a list or map."""

    name: str
    kind: ListOf | MapOf


def _identity(kind: Type) -> str:
    """What tells a type from others. A named one is known by its name, whatever it holds."""
    match kind:
        case ListOf(inner, low, high):
            return f"list({_identity(inner)}, {low}, {high})"
        case MapOf(inner):
            return f"map({_identity(inner)})"
        case Nullable(inner):
            return f"null({_identity(inner)})"
        case Reference(target):
            return f"named({target.name})"
        case _:
            return repr(kind)


def _free(wanted: str, gap: str, taken: Collection[str]) -> str:
    """The wanted name, with a number if it is taken."""
    name, number = wanted, 1
    while name in taken:
        number += 1
        name = f"{wanted}{gap}{number}"
    return name


def _words(kind: Type) -> str:
    """A type in the name of a test."""
    match kind:
        case ListOf(inner):
            return f"listOf{pascal(_words(inner))}"
        case MapOf(inner):
            return f"mapOf{pascal(_words(inner))}"
        case Nullable(inner):
            return _words(inner)
        case Reference(target):
            return target.name
        case AnyObject() | Payload():
            return "object"
        case AnyValue():
            return "value"
        case String():
            return "text"
        case Null() | Boolean() | Integer() | Number() | Constant():
            return type(kind).__name__
        case _:
            assert_never(kind)


def reads(record: str, key: str) -> str:
    """The expression that reads a key of an object, which is undefined when the object has no such key."""
    return f"own({record}, {string(key)})" if key in (*INHERITED, "__proto__") else access(record, key)


@frozen
class Tests:
    """Spells what makes a value wrong. `place` names the patterns that stand in it."""

    shared: Shared
    place: str

    def wrong(self, kind: Type, item: str) -> tuple[str, ...]:
        """Conditions of which one holds when the value is not of the type; none for a free value.

        Each fails a value that is undefined, so nobody has to ask first whether a key that must be there is.
        """
        match kind:
            case Null():
                return (f"{item} !== null",)
            case Boolean():
                return (f"!boolean({item})",)
            case Integer(low, high):
                return f"!integer({item})", *_outside(item, low, high)
            case Number(low, high):
                return f"!number({item})", *_outside(item, low, high)
            case String():
                return f"!text({item})", *self._string(kind, item)
            case Constant(value):
                return (f"{item} !== {literal(value)}",)
            case AnyValue():
                return ()
            case AnyObject() | Payload():
                return (f"!object({item})",)
            case Nullable(inner):
                return guarded(f"{item} !== null", self.wrong(inner, item))
            case Reference(target):
                return (f"!{fits(target)}({item})",)
            case ListOf(inner, None, None) if is_free(inner):
                return (f"!list({item})",)
            case MapOf(inner) if is_free(inner):
                return (f"!object({item})",)
            case ListOf() | MapOf():
                return (f"!{self.shared.test(kind)}({item})",)
            case _:
                assert_never(kind)

    def _string(self, kind: String, item: str) -> Iterator[str]:
        if kind.min_length is not None:
            yield _shorter(item, kind.min_length)
        if kind.max_length is not None:
            yield f"longer({item}, {kind.max_length})"
        if kind.pattern is not None:
            yield f"!{self.shared.pattern(kind.pattern, self.place)}.test({item})"
        if kind.format is not None:
            yield f"!{self.shared.format(kind.format)}.test({item})"


def fits(target: Record | Enum | Text) -> str:
    """The function that tells whether a value is of a named type."""
    return "text" if isinstance(target, Enum) and target.open else f"fits{pascal(target.name)}"


def _outside(item: str, low: float | None, high: float | None) -> tuple[str, ...]:
    below = () if low is None else (f"{item} < {number_words(low)}",)
    return below if high is None else (*below, f"{item} > {number_words(high)}")


def _shorter(item: str, limit: int) -> str:
    # One character takes one or two units, so the first one needs no counting.
    return f"{item}.length < {limit}" if limit < 2 else f"shorter({item}, {limit})"


def guarded(guard: str, conditions: tuple[str, ...]) -> tuple[str, ...]:
    """The conditions as one that holds only where the guard does."""
    return (f"{guard} && {grouped(conditions)}",) if conditions else ()


def without_null(each: Field) -> tuple[Type, bool]:
    """The type of a field, and whether readers take null besides."""
    if isinstance(each.type, Nullable):
        return each.type.inner, True
    return each.type, each.readers_accept_null and not isinstance(each.type, Null)


def other_number(numbering: Numbering, item: str) -> str:
    """A condition that holds when an integer is not the number of the code that the object `value` holds."""
    return f"unpaired({item}, value, {', '.join(map(string, numbering.path))})"


# -- conditions on sibling keys ---------------------------------------------------------------------------------------


def conditional(each: Field) -> ConditionalLevel | None:
    """The conditional level of a field, when a value can decide its condition."""
    return each.conditional if each.conditional is not None and each.conditional.condition else None


def raised_to_must(each: Field) -> ConditionalLevel | None:
    found = conditional(each)
    return found if found is not None and found.level is Level.MUST and not each.required else None


def holds(condition: Condition, record: str) -> str:
    """A condition that holds when an object meets that of a conditional level."""
    return " && ".join(_test(test, record) for test in condition)


def grouped(conditions: tuple[str, ...]) -> str:
    """The conditions as one that can stand beside others."""
    return f"({' || '.join(conditions)})" if len(conditions) > 1 else conditions[0]


def present(record: str, key: str, *, expected: bool = True) -> str:
    """A condition that holds when an object has a key, or has not."""
    return f"{reads(record, key)} {'!==' if expected else '==='} undefined"


def _test(test: OneOf | Present, record: str) -> str:
    match test:
        case OneOf(field, (value,)):
            return f"{reads(record, field)} === {literal(value)}"
        case OneOf(field, values):
            return f"[{', '.join(map(literal, values))}].includes({reads(record, field)})"
        case Present(field, expected):
            return present(record, field, expected=expected)
        case _:
            assert_never(test)
