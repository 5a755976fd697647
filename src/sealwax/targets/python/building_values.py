"""Single values in the body of a builder: the argument, or what stands in its place."""

from collections.abc import Iterator

from sealwax.contract.model import ABSENT, Absent, Json, Nullable, Parameter
from sealwax.frozen import frozen
from sealwax.languages.python import literal, string
from sealwax.languages.python.layout import Call, Conditional, Expression, Item, fits, one_line, value_of
from sealwax.meaning.builder_plan import (
    Compound,
    Follower,
    Numbered,
    Path,
    Place,
    Reading,
    Single,
    bare,
    must_be_given,
)
from sealwax.rendering import Finished
from sealwax.targets.python.builder_names import NUMBERS, Plan, is_given, table
from sealwax.targets.python.wiring import to_wire


@frozen
class Known:
    """A value that the contract gives."""

    value: Json


@frozen
class Step:
    """An assignment, and the condition for it, if any. A later step wins."""

    condition: str
    target: str
    value: Expression | Known


def whole(plan: Plan, own: Parameter, default: Json | Absent) -> Expression:
    """The argument for a whole object as a new one."""
    name = plan.names[own.name]
    made = to_wire(bare(own.field.type), name, argument=True)
    is_sure = must_be_given(own) and not isinstance(own.field.type, Nullable)
    return made if is_sure else Conditional(one_line(made), name, literal(default if isinstance(default, dict) else {}))


def is_stepwise(plan: Plan, place: Single) -> bool:
    """Whether it takes several statements to find the value."""
    if place.numbered is not None:
        return not place.is_certain
    return bool(place.setters) or (place.follower is not None and not _is_compact(plan, place))


def starts_with_default(plan: Plan, place: Single) -> bool:
    """Whether the default is there first, so that steps only replace it."""
    if place.default is ABSENT or place.numbered is not None or (place.path in plan.codes and not place.setters):
        return False
    return place.parameter is None or is_stepwise(plan, place)


def steps(plan: Plan, place: Single, target: str) -> Iterator[Step]:
    own = place.parameter
    if place.reading is not None:
        yield Step("", target, reading_of(place.reading))
    elif place.numbered is not None:
        test = "" if place.is_certain else f"{_code_argument(plan, place.numbered, inner=True)} in {NUMBERS}"
        yield Step(test, target, _number(plan, place, place.numbered))
    elif place.path in plan.codes and not place.setters:
        code = plan.codes[place.path]
        yield Step("" if place.is_certain else code, target, code)
    elif own is not None and (must_be_given(own) or not is_stepwise(plan, place)):
        value = _chosen(plan, place, own)
        yield Step("" if place.is_certain else is_given(plan, own), target, value)
    else:
        yield from _replacing(plan, place, target)


def leading(plan: Plan, place: Compound, indent: int) -> dict[str, Expression]:
    """The values that an object always gets before any other, so that it can start with them."""
    found: dict[str, Expression] = {}
    if any(path[:-1] == place.path for path in plan.codes):
        return found  # what follows a code comes after the statement that finds the code
    for member in place.members:
        name = member.path[-1]
        for step in steps(plan, member, name) if isinstance(member, Single) else (None,):
            if step is None or step.condition or isinstance(step.value, Known):
                return found
            if not fits(f"{string(name)}: {one_line(step.value)},", indent + 4):
                return found
            found[name] = step.value
    return found


def _replacing(plan: Plan, place: Single, target: str) -> Iterator[Step]:
    if place.follower is not None:
        code, known = _code(plan, place, place.follower), table(place.follower).name
        yield Step(f"{code} in {known}", target, Finished(f"{known}[{code}]"))
    for setter in place.setters:
        yield Step(is_given(plan, setter.parameter), target, Known(setter.value))
    if place.parameter is not None:
        yield Step(is_given(plan, place.parameter), target, _given(plan, place.parameter))


def final_value(plan: Plan, place: Single, nothing: str, before: int) -> Expression:
    """The value as one expression, `nothing` when there is none."""
    own = place.parameter
    if place.reading is not None:
        return reading_of(place.reading)
    if place.numbered is not None:
        return _number(plan, place, place.numbered)
    if place.path in plan.codes:
        code = plan.codes[place.path]
        return code if place.is_certain else _or_nothing(code, code, code, nothing)
    if own is None:
        return value_of(None if isinstance(place.default, Absent) else place.default, 8, before)
    value = _chosen(plan, place, own)
    if place.is_certain:
        return value
    return _or_nothing(plan.names[own.name], is_given(plan, own), value, nothing)


def _or_nothing(name: Finished, test: str, value: Expression, nothing: str) -> Expression:
    if value == name and nothing == "None":
        return name if test == f"{name} is not None" else Finished(f"{name} or None")
    return Conditional(one_line(value), test, nothing)


# -- one expression ---------------------------------------------------------------------------------------------------


def _given(plan: Plan, own: Parameter) -> Expression:
    kind = own.field.type if must_be_given(own) else bare(own.field.type)
    return to_wire(kind, plan.names[own.name], argument=True)


def _chosen(plan: Plan, place: Single, own: Parameter) -> Expression:
    """The argument, or else what stands in its place; only the argument when nothing does."""
    value = _given(plan, own)
    if isinstance(place.default, Absent):
        return value
    if place.follower is not None:
        found = f"{table(place.follower).name}.get({_code(plan, place, place.follower)}, {literal(place.default)})"
        return _followed(plan, own, found)
    name, test, default = plan.names[own.name], is_given(plan, own), literal(place.default)
    if test == f"{name} is not None":
        return Conditional(default, f"{name} is None", one_line(value))
    if test == name and value == name:
        return Finished(f"{name} or {default}")
    if test == name and isinstance(value, Call) and value.function == "str" and isinstance(place.default, str):
        return Call("str", f"{name} or {default}")
    return Conditional(one_line(value), test, default)


# -- what a clock says, and numbers of codes --------------------------------------------------------------------------


def reading_of(reading: Reading) -> Expression:
    return Finished("clock.utc_text()") if reading is Reading.NOW else Call("clock.milliseconds_since", "started")


def _number(plan: Plan, place: Single, numbered: Numbered) -> Expression:
    code = _code_argument(plan, numbered)
    if numbered.is_sure or isinstance(place.default, Absent):
        return Item(NUMBERS, code)
    return Call(f"{NUMBERS}.get", f"{code}, {literal(place.default)}")


def _code_argument(plan: Plan, numbered: Numbered, *, inner: bool = False) -> str:
    """The code as an expression that is a text in any case; `inner` within another one."""
    own = numbered.parameter
    name = plan.names[own.name]
    if must_be_given(own):
        return name
    default = '""' if isinstance(own.default, Absent) else literal(own.default)
    is_text = default == '""' or is_given(plan, own) == name
    code = f"{name} or {default}" if is_text else f"{default} if {name} is None else {name}"
    return f"({code})" if inner else code


# -- values that follow a code ----------------------------------------------------------------------------------------


def _is_compact(plan: Plan, place: Single) -> bool:
    own = place.parameter
    if own is None or not isinstance(place.default, str) or isinstance(place.default, Absent):
        return False
    name = plan.names[own.name]
    return is_given(plan, own) in (name, f"{name} is not None")


def _code(plan: Plan, place: Single, follower: Follower) -> Finished:
    return plan.codes[(*place.path[:-1], follower.code)]


def _followed(plan: Plan, own: Parameter, found: str) -> Expression:
    name = plan.names[own.name]
    is_text = is_given(plan, own) == name
    return Call("str", f"{name} or {found}" if is_text else f"{found} if {name} is None else {name}")


def code_of(plan: Plan, path: Path, place: Place | None) -> Expression:
    """A code: from the whole object if it stands there, or else the value of its own field."""
    sources = []
    if path[:-1] in plan.wholes:
        sources.append(f"{plan.wholes[path[:-1]]}.get({string(path[-1])})")
    own = _own_code(plan, place) if isinstance(place, Single) else ""
    if own:
        sources.append(f"({own})" if sources and " if " in own else own)
    if place is None or not place.is_certain:
        sources.append('""')
    always_has_value = isinstance(place, Single) and not place.triggers and len(sources) == 1
    return Finished(own) if always_has_value else Call("str", " or ".join(sources))


def _own_code(plan: Plan, place: Single) -> str:
    if place.setters:
        variable = plan.variables.get(place.path)
        return variable or f"{plan.variables[place.path[:-1]]}.get({string(place.path[-1])})"
    if place.parameter is None:
        return literal("" if isinstance(place.default, Absent) else place.default)
    name = plan.names[place.parameter.name]
    if isinstance(place.default, Absent):
        return name
    is_text = is_given(plan, place.parameter) == name
    default = literal(place.default)
    return f"{name} or {default}" if is_text else f"{default} if {name} is None else {name}"
