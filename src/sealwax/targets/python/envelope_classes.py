"""The classes of envelopes: those that builders return, and those that parsers return."""

from sealwax.contract.model import Contract, Envelope, Field, Outcome
from sealwax.frozen import replace
from sealwax.languages.python import class_name
from sealwax.languages.python.types import IN_RECORDS, Style
from sealwax.rendering import Finished

PAYLOAD = Finished("PayloadT")
"""The type variable for the field that differs by tool."""
PARSED = replace(IN_RECORDS, payload=PAYLOAD)


def built_name(envelope: Envelope, outcome: Outcome) -> Finished:
    """The class that builders return: one for both outcomes, unless their keys differ."""
    return class_name(outcome.name if envelope.has_shapes else envelope.name)


def built_fields(envelope: Envelope, outcome: Outcome) -> tuple[Field, ...]:
    """The fields of that class."""
    return outcome.fields if envelope.has_shapes else envelope.fields


def built_names(envelope: Envelope) -> tuple[Finished, ...]:
    """Everything that envelope.py declares: the classes, and a name for all of them."""
    classes = (built_name(envelope, outcome) for outcome in envelope.outcomes)
    return tuple(dict.fromkeys((*classes, class_name(envelope.name))))


def parsed_name(envelope: Envelope, outcome: Outcome) -> Finished:
    """The class that parsers return. It has the outcome's name, unless builders use that."""
    name = class_name(outcome.name)
    return Finished(f"Parsed{name}") if name == built_name(envelope, outcome) else name


def plain(contract: Contract) -> Contract:
    """The contract for the parsers of any response: without tools, if a base contract has none.

    In the package of such a base payloads are plain objects, and this package's classes inherit from its classes.
    """
    return replace(contract, tools=()) if is_mixed(contract) else contract


def typed(contract: Contract) -> Contract:
    """The contract for the parsers of single tools: with classes of their own, where the others have plain payloads."""
    if not is_mixed(contract):
        return contract
    envelope = contract.envelope
    outcomes = (_of_tools(each) if is_generic(contract, each) else each for each in envelope.outcomes)
    return replace(contract, envelope=replace(envelope, name=f"{envelope.name}Of", outcomes=tuple(outcomes)))


def _of_tools(outcome: Outcome) -> Outcome:
    return replace(outcome, name=f"{outcome.name}Of")


def is_mixed(contract: Contract) -> bool:
    """Whether there are tools, but a base contract without any."""
    return bool(contract.tools) and any(not base.tools for base in contract.bases)


def is_generic(contract: Contract, outcome: Outcome) -> bool:
    """Whether the outcome differs by tool."""
    return bool(contract.tools) and any(field.per_tool for field in outcome.fields)


def payload_style(contract: Contract) -> Style:
    """How the types of parsed envelopes are spelled."""
    return PARSED if contract.tools else IN_RECORDS
