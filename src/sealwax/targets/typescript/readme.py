"""How to install and use the npm package -> README.md."""

from collections.abc import Iterator

from msgspec import Struct

from sealwax.contract import model as m
from sealwax.languages import markdown
from sealwax.languages.typescript import literal, option_key, string, suffix, type_name
from sealwax.meaning.builders.clock import clock_needs
from sealwax.meaning.checks.lowering import outcome_test
from sealwax.meaning.codes.examples import (
    CodeCall,
    example_error_call,
    example_value,
    example_warning_call,
    shown_examples,
    warnings_parameter,
)
from sealwax.meaning.merging import gates, gates_variable
from sealwax.meaning.serving.http import HttpPlan
from sealwax.naming import article, kebab
from sealwax.rendering import Finished, header
from sealwax.targets.package_names import npm_package
from sealwax.targets.served import contains_schemas, served_over_http, serves_mcp
from sealwax.targets.typescript.builders import call_arguments
from sealwax.targets.typescript.catalogue import EnumView, catalogue_view
from sealwax.targets.typescript.conditions import is_outcome
from sealwax.targets.typescript.declarations import namespaces
from sealwax.targets.typescript.serving import McpView, mcp_view


class ExampleView(Struct, frozen=True):
    """A call of a builder, and its result."""

    example: m.BuilderExample
    builder: m.Builder
    positional: tuple[m.Json, ...]
    """The first argument, or nothing."""
    options: dict[str, m.Json]


class ReaderExample(Struct, frozen=True):
    """How a program tells the outcomes apart."""

    test: Finished
    """The expression that is true for a success, which `result.value` may be."""
    success: Finished
    """Its type, with its article."""
    failure: Finished


class ReadmeView(Struct, frozen=True):
    """README.md"""

    header: Finished
    contract: m.Contract
    name: Finished
    reader: ReaderExample | None
    """Absent when responses have one shape only."""
    envelope: Finished
    """The type of a response that was parsed, with its article."""
    named: str
    """The first named type; empty when there is none."""
    documents: tuple[Finished, ...]
    """The parsers of records that stand alone."""
    composites: tuple[m.Text, ...]
    examples: tuple[ExampleView, ...]
    error_call: CodeCall | None
    gates: tuple[str, ...]
    gates_variable: str
    """The environment variable that lists the gates that are on."""
    enums: tuple[EnumView, ...]
    warnings: Finished
    """What the functions that make warnings are exported as; empty if there are none."""
    warning_call: CodeCall | None
    warnings_option: Finished
    """The option of builders that takes warnings; empty if there is none."""
    has_schemas: bool
    mcp: McpView | None
    """None if the package has no module for MCP."""
    mcp_options: Finished
    """The last argument of `registerContractTool`, with a comma; empty if it needs none."""
    http: HttpPlan | None
    """None if the package has no module for HTTP."""
    http_facts: tuple[Finished, ...]
    """What every failure needs, and a framework cannot know: the entries of an object."""
    has_clock: bool


def readme_view(contract: m.Contract) -> ReadmeView:
    envelope, http, mapping = contract.envelope, served_over_http(contract), contract.warning_mapping
    mcp = mcp_view(contract) if serves_mcp(contract) else None
    named: list[m.Record | m.Text | m.Enum] = [*contract.records, *contract.texts, *contract.enums]
    return ReadmeView(
        header=markdown.comment(header(contract.name)),
        contract=contract,
        name=Finished(npm_package(contract)),
        reader=_reader(envelope.success, envelope.failure) if envelope.failure is not None else None,
        envelope=_with_article(type_name(envelope.name)),
        named=named[0].name if named else "",
        documents=tuple(
            markdown.code(f"parseJson{suffix(record.name)}") for record in contract.records if record.standalone
        ),
        composites=tuple(text for text in contract.texts if text.forms),
        examples=tuple(_examples(contract)),
        error_call=example_error_call(contract.error_mapping) if contract.error_mapping else None,
        gates=gates(contract.merging) if contract.merging else (),
        gates_variable=gates_variable(contract.name),
        enums=catalogue_view(contract).enums,
        warnings=namespaces(contract)["warnings"] if mapping is not None and mapping.factories else Finished(""),
        warning_call=example_warning_call(mapping) if mapping else None,
        warnings_option=option_key(warnings_parameter(contract, mapping)) if mapping else Finished(""),
        has_schemas=contains_schemas(contract),
        mcp=mcp,
        mcp_options=_mcp_options(mcp) if mcp else Finished(""),
        http=http,
        http_facts=tuple(map(_http_fact, http.facts)) if http is not None else (),
        has_clock=clock_needs(contract) is not None,
    )


def _with_article(name: Finished) -> Finished:
    return Finished(f"{article(name)} {name}")


def _reader(success: m.Outcome, failure: m.Outcome) -> ReaderExample:
    return ReaderExample(
        test=is_outcome(outcome_test(success), "result.value"),
        success=_with_article(type_name(success.name)),
        failure=_with_article(type_name(failure.name)),
    )


# -- examples of calls ------------------------------------------------------------------------------------------------


def _examples(contract: m.Contract) -> Iterator[ExampleView]:
    for builder, examples in shown_examples(contract, contract.builders):
        for example in examples[:1]:  # enough to get the idea; the reference pages have all of them
            positional, options = call_arguments(builder, example)
            if builder.clock is not None and builder.clock.elapsed:
                options["started"] = 0
            yield ExampleView(example, builder, tuple(positional), options)


def _http_fact(parameter: m.Parameter) -> Finished:
    """A text is taken from a header of the request."""
    value = example_value(parameter)
    shown = literal(value)
    if isinstance(value, str):
        shown = Finished(f"context.req.header({string(f'x-{kebab(parameter.name)}')}) ?? {shown}")
    return Finished(f"{option_key(parameter.name)}: {shown}")


def _mcp_options(view: McpView) -> Finished:
    options = zip(view.options, view.serving.options, strict=True)
    given = ", ".join(f"{name}: {literal(example_value(parameter))}" for name, parameter in options)
    return Finished(f", {{ {given} }}" if given else "")
