"""The documentation of a builder in words, the same in every language: its arguments, and what it refuses."""

from collections.abc import Callable, Iterable, Iterator

from sealwax.contract import model as m
from sealwax.meaning.builders import sources as bs
from sealwax.meaning.builders.body import Body, Fixed, Follow
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
    elif bs.replaces_empty(builder, parameter):
        yield "If it is empty, the code's message or description is used."
    elif bs.replaces_remediation(builder, parameter):
        yield "If it is omitted, the code's remediation is used, unless that has required placeholders."
    yield from sets_words(parameter)


def refusals(
    builder: m.Builder,
    body: Body,
    follows: Iterable[Follow],
    constants: Iterable[Fixed],
    spell: Callable[[str], str],
) -> Iterator[str]:
    """Why a builder refuses a call, as clauses: its arguments, and what of the body they can break.

    `spell`: the name of an argument.
    """
    for parameter in builder.parameters:
        name, enum = spell(parameter.name), bs.listed_in(parameter)
        if bs.refuses_empty(builder, parameter):
            yield f"`{name}` is empty"
        if enum is not None:
            yield f"`{name}` is not a value of `{enum.name}`"
    for path, code in body.codes.items():
        if code.is_listed and code.whole is not None:
            yield f"`{'.'.join(path)}` is not a value of `{code.codes.name}`"
    for follow in follows:
        if follow.known is not None:
            yield f"`{'.'.join(follow.place.path)}` is not the one that the catalogue has for the code"
    for constant in constants:
        yield f"`{'.'.join(constant.path)}` is not {quoted(constant.value)}"


def demand_words(body: Body, spell: Callable[[str], str]) -> Iterator[str]:
    """What a call must give because of a code or an error type, as clauses."""
    demanded = (spell(each.parameter.name) if each.parameter else each.words for each in body.demands)
    yield from (f"`{name}` is missing but required by the code or the error type" for name in dict.fromkeys(demanded))
