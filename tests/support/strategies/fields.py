"""Random fields: types, limits, levels, conditions, and fields that depend on siblings."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from hypothesis import strategies as st

from sealwax.contract.model import Json
from sealwax.patterns import PatternError, parse_pattern
from strategies.patterns import SOURCES

Block = dict[str, Json]

PATTERNS = ["^[a-f0-9]{8}$", "^(a|b)+c?$", r"^\d{1,3}(\.\d{1,3})*$", "^[^\\n]*$", "^\\u{1F600}*[\"'`/\\\\]$"]
SLOW = ["^[a-z]*[a-z0-9]*[a-z_]*$", "^[^@]+@[^@]+\\.[^@]+$", "^[^/]*/?[^/]*$"]
"""Patterns that need a length limit."""
DIVISORS = [1, 2, 3, 7, 10, 2**31, 2**53 - 1]
WHOLE = [-(2**53) + 1, -7, -1, 0, 1, 2, 10, 1000, 2**31, 2**53 - 1]
BROKEN = [-1.5, -0.0, 0.1, 0.5, 1.0, 2.5, 1e-7, 1e15, 4503599627370495.5]


@dataclass
class Known:
    """The named types that a field can refer to."""

    enums: dict[str, Block] = field(default_factory=dict)
    """The declaration of each enum."""
    records: dict[str, Block] = field(default_factory=dict)
    texts: list[str] = field(default_factory=list)
    coded: dict[str, str] = field(default_factory=dict)
    """Types of codes, each with the type that classifies its codes."""
    is_numbered: bool = False
    """Whether some error code has a JSON-RPC number."""

    @property
    def names(self) -> list[str]:
        return [*self.enums, *self.texts, *self.records]


def as_block(value: Json) -> Block:
    assert isinstance(value, dict)
    return value


def _fits(pattern: str) -> bool:
    try:
        parsed = parse_pattern(pattern)
        return len(parsed.source) < 300 and parsed.cost.is_linear
    except PatternError:
        return False


patterns = st.sampled_from(PATTERNS) | SOURCES.map(lambda source: f"^{source.strip(' ')}$").filter(_fits)


@st.composite
def string_limits(draw: st.DrawFn) -> Block:
    length = draw(st.integers(0, 4))
    match draw(st.sampled_from(["none", "least", "most", "both", "exact", "pattern", "tight", "format", "all"])):
        case "least":
            return {"min_length": length}
        case "most":
            return {"max_length": length}
        case "both":
            return {"min_length": length, "max_length": length + draw(st.integers(0, 3))}
        case "exact":
            return {"length": length}
        case "pattern":
            return {"pattern": draw(patterns)}
        case "tight":
            return {"pattern": draw(patterns | st.sampled_from(SLOW)), "min_length": 1, "max_length": 9}
        case "format":
            return {"format": draw(st.sampled_from(["date", "date-time", "utc-date-time", "uuid"]))}
        case "all":
            return {"format": "uuid", "pattern": "^[^A-F]*$", "length": 36}
        case _:
            return {}


@st.composite
def number_limits(draw: st.DrawFn, kind: str) -> Block:
    values = st.sampled_from(WHOLE) if kind == "integer" else st.sampled_from(WHOLE + BROKEN)
    low, high = sorted([draw(values), draw(values)])
    divisor = draw(st.sampled_from([None, None, None, *DIVISORS]))
    if divisor is not None:  # zero is a multiple of every number
        low, high = min(low, 0), max(high, 0)
    limits: Block = {name: value for name, value in {"min": low, "max": high}.items() if draw(st.booleans())}
    return limits if divisor is None else {**limits, "multiple_of": divisor}


@st.composite
def constants(draw: st.DrawFn, texts: st.SearchStrategy[str]) -> Block:
    values: dict[str, st.SearchStrategy[Json]] = {
        "string": texts.map(_json),
        "boolean": st.booleans().map(_json),
        "integer": st.sampled_from(WHOLE).map(_json),
        "number": st.sampled_from(WHOLE + BROKEN).map(_json),
    }
    kind = draw(st.sampled_from(sorted(values)))
    return {"type": f"{kind} | null" if draw(st.integers(0, 3)) == 0 else kind, "const": draw(values[kind])}


def _json(value: Json) -> Json:
    return value


@st.composite
def _singles(draw: st.DrawFn) -> tuple[str, Block]:
    """A string or number, and its limits. In a list or map, these are written below `items` or `values`."""
    kind = draw(st.sampled_from(["string", "integer", "number"]))
    limits = draw(string_limits() if kind == "string" else number_limits(kind))
    return (kind if draw(st.booleans()) else f"({kind} | null)"), limits


@st.composite
def types(draw: st.DrawFn, known: Known, texts: st.SearchStrategy[str]) -> Block:
    """The type of a field, with its limits."""
    match draw(st.sampled_from(["constant", "single", "single", "list", "map", "plain", "named", "named"])):
        case "constant":
            return draw(constants(texts))
        case "single":
            single, limits = draw(_singles())
            return {"type": single.strip("()"), **limits}
        case "list":
            single, limits = draw(_singles())
            least = draw(st.integers(0, 2))
            counts: Block = {"min_items": least, "max_items": least + draw(st.integers(0, 2))}
            counts = {name: count for name, count in counts.items() if draw(st.booleans())}
            suffix = draw(st.sampled_from(["", "", " | null"]))
            return {"type": f"list of {single}{suffix}", **counts, **({"items": limits} if limits else {})}
        case "map":
            single, limits = draw(_singles())
            return {"type": f"map of {single}", **({"values": limits} if limits else {})}
        case "plain":
            plain = ["boolean", "object", "json", "object | null", "null", "list of json", "map of object"]
            return {"type": draw(st.sampled_from(plain))}
        case _:
            name = draw(st.sampled_from([*known.names, "string"]))
            forms = [name, name, f"list of {name}", f"{name} | null", f"map of {name}", f"list of ({name} | null)"]
            return {"type": draw(st.sampled_from([*forms, f"map of list of {name} | null"]))}


LEVELS = st.sampled_from(["must", "should", "may"])


@st.composite
def fields(
    draw: st.DrawFn, names: list[str], known: Known, texts: st.SearchStrategy[str], docs: Callable[[], Block]
) -> Block:
    """The fields of a record."""
    found = {name: docs() | draw(types(known, texts)) | {"level": draw(LEVELS)} for name in names}
    if len(names) > 1 and known.coded and draw(st.booleans()):
        code = draw(st.sampled_from(sorted(known.coded)))
        kind = known.coded[code]
        found[names[0]] = {"type": draw(st.sampled_from([code, f"{code} | null"])), "level": draw(LEVELS)}
        follower = draw(st.sampled_from([kind, f"{kind} | null", "string"]))
        found[names[1]] = {"type": follower, "follows": names[0], "level": "should"}
    number(draw, found, known)
    add_up(draw, found)
    relate(draw, found, known, names)
    return dict(found)


def add_up(draw: st.DrawFn, found: dict[str, Block]) -> None:
    """Turn a few fields into a sum and its parts."""
    tied = {str(block.get("number_of", "")).split(".")[0] for block in found.values()}
    free = [name for name in found if name not in tied and not _is_tied(name, found)]
    free = [name for name in free if not {"follows", "number_of"} & set(found[name])]
    if len(free) < 2 or draw(st.integers(0, 3)):
        return
    whole, *parts = free[:4]
    for name in (whole, *parts):
        found[name] = {"type": "integer", "level": draw(LEVELS)} | ({"min": 0} if draw(st.booleans()) else {})
    found[whole]["sum_of"] = [*parts]


def number(draw: st.DrawFn, found: dict[str, Block], known: Known) -> None:
    """Turn a field into the JSON-RPC number of a code, in a sibling or nested in one."""
    if not known.is_numbered or draw(st.booleans()):
        return
    if len(found) > 1 and draw(st.booleans()) and not _is_tied(list(found)[-1], found):
        found[list(found)[-1]] = {"type": "ErrorCode", "level": draw(LEVELS)}
    paths = list(_codes(found, known))
    path = draw(st.sampled_from(paths)) if paths else None
    others = [name for name in found if path is not None and name != path.split(".")[0] and not _is_tied(name, found)]
    if path is not None and others:
        found[draw(st.sampled_from(others))] = {"type": "integer", "number_of": path, "level": draw(LEVELS)}


def _codes(found: dict[str, Block], known: Known) -> Iterator[str]:
    for name, block in found.items():
        record = known.records.get(str(block["type"]).removesuffix(" | null"), {"fields": {}})
        inner = record["fields"]
        if block["type"] == "ErrorCode":
            yield name
        elif isinstance(inner, dict):
            codes = [key for key, each in inner.items() if isinstance(each, dict) and each["type"] == "ErrorCode"]
            yield from (f"{name}.{code}" for code in codes)


def _is_tied(name: str, found: dict[str, Block]) -> bool:
    return any(name == block.get("follows") for block in found.values())


def relate(draw: st.DrawFn, found: dict[str, Block], known: Known, replacements: list[str]) -> None:
    """Give some fields a conditional level, `expects`, `readers_accept_null` or superseded keys."""
    for name, block in found.items():
        others = [other for other in found if other != name]
        if others and draw(st.integers(0, 3)) == 0:
            block["level"] = _depending(draw, others, found, known)
        can_be_null = (
            block["level"] != "must" and not str(block["type"]).endswith("| null") and "number_of" not in block
        )
        if can_be_null and draw(st.integers(0, 3)) == 0:
            block["readers_accept_null"] = True
        if others and draw(st.integers(0, 5)) == 0:
            block["expects"] = _tests(draw, others, found, known)
        declared = _declared(str(block["type"]), known)
        if declared is not None and draw(st.integers(0, 2)) == 0:
            old = draw(st.sampled_from(["_old", "_meta", "former", *replacements]))
            if old not in declared:
                block["superseded"] = {old: {"replacement": draw(st.sampled_from(replacements))}}


def _declared(kind: str, known: Known) -> set[str] | None:
    """The declared keys of an open object, or None if the type is something else."""
    record = known.records.get(kind)
    if record is not None:
        declared = record["fields"]
        return set(declared) if record["open"] and isinstance(declared, dict) else None
    return set() if not kind.endswith("| null") and kind.startswith(("object", "payload", "map of")) else None


def _depending(draw: st.DrawFn, others: list[str], found: dict[str, Block], known: Known) -> Block:
    level = draw(st.sampled_from(["must", "must", "should"]))
    otherwise = draw(st.sampled_from(["should", "may"])) if level == "must" else "may"
    if draw(st.integers(0, 7)) == 0:
        return {level: "somebody asked for it", "otherwise": otherwise}
    return {level: _tests(draw, others, found, known), "otherwise": otherwise}


def _tests(draw: st.DrawFn, others: list[str], found: dict[str, Block], known: Known) -> Block:
    chosen = draw(st.lists(st.sampled_from(others), min_size=1, max_size=2, unique=True))
    return {sibling: _test(draw, found[sibling], known) for sibling in chosen}


def _test(draw: st.DrawFn, sibling: Block, known: Known) -> Json:
    values = _values(sibling, known)
    if not values or draw(st.integers(0, 3)) == 0:
        return {"present": draw(st.booleans())}
    enum = known.enums.get(str(sibling["type"]).removesuffix(" | null"))
    if enum is not None and "order" in enum and len(values) > 1 and draw(st.booleans()):
        # Either way, at least one value meets the condition.
        first = draw(st.booleans())
        highest_first = enum["order"] == "highest_first"
        return {"below" if first == highest_first else "above": values[0] if first else values[-1]}
    if draw(st.booleans()):
        return draw(st.sampled_from(values))
    return {"one_of": draw(st.lists(st.sampled_from(values), min_size=1, max_size=2))}


def _values(sibling: Block, known: Known) -> list[Json]:
    """Some scalar values of a field."""
    kind = str(sibling["type"]).removesuffix(" | null")
    if "const" in sibling:
        return [sibling["const"]]
    if kind == "boolean":
        return [True, False]
    if kind == "json":
        return [0, 1, True, False, None, "1", 0.5]
    if kind in ("integer", "number"):
        if "multiple_of" in sibling:
            return [0]
        limits: list[Json] = [value for value in (sibling.get("min"), sibling.get("max")) if value is not None]
        return limits or [0, 1.0, -1]
    enum = known.enums.get(kind)
    listed = enum["values"] if enum is not None else {}
    return [*listed] if isinstance(listed, dict) else []
