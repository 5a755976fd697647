"""Tiers, gates and merging for a random contract: a tiered record, and an envelope field for it."""

from collections.abc import Collection

from hypothesis import strategies as st

from sealwax.contract.resolving.generated_names import RESERVED
from sealwax.naming import camel, pascal
from strategies.fields import Block, Known, types
from strategies.names import distinct, names, one_line, some_prose, type_names

PREFIXES = ("_exp_", "x_", "T-", "new")
LEVELS = st.sampled_from(["must", "should", "may"])
short_names = st.from_regex(r"[A-Za-z][A-Za-z0-9_-]{0,12}", fullmatch=True)


@st.composite
def tiered(draw: st.DrawFn, contract: Block, known: Known, made: Collection[str]) -> Block:
    """The contract with tiers. `made` are the names in use at its top level."""
    tiers, gates = draw(_tiers()), draw(distinct(names, 0, 2))
    taken = {pascal(name).casefold() for name in made}
    record = draw(type_names.filter(lambda name: pascal(name).casefold() not in taken))
    function = draw(names.filter(lambda name: camel(name) not in RESERVED and pascal(name).casefold() not in taken))
    envelope, declared = contract["envelope"], contract.get("types", {})
    assert isinstance(envelope, dict)
    assert isinstance(envelope["fields"], dict)
    assert isinstance(declared, dict)
    keys = {pascal(name).casefold() for name in envelope["fields"]}
    field = draw(names.filter(lambda name: pascal(name).casefold() not in keys))
    fields = draw(_fields(tiers, gates, known))
    old = draw(st.sampled_from(["_exp_old", "former"]))
    holder: Block = {"type": record, "level": draw(LEVELS.filter(lambda level: level != "must"))}
    if old not in fields and draw(st.booleans()):
        holder["superseded"] = {old: {"replacement": field}}
    more: Block = {"gates": {gate: {"doc": draw(some_prose)} for gate in gates}} if gates else {}
    return {
        **contract,
        **more,
        "envelope": envelope | {"fields": envelope["fields"] | {field: holder}},
        "types": declared | {record: {"open": True, "tiered": True, "standalone": True, "fields": fields}},
        "tiers": tiers,
        "merging": {"name": function, "into": field, "doc": draw(some_prose)},
    }


@st.composite
def _tiers(draw: st.DrawFn) -> Block:
    stable, *others = draw(distinct(names, 1, 1 + len(PREFIXES)))
    found: Block = {stable: {"promise": draw(some_prose)}}
    for name, prefix in zip(others, draw(st.permutations(PREFIXES)), strict=False):
        block: Block = {"promise": draw(some_prose), "prefix": prefix, "undeclared": draw(st.booleans())}
        found[name] = block | ({"promotion": draw(some_prose)} if draw(st.booleans()) else {})
    return found


@st.composite
def _fields(draw: st.DrawFn, tiers: Block, gates: list[str], known: Known) -> Block:
    spelled: dict[str, str] = {}
    for name in draw(st.lists(short_names, min_size=1, max_size=5)):
        tier = draw(st.sampled_from(list(tiers)))
        block = tiers[tier]
        prefix = str(block.get("prefix", "")) if isinstance(block, dict) else ""
        if prefix or not name.startswith(PREFIXES):
            spelled.setdefault(prefix + name, tier)
    unique = {pascal(name).casefold(): name for name in spelled}
    found: Block = {}
    for name in unique.values():
        gate = draw(st.sampled_from(["", *gates]))
        level = draw(LEVELS.filter(lambda level: level != "must")) if gate else draw(LEVELS)
        block = {**draw(types(known, one_line)), "level": level, "tier": spelled[name]}
        found[name] = block | ({"gate": gate} if gate else {})
    return found or {f"id{len(tiers)}": {"type": "string", "tier": next(iter(tiers))}}
