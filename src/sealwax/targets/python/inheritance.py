"""What the Python package of a contract takes from the packages of those that it extends.

A class that says the same is the class below. One that says more is a subclass with what is new, so that its objects
pass for objects of the class below, to programs and to type checkers.
"""

from collections.abc import Iterable, Mapping
from typing import TypeAlias

from sealwax.contract.model import (
    AnyObject,
    Contract,
    Envelope,
    Field,
    ListOf,
    MapOf,
    Nullable,
    Outcome,
    Payload,
    Record,
    Type,
)
from sealwax.frozen import frozen
from sealwax.languages.python import attribute, class_name, string
from sealwax.languages.python.layout import SKIP, annotated, export_order, imported
from sealwax.languages.python.types import IN_RECORDS, PLAIN, Style, declared_before_use, named_in
from sealwax.project.package_names import python_module
from sealwax.rendering import Finished
from sealwax.targets.python.fields import (
    Attribute,
    Attributes,
    Factory,
    attribute_type,
    attributes,
    fills_in,
)
from sealwax.targets.python.wiring import absent, as_read, takes_null, wire_lines

Shape: TypeAlias = Record | Envelope | Outcome
NARROWER = "  # pyright: ignore[reportIncompatibleVariableOverride]"
"""An attribute that could be assigned must not get a narrower type, says pyright. What is stricter is narrower."""
INVARIANT = "  # type: ignore[assignment]"
"""A list of the narrower type is no list of the wider one, say all type checkers."""


# -- which classes stay -----------------------------------------------------------------------------------------------


Homes: TypeAlias = Mapping[str, str]
"""By record: the file of the contract whose package declares its class."""


def kept_records(contract: Contract) -> dict[str, Contract]:
    """By record: the contract below whose package has the very class."""
    return _kept(contract)[0]


def record_homes(contract: Contract) -> Homes:
    return _kept(contract)[1]


def _kept(contract: Contract) -> tuple[dict[str, Contract], Homes]:
    found: dict[str, Contract] = {}
    homes: dict[str, str] = {}
    pairs = [(base, record_homes(base)) for base in contract.bases]
    for record in declared_before_use(contract.records):
        homes[record.name] = contract.file
        for base, others in reversed(pairs):
            below = next((each for each in base.records if each.name == record.name), None)
            if below is None or below.open != record.open or not is_same(record, below, IN_RECORDS, homes, others):
                continue
            if all(_stands_on(base, others[record.name], each.get(record.name)) for _base, each in pairs):
                found[record.name], homes[record.name] = base, others[record.name]
    return found, homes


def _stands_on(contract: Contract, home: str, other: str | None) -> bool:
    """Whether a class from the first place is one from the second, or on top of it."""
    return other in (None, home) or other in _lineage(contract)


def _lineage(contract: Contract) -> set[str]:
    return {contract.file}.union(*(_lineage(base) for base in contract.bases))


def is_same(own: Shape, below: Shape, style: Style, homes: Homes, others: Homes) -> bool:
    """Whether two declarations make the same class, but for what is said about it in words."""
    spelt = [attributes(each.name, each.fields, style, keywords_only=True) for each in (own, below)]
    statements = [[each.statement for each in found.attributes] for found in spelt]
    wires = [wire_lines(each.fields, style, is_open=False) for each in (own, below)]
    is_spelt_alike = statements[0] == statements[1] and spelt[0].factories == spelt[1].factories
    is_made_alike = all(_names_the_same(field, style, homes, others) for field in own.fields)
    return is_spelt_alike and wires[0] == wires[1] and is_made_alike


def _names_the_same(field: Field, style: Style, homes: Homes, others: Homes) -> bool:
    """Whether the class that a field's type names is the same in two packages."""
    target = named_in(field.type)
    is_class = style is not PLAIN and isinstance(target, Record)
    return not is_class or target is None or homes[target.name] == others.get(target.name)


# -- what the others add ----------------------------------------------------------------------------------------------


@frozen
class Parent:
    """A class of a package below."""

    module: Finished
    name: Finished
    fields: tuple[Field, ...]
    is_open: bool
    homes: Homes
    declares: frozenset[str]
    """The fields that are attributes of the class itself, and not of one further below."""

    @property
    def dotted(self) -> Finished:
        return Finished(f"{self.module}.{self.name}")


def record_parents(contract: Contract, name: str) -> tuple[Parent, ...]:
    """The classes below a record."""
    pairs = ((base, record) for base in contract.bases for record in base.records if record.name == name)
    return tuple(
        Parent(
            module=Finished(f"{python_module(base)}.records"),
            name=class_name(name),
            fields=record.fields,
            is_open=record.open,
            homes=record_homes(base),
            declares=_declared(base, record),
        )
        for base, record in pairs
    )


def _declared(contract: Contract, record: Record) -> frozenset[str]:
    base = kept_records(contract).get(record.name)
    if base is not None:
        return _declared(base, next(each for each in base.records if each.name == record.name))
    child_class = Child(record.name, record_parents(contract, record.name), IN_RECORDS, record_homes(contract))
    return frozenset(field.name for field in record.fields if not child_class.is_said(field))


@frozen
class Child:
    """A class on top of others: how it is spelt, and where the classes come from that it names."""

    name: str
    parents: tuple[Parent, ...]
    style: Style
    homes: Homes

    def attributes(self, fields: Iterable[Field], *, keywords_only: bool) -> Attributes:
        """Those that the class declares: what is new, and what says something else than below."""
        own = tuple(fields)
        whole = attributes(self.name, own, self.style, keywords_only=keywords_only)
        if not self.parents:
            return whole
        found: list[Attribute] = []
        factories: list[Factory] = []
        used = {absent(field) for field in own if not field.required}
        for field, spelt in zip(own, whole.attributes, strict=True):
            alone = attributes(self.name, (field,), self.style, keywords_only=True)
            if not self.is_said(field):
                statement = self._statement(field, spelt.statement)
                found.append(Attribute(statement, spelt.doc))
                factories += alone.factories
                used |= alone.used | ({"field"} if " = field(" in statement else set())
        return Attributes(tuple(found), tuple(factories), frozenset(used))

    def _below(self, field: Field) -> list[tuple[Parent, Field]]:
        return [(parent, each) for parent in self.parents for each in parent.fields if each.name == field.name]

    def is_said(self, field: Field) -> bool:
        """Whether the classes below say it already, all of them."""
        below = self._below(field)
        alone = attributes(self.name, (field,), self.style, keywords_only=True)
        for parent, each in below:
            before = attributes(self.name, (each,), self.style, keywords_only=True)
            is_spelt_alike = alone.attributes[0].statement == before.attributes[0].statement
            is_alike = is_spelt_alike and _names_the_same(field, self.style, self.homes, parent.homes)
            if not is_alike or alone.factories != before.factories:
                return False
        return bool(below)

    def _statement(self, field: Field, statement: Finished) -> Finished:
        below, kind = self._below(field), attribute_type(field, self.style)
        is_filled_in = any(fills_in(self.name, each, self.style) for _parent, each in below)
        if is_filled_in and not fills_in(self.name, field, self.style) and " = field(" not in statement:
            # Without a value of its own, the attribute would have the value of the class below.
            statement = annotated(attribute(field.name), kind, "", 4, "field")
        others = [
            (parent, each)
            for parent, each in below
            if kind != attribute_type(each, self.style)
            or not _names_the_same(field, self.style, self.homes, parent.homes)
        ]
        if not others:
            return statement
        # A class that merely hands on what stands further below is not asked when another one says the same as this.
        asked = [each for parent, each in others if len(others) == len(below) or field.name in parent.declares]
        is_invariant = any(_is_invariant(field.type, each.type) for each in asked)
        return remarked(statement, INVARIANT if is_invariant else NARROWER)


def remarked(statement: Finished, remark: str) -> Finished:
    """A statement with a remark for type checkers, which has to stand on its first line."""
    if "\n" not in statement and not statement.endswith(SKIP):
        return Finished(f"{statement}{remark}")
    return Finished(f"{' '.join(statement.removesuffix(SKIP).split())}{remark}{SKIP}")


def _is_invariant(own: Type, below: Type) -> bool:
    """Whether a type checker would not take the one for the other, though every value is one of the other."""
    match own, below:
        case (Nullable(inner), _):
            return _is_invariant(inner, below)
        case (_, Nullable(inner)):
            return _is_invariant(own, inner)
        case (ListOf(), ListOf()) | (MapOf(), MapOf()):
            return True
        case (_, AnyObject() | Payload()):
            return not isinstance(own, AnyObject | Payload)
        case _:
            return False


# -- imports ----------------------------------------------------------------------------------------------------------


def below_lines(modules: Iterable[str], names: Mapping[str, Iterable[str]]) -> tuple[Finished, ...]:
    """The imports of modules below, and by module of names that go on from here to others."""
    lines = [Finished(f"import {module}") for module in sorted(set(modules))]
    return (*lines, *(imported(module, names[module]) for module in sorted(names) if names[module]))


def all_lines(names: Iterable[str]) -> tuple[Finished, ...]:
    """What a module is for. Without it, names that come from below would not count as names of this module."""
    listed = sorted(set(names), key=export_order)
    return tuple(map(Finished, ("", "__all__ = [", *(f"    {string(name)}," for name in listed), "]")))


def handed_on(kept: Mapping[str, Contract], module: str) -> dict[str, list[str]]:
    """By module below: the classes that stay."""
    found: dict[str, list[str]] = {}
    for name, base in kept.items():
        found.setdefault(f"{python_module(base)}.{module}", []).append(class_name(name))
    return found


def from_below(contract: Contract, module: str, *names: str) -> dict[str, tuple[str, ...]]:
    """Names that every package has, by their module in the first one below."""
    return {f"{python_module(base)}.{module}": names for base in contract.bases[:1]}


# -- what stands for an absent key ------------------------------------------------------------------------------------


def uses_unset(contract: Contract) -> bool:
    """Whether there is an optional key for which null means something else."""
    envelope = contract.envelope
    built: tuple[Shape, ...] = envelope.outcomes if envelope.has_shapes else (envelope,)
    fields = (field for shape in (*contract.records, *built) for field in shape.fields)
    return any(not field.required and takes_null(as_read(field)) for field in fields)


def unset_lines(contract: Contract) -> tuple[Finished, ...]:
    """The imports of what stands for an absent key, from below; none when this package has its own."""
    names = ("UNSET", "UnsetType")
    base = next((base for base in contract.bases if uses_unset(base)), None)
    return () if base is None else (imported(f"{python_module(base)}.unset", names), *all_lines(names))
