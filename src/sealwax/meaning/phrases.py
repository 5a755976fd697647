"""Parts of a contract in the words that all reference pages share. As in `wording`, the words are plain text."""

from collections.abc import Callable, Iterable, Mapping

from sealwax.contract import model as m
from sealwax.meaning import wording
from sealwax.naming import title as default_title


def own_title(declaration: m.Record | m.Enum | m.Text | m.Tier) -> str:
    """The title of a declaration; empty if it only repeats the name."""
    return "" if declaration.title == default_title(declaration.name) else declaration.title


def doc(docs: m.Documentation) -> str:
    """The description as paragraphs, followed by a paragraph about its lifecycle."""
    return "\n\n".join((docs.doc, " ".join(wording.lifecycle_words(docs))))


def doc_text(docs: m.Documentation) -> str:
    """The description and its lifecycle on one line."""
    return " ".join((docs.doc, *wording.lifecycle_words(docs)))


def gate(field: m.Field) -> str:
    """The gate of a field, as a sentence; empty if it has none."""
    return "" if field.gate is None else f"Gate: `{field.gate.name}`."


def limits(field: m.Field) -> tuple[str, ...]:
    """The constraints of a field and its default; for a constant these are the same."""
    has_default = field.default is not m.ABSENT and not isinstance(field.type, m.Constant | m.Null)
    default = (f"default {wording.default_words(field)}",) if has_default else ()
    return (*wording.field_words(field), *default)


def argument_type(field: m.Field) -> str:
    """The type of an argument with its constraints, or the value of a constant."""
    if isinstance(field.type, m.Constant):
        return wording.quoted(field.type.value)
    has_default = field.default is not m.ABSENT
    optional = f"default {wording.default_words(field)}" if has_default else "" if field.required else "optional"
    return ", ".join(filter(None, (wording.type_words(field.type), *wording.field_words(field), optional)))


def openness(enum: m.Enum) -> str:
    """Whether values that an enum does not list are valid."""
    return wording.openness_words(enum) if enum.suggestions else "open enum" if enum.open else "closed enum"


def order(enum: m.Enum) -> str:
    """The order in which an enum lists its values."""
    return wording.order_words(enum)


def tiered(record: m.Record) -> str:
    """The keys that a tiered record accepts."""
    return wording.tiered_words(record)


def statuses(partial: m.Partial) -> str:
    """The condition of each status of a partial result."""
    return wording.status_words(partial)


def discriminator(discriminator: m.Tag | m.Presence) -> str:
    """The condition under which a response has an outcome."""
    match discriminator:
        case m.Tag(field, expected):
            return f"`{field}` is {wording.quoted(expected)}"
        case m.Presence(field, is_expected):
            return f"the key `{field}` is {'present' if is_expected else 'absent'}"


def rules(stated: Iterable[str]) -> str:
    """Rules as the items of an enumeration."""
    return "; ".join(stated)


def parameter_facts(parameter: m.Parameter) -> tuple[str, ...]:
    """The default of a parameter and what else it sets, as sentences."""
    sets = (f"Also sets `{'.'.join(other.path)}` to {wording.quoted(other.value)}." for other in parameter.sets)
    if followed := wording.followed_words(parameter):
        return (f"If it is omitted, {followed}.", *sets)
    default = () if parameter.default is m.ABSENT else (f"Default: {wording.quoted(parameter.default)}.",)
    return (*default, *sets)


def parameter_levels(parameter: m.Parameter) -> tuple[m.Level, ...]:
    """The levels of a parameter: two if one is conditional. The condition is that of its field, and stands there."""
    return (parameter.level,) if parameter.conditional is None else (parameter.conditional.level, parameter.level)


INLINE: Mapping[str, Callable[..., str]] = {
    each.__name__: each for each in (own_title, doc_text, openness, order, tiered, statuses, discriminator, rules)
}
"""By name: phrases that every kind of page needs as inline text."""
