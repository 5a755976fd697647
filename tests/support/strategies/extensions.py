"""Random contracts that extend random contracts: they add where something is open, and tighten some levels."""

from hypothesis import strategies as st

from sealwax.contract.model import Json
from strategies.contracts import contracts
from strategies.fields import Block

BASE, CHILD = "contract/base.yaml", "contract/child.yaml"
ADDED = "AddedByTheChild"


@st.composite
def extensions(draw: st.DrawFn) -> tuple[Block, Block]:
    """A contract, and one that extends it."""
    base = draw(contracts())
    child: Block = {"contract": "child", "version": "0.2.0", "title": "Child", "extends": "base.yaml"}
    types: Block = {}
    for name, kind in _blocks(base, "types"):
        said = _extended_type(draw, kind, takes_more=_is_open(kind) and name not in _included(base))
        types |= {name: said} if said else {}
    types[ADDED] = {"fields": {"note": {"type": "string"}, "more": {"type": "json", "level": "may"}}}
    child["types"] = types
    enums: Block = {name: {"values": _values(kind)} for name, kind in _blocks(base, "enums") if _is_open(kind)}
    child |= {"enums": enums} if enums else {}
    _add_codes(draw, base, child)
    return base, child


def _blocks(contract: Block, section: str) -> list[tuple[str, Block]]:
    found = contract.get(section)
    return [(name, kind) for name, kind in found.items() if isinstance(kind, dict)] if isinstance(found, dict) else []


def _is_open(kind: Block) -> bool:
    return kind.get("open") is True


def _values(kind: Block) -> Block:
    """A new value, with a text for each column."""
    columns = kind.get("columns")
    cells: Block = {"cells": dict.fromkeys(columns, "A text.")} if isinstance(columns, dict) else {}
    return {"ADDED_BY_THE_CHILD" if kind.get("case") != "lower_snake" else "added_by_the_child": cells}


def _included(contract: Block) -> set[str]:
    """The records that others include. Those may be closed."""
    lists = (kind.get("includes") for _name, kind in _blocks(contract, "types"))
    return {str(name) for names in lists if isinstance(names, list) for name in names}


def _extended_type(draw: st.DrawFn, kind: Block, *, takes_more: bool) -> Block:
    """The declaration of a type in the child; empty for strings and tiered records."""
    fields = kind.get("fields")
    if not isinstance(fields, dict) or kind.get("tiered") or draw(st.booleans()):
        return {}
    found: Block = {}
    for name, field in fields.items():
        if isinstance(field, dict) and field.get("level") == "may" and draw(st.booleans()):
            found[name] = {"level": "should"}
    if takes_more:
        types = ["string", "integer | null", f"list of {ADDED}", ADDED, "map of number"]
        found["added_by_the_child"] = {"type": draw(st.sampled_from(types)), "level": "may"}
    return {"fields": found} if found else {}


def _add_codes(draw: st.DrawFn, base: Block, child: Block) -> None:
    for section in ("error_types", "error_codes", "warning_codes"):
        listing = base.get(section)
        if not isinstance(listing, dict) or not _is_open(listing) or draw(st.booleans()):
            continue
        ((name, cells),), values = _values(listing).items(), listing["values"]
        assert isinstance(cells, dict)
        assert isinstance(values, dict)
        first: Json = next(iter(values.values()))
        assert isinstance(first, dict)
        needed: Block = {key: fact for key, fact in first.items() if key in ("type", "severity")}
        child[section] = {"values": {name: {"doc": "It is new.", **needed, **cells}}}
