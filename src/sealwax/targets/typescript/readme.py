"""The README of the npm package: how to install it, to make a response, to read one, and what is in it."""

from collections.abc import Iterable, Iterator
from typing import assert_never

from sealwax.contract.model import (
    Builder,
    BuilderExample,
    Contract,
    Enum,
    Json,
    Merging,
    Outcome,
    Presence,
    Record,
    Tag,
    Text,
)
from sealwax.frozen import frozen
from sealwax.languages import markdown
from sealwax.languages.typescript import WIDTH, access, function_name, literal, string, type_name
from sealwax.meaning.merging import gates as gates_of
from sealwax.meaning.samples import example_facts, shown_examples
from sealwax.naming import article
from sealwax.project.package_names import npm_package
from sealwax.rendering import Finished, header
from sealwax.targets.typescript.assembly import builder_name, option_key
from sealwax.targets.typescript.catalogue import CatalogueView, EnumView
from sealwax.targets.typescript.clock import has_clock
from sealwax.targets.typescript.expressions import Code, Expression, Items, Literal, laid_out
from sealwax.targets.typescript.factories import fact_key
from sealwax.targets.typescript.lookup import lookup_names, lookup_view
from sealwax.targets.typescript.merging import merging_name
from sealwax.targets.typescript.parsing import parse_name
from sealwax.targets.typescript.types import printer_of, uses_payload
from sealwax.targets.typescript.validation import is_valid_name, schema_name, validate_name

# Enough to get the idea; the reference pages have all of them.
EXAMPLES = 2
LINE = "\n"


@frozen
class ExampleView:
    title: Finished
    doc: Finished
    has_doc: bool
    call: Finished
    result: Finished


@frozen
class ToolView:
    """A row of the table: a tool, its parser and what it gives."""

    name: Finished
    parse: Finished
    type: Finished


@frozen
class ReadmeView:
    header: Finished
    name: Finished
    contract: Finished
    version: Finished
    title: Finished
    doc: Finished
    has_doc: bool
    examples: tuple[ExampleView, ...]
    failing: Finished
    """A call of a function that makes a failure, or nothing."""
    reading: Finished
    has_outcomes: bool
    checking: Finished
    tools: tuple[ToolView, ...]
    schema: Finished
    has_named: bool
    named_checks: Finished
    """What is exported about the first named type."""
    types: Finished
    enums: tuple[EnumView, ...]
    builders: Finished
    has_builders: bool
    has_clock: bool
    has_partial: bool
    has_counters: bool
    """Whether a payload tells how many attempts there were, and the like."""
    has_retry: bool
    """Whether issues say that they can be tried again."""
    lookups: Finished
    merging: Finished
    """A call of the function that merges, or nothing."""


def readme_view(contract: Contract, catalogue: CatalogueView) -> ReadmeView:
    envelope = contract.envelope
    typed: list[Record | Text | Enum] = [*contract.records, *contract.texts, *contract.enums]
    first = typed[:1]
    named = [*dict.fromkeys((envelope.name, *(each.name for each in envelope.outcomes)))]
    named += [tool.envelope.name for tool in contract.tools]
    named += [*(each.name for each in contract.records), *(each.name for each in contract.texts)]
    return ReadmeView(
        header=markdown.comment(header(contract.name)),
        name=Finished(npm_package(contract)),
        contract=Finished(contract.name),
        version=Finished(contract.version),
        title=markdown.text(contract.title),
        doc=markdown.paragraphs(contract.docs.doc),
        has_doc=bool(contract.docs.doc),
        examples=tuple(_examples(contract)),
        failing=_failing(contract),
        reading=_reading(contract),
        has_outcomes=contract.envelope.mark is not None,
        checking=_checking(contract),
        tools=tuple(
            ToolView(*map(markdown.code, (tool.name, parse_name(tool), type_name(tool.envelope.name))))
            for tool in contract.tools
        ),
        schema=schema_name(envelope),
        has_named=bool(first),
        named_checks=_listed(name for each in first for name in _checks(each, contract)),
        types=_listed(type_name(name) for name in named),
        enums=catalogue.enums,
        builders=_listed(builder_name(builder) for builder in contract.builders),
        has_builders=bool(contract.builders),
        has_clock=has_clock(contract),
        has_partial=contract.partial is not None,
        has_counters=contract.partial is not None and bool(contract.partial.counters),
        has_retry=contract.partial is not None and contract.partial.retryable is not None,
        lookups=_listed(lookup_names(lookup_view(contract))),
        merging=markdown.text_block(_merge(contract, contract.merging), "js") if contract.merging else Finished(""),
    )


def _merge(contract: Contract, merging: Merging) -> str:
    """A call that shows what can be given."""
    gates = ", ".join(map(string, gates_of(merging)))
    options = f"{{ plugins, gates: [{gates}] }}" if gates else "{ plugins }"
    name = merging_name(merging)
    lines = (f"import {{ {name} }} from {string(npm_package(contract))};", "", f"{name}(response, given, {options});")
    return "\n".join(lines)


def _checks(each: Record | Text | Enum, contract: Contract) -> tuple[Finished, ...]:
    return validate_name(each, contract), is_valid_name(each, contract), schema_name(each)


def _listed(names: Iterable[Finished]) -> Finished:
    return Finished(", ".join(f"`{name}`" for name in names))


def _reading(contract: Contract) -> Finished:
    """A sketch of a reader that tells the outcomes apart; empty when there is only one shape."""
    envelope = contract.envelope
    success, failure = envelope.success, envelope.failure
    if failure is None:
        return Finished("")
    generic = uses_payload(field for outcome in envelope.outcomes for field in outcome.fields)
    printer = printer_of(contract)
    bounded, shape = f"<T extends {printer.bound or 'object'}>", printer.shape if printer.bound else ""
    head = f"function read{bounded if generic else ''}"
    kind = f"{type_name(envelope.name)}{'<T>' if generic else ''}"
    imported = ", ".join(sorted({type_name(envelope.name), *([shape] if shape and generic else [])}))
    lines = [
        f"import type {{ {imported} }} from {string(npm_package(contract))};",
        "",
        f"{head}(response: {kind}): void {{",
        f"  if ({_test(success)}) {{",
        f"    // Here the response is {_with_article(type_name(success.name))}.",
        "  } else {",
        f"    // Here it is {_with_article(type_name(failure.name))}.",
        "  }",
        "}",
    ]
    return markdown.text_block("\n".join(lines), "ts")


def _checking(contract: Contract) -> Finished:
    """A sketch of a reader that takes nothing for granted."""
    lines = [
        f"import {{ safeParseJson }} from {string(npm_package(contract))};",
        "",
        "const result = safeParseJson(text);",
        "if (result.success) {",
        f"  // Here result.value is {_with_article(type_name(contract.envelope.name))}.",
        "} else {",
        "  for (const { pointer, message } of result.findings) console.error(`${pointer}: ${message}`);",
        "}",
    ]
    return markdown.text_block("\n".join(lines), "ts")


def _with_article(name: Finished) -> str:
    return f"{article(name)} {name}"


def _test(outcome: Outcome) -> str:
    match outcome.mark:
        case Tag(field, bool() as value):
            return access("response", field) if value else f"!{access('response', field)}"
        case Tag(field, value):
            return f"{access('response', field)} === {literal(value)}"
        case Presence(field, expected):
            return f"{access('response', field)} {'!==' if expected else '==='} undefined"
        case None:
            return "true"
        case _:
            assert_never(outcome.mark)


# -- examples of builders ---------------------------------------------------------------------------------------------


def _examples(contract: Contract) -> Iterator[ExampleView]:
    for builder, examples in shown_examples(contract, contract.builders):
        for example in examples[:EXAMPLES]:
            imported = f"import {{ {builder_name(builder)} }} from {string(npm_package(contract))};"
            call = f"{imported}\n\n{_call(builder, example)}"
            yield ExampleView(
                title=markdown.text(example.title),
                doc=markdown.paragraphs(example.doc),
                has_doc=bool(example.doc),
                call=markdown.text_block(call, "js"),
                result=markdown.json_block(example.result),
            )


def _failing(contract: Contract) -> Finished:
    """The first error code that becomes a function, and what is asked about a code that came in."""
    error_mapping = contract.error_mapping
    known = [
        (each, example_facts(each.value.context))
        for each in (error_mapping.factories if error_mapping is not None else ())
    ]
    found = next(((each, facts) for each, facts in known if facts is not None), None)
    if found is None:
        return Finished("")
    factory, facts = found
    keys = {field.name: fact_key(field) for field in factory.value.context}
    options = Literal(tuple((keys[name], _expression(value)) for name, value in facts.items()))
    given = laid_out(options, 0) if facts else ""
    call = f"const response = errors.{function_name(factory.value.value)}({given});"
    return markdown.text_block(f"import {{ errors }} from {string(npm_package(contract))};\n\n{call}", "ts")


def call_arguments(builder: Builder, example: BuilderExample) -> tuple[list[Json], dict[str, Json]]:
    """The arguments of an example as TypeScript takes them: positional ones, then options.

    Keywords that are no parameter belong to an object of the envelope, so they join the argument for that object.
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


def _call(builder: Builder, example: BuilderExample) -> Finished:
    positional, options = call_arguments(builder, example)
    arguments: list[Expression] = [_expression(value) for value in positional]
    given = (*((name, _expression(value)) for name, value in options.items()), *_clock_options(builder))
    if given:
        arguments += [] if arguments else [Code("undefined")]
        arguments.append(Literal(given))
    # Only the last argument may spread over lines beside others.
    broken = any(isinstance(each, Literal) or "\n" in laid_out(each, 0) for each in arguments[:-1])
    if broken:
        spelt = "".join(f"\n  {laid_out(argument, 2)}," for argument in arguments) + "\n"
    else:
        spelt = ", ".join(laid_out(argument, 0) for argument in arguments)
    return Finished(f"{_clock(builder, example)}{builder_name(builder)}({spelt});")


def _clock_options(builder: Builder) -> Iterator[tuple[str, Expression]]:
    if builder.clock is not None and builder.clock.elapsed:
        yield "started", Code("0")
    if builder.clock is not None:
        yield "clock", Code("clock")


def _clock(builder: Builder, example: BuilderExample) -> str:
    """A clock that stands still at what the example says; nothing for a builder without one."""
    clock, readings = builder.clock, example.readings
    if clock is None:
        return ""
    members = [f"now: () => new Date({string(readings.now)})"] if clock.now else []
    members += [f"monotonic: () => {readings.elapsed}"] if clock.elapsed else []
    line = f"const clock = {{ {', '.join(members)} }};"
    broken = "".join(f"  {each},\n" for each in members)
    return f"{line if len(line) <= WIDTH else f'const clock = {{{LINE}{broken}}};'}\n"


def _expression(value: Json) -> Expression:
    if isinstance(value, dict):
        return Literal(tuple((key, _expression(item)) for key, item in value.items()))
    return Items(tuple(value)) if isinstance(value, list) else Code(literal(value))
