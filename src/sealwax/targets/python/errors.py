"""Error codes -> errors.py: a function for each code that has a message."""

from collections.abc import Iterator, Mapping, Sequence

from msgspec import Struct

from sealwax.contract import model as m
from sealwax.languages import free, python
from sealwax.languages.python import attribute, class_name, docs_text, joined
from sealwax.languages.python import types as t
from sealwax.languages.python.types import Argument, NamedValue
from sealwax.meaning.builders.parameters import Path
from sealwax.meaning.codes.factories import ArgumentNeed, differing, is_stated, need_of, text_for
from sealwax.rendering import Finished
from sealwax.targets.python.builders import builder_arguments, builder_name, parameter_argument
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
from sealwax.targets.python.names import built_shape, homes


class ErrorsView(Struct, frozen=True):
    head: Head
    builder: Finished
    envelope: Finished
    options_name: Finished
    """The class of the arguments that all functions pass on."""
    options: tuple[Argument, ...]
    """Empty if they are so few that each function declares them."""
    functions: tuple[FactoryFunction, ...]


FEW = 3
"""So many arguments that a function only passes on are declared by each function."""


def errors_view(contract: m.Contract, error_mapping: m.ErrorMapping) -> ErrorsView:
    style, builder = t.as_argument(contract), error_mapping.builder
    own = own_arguments(error_mapping)
    shared = tuple(builder_arguments(builder, style, without=(error_mapping.code, *own)))
    is_short = len(shared) <= FEW
    functions = tuple(
        _function(style, error_mapping, each, own, shared if is_short else ()) for each in error_mapping.factories
    )
    doc = f"The failures of the contract {contract.name}: a function for each error code that has a message."
    return ErrorsView(
        head=head(contract, "errors", doc),
        builder=builder_name(builder),
        envelope=class_name(built_shape(contract, builder.outcome).name),
        options_name=free(f"{class_name(builder.name)}Options", homes(contract)),
        options=() if is_short else shared,
        functions=functions,
    )


def own_arguments(error_mapping: m.ErrorMapping) -> tuple[m.Parameter, ...]:
    """The parameters of the builder that functions declare, because a code says something about them."""
    placed = [place.parameter for factory in error_mapping.factories for place in factory.placements]
    explicit = differing(error_mapping)
    return tuple(
        each
        for each in error_mapping.builder.parameters
        if each in explicit or each in placed or is_stated(each, error_mapping)
    )


def called(error_mapping: m.ErrorMapping) -> Iterator[str]:
    """The functions of the run-time module that errors.py calls."""
    own = own_arguments(error_mapping)
    for factory in error_mapping.factories:
        for parameter in own:
            yield from called_by_text(text_for(parameter, error_mapping, factory))
        for place in factory.placements:
            yield from called_by_facts(place.fields.values())
            yield from ("plain",) if m.is_record(place.parameter.field.type) else ()


# -- a function -------------------------------------------------------------------------------------------------------


def _function(
    style: t.Style,
    error_mapping: m.ErrorMapping,
    factory: m.ErrorFactory,
    own: Sequence[m.Parameter],
    shared: Sequence[Argument],
) -> FactoryFunction:
    """`shared`: the other arguments of the builder, if the function declares them."""
    arguments = dict(_arguments(style, error_mapping, factory, own))
    positional = [each.name for each in factory.positional]
    taken: set[str] = {*(each.name for each in arguments.values()), *(each.name for each in shared), "options"}
    facts = {}
    for place in factory.placements:
        taken.add(variable := free("facts", taken))
        facts[place.parameter.path] = facts_view(place.fields, variable)
    return FactoryFunction(
        name=function_name(factory.name),
        positional=tuple(arguments[name] for name in positional),
        arguments=(*(each for name, each in arguments.items() if name not in positional), *shared),
        rest=free("options", arguments),
        doc=_doc(factory, error_mapping),
        defaults=tuple(fact_defaults(factory.context)),
        facts=tuple(facts.values()),
        passed=(
            *_passed(error_mapping, factory, own, facts),
            *(NamedValue(each.name, each.name) for each in shared),
        ),
    )


def _arguments(
    style: t.Style, error_mapping: m.ErrorMapping, factory: m.ErrorFactory, own: Sequence[m.Parameter]
) -> Iterator[tuple[str, Argument]]:
    """The arguments that a function declares, by their name in the contract."""
    for field in factory.context:
        yield from ((field.name, each) for each in fact_arguments((field,), style))
    for parameter in own:
        is_required = need_of(parameter, error_mapping, factory) is ArgumentNeed.REQUIRED
        yield parameter.name, parameter_argument(error_mapping.builder, parameter, style, is_required=is_required)


def _passed(
    error_mapping: m.ErrorMapping, factory: m.ErrorFactory, own: Sequence[m.Parameter], facts: Mapping[Path, FactsView]
) -> Iterator[NamedValue]:
    """What a function passes on to the builder: the caller's own words win over those of the code."""
    for at, parameter in enumerate(error_mapping.builder.parameters):
        name = Finished("") if at == 0 else attribute(parameter.name)
        if parameter == error_mapping.code:
            kind, value = parameter.field.type, factory.value.value
            yield NamedValue(attribute(parameter.name), code_value(kind, error_mapping.codes, value))
        elif parameter in own:
            yield NamedValue(name, _value(parameter, text_for(parameter, error_mapping, factory), facts))


def _value(parameter: m.Parameter, text: m.Template, facts: Mapping[Path, FactsView]) -> Finished:
    name, placed = attribute(parameter.name), facts.get(parameter.path)
    if placed is not None:
        given = f"_plain({name})" if m.is_record(parameter.field.type) else name
        return placed.with_more(Finished(f"({given} if {name} else {{}})" if given != name else f"({name} or {{}})"))
    return Finished(f"{name} or {filled(text)}") if text else name


def _doc(factory: m.ErrorFactory, error_mapping: m.ErrorMapping) -> str:
    says = [f"Message: `{m.template_text(factory.message)}`"] if factory.message else []
    says += [f"Remediation: `{m.template_text(factory.remediation)}`"] if factory.remediation else []
    builder, message = error_mapping.builder, error_mapping.message
    rest = f"The other arguments are those of `{builder_name(builder)}`. They override what the error code sets."
    own = (python.parameter_text(attribute(message.name), builder, message),) if message in factory.positional else ()
    return joined((docs_text(factory.docs), *says, *own, *fact_texts(factory.context), rest))
