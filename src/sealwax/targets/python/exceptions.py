"""Error types -> exceptions.py: an exception for each type, which carries the response."""

from collections.abc import Iterator, Sequence

from msgspec import Struct
from msgspec.structs import replace

from sealwax.contract.model import Contract, Enum, EnumValue, ErrorMapping, Parameter
from sealwax.languages.python import attribute, class_name, docs_text, joined, member
from sealwax.languages.python.types import NONE, STR, Argument, Style, as_argument, either
from sealwax.meaning.builders.demands import demanded_by_type
from sealwax.meaning.builders.parameters import must_be_given
from sealwax.meaning.checks.lowering import outcome_test
from sealwax.meaning.codes.catalogue import policies
from sealwax.meaning.codes.exceptions import Constructor, Delay, TakesCode, constructor_of, delays
from sealwax.naming import CONTRACT_ERROR
from sealwax.rendering import Finished
from sealwax.targets.python.builders import argument_texts, builder_arguments, builder_name, parameter_argument
from sealwax.targets.python.conditions import is_outcome
from sealwax.targets.python.head import Head, head
from sealwax.targets.python.names import built_shape

_TREE = f"`{CONTRACT_ERROR}` is the base of one exception for each error type."


class ExceptionView(Struct, frozen=True):
    value: EnumValue
    """The error type."""
    doc: str
    constructor_doc: str
    """Empty when the constructor of the base will do."""
    arguments: tuple[Argument, ...]
    """What its own constructor names."""
    filled: dict[Finished, Finished]
    """Those for which it passes another value to the constructor of the base, each with that value."""


class ExceptionsView(Struct, frozen=True):
    head: Head
    builder: Finished
    error_mapping: ErrorMapping
    base_doc: str
    response: Finished
    """The class of the response."""
    class_type: Finished
    """The annotation of the error type that a class stands for."""
    class_code: Finished
    """The annotation of the usual code of a class."""
    policies: tuple[str, ...]
    """Those that error types have."""
    delays: tuple[Delay, ...]
    arguments: tuple[Argument, ...]
    """Those of the builder. The first goes by position."""
    arguments_doc: str
    filled: dict[Finished, Finished]
    """Those for which the builder gets another value, each with that value."""
    common: ExceptionView | None
    """The constructor that all exceptions with one of their own share; None if they differ."""
    is_success: Finished
    """The test whether a response is not a failure; empty when every one is."""
    options: tuple[Argument, ...]
    """The arguments that constructors of exceptions only pass on; none where no exception has its own constructor."""
    exceptions: tuple[ExceptionView, ...]


def exceptions_view(contract: Contract, error_mapping: ErrorMapping) -> ExceptionsView:
    builder, style, code = error_mapping.builder, as_argument(contract), error_mapping.code
    code_name, named = attribute(code.name), _named(error_mapping)
    exceptions = tuple(_exception(value, error_mapping, named, style) for value in error_mapping.types.values)
    own = [each for each in exceptions if each.constructor_doc]
    is_common = bool(own) and all(each.filled and each.arguments == own[0].arguments for each in own)
    common = replace(own[0], filled={code_name: Finished(f"{code_name} or self.usual_code")}) if is_common else None
    options = tuple(builder_arguments(builder, style, without=named)) if own else ()
    doc = joined((f"The errors of the contract {contract.name} as exceptions that carry a response.", _TREE))
    fills_type = error_mapping.type is not None and not must_be_given(error_mapping.type)
    type_name = attribute(error_mapping.type.name) if error_mapping.type and fills_type else Finished("")
    code_value = code_name if must_be_given(code) else Finished(f"{code_name} or self.usual_code")
    return ExceptionsView(
        head=head(contract, "exceptions", doc),
        builder=builder_name(builder),
        error_mapping=error_mapping,
        base_doc=_base_doc(error_mapping),
        response=class_name(built_shape(contract, builder.outcome).name),
        class_type=_annotation(error_mapping.types),
        class_code=_annotation(error_mapping.codes, needs_one=common is not None),
        policies=policies(contract),
        delays=delays(error_mapping),
        arguments=tuple(builder_arguments(builder, style)),
        arguments_doc=joined(argument_texts(builder)),
        filled={type_name: Finished(f"{type_name} or self._error_type"), code_name: code_value},
        common=common,
        is_success=is_outcome(outcome_test(builder.outcome), "wire", expected=False),
        options=options,
        exceptions=exceptions,
    )


def called(error_mapping: ErrorMapping) -> Iterator[str]:
    """The functions of the run-time module that exceptions.py calls."""
    yield from ("member_of", "text_in")
    if delays(error_mapping):
        yield "retry_after"


def _annotation(enum: Enum, *, needs_one: bool = False) -> Finished:
    """The type of a class attribute. A subclass in an application can have a value that an open enum does not list."""
    kind = STR if enum.open else class_name(enum.name)
    return kind if needs_one else either(kind, NONE)


def _base_doc(error_mapping: ErrorMapping) -> str:
    arguments = f"It takes the arguments of `{builder_name(error_mapping.builder)}`."
    maker = ", such as one made by a function of `errors`," if error_mapping.factories else ""
    existing = f"`from_response` turns an existing failure{maker} into an exception."
    return joined(("An operation failed. `response` is the answer to send.", f"{arguments} {existing}"))


def _named(error_mapping: ErrorMapping) -> tuple[Parameter, ...]:
    """The arguments that own constructors name: the one that goes by position, the code, and what types demand."""
    demanded = (each for kind in error_mapping.types.values for each in demanded_by_type(error_mapping, kind))
    named = (error_mapping.builder.parameters[0], error_mapping.code, *demanded)
    return tuple({each.name: each for each in named}.values())  # a default can be a list, which cannot be hashed


# -- an error type ----------------------------------------------------------------------------------------------------


def _exception(
    value: EnumValue,
    error_mapping: ErrorMapping,
    named: Sequence[Parameter],
    style: Style,
) -> ExceptionView:
    own, code = constructor_of(error_mapping, value), attribute(error_mapping.code.name)
    usual_code = f"{class_name(error_mapping.codes.name)}.{member(value.usual_code)}"
    needs_code = must_be_given(error_mapping.code) and value.usual_code
    return ExceptionView(
        value=value,
        doc=joined((docs_text(value.docs), " ".join(_facts(value)))),
        constructor_doc=joined(_constructor_doc(code, value, own)),
        arguments=tuple(
            parameter_argument(error_mapping.builder, each, style, is_required=each in own.required) for each in named
        ),
        filled={code: Finished(f"{code} or self.usual_code or {usual_code}")} if needs_code else {},
    )


def _facts(value: EnumValue) -> Iterator[str]:
    if value.http is not None:
        yield f"HTTP status {value.http}."
    if value.usual_code:
        yield f"The code is `{value.usual_code}`, unless you pass another one."


def _constructor_doc(code: Finished, value: EnumValue, own: Constructor) -> Iterator[str]:
    """Nothing unless the class takes its arguments in another way than the base."""
    if own.taking is TakesCode.OPTIONAL:
        yield f"As for `{CONTRACT_ERROR}`; `{code}` is `{value.usual_code}` if it is omitted."
    elif own.taking is TakesCode.REQUIRED:
        yield f"As for `{CONTRACT_ERROR}`, but you must give `{code}`: the contract has no code of this type."
    elif own.is_own:
        yield f"As for `{CONTRACT_ERROR}`."
    if own.demanded:
        names = " and ".join(f"`{attribute(each.name)}`" for each in own.demanded)
        yield f"You must give {names}, because of the error type."
