"""Functions that build responses, with calls and what they return."""

from collections.abc import Collection, Iterator

from msgspec import Struct

from sealwax.contract import model as m
from sealwax.meaning.builders.plan import Fact, OfCode
from sealwax.meaning.builders.planning import plan
from sealwax.meaning.wording import default_words, quoted
from sealwax.rendering import Finished
from sealwax.targets.python.builders import example_call as python_call
from sealwax.targets.typescript.builders import example_call as typescript_call

_CALLS = {"python": python_call, "typescript": typescript_call}


class ExampleCall(Struct, frozen=True):
    """A call of a builder in each language, and its result."""

    example: m.BuilderExample
    code: dict[str, Finished]
    """The call by language."""


class BuilderSection(Struct, frozen=True):
    builder: m.Builder
    notes: tuple[str, ...]
    """The behaviour that its parameters don't show, as sentences."""
    calls: tuple[ExampleCall, ...]


def builder_section(builder: m.Builder, targets: Collection[str]) -> BuilderSection:
    """A builder, with calls in the language of each package among the targets."""
    languages = {language: call for language, call in _CALLS.items() if language in targets}
    calls = (
        ExampleCall(example, {language: call(builder, example) for language, call in languages.items()})
        for example in builder.examples
    )
    return BuilderSection(builder, tuple(_notes(builder)), tuple(calls))


def _notes(builder: m.Builder) -> Iterator[str]:
    known = plan(builder)
    given = {builder.extra_keywords, *(parameter.path[0] for parameter in builder.parameters)}
    filled = [field for field in builder.outcome.fields if field.default is not m.ABSENT]
    starts = (f"`{each.name}` {'starts as' if each.name in given else 'is'} {default_words(each)}" for each in filled)
    if filled:
        yield f"{', '.join(starts)}."
    for key in known.keys:
        for source in key.sources:
            if isinstance(source, OfCode) and source.fact is Fact.NUMBER:
                yield f"`{'.'.join(key.path)}` is the JSON-RPC number of `{'.'.join(source.code)}`."
    if builder.clock is not None:
        yield from _clock_words(builder.clock)
    shared = {each.path for each in known.objects if each.members}
    if merged := [quoted(each.name) for each in builder.parameters if each.merged and each.path in shared]:
        last = "are merged last, so their" if len(merged) > 1 else "is merged last, so its"
        yield f"{' and '.join(merged)} {last} keys take precedence."
    if builder.extra_keywords:
        yield f"In Python, other keyword arguments are merged into `{builder.extra_keywords}` at the end."


def _clock_words(clock: m.Clock) -> tuple[str, ...]:
    """The keys that a builder fills from the clock, as sentences."""
    now = f"`{'.'.join(clock.now)}` is the current time in UTC, with milliseconds." if clock.now else ""
    otherwise = "or 0 if the caller does not pass `started`"
    path = ".".join(clock.elapsed)
    elapsed = f"`{path}` is the time since `started` in milliseconds, {otherwise}." if path else ""
    source = "The time comes from `clock` if the caller passes one, which makes tests repeatable."
    return tuple(filter(None, (now, elapsed, source)))
