"""Error codes -> errors.py: a function for each code that has a message."""

from collections.abc import Iterable, Iterator

from sealwax.contract.model import (
    ABSENT,
    Boolean,
    Builder,
    Constant,
    Contract,
    Enum,
    ErrorFactory,
    ErrorMapping,
    Field,
    Number,
    Parameter,
    Template,
    Type,
)
from sealwax.frozen import frozen
from sealwax.languages.python import argument as argument_name
from sealwax.languages.python import (
    attribute,
    class_name,
    docs_text,
    f_string,
    joined,
    literal,
    member,
    parameter_facts,
    string,
)
from sealwax.languages.python.imports import deferred_import_lines
from sealwax.languages.python.types import Style, annotation, as_argument, named_in
from sealwax.meaning.builder_plan import bare
from sealwax.meaning.wording import field_words, level_words, quoted
from sealwax.rendering import Finished
from sealwax.targets.python.arguments import (
    Argument,
    argument,
    builder_argument,
    holds_records,
    is_required,
    names_of,
    optional_argument,
    wire_argument,
)
from sealwax.targets.python.builders import builder_name
from sealwax.targets.python.clock import HOMES as CLOCK_HOMES
from sealwax.targets.python.clock import SYSTEM, clock_arguments, clock_docs
from sealwax.targets.python.names import built_name, homes
from sealwax.targets.python.responses import HOMES as RESPONSE_HOMES
from sealwax.targets.python.responses import NUMBER, PLAIN, WITH_DEFAULTS


@frozen
class Default:
    """What the contract says for a fact that is not given."""

    name: Finished
    value: Finished


@frozen
class OptionalFact:
    name: Finished
    key: Finished
    value: Finished


@frozen
class Facts:
    """Facts that become the keys of one object."""

    variable: Finished
    start: Finished
    """The object with the facts that are always known."""
    optional: tuple[OptionalFact, ...]
    """Facts that are added when they are given."""

    @property
    def object(self) -> Finished:
        """The expression for the object: it needs a variable only if something is added to it."""
        return self.variable if self.optional else self.start


def facts_view(fields: Iterable[Field], variable: Finished) -> Facts:
    settled, optional = [], []
    for field in fields:
        name, key = argument_name(field.name), string(field.name)
        if isinstance(field.type, Constant) and field.always_has_value:
            settled.append(f"{key}: {literal(field.type.value)}")
        elif field.always_has_value:
            settled.append(f"{key}: {wire_argument(field.type, name)}")
        else:
            optional.append(OptionalFact(name, key, wire_argument(bare(field.type), name)))
    return Facts(variable, Finished(f"{{{', '.join(settled)}}}"), tuple(optional))


def fact_arguments(fields: Iterable[Field], style: Style) -> Iterator[Argument]:
    """What the caller says about the case at hand. A constant needs no argument."""
    for field in fields:
        if not isinstance(field.type, Constant):
            name, kind = argument_name(field.name), annotation(field.type, style)
            needed = field.required and field.default is ABSENT
            yield argument(name, kind) if needed else optional_argument(name, kind)


def fact_defaults(fields: Iterable[Field]) -> Iterator[Default]:
    for field in fields:
        if field.default not in (ABSENT, None) and not isinstance(field.type, Constant):
            yield Default(argument_name(field.name), literal(field.default))


def fact_texts(fields: Iterable[Field]) -> Iterator[str]:
    """The entries of facts in the docstring of their function."""
    for field in fields:
        if isinstance(field.type, Constant):
            continue
        words = "; ".join(field_words(field))
        said = [docs_text(field.docs).replace("\n\n", " "), f"Constraints: {words}." if words else ""]
        said += [f"Default: {quoted(field.default)}."] if field.default not in (ABSENT, None) else []
        yield f"`{argument_name(field.name)}` ({level_words(field)}): {' '.join(filter(None, said))}".rstrip(": ")


# -- messages ---------------------------------------------------------------------------------------------------------


def filled(template: Template) -> Finished:
    """The template as an expression. Numbers and booleans are written as in JSON."""
    return f_string(part if isinstance(part, str) else _text(part) for part in template)


def has_number(template: Template) -> bool:
    """Whether a template contains a number that may have a fraction."""
    return any(isinstance(part, Field) and isinstance(part.type, Number) for part in template)


def _text(field: Field) -> Finished:
    name = argument_name(field.name)
    match field.type:
        case Number():
            return Finished(f"_number({name})")
        case Boolean():
            return Finished(f"str({name}).lower()")
        case _:
            return name


# Names that the functions of the module call: none of them may have such a name.
_TAKEN = frozenset({"isinstance"})


@frozen
class OptionView:
    """An argument that all error functions share."""

    argument: Argument
    doc: str


@frozen
class Said:
    """An argument of the builder, and the expression for what the code says."""

    name: Finished
    value: Finished


@frozen
class ErrorFunction:
    name: Finished
    arguments: tuple[Argument, ...]
    """The facts of the case at hand."""
    rest: Finished
    """The name of the arguments that all functions share."""
    doc: str
    defaults: tuple[Default, ...]
    facts: tuple[Facts, ...]
    code: Finished
    said: tuple[Said, ...]
    """What the code says, unless the caller says something else."""


@frozen
class ErrorsView:
    header: Finished
    doc: str
    imports: tuple[Finished, ...]
    envelope: Finished
    builder: Finished
    code: Finished
    """The builder's argument for the code."""
    options_name: Finished
    """The class of the arguments that all functions share."""
    options: tuple[OptionView, ...]
    functions: tuple[ErrorFunction, ...]


def function_name(code: str) -> Finished:
    name = attribute(code)
    return Finished(f"{name}_" if name in _TAKEN else name)


def errors_view(contract: Contract, error_mapping: ErrorMapping, header: Finished) -> ErrorsView:
    style, builder = as_argument(contract), error_mapping.builder
    envelope, build = built_name(contract.envelope, builder.outcome), f"{builder_name(builder)} as _build"
    shared = [
        builder_argument(each, style, optionally=_is_said(each, error_mapping)) for each in _shared(error_mapping)
    ]
    shared += clock_arguments(builder)
    functions = tuple(_function(contract, error_mapping, factory) for factory in error_mapping.factories)
    own = homes(contract) | CLOCK_HOMES | RESPONSE_HOMES | {build: ".builders"}
    used = {envelope, build, WITH_DEFAULTS, "TypedDict", "Unpack"}
    used |= {*code_names(error_mapping.code.field.type, error_mapping.codes)}
    used |= names_of((*shared, *(each for function in functions for each in function.arguments)))
    used -= {SYSTEM}
    used |= {"Required"} if any(not each.default for each in shared) else set()
    used |= {"Any"} if any(facts.optional for function in functions for facts in function.facts) else set()
    placed = (field.type for each in error_mapping.factories for part in each.placements for field in part.fields)
    used |= {PLAIN} if holds_records(placed) else set()
    used |= {NUMBER} if any(map(has_number, templates(error_mapping))) else set()
    docs = {attribute(each.name): _option_doc(each, error_mapping) for each in _shared(error_mapping)}
    return ErrorsView(
        header=header,
        doc=f"The failures of the contract {contract.name}: a function for each error code that has a message.",
        imports=deferred_import_lines(used, own, ".errors"),
        envelope=envelope,
        builder=builder_name(builder),
        code=attribute(error_mapping.code.name),
        options_name=_options_name(contract, builder),
        options=tuple(OptionView(each, (docs | clock_docs(builder))[each.name]) for each in shared),
        functions=functions,
    )


def templates(error_mapping: ErrorMapping) -> Iterator[Template]:
    for factory in error_mapping.factories:
        yield factory.message
        yield factory.remediation


# -- codes ------------------------------------------------------------------------------------------------------------


def code_names(kind: Type, codes: Enum) -> tuple[str, ...]:
    """The enum, when a value of this type is one of its members."""
    return (class_name(codes.name),) if named_in(kind) == codes else ()


def code_value(kind: Type, codes: Enum, value: str) -> Finished:
    """A value of the enum for a field of this type: a member, or a string where a string is wanted."""
    return Finished(f"{class_name(codes.name)}.{member(value)}") if named_in(kind) == codes else string(value)


# -- the arguments that all functions share ---------------------------------------------------------------------------


def _options_name(contract: Contract, builder: Builder) -> Finished:
    name = f"{class_name(builder.name)}Options"
    return Finished(f"{name}_" if name in homes(contract) else name)


def _shared(error_mapping: ErrorMapping) -> Iterator[Parameter]:
    explicit = (error_mapping.code, *_explicit(error_mapping))
    return (each for each in error_mapping.builder.parameters if each not in explicit)


def _shared_arguments(error_mapping: ErrorMapping, style: Style) -> Iterator[Argument]:
    for parameter in _shared(error_mapping):
        yield builder_argument(parameter, style, optionally=_is_said(parameter, error_mapping))
    yield from clock_arguments(error_mapping.builder)


def _explicit(error_mapping: ErrorMapping) -> tuple[Parameter, ...]:
    """The argument for the remediation, when the caller must give what some of the codes say and others do not."""
    own = error_mapping.remediation
    is_mixed = any(factory.remediation for factory in error_mapping.factories) and not all(
        factory.remediation for factory in error_mapping.factories
    )
    return (own,) if own is not None and is_required(own) and is_mixed else ()


def _is_said(parameter: Parameter, error_mapping: ErrorMapping) -> bool:
    is_remediation = parameter == error_mapping.remediation
    return parameter == error_mapping.message or (
        is_remediation and any(factory.remediation for factory in error_mapping.factories)
    )


def _option_doc(parameter: Parameter, error_mapping: ErrorMapping) -> str:
    said = "When left out, the code's own text is used." if _is_said(parameter, error_mapping) else ""
    return " ".join(filter(None, (parameter_facts(parameter), said)))


# -- a function -------------------------------------------------------------------------------------------------------


def _function(contract: Contract, error_mapping: ErrorMapping, factory: ErrorFactory) -> ErrorFunction:
    style, fields = as_argument(contract), factory.value.context
    explicit = tuple(
        builder_argument(each, style, optionally=bool(factory.remediation)) for each in _explicit(error_mapping)
    )
    facts = tuple(facts_view(place.fields, attribute(place.parameter.name)) for place in factory.placements)
    names = {argument_name(field.name) for field in fields}
    return ErrorFunction(
        name=function_name(factory.value.value),
        arguments=(*fact_arguments(fields, style), *explicit),
        rest=Finished("options_" if "options" in names else "options"),
        doc=_doc(factory, error_mapping),
        defaults=tuple(fact_defaults(fields)),
        facts=facts,
        code=code_value(error_mapping.code.field.type, error_mapping.codes, factory.value.value),
        said=(*_texts(error_mapping, factory), *(Said(each.variable, each.object) for each in facts)),
    )


def _texts(error_mapping: ErrorMapping, factory: ErrorFactory) -> Iterator[Said]:
    yield Said(attribute(error_mapping.message.name), filled(factory.message))
    own = error_mapping.remediation
    if own is not None and own in _explicit(error_mapping):
        name = attribute(own.name)
        otherwise = f"{name} or {filled(factory.remediation)}" if factory.remediation else name
        yield Said(name, Finished(otherwise))
    elif own is not None and factory.remediation:
        yield Said(attribute(own.name), filled(factory.remediation))


def _doc(factory: ErrorFactory, error_mapping: ErrorMapping) -> str:
    says = [f"Message: `{factory.value.message}`"]
    says += [f"Remediation: `{factory.value.remediation}`"] if factory.remediation else []
    rest = (
        f"The other arguments are those of `{builder_name(error_mapping.builder)}`. They override what the code says."
    )
    return joined((docs_text(factory.value.docs), *says, *fact_texts(factory.value.context), rest))
