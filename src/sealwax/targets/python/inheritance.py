"""The classes that a package shares with the packages of the contracts that it extends.

A class that is the same there is imported. One that says more is a subclass with what is new, so that its objects are
objects of the base class, for programs and for type checkers.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Generic, TypeAlias, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from sealwax.contract.model import Contract, Enum, Envelope, Field, Outcome, Record, Text, named_in
from sealwax.languages.python import class_name
from sealwax.languages.python.types import PLAIN, Style, subscript
from sealwax.meaning.remembering import remembered
from sealwax.rendering import Finished
from sealwax.targets.package_names import below, import_path
from sealwax.targets.python import dataclasses as dc
from sealwax.targets.python.head import Import, head, import_from, import_whole, spelled_module

S = TypeVar("S", bound="Enum | Text | Record | Envelope | Outcome | DataClass")
Homes: TypeAlias = Mapping[str, str]
"""By name: the file of the contract whose package declares the class."""
WRITTEN = Finished("_Written")
"""The base of classes that inherit from no other package."""
MANY = 100
"""More contracts than one can extend."""


# -- classes that are the same in a base package ----------------------------------------------------------------------


class Sharing(Struct, Generic[S], frozen=True):
    """What a package declares, and what it shares with others; everything by name."""

    declared: dict[str, S]
    kept: dict[str, Contract]
    """The base contract from whose package a class is imported: the first that has the same class."""
    homes: dict[str, str]


def sharing(
    declared: Callable[[Contract], Iterable[S]], is_same: Callable[[S, S, Homes, Homes], bool]
) -> Callable[[Contract], Sharing[S]]:
    """A function that returns what the package of a contract shares. It caches the answers for bases.

    `declared`: each after those that it refers to. `is_same` gets two declarations, and both packages' homes so far.
    """

    def find(contract: Contract) -> Sharing[S]:
        found = Sharing({shape.name: shape for shape in declared(contract)}, {}, {})
        bases = [(base, {base.file, *(each.file for each in below(base))}, shared(base)) for base in contract.bases]
        for name, shape in found.declared.items():
            found.homes[name] = contract.file
            having = [(base, files, other) for base, files, other in bases if name in other.declared]
            elsewhere = {other.homes[name] for _base, _files, other in having}
            for base, files, other in having:
                # The class must be that of every other base, or a subclass of it.
                if elsewhere <= files and is_same(shape, other.declared[name], found.homes, other.homes):
                    found.kept[name], found.homes[name] = base, other.homes[name]
                    break
        return found

    shared = remembered(find, MANY)
    return shared


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
    homes: Homes = {}
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
            always=dc.always_present(self.fields, self.style),
            renamed=dc.renamed(self.fields),
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


def is_same_class(own: DataClass, other: DataClass, homes: Homes, others: Homes) -> bool:
    """Whether two classes are the same, apart from their documentation."""
    is_as_capable = other.is_open == own.is_open and (other.has_json or not own.has_json)
    return (
        is_as_capable
        and _declarations(own) == _declarations(replace(other, style=own.style))
        and all(_names_the_same(field, own.style, homes, others) for field in own.fields)
    )


def _declarations(shape: DataClass) -> tuple[list[dc.Attribute], dc.WireForm]:
    """The attributes without their documentation, and the wire form."""
    found = dc.attributes(shape.name, shape.fields, shape.style, keywords_only=True)
    return [replace(each, doc="") for each in found], dc.wire_form(shape.fields, shape.style, is_open=False)


def _names_the_same(field: Field, style: Style, homes: Homes, others: Homes) -> bool:
    """Whether the class that a field's type names is the same in two packages."""
    target = named_in(field.type)
    is_class = style is not PLAIN and isinstance(target, Record)
    return not is_class or target is None or homes[target.name] == others.get(target.name)


def classes_view(
    contract: Contract,
    module: str,
    doc: str,
    shared: Callable[[Contract], Sharing[DataClass]],
    exports: Iterable[str],
    spelled: Callable[[str], Finished] = class_name,
    others: Iterable[Import] = (),
) -> dc.ClassesView:
    """A module of dataclasses. Each inherits from those of the same name in base packages, or is imported from one.

    `shared`: of the classes in the module, and of those that one there names. `others`: what else is imported.
    """
    own, bases = shared(contract), [shared(base) for base in contract.bases]
    named = {name: each for name, each in own.declared.items() if each.module == module}
    declared = []
    for name in (name for name in named if name not in own.kept):
        parents = (replace(base.declared[name], homes=base.homes) for base in bases if name in base.declared)
        declared.append(replace(named[name], homes=own.homes, parents=tuple(parents)))
    views = tuple(child.view() for child in declared)
    modules = [import_whole(parent.path) for child in declared for parent in child.parents]
    handed = [*handed_on({name: base for name, base in own.kept.items() if name in named}, module, spelled), *others]
    is_narrower = any(each.narrows for view in views for each in view.attributes)
    start = head(contract, module, doc, (*modules, *handed), exports if handed else (), narrows=is_narrower)
    return dc.ClassesView(start, views)


def handed_on(
    kept: Mapping[str, Contract], module: str, spelled: Callable[[str], Finished] = class_name
) -> list[Import]:
    """The imports of classes that are the same in a base package.

    They must be in `__all__`: without it, type checkers would not let others import what is imported here.
    """
    return [import_from(f"{import_path(base)}.{module}", (spelled(name),)) for name, base in kept.items()]
