"""Error codes and warning codes, with the functions that make them: the arguments that people can fill in."""

from collections.abc import Container, Iterator

from msgspec import Struct

from sealwax.contract import model as m
from sealwax.languages import python
from sealwax.meaning.builders.parameters import Path
from sealwax.meaning.codes.factories import arguments, required
from sealwax.rendering import Finished
from sealwax.targets.reference.codes import argument_groups, destination, error_factories, placed_facts

NARROW, MIDDLE = 9, 14
"""The longest names of error types or severities for which their column is narrow or middle-sized, in characters."""


class ArgumentInput(Struct, frozen=True):
    field: m.Field
    """The field that it sets, or the field of the context."""
    name: str
    python: Finished
    """Its name in Python."""
    destination: str
    """The objects that it goes into, in words."""
    is_required: bool
    is_positional: bool = False


class Function(Struct, frozen=True):
    """A function that makes a failure or a warning, or just the texts of a code that has no function."""

    docs: m.Documentation
    message: str
    remediation: str
    facts: dict[str, tuple[m.Field, ...]]
    """By the words above them: the constants that are always written, or the context of a code without a function."""
    name: str = ""
    module: Finished = Finished("")
    """`errors` or `warnings`; empty if there is no function."""
    arguments: tuple[ArgumentInput, ...] = ()


class CodeEntry(Struct, frozen=True):
    code: m.EnumValue
    kind: m.EnumValue | None
    """The error type or the severity."""
    when: str
    """What it means: its description or, failing that, its message."""
    functions: tuple[Function, ...]


class CodeList(Struct, frozen=True):
    """The codes of an enum, and the values that they can be filtered by."""

    enum: m.Enum
    codes: tuple[CodeEntry, ...]
    kinds: tuple[str, ...]
    statuses: tuple[int, ...]
    retries: tuple[str, ...]
    tiers: tuple[str, ...]
    width: Finished
    """How wide the column of error types or severities has to be: `narrow`, `middle` or `wide`."""


def code_list(enum: m.Enum, contract: m.Contract) -> CodeList:
    kinds = {} if enum.classified_by is None else {kind.value: kind for kind in enum.classified_by.values}
    used = [kinds[code.classified_as] for code in enum.values if code.classified_as in kinds]
    decisions = {kind.retry.decision for kind in used if kind.retry is not None}
    longest = max((len(kind.value) for kind in used), default=0)
    functions = _functions(enum, contract)
    return CodeList(
        enum,
        tuple(_entry(code, kinds.get(code.classified_as), functions.get(code.value, ())) for code in enum.values),
        tuple(dict.fromkeys(kind.value for kind in used)),
        tuple(sorted({kind.http for kind in used if kind.http is not None})),
        tuple(
            each.value for each in (m.RetryDecision.YES, m.RetryDecision.MAYBE, m.RetryDecision.NO) if each in decisions
        ),
        tuple(dict.fromkeys(code.tier.name for code in enum.values if code.tier is not None)),
        Finished("narrow" if longest <= NARROW else "middle" if longest <= MIDDLE else "wide"),
    )


def _entry(code: m.EnumValue, kind: m.EnumValue | None, functions: tuple[Function, ...]) -> CodeEntry:
    has_own_words = code.remediation not in ("", *(each.remediation for each in functions))
    if not functions or has_own_words:
        facts = {"Context": code.context} if code.context and not functions else {}
        functions = (Function(code.docs, code.message, code.remediation, facts), *functions)
    return CodeEntry(code, kind, code.docs.doc or functions[0].message, functions)


def _functions(enum: m.Enum, contract: m.Contract) -> dict[str, tuple[Function, ...]]:
    """The functions of each code that has any."""
    errors, warnings = contract.error_mapping, contract.warning_mapping
    found: dict[str, tuple[Function, ...]] = {}
    if errors is not None:
        made = error_factories(enum, contract).items()
        found |= {code: tuple(_error(each, errors) for each in factories) for code, factories in made}
    if enum.catalogue is m.Catalogue.WARNING_CODES and warnings is not None:
        found |= {each.value.value: (_warning(each, warnings),) for each in warnings.factories}
    return found


def _error(factory: m.ErrorFactory, mapping: m.ErrorMapping) -> Function:
    return Function(
        factory.docs,
        m.template_text(factory.message) or f"{{{mapping.message.name}}}",
        m.template_text(factory.remediation),
        argument_groups(each for each in placed_facts(factory) if isinstance(each[0].type, m.Constant)),
        factory.name,
        Finished("errors"),
        tuple(_error_arguments(factory, mapping)),
    )


def _error_arguments(factory: m.ErrorFactory, mapping: m.ErrorMapping) -> Iterator[ArgumentInput]:
    """The arguments by position, the facts, and what the builder needs besides."""
    needed, paths = required(mapping, factory), {field.name: paths for field, paths in placed_facts(factory)}
    for each in factory.positional:
        if isinstance(each, m.Field):
            yield _fact(each, paths.get(each.name, ()), is_positional=True)
        else:
            yield _parameter(each, is_required=each in needed, is_positional=True)
    yield from (_fact(field, paths[field.name]) for field in factory.context if _is_asked(field, factory.positional))
    for parameter in needed:
        if parameter not in factory.positional:
            yield _parameter(parameter, is_required=True)


def _warning(factory: m.WarningFactory, mapping: m.WarningMapping) -> Function:
    into, code = mapping.context, factory.value
    facts = [(field, () if into is None else ((into.name, field.name),)) for field in code.context]
    needed = [(field, ((field.name,),)) for field in arguments(mapping) if field.is_needed]
    return Function(
        code.docs,
        code.message,
        "",
        argument_groups(each for each in facts if isinstance(each[0].type, m.Constant)),
        code.value,
        Finished("warnings"),
        tuple(_fact(field, paths) for field, paths in (*facts, *needed) if _is_asked(field)),
    )


def _is_asked(field: m.Field, others: Container[object] = ()) -> bool:
    """Whether a fact is an argument: constants are not, nor those that are listed with others."""
    return field not in others and not isinstance(field.type, m.Constant)


def _fact(field: m.Field, paths: tuple[Path, ...], *, is_positional: bool = False) -> ArgumentInput:
    name, to = field.name, destination(field.name, paths)
    return ArgumentInput(field, name, python.argument(name), to, field.is_needed, is_positional)


def _parameter(parameter: m.Parameter, *, is_required: bool, is_positional: bool = False) -> ArgumentInput:
    name, to = parameter.name, destination(parameter.name, (parameter.path,))
    return ArgumentInput(parameter.field, name, python.attribute(name), to, is_required, is_positional)
