"""The documentation of a builder in words, the same in every language: its arguments, and what it refuses."""

from collections.abc import Callable, Iterable, Iterator

from sealwax.contract import model as m
from sealwax.meaning import builder_sources as bs
from sealwax.meaning.builder_body import Body, Follow
from sealwax.meaning.wording import constraint_words, followed_words, quoted, sentence, sets_words


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
        yield "If it is empty, the catalogue's text for the code is used."
    elif bs.replaces_remediation(builder, parameter):
        yield "If it is omitted, that of the code is used, unless it needs facts."
    yield from sets_words(parameter)


def refusals(
    builder: m.Builder,
    body: Body,
    follows: Iterable[Follow],
    constants: Iterable[bs.Fixed],
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
