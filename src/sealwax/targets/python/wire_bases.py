"""The TypedDicts that a package shares with the packages of the contracts that it extends.

Type checkers compare TypedDicts key by key. A key that can be assigned must have the same type in both, so it keeps the
type of the base even where the contract is stricter. A key that holds a record is read-only, and so it can hold a
record with more keys.
"""

from collections.abc import Collection, Container, Iterable, Iterator, Mapping
from typing import TypeAlias

from sealwax.contract.model import Contract, Field, Nullable, Outcome, Record, Reference
from sealwax.frozen import frozen, replace
from sealwax.languages.python.types import declared_before_use, wire_name
from sealwax.project.package_names import python_module
from sealwax.rendering import Finished

Shape: TypeAlias = Record | Outcome
Homes: TypeAlias = Mapping[str, str]


@frozen
class Child:
    """A TypedDict of this package, with the keys that it declares itself."""

    declared: Shape
    parents: tuple[Finished, ...]
    modules: tuple[str, ...]


@frozen
class Children:
    declared: tuple[Child, ...]
    kept: dict[str, Contract]
    """By name: the base contract from whose package the TypedDict is imported."""


def is_read_only(field: Field) -> bool:
    """Whether a contract that extends this one can have something narrower there."""
    return field.per_tool or _record(field) is not None


def _record(field: Field) -> Record | None:
    kind = field.type.inner if isinstance(field.type, Nullable) else field.type
    return kind.target if isinstance(kind, Reference) and isinstance(kind.target, Record) else None


def children(contract: Contract, shapes: Collection[Shape], generic: Container[str], apart: Container[str]) -> Children:
    """The TypedDicts to declare. Those that are `generic` or `apart` cannot inherit from others."""
    kept: dict[str, Contract] = {}
    homes: dict[str, str] = {}
    others = {base.file: wire_homes(base) for base in contract.bases}
    found = []
    for shape in shapes:
        bases = tuple(_bases(contract, shape.name))
        homes[shape.name] = contract.file
        known = {field.name: field for _base, other in reversed(bases) for field in other.fields}
        fields = tuple(known[field.name] if _keeps_type(field, known) else field for field in shape.fields)
        same = [base for base, other in bases if _is_same(fields, other, homes, others[base.file])]
        if shape.name in generic or not bases or (shape.name in apart and not same):
            found.append(Child(replace(shape, fields=fields), (), ()))
        elif same:
            kept[shape.name], homes[shape.name] = same[0], others[same[0].file][shape.name]
        else:
            new = (field for field in fields if field.name not in known or _differs(field, homes, others.values()))
            modules = tuple(f"{python_module(base)}.wire" for base, _other in bases)
            parents = tuple(Finished(f"{module}.{wire_name(shape.name)}") for module in modules)
            found.append(Child(replace(shape, fields=tuple(new)), parents, modules))
    return Children(tuple(found), kept)


def _bases(contract: Contract, name: str) -> Iterator[tuple[Contract, Shape]]:
    for base in contract.bases:
        shapes: tuple[Shape, ...] = (*base.records, *base.envelope.outcomes)
        yield from ((base, shape) for shape in shapes if shape.name == name)


def _keeps_type(field: Field, known: dict[str, Field]) -> bool:
    """Whether the key has its type from the base: always, unless only here it differs by tool."""
    return field.name in known and not (field.per_tool and not known[field.name].per_tool)


def _is_same(fields: tuple[Field, ...], other: Shape, homes: Homes, others: Homes) -> bool:
    """Whether a base TypedDict has these keys, with the same records."""
    return len(other.fields) == len(fields) and not any(_differs(field, homes, (others,)) for field in fields)


def _differs(field: Field, homes: Homes, bases: Iterable[Homes]) -> bool:
    """Whether a key holds a record that has more keys than in a base package."""
    record = _record(field)
    return record is not None and any(others.get(record.name) != homes[record.name] for others in bases)


def wire_homes(contract: Contract) -> Homes:
    """By record and outcome: the file of the contract whose package declares the TypedDict."""
    shapes: list[Shape] = [*declared_before_use(contract.records), *contract.envelope.outcomes]
    inherited = {base.file: wire_homes(base) for base in contract.bases}
    kept = children(contract, shapes, (), ()).kept
    return {
        shape.name: inherited[kept[shape.name].file][shape.name] if shape.name in kept else contract.file
        for shape in shapes
    }
