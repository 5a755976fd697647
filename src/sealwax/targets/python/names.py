"""The names that the modules of a package declare, and the module of each."""

from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from sealwax.contract.model import Contract, Envelope, Outcome, Record, Text
from sealwax.languages import free
from sealwax.languages.python import class_name, module_name
from sealwax.languages.python.types import IN_RECORDS, value_names, wire_name
from sealwax.naming import parts_type, parts_types, plural, snake
from sealwax.rendering import Finished
from sealwax.reserved_names import MODULES


def warnings_module(record: Record) -> Finished:
    """The module of the functions that make warnings, named after their record."""
    return free(module_name(plural(record.name)), MODULES)


PAYLOAD = Finished("PayloadT_co")
"""The type variable of classes for the field that differs by tool."""
PARSED = replace(IN_RECORDS, payload=PAYLOAD)


def built_shape(contract: Contract, outcome: Outcome) -> Envelope | Outcome:
    """The declaration of what builders return: one class for both outcomes, unless their keys differ."""
    return outcome if contract.envelope.has_shapes else contract.envelope


def built_shapes(contract: Contract) -> tuple[Envelope | Outcome, ...]:
    return contract.envelope.outcomes if contract.envelope.has_shapes else (contract.envelope,)


def built_names(contract: Contract) -> tuple[Finished, ...]:
    """The classes that builders return, and a name for all of them."""
    return tuple(dict.fromkeys(class_name(each.name) for each in (*built_shapes(contract), contract.envelope)))


def parsed_name(name: str) -> Finished:
    """The class that parsers return for an outcome, or the name for those of all outcomes of an envelope."""
    return Finished(f"Parsed{class_name(name)}")


def is_generic(contract: Contract, outcome: Outcome) -> bool:
    """Whether the outcome differs by tool."""
    return bool(contract.tools) and any(field.per_tool for field in outcome.fields)


FINDING = Finished("Finding")
INVALID = Finished("InvalidResponse")


def suffix(name: str) -> Finished:
    """How the names of the functions for a type end: `validate_…`, `is_valid_…`, `parse_…`, `parse_json_…`."""
    return Finished(f"_{snake(name)}")


def _for_each(start: str, names: Iterable[str]) -> Iterator[Finished]:
    return (Finished(f"{start}{suffix(name)}") for name in names)


def parsing_names(contract: Contract) -> tuple[Finished, ...]:
    """The names that parsing.py exports."""
    tools = [tool.envelope.name for tool in contract.tools]
    names = [*tools, *(record.name for record in contract.records)]
    documents = [*tools, *(record.name for record in contract.records if record.standalone)]
    general = (INVALID, Finished("parse"), Finished("parse_json"))
    return (*general, *_for_each("parse", names), *_for_each("parse_json", documents))


def parsed_names(contract: Contract) -> tuple[Finished, ...]:
    """The classes that parsers return, and a name for all of them."""
    names = (*(each.name for each in contract.envelope.outcomes), contract.envelope.name)
    return tuple(dict.fromkeys(map(parsed_name, names)))


def guard_names(contract: Contract) -> tuple[Finished, ...]:
    """The functions that tell the outcomes of parsed responses apart."""
    outcomes = contract.envelope.outcomes
    return tuple(Finished(f"is_{each.outcome.value}") for each in outcomes if len(outcomes) > 1)


def parts_names(text: Text) -> tuple[Finished, ...]:
    """The names that parts.py declares for a composite string: the types of its parts, and its parser."""
    types = (*parts_types(text.name, [form.name for form in text.forms]), parts_type(text.name))
    return (*dict.fromkeys(map(class_name, types)), Finished(f"parse{suffix(text.name)}"))


def wire_names(contract: Contract) -> tuple[Finished, ...]:
    """Everything that wire.py declares for others."""
    names = [record.name for record in contract.records]
    for envelope in (contract.envelope, *(tool.envelope for tool in contract.tools)):
        names += [*(outcome.name for outcome in envelope.outcomes), envelope.name]
    return (*map(wire_name, dict.fromkeys(names)), *value_names(contract).values())


def wire_types(contract: Contract) -> dict[str, Finished]:
    """By name of a type with validators: the type of its valid values."""
    names = [contract.envelope.name, *(tool.envelope.name for tool in contract.tools)]
    found = {name: wire_name(name) for name in (*names, *(record.name for record in contract.records))}
    return found | value_names(contract) | {text.name: class_name(text.name) for text in contract.texts}


def homes(contract: Contract) -> dict[str, str]:
    """By name: the module of the generated package that declares it."""
    values = value_names(contract)
    found: dict[str, str] = {"Retry": ".enums", "UNSET": ".records", "UnsetType": ".records"}
    found |= {"Clock": ".clock", "SYSTEM_CLOCK": ".clock"}
    found |= dict.fromkeys((class_name(enum.name) for enum in contract.enums), ".enums")
    found |= dict.fromkeys((class_name(text.name) for text in contract.texts), ".texts")
    found |= dict.fromkeys((class_name(record.name) for record in contract.records), ".records")
    found |= dict.fromkeys((wire_name(record.name) for record in contract.records), ".wire")
    found |= dict.fromkeys(values.values(), ".wire")
    return found | dict.fromkeys((*built_names(contract), *parsed_names(contract)), ".records")
