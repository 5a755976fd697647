"""The body of a builder: what each statement writes, and in which order.

Every object gets what the contract settles, then each argument takes its place, then the whole object is merged in,
so that its keys win. An object that is not always there is put together below a condition.
"""

from collections.abc import Collection, Iterator, Sequence
from itertools import groupby

from sealwax.contract.model import ABSENT, Absent, Field, Json, Nullable, Parameter
from sealwax.languages.python import WIDTH, attribute, literal, string
from sealwax.languages.python.layout import (
    NONE,
    SKIP,
    Call,
    Expression,
    annotated,
    assigned,
    called,
    either,
    fits,
    guard,
    one_line,
    value_of,
)
from sealwax.languages.python.types import ANY, OBJECT, PLAIN, UNSET_TYPE
from sealwax.meaning.builder_plan import (
    Compound,
    Place,
    Single,
    bare,
    is_alone,
    is_record,
    must_be_given,
    places,
    refuses_empty,
)
from sealwax.rendering import Finished
from sealwax.targets.python.builder_names import Plan, is_given
from sealwax.targets.python.building_values import (
    Known,
    Step,
    code_of,
    final_value,
    is_stepwise,
    leading,
    starts_with_default,
    steps,
    whole,
)
from sealwax.targets.python.fields import constructor_default
from sealwax.targets.python.wiring import absent, to_wire


def body(plan: Plan) -> Iterator[Finished]:
    for line in _lines(plan):
        yield Finished(line)


def _lines(plan: Plan) -> Iterator[str]:
    for parameter in filter(refuses_empty, plan.builder.parameters):
        name = plan.names[parameter.name]
        yield f"    {guard(f'not {name}', indent=4)}"
        yield f"        {_refusal(name)}"
    for place in places(plan.places):
        if isinstance(place, Compound) and place.path in plan.wholes and place.parameter is not None:
            yield from _kept_whole(plan, place, place.parameter)
    stepwise = [member for member in plan.places if isinstance(member, Single) and is_stepwise(plan, member)]
    codes = [member for member in stepwise if member.path in plan.codes]
    for code in codes:
        yield from _top_single(plan, code)
    yield from _codes(plan, plan.places, (), 4)
    for member in plan.places:
        if isinstance(member, Compound):
            yield from _top_object(plan, member)
        elif member in stepwise and member not in codes:
            yield from _top_single(plan, member)
    yield from _end(plan)


def _refusal(name: str) -> str:
    line = f"raise {called('ValueError', (string(f'{name} must not be empty'),), 8, len('raise '))}"
    return line if fits(line, 8) or "\n" in line else line + SKIP


def _kept_whole(plan: Plan, place: Compound, own: Parameter) -> Iterator[str]:
    name = plan.wholes[place.path]
    yield f"    {assigned(f'{name}: dict[str, Any]', whole(plan, own, ABSENT), 4)}"
    if place.takes_rest:
        yield from _merged_in(name, plan.rest, 4)


# -- the fields of the envelope ---------------------------------------------------------------------------------------


def _general(plan: Plan, name: str) -> Field:
    """The field of the class that is made, which may be wider than what the outcome says."""
    return next(field for field in plan.fields if field.name == name)


def _top_single(plan: Plan, place: Single) -> Iterator[str]:
    name = plan.variables[place.path]
    has_default = not isinstance(place.default, Absent) and starts_with_default(plan, place)
    start = literal(place.default) if has_default and not isinstance(place.default, Absent) else None
    yield f"    {annotated(name, ANY, start or absent(_general(plan, place.path[0])), 4)}"
    yield from _blocks(list(steps(plan, place, name)), 4)


def _top_object(plan: Plan, place: Compound) -> Iterator[str]:
    if place.is_certain:
        yield from _object(plan, place, 4)
        return
    nothing = "None" if place.otherwise is None else absent(_general(plan, place.path[0]))
    kind = either(OBJECT, NONE if nothing == "None" else UNSET_TYPE)
    yield f"    {annotated(plan.variables[place.path], kind, nothing, 4)}"
    yield f"    {_condition(plan, place, 4)}"
    yield from _object(plan, place, 8, is_declared=True)


def _end(plan: Plan) -> Iterator[str]:
    entries = []
    filled = {place.path[0]: place for place in plan.places}
    by_position = _by_position(plan, filled)
    for at, field in enumerate(plan.fields):
        start = "" if at < by_position else f"{attribute(field.name)}="
        value = _final(plan, field, filled.get(field.name), len(start))
        if value is None:
            continue
        if not isinstance(value, Finished) and not fits(f"{start}{one_line(value)},", 8):
            variable = plan.variables[(field.name,)]
            yield f"    {assigned(variable, value, 4)}"
            value = variable
        entries.append(f"{start}{one_line(value)}")
    is_flat = by_position == len(plan.fields) and not any("\n" in entry for entry in entries)
    yield f"    return {called(plan.returns, entries, 4, 7 if is_flat else WIDTH)}"


def _by_position(plan: Plan, filled: dict[str, Place]) -> int:
    """How many of the fields are given by position, which is a good deal quicker."""
    defaults_so_far = False
    for at, field in enumerate(plan.fields):
        has_default = not field.required or constructor_default(field, PLAIN) is not ABSENT
        if (defaults_so_far and not has_default) or _final(plan, field, filled.get(field.name), 0) is None:
            return at
        defaults_so_far |= has_default
    return len(plan.fields)


def _final(plan: Plan, field: Field, place: Place | None, before: int) -> Expression | None:
    """What the envelope gets for a field, or None when the constructor's own default will do."""
    if place is None:
        return None if constructor_default(field, PLAIN) is ABSENT else Finished(absent(field))
    if isinstance(place, Compound) or is_stepwise(plan, place):
        return plan.variables[place.path]
    return final_value(plan, place, absent(field), before)


# -- objects ----------------------------------------------------------------------------------------------------------


def _object(plan: Plan, place: Compound, indent: int, *, is_declared: bool = False) -> Iterator[str]:
    """The statements that put an object together in its variable."""
    name, margin, own = plan.variables[place.path], " " * indent, place.parameter
    target = name if is_declared else f"{name}: dict[str, Any]"
    if own is not None and is_alone(place):
        yield margin + assigned(target, _given_whole(plan, place, own), indent)
        if place.takes_rest and place.path not in plan.wholes:
            yield from _merged_in(name, plan.rest, indent)
        yield from _checks(place, name, indent)
        return
    first = leading(plan, place, indent) if fits(f"{target} = {{", indent) else {}
    static = _static(plan, place)
    yield margin + (_opened(target, static, first, indent) if first else _started(f"{target} =", static, indent))
    yield from _members(plan, place, indent, first)
    yield from _merge(plan, place, indent)


def _given_whole(plan: Plan, place: Compound, own: Parameter) -> Expression:
    kept = plan.wholes.get(place.path)
    if kept:
        return Finished(f"{kept} or {literal(own.default)}") if isinstance(own.default, dict) else kept
    # Below a condition, the argument is there.
    given = to_wire(bare(own.field.type), plan.names[own.name], argument=True)
    return whole(plan, own, own.default) if place.is_certain else given


def _started(head: str, static: dict[str, Json] | list[Json], indent: int) -> str:
    value = value_of(static, indent, len(head))
    fitting = fits(f"{head} {value}".split("\n")[0], indent)
    return f"{head} {value}" if fitting else f"{head} {literal(static)}{SKIP}"


def _opened(target: str, static: dict[str, Json], first: dict[str, Expression], indent: int) -> str:
    """A new object with what the contract puts into it, and the first values after that."""
    start, margin = f"{target} = {{", "\n" + " " * (indent + 4)
    values = [f"{string(key)}: {one_line(value)}" for key, value in first.items()]
    line = f"{start}{', '.join([*(f'{string(key)}: {literal(value)}' for key, value in static.items()), *values])}}}"
    if fits(line, indent):
        return line
    known = [f"{string(key)}: {value_of(value, indent + 4, len(string(key)) + 2)}" for key, value in static.items()]
    return f"{start}{''.join(f'{margin}{entry},' for entry in (*known, *values))}\n{' ' * indent}}}"


def _static(plan: Plan, place: Compound) -> dict[str, Json]:
    """What the contract itself puts into the object, as far as no statement does."""
    found = dict(place.free)
    for member in place.members:
        value = member.otherwise if isinstance(member, Compound) else member.default
        is_first = not member.is_certain if isinstance(member, Compound) else starts_with_default(plan, member)
        if is_first and not isinstance(value, Absent):
            found[member.path[-1]] = value
    return found


def _members(plan: Plan, place: Compound, indent: int, done: Collection[str]) -> Iterator[str]:
    name, members = plan.variables[place.path], [each for each in place.members if each.path[-1] not in done]
    late = [each for each in members if not (each.path in plan.codes and _is_set(each))]
    early = [each for each in members if each not in late]
    yield from _singles(plan, name, early, indent)
    yield from _codes(plan, place.members, place.path, indent)
    for are_single, group in groupby(late, lambda member: isinstance(member, Single)):
        if are_single:
            yield from _singles(plan, name, list(group), indent)
            continue
        for member in group:
            if isinstance(member, Compound):
                yield from _nested(plan, member, name, indent)


def _is_set(place: Place) -> bool:
    return isinstance(place, Single) and bool(place.setters)


def _singles(plan: Plan, name: str, members: Sequence[Place], indent: int) -> Iterator[str]:
    singles = (member for member in members if isinstance(member, Single))
    found = [step for each in singles for step in steps(plan, each, f"{name}[{string(each.path[-1])}]")]
    yield from _blocks(found, indent)


def _blocks(found: list[Step], indent: int) -> Iterator[str]:
    """The assignments, those with the same condition together."""
    for condition, group in groupby(found, lambda step: step.condition):
        inner = indent + 4 if condition else indent
        if condition:
            yield f"{' ' * indent}{guard(condition, indent=indent)}"
        for step in group:
            yield " " * inner + _assignment(step, inner)


def _assignment(step: Step, indent: int) -> str:
    if not isinstance(step.value, Known):
        return assigned(step.target, step.value, indent)
    value = step.value.value
    if not isinstance(value, dict | list) or not value:
        return assigned(step.target, literal(value), indent)
    return _started(f"{step.target} =", value, indent)


def _codes(plan: Plan, members: Sequence[Place], above: tuple[str, ...], indent: int) -> Iterator[str]:
    """The codes that other fields of the same object follow."""
    for path, name in plan.codes.items():
        if path[:-1] == above:
            code = next((member for member in members if member.path == path), None)
            yield " " * indent + assigned(name, code_of(plan, path, code), indent)


# -- objects in objects -----------------------------------------------------------------------------------------------


def _nested(plan: Plan, place: Compound, parent: str, indent: int) -> Iterator[str]:
    name, target, margin = plan.variables[place.path], f"{parent}[{string(place.path[-1])}]", " " * indent
    if place.is_certain and place.parameter is not None and is_alone(place) and not place.fixed:
        yield margin + assigned(target, _given_whole(plan, place, place.parameter), indent)
    elif place.is_certain:
        yield from _object(plan, place, indent)
        yield margin + assigned(target, name, indent)
    elif place.parameter is not None and is_alone(place) and place.path not in plan.wholes:
        yield from _alone(plan, place, place.parameter, target, indent)
    else:
        yield margin + _condition(plan, place, indent)
        yield from _object(plan, place, indent + 4)
        yield f"{margin}    {assigned(target, name, indent + 4)}"


def _alone(plan: Plan, place: Compound, own: Parameter, target: str, indent: int) -> Iterator[str]:
    """An object that one argument gives, or nobody."""
    argument, margin = plan.names[own.name], " " * indent
    if not is_record(place.field.type) or must_be_given(own):
        yield margin + guard(is_given(plan, own), indent=indent)
        if not place.fixed:
            made = to_wire(bare(place.field.type), argument, argument=True)
            yield f"{margin}    {assigned(target, made, indent + 4)}"
            return
        yield f"{margin}    {assigned(plan.plain, Call('_plain', argument), indent + 4)}"
    else:
        yield margin + guard(argument, f"({plan.plain} := _plain({argument}))", indent=indent)
    yield from _checks(place, plan.plain, indent + 4)
    yield f"{margin}    {assigned(target, plan.plain, indent + 4)}"


def _condition(plan: Plan, place: Compound, indent: int) -> str:
    """Whether anything is written into an object that is not always there."""
    tests = [is_given(plan, trigger) for trigger in place.triggers]
    tests += [plan.rest] if place.takes_rest and place.parameter is None else []
    return guard(*dict.fromkeys(tests), indent=indent, joint="or")


# -- whole objects ----------------------------------------------------------------------------------------------------


def _merge(plan: Plan, place: Compound, indent: int) -> Iterator[str]:
    name, margin, own = plan.variables[place.path], " " * indent, place.parameter
    checks = list(_checks(place, name, indent))
    if own is not None and place.path in plan.wholes:
        whole_one = _given_whole(plan, place, own)
        if isinstance(own.default, dict):
            yield f"{margin}{name}.update({one_line(whole_one)})"
        else:
            yield from _merged_in(name, one_line(whole_one), indent)
        yield from checks
        return
    if own is not None:
        optional = not must_be_given(own) or isinstance(place.field.type, Nullable)
        inside = [f"{margin}{name}.update({_spread(plan, own)})", *([] if place.takes_rest else checks)]
        if optional:
            yield margin + guard(plan.names[own.name], indent=indent)
            inside = [line.replace("\n", "\n    ").replace(margin, f"{margin}    ", 1) for line in inside]
        yield from inside
        if isinstance(own.default, dict):
            yield f"{margin}else:"
            yield f"{margin}    {name}.update({literal(own.default)})"
        checks = checks if place.takes_rest else []
    if place.takes_rest:
        yield from _merged_in(name, plan.rest, indent)
    yield from checks


def _merged_in(name: str, source: str, indent: int) -> Iterator[str]:
    """Asking first is quicker than merging nothing."""
    yield f"{' ' * indent}{guard(source, indent=indent)}"
    yield f"{' ' * (indent + 4)}{name}.update({source})"


def _spread(plan: Plan, own: Parameter) -> str:
    argument = plan.names[own.name]
    converted = to_wire(bare(own.field.type), argument, argument=True)
    is_copy = isinstance(converted, Call) and converted.function == "dict"
    return argument if is_copy else one_line(converted)


def _checks(place: Compound, source: str, indent: int) -> Iterator[str]:
    """What the caller merges in must not contradict the contract."""
    for key, value in place.fixed.items():
        member = place.member(key)
        is_there = member is not None and member.is_certain
        found = f"{source}[{string(key)}]" if is_there else f"{source}.get({string(key)}, {literal(value)})"
        arguments = (string(".".join((*place.path, key))), found, literal(value))
        yield " " * indent + called("_keep", arguments, indent)
