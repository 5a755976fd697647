"""The names that the package exports -> __init__.py."""

from msgspec import Struct

from sealwax.contract.model import Contract
from sealwax.languages.python import class_name, docs_text, joined
from sealwax.rendering import Finished
from sealwax.targets.python import exceptions, lookup, merging, partial, tools, unset
from sealwax.targets.python.builders import builder_name, provider_names
from sealwax.targets.python.clock import clock_names
from sealwax.targets.python.enums import enum_names
from sealwax.targets.python.head import Import, first_line, import_from
from sealwax.targets.python.names import (
    built_names,
    parsing_names,
    parts_names,
    validation_names,
    warnings_module,
    wire_names,
)

Exports = dict[str, tuple[Finished, ...]]
"""By module: the names that the package exports from it. Whole modules have the key ""."""


class InitView(Struct, frozen=True):
    header: Finished
    doc: str
    imports: tuple[Import, ...]
    exports: tuple[tuple[str, str], ...]
    """Names that users import, each with the module that declares it, or itself when it is a module."""


def exports(contract: Contract) -> Exports:
    modules = {
        "builders": (*map(builder_name, contract.builders), *provider_names(contract)),
        "clock": clock_names(contract),
        "constants": tuple(Finished(each.name) for each in contract.constants),
        "enums": enum_names(contract),
        "envelope": built_names(contract),
        "exceptions": exceptions.exported_names(contract),
        "lookup": lookup.exported_names(contract),
        "merging": merging.exported_names(contract),
        "partial": partial.exported_names(contract),
        "parts": tuple(name for text in contract.texts if text.forms for name in parts_names(text)),
        "parsing": parsing_names(contract),
        "records": tuple(class_name(record.name) for record in contract.records),
        "texts": tuple(class_name(text.name) for text in contract.texts),
        "tools": tools.exported_names(contract),
        "unset": unset.NAMES if unset.uses_unset(contract) else (),
        "validation": validation_names(contract),
        "wire": wire_names(contract),
    }
    # The functions of these are called by the name of the module: `errors.not_found(...)`.
    errors, warnings = contract.error_mapping, contract.warning_mapping
    whole: tuple[Finished, ...] = (Finished("errors"),) if errors is not None and errors.factories else ()
    whole += (warnings_module(warnings.record),) if warnings is not None and warnings.factories else ()
    everything = {"": whole, **modules}
    return {module: everything[module] for module in sorted(everything) if everything[module]}


def init_view(contract: Contract, exported: Exports) -> InitView:
    modules = {name: module or name for module, group in exported.items() for name in group}
    return InitView(
        header=first_line(contract.name),
        doc=joined((f"{contract.title}.", docs_text(contract.docs))),
        imports=tuple(import_from(f".{module}", group) for module, group in exported.items()),
        exports=tuple((name, modules[name]) for name in sorted(modules)),
    )
