"""Variants of a random contract: outcomes that differ in their keys, a single shape, payloads per tool."""

from collections.abc import Collection
from copy import deepcopy

from hypothesis import strategies as st

from sealwax.naming import kebab, pascal
from strategies.fields import Block, Known, as_block, fields
from strategies.names import distinct, names, one_line, some_prose, type_names

OTHER = {"success": "failure", "failure": "success"}


@st.composite
def shaped(draw: st.DrawFn, given: Block, known: Known, made: Collection[str], data: str, error: str) -> Block:
    """Turn a contract with tagged outcomes into a variant. `made` are the names in use."""
    contract = deepcopy(given)
    match draw(st.sampled_from(["tags", "tags", "keys", "presence", "one"])):
        case "keys":
            _keys_of_their_own(draw, contract, data, [_mark(contract)])
        case "presence":
            _presence(draw, contract, data, error)
        case "one":
            _one_shape(draw, contract, data)
        case _:
            pass
    if draw(st.integers(0, 2)) == 0:
        _tools(draw, contract, known, {pascal(name).casefold() for name in made}, data)
    return contract


def _envelope(contract: Block) -> tuple[Block, Block]:
    envelope = as_block(contract["envelope"])
    return as_block(envelope["fields"]), as_block(envelope.get("outcomes", {}))


def _outcome(contract: Block, outcome: str) -> Block:
    return as_block(_envelope(contract)[1][outcome])


def _mark(contract: Block) -> str:
    return next(iter(as_block(_outcome(contract, "success")["when"])))


def _raises(contract: Block) -> bool:
    return "raised_with" in as_block(contract.get("error_codes", {}))


def _belongs(contract: Block, name: str, outcome: str) -> None:
    """Restrict a key to one outcome: remove it from the other outcome and from its builders."""
    as_block(_envelope(contract)[0][name])["only"] = outcome
    as_block(_outcome(contract, OTHER[outcome])["fields"]).pop(name, None)
    for builder in map(as_block, as_block(contract["builders"]).values()):
        if builder["outcome"] != outcome:
            kept = {
                each: entry
                for each, entry in as_block(builder["parameters"]).items()
                if as_block(entry)["into"] != name
            }
            builder["parameters"] = kept


def _keys_of_their_own(draw: st.DrawFn, contract: Block, data: str, kept: Collection[str]) -> None:
    for name in _envelope(contract)[0]:
        owners = ["", "success", "failure"]
        if name == data:
            owners = ["", "success"] if not _raises(contract) else [""]
        filled = {
            as_block(each)["into"]
            for builder in map(as_block, as_block(contract["builders"]).values())
            for each in as_block(builder["parameters"]).values()
            if builder["outcome"] == "failure" and as_block(each).get("level") == "must"
        }
        if name in filled or (_raises(contract) and name not in (data, *kept)):
            owners = ["", "failure"]
        owner = "" if name in kept else draw(st.sampled_from(owners))
        if owner:
            _belongs(contract, name, owner)


def _presence(draw: st.DrawFn, contract: Block, data: str, error: str) -> None:
    declared, _outcomes = _envelope(contract)
    mark = _mark(contract)
    del declared[mark]
    for field in map(as_block, declared.values()):
        for old in map(as_block, as_block(field.get("superseded", {})).values()):
            old["replacement"] = data if old["replacement"] == mark else old["replacement"]
    by_error = _raises(contract) or draw(st.booleans())
    name, owner = (error, "failure") if by_error else (data, "success")
    as_block(declared[name]).pop("default")
    _belongs(contract, name, owner)
    for outcome in OTHER:
        _outcome(contract, outcome)["when"] = {name: {"present": outcome == owner}}
    if draw(st.booleans()):
        _keys_of_their_own(draw, contract, data, [name])


def _one_shape(draw: st.DrawFn, contract: Block, data: str) -> None:
    declared, outcomes = _envelope(contract)
    for mark, value in as_block(as_block(outcomes["success"])["when"]).items():
        as_block(declared[mark])["default"] = value
    as_block(declared[data])["type"] = draw(st.sampled_from(["object", "payload"]))
    del as_block(contract["envelope"])["outcomes"]
    builders = as_block(contract["builders"])
    contract["builders"] = {name: entry for name, entry in builders.items() if as_block(entry)["outcome"] == "success"}
    as_block(contract.get("error_codes", {})).pop("raised_with", None)


# -- tools ------------------------------------------------------------------------------------------------------------


def _tools(draw: st.DrawFn, contract: Block, known: Known, taken: set[str], data: str) -> None:
    declared, outcomes = _envelope(contract)
    slot = as_block(as_block(as_block(outcomes["success"])["fields"])[data] if outcomes else declared[data])
    common = draw(st.sampled_from(["", *_without_musts(known)]))
    slot |= {"type": common, "per_tool": True} if common else {"type": "payload"}
    free = type_names.filter(lambda name: pascal(name).casefold() not in taken)
    payloads: Block = {name: _payload(draw, known, common) for name in draw(distinct(free, 1, 3))}
    contract["types"] = as_block(contract.get("types", {})) | payloads
    files = {"envelope", *(kebab(name) for name in as_block(contract["types"]))}
    envelope = str(as_block(contract["envelope"])["name"])
    named = (envelope, f"{envelope}Success", str(as_block(as_block(outcomes).get("success", {})).get("name", envelope)))
    tools = names.filter(
        lambda name: (
            kebab(name) not in files
            and len(name) < 30
            and not {(pascal(name) + each).casefold() for each in named} & taken
        )
    )
    chosen = st.sampled_from([*payloads, *([] if common else known.records)])
    contract["tools"] = {
        tool: {"payload": draw(chosen), "doc": draw(some_prose)} for tool in draw(distinct(tools, 1, 3))
    }


def _without_musts(known: Known) -> list[str]:
    """The open records that an empty object satisfies."""
    levels = {
        name: {str(as_block(each).get("level")) for each in as_block(record["fields"]).values()}
        for name, record in known.records.items()
        if record["open"]
    }
    return [
        name for name, found in levels.items() if found <= {"should", "may"} and not _is_warning(known.records[name])
    ]


def _is_warning(record: Block) -> bool:
    """Whether a record could be taken for the one that holds warnings."""
    return any(as_block(each)["type"] == "WarningCode" for each in as_block(record["fields"]).values())


def _payload(draw: st.DrawFn, known: Known, common: str) -> Block:
    """A record that may include others."""
    included = [common] if common else []
    spelled = {pascal(name).casefold() for each in included for name in as_block(known.records[each]["fields"])}
    others = [name for name, record in known.records.items() if not _is_warning(record)]
    for name in draw(st.lists(st.sampled_from(others), max_size=2, unique=True)) if others else []:
        own = {pascal(each).casefold() for each in as_block(known.records[name]["fields"])}
        if not own & spelled:
            spelled |= own
            included.append(name)
    own_names = draw(
        distinct(names.filter(lambda name: pascal(name).casefold() not in spelled), 0 if included else 1, 3)
    )
    found: Block = {"open": draw(st.booleans())}
    found |= {"includes": [*included]} if included else {}
    return found | ({"fields": draw(fields(own_names, known, one_line, dict))} if own_names else {})
