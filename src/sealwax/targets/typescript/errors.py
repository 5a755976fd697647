"""Error codes -> errors.js and errors.d.ts: a function for each code that has a message."""

from collections.abc import Collection, Iterable, Iterator, Mapping

from msgspec import Struct
from msgspec.structs import replace

from sealwax.contract import model as m
from sealwax.languages import typescript as ts
from sealwax.meaning.builder_sources import must_be_given
from sealwax.meaning.factories import Need, changed, fact_of, need_of, required
from sealwax.meaning.renames import errors_before, fact_aliases, renamed_pairs
from sealwax.rendering import Finished
from sealwax.targets.typescript.builder_bodies import builder_name
from sealwax.targets.typescript.builders import Argument, has_options, options_type
from sealwax.targets.typescript.declarations import Imports, Property, first_line, imports
from sealwax.targets.typescript.old_names import made_type
from sealwax.targets.typescript.types import Printer, names_of, printer_of


class Declaration(Struct, frozen=True):
    """The function for a code, as callers see it."""

    doc: Finished
    name: Finished
    base: Finished
    """The type that its options extend, or nothing."""
    needs_options: bool
    properties: tuple[Property, ...]
    returns: Finished
    positional: tuple[Argument, ...] = ()
    """The arguments before the options."""
    before: "Declaration | None" = None
    """The same with the old names of its options, for programs that still use them."""


class ErrorView(Struct, frozen=True):
    """The function for an error code."""

    declaration: Declaration
    factory: m.ErrorFactory
    facts: tuple[Finished, ...]
    """The context, and the arguments of the builder that a call must give."""


class ErrorsView(Struct, frozen=True):
    """errors.js and errors.d.ts"""

    header: Finished
    type_imports: Imports
    mapping: m.ErrorMapping
    errors: tuple[ErrorView, ...]
    builder: Finished
    first: Finished
    """The option for the first argument of the builder."""
    passes_options: bool
    """Whether the builder takes options."""
    has_facts: bool
    """Whether a code comes with facts."""
    has_positional: bool
    """Whether a function takes arguments by position."""
    renamed: dict[Finished, Finished]
    """By old name: the present one."""


def errors_view(contract: m.Contract, mapping: m.ErrorMapping) -> ErrorsView:
    printer, builder = printer_of(contract), mapping.builder
    returns = made_type(builder.outcome.name, contract)
    errors = tuple(
        ErrorView(_declaration(mapping, each, printer, returns), each, facts(each.context, _required(mapping, each)))
        for each in mapping.factories
    )
    options = (options_type(builder),) if has_options(builder) else ()
    kinds = [kind for each in mapping.factories for kind in _kinds(mapping, each)]
    types = {"./builders.js": options, **names_of(kinds, returns)}
    return ErrorsView(
        header=first_line(contract),
        type_imports=imports(types),
        mapping=mapping,
        errors=errors,
        builder=builder_name(builder),
        first=ts.option_key(builder.parameters[0].name),
        passes_options=has_options(builder),
        has_facts=any(each.facts for each in errors),
        has_positional=any(factory.positional for factory in mapping.factories),
        renamed=renamed_pairs(
            (ts.function_name(each.name) for each in errors_before(mapping).factories),
            (each.declaration.name for each in errors),
        ),
    )


def _declaration(mapping: m.ErrorMapping, factory: m.ErrorFactory, printer: Printer, returns: Finished) -> Declaration:
    own = _own(mapping, factory)
    options = tuple(field for field in factory.context if field not in factory.positional)
    needs_more = any(each not in factory.positional for each in required(mapping, factory))
    needs_options = needs_more or needs_facts(options)
    declaration = Declaration(
        doc=ts.docs_doc(
            factory.docs,
            f"Message: `{m.template_text(factory.message)}`" if factory.message else "",
            f"Remediation: `{m.template_text(factory.remediation)}`" if factory.remediation else "",
            tags=tuple(_tag(each) for each in factory.positional),
        ),
        name=ts.function_name(factory.name),
        base=_base(mapping.builder, " | ".join(ts.string(ts.option_key(each.name)) for each in own)),
        needs_options=needs_options,
        properties=(
            *fact_properties(options, printer),
            *(_property(each, printer, need_of(each, mapping, factory)) for each in _shown(mapping, factory)),
        ),
        returns=returns,
        positional=tuple(_positional(factory, printer, needs_options=needs_options)),
    )
    return with_old_names(declaration, options)


def with_old_names(declaration: Declaration, facts: Collection[m.Field]) -> Declaration:
    """The same, which also takes options by their old names."""
    aliases = fact_aliases(facts)
    keys = {_key(new): _key(old) for new, old in aliases.items()}
    words = (f"`{ts.option_key(old)}` is now called `{ts.option_key(new)}`" for new, old in aliases.items())
    no_doc = Finished("")  # it is above the present names
    properties = tuple(replace(each, doc=no_doc, key=keys.get(each.key, each.key)) for each in declaration.properties)
    doc = ts.tsdoc("", (("deprecated", f"{', '.join(words)}."),))
    return replace(declaration, before=replace(declaration, doc=doc, properties=properties)) if keys else declaration


def _own(mapping: m.ErrorMapping, factory: m.ErrorFactory) -> list[m.Parameter]:
    """The options that the function takes in another way than the builder."""
    return [each for each in changed(mapping, factory) if each != mapping.builder.parameters[0]]


def _shown(mapping: m.ErrorMapping, factory: m.ErrorFactory) -> list[m.Parameter]:
    """The options of the builder that the function declares itself."""
    found = (mapping.builder.parameters[0], *_own(mapping, factory))
    return [each for each in found if each != mapping.code and each not in factory.positional]


def _kinds(mapping: m.ErrorMapping, factory: m.ErrorFactory) -> Iterator[m.Type]:
    """The types that the function mentions."""
    yield from (each.type for each in factory.context if each in factory.positional or fact_of(each).is_argument)
    yield from (each.field.type for each in factory.positional if isinstance(each, m.Parameter))
    yield from (_shown_type(each) for each in _shown(mapping, factory))


def _shown_type(parameter: m.Parameter) -> m.Type:
    return m.AnyObject() if isinstance(parameter.field.type, m.Payload) else parameter.field.type


def _required(mapping: m.ErrorMapping, factory: m.ErrorFactory) -> Iterator[m.Field]:
    """The arguments that a call must give, apart from those that the builder asks for."""
    for each in required(mapping, factory):
        if each == mapping.message or not must_be_given(each):
            yield replace(each.field, name=each.name, level=m.Level.MUST, default=m.ABSENT)


def _tag(argument: m.Field | m.Parameter) -> tuple[str, str]:
    fills = f"Fills `{'.'.join(argument.path)}`." if isinstance(argument, m.Parameter) else f"Fills `{argument.name}`."
    return f"param {ts.parameter_name(argument.name)} -", argument.docs.doc or fills


def _positional(factory: m.ErrorFactory, printer: Printer, *, needs_options: bool) -> Iterator[Argument]:
    """The arguments before the options. If those must be given, none of the arguments can be left out."""
    for each in factory.positional:
        kind = each.type if isinstance(each, m.Field) else each.field.type
        is_given = each.is_needed if isinstance(each, m.Field) else not factory.message
        spelled = printer.type(kind) if is_given else printer.optional(kind)
        yield Argument(ts.parameter_name(each.name), not is_given and not needs_options, spelled)


def _base(builder: m.Builder, omitted: str) -> Finished:
    """The builder's options, without those that the function declares itself."""
    if not has_options(builder):
        return Finished("")
    options = options_type(builder)
    return Finished(f"Omit<{options}, {omitted}>") if omitted else options


def _property(parameter: m.Parameter, printer: Printer, need: Need) -> Property:
    is_needed, shown = need is Need.REQUIRED, _shown_type(parameter)
    words = "Defaults to the text of the code." if need is Need.STATED else ""
    return Property(
        doc=ts.docs_doc(parameter.docs, words) or ts.tsdoc(f"Fills `{'.'.join(parameter.path)}`."),
        key=_key(parameter.name),
        is_optional=not is_needed,
        type=printer.type(shown) if is_needed else printer.optional(shown),
    )


# -- facts: what the caller says about the case at hand ---------------------------------------------------------------


def needs_facts(fields: Iterable[m.Field]) -> bool:
    """Whether the caller has to give some of these facts."""
    return any(field.is_needed for field in fields)


def fact_properties(fields: Iterable[m.Field], printer: Printer) -> Iterator[Property]:
    for field in fields:
        if fact_of(field).is_argument:
            yield option(field, printer, is_needed=field.is_needed)


def option(field: m.Field, printer: Printer, *, is_needed: bool) -> Property:
    kind = printer.type(field.type) if is_needed else printer.optional(field.type)
    return Property(ts.field_doc(field), _key(field.name), not is_needed, kind)


def _key(name: str) -> Finished:
    return ts.property_key(ts.option_key(name))


def facts(context: Collection[m.Field], others: Iterable[m.Field] = ()) -> tuple[Finished, ...]:
    """The facts of a code, as arguments of the function that makes its function."""
    old = fact_aliases(context)
    return tuple(_fact(field, old.get(field.name, "")) for field in (*context, *others))


def _fact(field: m.Field, old_name: str) -> Finished:
    plan, key = fact_of(field), ts.option_key(field.name)
    spelled: dict[str, m.Json] = {"name": field.name}
    if not plan.is_argument:
        return ts.literal({**spelled, "value": plan.otherwise})
    spelled |= {"option": key} if key != field.name else {}
    spelled |= {"oldOption": ts.option_key(old_name)} if old_name else {}
    spelled |= {"isOptional": True} if not plan.is_certain else {}
    spelled |= {"isNullable": True} if plan.is_nullable else {}
    return ts.literal(spelled if isinstance(plan.otherwise, m.Absent) else {**spelled, "otherwise": plan.otherwise})


def placed(fields: Mapping[str, m.Field]) -> Finished:
    """The keys of an object that facts fill: their names, or pairs of a name and another key."""
    return Finished(
        ", ".join(ts.literal(key if key == field.name else [field.name, key]) for key, field in fields.items())
    )
