"""The body of a builder: what each statement writes, and in which order.

First every object gets what the contract settles, then each argument takes its place, then whole objects are merged
in, so that their keys win, and last the keywords that are no parameter.
"""

from collections.abc import Iterator

from sealwax.contract.model import (
    ABSENT,
    AnyValue,
    Boolean,
    Constant,
    Field,
    Integer,
    Json,
    Null,
    Number,
    Parameter,
    Type,
)
from sealwax.languages.python import attribute, literal, string
from sealwax.languages.python_layout import (
    SKIP,
    Call,
    Conditional,
    Expression,
    annotated,
    assigned,
    called,
    fits,
    guard,
    one_line,
    value_of,
)
from sealwax.languages.python_types import ANY, OBJECT
from sealwax.rendering import Finished
from sealwax.targets.python_dataclasses.plan import (
    ClassifiedCode,
    Plan,
    classified_by,
    constants,
    has_inference,
    is_object,
    is_put_together,
    is_record,
    is_required,
    merged_parameter,
    not_null,
    parameter_for,
    set_elsewhere,
    settled,
    starts_with_argument,
)
from sealwax.targets.python_dataclasses.wiring import takes_null, to_wire


def body(plan: Plan) -> Iterator[Finished]:
    for line in _lines(plan):
        yield Finished(line)


def _lines(plan: Plan) -> Iterator[str]:
    for field in plan.builder.outcome.fields:
        yield from _start(plan, field)
    for parameter in plan.builder.parameters:
        if not parameter.merged and len(parameter.path) > 1:
            yield from _fill(plan, parameter)
        elif not parameter.merged:
            yield from _sets(plan, parameter, guarded=True)
    for field in plan.builder.outcome.fields:
        if is_object(field.type):
            yield from _merge(plan, field)
    yield from _end(plan)


# -- objects at the start ---------------------------------------------------------------------------------------------


def _start(plan: Plan, field: Field) -> Iterator[str]:
    """The variable that a field of the envelope is put together in, if there is anything to put together."""
    if not is_object(field.type):
        if field.name in set_elsewhere(plan):
            yield f"    {annotated(plan.local('wire', field.name), ANY, one_line(_scalar(plan, field)), 4)}"
        return
    if not is_put_together(plan, field):
        return
    merged = merged_parameter(plan, field)
    if merged and has_inference(plan, field):
        yield f"    {assigned(plan.local('given', field.name), _whole(plan, merged), 4)}"
    name = plan.local("wire", field.name)
    if merged and starts_with_argument(plan, field):
        yield f"    {annotated(name, OBJECT, one_line(_whole(plan, merged)), 4)}"
        return
    head = f"{name}: dict[str, Any] = "
    value = value_of(settled(field), 4, len(head) - 1)
    if not fits(head + value.split("\n")[0], 4):
        value = Finished(literal(settled(field)) + SKIP)
    yield f"    {head}{value}"


def _whole(plan: Plan, parameter: Parameter) -> Expression:
    name = plan.names[parameter.name]
    whole = to_wire(parameter.field.type, name, argument=True)
    return whole if is_required(parameter) else Conditional(one_line(whole), name, "{}")


# -- one argument after the other -------------------------------------------------------------------------------------


def _fill(plan: Plan, parameter: Parameter) -> Iterator[str]:
    target, name = _target(plan, parameter.path), plan.names[parameter.name]
    classified = classified_by(plan, parameter)
    if classified:
        yield from _infer(plan, parameter, classified, target)
        yield from _sets(plan, parameter, guarded=True)
        return
    if is_required(parameter):
        yield f"    {assigned(target, to_wire(parameter.field.type, name, argument=True), 4)}"
        yield from _sets(plan, parameter, guarded=False)
        return
    if parameter.default is not ABSENT:
        yield f"    {assigned(target, _or_default(parameter, name), 4)}"
        yield from _sets(plan, parameter, guarded=True)
        return
    kind = not_null(parameter.field.type)
    if is_record(kind):
        plain = plan.variable("plain")
        yield f"    {guard(name, f'({plain} := _plain({name}))', indent=4)}"
        yield f"        {assigned(target, plain, 8)}"
    else:
        yield f"    {guard(_given(kind, name), indent=4)}"
        yield f"        {assigned(target, to_wire(kind, name, argument=True), 8)}"
    yield from (f"    {line}" for line in _sets(plan, parameter, guarded=False))


def _target(plan: Plan, path: tuple[str, ...]) -> str:
    base, *keys = path
    target = str(plan.local("wire", base))
    for key in keys[:-1]:
        target += f".setdefault({string(key)}, {{}})"
    return f"{target}[{string(keys[-1])}]" if keys else target


def _given(kind: Type, name: str) -> str:
    """Nothing and an empty value are the same, but zero and false are values."""
    counts = isinstance(kind, Boolean | Integer | Number | AnyValue | Null)
    return f"{name} is not None" if counts or (isinstance(kind, Constant) and not isinstance(kind.value, str)) else name


def _or_default(parameter: Parameter, name: Finished) -> Expression:
    kind = not_null(parameter.field.type)
    default = literal(None if parameter.default is ABSENT else parameter.default)
    wire = to_wire(kind, name, argument=True)
    test = _given(kind, name)
    if test != name:
        return Conditional(default, f"{name} is None", one_line(wire))
    if wire == name:
        return Finished(f"{name} or {default}")
    if isinstance(wire, Call) and wire.function == "str":
        return Call("str", f"{name} or {default}")
    return Conditional(one_line(wire), name, default)


def _sets(plan: Plan, parameter: Parameter, *, guarded: bool) -> Iterator[str]:
    """What else is written when the argument is given."""
    if not parameter.sets:
        return
    indent = 4
    if guarded and not is_required(parameter):
        yield f"    {guard(_given(not_null(parameter.field.type), plan.names[parameter.name]), indent=4)}"
        indent = 8
    for other in parameter.sets:
        target = _target(plan, other.path)
        yield f"{' ' * indent}{_literal_assigned(target, other.value, indent)}"


def _literal_assigned(target: str, value: Json, indent: int) -> str:
    if not isinstance(value, dict | list) or not value:
        return assigned(target, literal(value), indent)
    text = value_of(value, indent, len(target) + 2)
    first = f"{target} = {text}".split("\n")[0]
    return f"{target} = {text}" if fits(first, indent) else f"{target} = {literal(value)}{SKIP}"


# -- what a code says about itself ------------------------------------------------------------------------------------


def _infer(plan: Plan, parameter: Parameter, classified: ClassifiedCode, target: str) -> Iterator[str]:
    """The argument, or what the catalogue says about the code, wherever the code was given."""
    name, code = plan.names[parameter.name], plan.names[classified.code.name]
    sources = [code]
    if any(p.merged and p.path == parameter.path[:-1] for p in plan.builder.parameters):
        given = plan.local("given", parameter.path[0])
        sources.insert(0, Finished(f"{given}.get({string(parameter.field.follows)})"))
    if not is_required(classified.code):
        default = classified.code.default
        sources.append(literal("" if default is ABSENT else default))
    variable = plan.variable("code")
    yield f"    {assigned(variable, Call('str', ' or '.join(sources)), 4)}"
    if parameter.default is not ABSENT:
        found = f"{name} or {classified.table}.get({variable}, {literal(parameter.default)})"
        yield f"    {assigned(target, Call('str', found), 4)}"
        return
    inferred = plan.local("inferred", parameter.name)
    yield f"    {assigned(inferred, Finished(f'{name} or {classified.table}.get({variable})'), 4)}"
    yield f"    {guard(inferred, indent=4)}"
    yield f"        {assigned(target, Call('str', inferred), 8)}"


# -- whole objects ----------------------------------------------------------------------------------------------------


def _merge(plan: Plan, field: Field) -> Iterator[str]:
    merged, name = merged_parameter(plan, field), plan.local("wire", field.name)
    takes_rest = plan.builder.extra_keywords == field.name
    checks = list(_checks(plan, field))
    if merged and has_inference(plan, field):
        yield f"    {name}.update({plan.local('given', field.name)})"
        yield from _sets(plan, merged, guarded=True)
    elif merged and not starts_with_argument(plan, field):
        guarded = not is_required(merged)
        inside = [*_merge_argument(plan, merged, name), *([] if takes_rest else checks)]
        yield from _guarded(plan, merged, inside) if guarded else inside
        checks = checks if takes_rest else []
    if takes_rest:
        yield f"    {name}.update({plan.rest})"
    yield from checks


def _merge_argument(plan: Plan, merged: Parameter, name: str) -> Iterator[str]:
    argument = plan.names[merged.name]
    whole = f"_plain({argument})" if is_record(merged.field.type) else argument
    converted = to_wire(merged.field.type, argument, argument=True)
    yield f"    {name}.update({whole if isinstance(converted, Call) else one_line(converted)})"
    yield from _sets(plan, merged, guarded=False)


def _guarded(plan: Plan, merged: Parameter, inside: list[str]) -> Iterator[str]:
    yield f"    {guard(plan.names[merged.name], indent=4)}"
    yield from (line.replace("\n", "\n    ").replace("    ", "        ", 1) for line in inside)
    if merged.default is not ABSENT:
        yield "    else:"
        yield f"        {plan.local('wire', merged.path[0])}.update({literal(merged.default)})"


def _checks(plan: Plan, field: Field) -> Iterator[str]:
    name = plan.local("wire", field.name)
    for inner, value in constants(plan, field):
        expected = literal(value)
        found = f"{name}[{string(inner.name)}]" if inner.required else f"{name}.get({string(inner.name)}, {expected})"
        arguments = (string(f"{field.name}.{inner.name}"), found, expected)
        yield f"    {called('_keep', arguments, 4, before=4)}"


# -- the envelope -----------------------------------------------------------------------------------------------------


def _end(plan: Plan) -> Iterator[str]:
    entries = []
    for field in plan.builder.outcome.fields:
        start = f"{attribute(field.name)}="
        value = _final(plan, field, len(start))
        if value is None:
            continue
        if isinstance(value, Finished):
            entries.append(f"        {start}{value},")
        elif fits(f"{start}{one_line(value)},", 8):
            entries.append(f"        {start}{one_line(value)},")
        else:
            yield f"    {assigned(plan.local('wire', field.name), value, 4)}"
            entries.append(f"        {start}{plan.local('wire', field.name)},")
    yield f"    return {plan.envelope}("
    yield from entries
    yield "    )"


def _final(plan: Plan, field: Field, before: int) -> Expression | None:
    """What the envelope gets for a field, or None when the constructor's own default will do."""
    name = plan.local("wire", field.name)
    if is_object(field.type):
        if is_put_together(plan, field):
            return name if field.required else Finished(f"{name} or None")
        if not field.required and field.default is ABSENT:
            return None
        return value_of(settled(field), 8, before)
    if field.name in set_elsewhere(plan):
        return name
    if not field.required and field.default is ABSENT and not parameter_for(plan, field):
        return None
    return _scalar(plan, field)


def _scalar(plan: Plan, field: Field) -> Expression:
    parameter = parameter_for(plan, field)
    if isinstance(field.type, Constant):
        return literal(field.type.value)
    if parameter is None:
        return value_of(None if field.default is ABSENT else field.default, 8)
    name = plan.names[parameter.name]
    if parameter.default is not ABSENT:
        return _or_default(parameter, name)
    wire = to_wire(parameter.field.type, name, argument=True)
    if is_required(parameter) or (wire == name and not _needs_unset(field)):
        return wire
    absent = "UNSET" if _needs_unset(field) else "None"
    return Conditional(absent, f"{name} is None", one_line(to_wire(not_null(field.type), name, argument=True)))


def _needs_unset(field: Field) -> bool:
    return not field.required and takes_null(field.type)
