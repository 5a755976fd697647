"""The bodies of builders: an expression or branches for each place of the plan, and the objects that hold them.

An object starts with the values that it always has, then gets those that arguments give. The argument for the whole
object is merged in last, so that its keys win. An object that is not always there is made under a condition.
"""

from collections.abc import Iterator, Sequence
from itertools import groupby

from msgspec import Struct

from sealwax.contract import model as m
from sealwax.languages.python import attribute, class_name, constant, literal, string
from sealwax.languages.python import types as t
from sealwax.meaning import builder_plan as bp
from sealwax.meaning import builder_sources as bs
from sealwax.rendering import Finished
from sealwax.targets.python.builder_arguments import NONE, Case, Function, cases, is_given, merged
from sealwax.targets.python.dataclasses import Absence, absent, constructor_default

ALWAYS = Finished("")
"""No condition."""
DESCRIPTIONS = Finished("_DESCRIPTION_OF")
NUMBERS = Finished("_JSONRPC_OF")
_READINGS = {
    bs.Reading.NOW: Finished("clock.utc_text()"),
    bs.Reading.ELAPSED: Finished("clock.milliseconds_since(started)"),
}


# -- values -----------------------------------------------------------------------------------------------------------


def cases_of(function: Function, place: bp.Single) -> tuple[Case, ...]:
    """The sources of a place: the first test that holds decides."""
    code = function.planned.get(place.path)
    if code is not None and code.is_certain:
        return (Case(ALWAYS, function.codes[place.path]),)
    if place.sources[1:] == (bs.Default({}),) and place.path in function.wholes:
        return (Case(ALWAYS, function.wholes[place.path]),)
    return tuple(case for source in place.sources for case in _cases(function, source))


def _cases(function: Function, source: bs.Source) -> Iterator[Case]:
    match source:
        case bs.Argument():
            yield from cases(function, source)
        case bs.Setter(argument, value):
            yield Case(ALWAYS if bs.is_sure(source) else is_given(function, argument), literal(value))
        case bs.Followed(code):
            yield _looked_up(table_of(source), function.codes[code.path], is_sure=source.is_sure)
        case bs.Numbered(code):
            yield _looked_up(NUMBERS, function.codes[code.path], is_sure=source.is_sure)
        case bs.Explained(code, described):
            table = DESCRIPTIONS if described.descriptions else "{}"
            yield Case(ALWAYS, Finished(f"_described({table}, {function.codes[code.path]})"))
        case bs.Reading():
            yield Case(ALWAYS, _READINGS[source])
        case bs.Default(value):
            yield Case(ALWAYS, literal(value))


def _looked_up(table: Finished, code: Finished, *, is_sure: bool) -> Case:
    value = Finished(f"{table}[{code}]")
    return Case(ALWAYS, value) if is_sure else Case(Finished(f"{code} in {table}"), value, table, code)


def expression(found: Sequence[Case], otherwise: Finished = NONE) -> Finished:
    """The value of the first case that applies, as one expression."""
    result, is_choice = (otherwise, False) if not found or found[-1].test else (found[-1].value, False)
    for case in reversed([case for case in found if case.test]):
        if case.table:
            default = "" if result == NONE else f", {result}"
            result = Finished(f"{case.table}.get({case.key}{default})")
        elif case.test == case.value:
            result = Finished(f"{case.value} or ({result})" if is_choice else f"{case.value} or {result}")
            is_choice = False
        elif case.test != f"{case.value} is not {result}":
            result, is_choice = Finished(f"{case.value} if {case.test} else {result}"), True
        else:
            result = case.value
    return result


def table_of(followed: bs.Followed) -> Finished:
    return Finished(f"_{constant(fact_of(followed))}_OF")


def fact_of(followed: bs.Followed) -> str:
    """What the catalogue says about a code: a remediation, or a property of its enum."""
    if not followed.is_binding:
        return "remediation"
    return "error_type" if followed.code.codes.catalogue is m.Catalogue.ERROR_CODES else "severity"


def code_of(function: Function, code: bs.Code) -> Finished:
    """A code as a plain string, which is empty if there is none."""
    is_open, found = code.codes.open, []
    if code.whole is not None or code.takes_rest:
        whole = merged(function, code.path[:-1], bs.whole_of(code.whole) if code.whole else None)
        found.append(f"{whole.value if whole.test else f'({whole.value})'}.get({string(code.path[-1])})")
    is_looked_up = not is_open and (bool(found) or not code.is_certain)
    own = expression(
        [case for source in code.sources for case in _raw(function, source)],
        NONE if is_looked_up else Finished('""'),
    )
    if is_looked_up:
        found = [f"{each} or None" for each in found]
        given = (class_name(code.codes.name), *found, *((own,) if code.sources else ()))
        return Finished(f"_listed({', '.join(given)})")
    if not found and not code.has_arguments:
        return own
    text = " or ".join([*found, f"({own})" if " if " in own and found else own])
    return Finished(f"_text({text})" if is_open else f"{class_name(code.codes.name)}({text}).value")


def _raw(function: Function, source: bs.Source) -> Iterator[Case]:
    if isinstance(source, bs.Argument):
        name = attribute(source.parameter.name)
        yield Case(ALWAYS if bs.is_sure(source) else is_given(function, source), name)
    else:
        yield from _cases(function, source)


# -- objects ----------------------------------------------------------------------------------------------------------


class Branch(Struct, frozen=True):
    """Values that are written under a condition."""

    test: Finished
    assignments: tuple[tuple[Finished, Finished], ...]
    """Keys of an object, each with the expression for its value."""


class Check(Struct, frozen=True):
    """A value that has to be the one that the contract fixes, or the one that the catalogue has for the code."""

    key: Finished
    found: Finished
    """The expression for the value that is there."""
    value: Finished
    is_demanded: bool = False


class Part(Struct, frozen=True):
    """What is written into an object next."""

    branches: tuple[Branch, ...]
    """The first test that holds decides."""
    object: "ObjectView | None"
    """Written after that, if it is made."""


class ObjectView(Struct, frozen=True):
    """An object that the function puts together in a variable."""

    variable: Finished
    start: Finished
    """The expression for the new object."""
    condition: Finished = ALWAYS
    """When there is one; empty: always."""
    nothing: Finished = Finished("")
    """What the variable holds otherwise; empty when it is used under the condition only."""
    nothing_type: Finished = Finished("")
    inner: tuple["ObjectView", ...] = ()
    """The objects that it always contains."""
    parts: tuple[Part, ...] = ()
    merged: tuple[Case, ...] = ()
    """What is copied over it last."""
    constants: tuple[Check, ...] = ()
    """What that must not contradict."""
    followed: tuple[Check, ...] = ()
    """What to check when it is complete."""
    target: Finished = Finished("")
    """The key of the object around it that it is written to; empty when there is none."""


def object_view(function: Function, place: bp.Compound, around: Finished | None = None) -> ObjectView:
    """The object at a place; `around`: the variable of the object that it is written to if it is made."""
    variable = function.variables[place.path]
    return ObjectView(
        variable=variable,
        start=_start(function, place),
        condition=ALWAYS if place.is_certain else _is_made(function, place),
        nothing=Finished("") if place.is_certain or around else _nothing(function, place),
        nothing_type=_nothing_type(function, place),
        inner=tuple(
            object_view(function, each) for each in place.members if isinstance(each, bp.Compound) and each.is_certain
        ),
        parts=tuple(_parts(function, place, variable)),
        merged=(merged(function, place.path, place.whole),) if place.whole or place.takes_rest else (),
        constants=() if place.path in function.wholes else constants(function, place.path, variable),
        followed=tuple(follow_checks(function, place.members, variable)),
        target=Finished(f"{around}[{string(place.path[-1])}]") if around else Finished(""),
    )


def _is_made(function: Function, place: bp.Compound) -> Finished:
    """Whether anything is written into an object that is not always there."""
    tests = [is_given(function, each) for each in place.makers]
    tests += [function.rest] if place.takes_rest else []
    return Finished(" or ".join(dict.fromkeys(tests)))


def _nothing(function: Function, place: bp.Compound) -> Finished:
    """What the variable of an object holds if there is none."""
    missing = absence_at(function, place)
    if missing is Absence.UNSET and place.takes_null and place.whole is not None:
        return Finished(f"None if {attribute(place.whole.parameter.name)} is None else {missing}")
    return Finished(missing)


def _nothing_type(function: Function, place: bp.Compound) -> Finished:
    if absence_at(function, place) is not Absence.UNSET:
        return NONE
    return Finished(f"{t.UNSET_TYPE} | None") if place.takes_null else t.UNSET_TYPE


def _start(function: Function, place: bp.Compound) -> Finished:
    """The values that an object always has."""
    found = {key: literal(value) for key, value in place.free.items()}
    for member in place.members:
        key = member.path[-1]
        if isinstance(member, bp.Single) and member.is_certain:
            found[key] = expression(cases_of(function, member))
        elif isinstance(member, bp.Compound) and member.is_certain:
            found[key] = function.variables[member.path]
        elif isinstance(member, bp.Compound) and member.otherwise is None:
            found[key] = NONE
    return Finished(f"{{{', '.join(f'{string(key)}: {value}' for key, value in found.items())}}}")


def _parts(function: Function, place: bp.Compound, variable: Finished) -> Iterator[Part]:
    """The values that an object may have. Those under the same conditions are written together."""

    def tests(member: bp.Place) -> list[Finished] | bs.Path:
        return member.path if isinstance(member, bp.Compound) else [case.test for case in cases_of(function, member)]

    for _, group in groupby((each for each in place.members if not each.is_certain), tests):
        members = list(group)
        columns = zip(*(_branches(function, each, variable) for each in members), strict=True)
        branches = (Branch(each[0].test, tuple(pair for one in each for pair in one.assignments)) for each in columns)
        made = (object_view(function, each, variable) for each in members if isinstance(each, bp.Compound))
        yield Part(tuple(branches), next(made, None))


def _branches(function: Function, place: bp.Place, variable: Finished) -> list[Branch]:
    target = Finished(f"{variable}[{string(place.path[-1])}]")
    if isinstance(place, bp.Single):
        return [Branch(case.test, ((target, case.value),)) for case in cases_of(function, place)]
    if place.whole is None or not place.takes_null:
        return []
    return [Branch(Finished(f"{attribute(place.whole.parameter.name)} is None"), ((target, NONE),))]


# -- checks -----------------------------------------------------------------------------------------------------------


def constants(function: Function, path: bs.Path, variable: Finished) -> tuple[Check, ...]:
    """The checks that an object agrees with the constants of the contract."""
    return tuple(
        Check(
            string(".".join(each.path)),
            Finished(f"{variable}.get({string(each.path[-1])}, {literal(each.value)})"),
            literal(each.value),
        )
        for each in function.fixed.get(path, ())
    )


def follow_checks(function: Function, members: Sequence[bp.Place], around: Finished | None) -> Iterator[Check]:
    """The checks of values that arguments could contradict; `around`: the variable of the object that holds them."""
    for place in bp.checked(members):
        key, is_there = string(place.path[-1]), place.is_certain and not place.is_demanded
        value = function.variables[place.path] if around is None else f"{around}.get({key})"
        value = f"{around}[{key}]" if around is not None and is_there else value
        yield Check(string(".".join(place.path)), Finished(value), _known(function, place), place.is_demanded)


def _known(function: Function, place: bp.Single) -> Finished:
    """What the catalogue says about the code."""
    if place.followed is None or not place.followed.is_binding:
        return NONE
    return expression(tuple(_cases(function, place.followed)))


# -- absent keys ------------------------------------------------------------------------------------------------------


def nothing(field: m.Field, place: bp.Place | None) -> Absence | None:
    """What the class that is made gets for a field whose key is absent; None when that cannot be."""
    if place is None:
        return None if constructor_default(field, t.PLAIN) is m.ABSENT else absent(field)
    return None if place.is_certain else absence(field, place)


def absence(field: m.Field, place: bp.Place) -> Absence:
    """The same for a place that is not always filled."""
    return Absence.NONE if isinstance(place, bp.Compound) and place.otherwise is None else absent(field)


def absence_at(function: Function, place: bp.Place) -> Absence:
    return absence(next(field for field in function.fields if field.name == place.path[0]), place)
