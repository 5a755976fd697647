"""The README of the npm package: how to install it, to make a response, to read one, and what is in it."""

from collections.abc import Iterable, Iterator

from sealwax.contract.model import Builder, BuilderExample, Contract, Enum, Json, Outcome, Record, Text
from sealwax.frozen import frozen
from sealwax.languages import markdown
from sealwax.languages.typescript import literal, property_key, string, type_name
from sealwax.rendering import Finished, header
from sealwax.targets.typescript.assembly import builder_name, option_key
from sealwax.targets.typescript.catalogue import CatalogueView, EnumView
from sealwax.targets.typescript.expressions import Code, Expression, Literal, laid_out
from sealwax.targets.typescript.types import uses_payload
from sealwax.targets.typescript.validation import is_valid_name, schema_name, validate_name

# Enough to get the idea; the reference pages have all of them.
EXAMPLES = 2


@frozen
class ExampleView:
    title: Finished
    doc: Finished
    has_doc: bool
    call: Finished
    result: Finished


@frozen
class ReadmeView:
    header: Finished
    name: Finished
    version: Finished
    title: Finished
    doc: Finished
    has_doc: bool
    examples: tuple[ExampleView, ...]
    reading: Finished
    checking: Finished
    schema: Finished
    has_named: bool
    named_checks: Finished
    """What is exported about the first named type."""
    types: Finished
    enums: tuple[EnumView, ...]
    builders: Finished
    has_builders: bool


def readme_view(contract: Contract, catalogue: CatalogueView) -> ReadmeView:
    envelope = contract.envelope
    typed: list[Record | Text | Enum] = [*contract.records, *contract.texts, *contract.enums]
    first = typed[:1]
    named = [envelope.name, *(each.name for each in envelope.outcomes)]
    named += [*(each.name for each in contract.records), *(each.name for each in contract.texts)]
    return ReadmeView(
        header=markdown.comment(header(contract.name)),
        name=Finished(contract.name),
        version=Finished(contract.version),
        title=markdown.text(contract.title),
        doc=markdown.paragraphs(contract.lore.doc),
        has_doc=bool(contract.lore.doc),
        examples=tuple(_examples(contract)),
        reading=_reading(contract),
        checking=_checking(contract),
        schema=schema_name(envelope),
        has_named=bool(first),
        named_checks=_listed(name(each) for each in first for name in (validate_name, is_valid_name, schema_name)),
        types=_listed(type_name(name) for name in named),
        enums=catalogue.enums,
        builders=_listed(builder_name(builder) for builder in contract.builders),
        has_builders=bool(contract.builders),
    )


def _listed(names: Iterable[Finished]) -> Finished:
    return Finished(", ".join(f"`{name}`" for name in names))


def _reading(contract: Contract) -> Finished:
    """A sketch of a reader that tells the outcomes apart."""
    envelope = contract.envelope
    success, failure = envelope.outcomes
    generic = uses_payload(field for outcome in envelope.outcomes for field in outcome.fields)
    head = f"function read{'<T extends object>' if generic else ''}"
    kind = f"{type_name(envelope.name)}{'<T>' if generic else ''}"
    lines = [
        f"import type {{ {type_name(envelope.name)} }} from {string(contract.name)};",
        "",
        f"{head}(response: {kind}): void {{",
        f"  if ({_test(success)}) {{",
        f"    // Here the response is a {type_name(success.name)}.",
        "  } else {",
        f"    // Here it is a {type_name(failure.name)}.",
        "  }",
        "}",
    ]
    return markdown.text_block("\n".join(lines), "ts")


def _checking(contract: Contract) -> Finished:
    """A sketch of a reader that takes nothing for granted."""
    lines = [
        f"import {{ safeParseJson }} from {string(contract.name)};",
        "",
        "const result = safeParseJson(text);",
        "if (result.success) {",
        f"  // Here result.value is a {type_name(contract.envelope.name)}.",
        "} else {",
        "  for (const { pointer, message } of result.findings) console.error(`${pointer}: ${message}`);",
        "}",
    ]
    return markdown.text_block("\n".join(lines), "ts")


def _test(outcome: Outcome) -> str:
    key = property_key(outcome.tag)
    tag = f"response.{key}" if key == outcome.tag else f"response[{key}]"
    if isinstance(outcome.tag_value, bool):
        return tag if outcome.tag_value else f"!{tag}"
    return f"{tag} === {literal(outcome.tag_value)}"


# -- examples of builders ---------------------------------------------------------------------------------------------


def _examples(contract: Contract) -> Iterator[ExampleView]:
    for builder in contract.builders:
        for example in builder.examples[:EXAMPLES]:
            call = f"import {{ {builder_name(builder)} }} from {string(contract.name)};\n\n{_call(builder, example)}"
            yield ExampleView(
                title=markdown.text(example.title),
                doc=markdown.paragraphs(example.doc),
                has_doc=bool(example.doc),
                call=markdown.text_block(call, "js"),
                result=markdown.json_block(example.result),
            )


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
    if options:
        arguments += [] if arguments else [Code("undefined")]
        arguments.append(_expression(options))
    # Only the last argument may spread over lines beside others.
    broken = any(isinstance(argument, Literal) for argument in arguments[:-1])
    if broken:
        spelt = "".join(f"\n  {laid_out(argument, 2)}," for argument in arguments) + "\n"
    else:
        spelt = ", ".join(laid_out(argument, 0) for argument in arguments)
    return Finished(f"{builder_name(builder)}({spelt});")


def _expression(value: Json) -> Expression:
    if isinstance(value, dict):
        return Literal(tuple((key, _expression(item)) for key, item in value.items()))
    return Code(literal(value))
