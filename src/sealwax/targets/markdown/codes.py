"""The sections of codes in errors.md and warnings.md: their texts, their functions, and where each argument goes."""

from msgspec import Struct
from msgspec.structs import replace

from sealwax.contract import model as m
from sealwax.languages.markdown import code
from sealwax.rendering import Finished
from sealwax.targets.reference.codes import argument_groups, error_factories, placed_facts


class Function(Struct, frozen=True):
    """A function that makes a failure or a warning, or just the texts and facts of a code that has no function."""

    signature: Finished
    """The name and the arguments that are passed by position; empty if the name is that of the code."""
    docs: m.Documentation
    message: str
    remediation: str
    context: tuple[m.Field, ...]
    arguments: dict[str, tuple[m.Field, ...]]
    """By the words above them: the arguments, and the constants that are always written."""


class CodeSection(Struct, frozen=True):
    """A code with texts, facts or functions."""

    code: m.EnumValue
    functions: tuple[Function, ...]


def codes_with_section(enum: m.Enum, contract: m.Contract) -> tuple[m.EnumValue, ...]:
    made = error_factories(enum, contract)
    return tuple(each for each in enum.values if each.message or each.remediation or each.context or each.value in made)


def code_sections(enum: m.Enum, contract: m.Contract) -> tuple[CodeSection, ...]:
    made, into, mapping = error_factories(enum, contract), _context_of_warnings(enum, contract), contract.error_mapping
    message = mapping.message.name if mapping is not None else ""
    sections = []
    for value in codes_with_section(enum, contract):
        factories = made.get(value.value, [])
        functions = [_function(each, message, is_alone=len(factories) == 1) for each in factories]
        if not functions or value.remediation not in ("", *(each.remediation for each in functions)):
            functions.insert(0, _plain(value, into, is_alone=not functions))
        sections.append(CodeSection(value, tuple(functions)))
    return tuple(sections)


def _context_of_warnings(enum: m.Enum, contract: m.Contract) -> str:
    """The field of a warning that receives the arguments; empty if there is none."""
    mapping = contract.warning_mapping
    if enum.catalogue is not m.Catalogue.WARNING_CODES or mapping is None or mapping.context is None:
        return ""
    return mapping.context.name


def _plain(value: m.EnumValue, into: str, *, is_alone: bool) -> Function:
    """The texts of a code, and its facts unless its functions have their own."""
    context = value.context if is_alone else ()
    if into:
        arguments = argument_groups((field, ((into, field.name),)) for field in context)
    else:
        arguments = {"Context": context} if context else {}
    return Function(Finished(""), value.docs, value.message, value.remediation, context, arguments)


def _function(factory: m.ErrorFactory, message: str, *, is_alone: bool) -> Function:
    is_plain = is_alone and factory.name == factory.value.value and not factory.positional
    signature = f"{factory.name}({', '.join(each.name for each in factory.positional)})"
    demanded = [(replace(each.field, name=each.name, level=m.Level.MUST), (each.path,)) for each in factory.demanded]
    return Function(
        Finished("") if is_plain else code(signature),
        factory.docs,
        m.template_text(factory.message) or f"{{{message}}}",
        m.template_text(factory.remediation),
        factory.context,
        argument_groups([*placed_facts(factory), *demanded]),
    )
