"""Everything that a contract says, one fact per place.

`price: {type: integer, min: 1}` in the envelope becomes, among others, the fact `field.type` with the value `integer`,
at the place `("envelope", "fields", "price", "type")`, and `field.limit` with the value 1, at the same place with
`min`.
"""

from typing import Any, TypeAlias, assert_never

from msgspec import Struct

from sealwax.contract import model as m
from sealwax.contract.source import Place
from sealwax.evolution.attributes import ATTRIBUTES, Aspect, Documented, Identifier, Ignored, Part, Parts, Typed
from sealwax.evolution.comparable import Renames, limits, type_text

UNSAID = (None, False, "", ())


class Fact(Struct, frozen=True):
    """One thing that a contract has, or one thing that it says about it."""

    kind: str
    """A thing has the name of its subject, as in `field`; an attribute of it follows a dot, as in `field.level`."""
    value: object
    """The value of the attribute; for a thing, its name."""
    thing: Any
    """The part of the model that this is about."""
    parent: Place | None
    """The place of what this belongs to: if that is new or gone, this is not worth mentioning."""

    @property
    def is_declaration(self) -> bool:
        return "." not in self.kind


Facts: TypeAlias = dict[Place, Fact]


def facts(contract: m.Contract, renames: Renames | None = None) -> Facts:
    """All facts in contract order. With `renames`, types have their new names."""
    collector = _Collector(renames or {})
    collector.thing("contract", contract.name, contract, (), None)
    return collector.found


class _Collector:
    def __init__(self, renames: Renames) -> None:
        self.renames = renames
        self.found: Facts = {}

    def thing(self, subject: str, name: str, thing: Any, place: Place, parent: Place | None) -> None:
        self.found[place] = Fact(subject, name, thing, parent)
        for attribute, meaning in _COMPARED[type(thing)]:
            value = getattr(thing, attribute)
            match meaning:
                case Aspect(of, at, of_thing, is_type):
                    stated = of_thing(thing) if of_thing else of(value)
                    stated = self.renamed(stated) if is_type else stated
                    self.say(f"{subject}.{attribute}", stated, thing, (*place, at or attribute), place)
                case Documented():
                    self.documentation(subject, value, thing, place)
                case Typed():
                    self.type(subject, value, thing, place)
                case Part(part, at):
                    if value is not None:
                        self.thing(part, part, value, (*place, *at), place)
                case Parts():
                    self.parts(meaning, thing, value, place)
                case _:
                    assert_never(meaning)

    def renamed(self, said: object) -> object:
        """The name of a type, or several, as the new version has them."""
        if isinstance(said, tuple):
            return tuple(self.renamed(each) for each in said)
        return self.renames.get(said, said) if isinstance(said, str) else said

    def say(self, kind: str, value: object, thing: Any, place: Place, parent: Place) -> None:
        if value not in UNSAID or (value == 0 and value is not False):
            self.found[place] = Fact(kind, value, thing, parent)

    def documentation(self, subject: str, docs: m.Documentation, thing: Any, place: Place) -> None:
        stated = (docs.doc, docs.notes, docs.since)
        if any(stated):
            self.found[*place, "doc"] = Fact(f"{subject}.documentation", stated, thing, place)
        if docs.deprecated is not None:
            self.found[*place, "deprecated"] = Fact(f"{subject}.deprecated", docs.deprecated, thing, place)

    def type(self, subject: str, kind: m.Type, thing: Any, place: Place) -> None:
        own = (*place, "type")
        self.found[own] = Fact(f"{subject}.type", type_text(kind, self.renames), thing, place)
        self.say(f"{subject}.null", isinstance(kind, m.Nullable), thing, (*place, "null"), own)
        is_composite = isinstance(thing, m.Text) and bool(thing.forms)
        for key, limit in limits(kind).items():
            if not (is_composite and key == ("pattern",)):  # it follows from the forms
                self.say(f"{subject}.limit", limit.stated, thing, (*place, *key), own)

    def parts(self, meaning: Parts, owner: Any, things: tuple[Any, ...], place: Place) -> None:
        own = [each for each in things if meaning.where is None or meaning.where(owner, each)]
        listed = []
        for each in own:
            name = str(getattr(each, _KEYS[type(each)]))
            section = (each.catalogue.value,) if _is_catalogue(each) else (meaning.at, name)
            # with a code, its functions come and go
            parent = code_at(each.value.value) if isinstance(each, m.ErrorFactory) else place
            self.thing(meaning.subject, name, each, (*place, *section), parent)
            listed.append(name)
        if listed:
            kind = f"{meaning.subject}.position"
            self.found[*place, kind] = Fact(kind, tuple(listed), owner, place)


def code_at(code: str) -> Place:
    """The place of an error code."""
    return (m.Catalogue.ERROR_CODES.value, "values", code)


def _is_catalogue(thing: Any) -> bool:
    return isinstance(thing, m.Enum) and thing.catalogue is not m.Catalogue.PLAIN


_COMPARED: dict[type, tuple[tuple[str, Aspect | Documented | Typed | Part | Parts], ...]] = {
    cls: tuple((name, each) for name, each in meanings.items() if not isinstance(each, Identifier | Ignored))
    for cls, meanings in ATTRIBUTES.items()
}
_KEYS = {
    cls: next((name for name, each in meanings.items() if isinstance(each, Identifier)), "")
    for cls, meanings in ATTRIBUTES.items()
}
