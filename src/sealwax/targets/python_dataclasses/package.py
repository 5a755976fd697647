"""The distribution around the modules: pyproject.toml, README.md, __init__.py."""

from collections.abc import Iterator

from sealwax.contract.model import Builder, BuilderExample, Contract
from sealwax.frozen import frozen
from sealwax.languages.python import attribute, class_name, is_name, module_name, string
from sealwax.languages.python_checks import INVALID, parsing_names, validation_names
from sealwax.languages.python_docs import joined, lore_text
from sealwax.languages.python_layout import SKIP, called, export_order, fits, imported, value_of
from sealwax.languages.python_types import value_names, wire_name
from sealwax.rendering import Finished
from sealwax.targets.python_dataclasses.builders import builder_name
from sealwax.targets.python_factories import exported_modules, exported_names

Exports = dict[str, tuple[Finished, ...]]
"""By module: the names that the package exports from it."""


@frozen
class ProjectView:
    header: Finished
    name: str
    version: str
    title: str
    module: str


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
class Usage:
    title: str
    doc: str
    code: str


@frozen
class ModuleLine:
    name: str
    holds: str


@frozen
class ReadmeView:
    header: str
    title: str
    doc: str
    name: str
    version: str
    envelope: str
    usages: tuple[Usage, ...]
    reading: str
    modules: tuple[ModuleLine, ...]


def exports(contract: Contract, *, has_retry: bool, has_unset: bool) -> Exports:
    """Everything that the modules declare for others."""
    envelope = contract.envelope
    retry = (Finished("Retry"),) if has_retry else ()
    shapes = (*(record.name for record in contract.records), *(outcome.name for outcome in envelope.outcomes))
    modules = {
        "builders": tuple(map(builder_name, contract.builders)),
        "enums": (*(class_name(enum.name) for enum in contract.enums), *retry),
        "envelope": (class_name(envelope.name),),
        "parsing": parsing_names(contract),
        "records": tuple(class_name(record.name) for record in contract.records),
        "texts": tuple(class_name(text.name) for text in contract.texts),
        "unset": (Finished("UNSET"), Finished("UnsetType")) if has_unset else (),
        "validation": validation_names(contract),
        "wire": (*map(wire_name, shapes), wire_name(envelope.name), *value_names(contract).values()),
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
        doc=joined((f"{contract.title}.", lore_text(contract.lore))),
        imports=tuple(imported(f".{module}", group, 4) for module, group in exported.items()),
        names=tuple(map(string, names)),
        homes=tuple(homes),
        homes_end=Finished("" if all(fits(f"{home},", 8) for home in homes) else SKIP),
    )


def project_view(contract: Contract, header: Finished) -> ProjectView:
    return ProjectView(header, contract.name, contract.version, contract.title, module_name(contract.name))


# -- the README -------------------------------------------------------------------------------------------------------

_HOLDS = {
    "builders": "functions that make responses",
    "enums": "enums, with what the contract says about each value",
    "envelope": "the response as a dataclass",
    "errors": "functions that make the failure of an error code",
    "exceptions": "exceptions that carry a response, one for each error type",
    "lookup": "what is known about a code or an error type",
    "parsing": "functions that make typed objects of what was received",
    "records": "the objects in it as dataclasses",
    "texts": "names for kinds of strings",
    "unset": "what stands for an absent key where null means something else",
    "validation": "functions that tell what is wrong with a value",
    "warning_details": "functions that make the warning of a warning code",
    "wire": "all of it as it looks in JSON, as TypedDicts",
}


def readme_view(contract: Contract, header: str, exported: Exports) -> ReadmeView:
    return ReadmeView(
        header=header,
        title=contract.title,
        doc=lore_text(contract.lore),
        name=contract.name,
        version=contract.version,
        envelope=class_name(contract.envelope.name),
        usages=tuple(_usages(contract)),
        reading=_reading(contract),
        modules=tuple(
            ModuleLine(f"{module_name(contract.name)}.{module}", _HOLDS[module])
            for module in sorted({*exported, *exported.get("", ())} - {""})
        ),
    )


def _usages(contract: Contract) -> Iterator[Usage]:
    """For each builder the example that says most: the first with several arguments, or with any."""
    for builder in contract.builders:
        telling = [example for example in builder.examples if example.arguments]
        example = next((example for example in telling if len(example.arguments) > 1), next(iter(telling), None))
        if example:
            yield Usage(example.title, lore_text(builder.lore), _code(contract, builder, example))


def _code(contract: Contract, builder: Builder, example: BuilderExample) -> str:
    parameters = {parameter.name for parameter in builder.parameters}
    arguments, others = [], {}
    for name, value in example.arguments.items():
        if name not in parameters and not is_name(name):
            others[name] = value
            continue
        start = f"{attribute(name) if name in parameters else name}="
        arguments.append(start + value_of(value, 4, len(start)))
    arguments += [f"**{value_of(others, 4, 2)}"] if others else []
    start = "response = "
    # One argument per line reads best, and is what the formatter leaves alone.
    call = called(builder_name(builder), arguments, 0, before=88 if len(arguments) > 1 else len(start))
    imports = imported(module_name(contract.name), [builder_name(builder)])
    return f"from dataclasses import asdict\n\n{imports}\n\n{start}{call}\nasdict(response)"


def _reading(contract: Contract) -> str:
    success, failure = (class_name(outcome.name) for outcome in contract.envelope.outcomes)
    names = [INVALID, success, failure, "parse_json"]
    return f"""{imported(module_name(contract.name), names)}

try:
    response = parse_json(text)
except {INVALID} as error:
    print(error.findings)
else:
    match response:
        case {success}():
            print(response.to_dict())
        case {failure}():
            print(response.to_dict())"""
