"""Types, constraints, levels and conditions in words, the same in every target.

The words are plain text. As in the texts of a contract, `single backticks` mark what is code.
"""

from collections.abc import Callable, Iterable
from typing import assert_never

from sealwax.contract.model import (
    ABSENT,
    AnyObject,
    AnyValue,
    Boolean,
    Citation,
    Condition,
    Constant,
    Deprecation,
    Documentation,
    Enum,
    Field,
    Format,
    Integer,
    Json,
    Level,
    ListOf,
    MapOf,
    Merging,
    Null,
    Nullable,
    Number,
    OneOf,
    Order,
    Parameter,
    Partial,
    Payload,
    Present,
    Record,
    Reference,
    Retry,
    Source,
    String,
    SupersededKey,
    Text,
    Tier,
    Type,
)
from sealwax.meaning.checks import HasKey, HasValue, Test

FORMAT_WORDS = {Format.DATE_TIME: "RFC 3339 date and time", Format.UUID: "UUID"}

# Above this a float no longer stands for each whole number, so its digits would say more than it knows.
_EXACT = 2**53


def quoted(value: Json) -> str:
    """A value between backticks: strings as they are, unless that would be unclear, and all else as JSON."""
    if isinstance(value, str) and value == value.strip() != "" and not set(value) & {"`", "\n"}:
        return f"`{value}`"
    if value is None or isinstance(value, bool):
        return f"`{'null' if value is None else str(value).lower()}`"
    import json  # the rest is rare, and `lint` needs nothing else of it

    text = json.dumps(value, ensure_ascii=False).replace("`", "\\u0060")
    return f"`{text}`"


def number_words(value: float) -> str:
    """The shortest spelling of a number: 1.0 and 1 are the same number."""
    whole = abs(value) < _EXACT and value == int(value)
    return str(int(value) if whole else value)


def listed(words: Iterable[str], joiner: str = "or") -> str:
    """`a`, `b or c` in a sentence."""
    *head, last = list(words)
    return f"{', '.join(head)} {joiner} {last}" if head else last


# -- types ------------------------------------------------------------------------------------------------------------


_PLAIN_TYPES: dict[type[Type], str] = {
    Null: "null",
    Boolean: "boolean",
    Integer: "integer",
    Number: "number",
    String: "string",
    AnyValue: "any",
    AnyObject: "object",
    Payload: "payload",
}


def type_words(kind: Type, spell_name: Callable[[str], str] = str, bar: str = "|") -> str:
    """A type as the contract spells it: `string | null`, `list of EvidenceSnippet`."""
    match kind:
        case Null() | Boolean() | Integer() | Number() | String() | AnyValue() | AnyObject() | Payload():
            return _PLAIN_TYPES[kind.__class__]
        case Constant(value):
            return _constant_type(value)
        case ListOf(inner) | MapOf(inner):
            words = type_words(inner, spell_name, bar)
            of = "list of" if isinstance(kind, ListOf) else "map of"
            return f"{of} ({words})" if isinstance(inner, Nullable) else f"{of} {words}"
        case Nullable(inner):
            return f"{type_words(inner, spell_name, bar)} {bar} null"
        case Reference(target):
            return spell_name(target.name)
        case _:
            assert_never(kind)


def named(kind: Type) -> Record | Enum | Text | None:
    """The declaration that the words of a type name, if any."""
    match kind:
        case ListOf(inner) | MapOf(inner) | Nullable(inner):
            return named(inner)
        case Reference(target):
            return target
        case _:
            return None


def _constant_type(value: str | float) -> str:
    if isinstance(value, bool):
        return "boolean"
    if isinstance(value, str):
        return "string"
    return "integer" if isinstance(value, int) else "number"


# -- constraints ------------------------------------------------------------------------------------------------------


def constraint_words(kind: Type) -> tuple[str, ...]:
    """What a type asks of a value beyond its JSON type. A named type says its own, so a reference says nothing."""
    match kind:
        case String():
            return string_words(kind)
        case Integer(minimum, maximum) | Number(minimum, maximum):
            return _range_words(minimum, maximum)
        case Constant(value):
            return (f"always {quoted(value)}",)
        case ListOf(item, low, high):
            return *_count_words(low, high, "item"), *_each("each", constraint_words(item))
        case MapOf(value):
            return _each("each value", constraint_words(value))
        case Nullable(Constant(value)):
            return (f"always {quoted(value)} or `null`",)
        case Nullable(inner):
            return constraint_words(inner)
        case Null() | Boolean() | AnyValue() | AnyObject() | Payload() | Reference():
            return ()
        case _:
            assert_never(kind)


def string_words(string: String) -> tuple[str, ...]:
    """The constraints of a string: its length, its format, its pattern."""
    words = list(_count_words(string.min_length, string.max_length, "character"))
    if string.format is not None:
        words.append(FORMAT_WORDS[string.format])
    if string.pattern is not None:
        words.append(pattern_words(string.pattern.source))
    return tuple(words)


def pattern_words(source: str) -> str:
    """A pattern between backticks; a backtick in it is spelt as its escape, which means the same."""
    escaped = source.replace("`", r"\x60")
    return f"matches `{escaped}`"


def _count_words(low: int | None, high: int | None, noun: str) -> tuple[str, ...]:
    def some(count: int) -> str:
        return f"{count} {noun}{'' if count == 1 else 's'}"

    if low is not None and low == high:
        return (f"exactly {some(low)}",)
    if low and high is not None:
        return (f"{low} to {some(high)}",)
    if high is not None:
        return (f"at most {some(high)}",)
    return (f"at least {some(low)}",) if low else ()


def _range_words(low: float | None, high: float | None) -> tuple[str, ...]:
    if low is not None and high is not None:
        same = low == high
        return (f"exactly {number_words(low)}" if same else f"{number_words(low)} to {number_words(high)}, inclusive",)
    if low is not None:
        return (f"at least {number_words(low)}",)
    return (f"at most {number_words(high)}",) if high is not None else ()


def _each(prefix: str, words: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(f"in {prefix}, {word}" if word.startswith("each ") else f"{prefix} {word}" for word in words)


def field_words(field: Field) -> tuple[str, ...]:
    """What a field asks of its value: the constraints of its type, and what readers take besides."""
    null = ("readers also take `null`",) if field.readers_accept_null else ()
    return constraint_words(field.type) + null


def default_words(field: Field) -> str:
    """What a constructor fills in, or nothing when it fills in nothing."""
    return "" if field.default is ABSENT else quoted(field.default)


def follows_words(field: Field) -> str:
    """Where the value of a field comes from, or nothing when it is free."""
    if field.number_of is not None:
        return f"The catalogue gives the JSON-RPC number of a known `{field.number_of.words}`."
    return f"The catalogue gives it for a known `{field.follows}`." if field.follows else ""


def followed_words(parameter: Parameter) -> str:
    """What the argument for a field that follows a code is when it is left out, or nothing when it follows none."""
    if not parameter.field.follows or parameter.level is Level.MUST:
        return ""
    otherwise = "" if parameter.default is ABSENT else f"; otherwise it is {quoted(parameter.default)}"
    return f"the catalogue gives it for a known `{parameter.field.follows}`{otherwise}"


def superseded_words(key: SupersededKey) -> str:
    """What became of a key that older writers used."""
    return f"`{key.name}` is superseded by `{key.replacement}`; readers still take it."


def status_words(partial: Partial) -> str:
    """When a partial result has which status."""
    some = f"`{partial.partial}` when something succeeded besides"
    return f"`{partial.ok}` without issues, {some}, and `{partial.failed}` when nothing did"


# -- levels and conditions --------------------------------------------------------------------------------------------


def level_words(field: Field) -> str:
    """`MUST`, or a conditional level with its condition and the level that holds otherwise."""
    base = field.level.name
    if field.conditional is None:
        return base
    conditions = [condition_words(field.conditional.condition), _prose(field.conditional.prose)]
    when = " and ".join(condition for condition in conditions if condition)
    return f"{field.conditional.level.name} when {when}, otherwise {base}"


def _prose(prose: str) -> str:
    return prose.removesuffix(".").removeprefix("when ").removeprefix("When ")


def condition_words(condition: Condition | tuple[Test, ...]) -> str:
    """Tests on sibling fields as a clause: `content_fidelity` is below `full`."""
    return " and ".join(_test_words(test) for test in condition)


def _test_words(test: OneOf | Present | Test) -> str:
    match test:
        case OneOf(key, values, phrase) | HasValue(key, values, phrase):
            return f"`{key}` is {phrase or listed(quoted(value) for value in values)}"
        case Present(key, expected) | HasKey(key, expected):
            return f"`{key}` is {'present' if expected else 'absent'}"
        case _:
            assert_never(test)


# -- enums, lifecycle, origin -----------------------------------------------------------------------------------------


def openness_words(enum: Enum) -> str:
    """Whether values that an enum does not list are valid."""
    return "open: other strings are valid too" if enum.open else "closed: no other value is valid"


def order_words(enum: Enum) -> str:
    """How the values are ranked, or nothing when they are not."""
    match enum.order:
        case Order.HIGHEST_FIRST:
            return "listed from the highest to the lowest"
        case Order.LOWEST_FIRST:
            return "listed from the lowest to the highest"
        case None:
            return ""


def retry_words(retry: Retry) -> str:
    """`No`, `Yes, after the delay`."""
    decision = retry.decision.value.capitalize()
    return f"{decision}, {retry.hint}" if retry.hint else decision


def deprecation_words(deprecation: Deprecation) -> str:
    """That something is on its way out, since when, and what to use instead."""
    since = f"Deprecated since {deprecation.since}" if deprecation.since else "Deprecated"
    instead = f"; use {_name_or_phrase(deprecation.replacement)} instead" if deprecation.replacement else ""
    return " ".join(filter(None, (f"{since}{instead}.", deprecation.doc)))


def _name_or_phrase(text: str) -> str:
    return text if set(text) & {" ", "`"} else f"`{text}`"


def lifecycle_words(docs: Documentation) -> tuple[str, ...]:
    """Since when something exists and whether it is on its way out, as sentences."""
    since = (f"Since {docs.since}.",) if docs.since else ()
    return since + ((deprecation_words(docs.deprecated),) if docs.deprecated else ())


def tier_words(field: Field) -> tuple[str, ...]:
    """The tier of a field with its promise, and the gate before it, as sentences."""
    tier = () if field.tier is None else (f"Tier: {field.tier.name}. {_sentence(field.tier.promise)}",)
    return tier + ((f"Behind the gate `{field.gate.name}`.",) if field.gate is not None else ())


def value_tier_words(tier: Tier | None) -> str:
    """The tier of a code; its promise is told once, not for every code."""
    return "" if tier is None else f"Tier: {tier.name}."


def _sentence(words: str) -> str:
    return words if words.endswith((".", "!", "?")) else f"{words}."


def tiered_words(record: Record) -> str:
    """Which keys a tiered record takes, or nothing for one that is not tiered."""
    if not record.tiered:
        return ""
    marks = (f"`{tier.prefix}` ({tier.name})" for tier in record.tiers if tier.prefix)
    free = listed(quoted(prefix) for prefix in record.free_prefixes) if record.free_prefixes else ""
    told = listed(marks, "and") if any(tier.prefix for tier in record.tiers) else ""
    need = f"Keys that start with {free} need no declaration; validators" if free else "Validators"
    prefixes = f"Prefixes tell the tier of a key: {told}. " if told else ""
    return f"{prefixes}{need} advise against {'any other' if free else 'any'} key that is not declared."


def merging_words(merging: Merging) -> tuple[str, ...]:
    """What a merge does with a response, and with keys, as sentences."""
    name = merging.field.name
    empty = "" if merging.field.required else ", or is absent when it would be empty"
    free = merging.record.free_prefixes
    plugins = f"start with {listed(map(quoted, free))}" if free else "are always refused"
    return (
        f"Gives a new response: all other keys keep their values, and `{name}` comes last{empty}.",
        f"It has the keys that the response gives, then those that are given, then those of plugins, which {plugins}.",
        "Keys behind a gate that is off are left out, and so is what breaks the rules of the tiers.",
    )


def cited_lines(origin: Iterable[Citation]) -> dict[Source, list[str]]:
    """The lines that are cited of each source, in the order of the citations; none when the whole of it is meant."""
    found: dict[Source, list[str]] = {}
    for citation in origin:
        lines = found.setdefault(citation.source, [])
        if citation.lines:
            lines.append(citation.lines.removeprefix("L"))
    return found


def origin_words(origin: Iterable[Citation]) -> str:
    """The sources of a statement by their titles: `The guide, lines 3-7 and 12; A page`."""
    return "; ".join(_source_words(source, lines) for source, lines in cited_lines(origin).items())


def _source_words(source: Source, lines: list[str]) -> str:
    if not lines:
        return source.title
    one = len(lines) == 1 and lines[0].isdecimal()
    return f"{source.title}, {'line' if one else 'lines'} {listed(lines, 'and')}"


def is_told(enum: Enum | None) -> bool:
    """Whether the contract describes values of the enum."""
    return enum is not None and any(value.docs.doc for value in enum.values)
