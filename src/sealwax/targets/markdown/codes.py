"""What is known of codes besides their facts: their texts, their functions, and where each argument goes.

Messages, and arguments without descriptions, are cells in the rows of codes. If a code has more, all have sections.
"""

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


class CodeTexts(Struct, frozen=True):
    """The codes of an enum that have texts, facts or functions."""

    rows: dict[str, CodeSection]
    """By code: what fits into its row, if that is so for all codes."""
    sections: tuple[CodeSection, ...]


def code_texts(enum: m.Enum, contract: m.Contract) -> CodeTexts:
    found = _sections(enum, contract)
    if all(map(_fits_in_row, found)):
        return CodeTexts({each.code.value: each for each in found}, ())
    return CodeTexts({}, found)


def _fits_in_row(section: CodeSection) -> bool:
    """Whether there is one function with the usual name, a message, and arguments that need no words."""
    first, *others = section.functions
    arguments = [field for group in first.arguments.values() for field in group]
    is_usual = not others and not first.signature and not first.remediation and first.docs == section.code.docs
    return is_usual and first.message == section.code.message and not any(
        field.docs != m.Documentation() for field in arguments
    ) and len(first.arguments) < 2  # fmt: skip


def _sections(enum: m.Enum, contract: m.Contract) -> tuple[CodeSection, ...]:
    made, into, mapping = error_factories(enum, contract), _context_of_warnings(enum, contract), contract.error_mapping
    message = mapping.message.name if mapping is not None else ""
    sections = []
    for value in enum.values:
        if not (value.message or value.remediation or value.context or value.value in made):
            continue
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
