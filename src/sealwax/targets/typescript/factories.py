"""TypeScript factories: a function for each error code that says what it has to say."""

from collections.abc import Iterable, Iterator

from sealwax.contract.model import (
    ABSENT,
    Absent,
    Boolean,
    Constant,
    Contract,
    Enum,
    ErrorFactory,
    Field,
    Integer,
    Level,
    ListOf,
    Number,
    Parameter,
    Payload,
    Raising,
    Record,
    Reference,
    String,
    Template,
    Text,
    Type,
)
from sealwax.frozen import frozen
from sealwax.languages.typescript import WIDTH, function_name, literal, property_key, string, template, tsdoc, type_name
from sealwax.naming import camel
from sealwax.rendering import Finished, header
from sealwax.targets.typescript.assembly import INHERITED, OPTIONS, builder_name, option_key
from sealwax.targets.typescript.clock import has_options
from sealwax.targets.typescript.expressions import Call, Code, Expression, Literal, Spread, Unchecked, laid_out
from sealwax.targets.typescript.types import (
    JSON_OBJECT,
    Printer,
    Property,
    field_doc,
    import_type,
    lore_doc,
    printer_of,
)

BUILD, PRESENT = "_build", "_present"
"""What the functions call, under names that no code gives to a function."""


@frozen
class FactoryView:
    doc: Finished
    name: Finished
    options: Finished
    """What the type of the options starts with."""
    mark: Finished
    """A question mark when there need be no options."""
    properties: tuple[Property, ...]
    returns: Finished
    argument: Finished
    locals: tuple[Finished, ...]
    result: Finished


@frozen
class FactoriesView:
    header: Finished
    module: Finished
    type_imports: tuple[Finished, ...]
    imports: tuple[Finished, ...]
    factories: tuple[FactoryView, ...]
    uses_present: bool


def errors_view(contract: Contract, raising: Raising) -> FactoriesView:
    printer = printer_of(contract)
    options = f"{type_name(raising.builder.name)}Options"
    is_optioned = has_options(raising.builder)
    factories = tuple(_error(raising, factory, options, printer) for factory in raising.factories)
    return FactoriesView(
        header=Finished(f"// {header(contract.name)}"),
        module=Finished("errors"),
        type_imports=(
            *import_type({options} if is_optioned else set(), "./builders.js"),
            *import_type(printer.catalogue, "./catalogue.js"),
            *import_type(printer.types, "./types.d.ts"),
        ),
        imports=(Finished(f'import {{ {builder_name(raising.builder)} as {BUILD} }} from "./builders.js";'),),
        factories=factories,
        uses_present=any(PRESENT in factory.result for factory in factories),
    )


# -- facts ------------------------------------------------------------------------------------------------------------


def fact_key(field: Field) -> str:
    name = camel(field.name)
    return f"{name}_" if name in INHERITED else name


def is_certain(field: Field) -> bool:
    return field.required or field.default is not ABSENT


def is_needed(field: Field) -> bool:
    return field.required and field.default is ABSENT


def fact_properties(fields: Iterable[Field], printer: Printer) -> Iterator[Property]:
    for field in fields:
        if not isinstance(field.type, Constant):
            yield option_property(field, printer, needed=is_needed(field))


def option_property(field: Field, printer: Printer, *, needed: bool) -> Property:
    key, kind = property_key(fact_key(field)), printer.type(field.type)
    if not needed:
        key, kind = Finished(f"{key}?"), f"{kind.removesuffix(' | null')} | null | undefined"
    return Property(field_doc(field, 4), key, Finished(kind))


def fact_value(field: Field) -> str:
    """The value of a fact, or what the contract puts in its place."""
    if isinstance(field.type, Constant):
        return literal(field.type.value)
    read = f"{OPTIONS}.{fact_key(field)}"
    return read if isinstance(field.default, Absent) else f"{read} ?? {literal(field.default)}"


def filled(parts: Template) -> Finished:
    """The template as an expression. JavaScript spells numbers and booleans as JSON does."""
    return template(part if isinstance(part, str) else Finished(fact_value(part)) for part in parts)


def fact_entries(fields: tuple[Field, ...]) -> tuple["tuple[str, Expression] | Spread", ...]:
    always = tuple((field.name, Code(fact_value(field))) for field in fields if is_certain(field))
    perhaps = tuple((field.name, Code(fact_value(field))) for field in fields if not is_certain(field))
    return (*always, Spread(Call(PRESENT, Literal(perhaps)))) if perhaps else always


def is_provable(fields: Iterable[Field]) -> bool:
    """Whether the type checker sees that an object of these facts is what it has to be."""
    return all(_is_plain(field.type) and field.name not in INHERITED for field in fields)


def _is_plain(kind: Type) -> bool:
    if isinstance(kind, ListOf):
        return _is_plain(kind.item)
    named = isinstance(kind, Reference) and isinstance(kind.target, Enum | Text)
    return named or isinstance(kind, String | Integer | Number | Boolean | Constant)


# -- errors -----------------------------------------------------------------------------------------------------------


def _error(raising: Raising, factory: ErrorFactory, options: str, printer: Printer) -> FactoryView:
    properties = tuple(_properties(raising, factory, printer))
    start = _inherited(raising, factory, options)
    is_optional = not any(is_needed(field) and not isinstance(field.type, Constant) for field in factory.value.context)
    is_optional = is_optional and all(_is_free(each, raising, factory) for each in raising.builder.parameters)
    lore = factory.value.lore
    says = f"Message: `{factory.value.message}`"
    return FactoryView(
        doc=lore_doc(lore, says, *(f"Remediation: `{factory.value.remediation}`" for _ in factory.remediation[:1])),
        name=function_name(factory.value.value),
        options=Finished(start),
        mark=Finished("?" if is_optional else ""),
        properties=properties,
        returns=Finished(printer.named(type_name(raising.builder.outcome.name))),
        argument=Finished(f"{OPTIONS} = {{}}" if is_optional else OPTIONS),
        locals=(),
        result=_call(raising, factory),
    )


def _is_free(parameter: Parameter, raising: Raising, factory: ErrorFactory) -> bool:
    """Whether the caller need not give this argument of the builder."""
    return parameter.level is not Level.MUST or _is_said(parameter, raising, factory)


def _is_said(parameter: Parameter, raising: Raising, factory: ErrorFactory) -> bool:
    told = parameter == raising.remediation and bool(factory.remediation)
    return parameter in (raising.message, raising.code) or told


def _inherited(raising: Raising, factory: ErrorFactory, options: str) -> str:
    """The builder's options, without those that this function declares itself."""
    others = raising.builder.parameters[1:]
    if not has_options(raising.builder):
        return "{"
    own = [each for each in others if each == raising.code or _is_redeclared(each, raising, factory)]
    omitted = " | ".join(string(option_key(each)) for each in own)
    return f"Omit<{options}, {omitted}> & {{" if omitted else f"{options} & {{"


def _is_redeclared(parameter: Parameter, raising: Raising, factory: ErrorFactory) -> bool:
    return parameter.level is Level.MUST and _is_said(parameter, raising, factory) and parameter != raising.code


def _properties(raising: Raising, factory: ErrorFactory, printer: Printer) -> Iterator[Property]:
    yield from fact_properties(factory.value.context, printer)
    for at, parameter in enumerate(raising.builder.parameters):
        if parameter != raising.code and (at == 0 or _is_redeclared(parameter, raising, factory)):
            needed = not _is_free(parameter, raising, factory)
            kind = printer.named(JSON_OBJECT) if isinstance(parameter.field.type, Payload) else ""
            kind = kind or printer.type(parameter.field.type)
            key = property_key(option_key(parameter))
            spelt = kind if needed else f"{kind.removesuffix(' | null')} | null | undefined"
            words = "The code says it when it is not given." if _is_said(parameter, raising, factory) else ""
            yield Property(
                lore_doc(parameter.lore, words, indent=4) or tsdoc(f"Fills `{'.'.join(parameter.path)}`.", 4),
                key if needed else Finished(f"{key}?"),
                Finished(spelt),
            )


def _call(raising: Raising, factory: ErrorFactory) -> Finished:
    placed = {place.parameter.name: place.fields for place in factory.placements}
    values: dict[str, Expression] = {}
    for parameter in raising.builder.parameters:
        read = f"{OPTIONS}.{option_key(parameter)}"
        if parameter == raising.code:
            values[parameter.name] = Code(string(factory.value.value))
        elif parameter == raising.message:
            values[parameter.name] = Code(f"{read} || {filled(factory.message)}")
        elif parameter == raising.remediation and factory.remediation:
            values[parameter.name] = Code(f"{read} || {filled(factory.remediation)}")
        elif parameter.name in placed:
            fields = placed[parameter.name]
            merged = Literal((*fact_entries(fields), Spread(Code(read))))
            is_sure = is_provable(fields) and _is_plain_object(parameter.field.type)
            values[parameter.name] = merged if is_sure else Unchecked(merged)
    first, *others = raising.builder.parameters
    positional = values.get(first.name, Code(f"{OPTIONS}.{option_key(first)}"))
    if not has_options(raising.builder):
        return Finished(f"{BUILD}({laid_out(positional, 2)})")
    given = ((option_key(each), values[each.name]) for each in others if each.name in values)
    options = Literal((Spread(Code(OPTIONS)), *given))
    head = f"{BUILD}({laid_out(positional, 2)}, {{"
    if len(f"  return {head}") <= WIDTH:
        return Finished(f"{BUILD}({laid_out(positional, 2)}, {laid_out(options, 2)})")
    return Finished(f"{BUILD}(\n    {laid_out(positional, 4)},\n    {laid_out(options, 4)},\n  )")


def _is_plain_object(kind: Type) -> bool:
    """Whether an object of this type has no key that every object seems to have."""
    if isinstance(kind, Reference) and isinstance(kind.target, Record):
        return not any(field.name in INHERITED for field in kind.target.fields)
    return not isinstance(kind, Payload)
