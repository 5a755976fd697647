"""builders.md, validation.md and enforcement.md: what generated functions build, check and enforce."""

from collections.abc import Iterable, Iterator
from itertools import islice

from sealwax.contract import model as m
from sealwax.frozen import frozen
from sealwax.languages.markdown import code_cell
from sealwax.meaning import checks
from sealwax.meaning.builder_plan import Compound, Path, Single, is_alone, plan
from sealwax.meaning.builder_plan import places as places_of
from sealwax.meaning.enforcement import KINDS, Enforcement, Kind
from sealwax.meaning.findings import Weight
from sealwax.meaning.lowering import lower, nodes
from sealwax.meaning.wording import condition_words, constraint_words, listed, quoted
from sealwax.patterns import LETTER_CASES
from sealwax.rendering import Finished
from sealwax.targets import load
from sealwax.targets.markdown.filters import common_cell, type_cell
from sealwax.targets.markdown.places import Places

Words = tuple[Finished, ...]

# -- builders.md ------------------------------------------------------------------------------------------------------


@frozen
class BuilderSection:
    builder: m.Builder
    signature: str
    """The call: `[name]` is optional, `…` stands for other keyword arguments."""
    filled: tuple[m.Field, ...]
    """The fields of the envelope with a default."""
    given: frozenset[str]
    """The fields that arguments can set or add to."""
    numbered: dict[Path, Path]
    """The paths of JSON-RPC numbers that the builder fills in, and those of their error codes."""
    merged: tuple[m.Parameter, ...]
    """The parameters that are merged into an object which other arguments fill too."""


@frozen
class BuildersView:
    header: Finished
    places: Places
    sections: tuple[BuilderSection, ...]


def builders_view(contract: m.Contract, header: Finished, places: Places) -> BuildersView:
    return BuildersView(header, places, tuple(map(_builder, contract.builders)))


def _builder(builder: m.Builder) -> BuilderSection:
    names = [each.name if each.level is m.Level.MUST else f"[{each.name}]" for each in builder.parameters]
    every = [*places_of(plan(builder))]
    shared = {place.path for place in every if isinstance(place, Compound) and not is_alone(place)}
    numbered = ((place.path, place.numbered) for place in every if isinstance(place, Single))
    return BuilderSection(
        builder,
        f"{builder.name}({', '.join([*names, '…'] if builder.extra_keywords else names)})",
        tuple(field for field in builder.outcome.fields if field.default is not m.ABSENT),
        frozenset({builder.extra_keywords, *(parameter.path[0] for parameter in builder.parameters)}),
        {path: (*path[:-1], *each.numbering.path) for path, each in numbered if each is not None},
        tuple(each for each in builder.parameters if each.merged and each.path in shared),
    )


# -- validation.md ----------------------------------------------------------------------------------------------------

_CASES = {pattern: case for case, pattern in LETTER_CASES.items()}


@frozen
class CheckRow:
    """The checks on a key."""

    where: Finished
    must: Words
    """Breaking any of these is an error."""
    should: Words
    """Breaking any of these is advice."""


@frozen
class ValidationView:
    header: Finished
    places: Places
    sections: dict[str, tuple[CheckRow, ...]]
    """By the name of the outcome or record."""
    texts: tuple[m.Text, ...]
    has_numbers: bool
    has_lengths: bool
    has_date_times: bool
    has_uuids: bool


def validation_view(contract: m.Contract, header: Finished, places: Places) -> ValidationView:
    plan, shapes = lower(contract), _shapes(contract)
    types = [_innermost(field.type) for shape in shapes for field in shape.fields]
    strings = [kind for kind in types if isinstance(kind, m.String)] + [each.string for each in contract.texts]
    formats = {string.format for string in strings}
    return ValidationView(
        header,
        places,
        {shape.name: tuple(_check_rows(shape, plan, places)) for shape in shapes},
        contract.texts,
        any(isinstance(kind, m.Integer | m.Number) for kind in types),
        any(string.min_length is not None or string.max_length is not None for string in strings),
        m.Format.DATE_TIME in formats,
        m.Format.UUID in formats,
    )


def _shapes(contract: m.Contract) -> tuple[m.Outcome | m.Record, ...]:
    return *contract.envelope.outcomes, *contract.records


def _innermost(kind: m.Type) -> m.Type:
    match kind:
        case m.ListOf(inner) | m.MapOf(inner) | m.Nullable(inner):
            return _innermost(inner)
        case _:
            return kind


def _check_rows(shape: m.Outcome | m.Record, plan: checks.Plan, places: Places) -> Iterator[CheckRow]:
    check = plan.object(shape.name)
    for field, row in zip(shape.fields, check.rows, strict=True):
        yield CheckRow(code_cell(f"/{field.name}"), _must(field, row, places), _cells(_should(row, plan)))
    for others in check.other_keys:
        allowed = others.allowed_prefixes
        words = _cells([f"starts with {listed(map(quoted, allowed))}" if allowed else "absent"])
        is_error = others.message.level is Weight.ERROR
        yield CheckRow(Finished("any other key"), words if is_error else (), () if is_error else words)


def _cells(words: Iterable[str]) -> Words:
    return tuple(map(common_cell, words))


def _must(field: m.Field, row: checks.Row, places: Places) -> Words:
    or_null = r" \| null" if isinstance(row.check, checks.NullableCheck) else ""
    words = Finished(f"{type_cell(m.bare(field.type), places)}{or_null}")
    kind = () if isinstance(row.check, checks.AnyCheck) else (words,)
    numbers = (f"the JSON-RPC number of a known {each}" for each in _lookups(row, Weight.ERROR))
    return *_cells(_presence(row, Weight.ERROR)), *kind, *_cells((*constraint_words(field.type), *numbers))


def _should(row: checks.Row, plan: checks.Plan) -> Iterator[str]:
    yield from _presence(row, Weight.ADVICE)
    for values in _open_enums(row, plan):
        yield "a known value"
        if values.spelling is not None:
            yield f"in {_CASES[values.spelling.pattern]}"
    yield from (f"the catalogue's value for a known {each}" for each in _lookups(row, Weight.ADVICE))
    for rule in row.rules:
        if isinstance(rule, checks.ForbiddenKey):
            yield f"without `{rule.key}` ({rule.message.text})"


def _open_enums(row: checks.Row, plan: checks.Plan) -> Iterator[checks.Listed]:
    """The values of the open enum that a row refers to, if it does."""
    for node in nodes(row.check):
        check = plan.types[node.name].check if isinstance(node, checks.TypeRef) else None
        limits = check.limits if isinstance(check, checks.StringCheck) else ()
        yield from (each for each in limits if isinstance(each, checks.Listed) and each.message.level is Weight.ADVICE)


def _presence(row: checks.Row, level: Weight) -> Iterator[str]:
    for missing in row.missing:
        if missing.message.level is level:
            yield f"present when {condition_words(missing.when)}" if missing.when else "present"


def _lookups(row: checks.Row, level: Weight) -> Iterator[str]:
    """The paths of the codes that determine the value of a row."""
    for rule in row.rules:
        if isinstance(rule, checks.Lookup) and rule.message.level is level:
            yield f"`{'.'.join(rule.path)}`"


# -- enforcement.md ---------------------------------------------------------------------------------------------------

_COMMON = (Kind.TYPE, Kind.NUMBER, Kind.OUTCOME)
"""Rules that nearly every declaration states, so listing the places would not help."""


@frozen
class EnforcementView:
    header: Finished
    enforcers: tuple[Enforcement, ...]
    """The strictest first."""
    rules: dict[Kind, tuple[str, ...]]
    """Each rule, with the places where the contract states it."""
    unenforced: tuple[Kind, ...]
    """The rules that some target does not enforce fully."""


def enforcement_view(contract: m.Contract, header: Finished) -> EnforcementView | None:
    """The view, unless none of the contract's targets enforces anything."""
    found = (each for name in contract.output.targets for each in load(name).enforces)
    enforcers = tuple(sorted(found, key=lambda each: -len(each.whole)))
    stated = rules(contract)
    unenforced = (kind for kind in stated if not all(kind in each.whole for each in enforcers))
    kinds = tuple(kind for kind in unenforced if kind not in _COMMON)
    return EnforcementView(header, enforcers, stated, kinds) if enforcers else None


def rules(contract: m.Contract) -> dict[Kind, tuple[str, ...]]:
    """The kinds of rules that a contract states, in the order of `Kind`, each with the places that state it."""
    plan = lower(contract)
    found: dict[Kind, dict[str, None]] = {kind: {} for kind in Kind}
    for name in plan.public:
        if plan.types[name].role is not checks.Role.TOOL_ENVELOPE:  # it repeats those of the envelope and the payload
            for kind, place in _of_type(name, plan):
                found[kind][place] = None
    for shape in _shapes(contract):
        in_prose = (each.name for each in shape.fields if each.conditional and not each.conditional.condition)
        found[Kind.PROSE] |= {f"{shape.name}.{name}": None for name in in_prose}
    return {kind: tuple(places) for kind, places in found.items() if places}


def _of_type(name: str, plan: checks.Plan) -> Iterator[tuple[Kind, str]]:
    check = plan.types[name].check
    match check:
        case checks.CasesCheck(cases):
            yield Kind.OUTCOME, name
            for case in cases:
                yield from _of_type(case.type.name, plan)
        case checks.ObjectCheck(rows, _, other_keys):
            yield from ((KINDS[others.message.rule], name) for others in other_keys)
            for row in rows:
                yield from _of_row(row, f"{name}.{row.key}")
        case _:  # that a value has its type is stated wherever a type is used
            yield from ((kind, name) for node in islice(nodes(check), 1, None) for kind in _kinds(node))


def _of_row(row: checks.Row, place: str) -> Iterator[tuple[Kind, str]]:
    yield from ((kind, place) for node in (*row.missing, *nodes(row.check)) for kind in _kinds(node))
    for rule in row.rules:
        yield KINDS[rule.message.rule], f"{place}.{rule.key}" if isinstance(rule, checks.ForbiddenKey) else place


def _kinds(node: checks.Node) -> tuple[Kind, ...]:
    match node:
        case checks.AnyCheck() | checks.Row() | checks.HasKey() | checks.HasValue():
            return ()
        case checks.NumberCheck():
            return Kind.TYPE, Kind.NUMBER
        case checks.NullableCheck() | checks.TypeRef():
            return (Kind.TYPE,)
        case checks.ConstantCheck():
            return Kind.TYPE, Kind.CONSTANT
        case checks.Missing(message, when) if when and message.level is Weight.ERROR:
            return (Kind.RAISED,)
        case _:
            return (KINDS[node.message.rule],)
