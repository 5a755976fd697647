"""The names of the functions and classes that check and read values, for every declared type."""

from sealwax.contract.model import Contract
from sealwax.languages.python.envelopes import parsed_name, typed
from sealwax.languages.python.types import Named
from sealwax.naming import snake
from sealwax.rendering import Finished

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
