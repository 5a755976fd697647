"""Random valid contracts, full of text and names that want to leave wherever they are put."""

import json
import keyword
import unicodedata

from hostile import lines, prose
from hypothesis import strategies as st

from sealwax.contract.model import Json
from sealwax.contract.resolving.names import RESERVED
from sealwax.naming import camel, plural, words

Block = dict[str, Json]

SCRIPT_WORDS = """
abstract any arguments as async await bigint boolean break case catch class const constructor continue debugger declare
default delete do else enum eval export extends false finally for from function get hasOwnProperty if implements import
in infer instanceof interface is keyof let module namespace never new null number object of package private protected
prototype public readonly return satisfies set static string super switch symbol this throw toString true try type
typeof undefined unique unknown using valueOf var void while with yield NaN Infinity length name
""".split()
PYTHON_WORDS = [
    *keyword.kwlist, *keyword.softkwlist, "self", "cls", "str", "int", "list", "dict", "type", "field", "fields",
    "print", "object", "property", "value", "mro", "Any", "__init__", "__slots__", "__class__", "_missing_", "extra",
    "to_dict",
    "data", "meta", "error", "result", "wire", "options", "response", "values", "count", "title", "index", "format",
    "given", "agree", "is_given", "error_codes", "plain", "keep", "enums", "records", "builders", "Mapping", "describe",
]  # fmt: skip
TYPE_WORDS = [
    "Class", "Error", "Date", "Number", "Boolean", "Function", "Type", "List", "Enum", "Field", "Optional", "Self",
    "Final", "RangeError", "Dataclass", "Import", "Self2", "Result", "Request", "Iterable", "Keys", "Values",
]  # fmt: skip


def acceptable(text: str) -> str:
    """The text without what the reader of contracts refuses besides controls and characters that turn direction."""
    return "".join(char for char in text if char not in "\u2028\u2029\ufeff" and unicodedata.category(char) != "Cn")


plain_names = st.from_regex(r"[A-Za-z_][A-Za-z0-9_-]{0,58}", fullmatch=True)
names = (st.sampled_from(SCRIPT_WORDS + PYTHON_WORDS) | plain_names).filter(
    lambda name: bool(words(name)) and name != "__proto__"
)
type_names = (st.sampled_from(TYPE_WORDS) | st.from_regex(r"[A-Z][A-Za-z0-9]{0,58}", fullmatch=True)).filter(
    lambda name: name not in RESERVED and not name.endswith(("Dict", "Value", "Entry", "Options", "Success", "Failure"))
)
enum_values = names | st.from_regex(r"[A-Za-z0-9][A-Za-z0-9_.:/+-]{0,20}", fullmatch=True)
# A line must not be blank once its spaces are folded.
one_line = lines.map(lambda text: acceptable(text).strip(" ")).filter(bool)
some_prose = prose.map(acceptable).filter(lambda text: bool(text.strip(" \n")))
PATTERNS = ["^[a-f0-9]{8}$", "^(a|b)+c?$", r"^\d{1,3}(\.\d{1,3})*$", "^[^\\n]*$", "^\\u{1F600}*[\"'`/\\\\]$"]


def distinct(strategy: st.SearchStrategy[str], least: int, most: int) -> st.SearchStrategy[list[str]]:
    """Names that no target spells alike."""
    return st.lists(strategy, min_size=least, max_size=most, unique_by=lambda name: "".join(words(name)))


@st.composite
def contracts(draw: st.DrawFn) -> Block:
    """A contract as the value that its YAML stands for."""
    return _Contract(draw).contract()


def as_yaml(contract: Block) -> bytes:
    """JSON is YAML."""
    return json.dumps(contract, ensure_ascii=False, indent=1).encode()


class _Contract:
    """Draws one contract. Types refer to earlier types only, so that there are no cycles."""

    def __init__(self, draw: st.DrawFn) -> None:
        self.draw = draw
        self.usable: list[str] = []
        self.data = self.error = ""
        self.others: list[str] = []
        self.made = {"errorTypes", "errorCodes", "errorTypeIsBelow", "errorCodeIsBelow"}

    def contract(self) -> Block:
        draw = self.draw
        found = draw(distinct(type_names.filter(lambda name: "".join(words(name)) not in TAKEN), 1, 8))
        envelope, *others = found
        at = draw(st.integers(0, len(others)))
        enums = {name: self.enum() for name in others[:at]}
        self.usable += enums
        self.made |= {name for enum in enums for name in (plural(enum), f"{camel(enum)}IsBelow")}
        catalogues = self.catalogues()
        types: Block = {}
        for name in others[at:]:
            types[name] = self.type()
            self.usable.append(name)
        contract: Block = {
            "contract": draw(st.from_regex(r"[a-z][a-z0-9]{0,10}(-[a-z0-9]{1,8}){0,2}", fullmatch=True)),
            "version": "1.2.3",
            "title": draw(one_line),
            "sources": {"guide": {"title": draw(one_line), "doc": draw(some_prose)}},
            **self.lore(),
            "envelope": self.envelope(envelope),
            **catalogues,
            **self.extras(),
        }
        if enums:
            contract["enums"] = enums  # type: ignore[assignment]
        if types:
            contract["types"] = types
        return contract

    def lore(self) -> Block:
        draw = self.draw
        block: Block = {}
        if draw(st.booleans()):
            block["doc"] = draw(some_prose)
        if draw(st.integers(0, 3)) == 0:
            block["notes"] = [{"text": draw(some_prose), "source": "guide L3-7"}]
            block["source"] = "guide"
        if draw(st.integers(0, 4)) == 0:
            block["deprecated"] = {"since": "1.1.0", "replacement": draw(one_line), "doc": draw(some_prose)}
        return block

    def enum(self) -> Block:
        draw = self.draw
        columns = draw(distinct(names, 0, 2))
        cells: Block = {column: draw(one_line) for column in columns}
        values: Block = {
            value: {**self.lore(), **({"cells": cells} if cells else {})} for value in draw(distinct(enum_values, 1, 5))
        }
        block: Block = {**self.lore(), "open": draw(st.booleans()), "values": values}
        if columns:
            block["columns"] = {column: draw(one_line) for column in columns}
        if draw(st.booleans()):
            block["order"] = draw(st.sampled_from(["highest_first", "lowest_first"]))
        return block

    def catalogues(self) -> Block:
        draw = self.draw
        if draw(st.booleans()):
            return {}
        kinds = draw(distinct(enum_values, 1, 3))
        retry = st.sampled_from(["no", "maybe", "yes"]) | st.fixed_dictionaries({"yes": one_line})
        types: Block = {kind: {**self.lore(), "http": 404, "retry": draw(retry)} for kind in kinds}  # type: ignore[dict-item]
        codes: Block = {code: self.code(draw(st.sampled_from(kinds))) for code in draw(distinct(enum_values, 1, 4))}
        self.usable += ["ErrorType", "ErrorCode"]
        is_open = draw(st.booleans())
        return {
            "error_types": {"open": is_open, "values": types},
            "error_codes": {**self.lore(), "open": is_open, "values": codes},
        }

    def code(self, kind: str) -> Block:
        draw = self.draw
        context = draw(distinct(names, 0, 2))
        block: Block = {"type": kind, **self.lore()}
        if context:
            text = draw(one_line.filter(lambda line: not set("{}") & set(line)))
            block["message"] = text + "".join(f" {{{name}}}" for name in context)
            block["context"] = {name: {"type": "integer"} for name in context}
        return block

    def type(self) -> Block:
        draw = self.draw
        if draw(st.integers(0, 4)) == 0:
            return {**self.lore(), "type": "string", "pattern": draw(st.sampled_from(PATTERNS))}
        fields: Block = {name: self.field() for name in draw(distinct(names, 1, 5))}
        return {**self.lore(), "open": draw(st.booleans()), "standalone": draw(st.booleans()), "fields": fields}

    def field(self) -> Block:
        draw = self.draw
        kind = draw(st.sampled_from(["constant", "string", "number", "list", "map", "plain", "named"]))
        block: Block = {**self.lore(), "level": draw(st.sampled_from(["must", "should", "may"]))}
        match kind:
            case "constant":
                block |= {"type": "string", "const": draw(one_line)}
            case "string":
                pattern = draw(st.sampled_from(PATTERNS))
                block |= {"type": "string", "min_length": 1, "max_length": 9, "pattern": pattern}
            case "number":
                block |= {"type": draw(st.sampled_from(["integer", "number | null"])), "min": 0, "max": 10**6}
            case "list":
                block |= {"type": "list of string", "max_items": 3, "items": {"format": "date-time"}}
            case "map":
                block |= {"type": "map of (integer | null) | null"}
            case "plain":
                block |= {"type": draw(st.sampled_from(["boolean", "object", "json", "object | null", "null"]))}
            case _:
                name = draw(st.sampled_from([*self.usable, "string"]))
                block |= {"type": draw(st.sampled_from([name, f"list of {name}", f"{name} | null", f"map of {name}"]))}
        return block

    def envelope(self, name: str) -> Block:
        """Every envelope has a mark, an object and an error; the rest is drawn."""
        draw = self.draw
        mark, data, error, *others = draw(distinct(names, 3, 6))
        fields: Block = {
            mark: {"type": "boolean", **self.lore()},
            data: {"type": "object", "default": {}, **self.lore()},
            error: {"type": "string | null", "default": None, **self.lore()},
            **{other: self.field() | {"level": draw(st.sampled_from(["should", "may"]))} for other in others},
        }
        outcomes: Block = {
            "success": {"when": {mark: True}, "fields": {data: {"type": "payload"}, error: {"type": "null"}}},
            "failure": {"when": {mark: False}, "fields": {error: {"type": "string", "min_length": 1}}},
        }
        self.data, self.error, self.others = data, error, others
        return {"name": name, **self.lore(), "fields": fields, "outcomes": outcomes}

    def extras(self) -> Block:
        draw = self.draw
        good, bad = draw(distinct(names.filter(lambda name: camel(name) not in self.made), 2, 2))
        arguments = draw(distinct(names, 2, 2 + len(self.others)))
        others = dict(zip(arguments[2:], self.others, strict=False))
        shared: Block = {name: {"into": path, **self.lore()} for name, path in others.items()}
        return {
            "builders": {
                good: {"outcome": "success", "parameters": {arguments[0]: {"into": self.data}, **shared}},
                bad: {
                    "outcome": "failure",
                    **self.lore(),
                    "parameters": {arguments[1]: {"into": self.error, "level": "must"}, **shared},
                },
            },
            "rules": [{"level": "must", **self.lore()}],
            "guides": [{"title": draw(one_line), "steps": [draw(one_line)], "points": [draw(one_line)]}],
            "edge_cases": [{"scenario": draw(one_line), "behaviour": draw(some_prose)}],
            "examples": [{"title": draw(one_line), "kind": "sketch", "text": draw(some_prose)}],
            "links": [{"title": draw(one_line), "target": draw(one_line)}],
        }


TAKEN = frozenset("".join(words(name)) for name in ("ErrorType", "ErrorCode", "WarningCode"))
