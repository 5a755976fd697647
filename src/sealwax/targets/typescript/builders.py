"""TypeScript builders: the functions that make envelopes, and the interfaces of their options."""

from collections.abc import Iterable, Iterator

from sealwax.contract.model import ABSENT, Builder, Contract, Level, Parameter
from sealwax.frozen import frozen
from sealwax.languages.typescript import WIDTH, property_key, tsdoc, type_name
from sealwax.meaning.builder_plan import bare, is_record
from sealwax.meaning.wording import constraint_words, followed_words, quoted
from sealwax.rendering import Finished, header
from sealwax.targets.typescript.assembly import OPTIONS, Assembly, assemble, builder_name, option_key, positional_name
from sealwax.targets.typescript.clock import SYSTEM, clock_options, has_options
from sealwax.targets.typescript.types import (
    NO_LIST,
    Printer,
    Property,
    docs_doc,
    import_type,
    printer_of,
    sentence,
    uses_payload,
)

DECLARED = "export declare function "
LINE = "\n"


@frozen
class BuilderView:
    name: Finished
    doc: Finished
    has_doc: bool
    signature: Finished
    """The declaration without `export declare function`."""
    options_name: Finished
    options_doc: Finished
    options: tuple[Property, ...]
    arguments: Finished
    checks: tuple[Finished, ...]
    locals: tuple[Finished, ...]
    has_preamble: bool
    result: Finished


@frozen
class BuildersView:
    header: Finished
    type_imports: tuple[Finished, ...]
    imports: tuple[Finished, ...]
    builders: tuple[BuilderView, ...]
    uses_given: bool
    uses_defined: bool
    uses_is_given: bool
    uses_agree: bool
    uses_not_empty: bool
    uses_own: bool
    uses_number: bool
    uses_now: bool
    uses_elapsed: bool


def builders_view(contract: Contract) -> BuildersView:
    printer = printer_of(contract)
    bodies = [assemble(builder) for builder in contract.builders]
    helpers = frozenset().union(*(body.helpers for body in bodies))
    tables = frozenset().union(*(body.tables for body in bodies))
    tables |= {Finished("errorCodes"), Finished("errorTypes")} if "numberOf" in helpers else frozenset()
    clocked = any(builder.clock is not None for builder in contract.builders)
    builders = tuple(_builder(*pair, printer) for pair in zip(contract.builders, bodies, strict=True))
    return BuildersView(
        header=Finished(f"// {header(contract.name)}"),
        type_imports=(
            *import_type(printer.catalogue, "./catalogue.js"),
            *import_type({"Clock"} if clocked else (), "./clock.js"),
            *import_type(printer.types, "./types.d.ts"),
        ),
        imports=tuple(_imports(tables, clocked)),
        builders=builders,
        uses_given="given" in helpers,
        uses_defined="defined" in helpers,
        uses_is_given="isGiven" in helpers,
        uses_agree="agree" in helpers,
        uses_not_empty="notEmpty" in helpers,
        uses_own="own" in helpers,
        uses_number="numberOf" in helpers,
        uses_now="utcText" in helpers,
        uses_elapsed="millisecondsSince" in helpers,
    )


def _imports(tables: Iterable[Finished], clocked: bool) -> Iterator[Finished]:
    names = ", ".join(sorted(tables))
    lines = [f'import {{ {names} }} from "./catalogue.js";'] if names else []
    lines += [f'import {{ {SYSTEM} }} from "./clock.js";'] if clocked else []
    yield from (Finished(LINE.join(lines)) for _ in lines[:1])


def _builder(builder: Builder, body: Assembly, printer: Printer) -> BuilderView:
    options = builder.parameters[1:]
    doc = docs_doc(builder.docs, tags=tuple(_tags(builder, body.helpers)))
    return BuilderView(
        name=builder_name(builder),
        doc=doc,
        has_doc=bool(doc),
        signature=_signature(builder, printer),
        options_name=_options_head(builder, printer),
        options_doc=tsdoc(f"The options of `{builder_name(builder)}`. Null and undefined count as not given."),
        options=(*(_option(parameter, printer) for parameter in options), *clock_options(builder)),
        arguments=Finished(", ".join(_arguments(builder))),
        checks=body.checks,
        locals=body.locals,
        has_preamble=bool(body.checks or body.locals),
        result=body.result,
    )


def _options_name(builder: Builder) -> str:
    return f"{type_name(builder.name)}Options"


def _options_head(builder: Builder, printer: Printer) -> Finished:
    return Finished(printer.generic(_options_name(builder), uses_payload=_options_hold_payload(builder)))


def _options_hold_payload(builder: Builder) -> bool:
    return uses_payload(parameter.field for parameter in builder.parameters[1:])


def _arguments(builder: Builder) -> Iterator[str]:
    if builder.parameters:
        yield positional_name(builder)
    if has_options(builder):
        yield OPTIONS if _needs_options(builder) else f"{OPTIONS} = {{}}"


def _needs_options(builder: Builder) -> bool:
    return any(parameter.level is Level.MUST for parameter in builder.parameters[1:])


# -- signatures -------------------------------------------------------------------------------------------------------


def _signature(builder: Builder, printer: Printer) -> Finished:
    generic = uses_payload(parameter.field for parameter in builder.parameters)
    head = printer.generic(builder_name(builder), uses_payload=generic, constraint=NO_LIST)
    returned = printer.named(type_name(builder.outcome.name))
    if generic and uses_payload(builder.outcome.fields):
        returned = f"{returned}<{printer.parameter}>"
    start = f"{DECLARED}{head}"
    if len(start) >= WIDTH:
        name, _, content = head.partition("<")
        start = f"{DECLARED}{name}<\n  {content.removesuffix('>')},\n>"
    parameters = list(_parameters(builder, printer))
    line = f"{start}({', '.join(parameters)}): {returned};"
    if max(map(len, line.split("\n"))) > WIDTH:
        broken = "".join(f"  {parameter},\n" for parameter in parameters)
        line = f"{start}(\n{broken}): {returned};"
    return Finished(line.removeprefix(DECLARED))


def _parameters(builder: Builder, printer: Printer) -> Iterator[str]:
    needs_options = _needs_options(builder)
    for parameter in builder.parameters[:1]:
        name, kind = positional_name(builder), _type(parameter, printer)
        if parameter.level is Level.MUST:
            yield f"{name}: {kind}"
        else:
            some = _or_null(kind)
            yield f"{name}: {some} | undefined" if needs_options else f"{name}?: {some}"
    if has_options(builder):
        kind = f"{_options_name(builder)}{f'<{printer.parameter}>' if _options_hold_payload(builder) else ''}"
        yield f"{OPTIONS}{'' if needs_options else '?'}: {kind}"


def _type(parameter: Parameter, printer: Printer) -> str:
    """The type of the field. What is only merged into a record need not be all of it."""
    kind = parameter.field.type
    if parameter.field.per_tool:
        return printer.parameter
    if parameter.level is Level.MUST:
        return printer.argument(kind)
    spelt = printer.argument(bare(kind))
    return f"Partial<{spelt}>" if parameter.merged and is_record(kind) else spelt


def _or_null(kind: str) -> str:
    return kind if kind == "null" else f"{kind} | null"


def _option(parameter: Parameter, printer: Printer) -> Property:
    key, kind = property_key(option_key(parameter)), _type(parameter, printer)
    if parameter.level is not Level.MUST:
        key, kind = Finished(f"{key}?"), f"{_or_null(kind)} | undefined"
    is_plain = parameter.default is not ABSENT and not parameter.field.follows
    default = (("defaultValue", quoted(parameter.default)),) if is_plain else ()
    doc = docs_doc(parameter.docs, " ".join(_facts(parameter)), indent=2, tags=default)
    return Property(doc, key, Finished(kind))


# -- documentation ----------------------------------------------------------------------------------------------------


def _facts(parameter: Parameter) -> Iterator[str]:
    yield f"Level: {parameter.level.name}."
    place = ".".join(parameter.path)
    yield f"Merged into `{place}` last, so that its keys win." if parameter.merged else f"Fills `{place}`."
    yield from filter(None, (sentence(constraint_words(parameter.field.type)),))
    if followed := followed_words(parameter):
        yield f"When left out, {followed}."
    for assignment in parameter.sets:
        yield f"Also sets `{'.'.join(assignment.path)}` to {quoted(assignment.value)}."


def _tags(builder: Builder, helpers: frozenset[str]) -> Iterator[tuple[str, str]]:
    for parameter in builder.parameters[:1]:
        yield f"param {positional_name(builder)} -", parameter.docs.doc or f"Fills `{'.'.join(parameter.path)}`."
    if has_options(builder):
        yield f"param {OPTIONS} -", "The other arguments, by name."
    refusals = ["contradicts a value that the contract fixes"] if "agree" in helpers else []
    refusals += ["is empty where the contract wants more"] if "notEmpty" in helpers else []
    if refusals:
        yield "throws", f"RangeError when an argument {', or '.join(refusals)}."
