"""Compares the output schema that a server publishes with the contract."""

import json
from collections.abc import Iterator
from typing import Any

from msgspec import structs

from sealwax.contract.model import Contract, Envelope
from sealwax.meaning.findings import Finding, ServerRule, Weight
from sealwax.targets.conformance.cases import lines
from sealwax.targets.json_schema.schemas import DRAFTS, writer_of
from sealwax.verify.servers.judging import outcome_of

_NOTES = frozenset({"$comment", "$id", "$schema", "default", "description", "examples", "title"})
"""Keywords that decide nothing."""
_MOST = 3
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
    if _plain(schema, schema) in (_plain(each, each) for each in own):
        return
    if schema.get("type") != "object":
        yield _error("/type", "the root of an outputSchema has to have `type: object`")
    try:
        yield from _decided(contract, envelope, schema)
    except ImportError:
        yield _advice("", "it differs from that of the contract; to learn how, run: pip install jsonschema")


def _decided(contract: Contract, envelope: Envelope, schema: dict[str, Any]) -> Iterator[Finding]:
    """The conformance cases that the schema decides in another way than the contract."""
    import jsonschema

    judge = jsonschema.validators.validator_for(schema, jsonschema.Draft202012Validator)(schema)
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
    except Exception as error:  # noqa: BLE001 - what a broken schema leads to depends on the library
        yield _error("", f"this is not a JSON Schema that clients can use ({type(error).__name__})")
        return
    if rejected:
        every = rejected + narrowed
        yield _error("", f"it rejects {len(every)} valid responses: {_some(every)}")
    elif narrowed:
        hint = "if it is a tool of the contract under another name, say so in `tools`"
        yield _advice("", f"it rejects {len(narrowed)} successes of the general kind: {_some(narrowed)}; {hint}")
    # A line break at the end of a string is beyond validators written in Python.
    if laxer := [title for title in accepted if not title.endswith("line break")]:
        yield _advice("", f"it accepts {len(laxer)} responses that break the contract: {_some(laxer)}")


def _some(titles: list[str]) -> str:
    left = len(titles) - _MOST
    return "; ".join(titles[:_MOST]) + (f"; and {left} more" if left > 0 else "")


def _error(pointer: str, message: str) -> Finding:
    return Finding(pointer, Weight.ERROR, ServerRule.OUTPUT_SCHEMA, message)


def _advice(pointer: str, message: str) -> Finding:
    return Finding(pointer, Weight.ADVICE, ServerRule.OUTPUT_SCHEMA, message)


def _plain(schema: object, root: dict[str, Any], depth: int = 0) -> object:
    """The schema without notes, and with what it refers to in place. Types of a contract do not contain themselves."""
    if depth > 60:
        return None
    if isinstance(schema, list):
        return [_plain(each, root, depth + 1) for each in schema]
    if not isinstance(schema, dict):
        return schema
    kept = {key: each for key, each in schema.items() if key not in _NOTES | {"$defs", "definitions"}}
    reference = kept.get("$ref")
    if isinstance(reference, str) and reference.startswith(("#/$defs/", "#/definitions/")):
        held: object = root
        for step in reference.split("/")[1:]:
            held = held.get(step) if isinstance(held, dict) else None
        if len(kept) == 1:
            return _plain(held, root, depth + 1)
        kept["$ref"] = held
    properties = kept.pop("properties", None)
    found = {key: _plain(each, root, depth + 1) for key, each in kept.items()}
    if isinstance(properties, dict):  # whose keys are names, not keywords
        found["properties"] = {key: _plain(each, root, depth + 1) for key, each in properties.items()}
    return found
