"""Warning codes -> warning_details.py: a function for each code that says what it has to say."""

from collections.abc import Iterator

from sealwax.contract.builder_plan import bare
from sealwax.contract.model import ABSENT, Contract, Field, Noting, Record, WarningFactory
from sealwax.languages import python_layout as layout
from sealwax.languages.python import argument, attribute, class_name
from sealwax.languages.python_docs import joined, lore_text
from sealwax.languages.python_layout import Annotation, Subscript, either, signature
from sealwax.languages.python_types import (
    ANY,
    IN_RECORDS,
    OBJECT,
    STR,
    Style,
    annotation,
    as_argument,
    homes,
    import_lines,
    named_in,
    names_in,
)
from sealwax.rendering import Finished
from sealwax.targets.python_dataclasses.fields import attribute_type
from sealwax.targets.python_dataclasses.wiring import absent
from sealwax.targets.python_factories.arguments import (
    NUMBER_IMPORT,
    defaults,
    fact_arguments,
    fact_texts,
    facts,
    filled,
    optional,
    otherwise,
    tells_number,
)
from sealwax.targets.python_factories.errors import (
    FactoriesView,
    FactoryView,
    code_names,
    code_value,
    function_name,
)


def warnings_view(contract: Contract, noting: Noting, header: Finished) -> FactoriesView:
    record = class_name(noting.record.name)
    style = as_argument(contract)
    arguments = {factory.value.value: tuple(_arguments(style, noting, factory)) for factory in noting.factories}
    bodies = {factory.value.value: Finished("\n".join(_body(noting, factory))) for factory in noting.factories}
    records = _records(contract, noting)
    used = {record, *code_names(noting.code.type, noting.codes)}
    if noting.severity is not None and noting.codes.classified_by is not None:
        used |= {*code_names(noting.severity.type, noting.codes.classified_by)}
    used |= {name for given in arguments.values() for each in given for name in names_in(each.annotation or ANY)}
    used |= {each.default for given in arguments.values() for each in given if each.default == "UNSET"}
    used |= {"UNSET"} if any(" or UNSET" in body for body in bodies.values()) else set()
    used |= {"Any"} if any(factory.value.context for factory in noting.factories) or records else set()
    used |= {"Mapping", *records} if records else set()
    used |= {NUMBER_IMPORT} if any(tells_number(factory.message) for factory in noting.factories) else set()
    plain = signature("_plain", [layout.Parameter("value", _mapping_or(records))], OBJECT)
    return FactoriesView(
        header=header,
        doc=f"The warnings of the contract {contract.name}: a function for each warning code that has a message.",
        imports=import_lines(used, homes(contract) | {NUMBER_IMPORT: ".spelling"}, ".warning_details"),
        factories=tuple(
            FactoryView(
                signature(
                    function_name(factory.value.value),
                    (layout.Parameter("*"), *arguments[factory.value.value]),
                    record,
                ),
                _doc(noting, factory),
                bodies[factory.value.value],
            )
            for factory in noting.factories
        ),
        plain=plain if records else Finished(""),
        has_records=bool(records),
    )


def _records(contract: Contract, noting: Noting) -> list[Finished]:
    """The records that facts can be, in contract order."""
    kinds = (named_in(field.type) for factory in noting.factories for field in factory.value.context)
    found = {kind.name for kind in kinds if isinstance(kind, Record)}
    return [class_name(record.name) for record in contract.records if record.name in found]


def _mapping_or(records: list[Finished]) -> Annotation:
    return either(Subscript("Mapping", (STR, ANY)), *records, layout.NONE)


def _absent_context(noting: Noting) -> str:
    """What stands for a context without facts."""
    if noting.context is None or noting.context.required:
        return ""
    return absent(noting.context)


# -- a function -------------------------------------------------------------------------------------------------------


def _arguments(style: Style, noting: Noting, factory: WarningFactory) -> Iterator[layout.Parameter]:
    yield from fact_arguments(factory.value.context, style)
    for field in (noting.message, noting.severity):
        if field is not None:
            yield layout.Parameter(attribute(field.name), optional(annotation(bare(field.type), IN_RECORDS)), "None")
    for field in _others(noting):
        yield layout.Parameter(
            attribute(field.name), attribute_type(field, IN_RECORDS), "" if field.required else absent(field)
        )


def _others(noting: Noting) -> Iterator[Field]:
    """The fields that only the caller can fill; for others with a default the constructor does."""
    return (field for field in noting.others if field.default is ABSENT)


def _body(noting: Noting, factory: WarningFactory) -> Iterator[str]:
    value = factory.value
    yield from defaults(value.context)
    yield from otherwise(attribute(noting.message.name), filled(factory.message))
    severities = noting.codes.classified_by
    if noting.severity is not None and severities is not None:
        usual = code_value(noting.severity.type, severities, value.classified_as)
        yield from otherwise(attribute(noting.severity.name), usual)
    names = {argument(field.name) for field in value.context}
    names |= {attribute(field.name) for field in (noting.message, *noting.others)}
    names |= {attribute(noting.severity.name)} if noting.severity is not None else set()
    context = Finished("context_" if "context" in names else "context")
    if value.context:
        yield from facts(value.context, context, is_new=True)
    yield f"    return {class_name(noting.record.name)}("
    for field, given in _given(noting, factory, context):
        yield f"        {attribute(field.name)}={given},"
    yield "    )"


def _given(noting: Noting, factory: WarningFactory, context: Finished) -> Iterator[tuple[Field, str]]:
    others = tuple(_others(noting))
    for field in noting.record.fields:
        if field == noting.code:
            yield field, code_value(field.type, noting.codes, factory.value.value)
        elif field == noting.context and factory.value.context:
            certain = any(fact.required or fact.default is not ABSENT for fact in factory.value.context)
            otherwise = _absent_context(noting)
            yield field, context if certain or not otherwise else f"{context} or {otherwise}"
        elif field == noting.context and field.required:
            yield field, "{}"
        elif field in (noting.message, noting.severity, *others):
            yield field, attribute(field.name)


def _doc(noting: Noting, factory: WarningFactory) -> str:
    value = factory.value
    severity = f"Severity: `{value.classified_as}`, unless another one is given." if noting.severity else ""
    return joined((lore_text(value.lore), f"Message: `{value.message}`", severity, *fact_texts(value.context)))
