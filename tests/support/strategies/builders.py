"""Random contracts with builders that fill fields at every depth."""

from collections.abc import Iterator

from hypothesis import strategies as st

from sealwax.contract.model import Json
from strategies.fields import Block

# Types, each with valid values, including empty ones.
LEAVES: dict[str, list[Json]] = {
    "string": ["", "a", "b c"],
    "string | null": [None, "", "a"],
    "integer": [0, 1, -7],
    "integer | null": [None, 0, 3],
    "number": [0, 0.5, 2],
    "boolean": [True, False],
    "Colour": ["red", "blue"],
    "Colour | null": [None, "red"],
    "Shade": ["dark", "own", ""],
    "list of string": [[], ["x"], ["", "y"]],
    "list of Colour": [[], ["red"]],
    "list of integer | null": [None, [], [0]],
    "map of integer": [{}, {"k": 1}, {"constructor": 0}],
    "map of list of (string | null)": [{}, {"k": ["a", None]}],
    "object": [{}, {"free": None}, {"a": [{}]}],
    "object | null": [None, {}, {"b": 0}],
    "json": [None, 0, "", [], {}, "j", [0], False],
}
OBJECTS = ("map", "object")
# Parameter names that generated builders also use for variables of their own.
NAMES = """
error_codes code plain fields given options wire_about item key about data kind given_far wire_far wire_code
""".split()
ENUMS: Block = {"Colour": {"values": {"red": {}, "blue": {}}}, "Shade": {"open": True, "values": {"dark": {}}}}


@st.composite
def built_contracts(draw: st.DrawFn, name: str = "built") -> Block:
    """A contract with one builder. Every required field gets a value, whatever the arguments."""
    return _Drawing(draw).contract(name)


class _Drawing:
    def __init__(self, draw: st.DrawFn) -> None:
        self.draw = draw
        self.types: dict[str, Block] = {}
        self.kept: set[tuple[str, ...]] = set()
        """Paths that no parameter fills."""
        self.assigned: set[tuple[str, ...]] = set()
        """Paths that an argument for something else sets: no other one may."""
        self.clock: Block = {}
        self.coded: Block = {}
        """The parameter for the code with a number."""

    def chance(self, one_in: int) -> bool:
        return self.draw(st.integers(1, one_in)) == 1

    def contract(self, name: str) -> Block:
        self.record("Deep", [])
        self.record("Mid", ["Deep"])
        self.record("Far", ["Deep", "Mid"])
        fields = self.fields(["Far", "Mid"], self.draw(st.integers(2, 4)))
        fields |= {"data": {"type": "object", "level": self.draw(st.sampled_from(["must", "may"]))}}
        codes = self.codes()
        fields |= self.timed() if self.chance(2) else {}
        fields |= self.numbered(codes) if self.chance(2) else {}
        builder = self.builder(fields)
        envelope = self.envelope(fields, builder)
        types: Block = dict(self.types)
        tools: Block = {"tools": {"find": {"payload": "Far"}, "look": {"payload": "Mid"}}}
        return {
            "contract": name,
            "version": "1.0.0",
            "title": "Builders",
            "envelope": envelope,
            "types": types,
            "builders": {"make": builder},
            "enums": ENUMS,
            **(tools if "payload" in str(envelope) and self.chance(3) else {}),
            **codes,
        }

    def envelope(self, fields: Block, builder: Block) -> Block:
        """An envelope whose outcomes differ by a tag or by their keys, or with a single shape."""
        payload: Block = {"data": {"type": "payload"}}
        kind = self.draw(st.sampled_from(["tag", "tag", "keys", "presence", "one"]))
        block: Block = {"name": "Reply", "open": self.draw(st.booleans())}
        if kind == "one":
            builder["outcome"] = "success"
            return block | {"fields": fields | {"data": {"type": "payload", "level": "may"}}}
        if kind != "tag":
            fields = {name: self.own(name, each, str(builder["outcome"])) for name, each in fields.items()}
        success: Block = {"fields": payload} if "failure" not in str(fields["data"]) else {}
        mark: Block = {"ok": {"type": "boolean"}}
        marks: list[Json] = [{"ok": True}, {"ok": False}]
        if kind == "presence":
            mark = {"gone": {"type": "string", "default": "it is", "only": "failure"}}
            marks = [{"gone": {"present": False}}, {"gone": {"present": True}}]
        outcomes: Block = {"success": {"when": marks[0], **success}, "failure": {"when": marks[1]}}
        return block | {"fields": mark | fields, "outcomes": outcomes}

    def own(self, name: str, field: Json, outcome: str) -> Json:
        """The field, sometimes restricted to this outcome."""
        assert isinstance(field, dict)
        is_tied = name in ("code", "kind")
        return field | {"only": outcome} if not is_tied and self.chance(3) else field

    def codes(self) -> Block:
        """Two error codes, at least one of them with a JSON-RPC number, in an open or closed list."""
        theirs: Block = self.draw(st.sampled_from([{"jsonrpc": -32603}, {"jsonrpc": -32600}, {}]))
        types: Block = {"ours": {"jsonrpc": -32603}, "theirs": theirs}
        values: Block = {"E1": {"type": "ours"}, "E2": {"type": "theirs"}}
        is_open = not self.chance(4)
        return {
            "error_types": {"open": True, "values": types},
            "error_codes": {"open": is_open, "values": values},
        }

    # -- fields that no parameter fills --------------------------------------------------------------------------------

    def timed(self) -> Block:
        """An object with fields for the clock."""
        places: dict[str, Block] = {
            "now": {"type": "string", "format": "date-time"},
            "elapsed": {"type": "integer", "min": 0},
        }
        words = self.draw(st.sampled_from([["now"], ["elapsed"], ["now", "elapsed"]]))
        found: Block = {}
        for word, block in places.items():
            levels = ["must", "should", "may"] if word in words else ["may"]
            found[f"at_{word}"] = {**block, "level": self.draw(st.sampled_from(levels))}
        found["beside"] = self.leaf() if self.chance(2) else {"type": "string", "level": "may"}
        self.types["Timed"] = {"open": self.draw(st.booleans()), "fields": found}
        self.clock = {word: f"timed.at_{word}" for word in words}
        self.kept |= {("timed", f"at_{word}") for word in places}
        return {"timed": self.nested("Timed")}

    def numbered(self, codes: Block) -> Block:
        """An object with a code and its number, with the code beside the number or nested."""
        is_deep, is_total = self.draw(st.booleans()), self.is_total(codes)
        path = "inner.code" if is_deep else "code"
        number: Block = {"type": "integer", "number_of": path, "level": self.draw(st.sampled_from(["must", "may"]))}
        choice = self.draw(st.sampled_from(["must", "default", "may"]))
        if number["level"] == "must" and not (is_total and choice != "may"):
            number["default"] = self.draw(st.sampled_from([0, 5]))
        code: Block = {"type": "ErrorCode", "level": "must" if choice != "may" else "may"}
        inner: Block = {"inner": {"type": "Coded", "level": self.draw(st.sampled_from(["must", "may"]))}}
        if is_deep:
            self.types["Coded"] = {"fields": {"code": code}}
        self.types["Fault"] = {"fields": {"number": number, **(inner if is_deep else {"code": code})}}
        where = ("fault", *path.split("."))
        self.kept |= {where[:end] for end in range(1, len(where) + 1)} | {("fault", "number")}
        parameter: Block = {"into": ".".join(where), "level": "must" if choice == "must" else "may"}
        self.coded = parameter | ({"default": self.draw(st.sampled_from(["E1", "E2"]))} if choice == "default" else {})
        return {"fault": {"type": "Fault", "level": self.draw(st.sampled_from(["must", "may"]))}}

    def is_total(self, codes: Block) -> bool:
        text = str(codes)
        return "'theirs': {}" not in text and text.count("'open': True") == 1

    # -- fields -------------------------------------------------------------------------------------------------------

    def record(self, name: str, inner: list[str]) -> None:
        fields = self.fields(inner, self.draw(st.integers(1, 3)))
        self.types[name] = {"open": self.draw(st.booleans()), "fields": fields}

    def fields(self, inner: list[str], count: int) -> Block:
        found: Block = {}
        for at in range(count):
            found[f"leaf{at}"] = self.leaf()
        if self.chance(2):
            found["fixed"] = {
                "type": "string",
                "const": "v1",
                "level": self.draw(st.sampled_from(["must", "must", "may"])),
            }
        if self.chance(3):
            is_nullable = self.chance(3)
            found["code"] = self.defaulted("ErrorCode | null" if is_nullable else "ErrorCode", ["E1", "E2"])
            follower = self.draw(st.sampled_from(["ErrorType", "ErrorType | null"])) if is_nullable else "ErrorType"
            kind = self.defaulted(follower, ["ours", "mine"]) | {"follows": "code"}
            found["kind"] = {key: value for key, value in kind.items() if key != "default" or self.chance(2)}
        for name in inner:
            if not self.chance(3):
                found[name.lower()] = self.nested(name)
        return found

    def leaf(self) -> Block:
        kind = self.draw(st.sampled_from(sorted(LEAVES)))
        return self.defaulted(kind, LEAVES[kind])

    def defaulted(self, kind: str, values: list[Json]) -> Block:
        block: Block = {"type": kind, "level": self.draw(st.sampled_from(["must", "should", "may"]))}
        always_has_value = kind.startswith(OBJECTS) and self.chance(2)
        if self.chance(6) or (block["level"] == "must" and not always_has_value and not self.chance(5)):
            block["default"] = self.draw(st.sampled_from(values))
        return block

    def nested(self, name: str) -> Block:
        match self.draw(st.sampled_from(["must", "may", "may", "null", "optional null"])):
            case "null":
                return {"type": f"{name} | null", "default": None}
            case "optional null":
                return {"type": f"{name} | null", "level": "may"}
            case level:
                return {"type": name, "level": level}

    # -- the builder --------------------------------------------------------------------------------------------------

    def builder(self, fields: Block) -> Block:
        paths = {path: field for path, field in self.paths(fields, ()) if path not in self.kept}
        names = iter(NAMES if self.chance(2) else [f"p{at}" for at in range(99)])
        names = iter([*names, *(f"q{at}" for at in range(99))])
        parameters: Block = {}
        for path, field in paths.items():
            must_fill = (
                field.get("level", "must") == "must" and "default" not in field and self.is_bare(str(field["type"]))
            )
            if must_fill and "follows" in field:
                # Without a code, only an argument fills it.
                has_code = paths.get((*path[:-1], "code"), {}).get("level") == "must"
                choice = self.draw(st.sampled_from(["must", "default", *(["may"] if has_code else [])]))
            elif must_fill and "const" not in field:
                choice = self.draw(st.sampled_from(["must", "default"]))
            else:
                choice = self.draw(st.sampled_from(["", "", "", "may", "may", "may", "default", "must"]))
            if choice:
                parameters[next(names)] = self.parameter(path, field, choice, paths)
        if self.chance(2):
            parameters = dict(self.draw(st.permutations(list(parameters.items()))))
        if self.coded:
            parameters["the_code"] = self.coded
        if not parameters:
            parameters["first"] = {"into": "data", "level": "may"}
        block: Block = {"outcome": self.draw(st.sampled_from(["success", "failure"])), "parameters": parameters}
        if self.clock:
            block["clock"] = self.clock
        objects = [name for name, field in fields.items() if str(field["type"]) in ("object", "Far", "Mid")]  # type: ignore[index,call-overload]
        if self.chance(2):
            block["extra_keywords"] = self.draw(st.sampled_from(objects))
        return block

    def is_bare(self, kind: str) -> bool:
        """Whether the builder cannot construct a value of the type by itself."""
        return "| null" in kind or not kind.startswith((*OBJECTS, *self.types))

    def paths(self, fields: Block, above: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], Block]]:
        for name, field in fields.items():
            assert isinstance(field, dict)
            path = (*above, name)
            yield path, field
            inner = self.types.get(str(field["type"]).removesuffix(" | null"))
            if inner is not None and isinstance(inner["fields"], dict):
                yield from self.paths(inner["fields"], path)

    def parameter(self, path: tuple[str, ...], field: Block, choice: str, paths: dict[tuple[str, ...], Block]) -> Block:
        block: Block = {"into": ".".join(path), "level": "must" if choice == "must" else "may"}
        values = self.values(field)
        if choice == "default" and values:
            block["default"] = self.draw(st.sampled_from(values))
        elif choice == "default":
            block["level"] = "must"
        if self.chance(4):
            block["sets"] = self.sets(path, paths)
        return {key: value for key, value in block.items() if (key, value) != ("sets", {})}

    def sets(self, own: tuple[str, ...], paths: dict[tuple[str, ...], Block]) -> Block:
        """Assignments to one or two other fields."""
        known = {path: self.values(field) for path, field in paths.items() if path != own and not self.is_record(field)}
        known = {path: values for path, values in known.items() if path not in self.assigned and values != [None]}
        single = {path: values for path, values in known.items() if not _has_objects(values)}
        if not single:
            return {}
        chosen = self.draw(st.lists(st.sampled_from(sorted(single)), min_size=1, max_size=2, unique=True))
        self.assigned |= set(chosen)
        return {".".join(path): self.draw(st.sampled_from(single[path])) for path in chosen}

    def is_record(self, field: Block) -> bool:
        return str(field["type"]).removesuffix(" | null") in self.types

    def values(self, field: Block) -> list[Json]:
        if "const" in field:
            return [field["const"]]
        kind = str(field["type"])
        codes: dict[str, list[Json]] = {"ErrorCode": ["E1", "E2"], "ErrorType": ["ours", "mine"]}
        return (LEAVES | codes).get(kind, [None] if "| null" in kind else [])


def _has_objects(values: list[Json]) -> bool:
    return any(isinstance(value, dict) for value in values)
