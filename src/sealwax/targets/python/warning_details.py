"""Warning codes -> warning_details.py: a function for each code that says what it has to say."""

from collections.abc import Iterator

from sealwax.contract.model import ABSENT, Contract, Field, Record, WarningFactory, WarningMapping
from sealwax.languages.python import argument, attribute, class_name, layout
from sealwax.languages.python.docs import docs_text, joined
from sealwax.languages.python.layout import Annotation, Subscript, either, signature
from sealwax.languages.python.types import (
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
from sealwax.meaning.builder_plan import bare
from sealwax.rendering import Finished
from sealwax.targets.python.arguments import (
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
from sealwax.targets.python.errors import (
    FactoriesView,
    FactoryView,
    code_names,
    code_value,
    function_name,
)
from sealwax.targets.python.fields import attribute_type
from sealwax.targets.python.wiring import absent


def warnings_view(contract: Contract, warning_mapping: WarningMapping, header: Finished) -> FactoriesView:
    record = class_name(warning_mapping.record.name)
    style = as_argument(contract)
    arguments = {
        factory.value.value: tuple(_arguments(style, warning_mapping, factory)) for factory in warning_mapping.factories
    }
    bodies = {
        factory.value.value: Finished("\n".join(_body(warning_mapping, factory)))
        for factory in warning_mapping.factories
    }
    records = _records(contract, warning_mapping)
    used = {record, *code_names(warning_mapping.code.type, warning_mapping.codes)}
    if warning_mapping.severity is not None and warning_mapping.codes.classified_by is not None:
        used |= {*code_names(warning_mapping.severity.type, warning_mapping.codes.classified_by)}
    used |= {name for given in arguments.values() for each in given for name in names_in(each.annotation or ANY)}
    used |= {each.default for given in arguments.values() for each in given if each.default == "UNSET"}
    used |= {"UNSET"} if any(" or UNSET" in body for body in bodies.values()) else set()
    used |= {"Any"} if any(factory.value.context for factory in warning_mapping.factories) or records else set()
    used |= {"Mapping", *records} if records else set()
    used |= {NUMBER_IMPORT} if any(tells_number(factory.message) for factory in warning_mapping.factories) else set()
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
                _doc(warning_mapping, factory),
                bodies[factory.value.value],
            )
            for factory in warning_mapping.factories
        ),
        plain=plain if records else Finished(""),
        has_records=bool(records),
    )


def _records(contract: Contract, warning_mapping: WarningMapping) -> list[Finished]:
    """The records that facts can be, in contract order."""
    kinds = (named_in(field.type) for factory in warning_mapping.factories for field in factory.value.context)
    found = {kind.name for kind in kinds if isinstance(kind, Record)}
    return [class_name(record.name) for record in contract.records if record.name in found]


def _mapping_or(records: list[Finished]) -> Annotation:
    return either(Subscript("Mapping", (STR, ANY)), *records, layout.NONE)


def _absent_context(warning_mapping: WarningMapping) -> str:
    """What stands for a context without facts."""
    if warning_mapping.context is None or warning_mapping.context.required:
        return ""
    return absent(warning_mapping.context)


# -- a function -------------------------------------------------------------------------------------------------------


def _arguments(style: Style, warning_mapping: WarningMapping, factory: WarningFactory) -> Iterator[layout.Parameter]:
    yield from fact_arguments(factory.value.context, style)
    for field in (warning_mapping.message, warning_mapping.severity):
        if field is not None:
            yield layout.Parameter(attribute(field.name), optional(annotation(bare(field.type), IN_RECORDS)), "None")
    for field in _others(warning_mapping):
        yield layout.Parameter(
            attribute(field.name), attribute_type(field, IN_RECORDS), "" if field.required else absent(field)
        )


def _others(warning_mapping: WarningMapping) -> Iterator[Field]:
    """The fields that only the caller can fill; for others with a default the constructor does."""
    return (field for field in warning_mapping.others if field.default is ABSENT)


def _body(warning_mapping: WarningMapping, factory: WarningFactory) -> Iterator[str]:
    value = factory.value
    yield from defaults(value.context)
    yield from otherwise(attribute(warning_mapping.message.name), filled(factory.message))
    severities = warning_mapping.codes.classified_by
    if warning_mapping.severity is not None and severities is not None:
        usual = code_value(warning_mapping.severity.type, severities, value.classified_as)
        yield from otherwise(attribute(warning_mapping.severity.name), usual)
    names = {argument(field.name) for field in value.context}
    names |= {attribute(field.name) for field in (warning_mapping.message, *warning_mapping.others)}
    names |= {attribute(warning_mapping.severity.name)} if warning_mapping.severity is not None else set()
    context = Finished("context_" if "context" in names else "context")
    if value.context:
        yield from facts(value.context, context, is_new=True)
    yield f"    return {class_name(warning_mapping.record.name)}("
    for field, given in _given(warning_mapping, factory, context):
        yield f"        {attribute(field.name)}={given},"
    yield "    )"


def _given(warning_mapping: WarningMapping, factory: WarningFactory, context: Finished) -> Iterator[tuple[Field, str]]:
    others = tuple(_others(warning_mapping))
    for field in warning_mapping.record.fields:
        if field == warning_mapping.code:
            yield field, code_value(field.type, warning_mapping.codes, factory.value.value)
        elif field == warning_mapping.context and factory.value.context:
            certain = any(fact.required or fact.default is not ABSENT for fact in factory.value.context)
            otherwise = _absent_context(warning_mapping)
            yield field, context if certain or not otherwise else f"{context} or {otherwise}"
        elif field == warning_mapping.context and field.required:
            yield field, "{}"
        elif field in (warning_mapping.message, warning_mapping.severity, *others):
            yield field, attribute(field.name)


def _doc(warning_mapping: WarningMapping, factory: WarningFactory) -> str:
    value = factory.value
    severity = f"Severity: `{value.classified_as}`, unless another one is given." if warning_mapping.severity else ""
    return joined((docs_text(value.docs), f"Message: `{value.message}`", severity, *fact_texts(value.context)))
