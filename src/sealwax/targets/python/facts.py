"""The facts of a code: arguments of its function, words of its message, and keys of an object on the wire."""

from collections.abc import Iterable, Iterator

from sealwax.contract.model import ABSENT, Boolean, Constant, Field, Number, Template
from sealwax.frozen import frozen
from sealwax.languages.python import argument as argument_name
from sealwax.languages.python import f_string, literal, string
from sealwax.languages.python.docs import docs_text
from sealwax.languages.python.types import Style, annotation
from sealwax.meaning.builder_plan import bare
from sealwax.meaning.wording import field_words, level_words, quoted
from sealwax.rendering import Finished
from sealwax.targets.python.arguments import Argument, argument, optional_argument, wire_argument


@frozen
class Default:
    """What the contract says for a fact that is not given."""

    name: Finished
    value: Finished


@frozen
class OptionalFact:
    name: Finished
    key: Finished
    value: Finished


@frozen
class Facts:
    """Facts that become the keys of one object."""

    variable: Finished
    start: Finished
    """The object with the facts that are always known."""
    optional: tuple[OptionalFact, ...]
    """Facts that are added when they are given."""

    @property
    def object(self) -> Finished:
        """The expression for the object: it needs a variable only if something is added to it."""
        return self.variable if self.optional else self.start


def facts_view(fields: Iterable[Field], variable: Finished) -> Facts:
    settled, optional = [], []
    for field in fields:
        name, key = argument_name(field.name), string(field.name)
        if isinstance(field.type, Constant) and field.always_has_value:
            settled.append(f"{key}: {literal(field.type.value)}")
        elif field.always_has_value:
            settled.append(f"{key}: {wire_argument(field.type, name)}")
        else:
            optional.append(OptionalFact(name, key, wire_argument(bare(field.type), name)))
    return Facts(variable, Finished(f"{{{', '.join(settled)}}}"), tuple(optional))


def fact_arguments(fields: Iterable[Field], style: Style) -> Iterator[Argument]:
    """What the caller says about the case at hand. A constant needs no argument."""
    for field in fields:
        if not isinstance(field.type, Constant):
            name, kind = argument_name(field.name), annotation(field.type, style)
            needed = field.required and field.default is ABSENT
            yield argument(name, kind) if needed else optional_argument(name, kind)


def fact_defaults(fields: Iterable[Field]) -> Iterator[Default]:
    for field in fields:
        if field.default not in (ABSENT, None) and not isinstance(field.type, Constant):
            yield Default(argument_name(field.name), literal(field.default))


def fact_texts(fields: Iterable[Field]) -> Iterator[str]:
    """The entries of facts in the docstring of their function."""
    for field in fields:
        if isinstance(field.type, Constant):
            continue
        words = "; ".join(field_words(field))
        said = [docs_text(field.docs).replace("\n\n", " "), f"Constraints: {words}." if words else ""]
        said += [f"Default: {quoted(field.default)}."] if field.default not in (ABSENT, None) else []
        yield f"`{argument_name(field.name)}` ({level_words(field)}): {' '.join(filter(None, said))}".rstrip(": ")


# -- messages ---------------------------------------------------------------------------------------------------------


def filled(template: Template) -> Finished:
    """The template as an expression. Numbers and booleans are written as in JSON."""
    return f_string(part if isinstance(part, str) else _text(part) for part in template)


def has_number(template: Template) -> bool:
    """Whether a template contains a number that may have a fraction."""
    return any(isinstance(part, Field) and isinstance(part.type, Number) for part in template)


def _text(field: Field) -> Finished:
    name = argument_name(field.name)
    match field.type:
        case Number():
            return Finished(f"_number({name})")
        case Boolean():
            return Finished(f"str({name}).lower()")
        case _:
            return name
