"""Error codes -> errors.py: a function for each code that has a message."""

from collections.abc import Iterable, Iterator, Sequence

from sealwax.contract import model as m
from sealwax.frozen import frozen
from sealwax.languages import python
from sealwax.languages.python import attribute, class_name, docs_text, joined, literal, string
from sealwax.languages.python import types as t
from sealwax.languages.python.types import Argument, NamedValue
from sealwax.meaning.builder_plan import must_be_given
from sealwax.meaning.wording import field_words, level_words, quoted
from sealwax.rendering import Finished
from sealwax.targets.python.builders import builder_arguments, builder_name, parameter_argument
from sealwax.targets.python.clock import SYSTEM
from sealwax.targets.python.dataclasses import Absence, takes_null, to_wire
from sealwax.targets.python.head import Head, head
from sealwax.targets.python.names import built_name, homes
from sealwax.targets.python.responses import NUMBER, PLAIN, TEXT, WITH_DEFAULTS

# Names that the functions of the module call: none of them may have such a name.
_TAKEN = frozenset({"isinstance"})


@frozen
class FactDefault:
    """What replaces a fact that is not given."""

    name: Finished
    missing: Finished
    value: Finished


@frozen
class Facts:
    """Facts that become the keys of one object."""

    variable: Finished
    start: Finished
    """The object with the facts that are always known."""
    optional: tuple[tuple[Finished, Finished, Finished, Finished], ...]
    """Facts that are added when they are given: arguments, what they are when they are not given, keys and values."""

    @property
    def object(self) -> Finished:
        """The expression for the object: it needs a variable only if something is added to it."""
        return self.variable if self.optional else self.start


def facts_view(fields: Iterable[m.Field], variable: Finished) -> Facts:
    settled, optional = [], []
    for field in fields:
        name, key = python.argument(field.name), string(field.name)
        if isinstance(field.type, m.Constant) and field.always_has_value:
            settled.append(f"{key}: {literal(field.type.value)}")
        elif field.always_has_value:
            settled.append(f"{key}: {to_wire(field.type, name, is_argument=True)}")
        else:
            kind = field.type if takes_null(field.type) else m.bare(field.type)
            optional.append((name, Finished(_missing(field)), key, to_wire(kind, name, is_argument=True)))
    return Facts(variable, Finished(f"{{{', '.join(settled)}}}"), tuple(optional))


def _missing(field: m.Field) -> Absence:
    """The argument for a fact that is not given: None, unless that is a value of its own."""
    is_value = takes_null(field.type) and field.default is not None
    return Absence.UNSET if is_value else Absence.NONE


def has_unset_facts(contract: m.Contract) -> bool:
    """Whether None is a value of an argument that need not be given."""
    mappings = (contract.error_mapping, contract.warning_mapping)
    factories = (each for mapping in mappings if mapping is not None for each in mapping.factories)
    fields = (field for factory in factories for field in factory.value.context)
    return any(_missing(field) is Absence.UNSET for field in fields if not _is_needed(field))


def _is_needed(field: m.Field) -> bool:
    return field.required and field.default is m.ABSENT


def fact_arguments(fields: Iterable[m.Field], style: t.Style) -> Iterator[Argument]:
    """What the caller says about the case at hand. A constant needs no argument."""
    for field in fields:
        if not isinstance(field.type, m.Constant):
            name, kind = python.argument(field.name), t.annotation(field.type, style)
            if _is_needed(field):
                yield t.argument(name, kind)
            elif _missing(field) is Absence.UNSET:
                yield t.argument(name, kind if kind == t.ANY else t.either(kind, t.UNSET_TYPE), Absence.UNSET)
            else:
                yield t.optional_argument(name, kind)


def fact_defaults(fields: Iterable[m.Field]) -> Iterator[FactDefault]:
    for field in fields:
        if field.default not in (m.ABSENT, None) and not isinstance(field.type, m.Constant):
            yield FactDefault(python.argument(field.name), Finished(_missing(field)), literal(field.default))


def fact_texts(fields: Iterable[m.Field]) -> Iterator[str]:
    """The entries of facts in the docstring of their function."""
    for field in fields:
        if isinstance(field.type, m.Constant):
            continue
        words = "; ".join(field_words(field))
        stated = [docs_text(field.docs).replace("\n\n", " "), f"Constraints: {words}." if words else ""]
        stated += [f"Default: {quoted(field.default)}."] if field.default not in (m.ABSENT, None) else []
        yield f"`{python.argument(field.name)}` ({level_words(field)}): {' '.join(filter(None, stated))}".rstrip(": ")


# -- messages ---------------------------------------------------------------------------------------------------------


def filled(template: m.Template) -> Finished:
    """The template as an expression. Numbers and booleans are written as in JSON."""
    return python.f_string(part if isinstance(part, str) else _text(part) for part in template)


def _text(field: m.Field) -> Finished:
    name = python.argument(field.name)
    match field.type:
        case m.Number():
            return Finished(f"_number({name})")
        case m.Boolean():
            return Finished(f"str({name}).lower()")
        case m.Reference(m.Enum()):
            return Finished(f"_text({name})")
        case _:
            return name


@frozen
class FactoryFunction:
    """A function for an error code or a warning code."""

    name: Finished
    arguments: tuple[Argument, ...]
    """The facts of the case at hand."""
    doc: str
    defaults: tuple[FactDefault, ...]
    facts: tuple[Facts, ...]
    stated: tuple[NamedValue, ...]
    """What the code says, unless the caller says something else."""
    code: Finished = Finished("")
    rest: Finished = Finished("")
    """The name of the arguments that all functions share."""


def names_used(
    functions: Sequence[FactoryFunction], facts: Iterable[m.Field], parts: Iterable[str | m.Field]
) -> Iterator[str]:
    """The names that functions use: in their arguments, for the facts that they write, and for the parts of texts."""
    yield from t.names_of(argument for each in functions for argument in each.arguments)
    yield from ("Any" for each in functions for found in each.facts if found.optional)
    named = [m.named_in(field.type) for field in facts]
    yield from (PLAIN,) if any(isinstance(each, m.Record) for each in named) else ()
    yield from (TEXT,) if any(isinstance(each, m.Enum) for each in named) else ()
    yield from (NUMBER for part in parts if isinstance(part, m.Field) and isinstance(part.type, m.Number))


@frozen
class ErrorsView:
    head: Head
    envelope: Finished
    code: Finished
    """The builder's argument for the code."""
    options_name: Finished
    """The class of the arguments that all functions share."""
    options: tuple[Argument, ...]
    functions: tuple[FactoryFunction, ...]


_STATED = "When left out, the code's own text is used."


def function_name(code: str) -> Finished:
    name = attribute(code)
    return Finished(f"{name}_" if name in _TAKEN else name)


def errors_view(contract: m.Contract, error_mapping: m.ErrorMapping) -> ErrorsView:
    style, builder = t.as_argument(contract), error_mapping.builder
    envelope, build = built_name(contract.envelope, builder.outcome), f"{builder_name(builder)} as _build"
    explicit, stated = _explicit(error_mapping), dict.fromkeys(_stated(error_mapping), _STATED)
    shared = tuple(builder_arguments(builder, style, without=(error_mapping.code, *explicit), optional=stated))
    functions = tuple(_function(contract, error_mapping, factory) for factory in error_mapping.factories)
    used = {envelope, build, WITH_DEFAULTS, "TypedDict", "Unpack"}
    used |= {*code_names(error_mapping.code.field.type, error_mapping.codes)}
    used |= t.names_of(shared) - {SYSTEM}
    used |= {"Required"} if any(not each.default for each in shared) else set()
    placed = (field for each in error_mapping.factories for part in each.placements for field in part.fields)
    parts = (part for each in error_mapping.factories for part in (*each.message, *each.remediation))
    used.update(names_used(functions, placed, parts))
    options_name = f"{class_name(builder.name)}Options"
    doc = f"The failures of the contract {contract.name}: a function for each error code that has a message."
    return ErrorsView(
        head=head(contract, "errors", doc, used, own={build: ".builders"}),
        envelope=envelope,
        code=attribute(error_mapping.code.name),
        options_name=Finished(f"{options_name}_" if options_name in homes(contract) else options_name),
        options=shared,
        functions=functions,
    )


# -- codes ------------------------------------------------------------------------------------------------------------


def code_names(kind: m.Type, codes: m.Enum) -> tuple[str, ...]:
    """The enum, when a value of this type is one of its members."""
    return (class_name(codes.name),) if _names(kind, codes) else ()


def code_value(kind: m.Type, codes: m.Enum, value: str) -> Finished:
    """A value of the enum for a field of this type: a member, or a string where a string is wanted."""
    return Finished(f"{class_name(codes.name)}.{python.member(value)}") if _names(kind, codes) else string(value)


def _names(kind: m.Type, enum: m.Enum) -> bool:
    target = m.named_in(kind)
    return target is not None and target.name == enum.name


# -- the arguments that all functions share ---------------------------------------------------------------------------


def _explicit(error_mapping: m.ErrorMapping) -> tuple[m.Parameter, ...]:
    """The arguments that only some functions require: what their code demands, and a remediation that it lacks."""
    own = error_mapping.remediation
    is_mixed = len({bool(factory.remediation) for factory in error_mapping.factories}) == 2
    mixed = (own,) if own is not None and must_be_given(own) and is_mixed else ()
    wanted = {each.name: each for factory in error_mapping.factories for each in factory.demanded}
    return (*mixed, *(each for name, each in wanted.items() if each not in mixed))


def _stated(error_mapping: m.ErrorMapping) -> Iterator[str]:
    """The parameters that codes have texts for."""
    yield error_mapping.message.name
    if error_mapping.remediation is not None and any(factory.remediation for factory in error_mapping.factories):
        yield error_mapping.remediation.name


# -- a function -------------------------------------------------------------------------------------------------------


def _function(contract: m.Contract, error_mapping: m.ErrorMapping, factory: m.ErrorFactory) -> FactoryFunction:
    style, fields = t.as_argument(contract), factory.value.context
    explicit = tuple(
        parameter_argument(each, style, is_required=_is_required(each, error_mapping, factory))
        for each in _explicit(error_mapping)
    )
    facts = tuple(facts_view(place.fields, attribute(place.parameter.name)) for place in factory.placements)
    names = {python.argument(field.name) for field in fields}
    return FactoryFunction(
        name=function_name(factory.value.value),
        arguments=(*fact_arguments(fields, style), *explicit),
        rest=Finished("options_" if "options" in names else "options"),
        doc=_doc(factory, error_mapping),
        defaults=tuple(fact_defaults(fields)),
        facts=facts,
        code=code_value(error_mapping.code.field.type, error_mapping.codes, factory.value.value),
        stated=(*_texts(error_mapping, factory), *(NamedValue(each.variable, each.object) for each in facts)),
    )


def _is_required(parameter: m.Parameter, error_mapping: m.ErrorMapping, factory: m.ErrorFactory) -> bool:
    is_left = parameter == error_mapping.remediation and must_be_given(parameter)
    return parameter in factory.demanded or (is_left and not factory.remediation)


def _texts(error_mapping: m.ErrorMapping, factory: m.ErrorFactory) -> Iterator[NamedValue]:
    yield NamedValue(attribute(error_mapping.message.name), filled(factory.message))
    own = error_mapping.remediation
    others = (attribute(each.name) for each in _explicit(error_mapping) if each != own)
    yield from (NamedValue(name, name) for name in others)
    if own is not None and own in _explicit(error_mapping):
        name = attribute(own.name)
        otherwise = f"{name} or {filled(factory.remediation)}" if factory.remediation else name
        yield NamedValue(name, Finished(otherwise))
    elif own is not None and factory.remediation:
        yield NamedValue(attribute(own.name), filled(factory.remediation))


def _doc(factory: m.ErrorFactory, error_mapping: m.ErrorMapping) -> str:
    says = [f"Message: `{factory.value.message}`"]
    says += [f"Remediation: `{factory.value.remediation}`"] if factory.remediation else []
    builder = builder_name(error_mapping.builder)
    rest = f"The other arguments are those of `{builder}`. They override what the code says."
    return joined((docs_text(factory.value.docs), *says, *fact_texts(factory.value.context), rest))
