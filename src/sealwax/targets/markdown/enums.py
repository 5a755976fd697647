"""enums.md, errors.md and warnings.md: a table per enum, and a section per code with a message or context."""

from sealwax.contract.model import Catalogue, Contract, Enum, EnumValue
from sealwax.frozen import frozen
from sealwax.languages.markdown import code, code_cell
from sealwax.rendering import Finished
from sealwax.targets.markdown.places import Places, enums_on
from sealwax.targets.markdown.tables import Table, field_table, table


@frozen
class CodeSection:
    """A code with a message, a remediation or context."""

    code: EnumValue
    context: Table


@frozen
class EnumSection:
    """An enum as a table of its values, with the columns that any of them needs."""

    enum: Enum
    values: Table
    classes: dict[str, Finished]
    """Links to the types of error codes, or to the severities of warning codes."""
    numbers: dict[str, int | None]
    """The JSON-RPC numbers of error types or error codes; empty if there are none."""
    has_http: bool
    has_retry: bool
    has_tiers: bool
    codes: tuple[CodeSection, ...]


@frozen
class EnumsView:
    header: Finished
    places: Places
    sections: tuple[EnumSection, ...]


def enums_view(file: str, contract: Contract, header: Finished, places: Places) -> EnumsView:
    return EnumsView(header, places, tuple(_section(enum, places) for enum in enums_on(file, contract)))


def _section(enum: Enum, places: Places) -> EnumSection:
    described = (value for value in enum.values if value.message or value.remediation or value.context)
    return EnumSection(
        enum,
        table((code(value.value), value) for value in enum.values),
        _classes(enum, places),
        _numbers(enum),
        any(value.http is not None for value in enum.values),
        any(value.retry is not None for value in enum.values),
        any(value.tier is not None for value in enum.values),
        tuple(CodeSection(value, field_table(value.context)) for value in described),
    )


def _classes(enum: Enum, places: Places) -> dict[str, Finished]:
    names = {value.classified_as for value in enum.values if value.classified_as}
    if enum.classified_by is None:
        return {name: code_cell(name) for name in names}
    target = places.sections[enum.classified_by.name]
    return {name: Finished(f"[{code_cell(name)}]({target})") for name in names}


def _numbers(enum: Enum) -> dict[str, int | None]:
    """An error code has the number of its type."""
    types = enum.classified_by if enum.catalogue is Catalogue.ERROR_CODES else enum
    by_type = {} if types is None else {kind.value: kind.jsonrpc for kind in types.values}
    if not any(number is not None for number in by_type.values()):
        return {}
    return {value.value: by_type.get(value.classified_as or value.value) for value in enum.values}
