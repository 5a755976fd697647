"""The names that the modules of a package declare, and the module of each."""

from sealwax.contract.model import Contract
from sealwax.languages.python import class_name
from sealwax.languages.python.types import Named, value_names, wire_name
from sealwax.naming import snake
from sealwax.rendering import Finished
from sealwax.targets.python.envelope_classes import parsed_name, typed

FINDING = Finished("Finding")
INVALID = Finished("InvalidResponse")


def named_types(contract: Contract) -> tuple[Named, ...]:
    """Every type with a validator of its own."""
    return (*contract.records, *contract.enums, *contract.texts)


def validate_name(name: str) -> Finished:
    return Finished(f"validate_{snake(name)}")


def is_valid_name(name: str) -> Finished:
    return Finished(f"is_valid_{snake(name)}")


def parse_name(name: str) -> Finished:
    return Finished(f"parse_{snake(name)}")


def parse_json_name(name: str) -> Finished:
    return Finished(f"parse_json_{snake(name)}")


def validation_names(contract: Contract) -> tuple[Finished, ...]:
    """The names that validation.py exports."""
    names = [kind.name for kind in (*(tool.envelope for tool in contract.tools), *named_types(contract))]
    general = (FINDING, Finished("validate"), Finished("is_valid"))
    return (*general, *map(validate_name, names), *map(is_valid_name, names))


def parsing_names(contract: Contract) -> tuple[Finished, ...]:
    """The names that parsing.py exports."""
    tools = [tool.envelope.name for tool in contract.tools]
    envelopes = (contract.envelope, typed(contract).envelope)
    outcomes = dict.fromkeys(parsed_name(each, outcome) for each in envelopes for outcome in each.outcomes)
    names = [*tools, *(record.name for record in contract.records)]
    general = (INVALID, Finished("parse"), Finished("parse_json"))
    return (*general, *outcomes, *map(parse_name, names), *map(parse_json_name, tools))


def wire_names(contract: Contract) -> tuple[Finished, ...]:
    """Everything that wire.py declares for others."""
    names = [record.name for record in contract.records]
    for envelope in (contract.envelope, *(tool.envelope for tool in contract.tools)):
        names += [*(outcome.name for outcome in envelope.outcomes), envelope.name]
    return (*map(wire_name, dict.fromkeys(names)), *value_names(contract).values())


def homes(contract: Contract) -> dict[str, str]:
    """By name: the module of the generated package that declares it."""
    values = value_names(contract)
    found: dict[str, str] = {"Retry": ".enums", "UNSET": ".unset", "UnsetType": ".unset"}
    found |= dict.fromkeys((class_name(enum.name) for enum in contract.enums), ".enums")
    found |= dict.fromkeys((class_name(text.name) for text in contract.texts), ".texts")
    found |= dict.fromkeys((class_name(record.name) for record in contract.records), ".records")
    found |= dict.fromkeys((wire_name(record.name) for record in contract.records), ".wire")
    found |= dict.fromkeys(values.values(), ".wire")
    outcomes = contract.envelope.outcomes if contract.envelope.has_shapes else ()
    names = (contract.envelope.name, *(outcome.name for outcome in outcomes))
    found |= dict.fromkeys(map(class_name, names), ".envelope")
    return found
