"""Old names of keys -> old-names.js and old-types.d.ts: what parsers and builders return can be read by them."""

from collections.abc import Container, Iterator

from msgspec import Struct

from sealwax.contract import model as m
from sealwax.languages import free
from sealwax.languages import typescript as ts
from sealwax.meaning.checks.lowering import outcome_test
from sealwax.meaning.old_names import OldNames, outcomes_with_old_names, records_with_old_names
from sealwax.meaning.remembering import remembered
from sealwax.meaning.renamed import before_renames
from sealwax.rendering import Finished
from sealwax.targets.typescript.declarations import Imports, PropertyView, first_line, imports
from sealwax.targets.typescript.types import Printer, declared_types
from sealwax.targets.typescript.validation import is_outcome

NOTHING = Finished("{}")


class Accessor(Struct, frozen=True):
    """The old name of a key."""

    doc: Finished
    key: Finished
    type: Finished
    accepted: Finished
    """The type of a value that it can be set to, which does not need old names."""


class OldNamesType(Struct, frozen=True):
    """The type of objects of a record or an outcome that can be read by old names."""

    name: Finished
    """The type without old names."""
    made: Finished
    """The type with old names."""
    generic: Finished
    """The type parameter with its brackets, or nothing."""
    applied: Finished
    """The type argument with its brackets, or nothing."""
    accessors: tuple[Accessor, ...]
    accessors_name: Finished
    """The class that declares the accessors."""
    accessors_generic: Finished
    accessors_applied: Finished
    properties: tuple[PropertyView, ...]
    """The properties whose objects have old names, too."""


class OldNamesTable(Struct, frozen=True):
    """The old names in the objects of a record or an outcome, as JavaScript."""

    name: Finished
    keys: tuple[tuple[Finished, Finished], ...]
    """Each old key, with the present one as a literal."""
    inside: tuple[tuple[Finished, Finished], ...]
    """Each key whose objects have old names, with their table."""


class OldNamesChoice(Struct, frozen=True):
    """The table of an envelope, which depends on the outcome."""

    name: Finished
    is_success: Finished
    """The test of `value`; empty if there is one outcome only."""
    success: Finished
    failure: Finished


class OldNamesUnion(Struct, frozen=True):
    """The type of an envelope that can be read by old names."""

    made: Finished
    generic: Finished
    members: tuple[Finished, ...]


class OldNamesView(Struct, frozen=True):
    """old-names.js and old-types.d.ts"""

    header: Finished
    type_imports: Imports
    declarations: tuple[OldNamesType, ...]
    unions: tuple[OldNamesUnion, ...]
    """The envelope, and the envelope of each tool."""
    tables: tuple[OldNamesTable, ...]
    choices: tuple[OldNamesChoice, ...]


def made_type(name: str, contract: m.Contract) -> Finished:
    """The type of a record, an outcome or an envelope that the package made: with old names, if it has any."""
    return _made(contract).get(name) or ts.type_name(name)


def table_of(name: str, contract: m.Contract) -> Finished:
    """The table of the old names in a record, an outcome or an envelope; empty if there are none."""
    return _table_name(name) if name in _made(contract) else Finished("")


@remembered
def _made(contract: m.Contract) -> dict[str, Finished]:
    """By record, outcome and envelope that has old names: its type with old names."""
    outcomes, records = outcomes_with_old_names(contract), records_with_old_names(contract)
    names = [*outcomes, *records, *((contract.envelope.name,) if outcomes else ())]
    names += (tool.envelope.name for tool in contract.tools if outcomes or tool.payload.name in records)
    exported = _exported(contract)
    return {name: free(f"{ts.suffix(name)}WithOldNames", exported) for name in names}


def _exported(contract: m.Contract) -> set[Finished]:
    """The present and old names of types, all of which the package exports."""
    return declared_types(contract) | declared_types(before_renames(contract))


def _table_name(name: str) -> Finished:
    return ts.function_name(f"{ts.suffix(name)}OldNames")


def old_names_view(contract: m.Contract) -> OldNamesView:
    found = {**records_with_old_names(contract), **outcomes_with_old_names(contract)}
    printer, own = MadePrinter(contract), set(_made(contract).values())
    shapes = {each.name: each.fields for each in contract.envelope.outcomes}
    taken = own | _exported(contract)
    declarations = tuple(_declaration(name, found[name], shapes.get(name, ()), printer, taken) for name in found)
    unions = tuple(_unions(contract, printer))
    return OldNamesView(
        header=first_line(contract),
        type_imports=imports({module: names - own for module, names in printer.names.items()}),
        declarations=declarations,
        unions=unions,
        tables=tuple(OldNamesTable(_table_name(name), *_entries(found[name])) for name in found),
        choices=tuple(_choices(contract)),
    )


# -- declarations -----------------------------------------------------------------------------------------------------


class MadePrinter(Printer):
    """Spells the types of what the package returns: records have old names, if there are any."""

    def __init__(self, contract: m.Contract) -> None:
        super().__init__(contract)
        self.made = _made(contract)
        self.given = Printer(contract)
        """Spells the types of what a program writes."""
        self.given.names = self.names

    def type(self, kind: m.Type) -> Finished:
        if isinstance(kind, m.Reference) and kind.target.name in self.made:
            return self.made[kind.target.name]
        return super().type(kind)


def _declaration(
    name: str, old: OldNames, shape: tuple[m.Field, ...], printer: MadePrinter, taken: Container[str]
) -> OldNamesType:
    fields = tuple(old.keys.values())
    return OldNamesType(
        name=printer.mention(ts.type_name(name)),
        made=printer.made[name],
        generic=printer.generic(shape),
        applied=printer.applied(shape),
        accessors=tuple(_accessor(key, field, printer) for key, field in old.keys.items()),
        accessors_name=free(f"{ts.suffix(name)}OldNames", taken),
        accessors_generic=printer.generic(fields),
        accessors_applied=printer.applied(fields),
        properties=tuple(
            PropertyView(Finished(""), ts.property_key(each.name), not each.required, printer.field(each))
            for each in old.inside
        ),
    )


def _accessor(old: str, field: m.Field, printer: MadePrinter) -> Accessor:
    doc = ts.tsdoc("", (("deprecated", f"The old name of `{field.name}`."),))
    missing = "" if field.required else " | undefined"
    read, accepted = printer.field(field), printer.given.field(field)
    # A class has no accessor of this name, unless it is computed.
    key = Finished(f"[{ts.string(old)}]") if old == "constructor" else ts.property_key(old)
    return Accessor(doc, key, Finished(f"{read}{missing}"), Finished(f"{accepted}{missing}"))


def _unions(contract: m.Contract, printer: Printer) -> Iterator[OldNamesUnion]:
    envelope, records, has_own = contract.envelope, records_with_old_names(contract), outcomes_with_old_names(contract)
    if has_own and envelope.discriminator is not None:
        fields = [field for outcome in envelope.outcomes for field in outcome.fields]
        members = (
            f"{printer.mention(made_type(each.name, contract))}{printer.applied(each.fields)}"
            for each in envelope.outcomes
        )
        yield OldNamesUnion(_made(contract)[envelope.name], printer.generic(fields), tuple(map(Finished, members)))
    for tool in contract.tools:
        if has_own or tool.payload.name in records:
            names = (made_type(each.name, contract) for each in (envelope, tool.payload))
            whole, payload = map(printer.mention, names)
            yield OldNamesUnion(_made(contract)[tool.envelope.name], Finished(""), (Finished(f"{whole}<{payload}>"),))


# -- tables -----------------------------------------------------------------------------------------------------------

Entries = tuple[tuple[tuple[Finished, Finished], ...], tuple[tuple[Finished, Finished], ...]]


def _entries(old: OldNames) -> Entries:
    keys = tuple((ts.property_key(key), ts.string(field.name)) for key, field in old.keys.items())
    return keys, tuple((ts.property_key(each.name), _inner(each.type)) for each in old.inside)


def _inner(kind: m.Type) -> Finished:
    """The table of the objects in a value. A list has the table of its items."""
    match kind:
        case m.ListOf(inner) | m.Nullable(inner):
            return _inner(inner)
        case m.MapOf(inner):
            return Finished(f"{{ values: {_inner(inner)} }}")
        case m.Reference(target):
            return _table_name(target.name)
        case _:
            raise AssertionError(kind)


def _choices(contract: m.Contract) -> Iterator[OldNamesChoice]:
    envelope, outcomes = contract.envelope, outcomes_with_old_names(contract)
    own = [_table_name(each.name) if each.name in outcomes else NOTHING for each in envelope.outcomes]
    test = is_outcome(outcome_test(envelope.success), "value")
    if outcomes and envelope.discriminator is not None:
        yield OldNamesChoice(_table_name(envelope.name), test, own[0], own[-1])
    for tool in contract.tools:
        if tool.envelope.name in _made(contract):
            seen = [_with_payload(*pair, tool.payload, contract) for pair in zip(envelope.outcomes, own, strict=True)]
            yield OldNamesChoice(_table_name(tool.envelope.name), test, seen[0], seen[-1])


def _with_payload(outcome: m.Outcome, table: Finished, payload: m.Record, contract: m.Contract) -> Finished:
    """The table of an outcome, with the one of the payload where that is."""
    slots = [ts.property_key(each.name) for each in outcome.fields if each.per_tool]
    if not slots or payload.name not in records_with_old_names(contract):
        return table
    inside = "".join(f", {slot}: {_table_name(payload.name)}" for slot in slots)
    if table == NOTHING:
        return Finished(f"{{ inside: {{ {inside[2:]} }} }}")
    return Finished(f"{{ ...{table}, inside: {{ ...{table}.inside{inside} }} }}")
