"""Error types -> exceptions.py: an exception for each, that carries the response."""

from collections.abc import Iterable, Iterator, Sequence

from sealwax.contract.model import ABSENT, Contract, Enum, EnumValue, ErrorMapping, Parameter
from sealwax.frozen import frozen
from sealwax.languages.python import attribute, class_name, exception_name, layout, member, string
from sealwax.languages.python.docs import docs_text, joined, parameter_text
from sealwax.languages.python.envelopes import built_name
from sealwax.languages.python.layout import (
    NONE,
    Annotation,
    Subscript,
    annotated,
    called,
    either,
    fits,
    signature,
)
from sealwax.languages.python.types import (
    ANY,
    FUTURE,
    STR,
    Style,
    as_argument,
    deferred_import_lines,
    field_annotation,
    homes,
    names_in,
)
from sealwax.naming import CONTRACT_ERROR
from sealwax.project.package_names import python_module
from sealwax.rendering import Finished
from sealwax.targets.python.arguments import builder_argument, is_required
from sealwax.targets.python.builders import builder_name
from sealwax.targets.python.clock import HOMES as CLOCK_HOMES
from sealwax.targets.python.clock import clock_arguments, clock_imports, clock_texts
from sealwax.targets.python.envelope import is_handed_on
from sealwax.targets.python.inheritance import NARROWER, below_lines, remarked

BUILD = "_build"
ELLIPSIS = Finished("...")
_TREE = f"`{CONTRACT_ERROR}` stands above one exception for each error type."


@frozen
class ExceptionView:
    heading: Finished
    doc: str
    attributes: tuple[Finished, ...]
    constructor: Finished
    """Empty when it is that of the base."""
    constructor_doc: str
    call: tuple[Finished, ...]


@frozen
class ExceptionsView:
    header: Finished
    doc: str
    imports: tuple[Finished, ...]
    heading: Finished
    response: Finished
    """What carries the failure; empty when a class below says it already."""
    base_doc: str
    base_attributes: tuple[Finished, ...]
    constructor: Finished
    constructor_doc: str
    checked: tuple[Finished, ...]
    """The statement that refuses a code of another type."""
    made: Finished
    """How the exception is made; those below would make a response of their own."""
    call: tuple[Finished, ...]
    from_response: Finished
    check: Finished
    carrying: Finished
    class_of: Finished
    text: Finished
    paths: tuple[Finished, ...]
    """Where in the envelope the message, the code and the type are."""
    has_type: bool
    codes: Finished
    exceptions: tuple[ExceptionView, ...]
    classes: tuple[Finished, ...]


def exceptions_view(contract: Contract, error_mapping: ErrorMapping, header: Finished) -> ExceptionsView:
    envelope = built_name(contract.envelope, error_mapping.builder.outcome)
    builder, style = builder_name(error_mapping.builder), as_argument(contract)
    given = [builder_argument(parameter, style) for parameter in error_mapping.builder.parameters]
    given += clock_arguments(error_mapping.builder)
    types, codes = class_name(error_mapping.types.name), class_name(error_mapping.codes.name)
    below = [base for base in contract.bases if base.error_mapping is not None]
    module, carried = _carried(contract, envelope)
    used = {carried, f"{builder} as {BUILD}", types, codes, "Any", "ClassVar"}
    used |= {name for each in given for name in names_in(each.annotation or ANY)} | clock_imports(error_mapping.builder)
    own = homes(contract) | CLOCK_HOMES | {f"{builder} as {BUILD}": ".builders"}
    response = layout.Parameter("response", carried)
    kind = Subscript("type", (Finished(CONTRACT_ERROR),))
    imports = deferred_import_lines(used, own, ".exceptions", below_lines((*map(_module, below), *module), {}))
    # Quotes are for annotations that Python evaluates before the class is there.
    itself = Finished(CONTRACT_ERROR) if FUTURE in imports else Finished(f'"{CONTRACT_ERROR}"')
    return ExceptionsView(
        header=header,
        doc=joined((f"The errors of the contract {contract.name} as exceptions that carry a response.", _TREE)),
        imports=imports,
        heading=_heading(CONTRACT_ERROR, below, "" if below else "Exception"),
        response=Finished("" if below else f"response: {envelope}"),
        base_doc=_base_doc(builder, error_mapping),
        base_attributes=() if below else tuple(_attributes(error_mapping, None)),
        constructor=signature("__init__", _parameters(given), NONE, 4),
        constructor_doc=joined(
            (
                *(
                    parameter_text(attribute(parameter.name), parameter)
                    for parameter in error_mapping.builder.parameters
                ),
                *clock_texts(error_mapping.builder),
            )
        ),
        checked=(_check(error_mapping),),
        made=_made(attribute(error_mapping.message.name), below),
        call=tuple(_call(error_mapping)),
        from_response=signature("from_response", (layout.Parameter("cls"), response), itself, 4),
        check=signature(
            "_check_code",
            (layout.Parameter("code", either(STR, NONE)), layout.Parameter("kind", either(STR, NONE))),
            NONE,
        ),
        carrying=signature("_carrying", (layout.Parameter("kind", kind), response), Finished(CONTRACT_ERROR)),
        class_of=signature("_class_of", (response,), kind),
        text=signature("_text", (response, layout.Parameter("path", Subscript("tuple", (STR, ELLIPSIS)))), STR),
        paths=tuple(_paths(error_mapping)),
        has_type=error_mapping.type is not None,
        codes=codes,
        exceptions=tuple(_exception(value, error_mapping, below, style) for value in error_mapping.types.values),
        classes=tuple(Finished(f"{string(v.value)}: {exception_name(v.value)}") for v in error_mapping.types.values),
    )


def names(error_mapping: ErrorMapping) -> tuple[Finished, ...]:
    return Finished(CONTRACT_ERROR), *(exception_name(value.value) for value in error_mapping.types.values)


def _base_doc(builder: Finished, error_mapping: ErrorMapping) -> str:
    arguments = f"The arguments are those of `{builder}`."
    maker = ", as the functions of `errors` make it," if error_mapping.factories else ""
    made = f"A failure that is there already{maker} becomes one by `from_response`."
    return joined(("An operation failed, and `response` is what to answer.", f"{arguments} {made}"))


def _parameters(given: list[layout.Parameter]) -> Iterator[layout.Parameter]:
    yield layout.Parameter("self")
    for at, each in enumerate(given):
        if at == 1:
            yield layout.Parameter("*")
        yield each


def _made(message: Finished, below: Sequence[Contract]) -> Finished:
    return Finished(f"Exception.__init__(self, {message})" if below else f"super().__init__({message})")


def _carried(contract: Contract, name: Finished) -> tuple[tuple[str, ...], Finished]:
    """The class of the response that an exception carries, and the module to import it from, if it has to be named.

    An exception has to take what those below it take: the class of the lowest package, unless this is the very class.
    """
    lowest, is_same = contract, True
    while lowest.bases:
        is_same = is_same and is_handed_on(lowest, name, lowest.bases[0])
        lowest = lowest.bases[0]
    module = f"{python_module(lowest)}.envelope"
    return ((), name) if is_same else ((module,), Finished(f"{module}.{name}"))


def _module(base: Contract) -> str:
    return f"{python_module(base)}.exceptions"


def _heading(name: str, below: Iterable[Contract], *others: str) -> Finished:
    """A class on top of those that have its name in packages below."""
    parents = [*filter(None, others), *(f"{_module(base)}.{name}" for base in below)]
    line = f"class {name}({', '.join(parents)}):"
    if fits(line):
        return Finished(line)
    inner = ", ".join(parents)
    listed = inner if fits(inner, 4) else ",\n    ".join(parents) + ","
    return Finished(f"class {name}(\n    {listed}\n):")


def _attributes(error_mapping: ErrorMapping, value: EnumValue | None) -> Iterator[Finished]:
    """What the class says for an argument that is not given."""
    types, codes = class_name(error_mapping.types.name), class_name(error_mapping.codes.name)
    kind = "None" if value is None else f"{types}.{member(value.value)}"
    yield annotated("error_type", _of_class(types, error_mapping.types), kind, 4)
    if value is None or value.usual_code:
        code = "None" if value is None else f"{codes}.{member(value.usual_code)}"
        yield annotated("error_code", _of_class(codes, error_mapping.codes), code, 4)


def _of_class(name: Finished, enum: Enum) -> Annotation:
    """Others can be added to an open list by a contract that extends this one: to Python they are other strings."""
    return Subscript("ClassVar", (either(name, *((STR,) if enum.open else ()), NONE),))


def _exception(value: EnumValue, error_mapping: ErrorMapping, below: Sequence[Contract], style: Style) -> ExceptionView:
    name = exception_name(value.value)
    known = [
        base
        for base in below
        if base.error_mapping is not None and base.error_mapping.types.value(value.value) is not None
    ]
    said = (remarked(line, NARROWER) if below else line for line in _attributes(error_mapping, value))
    own = _is_otherwise(error_mapping, value)
    given = [_code_turned(each, error_mapping, style) for each in error_mapping.builder.parameters] if own else []
    given += clock_arguments(error_mapping.builder) if own else []
    return ExceptionView(
        heading=_heading(name, known, CONTRACT_ERROR),
        doc=docs_text(value.docs, value.value),
        attributes=tuple(said),
        constructor=signature("__init__", _parameters(given), NONE, 4) if own else Finished(""),
        constructor_doc=_turned_text(error_mapping, value),
        call=tuple(_call(error_mapping, value)),
    )


# -- the code of an exception -----------------------------------------------------------------------------------------


def _is_otherwise(error_mapping: ErrorMapping, value: EnumValue) -> bool:
    """Whether the class takes its code in another way than the base.

    What the builder wants to be given can be left out where the type has a usual code. What the builder fills in is
    not for a type that has no code: it would be a code of another type.
    """
    if is_required(error_mapping.code):
        return bool(value.usual_code)
    fills = error_mapping.code.default is not ABSENT or error_mapping.code.field.default is not ABSENT
    return fills and not value.usual_code


def _code_turned(parameter: Parameter, error_mapping: ErrorMapping, style: Style) -> layout.Parameter:
    if parameter != error_mapping.code:
        return builder_argument(parameter, style)
    if is_required(parameter):
        return builder_argument(parameter, style, optionally=True)
    return layout.Parameter(attribute(parameter.name), field_annotation(parameter.field, style), "")


def _turned_text(error_mapping: ErrorMapping, value: EnumValue) -> str:
    name = attribute(error_mapping.code.name)
    if value.usual_code:
        return f"As for `{CONTRACT_ERROR}`; `{name}` is `{value.usual_code}` when it is left out."
    return f"As for `{CONTRACT_ERROR}`, but `{name}` has to be given: the contract knows no code of this type."


def _check(error_mapping: ErrorMapping) -> Finished:
    name = attribute(error_mapping.code.name)
    given = name if is_required(error_mapping.code) else f"{name} or self.error_code"
    return called("_check_code", [Finished(given), Finished("self.error_type")], 8)


def _call(error_mapping: ErrorMapping, value: EnumValue | None = None) -> Iterator[Finished]:
    """The arguments that are handed on: to the builder, or by the class of a type to the base."""
    for at, parameter in enumerate(error_mapping.builder.parameters):
        name = attribute(parameter.name)
        given = str(name)
        if value is None and parameter == error_mapping.type and not is_required(parameter):
            given = f"{name} or self.error_type"
        elif value is None and parameter == error_mapping.code and not is_required(parameter):
            given = f"{name} or self.error_code"
        elif value is not None and parameter == error_mapping.code and is_required(parameter) and value.usual_code:
            given = f"{name} or self.error_code or {class_name(error_mapping.codes.name)}.{member(value.usual_code)}"
        line = f"{given}," if at == 0 else f"{name}={given},"
        yield Finished(line if given == name or fits(line, 12) else line.replace(" or ", "\n            or "))
    yield from (Finished(f"{each.name}={each.name},") for each in clock_arguments(error_mapping.builder))


def _paths(error_mapping: ErrorMapping) -> Iterator[Finished]:
    places = {"_MESSAGE": error_mapping.message, "_TYPE": error_mapping.type, "_CODE": error_mapping.code}
    for name, parameter in places.items():
        if parameter is not None:
            steps = [string(step) for step in parameter.path]
            yield called(f"{name} = ", steps, 0) if len(steps) > 1 else Finished(f"{name} = ({steps[0]},)")
