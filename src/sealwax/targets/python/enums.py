"""Enums and named strings -> enums.py and texts.py."""

from collections.abc import Iterator

from sealwax.contract.model import Catalogue, Contract, Enum, EnumValue, Order, Text
from sealwax.frozen import frozen
from sealwax.languages.python import attribute, class_name, constant, docstring, literal, member, string
from sealwax.languages.python.docs import docs_text, enum_text, joined, text_text
from sealwax.languages.python.layout import (
    NONE,
    SKIP,
    Annotation,
    Subscript,
    annotated,
    assigned,
    called,
    either,
    fits,
    flat,
)
from sealwax.languages.python.types import INT, STR, homes, import_lines, names_in
from sealwax.meaning.wording import value_tier_words
from sealwax.project.package_names import python_module
from sealwax.rendering import Finished
from sealwax.targets.python.inheritance import all_lines, below_lines, handed_on

# What every string and every enum member has: a column of the same name would hide it.
_TAKEN = frozenset(
    "capitalize casefold center count description encode endswith expandtabs find format format_map index is_above"
    " is_below isalnum isalpha isascii isdecimal isdigit isidentifier islower isnumeric isprintable isspace istitle"
    " isupper join ljust lower lstrip maketrans mro name partition removeprefix removesuffix replace rfind rindex rjust"
    " rpartition rsplit rstrip split splitlines startswith strip swapcase title translate upper value zfill".split()
)


@frozen
class Fact:
    """A property of every member: where it stands in the table of facts, and what it is."""

    definition: Finished
    doc: str
    place: Finished


@frozen
class Member:
    assignment: Finished
    doc: Finished


@frozen
class EnumView:
    header: Finished
    doc: str
    members: tuple[Member, ...]
    facts: tuple[Fact, ...]
    alias: Finished
    """Of the enum that classifies this one, when a member hides its name within the class."""
    below: Finished
    """How the position of a lower value compares with that of a higher one; empty when there is no order."""
    above: Finished
    table: Finished
    rows: tuple[Finished, ...]
    end: Finished


@frozen
class EnumsView:
    header: Finished
    doc: str
    imports: tuple[Finished, ...]
    has_retry: bool
    declares_retry: bool
    """Not so when a package below does."""
    enums: tuple[EnumView, ...]


@frozen
class _Column:
    """A fact before it is laid out."""

    name: Finished
    annotation: Annotation
    doc: str
    cells: tuple[Finished, ...]


def enums_view(contract: Contract, header: Finished) -> EnumsView:
    used, kept = set[str](), kept_enums(contract)
    views = []
    for enum in (enum for enum in contract.enums if enum.name not in kept):
        used.add("StrEnum")
        columns = tuple(_columns(enum))
        view = _enum(enum, columns)
        used.update(name for column in columns for name in names_in(column.annotation))
        used.update({"Self"} if enum.order else (), {"TypeAlias"} if view.alias else ())
        views.append(view)
    handed = handed_on(kept, "enums")
    source = next((base for base in contract.bases if _has_retry(base)), None)
    if source is not None:
        handed.setdefault(f"{python_module(source)}.enums", []).append("Retry")
    declares_retry = _has_retry(contract) and source is None
    used.update({"NamedTuple", "Literal"} if declares_retry else ())
    imports = import_lines(used, homes(contract), ".enums", below_lines((), handed))
    names = [*(class_name(enum.name) for enum in contract.enums), *(("Retry",) if _has_retry(contract) else ())]
    imports += all_lines(names) if handed else ()
    doc = f"The enums of the contract {contract.name}, with what it says about each value."
    return EnumsView(header, doc, imports, _has_retry(contract), declares_retry, tuple(views))


def _has_retry(contract: Contract) -> bool:
    return any(value.retry is not None for enum in contract.enums for value in enum.values)


def kept_enums(contract: Contract) -> dict[str, Contract]:
    """By enum: the contract below whose package has the very class.

    A closed enum stays even if the one that classifies it has grown: records below name its class, and nothing else.
    """
    found: dict[str, Contract] = {}
    for enum, base in ((enum, base) for enum in contract.enums for base in contract.bases):
        below = next((each for each in base.enums if each.name == enum.name), None)
        is_classified_alike = not enum.open or enum.classified_by is None or enum.classified_by.name in found
        if below is not None and is_classified_alike and _view(enum) == _view(below):
            found.setdefault(enum.name, base)
    return found


def _view(enum: Enum) -> EnumView:
    return _enum(enum, tuple(_columns(enum)))


def _enum(enum: Enum, columns: tuple[_Column, ...]) -> EnumView:
    name = class_name(enum.name)
    table = f"_{constant(enum.name)}_FACTS"
    kinds = tuple(column.annotation for column in columns)
    row_type = kinds[0] if len(kinds) == 1 else Subscript("tuple", kinds)
    start = f"{table}: {flat(Subscript('dict', (name, row_type)))} = {{"
    places = [Finished(f"{table}[self]" if len(columns) == 1 else f"{table}[self][{at}]") for at in range(len(columns))]
    below, above = _signs(enum.order)
    return EnumView(
        header=_class_line(name, "StrEnum"),
        doc=enum_text(enum),
        members=tuple(map(_member, enum.values)),
        facts=tuple(Fact(_property(column), column.doc, place) for column, place in zip(columns, places, strict=True)),
        alias=_alias(enum),
        below=below,
        above=above,
        table=Finished(start),
        rows=tuple(_row(f"{name}.{member(v.value)}", columns, at) for at, v in enumerate(enum.values))
        if columns
        else (),
        end=Finished("" if fits(start) else SKIP),
    )


def _class_line(name: str, base: str) -> Finished:
    line = f"class {name}({base}):"
    return Finished(line if fits(line) else f"class {name}(\n    {base}\n):")


def _member(value: EnumValue) -> Member:
    text = joined((docs_text(value.docs), value_tier_words(value.tier)))
    return Member(assigned(member(value.value), string(value.value), 4), docstring(text, 4) if text else Finished(""))


def _property(column: _Column) -> Finished:
    line = f"def {column.name}(self) -> {flat(column.annotation)}:"
    return Finished(line if fits(line, 4) else line + SKIP)


def _signs(order: Order | None) -> tuple[Finished, Finished]:
    match order:
        case None:
            return Finished(""), Finished("")
        case Order.HIGHEST_FIRST:
            return Finished(">"), Finished("<")
        case Order.LOWEST_FIRST:
            return Finished("<"), Finished(">")


def _row(key: str, columns: tuple[_Column, ...], at: int) -> Finished:
    cells = [column.cells[at] for column in columns]
    return Finished(f"{key}: {cells[0]}" if len(cells) == 1 else called(f"{key}: ", cells, 4, after=1))


# -- what a catalogue says --------------------------------------------------------------------------------------------


def _columns(enum: Enum) -> Iterator[_Column]:
    values = enum.values
    if enum.catalogue is Catalogue.ERROR_TYPES:
        if any(value.http is not None for value in values):
            cells = tuple(literal(value.http) for value in values)
            kind = either(INT, NONE) if NONE in cells else INT
            yield _Column(attribute("http_status"), kind, "The analogous HTTP status.", cells)
        if any(value.jsonrpc is not None for value in values):
            cells = tuple(literal(value.jsonrpc) for value in values)
            kind = either(INT, NONE) if NONE in cells else INT
            yield _Column(attribute("jsonrpc"), kind, "Its number in a JSON-RPC error.", cells)
        if any(value.retry is not None for value in values):
            cells = tuple(map(_retry, values))
            kind = either(Finished("Retry"), NONE) if NONE in cells else Finished("Retry")
            yield _Column(
                attribute("retry"), kind, "Whether trying again can help, and what has to happen first.", cells
            )
    elif enum.classified_by is not None:
        is_error = enum.catalogue is Catalogue.ERROR_CODES
        name = class_name(enum.classified_by.name)
        kind = Finished(f"_{name}") if _is_hidden(enum, name) else name
        cells = tuple(Finished(f"{name}.{member(value.classified_as)}") for value in values)
        doc = "The category that it belongs to." if is_error else "How serious it usually is."
        yield _Column(attribute("error_type" if is_error else "severity"), kind, doc, cells)
    if any(value.docs.doc for value in values):
        yield _Column(attribute("description"), STR, "What it means.", tuple(string(v.docs.doc) for v in values))
    has_tiers = any(value.tier for value in values)
    if has_tiers:
        cells = tuple(string(value.tier.name) if value.tier else NONE for value in values)
        kind = either(STR, NONE) if NONE in cells else STR
        yield _Column(attribute("tier"), kind, "How far one can rely on it.", cells)
    taken = _TAKEN | {"tier"} if has_tiers else _TAKEN
    for at, column in enumerate(enum.columns):
        cells = tuple(string(value.cells[at]) for value in values)
        yield _Column(_free(column.key, taken), STR, f"{column.title}.", cells)


def _retry(value: EnumValue) -> Finished:
    if value.retry is None:
        return NONE
    hint = (string(value.retry.hint),) if value.retry.hint else ()
    return called("Retry", (string(value.retry.decision), *hint), 8, after=1)


def _free(key: str, taken: frozenset[str]) -> Finished:
    name = attribute(key)
    return Finished(f"{name}_" if name in taken else name)


def _is_hidden(enum: Enum, name: Finished) -> bool:
    """Whether a member of the enum has the same name: within the class, the name then means the member."""
    return name.isupper() and any(member(value.value) == name for value in enum.values)


def _alias(enum: Enum) -> Finished:
    name = class_name(enum.classified_by.name) if enum.classified_by else Finished("")
    return annotated(f"_{name}", Finished("TypeAlias"), name) if _is_hidden(enum, name) else Finished("")


# -- named strings ----------------------------------------------------------------------------------------------------


@frozen
class TextView:
    assignment: Finished
    doc: str


@frozen
class TextsView:
    header: Finished
    doc: str
    texts: tuple[TextView, ...]


def texts_view(contract: Contract, header: Finished) -> TextsView:
    return TextsView(
        header, f"The kinds of strings that the contract {contract.name} names.", tuple(map(_text, contract.texts))
    )


def _text(text: Text) -> TextView:
    return TextView(annotated(class_name(text.name), Finished("TypeAlias"), "str"), text_text(text))
