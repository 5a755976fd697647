"""Tests on single values as JavaScript spells them: what is wrong with one, and conditions on sibling keys."""

from typing import assert_never

from sealwax.contract.model import (
    AnyObject,
    AnyValue,
    Boolean,
    Condition,
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
    Raised,
    Record,
    Reference,
    String,
    Text,
    Type,
)
from sealwax.contract.patterns import FORMATS, Pattern
from sealwax.frozen import frozen, member
from sealwax.languages.typescript import access, literal, string
from sealwax.languages.typescript import pattern as regular_expression
from sealwax.naming import pascal, screaming
from sealwax.rendering import Finished
from sealwax.wording import number_words


@frozen
class PatternTable:
    """The regular expressions of a module, each under a name of its own."""

    names: dict[str, str] = member(factory=dict)
    """From the body of a pattern to its name."""
    lines: dict[str, Finished] = member(factory=dict)
    """From a name to the regular expression."""

    def name(self, pattern: Pattern, wanted: str) -> str:
        """The name of a pattern: the wanted one, unless it is in use, or the pattern has a name already."""
        if pattern.body not in self.names:
            name, number = wanted, 1
            while name in self.lines:
                number += 1
                name = f"{wanted}_{number}"
            self.names[pattern.body] = name
            self.lines[name] = regular_expression(pattern.body, grouped=pattern.grouped)
        return self.names[pattern.body]


@frozen
class Tests:
    """Spells what makes a value wrong. `place` names the patterns that stand in it."""

    patterns: PatternTable
    place: str

    def wrong(self, kind: Type, item: str) -> tuple[str, ...]:
        """Conditions of which one holds when the value is not of the type; empty for what takes more than a condition.

        Each fails a value that is undefined, so nobody has to ask first whether a key that must be there is.
        """
        match kind:
            case Null():
                return (f"{item} !== null",)
            case Boolean():
                return (f"!boolean({item})",)
            case Integer(low, high):
                return f"!integer({item})", *outside(item, low, high)
            case Number(low, high):
                return f"!number({item})", *outside(item, low, high)
            case String():
                return f"!text({item})", *(test for test, _rule in self.string(kind, item))
            case Constant(value):
                return (f"{item} !== {literal(value)}",)
            case AnyValue():
                return (f"!json({item})",)
            case AnyObject() | Payload():
                return (f"!object({item})",)
            case Nullable(inner):
                return _unless_null(item, self.wrong(inner, item))
            case Reference(target):
                return (f"!{fits(target)}({item})",)
            case ListOf() | MapOf():
                return ()
            case _:
                assert_never(kind)

    def string(self, kind: String, item: str) -> tuple[tuple[str, str], ...]:
        """What can be wrong with a string: a condition and the rule that it breaks."""
        found: list[tuple[str, str]] = []
        if kind.min_length is not None:
            found.append((_shorter(item, kind.min_length), "min-length"))
        if kind.max_length is not None:
            found.append((f"longer({item}, {kind.max_length})", "max-length"))
        if kind.pattern is not None:
            found.append((f"!{self.patterns.name(kind.pattern, self.place)}.test({item})", "pattern"))
        if kind.format is not None:
            name = self.patterns.name(FORMATS[kind.format], screaming(kind.format))
            found.append((f"!{name}.test({item})", "format"))
        return tuple(found)


def fits(target: Record | Enum | Text) -> str:
    """The function that tells whether a value is of a named type."""
    return "text" if isinstance(target, Enum) and target.open else f"fits{pascal(target.name)}"


def outside(item: str, low: float | None, high: float | None) -> tuple[str, ...]:
    below = () if low is None else (f"{item} < {number_words(low)}",)
    return below if high is None else (*below, f"{item} > {number_words(high)}")


def _shorter(item: str, limit: int) -> str:
    # One character takes one or two units, so the first one needs no counting.
    return f"{item}.length < {limit}" if limit < 2 else f"shorter({item}, {limit})"


def _unless_null(item: str, conditions: tuple[str, ...]) -> tuple[str, ...]:
    return (f"{item} !== null && {grouped(conditions)}",) if conditions else ()


def nullable(each: Field) -> Type:
    """The type of a field as readers take it."""
    if not each.readers_accept_null or isinstance(each.type, Null | Nullable | AnyValue):
        return each.type
    return Nullable(each.type)


def other_number(numbering: Numbering, item: str) -> str:
    """A condition that holds when an integer is not the number of the code that the object `value` holds."""
    return f"unpaired({item}, value, {', '.join(map(string, numbering.path))})"


# -- conditions on sibling keys ---------------------------------------------------------------------------------------


def raised(each: Field) -> Raised | None:
    """The raised level of a field, when a value can decide its condition."""
    return each.raised if each.raised is not None and each.raised.condition else None


def raised_to_must(each: Field) -> Raised | None:
    found = raised(each)
    return found if found is not None and found.level is Level.MUST and not each.required else None


def holds(condition: Condition) -> tuple[str, ...]:
    """Conditions of which one holds when the object `value` meets the condition of a raised level."""
    tests = [_alternatives(test) for test in condition]
    return tests[0] if len(tests) == 1 else (" && ".join(map(grouped, tests)),)


def grouped(conditions: tuple[str, ...]) -> str:
    """The conditions as one that can stand beside others."""
    return f"({' || '.join(conditions)})" if len(conditions) > 1 else conditions[0]


def _alternatives(test: OneOf | Present) -> tuple[str, ...]:
    match test:
        case OneOf(field, (value,)):
            return (f"{access('value', field)} === {literal(value)}",)
        case OneOf(field, values):
            return (f"[{', '.join(map(literal, values))}].includes({access('value', field)})",)
        case Present(field, expected):
            return (f"{'' if expected else '!'}has(value, {string(field)})",)
        case _:
            assert_never(test)
