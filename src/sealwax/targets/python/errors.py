"""Error codes -> errors.py: a function for each code that says what it has to say."""

from collections.abc import Iterable, Iterator

from sealwax.contract.model import Contract, Enum, ErrorFactory, ErrorMapping, Record, Template, Type
from sealwax.frozen import frozen
from sealwax.languages.python import argument, attribute, class_name, layout, member, string
from sealwax.languages.python.docs import docs_text, joined
from sealwax.languages.python.envelopes import built_name
from sealwax.languages.python.layout import NONE, Annotation, Subscript, either, signature
from sealwax.languages.python.types import (
    ANY,
    OBJECT,
    STR,
    Style,
    as_argument,
    deferred_import_lines,
    homes,
    named_in,
    names_in,
    payloads,
)
from sealwax.rendering import Finished
from sealwax.targets.python.arguments import (
    NUMBER_IMPORT,
    builder_argument,
    defaults,
    fact_arguments,
    fact_texts,
    facts,
    filled,
    otherwise,
    tells_number,
)
from sealwax.targets.python.builders import builder_name
from sealwax.targets.python.clock import HOMES as CLOCK_HOMES
from sealwax.targets.python.clock import clock_arguments, clock_imports

BUILD = "_build"
# What the functions of the module call: none of them may have such a name.
_TAKEN = frozenset({"isinstance"})


@frozen
class FactoryView:
    definition: Finished
    doc: str
    body: Finished


@frozen
class FactoriesView:
    header: Finished
    doc: str
    imports: tuple[Finished, ...]
    factories: tuple[FactoryView, ...]
    plain: Finished
    """The head of the function that turns arguments into plain objects, when a factory needs it."""
    has_records: bool
    """Whether such an argument can be a record."""


def function_name(code: str) -> Finished:
    name = attribute(code)
    return Finished(f"{name}_" if name in _TAKEN else name)


def errors_view(contract: Contract, error_mapping: ErrorMapping, header: Finished) -> FactoriesView:
    envelope = built_name(contract.envelope, error_mapping.builder.outcome)
    builder, style = builder_name(error_mapping.builder), as_argument(contract)
    arguments = {
        factory.value.value: tuple(_arguments(style, error_mapping, factory)) for factory in error_mapping.factories
    }
    records = _records(contract, error_mapping)
    placed = any(factory.placements for factory in error_mapping.factories)
    used = {envelope, f"{builder} as {BUILD}", *code_names(error_mapping.code.field.type, error_mapping.codes)}
    used |= {name for given in arguments.values() for each in given for name in names_in(each.annotation or ANY)}
    used |= {"Any", "Mapping", *records} if placed or records else set()
    used |= clock_imports(error_mapping.builder)
    used |= {NUMBER_IMPORT} if any(map(tells_number, templates(error_mapping))) else set()
    own = homes(contract) | CLOCK_HOMES | {f"{builder} as {BUILD}": ".builders", NUMBER_IMPORT: ".spelling"}
    plain = signature("_plain", [layout.Parameter("value", _mapping_or(records))], OBJECT)
    return FactoriesView(
        header=header,
        doc=f"The failures of the contract {contract.name}: a function for each error code that has a message.",
        imports=deferred_import_lines(used, own, ".errors"),
        factories=tuple(
            FactoryView(
                signature(function_name(code), (layout.Parameter("*"), *given) if given else (), envelope),
                _doc(factory, builder),
                Finished("\n".join(_body(error_mapping, factory))),
            )
            for factory in error_mapping.factories
            for code in [factory.value.value]
            for given in [arguments[code]]
        ),
        plain=plain if placed or records else Finished(""),
        has_records=bool(records),
    )


def templates(error_mapping: ErrorMapping) -> Iterator[Template]:
    for factory in error_mapping.factories:
        yield factory.message
        yield factory.remediation


# -- names ------------------------------------------------------------------------------------------------------------


def code_names(kind: Type, codes: Enum) -> tuple[str, ...]:
    """The enum, when a value of this type is one of its members."""
    return (class_name(codes.name),) if named_in(kind) == codes else ()


def code_value(kind: Type, codes: Enum, value: str) -> Finished:
    """A value of the enum for a place of this type: a member, or a string where a string is wanted."""
    return Finished(f"{class_name(codes.name)}.{member(value)}") if named_in(kind) == codes else string(value)


def _records(contract: Contract, error_mapping: ErrorMapping) -> list[Finished]:
    """The records that arguments can be, in contract order."""
    placed = [place.parameter.field for factory in error_mapping.factories for place in factory.placements]
    told = [field for factory in error_mapping.factories for field in factory.value.context]
    found = {kind.name for field in (*placed, *told) if isinstance(kind := named_in(field.type), Record)}
    found |= {record.name for record in payloads(contract)} if any(field.per_tool for field in placed) else set()
    return [class_name(record.name) for record in contract.records if record.name in found]


def _mapping_or(records: Iterable[Finished]) -> Annotation:
    return either(Subscript("Mapping", (STR, ANY)), *records, NONE)


# -- a function -------------------------------------------------------------------------------------------------------


def _arguments(style: Style, error_mapping: ErrorMapping, factory: ErrorFactory) -> Iterator[layout.Parameter]:
    yield from fact_arguments(factory.value.context, style)
    for parameter in error_mapping.builder.parameters:
        if parameter == error_mapping.code:
            continue
        said = parameter == error_mapping.message or (
            parameter == error_mapping.remediation and bool(factory.remediation)
        )
        yield builder_argument(parameter, style, optionally=said)
    yield from clock_arguments(error_mapping.builder)


def _body(error_mapping: ErrorMapping, factory: ErrorFactory) -> Iterator[str]:
    yield from defaults(factory.value.context)
    yield from otherwise(attribute(error_mapping.message.name), filled(factory.message))
    if factory.remediation and error_mapping.remediation is not None:
        yield from otherwise(attribute(error_mapping.remediation.name), filled(factory.remediation))
    names = {argument(field.name) for field in factory.value.context}
    names |= {attribute(parameter.name) for parameter in error_mapping.builder.parameters}
    context = Finished("context_" if "context" in names else "context")
    for at, place in enumerate(factory.placements):
        yield from facts(place.fields, context, is_new=at == 0)
        name = attribute(place.parameter.name)
        yield f"    {layout.assigned(name, Finished(f'{context} | _plain({name})'), 4)}"
    yield f"    return {BUILD}("
    for at, parameter in enumerate(error_mapping.builder.parameters):
        name = attribute(parameter.name)
        value = name
        if parameter == error_mapping.code:
            value = code_value(parameter.field.type, error_mapping.codes, factory.value.value)
        yield f"        {value}," if at == 0 else f"        {name}={value},"
    yield from (f"        {each.name}={each.name}," for each in clock_arguments(error_mapping.builder))
    yield "    )"


def _doc(factory: ErrorFactory, builder: Finished) -> str:
    says = [f"Message: `{factory.value.message}`"]
    says += [f"Remediation: `{factory.value.remediation}`"] if factory.remediation else []
    rest = f"The other arguments are those of `{builder}`. What they say wins over what the code says."
    return joined((docs_text(factory.value.docs), *says, *fact_texts(factory.value.context), rest))
