"""Clocks and partial results for a random contract."""

import json
from collections.abc import Collection

from hypothesis import strategies as st

from sealwax.diagnostics import Code
from sealwax.naming import pascal
from sealwax.pipeline import load
from strategies.fields import Block, Known, as_block, fields
from strategies.names import distinct, enum_values, names, one_line, some_prose, type_names

LEVELS = st.sampled_from(["must", "should", "may"])
TAKEN = {"started", "clock"}
CLASHES = {Code.RESERVED_NAME, Code.DUPLICATE_NAME, Code.BAD_CLOCK, Code.BAD_FACTORY, Code.BAD_CONTEXT}
"""Diagnostics about random names that clash."""


@st.composite
def working(draw: st.DrawFn, contract: Block, known: Known, made: Collection[str]) -> Block:
    """The contract, sometimes with a clock or partial results. `made` are the names in use."""
    found = contract
    if draw(st.integers(0, 2)) == 0:
        (record,) = draw(_free(found, made, 1))
        found = _unless_names_clash(draw(_clocked(found, record)), found)
    if draw(st.integers(0, 2)) == 0:
        found = _unless_names_clash(draw(_partial(found, draw(_free(found, made, 3)), known)), found)
    return found


def _free(contract: Block, made: Collection[str], count: int) -> st.SearchStrategy[list[str]]:
    """Unused names for types."""
    declared = (*as_block(contract.get("types", {})), *as_block(contract.get("enums", {})), *made)
    taken = {pascal(name).casefold() for name in declared}
    return distinct(type_names.filter(lambda name: pascal(name).casefold() not in taken), count, count)


def _unless_names_clash(changed: Block, contract: Block) -> Block:
    codes = {each.code for each in load({"contract/tried.yaml": json.dumps(changed, ensure_ascii=False).encode()})[1]}
    return contract if codes & CLASHES else changed


@st.composite
def _clocked(draw: st.DrawFn, contract: Block, record: str) -> Block:
    envelope = as_block(contract["envelope"])
    keys = {pascal(name).casefold() for name in as_block(envelope["fields"])}
    field = draw(names.filter(lambda name: pascal(name).casefold() not in keys))
    now, elapsed, *others = draw(distinct(names, 2, 4))
    members: Block = {
        now: {"type": "string", "format": "date-time", "level": draw(LEVELS)},
        elapsed: {"type": "integer", "level": draw(LEVELS)},
        **{other: {"type": "string", "level": "may"} for other in others},
    }
    holder: Block = {"type": record, "level": draw(LEVELS)}
    clock: Block = {"now": f"{field}.{now}", "elapsed": f"{field}.{elapsed}"}
    builders: Block = {name: as_block(each) | {"clock": clock} for name, each in as_block(contract["builders"]).items()}
    return {
        **contract,
        "envelope": envelope | {"fields": as_block(envelope["fields"]) | {field: holder}},
        "types": as_block(contract.get("types", {})) | {record: {"open": draw(st.booleans()), "fields": members}},
        "builders": builders,
    }


@st.composite
def _partial(draw: st.DrawFn, contract: Block, found: list[str], known: Known) -> Block:
    record, issue, statuses = found
    status, issues, *counters = draw(distinct(names, 2, 5))
    retry, *others = draw(distinct(names, 1, 4))
    values = draw(distinct(enum_values, 3, 5))
    members: Block = {
        status: {"type": draw(st.sampled_from([statuses, f"{statuses} | null"])), "level": draw(LEVELS)},
        issues: {"type": f"list of {issue}", "level": draw(LEVELS)},
        **{counter: {"type": "integer", "min": 0, "level": draw(LEVELS)} for counter in counters},
    }
    details: Block = {retry: {"type": "boolean", "level": draw(LEVELS)}}
    details |= draw(fields(others, known, one_line, dict))
    partial: Block = {
        "record": record,
        "status": status,
        "ok": values[0],
        "partial": values[1],
        "failed": values[2],
        "issues": issues,
        "doc": draw(some_prose),
    }
    counted: Block = dict(zip(draw(st.permutations(["attempted", "returned", "failed"])), counters, strict=False))
    partial |= {"counters": counted} if counted else {}
    partial |= {"retryable": retry} if draw(st.booleans()) else {}
    return {
        **contract,
        "types": as_block(contract.get("types", {}))
        | {
            record: {"open": draw(st.booleans()), "fields": members},
            issue: {"open": draw(st.booleans()), "fields": details},
        },
        "enums": as_block(contract.get("enums", {}))
        | {statuses: {"open": draw(st.booleans()), "values": {value: {} for value in values}}},
        "partial": partial,
    }
