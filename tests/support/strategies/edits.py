"""Random edits of a contract: what people do to a contract from one version to the next."""

import copy
from collections.abc import Iterator
from random import Random

from sealwax.contract.model import Contract, Json
from sealwax.diagnostics import errors
from sealwax.pipeline import load
from strategies.contracts import as_yaml
from strategies.fields import Block

Place = tuple[str | int, ...]

LEVELS = ["must", "should", "may"]
TYPES = ["string", "integer", "number", "boolean", "object", "json", "list of string", "map of integer"]
TYPES += [f"{kind} | null" for kind in TYPES if kind != "json"]
WORDS = {"open", "suggestions", "readers_accept_null", "standalone", "per_tool", "provided"}
LISTS = {"fields", "values", "context", "parameters", "types", "enums", "constants", "tools", "forms", "builders"}
LIMITS: dict[str, list[Json]] = {
    "min_length": [0, 1, 2, 5],
    "max_length": [5, 20, 80],
    "min_items": [0, 1, 2],
    "max_items": [2, 5],
    "min": [-1, 0, 1],
    "max": [5, 100],
    "multiple_of": [1, 2, 6],
    "pattern": ["^[a-z]+$", "^[a-z0-9]*$"],
    "format": ["date", "date-time", "utc-date-time", "uuid"],
}


def model(contract: Block) -> Contract | None:
    """The contract, if it is valid."""
    found, diagnostics = load({"contract/random.yaml": as_yaml(contract)})
    return found[0] if found and not errors(diagnostics) else None


def edited(contract: Block, random: Random, attempts: int = 40) -> tuple[Block, Contract, str] | None:
    """A copy with one edit, which is valid, and what was edited; None if no attempt leads to a valid contract."""
    for _ in range(attempts):
        copied = copy.deepcopy(contract)
        what = _edit(copied, random)
        if what and copied != contract and (found := model(copied)) is not None:
            return copied, found, what
    return None


def _edit(contract: Block, random: Random) -> str:
    """Edit something. The kind of edit comes first, so that rare kinds are as frequent as others."""
    edit = random.choice(EDITS)
    places = [place for place in walk(contract) if edit[1](place, at(contract, place))]
    if not places:
        return ""
    place = random.choice(places)
    edit[2](contract, place, random)
    return f"{edit[0]} {'.'.join(map(str, place))}"


def walk(value: Json, place: Place = ()) -> Iterator[Place]:
    yield place
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from walk(inner, (*place, key))
    elif isinstance(value, list):
        for index, inner in enumerate(value):
            yield from walk(inner, (*place, index))


def at(value: Json, place: Place) -> Json:
    for step in place:
        value = value[step]  # type: ignore[index]
    return value


def _put(contract: Block, place: Place, value: Json) -> None:
    at(contract, place[:-1])[place[-1]] = value  # type: ignore[index]


def _is_declared(place: Place) -> bool:
    return len(place) > 1 and place[-2] in LISTS and "when" not in place


def _is_field(place: Place) -> bool:
    return len(place) > 1 and place[-2] in ("fields", "context")


def _remove(contract: Block, place: Place, _random: Random) -> None:
    del at(contract, place[:-1])[place[-1]]  # type: ignore[arg-type,union-attr]


def _rename(contract: Block, place: Place, random: Random) -> None:
    """Another name, in the same place of the list, half of the time declared."""
    siblings = at(contract, place[:-1])
    assert isinstance(siblings, dict)
    old = str(place[-1])
    new = f"{old}X" if old.isupper() or place[-2] in ("types", "enums") else f"{old}_x"
    entries = {new if key == old else key: value for key, value in siblings.items()}
    if isinstance(entries[new], dict) and place[-2] in ("fields", "context", "values", "types", "enums", "tools"):
        entries[new] |= {"renamed_from": old} if random.random() < 0.5 else {}  # type: ignore[operator]
    siblings.clear()
    siblings.update(entries)
    if place[-2] in ("fields", "context"):
        _follow(siblings, old, new)
    if place[-2] == "context":
        code = at(contract, place[:-2])
        assert isinstance(code, dict)
        for text in ("message", "remediation"):
            code |= {text: str(code[text]).replace(f"{{{old}}}", f"{{{new}}}")} if text in code else {}


def _follow(siblings: Block, old: str, new: str) -> None:
    """Give a field its new name in what its siblings say about it."""
    for field in filter(lambda each: isinstance(each, dict), siblings.values()):
        assert isinstance(field, dict)
        level = field.get("level")
        for tests in (field.get("expects"), *(level.values() if isinstance(level, dict) else ())):
            if isinstance(tests, dict) and old in tests:
                tests[new] = tests.pop(old)
        if field.get("follows") == old:
            field["follows"] = new
        if isinstance(added := field.get("sum_of"), list):
            field["sum_of"] = [new if each == old else each for each in added]


def _add(contract: Block, place: Place, random: Random) -> None:
    """A copy of a sibling, under a new name, anywhere in the list."""
    siblings = at(contract, place)
    assert isinstance(siblings, dict)
    model = random.choice(list(siblings))
    entries = list(siblings.items())
    name = f"{model}_NEW" if model.isupper() else f"{model}New" if place[-1] in ("types", "enums") else f"{model}_new"
    entries.insert(random.randint(0, len(entries)), (name, copy.deepcopy(siblings[model])))
    siblings.clear()
    siblings.update(entries)


def _add_field(contract: Block, place: Place, random: Random) -> None:
    siblings = at(contract, place)
    assert isinstance(siblings, dict)
    siblings["brand_new"] = {"type": random.choice(TYPES), "level": random.choice(LEVELS)}


def _shuffle(contract: Block, place: Place, random: Random) -> None:
    siblings = at(contract, place)
    assert isinstance(siblings, dict)
    entries = list(siblings.items())
    random.shuffle(entries)
    siblings.clear()
    siblings.update(entries)


def _toggle(contract: Block, place: Place, random: Random) -> None:
    entry = at(contract, place)
    assert isinstance(entry, dict)
    word = random.choice(sorted(WORDS))
    entry[word] = not entry.get(word, False)


def _level(contract: Block, place: Place, random: Random) -> None:
    _put(contract, (*place, "level"), random.choice(LEVELS))


def _retype(contract: Block, place: Place, random: Random) -> None:
    kinds = [*TYPES, *(name for section in ("types", "enums") for name in contract.get(section, {}))]  # type: ignore[union-attr]
    _put(contract, (*place, "type"), random.choice(kinds))


def _nullify(contract: Block, place: Place, _random: Random) -> None:
    kind = str(at(contract, (*place, "type")))
    _put(contract, (*place, "type"), kind.removesuffix(" | null") if kind.endswith(" | null") else f"{kind} | null")


def _limit(contract: Block, place: Place, random: Random) -> None:
    entry = at(contract, place)
    assert isinstance(entry, dict)
    name = random.choice(sorted(LIMITS))
    if name in entry and random.random() < 0.3:
        del entry[name]
    else:
        entry[name] = random.choice(LIMITS[name])


def _text(contract: Block, place: Place, _random: Random) -> None:
    _put(contract, place, f"{at(contract, place)} Edited.")


def _number(contract: Block, place: Place, random: Random) -> None:
    number = at(contract, place)
    assert isinstance(number, int)
    _put(contract, place, number + random.choice([-1, 1, 4]))


def _choose(contract: Block, place: Place, random: Random) -> None:
    """Another value of the same kind from elsewhere in the contract."""
    others = [at(contract, each) for each in walk(contract) if each and each[-1] == place[-1]]
    _put(contract, place, copy.deepcopy(random.choice(others)))


def _is_entry(place: Place, value: Json) -> bool:
    return isinstance(value, dict) and _is_declared(place)


def _is_field_entry(place: Place, value: Json) -> bool:
    return isinstance(value, dict) and _is_field(place)


EDITS = [
    ("removed", _is_entry, _remove),
    ("renamed", _is_entry, _rename),
    ("copied in", lambda place, value: bool(place and value) and place[-1] in LISTS and isinstance(value, dict), _add),
    ("added to", lambda place, value: bool(place) and place[-1] == "fields" and isinstance(value, dict), _add_field),
    ("shuffled", lambda place, value: bool(place) and place[-1] in LISTS and isinstance(value, dict), _shuffle),
    ("toggled", lambda place, value: isinstance(value, dict) and (_is_declared(place) or len(place) == 1), _toggle),
    ("levelled", _is_field_entry, _level),
    ("retyped", _is_field_entry, _retype),
    ("nullified", lambda place, value: isinstance(value, dict) and _is_field(place) and "type" in value, _nullify),
    ("limited", lambda place, value: isinstance(value, dict) and "type" in value and _is_declared(place), _limit),
    ("reworded", lambda place, value: isinstance(value, str) and place[-1] in ("doc", "title", "message"), _text),
    ("renumbered", lambda _place, value: isinstance(value, int) and not isinstance(value, bool), _number),
    ("chosen", lambda place, _value: len(place) > 2 and not _is_declared(place), _choose),
    ("dropped", lambda place, _value: len(place) > 2 and not _is_declared(place), _remove),
]
"""What can be edited: its name, where it applies, and what it does."""


def walked(contract: Block, random: Random, count: int) -> Iterator[tuple[Block, Contract, str]]:
    """Versions that follow on a contract, each one to three edits after the one before."""
    block = contract
    for _ in range(count):
        whats: list[str] = []
        found: Contract | None = None
        for _ in range(random.choice([1, 1, 2, 3])):
            if (step := edited(block, random)) is not None:
                block, found, what = step
                whats.append(what)
        if found is not None:
            yield block, found, ", ".join(whats)
