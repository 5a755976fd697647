"""Warning codes -> warning_details.py, named after the record: a function for each code that has a message."""

from collections.abc import Iterator

from msgspec import Struct

from sealwax.contract.model import Contract, WarningFactory, WarningMapping, bare
from sealwax.languages import free
from sealwax.languages.python import argument as argument_name
from sealwax.languages.python import attribute, class_name, docs_text, joined
from sealwax.languages.python import types as t
from sealwax.languages.python.types import Argument, NamedValue
from sealwax.meaning.codes.factories import Origin, WarningEntry, arguments, entries
from sealwax.rendering import Finished
from sealwax.targets.python.dataclasses import absent, record_argument
from sealwax.targets.python.facts import (
    FactoryFunction,
    FactsView,
    called_by_facts,
    called_by_text,
    code_value,
    fact_arguments,
    fact_defaults,
    fact_texts,
    facts_view,
    filled,
    function_name,
)
from sealwax.targets.python.head import Head, head
from sealwax.targets.python.names import warnings_module


class WarningDetailsView(Struct, frozen=True):
    head: Head
    record: Finished
    functions: tuple[FactoryFunction, ...]


def warning_details_view(contract: Contract, warning_mapping: WarningMapping) -> WarningDetailsView:
    record, style = class_name(warning_mapping.record.name), t.as_argument(contract)
    functions = tuple(_function(style, warning_mapping, factory) for factory in warning_mapping.factories)
    doc = f"The warnings of the contract {contract.name}: a function for each warning code that has a message."
    module = warnings_module(warning_mapping.record)
    return WarningDetailsView(head(contract, module, doc), record, functions)


def called(warning_mapping: WarningMapping) -> Iterator[str]:
    """The functions of the run-time module that warning_details.py calls."""
    for factory in warning_mapping.factories:
        yield from called_by_text(factory.message)
        yield from called_by_facts(factory.context)


def _function(style: t.Style, warning_mapping: WarningMapping, factory: WarningFactory) -> FactoryFunction:
    fields = factory.context
    facts = facts_view({field.name: field for field in fields}, _variable(warning_mapping, factory))
    return FactoryFunction(
        name=function_name(factory.name),
        positional=(),
        arguments=tuple(_arguments(style, warning_mapping, factory)),
        doc=_doc(warning_mapping, factory),
        defaults=tuple(fact_defaults(fields)),
        facts=(facts,) if fields else (),
        passed=tuple(_stated(warning_mapping, factory, facts)),
    )


def _arguments(style: t.Style, warning_mapping: WarningMapping, factory: WarningFactory) -> Iterator[Argument]:
    yield from fact_arguments(factory.context, style)
    for field in (warning_mapping.message, warning_mapping.severity):
        if field is not None:
            yield t.optional_argument(attribute(field.name), t.annotation(bare(field.type), t.IN_RECORDS))
    for field in arguments(warning_mapping):
        yield record_argument(field)


def _variable(warning_mapping: WarningMapping, factory: WarningFactory) -> Finished:
    """A name for the facts that no argument has."""
    fields = (warning_mapping.message, warning_mapping.severity, *warning_mapping.others)
    names = {attribute(field.name) for field in fields if field is not None}
    names |= {argument_name(field.name) for field in factory.context}
    return free("context", names)


def _stated(warning_mapping: WarningMapping, factory: WarningFactory, facts: FactsView) -> Iterator[NamedValue]:
    for entry in entries(warning_mapping):
        stated = _value(warning_mapping, factory, facts, entry)
        if stated is not None:
            yield NamedValue(attribute(entry.field.name), stated)


def _value(
    warning_mapping: WarningMapping, factory: WarningFactory, facts: FactsView, entry: WarningEntry
) -> Finished | None:
    """The argument of the constructor for a field; None if it has a default of its own."""
    field, name, severities = entry.field, attribute(entry.field.name), warning_mapping.codes.classified_by
    match entry.origin:
        case Origin.CODE:
            return code_value(field.type, warning_mapping.codes, factory.value.value)
        case Origin.MESSAGE:
            return Finished(f"{name} or {filled(factory.message)}")
        case Origin.SEVERITY if severities is not None:
            return Finished(f"{name} or {code_value(field.type, severities, factory.value.classified_as)}")
        case Origin.CONTEXT:
            otherwise = _absent(warning_mapping, factory)
            is_written = bool(factory.context) or field.required
            made = Finished(f"{facts.object} or {otherwise}") if otherwise else facts.object
            return made if is_written else None
        case Origin.SEVERITY | Origin.ARGUMENT:
            return name
        case Origin.DEFAULT:
            return None


def _absent(warning_mapping: WarningMapping, factory: WarningFactory) -> str:
    """What the record gets when no fact is given; empty when there always is one."""
    field, facts = warning_mapping.context, factory.context
    if field is None or field.required or not facts or any(fact.always_has_value for fact in facts):
        return ""
    return absent(field)


def _doc(warning_mapping: WarningMapping, factory: WarningFactory) -> str:
    value = factory.value
    severity = f"Severity: `{value.classified_as}`, unless you give another one." if warning_mapping.severity else ""
    return joined((docs_text(value.docs), f"Message: `{value.message}`", severity, *fact_texts(value.context)))
