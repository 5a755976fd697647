"""The distribution around the modules: pyproject.toml, README.md, __init__.py."""

from collections.abc import Iterator

from sealwax.contract.model import Builder, BuilderExample, Contract
from sealwax.frozen import frozen
from sealwax.languages.python import attribute, class_name, module_name, string
from sealwax.languages.python_docs import joined, lore_text
from sealwax.languages.python_layout import called, export_order, imported, value_of
from sealwax.languages.python_types import value_names, wire_name
from sealwax.rendering import Finished
from sealwax.targets.python_dataclasses.builders import builder_name

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
        "records": tuple(class_name(record.name) for record in contract.records),
        "texts": tuple(class_name(text.name) for text in contract.texts),
        "unset": (Finished("UNSET"), Finished("UnsetType")) if has_unset else (),
        "wire": (*map(wire_name, shapes), wire_name(envelope.name), *value_names(contract).values()),
    }
    return {module: names for module, names in modules.items() if names}


def init_view(contract: Contract, header: Finished, exported: Exports) -> InitView:
    names = sorted((name for group in exported.values() for name in group), key=export_order)
    return InitView(
        header=header,
        doc=joined((f"{contract.title}.", lore_text(contract.lore))),
        imports=tuple(imported(f".{module}", group) for module, group in exported.items()),
        names=tuple(map(string, names)),
    )


def project_view(contract: Contract, header: Finished) -> ProjectView:
    return ProjectView(header, contract.name, contract.version, contract.title, module_name(contract.name))


# -- the README -------------------------------------------------------------------------------------------------------

_HOLDS = {
    "builders": "functions that make responses",
    "enums": "enums, with what the contract says about each value",
    "envelope": "the response as a dataclass",
    "records": "the objects in it as dataclasses",
    "texts": "names for kinds of strings",
    "unset": "what stands for an absent key where null means something else",
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
        modules=tuple(ModuleLine(f"{module_name(contract.name)}.{module}", _HOLDS[module]) for module in exported),
    )


def _usages(contract: Contract) -> Iterator[Usage]:
    """For each builder the example that says most: the first with several arguments, or with any."""
    for builder in contract.builders:
        telling = [example for example in builder.examples if _is_telling(builder, example)]
        example = next((example for example in telling if len(example.arguments) > 1), next(iter(telling), None))
        if example:
            yield Usage(example.title, lore_text(builder.lore), _code(contract, builder, example))


def _is_telling(builder: Builder, example: BuilderExample) -> bool:
    parameters = {parameter.name for parameter in builder.parameters}
    return bool(example.arguments) and all(name in parameters or name.isidentifier() for name in example.arguments)


def _code(contract: Contract, builder: Builder, example: BuilderExample) -> str:
    parameters = {parameter.name for parameter in builder.parameters}
    arguments = []
    for name, value in example.arguments.items():
        start = f"{attribute(name) if name in parameters else name}="
        arguments.append(start + value_of(value, 4, len(start)))
    start = "response = "
    # One argument per line reads best, and is what the formatter leaves alone.
    call = called(builder_name(builder), arguments, 0, before=88 if len(arguments) > 1 else len(start))
    imports = imported(module_name(contract.name), [builder_name(builder)])
    return f"from dataclasses import asdict\n\n{imports}\n\n{start}{call}\nasdict(response)"
