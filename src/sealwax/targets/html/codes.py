"""Error codes and warning codes, with the functions that make them: the arguments that people can fill in."""

from collections.abc import Iterable, Iterator

from msgspec import Struct

from sealwax.contract import model as m
from sealwax.languages import json_line, python, typescript
from sealwax.meaning.error_functions import required
from sealwax.meaning.samples import illustrative
from sealwax.meaning.warning_functions import arguments
from sealwax.rendering import Finished

_KINDS: dict[type, str] = {m.String: "text", m.Integer: "integer", m.Number: "number", m.Boolean: "boolean"}


class Argument(Struct, frozen=True):
    field: m.Field
    """Where it goes, or the field of the context."""
    name: str
    python: Finished
    typescript: Finished
    kind: Finished
    """How the text of its input is read: `text`, `integer`, `number`, `boolean` or `json`."""
    is_required: bool
    is_positional: bool
    sample: str
    """The text that its input starts with."""


class Function(Struct, frozen=True):
    """A function that makes a failure or a warning, or just the texts of a code that has no function."""

    name: str
    docs: m.Documentation
    message: str
    remediation: str
    module: Finished
    """`errors` or `warnings`; empty if there is no function."""
    python: Finished
    typescript: Finished
    arguments: tuple[Argument, ...]


class CodeEntry(Struct, frozen=True):
    code: m.EnumValue
    kind: m.EnumValue | None
    """The error type or the severity."""
    functions: tuple[Function, ...]


class Catalogue(Struct, frozen=True):
    """The codes of an enum, and the values that they can be filtered by."""

    enum: m.Enum
    codes: tuple[CodeEntry, ...]
    kinds: tuple[str, ...]
    statuses: tuple[int, ...]
    retries: tuple[str, ...]
    tiers: tuple[str, ...]


def catalogue_of(enum: m.Enum, contract: m.Contract) -> Catalogue:
    kinds = {} if enum.classified_by is None else {kind.value: kind for kind in enum.classified_by.values}
    used = [kinds[code.classified_as] for code in enum.values if code.classified_as in kinds]
    decisions = {kind.retry.decision for kind in used if kind.retry is not None}
    return Catalogue(
        enum,
        tuple(CodeEntry(code, kinds.get(code.classified_as), _functions(code, enum, contract)) for code in enum.values),
        tuple(dict.fromkeys(kind.value for kind in used)),
        tuple(sorted({kind.http for kind in used if kind.http is not None})),
        tuple(
            each.value for each in (m.RetryDecision.YES, m.RetryDecision.MAYBE, m.RetryDecision.NO) if each in decisions
        ),
        tuple(dict.fromkeys(code.tier.name for code in enum.values if code.tier is not None)),
    )


def _functions(code: m.EnumValue, enum: m.Enum, contract: m.Contract) -> tuple[Function, ...]:
    errors, warnings = contract.error_mapping, contract.warning_mapping
    found: list[Function] = []
    if enum.catalogue is m.Catalogue.ERROR_CODES and errors is not None:
        found += (_error(each, errors) for each in errors.factories if each.value.value == code.value)
    if enum.catalogue is m.Catalogue.WARNING_CODES and warnings is not None:
        found += (_warning(each, warnings) for each in warnings.factories if each.value.value == code.value)
    empty = Finished("")
    return tuple(found) or (Function("", code.docs, code.message, code.remediation, empty, empty, empty, ()),)


def _error(factory: m.ErrorFactory, mapping: m.ErrorMapping) -> Function:
    from sealwax.targets.python.errors import function_name

    return Function(
        factory.name,
        factory.docs,
        m.template_text(factory.message),
        m.template_text(factory.remediation),
        Finished("errors"),
        function_name(factory.name),
        typescript.function_name(factory.name),
        tuple(_error_arguments(factory, mapping)),
    )


def _error_arguments(factory: m.ErrorFactory, mapping: m.ErrorMapping) -> Iterator[Argument]:
    """The arguments by position, the facts, and what the builder needs besides."""
    needed = required(mapping, factory)
    for each in factory.positional:
        if isinstance(each, m.Field):
            yield _fact(each, is_positional=True)
        else:
            yield _parameter(each, is_required=each in needed, is_positional=True)
    yield from _facts(field for field in factory.context if field not in factory.positional)
    for parameter in needed:
        if parameter not in factory.positional:
            yield _parameter(parameter, is_required=True, is_positional=False)


def _warning(factory: m.WarningFactory, mapping: m.WarningMapping) -> Function:
    from sealwax.targets.python.errors import function_name

    needed = [field for field in arguments(mapping) if field.is_needed]
    return Function(
        factory.value.value,
        factory.value.docs,
        factory.value.message,
        "",
        Finished("warnings"),
        function_name(factory.value.value),
        typescript.function_name(factory.value.value),
        (*_facts(factory.value.context), *_facts(needed)),
    )


def _facts(fields: Iterable[m.Field]) -> Iterator[Argument]:
    yield from (_fact(field) for field in fields if not isinstance(field.type, m.Constant))


def _fact(field: m.Field, *, is_positional: bool = False) -> Argument:
    names = python.argument(field.name), typescript.option_key(field.name)
    return Argument(field, field.name, *names, _kind(field.type), field.is_needed, is_positional, _sample(field))


def _parameter(parameter: m.Parameter, *, is_required: bool, is_positional: bool) -> Argument:
    field, name = parameter.field, parameter.name
    names = python.attribute(name), typescript.option_key(name)
    sample = _sample(field) if is_required else ""
    return Argument(field, name, *names, _kind(field.type), is_required, is_positional, sample)


def _kind(kind: m.Type) -> Finished:
    inner = m.bare(kind)
    if isinstance(inner, m.Reference) and not isinstance(inner.target, m.Record):
        return Finished("text")
    return Finished(_KINDS.get(type(inner), "json"))


def _sample(field: m.Field) -> str:
    """The illustrative value of a required field as the text of its input; empty if there is none."""
    value = illustrative(field) if field.is_needed else m.ABSENT
    if isinstance(value, m.Absent):
        return ""
    return value if isinstance(value, str) and _kind(field.type) == "text" else json_line(value)
