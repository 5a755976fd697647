"""TypedDicts of the wire form -> wire.py."""

from collections.abc import Iterable
from keyword import iskeyword

from sealwax.contract.model import Contract, Enum, Field, Outcome, Record
from sealwax.enforcement import Enforcement, Kind
from sealwax.frozen import frozen
from sealwax.languages import python
from sealwax.languages.python import AMBIGUOUS, module_name, string
from sealwax.languages.python_docs import enum_text, field_text, lore_text, record_text
from sealwax.languages.python_layout import NONE, SKIP, Annotation, Subscript, annotated, either, fits, flat
from sealwax.languages.python_types import (
    STR,
    Style,
    annotation,
    declared_before_use,
    homes,
    import_lines,
    names_in,
    on_the_wire,
    value_names,
    wire_name,
)
from sealwax.rendering import Finished, Page, Target, header

ENFORCES = Enforcement(
    "Python TypedDicts",
    "a type checker, on values that are written in the code",
    frozenset({Kind.TYPE, Kind.REQUIRED, Kind.UNKNOWN_KEY, Kind.OUTCOME, Kind.ENUM}),
    {
        Kind.NUMBER: "a fraction is refused, true is taken for 1",
        Kind.CONSTANT: "Python has no type for a single number with a fraction",
    },
)


@frozen
class Alias:
    start: Finished
    """What stands before the values, each on a line of its own."""
    values: tuple[Finished, ...]
    end: Finished
    doc: str


@frozen
class Key:
    statement: Finished
    doc: str


@frozen
class Shape:
    """A TypedDict. One with a key that cannot be a name in a class body is a call with a dict."""

    name: Finished
    header: Finished
    doc: str
    is_class: bool
    is_first: bool
    """Nothing but the imports stands before it."""
    keys: tuple[Key, ...]
    remark: Finished
    """Tells linters that a class would not do, where they could think so."""
    end: Finished


@frozen
class WireView:
    header: Finished
    doc: str
    imports: tuple[Finished, ...]
    aliases: tuple[Alias, ...]
    shapes: tuple[Shape, ...]
    union: Finished
    union_doc: str


def pages(contract: Contract) -> Iterable[Page]:
    path = f"{contract.name}/python/src/{module_name(contract.name)}/wire.py"
    yield Page(path, "python_typed_dicts/wire.py.j2", wire_view(contract))


def union_name(contract: Contract) -> Finished:
    return wire_name(contract.envelope.name)


def wire_view(contract: Contract) -> WireView:
    envelope = contract.envelope
    values = value_names(contract)
    style = on_the_wire(values)
    objects: list[Record | Outcome] = [*declared_before_use(contract.records), *envelope.outcomes]
    used = {"TypedDict", "TypeAlias", *({"Literal"} if contract.enums else ())}
    for declared in objects:
        for field in declared.fields:
            used.update(names_in(_wire_type(field, style)))
    hidden = used | {"str", "int", "bool", "float", "dict", "list", "None"} | AMBIGUOUS
    union = either(*(wire_name(outcome.name) for outcome in envelope.outcomes))
    return WireView(
        header=Finished(f"# {header(contract.name)}"),
        doc=f"The contract {contract.name} as it looks on the wire, for values that have been read from JSON.",
        imports=import_lines(used, homes(contract), ".wire"),
        aliases=tuple(_alias(enum, values[enum.name]) for enum in contract.enums),
        shapes=tuple(
            _shape(declared, style, hidden, at == 0 and not contract.enums) for at, declared in enumerate(objects)
        ),
        union=annotated(union_name(contract), Finished("TypeAlias"), flat(union)),
        union_doc=lore_text(envelope.lore, envelope.title),
    )


def _alias(enum: Enum, name: Finished) -> Alias:
    strings = tuple(string(value.value) for value in enum.values)
    kind: Annotation = Subscript("Literal", strings)
    line = annotated(name, Finished("TypeAlias"), flat(either(kind, STR) if enum.open else kind))
    if len(strings) == 1 or ("\n" not in line and not line.endswith(SKIP)):
        return Alias(line, (), Finished(""), enum_text(enum))
    margin = "        " if enum.open else "    "
    lines = tuple(Finished(f"{margin}{value},") for value in strings)
    if enum.open:
        return Alias(
            Finished(f"{name}: TypeAlias = (\n    Literal["), lines, Finished("    ]\n    | str\n)"), enum_text(enum)
        )
    return Alias(Finished(f"{name}: TypeAlias = Literal["), lines, Finished("]"), enum_text(enum))


def _wire_type(field: Field, style: Style) -> Annotation:
    kind = annotation(field.type, style)
    if field.readers_accept_null:
        kind = either(kind, NONE)
    return kind if field.required else Subscript("NotRequired", (kind,))


def _shape(declared: Record | Outcome, style: Style, hidden: set[str], is_first: bool) -> Shape:
    name = wire_name(declared.name)
    is_class = not any(_needs_quotes(field.name, hidden) for field in declared.fields)
    doc = record_text(declared) if isinstance(declared, Record) else lore_text(declared.lore, _title(declared))
    line = f"class {name}(TypedDict):"
    keys = _class_key if is_class else _dict_key
    laid_out = tuple(Key(keys(field, style), field_text(field)) for field in declared.fields)
    skip = not is_class and any("\n" in key.statement or not fits(f"{key.statement},", 8) for key in laid_out)
    return Shape(
        name=name,
        header=Finished(line if fits(line) else f"class {name}(\n    TypedDict\n):"),
        doc=doc,
        is_class=is_class,
        is_first=is_first,
        keys=laid_out,
        remark=Finished("  # noqa: UP013" if all(_is_name(field.name) for field in declared.fields) else ""),
        end=Finished(SKIP if skip else ""),
    )


def _title(outcome: Outcome) -> str:
    return f"a {outcome.outcome}"


def _needs_quotes(key: str, hidden: set[str]) -> bool:
    """Python has no such name, or rewrites it within a class, or the class needs the name for a type."""
    return not _is_name(key) or key.startswith("__") or key in hidden


def _is_name(key: str) -> bool:
    return key.isidentifier() and not iskeyword(key)


def _class_key(field: Field, style: Style) -> Finished:
    return annotated(field.name, _wire_type(field, style), indent=4)


def _dict_key(field: Field, style: Style) -> Finished:
    return Finished(f"{string(field.name)}: {flat(_wire_type(field, style))}")


TARGET = Target(
    "python-typed-dicts", pages, {"docstring": python.docstring, "comment": python.comment, "string": python.string}
)
