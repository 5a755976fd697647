"""Error types -> exceptions.py: an exception for each type, which carries the response."""

from collections.abc import Iterator, Sequence

from sealwax.contract.model import ABSENT, Contract, Enum, EnumValue, ErrorMapping, Parameter
from sealwax.frozen import frozen
from sealwax.languages.python import attribute, class_name, docs_text, exception_name, joined, member, parameter_text
from sealwax.languages.python.imports import FUTURE, deferred_import_lines
from sealwax.languages.python.types import NONE, STR, Style, as_argument, either, field_annotation, spell
from sealwax.naming import CONTRACT_ERROR
from sealwax.project.package_names import python_module
from sealwax.rendering import Finished
from sealwax.targets.python.arguments import Argument, argument, builder_argument, is_required, names_of
from sealwax.targets.python.builders import builder_name
from sealwax.targets.python.clock import HOMES as CLOCK_HOMES
from sealwax.targets.python.clock import clock_arguments, clock_texts
from sealwax.targets.python.envelope import is_handed_on
from sealwax.targets.python.inheritance import base_imports
from sealwax.targets.python.names import built_name, homes
from sealwax.targets.python.responses import HOMES as RESPONSE_HOMES
from sealwax.targets.python.responses import TEXT_AT

_TREE = f"`{CONTRACT_ERROR}` is the base of one exception for each error type."


@frozen
class Passed:
    """An argument that a constructor passes on."""

    name: Finished
    """Empty when it goes by position."""
    value: Finished


@frozen
class Constructor:
    positional: tuple[Argument, ...]
    keywords: tuple[Argument, ...]
    takes_options: bool
    """Whether the arguments that it only passes on are those of a TypedDict."""
    doc: str
    passed: tuple[Passed, ...]


@frozen
class ExceptionView:
    name: Finished
    bases: tuple[Finished, ...]
    doc: str
    error_type: Finished
    """The member of the enum."""
    error_code: Finished
    """The usual code of the type, as a member; empty when there is none."""
    constructor: Constructor | None
    """What differs from the base, if anything does."""


@frozen
class ClassRow:
    """An error type, and its exception."""

    value: str
    name: Finished


@frozen
class ExceptionsView:
    header: Finished
    doc: str
    imports: tuple[Finished, ...]
    bases: tuple[Finished, ...]
    """The exceptions of base packages that `ContractError` inherits from."""
    base_doc: str
    itself: Finished
    """The name of the base in annotations of its own methods."""
    envelope: Finished
    response: Finished
    """The class of the response in arguments: that of the lowest package."""
    type_annotation: Finished
    code_annotation: Finished
    types: Finished
    codes: Finished
    message: Finished
    code: Finished
    """The expression for the code that an exception has."""
    constructor: Constructor
    options: tuple[Argument, ...]
    """The arguments that constructors of exceptions only pass on; none where no exception has its own constructor."""
    exceptions: tuple[ExceptionView, ...]
    classes: tuple[ClassRow, ...]
    message_path: tuple[str, ...]
    type_path: tuple[str, ...]
    """Empty when no field of the envelope holds the error type."""
    code_path: tuple[str, ...]


def exceptions_view(contract: Contract, error_mapping: ErrorMapping, header: Finished) -> ExceptionsView:
    builder, style = error_mapping.builder, as_argument(contract)
    envelope, build = built_name(contract.envelope, builder.outcome), f"{builder_name(builder)} as _build"
    arguments = (*(builder_argument(each, style) for each in builder.parameters), *clock_arguments(builder))
    types, codes = class_name(error_mapping.types.name), class_name(error_mapping.codes.name)
    below = [base for base in contract.bases if base.error_mapping is not None]
    modules, response = _carried(contract, envelope)
    exceptions = tuple(_exception(value, error_mapping, below, style) for value in error_mapping.types.values)
    has_own = any(each.constructor is not None for each in exceptions)
    options = tuple(_options(error_mapping, style)) if has_own else ()
    used = {response, build, types, codes, TEXT_AT, "Any", "ClassVar", *names_of(arguments)}
    used |= {"TypedDict", "Unpack"} if options else set()
    used |= {"Required"} if any(not each.default for each in options) else set()
    own = homes(contract) | CLOCK_HOMES | RESPONSE_HOMES | {build: ".builders"}
    imports = deferred_import_lines(used, own, ".exceptions", base_imports((*map(_module, below), *modules), {}))
    return ExceptionsView(
        header=header,
        doc=joined((f"The errors of the contract {contract.name} as exceptions that carry a response.", _TREE)),
        imports=imports,
        bases=tuple(Finished(f"{_module(base)}.{CONTRACT_ERROR}") for base in below),
        base_doc=_base_doc(error_mapping),
        # Without deferred annotations, Python evaluates these before the class is there.
        itself=Finished(CONTRACT_ERROR if FUTURE in imports else f'"{CONTRACT_ERROR}"'),
        envelope=envelope,
        response=response,
        type_annotation=_annotation(error_mapping.types),
        code_annotation=_annotation(error_mapping.codes),
        types=types,
        codes=codes,
        message=attribute(error_mapping.message.name),
        code=_code(error_mapping),
        constructor=_constructor(error_mapping, arguments),
        options=options,
        exceptions=exceptions,
        classes=tuple(ClassRow(each.value, exception_name(each.value)) for each in error_mapping.types.values),
        message_path=error_mapping.message.path,
        type_path=error_mapping.type.path if error_mapping.type is not None else (),
        code_path=error_mapping.code.path,
    )


def exported_names(contract: Contract) -> tuple[Finished, ...]:
    if contract.error_mapping is None:
        return ()
    return Finished(CONTRACT_ERROR), *(exception_name(value.value) for value in contract.error_mapping.types.values)


def _annotation(enum: Enum) -> Finished:
    """The type of a class attribute. To Python, values that an extending contract adds to an open enum are strings."""
    return spell(either(class_name(enum.name), *((STR,) if enum.open else ()), NONE))


def _carried(contract: Contract, name: Finished) -> tuple[tuple[str, ...], Finished]:
    """The class of the response that an exception carries, and the module to import it from, if any.

    An exception has to take what those below it take: the class of the lowest package, unless it is the same class.
    """
    lowest, is_same = contract, True
    while lowest.bases:
        is_same = is_same and is_handed_on(lowest, name, lowest.bases[0])
        lowest = lowest.bases[0]
    module = f"{python_module(lowest)}.envelope"
    return ((), name) if is_same else ((module,), Finished(f"{module}.{name}"))


def _module(base: Contract) -> str:
    return f"{python_module(base)}.exceptions"


# -- the base ---------------------------------------------------------------------------------------------------------


def _base_doc(error_mapping: ErrorMapping) -> str:
    arguments = f"It takes the arguments of `{builder_name(error_mapping.builder)}`."
    maker = ", such as one made by a function of `errors`," if error_mapping.factories else ""
    existing = f"`from_response` turns an existing failure{maker} into an exception."
    return joined(("An operation failed. `response` is the answer to send.", f"{arguments} {existing}"))


def _constructor(error_mapping: ErrorMapping, arguments: tuple[Argument, ...]) -> Constructor:
    builder = error_mapping.builder
    texts = (parameter_text(attribute(each.name), each) for each in builder.parameters)
    passed = [Passed(attribute(each.name), _passed(each, error_mapping)) for each in builder.parameters]
    passed += [Passed(each.name, each.name) for each in clock_arguments(builder)]
    return Constructor(
        positional=arguments[:1],
        keywords=arguments[1:],
        takes_options=False,
        doc=joined((*texts, *clock_texts(builder))),
        passed=(Passed(Finished(""), passed[0].value), *passed[1:]),
    )


def _passed(parameter: Parameter, error_mapping: ErrorMapping) -> Finished:
    """What the builder gets. The class has a type and a code for callers who give none."""
    if parameter == error_mapping.code:
        return _code(error_mapping)
    name = attribute(parameter.name)
    is_given = parameter != error_mapping.type or is_required(parameter)
    return name if is_given else Finished(f"{name} or self.error_type")


def _code(error_mapping: ErrorMapping) -> Finished:
    name = attribute(error_mapping.code.name)
    return name if is_required(error_mapping.code) else Finished(f"{name} or self.error_code")


# -- an error type ----------------------------------------------------------------------------------------------------


def _exception(value: EnumValue, error_mapping: ErrorMapping, below: Sequence[Contract], style: Style) -> ExceptionView:
    name = exception_name(value.value)
    known = [
        base
        for base in below
        if base.error_mapping is not None and base.error_mapping.types.value(value.value) is not None
    ]
    types, codes = class_name(error_mapping.types.name), class_name(error_mapping.codes.name)
    return ExceptionView(
        name=name,
        bases=(Finished(CONTRACT_ERROR), *(Finished(f"{_module(base)}.{name}") for base in known)),
        doc=docs_text(value.docs, value.value),
        error_type=Finished(f"{types}.{member(value.value)}"),
        error_code=Finished(f"{codes}.{member(value.usual_code)}" if value.usual_code else ""),
        constructor=_own_constructor(error_mapping, value, style) if _has_own(error_mapping, value) else None,
    )


def _has_own(error_mapping: ErrorMapping, value: EnumValue) -> bool:
    """Whether the class takes its code in another way than the base.

    What the builder wants to be given can be left out where the type has a usual code. What the builder fills in is
    not for a type that has no code: it would be a code of another type.
    """
    if is_required(error_mapping.code):
        return bool(value.usual_code)
    fills = error_mapping.code.default is not ABSENT or error_mapping.code.field.default is not ABSENT
    return fills and not value.usual_code


def _explicit(error_mapping: ErrorMapping) -> tuple[Parameter, ...]:
    """The arguments that a constructor of its own names: what goes by position, and the code."""
    first = error_mapping.builder.parameters[0]
    return (first,) if first == error_mapping.code else (first, error_mapping.code)


def _options(error_mapping: ErrorMapping, style: Style) -> Iterator[Argument]:
    for parameter in error_mapping.builder.parameters:
        if parameter not in _explicit(error_mapping):
            yield builder_argument(parameter, style)
    yield from clock_arguments(error_mapping.builder)


def _own_constructor(error_mapping: ErrorMapping, value: EnumValue, style: Style) -> Constructor:
    explicit = _explicit(error_mapping)
    arguments = tuple(_own_argument(each, error_mapping, style) for each in explicit)
    passed = tuple(_own_passed(each, error_mapping, value) for each in explicit)
    return Constructor(
        positional=arguments[:1],
        keywords=arguments[1:],
        takes_options=any(True for _ in _options(error_mapping, style)),
        doc=_own_doc(error_mapping, value),
        passed=(Passed(Finished(""), passed[0].value), *passed[1:]),
    )


def _own_argument(parameter: Parameter, error_mapping: ErrorMapping, style: Style) -> Argument:
    if parameter != error_mapping.code:
        return builder_argument(parameter, style)
    if is_required(parameter):
        return builder_argument(parameter, style, optionally=True)
    return argument(attribute(parameter.name), field_annotation(parameter.field, style))


def _own_passed(parameter: Parameter, error_mapping: ErrorMapping, value: EnumValue) -> Passed:
    name = attribute(parameter.name)
    if parameter == error_mapping.code and is_required(parameter):
        usual = f"{class_name(error_mapping.codes.name)}.{member(value.usual_code)}"
        return Passed(name, Finished(f"{name} or self.error_code or {usual}"))
    return Passed(name, name)


def _own_doc(error_mapping: ErrorMapping, value: EnumValue) -> str:
    name = attribute(error_mapping.code.name)
    if value.usual_code:
        return f"As for `{CONTRACT_ERROR}`; `{name}` is `{value.usual_code}` when it is left out."
    return f"As for `{CONTRACT_ERROR}`, but you must give `{name}`: the contract has no code of this type."
