"""The facts of a case at hand: the arguments, texts and objects of the functions for error codes and warning codes."""

from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby

from msgspec import Struct

from sealwax.contract import model as m
from sealwax.languages import free, python
from sealwax.languages.python import attribute, class_name, docs_text, literal, string
from sealwax.languages.python import types as t
from sealwax.languages.python.types import Argument, NamedValue
from sealwax.meaning.codes.factories import FactArgument, fact_of
from sealwax.meaning.wording import field_words, level_words, quoted, sentence, stated_level
from sealwax.rendering import Finished
from sealwax.targets.python.dataclasses import called_by_argument, to_wire

# Names that the functions of the module call: none of them may have such a name.
_TAKEN = frozenset({"isinstance"})


def function_name(code: str) -> Finished:
    return free(attribute(code), _TAKEN)


class FactDefault(Struct, frozen=True):
    """What replaces a fact that is not given."""

    name: Finished
    test: Finished
    """Whether it is not given."""
    value: Finished


class OptionalFact(Struct, frozen=True):
    """A fact that is added when it has a value."""

    test: Finished
    key: Finished
    value: Finished


class FactsView(Struct, frozen=True):
    """Facts that become the keys of one object."""

    variable: Finished
    start: Finished
    """The object with the facts that are always known."""
    optional: tuple[OptionalFact, ...]

    @property
    def object(self) -> Finished:
        """The expression for the object: it needs a variable only if something is added to it."""
        return self.variable if self.optional else self.start

    def with_more(self, given: Finished) -> Finished:
        """The object with what the caller gives, which wins."""
        start = f"**{self.variable}" if self.optional else self.start.removeprefix("{").removesuffix("}")
        return Finished(f"{{{start}, **{given}}}")


class FactoryFunction(Struct, frozen=True):
    """A function for an error code or a warning code."""

    name: Finished
    positional: tuple[Argument, ...]
    """The arguments that are passed by position."""
    arguments: tuple[Argument, ...]
    """The other facts of the case at hand."""
    doc: str
    defaults: tuple[FactDefault, ...]
    facts: tuple[FactsView, ...]
    passed: tuple[NamedValue, ...]
    """What it calls the builder or the constructor with. Without a name, it goes by position."""
    rest: Finished = Finished("")
    """The name of the arguments that all functions share, and pass on; empty if each declares them."""


def facts_view(fields: Mapping[str, m.Field], variable: Finished) -> FactsView:
    facts = [(string(key), fact_of(field)) for key, field in fields.items()]
    always = [f"{key}: {_on_wire(fact)}" for key, fact in facts if fact.is_certain]
    optional = [OptionalFact(_is_given(fact), key, _on_wire(fact)) for key, fact in facts if not fact.is_certain]
    return FactsView(variable, Finished(f"{{{', '.join(always)}}}"), tuple(optional))


def _on_wire(fact: FactArgument) -> Finished:
    if not fact.is_argument:
        return literal(fact.otherwise)
    return to_wire(fact.field.type, python.argument(fact.field.name), is_argument=True)


def fact_arguments(fields: Iterable[m.Field], style: t.Style) -> Iterator[Argument]:
    """What the caller says about the case at hand."""
    for fact in filter(lambda fact: fact.is_argument, map(fact_of, fields)):
        name, kind = python.argument(fact.field.name), t.annotation(fact.field.type, style)
        if fact.field.is_needed:
            yield t.argument(name, kind)
        else:
            yield t.optional_argument(name, kind)


def _is_given(fact: FactArgument) -> Finished:
    """The test whether a fact is given, and neither null nor empty."""
    name = python.argument(fact.field.name)
    if isinstance(fact.field.type, m.AnyValue):
        return Finished(f'{name} not in (None, "", [], {{}})')
    return name if fact.can_be_empty else Finished(f"{name} is not None")


def fact_defaults(fields: Iterable[m.Field]) -> Iterator[FactDefault]:
    for fact in map(fact_of, fields):
        if fact.is_argument and fact.otherwise not in (m.ABSENT, None):
            name = python.argument(fact.field.name)
            test = Finished(f"not {name}" if fact.can_be_empty else f"{name} is None")
            yield FactDefault(name, test, literal(fact.otherwise))


def fact_texts(fields: Iterable[m.Field]) -> Iterator[str]:
    """The entries of facts in the docstring of their function: of those about which there is something to say."""
    for field in (each for each in fields if not isinstance(each.type, m.Constant)):
        default = f"Default: {quoted(field.default)}." if field.default not in (m.ABSENT, None) else ""
        words = (docs_text(field.docs).replace("\n\n", " "), sentence(field_words(field)), default)
        stated = " ".join(filter(None, words))
        if stated or stated_level(field):
            yield f"`{python.argument(field.name)}` ({level_words(field)}): {stated}".rstrip(": ")


# -- messages ---------------------------------------------------------------------------------------------------------


def filled(template: m.Template) -> Finished:
    """The template as an expression. Numbers and booleans are written as in JSON."""
    pieces = []
    for is_optional, group in groupby(template, lambda part: isinstance(part, m.OptionalPart)):
        if is_optional:
            pieces += [_optional(part) for part in group if isinstance(part, m.OptionalPart)]
        else:
            pieces.append(_text(part for part in group if not isinstance(part, m.OptionalPart)))
    return Finished(" + ".join(pieces))


def _optional(part: m.OptionalPart) -> Finished:
    depending = (fact for fact in map(fact_of, part.fields) if not fact.is_always_filled)
    tests = " and ".join(dict.fromkeys(map(_is_given, depending)))
    return Finished(f'({_text(part.parts)} if {tests} else "")') if tests else _text(part.parts)


def _text(parts: Iterable[str | m.Field]) -> Finished:
    return python.f_string(part if isinstance(part, str) else _inserted(part) for part in parts)


def _inserted(field: m.Field) -> Finished:
    name = python.argument(field.name)
    match m.bare(field.type):
        case m.Number():
            return Finished(f"_number({name})")
        case m.Boolean():
            return Finished(f"str({name}).lower()")
        case m.ListOf():
            return Finished(f"_joined({name})")
        case _:
            return name


def called_by_facts(fields: Iterable[m.Field]) -> Iterator[str]:
    """The functions of the run-time module that objects with these facts call."""
    for fact in map(fact_of, fields):
        yield from called_by_argument(fact.field.type) if fact.is_argument else ()


def called_by_text(template: m.Template) -> Iterator[str]:
    """The functions of the run-time module that a filled template calls."""
    for part in template:
        match part:
            case str():
                pass
            case m.OptionalPart(parts):
                yield from called_by_text(parts)
            case _:
                kind = m.bare(part.type)
                yield from ("number",) if isinstance(kind, m.Number) else ()
                yield from ("joined",) if isinstance(kind, m.ListOf) else ()


def code_value(kind: m.Type, codes: m.Enum, value: str) -> Finished:
    """A value of the enum for a field of this type: a member, or a string where a string is wanted."""
    return Finished(f"{class_name(codes.name)}.{python.member(value)}") if _names(kind, codes) else string(value)


def _names(kind: m.Type, enum: m.Enum) -> bool:
    target = m.named_in(kind)
    return target is not None and target.name == enum.name
