"""Types, constraints, levels, conditions and lifecycles in words, the same in every target.

The words are plain text. As in the texts of a contract, `single backticks` mark what is code.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import assert_never

from sealwax.contract import model as m
from sealwax.meaning.json_values import LARGEST_EXACT
from sealwax.naming import title as default_title

FORMAT_WORDS = {
    m.Format.DATE: "RFC 3339 date, such as `2026-11-18`",
    m.Format.DATE_TIME: "RFC 3339 date and time",
    m.Format.UTC_DATE_TIME: "RFC 3339 date and time in UTC, which ends in `Z`",
    m.Format.UUID: "UUID",
}


def quoted(value: m.Json) -> str:
    """A value in backticks: as JSON, except for strings that are clear without quotes."""
    if isinstance(value, str) and value == value.strip() != "" and not set(value) & {"`", "\n"}:
        return f"`{value}`"
    if value is None or isinstance(value, bool):
        return f"`{'null' if value is None else str(value).lower()}`"
    import json  # rarely needed, and `lint` has to start fast

    text = json.dumps(value, ensure_ascii=False).replace("`", "\\u0060")
    return f"`{text}`"


def number_words(value: float) -> str:
    """The shortest spelling of a number: 1 for 1.0."""
    whole = abs(value) <= LARGEST_EXACT and value == int(value)
    return str(int(value) if whole else value)


def listed(words: Iterable[str], joiner: str = "or") -> str:
    """Words as part of a sentence: `a`, `a or b`, `a, b or c`."""
    *head, last = list(words)
    return f"{', '.join(head)} {joiner} {last}" if head else last


def closed(words: str) -> str:
    """The words with the mark that ends a sentence."""
    return words if words.endswith((".", "!", "?")) else f"{words}."


def sentence(clauses: Iterable[str]) -> str:
    """Clauses as one sentence; empty if there are none."""
    text = "; ".join(filter(None, clauses))
    return closed(f"{text[0].upper()}{text[1:]}") if text else ""


def some(count: float, noun: str = "") -> str:
    """A number, of things if there is a noun: `1 item`, `2 items`."""
    things = f" {noun}{'' if count == 1 else 's'}" if noun else ""
    return f"{number_words(count)}{things}"


# -- types ------------------------------------------------------------------------------------------------------------


_PLAIN_TYPES: dict[type[m.Type], str] = {
    m.Null: "null",
    m.Boolean: "boolean",
    m.Integer: "integer",
    m.Number: "number",
    m.String: "string",
    m.AnyValue: "any",
    m.AnyObject: "object",
    m.Payload: "payload",
}
CONSTANT_TYPES: dict[type, str] = {bool: "boolean", str: "string", int: "integer", float: "number"}


def type_words(kind: m.Type, spell_name: Callable[[str], str] = str, bar: str = "|") -> str:
    """A type as the contract spells it: `string | null`, `list of EvidenceSnippet`."""
    match kind:
        case (
            m.Null() | m.Boolean() | m.Integer() | m.Number() | m.String() | m.AnyValue() | m.AnyObject() | m.Payload()
        ):
            return _PLAIN_TYPES[kind.__class__]
        case m.Constant(value):
            return CONSTANT_TYPES[type(value)]
        case m.ListOf(inner) | m.MapOf(inner):
            words = type_words(inner, spell_name, bar)
            of = "list of" if isinstance(kind, m.ListOf) else "map of"
            return f"{of} ({words})" if isinstance(inner, m.Nullable) else f"{of} {words}"
        case m.Nullable(inner):
            return f"{type_words(inner, spell_name, bar)} {bar} null"
        case m.Reference(target):
            return spell_name(target.name)
        case _:
            assert_never(kind)


# -- constraints ------------------------------------------------------------------------------------------------------


def constraint_words(kind: m.Type) -> tuple[str, ...]:
    """The constraints of a type beyond its JSON type. A reference has none: the declaration has its own."""
    match kind:
        case m.String():
            return string_words(kind)
        case m.Integer(minimum, maximum, divisor) | m.Number(minimum, maximum, divisor):
            multiple = () if divisor is None else (f"a multiple of {divisor}",)
            return *_bounds_words(minimum, maximum), *multiple
        case m.Constant(value):
            return (f"always {quoted(value)}",)
        case m.ListOf(item, low, high):
            return *_bounds_words(low, high, "item"), *_each("each", constraint_words(item))
        case m.MapOf(value):
            return _each("each value", constraint_words(value))
        case m.Nullable(m.Constant(value)):
            return (f"always {quoted(value)} or `null`",)
        case m.Nullable(inner):
            return constraint_words(inner)
        case m.Null() | m.Boolean() | m.AnyValue() | m.AnyObject() | m.Payload() | m.Reference():
            return ()
        case _:
            assert_never(kind)


def string_words(string: m.String) -> tuple[str, ...]:
    """The constraints of a string: its length, its format, its pattern."""
    words = list(_bounds_words(string.min_length, string.max_length, "character"))
    if string.format is not None:
        words.append(FORMAT_WORDS[string.format])
    if string.pattern is not None:
        words.append(pattern_words(string.pattern.source))
    return tuple(words)


def pattern_words(source: str) -> str:
    """A pattern in backticks; a backtick in it becomes an equivalent escape."""
    escaped = source.replace("`", r"\x60")
    return f"matches `{escaped}`"


def _bounds_words(low: float | None, high: float | None, noun: str = "") -> tuple[str, ...]:
    if low is not None and low == high:
        return (f"exactly {some(low, noun)}",)
    least = None if noun and low == 0 else low  # nothing has fewer than no items
    if least is not None and high is not None:
        return (f"{number_words(least)} to {some(high, noun)}{'' if noun else ', inclusive'}",)
    if high is not None:
        return (f"at most {some(high, noun)}",)
    return (f"at least {some(least, noun)}",) if least is not None else ()


def _each(prefix: str, words: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(f"in {prefix}, {word}" if word.startswith("each ") else f"{prefix} {word}" for word in words)


def field_words(field: m.Field) -> tuple[str, ...]:
    """The constraints of a field: those of its type, and whether readers accept null."""
    null = ("readers also accept `null`",) if field.readers_accept_null else ()
    return constraint_words(field.type) + null


def default_words(field: m.Field) -> str:
    """The default of a field; empty if there is none."""
    return "" if field.default is m.ABSENT else quoted(field.default)


def limit_words(field: m.Field) -> tuple[str, ...]:
    """The constraints of a field and its default; for a constant these are the same."""
    has_default = field.default is not m.ABSENT and not isinstance(field.type, m.Constant | m.Null)
    default = (f"default {default_words(field)}",) if has_default else ()
    return (*field_words(field), *default)


def argument_words(field: m.Field) -> str:
    """The type of an argument with its constraints, or the value of a constant."""
    if isinstance(field.type, m.Constant):
        return quoted(field.type.value)
    has_default = field.default is not m.ABSENT
    optional = f"default {default_words(field)}" if has_default else "" if field.required else "optional"
    return ", ".join(filter(None, (type_words(field.type), *field_words(field), optional)))


def relation_words(field: m.Field) -> str:
    """How a field depends on its siblings, apart from its level, as sentences; empty if it does not."""
    found = []
    if field.number_of is not None:
        found.append(f"The JSON-RPC number of `{field.number_of.words}`, if the catalogue lists it.")
    if field.follows:
        found.append(f"Determined by `{field.follows}`, if the catalogue lists it.")
    if field.sum_of:
        found.append(f"The sum of {listed(map(quoted, field.sum_of), 'and')}.")
    if field.expects:
        found.append(f"Only expected where {condition_words(field.expects)}.")
    return " ".join(found)


def field_facts(field: m.Field, *opening: str) -> tuple[str, ...]:
    """What to know about a field beyond its description and lifecycle, as paragraphs; `opening` starts the first."""
    first = " ".join(filter(None, (*opening, relation_words(field))))
    paragraphs = (first, " ".join(tier_words(field)), " ".join(map(superseded_words, field.superseded)))
    return tuple(filter(None, paragraphs))


def level_sentence(field: m.Field | m.Parameter) -> str:
    """The level with its condition, as a sentence."""
    return f"Level: {level_words(field)}."


def stated_level(field: m.Field | m.Parameter) -> str:
    """The level as a sentence; empty if a type says it, because the key is required or optional."""
    is_plain = field.conditional is None and field.level in (m.Level.MUST, m.Level.MAY)
    return "" if is_plain else level_sentence(field)


def superseded_words(key: m.SupersededKey) -> str:
    """The replacement of a key that older writers used, as a sentence."""
    return f"`{key.name}` is superseded by `{key.replacement}`; readers still accept it."


def status_words(partial: m.Partial) -> str:
    """The condition of each status of a partial result."""
    some = f"`{partial.partial}` if something succeeded despite issues"
    return f"`{partial.ok}` without issues, {some}, and `{partial.failed}` if nothing succeeded"


def text_facts(text: m.Text) -> tuple[str, ...]:
    """The constraints or the forms of a named kind of string, and what its parts mean, as paragraphs."""
    limits = "" if text.forms else sentence(string_words(text.string))
    forms = (f"{form.title}: `{form.template}`, as in `{form.example}`. {form.doc}".rstrip() for form in text.forms)
    return tuple(filter(None, (limits, *forms, *(sentence((words,)) for words in text.semantics))))


COLLECTING = "Collects issues while the work goes on, counts attempts, and derives the status of the result."


def collected_words(partial: m.Partial) -> str:
    """What is added to a payload of a partial result, as a clause."""
    keys = f"`{partial.status.name}` and `{partial.issues.name}`"
    condition = "" if partial.without_issues else " if there are issues"
    return f"with {keys}{condition}{', and always with the counters' if partial.counters else ''}"


# -- levels and conditions --------------------------------------------------------------------------------------------


def level_words(field: m.Field | m.Parameter) -> str:
    """A level with its condition, if it has one: `MUST when …, otherwise MAY`."""
    base = field.level.name
    if field.conditional is None:
        return base
    conditions = [condition_words(field.conditional.condition), _prose(field.conditional.prose)]
    when = " and ".join(condition for condition in conditions if condition)
    return f"{field.conditional.level.name} when {when}, otherwise {base}"


def _prose(prose: str) -> str:
    return prose.removesuffix(".").removeprefix("when ").removeprefix("When ")


def condition_words(condition: m.Condition) -> str:
    """Tests on sibling fields as a clause: `content_fidelity` is below `full`."""
    return " and ".join(_test_words(test) for test in condition)


def _test_words(test: m.Test) -> str:
    match test:
        case m.HasValue(key, values, phrase):
            return f"`{key}` is {phrase or listed(quoted(value) for value in values)}"
        case m.HasKey(key, expected):
            return f"`{key}` is {'present' if expected else 'absent'}"
        case _:
            assert_never(test)


# -- outcomes, enums, lifecycle ---------------------------------------------------------------------------------------


def discriminator(discriminator: m.Tag | m.Presence) -> str:
    """The condition under which a response has an outcome."""
    match discriminator:
        case m.Tag(field, expected):
            return f"`{field}` is {quoted(expected)}"
        case m.Presence(field, is_expected):
            return f"the key `{field}` is {'present' if is_expected else 'absent'}"


def openness_words(enum: m.Enum) -> str:
    """Whether values that an enum does not list are valid, as a part of a sentence: for comments in code."""
    if enum.suggestions:
        return "open: these values are suggestions; other strings are equally valid"
    return "open: other strings are valid too" if enum.open else "closed: no other values are valid"


def openness_label(enum: m.Enum) -> str:
    """Whether values that an enum does not list are valid, as a label below the heading of the enum on a page."""
    return openness_words(enum) if enum.suggestions else "open enum" if enum.open else "closed enum"


def order_words(enum: m.Enum) -> str:
    """The order of an enum; empty if it has none."""
    if enum.order is None:
        return ""
    return f"listed from {'highest to lowest' if enum.order is m.Order.HIGHEST_FIRST else 'lowest to highest'}"


def retry_words(retry: m.Retry) -> str:
    """A retry policy: `No`, `Yes, after the delay`."""
    decision = retry.decision.value.capitalize()
    return f"{decision}, {retry.hint}" if retry.hint else decision


def deprecation_words(deprecation: m.Deprecation, opening: str = "Deprecated since") -> str:
    """A deprecation: since when, the replacement, and the end. `opening` is followed by the version."""
    since = f"{opening} {deprecation.since}" if deprecation.since else "Deprecated"
    instead = f"; use {_name_or_phrase(deprecation.replacement)} instead" if deprecation.replacement else ""
    removal = f"Will be removed in {deprecation.removal}." if deprecation.removal else ""
    return " ".join(filter(None, (f"{since}{instead}.", removal, deprecation.doc)))


def deprecated_words(deprecation: m.Deprecation) -> str:
    """A deprecation as the end of a sentence: is deprecated since 1.2.0; use `node` instead."""
    since = f" since {deprecation.since}" if deprecation.since else ""
    removal = f" and will be removed in {deprecation.removal}" if deprecation.removal else ""
    instead = f"; use {_name_or_phrase(deprecation.replacement)} instead" if deprecation.replacement else ""
    return f"is deprecated{since}{removal}{instead}"


def _name_or_phrase(text: str) -> str:
    return text if set(text) & {" ", "`"} else f"`{text}`"


def lifecycle_words(docs: m.Documentation) -> tuple[str, ...]:
    """The first version of something, its former name, and its deprecation, as sentences."""
    since = f"Since {docs.since}." if docs.since else ""
    deprecated = deprecation_words(docs.deprecated) if docs.deprecated else ""
    return tuple(filter(None, (since, docs.former, deprecated)))


def doc(docs: m.Documentation) -> str:
    """The description as paragraphs, followed by a paragraph about its lifecycle."""
    return "\n\n".join((docs.doc, " ".join(lifecycle_words(docs))))


def doc_text(docs: m.Documentation) -> str:
    """The description and its lifecycle on one line."""
    return " ".join((docs.doc, *lifecycle_words(docs)))


def gate_words(field: m.Field) -> str:
    """The gate of a field, as a sentence; empty if it has none."""
    return "" if field.gate is None else f"Gate: `{field.gate.name}`."


def tier_words(field: m.Field) -> tuple[str, ...]:
    """The tier of a field with its promise, and its gate, as sentences."""
    tier = () if field.tier is None else (f"Tier: {field.tier.name}. {closed(field.tier.promise)}",)
    return tier + ((f"Behind the gate `{field.gate.name}`.",) if field.gate is not None else ())


def value_tier_words(tier: m.Tier | None) -> str:
    """The tier of a code, without its promise."""
    return "" if tier is None else f"Tier: {tier.name}."


def tiered_words(record: m.Record) -> str:
    """The keys that a tiered record accepts; empty for other records."""
    if not record.tiered:
        return ""
    marks = (f"`{tier.prefix}` ({tier.name})" for tier in record.tiers if tier.prefix)
    free = listed(quoted(prefix) for prefix in record.free_prefixes) if record.free_prefixes else ""
    tiers = listed(marks, "and") if any(tier.prefix for tier in record.tiers) else ""
    need = f"Keys that start with {free} need no declaration; validators" if free else "Validators"
    prefixes = f"The prefix of a key indicates its tier: {tiers}. " if tiers else ""
    return f"{prefixes}{need} advise against {'any other' if free else 'any'} key that is not declared."


# -- inline text ------------------------------------------------------------------------------------------------------


def own_title(declaration: m.Record | m.Enum | m.Text | m.Tier) -> str:
    """The title of a declaration; empty if it only repeats the name."""
    return "" if declaration.title == default_title(declaration.name) else declaration.title


def rules(stated: Iterable[str]) -> str:
    """Rules as the items of an enumeration."""
    return "; ".join(stated)


INLINE: Mapping[str, Callable[..., str]] = {
    "own_title": own_title,
    "doc_text": doc_text,
    "openness": openness_label,
    "order": order_words,
    "tiered": tiered_words,
    "statuses": status_words,
    "discriminator": discriminator,
    "rules": rules,
}
"""By the name of the filter: what every kind of page needs as inline text."""
