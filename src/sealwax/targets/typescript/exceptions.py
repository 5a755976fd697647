"""Error types -> exceptions.js: an exception for each type, which carries the response."""

from collections import Counter
from collections.abc import Iterable, Iterator

from msgspec import Struct
from msgspec.structs import replace

from sealwax.contract import model as m
from sealwax.languages import typescript as ts
from sealwax.meaning.builders.parameters import must_be_given
from sealwax.meaning.builders.planning import plan
from sealwax.meaning.checks.lowering import outcome_test
from sealwax.meaning.codes.exceptions import Constructor, Delay, TakesCode, constructor_of, delays
from sealwax.rendering import Finished
from sealwax.targets.typescript.builder_bodies import OPTIONS, builder_name
from sealwax.targets.typescript.builders import ArgumentView, builder_arguments, options_type
from sealwax.targets.typescript.conditions import is_outcome
from sealwax.targets.typescript.declarations import first_line
from sealwax.targets.typescript.types import Printer, uses_payload


class Read(Struct, frozen=True):
    """A value that an exception reads."""

    value: Finished
    """The expression that reads it."""
    is_certain: bool
    """Whether every failure has it."""


class ExceptionView(Struct, frozen=True):
    error_type: m.EnumValue
    doc: Finished
    arguments: tuple[ArgumentView, ...]
    """Those of its constructor; empty when they are those of the base."""


class ExceptionsView(Struct, frozen=True):
    """exceptions.js, and its part of index.d.ts"""

    header: Finished
    mapping: m.ErrorMapping
    has_cause: bool
    """Whether the option `cause` is that of every `Error`, and not one of the builder."""
    fills_code: bool
    """Whether some class fills in the option for the code."""
    fills_type: bool
    """Whether the classes fill in the option for the error type."""
    message: Read
    code: Read
    type: Read | None
    """The error type of a failure; None if the failure only has a code."""
    has_type: bool
    """Whether each failure has an error type, its own or that of its code."""
    has_known_type: bool
    """Whether that is always one that the contract lists."""
    delays: tuple[Delay, ...]
    is_success: Finished
    """The test whether `response` is not a failure; empty when every one is."""
    arguments: tuple[ArgumentView, ...]
    options: Finished
    """The type of the options that several classes take; empty if there is none, or if it is that of the base."""
    exceptions: tuple[ExceptionView, ...]

    @property
    def helpers(self) -> frozenset[str]:
        return frozenset({"retryAfter"} if self.delays else ())


_OPTIONS_TYPE = Finished("ExceptionOptions")


def exceptions_view(contract: m.Contract, mapping: m.ErrorMapping) -> ExceptionsView:
    printer, builder = Printer(contract), mapping.builder
    arguments = _arguments(mapping, constructor_of(mapping), printer)
    exceptions = tuple(_exception(mapping, value, printer) for value in mapping.types.values)
    code, kind = _read(mapping.code, builder), _read(mapping.type, builder) if mapping.type else None
    is_listed = code.is_certain and not mapping.codes.open
    has_type = bool(kind and kind.is_certain) or (
        is_listed and all(each.classified_as for each in mapping.codes.values)
    )
    first, shared = builder.parameters[0], _shared(exceptions)
    return ExceptionsView(
        header=first_line(contract),
        mapping=mapping,
        has_cause=_has_cause(builder),
        fills_code=mapping.code != first and any(each.usual_code for each in mapping.types.values),
        fills_type=mapping.type not in (None, first) and not must_be_given(mapping.type),
        message=_read(mapping.message, builder),
        code=code,
        type=kind,
        has_type=has_type,
        has_known_type=has_type and not (kind and mapping.types.open),
        delays=delays(mapping),
        is_success=is_outcome(outcome_test(builder.outcome), "response", expected=False),
        arguments=arguments,
        options=shared,
        exceptions=tuple(_sharing(each, shared) for each in exceptions),
    )


def _shared(exceptions: Iterable[ExceptionView]) -> Finished:
    """The type of options that most classes declare, if several do."""
    counts = Counter(each.arguments[-1].type for each in exceptions if each.arguments)
    spelled, count = max(counts.items(), key=lambda pair: pair[1], default=(Finished(""), 0))
    return spelled if count > 1 else Finished("")


def _sharing(exception: ExceptionView, shared: Finished) -> ExceptionView:
    """The class, with the name of the shared type in place of its definition."""
    arguments = (replace(each, type=_OPTIONS_TYPE) if each.type == shared else each for each in exception.arguments)
    return replace(exception, arguments=tuple(arguments))


def _exception(mapping: m.ErrorMapping, error_type: m.EnumValue, printer: Printer) -> ExceptionView:
    constructor = constructor_of(mapping, error_type)
    own = _arguments(mapping, constructor, printer) if constructor.is_own else ()
    return ExceptionView(error_type, ts.docs_doc(error_type.docs, " ".join(_facts(error_type))), own)


def _facts(error_type: m.EnumValue) -> Iterator[str]:
    if error_type.http is not None:
        yield f"HTTP status {error_type.http}."
    if error_type.usual_code:
        yield f"Its code is `{error_type.usual_code}`, unless you pass another one."


def _read(parameter: m.Parameter, builder: m.Builder) -> Read:
    """How the value of an argument is read from a failure, which has each part of its path or may lack it."""
    fields, value, is_certain = builder.outcome.fields, "response", True
    for key in parameter.path:
        member = ts.member(key)
        value += member if is_certain else f"?.{member.removeprefix('.')}"
        field = next((each for each in fields if each.name == key), None)
        is_certain = is_certain and field is not None and field.required and not _takes_null(field)
        fields = m.fields_of(field.type) if field is not None else ()
    return Read(Finished(value), is_certain)


def _takes_null(field: m.Field) -> bool:
    return field.readers_accept_null or isinstance(field.type, m.Nullable | m.Null)


# -- the arguments of constructors ------------------------------------------------------------------------------------


def _arguments(mapping: m.ErrorMapping, constructor: Constructor, printer: Printer) -> tuple[ArgumentView, ...]:
    """Those of the builder, but for the code and what the type demands, and with the cause of the error."""
    builder, first, taking = mapping.builder, mapping.builder.parameters[0], constructor.taking
    needs_options = any(each != first for each in constructor.required)
    found = next(builder_arguments(builder, plan(builder), printer))
    kind = Finished(f"Parameters<typeof {builder_name(builder)}>[0]") if uses_payload((first.field,)) else found.type
    is_optional = found.is_optional
    if first == mapping.code and taking is not TakesCode.AS_BUILDER:
        is_optional = taking is TakesCode.OPTIONAL
        kind = Finished(f"{kind} | null" if is_optional else f"NonNullable<{kind}>")
    if first in constructor.demanded:
        is_optional, kind = False, printer.type(first.field.type)
    if is_optional and needs_options:
        is_optional, kind = False, Finished(f"{kind} | undefined")
    options = ArgumentView(OPTIONS, not needs_options, _options(mapping, constructor, printer))
    return ArgumentView(found.name, is_optional, kind), options


def _options(mapping: m.ErrorMapping, constructor: Constructor, printer: Printer) -> Finished:
    builder, taking = mapping.builder, constructor.taking
    base = str(options_type(builder))
    replaced = {
        ts.option_key(each.name): f": {printer.type(each.field.type)}"
        for each in constructor.demanded
        if each in builder.parameters[1:]
    }
    if mapping.code in builder.parameters[1:] and taking is not TakesCode.AS_BUILDER:
        key = ts.option_key(mapping.code.name)
        is_optional, spelled = taking is TakesCode.OPTIONAL, f"{base}[{ts.string(key)}]"
        replaced[key] = f"?: {spelled} | null | undefined" if is_optional else f": NonNullable<{spelled}>"
    own = [f"{key}{entry}" for key, entry in replaced.items()]
    own += ["cause?: unknown"] if _has_cause(builder) else []
    base = f"Omit<{base}, {' | '.join(map(ts.string, replaced))}>" if replaced else base
    if len(own) > 1:
        lines = ";\n  ".join(own)
        return Finished(f"{base} & {{\n  {lines};\n}}")
    return Finished(f"{base} & {{ {own[0]} }}" if own else base)


def _has_cause(builder: m.Builder) -> bool:
    """Whether the option `cause` is free for the cause of an error."""
    return all(ts.option_key(each.name) != "cause" for each in builder.parameters)
