"""Error codes -> errors.py: a function for each code that has a message."""

from collections.abc import Iterator, Sequence

from msgspec import Struct

from sealwax.contract import model as m
from sealwax.languages import free, python
from sealwax.languages.python import attribute, class_name, docs_text, joined
from sealwax.languages.python import types as t
from sealwax.languages.python.types import Argument, NamedValue
from sealwax.meaning.codes.factories import ArgumentNeed, differing, is_stated, need_of, text_for
from sealwax.rendering import Finished
from sealwax.targets.python.builders import builder_arguments, builder_name, parameter_argument
from sealwax.targets.python.facts import (
    FactoryFunction,
    code_value,
    fact_arguments,
    fact_defaults,
    fact_texts,
    facts_view,
    filled,
    function_name,
    is_text,
)
from sealwax.targets.python.head import Head, head
from sealwax.targets.python.names import built_shape, homes


class ErrorsView(Struct, frozen=True):
    head: Head
    builder: Finished
    envelope: Finished
    code: Finished
    """The builder's argument for the code."""
    options_name: Finished
    """The class of the arguments that all functions share."""
    options: tuple[Argument, ...]
    functions: tuple[FactoryFunction, ...]


_STATED = "If it is omitted, the text of the code is used."


def errors_view(contract: m.Contract, error_mapping: m.ErrorMapping) -> ErrorsView:
    style, builder = t.as_argument(contract), error_mapping.builder
    explicit = differing(error_mapping)
    stated = dict.fromkeys((each.name for each in builder.parameters if is_stated(each, error_mapping)), _STATED)
    shared = tuple(builder_arguments(builder, style, without=(error_mapping.code, *explicit), optional=stated))
    functions = tuple(_function(style, error_mapping, each, explicit) for each in error_mapping.factories)
    doc = f"The failures of the contract {contract.name}: a function for each error code that has a message."
    return ErrorsView(
        head=head(contract, "errors", doc),
        builder=builder_name(builder),
        envelope=class_name(built_shape(contract, builder.outcome).name),
        code=attribute(error_mapping.code.name),
        options_name=free(f"{class_name(builder.name)}Options", homes(contract)),
        options=shared,
        functions=functions,
    )


# -- a function -------------------------------------------------------------------------------------------------------


def _function(
    style: t.Style, error_mapping: m.ErrorMapping, factory: m.ErrorFactory, explicit: Sequence[m.Parameter]
) -> FactoryFunction:
    arguments = dict(_arguments(style, error_mapping, factory, explicit))
    positional = [each.name for each in factory.positional]
    facts = tuple(facts_view(place.fields, attribute(place.parameter.name)) for place in factory.placements)
    return FactoryFunction(
        name=function_name(factory.name),
        positional=tuple(arguments[name] for name in positional),
        arguments=tuple(each for name, each in arguments.items() if name not in positional),
        rest=free("options", arguments),
        doc=_doc(factory, error_mapping),
        texts=tuple(python.argument(field.name) for field in factory.context if is_text(field)),
        defaults=tuple(fact_defaults(factory.context)),
        facts=facts,
        code=code_value(error_mapping.code.field.type, error_mapping.codes, factory.value.value),
        stated=(*_texts(error_mapping, factory, explicit), *(NamedValue(each.variable, each.object) for each in facts)),
    )


def _arguments(
    style: t.Style, error_mapping: m.ErrorMapping, factory: m.ErrorFactory, explicit: Sequence[m.Parameter]
) -> Iterator[tuple[str, Argument]]:
    """The arguments that a function declares, by their name in the contract."""
    for field in factory.context:
        yield from ((field.name, each) for each in fact_arguments((field,), style))
    for parameter in explicit:
        is_required = need_of(parameter, error_mapping, factory) is ArgumentNeed.REQUIRED
        yield parameter.name, parameter_argument(error_mapping.builder, parameter, style, is_required=is_required)


def _texts(
    error_mapping: m.ErrorMapping, factory: m.ErrorFactory, explicit: Sequence[m.Parameter]
) -> Iterator[NamedValue]:
    """What a function passes on. The caller's own win; they are among the shared arguments unless they are explicit."""
    for parameter in error_mapping.builder.parameters:
        name, text = attribute(parameter.name), text_for(parameter, error_mapping, factory)
        if parameter in explicit:
            yield NamedValue(name, Finished(f"{name} or {_bracketed(text)}") if text else name)
        elif text:
            yield NamedValue(name, filled(text))


def _bracketed(template: m.Template) -> Finished:
    has_several = len(template) > 1 and any(isinstance(part, m.OptionalPart) for part in template)
    return Finished(f"({filled(template)})") if has_several else filled(template)


def _doc(factory: m.ErrorFactory, error_mapping: m.ErrorMapping) -> str:
    says = [f"Message: `{m.template_text(factory.message)}`"] if factory.message else []
    says += [f"Remediation: `{m.template_text(factory.remediation)}`"] if factory.remediation else []
    builder, message = error_mapping.builder, error_mapping.message
    rest = f"The other arguments are those of `{builder_name(builder)}`. They override what the error code sets."
    own = (python.parameter_text(attribute(message.name), builder, message),) if message in factory.positional else ()
    return joined((docs_text(factory.docs), *says, *own, *fact_texts(factory.context), rest))
