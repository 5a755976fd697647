"""The contract -> parsing.py: valid values as typed objects, one exception for all others."""

from collections.abc import Iterable, Iterator
from typing import assert_never

from sealwax.contract.model import (
    Contract,
    Enum,
    Envelope,
    Outcome,
    Presence,
    Record,
    Reference,
    Tag,
    Tool,
)
from sealwax.frozen import frozen
from sealwax.languages.python import class_name, string
from sealwax.languages.python.annotations import Annotation, Subscript, either
from sealwax.languages.python.imports import import_lines
from sealwax.languages.python.layout import (
    Call,
    Comprehension,
    Item,
    Parameter,
    assigned,
    called,
    fits,
    flat,
    guard,
    signature,
)
from sealwax.languages.python.types import ANY, BOOL, BYTES, OBJECT, STR, named_in
from sealwax.meaning import messages
from sealwax.meaning.checks import HasKey
from sealwax.meaning.findings import RuleId
from sealwax.meaning.json_values import DEPTH
from sealwax.naming import article
from sealwax.project.package_names import python_module
from sealwax.rendering import Finished
from sealwax.targets.python.conditions import equals, holds
from sealwax.targets.python.dataclasses import ClassView, narrows
from sealwax.targets.python.envelope_classes import PAYLOAD, is_generic, is_mixed, parsed_name, plain, typed
from sealwax.targets.python.inheritance import (
    all_lines,
    base_imports,
    from_below,
)
from sealwax.targets.python.names import (
    FINDING,
    INVALID,
    homes,
    is_valid_name,
    parse_json_name,
    parse_name,
    parsing_names,
    validate_name,
)
from sealwax.targets.python.parsed_classes import ParsedClass, class_view, kept_classes, parsed_classes
from sealwax.targets.python.reading import (
    PAYLOAD_READER,
    members_name,
    needs_unset,
    read_name,
    reading_lines,
)
from sealwax.targets.python.tables import keys_name, shape_keys, strings_table

_OBJECT = Parameter("value", OBJECT)
_TEXT = Parameter("text", either(STR, BYTES))
_PAYLOAD = Parameter(PAYLOAD_READER, Subscript("Callable", (Finished("[dict[str, Any]]"), PAYLOAD)))
_GENERAL = ("Any", "Callable", "cache", "import_module", FINDING, "is_valid", "validate")


@frozen
class Function:
    definition: Finished
    doc: str
    body: Finished


def definition(name: Finished, parameters: Iterable[Parameter], returns: Annotation) -> Finished:
    """On one line, where there is room."""
    given = tuple(parameters)
    line = f"def {name}({' '.join(parameter.line for parameter in given).removesuffix(',')}) -> {flat(returns)}:"
    return Finished(line) if fits(line) else signature(name, given, returns)


GIVEN = (Parameter("value", ANY), Parameter("*"), Parameter("decoded", BOOL, "False"))


def function(
    name: Finished, parameters: Iterable[Parameter], returns: Annotation, doc: str, body: Iterable[str]
) -> Function:
    return Function(definition(name, parameters, returns), doc, Finished("\n".join(body)))


@frozen
class ParsingView:
    header: Finished
    doc: str
    imports: tuple[Finished, ...]
    tables: tuple[Finished, ...]
    declares_invalid: bool
    """Not so when a package below does."""
    no_json: Finished
    depth: Finished
    classes: tuple[ClassView, ...]
    narrows: bool
    """Whether an attribute has a narrower type than in a base class."""
    parsers: tuple[Function, ...]
    readers: tuple[Function, ...]
    has_others: bool
    has_open_enums: bool
    has_payloads: bool
    writes_payloads: bool
    """Whether a class is declared here that has a payload of some tool."""
    has_free_payloads: bool


@frozen
class Parsed:
    """What a parser of envelopes calls."""

    is_valid: str
    validate: str
    envelope: Envelope
    payload: Finished | None
    """What reads the payload, where there are tools."""

    @property
    def read(self) -> str:
        arguments = ("value", *((self.payload,) if self.payload is not None else ()))
        return f"    return {called(read_name(self.envelope.name), arguments, 4, 7)}"


def parsing_view(contract: Contract, header: Finished) -> ParsingView:
    kept, children = kept_classes(contract), tuple(parsed_classes(contract))
    found = [(child_class, child_class.attributes) for child_class in children if child_class.outcome.name not in kept]
    classes = tuple(class_view(child_class, given) for child_class, given in found)
    enums = _enums(contract)
    used = {*_GENERAL, *(name for _, given in found for name in given.used)}
    used |= {"dataclass"} if found else set()
    used |= {"field"} if contract.envelope.open and any(not child_class.parents for child_class, _ in found) else set()
    used |= {class_name(enum.name) for enum in enums}
    used |= {"StrEnum", "TypeVar"} if any(enum.open for enum in enums) else set()
    used |= {"TypeVar"} if contract.tools else set()
    generic = [child_class for child_class, _ in found if is_generic(child_class.contract, child_class.outcome)]
    used |= {"Generic"} if any(not child_class.parents for child_class in generic) else set()
    used |= {"UNSET"} if needs_unset(made.fields for made in _objects(contract)) else set()
    for record in contract.records:
        used |= {class_name(record.name), is_valid_name(record.name), validate_name(record.name)}
    for tool in contract.tools:
        used |= {is_valid_name(tool.envelope.name), validate_name(tool.envelope.name)}
    return ParsingView(
        header=header,
        doc=f"Typed objects of values that keep the contract {contract.name}.",
        imports=_imports(contract, used, kept, [child_class for child_class, _ in found]),
        declares_invalid=not contract.bases,
        tables=tuple(_tables(contract, enums)),
        no_json=_no_json(),
        depth=Finished(str(DEPTH)),
        classes=classes,
        narrows=narrows(classes),
        parsers=tuple(_parsers(contract)),
        readers=tuple(_readers(contract)),
        has_open_enums=any(enum.open for enum in enums),
        has_others=any(record.open for record in contract.records) or contract.envelope.open,
        has_payloads=bool(contract.tools),
        writes_payloads=bool(generic),
        has_free_payloads=bool(plain(contract).tools) and common(contract) is None,
    )


def _homes(contract: Contract) -> dict[str, str]:
    names = [FINDING, "validate", "is_valid"]
    checked = [record.name for record in contract.records] + [tool.envelope.name for tool in contract.tools]
    for name in checked:
        names += [validate_name(name), is_valid_name(name)]
    return homes(contract) | dict.fromkeys(map(str, names), ".validation")


def _no_json() -> Finished:
    arguments = ('""', '"error"', string(RuleId.JSON), string(messages.NO_JSON_TEXT))
    return Finished(f"_NO_JSON = {called(FINDING, arguments, 0, len('_NO_JSON = '))}")


def _objects(contract: Contract) -> tuple[Record | Outcome, ...]:
    return (*contract.envelope.outcomes, *contract.records)


def _enums(contract: Contract) -> list[Enum]:
    """The enums that objects hold, in contract order."""
    kinds = [named_in(field.type) for made in _objects(contract) for field in made.fields]
    names = {kind.name for kind in kinds if kind is not None}
    return [enum for enum in contract.enums if enum.name in names]


def _tables(contract: Contract, enums: list[Enum]) -> Iterator[Finished]:
    for enum in enums:
        if enum.open:
            members = Comprehension("{}", "str(member): member", f"for member in {class_name(enum.name)}")
            yield assigned(members_name(enum), members, 0)
    envelope = contract.envelope
    shapes: tuple[Envelope | Outcome, ...] = envelope.outcomes if envelope.has_shapes else (envelope,)
    owners: list[tuple[Record | Envelope | Outcome, bool]] = [(record, record.open) for record in contract.records]
    of_tools = typed(contract).envelope
    shapes += (of_tools.outcomes if of_tools.has_shapes else (of_tools,)) if is_mixed(contract) else ()
    for owner, is_open in (*owners, *((shape, envelope.open) for shape in shapes)):
        if is_open:
            yield strings_table(keys_name(owner.name), (field.name for field in owner.fields))


def _imports(
    contract: Contract, used: set[str], kept: dict[str, Contract], children: list[ParsedClass]
) -> tuple[Finished, ...]:
    names: dict[str, list[str]] = {}
    for outcome in plain(contract).envelope.outcomes:
        if (base := kept.get(outcome.name)) is not None:
            module = f"{python_module(base)}.parsing"
            names.setdefault(module, []).append(parsed_name(contract.envelope, outcome))
    for module, below in from_below(contract, "parsing", INVALID).items():
        names.setdefault(module, []).extend(below)
    modules = {parent.module for child_class in children for parent in child_class.parents}
    lines = import_lines(used, _homes(contract), ".parsing", base_imports(modules, names))
    return (*lines, *(all_lines(parsing_names(contract)) if names else ()))


# -- functions --------------------------------------------------------------------------------------------------------


def _parsers(contract: Contract) -> Iterator[Function]:
    envelope = contract.envelope
    doc = (
        f"A valid `{class_name(envelope.name)}` as a typed object. Anything else raises `{INVALID}`.\n\n"
        "Plain objects and lists are those of the value, and no copies. Null for a key that writers would leave out"
        " counts as absent. `decoded` is that of `validate`."
    )
    any_tool = plain(contract)
    reader = _payload_reader(common(contract)) if any_tool.tools else None
    general, cases = Parsed("is_valid", "validate", envelope, reader), _cases(any_tool, _common(contract))
    yield function(Finished("parse"), GIVEN, cases, doc, _parse(general))
    doc = "The same for a JSON text. A text that is no JSON has one finding, about the whole."
    yield function(Finished("parse_json"), (_TEXT,), cases, doc, _parse_json(general))
    for tool in contract.tools:
        yield from _of_tool(typed(contract), tool)
    for record in contract.records:
        name = class_name(record.name)
        doc = f"A valid value as {article(name)} `{name}`. Anything else raises `{INVALID}`."
        yield function(parse_name(record.name), GIVEN, name, doc, _parse_record(record))


def _of_tool(contract: Contract, tool: Tool) -> Iterator[Function]:
    name = tool.envelope.name
    parsed = Parsed(is_valid_name(name), validate_name(name), contract.envelope, read_name(tool.payload.name))
    cases = _cases(contract, class_name(tool.payload.name))
    doc = f"A valid answer of `{tool.name}` as a typed object. Anything else raises `{INVALID}`."
    yield function(parse_name(name), GIVEN, cases, doc, _parse(parsed))
    doc = "The same for a JSON text, as `parse_json` does it for any answer."
    yield function(parse_json_name(name), (_TEXT,), cases, doc, _parse_json(parsed))


def common(contract: Contract) -> Record | None:
    """The record that the payloads of all tools include; None when nothing is known about them."""
    slots = (field.type for outcome in contract.envelope.outcomes for field in outcome.fields if field.per_tool)
    found = next((kind.target for kind in slots if isinstance(kind, Reference)), None)
    return found if isinstance(found, Record) else None


def _common(contract: Contract) -> Annotation:
    record = common(contract)
    return OBJECT if record is None else class_name(record.name)


def _payload_reader(record: Record | None) -> Finished:
    return Finished("_itself") if record is None else read_name(record.name)


def _cases(contract: Contract, payload: Annotation) -> Annotation:
    return either(*(_case(contract, outcome, payload) for outcome in contract.envelope.outcomes))


def _case(contract: Contract, outcome: Outcome, payload: Annotation) -> Annotation:
    name = parsed_name(contract.envelope, outcome)
    return Subscript(name, (payload,)) if is_generic(contract, outcome) else name


def _parse(parsed: Parsed) -> Iterator[str]:
    yield from _refused(parsed.is_valid, parsed.validate)
    yield parsed.read


def _parse_json(parsed: Parsed) -> Iterator[str]:
    yield "    value = _decoded(text)"
    yield f"    {guard(f'not {parsed.is_valid}(value)', indent=4)}"
    refusal = f"raise {INVALID}([_NO_JSON] if _is_too_deep(value) else {parsed.validate}(value))"
    if fits(refusal, 8):
        yield f"        {refusal}"
    else:
        yield "        if _is_too_deep(value):"
        yield f"            raise {INVALID}([_NO_JSON])"
        yield from _raised(parsed.validate, "value")
    yield parsed.read


def _parse_record(record: Record) -> Iterator[str]:
    yield from _refused(is_valid_name(record.name), validate_name(record.name))
    yield f"    return {called(read_name(record.name), ('value',), 4, 7)}"


def _refused(is_valid: str, validate: str) -> Iterator[str]:
    given = "value, decoded=decoded"
    yield f"    {guard(f'not {is_valid}({given})', indent=4)}"
    yield from _raised(validate, given)


def _raised(validate: str, given: str) -> Iterator[str]:
    refusal = f"raise {INVALID}({validate}({given}))"
    if fits(refusal, 8):
        yield f"        {refusal}"
    else:
        yield f"        {assigned('found', Call(validate, given), 8)}"
        yield f"        raise {INVALID}(found)"


def _read(contract: Contract) -> Iterator[str]:
    """The value is valid, so its tag has the right type."""
    envelope = contract.envelope
    mark = envelope.mark
    match mark:
        case Tag(field, expected):
            yield f"    {assigned('tag', Item('value', string(field)), 4)}"
            yield f"    {guard(equals(expected, 'tag'), indent=4)}"
        case Presence():
            yield f"    {guard(holds((HasKey(mark.field, mark.expected),), 'value'), indent=4)}"
        case None:
            return
        case _:
            assert_never(mark)
    yield f"        return {_reads(contract, envelope.success, 8)}"
    yield f"    return {_reads(contract, envelope.outcomes[-1], 4)}"


def _reads(contract: Contract, outcome: Outcome, indent: int) -> Finished:
    arguments = ("value", *((PAYLOAD_READER,) if is_generic(contract, outcome) else ()))
    return called(read_name(outcome.name), arguments, indent, 7)


def _readers(contract: Contract) -> Iterator[Function]:
    yield from _envelope_readers(plain(contract), plain(contract).envelope.outcomes)
    if is_mixed(contract):
        of_tools = typed(contract)
        generic = tuple(outcome for outcome in of_tools.envelope.outcomes if is_generic(of_tools, outcome))
        yield from _envelope_readers(of_tools, generic)
    for record in contract.records:
        keys = keys_name(record.name) if record.open else None
        name = class_name(record.name)
        yield function(read_name(record.name), (_OBJECT,), name, "", reading_lines(name, record.fields, keys))


def _envelope_readers(contract: Contract, outcomes: tuple[Outcome, ...]) -> Iterator[Function]:
    envelope = contract.envelope
    if envelope.mark is not None:
        parameters = (_OBJECT, _PAYLOAD) if contract.tools else (_OBJECT,)
        yield function(read_name(envelope.name), parameters, _cases(contract, PAYLOAD), "", _read(contract))
    for outcome in outcomes:
        made = _case(contract, outcome, PAYLOAD)
        generic = made if is_generic(contract, outcome) else None
        keys = shape_keys(envelope, outcome) if envelope.open else None
        body = reading_lines(parsed_name(envelope, outcome), outcome.fields, keys, generic)
        parameters = (_OBJECT, *((_PAYLOAD,) if generic is not None else ()))
        yield function(read_name(outcome.name), parameters, made, "", body)
