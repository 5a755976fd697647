"""Counts which parts of a contract responses had: tools, outcomes, codes and fields."""

from collections.abc import Iterable

from msgspec import Struct

from sealwax.contract import model as m

_CODES = {m.Catalogue.ERROR_CODES: "error codes", m.Catalogue.WARNING_CODES: "warning codes"}


class Covered(Struct, frozen=True):
    """The parts of one kind, in contract order."""

    kind: str
    seen: tuple[str, ...]
    unseen: tuple[str, ...]


class Coverage:
    """What was seen so far."""

    def __init__(self, contract: m.Contract) -> None:
        self._contract = contract
        self._seen: set[tuple[str, str]] = set()
        envelopes = [(tool.name, tool.envelope) for tool in contract.tools] or [("", contract.envelope)]
        self._places: dict[tuple[str, str], str] = {}
        for fields in (each.fields for _, envelope in envelopes for each in envelope.outcomes):
            self._place(fields)
        codes = {kind: contract.catalogue(kind) for kind in (m.Catalogue.ERROR_CODES, m.Catalogue.WARNING_CODES)}
        outcomes = contract.envelope.outcomes if len(contract.envelope.outcomes) > 1 else ()
        self._known: dict[str, tuple[str, ...]] = {
            "tools": tuple(tool.name for tool in contract.tools),
            "outcomes": tuple(outcome.outcome for outcome in outcomes),
            "error codes": _values(codes[m.Catalogue.ERROR_CODES]),
            "warning codes": _values(codes[m.Catalogue.WARNING_CODES]),
            "fields": tuple(dict.fromkeys(self._places.values())),
        }

    def tool(self, name: str) -> None:
        self._seen.add(("tools", name))

    def response(self, value: object, outcome: m.Outcome) -> None:
        self._seen.add(("outcomes", outcome.outcome))
        self._fields(value, outcome.fields)

    def _fields(self, value: object, fields: Iterable[m.Field], owner: str = "") -> None:
        """Note the declared keys of an object, and the codes in it."""
        for field in fields if isinstance(value, dict) else ():
            if isinstance(value, dict) and field.name in value:
                self._seen.add(("fields", self._places.get((owner, field.name), "")))
                self._note(value[field.name], field.type)

    def _note(self, value: object, kind: m.Type) -> None:
        match m.bare(kind):
            case m.ListOf(item):
                for each in value if isinstance(value, list) else ():
                    self._note(each, item)
            case m.MapOf(inner):
                for each in value.values() if isinstance(value, dict) else ():
                    self._note(each, inner)
            case m.Reference(m.Enum(catalogue=catalogue)) if isinstance(value, str):
                self._seen.add((_CODES.get(catalogue, ""), value))
            case m.Reference(m.Record() as record):
                self._fields(value, record.fields, record.name)
            case _:
                pass

    def _place(self, fields: Iterable[m.Field], owner: str = "", above: str = "") -> None:
        """Name each field by the first path that leads to it: the paths to a record can be very many.

        Paths have dots; `[]` stands for the items of a list and the values of a map.
        """
        for field in fields:
            is_known = (owner, field.name) in self._places
            path = self._places.setdefault((owner, field.name), f"{above}{field.name}")
            if owner and is_known:
                continue
            kind, suffix = m.bare(field.type), ""
            while isinstance(kind, m.ListOf | m.MapOf):
                kind, suffix = m.bare(kind.item if isinstance(kind, m.ListOf) else kind.value), f"{suffix}[]"
            if (record := m.record_of(kind)) is not None:
                self._place(record.fields, record.name, f"{path}{suffix}.")

    def results(self) -> tuple[Covered, ...]:
        """The kinds of which the contract has any."""
        return tuple(self._covered(kind, names) for kind, names in self._known.items() if names)

    def _covered(self, kind: str, names: tuple[str, ...]) -> Covered:
        seen = tuple(name for name in names if (kind, name) in self._seen)
        return Covered(kind, seen, tuple(name for name in names if (kind, name) not in self._seen))


def _values(enum: m.Enum | None) -> tuple[str, ...]:
    return tuple(value.value for value in enum.values) if enum is not None else ()
