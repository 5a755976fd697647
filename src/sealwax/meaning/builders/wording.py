"""The documentation of a builder in words, the same in every language: its arguments, and what it refuses."""

from collections.abc import Callable, Iterator
from typing import assert_never

from sealwax.contract import model as m
from sealwax.meaning.builders.parameters import replaces_empty, replaces_remediation
from sealwax.meaning.builders.plan import Argument, Changed, Check, Contradicted, Empty, Missing, Plan, Unlisted
from sealwax.meaning.wording import constraint_words, quoted, sentence


def followed_words(parameter: m.Parameter) -> str:
    """The value of an omitted argument that a code determines, as a sentence; empty if no code does."""
    if not parameter.field.follows:
        return ""
    otherwise = "" if parameter.default is m.ABSENT else f", or {quoted(parameter.default)} if the code is not listed"
    return f"If it is omitted, the catalogue's value for `{parameter.field.follows}` is used{otherwise}."


def plain_default(parameter: m.Parameter) -> str:
    """The default of a parameter that no code determines; empty if there is none."""
    return "" if parameter.default is m.ABSENT or parameter.field.follows else quoted(parameter.default)


def sets_words(parameter: m.Parameter) -> tuple[str, ...]:
    """The other values that an argument sets, as sentences."""
    return tuple(f"Also sets `{'.'.join(other.path)}` to {quoted(other.value)}." for other in parameter.sets)


def parameter_words(parameter: m.Parameter) -> tuple[str, ...]:
    """The default of a parameter and what else it sets, as sentences."""
    default = plain_default(parameter)
    plain = f"Default: {default}." if default else ""
    return (*filter(None, (plain, followed_words(parameter))), *sets_words(parameter))


def argument_facts(builder: m.Builder, parameter: m.Parameter, omitted: str = "") -> Iterator[str]:
    """What to know about an argument beyond its description, level and default, as sentences.

    `omitted`: what happens without it in a function that calls the builder.
    """
    place = ".".join(parameter.path)
    has_parts = any(
        each.path[: len(parameter.path)] == parameter.path for each in builder.parameters if each != parameter
    )
    if parameter.merged and has_parts:
        yield f"Merged into `{place}` last, so that its keys win."
    elif place != parameter.name:
        yield f"Fills `{place}`."
    yield from filter(None, (sentence(constraint_words(parameter.field.type)),))
    if omitted or (omitted := followed_words(parameter)):
        yield omitted
    elif replaces_empty(builder, parameter):
        yield "If it is empty, the code's message or description is used."
    elif replaces_remediation(builder, parameter):
        yield "If it is omitted, the code's remediation is used, unless that has required placeholders."
    yield from sets_words(parameter)


def contradictions(known: Plan, spell: Callable[[str], str]) -> Iterator[str]:
    """What a success builder refuses and an error builder logs, as clauses. `spell`: the name of an argument."""
    yield from (_clause(check, spell) for check in known.checks)
    demanded = (spell(each.parameter.name) if each.parameter else each.words for each in known.demands)
    yield from (f"`{name}` is missing but required by the code or the error type" for name in dict.fromkeys(demanded))


def _clause(check: Check, spell: Callable[[str], str]) -> str:
    match check:
        case Empty(Argument(parameter)):
            return f"`{spell(parameter.name)}` is empty"
        case Unlisted(Argument(parameter), enum):
            return f"`{spell(parameter.name)}` is not a value of `{enum.name}`"
        case Changed(path, _, value):
            return f"`{'.'.join(path)}` is not {quoted(value)}"
        case Contradicted(path):
            return f"`{'.'.join(path)}` is not the one that the catalogue has for the code"
        case Missing(path):
            return f"`{'.'.join(path)}` is missing, because no code in the catalogue determines it"
        case _:
            assert_never(check)
