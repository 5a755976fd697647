"""What a builder has to do, as questions about its parameters and fields."""

from collections.abc import Iterator

from sealwax.contract.model import (
    ABSENT,
    AnyObject,
    Builder,
    Catalogue,
    Constant,
    Enum,
    Field,
    Json,
    Level,
    MapOf,
    Nullable,
    Parameter,
    Payload,
    Record,
    Reference,
    Type,
)
from sealwax.frozen import frozen
from sealwax.languages.python import attribute, class_name, constant, literal
from sealwax.languages.python_types import PLAIN, named_in
from sealwax.rendering import Finished
from sealwax.targets.python_dataclasses.fields import constructor_default


@frozen
class Plan:
    """A builder, and the names that its function uses."""

    builder: Builder
    envelope: Finished
    names: dict[str, Finished]
    """By parameter."""
    rest: Finished
    """Keywords that are no parameter."""

    def local(self, start: str, field: str) -> Finished:
        """A variable for a field of the envelope, under a name that no argument has."""
        name = f"{start}_{attribute(field)}"
        return Finished(f"{name}_" if name in (*self.names.values(), self.rest) else name)

    def variable(self, name: str) -> Finished:
        return Finished(f"{name}_" if name in (*self.names.values(), self.rest) else name)


@frozen
class ClassifiedCode:
    """A parameter that takes its value from the catalogue entry of another one, the code."""

    code: Parameter
    table: Finished
    enum: Finished
    attribute: Finished


def is_required(parameter: Parameter) -> bool:
    return parameter.level is Level.MUST and parameter.default is ABSENT


def is_object(kind: Type) -> bool:
    return isinstance(kind, AnyObject | Payload | MapOf) or is_record(kind)


def is_record(kind: Type) -> bool:
    return isinstance(kind, Reference) and isinstance(kind.target, Record)


def settled(field: Field) -> dict[str, Json]:
    """What the contract itself puts into the object."""
    values = dict(field.default) if isinstance(field.default, dict) else {}
    if isinstance(field.type, Reference) and isinstance(field.type.target, Record):
        for inner in field.type.target.fields:
            value = constructor_default(inner, PLAIN)
            if value is not ABSENT:
                values.setdefault(inner.name, value)
            elif inner.required and is_object(inner.type):
                values.setdefault(inner.name, settled(inner))
    return values


def merged_parameter(plan: Plan, field: Field) -> Parameter | None:
    return next((p for p in plan.builder.parameters if p.merged and p.path == (field.name,)), None)


def filled_paths(plan: Plan) -> Iterator[tuple[str, ...]]:
    for parameter in plan.builder.parameters:
        if not parameter.merged:
            yield parameter.path
        yield from (other.path for other in parameter.sets)


def set_elsewhere(plan: Plan) -> set[str]:
    return {other.path[0] for parameter in plan.builder.parameters for other in parameter.sets}


def is_put_together(plan: Plan, field: Field) -> bool:
    filled = any(path[0] == field.name for path in filled_paths(plan))
    return filled or plan.builder.extra_keywords == field.name or merged_parameter(plan, field) is not None


def starts_with_argument(plan: Plan, field: Field) -> bool:
    """Whether an argument is all there is to start with."""
    merged = merged_parameter(plan, field)
    filled = any(path[0] == field.name for path in filled_paths(plan))
    return merged is not None and not filled and not merged.sets and merged.default is ABSENT and not settled(field)


def not_null(kind: Type) -> Type:
    return kind.inner if isinstance(kind, Nullable) else kind


def classified_codes(plan: Plan) -> Iterator[ClassifiedCode]:
    for parameter in plan.builder.parameters:
        found = classified_by(plan, parameter)
        if found:
            yield found


def classified_by(plan: Plan, parameter: Parameter) -> ClassifiedCode | None:
    if not parameter.field.follows or is_required(parameter):
        return None
    path = (*parameter.path[:-1], parameter.field.follows)
    code = next((other for other in plan.builder.parameters if other.path == path), None)
    codes = named_in(code.field.type) if code else None
    if code is None or not isinstance(codes, Enum) or codes.classified_by is None:
        return None
    fact = attribute("error_type" if codes.catalogue is Catalogue.ERROR_CODES else "severity")
    return ClassifiedCode(code, Finished(f"_{constant(fact)}_OF"), class_name(codes.name), fact)


def has_inference(plan: Plan, field: Field) -> bool:
    inner = (p for p in plan.builder.parameters if p.path[:-1] == (field.name,))
    return any(classified_by(plan, parameter) for parameter in inner)


def constants_to_keep(plan: Plan) -> Iterator[tuple[str, str]]:
    """The constants that an argument could contradict: dotted path and value."""
    for field in plan.builder.outcome.fields:
        for inner, value in constants(plan, field):
            yield f"{field.name}.{inner.name}", f"`{literal(value)}`"


def constants(plan: Plan, field: Field) -> Iterator[tuple[Field, str | int | float | bool]]:
    if not isinstance(field.type, Reference) or not isinstance(field.type.target, Record):
        return
    if merged_parameter(plan, field) is None and plan.builder.extra_keywords != field.name:
        return
    for inner in field.type.target.fields:
        if isinstance(inner.type, Constant):
            yield inner, inner.type.value


def parameter_for(plan: Plan, field: Field) -> Parameter | None:
    return next((p for p in plan.builder.parameters if p.path == (field.name,)), None)
