"""How to install and use the npm package -> README.md."""

from collections.abc import Iterable, Iterator
from typing import assert_never

from sealwax.contract import model as m
from sealwax.frozen import frozen
from sealwax.languages import markdown
from sealwax.languages.typescript import access, block, function_name, literal, property_key, string, type_name
from sealwax.meaning.merging import gates as gates_of
from sealwax.meaning.samples import example_facts, shown_examples
from sealwax.naming import article
from sealwax.project.package_names import npm_package
from sealwax.rendering import Finished, header
from sealwax.targets.typescript.builder_values import builder_name, option_key
from sealwax.targets.typescript.catalogue import CatalogueView, EnumView
from sealwax.targets.typescript.clock import has_clock
from sealwax.targets.typescript.factories import fact_key
from sealwax.targets.typescript.lookup import lookup_names, lookup_view
from sealwax.targets.typescript.merging import merging_name
from sealwax.targets.typescript.parsing import parse_name
from sealwax.targets.typescript.types import printer_of, uses_payload
from sealwax.targets.typescript.validation import is_valid_name, schema_name, validate_name

# Enough to get the idea; the reference pages have all of them.
EXAMPLES = 2


@frozen
class Option:
    """An entry of an options object."""

    key: Finished
    value: Finished


@frozen
class ExampleView:
    """A call of a builder, and its result."""

    title: Finished
    doc: Finished
    builder: Finished
    clock: tuple[Option, ...]
    """The methods of a clock that stands still; empty for a builder without one."""
    positional: Finished
    """The first argument, or nothing."""
    options: tuple[Option, ...]
    result: Finished


@frozen
class ErrorCall:
    """A call of an error factory."""

    function: Finished
    options: tuple[Option, ...]


@frozen
class Reader:
    """A function that tells the outcomes apart."""

    imported: tuple[Finished, ...]
    generic: Finished
    """Its type parameter with brackets, or nothing."""
    response: Finished
    """The type of its argument."""
    test: Finished
    """The expression that is true for a success."""
    success: Finished
    """The type of a success, with its article."""
    failure: Finished


@frozen
class MergeCall:
    """A call of the function that merges keys into a response."""

    function: Finished
    gates: tuple[Finished, ...]


@frozen
class ToolView:
    """A row of the table: a tool, its parser and the type of its result."""

    name: Finished
    parse: Finished
    type: Finished


@frozen
class ReadmeView:
    """README.md"""

    header: Finished
    name: Finished
    module: Finished
    """The name of the package as a string."""
    contract: Finished
    version: Finished
    title: Finished
    doc: Finished
    reader: Reader | None
    """Absent when responses have one shape only."""
    envelope: Finished
    """The type of a response, with its article."""
    tools: tuple[ToolView, ...]
    schema: Finished
    checks: tuple[Finished, ...]
    """The functions for the first named type; empty when there is none."""
    examples: tuple[ExampleView, ...]
    error_call: ErrorCall | None
    merge_call: MergeCall | None
    types: tuple[Finished, ...]
    enums: tuple[EnumView, ...]
    builders: tuple[Finished, ...]
    lookups: tuple[Finished, ...]
    has_clock: bool
    partial: m.Partial | None


def readme_view(contract: m.Contract, catalogue: CatalogueView) -> ReadmeView:
    envelope, merging = contract.envelope, contract.merging
    named: list[m.Record | m.Text | m.Enum] = [*contract.records, *contract.texts, *contract.enums]
    return ReadmeView(
        header=markdown.comment(header(contract.name)),
        name=Finished(npm_package(contract)),
        module=string(npm_package(contract)),
        contract=Finished(contract.name),
        version=Finished(contract.version),
        title=markdown.text(contract.title),
        doc=markdown.paragraphs(contract.docs.doc),
        reader=_reader(contract, envelope.success, envelope.failure) if envelope.failure is not None else None,
        envelope=_with_article(type_name(envelope.name)),
        tools=tuple(
            ToolView(*map(markdown.code, (tool.name, parse_name(tool), type_name(tool.envelope.name))))
            for tool in contract.tools
        ),
        schema=schema_name(envelope),
        checks=_codes(name for each in named[:1] for name in _checks(each, contract)),
        examples=tuple(_examples(contract)),
        error_call=_error_call(contract),
        merge_call=MergeCall(merging_name(merging), tuple(map(string, gates_of(merging)))) if merging else None,
        types=_codes(map(type_name, _type_names(contract))),
        enums=catalogue.enums,
        builders=_codes(builder_name(builder) for builder in contract.builders),
        lookups=_codes(lookup_names(lookup_view(contract))),
        has_clock=has_clock(contract),
        partial=contract.partial,
    )


def _type_names(contract: m.Contract) -> Iterator[str]:
    envelope = contract.envelope
    yield from dict.fromkeys((envelope.name, *(each.name for each in envelope.outcomes)))
    yield from (tool.envelope.name for tool in contract.tools)
    yield from (record.name for record in contract.records)
    yield from (text.name for text in contract.texts)


def _checks(each: m.Record | m.Text | m.Enum, contract: m.Contract) -> tuple[Finished, ...]:
    return validate_name(each, contract), is_valid_name(each, contract), schema_name(each)


def _codes(names: Iterable[str]) -> tuple[Finished, ...]:
    return tuple(map(markdown.code, names))


def _with_article(name: Finished) -> Finished:
    return Finished(f"{article(name)} {name}")


def _reader(contract: m.Contract, success: m.Outcome, failure: m.Outcome) -> Reader:
    name, printer = type_name(contract.envelope.name), printer_of(contract)
    is_generic = any(uses_payload(outcome.fields) for outcome in contract.envelope.outcomes)
    shape = {Finished(printer.shape)} if is_generic and printer.bound else set()
    return Reader(
        imported=tuple(sorted({name, *shape})),
        generic=Finished(f"<T extends {printer.bound or 'object'}>" if is_generic else ""),
        response=Finished(f"{name}<T>") if is_generic else name,
        test=_test(success),
        success=_with_article(type_name(success.name)),
        failure=_with_article(type_name(failure.name)),
    )


def _test(outcome: m.Outcome) -> Finished:
    match outcome.discriminator:
        case m.Tag(field, bool() as value):
            return access("response", field) if value else Finished(f"!{access('response', field)}")
        case m.Tag(field, value):
            return Finished(f"{access('response', field)} === {literal(value)}")
        case m.Presence(field, expected):
            return Finished(f"{access('response', field)} {'!==' if expected else '==='} undefined")
        case None:
            return Finished("true")
        case _:
            assert_never(outcome.discriminator)


# -- examples of calls ------------------------------------------------------------------------------------------------


def _examples(contract: m.Contract) -> Iterator[ExampleView]:
    for builder, examples in shown_examples(contract, contract.builders):
        for example in examples[:EXAMPLES]:
            positional, options = call_arguments(builder, example)
            yield ExampleView(
                title=markdown.text(example.title),
                doc=markdown.paragraphs(example.doc),
                builder=builder_name(builder),
                clock=tuple(_clock(builder, example)),
                positional=block(positional[0]) if positional else Finished(""),
                options=(*_options(options), *_started(builder)),
                result=markdown.json_block(example.result),
            )


def _options(given: dict[str, m.Json]) -> Iterator[Option]:
    for key, value in given.items():
        yield Option(property_key(key), block(value))


def _error_call(contract: m.Contract) -> ErrorCall | None:
    """A call of the first error factory that there are example facts for."""
    for factory in contract.error_mapping.factories if contract.error_mapping is not None else ():
        facts = example_facts(factory.value.context)
        if facts is not None:
            keys = {field.name: fact_key(field) for field in factory.value.context}
            options: dict[str, m.Json] = {keys[name]: value for name, value in facts.items()}
            return ErrorCall(function_name(factory.value.value), tuple(_options(options)))
    return None


def call_arguments(builder: m.Builder, example: m.BuilderExample) -> tuple[list[m.Json], dict[str, m.Json]]:
    """The arguments of an example as TypeScript takes them: positional ones, then options.

    Other keyword arguments belong to an object of the envelope, so they join the argument for that object.
    """
    given = dict(example.arguments)
    known = {parameter.name: parameter for parameter in builder.parameters}
    extra = {name: given.pop(name) for name in list(given) if name not in known}
    for parameter in builder.parameters:
        if extra and parameter.path == (builder.extra_keywords,):
            own = given.get(parameter.name)
            given[parameter.name] = (own if isinstance(own, dict) else {}) | extra
    positional = [given.pop(parameter.name) for parameter in builder.parameters[:1] if parameter.name in given]
    return positional, {option_key(known[name]): value for name, value in given.items()}


def _started(builder: m.Builder) -> Iterator[Option]:
    if builder.clock is not None and builder.clock.elapsed:
        yield Option(Finished("started"), Finished("0"))


def _clock(builder: m.Builder, example: m.BuilderExample) -> Iterator[Option]:
    """A clock that stands still at the time of the example."""
    clock, readings = builder.clock, example.readings
    if clock is not None and clock.now:
        yield Option(Finished("now"), Finished(f"new Date({string(readings.now)})"))
    if clock is not None and clock.elapsed:
        yield Option(Finished("monotonic"), literal(readings.elapsed))
