"""The classes that a package shares with the packages of the contracts that it extends.

A class that is the same there is imported. One that says more is a subclass with what is new, so that its objects are
objects of the base class, for programs and for type checkers.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TypeAlias, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from sealwax.contract.model import Contract, Envelope, Field, Outcome, Record, named_in
from sealwax.languages.python import class_name
from sealwax.languages.python.types import IN_RECORDS, PLAIN, Style, declared_before_use, subscript
from sealwax.meaning.remembering import remembered
from sealwax.rendering import Finished
from sealwax.targets.package_names import below, import_path
from sealwax.targets.python import dataclasses as dc
from sealwax.targets.python.head import Import, head, import_from, import_whole, spelled_module

Shape: TypeAlias = "Record | DataClass"
S = TypeVar("S", Record, Outcome, Envelope | Outcome)
Homes: TypeAlias = Mapping[str, str]
"""By record: the file of the contract whose package declares its class."""
WRITTEN = Finished("_Written")
"""The base of classes that inherit from no other package."""
MANY = 100
"""More contracts than one can extend."""


# -- classes that are the same in a base package ----------------------------------------------------------------------


def record_homes(contract: Contract) -> dict[str, Homes]:
    """The homes of all records, by file, of the contract and of each that it extends."""
    return {each.file: kept_records(each)[1] for each in (*below(contract), contract)}


def _kept_records(contract: Contract) -> tuple[dict[str, Contract], Homes]:
    """By record: the base contract from whose package its class is imported; and the homes of all records."""
    known = {base.file: kept_records(base)[1] for base in contract.bases}
    found: dict[str, Contract] = {}
    homes: dict[str, str] = {}
    records = {base.file: {each.name: each for each in base.records} for base in contract.bases}
    files = {base.file: {base.file, *(each.file for each in below(base))} for base in contract.bases}
    for record in declared_before_use(contract.records):
        homes[record.name] = contract.file
        elsewhere = {known[base.file][record.name] for base in contract.bases if record.name in records[base.file]}
        for base in reversed(contract.bases):
            other, others = records[base.file].get(record.name), known[base.file]
            # Its class must be that of every other base, or a subclass of it.
            if other is None or not _is_as_capable(other, record) or not elsewhere <= files[base.file]:
                continue
            if is_same(record, other, IN_RECORDS, homes, others):
                found[record.name], homes[record.name] = base, others[record.name]
    return found, homes


kept_records = remembered(_kept_records, MANY)
"""What a contract has in common with its bases, which every contract above asks again."""


def _is_as_capable(other: Record, record: Record) -> bool:
    """Whether the class of another record has the same methods and accepts the same further keys."""
    return other.open == record.open and (other.standalone or not record.standalone)


def is_same(own: Shape, other: Shape, style: Style, homes: Homes, others: Homes) -> bool:
    """Whether two declarations make the same class, apart from its documentation."""
    is_declared_alike = _declarations(own, style) == _declarations(other, style)
    return is_declared_alike and all(_names_the_same(field, style, homes, others) for field in own.fields)


def _declarations(shape: Shape, style: Style) -> tuple[list[dc.Attribute], dc.WireForm]:
    """The attributes without their documentation, and the wire form."""
    found = dc.attributes(shape.name, shape.fields, style, keywords_only=True)
    return [replace(each, doc="") for each in found], dc.wire_form(shape.fields, style, is_open=False)


def _names_the_same(field: Field, style: Style, homes: Homes, others: Homes) -> bool:
    """Whether the class that a field's type names is the same in two packages."""
    target = named_in(field.type)
    is_class = style is not PLAIN and isinstance(target, Record)
    return not is_class or target is None or homes[target.name] == others.get(target.name)


# -- subclasses -------------------------------------------------------------------------------------------------------


class DataClass(Struct, frozen=True):
    """A class of a package, which may inherit from classes of base packages."""

    contract: Contract
    module: str
    """The module of its package."""
    name: str
    spelled: Finished
    doc: str
    fields: tuple[Field, ...]
    is_open: bool
    style: Style
    homes: Homes
    has_json: bool = True
    """Whether its objects are whole documents, which have a JSON text of their own."""
    parents: "tuple[DataClass, ...]" = ()
    """The classes that it inherits from, each without its own parents."""
    keywords_only: bool = True
    parameter: Finished = Finished("")
    """The type variable for the payload; empty if the class has none."""

    @property
    def path(self) -> str:
        """The path of its module."""
        return f"{import_path(self.contract)}.{self.module}"

    def view(self) -> dc.ClassView:
        whole = dc.attributes(self.name, self.fields, self.style, keywords_only=self.keywords_only)
        attributes = tuple(self._declared(whole)) if self.parents else whole
        attributes += (dc.EXTRA,) if self.is_open and not any(parent.is_open for parent in self.parents) else ()
        return dc.ClassView(
            name=self.spelled,
            bases=tuple(self._bases()),
            is_keyword_only=self.keywords_only,
            doc=self.doc,
            attributes=attributes,
            wire=dc.wire_form(self.fields, self.style, is_open=self.is_open),
            has_json=self.has_json and not any(parent.has_json for parent in self.parents),
            has_absent=self.is_open or any(not field.required for field in self.fields),
            always=dc.always_present(self.fields, self.style, is_open=self.is_open),
            old_names={each.old_name: each.name for each in whole if each.old_name},
        )

    def _bases(self) -> list[Finished]:
        names = [Finished(f"{spelled_module(parent.path)}.{parent.spelled}") for parent in self.parents]
        if not self.parameter:
            return names or [WRITTEN]
        bases = [
            subscript(name, self.parameter) if parent.parameter else name
            for name, parent in zip(names, self.parents, strict=True)
        ]
        is_parameter_bound = any(parent.parameter for parent in self.parents)
        return bases if is_parameter_bound else [*(bases or [WRITTEN]), subscript("Generic", self.parameter)]

    def _declared(self, whole: tuple[dc.Attribute, ...]) -> Iterator[dc.Attribute]:
        """The attributes that the class declares: the new ones, and those that differ from the base classes."""
        known = [(parent, {each.name: each for each in parent.fields}) for parent in self.parents]
        for field, made in zip(self.fields, whole, strict=True):
            inherited = [(parent, fields[field.name]) for parent, fields in known if field.name in fields]
            own, others = self._alone(field), [self._alone(each) for _parent, each in inherited]
            names_the_same = all(
                _names_the_same(field, self.style, self.homes, parent.homes) for parent, _each in inherited
            )
            if not inherited or not names_the_same or any(other != own for other in others):
                narrows = not names_the_same or any(other.type != own.type for other in others)
                has_default = not all(map(dc.is_required, others))
                # Without `field()`, the attribute would inherit the default of the base class.
                is_field = made.is_field or (has_default and dc.is_required(made))
                yield replace(made, is_field=is_field, narrows=narrows)

    def _alone(self, field: Field) -> dc.Attribute:
        """The attribute without its documentation, wherever it is in a class."""
        return replace(dc.attributes(self.name, (field,), self.style, keywords_only=True)[0], doc="")


def with_parents(
    contract: Contract, shapes: Callable[[Contract], Iterable[S]], made: Callable[[Contract, S], DataClass]
) -> list[DataClass]:
    """The classes of a contract. Each inherits from those of the same name in the packages of its bases."""
    bases = [{shape.name: made(base, shape) for shape in shapes(base)} for base in contract.bases]
    found = []
    for shape in shapes(contract):
        parents = tuple(base[shape.name] for base in bases if shape.name in base)
        found.append(replace(made(contract, shape), parents=parents))
    return found


def classes_view(
    contract: Contract,
    module: str,
    doc: str,
    every: Iterable[DataClass],
    kept: Mapping[str, Contract],
    exports: Iterable[str],
    spelled: Callable[[str], Finished] = class_name,
    others: Iterable[Import] = (),
) -> dc.ClassesView:
    """A module of dataclasses. Those that are `kept` come from base packages, and so do `others`."""
    declared = [child for child in every if child.name not in kept]
    classes = tuple(child.view() for child in declared)
    parents = [import_whole(parent.path) for child in declared for parent in child.parents]
    handed = [*handed_on(kept, module, spelled), *others]
    is_narrower = any(each.narrows for view in classes for each in view.attributes)
    start = head(contract, module, doc, (*parents, *handed), exports if handed else (), narrows=is_narrower)
    return dc.ClassesView(start, classes)


def handed_on(
    kept: Mapping[str, Contract], module: str, spelled: Callable[[str], Finished] = class_name
) -> list[Import]:
    """The imports of classes that are the same in a base package.

    They must be in `__all__`: without it, type checkers would not let others import what is imported here.
    """
    return [import_from(f"{import_path(base)}.{module}", (spelled(name),)) for name, base in kept.items()]
