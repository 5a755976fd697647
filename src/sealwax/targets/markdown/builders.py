"""The page of the builders: parameters and where they go, what is filled in, worked examples."""

from collections.abc import Iterator

from sealwax.contract.model import ABSENT, Builder, BuilderExample, Contract, Numbering, Parameter
from sealwax.frozen import frozen
from sealwax.languages.markdown import cell, code, code_cell, json_block, paragraphs, text
from sealwax.meaning.builder_plan import Compound, Path, Single, is_alone, plan
from sealwax.meaning.builder_plan import places as places_of
from sealwax.meaning.wording import constraint_words, followed_words, quoted
from sealwax.rendering import Finished
from sealwax.targets.markdown.parts import NOTHING, Places, doc_cell, doc_of, from_words, notes, remarks, source_cell


@frozen
class ParameterRow:
    name: Finished
    level: Finished
    type: Finished
    path: Finished
    default: Finished
    description: Finished
    source: Finished


@frozen
class CallExample:
    title: Finished
    doc: Finished
    arguments: Finished
    readings: Finished
    result: Finished
    origin: Finished


@frozen
class BuilderSection:
    name: Finished
    signature: Finished
    outcome: Finished
    doc: Finished
    remarks: tuple[Finished, ...]
    parameters: tuple[ParameterRow, ...]
    has_sources: bool
    parameter_notes: tuple[Finished, ...]
    behaviour: tuple[Finished, ...]
    examples: tuple[CallExample, ...]


@frozen
class BuildersView:
    header: Finished
    sections: tuple[BuilderSection, ...]


def builders_view(contract: Contract, header: Finished, places: Places) -> BuildersView:
    return BuildersView(header, tuple(_section(builder, places) for builder in contract.builders))


def _section(builder: Builder, places: Places) -> BuilderSection:
    return BuilderSection(
        text(builder.name),
        code(_signature(builder)),
        places.link(builder.outcome.name),
        doc_of(builder.docs),
        remarks(builder.docs),
        tuple(_row(parameter, places) for parameter in builder.parameters),
        any(parameter.docs.origin for parameter in builder.parameters),
        tuple(note for parameter in builder.parameters for note in notes(parameter.docs, code(parameter.name))),
        tuple(text(words) for words in _behaviour(builder)),
        tuple(
            CallExample(
                text(example.title),
                paragraphs(example.doc),
                json_block(dict(example.arguments)),
                _readings(builder, example),
                json_block(example.result),
                from_words(example.origin),
            )
            for example in builder.examples
        ),
    )


def _signature(builder: Builder) -> str:
    """The call in the notation that most languages share: `[…]` is optional, `…` any other keywords."""
    names = [p.name if p.level.name == "MUST" else f"[{p.name}]" for p in builder.parameters]
    return f"{builder.name}({', '.join([*names, '…'] if builder.extra_keywords else names)})"


def _row(parameter: Parameter, places: Places) -> ParameterRow:
    return ParameterRow(
        code_cell(parameter.name),
        cell(parameter.level.name),
        places.type_cell(parameter.field.type),
        code_cell(".".join(parameter.path)),
        NOTHING if parameter.default is ABSENT else cell(quoted(parameter.default)),
        doc_cell(parameter.docs, *_sentences(constraint_words(parameter.field.type))),
        source_cell(parameter.docs),
    )


def _sentences(words: tuple[str, ...]) -> Iterator[str]:
    return (f"{word[:1].upper()}{word[1:]}." for word in words)


def _behaviour(builder: Builder) -> Iterator[str]:
    filled = {parameter.path[0] for parameter in builder.parameters} | {builder.extra_keywords}
    if builder.parameters:
        yield f"`{builder.parameters[0].name}` can be given by position; the other arguments go by name."
    for field in builder.outcome.fields:
        if field.default is not ABSENT:
            yield f"`{field.name}` {'starts as' if field.name in filled else 'is'} {quoted(field.default)}."
    for parameter in builder.parameters:
        if followed := followed_words(parameter):
            yield f"When `{parameter.name}` is left out, {followed}."
        for assignment in parameter.sets:
            yield f"`{parameter.name}` also sets `{'.'.join(assignment.path)}` to {quoted(assignment.value)}."
    for place, numbering in _numbered(builder):
        beside = ".".join((*place[:-1], *numbering.path))
        yield f"`{'.'.join(place)}` is the JSON-RPC number of `{beside}`."
    yield from _clock_words(builder)
    shared = _shared(builder)
    for parameter in builder.parameters:
        if parameter.merged and parameter.path in shared:
            path = ".".join(parameter.path)
            into = "" if parameter.name == path else f" into `{path}`"
            yield f"`{parameter.name}` is merged{into} after what is filled in, so that its keys win."
    if builder.extra_keywords:
        yield f"Keywords that are no parameter are merged into `{builder.extra_keywords}` at the end."


def _shared(builder: Builder) -> set[Path]:
    """The objects that get more than what is given for the whole of them."""
    return {place.path for place in places_of(plan(builder)) if isinstance(place, Compound) and not is_alone(place)}


def _numbered(builder: Builder) -> Iterator[tuple[Path, Numbering]]:
    """The places of numbers that the builder fills in."""
    for place in places_of(plan(builder)):
        if isinstance(place, Single) and place.numbered is not None:
            yield place.path, place.numbered.numbering


def _clock_words(builder: Builder) -> Iterator[str]:
    clock = builder.clock
    if clock is not None and clock.now:
        yield f"`{'.'.join(clock.now)}` is what the clock says, in UTC with milliseconds."
    if clock is not None and clock.elapsed:
        place = ".".join(clock.elapsed)
        yield f"`{place}` counts the milliseconds since `started`, which the caller gives; without it, it is 0."
    if clock is not None:
        yield "The caller can give another `clock`, which is how tests know what comes out."


def _readings(builder: Builder, example: BuilderExample) -> Finished:
    """What the clock of an example shows."""
    clock, readings = builder.clock, example.readings
    words = [f"the clock shows `{readings.now}`"] if clock is not None and clock.now else []
    words += [f"{readings.elapsed} ms have passed"] if clock is not None and clock.elapsed else []
    return text(f"Meanwhile {' and '.join(words)}.") if words else Finished("")
