"""Checks that a contract is at least as strict as the one that it extends, and adds nothing to closed lists."""

from collections.abc import Iterator
from typing import TypeAlias, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from sealwax.contract import model as m
from sealwax.contract.resolving.types import is_narrower
from sealwax.contract.source import Node, Place, Scalar, child, key, width_of
from sealwax.diagnostics import Code, Related, Report
from sealwax.language.forms import keys_of
from sealwax.language.grammar.types import ConstraintsDecl

Fields: TypeAlias = tuple[m.Field, ...]
D = TypeVar("D", m.Record, m.Text, m.Enum, m.Builder)
TYPE_KEYS = ("type", *keys_of(ConstraintsDecl))
STRICTER = "a contract can be stricter than the one that it extends, but not looser"
PATTERN_KEYS = ("pattern", "items", "values", "type")
INCOMPARABLE = "sealwax cannot compare patterns"
SAME_PATTERN = "keep the inherited pattern; to be stricter, add length limits, or a `const` on a field"
CLOSED = "remove it: nothing can be added to what is closed"
OPEN_IT = "remove it, or write `open: true` in '{}': nothing can be added to what is closed"


def check_extension(own: m.Contract, base: m.Contract, root: Node, base_root: Node, report: Report) -> None:
    """Report where a contract is looser than its base. `root` and `base_root` are their nodes."""
    found = _Comparison(own.file, base, root, base_root, report)
    found.envelope(own.envelope)
    for records in _pairs(own.records, base.records):
        found.record(*records)
    for texts in _pairs(own.texts, base.texts):
        found.text(*texts)
    for enums in _pairs(own.enums, base.enums):
        found.enum(*enums)
    for builders in _pairs(own.builders, base.builders):
        found.builder(*builders)


def _pairs(own: tuple[D, ...], base: tuple[D, ...]) -> Iterator[tuple[D, D]]:
    """Pairs of a declaration and that of the base. Merging loses none, but those with errors are missing."""
    by_name = {declared.name: declared for declared in own}
    return ((by_name[declared.name], declared) for declared in base if declared.name in by_name)


class _Comparison(Struct, frozen=True):
    file: str
    base: m.Contract
    root: Node
    base_root: Node
    report: Report

    @property
    def opening(self) -> str:
        return OPEN_IT.format(self.base.name)

    # -- declarations

    def envelope(self, own: m.Envelope) -> None:
        base = self.base.envelope
        self.keys(own, base, ("envelope",))
        if len(own.outcomes) != len(base.outcomes):
            self.add(Code.REDEFINED, ("envelope", "outcomes"), "defines the outcomes", CLOSED)
            return
        for mine, outcome in zip(own.outcomes, base.outcomes, strict=True):
            path = ("envelope", "outcomes", outcome.outcome)
            if mine.name != outcome.name:
                self.add(Code.REDEFINED, (*path, "name"), f"calls this '{outcome.name}'", "remove the name")
            self.fields(mine.fields, outcome.fields, (*path, "fields"))

    def record(self, own: m.Record, base: m.Record) -> None:
        self.keys(own, base, ("types", base.name))

    def text(self, own: m.Text, base: m.Text) -> None:
        path = ("types", base.name)
        known = {form.name for form in base.forms}
        for form in own.forms if base.forms else ():
            if form.name not in known:
                self.add(Code.CLOSED_LIST, (*path, "forms", form.name), f"closes the forms of '{base.name}'", CLOSED)
        if not base.forms and not is_narrower(own.string, base.string):
            self.wider(own.string, base.string, path, base.name)

    def enum(self, own: m.Enum, base: m.Enum) -> None:
        path = ("enums", base.name) if base.catalogue is m.Catalogue.PLAIN else (base.catalogue.value,)
        self.openness(own.open, base.open, path)
        known = {value.value: value for value in base.values}
        for value in own.values:
            place = (*path, "values", value.value)
            if value.value in known:
                # Another context fits the base as long as a key that both have keeps its type.
                self.types(value.context, known[value.value].context, (*place, "context"))
            elif not base.open:
                self.add(Code.CLOSED_LIST, place, f"closes the list {base.name}", self.opening, at_key=True)

    def builder(self, own: m.Builder, base: m.Builder) -> None:
        given = {parameter.name: parameter for parameter in own.parameters}
        for parameter in (parameter for parameter in base.parameters if parameter.name in given):
            if given[parameter.name].level.strength < parameter.level.strength:
                path = ("builders", base.name, "parameters", parameter.name)
                self.looser(path, ("level",), f"gives '{parameter.name}' the level `{parameter.level}`")

    # -- their parts

    def openness(self, own: bool, base: bool, path: Place) -> None:
        if own and not base:
            self.looser(path, ("open",), "closes this")

    def keys(self, own: m.Envelope | m.Record, base: m.Envelope | m.Record, path: Place) -> None:
        self.openness(own.open, base.open, path)
        self.fields(own.fields, base.fields, (*path, "fields"))
        known = {field.name for field in base.fields}
        for name in [field.name for field in own.fields if not base.open and field.name not in known]:
            place = (*path, "fields", name)
            self.add(Code.CLOSED_LIST, place, "accepts no further keys here", self.opening, at_key=True)

    def types(self, own: Fields, base: Fields, path: Place) -> None:
        given = {field.name: field for field in own}
        for field in (field for field in base if field.name in given):
            mine = given[field.name]
            if not is_narrower(mine.type, field.type):
                self.wider(mine.type, field.type, (*path, field.name), field.name)

    def fields(self, own: Fields, base: Fields, path: Place) -> None:
        self.types(own, base, path)
        given = {field.name: field for field in own}
        for field in (field for field in base if field.name in given):
            place, mine = (*path, field.name), given[field.name]
            if is_weaker(mine, field):
                self.looser(place, ("level",), f"gives '{field.name}' the level {_level_words(field)}")
            if mine.readers_accept_null and not field.readers_accept_null:
                self.looser(place, ("readers_accept_null",), f"accepts no null for '{field.name}'")

    # -- reports

    def wider(self, own: m.Type, base: m.Type, path: Place, name: str) -> None:
        if _has_other_pattern(own, base):
            self.looser(path, PATTERN_KEYS, f"has another pattern for '{name}', and {INCOMPARABLE}", SAME_PATTERN)
        else:
            self.looser(path, TYPE_KEYS, f"is stricter about '{name}'")

    def looser(self, path: Place, names: tuple[str, ...], what: str, hint: str = STRICTER) -> None:
        """Report the first of these keys that this contract has at a path."""
        own = [name for name in names if child(self.root, *path, name).position.file == self.file]
        given = [name for name in own if child(self.root, *path, name) is not child(self.root, *path)]
        self.add(Code.LOOSENED, (*path, (given or [*names])[0]), what, hint)

    def add(self, code: Code, path: Place, what: str, hint: str, *, at_key: bool = False) -> None:
        """Report at the line of this contract, or at `extends` if two bases disagree."""
        node = key(self.root, *path) if at_key else child(self.root, *path)
        value = child(self.base_root, *path)
        place = value if isinstance(value, Scalar) else key(self.base_root, *path)
        related = [Related(place.position, f"in '{self.base.name}'", width_of(place))]
        if node.position.file != self.file:
            related.insert(0, Related(node.position, "the other declaration", width_of(node)))
            node = child(self.root, "extends")
        message = f"'{self.base.name}', which this contract extends, {what}"
        self.report.add(code, node.position, message, hint, width_of(node), tuple(related))


def _has_other_pattern(own: m.Type, base: m.Type) -> bool:
    """Whether the patterns differ, and the new type is as strict otherwise."""
    match own, base:
        case m.String(), m.String():
            is_other = None not in (own.pattern, base.pattern) and own.pattern != base.pattern
            return is_other and is_narrower(own, replace(base, pattern=None))
        case _, m.Nullable(base_inner):
            return _has_other_pattern(m.bare(own), base_inner)
        case (m.ListOf(inner), m.ListOf(base_inner)) | (m.MapOf(inner), m.MapOf(base_inner)):
            return _has_other_pattern(inner, base_inner)
        case _:
            return False


def is_weaker(own: m.Field, base: m.Field) -> bool:
    if own.level.strength < base.level.strength:
        return True
    if base.conditional is None or own.level.strength >= base.conditional.level.strength:
        return False
    if own.conditional is None or own.conditional.level.strength < base.conditional.level.strength:
        return True
    # A condition with fewer tests or more values holds more often; prose cannot be compared.
    return own.conditional != base.conditional and not _holds_whenever(own, base)


def _holds_whenever(own: m.Field, base: m.Field) -> bool:
    """Whether the condition of `own` holds whenever that of `base` does."""
    if own.conditional is None or base.conditional is None or own.conditional.prose or base.conditional.prose:
        return False
    given = {test.key: test for test in base.conditional.condition}
    for test in own.conditional.condition:
        known = given.get(test.key)
        includes = (
            isinstance(test, m.HasValue) and isinstance(known, m.HasValue) and set(known.values) <= set(test.values)
        )
        if test != known and not includes:
            return False
    return True


def _level_words(field: m.Field) -> str:
    if field.conditional is None or field.level is m.Level.MUST:
        return f"`{field.level}`"
    return f"`{field.conditional.level}` under a condition, otherwise `{field.level}`,"
