"""The sections of codes in errors.md and warnings.md: their texts, their functions, and where each argument goes."""

from collections.abc import Iterable, Iterator
from typing import TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from sealwax.contract import model as m
from sealwax.languages.markdown import code, text
from sealwax.meaning import wording
from sealwax.meaning.builder_sources import Path
from sealwax.rendering import Finished

Places: TypeAlias = dict[str, tuple[Path, ...]]
"""By argument: the paths of the keys that it becomes."""


class Function(Struct, frozen=True):
    """A function that makes a failure or a warning, or just the texts and facts of a code that has no function."""

    signature: Finished
    """The name and the arguments that are passed by position; empty if the name is that of the code."""
    docs: m.Documentation
    message: str
    remediation: str
    context: tuple[m.Field, ...]
    arguments: dict[Finished, tuple[Finished, ...]]
    """A line for each argument, by the objects that they go into."""


class CodeSection(Struct, frozen=True):
    """A code with texts, facts or functions."""

    code: m.EnumValue
    functions: tuple[Function, ...]


def codes_with_section(enum: m.Enum, contract: m.Contract) -> tuple[m.EnumValue, ...]:
    made = _factories(enum, contract)
    return tuple(each for each in enum.values if each.message or each.remediation or each.context or each.value in made)


def code_sections(enum: m.Enum, contract: m.Contract) -> tuple[CodeSection, ...]:
    made, into, mapping = _factories(enum, contract), _context_of_warnings(enum, contract), contract.error_mapping
    message = mapping.message.name if mapping is not None else ""
    sections = []
    for value in codes_with_section(enum, contract):
        factories = made.get(value.value, [])
        functions = [_function(each, message, is_alone=len(factories) == 1) for each in factories]
        if not functions or value.remediation not in ("", *(each.remediation for each in functions)):
            functions.insert(0, _plain(value, into, is_alone=not functions))
        sections.append(CodeSection(value, tuple(functions)))
    return tuple(sections)


def _factories(enum: m.Enum, contract: m.Contract) -> dict[str, list[m.ErrorFactory]]:
    """The functions of each error code."""
    found: dict[str, list[m.ErrorFactory]] = {}
    if enum.catalogue is m.Catalogue.ERROR_CODES and contract.error_mapping is not None:
        for factory in contract.error_mapping.factories:
            found.setdefault(factory.value.value, []).append(factory)
    return found


def _context_of_warnings(enum: m.Enum, contract: m.Contract) -> str:
    """The field of a warning that receives the arguments; empty if there is none."""
    mapping = contract.warning_mapping
    if enum.catalogue is not m.Catalogue.WARNING_CODES or mapping is None or mapping.context is None:
        return ""
    return mapping.context.name


def _plain(value: m.EnumValue, into: str, *, is_alone: bool) -> Function:
    """The texts of a code, and its facts unless its functions have their own."""
    context = value.context if is_alone else ()
    places: Places = {field.name: ((into, field.name),) for field in context} if into else {}
    lines = _lines(((field, places.get(field.name, ())) for field in context), "Arguments" if into else "Context")
    return Function(Finished(""), value.docs, value.message, value.remediation, context, lines)


def _function(factory: m.ErrorFactory, message: str, *, is_alone: bool) -> Function:
    is_plain = is_alone and factory.name == factory.value.value and not factory.positional
    signature = f"{factory.name}({', '.join(each.name for each in factory.positional)})"
    places: Places = {}
    for placement in factory.placements:
        for key, field in placement.fields.items():
            places[field.name] = (*places.get(field.name, ()), (*placement.parameter.path, key))
    arguments = [(field, places.get(field.name, ())) for field in factory.context]
    demanded = [(replace(each.field, name=each.name, level=m.Level.MUST), (each.path,)) for each in factory.demanded]
    return Function(
        Finished("") if is_plain else code(signature),
        factory.docs,
        m.template_text(factory.message) or f"{{{message}}}",
        m.template_text(factory.remediation),
        factory.context,
        _lines([*arguments, *demanded], "Arguments"),
    )


# -- arguments --------------------------------------------------------------------------------------------------------


def _lines(arguments: Iterable[tuple[m.Field, tuple[Path, ...]]], heading: str) -> dict[Finished, tuple[Finished, ...]]:
    found: dict[Finished, tuple[Finished, ...]] = {}
    for field, paths in arguments:
        place = wording.listed((code(".".join(each)) for each in _objects(field.name, paths)), "and") if paths else ""
        if heading == "Arguments":
            place = f"in {place}" if place else "in the text only"
        is_written = heading == "Arguments" and isinstance(field.type, m.Constant)
        label = Finished(", ".join(filter(None, ("Always" if is_written else heading, place))))
        found[label] = (*found.get(label, ()), _line(field))
    return found


def _objects(name: str, paths: tuple[Path, ...]) -> Iterator[Path]:
    """The objects in which an argument becomes a key; the whole path where the key has another name."""
    for path in paths:
        yield path[:-1] if len(path) > 1 and path[-1] == name else path


def _line(field: m.Field) -> Finished:
    """An argument, or a constant that is written, on one line."""
    if isinstance(field.type, m.Constant):
        kind = wording.quoted(field.type.value)
    else:
        has_default = field.default is not m.ABSENT
        optional = f"default {wording.default_words(field)}" if has_default else "" if field.required else "optional"
        words = (wording.type_words(field.type), *wording.field_words(field), optional)
        kind = ", ".join(filter(None, words))
    doc = " ".join((field.docs.doc, *wording.lifecycle_words(field.docs)))
    return Finished(f"{code(field.name)}: {text(f'{kind}. {doc}')}".rstrip())
