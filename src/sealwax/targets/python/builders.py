"""Builders -> builders.py: straight-line functions that make envelopes.

Every object starts with the values that it always has, then gets those that arguments give. The argument for the
whole object is merged in last, so that its keys win. An object that is not always there is made below a condition.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping
from itertools import groupby

from sealwax.contract import model as m
from sealwax.frozen import frozen
from sealwax.languages import python
from sealwax.languages.python import attribute, literal, string
from sealwax.languages.python import types as t
from sealwax.languages.python.imports import deferred_import_lines
from sealwax.languages.python.types import Argument, NamedValue
from sealwax.meaning import builder_plan as bp
from sealwax.rendering import Finished
from sealwax.targets.python import builder_values as bv
from sealwax.targets.python import responses
from sealwax.targets.python.builder_values import ALWAYS, NONE, Assignment, Function
from sealwax.targets.python.clock import clock_arguments
from sealwax.targets.python.dataclasses import constructor_default
from sealwax.targets.python.names import homes

NO_KEY = Finished("")


@frozen
class Constant:
    """A value that the contract fixes, and that the caller's object could contradict."""

    key: Finished
    found: Finished
    """The expression for the value that is there."""
    value: Finished


@frozen
class Merge:
    """An object that is copied over another one."""

    condition: Finished
    """Empty: always."""
    value: Finished
    otherwise: Finished
    """What is copied when the condition does not hold; empty: nothing."""
    constants: tuple[Constant, ...]


@frozen
class Part:
    """What a function writes next: values under a condition, or an object."""

    condition: Finished
    """Empty: always."""
    assignments: tuple[Assignment, ...]
    object: "ObjectView | None" = None


@frozen
class ObjectView:
    """An object that the function puts together in a variable."""

    variable: Finished
    start: Finished
    """The expression for the new object; empty when the condition makes it."""
    condition: Finished = Finished("")
    """When there is one; empty: always."""
    target: Finished = Finished("")
    """The key of the object around it that it is written to; empty when there is none."""
    is_declared: bool = False
    """Whether the variable has its annotation already."""
    constants: tuple[Constant, ...] = ()
    """What to check when the object is complete."""
    nothing: Finished = Finished("")
    """What the variable holds otherwise; empty when it is used below the condition only."""
    nothing_type: Finished = Finished("")
    codes: tuple[Assignment, ...] = ()
    """The codes that its values follow."""
    parts: tuple[Part, ...] = ()
    merges: tuple[Merge, ...] = ()


def grouped(assignments: Iterable[Assignment]) -> Iterator[Part]:
    """The assignments, those with the same condition together."""
    for condition, group in groupby(assignments, lambda each: each.condition):
        yield Part(condition, tuple(group))


# -- objects ----------------------------------------------------------------------------------------------------------


def object_view(function: Function, place: bp.Compound, target: Finished = NO_KEY) -> ObjectView:
    own, variable = place.parameter, function.variables[place.path]
    condition = ALWAYS if place.is_certain else _condition(function, place)
    otherwise = bv.nothing_at(function, place) if condition and not target else Finished("")
    late = any(_is_set_code(function, member) for member in place.members)
    first = {} if late else _leading(function, place)
    if own is not None and bp.is_alone(place):
        start = bv.whole(function, place, own)
        merges = _rest(function) if place.takes_rest and place.path not in function.wholes else ()
        constants = tuple(_fixed_keys(place, variable))
    else:
        start = _display({key: literal(value) for key, value in _static(function, place).items()} | first)
        merges, constants = _merges(function, place)
    return ObjectView(
        variable=variable,
        condition=condition,
        # Where arguments set a code, it is known only after they have done so.
        codes=() if late else tuple(bv.codes_in(function, place.members, place.path)),
        nothing=otherwise,
        nothing_type=NONE if otherwise == NONE else t.UNSET_TYPE,
        start=start,
        is_declared=bool(otherwise),
        parts=tuple(_members(function, place, first, late=late)),
        merges=merges,
        constants=constants,
        target=target,
    )


def _condition(function: Function, place: bp.Compound) -> Finished:
    """Whether anything is written into an object that is not always there."""
    tests = [bv.is_given(function, trigger) for trigger in place.triggers]
    tests += [function.rest] if place.takes_rest and place.parameter is None else []
    return Finished(" or ".join(dict.fromkeys(tests)))


def _display(entries: dict[str, Finished]) -> Finished:
    return Finished(f"{{{', '.join(f'{string(key)}: {value}' for key, value in entries.items())}}}")


def _static(function: Function, place: bp.Compound) -> dict[str, m.Json]:
    """What the contract itself puts into the object, unless a statement does."""
    found = dict(place.free)
    for member in place.members:
        value = member.otherwise if isinstance(member, bp.Compound) else member.default
        is_first = (
            not member.is_certain if isinstance(member, bp.Compound) else bv.starts_with_default(function, member)
        )
        if is_first and not isinstance(value, m.Absent):
            found[member.path[-1]] = value
    return found


def _leading(function: Function, place: bp.Compound) -> dict[str, Finished]:
    """The values that an object always gets before any other, so that it can start with them."""
    found: dict[str, Finished] = {}
    for member in place.members:
        steps = list(bv.steps_of(function, member, NO_KEY)) if isinstance(member, bp.Single) else []
        if isinstance(member, bp.Compound) or any(step.condition for step in steps):
            return found
        if steps:
            found[member.path[-1]] = steps[-1].value
    return found


def _is_set_code(function: Function, place: bp.Place) -> bool:
    return isinstance(place, bp.Single) and place.path in function.codes and bool(place.setters)


def _members(function: Function, place: bp.Compound, done: Collection[str], *, late: bool) -> Iterator[Part]:
    name, members = function.variables[place.path], [each for each in place.members if each.path[-1] not in done]
    if late:
        yield from _singles(function, name, [each for each in members if _is_set_code(function, each)])
        yield from (Part(ALWAYS, (code,)) for code in bv.codes_in(function, place.members, place.path))
        members = [each for each in members if not _is_set_code(function, each)]
    for are_single, group in groupby(members, lambda member: isinstance(member, bp.Single)):
        if are_single:
            yield from _singles(function, name, group)
        else:
            yield from (_nested(function, each, name) for each in group if isinstance(each, bp.Compound))


def _singles(function: Function, name: Finished, members: Iterable[bp.Place]) -> Iterator[Part]:
    singles = (member for member in members if isinstance(member, bp.Single))
    return grouped(step for each in singles for step in bv.steps_of(function, each, _key(name, each)))


def _key(name: Finished, place: bp.Place) -> Finished:
    return Finished(f"{name}[{string(place.path[-1])}]")


# -- objects in objects -----------------------------------------------------------------------------------------------


def _nested(function: Function, place: bp.Compound, parent: Finished) -> Part:
    own, target = place.parameter, _key(parent, place)
    if own is not None and bp.is_alone(place):
        if place.is_certain and not place.fixed:
            return Part(ALWAYS, (Assignment(target, bv.whole(function, place, own)),))
        if not place.is_certain and place.path not in function.wholes:
            return _alone(function, place, own, target)
    return Part(ALWAYS, (), object_view(function, place, target))


def _alone(function: Function, place: bp.Compound, own: m.Parameter, target: Finished) -> Part:
    """An object that is there when its one argument is given."""
    plain, test = function.plain, bv.is_given(function, own)
    is_empty_left_out = bp.is_record(place.field.type) and not bp.must_be_given(own)
    if is_empty_left_out:
        test = Finished(f"{attribute(own.name)} and ({plain} := {bv.new_dict(own)})")
    if not place.fixed:
        return Part(test, (Assignment(target, plain if is_empty_left_out else bv.new_dict(own)),))
    made = ObjectView(
        variable=plain,
        condition=test,
        start=Finished("") if is_empty_left_out else bv.new_dict(own),
        is_declared=True,
        constants=tuple(_fixed_keys(place, plain)),
        target=target,
    )
    return Part(ALWAYS, (), made)


# -- whole objects ----------------------------------------------------------------------------------------------------


def _merges(function: Function, place: bp.Compound) -> tuple[tuple[Merge, ...], tuple[Constant, ...]]:
    """The objects that are copied over this one, and the constants to check after that."""
    own, constants = place.parameter, tuple(_fixed_keys(place, function.variables[place.path]))
    rest = _rest(function) if place.takes_rest else ()
    if own is None:
        return rest, constants
    if place.path in function.wholes:
        value = bv.whole(function, place, own)
        return (Merge(ALWAYS if isinstance(own.default, dict) else value, value, Finished(""), ()),), constants
    is_optional = not bp.must_be_given(own) or isinstance(place.field.type, m.Nullable)
    condition = attribute(own.name) if is_optional else ALWAYS
    otherwise = literal(own.default) if isinstance(own.default, dict) else Finished("")
    # What nobody gave contradicts nothing.
    within = () if rest else constants
    return (Merge(condition, bv.merged(own), otherwise, within), *rest), constants if rest else ()


def _rest(function: Function) -> tuple[Merge, ...]:
    return (Merge(function.rest, function.rest, Finished(""), ()),)


def _fixed_keys(place: bp.Compound, source: Finished) -> Iterator[Constant]:
    """What the caller merges in must not contradict the contract."""
    for key, value in place.fixed.items():
        member = place.member(key)
        is_there = member is not None and member.is_certain
        found = f"{source}[{string(key)}]" if is_there else f"{source}.get({string(key)}, {literal(value)})"
        yield Constant(string(".".join((*place.path, key))), Finished(found), literal(value))


# -- the module -------------------------------------------------------------------------------------------------------

# Names that the generated functions call: none of them may have such a name.
_TAKEN = frozenset({"isinstance"})


@frozen
class TableView:
    """What the catalogue says about each code."""

    name: Finished
    codes: Finished
    """The enum of the codes."""
    value: Finished
    """The expression for what it says about `code`."""
    is_total: bool
    """Whether it says something about every code."""


@frozen
class BuilderView:
    name: Finished
    arguments: tuple[Argument, ...]
    """The first goes by position."""
    rest: Finished
    """The name of the keywords that are no parameter; empty when there are none."""
    returns: Finished
    doc: str
    not_empty: tuple[Finished, ...]
    """The arguments that must not be empty."""
    parts: tuple[Part, ...]
    result: tuple[NamedValue, ...]
    """The arguments for the class. Without a name they go by position, which is a good deal faster."""


@frozen
class BuildersView:
    header: Finished
    doc: str
    imports: tuple[Finished, ...]
    tables: tuple[TableView, ...]
    builders: tuple[BuilderView, ...]


def builders_view(contract: m.Contract, header: Finished) -> BuildersView:
    functions = [bv.function_of(builder, contract) for builder in contract.builders]
    views = tuple(_builder(contract, *pair) for pair in zip(contract.builders, functions, strict=True))
    tables = {table.name: table for function in functions for table in _tables(function)}
    used: set[str] = {*(function.returns for function in functions), *(table.codes for table in tables.values())}
    used.update(*(t.names_of(view.arguments) for view in views), *map(_used, functions))
    return BuildersView(
        header=header,
        doc=f"Functions that make the responses of the contract {contract.name}.",
        imports=deferred_import_lines(used, homes(contract), ".builders"),
        tables=tuple(tables.values()),
        builders=views,
    )


def builder_name(builder: m.Builder) -> Finished:
    name = attribute(builder.name)
    return Finished(f"{name}_" if name in _TAKEN else name)


def _builder(contract: m.Contract, builder: m.Builder, function: Function) -> BuilderView:
    return BuilderView(
        name=builder_name(builder),
        arguments=tuple(builder_arguments(builder, t.as_argument(contract))),
        rest=function.rest if builder.extra_keywords else Finished(""),
        returns=function.returns,
        doc=_doc(function),
        not_empty=tuple(attribute(each.name) for each in filter(bp.refuses_empty, builder.parameters)),
        parts=(*_wholes(function), *_top(function)),
        result=tuple(_result(function)),
    )


def builder_arguments(
    builder: m.Builder, style: t.Style, without: Collection[m.Parameter] = (), optional: Mapping[str, str] | None = None
) -> Iterator[Argument]:
    """The arguments of a builder, and of functions that pass them on.

    `optional`: by parameter that can be left out there, what the documentation says about that.
    """
    notes = optional or {}
    for parameter in builder.parameters:
        if parameter not in without:
            is_required = bp.must_be_given(parameter) and parameter.name not in notes
            yield parameter_argument(parameter, style, is_required=is_required, note=notes.get(parameter.name, ""))
    yield from clock_arguments(builder)


def parameter_argument(parameter: m.Parameter, style: t.Style, *, is_required: bool, note: str = "") -> Argument:
    name, kind = attribute(parameter.name), t.field_annotation(parameter.field, style)
    doc = " ".join(filter(None, (python.parameter_facts(parameter), note)))
    return t.argument(name, kind, doc=doc) if is_required else t.optional_argument(name, kind, doc)


def argument_texts(builder: m.Builder) -> Iterator[str]:
    """The entries of arguments in the docstring of their function."""
    yield from (python.parameter_text(attribute(each.name), each) for each in builder.parameters)
    yield from (f"`{each.name}`: {each.doc}" for each in clock_arguments(builder))


def _wholes(function: Function) -> Iterator[Part]:
    """What the caller gave for whole objects, where it is used more than once."""
    for place in bp.places(function.places):
        if isinstance(place, bp.Compound) and place.path in function.wholes and place.parameter is not None:
            made = bv.new_whole(place.parameter, m.ABSENT)
            merges = _rest(function) if place.takes_rest else ()
            yield Part(ALWAYS, (), ObjectView(function.wholes[place.path], made, merges=merges))


# -- the fields of the envelope ---------------------------------------------------------------------------------------


def _top(function: Function) -> Iterator[Part]:
    stepwise = [each for each in function.places if isinstance(each, bp.Single) and bv.is_stepwise(each)]
    first = [each for each in stepwise if each.path in function.codes]
    for code in first:
        yield from _variable(function, code)
    yield from (Part(ALWAYS, (code,)) for code in bv.codes_in(function, function.places, ()))
    for place in function.places:
        if isinstance(place, bp.Compound):
            yield Part(ALWAYS, (), object_view(function, place))
        elif place in stepwise and place not in first:
            yield from _variable(function, place)


def _variable(function: Function, place: bp.Single) -> Iterator[Part]:
    """A value that takes several statements."""
    name = function.variables[place.path]
    start = bv.nothing_at(function, place) if isinstance(place.default, m.Absent) else literal(place.default)
    yield Part(ALWAYS, (Assignment(name, start, type=t.ANY),))
    yield from grouped(bv.steps_of(function, place, name))


def _result(function: Function) -> Iterator[NamedValue]:
    by_position, defaults_so_far = True, False
    filled = {place.path[0]: place for place in function.places}
    for field in function.fields:
        value = _result_value(function, field, filled.get(field.name))
        has_default = not field.required or constructor_default(field, t.PLAIN) is not m.ABSENT
        # The class takes a required argument behind an optional one by keyword only.
        by_position &= value is not None and (has_default or not defaults_so_far)
        defaults_so_far |= has_default
        if value is not None:
            yield NamedValue(Finished("") if by_position else attribute(field.name), value)


def _result_value(function: Function, field: m.Field, place: bp.Place | None) -> Finished | None:
    """What the envelope gets for a field, or None when the constructor's own default will do."""
    if place is None:
        return bv.nothing(field, place) or None
    if isinstance(place, bp.Compound) or bv.is_stepwise(place):
        return function.variables[place.path]
    if place.is_certain:
        return bv.certain_value(function, place)
    if place.path in function.codes:
        code = function.codes[place.path]
        otherwise = bv.nothing(field, place)
        return Finished(f"{code} or None" if otherwise == NONE else f"{code} if {code} else {otherwise}")
    if place.parameter is not None:
        return bv.given_or_nothing(function, place.parameter, bv.nothing(field, place))
    return NONE


# -- names and tables -------------------------------------------------------------------------------------------------


def _used(function: Function) -> Iterator[str]:
    """The names that the body uses, apart from those of classes."""
    top = function.places
    if function.builder.extra_keywords or any(isinstance(place, bp.Compound) or bv.is_stepwise(place) for place in top):
        yield "Any"
    if t.holds_records(parameter.field.type for parameter in function.builder.parameters):
        yield responses.PLAIN
    if any(True for _ in _constants(function)):
        yield responses.CHECK_CONSTANT
    for field in function.fields:
        place = next((place for place in top if place.path[0] == field.name), None)
        if bv.nothing(field, place) == "UNSET":
            yield "UNSET"
            yield from (t.UNSET_TYPE,) if isinstance(place, bp.Compound) else ()


def _tables(function: Function) -> Iterator[TableView]:
    singles = [place for place in bp.places(function.places) if isinstance(place, bp.Single)]
    for follower in (place.follower for place in singles if place.follower is not None):
        fact = "error_type" if bv.table_of(follower) == bv.ERROR_TYPES else "severity"
        yield TableView(
            bv.table_of(follower), python.class_name(follower.codes.name), Finished(f"str(code.{fact})"), is_total=True
        )
    for codes in (place.numbered.numbering.codes for place in singles if place.numbered is not None):
        kinds = codes.classified_by.values if codes.classified_by is not None else ()
        is_total = all(kind.jsonrpc is not None for kind in kinds)
        yield TableView(bv.NUMBERS, python.class_name(codes.name), Finished("code.error_type.jsonrpc"), is_total)


def _constants(function: Function) -> Iterator[tuple[str, Finished]]:
    """The constants that an argument could contradict: dotted path and value."""
    for place in bp.places(function.places):
        if isinstance(place, bp.Compound):
            for name, value in place.fixed.items():
                yield ".".join((*place.path, name)), literal(value)


# -- documentation ----------------------------------------------------------------------------------------------------


def _doc(function: Function) -> str:
    builder = function.builder
    entries = [*argument_texts(builder)]
    if builder.extra_keywords:
        merged = "They are merged last. A misspelt argument counts as one of them."
        entries.append(f"`**{function.rest}`: Further keys of `{builder.extra_keywords}`. {merged}")
    entries += [
        f"Raises `ValueError` if `{attribute(parameter.name)}` is empty."
        for parameter in filter(bp.refuses_empty, builder.parameters)
    ]
    entries += [f"Raises `ValueError` if `{key}` is not `{value}`." for key, value in _constants(function)]
    made = f"Makes a {builder.outcome.outcome}"
    return python.joined((python.docs_text(builder.docs, made), *entries))
