"""TypedDicts of the wire form -> wire.py."""

from collections.abc import Iterable, Iterator
from keyword import iskeyword

from sealwax.contract.model import Contract, Enum, Field, Outcome, Payload, Record, Tool
from sealwax.frozen import frozen, replace
from sealwax.languages.python import AMBIGUOUS, string
from sealwax.languages.python.docs import docs_text, enum_text, field_text, record_text
from sealwax.languages.python.envelopes import PAYLOAD, is_generic
from sealwax.languages.python.layout import (
    NONE,
    SKIP,
    Annotation,
    Subscript,
    alias,
    annotated,
    class_heading,
    either,
    fits,
    flat,
)
from sealwax.languages.python.types import (
    ANY,
    STR,
    Style,
    annotation,
    declared_before_use,
    field_annotation,
    homes,
    import_lines,
    names_in,
    on_the_wire,
    value_names,
    wire_name,
    wire_names,
)
from sealwax.meaning.enforcement import Enforcement, Kind
from sealwax.project.package_names import python_module
from sealwax.rendering import Finished, Page, header
from sealwax.targets.python.inheritance import all_lines, below_lines
from sealwax.targets.python.wire_inheritance import Child, Children, children, is_read_only

READ_ONLY = "ReadOnly"

ENFORCES = Enforcement(
    "Python TypedDicts",
    "a type checker, on values that are written in the code",
    frozenset({Kind.TYPE, Kind.REQUIRED, Kind.UNKNOWN_KEY, Kind.OUTCOME, Kind.ENUM, Kind.UNDECLARED}),
    {
        Kind.NUMBER: "a fraction is refused, true is taken for 1",
        Kind.CONSTANT: "Python has no type for a single number with a fraction",
    },
)


@frozen
class Union:
    """A name for a type that is put together from others."""

    statement: Finished
    doc: str


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
    has_read_only: bool
    has_payload: bool
    """Whether something differs by tool."""
    shapes: tuple[Shape, ...]
    unions: tuple[Union, ...]


def pages(contract: Contract) -> Iterable[Page]:
    path = f"{contract.name}/python/src/{python_module(contract)}/wire.py"
    yield Page(path, "python/wire.py.j2", wire_view(contract))


def wire_view(contract: Contract) -> WireView:
    envelope, values = contract.envelope, value_names(contract)
    style = on_the_wire(values)
    objects: list[Record | Outcome] = [*declared_before_use(contract.records), *envelope.outcomes]
    hidden = {"TypedDict", "TypeAlias", "str", "int", "bool", "float", "dict", "list", "None", *AMBIGUOUS}
    hidden |= {name for declared in objects for name in _names(declared, style)}
    hidden |= ({"Literal"} if contract.enums else set()) | ({"Generic", PAYLOAD} if contract.tools else set())
    generic = {each.name for each in envelope.outcomes if is_generic(contract, each) and _is_class(each, hidden)}
    for tool in contract.tools:
        pairs = zip(envelope.outcomes, tool.envelope.outcomes, strict=True)
        objects += [own for outcome, own in pairs if own != outcome and outcome.name not in generic]
    apart = {declared.name for declared in objects if not _is_class(declared, hidden)}
    found = children(contract, objects, generic, apart)
    styles = [
        replace(style, payload=PAYLOAD) if child_class.declared.name in generic else style
        for child_class in found.declared
    ]
    unions = tuple(_unions(contract, style, generic))
    used = {
        name
        for child_class, spelt in zip(found.declared, styles, strict=True)
        for name in _names(child_class.declared, spelt)
    }
    has_read_only = READ_ONLY in used
    used |= {
        *({"TYPE_CHECKING"} if has_read_only else ()),
        *({"TypedDict"} if any(not child_class.parents for child_class in found.declared) else ()),
        *({"TypeAlias"} if contract.enums or unions else ()),
        *({"Literal"} if contract.enums else ()),
    }
    used |= {"Generic", "TypeVar"} if generic else set()
    used |= {"Any"} if any("Any]" in union.statement for union in unions) else set()
    return WireView(
        header=Finished(f"# {header(contract.name)}"),
        doc=f"The contract {contract.name} as it looks on the wire, for values that have been read from JSON.",
        imports=_imports(contract, used, found),
        has_read_only=has_read_only,
        aliases=tuple(_alias(enum, values[enum.name]) for enum in contract.enums),
        has_payload=bool(generic),
        shapes=tuple(
            _shape(child_class, spelt, hidden, is_first=at == 0 and not (contract.enums or generic or has_read_only))
            for at, (child_class, spelt) in enumerate(zip(found.declared, styles, strict=True))
        ),
        unions=unions,
    )


def _imports(contract: Contract, used: set[str], found: Children) -> tuple[Finished, ...]:
    own = homes(contract) | dict.fromkeys(map(str, wire_names(contract)), ".wire")
    handed: dict[str, list[str]] = {}
    for name, base in found.kept.items():
        handed.setdefault(f"{python_module(base)}.wire", []).append(wire_name(name))
    modules = {module for child_class in found.declared for module in child_class.modules}
    lines = import_lines(used, own, ".wire", below_lines(modules, handed))
    return (*lines, *(all_lines(wire_names(contract)) if handed else ()))


def _names(declared: Record | Outcome, style: Style) -> Iterator[str]:
    """The names that the types of its keys use."""
    return (name for field in declared.fields for name in names_in(_wire_type(field, style)))


def _unions(contract: Contract, style: Style, generic: set[str]) -> Iterator[Union]:
    """Names for the envelope, and for that of each tool with its cases."""
    envelope = contract.envelope
    if envelope.mark is not None:
        cases = either(*(_any_case(outcome, style, generic) for outcome in envelope.outcomes))
        yield Union(alias(wire_name(envelope.name), cases), docs_text(envelope.docs, envelope.title))
    for tool in contract.tools:
        for outcome, own in zip(envelope.outcomes, tool.envelope.outcomes, strict=True):
            if outcome.name in generic:
                case = Subscript(wire_name(outcome.name), (wire_name(tool.payload.name),))
                yield Union(alias(wire_name(own.name), case), _answer(tool, outcome))
        if envelope.mark is not None:
            cases = either(*(wire_name(own.name) for own in tool.envelope.outcomes))
            doc = docs_text(tool.docs, f"what `{tool.name}` answers")
            yield Union(alias(wire_name(tool.envelope.name), cases), doc)


def _any_case(outcome: Outcome, style: Style, generic: set[str]) -> Annotation:
    """A case of any tool: with what all payloads have in common."""
    name = wire_name(outcome.name)
    slot = next((field for field in outcome.fields if field.per_tool), None)
    is_open = slot is not None and outcome.name in generic
    return Subscript(name, (annotation(slot.type, style),)) if slot is not None and is_open else name


def _answer(tool: Tool, outcome: Outcome) -> str:
    what = f"a {outcome.outcome} of" if outcome.mark is not None else "what comes from"
    return f"{what[:1].upper()}{what[1:]} `{tool.name}`."


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
    kind = field_annotation(field, style)
    if isinstance(field.type, Payload) and style.payload is None:
        kind = Subscript("Mapping", (STR, ANY))
    if field.readers_accept_null:
        kind = either(kind, NONE)
    kind = Subscript(READ_ONLY, (kind,)) if is_read_only(field) else kind
    return kind if field.required else Subscript("NotRequired", (kind,))


def _is_class(declared: Record | Outcome, hidden: set[str]) -> bool:
    return not any(_needs_quotes(field.name, hidden) for field in declared.fields)


def _shape(child_class: Child, style: Style, hidden: set[str], *, is_first: bool) -> Shape:
    declared = child_class.declared
    name = wire_name(declared.name)
    is_class = _is_class(declared, hidden)
    doc = record_text(declared) if isinstance(declared, Record) else docs_text(declared.docs, _title(declared))
    bases: list[Annotation] = [*(child_class.parents or (Finished("TypedDict"),))]
    bases += [Subscript("Generic", (PAYLOAD,))] if style.payload is not None else []
    keys = _class_key if is_class else _dict_key
    laid_out = tuple(Key(keys(field, style), field_text(field)) for field in declared.fields)
    skip = not is_class and any("\n" in key.statement or not fits(f"{key.statement},", 8) for key in laid_out)
    return Shape(
        name=name,
        header=class_heading(name, *bases),
        doc=doc,
        is_class=is_class,
        is_first=is_first,
        keys=laid_out,
        remark=Finished("  # noqa: UP013" if all(_is_name(field.name) for field in declared.fields) else ""),
        end=Finished(SKIP if skip else ""),
    )


def _title(outcome: Outcome) -> str:
    return f"a {outcome.outcome}" if outcome.mark is not None else "the envelope"


def _needs_quotes(key: str, hidden: set[str]) -> bool:
    """Python has no such name, or rewrites it within a class, or the class needs the name for a type."""
    return not _is_name(key) or key.startswith("__") or key in hidden


def _is_name(key: str) -> bool:
    return key.isidentifier() and not iskeyword(key)


def _class_key(field: Field, style: Style) -> Finished:
    return annotated(field.name, _wire_type(field, style), indent=4)


def _dict_key(field: Field, style: Style) -> Finished:
    return Finished(f"{string(field.name)}: {flat(_wire_type(field, style))}")
