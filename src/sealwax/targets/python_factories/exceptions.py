"""Error types -> exceptions.py: an exception for each, that carries the response."""

from collections.abc import Iterable, Iterator, Sequence

from sealwax.contract.model import ABSENT, Contract, Enum, EnumValue, Parameter, Raising
from sealwax.contract.resolving.names import CONTRACT_ERROR
from sealwax.frozen import frozen
from sealwax.languages import python_layout as layout
from sealwax.languages.python import attribute, class_name, exception_name, member, string
from sealwax.languages.python_docs import joined, lore_text, parameter_text
from sealwax.languages.python_envelopes import built_name
from sealwax.languages.python_layout import (
    NONE,
    Annotation,
    Subscript,
    annotated,
    called,
    either,
    fits,
    signature,
)
from sealwax.languages.python_types import (
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
from sealwax.packaging import python_module
from sealwax.rendering import Finished
from sealwax.targets.python_dataclasses.builders import builder_name
from sealwax.targets.python_dataclasses.clock import HOMES as CLOCK_HOMES
from sealwax.targets.python_dataclasses.clock import clock_arguments, clock_imports, clock_texts
from sealwax.targets.python_dataclasses.heritage import NARROWER, below_lines, remarked
from sealwax.targets.python_dataclasses.records import is_handed_on
from sealwax.targets.python_factories.arguments import builder_argument, is_required

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


def exceptions_view(contract: Contract, raising: Raising, header: Finished) -> ExceptionsView:
    envelope = built_name(contract.envelope, raising.builder.outcome)
    builder, style = builder_name(raising.builder), as_argument(contract)
    given = [builder_argument(parameter, style) for parameter in raising.builder.parameters]
    given += clock_arguments(raising.builder)
    types, codes = class_name(raising.types.name), class_name(raising.codes.name)
    below = [base for base in contract.bases if base.raising is not None]
    module, carried = _carried(contract, envelope)
    used = {carried, f"{builder} as {BUILD}", types, codes, "Any", "ClassVar"}
    used |= {name for each in given for name in names_in(each.annotation or ANY)} | clock_imports(raising.builder)
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
        base_doc=_base_doc(builder, raising),
        base_attributes=() if below else tuple(_attributes(raising, None)),
        constructor=signature("__init__", _parameters(given), NONE, 4),
        constructor_doc=joined(
            (
                *(parameter_text(attribute(parameter.name), parameter) for parameter in raising.builder.parameters),
                *clock_texts(raising.builder),
            )
        ),
        checked=(_check(raising),),
        made=_made(attribute(raising.message.name), below),
        call=tuple(_call(raising)),
        from_response=signature("from_response", (layout.Parameter("cls"), response), itself, 4),
        check=signature(
            "_check_code",
            (layout.Parameter("code", either(STR, NONE)), layout.Parameter("kind", either(STR, NONE))),
            NONE,
        ),
        carrying=signature("_carrying", (layout.Parameter("kind", kind), response), Finished(CONTRACT_ERROR)),
        class_of=signature("_class_of", (response,), kind),
        text=signature("_text", (response, layout.Parameter("path", Subscript("tuple", (STR, ELLIPSIS)))), STR),
        paths=tuple(_paths(raising)),
        has_type=raising.type is not None,
        codes=codes,
        exceptions=tuple(_exception(value, raising, below, style) for value in raising.types.values),
        classes=tuple(Finished(f"{string(v.value)}: {exception_name(v.value)}") for v in raising.types.values),
    )


def names(raising: Raising) -> tuple[Finished, ...]:
    return Finished(CONTRACT_ERROR), *(exception_name(value.value) for value in raising.types.values)


def _base_doc(builder: Finished, raising: Raising) -> str:
    arguments = f"The arguments are those of `{builder}`."
    maker = ", as the functions of `errors` make it," if raising.factories else ""
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


def _attributes(raising: Raising, value: EnumValue | None) -> Iterator[Finished]:
    """What the class says for an argument that is not given."""
    types, codes = class_name(raising.types.name), class_name(raising.codes.name)
    kind = "None" if value is None else f"{types}.{member(value.value)}"
    yield annotated("error_type", _of_class(types, raising.types), kind, 4)
    if value is None or value.usual_code:
        code = "None" if value is None else f"{codes}.{member(value.usual_code)}"
        yield annotated("error_code", _of_class(codes, raising.codes), code, 4)


def _of_class(name: Finished, enum: Enum) -> Annotation:
    """Others can be added to an open list by a contract that extends this one: to Python they are other strings."""
    return Subscript("ClassVar", (either(name, *((STR,) if enum.open else ()), NONE),))


def _exception(value: EnumValue, raising: Raising, below: Sequence[Contract], style: Style) -> ExceptionView:
    name = exception_name(value.value)
    known = [base for base in below if base.raising is not None and base.raising.types.value(value.value) is not None]
    said = (remarked(line, NARROWER) if below else line for line in _attributes(raising, value))
    own = _is_otherwise(raising, value)
    given = [_code_turned(each, raising, style) for each in raising.builder.parameters] if own else []
    given += clock_arguments(raising.builder) if own else []
    return ExceptionView(
        heading=_heading(name, known, CONTRACT_ERROR),
        doc=lore_text(value.lore, value.value),
        attributes=tuple(said),
        constructor=signature("__init__", _parameters(given), NONE, 4) if own else Finished(""),
        constructor_doc=_turned_text(raising, value),
        call=tuple(_call(raising, value)),
    )


# -- the code of an exception -----------------------------------------------------------------------------------------


def _is_otherwise(raising: Raising, value: EnumValue) -> bool:
    """Whether the class takes its code in another way than the base.

    What the builder wants to be given can be left out where the type has a usual code. What the builder fills in is
    not for a type that has no code: it would be a code of another type.
    """
    if is_required(raising.code):
        return bool(value.usual_code)
    fills = raising.code.default is not ABSENT or raising.code.field.default is not ABSENT
    return fills and not value.usual_code


def _code_turned(parameter: Parameter, raising: Raising, style: Style) -> layout.Parameter:
    if parameter != raising.code:
        return builder_argument(parameter, style)
    if is_required(parameter):
        return builder_argument(parameter, style, optionally=True)
    return layout.Parameter(attribute(parameter.name), field_annotation(parameter.field, style), "")


def _turned_text(raising: Raising, value: EnumValue) -> str:
    name = attribute(raising.code.name)
    if value.usual_code:
        return f"As for `{CONTRACT_ERROR}`; `{name}` is `{value.usual_code}` when it is left out."
    return f"As for `{CONTRACT_ERROR}`, but `{name}` has to be given: the contract knows no code of this type."


def _check(raising: Raising) -> Finished:
    name = attribute(raising.code.name)
    given = name if is_required(raising.code) else f"{name} or self.error_code"
    return called("_check_code", [Finished(given), Finished("self.error_type")], 8)


def _call(raising: Raising, value: EnumValue | None = None) -> Iterator[Finished]:
    """The arguments that are handed on: to the builder, or by the class of a type to the base."""
    for at, parameter in enumerate(raising.builder.parameters):
        name = attribute(parameter.name)
        given = str(name)
        if value is None and parameter == raising.type and not is_required(parameter):
            given = f"{name} or self.error_type"
        elif value is None and parameter == raising.code and not is_required(parameter):
            given = f"{name} or self.error_code"
        elif value is not None and parameter == raising.code and is_required(parameter) and value.usual_code:
            given = f"{name} or self.error_code or {class_name(raising.codes.name)}.{member(value.usual_code)}"
        line = f"{given}," if at == 0 else f"{name}={given},"
        yield Finished(line if given == name or fits(line, 12) else line.replace(" or ", "\n            or "))
    yield from (Finished(f"{each.name}={each.name},") for each in clock_arguments(raising.builder))


def _paths(raising: Raising) -> Iterator[Finished]:
    places = {"_MESSAGE": raising.message, "_TYPE": raising.type, "_CODE": raising.code}
    for name, parameter in places.items():
        if parameter is not None:
            steps = [string(step) for step in parameter.path]
            yield called(f"{name} = ", steps, 0) if len(steps) > 1 else Finished(f"{name} = ({steps[0]},)")
