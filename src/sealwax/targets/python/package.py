"""The distribution around the modules: pyproject.toml, README.md, __init__.py."""

from collections.abc import Iterator

from sealwax.contract.model import Absent, Builder, BuilderExample, Contract, Envelope, Merging
from sealwax.frozen import frozen
from sealwax.languages.python import attribute, class_name, is_name, string
from sealwax.languages.python.check_names import INVALID, parse_name, parsing_names, validation_names
from sealwax.languages.python.docs import docs_text, joined
from sealwax.languages.python.envelopes import built_fields, built_names, parsed_name
from sealwax.languages.python.layout import SKIP, called, export_order, fits, imported, value_of
from sealwax.languages.python.types import wire_names
from sealwax.meaning.samples import shown_examples
from sealwax.project.package_names import below, distribution, python_module
from sealwax.rendering import Finished
from sealwax.targets.python.builders import builder_name
from sealwax.targets.python.clock import clock_names
from sealwax.targets.python.factories import exported_modules, exported_names
from sealwax.targets.python.merging import exported_names as merging_names
from sealwax.targets.python.merging import function_name
from sealwax.targets.python.partial import exported_names as partial_names
from sealwax.targets.python.readme_errors import Usage, failures, standing_clock

Exports = dict[str, tuple[Finished, ...]]
"""By module: the names that the package exports from it."""


@frozen
class ProjectView:
    header: Finished
    name: str
    version: str
    title: str
    module: str
    dependencies: tuple[str, ...]


@frozen
class InitView:
    header: Finished
    doc: str
    imports: tuple[Finished, ...]
    names: tuple[Finished, ...]
    homes: tuple[Finished, ...]
    """For each name the module that declares it, or the name itself when it is a module."""
    homes_end: Finished


@frozen
class ModuleLine:
    name: str
    holds: str


@frozen
class ToolLine:
    name: str
    parse: str
    payload: str


@frozen
class BaseLine:
    name: str
    version: str


@frozen
class ReadmeView:
    header: str
    title: str
    doc: str
    name: str
    version: str
    envelope: str
    shapes: tuple[str, ...]
    """The classes that responses have, when there are several."""
    is_exact: bool
    usages: tuple[Usage, ...]
    failing: tuple[Usage, ...]
    testing: tuple[Usage, ...]
    reading: str
    tools: tuple[ToolLine, ...]
    bases: tuple[BaseLine, ...]
    """The packages that this one needs."""
    install: str
    """The command that installs it."""
    has_partial: bool
    has_counters: bool
    """Whether a payload tells how many attempts there were, and the like."""
    has_retry: bool
    """Whether issues say that they can be tried again."""
    modules: tuple[ModuleLine, ...]


def exports(contract: Contract, *, has_retry: bool, has_unset: bool) -> Exports:
    """Everything that the modules declare for others."""
    envelope = contract.envelope
    retry = (Finished("Retry"),) if has_retry else ()
    modules = {
        "builders": tuple(map(builder_name, contract.builders)),
        "clock": clock_names(contract),
        "enums": (*(class_name(enum.name) for enum in contract.enums), *retry),
        "envelope": built_names(envelope),
        "merging": merging_names(contract),
        "partial": partial_names(contract),
        "parsing": parsing_names(contract),
        "records": tuple(class_name(record.name) for record in contract.records),
        "texts": tuple(class_name(text.name) for text in contract.texts),
        "unset": (Finished("UNSET"), Finished("UnsetType")) if has_unset else (),
        "validation": validation_names(contract),
        "wire": wire_names(contract),
    }
    # Functions that make failures and warnings go by the name of their module.
    everything = {"": exported_modules(contract), **modules, **exported_names(contract)}
    return {module: everything[module] for module in sorted(everything) if everything[module]}


def init_view(contract: Contract, header: Finished, exported: Exports) -> InitView:
    by_name = {name: module or name for module, group in exported.items() for name in group}
    names = sorted(by_name, key=export_order)
    homes = [Finished(f"{string(name)}: {string(by_name[name])}") for name in names]
    return InitView(
        header=header,
        doc=joined((f"{contract.title}.", docs_text(contract.docs))),
        imports=tuple(imported(f".{module}", group, 4) for module, group in exported.items()),
        names=tuple(map(string, names)),
        homes=tuple(homes),
        homes_end=Finished("" if all(fits(f"{home},", 8) for home in homes) else SKIP),
    )


def project_view(contract: Contract, header: Finished) -> ProjectView:
    return ProjectView(
        header=header,
        name=distribution(contract),
        version=contract.version,
        title=contract.title,
        module=python_module(contract),
        dependencies=tuple(map(_dependency, contract.bases)),
    )


def _dependency(base: Contract) -> str:
    """A package below, from the version that was extended up to the next one that may break."""
    major, minor, _patch = map(int, base.version.split("."))
    return f"{distribution(base)}>={base.version},<{major + 1 if major else f'0.{minor + 1}'}"


# -- the README -------------------------------------------------------------------------------------------------------

_HOLDS = {
    "builders": "functions that make responses",
    "clock": "the clock that builders read, for tests to replace",
    "enums": "enums, with what the contract says about each value",
    "envelope": "the response as a dataclass",
    "errors": "functions that make the failure of an error code",
    "exceptions": "exceptions that carry a response, one for each error type",
    "lookup": "what is known about a code or an error type",
    "merging": "a function that puts keys into a response, by their tiers",
    "partial": "what collects issues while the work goes on",
    "parsing": "functions that make typed objects of what was received",
    "records": "the objects in it as dataclasses",
    "texts": "names for kinds of strings",
    "unset": "what stands for an absent key where null means something else",
    "validation": "functions that tell what is wrong with a value",
    "warning_details": "functions that make the warning of a warning code",
    "wire": "all of it as it looks in JSON, as TypedDicts",
}


def _holds(module: str, exported: Exports) -> str:
    """A look-up says little before its functions are named."""
    return f"{_HOLDS[module]}: {', '.join(exported[module])}" if module == "lookup" else _HOLDS[module]


def readme_view(contract: Contract, header: str, exported: Exports) -> ReadmeView:
    return ReadmeView(
        header=header,
        title=contract.title,
        doc=docs_text(contract.docs),
        name=distribution(contract),
        version=contract.version,
        envelope=class_name(contract.envelope.name),
        shapes=tuple(name for name in built_names(contract.envelope) if name != class_name(contract.envelope.name)),
        is_exact=_is_exact(contract.envelope),
        usages=(*_usages(contract), *(_merging_usage(contract, contract.merging) if contract.merging else ())),
        failing=tuple(failures(contract)),
        testing=tuple(_testing(contract)),
        reading=_reading(contract),
        tools=tuple(
            ToolLine(tool.name, parse_name(tool.envelope.name), class_name(tool.payload.name))
            for tool in contract.tools
        ),
        bases=tuple(BaseLine(distribution(base), base.version) for base in below(contract)),
        install=" ".join(("pip install", *(f"path/to/{distribution(base)}" for base in below(contract)), ".")),
        has_partial=contract.partial is not None,
        has_counters=contract.partial is not None and bool(contract.partial.counters),
        has_retry=contract.partial is not None and contract.partial.retryable is not None,
        modules=tuple(
            ModuleLine(f"{python_module(contract)}.{module}", _holds(module, exported))
            for module in sorted({*exported, *exported.get("", ())} - {""})
        ),
    )


def _is_exact(envelope: Envelope) -> bool:
    """Whether `asdict` gives what goes over the wire."""
    fields = (field for outcome in envelope.outcomes for field in built_fields(envelope, outcome))
    return not envelope.open and all(field.required for field in fields)


def _usages(contract: Contract) -> Iterator[Usage]:
    """For each builder the example that says most: the first with several arguments, or with any."""
    for builder, examples in shown_examples(contract, contract.builders):
        telling = [example for example in examples if example.arguments]
        example = next((example for example in telling if len(example.arguments) > 1), next(iter(telling), None))
        if example:
            yield Usage(example.title, docs_text(builder.docs), _code(contract, builder, example))


def _merging_usage(contract: Contract, merging: Merging) -> Iterator[Usage]:
    """The example that says most about merging, if there is one."""
    example = max(merging.examples, key=lambda each: len(each.plugins) + len(each.gates), default=None)
    if example is None:
        return
    given = value_of(example.given, 4) if not isinstance(example.given, Absent) else None
    arguments: list[str] = [value_of(example.response, 4), *([given] if given else [])]
    arguments += [f"plugins={value_of(example.plugins, 4, 8)}"] if example.plugins else []
    arguments += [f"gates={value_of(list(example.gates), 4, 6)}"] if example.gates else []
    call = called(function_name(merging), arguments, 0, before=88)
    imports = imported(python_module(contract), [function_name(merging)])
    yield Usage(example.title, docs_text(merging.docs), f"{imports}\n\nresponse = {call}")


def _testing(contract: Contract) -> Iterator[Usage]:
    """The shortest call of a builder that reads a clock."""
    timed = shown_examples(contract, (builder for builder in contract.builders if builder.clock is not None))
    calls = [(builder, example) for builder, examples in timed for example in examples]
    if calls:
        builder, example = min(calls, key=lambda call: len(repr(call[1].arguments)))
        yield standing_clock(contract, builder, _arguments(builder, example))


def _arguments(builder: Builder, example: BuilderExample) -> list[str]:
    parameters = {parameter.name for parameter in builder.parameters}
    arguments: list[str] = []
    others = {}
    for name, value in example.arguments.items():
        if name not in parameters and not is_name(name):
            others[name] = value
            continue
        start = f"{attribute(name) if name in parameters else name}="
        arguments.append(start + value_of(value, 4, len(start)))
    return [*arguments, *([f"**{value_of(others, 4, 2)}"] if others else [])]


def _code(contract: Contract, builder: Builder, example: BuilderExample) -> str:
    arguments, start = _arguments(builder, example), "response = "
    # One argument per line reads best, and is what the formatter leaves alone.
    call = called(builder_name(builder), arguments, 0, before=88 if len(arguments) > 1 else len(start))
    imports = imported(python_module(contract), [builder_name(builder)])
    if not _is_exact(contract.envelope):
        return f"{imports}\n\n{start}{call}\nresponse.to_dict()"
    return f"from dataclasses import asdict\n\n{imports}\n\n{start}{call}\nasdict(response)"


def _reading(contract: Contract) -> str:
    classes = [parsed_name(contract.envelope, outcome) for outcome in contract.envelope.outcomes]
    names = [INVALID, "parse_json", *(classes if len(classes) > 1 else ())]
    cases = [f"        case {name}():\n            print(response.to_dict())" for name in classes]
    found = ["    match response:", *cases] if len(cases) > 1 else ["    print(response.to_dict())"]
    lines = "\n".join(found)
    return f"""{imported(python_module(contract), names)}

try:
    response = parse_json(text)
except {INVALID} as error:
    print(error.findings)
else:
{lines}"""
