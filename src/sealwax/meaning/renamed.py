"""Old names that still work: which there are, before any language.

Over the wire goes what the contract declares, under its present names. An old name that nothing else has now is an
alias in programs: whoever uses it writes and reads the present name.
"""

from collections.abc import Collection, Iterable, Mapping

from msgspec.structs import replace

from sealwax.contract import model as m
from sealwax.naming import pascal, words


def alias(renamed_from: str, name: str, declared: Collection[str]) -> str:
    """The old name as an alias; empty if there is none, if something else has it, or if code would spell both alike."""
    return "" if not renamed_from or renamed_from in declared or words(renamed_from) == words(name) else renamed_from


def _aliases(renamed_from: Mapping[str, str]) -> dict[str, str]:
    """By present name: the old names that are aliases, of all that needs names of its own."""
    found = {name: alias(old, name, renamed_from) for name, old in renamed_from.items() if old}
    return {name: old for name, old in found.items() if old}


def field_aliases(fields: Iterable[m.Field]) -> dict[str, str]:
    """By present name: the old names of fields of one object."""
    return _aliases({field.name: field.renamed_from for field in fields})


def fact_aliases(facts: Collection[m.Field]) -> dict[str, str]:
    """By present name: the old names of the facts that come with a code, apart from constants, which nobody gives."""
    old = field_aliases(facts)
    return {fact.name: old[fact.name] for fact in facts if fact.name in old and not isinstance(fact.type, m.Constant)}


def value_aliases(enum: m.Enum) -> dict[str, str]:
    """By present name: the old names of the values of an enum."""
    return _aliases({value.value: value.renamed_from for value in enum.values})


def type_aliases(contract: m.Contract) -> dict[str, str]:
    """By present name: the old names of records, enums and string types."""
    types: tuple[m.Record | m.Enum | m.Text, ...] = (*contract.records, *contract.enums, *contract.texts)
    return _aliases({each.name: each.renamed_from for each in types})


def has_aliases(contract: m.Contract) -> bool:
    """Whether any old name still works."""
    shapes: tuple[m.Record | m.Envelope | m.Outcome, ...] = (
        contract.envelope,
        *contract.envelope.outcomes,
        *contract.records,
    )
    renamed = (shape for shape in shapes if any(field.renamed_from for field in shape.fields))
    return (
        before_renames(contract) is not contract
        or any(value_aliases(enum) for enum in contract.enums)
        or any(fact_aliases(each.context) for each in contract.code_functions)
        or any(field_aliases(shape.fields) for shape in renamed)
    )


def function_aliases(mapping: m.ErrorMapping | m.WarningMapping) -> dict[str, str]:
    """By present name: the old names of the functions for codes, unless the contract names them itself."""
    codes = value_aliases(mapping.codes)
    return {each.name: codes[each.name] for each in mapping.factories if each.name == each.value.value in codes}


def before_renames(contract: m.Contract) -> m.Contract:
    """The contract with old names in place of those of types, tools and error types, where the old ones are aliases.

    Only good for the names that are derived from it: what generated code calls something in the one contract is an
    alias of what it calls the same thing in the other.
    """
    types, tools, errors = type_aliases(contract), [tool.name for tool in contract.tools], contract.error_mapping
    shared = {each.name for each in contract.envelope.outcomes}
    former = [tool.renamed_from for tool in contract.tools]
    former += (value.renamed_from for enum in contract.enums for value in enum.values)
    if not types and not any(former):
        return contract
    return replace(
        contract,
        records=tuple(replace(each, name=types.get(each.name, each.name)) for each in contract.records),
        texts=tuple(replace(each, name=types.get(each.name, each.name)) for each in contract.texts),
        enums=tuple(replace(each, name=types.get(each.name, each.name)) for each in contract.enums),
        tools=tuple(_tool(tool, alias(tool.renamed_from, tool.name, tools), shared) for tool in contract.tools),
        error_mapping=errors and replace(errors, types=_renamed_values(errors.types)),
    )


def _tool(tool: m.Tool, old: str, shared: Collection[str]) -> m.Tool:
    """The tool with its old name, which is part of the names of its own outcomes, but not of those that it shares."""
    if not old:
        return tool
    envelope, own = tool.envelope, pascal(tool.name)

    def renamed(name: str) -> str:
        return name if name in shared else pascal(old) + name.removeprefix(own)

    outcomes = tuple(replace(each, name=renamed(each.name)) for each in envelope.outcomes)
    return replace(tool, name=old, envelope=replace(envelope, name=renamed(envelope.name), outcomes=outcomes))


def _renamed_values(enum: m.Enum) -> m.Enum:
    names = value_aliases(enum)
    return replace(enum, values=tuple(replace(each, value=names.get(each.value, each.value)) for each in enum.values))
