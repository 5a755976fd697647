"""Random valid contracts, full of hostile text and names."""

import json

from hypothesis import strategies as st

from sealwax.contract.model import Json
from sealwax.contract.resolving.generated_names import RESERVED
from sealwax.naming import camel, exception, pascal, plural
from strategies.clocks import working
from strategies.fields import Block, Known, as_block, fields, patterns, relate, string_limits, types
from strategies.names import (
    PARTS,
    SPELT,
    constant_names,
    distinct,
    enum_values,
    names,
    no_braces,
    one_line,
    package_names,
    some_prose,
    type_names,
)
from strategies.shapes import shaped
from strategies.tiers import tiered

CATALOGUES = ("error_types", "error_codes", "warning_codes")


@st.composite
def contracts(draw: st.DrawFn, *, documented: bool = True) -> Block:
    """A contract as a JSON value. Drawing one without documentation is much faster."""
    return _Contract(draw, documented).contract()


def as_yaml(contract: Block) -> bytes:
    """JSON is YAML."""
    return json.dumps(contract, ensure_ascii=False, indent=1).encode()


def facts_of(codes: Block) -> list[str]:
    """The names of all facts of some codes."""
    contexts = (code.get("context", {}) for code in codes.values() if isinstance(code, dict))
    return [name for context in contexts if isinstance(context, dict) for name in context]


def drop_messages(catalogue: Json) -> None:
    codes = catalogue["values"] if isinstance(catalogue, dict) else {}
    for code in codes.values() if isinstance(codes, dict) else ():
        if isinstance(code, dict):
            code.pop("message", None)


class _Contract:
    """Draws one contract. Types refer only to earlier types, so there are no cycles."""

    def __init__(self, draw: st.DrawFn, documented: bool) -> None:
        self.draw = draw
        self.is_documented = documented
        self.known = Known()
        self.data = self.error = ""
        self.others: list[str] = []
        self.conditional: list[str] = []
        self.taken: set[str] = set()
        """Names of facts, which no parameter of a failure builder may have."""
        self.code_field = self.remedy_field = self.noted = ""
        self.error_codes: Block = {}
        self.coded: set[str] = set()
        """Fields of the envelope that are error codes."""
        self.made = {"errorTypes", "errorCodes", "errorTypeIsBelow", "errorCodeIsBelow"}
        self.made |= {"warningCodes", "warningCodeIsBelow"}

    def contract(self) -> Block:
        draw = self.draw
        found = draw(distinct(type_names.filter(lambda name: pascal(name).casefold() not in TAKEN), 1, 8))
        envelope, *others = found
        self.made |= set(found)
        at = draw(st.integers(0, len(others)))
        enums = {name: self.enum() for name in others[:at]}
        self.known.enums |= enums
        self.made |= {*map(plural, found), *(f"{camel(enum)}IsBelow" for enum in enums)}
        catalogues = self.catalogues()
        types: Block = {}
        for name in others[at:]:
            types[name] = made = self.warning(name, catalogues) if self.has_unnoted(catalogues) else self.type()
            if "fields" in made:
                self.known.records[name] = made
            else:
                self.known.texts.append(name)
        if not self.noted:
            drop_messages(catalogues.get("warning_codes"))
        contract: Block = {
            "contract": draw(package_names),
            "version": "1.2.3",
            "title": draw(one_line),
            **self.docs(),
            "envelope": self.envelope(envelope),
            **catalogues,
            **self.extras(),
        }
        if draw(st.booleans()):
            some: list[Json] = [0, -1, 1.5, 2**53 - 1, True, "", "1.0", draw(one_line)]
            values = st.sampled_from(some)
            contract["constants"] = {
                f"C_{name}": {"value": draw(values), **self.docs()} for name in draw(distinct(constant_names, 1, 2))
            }
        if enums:
            contract["enums"] = enums  # type: ignore[assignment]
        if types:
            contract["types"] = types
        # A type for which a builder would be the plural.
        single = {name[:-1] for name in map(camel, as_block(contract.get("builders", {}))) if len(name) > 1}
        contract = draw(shaped(contract, self.known, {*self.made, *single, *RESERVED, *TAKEN}, self.data, self.error))
        if draw(st.integers(0, 3)) == 0:
            contract = draw(tiered(contract, self.known, self.taken_names(contract)))
        contract = draw(working(contract, self.known, self.taken_names(contract)))
        return self.renamed(contract)

    def renamed(self, contract: Block) -> Block:
        """The contract, in which every n-th thing had another name before."""
        stride = self.draw(st.sampled_from((0, 0, 1, 3)))
        listed = [as_block(each) for each in as_block(contract.get("enums", {})).values()]
        listed += (as_block(contract[section]) for section in CATALOGUES if section in contract)
        types = as_block(contract.get("types", {}))
        fields = [as_block(as_block(each).get("fields", {})) for each in types.values()]
        groups = [*fields, *(as_block(each["values"]) for each in listed), as_block(contract.get("tools", {}))]
        for number, thing in enumerate(as_block(each) for group in groups for each in group.values()):
            if stride and number % stride == 0:
                thing["renamed_from"] = f"former_{number}_name"
        for number, thing in enumerate(map(as_block, types.values())):
            if stride and number % stride == 0:
                thing["renamed_from"] = f"Former{number}Name"
        return contract

    def taken_names(self, contract: Block) -> set[str]:
        """Names that nothing else in the contract may have."""
        sections = (as_block(contract.get(section, {})) for section in ("types", "tools", "builders"))
        merging = str(as_block(contract.get("merging", {})).get("name", ""))
        return {*self.made, *(name for section in sections for name in section), merging, *RESERVED, *TAKEN} - {""}

    def docs(self) -> Block:
        draw = self.draw
        block: Block = {}
        if not self.is_documented:
            return block
        if draw(st.booleans()):
            block["doc"] = draw(some_prose)
        if draw(st.integers(0, 3)) == 0:
            block["notes"] = [draw(some_prose)]
        if draw(st.integers(0, 4)) == 0:
            removal: Block = {"removal": "2.0.0"} if draw(st.booleans()) else {}
            block["deprecated"] = {"since": "1.1.0", "replacement": draw(one_line), "doc": draw(some_prose), **removal}
        return block

    def enum(self) -> Block:
        draw = self.draw
        columns = draw(distinct(names, 0, 2))
        cells: Block = {column: draw(one_line) for column in columns}
        listing, spelled = self.listing()
        values: Block = {
            value: {**self.docs(), **({"cells": cells} if cells else {})} for value in draw(distinct(spelled, 1, 5))
        }
        block: Block = {**listing, "values": values}
        if columns:
            block["columns"] = {column: draw(one_line) for column in columns}
        if draw(st.booleans()):
            block["order"] = draw(st.sampled_from(["highest_first", "lowest_first"]))
        return block

    def listing(self) -> tuple[Block, st.SearchStrategy[str]]:
        """The keys that enums and catalogues share, and a strategy for the values."""
        draw = self.draw
        block: Block = {**self.docs(), "open": draw(st.booleans())}
        block |= {"suggestions": True} if block["open"] and draw(st.integers(0, 2)) == 0 else {}
        if draw(st.integers(0, 2)):
            return block, enum_values
        case = draw(st.sampled_from(sorted(SPELT)))
        return block | {"case": case}, SPELT[case]

    def catalogues(self) -> Block:
        return self.errors() | self.warnings()

    def warnings(self) -> Block:
        draw = self.draw
        if not self.known.enums or draw(st.booleans()):
            return {}
        severities = draw(st.sampled_from(sorted(self.known.enums)))
        listed = self.known.enums[severities]["values"]
        assert isinstance(listed, dict)
        severity = st.sampled_from(list(listed))
        listing, spelled = self.listing()
        codes: Block = {code: self.code({"severity": draw(severity)}) for code in draw(distinct(spelled, 1, 4))}
        block = {**listing, "severities": severities, "values": codes, **self.columns(codes)}
        self.known.enums["WarningCode"] = block
        self.known.coded["WarningCode"] = severities
        return {"warning_codes": block}

    def errors(self) -> Block:
        draw = self.draw
        if draw(st.booleans()):
            return {}
        free = enum_values.filter(lambda kind: exception(kind) not in RESERVED | self.made)
        kinds = draw(st.lists(free, min_size=1, max_size=3, unique_by=lambda kind: exception(kind).casefold()))
        retry = st.sampled_from(["no", "maybe", "yes"]) | st.fixed_dictionaries({"yes": one_line})
        types: Block = {kind: {**self.docs(), "http": 404, "retry": draw(retry)} for kind in kinds}  # type: ignore[dict-item]
        numbers = {kind: draw(st.sampled_from([None, *NUMBERS])) for kind in kinds}
        for kind, number in numbers.items():
            types[kind] |= {} if number is None else {"jsonrpc": number}  # type: ignore[operator]
        listing, spelled = self.listing()
        some_kind = st.sampled_from(kinds)
        codes: Block = {code: self.code({"type": draw(some_kind)}) for code in draw(distinct(spelled, 1, 4))}
        for kind in kinds:
            named = [code for code, entry in codes.items() if entry["type"] == kind]  # type: ignore[index,call-overload]
            types[kind] |= {"usual_code": draw(st.sampled_from(named))} if len(named) > 1 else {}  # type: ignore[operator]
        self.taken |= {pascal(name).casefold() for name in facts_of(codes)}
        found: dict[str, Block] = {
            "error_types": {"open": listing["open"], "values": types, **self.columns(types)},
            "error_codes": {**listing, "values": codes, **self.columns(codes)},
        }
        self.known.enums |= {"ErrorType": found["error_types"], "ErrorCode": found["error_codes"]}
        self.known.coded["ErrorCode"] = "ErrorType"
        self.known.is_numbered = any(numbers[str(code["type"])] is not None for code in codes.values())  # type: ignore[index,call-overload]
        self.error_codes = found["error_codes"]
        return dict(found)

    def columns(self, values: Block) -> Block:
        """Further columns of a catalogue; the cells are added to the values."""
        draw = self.draw
        columns = draw(distinct(names, 0, 2)) if draw(st.booleans()) else []
        for value in values.values() if columns else ():
            as_block(value)["cells"] = {column: draw(one_line) for column in columns}
        return {"columns": {column: draw(one_line) for column in columns}} if columns else {}

    def code(self, classified: Block) -> Block:
        """A code. Half of them have a message that mentions facts."""
        draw = self.draw
        block: Block = {**classified, **self.docs()}
        if draw(st.booleans()):
            return block
        context = draw(distinct(names, 0, 3))
        mentioned = context[: draw(st.integers(0, len(context)))]
        facts: Block = {
            name: {**self.docs(), **(self.mentioned_fact() if name in mentioned else self.fact())} for name in context
        }
        block["message"] = draw(no_braces) + "".join(f" {{{name}}}" for name in mentioned)
        if "type" in classified and draw(st.booleans()):
            block["remediation"] = "".join(f"{{{name}}} " for name in mentioned) + draw(no_braces)
        if context:
            block["context"] = facts
        if mentioned and "type" in classified and draw(st.integers(0, 2)) == 0:
            block["only_in_text"] = [mentioned[0]]
        return block

    def mentioned_fact(self) -> Block:
        """A fact whose type can appear in a message."""
        draw = self.draw
        kinds = [
            "string",
            "integer",
            "number",
            "boolean",
            *(name for name in self.known.enums if name != "WarningCode"),
        ]
        if draw(st.integers(0, 3)) == 0:
            return {"type": "number", "level": draw(st.sampled_from(["must", "should", "may"])), "default": 2.5}
        return {"type": draw(st.sampled_from(kinds))}

    def fact(self) -> Block:
        return {
            **self.draw(types(self.known, one_line)),
            "level": self.draw(st.sampled_from(["must", "should", "may"])),
        }

    def has_unnoted(self, catalogues: Block) -> bool:
        return "warning_codes" in catalogues and not self.noted

    def warning(self, name: str, catalogues: Block) -> Block:
        """The record for warnings, and its entry in the catalogue."""
        draw = self.draw
        catalogue = catalogues["warning_codes"]
        assert isinstance(catalogue, dict)
        codes = catalogue["values"]
        assert isinstance(codes, dict)
        taken = {pascal(name).casefold() for name in facts_of(codes)}
        message, code, severity, context, *others = draw(
            distinct(names.filter(lambda name: pascal(name).casefold() not in taken), 4, 6)
        )
        levels = st.sampled_from(["must", "should", "may"])
        found: Block = {
            message: {**self.docs(), "type": "string", "level": "must"},
            code: {"type": "WarningCode", "level": draw(levels)},
            severity: {"type": catalogue["severities"], "level": draw(levels)},
            context: {"type": draw(st.sampled_from(["object", "object | null"])), "level": draw(levels)},
            **draw(fields(others, self.known, one_line, self.docs)),
        }
        self.noted = message
        # Another record may have fields of the same names.
        noted: Block = {"record": name, "message": message, "code": code, "severity": severity, "context": context}
        catalogue["noted_in"] = noted
        return {**self.docs(), "open": draw(st.booleans()), "fields": found}

    def type(self) -> Block:
        draw = self.draw
        if draw(st.integers(0, 4)) == 0:
            limits = draw(st.fixed_dictionaries({"pattern": patterns}) | string_limits())
            return {**self.docs(), "type": "string", **limits}
        if draw(st.integers(0, 5)) == 0:
            return self.composite()
        found = draw(fields(draw(distinct(names, 1, 5)), self.known, one_line, self.docs))
        return {**self.docs(), "open": draw(st.booleans()), "standalone": draw(st.booleans()), "fields": found}

    def composite(self) -> Block:
        """A composite string. Its literal text has a meaning in regular expressions."""
        draw = self.draw
        forms: Block = {}
        parts: Block = {}
        for form in (f"{each}_as" for each in draw(distinct(names, 1, 3))):  # no type ends like this
            before, after = draw(st.tuples(*[st.sampled_from(["", ":", ".*", "(a|b)", "[", "\\d", "é😀", "$ ^"])] * 2))
            name, (part, example) = f"part{len(parts)}", draw(st.sampled_from(PARTS))
            parts[name] = part
            forms[form] = {"template": f"x{before}{{{name}}}{after}x", "example": f"x{before}{example}{after}x"}
        if draw(st.booleans()):
            digits = st.sampled_from([part for part, example in PARTS if example.isdigit()])
            parts |= {"low": draw(digits), "high": {**draw(digits), "after": "low"}}
            start, middle = draw(st.tuples(*[st.sampled_from([":", "-", "/", "😀"])] * 2))
            forms["range_as"] = {"template": f"{start}{{low}}{middle}{{high}}", "example": f"{start}1{middle}12"}
        return {**self.docs(), "type": "string", "forms": forms, "parts": parts}

    def envelope(self, name: str) -> Block:
        """An envelope with a tag, an object and an error, and other fields at random."""
        draw = self.draw
        mark, data, error, code, remedy, *others = draw(distinct(names, 5, 8))
        marked, good, bad = draw(st.sampled_from(self.marks()))
        old: Block = {"superseded": {"_meta": {"replacement": mark}}} if draw(st.booleans()) else {}
        found: Block = {
            mark: {"type": marked, **self.docs()},
            data: {"type": "object", "default": {}, **self.docs(), **old},
            error: {"type": "string | null", "default": None, **self.docs()},
        }
        if "ErrorCode" in self.known.enums and draw(st.booleans()):
            self.code_field, self.remedy_field = code, remedy
        raised: Block = {self.code_field: {"type": "ErrorCode", "level": "may"}} if self.code_field else {}
        raised |= {self.remedy_field: {"type": "string", "level": "should"}} if self.remedy_field else {}
        free = {other: self.docs() | draw(types(self.known, one_line)) for other in others}
        free = {other: block | {"level": draw(st.sampled_from(["should", "may"]))} for other, block in free.items()}
        self.coded = {other for other, block in free.items() if str(block["type"]).startswith("ErrorCode")}
        relate(draw, free, self.known, [mark])
        free |= {other: free[other] | {"level": "may"} for other in self.coded}
        details: Block = {data: {"type": draw(st.sampled_from(["object", *self.without_musts()]))}}
        if self.code_field:
            details, found[data] = {}, {"type": "object", "default": {}}
        for other, block in free.items():
            narrower: dict[str, Block] = {"string": {"min_length": 1}, "list of string": {"max_items": 1}}
            limit = narrower.get(str(block["type"]))
            if limit is not None and not LIMITS & set(block) and draw(st.booleans()):
                details[other] = dict(limit)
        outcomes: Block = {
            "success": {"when": {mark: good}, "fields": {data: {"type": "payload"}, error: {"type": "null"}}},
            "failure": {"when": {mark: bad}, "fields": {error: {"type": "string", "min_length": 1}, **details}},
        }
        self.data, self.error = data, error
        # What another field can make a must gets a parameter.
        self.conditional = [other for other in others if isinstance(free[other]["level"], dict)]
        self.others = [*self.conditional, *(other for other in others if other not in self.conditional)]
        is_open = draw(st.integers(0, 3)) == 0
        return {
            "name": name,
            **self.docs(),
            "open": is_open,
            "fields": found | dict(free) | raised,
            "outcomes": outcomes,
        }

    def marks(self) -> list[tuple[str, Json, Json]]:
        """Types for the tag, each with its values for success and failure."""
        found: list[tuple[str, Json, Json]] = [("boolean", True, False)] * 4
        found += [("string", "yes", "no"), ("integer", 1, 0)]
        for name, enum in self.known.enums.items():
            values = list(enum["values"]) if isinstance(enum["values"], dict) else []
            found += [(name, values[0], values[-1])] if len(values) > 1 else []
        return found

    def without_musts(self) -> list[str]:
        """The records for which an empty object is valid."""
        return [
            name
            for name, record in self.known.records.items()
            if isinstance(record["fields"], dict)
            and all(
                isinstance(each, dict) and each.get("level") in ("should", "may") for each in record["fields"].values()
            )
        ]

    def extras(self) -> Block:
        draw = self.draw
        good, bad = draw(distinct(names.filter(lambda name: camel(name) not in self.made | RESERVED), 2, 2))
        free = names.filter(lambda name: pascal(name).casefold() not in self.taken)
        arguments = draw(distinct(free, 5 + len(self.conditional), 5 + len(self.others)))
        others = dict(zip(arguments[5:], self.others, strict=False))
        shared: Block = {name: {"into": path, **self.docs()} for name, path in others.items()}
        raised: Block = {}
        if self.code_field:
            paths = (self.code_field, self.remedy_field, self.data)
            raised = {name: {"into": path, "level": "may"} for name, path in zip(arguments[2:5], paths, strict=True)}
            said: Block = {"code": arguments[2], "remediation": arguments[3], "context_into": self.data}
            self.error_codes["raised_with"] = said
        uncoded: Block = {name: shared[name] for name, path in others.items() if path not in self.coded}
        guide: Block = {"title": draw(one_line), "steps": [draw(one_line)], "points": [draw(one_line)]}
        guide["code"] = {"python": draw(some_prose)}
        return {
            "builders": {
                good: {"outcome": "success", "parameters": {arguments[0]: {"into": self.data}, **shared}},
                bad: {
                    "outcome": "failure",
                    **self.docs(),
                    "parameters": {arguments[1]: {"into": self.error, "level": "must"}, **raised, **uncoded},
                },
            },
            "rules": [{"level": "must", **self.docs()}],
            "guides": [guide],
            "edge_cases": [{"scenario": draw(one_line), "behaviour": draw(some_prose)}],
            "examples": [{"title": draw(one_line), "kind": "sketch", "text": draw(some_prose)}],
            "links": [{"title": draw(one_line), "target": draw(one_line)}],
        }


NUMBERS = [-32700, -32600, -32602, -32099, -1, 0, 7, 2**53 - 1]
LIMITS = {"const", "pattern", "format", "length", "min_length", "max_length", "min_items", "max_items", "items"}
TAKEN = frozenset(pascal(name).casefold() for name in ("ErrorType", "ErrorCode", "WarningCode"))
