"""Compares the output schema that a server publishes with the contract."""

import json
from collections.abc import Iterator
from hashlib import sha256
from typing import Any

from msgspec import Struct, structs

from sealwax.contract.model import Contract, Envelope
from sealwax.meaning.findings import Finding, ServerRule, Weight
from sealwax.naming import counted
from sealwax.targets.conformance.cases import lines
from sealwax.targets.json_schema.schemas import DRAFTS, writer_of
from sealwax.verify.servers.judging import outcome_of
from sealwax.verify.servers.processes import OutOfTime

_NOTES = frozenset({"$comment", "$id", "$schema", "default", "description", "examples", "title"})
"""Keywords that decide nothing."""
LARGEST = 1_000_000
"""How many parts a schema may have once its references are replaced: a validator visits each of them."""
_MAX_NAMED = 3
"""How many values are named that a schema decides differently."""


def compare(contract: Contract, envelope: Envelope, schema: dict[str, Any] | None) -> Iterator[Finding]:
    """Findings about the schema: an error if it rejects what the contract allows.

    If the contract does not declare the tool, it may promise more of its successes than the general envelope.
    """
    if schema is None:
        yield _advice("", "this tool has no outputSchema, so clients do not know what to expect")
        return
    drafts = (structs.replace(DRAFTS[0], chooses=False), DRAFTS[0])
    own = (writer_of(contract, draft, lean=True).document(envelope.name) for draft in drafts)
    try:
        reduced = _Reduction(schema).of(schema)
    except RecursionError:
        yield _error("", "it is nested too deep for clients")
        return
    if reduced.digest in (_Reduction(each).of(each).digest for each in own):
        return
    if schema.get("type") != "object":
        yield _error("/type", "the root of an outputSchema has to have `type: object`")
    if reduced.size > LARGEST:
        yield _error("", f"it is too large for clients: it has {reduced.size:,} parts with what it refers to")
        return
    try:
        yield from _decided(contract, envelope, schema)
    except ImportError:
        yield _advice("", "it differs from that of the contract; to learn how, run: pip install jsonschema")


def _decided(contract: Contract, envelope: Envelope, schema: dict[str, Any]) -> Iterator[Finding]:
    """The conformance cases that the schema decides in another way than the contract."""
    import jsonschema
    from referencing import Registry

    kind = jsonschema.validators.validator_for(schema, jsonschema.Draft202012Validator)
    judge = kind(schema, registry=Registry())  # which fetches nothing, whatever the schema refers to
    rejected: list[str] = []
    narrowed: list[str] = []
    accepted: list[str] = []
    is_declared = any(tool.envelope == envelope for tool in contract.tools)
    try:
        for case in (json.loads(line) for line in lines(contract)):
            if case["type"] == envelope.name:
                is_valid = not any(each["level"] == "error" for each in case["findings"])
                is_success = outcome_of(envelope, case["value"]) in (envelope.success, None)
                refused = narrowed if is_success and not is_declared else rejected
                if judge.is_valid(case["value"]) is not is_valid:
                    (refused if is_valid else accepted).append(case["title"])
    except OutOfTime:
        raise
    except Exception as error:  # noqa: BLE001 - what a broken schema leads to depends on the library
        yield _error("", f"this is not a JSON Schema that clients can use ({type(error).__name__})")
        return
    if rejected:
        every = rejected + narrowed
        yield _error("", f"it rejects {counted(len(every), 'valid response')}: {_some(every)}")
    elif narrowed:
        many = "1 success" if len(narrowed) == 1 else f"{len(narrowed)} successes"
        hint = "if it is a tool of the contract under another name, say so in `tools`"
        yield _advice("", f"it rejects {many} of the general kind: {_some(narrowed)}; {hint}")
    # A line break at the end of a string is beyond validators written in Python.
    if laxer := [title for title in accepted if not title.endswith("line break")]:
        many = "1 response that breaks" if len(laxer) == 1 else f"{len(laxer)} responses that break"
        yield _advice("", f"it accepts {many} the contract: {_some(laxer)}")


def _some(titles: list[str]) -> str:
    left = len(titles) - _MAX_NAMED
    return "; ".join(titles[:_MAX_NAMED]) + (f"; and {left} more" if left > 0 else "")


def _error(pointer: str, message: str) -> Finding:
    return Finding(pointer, Weight.ERROR, ServerRule.OUTPUT_SCHEMA, message)


def _advice(pointer: str, message: str) -> Finding:
    return Finding(pointer, Weight.ADVICE, ServerRule.OUTPUT_SCHEMA, message)


class _Reduced(Struct, frozen=True):
    """A schema without notes, and with what it refers to in place."""

    digest: str
    """Equal for equal schemas."""
    size: int


class _Reduction:
    """Reduces the parts of a schema, each definition once: references can double it any number of times."""

    def __init__(self, root: dict[str, Any]) -> None:
        self._root = root
        self._known: dict[str, _Reduced | None] = {}

    def of(self, schema: object) -> _Reduced:
        match schema:
            case list():
                return _reduced("list", [("", self.of(each)) for each in schema])
            case dict():
                return self._object(schema)
            case _:
                whole = schema.is_integer() if isinstance(schema, float) else False
                return _reduced(json.dumps(int(schema) if isinstance(schema, float) and whole else schema), [])

    def _object(self, schema: dict[str, Any]) -> _Reduced:
        kept = {key: each for key, each in schema.items() if key not in _NOTES | {"$defs", "definitions"}}
        properties, reference = kept.pop("properties", None), kept.get("$ref")
        referred: list[tuple[str, _Reduced]] = []
        if isinstance(reference, str) and reference.startswith(("#/$defs/", "#/definitions/")):
            referred.append((kept.pop("$ref"), self._definition(reference)))
            if not kept and properties is None:
                return referred[0][1]
        parts = [("$ref", each) for _, each in referred] + [(key, self.of(each)) for key, each in sorted(kept.items())]
        if isinstance(properties, dict):  # whose keys are names, not keywords
            named = [(key, self.of(each)) for key, each in sorted(properties.items())]
            parts.append(("properties", _reduced("properties", named)))
        return _reduced("object", parts)

    def _definition(self, reference: str) -> _Reduced:
        if reference not in self._known:
            self._known[reference] = None  # being reduced: types of a contract do not contain themselves
            held: object = self._root
            for step in reference.split("/")[1:]:
                held = held.get(step) if isinstance(held, dict) else None
            self._known[reference] = self.of(held)
        return self._known[reference] or _reduced("itself", [])


def _reduced(kind: str, parts: list[tuple[str, _Reduced]]) -> _Reduced:
    listed = json.dumps([kind, *((key, part.digest) for key, part in parts)])
    return _Reduced(sha256(listed.encode()).hexdigest(), 1 + sum(part.size for _, part in parts))
