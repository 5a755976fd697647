"""How to install and use the package -> README.md."""

from collections.abc import Iterable, Iterator

from sealwax.contract import model as m
from sealwax.frozen import frozen
from sealwax.languages import markdown
from sealwax.languages.python import (
    argument,
    attribute,
    call_lines,
    class_name,
    docs_text,
    exception_name,
    literal_lines,
)
from sealwax.languages.python.imports import import_order
from sealwax.meaning.builder_plan import must_be_given
from sealwax.meaning.exceptions import attributes
from sealwax.meaning.merging import gates_variable
from sealwax.meaning.samples import example_facts, shown_examples
from sealwax.naming import CONTRACT_ERROR
from sealwax.project.package_names import below, distribution, python_module
from sealwax.rendering import Finished, header
from sealwax.targets.python.builders import builder_name
from sealwax.targets.python.errors import function_name as error_function
from sealwax.targets.python.init import Exports
from sealwax.targets.python.merging import function_name as merging_function
from sealwax.targets.python.names import INVALID, built_fields, built_names, parsed_name, suffix
from sealwax.targets.python.schemas import schema_function

_HOLDS = {
    "builders": "functions that make responses",
    "clock": "the clock that builders read, which tests can replace",
    "constants": "constants of the contract",
    "enums": "enums, with what the contract says about each value",
    "envelope": "responses as dataclasses",
    "errors": "a function for each error code, which makes the failure",
    "exceptions": "an exception for each error type, which carries a response",
    "lookup": "what is known about a code or an error type",
    "merging": "a function that merges keys into a response, by their tiers",
    "partial": "a collector for issues that occur while the work goes on",
    "parsing": "functions that turn received values into typed objects",
    "records": "the objects in responses as dataclasses",
    "schemas": "functions that return the JSON Schemas",
    "texts": "names for kinds of strings",
    "unset": "the value of an attribute whose key is absent, where None means null",
    "validation": "functions that find what is wrong with a value",
    "warning_details": "a function for each warning code, which makes the warning",
    "wire": "the JSON form as TypedDicts",
}


@frozen
class Call:
    """A call in an example, and the names that the example imports."""

    imports: tuple[Finished, ...]
    function: Finished
    arguments: tuple[Finished, ...]


@frozen
class Usage:
    """An example from the contract."""

    title: str
    doc: str
    call: Call


@frozen
class Raising:
    """An exception that is raised and caught."""

    imports: tuple[Finished, ...]
    exception: Finished
    code: str
    """The error code, unless another one is given."""
    attributes: tuple[Finished, ...]
    """What the exception says about its response."""


@frozen
class FixedTime:
    """A call with a clock that always shows the same time."""

    call: Call
    clock: m.Clock


@frozen
class ReadmeView:
    header: str
    contract: m.Contract
    doc: str
    name: str
    module: Finished
    bases: tuple[tuple[str, str], ...]
    """The packages that this one needs, each with the oldest version that will do."""
    install: str
    """The command that installs it."""
    envelope: str
    shapes: tuple[str, ...]
    """The classes of responses, when there are several."""
    is_exact: bool
    """Whether `asdict` gives the wire form."""
    usages: tuple[Usage, ...]
    merging: Usage | None
    gates_variable: str
    """The environment variable that lists the gates that are on; empty when nothing reads it."""
    raising: Raising | None
    failure: Call | None
    """A call of the function of an error code."""
    reading: tuple[Finished, ...]
    """The names that reading a response takes."""
    outcomes: tuple[Finished, ...]
    """The classes of parsed responses, when there are several."""
    tools: tuple[tuple[str, str, str], ...]
    """Tools, each with the function that parses its responses and the class of its payload."""
    fixed_time: FixedTime | None
    schema: Finished
    """The function that returns the JSON Schema of the envelope."""
    modules: tuple[tuple[str, str], ...]
    """Modules, and what they hold."""


def readme_view(contract: m.Contract, exported: Exports) -> ReadmeView:
    envelope = class_name(contract.envelope.name)
    parsed = tuple(parsed_name(contract.envelope, outcome) for outcome in contract.envelope.outcomes)
    outcomes = parsed if len(parsed) > 1 else ()
    return ReadmeView(
        header=header(contract.name),
        contract=contract,
        doc=docs_text(contract.docs),
        name=distribution(contract),
        module=Finished(python_module(contract)),
        bases=tuple((distribution(base), base.version) for base in below(contract)),
        install=" ".join(("pip install", *(f"path/to/{distribution(base)}" for base in below(contract)), ".")),
        envelope=envelope,
        shapes=tuple(name for name in built_names(contract.envelope) if name != envelope),
        is_exact=_is_exact(contract.envelope),
        usages=tuple(_usages(contract)),
        merging=_merging(contract.merging) if contract.merging else None,
        gates_variable=gates_variable(contract.name) if contract.merging and contract.merging.gates else "",
        raising=_raising(contract.error_mapping) if contract.error_mapping else None,
        failure=_failure(contract.error_mapping) if contract.error_mapping else None,
        reading=_sorted((INVALID, Finished("parse_json"), *outcomes)),
        outcomes=outcomes,
        tools=tuple(
            (tool.name, f"parse{suffix(tool.envelope.name)}", class_name(tool.payload.name)) for tool in contract.tools
        ),
        fixed_time=_fixed_time(contract),
        schema=schema_function(contract.envelope.name),
        modules=tuple(
            (f"{python_module(contract)}.{module}", _holds(module, exported))
            for module in sorted({*exported, *exported.get("", ()), "schemas"} - {""})
        ),
    )


def _holds(module: str, exported: Exports) -> str:
    """For look-ups with their names, because these depend on the contract."""
    # Only the module of the warnings is named after the contract.
    holds = _HOLDS.get(module, _HOLDS["warning_details"])
    return f"{holds}: {', '.join(exported[module])}" if module == "lookup" else holds


def _is_exact(envelope: m.Envelope) -> bool:
    fields = (field for outcome in envelope.outcomes for field in built_fields(envelope, outcome))
    return not envelope.open and all(field.required for field in fields)


def _sorted(names: Iterable[Finished]) -> tuple[Finished, ...]:
    return tuple(sorted(names, key=import_order))


# -- calls of builders ------------------------------------------------------------------------------------------------


def _usages(contract: m.Contract) -> Iterator[Usage]:
    """For each builder the example that shows most: the first with several arguments, or with any."""
    for builder, examples in shown_examples(contract, contract.builders):
        shown = [example for example in examples if example.arguments]
        example = next((example for example in shown if len(example.arguments) > 1), next(iter(shown), None))
        if example:
            yield Usage(example.title, docs_text(builder.docs), _call(builder, example))


def _call(builder: m.Builder, example: m.BuilderExample, *others: str) -> Call:
    name, parameters, given = builder_name(builder), {each.name for each in builder.parameters}, example.arguments
    arguments = call_lines({attribute(key) if key in parameters else key: given[key] for key in given})
    return Call(_sorted((name, *map(Finished, others))), name, arguments)


def _merging(merging: m.Merging) -> Usage | None:
    """The example that shows most."""
    example = max(merging.examples, key=lambda each: len(each.plugins) + len(each.gates), default=None)
    if example is None:
        return None
    arguments = [literal_lines(example.response, 4)]
    arguments += [literal_lines(example.given, 4)] if not isinstance(example.given, m.Absent) else []
    keywords: dict[str, m.Json] = {"plugins": example.plugins, "gates": list(example.gates)}
    arguments += call_lines({name: value for name, value in keywords.items() if value})
    name = merging_function(merging)
    return Usage(example.title, docs_text(merging.docs), Call((name,), name, tuple(arguments)))


def _fixed_time(contract: m.Contract) -> FixedTime | None:
    """The shortest call of a builder that reads a clock."""
    timed = shown_examples(contract, (builder for builder in contract.builders if builder.clock is not None))
    calls = [(builder, example) for builder, examples in timed for example in examples]
    if not calls:
        return None
    builder, example = min(calls, key=lambda call: len(repr(call[1].arguments)))
    return FixedTime(_call(builder, example, "Clock"), builder.clock) if builder.clock is not None else None


# -- failures ---------------------------------------------------------------------------------------------------------


def _raising(error_mapping: m.ErrorMapping) -> Raising | None:
    usual = next((kind for kind in error_mapping.types.values if kind.usual_code), None)
    if usual is None or not _is_enough(error_mapping):
        return None
    name = exception_name(usual.value)
    known = tuple(map(markdown.code, attributes(error_mapping)))
    return Raising(_sorted((Finished(CONTRACT_ERROR), name)), name, usual.usual_code, known)


def _failure(error_mapping: m.ErrorMapping) -> Call | None:
    """The first error code for which there are good values of all facts that have to be given."""
    calls = filter(None, map(_factory_call, error_mapping.factories))
    return next(calls, None) if _is_enough(error_mapping) else None


def _is_enough(error_mapping: m.ErrorMapping) -> bool:
    """Whether a message and a code are all that a failure needs."""
    known = (error_mapping.message, error_mapping.code)
    return not any(must_be_given(each) and each not in known for each in error_mapping.builder.parameters)


def _factory_call(factory: m.ErrorFactory) -> Call | None:
    facts = example_facts(factory.context)
    if facts is None or factory.positional:
        return None
    given = call_lines({argument(name): value for name, value in facts.items()})
    imports = _sorted((Finished(CONTRACT_ERROR), Finished("errors")))
    return Call(imports, Finished(f"errors.{error_function(factory.name)}"), given)
