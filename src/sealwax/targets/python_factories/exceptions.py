"""Error types -> exceptions.py: an exception for each, that carries the response."""

from collections.abc import Iterator

from sealwax.contract.model import Contract, EnumValue, Raising
from sealwax.contract.resolving.names import CONTRACT_ERROR
from sealwax.frozen import frozen
from sealwax.languages import python_layout as layout
from sealwax.languages.python import attribute, class_name, exception_name, member, string
from sealwax.languages.python_docs import joined, lore_text, parameter_text
from sealwax.languages.python_envelopes import built_name
from sealwax.languages.python_layout import NONE, SKIP, Subscript, annotated, called, either, fits, signature
from sealwax.languages.python_types import ANY, STR, as_argument, homes, import_lines, names_in
from sealwax.rendering import Finished
from sealwax.targets.python_dataclasses.builders import builder_name
from sealwax.targets.python_dataclasses.clock import HOMES as CLOCK_HOMES
from sealwax.targets.python_dataclasses.clock import clock_arguments, clock_imports, clock_texts
from sealwax.targets.python_factories.arguments import builder_argument, is_required

BUILD = "_build"
ELLIPSIS = Finished("...")
ITSELF = Finished(f'"{CONTRACT_ERROR}"')
_TREE = f"`{CONTRACT_ERROR}` stands above one exception for each error type."


@frozen
class ExceptionView:
    heading: Finished
    doc: str
    attributes: tuple[Finished, ...]


@frozen
class ExceptionsView:
    header: Finished
    doc: str
    imports: tuple[Finished, ...]
    envelope: Finished
    base_doc: str
    base_attributes: tuple[Finished, ...]
    constructor: Finished
    constructor_doc: str
    message: Finished
    call: tuple[Finished, ...]
    from_response: Finished
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
    used = {envelope, f"{builder} as {BUILD}", types, codes, "Any", "ClassVar"}
    used |= {name for each in given for name in names_in(each.annotation or ANY)} | clock_imports(raising.builder)
    own = homes(contract) | CLOCK_HOMES | {f"{builder} as {BUILD}": ".builders"}
    response = layout.Parameter("response", envelope)
    kind = Subscript("type", (Finished(CONTRACT_ERROR),))
    return ExceptionsView(
        header=header,
        doc=joined((f"The errors of the contract {contract.name} as exceptions that carry a response.", _TREE)),
        imports=import_lines(used, own, ".exceptions"),
        envelope=envelope,
        base_doc=_base_doc(builder),
        base_attributes=tuple(_attributes(types, codes, None)),
        constructor=signature("__init__", _parameters(given), NONE, 4),
        constructor_doc=joined(
            (
                *(parameter_text(attribute(parameter.name), parameter) for parameter in raising.builder.parameters),
                *clock_texts(raising.builder),
            )
        ),
        message=attribute(raising.message.name),
        call=tuple(_call(raising)),
        from_response=signature("from_response", (layout.Parameter("cls"), response), ITSELF, 4),
        carrying=signature("_carrying", (layout.Parameter("kind", kind), response), Finished(CONTRACT_ERROR)),
        class_of=signature("_class_of", (response,), kind),
        text=signature("_text", (response, layout.Parameter("path", Subscript("tuple", (STR, ELLIPSIS)))), STR),
        paths=tuple(_paths(raising)),
        has_type=raising.type is not None,
        codes=codes,
        exceptions=tuple(_exception(value, types, codes) for value in raising.types.values),
        classes=tuple(Finished(f"{string(v.value)}: {exception_name(v.value)}") for v in raising.types.values),
    )


def names(raising: Raising) -> tuple[Finished, ...]:
    return Finished(CONTRACT_ERROR), *(exception_name(value.value) for value in raising.types.values)


def _base_doc(builder: Finished) -> str:
    arguments = f"The arguments are those of `{builder}`."
    made = "A failure that is there already, as the functions of `errors` make it, becomes one by `from_response`."
    return joined(("An operation failed, and `response` is what to answer.", f"{arguments} {made}"))


def _parameters(given: list[layout.Parameter]) -> Iterator[layout.Parameter]:
    yield layout.Parameter("self")
    for at, each in enumerate(given):
        if at == 1:
            yield layout.Parameter("*")
        yield each


def _attributes(types: Finished, codes: Finished, value: EnumValue | None) -> Iterator[Finished]:
    """What the class says for an argument that is not given."""
    kind = "None" if value is None else f"{types}.{member(value.value)}"
    yield annotated("error_type", Subscript("ClassVar", (either(types, NONE),)), kind, 4)
    if value is None or value.usual_code:
        code = "None" if value is None else f"{codes}.{member(value.usual_code)}"
        yield annotated("error_code", Subscript("ClassVar", (either(codes, NONE),)), code, 4)


def _exception(value: EnumValue, types: Finished, codes: Finished) -> ExceptionView:
    name = exception_name(value.value)
    line = f"class {name}({CONTRACT_ERROR}):"
    heading = Finished(line if fits(line) else f"class {name}(\n    {CONTRACT_ERROR}\n):")
    return ExceptionView(heading, lore_text(value.lore, value.value), tuple(_attributes(types, codes, value)))


def _call(raising: Raising) -> Iterator[Finished]:
    for at, parameter in enumerate(raising.builder.parameters):
        name = attribute(parameter.name)
        value = str(name)
        if parameter == raising.type and not is_required(parameter):
            value = f"{name} or self.error_type"
        elif parameter == raising.code and not is_required(parameter):
            value = f"{name} or self.error_code"
        line = f"{value}," if at == 0 else f"{name}={value},"
        yield Finished(line if value == name or fits(line, 12) else line + SKIP)
    yield from (Finished(f"{each.name}={each.name},") for each in clock_arguments(raising.builder))


def _paths(raising: Raising) -> Iterator[Finished]:
    places = {"_MESSAGE": raising.message, "_TYPE": raising.type, "_CODE": raising.code}
    for name, parameter in places.items():
        if parameter is not None:
            steps = [string(step) for step in parameter.path]
            yield called(f"{name} = ", steps, 0) if len(steps) > 1 else Finished(f"{name} = ({steps[0]},)")
