"""What the function for an error code takes beside the facts of the code: the parameters of the builder."""

from enum import Enum, auto

from sealwax.contract import model as m
from sealwax.meaning.builder_sources import must_be_given


class Need(Enum):
    """How a function for a code treats a parameter of the builder."""

    FIXED = auto()
    """It is the code."""
    STATED = auto()
    """The code has a text for it, which the caller can replace."""
    REQUIRED = auto()
    """The caller has to give it."""
    OPTIONAL = auto()


def text_for(parameter: m.Parameter, mapping: m.ErrorMapping, factory: m.ErrorFactory) -> m.Template:
    """The text that a code has for a parameter; empty if there is none."""
    if parameter == mapping.message:
        return factory.message
    return factory.remediation if parameter == mapping.remediation else ()


def is_stated(parameter: m.Parameter, mapping: m.ErrorMapping) -> bool:
    """Whether a code has a text for a parameter."""
    return any(text_for(parameter, mapping, factory) for factory in mapping.factories)


def need_of(parameter: m.Parameter, mapping: m.ErrorMapping, factory: m.ErrorFactory) -> Need:
    if parameter == mapping.code:
        return Need.FIXED
    if text_for(parameter, mapping, factory):
        return Need.STATED
    is_required = must_be_given(parameter) or parameter == mapping.message or parameter in factory.demanded
    return Need.REQUIRED if is_required else Need.OPTIONAL


def required(mapping: m.ErrorMapping, factory: m.ErrorFactory) -> tuple[m.Parameter, ...]:
    """The parameters that a call of the function must give."""
    return tuple(each for each in mapping.builder.parameters if need_of(each, mapping, factory) is Need.REQUIRED)


def differing(mapping: m.ErrorMapping) -> tuple[m.Parameter, ...]:
    """The parameters that some functions take by position, or have to be given, and others do not."""
    factories = mapping.factories
    return tuple(
        each
        for each in mapping.builder.parameters
        if any(each in factory.positional or each in factory.demanded for factory in factories)
        or len({need_of(each, mapping, factory) is Need.REQUIRED for factory in factories}) > 1
    )


def changed(mapping: m.ErrorMapping, factory: m.ErrorFactory) -> tuple[m.Parameter, ...]:
    """The parameters that a function takes in another way than the builder."""
    return tuple(
        each
        for each in mapping.builder.parameters
        if each == mapping.code
        or each in factory.positional
        or must_be_given(each) != (need_of(each, mapping, factory) is Need.REQUIRED)
    )
