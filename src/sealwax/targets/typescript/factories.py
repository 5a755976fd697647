"""TypeScript factories: a function for each error code that says what it has to say."""

import re
from collections.abc import Iterable, Iterator

from sealwax.contract.model import (
    ABSENT,
    Absent,
    AnyValue,
    Constant,
    Contract,
    ErrorFactory,
    ErrorMapping,
    Field,
    Level,
    Null,
    Nullable,
    Parameter,
    Payload,
)
from sealwax.frozen import frozen
from sealwax.languages.typescript import INHERITED, function_name, literal, property_key, string, tsdoc, type_name
from sealwax.naming import camel
from sealwax.rendering import Finished, header
from sealwax.targets.typescript.assembly import builder_name, option_key
from sealwax.targets.typescript.clock import has_options
from sealwax.targets.typescript.types import (
    JSON_OBJECT,
    Printer,
    Property,
    docs_doc,
    field_doc,
    import_type,
    printer_of,
)

BUILD, RAISE, FACTS, TOLD = "_build", "_raise", "_factsOf", "_told"
"""What the functions call, under names that no code gives to a function."""

LINE = "\n"
MADE_WIDTH = 60
"""What is longer stands on several lines, because a name and a comment come before it."""
_SEPARATED = re.compile("_([A-Za-z0-9_])")


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
    made: Finished
    """The call that makes the function."""


@frozen
class Maker:
    """Makes the functions: it puts together what a code says and what the caller gives."""

    name: Finished
    parameters: Finished
    texts: tuple[Finished, ...]
    """Those of its parameters that are texts."""
    facts: Finished
    """The type of the last parameter, in braces; empty when no code comes with facts."""
    entries: tuple[Finished, ...]
    told: tuple[Finished, ...]
    """Statements that fill in what the caller does not say."""
    result: Finished


@frozen
class FactoriesView:
    header: Finished
    module: Finished
    type_imports: tuple[Finished, ...]
    imports: tuple[Finished, ...]
    factories: tuple[FactoryView, ...]
    maker: Maker
    is_response: bool
    """The functions call a builder."""


@frozen
class FactsView:
    header: Finished


def errors_view(contract: Contract, error_mapping: ErrorMapping) -> FactoriesView:
    printer = printer_of(contract)
    options = f"{type_name(error_mapping.builder.name)}Options"
    is_optioned = has_options(error_mapping.builder)
    factories = tuple(_error(error_mapping, factory, options, printer) for factory in error_mapping.factories)
    return FactoriesView(
        header=Finished(f"// {header(contract.name)}"),
        module=Finished("errors"),
        type_imports=(
            *import_type({options} if is_optioned else set(), "./builders.js"),
            *import_type(printer.catalogue, "./catalogue.js"),
            *import_type(printer.types, "./types.d.ts"),
        ),
        imports=(
            Finished(f'import {{ {builder_name(error_mapping.builder)} as {BUILD} }} from "./builders.js";'),
            *facts_import(any(factory.value.context for factory in error_mapping.factories)),
        ),
        factories=factories,
        maker=_maker(error_mapping),
        is_response=True,
    )


def has_facts(contract: Contract) -> bool:
    """Whether a code that has a function comes with facts."""
    makers = (contract.error_mapping, contract.warning_mapping)
    return any(factory.value.context for maker in makers if maker is not None for factory in maker.factories)


def facts_import(has_facts: bool) -> tuple[Finished, ...]:
    names = f"factsOf as {FACTS}, told as {TOLD}"
    return (Finished(f'import {{ {names} }} from "./facts.js";'),) if has_facts else ()


# -- facts ------------------------------------------------------------------------------------------------------------


def fact_key(field: Field) -> str:
    name = camel(field.name)
    return f"{name}_" if name in INHERITED else name


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


def facts(fields: Iterable[Field]) -> str:
    """A list of facts. A name stands for the option that is called the same in camel case."""
    return f"[{', '.join(_fact(field) for field in fields)}]"


def _fact(field: Field) -> str:
    """What stands in for a fact that is null tells whether null is one."""
    option = fact_key(field)
    if isinstance(field.type, Constant):
        return literal([field.name, "", field.type.value])
    if not isinstance(field.default, Absent):
        return literal([field.name, option, field.default])
    if field.required and isinstance(field.type, Null | Nullable | AnyValue):
        return literal([field.name, option, None])
    is_plain = _SEPARATED.sub(lambda match: match[1].upper(), field.name) == option
    return literal(field.name if is_plain else [field.name, option])


# -- errors -----------------------------------------------------------------------------------------------------------


def _error(error_mapping: ErrorMapping, factory: ErrorFactory, options: str, printer: Printer) -> FactoryView:
    properties = tuple(_properties(error_mapping, factory, printer))
    start = _inherited(error_mapping, factory, options)
    is_optional = not any(is_needed(field) and not isinstance(field.type, Constant) for field in factory.value.context)
    is_optional = is_optional and all(
        _is_free(each, error_mapping, factory) for each in error_mapping.builder.parameters
    )
    docs = factory.value.docs
    says = f"Message: `{factory.value.message}`"
    return FactoryView(
        doc=docs_doc(docs, says, *(f"Remediation: `{factory.value.remediation}`" for _ in factory.remediation[:1])),
        name=function_name(factory.value.value),
        options=Finished(start),
        mark=Finished("?" if is_optional else ""),
        properties=properties,
        returns=Finished(printer.named(type_name(error_mapping.builder.outcome.name))),
        made=_made(error_mapping, factory),
    )


def _is_free(parameter: Parameter, error_mapping: ErrorMapping, factory: ErrorFactory) -> bool:
    """Whether the caller need not give this argument of the builder."""
    return parameter.level is not Level.MUST or _is_said(parameter, error_mapping, factory)


def _is_said(parameter: Parameter, error_mapping: ErrorMapping, factory: ErrorFactory) -> bool:
    told = parameter == error_mapping.remediation and bool(factory.remediation)
    return parameter in (error_mapping.message, error_mapping.code) or told


def _inherited(error_mapping: ErrorMapping, factory: ErrorFactory, options: str) -> str:
    """The builder's options, without those that this function declares itself."""
    others = error_mapping.builder.parameters[1:]
    if not has_options(error_mapping.builder):
        return "{"
    own = [each for each in others if each == error_mapping.code or _is_redeclared(each, error_mapping, factory)]
    omitted = " | ".join(string(option_key(each)) for each in own)
    return f"Omit<{options}, {omitted}> & {{" if omitted else f"{options} & {{"


def _is_redeclared(parameter: Parameter, error_mapping: ErrorMapping, factory: ErrorFactory) -> bool:
    return (
        parameter.level is Level.MUST
        and _is_said(parameter, error_mapping, factory)
        and parameter != error_mapping.code
    )


def _properties(error_mapping: ErrorMapping, factory: ErrorFactory, printer: Printer) -> Iterator[Property]:
    yield from fact_properties(factory.value.context, printer)
    for at, parameter in enumerate(error_mapping.builder.parameters):
        if parameter != error_mapping.code and (at == 0 or _is_redeclared(parameter, error_mapping, factory)):
            needed = not _is_free(parameter, error_mapping, factory)
            kind = printer.named(JSON_OBJECT) if isinstance(parameter.field.type, Payload) else ""
            kind = kind or printer.type(parameter.field.type)
            key = property_key(option_key(parameter))
            spelt = kind if needed else f"{kind.removesuffix(' | null')} | null | undefined"
            words = "The code says it when it is not given." if _is_said(parameter, error_mapping, factory) else ""
            yield Property(
                docs_doc(parameter.docs, words, indent=4) or tsdoc(f"Fills `{'.'.join(parameter.path)}`.", 4),
                key if needed else Finished(f"{key}?"),
                Finished(spelt),
            )


def _made(error_mapping: ErrorMapping, factory: ErrorFactory) -> Finished:
    """The code, its texts, and its facts by the option that takes them."""
    value = factory.value
    texts = (value.value, value.message, *((value.remediation,) if error_mapping.remediation is not None else ()))
    places = (f"{option_key(place.parameter)}: {facts(place.fields)}" for place in factory.placements)
    placed = f"{{ {', '.join(places)} }}" if factory.placements else ""
    return made(RAISE, (*map(string, texts), placed))


def made(function: str, arguments: tuple[str, ...]) -> Finished:
    """The call that makes a function, without arguments at its end that say nothing."""
    given = list(arguments)
    while given[-1] in ("", '""'):
        given.pop()
    line = f"{function}({', '.join(given)})"
    broken = f"{function}(\n{''.join(f'  {each},{LINE}' for each in given)})"
    return Finished(line if len(line) <= MADE_WIDTH else broken)


def _maker(error_mapping: ErrorMapping) -> Maker:
    has_facts = any(factory.value.context for factory in error_mapping.factories)
    message, first = option_key(error_mapping.message), option_key(error_mapping.builder.parameters[0])
    told = [f"given.{message} ||= {TOLD}(message, all);" if has_facts else f"given.{message} ||= message;"]
    if error_mapping.remediation is not None:
        text = f"{TOLD}(remediation, all)" if has_facts else "remediation"
        told.append(f"given.{option_key(error_mapping.remediation)} ||= {text};")
    texts = ("code", "message", *(("remediation",) if error_mapping.remediation is not None else ()))
    return Maker(
        name=Finished(RAISE),
        parameters=Finished(_parameters(texts, "facts = {}" if has_facts else "")),
        texts=tuple(map(Finished, texts)),
        facts=Finished("{{ [option: string]: fact[] }}" if has_facts else ""),
        entries=(Finished(f"{option_key(error_mapping.code)}: code"),),
        told=tuple(map(Finished, told)),
        result=Finished(f"{BUILD}(given.{first}{', given' if has_options(error_mapping.builder) else ''})"),
    )


def _parameters(texts: tuple[str, ...], facts: str) -> str:
    """A code has a message, and perhaps no remediation."""
    spelt = (f'{each} = ""' if each == "remediation" else each for each in texts)
    return ", ".join((*spelt, facts) if facts else spelt)
