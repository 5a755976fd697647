"""The arguments of a factory: the facts of a code, then what the builder or the record takes besides."""

from collections.abc import Iterable, Iterator

from sealwax.contract.model import (
    ABSENT,
    Boolean,
    Constant,
    Field,
    Level,
    Number,
    Parameter,
    Template,
)
from sealwax.languages.python import argument, attribute, f_string, layout, literal, string
from sealwax.languages.python.docs import docs_text
from sealwax.languages.python.layout import NONE, Annotation, annotated, assigned, either, fits, guard, one_line
from sealwax.languages.python.types import ANY, OBJECT, Style, annotation, field_annotation
from sealwax.meaning.builder_plan import bare
from sealwax.meaning.wording import field_words, level_words, quoted
from sealwax.rendering import Finished
from sealwax.targets.python.wiring import to_wire

NUMBER = "_number"
"""The function that spells a number, under a name that no argument has."""
NUMBER_IMPORT = f"number as {NUMBER}"


def is_required(parameter: Parameter) -> bool:
    return parameter.level is Level.MUST and parameter.default is ABSENT


def optional(kind: Annotation) -> Annotation:
    return kind if kind == ANY else either(kind, NONE)


def fact_arguments(fields: Iterable[Field], style: Style) -> Iterator[layout.Parameter]:
    """What the caller says about the case at hand. A constant needs no argument."""
    for field in fields:
        if isinstance(field.type, Constant):
            continue
        kind = annotation(field.type, style)
        needed = field.required and field.default is ABSENT
        yield layout.Parameter(argument(field.name), *((kind, "") if needed else (optional(kind), "None")))


def builder_argument(parameter: Parameter, style: Style, *, optionally: bool = False) -> layout.Parameter:
    kind = field_annotation(parameter.field, style)
    if is_required(parameter) and not optionally:
        return layout.Parameter(attribute(parameter.name), kind, "")
    return layout.Parameter(attribute(parameter.name), optional(kind), "None")


def fact_texts(fields: Iterable[Field]) -> Iterator[str]:
    """The entries of facts in the docstring of their factory."""
    for field in fields:
        if isinstance(field.type, Constant):
            continue
        words = "; ".join(field_words(field))
        facts = [docs_text(field.docs).replace("\n\n", " "), f"Constraints: {words}." if words else ""]
        facts += [f"Default: {quoted(field.default)}."] if field.default not in (ABSENT, None) else []
        yield f"`{argument(field.name)}` ({level_words(field)}): {' '.join(filter(None, facts))}".rstrip(": ")


def tells_number(template: Template) -> bool:
    """Whether a template tells a number that may have a fraction."""
    return any(isinstance(part, Field) and isinstance(part.type, Number) for part in template)


# -- the body ---------------------------------------------------------------------------------------------------------


def defaults(fields: Iterable[Field]) -> Iterator[str]:
    """Statements that fill in what was not given, where the contract says with what."""
    for field in fields:
        if field.default not in (ABSENT, None) and not isinstance(field.type, Constant):
            yield from otherwise(argument(field.name), literal(field.default), f"{argument(field.name)} is None")


def otherwise(name: Finished, value: Finished, test: str = "") -> Iterator[str]:
    """`if not name: name = value`."""
    yield f"    {guard(test or f'not {name}', indent=4)}"
    line = f"{name} = {value}"
    # A text that does not even fit on a line of its own stays where it is.
    too_long = value.isascii() and not fits(value, 12)
    yield f"        {line if too_long else assigned(name, value, 8)}"


def filled(template: Template) -> Finished:
    """The template as an expression. Numbers and booleans are spelt as in JSON, whatever Python would write."""
    return f_string(part if isinstance(part, str) else _text(part) for part in template)


def _text(field: Field) -> Finished:
    name = argument(field.name)
    match field.type:
        case Number():
            return Finished(f"{NUMBER}({name})")
        case Boolean():
            return Finished(f"str({name}).lower()")
        case _:
            return name


def facts(fields: tuple[Field, ...], target: Finished, *, is_new: bool) -> Iterator[str]:
    """Statements that collect the facts in a dict: first what is always there, then what was given."""
    always = [_entry(field) for field in fields if field.always_has_value]
    display = _display([entry for entry in always if entry], len(target) + (19 if is_new else 3))
    yield f"    {annotated(target, OBJECT, '', 4) if is_new else target} = {display}"
    for field in fields:
        place = f"{target}[{string(field.name)}]"
        if field.always_has_value:
            yield from () if _entry(field) else (f"    {assigned(place, _wire(field), 4)}",)
        else:
            yield f"    {guard(f'{argument(field.name)} is not None', indent=4)}"
            yield f"        {assigned(place, to_wire(bare(field.type), argument(field.name), argument=True), 8)}"


def _wire(field: Field) -> layout.Expression:
    if isinstance(field.type, Constant):
        return literal(field.type.value)
    return to_wire(field.type, argument(field.name), argument=True)


def _entry(field: Field) -> str:
    """The key and value as an entry of a dict display; empty when that is too long for a line."""
    line = f"{string(field.name)}: {one_line(_wire(field))}"
    return line if fits(f"{line},", 8) else ""


def _display(entries: list[str], before: int) -> str:
    line = f"{{{', '.join(entries)}}}"
    if fits(line, before + 4):
        return line
    return "{" + "".join(f"\n        {entry}," for entry in entries) + "\n    }"
