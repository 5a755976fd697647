"""What a package exports: by module, its names -> __init__.py."""

from collections.abc import Iterable

from msgspec import Struct

from sealwax.contract.model import Contract, accepts_null
from sealwax.languages.python import class_name, docs_text, exception_name, joined
from sealwax.meaning.builders.clock import clock_needs
from sealwax.meaning.codes.catalogue import lookups
from sealwax.naming import CONTRACT_ERROR
from sealwax.rendering import Finished
from sealwax.targets.python.builders import CLOCK, SYSTEM, builder_name
from sealwax.targets.python.dataclasses import as_read
from sealwax.targets.python.enums import has_retry
from sealwax.targets.python.head import Import, first_line, import_from
from sealwax.targets.python.merging import merging_names
from sealwax.targets.python.names import (
    FINDING,
    built_names,
    built_shapes,
    guard_names,
    parsed_names,
    parsing_names,
    parts_names,
    suffix,
    warnings_module,
    wire_names,
    wire_types,
)
from sealwax.targets.python.wire import is_typed

Exports = dict[str, tuple[Finished, ...]]
"""By module: the names that the package exports from it. Whole modules have the key ""."""


def uses_unset(contract: Contract) -> bool:
    """Whether null means something else than an absent key of an object."""
    shapes = (*contract.records, *built_shapes(contract))
    fields = (field for shape in shapes for field in shape.fields)
    return any(not field.required and accepts_null(as_read(field)) for field in fields)


class InitView(Struct, frozen=True):
    header: Finished
    doc: str
    imports: tuple[Import, ...]
    names: tuple[str, ...]


def exports(contract: Contract) -> Exports:
    errors, warnings, partial = contract.error_mapping, contract.warning_mapping, contract.partial
    validated = ["", *(suffix(name) for name in wire_types(contract) if name != contract.envelope.name)]
    everything: dict[str, Iterable[str]] = {
        # The functions of these are called by the name of the module: `errors.not_found(...)`.
        "": (
            *(("errors",) if errors and errors.factories else ()),
            *((warnings_module(warnings.record),) if warnings and warnings.factories else ()),
        ),
        "builders": (*map(builder_name, contract.builders), *(("defaults",) if contract.provided else ())),
        "clock": (CLOCK, SYSTEM) if clock_needs(contract) else (),
        "enums": (
            *(class_name(enum.name) for enum in contract.enums),
            *(("Retry",) if has_retry(contract) else ()),
            *lookups(contract),
        ),
        "exceptions": (CONTRACT_ERROR, *(exception_name(each.value) for each in errors.types.values)) if errors else (),
        "merging": merging_names(contract.merging) if contract.merging else (),
        "partial": ("IssueCollector", *(("retryable_issues",) if partial.retryable else ())) if partial else (),
        "parts": (name for text in contract.texts if text.forms for name in parts_names(text)),
        "parsing": parsing_names(contract),
        "records": (
            *(each.name for each in contract.constants),
            *(class_name(record.name) for record in contract.records),
            *built_names(contract),
            *parsed_names(contract),
            *guard_names(contract),
            *(("UNSET", "UnsetType") if uses_unset(contract) else ()),
        ),
        "texts": (class_name(text.name) for text in contract.texts),
        "tools": (class_name(tool.envelope.name) for tool in contract.tools) if is_typed(contract) else (),
        "validation": (FINDING, *(f"{verb}{end}" for verb in ("validate", "is_valid") for end in validated)),
        "wire": wire_names(contract),
    }
    found = {module: tuple(map(Finished, group)) for module, group in sorted(everything.items())}
    return {module: group for module, group in found.items() if group}


def init_view(contract: Contract, exported: Exports) -> InitView:
    return InitView(
        header=first_line(contract.name),
        doc=joined((f"{contract.title}.", docs_text(contract.docs))),
        imports=tuple(import_from(f".{module}", group) for module, group in exported.items()),
        names=tuple(sorted(name for group in exported.values() for name in group)),
    )
