"""The check plan -> validation.js: findings, verdicts and Standard Schemas."""

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import TypeAlias, TypeVar, assert_never

from msgspec import Struct
from msgspec.structs import replace

from sealwax.contract import model as m
from sealwax.languages import free
from sealwax.languages import typescript as ts
from sealwax.meaning import checks as c
from sealwax.meaning.checks.bodies import Body, body_of, payload_of
from sealwax.meaning.checks.lowering import lower
from sealwax.meaning.checks.verdicts import errors_only
from sealwax.meaning.findings import RuleId
from sealwax.naming import article, camel, pascal
from sealwax.patterns import Pattern
from sealwax.rendering import Finished
from sealwax.targets.typescript.conditions import Names, fits
from sealwax.targets.typescript.declarations import Imports, first_line, imports
from sealwax.targets.typescript.runtime import RUNTIME
from sealwax.targets.typescript.types import Printer

RARE = frozenset({RuleId.PAIR, RuleId.SUM, RuleId.EXPECTED, RuleId.ORDER, RuleId.UNDECLARED, RuleId.DEPRECATED})
"""Rules that are part of the type of a finding only where a contract uses them."""
RARELY = c.RowRule | c.Ascending | c.DeprecatedValue | c.OtherKeys
"""The nodes that report those rules."""

_TAKEN = frozenset({"at", "found", "value", "payloadCheck", "payloadFits"})
"""Names that a body uses for something else, besides those of loops and functions."""
WIDTH = 80
"""The most characters in the keys that are read on one line."""
_GIVEN = re.compile(r"(check|fits)[A-Z0-9].*|(index|key)[0-9]*")
"""The names of functions, and of the variables of loops."""


Superseded: TypeAlias = Mapping[tuple[c.ForbiddenKey, ...], Finished]
"""The constants that hold the keys of older writers in one place, by these keys."""


class Subject(Struct, frozen=True):
    """The exports about the envelope or a named type."""

    name: str
    suffix: Finished
    """The part of the names of functions that says whose they are; empty for the envelope."""
    type: Finished


class TypeBody(Struct, frozen=True):
    """What is checked of a named type: everything, or, for its verdict, only what makes a value invalid."""

    name: str
    is_root: bool
    """Whether it is never part of another value, so that its JSON pointer is empty."""
    check: c.Check
    body: Body | None
    """None if it is not an object."""
    names: Names
    """The keys whose values are looked at."""
    payload: str
    """The envelope of a tool: the record that it passes to the check of the general envelope."""
    slots: tuple[c.KindCheck | c.TypeRef, ...]
    """The general envelope: what the fields that differ by tool have in common, each once."""

    @property
    def destructured(self) -> tuple[Finished, ...]:
        """The keys that no object inherits, with their variables."""
        pairs = [(ts.property_key(key), name) for key, name in self.names.items() if not _is_inherited(key)]
        return tuple(key if key == name else Finished(f"{key}: {name}") for key, name in pairs)

    @property
    def is_wide(self) -> bool:
        """Whether these keys are too many for a line."""
        return sum(map(len, self.destructured)) > WIDTH

    @property
    def inherited(self) -> Names:
        """The names of keys that every object inherits."""
        return {key: name for key, name in self.names.items() if _is_inherited(key)}

    @property
    def is_bare(self) -> bool:
        """Whether any object passes."""
        body = self.body
        return body is not None and not (self.names or body.branches or body.other_keys)


class ValidationView(Struct, frozen=True):
    """validation.js, and its part of index.d.ts"""

    header: Finished
    imports: Imports
    rules: tuple[Finished, ...]
    """The values of `Finding.rule`."""
    patterns: tuple[c.Matches | c.Ascending, ...]
    """One for each constant that holds a pattern."""
    tables: tuple[c.Lookup, ...]
    """One for each constant that holds a table."""
    values: dict[Finished, Finished]
    """The constants that hold the values of an enum, with the enum."""
    superseded: Superseded
    checks: tuple[TypeBody, ...]
    verdicts: tuple[TypeBody, ...]
    parameter: Finished
    """The name of a type parameter, which no type of the contract has."""
    subjects: tuple[Subject, ...]
    envelope: str

    @property
    def helpers(self) -> frozenset[str]:
        return frozenset(self.imports.get(RUNTIME, ()))


def validation_view(contract: m.Contract) -> ValidationView:
    plan, printer = lower(contract), Printer(contract)
    subjects = tuple(_subject(name, contract, printer) for name in plan.public)
    parts = [node for each in plan.types.values() for node in c.nodes(each.check)]
    bodies = tuple(_bodies(plan, plan.types))
    verdicts = tuple(_bodies(plan, {name: _without_advice(each) for name, each in plan.types.items()}))
    used = {"validator", "verdict", "standardSchema"}
    used.update(*(_helpers(each, is_verdict=False) for each in bodies))
    used.update(*(_helpers(each, is_verdict=True) for each in verdicts))
    values = dict(_values(plan))
    used |= {"valuesOf"} if values else set()
    return ValidationView(
        header=first_line(contract),
        imports=imports({"./catalogue.js": values.values(), RUNTIME: map(Finished, used)}),
        rules=tuple(_rules(parts)),
        patterns=_by_name(node for node in parts if isinstance(node, c.Matches | c.Ascending)),
        tables=_by_name(node for node in parts if isinstance(node, c.Lookup)),
        superseded=_superseded(bodies),
        values=values,
        checks=bodies,
        verdicts=verdicts,
        parameter=printer.parameter,
        subjects=subjects,
        envelope=plan.envelope,
    )


# -- exports ----------------------------------------------------------------------------------------------------------


def suffix(name: str, contract: m.Contract) -> Finished:
    """The part of the names of functions that says whose they are; empty for the envelope."""
    return Finished("") if name == contract.envelope.name else ts.suffix(name)


def schema_name(name: str) -> Finished:
    """The Standard Schema of a named type."""
    return Finished(f"{camel(name)}Schema")


def _subject(name: str, contract: m.Contract, printer: Printer) -> Subject:
    enum = next((enum for enum in contract.enums if enum.name == name), None)
    kind = ts.type_name(name) if enum is None else printer.type(m.Reference(enum))
    return Subject(name, suffix(name, contract), kind)


# -- bodies -----------------------------------------------------------------------------------------------------------

Constant = TypeVar("Constant", c.Matches | c.Ascending, c.Lookup)


def _by_name(parts: Iterable[Constant]) -> tuple[Constant, ...]:
    """The nodes that a constant is made for, one of each name."""
    return tuple(sorted({node.name: node for node in parts}.values(), key=lambda node: node.name))


def _values(plan: c.Plan) -> Iterator[tuple[Finished, Finished]]:
    for named in plan.types.values():
        for limit in named.check.limits if isinstance(named.check, c.StringCheck) else ():
            if isinstance(limit, c.Listed):
                yield ts.constant_name(limit.name), ts.type_name(named.name)


def _rules(parts: list[c.Node]) -> Iterator[Finished]:
    used = {node.message.rule for node in parts if isinstance(node, RARELY)}
    return (ts.string(rule.value) for rule in RuleId if rule not in RARE or rule in used)


def _superseded(bodies: Iterable[TypeBody]) -> Superseded:
    found = dict[tuple[c.ForbiddenKey, ...], Finished]()
    for row in (row for each in bodies if each.body is not None and not each.payload for row in each.body.every_row):
        keys = _forbidden(row.rules)
        if keys and keys not in found:
            found[keys] = free(ts.constant_name(f"superseded_in_{row.key}"), found.values())
    return found


def _forbidden(rules: Iterable[c.RowRule]) -> tuple[c.ForbiddenKey, ...]:
    return tuple(rule for rule in rules if isinstance(rule, c.ForbiddenKey))


def superseded(rules: Iterable[c.RowRule], constants: Superseded) -> Finished:
    """The constant that holds the keys of older writers."""
    return constants[_forbidden(rules)]


def _without_advice(named: c.CheckedType) -> c.CheckedType:
    return replace(named, check=errors_only(named.check))


def _bodies(plan: c.Plan, types: c.Types) -> Iterator[TypeBody]:
    for name in plan.public:
        check, is_envelope = types[name].check, name == plan.envelope
        body = body_of(check, types) if isinstance(check, c.ObjectCheck | c.CasesCheck) else None
        payload = payload_of(plan.types[name], plan)
        is_root = types[name].role in (c.Role.ENVELOPE, c.Role.TOOL_ENVELOPE)
        has_tools = any(payload_of(each, plan) for each in plan.types.values())
        slots = _slots(body) if body is not None and is_envelope and has_tools else ()
        yield TypeBody(name, is_root, check, body, _names(body) if body is not None else {}, payload, slots)


def _slots(body: Body) -> tuple[c.KindCheck | c.TypeRef, ...]:
    """What the payloads of all tools have in common, wherever the envelope has one."""
    return tuple(dict.fromkeys(_slot(row) for row in body.every_row if row.per_tool))


def _slot(row: c.Row) -> c.KindCheck | c.TypeRef:
    check = row.check.inner if isinstance(row.check, c.NullableCheck) else row.check
    if isinstance(check, c.KindCheck | c.TypeRef):
        return check
    raise TypeError(f"a payload is an object: {check}")


def _names(body: Body) -> Names:
    used, names = {*_used_keys(body)}, dict[str, Finished]()
    for key in body.keys:
        if key in used:
            names[key] = free(_variable(key), names.values())
    return names


def _variable(key: str) -> Finished:
    name = ts.function_name(key)
    is_taken = name in _TAKEN or name in HELPERS or _GIVEN.fullmatch(name)
    return Finished(f"{name}_") if is_taken else name


def _used_keys(body: Body) -> Iterator[str]:
    yield from (branch.when.key for branch in body.branches if branch.when is not None)
    yield from (tag.key for tag in body.tags)
    for row in body.every_row:
        if row.missing or row.rules or not isinstance(row.check, c.AnyCheck):
            yield row.key
        tests = (*(test for missing in row.missing for test in missing.when),)
        for rule in row.rules:
            match rule:
                case c.Lookup(path=path):
                    yield path[0]
                case c.Sum(keys):
                    yield from keys
                case c.Expected(expected):
                    tests += expected
                case c.ForbiddenKey() | c.DeprecatedKey():
                    pass
                case _:
                    assert_never(rule)
        yield from (test.key for test in tests)


# -- what they import -------------------------------------------------------------------------------------------------

HELPERS = frozenset(
    "advise below checkObject isAscending isLonger isMismatch isObject isOtherSum isShorter read report superseded"
    " unknownKey valueAt wrong".split()
)
"""The functions of the run-time module that a body can call."""


def _helpers(each: TypeBody, *, is_verdict: bool) -> Iterator[str]:
    """The functions of the run-time module that a body calls."""
    if each.payload:
        return
    for node in _printed(each):
        yield from _tests(node)
        yield from () if is_verdict else _reporters(node)
    if each.body is None:
        return
    yield from ("isObject",) if is_verdict else ("isObject", "wrong")
    yield from ("read" for key in each.names if _is_inherited(key))
    if not is_verdict:
        yield from ("checkObject" for slot in each.slots if isinstance(slot, c.KindCheck))
        yield from ("report" for _ in each.body.tags)
        yield from ("report" for row in each.body.every_row if row.is_required and isinstance(row.check, c.AnyCheck))


def _printed(each: TypeBody) -> Iterator[c.Node]:
    """The nodes that a body spells out."""
    if each.body is None:
        yield from c.nodes(each.check)
        return
    for row in each.body.every_row:
        is_slot = row.per_tool and bool(each.slots)
        for inner in (*row.missing, *row.rules, *(() if is_slot else (row.check,))):
            yield from c.nodes(inner)
    yield from (node for tag in each.body.tags for node in c.nodes(tag.check))
    yield from each.body.other_keys
    yield from (other for branch in each.body.branches for other in branch.other_keys)


def _tests(node: c.Node) -> Iterator[str]:
    match node:
        case c.KindCheck(c.JsonKind.OBJECT) | c.MapCheck():
            yield "isObject"
        case c.AtMost(of=c.Measure.LENGTH) | c.Matches(longest=int()):
            yield "isLonger"
        case c.AtLeast(bound, c.Measure.LENGTH) if bound != 1:
            yield "isShorter"
        case c.Ascending():
            yield "isAscending"
        case c.Lookup(path=path):
            yield from ("isMismatch", "valueAt") if len(path) > 1 else ("isMismatch",)
        case c.Sum():
            yield "isOtherSum"
        case _:
            pass


def _reporters(node: c.Node) -> Iterator[str]:
    match node:
        case c.ForbiddenKey():
            yield "superseded"
        case c.OtherKeys(message):
            yield from ("unknownKey",) if message.is_error else ("advise", "below")
        case c.Missing(message, when):
            yield from ("report",) if message.is_error and when else () if message.is_error else ("advise",)
        case c.MapCheck(value):
            yield from ("wrong",) if isinstance(value, c.AnyCheck) else ("wrong", "below")
        case c.KindCheck() | c.NumberCheck() | c.StringCheck() | c.ConstantCheck() | c.ListCheck():
            yield "wrong"
        case c.AtLeast() | c.AtMost() | c.MultipleOf() | c.Matches() | c.Listed():
            yield "report" if node.message.is_error else "advise"
        case c.Ascending() | c.DeprecatedValue() | c.Lookup():
            yield "report" if node.message.is_error else "advise"
        case c.Sum() | c.Expected() | c.DeprecatedKey():
            yield "advise"
        case c.Row() | c.AnyCheck() | c.NullableCheck() | c.TypeRef() | c.ObjectCheck() | c.CasesCheck():
            pass
        case c.HasValue() | c.HasKey() | c.UnknownTag():
            pass
        case _:
            assert_never(node)


# -- spelling ---------------------------------------------------------------------------------------------------------


def check_name(name: str) -> Finished:
    """The function that collects the findings about a named type."""
    return Finished(f"check{pascal(name)}")


def function_of(check: c.KindCheck | c.TypeRef, is_verdict: bool) -> Finished:
    """The function that checks a record, or a payload that can be any object."""
    match check:
        case c.TypeRef(name):
            return fits(name) if is_verdict else check_name(name)
        case c.KindCheck():
            return Finished("isObject" if is_verdict else "checkObject")
        case _:
            assert_never(check)


def payload_call(row: c.Row, each: TypeBody, is_verdict: bool) -> Finished:
    """The function that checks the value of a key that differs by tool; empty for other keys."""
    if not (row.per_tool and each.slots):
        return Finished("")
    given = "payloadFits" if is_verdict else "payloadCheck"
    if len(each.slots) == 1:
        return Finished(given)
    return Finished(f"({given} ?? {function_of(_slot(row), is_verdict)})")


def rule(message: c.Message) -> Finished:
    return ts.string(message.rule.value)


def expression(body: Pattern) -> Finished:
    return ts.pattern(body.body, grouped=body.grouped)


def with_article(name: str) -> Finished:
    """The name of a type in code font, with the indefinite article."""
    return Finished(f"{article(name)} `{ts.type_name(name)}`")


def _is_inherited(key: str) -> bool:
    return key in ts.INHERITED or key == "__proto__"


def below(at: str, key: str) -> Finished:
    """The expression of the pointer to a key of the value at `at`."""
    step = "/" + key.replace("~", "~0").replace("/", "~1")
    return Finished(f"{at[:-1]}{ts.string(step)[1:]}" if at.endswith('"') else f"{at} + {ts.string(step)}")


def below_index(at: str, index: str) -> Finished:
    return Finished(f"{below(at, '')} + {index}")


def counted(name: str, depth: str) -> Finished:
    """The name of the variable of a loop; `depth` tells it from those of the loops around it."""
    return Finished(f"{name}{depth}")


def deeper(depth: str) -> Finished:
    """What tells a loop within another: nothing, 2, 3 …"""
    return Finished(f"{int(depth or 1) + 1}")
